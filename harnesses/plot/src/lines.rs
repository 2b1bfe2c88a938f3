//! Numbers that depend on another.

use crate::scale::{label, Scale};
use crate::{svg, tenths, text};
use maud::{html, Markup};

/// A line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// What it goes through.
    pub points: Vec<(f64, f64)>,
    /// Whether it is a bound and not a measurement.
    pub dashed: bool,
    /// Its color, one of eight. Lines that belong together have the same.
    pub color: usize,
}

const COLORS: [&str; 8] = [
    "#0b62a4", "#d1495b", "#2e8b57", "#8a5a00", "#7b2d8b", "#00798c", "#444444", "#e07a00",
];

/// Lines over an axis, both logarithmic if `log`. Marks on the horizontal axis are where the points of the first line are.
pub fn lines(title: &str, x_name: &str, y_name: &str, log: bool, lines: &[Line]) -> String {
    let (width, height) = (680.0, 380.0);
    let all = || lines.iter().flat_map(|line| &line.points);
    let x = Scale::new(all().map(|point| point.0), log, 70.0, 450.0);
    let y = Scale::new(all().map(|point| point.1), log, height - 50.0, 56.0);
    let content = html! {
        @for tick in y.ticks() {
            @let at = y.at(tick);
            line x1="70" x2="450" y1=(tenths(at)) y2=(tenths(at)) stroke="#ddd" {}
            (text(64.0, at + 4.0, "end", &label(tick)))
        }
        @for point in lines.first().map_or(&[][..], |line| &line.points) {
            (text(x.at(point.0), height - 32.0, "middle", &label(point.0)))
        }
        (text(260.0, height - 12.0, "middle", x_name))
        (text(12.0, 38.0, "start", y_name))
        @for (at, line) in lines.iter().enumerate() {
            (drawn(line, &x, &y, 60.0 + 18.0 * at as f64))
        }
    };
    svg(width, height, title, &content)
}

/// The line, and its name in the list at `place`.
fn drawn(line: &Line, x: &Scale, y: &Scale, place: f64) -> Markup {
    let color = COLORS[line.color % COLORS.len()];
    let dashes = line.dashed.then_some("5 4");
    let points: Vec<String> = (line.points.iter())
        .map(|point| format!("{:.1},{:.1}", x.at(point.0), y.at(point.1)))
        .collect();
    html! {
        polyline points=(points.join(" ")) fill="none" stroke=(color) stroke-width="2" stroke-dasharray=[dashes] {}
        line x1="462" x2="486" y1=(place) y2=(place) stroke=(color) stroke-width="2" stroke-dasharray=[dashes] {}
        (text(492.0, place + 4.0, "start", &line.name))
    }
}

pub(super) mod bars {
    //! Numbers side by side.

    use crate::scale::Scale;
    use crate::{svg, tenths, text};
    use maud::html;

    /// A bar.
    #[derive(Clone, Debug)]
    pub struct Bar {
        /// Its name.
        pub name: String,
        /// How long.
        pub value: f64,
        /// The same to be read.
        pub label: String,
        /// Whether it is one of those that all this is about.
        pub ours: bool,
    }

    /// Bars one below the other, logarithmic if `log`.
    pub fn bars(title: &str, log: bool, bars: &[Bar]) -> String {
        let (width, row) = (680.0, 20.0);
        let height = 44.0 + row * bars.len() as f64;
        let x = Scale::new(bars.iter().map(|bar| bar.value), log, 200.0, 580.0);
        let bar = |at: usize, bar: &Bar| {
            let top = 34.0 + row * at as f64;
            let end = if bar.value.is_finite() {
                x.at(bar.value)
            } else {
                200.0
            };
            let color = if bar.ours { "#0b62a4" } else { "#b9b9b9" };
            let long = tenths((end - 200.0).max(1.0));
            html! {
                rect x="200" y=(top) width=(long) height="14" fill=(color) {}
                (text(194.0, top + 11.0, "end", &bar.name))
                (text(end + 6.0, top + 11.0, "start", &bar.label))
            }
        };
        let content = html! {
            @for (at, it) in bars.iter().enumerate() { (bar(at, it)) }
        };
        svg(width, height, title, &content)
    }
}
