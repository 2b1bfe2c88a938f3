//! Creusot's proofs, all or some, with the packed hints; and the hints, packed and unpacked.

use crate::verify::creusot::{command, goals, prepare};
use crate::verify::record;
use crate::verify::tools::{find, Found};
use doorway_cli::arguments::verify::{Creusot as Options, Hints as HintOptions};
use doorway_cli::tree::root;
use doorway_cli::Failure;
use doorway_ledger::hints::{pack, unpack, Hints, PACKED, UNPACKED};
use doorway_ledger::read;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let root = root()?;
    if let Some(Found::Missing(why)) = find(&root, &read(&root)?, &["creusot"]).get("creusot") {
        return Err(Failure::undecided(format!("no proof was run: {why}")));
    }
    let _turn = record::turn(&root, "creusot", || {
        eprintln!("Another `cargo doorway` runs Creusot in this clone: waiting for it to end.");
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
    judge(&goals, success, &names)?;
    match options.keep {
        true => Ok(keep(&root)?),
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

fn judge(goals: &BTreeMap<String, bool>, success: bool, asked: &[&str]) -> Result<(), Failure> {
    let unproved = goals.iter().filter(|(_, proved)| !**proved);
    let unproved: Vec<&str> = unproved.map(|(name, _)| name.as_str()).collect();
    match unproved.as_slice() {
        [] if goals.is_empty() && success && !asked.is_empty() => Err(Failure::usage(format!(
            "there is no function or lemma '{}'",
            asked.join("', '")
        ))),
        [] if goals.is_empty() => Err(Failure::undecided("Creusot proved no function or lemma")),
        [] if !success => Err(Failure::undecided("cargo creusot failed")),
        [] => Ok(()),
        names => Err(Failure::violated(format!(
            "not proved: {}",
            names.join(", ")
        ))),
    }
}

/// `cargo doorway hints`: compares the packed hints with those in `verif/`.
pub(crate) fn hints(options: &HintOptions) -> Result<(), Failure> {
    let root = root()?;
    if options.unpack {
        println!("{} hints unpacked to {UNPACKED}/.", unpack(&root)?);
        return Ok(());
    }
    if options.pack {
        return Ok(keep(&root)?);
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
    if found.is_empty() {
        return Err(Failure::undecided(format!(
            "nothing was compared: {UNPACKED}/ has no hints. `cargo doorway creusot` makes them, `cargo doorway hints --unpack` unpacks them"
        )));
    }
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
    use doorway_cli::Exit;

    #[test]
    fn what_fails() {
        let goals = |proved: &[bool]| {
            let named = proved.iter().enumerate();
            named
                .map(|(i, proved)| (format!("f{i}"), *proved))
                .collect()
        };
        assert_eq!(judge(&goals(&[true, true]), true, &[]), Ok(()));
        let unproved = Err(Failure::violated("not proved: f1, f2"));
        assert_eq!(judge(&goals(&[true, false, false]), false, &[]), unproved);
        assert_eq!(judge(&goals(&[true, false, false]), true, &[]), unproved);
        let exit = |goals, success, asked: &[&str]| {
            judge(&goals, success, asked).map_err(|failure| failure.exit)
        };
        assert_eq!(exit(goals(&[true]), false, &[]), Err(Exit::Undecided));
        assert_eq!(exit(goals(&[]), true, &[]), Err(Exit::Undecided));
        assert_eq!(exit(goals(&[]), true, &["f9"]), Err(Exit::Usage));
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
