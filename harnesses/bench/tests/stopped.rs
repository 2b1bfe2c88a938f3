//! Trials with stopped threads, each in a separate process.

use std::process::Command;

fn trial(name: &str, place: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_doorway-bench"))
        .args(["--trial", name, place, "100"])
        .output()
        .expect("it starts");
    String::from_utf8_lossy(&output.stdout).trim().to_string()
}

#[test]
fn ours_go_on() {
    for place in ["inside", "waiting", "anywhere"] {
        assert_eq!(trial("doorway Semaphore, yields", place), "went on");
    }
}

/// The check can fail: a stopped holder of a mutex blocks all other threads.
#[test]
fn a_mutex_does_not() {
    assert_eq!(trial("std Mutex", "inside"), "hung");
}

#[test]
fn nonsense_is_refused() {
    assert_eq!(trial("no such lock", "inside"), "");
    assert_eq!(trial("std Mutex", "nowhere"), "");
}
