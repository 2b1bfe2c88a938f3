//! The order on labels, and the lemmas about a new label.

use super::count::{apart, count, empty, strictly, subset};
use super::prelude::*;

/// Whether this is a digit: 1 to 5.
#[logic(open)]
pub fn is_digit(d: Int) -> bool {
    pearlite! { 1 <= d && d <= 5 }
}

/// The order on digits: 1 below all others, 2 below 3, 4 and 5, and 3 ≺ 4 ≺ 5 ≺ 3.
#[logic(open)]
pub fn digit_below(a: Int, b: Int) -> bool {
    pearlite! {
        (a == 1 && b != 1) || (a == 2 && b >= 3)
            || (a == 3 && b == 4) || (a == 4 && b == 5) || (a == 5 && b == 3)
    }
}

/// The digit after d.
#[logic(open)]
pub fn digit_after(d: Int) -> Int {
    pearlite! { if d >= 1 && d <= 4 { d + 1 } else { 3 } }
}

/// No digit is below itself.
#[logic]
#[ensures(!digit_below(d, d))]
pub fn digit_irreflexive(d: Int) {}

/// Of two different digits exactly one is below the other.
#[logic]
#[requires(is_digit(a) && is_digit(b) && a != b)]
#[ensures(digit_below(a, b) != digit_below(b, a))]
pub fn digit_antisymmetric(a: Int, b: Int) {}

/// A digit is below the digit after it, which is a digit.
#[logic]
#[requires(is_digit(d))]
#[ensures(digit_below(d, digit_after(d)) && is_digit(digit_after(d)))]
pub fn digit_grows(d: Int) {}

/// Whether two labels have the same first `h` digits.
#[logic(open)]
pub fn alike(a: Seq<u8>, b: Seq<u8>, h: Int) -> bool {
    pearlite! { forall<i> 0 <= i && i < h ==> a[i] == b[i] }
}

/// Whether the label `a` of p goes before the label `b` of q, by the digits `i` to `n - 1`, with
/// ties by id.
#[logic(open)]
#[variant(n - i)]
pub fn goes_before(a: Seq<u8>, p: Int, b: Seq<u8>, q: Int, i: Int, n: Int) -> bool {
    pearlite! {
        if i >= n {
            p < q
        } else if a[i] != b[i] {
            digit_below(a[i]@, b[i]@)
        } else {
            goes_before(a, p, b, q, i + 1, n)
        }
    }
}

/// Whether every other label goes before the label of w.
#[logic(open)]
pub fn is_newest<const N: usize>(labels: Seq<[u8; N]>, w: Int) -> bool {
    pearlite! {
        0 <= w && w < labels.len()
            && forall<j> 0 <= j && j < labels.len() && j != w
                ==> goes_before(labels[j]@, j, labels[w]@, w, 0, N@)
    }
}

/// Whether all of these are labels: all digits are 1 to 5.
#[logic(open)]
pub fn are_labels<const N: usize>(labels: Seq<[u8; N]>) -> bool {
    pearlite! {
        forall<j, i> 0 <= j && j < labels.len() && 0 <= i && i < N@ ==> is_digit(labels[j]@[i]@)
    }
}

/// The processes other than `me` whose labels have the first `h` digits of `like`.
#[logic(open)]
pub fn sharers<const N: usize>(
    labels: Seq<[u8; N]>,
    me: Int,
    like: Seq<u8>,
    h: Int,
) -> Mapping<Int, bool> {
    pearlite! { |j: Int| j != me && alike(labels[j]@, like, h) }
}

/// No label goes before itself.
#[logic]
#[variant(n - i)]
#[ensures(!goes_before(a, p, a, p, i, n))]
pub fn irreflexive(a: Seq<u8>, p: Int, i: Int, n: Int) {
    if i < n {
        irreflexive(a, p, i + 1, n)
    }
}

/// Of two labels at most one goes before the other.
#[logic]
#[variant(n - i)]
#[ensures(!(goes_before(a, p, b, q, i, n) && goes_before(b, q, a, p, i, n)))]
pub fn asymmetric(a: Seq<u8>, p: Int, b: Seq<u8>, q: Int, i: Int, n: Int) {
    if i < n && a[i] == b[i] {
        asymmetric(a, p, b, q, i + 1, n)
    }
}

/// Of the labels of two processes exactly one goes before the other.
#[logic]
#[variant(n - i)]
#[requires(p != q && 0 <= i)]
#[requires(forall<j> 0 <= j && j < n ==> is_digit(a[j]@) && is_digit(b[j]@))]
#[ensures(goes_before(a, p, b, q, i, n) != goes_before(b, q, a, p, i, n))]
pub fn total(a: Seq<u8>, p: Int, b: Seq<u8>, q: Int, i: Int, n: Int) {
    if i < n {
        if a[i] == b[i] {
            total(a, p, b, q, i + 1, n)
        } else {
            digit_antisymmetric(a[i].view(), b[i].view())
        }
    }
}

/// Digits that are the same decide nothing.
#[logic]
#[variant(h - i)]
#[requires(0 <= i && i <= h && h <= n && alike(a, b, h))]
#[ensures(goes_before(a, p, b, q, i, n) == goes_before(a, p, b, q, h, n))]
pub fn skips(a: Seq<u8>, p: Int, b: Seq<u8>, q: Int, i: Int, h: Int, n: Int) {
    if i < h {
        skips(a, p, b, q, i + 1, h, n)
    }
}

/// Labels that differ in the first `h` digits compare alike with every label that shares these
/// digits.
#[logic]
#[variant(h - i)]
#[requires(0 <= i && i <= h && h <= n && alike(a, b, i) && !alike(a, b, h) && alike(b, c, h))]
#[requires(goes_before(a, p, b, q, i, n))]
#[ensures(goes_before(a, p, c, r, i, n))]
pub fn decided(a: Seq<u8>, p: Int, b: Seq<u8>, q: Int, c: Seq<u8>, r: Int, i: Int, h: Int, n: Int) {
    if i < h && a[i] == b[i] {
        decided(a, p, b, q, c, r, i + 1, h, n)
    }
}

/// At most n - 1 processes are not `me`.
#[logic]
#[requires(0 <= me && me < n && !f[me])]
#[ensures(count(f, n) < n)]
pub fn others(f: Mapping<Int, bool>, me: Int, n: Int) {
    let only = |j: Int| j == me;
    let no = |_: Int| false;
    apart(f, only, n);
    strictly(no, only, me, n);
    empty(no, n)
}

/// A subset that is not smaller is the same set.
#[logic]
#[variant(n)]
#[requires(forall<i> 0 <= i && i < n && f[i] ==> h[i])]
#[requires(count(f, n) >= count(h, n))]
#[ensures(forall<i> 0 <= i && i < n && h[i] ==> f[i])]
pub fn fills(f: Mapping<Int, bool>, h: Mapping<Int, bool>, n: Int) {
    if n > 0 {
        subset(f, h, n - 1);
        fills(f, h, n - 1)
    }
}

/// A set with a member is not empty.
#[logic]
#[requires(0 <= x && x < n && f[x])]
#[ensures(count(f, n) >= 1)]
pub fn inhabited(f: Mapping<Int, bool>, x: Int, n: Int) {
    let no = |_: Int| false;
    strictly(no, f, x, n);
    empty(no, n)
}

/// A label that takes the first `h - 1` digits of the newest one, and the next digit after its
/// digit h, comes after every label that does not end its likeness at digit h.
#[logic]
#[requires(1 <= h && h <= n && is_digit(newest[h - 1]@))]
#[requires(goes_before(a, p, newest, q, 0, n) || alike(a, newest, n))]
#[requires(alike(a, newest, h - 1) ==> alike(a, newest, h))]
#[requires(alike(newest, new, h - 1) && new[h - 1]@ == digit_after(newest[h - 1]@))]
#[ensures(goes_before(a, p, new, me, 0, n))]
pub fn dominates(
    a: Seq<u8>,
    p: Int,
    newest: Seq<u8>,
    q: Int,
    new: Seq<u8>,
    me: Int,
    h: Int,
    n: Int,
) {
    if alike(a, newest, h - 1) {
        digit_grows(newest[h - 1].view());
        skips(a, p, new, me, 0, h - 1, n)
    } else {
        decided(a, p, newest, q, new, me, 0, h - 1, n)
    }
}

/// The same of the first `k` labels that a process sees.
#[logic]
#[variant(k)]
#[requires(0 <= k && k <= labels.len() && labels.len() == N@ && 1 <= h && h <= N@)]
#[requires(are_labels(labels) && is_newest(labels, w) && w != me)]
#[requires(forall<j> 0 <= j && j < N@ && j != me && alike(labels[j]@, labels[w]@, h - 1) ==> alike(labels[j]@, labels[w]@, h))]
#[requires(alike(labels[w]@, new, h - 1) && new[h - 1]@ == digit_after(labels[w]@[h - 1]@))]
#[ensures(forall<j> 0 <= j && j < k && j != me ==> goes_before(labels[j]@, j, new, me, 0, N@))]
pub fn dominates_all<const N: usize>(
    labels: Seq<[u8; N]>,
    me: Int,
    w: Int,
    new: Seq<u8>,
    h: Int,
    k: Int,
) {
    pearlite! {
        if k > 0 {
            dominates_all::<N>(labels, me, w, new, h, k - 1);
            if k - 1 != me {
                dominates(labels[k - 1]@, k - 1, labels[w]@, w, new, me, h, N@)
            }
        }
    }
}

/// If as many processes share the first `h` digits as the first `h - 1`, then all of the first `k`
/// that share these share digit h.
#[logic]
#[variant(k)]
#[requires(0 <= k && k <= N@ && 1 <= h)]
#[requires(count(sharers(labels, me, like, h), N@) >= count(sharers(labels, me, like, h - 1), N@))]
#[ensures(forall<j> 0 <= j && j < k && j != me && alike(labels[j]@, like, h - 1) ==> alike(labels[j]@, like, h))]
pub fn all_share<const N: usize>(labels: Seq<[u8; N]>, me: Int, like: Seq<u8>, h: Int, k: Int) {
    pearlite! {
        if k > 0 {
            all_share::<N>(labels, me, like, h, k - 1);
            fills(sharers(labels, me, like, h), sharers(labels, me, like, h - 1), N@);
            if sharers(labels, me, like, h - 1)[k - 1] {
            }
        }
    }
}

/// The label that a rule with this place takes comes after all labels seen, if `w` was the newest.
#[logic]
#[requires(labels.len() == N@ && 1 <= h && h <= N@ && w != me)]
#[requires(forall<j> 0 <= j && j < N@ && j != me && alike(labels[j]@, labels[w]@, h - 1) ==> alike(labels[j]@, labels[w]@, h))]
#[requires(alike(labels[w]@, new, h - 1) && new[h - 1]@ == digit_after(labels[w]@[h - 1]@))]
#[ensures(are_labels(labels) && is_newest(labels, w)
    ==> forall<j> 0 <= j && j < N@ && j != me ==> goes_before(labels[j]@, j, new, me, 0, N@))]
pub fn chosen<const N: usize>(labels: Seq<[u8; N]>, me: Int, w: Int, new: Seq<u8>, h: Int) {
    pearlite! {
        if are_labels(labels) && is_newest(labels, w) {
            dominates_all::<N>(labels, me, w, new, h, N@)
        }
    }
}

/// Whether all of these are digits.
#[logic(open)]
pub fn are_digits(label: Seq<u8>) -> bool {
    pearlite! { forall<i> 0 <= i && i < label.len() ==> is_digit(label[i]@) }
}

/// Whether all of these are tags: 0 to 4.
#[logic(open)]
pub fn are_tags(tags: Seq<u8>) -> bool {
    pearlite! { forall<i> 0 <= i && i < tags.len() ==> tags[i]@ <= 4 }
}

/// The process whose tag process `me` stores with its digit `i`.
#[logic(open)]
pub fn tagged(me: Int, i: Int) -> Int {
    if i < me {
        i
    } else {
        i + 1
    }
}

/// The digit `i` and the tag that is stored with it.
#[logic(open)]
pub fn pair(label: Seq<u8>, tags: Seq<u8>, me: Int, i: Int) -> Int {
    pearlite! { label[i]@ - 1 + 5 * tags[tagged(me, i)]@ }
}

/// The first `i` pairs, as a number to base 25.
#[logic(open)]
#[variant(i)]
pub fn packed_up_to(label: Seq<u8>, tags: Seq<u8>, me: Int, i: Int) -> Int {
    if i <= 0 {
        0
    } else {
        packed_up_to(label, tags, me, i - 1) * 25 + pair(label, tags, me, i - 1)
    }
}

/// 25 to the power of `i`.
#[logic(open)]
#[variant(i)]
#[ensures(result >= 1)]
pub fn power(i: Int) -> Int {
    if i <= 0 {
        1
    } else {
        25 * power(i - 1)
    }
}

/// Powers grow.
#[logic]
#[variant(j - i)]
#[requires(i <= j)]
#[ensures(power(i) <= power(j))]
pub fn powers_grow(i: Int, j: Int) {
    if i < j {
        powers_grow(i, j - 1)
    }
}

/// Fourteen processes have room in 64 bits.
#[logic]
#[requires(n <= 14)]
#[ensures(power(n - 1) <= u64::MAX@)]
pub fn fourteen_fit(n: Int) {
    pearlite! {
        powers_grow(n - 1, 13);
        if power(1) == 25 && power(2) == 625 && power(3) == 15625 && power(6) == 244140625 {
        }
    }
}

/// The first `n` pairs are less than 25 to the power of `n`, and not less than the first `i`.
#[logic]
#[variant(n)]
#[requires(0 <= i && i <= n && n < label.len() && tags.len() == label.len())]
#[ensures(are_digits(label) && are_tags(tags) ==> 0 <= packed_up_to(label, tags, me, i)
    && packed_up_to(label, tags, me, i) <= packed_up_to(label, tags, me, n)
    && packed_up_to(label, tags, me, n) < power(n))]
pub fn packed_grows(label: Seq<u8>, tags: Seq<u8>, me: Int, i: Int, n: Int) {
    if n > 0 {
        packed_grows(label, tags, me, if i < n { i } else { n - 1 }, n - 1)
    }
}

/// Whether `packed` is the value of a register of process `me`, one of `n`, with this label and
/// these tags.
#[logic(open)]
pub fn are_packed(packed: Int, label: Seq<u8>, tags: Seq<u8>, me: Int, n: Int) -> bool {
    pearlite! {
        n > 0 && label.len() == n && tags.len() == n && are_digits(label) && are_tags(tags)
            && packed == packed_up_to(label, tags, me, n - 1)
    }
}

/// The last of `i + 1` pairs is the remainder by 25.
#[logic]
#[ensures(0 <= i && i + 1 < n && are_packed(packed_up_to(label, tags, me, n - 1), label, tags, me, n)
    ==> packed_up_to(label, tags, me, i + 1) >= 0
        && packed_up_to(label, tags, me, i + 1) / 25 == packed_up_to(label, tags, me, i)
        && packed_up_to(label, tags, me, i + 1) % 25 == pair(label, tags, me, i)
        && pair(label, tags, me, i) % 5 + 1 == label[i]@ && pair(label, tags, me, i) / 5 == tags[tagged(me, i)]@)]
pub fn last_pair(label: Seq<u8>, tags: Seq<u8>, me: Int, i: Int, n: Int) {
    if 0 <= i && i + 1 < n && label.len() == n && tags.len() == n {
        packed_grows(label, tags, me, i, i)
    }
}
