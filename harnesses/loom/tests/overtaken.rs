//! Danek's own scenario (section 5), k = 2, with parking: p1 waits; p2 came later and enters; p3 and p4 have stopped between their doorway and telling of their
//! tickets. FIFE lets p1 in now, so p1 must be awake to see it: it is p2's entering that wakes it, and the fence of line 23 that makes sure.
//!
//! The scene is set in one order; loom explores what comes after, p2's last steps before the critical section against p1's going to sleep.
//! At most 2 preemptions, 1915 executions for either lock, 2 s.

use doorway::exclusion::KExclusion;
use doorway::memory::{Array, AtomicMemory, Memory, Place, Register};
use doorway::shape::Heap;
use doorway::waiting::Park;
use doorway::{AnySemaphore, Fife, SafeFife};
use doorway_loom::*;
use loom::sync::{Condvar, Mutex};
use std::cell::RefCell;
use std::sync::Arc;

type Lock<A> = AnySemaphore<Heap, A, Park<ModelledGong>>;
type When = fn(Place, Option<u64>) -> bool;

loom::thread_local! {
    static STOP: RefCell<Option<(When, Box<dyn FnOnce()>)>> = RefCell::new(None);
}

/// Before this thread's first access for which `when` (of a place, and of the value if it is a store), runs `then`.
fn stop(when: When, then: impl FnOnce() + 'static) {
    STOP.with(|stop| *stop.borrow_mut() = Some((when, Box::new(then))));
}

fn access(place: Place, value: Option<u64>) {
    if std::thread::panicking() {
        return;
    }
    let then = STOP.with(|stop| stop.borrow_mut().take_if(|(when, _)| when(place, value)));
    if let Some((_, then)) = then {
        then();
    }
}

/// [`Modelled`], where threads can be stopped.
struct Stopping<const MISSING: u8>;

// SAFETY: it is `Modelled`.
unsafe impl<const MISSING: u8> Memory for Stopping<MISSING> {
    type Register = StoppingRegister<MISSING>;
    type Flag = ModelledFlag<MISSING>;

    fn fence() {
        Modelled::<MISSING>::fence();
    }
}

// SAFETY: as above.
unsafe impl<const MISSING: u8> AtomicMemory for Stopping<MISSING> {}

struct StoppingRegister<const MISSING: u8>(Place, ModelledRegister<MISSING>);

impl<const MISSING: u8> Register for StoppingRegister<MISSING> {
    const LIMIT: u64 = u64::MAX - 1;

    fn new(place: Place, value: u64) -> Self {
        StoppingRegister(place, Register::new(place, value))
    }
    fn load(&self) -> u64 {
        access(self.0, None);
        self.1.load()
    }
    fn store(&self, value: u64) {
        access(self.0, Some(value));
        self.1.store(value);
    }
}

/// How far the scene has come.
struct Stage {
    at: Mutex<u32>,
    on: Condvar,
}

impl Stage {
    fn reach(&self, at: u32) {
        *self.at.lock().unwrap() = at;
        self.on.notify_all();
    }
    fn wait_for(&self, at: u32) {
        let mut now = self.at.lock().unwrap();
        while *now < at {
            now = self.on.wait(now).unwrap();
        }
    }
}

const P2_IS_ABOUT_TO_ENTER: u32 = 1;
const P3_HAS_STOPPED: u32 = 2;
const P4_HAS_STOPPED: u32 = 3;
const THE_RACE: u32 = 4;
const P1_IS_IN: u32 = 5;

type Shared<A> = Arc<(Lock<A>, Stage)>;

/// A thread for slot `me`, which stops at `when`, says so, and goes on at `until`. It keeps its permit until p1 is in.
fn other<A: KExclusion + 'static>(
    shared: &Shared<A>,
    me: usize,
    when: When,
    [said, until]: [u32; 2],
) -> loom::thread::JoinHandle<()>
where
    Lock<A>: Send + Sync,
{
    let shared = shared.clone();
    loom::thread::spawn(move || {
        let stage = shared.clone();
        stop(when, move || {
            stage.1.reach(said);
            stage.1.wait_for(until);
        });
        let mut me = shared.0.slot(me).unwrap();
        let permit = me.acquire();
        shared.1.wait_for(P1_IS_IN);
        drop(permit);
    })
}

fn overtaken<A: KExclusion + 'static>()
where
    Lock<A>: Send + Sync,
{
    loom::stop_exploring();
    let shared: Shared<A> = Arc::new((
        AnySemaphore::with_shape(Heap(4), 2).unwrap(),
        Stage {
            at: Mutex::new(0),
            on: Condvar::new(),
        },
    ));
    let others = Arc::new(std::sync::Mutex::new(vec![]));
    let (scene, started) = (shared.clone(), others.clone());
    let first_look: When = |place, store| place.array == Array::Want && store.is_none();
    stop(first_look, move || {
        let line_23: When = |place, store| place.array == Array::Capture && store.is_some();
        let line_16: When = |place, store| place.array == Array::Want && store > Some(0);
        let start = |me, when, said, until| {
            let thread = other(&scene, me, when, [said, until]);
            started.lock().unwrap().push(thread);
            scene.1.wait_for(said);
        };
        start(1, line_23, P2_IS_ABOUT_TO_ENTER, THE_RACE);
        start(2, line_16, P3_HAS_STOPPED, P1_IS_IN);
        start(3, line_16, P4_HAS_STOPPED, P1_IS_IN);
        loom::explore();
        scene.1.reach(THE_RACE);
    });
    let mut me = shared.0.slot(0).unwrap();
    let permit = me.acquire();
    loom::stop_exploring();
    shared.1.reach(P1_IS_IN);
    drop(permit);
    let others = std::mem::take(&mut *others.lock().unwrap());
    for other in others {
        other.join().unwrap();
    }
}

#[test]
fn it_is_woken() {
    explore(
        "fife, overtaken",
        Some(2),
        overtaken::<Fife<Stopping<WHOLE>>>,
    );
    explore(
        "safe-fife, overtaken",
        Some(2),
        overtaken::<SafeFife<Stopping<WHOLE>>>,
    );
    for stuck in [
        outcome(
            "fife, overtaken, no fence",
            Some(2),
            overtaken::<Fife<Stopping<NO_ENTER_FENCE>>>,
        ),
        outcome(
            "safe-fife, overtaken, no fence",
            Some(2),
            overtaken::<SafeFife<Stopping<NO_ENTER_FENCE>>>,
        ),
    ] {
        assert_eq!(stuck, Outcome::Stuck);
    }
}
