//! How `cargo doorway verify`, `certificate`, `kani` and `ledger` end, where they run nothing.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn verify(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_doorway-verify"));
    command
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null());
    command
}

/// In this clone.
fn here(line: &str) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    verify(folder, line).output().expect("started")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A clone in which nothing was run, with a cargo that has no subcommand.
struct Clone(PathBuf);

impl Clone {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("doorway-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("proofs")).expect("made");
        fs::write(folder.join("Cargo.toml"), "[workspace]\n").expect("written");
        fs::write(folder.join("proofs/obligations.toml"), "wrong\n").expect("written");
        let cargo = folder.join("cargo");
        fs::write(&cargo, "#!/bin/sh\nexit 101\n").expect("written");
        fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).expect("allowed");
        Clone(folder)
    }

    fn ends(&self, line: &str, code: i32) -> String {
        let mut command = verify(&self.0, line);
        let path = format!("{}:/usr/bin:/bin", self.0.display());
        let ended = command.env("PATH", path).output().expect("started");
        assert_eq!(ended.status.code(), Some(code), "{line}: {ended:?}");
        text(&ended.stderr)
    }
}

impl Drop for Clone {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_missing_tool_is_3() {
    let clone = Clone::new("no-kani");
    let error = clone.ends("kani", 3);
    assert!(error.contains("no harness was run"), "{error}");
    assert!(
        error.contains("cargo install --locked kani-verifier"),
        "{error}"
    );
}

#[test]
fn a_clone_in_which_nothing_was_run_is_3() {
    let clone = Clone::new("empty");
    for line in ["certificate", "certificate --check Cargo.toml"] {
        let error = clone.ends(line, 3);
        assert!(error.contains("cargo doorway verify"), "{line}: {error}");
    }
}

#[test]
fn wrong_files_are_2() {
    let clone = Clone::new("files");
    clone.ends("certificate --check nothing.json", 2);
    clone.ends("certificate --merge nothing.json", 2);
    clone.ends("certificate --merge Cargo.toml", 2);
}

#[test]
fn a_wrong_ledger_is_1() {
    let clone = Clone::new("ledger");
    for line in ["ledger", "verify --list"] {
        let error = clone.ends(line, 1);
        assert!(error.contains("proofs/obligations.toml"), "{line}: {error}");
    }
}

#[test]
fn arguments_are_told_and_nothing_is_run() {
    let ended = here("verify --only SC-ARGUED");
    assert_eq!(ended.status.code(), Some(3), "{ended:?}");
    let said = text(&ended.stdout);
    assert!(
        said.contains("SC-ARGUED") && said.contains("Nothing to run"),
        "{said}"
    );
    let error = text(&ended.stderr);
    assert!(error.contains("nothing was checked"), "{error}");
}

#[test]
fn unknown_names_are_2() {
    for (line, near) in [
        ("verify --only FIFE-KEX-ALN", "'FIFE-KEX-ALLN'"),
        ("verify --shard 0/4", "1/4"),
        ("check fife", "cargo doorway"),
    ] {
        let ended = here(line);
        assert_eq!(ended.status.code(), Some(2), "{line}: {ended:?}");
        let error = text(&ended.stderr);
        assert!(error.contains(near), "{line}: {error}");
    }
}

/// The reader of the output has gone: no panic, no word.
#[test]
fn a_closed_pipe_ends_it_quietly() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = verify(folder, "verify --list");
    command.stdout(writer).stderr(Stdio::piped());
    let ended = command.spawn().and_then(|child| child.wait_with_output());
    let ended = ended.expect("started");
    assert_eq!(text(&ended.stderr), "");
    assert_eq!(ended.status.signal(), Some(13));
}
