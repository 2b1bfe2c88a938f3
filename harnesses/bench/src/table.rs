//! Numbers as people read them.

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

/// A table: the first column to the left, the others to the right.
#[derive(Clone, Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// With these columns.
    pub fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        let head = head.into_iter().map(Into::into).collect();
        Table { rows: vec![head] }
    }

    /// One more row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cells = |column: usize| self.rows.iter().filter_map(move |row| row.get(column));
        let width = |column| cells(column).map(|it| it.chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|at| width(at).unwrap_or(0)).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let space = " ".repeat(width - cell.chars().count());
                match at {
                    0 => line += &format!("{cell}{space}"),
                    _ => line += &format!("  {space}{cell}"),
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
