//! How `cargo doorway rmr` ends.

use std::process::{Command, Output};

fn run(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_doorway-rmr"));
    let ended = command.args(line.split_whitespace()).output();
    ended.expect("started")
}

#[test]
fn exit_codes() {
    for (line, code) in [
        ("rmr bakery --draws 1 --steps 10000", 0),
        ("rmr --steps 0", 2),
        ("rmr --draws 0", 2),
        ("rmr --contenders 65", 2),
        ("rmr bakry", 2),
        ("list", 2),
    ] {
        let ended = run(line);
        assert_eq!(ended.status.code(), Some(code), "{line}: {ended:?}");
    }
}
