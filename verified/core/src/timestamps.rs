//! Bounded timestamps: the operations `Label` and `Scan` of one process, in single-writer registers.
//!
//! The order of the processes by their last label, in space that does not grow. M. Zehavi's
//! k-exclusion requires such a system, and refers to C. Dwork, M. Herlihy, S. Plotkin and O. Waarts,
//! *Time-lapse snapshots* (SIAM J. Comput. 28, 1999), which was not at hand: this is a construction
//! of our own kind, from labels and a snapshot with colors.
//!
//! | register | writer | what |
//! |---|---|---|
//! | `Main[q]` | q | its label, and for each other process p a tag: a color, or none |
//! | `Announced[q]` | q | for each other process p a color that q has loaded from `Colors[p]` |
//! | `Colors[p]` | p | a color for each other process, in one word |
//! | `Saved[q][p]` | q | a label, read by p only |
//!
//! All registers start at 0. A scan makes at most 4N - 3 accesses, and a label at most 7N - 4, the
//! loads of the own registers included.
//!
//! # Memory ordering
//!
//! * The fence after the store of `Colors[p]` orders it before the loads of the labels. That store
//!   is the instant of the scan. The fence also orders what the process stored before the scan.
//! * The fence after the store of `Announced[q]` orders it before the second loads of the colors.

use crate::label::{choose, unpack, Label, NO_COLOR};
#[cfg(creusot)]
use crate::logic::bounded::Owner as Port;
#[cfg(creusot)]
use crate::logic::{
    label::{are_digits, are_tags},
    port::is_still,
    prelude::*,
    set::are_others,
    snapshot::{is_word, no_colors},
};
#[cfg(not(creusot))]
use crate::port::Port;
use crate::predecessors::next_other;
use crate::register::{Array, FenceId, Place};
use crate::set::Set;
use crate::snapshot::{color_for, listed_before, main_of, pick, saved_of, tag, with_color};
use crate::ticket::{Id, Ticket};

/// What the registers of a process hold, so that it does not load them again.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(Default, PartialEq, Eq, Hash))]
pub struct Own {
    /// `Main[p]`.
    pub main: Ticket,
    /// `Colors[p]`.
    pub colors: Ticket,
}

/// Takes the snapshot: the labels of all processes.
///
/// Never inlined, so that it is there once: a passage calls it twice.
#[inline(never)]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && port.n() == N@ && me@ < N@ && N@ <= 14))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
#[cfg_attr(creusot, ensures((^own).main == own.main))]
#[cfg_attr(creusot, ensures(forall<q> 0 <= q && q < N@ ==> are_digits(result@[q]@)))]
fn collect<P: Port, const N: usize>(port: &mut P, me: Id, own: &mut Own) -> [Label<N>; N] {
    #[cfg(creusot)]
    let _ = snapshot!(P::owns());
    #[cfg(creusot)]
    let old = snapshot!(*port);
    #[cfg(creusot)]
    let _ = snapshot!(no_colors());
    let mut colors = 0;
    let mut q = next_other(0, me);
    #[cfg_attr(creusot, variant(N@ - q@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && q@ <= N@ + 1))]
    #[cfg_attr(creusot, invariant(q != me && is_word(colors, N)))]
    while q < N {
        let announced = color_for(port.load(Place::of(Array::Announced, q)), q, me);
        let (_, tags) = unpack::<N>(port.load(Place::of(Array::Main, q)), q);
        let color = pick(tags[me], announced, color_for(own.colors, me, q));
        colors = with_color(colors, me, q, color);
        q = next_other(q + 1, me);
    }
    port.store(Place::of(Array::Colors, me), colors);
    port.fence(FenceId::Colors); // the colors before the labels
    own.colors = colors;
    let mut labels = [unpack::<N>(own.main, me).0; N];
    let mut q = next_other(0, me);
    #[cfg_attr(creusot, variant(N@ - q@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && q@ <= N@ + 1))]
    #[cfg_attr(creusot, invariant(q != me && forall<i> 0 <= i && i < N@ ==> are_digits(labels@[i]@)))]
    while q < N {
        let (label, tags) = unpack::<N>(port.load(Place::of(Array::Main, q)), q);
        labels[q] = if tags[me] == color_for(colors, me, q) {
            unpack::<N>(port.load(Place::between(Array::Saved, q, me)), 0).0
        } else {
            label
        };
        q = next_other(q + 1, me);
    }
    labels
}

/// Stores a new label.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && port.n() == N@ && me@ < N@ && N@ <= 14))]
#[cfg_attr(creusot, requires(are_digits(new@)))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
fn update<P: Port, const N: usize>(port: &mut P, me: Id, own: &mut Own, new: &Label<N>) {
    #[cfg(creusot)]
    let _ = snapshot!(P::owns());
    let (label, old_tags) = unpack::<N>(own.main, me);
    #[cfg(creusot)]
    let old = snapshot!(*port);
    #[cfg(creusot)]
    let _ = snapshot!(no_colors());
    let mut announced = 0;
    let mut q = next_other(0, me);
    #[cfg_attr(creusot, variant(N@ - q@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && q@ <= N@ + 1))]
    #[cfg_attr(creusot, invariant(q != me && is_word(announced, N)))]
    while q < N {
        let color = color_for(port.load(Place::of(Array::Colors, q)), q, me);
        announced = with_color(announced, me, q, color);
        q = next_other(q + 1, me);
    }
    port.store(Place::of(Array::Announced, me), announced);
    port.fence(FenceId::Tags); // the announced colors before the colors are loaded again
    let mut tags = [NO_COLOR; N];
    let mut q = next_other(0, me);
    #[cfg_attr(creusot, variant(N@ - q@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && q@ <= N@ + 1))]
    #[cfg_attr(creusot, invariant(q != me && are_tags(tags@)))]
    while q < N {
        let color = color_for(port.load(Place::of(Array::Colors, q)), q, me);
        tags[q] = tag(color_for(announced, me, q), color);
        q = next_other(q + 1, me);
    }
    let mut q = next_other(0, me);
    #[cfg_attr(creusot, variant(N@ - q@))]
    #[cfg_attr(creusot, invariant(is_still(*old, *port) && q@ <= N@ + 1))]
    #[cfg_attr(creusot, invariant(q != me))]
    while q < N {
        if tags[q] != NO_COLOR && tags[q] != old_tags[q] {
            port.store(Place::between(Array::Saved, me, q), saved_of(&label));
        }
        q = next_other(q + 1, me);
    }
    own.main = main_of(new, &tags, me);
    port.store(Place::of(Array::Main, me), own.main);
}

/// `Label` for N processes.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && port.n() == N@ && me@ < N@ && N@ <= 14))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
fn label_of<P: Port, const N: usize>(port: &mut P, me: Id, own: &mut Own) {
    #[cfg(creusot)]
    let _ = snapshot!(P::owns());
    own.main = port.load(Place::of(Array::Main, me));
    own.colors = port.load(Place::of(Array::Colors, me));
    let labels = collect::<P, N>(port, me, own);
    update(port, me, own, &choose(&labels, me));
}

/// `Scan` for N processes.
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && port.n() == N@ && me@ < N@ && N@ <= 14))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
#[cfg_attr(creusot, ensures(are_others(result, me, N@)))]
fn scan_of<P: Port, const N: usize>(port: &mut P, me: Id, own: &mut Own) -> Set {
    listed_before(&collect::<P, N>(port, me, own), me)
}

/// Calls a function for N processes, where N is known only at run time; 64 bits have room for 14.
macro_rules! sized {
    ($n:expr, $function:ident($port:expr, $($rest:expr),*)) => {
        match $n {
            1 => $function::<P, 1>($port, $($rest),*),
            2 => $function::<P, 2>($port, $($rest),*),
            3 => $function::<P, 3>($port, $($rest),*),
            4 => $function::<P, 4>($port, $($rest),*),
            5 => $function::<P, 5>($port, $($rest),*),
            6 => $function::<P, 6>($port, $($rest),*),
            7 => $function::<P, 7>($port, $($rest),*),
            8 => $function::<P, 8>($port, $($rest),*),
            9 => $function::<P, 9>($port, $($rest),*),
            10 => $function::<P, 10>($port, $($rest),*),
            11 => $function::<P, 11>($port, $($rest),*),
            12 => $function::<P, 12>($port, $($rest),*),
            13 => $function::<P, 13>($port, $($rest),*),
            _ => $function::<P, 14>($port, $($rest),*),
        }
    };
}

/// `Label`: gives process `me` a timestamp after all that were taken before.
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && me@ < port.n() && port.n() <= 14))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
pub fn label<P: Port>(port: &mut P, me: Id, own: &mut Own) {
    sized!(port.slots(), label_of(port, me, own));
}

/// `Scan`: returns the processes that are listed before `me`, as bits. Requires a label before it in
/// the same passage.
#[inline]
#[cfg_attr(creusot, check(terminates))]
#[cfg_attr(creusot, requires(port.me() == me && me@ < port.n() && port.n() <= 14))]
#[cfg_attr(creusot, ensures(is_still(*port, ^port)))]
#[cfg_attr(creusot, ensures(are_others(result, me, port.n())))]
pub fn scan<P: Port>(port: &mut P, me: Id, own: &mut Own) -> Set {
    sized!(port.slots(), scan_of(port, me, own))
}
