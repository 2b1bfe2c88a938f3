//! Cardinalities of sets of processes.

use super::prelude::*;

/// The number of processes below `n` that are in `f`.
#[logic(open)]
#[variant(n)]
#[ensures(n >= 0 ==> 0 <= result && result <= n)]
pub fn count(f: Mapping<Int, bool>, n: Int) -> Int {
    if n <= 0 {
        0
    } else if f[n - 1] {
        count(f, n - 1) + 1
    } else {
        count(f, n - 1)
    }
}

/// A predecessor set as a mapping.
#[logic(open)]
pub fn members(set: Seq<bool>) -> Mapping<Int, bool> {
    |i| set[i]
}

/// The moves of process p in a run.
#[logic(open)]
pub fn own_moves(movers: Seq<Int>, p: Int) -> Mapping<Int, bool> {
    |j| movers[j] == p
}

/// A subset is not larger.
#[logic]
#[variant(n)]
#[requires(forall<i> 0 <= i && i < n && f[i] ==> h[i])]
#[ensures(count(f, n) <= count(h, n))]
pub fn subset(f: Mapping<Int, bool>, h: Mapping<Int, bool>, n: Int) {
    if n > 0 {
        subset(f, h, n - 1)
    }
}

/// The empty set has no members.
#[logic]
#[variant(n)]
#[requires(forall<i> 0 <= i && i < n ==> !f[i])]
#[ensures(count(f, n) == 0)]
pub fn empty(f: Mapping<Int, bool>, n: Int) {
    if n > 0 {
        empty(f, n - 1)
    }
}

/// A set that has at most one more member is larger by at most one.
#[logic]
#[variant(n)]
#[requires(forall<i> 0 <= i && i < n && f[i] && i != x ==> h[i])]
#[ensures(count(f, n) <= count(h, n) + 1)]
pub fn one_more(f: Mapping<Int, bool>, h: Mapping<Int, bool>, x: Int, n: Int) {
    if n > 0 {
        if x == n - 1 {
            subset(f, h, n - 1)
        } else {
            one_more(f, h, x, n - 1)
        }
    }
}

/// A proper superset is larger.
#[logic]
#[variant(n)]
#[requires(0 <= x && x < n && !f[x] && h[x])]
#[requires(forall<i> 0 <= i && i < n && f[i] ==> h[i])]
#[ensures(count(f, n) + 1 <= count(h, n))]
pub fn strictly(f: Mapping<Int, bool>, h: Mapping<Int, bool>, x: Int, n: Int) {
    if n > 0 {
        if x == n - 1 {
            subset(f, h, n - 1)
        } else {
            strictly(f, h, x, n - 1)
        }
    }
}

/// Two disjoint sets have together at most n members.
#[logic]
#[variant(n)]
#[requires(n >= 0 && forall<i> 0 <= i && i < n ==> !(f[i] && h[i]))]
#[ensures(count(f, n) + count(h, n) <= n)]
pub fn apart(f: Mapping<Int, bool>, h: Mapping<Int, bool>, n: Int) {
    if n > 0 {
        apart(f, h, n - 1)
    }
}

/// A set whose cardinality is 0 has no member.
#[logic]
#[variant(n)]
#[requires(count(f, n) == 0)]
#[ensures(forall<i> 0 <= i && i < n ==> !f[i])]
pub fn none(f: Mapping<Int, bool>, n: Int) {
    if n > 0 {
        none(f, n - 1)
    }
}

/// No set that contains f is smaller.
#[logic]
#[variant(n)]
#[ensures(forall<h: Mapping<Int, bool>> (forall<i> 0 <= i && i < n && f[i] ==> h[i]) ==> count(f, n) <= count(h, n))]
pub fn supersets(f: Mapping<Int, bool>, n: Int) {
    if n > 0 {
        supersets(f, n - 1)
    }
}
