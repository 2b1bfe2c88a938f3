//! A page with plots, and JSON, under `target/bench`.

use crate::measured::Measured;
use crate::scenes::{Outcome, Scene};
use crate::show;
use crate::summary;
use crate::table::{count, median, time, Table};
use crate::uncontended::Cost;
use doorway_plot::{bars, lines, page, Bar, Line, Section};
use maud::{html, Markup, PreEscaped};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes it. Where.
///
/// # Errors
///
/// If it cannot be written.
pub fn write(measured: &Measured, directory: &Path) -> std::io::Result<PathBuf> {
    fs::create_dir_all(directory)?;
    let json = serde_json::to_string_pretty(measured)?;
    fs::write(directory.join("measured.json"), json)?;
    let mut writer = Writer {
        directory,
        sections: vec![],
    };
    let quick = if measured.quick { ", a short run" } else { "" };
    let below = html! {
        p { (measured.machine) (quick) "." }
        (pre(&summary::ratios(measured)))
        (pre(&summary::fairness(measured)))
    };
    writer.add("First of all", "", "", &below)?;
    writer.alone(measured)?;
    for outcomes in measured.outcomes.chunk_by(|a, b| a.scene == b.scene) {
        writer.scene(outcomes)?;
    }
    writer.rest(measured)?;
    let file = directory.join("index.html");
    fs::write(&file, page("doorway beside its peers", &writer.sections))?;
    file.canonicalize()
}

struct Writer<'a> {
    directory: &'a Path,
    sections: Vec<Section>,
}

fn pre(table: &Table) -> Markup {
    html! { pre { (table) } }
}

impl Writer<'_> {
    /// A section, whose drawing is a file as well.
    fn add(
        &mut self,
        heading: &str,
        file: &str,
        drawing: &str,
        below: &Markup,
    ) -> std::io::Result<()> {
        if !drawing.is_empty() {
            fs::write(self.directory.join(format!("{file}.svg")), drawing)?;
        }
        self.sections.push(Section {
            heading: heading.to_string(),
            html: html! { (PreEscaped(drawing)) (below) },
        });
        Ok(())
    }

    fn alone(&mut self, measured: &Measured) -> std::io::Result<()> {
        let costs = &measured.costs;
        if !costs.is_empty() {
            let below = html! { (pre(&show::costs(costs))) (pre(&show::cost_ratios(costs))) };
            self.add("One thread alone", "alone", &alone(costs), &below)?;
        }
        if !measured.instructions.is_empty() {
            let below = pre(&show::instructions(&measured.instructions));
            self.add("Instructions a passage", "", "", &below)?;
        }
        Ok(())
    }

    fn scene(&mut self, outcomes: &[Outcome]) -> std::io::Result<()> {
        let scene = outcomes[0].scene;
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
        } = scene;
        let name = format!("{threads}-{slots}-{permits}-{inside}");
        let waits = bars("p99 of the wait", true, &waits);
        fs::write(self.directory.join(format!("{name}-p99.svg")), &waits)?;
        let below = html! {
            (PreEscaped(waits))
            (pre(&show::outcomes(outcomes)))
            (pre(&show::outcome_ratios(outcomes)))
        };
        let drawing = bars("passages a second", true, &throughput);
        self.add(&show::scene(scene), &name, &drawing, &below)
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
            let drawing = bars("cores kept busy by waiting", false, &drawn);
            self.add(&show::idle_title(), "waiting", &drawing, &html! {})?;
        }
        if !measured.survivals.is_empty() {
            let below = pre(&show::survivals(&measured.survivals));
            self.add(&show::survivals_title(), "", "", &below)?;
        }
        Ok(())
    }
}

/// By the number of slots, ours and a few peers.
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
        "A passage alone, warm",
        "N slots",
        "nanoseconds",
        true,
        &drawn,
    )
}
