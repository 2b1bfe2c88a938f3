//! Compares our explorer with SPIN and stateright on Fife: N = 3, k = 2, k-exclusion only, in one run.
//!
//! ```sh
//! cargo bench -p doorway-check --bench spin       # 1 passage each, then 2: 3 min of processor time, 4 GB
//! cargo bench -p doorway-check --bench spin -- 1  # 1 passage each only: seconds
//! ```
//!
//! SPIN checks `spin/fife.pml`, the same model in Promela. Two things are checked here: without line 14
//! its assertion fails, and without partial-order reduction it has as many states as stateright finds in
//! the Rust model.
//!
//! Without `spin` and `cc` the bench prints that it is skipped.

#[path = "../tests/plain/mod.rs"]
mod plain;

use doorway_check::explore::Progress;
use doorway_check::verdict::Limits;
use doorway_proofs::catalogue::{find, Options, Property};
use doorway_proofs::fife::Fife;
use doorway_proofs::machine::Machine;
use plain::Plain;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const N: usize = 3;
const K: usize = 2;
/// The most states our explorer may keep.
const ROOM: usize = 60_000_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut is_bench = false;
    let mut each: Vec<u8> = vec![];
    for argument in &mut arguments {
        match argument.as_str() {
            "--bench" => is_bench = true,
            number => each.extend(number.parse::<u8>().ok()),
        }
    }
    if !is_bench {
        return println!("not run: this is for `cargo bench`");
    }
    for tool in ["spin", "cc"] {
        let version = if tool == "spin" { "-V" } else { "--version" };
        if Command::new(tool).arg(version).output().is_err() {
            return println!("SKIPPED, not run here: {tool} is not installed");
        }
    }
    let spin = Spin::new();
    spin.dies_without_14();
    println!("without line 14, SPIN finds the assertion violated: as it should");
    if each.is_empty() {
        each = vec![1, 2];
    }
    for passages in each {
        beside(&spin, passages);
    }
    println!("\nprocesses loop for ever, which the Promela model cannot");
    head();
    ours(&[], 2).print(None);
}

/// Runs all tools with the same passages each; times are multiples of SPIN's without reduction.
fn beside(spin: &Spin, each: u8) {
    println!("\nfife, n = {N}, k = {K}, passages each: {each}, k-exclusion");
    head();
    let plain = spin.run("SPIN, no reduction", &["-DNOREDUCE"], each, 1);
    plain.print(None);
    for (flags, threads) in [(&[][..], 1), (&["-DNCORE=2"][..], 2)] {
        spin.run("SPIN, partial order", flags, each, threads)
            .print(Some(&plain));
    }
    // stateright keeps a trace with each state: there is no memory for more passages.
    if each == 1 {
        let theirs = stateright(each);
        theirs.print(Some(&plain));
        assert_eq!(
            theirs.states, plain.states,
            "the two models differ in their number of states"
        );
    }
    for threads in [1, 2] {
        ours(&[each; N], threads).print(Some(&plain));
    }
}

/// A run of a tool.
struct Run {
    tool: &'static str,
    threads: usize,
    states: usize,
    seconds: f64,
    /// Processor time, of all threads.
    cpu: f64,
    bytes: f64,
}

fn head() {
    println!(
        "{:22} {:>7} {:>11} {:>8} {:>8} {:>12} {:>12} {:>8} {:>9}",
        "tool",
        "threads",
        "states",
        "s",
        "cpu s",
        "states/s",
        "states/cpu s",
        "B/state",
        "of SPIN's"
    );
}

impl Run {
    fn print(&self, beside: Option<&Run>) {
        let states = self.states as f64;
        let bytes = match self.bytes.is_nan() {
            true => "-".into(),
            false => format!("{:.0}", self.bytes),
        };
        let ratio = beside.map_or(String::new(), |other| {
            format!("{:.2}x", self.seconds / other.seconds)
        });
        println!(
            "{:22} {:>7} {:>11} {:>8.2} {:>8.2} {:>12.0} {:>12.0} {bytes:>8} {ratio:>9}",
            self.tool,
            self.threads,
            self.states,
            self.seconds,
            self.cpu,
            states / self.seconds,
            states / self.cpu,
        );
    }
}

/// Runs `run`, and returns the seconds and processor seconds it took, including its children's.
fn timed<T>(run: impl FnOnce() -> T) -> (T, f64, f64) {
    let (start, before) = (Instant::now(), processor_time());
    let outcome = run();
    let cpu = (processor_time() - before).max(0.01);
    (outcome, start.elapsed().as_secs_f64(), cpu)
}

/// The processor time of this process and its ended children; 0 without /proc.
///
/// (A tick is a hundredth of a second on Linux.)
fn processor_time() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(4);
    ticks
        .filter_map(|field| field.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

/// The most memory this process has used since the last [`forget_peak`], in bytes.
fn peak() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.unwrap_or(f64::NAN) * 1024.0
}

/// Resets [`peak`].
fn forget_peak() -> f64 {
    let _ = fs::write("/proc/self/clear_refs", "5");
    peak()
}

/// Bytes per state; not a number for few states, which reuse memory that was freed before.
fn kept(before: f64, states: usize) -> f64 {
    match states {
        0..1_000_000 => f64::NAN,
        _ => (peak() - before) / states as f64,
    }
}

fn ours(each: &[u8], threads: usize) -> Run {
    let options = Options::new(K).with_passages(each, N);
    let options = options.expect("as many as processes");
    let limits = Limits {
        threads,
        states: ROOM,
    };
    let row = find("fife").expect("a model");
    let wanted = [Property::KExclusion];
    let before = forget_peak();
    let (report, seconds, cpu) =
        timed(|| doorway_check::check(row, N, &options, &wanted, limits, &Progress::default()));
    let report = report.expect("it can be checked");
    assert!(report.holds(), "{report:?}");
    let states = report.states.iter().sum();
    Run {
        tool: "doorway-check",
        threads,
        states,
        seconds,
        cpu,
        bytes: kept(before, states),
    }
}

fn stateright(each: u8) -> Run {
    let mut plain = Plain::new(Fife::<N>::new(K), K, [each; N]);
    plain.exclusion_only = true;
    let before = forget_peak();
    let (opinion, seconds, cpu) = timed(|| plain.explore());
    assert!(opinion.violated.is_empty() && opinion.done, "{opinion:?}");
    Run {
        tool: "stateright",
        threads: 2,
        states: opinion.states,
        seconds,
        cpu,
        bytes: kept(before, opinion.states),
    }
}

/// SPIN, and the directory it writes to.
struct Spin {
    directory: PathBuf,
}

impl Spin {
    fn new() -> Self {
        let name = format!("spin-{}", std::process::id());
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&directory).expect("a directory under target");
        Spin { directory }
    }

    fn call(&self, program: &str, arguments: &[&str]) -> String {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(&self.directory)
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program}: {said}{complaint}");
        said
    }

    /// Compiles pan.
    fn build(&self, flags: &[&str], model: &str) {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/spin/fife.pml");
        self.call("spin", &["-a", model, source]);
        let mut arguments = vec!["-O2", "-w", "-DSAFETY", "-DMEMLIM=8000"];
        arguments.extend(flags);
        arguments.extend(["-o", "pan", "pan.c"]);
        self.call("cc", &arguments);
    }

    /// Searches, deep enough and with a hash table of about as many slots as there are states.
    fn search(&self, each: u8) -> String {
        let table = if each == 1 { "-w18" } else { "-w25" };
        self.call("./pan", &["-m100000", table])
    }

    fn dies_without_14(&self) {
        self.build(&[], "-DNO14");
        let said = self.search(1);
        assert!(said.contains("assertion violated (inside<=2)"), "{said}");
    }

    fn run(&self, tool: &'static str, flags: &[&str], each: u8, threads: usize) -> Run {
        self.build(flags, &format!("-DPASSAGES={each}"));
        let (said, seconds, cpu) = timed(|| self.search(each));
        let complete = said.contains("errors: 0")
            && !said.contains("Search not completed")
            && !said.contains("search depth too small");
        assert!(complete, "{said}");
        let states = number_before(&said, "states, stored");
        let table = number_before(&said, "memory used for hash table");
        let kept = number_before(&said, "actual memory usage for states");
        Run {
            tool,
            threads,
            states: states as usize,
            seconds,
            cpu,
            bytes: (kept + table) * 1_048_576.0 / states,
        }
    }
}

impl Drop for Spin {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// The number at the beginning of the line with `label`.
fn number_before(said: &str, label: &str) -> f64 {
    let line = said.lines().find(|line| line.contains(label));
    let word = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    word.unwrap_or_else(|| panic!("no {label} in {said}"))
}
