//! The cores, file by file as in `doorway-core`.

mod capture;
mod halves;
mod pair;
mod predecessors;
mod ticket;

/// The largest N at which sets and choices are looked at; the same harness looks at every smaller one.
const N: usize = 8;

/// The same for mutants, which die at a smaller size already.
const FEW: usize = 3;

/// How many of `most`: any number.
fn any_size(most: usize) -> usize {
    kani::any_where(|&n| n <= most)
}
