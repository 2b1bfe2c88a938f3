//! How something grows.

use serde::Serialize;

/// The straight line nearest to some points, and the power that they grow by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// Its slope.
    pub slope: f64,
    /// Where it starts.
    pub offset: f64,
    /// How much of the points' scatter it explains: 1 is all.
    pub r_squared: f64,
    /// The exponent e of the nearest c·Nᵉ, over the upper half of the points: 1 is linear. No number where there is nothing that grows.
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

/// Fits points (N, how many).
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
