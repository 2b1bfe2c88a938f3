//! Numbers as people read them.

pub use doorway_plot::Table;

/// The one in the middle.
pub fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

/// Nanoseconds, with a unit.
pub fn time(nanos: f64) -> String {
    match nanos {
        n if n.is_nan() => "-".into(),
        n if n < 1e3 => format!("{n:.0} ns"),
        n if n < 1e6 => format!("{:.1} µs", n / 1e3),
        n if n < 1e9 => format!("{:.1} ms", n / 1e6),
        n => format!("{:.1} s", n / 1e9),
    }
}

/// A number that can be large.
pub fn count(number: f64) -> String {
    match number {
        n if n.is_nan() => "-".into(),
        n if n < 1e4 => format!("{n:.0}"),
        n if n < 1e7 => format!("{:.1} k", n / 1e3),
        n => format!("{:.1} M", n / 1e6),
    }
}
