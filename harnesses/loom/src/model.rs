//! Running a model, and saying how it ended and what it cost.

use std::cell::Cell;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Instant;

thread_local! {
    static PLANNED: Cell<bool> = const { Cell::new(false) };
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

/// Whether loom has found what it looked for and is unwinding the model: guards that are dropped now must not ask it for anything more.
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

/// Runs `scene` in every execution with at most so many `preemptions`, in all of them if there is no bound, until one goes wrong. A mutant must, and
/// for the right reason.
pub fn outcome(
    what: &str,
    preemptions: Option<usize>,
    scene: impl Fn() + Sync + Send + 'static,
) -> Outcome {
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
    assert_eq!(outcome(what, preemptions, scene), Outcome::Fine, "{what}");
}

/// How a generic scene ends for each of the seven locks, Bakeries first and those of Algorithms 3 and 4 on flags,, on [`Modelled`](crate::Modelled) without `$missing`, or `WHOLE`.
#[macro_export]
macro_rules! every_lock {
    ($what:expr, without $missing:expr, $bound:expr, $scene:ident($($argument:expr),*)) => {{
        use $crate::Modelled;
        let missing = match stringify!($missing) {
            "WHOLE" => String::new(),
            missing => format!(", mutant {missing}"),
        };
        let what = |lock: &str| format!("{lock}, {}{missing}", $what);
        [
            $crate::outcome(&what("bakery"), $bound, move || $scene::<doorway::Bakery<Modelled<{ $missing }>>>($($argument),*)),
            $crate::outcome(&what("black-white"), $bound, move || $scene::<doorway::BlackWhite<Modelled<{ $missing }>>>($($argument),*)),
            $crate::outcome(&what("adaptive on flags"), $bound, move || $scene::<doorway::Adaptive<Modelled<{ $missing }>, doorway::active_set::Flags>>($($argument),*)),
            $crate::outcome(&what("local-spin on flags"), $bound, move || $scene::<doorway::LocalSpin<Modelled<{ $missing }>, doorway::active_set::Flags>>($($argument),*)),
            $crate::outcome(&what("kfcfs"), $bound, move || $scene::<doorway::KFcfs<Modelled<{ $missing }>>>($($argument),*)),
            $crate::outcome(&what("fife"), $bound, move || $scene::<doorway::Fife<Modelled<{ $missing }>>>($($argument),*)),
            $crate::outcome(&what("safe-fife"), $bound, move || $scene::<doorway::SafeFife<Modelled<{ $missing }>>>($($argument),*)),
        ]
    }};
}
