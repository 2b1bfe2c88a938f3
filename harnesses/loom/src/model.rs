//! Running a model, and saying how it ended and what it cost.

use doorway_proofs::catalogue::{CodeChange, Ending, Facts, LOCKS};
use std::cell::Cell;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Instant;

thread_local! {
    static PLANNED: Cell<bool> = const { Cell::new(false) };
    /// The change that is explored. All threads of a model run on this one.
    static CHANGE: Cell<Option<CodeChange>> = const { Cell::new(None) };
}

/// Whether that is what the memory of this exploration lacks.
pub(crate) fn lacks(change: CodeChange) -> bool {
    CHANGE.get() == Some(change)
}

/// What a model panics with when that is its plan.
#[derive(Debug)]
struct Planned;

/// Runs `act`, which is handed a way to panic, and says whether it did. loom's own panics pass through.
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

/// Whether loom has found what it polled for and is unwinding the model: guards that are dropped now must not ask it for anything more.
pub(crate) fn is_lost() -> bool {
    std::thread::panicking() && !PLANNED.get()
}

/// How loom ended an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With nothing to say against it.
    Fine,
    /// With two threads in one cell, or one that does not see what was written there.
    Race,
    /// With everybody asleep, or waiting without an end.
    Stuck,
    /// With an assertion of the model.
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
    /// By what loom says when it panics.
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

/// Runs `scene` in every execution with at most so many `preemptions`, in all of them if there is no bound, until one goes wrong. With a `change` it is a
/// mutant, and must go wrong for the right reason.
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

/// Runs `scene` in every execution, as [`outcome`] does.
///
/// # Panics
///
/// If one goes wrong.
pub fn explore(what: &str, preemptions: Option<usize>, scene: impl Fn() + Sync + Send + 'static) {
    let ended = outcome(what, None, preemptions, scene);
    assert_eq!(ended, Outcome::Fine, "{what}");
}

/// How a generic scene ends for each lock of the catalogue, on [`Modelled`](crate::Modelled) with the change; for a lock on an active set, on flags.
///
/// Evaluates to a list of the facts of the lock and the [`Outcome`].
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

/// Holds what [`every_lock!`](crate::every_lock) found against what is expected of each lock.
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
