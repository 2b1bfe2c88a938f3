//! A page with plots, and JSON, under `target/bench`.

use crate::measured::Measured;
use crate::scenes::{Outcome, Scene};
use crate::show;
use crate::summary::{self, CHEAPER, FASTER};
use crate::table::{count, median, time};
use crate::uncontended::Cost;
use doorway_plot::{bars, lines, page, plot, Bar, Line, Section};
use maud::{html, Markup};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the page, its drawings and the JSON. Returns where the page is.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write(measured: &Measured, directory: &Path) -> std::io::Result<PathBuf> {
    fs::create_dir_all(directory)?;
    let json = serde_json::to_string_pretty(measured)?;
    fs::write(directory.join("measured.json"), json)?;
    let mut writer = Writer {
        directory,
        sections: vec![],
    };
    writer.first(measured);
    writer.alone(measured)?;
    writer.races(measured)?;
    writer.rest(measured)?;
    let file = directory.join("index.html");
    fs::write(&file, page("doorway beside its peers", &writer.sections))?;
    file.canonicalize()
}

struct Writer<'a> {
    directory: &'a Path,
    sections: Vec<Section>,
}

impl Writer<'_> {
    fn add(&mut self, heading: &str, html: Markup) {
        let heading = heading.to_string();
        self.sections.push(Section { heading, html });
    }

    /// A drawing, which is a file as well.
    fn drawn(&self, file: &str, drawing: &str) -> std::io::Result<Markup> {
        fs::write(self.directory.join(format!("{file}.svg")), drawing)?;
        Ok(plot(drawing))
    }

    /// The defaults first, then the other ways of waiting.
    fn first(&mut self, measured: &Measured) {
        let quick = if measured.quick { ", a short run" } else { "" };
        self.add(
            "In short",
            html! {
                p { (measured.machine) (quick) "." }
                p { code { "Mutex" } " and " code { "Semaphore" } " with the default algorithm and the default way of waiting. For several races, the lowest and the highest ratio." }
                (summary::headline(measured).html(FASTER))
            },
        );
        if !measured.outcomes.is_empty() {
            self.add(
                "Ways of waiting and fairness",
                html! {
                    p { "The default is the timed park. The other ways of waiting are chosen by a type parameter." }
                    (summary::ratios(measured).folded(FASTER))
                    (summary::cpu_ratios(measured).folded(CHEAPER))
                    (summary::fairness(measured).folded("Shares and order of doorway's locks"))
                    p { "Jain's index of the threads' passages: 1 is an even share. Overtaken: the most threads that asked after one waiter was in the queue and entered before it." }
                },
            );
        }
    }

    fn alone(&mut self, measured: &Measured) -> std::io::Result<()> {
        let costs = &measured.costs;
        if !costs.is_empty() {
            let drawing = self.drawn("alone", &alone(costs))?;
            let html = html! {
                (drawing)
                (show::cost_ratios(costs).folded(FASTER))
                (show::costs(costs).folded("Nanoseconds a passage: less is better"))
            };
            self.add("Uncontended", html);
        }
        if !measured.instructions.is_empty() {
            let table = show::instructions(&measured.instructions);
            let html = table.folded("Instructions a passage, uncontended: less is better");
            self.add("Instructions", html);
        }
        Ok(())
    }

    /// Each race in a fold: of those with the same name a browser opens one at a time.
    fn races(&mut self, measured: &Measured) -> std::io::Result<()> {
        let races = measured.outcomes.chunk_by(|a, b| a.scene == b.scene);
        let races: Vec<(String, Markup)> = races
            .map(|race| Ok((show::scene(race[0].scene), self.race(race)?)))
            .collect::<std::io::Result<_>>()?;
        if races.is_empty() {
            return Ok(());
        }
        let html = html! {
            p { "Choose a regime." }
            @for (at, (title, html)) in races.iter().enumerate() {
                details.regime name="regime" open[at == 0] { summary { (title) } (html) }
            }
            p {
                "p50, p99, longest: the wait. 99.9%: in 99.9% of passages no more threads overtook; ≤ marks a count that starts too early and may be too high. "
                "CPU: processor time of a passage, with the work inside."
            }
        };
        self.add("Contended", html);
        Ok(())
    }

    fn race(&self, outcomes: &[Outcome]) -> std::io::Result<Markup> {
        let bar = |value: fn(&Outcome) -> f64, label: fn(f64) -> String| {
            let bar = move |it: &Outcome| Bar {
                name: it.name.to_string(),
                value: value(it),
                label: label(value(it)),
                ours: it.ours,
            };
            outcomes.iter().map(bar).collect::<Vec<_>>()
        };
        let throughput = bar(|it| median(&it.throughput), count);
        let waits = bar(|it| it.p99 as f64, time);
        let Scene {
            threads,
            slots,
            permits,
            inside,
        } = outcomes[0].scene;
        let name = format!("{threads}-{slots}-{permits}-{inside}");
        let throughput = bars("passages a second: more is better", true, &throughput);
        let waits = bars("p99 of the wait: less is better", true, &waits);
        Ok(html! {
            (show::outcome_ratios(outcomes).folded(FASTER))
            (self.drawn(&name, &throughput)?)
            (self.drawn(&format!("{name}-p99"), &waits)?)
            (show::outcomes(outcomes).folded("All numbers"))
        })
    }

    fn rest(&mut self, measured: &Measured) -> std::io::Result<()> {
        if !measured.idle.is_empty() {
            let bar = |it: &crate::idle::Idle| Bar {
                name: it.name.to_string(),
                value: it.median(),
                label: format!("{:.3}", it.median()),
                ours: it.ours,
            };
            let drawn: Vec<Bar> = measured.idle.iter().map(bar).collect();
            let drawing = bars("cores kept busy by waiting: less is better", false, &drawn);
            let drawing = self.drawn("waiting", &drawing)?;
            self.add(
                "Waiting",
                html! { p { (show::idle_title()) "." } (drawing) },
            );
        }
        if !measured.survivals.is_empty() {
            let table = show::survivals(&measured.survivals);
            self.add("Stopped threads", table.folded(&show::survivals_title()));
        }
        Ok(())
    }
}

/// Nanoseconds by the number of slots, of ours and a few peers.
fn alone(costs: &[Cost]) -> String {
    let drawn = [
        "doorway Mutex",
        "doorway Mutex, spins",
        "doorway Semaphore",
        "doorway Semaphore, spins",
        "std Mutex",
        "parking_lot Mutex",
        "tokio Semaphore",
        "POSIX semaphore",
    ];
    let line = |(color, name): (usize, &&str)| {
        let mine = costs.iter().filter(|cost| cost.name == *name);
        let points: Vec<_> = mine.map(|it| (it.slots as f64, it.median())).collect();
        (!points.is_empty()).then(|| Line {
            name: name.to_string(),
            dashed: !name.starts_with("doorway"),
            points,
            color,
        })
    };
    let drawn: Vec<Line> = drawn.iter().enumerate().filter_map(line).collect();
    lines(
        "An uncontended passage: less is better",
        "N slots",
        "nanoseconds",
        true,
        &drawn,
    )
}
