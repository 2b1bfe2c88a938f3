//! What can be wrong, and what to do about it.

use core::fmt;
use doorway_core::ticket::Exhausted;

/// A lock that cannot be: its number of permits and of slots do not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParameterError {
    /// A lock with no slots, which nobody could use.
    NoSlots,
    /// k = 0: nobody could ever enter.
    NoPermits,
    /// k > N: more permits than there are slots to hold them.
    TooManyPermits {
        /// The permits asked for, k.
        permits: usize,
        /// The slots there are, N.
        slots: usize,
    },
    /// More slots than the algorithm's registers can tell apart.
    TooManySlots {
        /// The slots asked for, N.
        slots: usize,
        /// The most there can be.
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
                "{permits} permits for {slots} slots: at most as many permits as slots can ever be held"
            ),
            ParameterError::TooManySlots { slots, most } => {
                write!(f, "{slots} slots: its registers have room for {most}")
            }
        }
    }
}

const NO_SLOTS: &str = "a lock needs at least one slot (N = 0 given)";
const NO_PERMITS: &str = "a semaphore needs at least one permit (k = 0 given)";

/// Whether there can be a lock with `permits` for `slots`.
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

/// Checks that there are at most as many slots as the registers can tell apart.
pub(crate) const fn check_capacity(slots: usize, most: u64) -> Result<(), ParameterError> {
    if slots as u64 > most {
        Err(ParameterError::TooManySlots { slots, most })
    } else {
        Ok(())
    }
}

/// The same for constructors that panic, so that an impossible `static` does not compile.
#[track_caller]
pub(crate) const fn demand(slots: usize, permits: usize) {
    match check(slots, permits) {
        Ok(()) => {}
        Err(ParameterError::NoSlots) => panic!("{}", NO_SLOTS),
        Err(ParameterError::NoPermits) => panic!("{}", NO_PERMITS),
        Err(ParameterError::TooManyPermits { .. }) => {
            panic!("more permits than slots: at most as many permits as slots can ever be held")
        }
        Err(ParameterError::TooManySlots { .. }) => {}
    }
}

/// The same for [`check_capacity`].
#[track_caller]
pub(crate) const fn demand_capacity(slots: usize, most: u64) {
    if check_capacity(slots, most).is_err() {
        panic!("more slots than its registers have room for")
    }
}

/// A slot that cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SlotError {
    /// There is no slot of that number.
    OutOfRange {
        /// The slot asked for.
        slot: usize,
        /// How many there are; they are numbered from 0.
        slots: usize,
    },
    /// Somebody has that slot.
    Taken {
        /// The slot asked for.
        slot: usize,
    },
    /// All slots are taken.
    Full {
        /// How many there are.
        slots: usize,
    },
}

impl fmt::Display for SlotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SlotError::OutOfRange { slot, slots } => {
                write!(
                    f,
                    "there is no slot {slot}: the lock has {slots}, numbered from 0"
                )
            }
            SlotError::Taken { slot } => {
                write!(f, "slot {slot} is taken: its handle has not been dropped")
            }
            SlotError::Full { slots } => write!(
                f,
                "all {slots} slots are taken: drop a handle, or make the lock with more slots"
            ),
        }
    }
}

/// A permit that was not given. The process is back where it was before it asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AcquireError {
    /// It could not be had at once.
    Busy,
    /// It could not be had in time.
    TimedOut,
    /// The caller's closure said to give up.
    Cancelled,
    /// The lock's tickets are used up.
    Exhausted,
    /// The slot's last permit was given to [`mem::forget`](core::mem::forget), so it is held for ever: the slot counts as crashed.
    Forgotten,
}

impl fmt::Display for AcquireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AcquireError::Busy => f.write_str("no permit is free at the moment"),
            AcquireError::TimedOut => f.write_str("no permit became free in time"),
            AcquireError::Cancelled => f.write_str("the caller gave up waiting for a permit"),
            AcquireError::Exhausted => Exhausted.fmt(f),
            AcquireError::Forgotten => f.write_str(
                "this slot's last permit was forgotten and is held for ever: the slot counts as crashed",
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
