//! Which fence is which: known by what the thread has stored since its last, and how far it is in its passage.

use crate::memory::*;
use doorway::memory::{Array, Place};
use std::cell::Cell;

/// What a thread has done since its last fence, whether it is past the one of its doorway, and whether past the first of its exit.
#[derive(Clone, Copy, Default)]
struct Since {
    past_doorway: bool,
    past_exit: bool,
    told: bool,
    entered: bool,
    left: bool,
    to_sleep: bool,
    /// The fence that belongs to the last store, where that alone says it.
    own: Option<u8>,
}

impl Since {
    /// Which fence comes after that.
    fn fence(self) -> u8 {
        if self.to_sleep {
            NO_SLEEPER_FENCE
        } else if let Some(own) = self.own {
            own
        } else if self.left {
            NO_EXIT_FENCE
        } else if self.entered {
            NO_ENTER_FENCE
        } else if self.told && self.past_doorway {
            NO_ANNOUNCE_FENCE
        } else if self.told {
            NO_DOORWAY_FENCE
        } else if self.past_exit {
            NO_LAST_FENCE
        } else {
            NO_ENTER_FENCE // of a lock that stores nothing there
        }
    }

    /// After that one.
    fn after(self) -> Self {
        if self.own.is_some() {
            return Since { own: None, ..self };
        }
        Since {
            past_doorway: !self.left && (self.told || self.past_doorway),
            past_exit: self.left,
            ..Since::default()
        }
    }

    /// After a store as well.
    fn store(&mut self, place: Place, value: u64) {
        let own = match (place.array, value) {
            (Array::X, _) => Some(NO_X_FENCE),
            (Array::Y, _) => Some(NO_Y_FENCE),
            (Array::SpinCh, 0) => Some(NO_TOLD_FENCE),
            (Array::SpinCh, _) => Some(NO_CH_FENCE),
            (Array::SpinNu, 1) => Some(NO_NU_FENCE),
            _ => None,
        };
        self.own = own;
        match place.array {
            _ if own.is_some() => {}
            _ if leaves(place, value) => {
                *self = Since {
                    left: true,
                    ..Since::default()
                };
            }
            Array::SpinNu => {} // line 25: between the two fences of the exit
            Array::Choosing if value == 0 && self.left => {} // of who was alone, on its way out
            Array::Capture | Array::Color => self.entered = true,
            _ => {
                self.left = false;
                self.past_exit = false;
                self.told = true;
            }
        }
    }
}

/// Whether this is a store by which a process leaves.
fn leaves(place: Place, value: u64) -> bool {
    match place.array {
        Array::Want => value == u64::MAX,
        Array::Ticket | Array::Active => value == 0,
        _ => false,
    }
}

/// Whether it is one of the exit at all.
pub(crate) fn is_of_exit(place: Place, value: u64) -> bool {
    leaves(place, value) || (place.array == Array::SpinNu && value == 0)
}

loom::thread_local! {
    static SINCE: Cell<Since> = Cell::default();
}

fn remember(what: impl FnOnce(&mut Since)) {
    SINCE.with(|since| {
        let mut now = since.get();
        what(&mut now);
        since.set(now);
    });
}

/// The thread stores.
pub(crate) fn stored(place: Place, value: u64) {
    remember(|since| since.store(place, value));
}

/// The thread marks that it sleeps.
pub(crate) fn lies_down() {
    remember(|since| since.to_sleep = true);
}

/// The thread makes a fence: the one that is taken away by the constant returned.
pub(crate) fn next_fence() -> u8 {
    let since = SINCE.with(Cell::get);
    SINCE.with(|now| now.set(since.after()));
    since.fence()
}
