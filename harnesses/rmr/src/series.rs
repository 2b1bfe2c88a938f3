//! The results of one lock at every size, and drawings of them.

use crate::locks::Lock;
use crate::meter::{Model, MODELS};
use crate::survey::{search, Effort, Found};
use doorway_plot::{lines, Line};

/// One lock and one choice of k, at every size.
#[derive(Debug)]
pub struct Series {
    /// The lock.
    pub lock: &'static Lock,
    /// k: `1` or `N/2`.
    pub k: &'static str,
    /// The worst found, by N.
    pub found: Vec<Found>,
}

impl Series {
    /// Searches at every size.
    ///
    /// # Errors
    ///
    /// If there is no model of that size.
    pub fn search(lock: &'static Lock, k: &'static str, effort: Effort) -> Result<Self, String> {
        let permits = |n: usize| if k == "1" { 1 } else { n / 2 };
        let sizes = lock.sizes().into_iter();
        let found = sizes.map(|n| search(lock, n, permits(n), effort));
        let found = found.collect::<Result<_, _>>()?;
        Ok(Series { lock, k, found })
    }

    /// The results by N, in one of the models of memory.
    pub fn points(&self, model: usize) -> Vec<(usize, u64)> {
        let point = |found: &Found| (found.n, found.all[model]);
        self.found.iter().map(point).collect()
    }
}

/// A drawing for each model of memory: the results and the bound.
pub fn draw(all: &[Series]) -> Vec<(Model, String)> {
    let mut drawings = vec![];
    for (at, model) in MODELS.into_iter().enumerate() {
        let mut drawn = vec![];
        for (color, series) in all.iter().filter(|series| series.k == "1").enumerate() {
            let point = |(n, found): (usize, u64)| (n as f64, found as f64);
            let mut line = |name: String, points: Vec<(usize, u64)>, dashed| {
                drawn.push(Line {
                    name,
                    points: points.into_iter().map(point).collect(),
                    dashed,
                    color,
                });
            };
            line(series.lock.name.to_string(), series.points(at), false);
            let bound = |n| Some((n, series.lock.bound(model, n, n)?));
            if let Some(bounds) = series.lock.sizes().into_iter().map(bound).collect() {
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

pub mod fit {
    //! The growth of a series.

    use serde::Serialize;

    /// The straight line nearest to some points, and the exponent of their growth.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize)]
    pub struct Fit {
        /// The slope of the line.
        pub slope: f64,
        /// The value of the line at 0.
        pub offset: f64,
        /// The part of the points' variance that the line explains: 1 is all of it.
        pub r_squared: f64,
        /// The exponent e of the nearest c·Nᵉ, over the upper half of the points: 1 is linear.
        ///
        /// Not a number if one of these values is 0.
        pub exponent: f64,
    }

    /// Least squares: slope and offset.
    fn line(points: &[(f64, f64)]) -> (f64, f64) {
        let n = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
        let (x, y) = (mean(|it| it.0), mean(|it| it.1));
        let both: f64 = points.iter().map(|it| (it.0 - x) * (it.1 - y)).sum();
        let spread: f64 = points.iter().map(|it| (it.0 - x).powi(2)).sum();
        let slope = both / spread;
        (slope, y - slope * x)
    }

    /// Fits points (N, references).
    pub fn fit(points: &[(usize, u64)]) -> Fit {
        let points: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x as f64, y as f64)).collect();
        let (slope, offset) = line(&points);
        let mean = points.iter().map(|it| it.1).sum::<f64>() / points.len() as f64;
        let scatter: f64 = points.iter().map(|it| (it.1 - mean).powi(2)).sum();
        let left: f64 = points
            .iter()
            .map(|it| (it.1 - slope * it.0 - offset).powi(2))
            .sum();
        let upper = &points[points.len() / 2..];
        let logs: Vec<(f64, f64)> = upper.iter().map(|it| (it.0.ln(), it.1.ln())).collect();
        Fit {
            slope,
            offset,
            r_squared: if scatter == 0.0 {
                1.0
            } else {
                1.0 - left / scatter
            },
            exponent: line(&logs).0,
        }
    }
}
