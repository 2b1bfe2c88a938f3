//! Processes share a semaphore in a mapped file, and some are killed: inside, and in the waiting room. The others go on.
//!
//! The participants are this same test binary, started again for the test `participant` below.
#![cfg(unix)]

use doorway::shape::Inline;
use doorway::{Fife, SafeFife, Semaphore, Yield};
use doorway_stress::Mean;
use std::fs::OpenOptions;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

const N: usize = 5;
const K: usize = 3;

/// What the processes share.
struct Shared {
    fife: Semaphore<N, Fife, Yield>,
    safe_fife: Semaphore<N, SafeFife, Yield>,
    mean: Semaphore<N, Mean, Yield>,
    inside: AtomicUsize,
    most_inside: AtomicUsize,
    passages: [AtomicU64; N],
    /// Whoever this names stays inside when it comes there.
    stays: AtomicUsize,
    stopped: AtomicUsize,
}

const NOBODY: usize = usize::MAX;

impl Shared {
    fn new() -> Self {
        Shared {
            fife: Semaphore::new(K),
            safe_fife: Semaphore::new(K),
            mean: Semaphore::with_shape(Inline, K).expect("1 ≤ k ≤ n"),
            inside: AtomicUsize::new(0),
            most_inside: AtomicUsize::new(0),
            passages: [const { AtomicU64::new(0) }; N],
            stays: AtomicUsize::new(NOBODY),
            stopped: AtomicUsize::new(NOBODY),
        }
    }
}

/// A mapping that is never undone.
fn map(path: &Path) -> *mut Shared {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .expect("the shared file");
    file.set_len(size_of::<Shared>() as u64)
        .expect("its length");
    // SAFETY: nobody shortens the file; everybody who maps it uses it as `Shared`, atomically.
    let mapping = unsafe { memmap2::MmapMut::map_mut(&file) }.expect("a mapping");
    Box::leak(Box::new(mapping)).as_mut_ptr().cast()
}

/// Not a test by itself: what the test starts as a process of its own.
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
    // SAFETY: the parent wrote it before it started us, and nobody ever has it exclusively again.
    let shared: &Shared = unsafe { &*map(Path::new(&path)) };
    let inside = || {
        let count = shared.inside.fetch_add(1, SeqCst) + 1;
        shared.most_inside.fetch_max(count, SeqCst);
        if shared.stays.load(SeqCst) == me {
            shared.stopped.store(me, SeqCst);
            std::thread::sleep(Duration::from_secs(600)); // to be killed
        }
        std::thread::yield_now();
        shared.inside.fetch_sub(1, SeqCst);
        shared.passages[me].fetch_add(1, SeqCst);
    };
    macro_rules! go {
        ($lock:expr) => {{
            let mut slot = $lock.slot(me).expect("my own slot");
            loop {
                let _permit = slot.acquire();
                inside();
            }
        }};
    }
    match lock.as_str() {
        "fife" => go!(shared.fife),
        "mean" => go!(shared.mean),
        _ => go!(shared.safe_fife),
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

/// Whether the others go on within `patience` when k-1 have died: one inside, the other `inside` too, or wherever it is.
fn survive(lock: &str, inside: bool, patience: Duration) -> bool {
    let file = std::env::temp_dir().join(format!("doorway-{lock}-{inside}-{}", std::process::id()));
    std::fs::write(&file, []).expect("a file to share");
    let shared = map(&file);
    // SAFETY: we are the only process yet.
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
    let mut processes = Processes((0..N).map(start).collect());
    let passages = |p: usize| shared.passages[p].load(SeqCst);
    let all_pass = |who: &[usize], more: u64, within: Duration| {
        let before: Vec<_> = who.iter().map(|&p| passages(p)).collect();
        happens(within, || {
            who.iter()
                .zip(&before)
                .all(|(&p, &before)| passages(p) >= before + more)
        })
    };
    let minute = Duration::from_secs(60);
    assert!(all_pass(&[0, 1, 2, 3, 4], 50, minute), "all are alive");

    // One dies inside. Its place there is never left.
    let stops = |p: usize| {
        shared.stays.store(p, SeqCst);
        wait_until("it is inside", || shared.stopped.load(SeqCst) == p);
    };
    stops(1);
    processes.0[1].kill().expect("killed");
    processes.0[1].wait().expect("dead");
    assert!(all_pass(&[0, 2, 3, 4], 50, minute), "one is dead");

    // If not inside, the other is most likely waiting: k-1 = 2 dead by now.
    if inside {
        stops(3);
    }
    processes.0[3].kill().expect("killed");
    processes.0[3].wait().expect("dead");
    let went_on = all_pass(&[0, 2, 4], 50, patience);

    assert!(
        shared.most_inside.load(SeqCst) <= K,
        "{} inside",
        shared.most_inside.load(SeqCst)
    );
    drop(processes);
    std::fs::remove_file(&file).expect("the shared file");
    went_on
}

#[test]
fn fife_survives() {
    assert!(survive("fife", false, Duration::from_secs(60)));
}

#[test]
fn safe_fife_survives() {
    assert!(survive("safe_fife", false, Duration::from_secs(60)));
}

#[test]
fn both_inside() {
    assert!(survive("fife", true, Duration::from_secs(60)));
    assert!(survive("safe_fife", true, Duration::from_secs(60)));
}

/// The mutant: one permit too few, and two dead are too many.
#[test]
fn a_permit_too_few_is_noticed() {
    assert!(!survive("mean", true, Duration::from_secs(1)));
}
