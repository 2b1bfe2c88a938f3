//! Zehavi's bounded-space FIFE k-exclusion: the phases of a passage, Algorithm 1.
//!
//! The lock is `doorway::Bounded`. Its module has the registers, the guarantees and the costs.
//!
//! # Memory ordering
//!
//! * The fences within [`timestamps`](crate::timestamps) also order lines 1 and 2 before the loads
//!   of line 3, and line 5 before the loads of line 6. Without them a process can overlook a
//!   competitor that took its label at the same time.
//! * The fence after line 3 orders the label before the loads of line 4 (Claim 2), and before the
//!   latch `Gone` is reset.
//! * The fence in line 4d orders the first cell of `Discover` before the second load of `Reveal`
//!   (Lemma 3).
//! * The fence after line 13 orders `Reveal` before the cells of `Discover`, which have two writers
//!   (Lemma 3).
//! * The fence after line 8 is for wake-ups only.

use crate::allow::{allows, is_after};
#[cfg(creusot)]
use crate::logic::bounded::Owner as Port;
#[cfg(creusot)]
use crate::logic::{
    port,
    port::is_still,
    prelude::*,
    set::{are_others, none_is_in},
};
#[cfg(not(creusot))]
use crate::port::Port;
use crate::predecessors::next_other;
use crate::register::{Array, FenceId, Place};
use crate::set::{has, size, without, Set};
use crate::ticket::{Id, Ticket};
use crate::timestamps::{label, scan as scan_order, Own};

const FALSE: Ticket = 0;
const TRUE: Ticket = 1;

/// The private variables of a process. Sets of processes are bits.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(Default, PartialEq, Eq, Hash))]
pub struct Private {
    /// What its timestamp registers hold.
    pub own: Own,
    /// The processes that its scan listed before it: (order.i < order.p).
    pub order: Set,
    /// `precede`.
    pub precede: Set,
}

/// A cell of `Discover[q][p]`: q has discovered p. Written by both; p only resets it.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(result == Place { copy: cell, ..port::between(Array::Discover, q, p) }))]
const fn discover(q: Id, p: Id, cell: usize) -> Place {
    Place {
        copy: cell,
        ..Place::between(Array::Discover, q, p)
    }
}

/// Lines 1 to 10: takes a timestamp, tells the revealed processes that it has discovered them, scans
/// the order, and tells it to the others.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && me@ < port.n() && port.n() <= 14))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
#[cfg_attr(creusot, ensures(are_others((^private).order, me, port.n()) && (^private).precede == (^private).order))]
pub fn doorway<P: Port>(port: &mut P, me: Id, private: &mut Private) {
    #[cfg(creusot)]
    let _ = snapshot!(P::owns());
    let n = port.slots();
    #[cfg(creusot)]
    let old = snapshot!(*port);
    let mut i = next_other(0, me);
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@ + 1 && i != me))]
    while i < n {
        port.store(Place::between(Array::Compete, me, i), TRUE); // 1
        i = next_other(i + 1, me);
    }
    let mut i = next_other(0, me);
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@ + 1 && i != me))]
    while i < n {
        port.store(Place::between(Array::Ignore, me, i), TRUE); // 2
        i = next_other(i + 1, me);
    }
    label(port, me, &mut private.own); // 3
    port.fence(FenceId::Label); // 3 before 4
    let mut i = next_other(0, me);
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@ + 1 && i != me))]
    while i < n {
        port.store(Place::between(Array::Gone, i, me), FALSE);
        i = next_other(i + 1, me);
    }
    let mut i = next_other(0, me);
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@ + 1 && i != me))]
    while i < n {
        discovers(port, me, i); // 4
        i = next_other(i + 1, me);
    }
    port.store(Place::of(Array::Reveal, me), TRUE); // 5
    private.order = scan_order(port, me, &mut private.own); // 6
    #[cfg(creusot)]
    let order = snapshot!(private.order);
    let mut i = next_other(0, me);
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@ + 1 && i != me && private.order == *order))]
    while i < n {
        let before = !has(private.order, i);
        port.store(Place::between(Array::Order, me, i), before as Ticket); // 7
        i = next_other(i + 1, me);
    }
    let mut i = next_other(0, me);
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@ + 1 && i != me && private.order == *order))]
    while i < n {
        port.store(Place::between(Array::Ignore, me, i), FALSE); // 8
        i = next_other(i + 1, me);
    }
    private.precede = private.order; // 9, 10
}

/// Line 4 for i.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && me@ < port.n() && port.n() <= 14))]
#[cfg_attr(creusot, requires(i != me && i@ < port.n()))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
fn discovers<P: Port>(port: &mut P, me: Id, i: Id) {
    #[cfg(creusot)]
    let _ = snapshot!(P::owns());
    let first = port.load(discover(me, i, 0)) != FALSE;
    let second = port.load(discover(me, i, 1)) != FALSE;
    if first && second {
        return; // 4
    }
    if first || second {
        port.store(discover(me, i, 0), FALSE); // 4a
        port.store(discover(me, i, 1), FALSE); // 4b
    }
    port.store(Place::between(Array::Allow, me, i), FALSE); // 4c
    if port.load(Place::of(Array::Reveal, i)) == FALSE {
        return; // 4d; then 4e and 4f change nothing
    }
    port.store(discover(me, i, 0), TRUE); // 4d
    port.fence(FenceId::Discover); // 4d before 4e
    if port.load(Place::of(Array::Reveal, i)) != FALSE {
        port.store(discover(me, i, 1), TRUE); // 4e
        let first = port.load(discover(me, i, 0)) != FALSE;
        if first && port.load(discover(me, i, 1)) != FALSE {
            return; // 4f
        }
    }
    port.store(discover(me, i, 0), FALSE); // 4(f)i
    port.store(discover(me, i, 1), FALSE); // 4(f)ii
}

/// What comes between line 10 and the waiting loop: after it, other processes may be able to enter.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
pub fn announce<P: Port>(port: &mut P) {
    port.fence(FenceId::WakeAfterAnnounce); // 8 before the wake-ups
}

/// Line 11: one turn of the loop. Returns whether the process may enter a lock for k holders.
///
/// A turn loads `Allow` only if k or more processes are left in `precede`. In the paper each turn
/// loads it.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && me@ < port.n() && port.n() <= 14))]
#[cfg_attr(creusot, requires(are_others(private.precede, me, port.n())))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
#[cfg_attr(creusot, ensures(are_others((^private).precede, me, port.n()) && (^private).order == private.order))]
pub fn scan<P: Port>(port: &mut P, me: Id, k: usize, private: &mut Private) -> bool {
    #[cfg(creusot)]
    let _ = snapshot!(P::owns());
    let n = port.slots();
    #[cfg(creusot)]
    let old = snapshot!(*port);
    #[cfg(creusot)]
    let given = snapshot!(*private);
    if size(private.precede, n) < k {
        return true; // 11
    }
    let mut i = 0;
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@))]
    #[cfg_attr(creusot, invariant(are_others(private.precede, me, port.n()) && private.order == given.order))]
    while i < n {
        if has(private.precede, i) && has_passed(port, me, i) {
            private.precede = without(private.precede, i); // 11(a)
        }
        i += 1;
    }
    if size(private.precede, n) < k {
        return true; // 11
    }
    let mut i = next_other(0, me);
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@ + 1 && i != me))]
    #[cfg_attr(creusot, invariant(are_others(private.precede, me, port.n()) && private.order == given.order))]
    while i < n {
        let first = port.load(discover(i, me, 0)) != FALSE;
        let second = first && port.load(discover(i, me, 1)) != FALSE;
        let allow = second && port.load(Place::between(Array::Allow, i, me)) != FALSE;
        if allows((first, second), allow) {
            #[cfg(creusot)]
            let _ = snapshot!(none_is_in());
            private.precede = 0;
            return true; // 11(b)
        }
        i = next_other(i + 1, me);
    }
    false
}

/// Whether `me` need not wait for i any longer: line 11(a).
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && me@ < port.n() && port.n() <= 14))]
#[cfg_attr(creusot, requires(i != me && i@ < port.n()))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
fn has_passed<P: Port>(port: &mut P, me: Id, i: Id) -> bool {
    #[cfg(creusot)]
    let _ = snapshot!(P::owns());
    if port.load(Place::between(Array::Compete, i, me)) == FALSE {
        return true; // 11(a)i
    }
    if port.load(Place::between(Array::Gone, i, me)) != FALSE {
        return true; // i has left since the label of `me`
    }
    let first = port.load(discover(i, me, 0)) != FALSE;
    let second = first && port.load(discover(i, me, 1)) != FALSE;
    let ignore = !second || port.load(Place::between(Array::Ignore, i, me)) != FALSE;
    let order = ignore || port.load(Place::between(Array::Order, i, me)) != FALSE;
    is_after((first, second), ignore, order) // 11(a)ii
}

/// Line 12: allows the processes before it to enter. Returns whether there is one.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && me@ < port.n() && port.n() <= 14))]
#[cfg_attr(creusot, requires(are_others(private.order, me, port.n())))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
#[cfg_attr(creusot, ensures(^private == *private))]
pub fn enter<P: Port>(port: &mut P, me: Id, private: &mut Private) -> bool {
    #[cfg(creusot)]
    let _ = snapshot!(P::owns());
    let n = port.slots();
    #[cfg(creusot)]
    let old = snapshot!(*port);
    #[cfg(creusot)]
    let given = snapshot!(*private);
    let mut i = 0;
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@))]
    #[cfg_attr(creusot, invariant(*private == *given))]
    while i < n {
        if has(private.order, i) {
            port.store(Place::between(Array::Allow, me, i), TRUE); // 12
        }
        i += 1;
    }
    private.order != 0
}

/// Lines 13 to 15: the exit protocol, from the critical section or from the waiting room.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && me@ < port.n() && port.n() <= 14))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
pub fn exit<P: Port>(port: &mut P, me: Id) {
    #[cfg(creusot)]
    let _ = snapshot!(P::owns());
    let n = port.slots();
    #[cfg(creusot)]
    let old = snapshot!(*port);
    port.store(Place::of(Array::Reveal, me), FALSE); // 13
    port.fence(FenceId::Disguise); // 13 before 14
    let mut i = next_other(0, me);
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@ + 1 && i != me))]
    while i < n {
        port.store(discover(i, me, 0), FALSE); // 14a
        port.store(discover(i, me, 1), FALSE); // 14b
        i = next_other(i + 1, me);
    }
    let mut i = next_other(0, me);
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@ + 1 && i != me))]
    while i < n {
        port.store(Place::between(Array::Gone, me, i), TRUE);
        i = next_other(i + 1, me);
    }
    let mut i = next_other(0, me);
    #[cfg_attr(creusot, variant(n@ - i@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && i@ <= n@ + 1 && i != me))]
    while i < n {
        port.store(Place::between(Array::Compete, me, i), FALSE); // 15
        i = next_other(i + 1, me);
    }
}
