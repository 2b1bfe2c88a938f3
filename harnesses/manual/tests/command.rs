//! What `cargo doorway completions` and `cargo doorway man` print.

use doorway_cli::arguments::SUBCOMMANDS;
use std::process::{Command, Output};

fn run(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_doorway-manual"));
    let ended = command.args(line.split_whitespace()).output();
    ended.expect("started")
}

fn printed(line: &str) -> String {
    let ended = run(line);
    assert!(ended.status.success(), "{line}: {ended:?}");
    String::from_utf8(ended.stdout).expect("text")
}

#[test]
fn completions_know_every_subcommand() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&format!("completions {shell}"));
        for (name, _) in SUBCOMMANDS {
            assert!(script.contains(name), "{shell}: {name}");
        }
        assert!(script.contains("cancellations"), "{shell}: no option");
        assert!(!script.contains("cargo doorway <"), "{shell}");
    }
    // The binary, not the alias.
    assert!(printed("completions bash").contains(" doorway\n"));
}

#[test]
fn pages_know_every_subcommand() {
    let page = printed("man");
    assert!(
        page.contains(".TH doorway 1") && page.contains("Exit codes"),
        "{page}"
    );
    for (name, _) in SUBCOMMANDS {
        assert!(
            page.contains(&format!("doorway\\-{name}(1)")),
            "{name}: {page}"
        );
        let page = printed(&format!("man {name}"));
        assert!(page.contains(&format!(".TH doorway-{name} 1")), "{page}");
    }
    assert!(printed("man check").contains("cancellations"));
}

#[test]
fn what_does_not_exist() {
    for line in ["completions", "completions tcsh", "man nothing", "list"] {
        assert_eq!(run(line).status.code(), Some(2), "{line}");
    }
}
