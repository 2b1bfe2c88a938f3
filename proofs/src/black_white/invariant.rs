//! The invariant of Taubenfeld's Black-White Bakery, as executable Rust.

use crate::black_white::{BlackWhite, Line};
use crate::invariant::{all, count, Inductive};
use crate::queue::Pair;
use doorway_core::color::{number, ticket, MOST};

impl<const N: usize> BlackWhite<N> {
    fn pair(&self, p: usize) -> Pair {
        Pair {
            ticket: self.processes[p].number,
            id: p,
        }
    }

    /// Whether q has read its color and either is choosing or has a number; true until its ticket
    /// is cleared.
    fn is_colored(&self, q: usize) -> bool {
        match self.processes[q].line {
            Line::Remainder | Line::L1 | Line::L2 | Line::L13Choosing => false,
            Line::Alone6 | Line::Alone7 | Line::Alone11 => false,
            Line::L3 | Line::L3Store => true,
            _ => self.processes[q].number != 0,
        }
    }

    /// Whether q has p's color and a pair before p's, or has read p's register and may still take
    /// one.
    fn beats(&self, q: usize, p: usize) -> bool {
        let process = &self.processes[q];
        let seen = process.choice.largest();
        process.color == self.processes[p].color
            && match process.line {
                Line::Remainder | Line::L1 | Line::L2 | Line::L13Choosing => false,
                Line::Alone6 | Line::Alone7 | Line::Alone11 => false,
                Line::L3 => process.i > p && self.pair(p).is_after_choice(seen, q),
                Line::L3Store => self.pair(p).is_after_choice(seen, q),
                _ => process.number != 0 && self.pair(q).is_before(self.pair(p)),
            }
    }

    /// Whether q has the older color, and p the newer.
    fn is_older(&self, q: usize, p: usize) -> bool {
        self.is_colored(q)
            && self.processes[q].color != self.processes[p].color
            && self.processes[p].color == self.color
    }

    /// Whether q goes before p.
    fn is_ahead(&self, q: usize, p: usize) -> bool {
        self.beats(q, p) || self.is_older(q, p)
    }

    /// Whether `choosing[q]` and q's ticket are as q's line requires.
    fn is_told(&self, q: usize) -> bool {
        let process = &self.processes[q];
        let chooses = match process.line {
            Line::L2 | Line::L3 | Line::L3Store | Line::L4 => true,
            Line::Alone6 | Line::Alone7 | Line::Alone11 => true,
            Line::L13 => self.choosing[q] && process.number == 0,
            Line::L13Choosing => self.choosing[q],
            _ => false,
        };
        let stands = self.ticket[q] == ticket(process.color, process.number);
        process.i < N
            && self.choosing[q] == chooses
            && match process.line {
                Line::Remainder | Line::L1 | Line::L2 | Line::L13Choosing => self.ticket[q] == 0,
                Line::Alone6 | Line::Alone7 => {
                    self.ticket[q] == 0 && process.number == 0 && process.i != q
                }
                Line::Alone11 => self.ticket[q] == 0 && process.number == 0,
                Line::L3 => self.ticket[q] == 0 && process.i != q,
                Line::L3Store => self.ticket[q] == 0 && process.choice.largest() < MOST,
                Line::L4 | Line::L13 => {
                    process.number <= MOST
                        && if process.number == 0 {
                            self.ticket[q] == 0
                        } else {
                            stands
                        }
                }
                Line::L6 | Line::L7 | Line::L9 => {
                    1 <= process.number && process.number <= MOST && stands && process.i != q
                }
                Line::L12 | Line::L11 => 1 <= process.number && process.number <= MOST && stands,
            }
    }

    /// Whether no process that p has passed is ahead of p.
    ///
    /// The process that p polls is not ahead of p while it is choosing, once p has seen it not
    /// choosing. It does not beat p, once p has seen it with the other color.
    fn has_passed_rightly(&self, p: usize) -> bool {
        let process = &self.processes[p];
        let passed = match process.line {
            Line::L6 | Line::L7 | Line::L9 => process.i,
            Line::L12 | Line::L11 => N,
            _ => 0,
        };
        let q = process.i;
        all(N, |q| q >= passed || q == p || !self.is_ahead(q, p))
            && match process.line {
                Line::L7 => !self.choosing[q] || !self.is_ahead(q, p),
                Line::L9 => {
                    !self.beats(q, p) && (!self.choosing[q] || !self.is_ahead(q, p))
                }
                _ => true,
            }
            // A process inside has turned the bit: line 12 comes before line 11.
            && (process.line != Line::L11 || self.color != process.color)
    }

    /// Whether q has seen on its fast path that p is idle.
    fn is_alone_past(&self, q: usize, p: usize) -> bool {
        let process = &self.processes[q];
        match process.line {
            Line::Alone6 => process.i > p,
            Line::Alone7 => process.i >= p,
            Line::Alone11 => true,
            _ => false,
        }
    }

    /// Whether q has seen on its fast path that p is idle, or is in the waiting room and has seen
    /// that p is not choosing.
    fn is_past(&self, q: usize, p: usize) -> bool {
        let process = &self.processes[q];
        match process.line {
            Line::L6 => process.i > p,
            Line::L7 | Line::L9 => process.i >= p,
            Line::L12 | Line::L11 => true,
            _ => self.is_alone_past(q, p),
        }
    }

    /// Whether no process that p has seen idle on its fast path is past p.
    fn is_alone_rightly(&self, p: usize) -> bool {
        let process = &self.processes[p];
        let found = match process.line {
            Line::Alone6 | Line::Alone7 => process.i,
            Line::Alone11 => N,
            _ => 0,
        };
        all(N, |q| q >= found || q == p || !self.is_past(q, p))
            && (process.line != Line::Alone7 || !self.is_alone_past(process.i, p))
    }

    /// The invariant. Every step and every cancellation preserves it.
    pub(crate) fn is_possible(&self) -> bool {
        all(N, |q| self.is_told(q))
            && all(N, |p| self.has_passed_rightly(p))
            && all(N, |p| self.is_alone_rightly(p))
    }

    fn chooses(&self, q: usize, color: bool) -> bool {
        let process = &self.processes[q];
        process.color == color && matches!(process.line, Line::L3 | Line::L3Store)
    }

    fn announced(&self, q: usize, color: bool) -> bool {
        self.ticket[q] != 0 && self.processes[q].color == color
    }

    /// The largest number of `color` that q has or has seen.
    fn reach(&self, q: usize, color: bool) -> u64 {
        if self.chooses(q, color) {
            self.processes[q].choice.largest()
        } else if self.announced(q, color) {
            number(self.ticket[q])
        } else {
            0
        }
    }

    /// Whether numbers are within their bound, stated so that every step preserves it. A
    /// cancellation need not preserve it.
    ///
    /// A number of the newer color is at most the number of processes that have announced one,
    /// because none of them has left. No process takes a number of the older color any more, except
    /// those that are already choosing. So numbers are at most N.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        let fits = |color| {
            let room = if self.color == color {
                count(N, |q| self.announced(q, color))
            } else {
                N - count(N, |q| self.chooses(q, color))
            };
            all(N, |q| self.reach(q, color) <= room as u64)
        };
        let left = |q: usize| {
            self.processes[q].line != Line::L13
                || self.ticket[q] == 0
                || self.processes[q].color != self.color
        };
        fits(false) && fits(true) && all(N, left)
    }
}

impl<const N: usize> Inductive for BlackWhite<N> {
    type Ghost = ();

    fn ghost() {}

    fn remember(&self, _: usize, _: &Self, (): ()) {}

    fn invariant_with(&self, (): ()) -> bool {
        self.is_possible()
    }

    #[cfg(kani)]
    fn any() -> (Self, usize) {
        (kani::any(), 1)
    }
}
