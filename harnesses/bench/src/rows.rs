//! The measured locks.

use crate::contended::{self, Plan, Race};
use crate::contestant::{Contestant, Participant};
use crate::fairness::Seen;
use crate::ours::{self, OurTry};
use crate::peers::*;
use crate::stopped::{self, Place};
use crate::uncontended;
use crate::waits::Waits;
use doorway::{Mutex, Park, Semaphore, Spin, Yield};
use serde::Serialize;
use std::time::Duration;

/// The order of entry that a lock promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Order {
    /// First come, first served, always.
    Fcfs,
    /// No thread starves.
    Fair,
    /// No order.
    Any,
}

/// A lock to measure, and the functions that measure it.
///
/// The functions are instances for its type, so that no call is indirect while the clock runs.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub lock: &'static str,
    /// Whether it is doorway's.
    pub ours: bool,
    /// The order it promises; a semaphore, with one permit.
    pub order: Order,
    /// Whether it has any number of permits, or is a mutex.
    pub any_k: bool,
    /// Whether it never waits, so that it can only be measured without contention.
    pub tries: bool,
    /// Whether it yields or spins instead of sleeping.
    pub busy: bool,
    /// Whether it reports when a process has its place in the queue.
    pub tells: bool,
    /// Measures so many uncontended passages.
    pub alone: fn(u64) -> Duration,
    /// Measures throughput, shares, processor time.
    pub bare: fn(&Plan) -> Race<u64>,
    /// Measures waits.
    pub timed: fn(&Plan) -> Race<Waits>,
    /// Records the order of entry.
    pub watched: fn(&Plan) -> Race<Vec<Seen>>,
    /// Runs a trial in which k-1 threads stop, and ends the process.
    pub trial: fn(Place, u64) -> !,
}

impl Row {
    fn of<L: Contestant + 'static>(name: &'static str, order: Order) -> Row {
        Row {
            name,
            lock: std::any::type_name::<L>(),
            ours: false,
            order,
            any_k: false,
            tries: false,
            busy: false,
            tells: <L::Participant<'_> as Participant>::TELLS,
            alone: uncontended::alone::<L>,
            bare: contended::bare::<L>,
            timed: contended::timed::<L>,
            watched: contended::watched::<L>,
            trial: stopped::trial::<L>,
        }
    }

    fn any_k(self) -> Row {
        Row {
            any_k: true,
            ..self
        }
    }

    fn busy(self) -> Row {
        Row { busy: true, ..self }
    }

    fn tries(self) -> Row {
        Row {
            tries: true,
            ..self
        }
    }

    /// Whether it can race with so many permits.
    pub fn takes(&self, permits: usize) -> bool {
        !self.tries && (self.any_k || permits == 1)
    }
}

fn peers() -> Vec<Row> {
    use Order::{Any, Fair, Fcfs};
    vec![
        Row::of::<Std>("std Mutex", Any),
        Row::of::<ParkingLot>("parking_lot Mutex", Fair),
        Row::of::<ParkingLotFair>("parking_lot FairMutex", Fair),
        Row::of::<SpinTicket>("spin TicketMutex", Fcfs).busy(),
        Row::of::<SpinTicketYield>("spin TicketMutex, yields", Fcfs).busy(),
        Row::of::<SpinFair>("spin FairMutex", Fair).busy(),
        Row::of::<SpinFairYield>("spin FairMutex, yields", Fair).busy(),
        Row::of::<Mcs>("mcslock", Fcfs).busy(),
        Row::of::<McsYield>("mcslock, yields", Fcfs).busy(),
        Row::of::<Tokio>("tokio Semaphore", Fcfs).any_k(),
        Row::of::<TokioTry>("tokio Semaphore, try", Any)
            .any_k()
            .tries(),
        Row::of::<AsyncLock>("async-lock Semaphore", Any).any_k(),
        #[cfg(target_os = "linux")]
        Row::of::<Posix>("POSIX semaphore", Any).any_k(),
    ]
}

/// The default mutex and semaphore, each also with other ways of waiting, and `try_acquire`.
fn defaults<const N: usize>() -> Vec<Row> {
    use Order::{Any, Fcfs};
    type M<const N: usize> = Mutex<(), N>;
    type S<const N: usize> = Semaphore<N>;
    vec![
        Row::of::<M<N>>("doorway Mutex", Fcfs),
        Row::of::<<M<N> as ours::Waits>::By<Park>>("doorway Mutex, parks", Fcfs),
        Row::of::<<M<N> as ours::Waits>::By<Yield>>("doorway Mutex, yields", Fcfs).busy(),
        Row::of::<<M<N> as ours::Waits>::By<Spin>>("doorway Mutex, spins", Fcfs).busy(),
        Row::of::<S<N>>("doorway Semaphore", Fcfs).any_k(),
        Row::of::<<S<N> as ours::Waits>::By<Park>>("doorway Semaphore, parks", Fcfs).any_k(),
        Row::of::<<S<N> as ours::Waits>::By<Yield>>("doorway Semaphore, yields", Fcfs)
            .any_k()
            .busy(),
        Row::of::<<S<N> as ours::Waits>::By<Spin>>("doorway Semaphore, spins", Fcfs)
            .any_k()
            .busy(),
        Row::of::<OurTry<N>>("doorway Semaphore, try", Any)
            .any_k()
            .tries(),
    ]
}

macro_rules! of_catalogue {
    ($({ $module:ident, $lock:ident, $holders:ident, $model:ident, $sets:tt, $($rest:tt)* })*) => {
        /// Every lock of the catalogue as a mutex, and as a semaphore if it admits any k.
        fn of_catalogue<const N: usize>() -> Vec<Row> {
            let mut all = vec![];
            $(
                let name = concat!("doorway Mutex ", stringify!($lock));
                all.push(Row::of::<Mutex<(), N, doorway::$lock>>(name, Order::Fcfs));
                of_catalogue!(@$holders all, $lock);
            )*
            all
        }
    };
    (@one $all:ident, $lock:ident) => {};
    (@any $all:ident, $lock:ident) => {
        let name = concat!("doorway Semaphore ", stringify!($lock));
        $all.push(Row::of::<Semaphore<N, doorway::$lock>>(name, Order::Fcfs).any_k());
    };
}
doorway_proofs::for_each_lock!(of_catalogue);

/// The defaults, and every lock of the catalogue that is not one of them.
fn ours<const N: usize>() -> Vec<Row> {
    let mut rows = defaults::<N>();
    for row in of_catalogue::<N>() {
        if rows.iter().all(|other| other.lock != row.lock) {
            rows.push(row);
        }
    }
    rows.into_iter()
        .map(|row| Row { ours: true, ..row })
        .collect()
}

/// The numbers of slots with which doorway's locks can be measured.
pub const SLOTS: [usize; 5] = [2, 4, 8, 16, 32];

/// doorway's locks with so many slots, then the peers.
///
/// # Errors
///
/// If `slots` is not one of [`SLOTS`].
pub fn rows(slots: usize) -> Result<Vec<Row>, String> {
    let mut rows = match slots {
        2 => ours::<2>(),
        4 => ours::<4>(),
        8 => ours::<8>(),
        16 => ours::<16>(),
        32 => ours::<32>(),
        _ => return Err(format!("{slots} slots: one of {SLOTS:?}")),
    };
    rows.extend(peers());
    Ok(rows)
}

/// The rows whose name contains one of `wanted`; all rows if `wanted` is empty.
pub fn chosen(rows: Vec<Row>, wanted: &[String]) -> Vec<Row> {
    let is_wanted =
        |row: &Row| wanted.is_empty() || wanted.iter().any(|part| row.name.contains(part.as_str()));
    rows.into_iter().filter(is_wanted).collect()
}
