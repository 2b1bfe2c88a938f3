//! How `cargo doorway check` ends, and what it prints then.

use std::process::{Command, Output};

fn run(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_doorway-explore"));
    let ended = command.args(line.split_whitespace()).output();
    ended.expect("started")
}

fn ends(line: &str, code: i32) -> (String, String) {
    let ended = run(line);
    assert_eq!(ended.status.code(), Some(code), "{line}: {ended:?}");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&ended.stdout), text(&ended.stderr))
}

#[test]
fn holds_is_0() {
    let (out, error) = ends("check fife --n 2 --passages 1", 0);
    assert!(out.contains("k-exclusion          holds"), "{out}");
    assert_eq!(error, "");
    ends("check fife --n 2 --passages 1 --json", 0);
    ends("check --mutant fife-no-14", 0);
}

#[test]
fn violated_is_1() {
    let (out, error) = ends("check fife-no-14", 1);
    assert!(out.contains("VIOLATED"), "{out}");
    assert_eq!(out.matches("UNDECIDED").count(), 1, "{out}");
    assert_eq!(error, "error: fife-no-14: k-exclusion does not hold\n");
    ends("check fife-no-14 --json", 1);
}

#[test]
fn usage_is_2() {
    for (line, said) in [
        ("check fiffe", "'fife'"),
        ("check fife --property k-exclusoin", "'k-exclusion'"),
        ("check fife --passages 0", "from 1 to 255"),
        ("check fife --n 2 --k 3", "k = 3 with n = 2"),
        ("check bakery --k 2", "k = 1"),
        ("check fife --n 3 --passages 1,2", "2 numbers"),
        ("check fife --crashes 1", "at most k-1"),
        ("explore fiffe", "'fife'"),
        ("explore fife --n 5", "from 1 to 4"),
        ("explore fife --n 2 --k 3", "1 ≤ k ≤ n"),
        ("list", "cargo doorway"),
    ] {
        let (out, error) = ends(line, 2);
        assert_eq!(out, "", "{line}");
        assert!(error.contains(said), "{line}: {error}");
    }
}

#[test]
fn undecided_is_3_and_said_once() {
    let (out, error) = ends("check fife --max-states 1000", 3);
    assert_eq!(out.matches("UNDECIDED").count(), 1, "{out}");
    assert!(out.contains("--max-states"), "{out}");
    assert!(error.contains("9 of 9 properties"), "{error}");
    assert!(!error.contains("UNDECIDED"), "{error}");
    let (out, _) = ends("check --mutant fife-no-14 --max-states 10", 3);
    assert_eq!(out.matches("UNDECIDED").count(), 1, "{out}");
}

/// The reader of the output has gone: no panic, no word.
#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_it_quietly() {
    use std::os::unix::process::ExitStatusExt;
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_doorway-explore"));
    command.args(["check", "fife", "--n", "2", "--passages", "1"]);
    command.stdout(writer).stderr(std::process::Stdio::piped());
    let ended = command.spawn().and_then(|child| child.wait_with_output());
    let ended = ended.expect("started");
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
    assert_eq!(ended.status.signal(), Some(13));
}
