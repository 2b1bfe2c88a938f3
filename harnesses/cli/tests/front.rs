//! The binary `doorway` in a made-up tree, with a made-up cargo: what it builds, where, and how it ends.
#![cfg(unix)]

use doorway_cli::arguments::SUBCOMMANDS;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// One test at a time: a script cannot be run while another test forks with the script still open for writing.
static TURN: Mutex<()> = Mutex::new(());

/// A tree with a cargo that notes how it was called, and says that it built `bin`.
struct Tree(PathBuf, #[allow(dead_code)] MutexGuard<'static, ()>);

impl Tree {
    fn new(name: &str) -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let tree = std::env::temp_dir().join(format!("doorway-{name}-{}", std::process::id()));
        fs::create_dir_all(tree.join("proofs")).expect("made");
        let tree = Tree(tree.canonicalize().expect("a folder"), turn);
        tree.write("Cargo.toml", "[workspace]\n");
        tree.write("proofs/obligations.toml", "");
        tree.program(
            "cargo",
            "echo \"$PWD $*\" >> \"${0%/*}/calls\"\n\
             echo '{\"reason\":\"compiler-artifact\",\"executable\":null}'\n\
             echo \"{\\\"reason\\\":\\\"compiler-artifact\\\",\\\"executable\\\":\\\"${0%/*}/bin\\\",\\\"fresh\\\":true}\"\n\
             echo '{\"reason\":\"build-finished\",\"success\":true}'\n\
             echo 'progress of cargo' >&2",
        );
        tree
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join(file), text).expect("written");
    }

    fn program(&self, name: &str, script: &str) {
        self.write(name, &format!("#!/bin/sh\n{script}\n"));
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.0.join(name), mode).expect("allowed");
    }

    fn calls(&self) -> String {
        fs::read_to_string(self.0.join("calls")).unwrap_or_default()
    }

    /// `doorway` with these arguments, in a folder, with the cargo of this tree.
    fn doorway(&self, folder: &Path, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_doorway"));
        command
            .args(line.split_whitespace())
            .current_dir(folder)
            .env("CARGO", self.0.join("cargo"));
        command.output().expect("started")
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn builds_in_the_tree_and_runs_where_it_is() {
    let tree = Tree::new("builds");
    tree.program("bin", "echo \"$PWD $*\"");
    let folder = tree.0.join("proofs");
    let ended = tree.doorway(&folder, "check fife --n 3");
    assert!(ended.status.success(), "{ended:?}");
    let root = tree.0.display();
    assert_eq!(
        text(&ended.stdout),
        format!("{root}/proofs check fife --n 3\n")
    );
    assert_eq!(text(&ended.stderr), "progress of cargo\n");
    assert_eq!(
        tree.calls(),
        format!("{root} build --release --package doorway-explore --bin doorway-explore --message-format=json-render-diagnostics\n")
    );
}

#[test]
fn passes_on_how_the_binary_ended() {
    let tree = Tree::new("ended");
    for code in [0, 1, 2, 3, 101] {
        tree.program("bin", &format!("exit {code}"));
        let ended = tree.doorway(&tree.0, "verify --list");
        assert_eq!(ended.status.code(), Some(code));
    }
    tree.program("bin", "kill -9 $$");
    let ended = tree.doorway(&tree.0, "verify --list");
    assert_eq!(ended.status.signal(), Some(9));
}

#[test]
fn says_what_went_wrong_with_the_build() {
    let tree = Tree::new("unbuilt");
    let refused = |said: &str| {
        let ended = tree.doorway(&tree.0, "stress");
        assert_eq!(ended.status.code(), Some(3), "nothing was run");
        let error = text(&ended.stderr);
        assert!(error.contains(said), "{error}");
    };
    tree.program("cargo", "echo 'error[E0308]' >&2; exit 101");
    refused("error[E0308]\nerror: cargo build --release --package doorway-stress --bin doorway-stress ended with exit status: 101");
    tree.program("cargo", "echo '{\"executable\":null}'");
    refused("did not say where the binary is");
    tree.program("cargo", "echo '{\"executable\":\"/a\\nb\"}'");
    refused("cannot read the path");
    fs::remove_file(tree.0.join("cargo")).expect("removed");
    refused("No such file");
}

#[test]
fn builds_nothing_for_what_it_can_answer() {
    let tree = Tree::new("answers");
    for (line, code) in [
        ("check --help", 0),
        ("bench --help", 0),
        ("--version", 0),
        ("list", 0),
        ("demo --seconds 0.1", 0),
        ("check fife --n many", 2),
        ("check fife --passages 0", 2),
        ("check fiffe", 2),
        ("stress --seconds 0", 2),
        ("rmr --steps 0", 2),
        ("verify --shard 0/4", 2),
        ("demo --threads 1 --permits 2", 2),
        ("nonsense", 2),
    ] {
        let ended = tree.doorway(&tree.0, line);
        assert_eq!(ended.status.code(), Some(code), "{line}: {ended:?}");
    }
    assert_eq!(tree.calls(), "");
}

#[test]
fn refuses_outside_a_tree() {
    let tree = Tree::new("outside");
    fs::remove_file(tree.0.join("proofs/obligations.toml")).expect("removed");
    let ended = tree.doorway(&tree.0, "ledger");
    assert_eq!(ended.status.code(), Some(2));
    let error = text(&ended.stderr);
    assert!(error.contains(&*tree.0.to_string_lossy()), "{error}");
    assert!(error.contains("proofs/obligations.toml"), "{error}");
    assert_eq!(tree.calls(), "");
    let demo = tree.doorway(&tree.0, "demo --seconds 0.1");
    assert!(demo.status.success(), "{demo:?}");
}

/// The help of every subcommand: at once, without a build, no wider than 100 columns.
#[test]
fn help_is_quick_and_narrow() {
    let tree = Tree::new("help");
    let names = SUBCOMMANDS.map(|(name, _)| name);
    for name in names.into_iter().chain([""]) {
        let start = Instant::now();
        let ended = tree.doorway(&tree.0, &format!("{name} --help"));
        let took = start.elapsed();
        assert!(ended.status.success(), "{name}: {ended:?}");
        assert!(took < Duration::from_secs(1), "{name}: {took:?}");
        let help = text(&ended.stdout);
        assert!(help.contains("Usage: cargo doorway"), "{help}");
        for line in help.lines() {
            assert!(line.chars().count() <= 100, "{name}: {line}");
        }
    }
    assert_eq!(tree.calls(), "");
}

#[test]
fn the_list_is_narrow() {
    let tree = Tree::new("list");
    let list = text(&tree.doorway(&tree.0, "list").stdout);
    assert!(list.lines().count() > 50, "{list}");
    for line in list.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

/// The reader of the output has gone: no panic, no word.
#[test]
fn a_closed_pipe_ends_it_quietly() {
    let tree = Tree::new("pipe");
    for line in ["list", "demo --seconds 0.1", "--help", "check --help"] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_doorway"));
        command.args(line.split_whitespace()).stdout(writer);
        let ended = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn();
        let ended = ended.and_then(|child| child.wait_with_output());
        let ended = ended.expect("started");
        assert_eq!(text(&ended.stderr), "", "{line}");
        // 13 is SIGPIPE. clap prints help, and has its own way with a closed pipe.
        let quiet = ended.status.signal() == Some(13) || line.ends_with("--help");
        assert!(quiet, "{line}: {:?}", ended.status);
    }
    for line in ["list", "demo --seconds 0.3"] {
        let script = format!("'{}' {line} | head -1", env!("CARGO_BIN_EXE_doorway"));
        let mut command = Command::new("sh");
        let ended = command.args(["-c", &script]).current_dir(&tree.0).output();
        let ended = ended.expect("started");
        assert_eq!(text(&ended.stderr), "", "{line}");
        assert_eq!(text(&ended.stdout).lines().count(), 1, "{line}");
    }
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest() {
    let tree = Tree::new("nearest");
    let ended = tree.doorway(&tree.0, "check fiffe");
    assert_eq!(ended.status.code(), Some(2));
    let error = text(&ended.stderr);
    assert!(error.contains("The nearest name is 'fife'"), "{error}");
    assert_eq!(tree.calls(), "");
}
