//! Remote memory references: the rows of Danek's Table 1 that are ours, with numbers; and Taubenfeld's algorithms beside them.

mod contenders;

use crate::verify::record::{write_whole, Sources};
use clap::Args;
use doorway_plot::{lines, page, Line, Section};
use doorway_rmr::exact::Worst;
use doorway_rmr::fit::{fit, Fit};
use doorway_rmr::locks::{find, Lock, LOCKS};
use doorway_rmr::meter::{Homes, Model, MODELS};
use doorway_rmr::survey::{every_schedule, exceeded, search, wait, Effort, Found, SIZES};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Options {
    /// The lock: bakery, black-white, adaptive, local-spin, kfcfs, fife, safe-fife; all if not given
    lock: Option<String>,
    /// Only so many of the N processes ever come: all locks side by side, by N
    #[arg(long, value_name = "C")]
    contenders: Option<usize>,
    /// Where chance begins
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often each adversary that draws is run
    #[arg(long, default_value_t = 3)]
    draws: u64,
    /// How many steps a run makes at most
    #[arg(long, default_value_t = 3_000_000)]
    steps: u64,
    /// Write target/rmr/index.html, with --contenders contenders.html, and an SVG for each model
    #[arg(long)]
    plot: bool,
    /// Print what was found as JSON instead
    #[arg(long)]
    json: bool,
}

/// One lock and one choice of k, at every size.
struct Series {
    lock: &'static Lock,
    k: &'static str,
    found: Vec<Found>,
}

/// Steps of waiting: the more, the more references, if they are remote.
const WAITS: [u64; 3] = [100, 1000, 10_000];

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let locks: Vec<&'static Lock> = match options.lock.as_deref() {
        None | Some("all") => LOCKS.iter().collect(),
        Some(name) => vec![find(name).ok_or_else(|| {
            let names: Vec<&str> = LOCKS.iter().map(|lock| lock.name).collect();
            format!("no lock '{name}': one of {}", names.join(", "))
        })?],
    };
    if let Some(contenders) = options.contenders {
        return contenders::run(options, &locks, contenders);
    }
    if !options.json {
        println!(
            "Remote memory references of a passage: the worst found under 6 adversaries, seed {}, {} draws, at most {} steps each.\n\
             CC: cache-coherent, a variable at a time. DSM: variables live where the paper says. The bound is counted line by line, for every schedule;\n\
             for two processes every schedule is gone through as well.",
            options.seed, options.draws, options.steps
        );
    }
    let mut all = vec![];
    for lock in locks {
        for k in ["1", "N/2"]
            .into_iter()
            .take(if lock.any_k { 2 } else { 1 })
        {
            let series = options.series(lock, k)?;
            if !options.json {
                series.print()?;
            }
            all.push(series);
        }
    }
    if options.json {
        let rows = all
            .iter()
            .map(Series::json)
            .collect::<Result<Vec<_>, _>>()?;
        println!(
            "{}",
            json!({ "seed": options.seed, "draws": options.draws, "steps": options.steps, "locks": rows })
        );
    }
    if options.plot {
        let at = plot(&all).map_err(|error| format!("the plot: {error}"))?;
        eprintln!("\nplotted: {}", at.display());
    }
    verdict(&all)
}

/// What must be so, whatever the schedule.
fn verdict(all: &[Series]) -> Result<(), String> {
    for Series { lock, k, found } in all {
        for found in found {
            if let [model, ..] = exceeded(lock, found)[..] {
                return Err(format!(
                    "{}, N = {}, k = {k}: more than the bound in {model}",
                    lock.name, found.n
                ));
            }
            if lock.local && found.waiting[2] > 0 {
                return Err(format!(
                    "{}, N = {}, k = {k}: remote references while waiting, in DSM",
                    lock.name, found.n
                ));
            }
        }
    }
    Ok(())
}

impl Options {
    fn effort(&self) -> Effort {
        Effort {
            seed: self.seed,
            draws: self.draws,
            steps: self.steps,
            homes: Homes::AsStated,
        }
    }

    fn series(&self, lock: &'static Lock, k: &'static str) -> Result<Series, String> {
        let effort = self.effort();
        let permits = |n: usize| if k == "1" { 1 } else { n / 2 };
        let found = SIZES.iter().map(|&n| search(lock, n, permits(n), effort));
        let found = found.collect::<Result<_, _>>()?;
        Ok(Series { lock, k, found })
    }
}

impl Series {
    /// By N, in one of the models.
    fn points(&self, model: usize) -> Vec<(usize, u64)> {
        let point = |found: &Found| (found.n, found.all[model]);
        self.found.iter().map(point).collect()
    }

    /// What one makes in the loop while another stays inside, N = 8.
    fn waits(&self) -> Result<Vec<[u64; 3]>, String> {
        let each = WAITS
            .iter()
            .map(|&steps| wait(self.lock, 8, steps, Homes::AsStated));
        each.collect()
    }

    fn print(&self) -> Result<(), String> {
        println!(
            "\n{}, k = {}   ({})",
            self.lock.name, self.k, self.lock.paper
        );
        let head: String = SIZES
            .iter()
            .map(|n| format!("{:>9}", format!("N = {n}")))
            .collect();
        println!(
            "{:26}{head}   {:20} {:>9}  bound",
            "", "nearest line", "exponent"
        );
        for (at, model) in MODELS.into_iter().enumerate() {
            let cells: String = self
                .points(at)
                .iter()
                .map(|point| format!("{:>9}", point.1))
                .collect();
            let growth = match self.lock.bound(model, 2, 2) {
                Some(_) => grows(fit(&self.points(at))),
                None => format!("{:20} {:>9}", "grows with the wait", "-"),
            };
            println!(
                "{:26}{cells}   {growth}  {}",
                model.name(),
                self.lock.formula(model)
            );
        }
        self.print_waiting()
    }

    fn print_waiting(&self) -> Result<(), String> {
        // In the loop there are only loads, and they cost the same in both cache models.
        for (at, name) in [
            (0, "  of these waiting, CC"),
            (2, "  of these waiting, DSM"),
        ] {
            let cell = |found: &Found| format!("{:>9}", found.waiting[at]);
            let cells: String = self.found.iter().map(cell).collect();
            println!("{name:26}{cells}");
        }
        if self.k == "1" {
            let exact: Vec<String> = self.exact()?.iter().map(ToString::to_string).collect();
            println!(
                "  N = 2, 2 passages each, every schedule: {}",
                exact.join(", ")
            );
        }
        let dsm: Vec<String> = self
            .waits()?
            .iter()
            .map(|each| each[2].to_string())
            .collect();
        println!(
            "  DSM, while another stays inside for {WAITS:?} steps: {}",
            dsm.join(", ")
        );
        Ok(())
    }

    /// The worst there is with two processes, by model.
    fn exact(&self) -> Result<Vec<Worst>, String> {
        let exact = |model| every_schedule(self.lock, model, 2);
        MODELS.into_iter().map(exact).collect()
    }

    fn json(&self) -> Result<serde_json::Value, String> {
        let fits: Vec<Fit> = (0..3).map(|model| fit(&self.points(model))).collect();
        Ok(json!({
            "lock": self.lock.name,
            "k": self.k,
            "models": MODELS,
            "found": self.found,
            "fits": fits,
            "bounds": MODELS.map(|model| self.lock.formula(model)),
            "every_schedule": { "n": 2, "passages": 2, "worst": self.exact()? },
            "waited": { "n": 8, "steps": WAITS, "references": self.waits()? },
        }))
    }
}

fn grows(fit: Fit) -> String {
    let sign = if fit.offset < 0.0 { '-' } else { '+' };
    let line = format!("{:.1}N {sign} {:.1}", fit.slope, fit.offset.abs());
    format!("{line:20} {:>9.2}", fit.exponent)
}

/// A drawing for each model: what was found, and the bound.
fn draw(all: &[Series]) -> Vec<(Model, String)> {
    let mut drawings = vec![];
    for (at, model) in MODELS.into_iter().enumerate() {
        let mut drawn = vec![];
        for (colour, series) in all.iter().filter(|series| series.k == "1").enumerate() {
            let point = |(n, found): (usize, u64)| (n as f64, found as f64);
            let mut line = |name: String, points: Vec<(usize, u64)>, dashed| {
                drawn.push(Line {
                    name,
                    points: points.into_iter().map(point).collect(),
                    dashed,
                    colour,
                });
            };
            line(series.lock.name.to_string(), series.points(at), false);
            let bound = |&n: &usize| Some((n, series.lock.bound(model, n, n)?));
            if let Some(bounds) = SIZES.iter().map(bound).collect() {
                line(
                    format!("  bound {}", series.lock.formula(model)),
                    bounds,
                    true,
                );
            }
        }
        let title = format!("{}: worst found in a passage, k = 1", model.name());
        let drawing = lines(&title, "N processes", "remote references", true, &drawn);
        drawings.push((model, drawing));
    }
    drawings
}

fn plot(all: &[Series]) -> std::io::Result<PathBuf> {
    write("Remote memory references", "index", "", draw(all))
}

/// Writes a page of drawings, and each of them by itself.
fn write(
    title: &str,
    name: &str,
    prefix: &str,
    drawings: Vec<(Model, String)>,
) -> std::io::Result<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/rmr");
    fs::create_dir_all(&directory)?;
    let mut sections = vec![];
    for (model, drawing) in drawings {
        let file = format!("{prefix}{model:?}.svg").to_lowercase();
        fs::write(directory.join(file), &drawing)?;
        sections.push(Section {
            heading: model.name().to_string(),
            html: drawing,
        });
    }
    let file = directory.join(format!("{name}.html"));
    fs::write(&file, page(title, &sections))?;
    file.canonicalize()
}

/// The same drawings after a short search, for the certificate: kept as long as the machines and the meter stay as they are.
pub(crate) fn drawings(root: &Path) -> Result<Vec<String>, String> {
    let ledger = doorway_ledger::read(root)?;
    let tool = ledger.tool("test").ok_or("no tool 'test'")?;
    let hash = Sources::new(root).of(tool);
    let file = root.join("target/verify/rmr.json");
    let kept = fs::read_to_string(&file).unwrap_or_default();
    if let Ok((of, drawings)) = serde_json::from_str::<(String, Vec<String>)>(&kept) {
        if of == hash {
            return Ok(drawings);
        }
    }
    let options = Options {
        lock: None,
        contenders: None,
        seed: 1,
        draws: 1,
        steps: 100_000,
        plot: false,
        json: false,
    };
    let series = LOCKS.iter().map(|lock| options.series(lock, "1"));
    let drawings = draw(&series.collect::<Result<Vec<_>, _>>()?);
    let drawings: Vec<String> = drawings.into_iter().map(|(_, drawing)| drawing).collect();
    write_whole(&file, &json!((hash, &drawings)).to_string())?;
    Ok(drawings)
}
