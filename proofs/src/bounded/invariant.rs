//! What holds in every reachable state: the paper's Observations 1 to 3, and the part of Lemma 3 that
//! is about one state. [`lemmas`](super::lemmas) has the whole of Lemma 3, and Claims 1 and 2.

use super::{BoundedOf, Line, Process, Variant};
use crate::timestamps::stamps::Stamps;

/// Whether the process has made its access of `line` for i in this passage.
fn has_made<T, V, const N: usize>(it: &Process<T, V, N>, line: Line, i: usize) -> bool {
    it.line > line || (it.line == line && i < it.i)
}

/// Observation 1: `Compete[p][i]` is true from line 1 for i to line 15 for i.
fn observation_1<T: Stamps<N>, V: Variant, const N: usize>(
    model: &BoundedOf<T, V, N>,
    p: usize,
    i: usize,
) -> bool {
    let it = &model.processes[p];
    let competes = has_made(it, Line::L1, i) && !has_made(it, Line::L15, i);
    model.registers.compete[p][i] == competes
}

/// Observation 2: `Ignore[p][i]` is true from line 2 for i to line 8 for i.
fn observation_2<T: Stamps<N>, V: Variant, const N: usize>(
    model: &BoundedOf<T, V, N>,
    p: usize,
    i: usize,
) -> bool {
    let it = &model.processes[p];
    let ignored = has_made(it, Line::L2, i) && !has_made(it, Line::L8, i);
    model.registers.ignore[p][i] == ignored
}

/// Observation 3: `Reveal[p]` is true from line 5 to line 13.
fn observation_3<T: Stamps<N>, V: Variant, const N: usize>(
    model: &BoundedOf<T, V, N>,
    p: usize,
) -> bool {
    let it = &model.processes[p];
    model.registers.reveal[p] == (it.line > Line::L5 && it.line <= Line::L13)
}

/// Lemma 3, second part: once p has loaded true from both cells of `Discover[q][p]`, the second cell
/// stays true. Here: while p goes on with the loads of that turn.
fn lemma_3<T: Stamps<N>, V: Variant, const N: usize>(model: &BoundedOf<T, V, N>, p: usize) -> bool {
    let it = &model.processes[p];
    let has_loaded = matches!(it.line, Line::L11Ignore | Line::L11Order | Line::L11Allow);
    !has_loaded || model.registers.discover[1][it.i][p]
}

/// Whether all of them hold.
pub(super) fn holds<T: Stamps<N>, V: Variant, const N: usize>(model: &BoundedOf<T, V, N>) -> bool {
    (0..N).all(|p| {
        let others = |&i: &usize| i != p;
        observation_3(model, p)
            && lemma_3(model, p)
            && (0..N)
                .filter(others)
                .all(|i| observation_1(model, p, i) && observation_2(model, p, i))
    })
}
