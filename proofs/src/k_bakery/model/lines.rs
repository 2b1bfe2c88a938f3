//! The lines of the figure. Each satisfies `moves`, which makes its step preserve the invariant.

use super::{KBakery, Line};
use crate::machine::{next_member, next_other};
use doorway_core::capture::{may_enter, overtaken};
use doorway_core::predecessors::{everyone_but, is_behind, remove};
use doorway_core::ticket::{Choice, Ticket, INFINITY};
#[cfg(creusot)]
use {
    crate::queue::Queue,
    crate::{fife, kfcfs, queue},
    doorway_core::logic::count::*,
    doorway_core::logic::prelude::*,
};

impl<const N: usize, const CAPTURES: bool> KBakery<N, CAPTURES> {
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@))]
    #[cfg_attr(creusot, ensures(self.only_moves(^self, p)))]
    #[cfg_attr(creusot, ensures((^self).processes[p].line == line && (^self).processes[p].i == i))]
    #[cfg_attr(creusot, ensures(self.keeps_set(^self, p)))]
    pub(super) fn goto(&mut self, p: usize, line: Line, i: usize) {
        self.processes[p].line = line;
        self.processes[p].i = i;
    }

    /// Leaves the waiting loop: to line 23 with the shaded lines, to the critical section without
    /// them.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@))]
    #[cfg_attr(creusot, ensures(self.only_moves(^self, p) && self.keeps_set(^self, p)))]
    #[cfg_attr(creusot, ensures((^self).has_left_the_loop(p)))]
    fn enter(&mut self, p: usize) {
        self.goto(p, if CAPTURES { Line::L23 } else { Line::L24 }, 0);
    }

    /// Ends a turn of the loop: line 19.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && self.k@ > 0))]
    #[cfg_attr(creusot, ensures(self.only_moves(^self, p) && self.keeps_set(^self, p)))]
    #[cfg_attr(creusot, ensures((^self).has_looked(p)))]
    fn enter_or_poll(&mut self, p: usize) {
        let process = &mut self.processes[p];
        if may_enter(&process.predecessor_set, self.k, process.captured) {
            self.enter(p);
        } else {
            process.line = Line::L21;
            process.i = next_member(&process.predecessor_set, 0);
            #[cfg(creusot)]
            let _ = snapshot!(empty(members(process.predecessor_set@), N@));
            #[cfg(creusot)]
            let _ = snapshot!(supersets(members(process.predecessor_set@), N@));
        }
    }

    /// Lines 17 and 18, then line 21; if there is no other process, p leaves the waiting loop.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && self.k@ > 0))]
    #[cfg_attr(creusot, ensures(self.only_moves(^self, p)))]
    #[cfg_attr(creusot, ensures((^self).waits_for_all(p) && (^self).begins_to_look(p)))]
    fn wait(&mut self, p: usize) {
        self.processes[p].captured = false; // 17
        everyone_but(&mut self.processes[p].predecessor_set, p); // 18
        let i = next_member(&self.processes[p].predecessor_set, 0);
        if i < N {
            self.goto(p, Line::L21, i);
        } else {
            #[cfg(creusot)]
            let _ = snapshot!(empty(members(self.processes[p].predecessor_set@), N@));
            self.enter(p);
        }
    }

    /// The next load for an optimistic ticket, at the first process from `from` on that is not p;
    /// after the last, the ticket is taken.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && from@ <= N@))]
    #[cfg_attr(creusot, ensures(self.others_stay(^self, p) && self.keeps_set(^self, p)))]
    #[cfg_attr(creusot, ensures((^self).has_optimistic(p, from, self.processes[p].choice@)))]
    fn optimistic(&mut self, p: usize, from: usize) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, Line::Optimistic, i);
        } else if let Ok(ticket) = self.processes[p].choice.take(INFINITY - 1) {
            self.processes[p].ticket = ticket;
            self.processes[p].choice = Choice::new();
            self.goto(p, Line::OptimisticStore, 0);
        } else {
            self.goto(p, Line::L25, 0);
        }
    }

    /// Line 14 for the first process from `from` on that is not p; after the last, line 15.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && from@ <= N@ && self.k@ > 0))]
    #[cfg_attr(creusot, requires(self.processes[p].choice@ == 0 && self.processes[p].ticket@ > 0))]
    #[cfg_attr(creusot, requires(queue::has_told(*self, p@, self.other(p, from))))]
    #[cfg_attr(creusot, ensures(self.only_moves(^self, p) && queue::has_told(^self, p@, self.other(p, from))))]
    #[cfg_attr(creusot, ensures((^self).processes[p].predecessor_set@.len() == N@))]
    #[cfg_attr(creusot, ensures(if self.other(p, from) < N@ {
        (^self).processes[p].line == Line::L14 && (^self).processes[p].i@ == self.other(p, from)
    } else {
        (^self).has_chosen(p, 0usize)
    }))]
    fn tell(&mut self, p: usize, from: usize) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, Line::L14, i);
        } else {
            self.choose(p, 0);
        }
    }

    /// Line 15 for the first process from `from` on that is not p. After the last, p goes to the
    /// waiting room if its optimistic ticket is larger than all others' tickets, and takes a larger
    /// ticket otherwise.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && from@ <= N@ && self.k@ > 0))]
    #[cfg_attr(creusot, ensures(self.only_moves(^self, p) && (^self).has_chosen(p, from)))]
    fn choose(&mut self, p: usize, from: usize) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, Line::L15, i);
        } else if self.processes[p].choice.largest() < self.processes[p].ticket {
            self.wait(p);
        } else if self.processes[p].choice.take(INFINITY - 1).is_ok() {
            self.goto(p, Line::L15Store, 0);
        } else {
            self.goto(p, Line::L25, 0);
        }
    }

    /// Line 16 for the first process from `from` on that is not p; after the last, the waiting
    /// room.
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, requires(p@ < N@ && from@ <= N@ && self.k@ > 0))]
    #[cfg_attr(creusot, requires(queue::others_below(*self, p@) && queue::has_told(*self, p@, self.other(p, from))))]
    #[cfg_attr(creusot, ensures(self.only_moves(^self, p)))]
    #[cfg_attr(creusot, ensures(if self.other(p, from) < N@ {
        (^self).processes[p].line == Line::L16 && (^self).processes[p].i@ == self.other(p, from)
            && self.keeps_set(^self, p)
    } else {
        (^self).waits_for_all(p) && (^self).begins_to_look(p)
    }))]
    #[cfg_attr(creusot, ensures(queue::others_below(^self, p@) && queue::has_told(^self, p@, self.other(p, from))))]
    fn announce(&mut self, p: usize, from: usize) {
        let i = next_other(from, p);
        if i < N {
            self.goto(p, Line::L16, i);
        } else {
            self.wait(p);
        }
    }

    line! { L13: fn line_13(self, p) {
        self.goto(p, Line::L14Load, 0);
    } }

    line! { L14Load: fn line_14_load(self, p, loaded) {
        self.processes[p].choice = Choice::new().see(loaded);
        self.optimistic(p, 0);
    } }

    line! { Optimistic: fn line_optimistic(self, p, loaded) {
        let i = self.processes[p].i;
        self.processes[p].choice = self.processes[p].choice.see(loaded);
        self.optimistic(p, i + 1);
    } }

    line! { OptimisticStore: fn line_optimistic_store(self, p) {
        self.ticket[p] = self.processes[p].ticket;
        self.tell(p, 0);
    } }

    line! { L14: fn line_14(self, p) {
        let i = self.processes[p].i;
        self.want[p][i] = self.processes[p].ticket;
        self.tell(p, i + 1);
    } }

    line! { L15: fn line_15(self, p, loaded) {
        let i = self.processes[p].i;
        self.processes[p].choice = self.processes[p].choice.see(loaded);
        self.choose(p, i + 1);
    } }

    line! { L15Store: fn line_15_store(self, p) {
        if let Ok(ticket) = self.processes[p].choice.take(INFINITY - 1) {
            self.processes[p].ticket = ticket;
            self.ticket[p] = ticket;
        }
        self.announce(p, 0);
    } }

    line! { #[cfg_attr(creusot, ensures(kfcfs::goes_on(*self, ^self, p)), ensures(fife::goes_on(*self, ^self, p)))]
    L16: fn line_16(self, p) {
        let i = self.processes[p].i;
        self.want[p][i] = self.processes[p].ticket;
        self.announce(p, i + 1);
    } }

    line! { #[cfg_attr(creusot, ensures(kfcfs::goes_on(*self, ^self, p)), ensures(fife::goes_on(*self, ^self, p)))]
    L21: fn line_21(self, p, loaded) {
        let i = self.processes[p].i;
        if is_behind(self.processes[p].ticket, p, loaded, i) {
            remove(&mut self.processes[p].predecessor_set, i);
        }
        let i = next_member(&self.processes[p].predecessor_set, i + 1);
        if i < N {
            self.goto(p, Line::L21, i);
        } else if CAPTURES && !may_enter(&self.processes[p].predecessor_set, self.k, false) {
            self.goto(p, Line::L22, 0);
        } else {
            self.enter_or_poll(p);
        }
    } }

    line! { #[cfg_attr(creusot, ensures(fife::goes_on(*self, ^self, p)))]
    L22: fn line_22(self, p, loaded) {
        let i = self.processes[p].i;
        if overtaken(self.processes[p].ticket, loaded) {
            self.processes[p].captured = true;
        }
        if i + 1 < N {
            self.goto(p, Line::L22, i + 1);
        } else {
            self.enter_or_poll(p);
        }
    } }

    line! { #[cfg_attr(creusot, ensures(fife::goes_on(*self, ^self, p)))]
    L23: fn line_23(self, p) {
        let i = self.processes[p].i;
        self.capture[p][i] = self.processes[p].ticket;
        if i + 1 < N {
            self.goto(p, Line::L23, i + 1);
        } else {
            self.goto(p, Line::L24, 0);
        }
    } }

    line! { L24: fn line_24(self, p) {
        self.goto(p, Line::L25, 0);
    } }

    // Leaves the waiting room between two polls.
    line! { L21: fn line_cancel(self, p) {
        self.goto(p, Line::L25, 0);
    } }

    line! { L25: fn line_25(self, p) {
        let i = self.processes[p].i;
        self.want[p][i] = INFINITY;
        if i + 1 < N {
            self.goto(p, Line::L25, i + 1);
        } else {
            self.goto(p, Line::L13, 0);
        }
    } }
}
