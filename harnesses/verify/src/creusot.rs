//! Creusot's proofs, all or some, with the packed hints; and the hints, packed and unpacked.

use crate::verify::creusot::{command, goals, prepare};
use crate::verify::record;
use crate::verify::tools::{find, Found};
use doorway_cli::arguments::verify::{Creusot as Options, Hints as HintOptions};
use doorway_cli::tree::root;
use doorway_ledger::hints::{pack, unpack, Hints, PACKED, UNPACKED};
use doorway_ledger::read;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

pub(crate) fn run(options: &Options) -> Result<(), String> {
    if options.jobs == 0 {
        return Err("-j 0: at least one".into());
    }
    let root = root()?;
    if let Some(Found::Missing(why)) = find(&root, &read(&root)?, &["creusot"]).get("creusot") {
        return Err(format!("SKIPPED, not run here: {why}"));
    }
    let _turn = record::turn(&root, "creusot", || {
        eprintln!("Another `cargo doorway` has Creusot at work here: waiting for it.");
    })?;
    prepare(&root)?;
    let names: Vec<&str> = options.names.iter().map(String::as_str).collect();
    let mut command = command(&root, &names, options.jobs);
    if let Some(seconds) = options.time {
        command.args(["--why3find-arg=-t", &format!("--why3find-arg={seconds}")]);
    }
    let start = Instant::now();
    let (text, success) = show(&mut command)?;
    let goals = goals(&text);
    let unproved = goals.values().filter(|proved| !**proved).count();
    println!(
        "\n{} functions and lemmas: {} proved, {unproved} unproved, in {:.0} s.",
        goals.len(),
        goals.len() - unproved,
        start.elapsed().as_secs_f64()
    );
    judge(&goals, success)?;
    match options.keep {
        true => keep(&root),
        false => Ok(()),
    }
}

/// What a command writes to its standard output, shown as it comes, and whether it succeeds.
fn show(command: &mut Command) -> Result<(String, bool), String> {
    let told = |error: std::io::Error| format!("cargo creusot: {error}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(told)?;
    let mut text = String::new();
    for line in BufReader::new(child.stdout.take().ok_or("no output")?).split(b'\n') {
        let line = line.map_err(told)?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        text += &line;
        text.push('\n');
    }
    Ok((text, child.wait().map_err(told)?.success()))
}

fn judge(goals: &BTreeMap<String, bool>, success: bool) -> Result<(), String> {
    let unproved = goals.iter().filter(|(_, proved)| !**proved);
    let unproved: Vec<&str> = unproved.map(|(name, _)| name.as_str()).collect();
    match unproved.as_slice() {
        [] if goals.is_empty() => Err("Creusot came to no function or lemma".into()),
        [] if !success => Err("cargo creusot failed".into()),
        [] => Ok(()),
        names => Err(format!("unproved: {}", names.join(", "))),
    }
}

/// `cargo doorway hints`: the packed ones against those that were found.
pub(crate) fn hints(options: &HintOptions) -> Result<(), String> {
    let root = root()?;
    if options.unpack {
        println!("{} hints unpacked to {UNPACKED}/.", unpack(&root)?);
        return Ok(());
    }
    if options.pack {
        return keep(&root);
    }
    let (packed, found) = (Hints::packed(&root)?, Hints::unpacked(&root)?);
    let difference = packed.compare(&found);
    println!(
        "{} hints packed in {PACKED}, {} in {UNPACKED}/.",
        packed.len(),
        found.len()
    );
    list("not packed", &difference.added);
    list("differs in more than times", &difference.changed);
    Ok(())
}

/// Packs the hints, and says what has changed.
fn keep(root: &Path) -> Result<(), String> {
    let (hints, difference) = pack(root)?;
    println!("{} hints packed into {PACKED}.", hints.len());
    list("added", &difference.added);
    list("changed", &difference.changed);
    list("removed", &difference.missing);
    Ok(())
}

fn list(what: &str, keys: &[String]) {
    for key in keys {
        println!("{what}: {key}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails() {
        let goals = |proved: &[bool]| {
            let named = proved.iter().enumerate();
            named
                .map(|(i, proved)| (format!("f{i}"), *proved))
                .collect()
        };
        assert_eq!(judge(&goals(&[true, true]), true), Ok(()));
        let unproved = Err("unproved: f1, f2".to_string());
        assert_eq!(judge(&goals(&[true, false, false]), false), unproved);
        assert_eq!(judge(&goals(&[true, false, false]), true), unproved);
        assert!(judge(&goals(&[true]), false).is_err(), "failed otherwise");
        assert!(judge(&goals(&[]), true).is_err(), "nothing was proved");
    }

    #[test]
    fn output_is_shown_and_kept() {
        let (text, success) = show(Command::new("cargo").arg("--version")).expect("started");
        assert!(text.starts_with("cargo ") && success);
        let (_, success) =
            show(Command::new("cargo").arg("there-is-no-such-command")).expect("started");
        assert!(!success);
    }
}
