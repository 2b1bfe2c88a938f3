//! Labels: bounded timestamps that never run out.
//!
//! A label for N processes has N - 1 digits, each 1 to 5. The order on digits is no total order:
//! 1 is below all others, 2 is below 3, 4 and 5, and 3 ≺ 4 ≺ 5 ≺ 3 is a cycle. So a digit can be
//! exceeded without end, as long as no process still has a label with the digit that is reached
//! again. The rule of [`choose`] ensures that: it moves a digit only if enough other processes
//! share all digits up to there.
//!
//! The rule is of the kind of Dolev and Shavit, *Bounded concurrent time-stamping* (SIAM J.
//! Comput. 26, 1997). It is our reading, because that paper was not at hand.
//!
//! Proved for every N, for labels as they are *seen*: of two labels exactly one goes first, and a
//! new label comes after every label that its process has seen, if one of those was the newest.
//! That the labels in use at any time have a newest one is not proved. It is tested for N ≤ 4.

use crate::ticket::{Id, Ticket};
#[cfg(not(creusot))]
use core::fmt;
#[cfg(creusot)]
use {
    crate::logic::count::count,
    crate::logic::label::{
        alike, all_share, are_digits, are_labels, are_packed, are_tags, asymmetric, chosen,
        digit_after, digit_below, goes_before, inhabited, is_digit, is_newest, last_pair, others,
        packed_grows, packed_up_to, power, powers_grow, sharers, tagged,
    },
    crate::logic::prelude::*,
};

/// A digit of a label: 1 to 5.
pub type Digit = u8;

/// The digit with which labels start.
pub const LOWEST: Digit = 1;

/// A label for N processes: N - 1 digits. The last of the N places is not used, and stays
/// [`LOWEST`].
pub type Label<const N: usize> = [Digit; N];

/// Whether the digit `a` is below the digit `b`.
///
/// ```
/// use doorway_core::label::below;
/// assert!(below(1, 2) && below(1, 5) && below(2, 3) && below(2, 5));
/// assert!(below(3, 4) && below(4, 5) && below(5, 3));
/// assert!(!below(4, 3) && !below(5, 4) && !below(3, 5) && !below(4, 4));
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == digit_below(a@, b@)))]
#[cfg_attr(creusot, ensures(a == b ==> !result))]
pub const fn below(a: Digit, b: Digit) -> bool {
    match a {
        1 => b != 1,
        2 => b >= 3,
        3 => b == 4,
        4 => b == 5,
        5 => b == 3,
        _ => false,
    }
}

/// The digit after `digit`: 1 → 2 → 3 → 4 → 5 → 3.
///
/// ```
/// use doorway_core::label::{below, next};
/// assert_eq!([1, 2, 3, 4, 5].map(next), [2, 3, 4, 5, 3]);
/// assert!((1..=5).all(|digit| below(digit, next(digit))));
/// ```
#[must_use]
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result@ == digit_after(digit@)))]
#[cfg_attr(creusot, ensures(is_digit(digit@) ==> is_digit(result@) && digit_below(digit@, result@)))]
pub const fn next(digit: Digit) -> Digit {
    match digit {
        1 => 2,
        2 => 3,
        3 => 4,
        4 => 5,
        _ => 3,
    }
}

/// Whether the label `a` of process `p` goes before the label `b` of process `q`: the first digit
/// that differs decides, and for equal labels the id.
///
/// ```
/// use doorway_core::label::precedes;
/// assert!(precedes(&[2, 5, 1], 0, &[3, 1, 1], 1));
/// assert!(precedes(&[3, 5, 1], 0, &[3, 3, 1], 1));
/// assert!(precedes(&[3, 1, 1], 0, &[3, 1, 1], 1)); // a tie: the smaller id
/// ```
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == goes_before(a@, p@, b@, q@, 0, N@)))]
pub const fn precedes<const N: usize>(a: &Label<N>, p: Id, b: &Label<N>, q: Id) -> bool {
    let mut i = 0;
    #[cfg_attr(creusot, variant(N@ - i@))]
    #[cfg_attr(creusot, invariant(i@ <= N@))]
    #[cfg_attr(creusot, invariant(goes_before(a@, p@, b@, q@, 0, N@) == goes_before(a@, p@, b@, q@, i@, N@)))]
    while i < N {
        if a[i] != b[i] {
            return below(a[i], b[i]);
        }
        i += 1;
    }
    p < q
}

/// The process with the newest label. If no label comes after all others, any process.
///
/// ```
/// use doorway_core::label::newest;
/// assert_eq!(newest(&[[2, 3, 1], [3, 1, 1], [1, 1, 1]]), 1);
/// assert_eq!(newest(&[[1, 1, 1]; 3]), 2);
/// ```
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(N@ > 0 ==> result@ < N@))]
#[cfg_attr(creusot, ensures(forall<w> is_newest(labels@, w) ==> result@ == w))]
pub fn newest<const N: usize>(labels: &[Label<N>; N]) -> Id {
    let mut newest: Id = 0;
    let mut i: Id = 1;
    #[cfg_attr(creusot, variant(N@ - i@))]
    #[cfg_attr(creusot, invariant(1 <= i@ && newest@ < i@ && (N@ > 0 ==> i@ <= N@)))]
    #[cfg_attr(creusot, invariant(forall<w> is_newest(labels@, w) && w < i@ ==> newest@ == w))]
    while i < N {
        #[cfg(creusot)]
        let _ = snapshot!(asymmetric(labels@[newest@]@, newest@, labels@[i@]@, i@, 0, N@));
        if precedes(&labels[newest], newest, &labels[i], i) {
            newest = i;
        }
        i += 1;
    }
    newest
}

/// Whether two labels have the same first `h` digits.
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(h@ <= N@ ==> result == alike(a@, b@, h@)))]
pub const fn same<const N: usize>(a: &Label<N>, b: &Label<N>, h: usize) -> bool {
    let mut i = 0;
    #[cfg_attr(creusot, variant(N@ - i@))]
    #[cfg_attr(creusot, invariant(i@ <= N@ && (h@ <= N@ ==> i@ <= h@) && alike(a@, b@, i@)))]
    while i < N && i < h {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The number of processes other than `me` whose labels have the first `h` digits of `like`.
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(h@ <= N@ ==> result@ == count(sharers(labels@, me@, like@, h@), N@)))]
pub const fn sharing<const N: usize>(
    labels: &[Label<N>; N],
    me: Id,
    like: &Label<N>,
    h: usize,
) -> usize {
    let mut sharing = 0;
    let mut j = 0;
    #[cfg_attr(creusot, variant(N@ - j@))]
    #[cfg_attr(creusot, invariant(sharing@ <= j@ && j@ <= N@))]
    #[cfg_attr(creusot, invariant(h@ <= N@ ==> sharing@ == count(sharers(labels@, me@, like@, h@), j@)))]
    while j < N {
        if j != me && same(&labels[j], like, h) {
            sharing += 1;
        }
        j += 1;
    }
    sharing
}

/// The digit, counted from 1, that `me` moves when `m` has the newest label: the least h so that
/// at least N - h other processes have the first h digits of that label.
///
/// Then every other process that has the first h - 1 digits also has digit h, so the digits
/// that the cycle 3 ≺ 4 ≺ 5 ≺ 3 would confuse are not all in use.
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(me@ < N@ && m@ < N@ && me != m))]
#[cfg_attr(creusot, ensures(1 <= result@ && result@ < N@))]
#[cfg_attr(creusot, ensures(forall<j> 0 <= j && j < N@ && j != me@ && alike(labels@[j]@, labels@[m@]@, result@ - 1)
    ==> alike(labels@[j]@, labels@[m@]@, result@)))]
pub fn place<const N: usize>(labels: &[Label<N>; N], me: Id, m: Id) -> usize {
    let mut h = 1;
    #[cfg(creusot)]
    let _ = snapshot!(others(sharers(labels@, me@, labels@[m@]@, 0), me@, N@));
    #[cfg_attr(creusot, variant(N@ - h@))]
    #[cfg_attr(creusot, invariant(1 <= h@ && h@ < N@))]
    #[cfg_attr(creusot, invariant(count(sharers(labels@, me@, labels@[m@]@, h@ - 1), N@) < N@ - h@ + 1))]
    while h + 1 < N && sharing(labels, me, &labels[m], h) < N - h {
        h += 1;
    }
    #[cfg(creusot)]
    let _ = snapshot!(inhabited(sharers(labels@, me@, labels@[m@]@, h@), m@, N@));
    #[cfg(creusot)]
    proof_assert!(count(sharers(labels@, me@, labels@[m@]@, h@), N@) >= 1);
    #[cfg(creusot)]
    proof_assert!(count(sharers(labels@, me@, labels@[m@]@, h@), N@) >= N@ - h@);
    #[cfg(creusot)]
    let _ = snapshot!(all_share::<N>(labels@, me@, labels@[m@]@, h@, N@));
    h
}

/// The label that `me` takes after it has seen `labels`, in which `labels[me]` is its own.
///
/// The newest label stays. Otherwise the new label has the digits of the newest one before the
/// digit [`place`], the [`next`] digit there, and [`LOWEST`] after it.
///
/// ```
/// use doorway_core::label::choose;
/// // Two others share the first digit: it moves.
/// assert_eq!(choose(&[[1, 1, 1], [1, 1, 1], [1, 1, 1]], 0), [2, 1, 1]);
/// // Only the newest has this first digit: the second moves.
/// assert_eq!(choose(&[[2, 1, 1], [1, 1, 1], [1, 1, 1]], 1), [2, 2, 1]);
/// assert_eq!(choose(&[[2, 1, 1], [1, 1, 1], [1, 1, 1]], 0), [2, 1, 1]);
/// ```
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(are_labels(labels@) ==> forall<i> 0 <= i && i < N@ ==> is_digit(result@[i]@)))]
#[cfg_attr(creusot, ensures(forall<w> me@ < N@ && are_labels(labels@) && is_newest(labels@, w)
    ==> forall<j> 0 <= j && j < N@ && j != me@ ==> goes_before(labels@[j]@, j, result@, me@, 0, N@)))]
pub fn choose<const N: usize>(labels: &[Label<N>; N], me: Id) -> Label<N> {
    if me >= N {
        return [LOWEST; N];
    }
    let m = newest(labels);
    if m == me {
        return labels[me];
    }
    let h = place(labels, me, m);
    let new = moved(&labels[m], h);
    #[cfg(creusot)]
    let _ = snapshot!(chosen::<N>(labels@, me@, m@, new@, h@));
    new
}

/// The label with the first h - 1 digits of `label`, the next digit at h, and [`LOWEST`] after it.
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(1 <= h@ && h@ <= N@ ==> alike(label@, result@, h@ - 1)
    && result@[h@ - 1]@ == digit_after(label@[h@ - 1]@)))]
#[cfg_attr(creusot, ensures(forall<i> 0 <= i && i < N@ && i >= h@ ==> result@[i] == LOWEST))]
#[cfg_attr(creusot, ensures((forall<i> 0 <= i && i < N@ ==> is_digit(label@[i]@))
    ==> forall<i> 0 <= i && i < N@ ==> is_digit(result@[i]@)))]
pub fn moved<const N: usize>(label: &Label<N>, h: usize) -> Label<N> {
    let mut new = [LOWEST; N];
    let mut i = 0;
    #[cfg_attr(creusot, variant(N@ - i@))]
    #[cfg_attr(creusot, invariant(i@ <= N@ && i@ <= h@))]
    #[cfg_attr(creusot, invariant(forall<j> i@ <= j && j < N@ ==> new@[j] == LOWEST))]
    #[cfg_attr(creusot, invariant(forall<j> 0 <= j && j < i@ ==> new@[j]@ == if j == h@ - 1 { digit_after(label@[j]@) } else { label@[j]@ }))]
    while i < N && i < h {
        new[i] = if i + 1 == h { next(label[i]) } else { label[i] };
        i += 1;
    }
    new
}

/// A tag of a register: a color 0 to 3, or [`NO_COLOR`].
pub type Tag = u8;

/// The tag that equals no color.
pub const NO_COLOR: Tag = 4;

/// The number of pairs of a digit and a tag.
const PAIRS: Ticket = 25;

/// The error that a register has no room for the labels and tags of so many processes.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub struct TooMany {
    /// The largest number of processes that the register has room for.
    pub most: usize,
}

#[cfg(not(creusot))]
impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a label does not fit: registers of this width have room for at most {} processes",
            self.most
        )
    }
}

/// The largest number of processes whose label and tags fit in a register that holds the values 0
/// to `limit`: the largest n with 25ⁿ⁻¹ ≤ `limit`.
///
/// ```
/// use doorway_core::label::most;
/// assert_eq!([u8::MAX as u64, u16::MAX as u64, u32::MAX as u64, u64::MAX].map(most), [2, 4, 7, 14]);
/// ```
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(1 <= result@ && result@ <= limit@ + 1 && power(result@ - 1) <= limit@ + 1))]
#[cfg_attr(creusot, ensures(forall<n> power(n - 1) <= limit@ ==> n <= result@))]
pub const fn most(limit: Ticket) -> usize {
    let mut n = 1;
    let mut values = 1;
    #[cfg_attr(creusot, variant(limit@ - values@))]
    #[cfg_attr(creusot, invariant(1 <= n@ && n@ <= values@ && (n@ > 1 ==> values@ <= limit@)))]
    #[cfg_attr(creusot, invariant(values@ == power(n@ - 1)))]
    while values <= limit / PAIRS {
        values *= PAIRS;
        n += 1;
    }
    #[cfg(creusot)]
    proof_assert!(power(n@) > limit@);
    #[cfg(creusot)]
    proof_assert!(forall<m> m > n@ && { powers_grow(n@, m - 1); true } ==> power(m - 1) > limit@);
    n
}

/// The label and the tags of process `me`, in one register that holds the values 0 to `limit`.
///
/// `tags[q]` is the tag for process q; `tags[me]` is not stored.
///
/// # Errors
///
/// [`TooMany`] if the register has no room for N processes. (Also for what is no label or no tag,
/// if its value were too large.)
///
/// ```
/// use doorway_core::label::{pack, unpack, TooMany, NO_COLOR};
/// let (label, tags) = ([3, 5, 1], [2, NO_COLOR, 3]);
/// let packed = pack(&label, &tags, 1, u64::from(u16::MAX)).unwrap();
/// assert_eq!(unpack::<3>(packed, 1), (label, tags));
/// assert_eq!(pack(&label, &tags, 1, u64::from(u8::MAX)), Err(TooMany { most: 2 }));
/// ```
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(match result { Ok(packed) => packed@ <= limit@, Err(_) => true }))]
#[cfg_attr(creusot, ensures(are_digits(label@) && are_tags(tags@) ==> match result {
    Ok(packed) => N@ > 0 ==> are_packed(packed@, label@, tags@, me@, N@),
    Err(_) => power(N@ - 1) > limit@,
}))]
pub fn pack<const N: usize>(
    label: &Label<N>,
    tags: &[Tag; N],
    me: Id,
    limit: Ticket,
) -> Result<Ticket, TooMany> {
    let most = most(limit);
    if N > most {
        return Err(TooMany { most });
    }
    let mut packed: Ticket = 0;
    let mut i = 0;
    #[cfg_attr(creusot, variant(N@ - i@))]
    #[cfg_attr(creusot, invariant(packed@ <= limit@ && (i@ == 0 || i@ < N@)))]
    #[cfg_attr(creusot, invariant(are_digits(label@) && are_tags(tags@) ==> packed@ == packed_up_to(label@, tags@, me@, i@)))]
    while i + 1 < N {
        #[cfg(creusot)]
        let _ = snapshot!(packed_grows(label@, tags@, me@, i@ + 1, N@ - 1));
        let tag = tags[if i < me { i } else { i + 1 }];
        let pair = (label[i] as Ticket).saturating_sub(1) % 5 + 5 * (tag as Ticket % 5);
        if packed > limit / PAIRS || pair > limit - packed * PAIRS {
            return Err(TooMany { most });
        }
        packed = packed * PAIRS + pair;
        i += 1;
    }
    Ok(packed)
}

/// The label and the tags of process `me` that [`pack`] has packed. `tags[me]` is [`NO_COLOR`].
#[must_use]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(forall<i> 0 <= i && i < N@ ==> is_digit(result.0@[i]@) && result.1@[i]@ <= NO_COLOR@))]
#[cfg_attr(creusot, ensures(forall<label: Seq<Digit>, tags: Seq<Tag>> are_packed(packed@, label, tags, me@, N@)
    ==> forall<i> 0 <= i && i < N@ - 1 ==> result.0@[i] == label[i]))]
#[cfg_attr(creusot, ensures(forall<label: Seq<Digit>, tags: Seq<Tag>> me@ < N@ && are_packed(packed@, label, tags, me@, N@)
    ==> forall<q> 0 <= q && q < N@ && q != me@ ==> result.1@[q] == tags[q]))]
pub fn unpack<const N: usize>(packed: Ticket, me: Id) -> (Label<N>, [Tag; N]) {
    let mut label = [LOWEST; N];
    let mut tags = [NO_COLOR; N];
    let mut rest = packed;
    let mut i = if N == 0 { 0 } else { N - 1 };
    #[cfg_attr(creusot, variant(i@))]
    #[cfg_attr(creusot, invariant(i@ <= N@ && (N@ > 0 ==> i@ < N@)))]
    #[cfg_attr(creusot, invariant(forall<j> 0 <= j && j < N@ ==> is_digit(label@[j]@) && tags@[j]@ <= NO_COLOR@))]
    #[cfg_attr(creusot, invariant(forall<l: Seq<Digit>, t: Seq<Tag>> are_packed(packed@, l, t, me@, N@)
        ==> rest@ == packed_up_to(l, t, me@, i@)))]
    #[cfg_attr(creusot, invariant(forall<l: Seq<Digit>, t: Seq<Tag>> are_packed(packed@, l, t, me@, N@)
        ==> forall<j> i@ <= j && j < N@ - 1 ==> label@[j] == l[j]))]
    #[cfg_attr(creusot, invariant(forall<l: Seq<Digit>, t: Seq<Tag>> are_packed(packed@, l, t, me@, N@)
        ==> forall<q> 0 <= q && q < N@ && q != me@ && me@ < N@ && i@ <= (if q < me@ { q } else { q - 1 })
            ==> tags@[q] == t[q]))]
    while i > 0 {
        i -= 1;
        let pair = (rest % PAIRS) as u8;
        #[cfg(creusot)]
        proof_assert!(forall<l: Seq<Digit>, t: Seq<Tag>> { last_pair(l, t, me@, i@, N@); are_packed(packed@, l, t, me@, N@) }
            ==> rest@ / 25 == packed_up_to(l, t, me@, i@)
                && pair@ % 5 + 1 == l[i@]@ && pair@ / 5 == t[tagged(me@, i@)]@);
        label[i] = pair % 5 + 1;
        tags[if i < me { i } else { i + 1 }] = pair / 5;
        rest /= PAIRS;
    }
    (label, tags)
}
