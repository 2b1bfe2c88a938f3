//! Races: threads that contend for a lock.
//!
//! Each race has three runs, because measuring disturbs: one without instruments for throughput,
//! shares and processor time; one with two clock readings per passage for the waits; one with a
//! shared counter for the order of entry.

use crate::contestant::{Contestant, Participant};
use crate::fairness::Seen;
use crate::os;
use crate::waits::Waits;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The work of a critical section: a busy loop, or a sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The approximate time, in nanoseconds.
    pub nanos: u64,
    turns: u64,
    asleep: bool,
}

impl Work {
    /// A busy loop, calibrated to the fastest of 20 samples.
    pub fn new(nanos: u64) -> Self {
        const TURNS: u64 = 20_000;
        let trial = Work {
            nanos: 0,
            turns: TURNS,
            asleep: false,
        };
        let turn = |_| {
            let start = Instant::now();
            trial.work();
            start.elapsed().as_nanos() as f64 / TURNS as f64
        };
        let fastest = (0..20).map(turn).fold(f64::INFINITY, f64::min);
        let turns = (nanos as f64 / fastest).round() as u64;
        Work {
            nanos,
            turns,
            asleep: false,
        }
    }

    /// A sleep.
    pub fn asleep(nanos: u64) -> Self {
        Work {
            nanos,
            turns: 0,
            asleep: true,
        }
    }

    #[inline]
    fn work(self) {
        if self.asleep {
            std::thread::sleep(Duration::from_nanos(self.nanos));
        }
        for turn in 0..self.turns {
            black_box(turn);
        }
    }
}

/// The plan of a race.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The number of threads.
    pub threads: usize,
    /// The number of permits.
    pub permits: usize,
    /// The work inside.
    pub inside: Work,
    /// The duration of the race.
    pub window: Duration,
}

/// The result of a race.
#[derive(Clone, Debug)]
pub struct Race<T> {
    /// The result of each thread.
    pub threads: Vec<T>,
    /// The elapsed time, up to the signal to stop.
    pub wall: Duration,
    /// The processor time of the whole process in that time.
    pub cpu: Duration,
}

/// Pins a thread: two threads have a core each; more threads share two cores.
fn settle(thread: usize, threads: usize, cores: &[usize]) {
    match cores {
        [one, two, ..] if threads == 2 => os::stay_on(&[[*one, *two][thread]]),
        [one, two, ..] => os::stay_on(&[*one, *two]),
        _ => {}
    }
}

/// The signals to the threads of a race.
struct Signal {
    arrived: AtomicUsize,
    begun: AtomicBool,
    over: AtomicBool,
}

impl Signal {
    /// Whether passages count: not before every thread has made one.
    fn counts(&self) -> bool {
        self.begun.load(Ordering::Relaxed)
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

/// The longest time to wait for the first passage of every thread: with an unfair lock one may not come.
const PATIENCE: Duration = Duration::from_millis(300);

/// Runs a race: each thread calls `run`, which returns when the race is over.
fn race<L: Contestant, T: Send>(
    plan: &Plan,
    run: impl Fn(&mut L::Participant<'_>, &Signal) -> T + Sync,
) -> Race<T> {
    let lock = L::new(plan.permits);
    let signal = Signal {
        arrived: AtomicUsize::new(0),
        begun: AtomicBool::new(false),
        over: AtomicBool::new(false),
    };
    let cores = os::cores();
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..plan.threads)
            .map(|thread| {
                let (lock, signal, cores, run) = (&lock, &signal, &cores, &run);
                scope.spawn(move || {
                    settle(thread, plan.threads, cores);
                    let mut participant = lock.participant();
                    participant.passage(|| plan.inside.work());
                    signal.arrived.fetch_add(1, Ordering::Relaxed);
                    run(&mut participant, signal)
                })
            })
            .collect();
        let called = Instant::now();
        while signal.arrived.load(Ordering::Relaxed) < plan.threads && called.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_micros(200));
        }
        let (begun, cpu) = (Instant::now(), os::process_time());
        signal.begun.store(true, Ordering::Relaxed);
        std::thread::sleep(plan.window);
        signal.over.store(true, Ordering::Relaxed);
        let (wall, cpu) = (begun.elapsed(), os::process_time() - cpu);
        let threads = running
            .into_iter()
            .map(|thread| thread.join().expect("a lock that does not panic"))
            .collect();
        Race { threads, wall, cpu }
    })
}

/// A race that counts the passages of each thread.
pub fn bare<L: Contestant>(plan: &Plan) -> Race<u64> {
    race::<L, _>(plan, |participant, signal| {
        let mut passages = 0;
        loop {
            participant.passage(|| plan.inside.work());
            if signal.is_over() {
                return passages;
            }
            passages += u64::from(signal.counts());
        }
    })
}

/// A race that measures waits, from before the attempt to being inside.
pub fn timed<L: Contestant>(plan: &Plan) -> Race<Waits> {
    race::<L, _>(plan, |participant, signal| {
        let mut waits = Waits::default();
        while !signal.is_over() {
            let counts = signal.counts();
            let asked = Instant::now();
            let entered = participant.passage(|| {
                let entered = Instant::now();
                plan.inside.work();
                entered
            });
            if counts {
                waits.add(entered - asked);
            }
        }
        waits
    })
}

/// The most passages of a thread that are kept.
const KEPT: usize = 100_000;

/// A race that records the order of attempts and entries.
pub fn watched<L: Contestant>(plan: &Plan) -> Race<Vec<Seen>> {
    let counter = AtomicU64::new(0);
    race::<L, _>(plan, |participant, signal| {
        let mut passages = Vec::with_capacity(KEPT);
        // A thread continues without recording, to keep the lock contended.
        while !signal.is_over() {
            let seen = watch(participant, &counter, plan.inside);
            if signal.counts() && passages.len() < KEPT {
                passages.push(seen);
            }
        }
        passages
    })
}

/// One passage, with the counter's value at the attempt, in the queue, and inside.
fn watch(participant: &mut impl Participant, counter: &AtomicU64, inside: Work) -> Seen {
    let tick = || counter.fetch_add(1, Ordering::SeqCst);
    let asked = tick();
    let mut queued = None;
    let entered = participant.watched(
        || {
            queued.get_or_insert_with(tick);
        },
        || {
            let entered = tick();
            inside.work();
            entered
        },
    );
    let tells = tells(participant);
    Seen {
        asked,
        // A thread that entered without waiting was in the queue no earlier than inside.
        queued: queued.unwrap_or(if tells { entered } else { asked }),
        entered,
    }
}

fn tells<S: Participant>(_: &S) -> bool {
    S::TELLS
}
