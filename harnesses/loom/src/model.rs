//! Runs scenes under loom, and reports their outcome and cost.

use doorway_proofs::catalogue::{CodeChange, Ending, Facts, LOCKS};
use std::cell::Cell;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Instant;

thread_local! {
    static PLANNED: Cell<bool> = const { Cell::new(false) };
    /// The change that is explored. All threads of a scene run on this one.
    static CHANGE: Cell<Option<CodeChange>> = const { Cell::new(None) };
}

/// Whether the memory of this exploration has this change.
pub(crate) fn lacks(change: CodeChange) -> bool {
    CHANGE.get() == Some(change)
}

/// The payload of a panic that the scene makes on purpose.
#[derive(Debug)]
struct Planned;

/// Runs `act` with a function that panics on purpose, and returns whether it panicked.
///
/// loom's own panics pass through.
pub fn caught(act: impl FnOnce(fn())) -> bool {
    fn panic() {
        PLANNED.set(true);
        resume_unwind(Box::new(Planned)); // not printed
    }
    let caught = catch_unwind(AssertUnwindSafe(|| act(panic)));
    PLANNED.set(false);
    match caught {
        Err(panic) if !panic.is::<Planned>() => resume_unwind(panic),
        caught => caught.is_err(),
    }
}

/// Whether loom has found a violation and is unwinding the scene.
///
/// Guards that are dropped then must not call loom.
pub(crate) fn is_lost() -> bool {
    std::thread::panicking() && !PLANNED.get()
}

/// The outcome of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No violation.
    Fine,
    /// A data race: two threads access one cell without synchronization.
    Race,
    /// A deadlock, or an execution with too many branches.
    Stuck,
    /// A failed assertion of the scene.
    Wrong,
}

impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Race => Outcome::Race,
            Ending::Stuck => Outcome::Stuck,
            Ending::Fine => Outcome::Fine,
        }
    }
}

impl Outcome {
    /// The outcome for a panic message of loom.
    fn of(message: &str) -> Self {
        if message.contains("Causality violation") {
            Outcome::Race
        } else if message.contains("deadlock") || message.contains("maximum number of branches") {
            Outcome::Stuck
        } else {
            Outcome::Wrong
        }
    }
}

/// Runs `scene` in every execution with at most so many `preemptions`, until one is a violation.
///
/// Without a bound it runs all executions. With a `change` it is a mutant, which must end with the
/// expected outcome.
pub fn outcome(
    what: &str,
    change: Option<CodeChange>,
    preemptions: Option<usize>,
    scene: impl Fn() + Sync + Send + 'static,
) -> Outcome {
    CHANGE.set(change);
    let executions = Arc::new(AtomicUsize::new(0));
    let count = executions.clone();
    let start = Instant::now();
    let mut model = loom::model::Builder::new();
    model.preemption_bound = preemptions;
    model.max_branches = 5_000;
    let explored = catch_unwind(AssertUnwindSafe(|| {
        model.check(move || {
            count.fetch_add(1, Ordering::Relaxed);
            scene();
        });
    }));
    let outcome = match &explored {
        Ok(()) => Outcome::Fine,
        Err(panic) => Outcome::of(
            (panic.downcast_ref::<String>().map(String::as_str))
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or_default(),
        ),
    };
    CHANGE.set(None);
    let what = match change {
        None => what.to_string(),
        Some(change) => format!("{what}, mutant: {change}"),
    };
    let executions = executions.load(Ordering::Relaxed);
    let bound = preemptions.map_or("no bound".to_string(), |b| format!("{b} preemptions"));
    let seconds = start.elapsed().as_secs_f64();
    println!("loom: {what}, {bound}: {outcome:?}, {executions} executions, {seconds:.1} s");
    outcome
}

/// Runs `scene` in every execution, as [`outcome`] does, and expects no violation.
///
/// # Panics
///
/// If an execution is a violation.
pub fn explore(what: &str, preemptions: Option<usize>, scene: impl Fn() + Sync + Send + 'static) {
    let ended = outcome(what, None, preemptions, scene);
    assert_eq!(ended, Outcome::Fine, "{what}");
}

/// The outcomes of a generic scene for each lock, on [`Modelled`](crate::Modelled) with the change.
///
/// A lock on an active set runs on flags. Evaluates to a list of the facts of the lock and the
/// [`Outcome`].
#[macro_export]
macro_rules! every_lock {
    ($what:expr, $change:expr, $bound:expr, $scene:ident($($argument:expr),*)) => {{
        let mut ended = vec![];
        doorway_proofs::each_algorithm!($crate::Modelled, |A, lock| {
            if lock.set != "Grid" {
                let what = format!("{lock}, {}", $what);
                let outcome = $crate::outcome(&what, $change, $bound, move || $scene::<A>($($argument),*));
                ended.push((lock.facts, outcome));
            }
        });
        ended
    }};
}

/// Compares the outcomes of [`every_lock!`](crate::every_lock) with those expected of each lock.
///
/// # Panics
///
/// If they differ.
pub fn each_ends(ended: &[(&Facts, Outcome)], expected: impl Fn(&Facts) -> Outcome) {
    assert_eq!(ended.len(), LOCKS.len());
    for (facts, outcome) in ended {
        assert_eq!(*outcome, expected(facts), "{}", facts.name);
    }
}
