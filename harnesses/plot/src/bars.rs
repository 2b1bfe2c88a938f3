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
        let colour = if bar.ours { "#0b62a4" } else { "#b9b9b9" };
        let long = tenths((end - 200.0).max(1.0));
        html! {
            rect x="200" y=(top) width=(long) height="14" fill=(colour) {}
            (text(194.0, top + 11.0, "end", &bar.name))
            (text(end + 6.0, top + 11.0, "start", &bar.label))
        }
    };
    let content = html! {
        @for (at, it) in bars.iter().enumerate() { (bar(at, it)) }
    };
    svg(width, height, title, &content)
}
