//! One lock at every size, and drawings of what was found.

use crate::locks::Lock;
use crate::meter::{Model, MODELS};
use crate::survey::{search, Effort, Found, SIZES};
use doorway_plot::{lines, Line};

/// One lock and one choice of k, at every size.
#[derive(Debug)]
pub struct Series {
    /// The lock.
    pub lock: &'static Lock,
    /// `1` or `N/2`.
    pub k: &'static str,
    /// The worst found, by N.
    pub found: Vec<Found>,
}

impl Series {
    /// Searches at every size.
    ///
    /// # Errors
    ///
    /// If a run does not come to its end.
    pub fn search(lock: &'static Lock, k: &'static str, effort: Effort) -> Result<Self, String> {
        let permits = |n: usize| if k == "1" { 1 } else { n / 2 };
        let found = SIZES.iter().map(|&n| search(lock, n, permits(n), effort));
        let found = found.collect::<Result<_, _>>()?;
        Ok(Series { lock, k, found })
    }

    /// By N, in one of the models.
    pub fn points(&self, model: usize) -> Vec<(usize, u64)> {
        let point = |found: &Found| (found.n, found.all[model]);
        self.found.iter().map(point).collect()
    }
}

/// A drawing for each model: what was found, and the bound.
pub fn draw(all: &[Series]) -> Vec<(Model, String)> {
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
