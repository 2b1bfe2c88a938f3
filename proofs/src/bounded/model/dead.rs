//! The registers that no process will load before it is stored again. The reasons are the order of the
//! lines within a program, not what the algorithm achieves by it: so they hold for the mutants too.

use super::{Discovers, Exits, Line, Process, Registers, Variant};
use crate::timestamps::stamps::Stamps;

/// Whether i can load what q told it without a new 4c and 7 of q: both cells of `Discover[q][i]` are
/// set, q is about to set them, or i has loaded one.
fn can_be_loaded<T: Stamps<N>, V: Variant, const N: usize>(
    registers: &Registers<T, N>,
    processes: &[Process<T, V, N>; N],
    q: usize,
    i: usize,
) -> bool {
    let second = V::DISCOVERS == Discovers::OneCell || registers.discover[1][q][i];
    let discovers = (Line::L4d..=Line::L4fii).contains(&processes[q].line) && processes[q].i == i;
    let loads = processes[i].i == q
        && match processes[i].line {
            Line::L11aSecond | Line::L11bSecond => second,
            Line::L11Ignore | Line::L11Order | Line::L11Allow => true,
            _ => false,
        };
    (registers.discover[0][q][i] && second) || discovers || loads
}

/// Whether i has still to reset `Discover[q][i]` in its exit.
fn will_reset<T, V: Variant, const N: usize>(it: &Process<T, V, N>, q: usize) -> bool {
    match it.line {
        Line::L12 | Line::Critical => true,
        Line::L13 => V::EXITS != Exits::Late13,
        Line::L14a => it.i <= q,
        Line::L14b if V::DISCOVERS == Discovers::OneCell => it.i < q,
        Line::L14b => it.i <= q,
        _ => false,
    }
}

/// Resets the dead ones among the registers that q writes for i.
pub(super) fn forget<T: Stamps<N>, V: Variant, const N: usize>(
    registers: &mut Registers<T, N>,
    processes: &[Process<T, V, N>; N],
    q: usize,
    i: usize,
) {
    let reader = &processes[i];
    let waits = (Line::L11Compete..=Line::L11Allow).contains(&reader.line);
    let resets = will_reset(reader, q);
    let waits_for_q = waits && reader.precede >> q & 1 == 1;
    let told = can_be_loaded(registers, processes, q, i);

    // i resets both cells before it loads again, and q resets `Allow` before it sets them.
    if V::RESETS_ALLOW && (!told || resets) {
        registers.allow[q][i] = false;
    }
    // i ignores `Order<` from 2 to 8 of q, and q stores it in 7.
    let writer = &processes[q];
    let has_stored = writer.line > Line::L7 || (writer.line == Line::L7 && i < writer.i);
    let loads_order = reader.line == Line::L11Order && reader.i == q;
    let is_ignored = registers.ignore[q][i] && !has_stored && !loads_order;
    if V::IGNORE && (!told || resets || is_ignored || (waits && !waits_for_q)) {
        registers.order[q][i] = false;
    }
    // i resets the latch before it loads it.
    let was_reset = reader.line > Line::Reset || (reader.line == Line::Reset && q < reader.i);
    let has_entered = reader.line > Line::L11Allow;
    if !was_reset || has_entered || (waits && !waits_for_q) {
        registers.gone[q][i] = false;
    }
}
