//! From numbers to places.

/// An axis.
pub(crate) struct Scale {
    low: f64,
    high: f64,
    log: bool,
    start: f64,
    end: f64,
}

impl Scale {
    /// From the lowest number at `start` to the highest at `end`. A logarithmic one ends at powers of ten, any other begins at 0.
    pub(crate) fn new(numbers: impl Iterator<Item = f64>, log: bool, start: f64, end: f64) -> Self {
        let numbers: Vec<f64> = numbers
            .filter(|n| n.is_finite() && (!log || *n > 0.0))
            .collect();
        let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = match (numbers.is_empty(), log) {
            (true, _) => (1.0, 10.0),
            (_, false) => (low.min(0.0), high.max(1e-9)),
            (_, true) => {
                let low = 10f64.powf(low.log10().floor());
                (low, 10f64.powf(high.log10().ceil()).max(low * 10.0))
            }
        };
        Scale {
            low,
            high,
            log,
            start,
            end,
        }
    }

    /// Where a number goes; at the edge if it is beyond.
    pub(crate) fn at(&self, number: f64) -> f64 {
        let part = if self.log {
            (number.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (number - self.low) / (self.high - self.low)
        };
        self.start + part.clamp(0.0, 1.0) * (self.end - self.start)
    }

    /// Round numbers to mark.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        if self.log {
            let decades = (self.high / self.low).log10().round() as i32;
            return (0..=decades).map(|at| self.low * 10f64.powi(at)).collect();
        }
        let span = self.high - self.low;
        let rough = 10f64.powf((span / 5.0).log10().floor());
        let fits = |step: &f64| span / step <= 8.0;
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| rough * times);
        let step = step.into_iter().find(fits).unwrap_or(span);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|at| at as f64 * step).collect()
    }
}

/// A number on an axis.
pub(crate) fn label(number: f64) -> String {
    match number.abs() {
        n if n >= 1e6 => format!("{} M", number / 1e6),
        n if n >= 1e4 => format!("{} k", number / 1e3),
        n if n >= 1.0 || n == 0.0 => format!("{number}"),
        _ => format!("{number:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;

    #[test]
    fn places() {
        let scale = Scale::new([2.0, 10.0].into_iter(), false, 100.0, 200.0);
        assert_eq!([0.0, 5.0, 10.0].map(|n| scale.at(n)), [100.0, 150.0, 200.0]);
        assert_eq!(scale.ticks(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        let scale = Scale::new([3.0, 700.0].into_iter(), true, 0.0, 300.0);
        assert!((scale.at(10.0) - 100.0).abs() < 1e-9);
        assert_eq!(scale.ticks(), [1.0, 10.0, 100.0, 1000.0]);
    }
}
