//! One slot of a lock, taken: what [`Slot`](crate::Slot) and [`MutexSlot`](crate::MutexSlot) have in common.

use crate::error::AcquireError;
use crate::exclusion::Exclusion;
use crate::room::{Patience, Room};
use crate::waiting::Wait;
use core::fmt;

/// A slot and its process.
pub(crate) struct Seat<'a, L: Exclusion, W: Wait> {
    room: &'a Room<L, W>,
    me: usize,
    private: L::Private,
    inside: bool,
}

impl<'a, L: Exclusion, W: Wait> Seat<'a, L, W> {
    /// The caller has claimed slot `me`.
    pub(crate) fn new(room: &'a Room<L, W>, me: usize) -> Self {
        Seat {
            room,
            me,
            private: room.private(),
            inside: false,
        }
    }

    pub(crate) fn index(&self) -> usize {
        self.me
    }

    /// Enters. Refused to a process that is inside already: its permit was forgotten, else it would borrow this.
    pub(crate) fn enter(&mut self, patience: impl FnMut() -> Patience) -> Result<(), AcquireError> {
        if self.inside {
            return Err(AcquireError::Forgotten);
        }
        self.room.enter(self.me, &mut self.private, patience)?;
        self.inside = true;
        Ok(())
    }

    pub(crate) fn exit(&mut self) {
        self.inside = false;
        self.room.exit(self.me);
    }

    pub(crate) fn fmt_as(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(name)
            .field("slot", &self.me)
            .field("inside", &self.inside)
            .finish_non_exhaustive()
    }
}

impl<L: Exclusion, W: Wait> Drop for Seat<'_, L, W> {
    fn drop(&mut self) {
        // A process whose permit was forgotten is inside for ever, and so is its slot.
        if !self.inside {
            self.room.release(self.me);
        }
    }
}

/// Waits as long as it takes.
pub(crate) fn forever() -> Patience {
    Ok(None)
}

/// Does not wait.
pub(crate) fn at_once() -> Patience {
    Err(AcquireError::Busy)
}

/// Waits for so long. A time too far away to be told is as good as for ever.
#[cfg(feature = "std")]
pub(crate) fn within(timeout: core::time::Duration) -> impl FnMut() -> Patience {
    use crate::waiting::Deadline;
    let deadline = Deadline::now().checked_add(timeout);
    move || match deadline {
        Some(deadline) if Deadline::now() >= deadline => Err(AcquireError::TimedOut),
        deadline => Ok(deadline),
    }
}

/// Waits until `give_up`.
pub(crate) fn unless(mut give_up: impl FnMut() -> bool) -> impl FnMut() -> Patience {
    move || {
        if give_up() {
            return Err(AcquireError::GivenUp);
        }
        #[cfg(feature = "std")]
        let again =
            crate::waiting::Deadline::now().checked_add(core::time::Duration::from_millis(1));
        #[cfg(not(feature = "std"))]
        let again = None;
        Ok(again)
    }
}
