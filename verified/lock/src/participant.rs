//! A participant of a lock: what [`Slot`](crate::Slot) and [`MutexSlot`](crate::MutexSlot) have in
//! common.

use crate::error::AcquireError;
use crate::phases::Exclusion;
use crate::raw::{Patience, RawLock};
use crate::waiting::Wait;
use core::fmt;

/// A claimed slot with the private variables of its process. Frees the slot on drop.
pub(crate) struct Participant<'a, L: Exclusion, W: Wait> {
    raw: &'a RawLock<L, W>,
    me: usize,
    private: L::Private,
    inside: bool,
}

impl<'a, L: Exclusion, W: Wait> Participant<'a, L, W> {
    /// Creates the participant of slot `me`, which the caller has claimed.
    pub(crate) fn new(raw: &'a RawLock<L, W>, me: usize) -> Self {
        Participant {
            raw,
            me,
            private: raw.private(),
            inside: false,
        }
    }

    pub(crate) fn index(&self) -> usize {
        self.me
    }

    /// Enters. Fails if the process is inside already: then its permit was leaked, as a live permit
    /// borrows the participant.
    pub(crate) fn enter(&mut self, patience: impl FnMut() -> Patience) -> Result<(), AcquireError> {
        if self.inside {
            return Err(AcquireError::Forgotten);
        }
        self.raw.enter(self.me, &mut self.private, patience)?;
        self.inside = true;
        Ok(())
    }

    pub(crate) fn exit(&mut self) {
        self.inside = false;
        self.raw.exit(self.me);
    }

    pub(crate) fn fmt_as(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(name)
            .field("slot", &self.me)
            .field("inside", &self.inside)
            .finish_non_exhaustive()
    }
}

impl<L: Exclusion, W: Wait> Drop for Participant<'_, L, W> {
    fn drop(&mut self) {
        // A process whose permit was leaked stays inside, so its slot stays taken.
        if !self.inside {
            self.raw.release(self.me);
        }
    }
}

/// Waits without a limit.
pub(crate) fn forever() -> Patience {
    Ok(None)
}

/// Does not wait.
pub(crate) fn at_once() -> Patience {
    Err(AcquireError::Busy)
}

/// Waits for at most `timeout`; without a limit, if the end of that time cannot be represented.
#[cfg(feature = "std")]
pub(crate) fn within(timeout: core::time::Duration) -> impl FnMut() -> Patience {
    use crate::waiting::Deadline;
    let deadline = Deadline::now().checked_add(timeout);
    move || match deadline {
        Some(deadline) if Deadline::now() >= deadline => Err(AcquireError::TimedOut),
        deadline => Ok(deadline),
    }
}

/// Waits until `cancel` returns true.
pub(crate) fn unless(mut cancel: impl FnMut() -> bool) -> impl FnMut() -> Patience {
    move || {
        if cancel() {
            return Err(AcquireError::Cancelled);
        }
        #[cfg(feature = "std")]
        let again =
            crate::waiting::Deadline::now().checked_add(core::time::Duration::from_millis(1));
        #[cfg(not(feature = "std"))]
        let again = None;
        Ok(again)
    }
}
