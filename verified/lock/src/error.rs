//! The error types: invalid parameters, slots that cannot be claimed, attempts that do not enter.

use core::fmt;
use doorway_core::ticket::Exhausted;

/// Invalid parameters: a lock with these numbers of slots and permits is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParameterError {
    /// N = 0: a lock without slots.
    NoSlots,
    /// k = 0: a semaphore without permits.
    NoPermits,
    /// k > N: more permits than slots that can hold them.
    TooManyPermits {
        /// The requested number of permits, k.
        permits: usize,
        /// The number of slots, N.
        slots: usize,
    },
    /// More slots than the algorithm's registers have room for.
    TooManySlots {
        /// The requested number of slots, N.
        slots: usize,
        /// The largest possible number of slots.
        most: u64,
    },
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterError::NoSlots => f.write_str(NO_SLOTS),
            ParameterError::NoPermits => f.write_str(NO_PERMITS),
            ParameterError::TooManyPermits { permits, slots } => write!(
                f,
                "{permits} permits for {slots} slots: a slot holds at most one permit"
            ),
            ParameterError::TooManySlots { slots, most } => {
                write!(
                    f,
                    "{slots} slots: the registers of this lock have room for {most}"
                )
            }
        }
    }
}

const NO_SLOTS: &str = "a lock needs at least one slot (N = 0 given)";
const NO_PERMITS: &str = "a semaphore needs at least one permit (k = 0 given)";

/// Checks that a lock with `permits` permits for `slots` slots is possible.
pub(crate) const fn check(slots: usize, permits: usize) -> Result<(), ParameterError> {
    if slots == 0 {
        Err(ParameterError::NoSlots)
    } else if permits == 0 {
        Err(ParameterError::NoPermits)
    } else if permits > slots {
        Err(ParameterError::TooManyPermits { permits, slots })
    } else {
        Ok(())
    }
}

/// Checks that the registers have room for `slots` slots.
pub(crate) const fn check_capacity(slots: usize, most: u64) -> Result<(), ParameterError> {
    if slots as u64 > most {
        Err(ParameterError::TooManySlots { slots, most })
    } else {
        Ok(())
    }
}

/// [`check`] for constructors that panic: an invalid `static` does not compile.
#[track_caller]
pub(crate) const fn demand(slots: usize, permits: usize) {
    match check(slots, permits) {
        Ok(()) => {}
        Err(ParameterError::NoSlots) => panic!("{}", NO_SLOTS),
        Err(ParameterError::NoPermits) => panic!("{}", NO_PERMITS),
        Err(ParameterError::TooManyPermits { .. }) => {
            panic!("more permits than slots: a slot holds at most one permit")
        }
        Err(ParameterError::TooManySlots { .. }) => {}
    }
}

/// [`check_capacity`] for constructors that panic.
#[track_caller]
pub(crate) const fn demand_capacity(slots: usize, most: u64) {
    if check_capacity(slots, most).is_err() {
        panic!("more slots than the registers of this lock have room for")
    }
}

/// A slot that cannot be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SlotError {
    /// There is no slot with that number.
    OutOfRange {
        /// The requested slot.
        slot: usize,
        /// The number of slots. They are numbered from 0.
        slots: usize,
    },
    /// The slot is taken: its handle has not been dropped, or its last permit was leaked.
    Taken {
        /// The requested slot.
        slot: usize,
    },
    /// All slots are taken.
    Full {
        /// The number of slots.
        slots: usize,
    },
}

impl fmt::Display for SlotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SlotError::OutOfRange { slot, slots } => {
                write!(
                    f,
                    "there is no slot {slot}: the lock has {slots} slots, numbered from 0"
                )
            }
            SlotError::Taken { slot } => {
                write!(f, "slot {slot} is taken: its handle has not been dropped")
            }
            SlotError::Full { slots } => write!(
                f,
                "all {slots} slots are taken: drop a handle, or create the lock with more slots"
            ),
        }
    }
}

/// An attempt that did not enter. Its participant is outside the lock again, except after
/// [`Forgotten`](Self::Forgotten).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AcquireError {
    /// No permit was free at once.
    Busy,
    /// No permit became free in time.
    TimedOut,
    /// The caller's closure cancelled the attempt.
    Cancelled,
    /// The lock's tickets are used up.
    Exhausted,
    /// The slot's last permit or guard was leaked with [`mem::forget`](core::mem::forget): it is
    /// never released, and the slot counts as crashed.
    Forgotten,
}

impl fmt::Display for AcquireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AcquireError::Busy => f.write_str("no permit is free at the moment"),
            AcquireError::TimedOut => f.write_str("no permit became free in time"),
            AcquireError::Cancelled => f.write_str("the caller cancelled the wait for a permit"),
            AcquireError::Exhausted => Exhausted.fmt(f),
            AcquireError::Forgotten => f.write_str(
                "this slot's last permit was leaked and is never released: the slot counts as crashed",
            ),
        }
    }
}

impl From<Exhausted> for AcquireError {
    fn from(_: Exhausted) -> Self {
        AcquireError::Exhausted
    }
}

impl core::error::Error for ParameterError {}
impl core::error::Error for SlotError {}
impl core::error::Error for AcquireError {}
