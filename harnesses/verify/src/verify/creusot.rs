//! Rows that Creusot proves: all of them in one run, each judged by the goals of its functions.

use super::run::{Ended, Report, Task};
use super::tools::cargo;
use doorway_ledger::hints;
use doorway_proofs::catalogue::{patches, Patch};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// What makes patches in a copy, and proves there.
const SCRIPT: &str = "proofs/patches.sh";

/// What Creusot proves.
const PACKAGES: [&str; 4] = ["-p", "doorway-core", "-p", "doorway-proofs"];

/// Creusot wants its provers' settings beside Cargo.toml, as it writes them for a new project.
fn settings(root: &Path) -> Result<(), String> {
    if root.join("why3find.json").is_file() {
        return Ok(());
    }
    // Outside the workspace: inside, it writes none.
    let new = std::env::temp_dir().join(format!("doorway-settings-{}", std::process::id()));
    let told = |error: std::io::Error| format!("why3find.json: {error}");
    fs::create_dir_all(&new).map_err(told)?;
    let made = cargo(&new)
        .args(["creusot", "new", "settings"])
        .output()
        .map_err(told)?;
    let copied = fs::copy(
        new.join("settings/why3find.json"),
        root.join("why3find.json"),
    );
    fs::remove_dir_all(&new).map_err(told)?;
    copied.map(drop).map_err(|error| {
        format!(
            "why3find.json: {error}: {}",
            String::from_utf8_lossy(&made.stderr)
        )
    })
}

/// Creusot translates when cargo compiles. If `verif/` was removed since, cargo must compile again: without this it would say that nothing has
/// changed, and there would be nothing to prove.
fn translation(root: &Path) -> Result<(), String> {
    if has_coma(&root.join(hints::UNPACKED)) {
        return Ok(());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target/creusot".into());
    cargo(root)
        .args(["clean", "--quiet"])
        .args(PACKAGES)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .map(drop)
        .map_err(|error| format!("cargo clean: {error}"))
}

/// Whether something that Creusot has translated is there.
fn has_coma(folder: &Path) -> bool {
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| {
        let path = entry.path();
        path.extension().is_some_and(|ending| ending == "coma") || has_coma(&path)
    })
}

/// What a run of Creusot needs beside the sources: the provers' settings, that cargo compiles if `verif/` was removed, and the hints that
/// `verif/` lacks.
pub(crate) fn prepare(root: &Path) -> Result<(), String> {
    settings(root)?;
    translation(root)?;
    hints::prepare(root).map(drop)
}

pub(super) fn run(
    root: &Path,
    tasks: &[Task<'_>],
    jobs: Option<usize>,
    report: &mut Report<'_>,
) -> Result<(), String> {
    prepare(root)?;
    let mut patterns: Vec<&str> = (tasks.iter().flat_map(|task| &task.row.covers))
        .filter_map(|entry| entry.strip_prefix("creusot:"))
        .collect();
    patterns.sort_unstable();
    patterns.dedup();
    let start = Instant::now();
    let text = prove(root, &patterns, jobs, &[])?;
    let mut proved = goals(&text);
    // Solvers are stopped by the clock: on a busy machine that says little. Once more, with more time.
    let left: Vec<String> = (proved.iter().filter(|(_, proved)| !**proved))
        .map(|(name, _)| name.clone())
        .collect();
    if (1..=MOST_AGAIN).contains(&left.len()) {
        let left: Vec<&str> = left.iter().map(String::as_str).collect();
        proved.extend(goals(&prove(root, &left, jobs, &MORE_TIME)?));
    }
    let seconds = start.elapsed().as_secs_f64();
    for task in tasks {
        let mut ended = judge_creusot(task, &proved, seconds);
        ended.together = tasks.len();
        if proved.is_empty() {
            ended.says = text
                .lines()
                .filter(|line| line.contains("error") || line.contains("Error"))
                .take(5)
                .map(str::to_string)
                .collect();
        }
        report(task.row, ended);
    }
    Ok(())
}

/// If more than this are not proved, it is not for want of time.
const MOST_AGAIN: usize = 20;
/// Four times what why3find.json gives them.
const MORE_TIME: [&str; 2] = ["--why3find-arg=-t", "--why3find-arg=4"];

/// What Creusot says when it is asked for these.
fn prove(
    root: &Path,
    patterns: &[&str],
    jobs: Option<usize>,
    time: &[&str],
) -> Result<String, String> {
    let output = command(root, patterns, jobs.unwrap_or(1))
        .args(time)
        .output()
        .map_err(|error| format!("cargo creusot: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr))
}

/// `cargo creusot … prove` for these patterns, or for everything if there is none.
pub(crate) fn command(root: &Path, patterns: &[&str], jobs: usize) -> Command {
    let mut command = cargo(root);
    command
        .arg("creusot")
        .args(PACKAGES)
        .arg("prove")
        .args(patterns)
        .args(["--why3find-arg=-j", &format!("--why3find-arg={jobs}")])
        .stdin(Stdio::null());
    command
}

/// Each function or lemma, and whether all its goals are proved: `Library verif.doorway_core_rlib.pair.other: ✔ (1)`. A run that has only
/// one to prove says `Theory verif.doorway_core_rlib.pair.other.Coma: ✔ (1)`.
pub(crate) fn goals(text: &str) -> BTreeMap<String, bool> {
    let mut goals = BTreeMap::new();
    for line in text.lines() {
        let line = console::strip_ansi_codes(line);
        let line = line.trim();
        let told = line
            .strip_prefix("Library verif.")
            .or_else(|| line.strip_prefix("Theory verif."))
            .and_then(|line| line.split_once(": "));
        if let Some((name, verdict)) = told {
            let name = name
                .strip_suffix(".Coma")
                .unwrap_or(name)
                .split_once('.')
                .map_or("", |(_, name)| name)
                .replace('.', "::");
            let proved = verdict.contains('✔') && !verdict.contains('✘');
            goals
                .entry(name)
                .and_modify(|before| *before &= proved)
                .or_insert(proved);
        }
    }
    goals
}

fn judge_creusot(task: &Task<'_>, proved: &BTreeMap<String, bool>, seconds: f64) -> Ended {
    let mut wrong = vec![];
    let names = task.named("creusot");
    for name in names.iter().filter(|name| !proved.contains_key(*name)) {
        wrong.push(format!("{name}: Creusot reported no goal for it"));
    }
    let patterns: Vec<&str> = task
        .row
        .covers
        .iter()
        .filter_map(|entry| entry.strip_prefix("creusot:"))
        .collect();
    let of_row = |name: &str| {
        patterns
            .iter()
            .any(|pattern| doorway_ledger::pattern::matches(pattern, name))
    };
    for (name, _) in proved
        .iter()
        .filter(|(name, proved)| !**proved && of_row(name))
    {
        wrong.push(format!("{name}: not proved, also not with more time"));
    }
    Ended::judged(
        wrong,
        format!("{} functions and lemmas", names.len()),
        seconds,
    )
}

/// Which of these patches the prover notices, each handed over as it is known.
pub(crate) fn patched(
    root: &Path,
    names: &[String],
    mut ended: impl FnMut(&str, bool, &str),
) -> Result<(), String> {
    settings(root)?;
    let told = |error: std::io::Error| format!("{SCRIPT}: {error}");
    let mut child = Command::new("bash")
        .arg(SCRIPT)
        .current_dir(root)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("LD_LIBRARY_PATH")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(told)?;
    let mut rows = child.stdin.take().ok_or("no input")?;
    for patch in patches().filter(|patch| names.iter().any(|name| name == patch.name)) {
        let Patch {
            name,
            file,
            replaced,
            by,
            fails,
        } = patch;
        writeln!(rows, "{name}|{file}|{replaced}|{by}|{fails}").map_err(told)?;
    }
    drop(rows);
    let (mut decided, mut besides) = (false, vec![]);
    for line in BufReader::new(child.stdout.take().ok_or("no output")?).lines() {
        let line = line.map_err(told)?;
        match line.split_once(": ") {
            Some((name, says)) if names.iter().any(|asked| asked == name) => {
                decided = true;
                ended(name, says.ends_with("fails, as it must"), says);
            }
            _ => besides.push(line),
        }
    }
    let status = child.wait().map_err(told)?;
    match decided || status.success() {
        true => Ok(()),
        false => Err(format!("{SCRIPT} decided nothing:\n{}", besides.join("\n"))),
    }
}

#[cfg(test)]
mod unit {
    use super::{goals, has_coma};
    use std::fs;

    #[test]
    fn what_creusot_says() {
        let text = "Library verif.doorway_core_rlib.pair.other: ✔ (1)\n\
                    Library verif.doorway_proofs_rlib.fife.model.impl_Fife.step: ✘ (3/4)\n\
                    Library verif.doorway_core_rlib.x.y: 3 ✔ 1 ✘\nWhy3 Typing: 0.5";
        let goals = goals(text);
        assert_eq!(goals.get("pair::other"), Some(&true));
        assert_eq!(goals.get("fife::model::impl_Fife::step"), Some(&false));
        assert_eq!(goals.get("x::y"), Some(&false));
        assert_eq!(goals.len(), 3);
    }

    /// Hints alone are nothing that was translated.
    #[test]
    fn whether_something_is_translated() {
        let folder = std::env::temp_dir().join(format!("doorway-coma-{}", std::process::id()));
        assert!(!has_coma(&folder));
        fs::create_dir_all(folder.join("pair/other")).expect("folders");
        fs::write(folder.join("pair/other/proof.json"), "{}").expect("written");
        assert!(!has_coma(&folder));
        fs::write(folder.join("pair/other.coma"), "").expect("written");
        assert!(has_coma(&folder));
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn what_creusot_says_of_a_single_one() {
        let goals =
            goals("Theory verif.doorway_core_rlib.pair.other.Coma: \u{1b}[32m✔\u{1b}[0m (1)\n");
        assert_eq!(goals.get("pair::other"), Some(&true));
    }
}
