//! The invariant of Lemma 4. The same in executable Rust: `inductive.rs`.

use super::program::number;
use super::State;
use crate::bounded::program::Line;
use doorway_core::logic::count::count;
use doorway_core::logic::prelude::*;

impl State {
    /// Whether p is at `line` for i.
    #[logic(open)]
    pub fn at(self, p: Int, line: Line, i: Int) -> bool {
        pearlite! { self.local[p].line == line && self.local[p].i == i }
    }

    /// The position of p in the program.
    #[logic(open)]
    pub fn line(self, p: Int) -> Int {
        number(self.local[p].line)
    }

    /// Whether p has made its access of `line` for i in this passage.
    #[logic(open)]
    pub fn has_made(self, p: Int, line: Line, i: Int) -> bool {
        pearlite! {
            self.line(p) > number(line) || (self.local[p].line == line && i < self.local[p].i)
        }
    }

    /// Whether p has its label, and has not begun its exit.
    #[logic(open)]
    pub fn is_engaged(self, p: Int) -> bool {
        4 <= self.line(p) && self.line(p) <= 32
    }

    /// Whether p has made line 5, and not yet line 13.
    #[logic(open)]
    pub fn is_revealed(self, p: Int) -> bool {
        19 <= self.line(p) && self.line(p) <= 33
    }

    /// Whether p has left the waiting loop for the critical section: it is at line 12, or inside.
    #[logic(open)]
    pub fn has_passed(self, p: Int) -> bool {
        31 <= self.line(p) && self.line(p) <= 32
    }

    /// Whether i is ahead of p: it has an older label, and has not begun its exit.
    #[logic(open)]
    pub fn is_ahead(self, i: Int, p: Int) -> bool {
        i != p && self.is_engaged(i) && self.older[i][p]
    }

    /// The processes ahead of p.
    #[logic(open)]
    pub fn ahead(self, p: Int) -> Mapping<Int, bool> {
        |i| self.is_ahead(i, p)
    }

    /// Whether fewer than k processes are ahead of p.
    #[logic(open)]
    pub fn has_few(self, p: Int) -> bool {
        count(self.ahead(p), self.n) < self.k
    }

    /// Whether i and p are two processes.
    #[logic(open)]
    pub fn two(self, i: Int, p: Int) -> bool {
        self.has(i) && self.has(p) && i != p
    }

    /// **Observation 1**: `Compete[p][i]` is true exactly from line 1 to line 15 for i.
    #[logic(open)]
    pub fn observation_1(self) -> bool {
        pearlite! {
            forall<p, i> self.two(p, i) ==>
                self.compete[p][i] == (self.has_made(p, Line::L1, i) && !self.has_made(p, Line::L15, i))
        }
    }

    /// **Observation 2**: `Ignore[p][i]` is true exactly from line 2 to line 8 for i.
    #[logic(open)]
    pub fn observation_2(self) -> bool {
        pearlite! {
            forall<p, i> self.two(p, i) ==>
                self.ignore[p][i] == (self.has_made(p, Line::L2, i) && !self.has_made(p, Line::L8, i))
        }
    }

    /// **Observation 3**: `Reveal[p]` is true exactly from line 5 to line 13.
    #[logic(open)]
    pub fn observation_3(self) -> bool {
        pearlite! { forall<p> self.has(p) ==> self.reveal[p] == self.is_revealed(p) }
    }

    /// The labels are in a strict total order.
    #[logic(open)]
    pub fn is_ordered(self) -> bool {
        pearlite! {
            (forall<a> !self.older[a][a])
                && (forall<a, b> a != b ==> self.older[a][b] != self.older[b][a])
                && (forall<a, b, c> self.older[a][b] && self.older[b][c] ==> self.older[a][c])
        }
    }

    /// The latch: if i has set it since p reset it, then i is not ahead of p.
    #[logic(open)]
    pub fn is_latched(self) -> bool {
        pearlite! {
            forall<i, p> self.two(i, p) && self.gone[i][p] && self.is_engaged(p) && self.has_made(p, Line::Reset, i)
                ==> !self.is_ahead(i, p)
        }
    }

    /// From 4c to 4e the second cell is false; from 4d to 4e `Allow` is false too.
    #[logic(open)]
    pub fn is_withdrawn(self) -> bool {
        pearlite! {
            forall<i, p> self.two(i, p) && self.local[i].i == p ==>
                (9 <= self.line(i) && self.line(i) <= 13 ==> !self.second[i][p])
                && (10 <= self.line(i) && self.line(i) <= 12 ==> !self.allow[i][p])
        }
    }

    /// Whether the second cell is false, and i is not about to set it.
    #[logic(open)]
    pub fn lacks_second(self, i: Int, p: Int) -> bool {
        !self.second[i][p] && !self.at(i, Line::L4eStore, p)
    }

    /// Whether p has reset the cells of i in an exit, and i has not discovered p since.
    #[logic(open)]
    pub fn is_undiscovered(self, i: Int, p: Int) -> bool {
        self.line(p) <= 18
            || (self.line(p) <= 33 && !self.fresh[i][p])
            || (self.line(p) == 34 && i < self.local[p].i)
            || (self.line(p) == 35 && i <= self.local[p].i)
            || 36 <= self.line(p)
    }

    /// For Lemma 3: while p is not discovered by i, a first cell that is true is about to be reset,
    /// or to become right.
    #[logic(open)]
    pub fn is_erased(self) -> bool {
        pearlite! {
            forall<i, p> self.two(i, p) && self.is_undiscovered(i, p) && self.first[i][p]
                ==> self.lacks_second(i, p)
        }
    }

    /// **Lemma 3**: if p has loaded true from both cells of i, in this order, then i has discovered
    /// p since p's line 5.
    #[logic(open)]
    pub fn lemma_3(self) -> bool {
        pearlite! {
            forall<i, p> self.two(i, p) && self.local[p].i == i ==>
                match self.local[p].line {
                    Line::L11aSecond | Line::L11bSecond => self.fresh[i][p] || self.lacks_second(i, p),
                    Line::L11Ignore | Line::L11Order | Line::L11Allow => self.fresh[i][p],
                    _ => true,
                }
        }
    }

    /// If i has discovered p since p's line 5, and is ahead of p, then its scan comes after p's
    /// label, and what it tells p is right.
    #[logic(open)]
    pub fn tells_right(self) -> bool {
        pearlite! {
            forall<i, p> self.two(i, p) && self.fresh[i][p] && self.is_revealed(p) && self.is_ahead(i, p) ==>
                (20 <= self.line(i) ==> !self.local[i].order[p])
                && (self.has_made(i, Line::L7, p) ==> self.order[i][p])
        }
    }

    /// If `Ignore[i][p]` was false, i has told p its order.
    #[logic(open)]
    pub fn has_told(self) -> bool {
        pearlite! {
            forall<i, p> self.two(i, p) && self.at(p, Line::L11Order, i) && self.is_ahead(i, p)
                ==> self.has_made(i, Line::L7, p)
        }
    }

    /// A process ahead of p is in its `order`, and then in `precede` until p leaves.
    #[logic(open)]
    pub fn is_listed(self) -> bool {
        pearlite! {
            forall<i, p> self.two(i, p) && self.is_ahead(i, p) ==>
                (20 <= self.line(p) && self.line(p) <= 21 ==> self.local[p].order[i])
                && (22 <= self.line(p) && self.line(p) <= 32 ==> self.local[p].precede[i])
        }
    }

    /// Line 12 is for the processes in `order`.
    #[logic(open)]
    pub fn is_for_listed(self) -> bool {
        pearlite! {
            forall<p> self.has(p) && self.local[p].line == Line::L12 ==> self.local[p].order[self.local[p].i]
        }
    }

    /// Whether i allows p to enter, has discovered p since p's line 5, and p has not begun its exit.
    #[logic(open)]
    pub fn is_allowed(self, i: Int, p: Int) -> bool {
        pearlite! {
            self.two(i, p) && self.fresh[i][p] && self.is_revealed(p) && self.is_engaged(p) && self.allow[i][p]
        }
    }

    /// If i allows p to enter, and has discovered p since p's line 5, then few are ahead of p.
    #[logic(open)]
    pub fn allows_right(self) -> bool {
        pearlite! {
            forall<i, p> self.is_allowed(i, p) ==> self.has_few(p)
        }
    }

    /// Few are ahead of a process that has left the waiting loop.
    #[logic(open)]
    pub fn has_passed_rightly(self) -> bool {
        pearlite! { forall<p> self.has(p) && self.has_passed(p) ==> self.has_few(p) }
    }

    /// The invariant.
    #[logic(open)]
    pub fn is_possible(self) -> bool {
        self.observation_1()
            && self.observation_2()
            && self.observation_3()
            && self.is_ordered()
            && self.is_latched()
            && self.is_withdrawn()
            && self.is_erased()
            && self.lemma_3()
            && self.tells_right()
            && self.has_told()
            && self.is_listed()
            && self.is_for_listed()
            && self.allows_right()
            && self.has_passed_rightly()
    }
}
