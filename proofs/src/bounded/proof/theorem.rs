//! Lemma 4: k-exclusion, for every N and every k.

use super::State;
use doorway_core::logic::count::{count, empty, one_more};
use doorway_core::logic::prelude::*;

/// A member of f below n, of which all other members below n are before.
#[logic]
#[variant(n)]
#[requires(exists<i> 0 <= i && i < n && f[i])]
#[requires(forall<a, b> a != b ==> before[a][b] != before[b][a])]
#[requires(forall<a, b, c> before[a][b] && before[b][c] ==> before[a][c])]
#[ensures(0 <= result && result < n && f[result])]
#[ensures(forall<i> 0 <= i && i < n && f[i] && i != result ==> before[i][result])]
pub fn last(f: Mapping<Int, bool>, before: Mapping<Int, Mapping<Int, bool>>, n: Int) -> Int {
    pearlite! {
        if exists<i> 0 <= i && i < n - 1 && f[i] {
            let last = last(f, before, n - 1);
            if f[n - 1] && before[last][n - 1] { n - 1 } else { last }
        } else {
            n - 1
        }
    }
}

impl State {
    /// The initial state is possible.
    #[logic]
    #[requires(self.is_initial())]
    #[ensures(self.is_possible())]
    pub fn starts(self) {}

    /// Every step of every process preserves the invariant.
    #[logic]
    #[requires(self.is_possible() && self.steps(next, p))]
    #[ensures(next.is_possible())]
    pub fn keeps(self, next: Self, p: Int) {
        self.observation_1_stays(next, p);
        self.observation_2_stays(next, p);
        self.observation_3_stays(next, p);
        self.stays_ordered(next, p);
        self.stays_latched(next, p);
        self.stays_withdrawn(next, p);
        self.stays_erased(next, p);
        self.lemma_3_stays(next, p);
        self.stays_right(next, p);
        self.stays_told(next, p);
        self.stays_listed(next, p);
        self.stays_for_listed(next, p);
        self.stays_allowing(next, p);
        self.stays_passed_rightly(next, p)
    }

    /// The processes that have left the waiting loop for the critical section, or are inside.
    #[logic(open)]
    pub fn passed(self) -> Mapping<Int, bool> {
        |p| self.has_passed(p)
    }

    /// **k-exclusion** (Lemma 4): at most k processes are at line 12 or inside. All but the one with
    /// the last label are ahead of that one.
    #[logic]
    #[requires(self.is_possible() && 0 < self.k && 0 <= self.n)]
    #[ensures(count(self.passed(), self.n) <= self.k)]
    pub fn k_exclusion(self) {
        pearlite! {
            if exists<p> self.has(p) && self.passed()[p] {
                let last = last(self.passed(), self.older, self.n);
                proof_assert!(self.has_few(last));
                one_more(self.passed(), self.ahead(last), last, self.n)
            } else {
                empty(self.passed(), self.n)
            }
        }
    }
}
