//! A parked process that is overtaken must be woken: Danek's scenario (section 5), k = 2, with parking.
//!
//! One process waits; another came later and enters; two have stopped before they announced their
//! tickets to the first. FIFE now lets the first enter, so it must be awake. The entering process
//! wakes it, and the fence after line 23, `WakeAfterEnter`, makes this reliable.
//!
//! The scene is set up in one order. loom then explores the race: the last steps of the overtaking
//! process before its critical section, against the parking of the other.

use crate::memory::{Modelled, ModelledFlag, ModelledRegister};
use crate::waiting::ModelledParker;
use doorway::exclusion::KExclusion;
use doorway::memory::{Array, AtomicMemory, FenceId, Memory, Place, Register};
use doorway::shape::Heap;
use doorway::waiting::Park;
use doorway::AnySemaphore;
use loom::sync::{Condvar, Mutex};
use std::cell::RefCell;
use std::sync::Arc;

type Lock<A> = AnySemaphore<Heap, A, Park<ModelledParker>>;
pub(crate) type When = fn(Place, Option<u64>) -> bool;

loom::thread_local! {
    static STOP: RefCell<Option<(When, Box<dyn FnOnce()>)>> = RefCell::new(None);
}

/// Runs `then` before this thread's first access for which `when` is true.
///
/// `when` gets the place, and the value if the access is a store.
pub(crate) fn stop(when: When, then: impl FnOnce() + 'static) {
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

/// [`Modelled`], with accesses at which threads can be stopped.
#[derive(Debug)]
pub struct Stopping;

// SAFETY: it makes the accesses of `Modelled`.
unsafe impl Memory for Stopping {
    type Register = StoppingRegister;
    type Flag = ModelledFlag;

    fn fence(id: FenceId) {
        Modelled::fence(id);
    }
}

// SAFETY: as above.
unsafe impl AtomicMemory for Stopping {}

/// A register of [`Stopping`].
#[derive(Debug)]
pub struct StoppingRegister(Place, ModelledRegister);

impl Register for StoppingRegister {
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

/// The progress of the scene.
pub(crate) struct Stage {
    at: Mutex<u32>,
    on: Condvar,
}

impl Stage {
    pub(crate) fn new() -> Self {
        Stage {
            at: Mutex::new(0),
            on: Condvar::new(),
        }
    }
    pub(crate) fn reach(&self, at: u32) {
        *self.at.lock().unwrap() = at;
        self.on.notify_all();
    }
    pub(crate) fn wait_for(&self, at: u32) {
        let mut now = self.at.lock().unwrap();
        while *now < at {
            now = self.on.wait(now).unwrap();
        }
    }
}

type Shared<A> = Arc<(Lock<A>, Stage)>;

/// A stop of a thread: its access, and the stage that it then reaches and the stage that it waits for, if any.
type Stop = (When, Option<[u32; 2]>);

/// Makes this thread stop at each of `stops`, one after the other.
fn stops<A: KExclusion + 'static>(shared: &Shared<A>, mut stops: Vec<Stop>)
where
    Lock<A>: Send + Sync,
{
    if stops.is_empty() {
        return;
    }
    let (when, pause) = stops.remove(0);
    let shared = shared.clone();
    stop(when, move || {
        if let Some([said, until]) = pause {
            shared.1.reach(said);
            shared.1.wait_for(until);
        }
        self::stops(&shared, stops);
    });
}

/// A thread besides the overtaken one.
struct Other {
    slot: usize,
    stops: Vec<Stop>,
    /// The stage that must be reached before the next thread starts.
    said: u32,
    /// The stage until which it keeps its permit.
    leaves: u32,
}

impl Other {
    fn new(slot: usize, stops: Vec<Stop>, said: u32, leaves: u32) -> Self {
        Other {
            slot,
            stops,
            said,
            leaves,
        }
    }
}

fn start<A: KExclusion + 'static>(shared: &Shared<A>, other: Other) -> loom::thread::JoinHandle<()>
where
    Lock<A>: Send + Sync,
{
    let shared = shared.clone();
    loom::thread::spawn(move || {
        stops(&shared, other.stops);
        let mut me = shared.0.slot(other.slot).unwrap();
        let permit = me.acquire();
        shared.1.wait_for(other.leaves);
        drop(permit);
    })
}

/// The scene.
///
/// Some threads start `before` the overtaken process, others (`then`) when it is about to poll for
/// the first time, which is when `polls` is true. Then comes the stage `goes_on`, if there is one.
/// loom begins to explore at the stage `ready`, and then starts the race with the stage `race`.
struct Scene {
    slot: usize,
    polls: When,
    before: Vec<Other>,
    then: Vec<Other>,
    goes_on: Option<u32>,
    ready: u32,
    race: u32,
    end: u32,
}

fn played<A: KExclusion + 'static>(scene: Scene)
where
    Lock<A>: Send + Sync,
{
    loom::stop_exploring();
    let shared: Shared<A> = Arc::new((AnySemaphore::with_shape(Heap(4), 2).unwrap(), Stage::new()));
    let Scene {
        slot,
        polls,
        before,
        then,
        goes_on,
        ready,
        race,
        end,
    } = scene;
    let others = Arc::new(std::sync::Mutex::new(vec![]));
    let start = {
        let (shared, others) = (shared.clone(), others.clone());
        move |other: Other| {
            let said = other.said;
            let thread = self::start(&shared, other);
            others.lock().unwrap().push(thread);
            shared.1.wait_for(said);
        }
    };
    before.into_iter().for_each(&start);
    let stage = shared.clone();
    stop(polls, move || {
        then.into_iter().for_each(&start);
        if let Some(next) = goes_on {
            stage.1.reach(next);
        }
        stage.1.wait_for(ready);
        loom::explore();
        stage.1.reach(race);
    });
    let mut me = shared.0.slot(slot).unwrap();
    let permit = me.acquire();
    loom::stop_exploring();
    shared.1.reach(end);
    drop(permit);
    let others = std::mem::take(&mut *others.lock().unwrap());
    for other in others {
        other.join().unwrap();
    }
}

const FIRST_LOOK: When = |place, store| place.array == Array::Want && store.is_none();
const LINE_23: When = |place, store| place.array == Array::Capture && store.is_some();

/// The scene as in the paper, for a lock without optimistic tickets.
///
/// p1 waits, p2 is about to enter, p3 and p4 have stopped before line 16. For
/// [`explore`](crate::explore), of a lock on [`Stopping`].
pub fn overtaken<A: KExclusion + 'static>()
where
    Lock<A>: Send + Sync,
{
    let line_16: When = |place, store| place.array == Array::Want && store > Some(0);
    played::<A>(Scene {
        slot: 0,
        polls: FIRST_LOOK,
        before: vec![],
        then: vec![
            Other::new(1, vec![(LINE_23, Some([1, 4]))], 1, 5),
            Other::new(2, vec![(line_16, Some([2, 5]))], 2, 5),
            Other::new(3, vec![(line_16, Some([3, 5]))], 3, 5),
        ],
        goes_on: None,
        ready: 3,
        race: 4,
        end: 5,
    });
}

/// The same scene for a lock with optimistic tickets.
///
/// p3 and p4 have announced theirs; p2 waits behind them; p1 has its ticket; p3 and p4 take larger
/// tickets and announce them to p1, but not to p2, so that p1 can enter and p2 cannot.
pub fn overtaken_by_optimists<A: KExclusion + 'static>()
where
    Lock<A>: Send + Sync,
{
    let last_told: [When; 2] = [
        |place, store| place.array == Array::Want && store.is_some() && place.home == 3,
        |place, store| place.array == Array::Want && store.is_some() && place.home == 2,
    ];
    let line_15: When = |place, store| place.array == Array::Ticket && store.is_none();
    let tells_p2: When =
        |place, store| place.array == Array::Want && store.is_some() && place.home == 1;
    let slow = |which: usize, told, until, stopped| {
        vec![
            (last_told[which], None),
            (line_15, Some([told, until])),
            (tells_p2, Some([stopped, 8])),
        ]
    };
    played::<A>(Scene {
        slot: 1,
        polls: FIRST_LOOK,
        before: vec![
            Other::new(2, slow(0, 1, 3, 4), 1, 8),
            Other::new(3, slow(1, 2, 4, 5), 2, 8),
        ],
        then: vec![Other::new(
            0,
            vec![(FIRST_LOOK, Some([3, 5])), (LINE_23, Some([6, 7]))],
            3,
            8,
        )],
        goes_on: None,
        ready: 6,
        race: 7,
        end: 8,
    });
}

/// The scene of Zehavi's lock: p2 waits behind p3 and p4, which are inside, and p1 behind all three.
///
/// p3 and p4 leave. Each tells p1 so, and stops before it tells p2. So p1 can enter, and p2 cannot,
/// until p1 allows it in line 12.
pub fn allowed<A: KExclusion + 'static>()
where
    Lock<A>: Send + Sync,
{
    let is_allow: When = |place, store| place.array == Array::Allow && store == Some(1);
    let allows_p2: When =
        |place, store| place.array == Array::Allow && store == Some(1) && place.home == 1;
    let polls: When = |place, store| place.array == Array::Compete && store.is_none();
    let tells_p2: When =
        |place, store| place.array == Array::Gone && store == Some(1) && place.home == 1;
    let leaves = |enters: u32, stops: u32| {
        let entering = (is_allow, Some([enters, 0]));
        vec![entering, (tells_p2, Some([stops, 9]))]
    };
    played::<A>(Scene {
        slot: 1,
        polls,
        before: vec![
            Other::new(2, leaves(1, 5), 1, 4),
            Other::new(3, leaves(2, 6), 2, 5),
        ],
        then: vec![Other::new(
            0,
            vec![(polls, Some([3, 6])), (allows_p2, Some([7, 8]))],
            3,
            9,
        )],
        goes_on: Some(4),
        ready: 7,
        race: 8,
        end: 9,
    });
}
