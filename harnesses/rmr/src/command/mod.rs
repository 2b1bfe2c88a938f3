//! Remote memory references: the rows of Danek's Table 1 that are ours, with numbers; and Taubenfeld's algorithms beside them.

mod contenders;

use doorway_cli::arguments::rmr::Options;
use doorway_cli::names::unknown;
use doorway_cli::{tree, Failure};
use doorway_plot::{page, PreEscaped, Section, Table};
use doorway_rmr::exact::Worst;
use doorway_rmr::fit::{fit, Fit};
use doorway_rmr::locks::{find, Lock, LOCKS};
use doorway_rmr::meter::{Homes, Model, MODELS};
use doorway_rmr::series::{draw, Series};
use doorway_rmr::survey::{every_schedule, exceeded, wait, Effort, Found};
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// Steps of waiting: the more, the more references, if they are remote.
const WAITS: [u64; 3] = [100, 1000, 10_000];

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let locks: Vec<&'static Lock> = match options.lock.as_deref() {
        None | Some("all") => LOCKS.iter().collect(),
        Some(name) => vec![find(name).ok_or_else(|| {
            let names = LOCKS.iter().map(|lock| lock.name);
            Failure::usage(unknown("lock", name, names, "cargo doorway rmr --help"))
        })?],
    };
    if let Some(contenders) = options.contenders {
        return contenders::run(options, &locks, contenders);
    }
    if !options.json {
        println!(
            "Remote memory references of a passage: the most that 6 adversaries cause (seed {}, {} draws, at most {} steps each).\n\
             CC: cache-coherent, each variable in its own line. DSM: each variable is local to the process that the paper names.\n\
             The bound is counted from the figure, line by line, for every schedule. For two processes every schedule is run as well.",
            options.seed, options.draws, options.steps
        );
    }
    let mut all = vec![];
    for lock in locks {
        for k in ["1", "N/2"]
            .into_iter()
            .take(if lock.any_k { 2 } else { 1 })
        {
            let series = Series::search(lock, k, effort(options))?;
            if !options.json {
                print(&series)?;
            }
            all.push(series);
        }
    }
    if options.json {
        let rows = all.iter().map(told).collect::<Result<Vec<_>, _>>()?;
        println!(
            "{}",
            json!({ "seed": options.seed, "draws": options.draws, "steps": options.steps, "locks": rows })
        );
    }
    if options.plot {
        let at = plot(&all)?;
        eprintln!("\nplotted: {}", at.display());
    }
    verdict(&all)
}

/// What must hold under every schedule.
fn verdict(all: &[Series]) -> Result<(), Failure> {
    for Series { lock, k, found } in all {
        for found in found {
            if let [model, ..] = exceeded(lock, found)[..] {
                return Err(Failure::violated(format!(
                    "{}, N = {}, k = {k}: more than the bound in {model}",
                    lock.name, found.n
                )));
            }
            if lock.local && found.waiting[2] > 0 {
                return Err(Failure::violated(format!(
                    "{}, N = {}, k = {k}: remote references while waiting, in DSM",
                    lock.name, found.n
                )));
            }
        }
    }
    counted(all.iter().flat_map(|series| &series.found))
}

/// Without a passage that has ended there is nothing to compare with a bound.
fn counted<'a>(mut found: impl Iterator<Item = &'a Found>) -> Result<(), Failure> {
    match found.find(|found| found.passages == 0) {
        Some(found) => Err(Failure::undecided(format!(
            "N = {}: no passage ended, so nothing was counted: give more --steps",
            found.n
        ))),
        None => Ok(()),
    }
}

fn effort(options: &Options) -> Effort {
    Effort {
        seed: options.seed,
        draws: options.draws,
        steps: options.steps,
        homes: Homes::AsStated,
    }
}

/// What one makes in the loop while another stays inside, N = 8.
fn waits(series: &Series) -> Result<Vec<[u64; 3]>, String> {
    let each = WAITS
        .iter()
        .map(|&steps| wait(series.lock, 8, steps, Homes::AsStated));
    each.collect()
}

fn print(series: &Series) -> Result<(), String> {
    println!(
        "\n{}, k = {}   ({})",
        series.lock.name, series.k, series.lock.paper
    );
    let sizes = series.lock.sizes();
    let columns = sizes.len();
    let sizes = sizes.iter().map(|n| format!("N = {n}"));
    let head = std::iter::once(String::new()).chain(sizes);
    let head = head.chain(["nearest line", "exponent", "bound"].map(String::from));
    let mut table = Table::new(head).left(&[columns + 1, columns + 3]);
    for (at, model) in MODELS.into_iter().enumerate() {
        let mut row = vec![model.name().to_string()];
        row.extend(series.points(at).iter().map(|point| point.1.to_string()));
        row.extend(match series.lock.bound(model, 2, 2) {
            Some(_) => grows(fit(&series.points(at))),
            None => ["grows with the wait".into(), "-".into()],
        });
        row.push(series.lock.formula(model));
        table.row(row);
    }
    // In the loop there are only loads, and they cost the same in both cache models.
    for (at, name) in [
        (0, "  of these waiting, CC"),
        (2, "  of these waiting, DSM"),
    ] {
        let cells = series
            .found
            .iter()
            .map(|found| found.waiting[at].to_string());
        table.row(std::iter::once(name.to_string()).chain(cells).collect());
    }
    table.print();
    print_waiting(series)
}

fn print_waiting(series: &Series) -> Result<(), String> {
    if series.k == "1" {
        let exact: Vec<String> = exact(series)?.iter().map(ToString::to_string).collect();
        println!(
            "  N = 2, 2 passages each, every schedule: {}",
            exact.join(", ")
        );
    }
    let dsm: Vec<String> = waits(series)?
        .iter()
        .map(|each| each[2].to_string())
        .collect();
    println!(
        "  DSM, while another process holds the lock for {WAITS:?} steps: {}",
        dsm.join(", ")
    );
    Ok(())
}

/// The worst there is with two processes, by model.
fn exact(series: &Series) -> Result<Vec<Worst>, String> {
    let exact = |model| every_schedule(series.lock, model, 2);
    MODELS.into_iter().map(exact).collect()
}

fn told(series: &Series) -> Result<serde_json::Value, String> {
    let fits: Vec<Fit> = (0..3).map(|model| fit(&series.points(model))).collect();
    Ok(json!({
        "lock": series.lock.name,
        "k": series.k,
        "models": MODELS,
        "found": series.found,
        "fits": fits,
        "bounds": MODELS.map(|model| series.lock.formula(model)),
        "every_schedule": { "n": 2, "passages": 2, "worst": exact(series)? },
        "waited": { "n": 8, "steps": WAITS, "references": waits(series)? },
    }))
}

/// The line, and the exponent.
fn grows(fit: Fit) -> [String; 2] {
    let sign = if fit.offset < 0.0 { '-' } else { '+' };
    let line = format!("{:.1}N {sign} {:.1}", fit.slope, fit.offset.abs());
    [line, format!("{:.2}", fit.exponent)]
}

fn plot(all: &[Series]) -> Result<PathBuf, String> {
    write("Remote memory references", "index", "", draw(all))
}

/// Writes a page of drawings, and each of them by itself.
fn write(
    title: &str,
    name: &str,
    prefix: &str,
    drawings: Vec<(Model, String)>,
) -> Result<PathBuf, String> {
    let directory = tree::root()?.join("target/rmr");
    let told = |error: std::io::Error| format!("the plot: {}: {error}", directory.display());
    fs::create_dir_all(&directory).map_err(told)?;
    let mut sections = vec![];
    for (model, drawing) in drawings {
        let file = format!("{prefix}{model:?}.svg").to_lowercase();
        fs::write(directory.join(file), &drawing).map_err(told)?;
        sections.push(Section {
            heading: model.name().to_string(),
            html: PreEscaped(drawing),
        });
    }
    let file = directory.join(format!("{name}.html"));
    fs::write(&file, page(title, &sections)).map_err(told)?;
    Ok(file)
}
