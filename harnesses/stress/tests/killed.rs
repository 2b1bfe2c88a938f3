//! Processes share a lock in a mapped file, and some of them are killed.
//!
//! With a semaphore, k-1 processes are killed inside or wherever they are, and the others continue.
//! With a mutex, processes killed in their remainder do not stop the others; a process killed
//! inside does, because the only permit is never released.
//!
//! The participants are this same test binary, started again for the test `participant` below.
#![cfg(unix)]

use doorway::shape::Inline;
use doorway::{Mutex, Semaphore, Yield};
use doorway_proofs::for_each_lock;
use doorway_stress::OnePermitLess;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

const N: usize = 5;
const K: usize = 3;

/// The locks of the catalogue, shared by processes.
macro_rules! shared {
    ($({ $module:ident, $lock:ident, $holders:ident, $model:ident, $sets:tt, $($rest:tt)* })*) => {
        struct Locks {
            $($module: shared!(@type $holders $lock),)*
        }

        impl Locks {
            fn new() -> Self {
                Locks { $($module: shared!(@new $holders),)* }
            }

            /// Makes passages through the lock of that name, without a bound.
            fn go(&self, name: &str, me: usize, inside: impl Fn(), outside: impl Fn()) {
                $(if name == stringify!($module) {
                    let mut slot = self.$module.slot(me).expect("its own slot");
                    loop {
                        let permit = shared!(@enter $holders slot);
                        inside();
                        drop(permit);
                        outside();
                    }
                })*
            }
        }

        $(mod $module {
            shared!(@test $holders $module);
        })*
    };
    (@type one $lock:ident) => { Mutex<(), N, doorway::$lock, Yield> };
    (@type any $lock:ident) => { Semaphore<N, doorway::$lock, Yield> };
    (@new one) => { Mutex::new(()) };
    (@new any) => { Semaphore::new(K) };
    (@enter one $slot:ident) => { $slot.lock() };
    (@enter any $slot:ident) => { $slot.acquire() };
    (@test one $module:ident) => {
        #[test]
        fn stays_shut_on_the_dead() {
            super::shut(stringify!($module));
        }
    };
    (@test any $module:ident) => {
        #[test]
        fn survives() {
            assert!(super::survive(stringify!($module), false, super::MINUTE));
        }

        #[test]
        fn survives_two_inside() {
            assert!(super::survive(stringify!($module), true, super::MINUTE));
        }
    };
}
for_each_lock!(shared);

/// What the processes share.
struct Shared {
    locks: Locks,
    mean: Semaphore<N, OnePermitLess, Yield>,
    inside: AtomicUsize,
    most_inside: AtomicUsize,
    passages: [AtomicU64; N],
    /// The slot of the process that stops when it is inside.
    stays: AtomicUsize,
    /// The slot of the process that stops in its remainder.
    rests: AtomicUsize,
    stopped: AtomicUsize,
}

const NO_PROCESS: usize = usize::MAX;

impl Shared {
    fn new() -> Self {
        Shared {
            locks: Locks::new(),
            mean: Semaphore::with_shape(Inline, K).expect("1 ≤ k ≤ n"),
            inside: AtomicUsize::new(0),
            most_inside: AtomicUsize::new(0),
            passages: [const { AtomicU64::new(0) }; N],
            stays: AtomicUsize::new(NO_PROCESS),
            rests: AtomicUsize::new(NO_PROCESS),
            stopped: AtomicUsize::new(NO_PROCESS),
        }
    }
}

/// Maps the file. It is never unmapped.
fn map(path: &Path) -> *mut Shared {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .expect("the shared file");
    file.set_len(size_of::<Shared>() as u64)
        .expect("its length");
    // SAFETY: no process shortens the file; every process that maps it uses it as `Shared`,
    // atomically.
    let mapping = unsafe { memmap2::MmapMut::map_mut(&file) }.expect("a mapping");
    Box::leak(Box::new(mapping)).as_mut_ptr().cast()
}

/// Not a test: the participant that the tests start as a separate process.
#[test]
#[ignore = "started by the tests of this file"]
fn participant() {
    let (Ok(path), Ok(slot), Ok(lock)) = (
        std::env::var("DOORWAY_SHARED"),
        std::env::var("DOORWAY_SLOT"),
        std::env::var("DOORWAY_LOCK"),
    ) else {
        return;
    };
    let me: usize = slot.parse().expect("a slot");
    // SAFETY: the parent wrote it before it started this process, and there is no exclusive
    // reference afterwards.
    let shared: &Shared = unsafe { &*map(Path::new(&path)) };
    let stop_if = |named: &AtomicUsize| {
        if named.load(SeqCst) == me {
            shared.stopped.store(me, SeqCst);
            std::thread::sleep(Duration::from_secs(600)); // until it is killed
        }
    };
    let inside = || {
        let count = shared.inside.fetch_add(1, SeqCst) + 1;
        shared.most_inside.fetch_max(count, SeqCst);
        stop_if(&shared.stays);
        std::thread::yield_now();
        shared.inside.fetch_sub(1, SeqCst);
        shared.passages[me].fetch_add(1, SeqCst);
    };
    let outside = || stop_if(&shared.rests);
    shared.locks.go(&lock, me, inside, outside);
    assert_eq!(lock, "mean", "a lock of the catalogue, or the mutant");
    let mut slot = shared.mean.slot(me).expect("its own slot");
    loop {
        let permit = slot.acquire();
        inside();
        drop(permit);
        outside();
    }
}

struct Processes(Vec<Child>);

impl Drop for Processes {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn wait_until(what: &str, so: impl FnMut() -> bool) {
    assert!(
        happens(Duration::from_secs(60), so),
        "{what}: not after a minute"
    );
}

fn happens(within: Duration, mut so: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while !so() {
        if start.elapsed() > within {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

/// N processes that share a new lock.
struct Scene {
    file: PathBuf,
    shared: &'static Shared,
    processes: Processes,
}

const MINUTE: Duration = Duration::from_secs(60);

impl Scene {
    fn new(lock: &str, what: &str) -> Self {
        let file =
            std::env::temp_dir().join(format!("doorway-{lock}-{what}-{}", std::process::id()));
        std::fs::write(&file, []).expect("a file to share");
        let shared = map(&file);
        // SAFETY: no other process has started yet.
        unsafe { shared.write(Shared::new()) };
        // SAFETY: from here on it is shared.
        let shared = unsafe { &*shared };
        let start = |slot: usize| {
            Command::new(std::env::current_exe().expect("this binary"))
                .args(["--exact", "participant", "--ignored", "--quiet"])
                .env("DOORWAY_SHARED", &file)
                .env("DOORWAY_SLOT", slot.to_string())
                .env("DOORWAY_LOCK", lock)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("a process")
        };
        let processes = Processes((0..N).map(start).collect());
        Scene {
            file,
            shared,
            processes,
        }
    }

    /// Whether each of these processes makes `more` passages in time.
    fn all_pass(&self, who: &[usize], more: u64, within: Duration) -> bool {
        let passages = |p: usize| self.shared.passages[p].load(SeqCst);
        let before: Vec<_> = who.iter().map(|&p| passages(p)).collect();
        happens(within, || {
            who.iter()
                .zip(&before)
                .all(|(&p, &before)| passages(p) >= before + more)
        })
    }

    /// Makes p stop at the place of `named`, and waits until it has.
    fn stops(&self, named: &AtomicUsize, p: usize) {
        named.store(p, SeqCst);
        wait_until("it is there", || self.shared.stopped.load(SeqCst) == p);
    }

    fn kill(&mut self, p: usize) {
        self.processes.0[p].kill().expect("killed");
        self.processes.0[p].wait().expect("dead");
    }

    /// Ends all processes, and returns the most holders at once.
    fn end(self) -> usize {
        drop(self.processes);
        std::fs::remove_file(&self.file).expect("the shared file");
        self.shared.most_inside.load(SeqCst)
    }
}

/// Whether the others make passages within `patience` after k-1 = 2 processes were killed.
///
/// The first is killed inside; the second inside too if `inside`, else wherever it is.
fn survive(lock: &str, inside: bool, patience: Duration) -> bool {
    let mut scene = Scene::new(lock, if inside { "inside" } else { "anywhere" });
    assert!(
        scene.all_pass(&[0, 1, 2, 3, 4], 50, MINUTE),
        "all are alive"
    );

    // One process dies inside. Its permit is never released.
    scene.stops(&scene.shared.stays, 1);
    scene.kill(1);
    assert!(scene.all_pass(&[0, 2, 3, 4], 50, MINUTE), "one is dead");

    // If not inside, the second is most likely waiting. Then k-1 = 2 are dead.
    if inside {
        scene.stops(&scene.shared.stays, 3);
    }
    scene.kill(3);
    let went_on = scene.all_pass(&[0, 2, 4], 50, patience);

    let most = scene.end();
    assert!(most <= K, "{most} inside");
    went_on
}

/// A mutex works after two processes were killed in their remainder.
///
/// It stays locked after one was killed inside.
fn shut(lock: &str) {
    let mut scene = Scene::new(lock, "mutex");
    assert!(
        scene.all_pass(&[0, 1, 2, 3, 4], 50, MINUTE),
        "all are alive"
    );
    for dies in [1, 3] {
        scene.stops(&scene.shared.rests, dies);
        scene.kill(dies);
    }
    assert!(
        scene.all_pass(&[0, 2, 4], 50, MINUTE),
        "{lock}: two are dead"
    );
    scene.stops(&scene.shared.stays, 2);
    scene.kill(2);
    for waits in [0, 4] {
        let second = Duration::from_secs(1);
        assert!(
            !scene.all_pass(&[waits], 2, second),
            "{lock}: the dead process is inside"
        );
    }
    assert_eq!(scene.end(), 1, "{lock}");
}

/// The mutant: with one permit too few, two dead processes block the others.
#[test]
fn a_permit_too_few_is_noticed() {
    assert!(!survive("mean", true, Duration::from_secs(1)));
}
