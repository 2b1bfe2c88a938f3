//! The subcommands, their help, and the packages that run them.

use super::*;
use std::fs;
use std::path::{Path, PathBuf};

fn asked(line: &str) -> Result<Asked, clap::Error> {
    parse_from(std::iter::once("doorway").chain(line.split_whitespace()))
}

/// What a command line prints instead of running something.
fn answer(line: &str) -> String {
    asked(line).expect_err("an answer").to_string()
}

#[test]
fn the_definitions_are_sound() {
    Arguments::command().debug_assert();
}

#[test]
fn the_list_is_every_subcommand() {
    let command = Arguments::command();
    let known: Vec<&str> = command
        .get_subcommands()
        .map(|each| each.get_name())
        .collect();
    let listed: Vec<&str> = SUBCOMMANDS.iter().map(|(name, _)| *name).collect();
    assert_eq!(known, listed);
}

#[test]
fn the_help_of_each_names_its_options() {
    let all = answer("--help");
    for subcommand in Arguments::command().get_subcommands() {
        let name = subcommand.get_name();
        assert!(all.contains(&format!("\n  {name} ")), "{name}: {all}");
        let help = answer(&format!("{name} --help"));
        assert!(
            help.contains(&format!("Usage: cargo doorway {name}")),
            "{help}"
        );
        for option in subcommand.get_arguments() {
            let value = option.get_value_names().and_then(|names| names.first());
            let value = value.map_or(option.get_id().as_str(), |name| name.as_str());
            let shown = match option.get_long() {
                Some(long) => format!("--{long}"),
                None => value.to_uppercase(),
            };
            assert!(help.contains(&shown), "{name}: no {shown} in {help}");
            assert!(option.get_help().is_some(), "{name}: nothing about {shown}");
        }
    }
}

/// Every line of every help fits, also where the terminal is wider.
#[test]
fn help_is_narrow() {
    let names = SUBCOMMANDS.map(|(name, _)| name);
    for name in names.into_iter().chain([""]) {
        for option in ["-h", "--help"] {
            let help = answer(&format!("{name} {option}"));
            for line in help.lines() {
                assert!(line.chars().count() <= WIDEST, "{name} {option}: {line}");
            }
        }
    }
}

#[test]
fn help_ends_with_the_exit_codes() {
    for option in ["-h", "--help"] {
        let help = answer(option);
        assert!(help.trim_end().ends_with(&codes()), "{help}");
    }
}

#[test]
fn help_lists_the_ways_of_waiting() {
    let help = answer("stress --help");
    for wait in ["default", "spin", "yield", "park", "timed-park", "all"] {
        let line = format!("          - {wait}:");
        assert!(help.contains(&line), "{wait}: {help}");
        asked(&format!("stress --wait {wait}")).expect(wait);
    }
}

/// Every option that takes a number refuses 0, or says what 0 means.
#[test]
fn no_number_is_silently_nothing() {
    let mut command = Arguments::command();
    command.build();
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name();
        for option in subcommand.get_arguments() {
            let Some(long) = option.get_long() else {
                continue;
            };
            if !option.get_action().takes_values() {
                continue;
            }
            let lock = match name {
                "check" | "explore" if long != "mutant" => "fife ",
                _ => "",
            };
            let line = format!("{name} {lock}--{long} 0");
            let zero_is = matches!(
                (name, long),
                (_, "crashes" | "port" | "seed" | "impatience")
                    // Names, patterns and files.
                    | (_, "only" | "tool" | "harness" | "check" | "merge" | "out" | "lock")
            );
            if let Ok(asked) = asked(&line) {
                assert!(zero_is, "{line} is accepted: {asked:?}");
            }
        }
    }
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest() {
    for (line, near) in [
        ("check fiffe", "'fife'"),
        ("check fife --property k-exclusoin", "'k-exclusion'"),
        ("check --mutant fife-no14", "'fife-no-14'"),
        ("stress --lock fiffe", "'fife'"),
        ("rmr bakry", "'bakery'"),
        ("chekc fife", "'check'"),
        ("demo --lock fif", "'fife'"),
        ("verify --ful", "'--full'"),
    ] {
        let said = answer(line);
        assert!(said.contains(near), "{line}: {said}");
    }
}

/// The folder of each package of the workspace.
fn packages() -> Vec<(String, PathBuf)> {
    let harnesses = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut packages = vec![];
    for entry in fs::read_dir(harnesses).expect("the harnesses").flatten() {
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).unwrap_or_default();
        let name = manifest
            .lines()
            .find_map(|line| line.strip_prefix("name = "));
        if let Some(name) = name {
            packages.push((name.trim_matches('"').to_string(), entry.path()));
        }
    }
    packages
}

#[test]
fn each_package_has_its_binary() {
    let packages = packages();
    for (name, package) in SUBCOMMANDS {
        let Some(package) = package else { continue };
        let found = packages.iter().find(|(known, _)| known == package);
        let (_, folder) = found.unwrap_or_else(|| panic!("{name}: no package {package}"));
        assert!(folder.join("src/main.rs").is_file(), "{package}: no binary");
    }
    assert!(SUBCOMMANDS.contains(&("check", Some(EXPLORER))));
}

#[test]
fn what_is_asked_for() {
    let nothing = asked("").expect("the demonstration");
    assert!(matches!(nothing.command, Command::Demo(_)) && nothing.package.is_none());
    let check = asked("check fife --n 3 --k 2").expect("a check");
    assert_eq!(check.package, Some("doorway-explore"));
    assert!(matches!(check.command, Command::Check(options) if options.n == Some(3)));
    let bench = asked("bench waiting --quick").expect("a measurement");
    assert!(
        matches!(bench.command, Command::Bench(options) if options.parts == [bench::Part::Waiting])
    );
    asked("check --mutant fife-no-14 --json").expect("a mutant");
}

#[test]
fn wrong_arguments_are_refused() {
    for wrong in [
        "nothing",
        "check",
        "check fife --all",
        "check fife --mutant fife-no-14",
        "check --mutant fife-no-14 --n 2",
        "check fife --n many",
        "check fife --n 0",
        "check fife --n 5",
        "check fife --k 0",
        "check fife --passages 0",
        "check fife --passages 1,0,1",
        "check fife --steps 0",
        "check fife --max-states 0",
        "check fife --threads 0",
        "check fife --threads 65",
        "check fiffe",
        "check fife --property exclusion",
        "check --mutant fife",
        "explore fiffe",
        "explore fife --n 0",
        "explore fife --n 5",
        "explore fife --passages 0",
        "stress --threads 0",
        "stress --permits 0",
        "stress --seconds 0",
        "stress --wait nap",
        "stress --lock fiffe",
        "rmr --steps 0",
        "rmr --draws 0",
        "rmr --contenders 0",
        "rmr --contenders 65",
        "rmr fiffe",
        "demo --threads 0",
        "demo --threads 41",
        "demo --permits 0",
        "demo --seconds 0",
        "demo --seconds nan",
        "bench --window 0",
        "verify --jobs 0",
        "verify --shard 0/4",
        "verify --shard 1/0",
        "kani --jobs 0",
        "creusot --jobs 0",
        "creusot --time 0",
        "completions tcsh",
        "man nothing",
        "bench nothing",
        "bench --rounds 0",
        "verify --shard 5/4",
        "verify --quick --full",
        "demo --lock none",
        "list all",
    ] {
        let refused = asked(wrong).err().unwrap_or_else(|| panic!("{wrong}"));
        assert_eq!(refused.exit_code(), 2, "{wrong}: {refused}");
    }
}
