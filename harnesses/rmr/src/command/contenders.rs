//! What a passage costs when only some of the N processes take part.

use super::{counted, effort, write};
use doorway_cli::arguments::rmr::Options;
use doorway_cli::Failure;
use doorway_plot::{lines, Line, Table};
use doorway_rmr::getset::getset;
use doorway_rmr::locks::{on_flags, Lock};
use doorway_rmr::meter::{Model, MODELS};
use doorway_rmr::survey::{exceeded, search_among, Found, SIZES};
use serde_json::json;

/// One lock, at every size that has room for so many.
struct Series {
    lock: Lock,
    found: Vec<Found>,
}

impl Series {
    fn of(&self, model: usize) -> Vec<u64> {
        self.found.iter().map(|found| found.all[model]).collect()
    }

    /// Whether there is a bound. Without one the numbers only say how long the adversary made a process wait.
    fn is_bounded(&self, model: Model) -> bool {
        self.lock.bound(model, 2, 2).is_some()
    }

    /// The same from the first N on that is larger than there are contenders.
    fn is_flat(&self, model: usize, contenders: usize) -> bool {
        let larger = self.found.iter().filter(|found| found.n > contenders);
        let mut larger = larger.map(|found| found.all[model]);
        let first = larger.next();
        larger.all(|found| Some(found) == first)
    }
}

pub(super) fn run(
    options: &Options,
    locks: &[&'static Lock],
    contenders: usize,
) -> Result<(), Failure> {
    let sizes: Vec<usize> = SIZES.into_iter().filter(|&n| n >= contenders).collect();
    let asked = options.lock.as_deref().unwrap_or("all");
    let mutants = on_flags().into_iter().filter(|_| asked == "all");
    let mut all = vec![];
    for lock in locks.iter().map(|&lock| *lock).chain(mutants) {
        let search = |n| search_among(&lock, n, 1, contenders, effort(options));
        let has_room = |n: &usize| *n as u64 <= lock.most;
        let found = sizes
            .iter()
            .copied()
            .filter(has_room)
            .map(search)
            .collect::<Result<_, String>>()?;
        all.push(Series { lock, found });
    }
    if options.json {
        println!("{}", told(options, &all, contenders));
    } else {
        print(&all, &sizes, contenders);
    }
    if options.plot {
        let title = format!("{contenders} of N");
        let at = write(&title, "contenders", "contenders-", draw(&all, contenders))?;
        eprintln!("\nplotted: {}", at.display());
    }
    verdict(&all, contenders)
}

fn print(all: &[Series], sizes: &[usize], contenders: usize) {
    println!(
        "Remote memory references of a passage when {contenders} of N processes take part, k = 1: the most that 6 adversaries cause."
    );
    for (at, model) in MODELS.into_iter().enumerate() {
        let columns = sizes.iter().map(|n| format!("N = {n}"));
        let head = std::iter::once(model.name().to_string()).chain(columns);
        let head = head.chain([String::new()]);
        let mut table = Table::new(head).left(&[sizes.len() + 1]);
        for series in all {
            let note = match (series.is_bounded(model), series.is_flat(at, contenders)) {
                (false, _) => "grows with the wait",
                (true, true) => "flat",
                (true, false) => "",
            };
            let mut row = vec![series.lock.name.to_string()];
            row.extend(series.of(at).iter().map(ToString::to_string));
            row.resize(sizes.len() + 1, String::new()); // no room for more processes
            row.push(note.to_string());
            table.row(row);
        }
        println!();
        table.print();
    }
    println!("\nSteps of a getset of the grid, by the number of processes that have joined one after the other:");
    for joined in [1, 2, 4, 8, 16] {
        let seen = getset(joined, None);
        println!(
            "  K = {joined:2}: {:3} = {} of X, {} of owners, {} of flags",
            seen.steps(),
            seen.x,
            seen.owners,
            seen.flags
        );
    }
}

fn told(options: &Options, all: &[Series], contenders: usize) -> serde_json::Value {
    let of = |series: &Series| json!({ "lock": series.lock.name, "adapts": series.lock.adapts, "found": series.found });
    let rows: Vec<_> = all.iter().map(of).collect();
    let getsets: Vec<_> = (1..=16).map(|joined| getset(joined, None)).collect();
    json!({
        "seed": options.seed,
        "draws": options.draws,
        "steps": options.steps,
        "contenders": contenders,
        "models": MODELS,
        "locks": rows,
        "getset": getsets,
    })
}

/// A drawing for each model, of the locks that have a bound in it.
fn draw(all: &[Series], contenders: usize) -> Vec<(Model, String)> {
    let drawing = |(at, model): (usize, Model)| {
        let bounded = all.iter().filter(|series| series.is_bounded(model));
        let line = |(color, series): (usize, &Series)| Line {
            name: series.lock.name.to_string(),
            points: (series.found.iter())
                .map(|found| (found.n as f64, found.all[at] as f64))
                .collect(),
            dashed: is_mutant(&series.lock),
            color,
        };
        let drawn: Vec<Line> = bounded.enumerate().map(line).collect();
        let title = format!("{}: {contenders} of N, worst found", model.name());
        let drawing = lines(&title, "N processes", "remote references", true, &drawn);
        (model, drawing)
    };
    MODELS.into_iter().enumerate().map(drawing).collect()
}

fn is_mutant(lock: &Lock) -> bool {
    on_flags().iter().any(|mutant| mutant.name == lock.name)
}

/// What must hold: no bound is exceeded, and the numbers of an adaptive lock do not grow with N.
fn verdict(all: &[Series], contenders: usize) -> Result<(), Failure> {
    for series in all.iter().filter(|series| !is_mutant(&series.lock)) {
        let name = series.lock.name;
        for found in &series.found {
            if let [model, ..] = exceeded(&series.lock, found)[..] {
                return Err(Failure::violated(format!(
                    "{name}, N = {}: more than the bound in {model}",
                    found.n
                )));
            }
        }
        for (at, model) in MODELS.into_iter().enumerate() {
            let says_so = series.lock.adapts && series.is_bounded(model);
            if says_so && !series.is_flat(at, contenders) {
                let message = format!("{name}: not flat in N in {}", model.name());
                return Err(Failure::violated(message));
            }
        }
    }
    counted(all.iter().flat_map(|series| &series.found))
}
