//! The lines of the figure, with their contracts.

use super::{Line, SafeFife};
#[cfg(creusot)]
use crate::machine::Machine;
use crate::machine::{next_member, next_other};
#[cfg(creusot)]
use crate::safe_fife::proof::{queue::SafeQueue, queue::Stage, steps::*};
use doorway_core::capture::{is_stale, may_enter, overtaken};
#[cfg(creusot)]
use doorway_core::logic::{count::*, prelude::*};
use doorway_core::pair;
use doorway_core::predecessors::{everyone_but, is_behind, remove};
use doorway_core::ticket::{Choice, Ticket, INFINITY};

/// Declares a line of Figure 3 with the contract that Creusot proves of every line: it is a step of
/// `proofs/src/safe_fife/proof/steps.rs`. Attributes in front are further contracts of this line.
macro_rules! safe_line {
    ($(#[$more:meta])* $line:ident: fn $name:ident($self:ident, $p:ident) $body:block) => {
        safe_line! { $(#[$more])* $line: fn $name($self, $p) others_stay $body }
    };
    ($(#[$more:meta])* $line:ident: fn $name:ident($self:ident, $p:ident) $stores:ident $body:block) => {
        safe_line! { $(#[$more])* $line: $name [$self $p] [] $stores [forall<loaded> goes(*$self, ^$self, $p@, loaded)] $body }
    };
    ($(#[$more:meta])* $line:ident: fn $name:ident($self:ident, $p:ident, $loaded:ident) $body:block) => {
        safe_line! { $(#[$more])* $line: $name [$self $p] [$loaded] others_stay [goes(*$self, ^$self, $p@, $loaded@)] $body }
    };
    ($(#[$more:meta])* $line:ident: $name:ident [$self:ident $p:ident] [$($loaded:ident)?] $stores:ident [$($goes:tt)*] $body:block) => {
        $(#[$more])*
        #[cfg_attr(creusot, check(terminates))]
        #[cfg_attr(creusot, requires($self.is_at($p, Line::$line)))]
        $(#[cfg_attr(creusot, requires($self.is_loaded($p, $loaded)))])?
        #[cfg_attr(creusot,
            ensures($self.$stores(^$self, $p)),
            ensures((^$self).is_placed($p@)),
            ensures($($goes)*))]
        pub(super) fn $name(&mut $self, $p: usize $(, $loaded: Ticket)?) $body
    };
}

impl<const N: usize> SafeFife<N> {
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p)))]
    #[cfg_attr(creusot, ensures((^self).is_there(p, line, i@, copy@) && self.only_moves(^self, p)))]
    fn goto(&mut self, p: usize, line: Line, i: usize, copy: usize) {
        self.processes[p].line = line;
        self.processes[p].i = i;
        self.processes[p].copy = copy;
    }

    /// p stores its ticket in this copy of `Want[p][i]`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && i@ < N@ && copy@ < 2))]
    #[cfg_attr(creusot, ensures(self.only_wants(^self, p) && announces(*self, ^self, p@, i@, copy@)))]
    fn store_want(&mut self, p: usize, i: usize, copy: usize) {
        self.want[p][i][copy] = self.processes[p].ticket;
    }

    /// p stores its ticket in this copy of `Capture[p][i]`.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && i@ < N@ && copy@ < 2))]
    #[cfg_attr(creusot, ensures(self.only_captures(^self, p) && captures_one(*self, ^self, p@, i@, copy@)))]
    fn store_capture(&mut self, p: usize, i: usize, copy: usize) {
        self.capture[p][i][copy] = self.processes[p].ticket;
    }

    /// Ends a turn of the loop: line 36.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && self.k@ > 0))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p) && self.only_moves(^self, p)))]
    #[cfg_attr(creusot, ensures((^self).is_placed(p@) && has_looked(^self, p@)))]
    fn enter_or_poll(&mut self, p: usize) {
        let process = &self.processes[p];
        if may_enter(&process.predecessor_set, self.k, process.captured) {
            self.goto(p, Line::L43Load, 0, 0);
        } else {
            let i = next_member(&process.predecessor_set, 0);
            #[cfg(creusot)]
            let _ = snapshot!(empty(members(process.predecessor_set@), N@));
            self.goto(p, Line::L38, i, 1);
        }
    }

    /// Line 30 for the first process from `from` on that is not p; after the last, line 31.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && from@ <= N@))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p) && (^self).processes[p].ticket == self.processes[p].ticket))]
    #[cfg_attr(creusot, ensures((^self).is_placed(p@) && goes_telling(^self, p@, from@)))]
    fn tell(&mut self, p: usize, from: usize) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, Line::L30, i, 0);
        } else {
            self.processes[p].choice = Choice::new();
            self.goto(p, Line::L31, 0, 0);
        }
    }

    /// Line 33 for the first process from `from` on that is not p; after the last, the waiting
    /// room.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && from@ <= N@ && self.k@ > 0))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p) && (^self).processes[p].ticket == self.processes[p].ticket))]
    #[cfg_attr(creusot, ensures((^self).is_placed(p@) && goes_announcing(^self, p@, from@)))]
    fn announce(&mut self, p: usize, from: usize) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, Line::L33, i, 0);
        } else {
            everyone_but(&mut self.processes[p].predecessor_set, p); // 34
            self.processes[p].captured = false; // 35
            self.enter_or_poll(p);
        }
    }

    /// Goes on to the next predecessor in line 38, or to line 41.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && self.processes[p].i@ < N@))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p) && self.only_moves(^self, p)))]
    #[cfg_attr(creusot, ensures((^self).processes[p].i@ < N@ && (^self).processes[p].copy@ == 1))]
    #[cfg_attr(creusot, ensures(((^self).processes[p].line == Line::L38 && (^self).processes[p].i@ > self.processes[p].i@)
        || ((^self).processes[p].line == Line::L41 && (^self).processes[p].i@ == 0)))]
    fn next_predecessor(&mut self, p: usize) {
        let process = &self.processes[p];
        let i = next_member(&process.predecessor_set, process.i + 1);
        if i < N {
            self.goto(p, Line::L38, i, 1);
        } else {
            self.goto(p, Line::L41, 0, 1);
        }
    }

    /// Goes on to the next process in line 41, or to line 36.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && self.processes[p].i@ < N@ && self.k@ > 0))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p) && self.only_moves(^self, p)))]
    #[cfg_attr(creusot, ensures((^self).is_placed(p@)))]
    #[cfg_attr(creusot, ensures(if self.processes[p].i@ + 1 < N@ {
        (^self).stage(p@) == Stage::Looking(self.processes[p].i@ + 1, 1)
    } else {
        has_looked(^self, p@)
    }))]
    fn next_capture(&mut self, p: usize) {
        let i = self.processes[p].i + 1;
        if i < N {
            self.goto(p, Line::L41, i, 1);
        } else {
            self.enter_or_poll(p);
        }
    }

    /// Goes on to the next process in line 44, or inside.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && self.processes[p].i@ < N@))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p) && self.only_moves(^self, p)))]
    #[cfg_attr(creusot, ensures((^self).is_placed(p@) && goes_on(^self, p@, self.processes[p].i@)))]
    #[cfg_attr(creusot, ensures((^self).goes_to_next(p, self.processes[p].i)))]
    fn next_captive(&mut self, p: usize) {
        let i = self.processes[p].i + 1;
        if i < N {
            self.goto(p, Line::L44, i, 0);
        } else {
            self.goto(p, Line::L46, 0, 0);
        }
    }

    /// Makes a step of the line that p is at.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(self.is_possible_for(p, loaded)))]
    #[cfg_attr(creusot, ensures(self.does(^self, p, loaded)))]
    #[cfg_attr(creusot, ensures(self.is_looking(p@) ==> (^self).processes[p].line != Line::L48))]
    pub(super) fn line_of(&mut self, p: usize, loaded: Ticket) {
        match self.processes[p].line {
            Line::L28 => self.line_28(p),
            Line::L30Load => self.line_30_load(p, loaded),
            Line::L30 => self.line_30(p),
            Line::L31 => self.line_31(p, loaded),
            Line::L31Place => self.line_31_place(p, loaded),
            Line::L31Store => self.line_31_store(p),
            Line::L33 => self.line_33(p),
            Line::L38 => self.line_38(p, loaded),
            Line::L41 => self.line_41(p, loaded),
            Line::L43Load => self.line_43_load(p, loaded),
            Line::L43 => self.line_43(p),
            Line::L44 => self.line_44(p, loaded),
            Line::L44Ticket => self.line_44_ticket(p, loaded),
            Line::L45 => self.line_45(p),
            Line::L46 => self.line_46(p),
            Line::L48 => self.line_48(p),
        }
    }

    safe_line! { L28: fn line_28(self, p) {
        self.goto(p, Line::L30Load, 0, 0);
    } }

    safe_line! { L30Load: fn line_30_load(self, p, loaded) {
        if self.processes[p].copy == 0 {
            self.processes[p].first = loaded;
            self.goto(p, Line::L30Load, 0, 1);
        } else {
            self.processes[p].ticket = pair::latest(self.processes[p].first, loaded);
            self.tell(p, 0);
        }
    } }

    safe_line! { L30: fn line_30(self, p) stores_want {
        let i = self.processes[p].i;
        let copy = self.processes[p].copy;
        self.store_want(p, i, copy);
        if copy == 0 {
            self.goto(p, Line::L30, i, 1);
        } else {
            self.tell(p, i + 1);
        }
    } }

    safe_line! { L31: fn line_31(self, p, loaded) {
        let i = self.processes[p].i;
        if self.processes[p].copy == 0 {
            self.processes[p].first = loaded;
            self.goto(p, Line::L31, i, 1);
        } else {
            let seen = pair::latest(self.processes[p].first, loaded);
            let choice = self.processes[p].choice.see(seen);
            self.processes[p].choice = choice;
            if i + 1 < N {
                self.goto(p, Line::L31, i + 1, 0);
            } else if let Ok(ticket) = choice.take(INFINITY - 1) {
                self.processes[p].ticket = ticket;
                self.goto(p, Line::L31Place, 0, 0);
            } else {
                self.goto(p, Line::L48, 0, 0);
            }
        }
    } }

    safe_line! { L31Place: fn line_31_place(self, p, loaded) {
        self.processes[p].place = pair::other(usize::from(loaded != 0));
        self.goto(p, Line::L31Store, 0, 0);
    } }

    safe_line! { L31Store: fn line_31_store(self, p) stores_ticket {
        let place = self.processes[p].place;
        self.ticket[p][place] = self.processes[p].ticket;
        self.announce(p, 0);
    } }

    safe_line! {
    #[cfg_attr(creusot, ensures((^self).processes[p].line != Line::L48))]
    L33: fn line_33(self, p) stores_want {
        let i = self.processes[p].i;
        let copy = self.processes[p].copy;
        self.store_want(p, i, copy);
        if copy == 0 {
            self.goto(p, Line::L33, i, 1);
        } else {
            self.announce(p, i + 1);
        }
    } }

    // And line 39, where `copy` is 0.
    safe_line! {
    #[cfg_attr(creusot, ensures(self.tests(^self, p, loaded@)))]
    #[cfg_attr(creusot, ensures((^self).processes[p].line != Line::L48))]
    L38: fn line_38(self, p, loaded) {
        let i = self.processes[p].i;
        if !is_behind(self.processes[p].ticket, p, loaded, i) {
            self.next_predecessor(p);
        } else if self.processes[p].copy == 1 {
            self.goto(p, Line::L38, i, 0);
        } else {
            remove(&mut self.processes[p].predecessor_set, i);
            self.next_predecessor(p);
        }
    } }

    // And line 42, where `copy` is 0.
    safe_line! {
    #[cfg_attr(creusot, ensures(self.tests(^self, p, loaded@)))]
    #[cfg_attr(creusot, ensures((^self).processes[p].line != Line::L48))]
    L41: fn line_41(self, p, loaded) {
        let i = self.processes[p].i;
        if !overtaken(self.processes[p].ticket, loaded) {
            self.next_capture(p);
        } else if self.processes[p].copy == 1 {
            self.goto(p, Line::L41, i, 0);
        } else {
            self.processes[p].captured = true;
            self.next_capture(p);
        }
    } }

    safe_line! {
    #[cfg_attr(creusot, ensures(self.tests(^self, p, loaded@)))]
    L43Load: fn line_43_load(self, p, loaded) {
        self.processes[p].place = pair::other(usize::from(loaded != 0));
        self.goto(p, Line::L43, 0, 0);
    } }

    safe_line! {
    #[cfg_attr(creusot, ensures(forall<loaded> self.tests(^self, p, loaded)))]
    L43: fn line_43(self, p) stores_entered {
        self.entered[p] = self.processes[p].place;
        self.goto(p, Line::L44, 0, 0);
    } }

    safe_line! {
    #[cfg_attr(creusot, ensures(self.tests(^self, p, loaded@)))]
    L44: fn line_44(self, p, loaded) {
        let i = self.processes[p].i;
        self.processes[p].captured_with = loaded;
        self.goto(p, Line::L44Ticket, i, 0);
    } }

    safe_line! {
    #[cfg_attr(creusot, ensures(self.tests(^self, p, loaded@)))]
    L44Ticket: fn line_44_ticket(self, p, loaded) {
        let i = self.processes[p].i;
        if self.processes[p].copy == 0 {
            self.processes[p].first = loaded;
            self.goto(p, Line::L44Ticket, i, 1);
        } else {
            let seen = pair::latest(self.processes[p].first, loaded);
            if is_stale(self.processes[p].captured_with, seen) {
                self.goto(p, Line::L45, i, 0);
            } else {
                self.next_captive(p);
            }
        }
    } }

    safe_line! {
    #[cfg_attr(creusot, ensures(forall<loaded> self.tests(^self, p, loaded)))]
    L45: fn line_45(self, p) stores_capture {
        let i = self.processes[p].i;
        let copy = self.processes[p].copy;
        self.store_capture(p, i, copy);
        if copy == 0 {
            self.goto(p, Line::L45, i, 1);
        } else {
            self.next_captive(p);
        }
    } }

    safe_line! { L46: fn line_46(self, p) {
        self.goto(p, Line::L48, 0, 0);
    } }

    // Leaves the waiting room between two polls.
    safe_line! {
    #[cfg_attr(creusot, ensures(forall<loaded> self.tests(^self, p, loaded)))]
    L38: fn line_cancel(self, p) {
        self.goto(p, Line::L48, 0, 0);
    } }

    safe_line! { L48: fn line_48(self, p) stores_want {
        let i = self.processes[p].i;
        let copy = self.processes[p].copy;
        self.want[p][i][copy] = INFINITY;
        if copy == 0 {
            self.goto(p, Line::L48, i, 1);
        } else if i + 1 < N {
            self.goto(p, Line::L48, i + 1, 0);
        } else {
            self.goto(p, Line::L28, 0, 0);
        }
    } }
}
