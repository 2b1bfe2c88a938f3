//! The emitted LLVM IR of the algorithms has loads, stores and fences, and no read-modify-write.
//!
//! The tests read every function that a lock's phase can call, across the crates. They take about 5
//! s, mostly for a release build.

use doorway_proofs::catalogue::Facts;
use doorway_proofs::each_algorithm;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Function name → its instructions.
type Module = BTreeMap<String, Vec<String>>;

/// Builds the phases in release with LLVM IR emitted, and reads the IR of our crates.
fn compile(mutant: bool) -> Module {
    let target =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(if mutant { "ir-mutant" } else { "ir" });
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args([
            "build",
            "--release",
            "--offline",
            "--package",
            "doorway-ir",
            "--lib",
            "--target-dir",
        ])
        .arg(&target)
        .env("RUSTFLAGS", "--emit=llvm-ir -Ccodegen-units=1")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    if mutant {
        cargo.args(["--features", "mutant"]);
    }
    let built = cargo.output().expect("cargo runs");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );

    let files: Vec<PathBuf> = std::fs::read_dir(target.join("release/deps"))
        .expect("a build")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ll"))
        .collect();
    // The newest file of each crate: an earlier build may have left others.
    let mut newest: BTreeMap<String, PathBuf> = BTreeMap::new();
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let name = name.split('-').next().unwrap().to_string();
        let modified = |path: &Path| path.metadata().and_then(|m| m.modified()).expect("a time");
        match newest.get(&name) {
            Some(other) if modified(other) >= modified(&path) => {}
            _ => drop(newest.insert(name, path)),
        }
    }
    let crates: Vec<_> = newest.keys().map(String::as_str).collect();
    assert_eq!(
        crates,
        ["doorway", "doorway_core", "doorway_ir", "doorway_proofs"]
    );
    newest
        .values()
        .flat_map(|path| parse(&std::fs::read_to_string(path).expect("IR")))
        .collect()
}

fn parse(text: &str) -> Module {
    let mut functions = Module::new();
    let mut current: Option<(String, Vec<String>)> = None;
    for line in text.lines() {
        if line.starts_with('@') && line.contains(" alias ") {
            // An alias: two functions with one body.
            let [name, body] = [0, 1].map(|i| names(line).nth(i).expect("two names"));
            functions.insert(name, vec![format!("call @{body}")]);
        } else if line.starts_with("define ") {
            current = Some((names(line).next().expect("a name"), vec![]));
        } else if line == "}" {
            functions.extend(current.take());
        } else if let Some((_, body)) = &mut current {
            body.push(line.trim().to_string());
        }
    }
    functions
}

/// The `@names` in a line.
fn names(line: &str) -> impl Iterator<Item = String> + '_ {
    line.split('@')
        .skip(1)
        .map(|rest| match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next().unwrap_or_default().to_string(),
            None => rest
                .split(|c: char| !(c.is_alphanumeric() || "_$.".contains(c)))
                .next()
                .unwrap_or_default()
                .to_string(),
        })
}

/// All instructions that a phase can reach, and the functions outside our crates that it can call.
fn reachable(module: &Module, phase: &str) -> (Vec<String>, BTreeSet<String>) {
    let (mut seen, mut outside, mut code) = (BTreeSet::new(), BTreeSet::new(), vec![]);
    let mut todo = vec![phase.to_string()];
    while let Some(name) = todo.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        let Some(body) = module.get(&name) else {
            outside.insert(name);
            continue;
        };
        for line in body {
            let calls = line.contains("call ") || line.contains("invoke ");
            todo.extend(names(line).filter(|_| calls));
            code.push(line.clone());
        }
    }
    (code, outside)
}

fn count(code: &[String], what: &str) -> usize {
    code.iter().filter(|line| line.contains(what)).count()
}

/// Whether a function outside our crates is harmless.
///
/// It is a panic (of an index check), or an intrinsic that accesses no memory or only private
/// memory.
fn is_harmless(name: &str) -> bool {
    let intrinsic = [
        "llvm.memset",
        "llvm.memcpy",
        "llvm.lifetime",
        "llvm.assume",
        "llvm.expect",
    ];
    let arithmetic = [
        "llvm.umax",
        "llvm.usub.sat",
        "llvm.umin",
        "llvm.vector",
        "llvm.ctpop",
        "llvm.smax",
        "llvm.experimental.noalias",
    ];
    name.contains("panicking")
        || name.contains("panic_bounds_check")
        || name.starts_with("alloc_") // source locations of panics
        || intrinsic.iter().chain(&arithmetic).any(|prefix| name.starts_with(prefix))
}

/// The locks, on each of their active sets.
fn locks() -> Vec<(&'static Facts, String)> {
    let mut all = vec![];
    each_algorithm!(default, |_A, lock| {
        all.push((lock.facts, format!("{}{}", lock.facts.type_name, lock.set)));
    });
    all
}

const PHASES: [&str; 5] = ["doorway", "announce", "scan", "enter", "exit"];

#[test]
fn no_read_modify_write() {
    let module = compile(false);
    let of_both = |(_, lock): (_, String)| [format!("{lock}_default"), format!("{lock}_seqcst")];
    for lock in locks().into_iter().flat_map(of_both) {
        let (mut loads, mut stores) = (0, 0);
        for phase in PHASES {
            let name = format!("phase_{lock}_{phase}");
            assert!(module.contains_key(&name), "{name} was not compiled");
            let (code, outside) = reachable(&module, &name);
            for forbidden in ["atomicrmw", "cmpxchg", " asm "] {
                assert_eq!(count(&code, forbidden), 0, "{name} has {forbidden}");
            }
            let unknown: Vec<_> = outside.iter().filter(|name| !is_harmless(name)).collect();
            assert!(unknown.is_empty(), "{name} calls {unknown:?}");
            loads += count(&code, "load atomic");
            stores += count(&code, "store atomic");
        }
        assert!(
            loads > 0 && stores > 0,
            "{lock}: {loads} loads, {stores} stores"
        );
    }
}

/// Whether a function is the walk through the grid, which a process makes only in its first passage.
fn is_walk(name: &str) -> bool {
    name.contains("active_set") && name.contains("walk")
}

/// The fences of each phase on the default memory are those of the lock's facts.
///
/// The all-SeqCst memory has no fences: every access is SeqCst instead. The walk is not counted.
#[test]
fn two_fences() {
    let module = compile(false);
    let mut again = module.clone();
    again.retain(|name, _| !is_walk(name));
    for (facts, lock) in locks() {
        for (phase, fences) in PHASES.into_iter().zip(facts.fences) {
            let (code, _) = reachable(&again, &format!("phase_{lock}_default_{phase}"));
            assert_eq!(count(&code, "fence seq_cst"), fences, "{lock} {phase}");
        }
        if facts.model().safe {
            continue; // the default memory of a safe lock is in halves, the all-SeqCst one is not
        }
        for phase in PHASES {
            let (code, _) = reachable(&module, &format!("phase_{lock}_seqcst_{phase}"));
            let atomic = count(&code, "load atomic") + count(&code, "store atomic");
            let seq_cst = code
                .iter()
                .filter(|line| line.contains(" atomic ") && line.contains("seq_cst"));
            assert_eq!(
                (count(&code, "fence"), seq_cst.count()),
                (0, atomic),
                "{lock} {phase}"
            );
        }
    }
}

/// The walk is a separate function, which the doorway calls in one place.
///
/// In it a fence precedes every load, however often the loop was unrolled: the store to X before
/// the load of Y, the store to Y before the load of X.
#[test]
fn the_walk_is_apart() {
    let module = compile(false);
    for lock in ["AdaptiveGrid", "LocalSpinGrid"] {
        let doorway = &module[&format!("phase_{lock}_default_doorway")];
        let is_call = |line: &&String| line.contains("call ") && !line.starts_with(';');
        let calls = doorway.iter().filter(is_call).flat_map(|line| names(line));
        let walks: Vec<String> = calls.filter(|name| is_walk(name)).collect();
        let [walk] = &walks[..] else {
            panic!("{lock}: {walks:?}")
        };
        let is_access = |line: &&String| line.contains(" atomic ") || line.contains("fence ");
        let accesses: Vec<_> = module[walk].iter().filter(is_access).collect();
        let loads = accesses.iter().filter(|it| it.contains("load atomic"));
        assert!(loads.count() >= 2, "{lock}: {accesses:?}");
        for pair in accesses.windows(2) {
            let [before, now] = [0, 1].map(|at| pair[at].contains("fence seq_cst"));
            let loads = pair[1].contains("load atomic");
            assert_eq!(before, loads, "{lock}: {pair:?}");
            assert!(!now || pair[0].contains("store atomic"), "{lock}: {pair:?}");
        }
    }
}

/// The check can fail: it finds a read-modify-write.
#[test]
fn a_read_modify_write_is_found() {
    let module = compile(true);
    let (code, _) = reachable(&module, "phase_mutant_doorway");
    assert!(count(&code, "atomicrmw") + count(&code, "cmpxchg") > 0);
}
