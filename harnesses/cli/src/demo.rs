//! The demonstration.

use crate::timeline::{Canvas, State, Timeline};
use doorway::exclusion::KExclusion;
use doorway::waiting::Wait;
use doorway::{Fife, HeapSemaphore, KFcfs, Park, SafeFife};
use doorway_cli::arguments::demo::{Lock, Options};
use doorway_cli::Failure;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    match options.lock {
        Lock::Kfcfs => show::<KFcfs, Park>(options),
        Lock::Fife => show::<Fife, Park>(options),
        Lock::SafeFife => show::<SafeFife, Park>(options),
    }
}

fn show<A: KExclusion, W: Wait>(options: &Options) -> Result<(), Failure>
where
    HeapSemaphore<A, W>: Sync,
{
    let (n, k) = (options.threads, options.permits);
    let lock = HeapSemaphore::<A, W>::with_slots(n, k)
        .map_err(|error| Failure::usage(format!("--threads {n} --permits {k}: {error}")))?;
    let length = Duration::from_secs_f64(options.seconds);
    // A k-permit lock tolerates k-1 crashes: with one permit the demonstration would stop.
    let dies = (!options.no_crash && k > 1 && n > k).then_some(n - 1);
    let death = length * 2 / 5;

    println!(
        "{n} threads share {k} permit{}, in order of arrival, with loads and stores only ({}).",
        plural(k),
        A::NAME
    );
    if let Some(thread) = dies {
        println!(
            "Thread {thread} will crash while it holds a permit. The lock tolerates k-1 = {} such crash{}.",
            k - 1,
            if k == 2 { "" } else { "es" }
        );
    }
    println!(
        "· remainder   ░ waiting   █ holds a permit{}\n",
        if dies.is_some() {
            "   ✗ crashed, keeps its permit"
        } else {
            ""
        }
    );

    let timeline = Timeline::new(n, length);
    let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut canvas = Canvas::new();
    std::thread::scope(|threads| {
        for thread in 0..n {
            let (lock, timeline, inside, most) = (&lock, &timeline, &inside, &most);
            threads.spawn(move || {
                let mut dice = fastrand::Rng::with_seed(thread as u64 + 7);
                let mut me = lock.slot(thread).expect("a slot for each thread");
                while timeline.elapsed() < length {
                    pause(length, dice.u32(20..90));
                    timeline.note(thread, State::Waiting);
                    let left = length.saturating_sub(timeline.elapsed());
                    let Ok(permit) = me.acquire_timeout(left) else {
                        break;
                    };
                    most.fetch_max(inside.fetch_add(1, SeqCst) + 1, SeqCst);
                    if dies == Some(thread) && timeline.elapsed() > death {
                        timeline.note(thread, State::Dead);
                        std::mem::forget(permit); // never released
                        return;
                    }
                    timeline.note(thread, State::Inside);
                    pause(length, dice.u32(30..70));
                    timeline.note(thread, State::Away);
                    inside.fetch_sub(1, SeqCst);
                    drop(permit);
                }
            });
        }
        while timeline.elapsed() < length {
            canvas.draw(&timeline.lines(canvas.color), false);
            std::thread::sleep(Duration::from_millis(60));
        }
    });
    canvas.draw(&timeline.lines(canvas.color), true);

    let (passages, waits): (Vec<_>, Vec<_>) = (0..n).map(|thread| timeline.summary(thread)).unzip();
    let most = most.load(SeqCst);
    println!(
        "\n{} passages; at most {most} of {k} permits held at once; the longest wait was {} ms.",
        passages.iter().sum::<usize>(),
        waits.iter().max().map_or(0, Duration::as_millis)
    );
    println!("Passages by thread: {passages:?}");
    println!("Next: cargo doorway stress --seconds 10, or cargo doorway --help");
    if most > k {
        return Err(Failure::violated(format!(
            "{most} threads held {k} permit{} at once",
            plural(k)
        )));
    }
    Ok(())
}

/// A pause of so many thousandths of the whole.
fn pause(length: Duration, thousandths: u32) {
    std::thread::sleep(length * thousandths / 1000);
}

fn plural(count: usize) -> &'static str {
    if count == 1 {
        ""
    } else {
        "s"
    }
}
