//! The lines of Algorithm 2, and the contract that Creusot proves of each.

use super::{BlackWhite, Line, Process};
use crate::machine::next_other;
use doorway_core::color::{after, compare, goes_first, see, ticket, Compared, MOST};
#[cfg(creusot)]
use doorway_core::logic::prelude::*;
use doorway_core::ticket::{Choice, Ticket};

/// Declares a line with its contract, `moves`: see `proofs/src/black_white/proof.rs`.
macro_rules! moves {
    ($line:ident: fn $name:ident($self:ident, $p:ident $(, $loaded:ident)?) $body:block) => {
        #[cfg_attr(creusot, check(terminates))]
        #[cfg_attr(creusot, requires($self.is_at($p, Line::$line)))]
        $(#[cfg_attr(creusot, requires($self.is_loaded($p, $loaded)))])?
        #[cfg_attr(creusot, ensures($self.moves(^$self, $p)))]
        #[cfg_attr(creusot, ensures($self.numbers(^$self, $p)))]
        pub(super) fn $name(&mut $self, $p: usize $(, $loaded: Ticket)?) $body
    };
}

/// The lines of the algorithm. Each preserves the invariant: see `moves`.
impl<const N: usize> BlackWhite<N> {
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@))]
    #[cfg_attr(creusot, ensures((^self).color == self.color && (^self).choosing == self.choosing && (^self).ticket == self.ticket))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p)))]
    #[cfg_attr(creusot, ensures({
        let old = self.processes[p];
        (^self).processes[p] == Process { line, i, ..old }
    }))]
    pub(super) fn goto(&mut self, p: usize, line: Line, i: usize) {
        self.processes[p].line = line;
        self.processes[p].i = i;
    }

    /// p loads the tickets of line 3 from `from` on; after the last it takes its number, if there
    /// is one left.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && from@ <= N@))]
    #[cfg_attr(creusot, ensures((^self).color == self.color && (^self).choosing == self.choosing && (^self).ticket == self.ticket))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p)))]
    #[cfg_attr(creusot, ensures({
        let old = self.processes[p];
        let new = (^self).processes[p];
        let i = if from@ == p@ { from@ + 1 } else { from@ };
        new.color == old.color && new.choice == old.choice
            && if i < N@ {
                new.line == Line::L3 && new.i@ == i && new.number == old.number
            } else if old.choice@ < MOST@ {
                new.line == Line::L3Store && new.i@ == 0 && new.number == old.number
            } else {
                new.line == Line::L4 && new.i@ == 0 && new.number@ == 0
            }
    }))]
    fn choose(&mut self, p: usize, from: usize) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, Line::L3, i);
        } else if self.processes[p].choice.take(MOST).is_ok() {
            self.goto(p, Line::L3Store, 0);
        } else {
            self.processes[p].number = 0; // refused
            self.goto(p, Line::L4, 0);
        }
    }

    /// p checks on its fast path from `from` on whether the others are idle; after the last it is
    /// inside.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && from@ <= N@))]
    #[cfg_attr(creusot, ensures((^self).color == self.color && (^self).choosing == self.choosing && (^self).ticket == self.ticket))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p)))]
    #[cfg_attr(creusot, ensures({
        let old = self.processes[p];
        let new = (^self).processes[p];
        let i = if from@ == p@ { from@ + 1 } else { from@ };
        new.color == old.color && new.choice == old.choice && new.number == old.number
            && if i < N@ {
                new.line == Line::Alone6 && new.i@ == i
            } else {
                new.line == Line::Alone11 && new.i@ == 0
            }
    }))]
    fn look_around(&mut self, p: usize, from: usize) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, Line::Alone6, i);
        } else {
            self.goto(p, Line::Alone11, 0);
        }
    }

    /// p polls the others from `from` on; after the last it may enter.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && from@ <= N@))]
    #[cfg_attr(creusot, ensures((^self).color == self.color && (^self).choosing == self.choosing && (^self).ticket == self.ticket))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p)))]
    #[cfg_attr(creusot, ensures({
        let old = self.processes[p];
        let new = (^self).processes[p];
        let i = if from@ == p@ { from@ + 1 } else { from@ };
        new.color == old.color && new.choice == old.choice && new.number == old.number
            && if i < N@ {
                new.line == Line::L6 && new.i@ == i
            } else {
                new.line == Line::L12 && new.i@ == 0
            }
    }))]
    fn pass(&mut self, p: usize, from: usize) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, Line::L6, i);
        } else {
            self.goto(p, Line::L12, 0);
        }
    }

    moves! { Remainder: fn leave_remainder(self, p) {
        self.goto(p, Line::L1, 0);
    } }

    moves! { L1: fn line_1(self, p) {
        self.choosing[p] = true;
        self.processes[p].number = 0;
        self.look_around(p, 0);
    } }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::Alone6)))]
    #[cfg_attr(creusot, requires(self.is_loaded(p, loaded)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    #[cfg_attr(creusot, ensures(self.numbers(^self, p)))]
    pub(super) fn line_6_alone(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        let i = self.processes[p].i;
        if loaded == 0 {
            self.goto(p, Line::Alone7, i);
            #[cfg(creusot)]
            let _ = snapshot!(old.sees_no_choice(*self, p));
        } else {
            self.goto(p, Line::L2, 0);
            #[cfg(creusot)]
            let _ = snapshot!(old.is_not_alone(*self, p));
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::Alone7)))]
    #[cfg_attr(creusot, requires(self.is_loaded(p, loaded)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    #[cfg_attr(creusot, ensures(self.numbers(^self, p)))]
    pub(super) fn line_7_alone(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        let i = self.processes[p].i;
        if loaded == 0 {
            self.look_around(p, i + 1);
            #[cfg(creusot)]
            let _ = snapshot!(old.finds_away(*self, p));
        } else {
            self.goto(p, Line::L2, 0);
            #[cfg(creusot)]
            let _ = snapshot!(old.is_not_alone(*self, p));
        }
    }

    moves! { Alone11: fn line_11_alone(self, p) {
        self.goto(p, Line::L13, 0);
    } }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L2)))]
    #[cfg_attr(creusot, requires(self.is_loaded(p, loaded)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    #[cfg_attr(creusot, ensures(self.numbers(^self, p)))]
    pub(super) fn line_2(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        self.processes[p].color = loaded != 0;
        self.processes[p].choice = Choice::new();
        self.choose(p, 0);
        #[cfg(creusot)]
        let _ = snapshot!(old.reads_its_color(*self, p));
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L3)))]
    #[cfg_attr(creusot, requires(self.is_loaded(p, loaded)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    #[cfg_attr(creusot, ensures(self.numbers(^self, p)))]
    pub(super) fn line_3(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        let process = self.processes[p];
        self.processes[p].choice = see(process.choice, process.color, loaded);
        self.choose(p, process.i + 1);
        #[cfg(creusot)]
        let _ = snapshot!(old.sees(*self, p));
    }

    moves! { L3Store: fn line_3_store(self, p) {
        if let Ok(number) = self.processes[p].choice.take(MOST) {
            self.processes[p].number = number;
            self.ticket[p] = ticket(self.processes[p].color, number);
        }
        self.goto(p, Line::L4, 0);
    } }

    moves! { L4: fn line_4(self, p) {
        self.choosing[p] = false;
        if self.processes[p].number == 0 {
            self.goto(p, Line::L13, 0); // refused
        } else {
            self.pass(p, 0);
        }
    } }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L6)))]
    #[cfg_attr(creusot, requires(self.is_loaded(p, loaded)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    #[cfg_attr(creusot, ensures(self.numbers(^self, p)))]
    pub(super) fn line_6(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        if loaded == 0 {
            self.goto(p, Line::L7, self.processes[p].i);
            #[cfg(creusot)]
            let _ = snapshot!(old.looks_again(*self, p));
        }
        #[cfg(creusot)]
        let _ = snapshot!(old.waits(*self, p));
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L7)))]
    #[cfg_attr(creusot, requires(self.is_loaded(p, loaded)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    #[cfg_attr(creusot, ensures(self.numbers(^self, p)))]
    pub(super) fn line_7(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let _ = snapshot!(self.looks_at_its_ticket(p));
        #[cfg(creusot)]
        let old = snapshot!(*self);
        let Process {
            i, color, number, ..
        } = self.processes[p];
        match compare(loaded, i, ticket(color, number), p) {
            Compared::Pass => {
                self.pass(p, i + 1);
                #[cfg(creusot)]
                let _ = snapshot!(old.passes(*self, p));
            }
            Compared::Wait => {}
            Compared::Ask => {
                self.goto(p, Line::L9, i);
                #[cfg(creusot)]
                let _ = snapshot!(old.looks_again(*self, p));
            }
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L9)))]
    #[cfg_attr(creusot, requires(self.is_loaded(p, loaded)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    #[cfg_attr(creusot, ensures(self.numbers(^self, p)))]
    pub(super) fn line_9(&mut self, p: usize, loaded: Ticket) {
        #[cfg(creusot)]
        let _ = snapshot!(self.loads_the_color(p));
        #[cfg(creusot)]
        let old = snapshot!(*self);
        let Process { i, color, .. } = self.processes[p];
        if goes_first(color, loaded != 0) {
            self.pass(p, i + 1);
            #[cfg(creusot)]
            let _ = snapshot!(old.passes(*self, p));
        } else {
            self.goto(p, Line::L7, i);
            #[cfg(creusot)]
            let _ = snapshot!(old.looks_again(*self, p));
        }
    }

    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_at(p, Line::L12)))]
    #[cfg_attr(creusot, ensures(self.moves(^self, p)))]
    #[cfg_attr(creusot, ensures(self.numbers(^self, p)))]
    pub(super) fn line_12(&mut self, p: usize) {
        #[cfg(creusot)]
        let old = snapshot!(*self);
        self.color = after(self.processes[p].color);
        self.goto(p, Line::L11, 0);
        #[cfg(creusot)]
        let _ = snapshot!(old.turns(*self, p));
    }

    moves! { L11: fn line_11(self, p) {
        self.goto(p, Line::L13, 0);
    } }

    moves! { L13: fn line_13(self, p) {
        self.ticket[p] = 0;
        self.goto(p, Line::L13Choosing, 0);
    } }

    moves! { L13Choosing: fn line_13_choosing(self, p) {
        self.choosing[p] = false;
        self.goto(p, Line::Remainder, 0);
    } }
}
