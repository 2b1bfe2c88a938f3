//! Packs a state into a few words.
//!
//! # Renaming tickets
//!
//! In a lock whose processes loop for ever, tickets grow without bound. But a model only compares
//! tickets, and takes one more than the largest it loaded. So what can happen from a state depends
//! only on the *order* of its tickets, and on small *distances* between them.
//!
//! Let the tickets of a state, sorted, be v₀ < v₁ < …, and let c be the number of processes that
//! have begun to choose ([`Model::choosing`]). A process that starts to choose later reads every
//! process's ticket, and takes a larger one than all tickets of the state. So new tickets between
//! two present ones come only from those c processes, one each. Each is one more than a present
//! ticket or than another of these new ones: from vⱼ they reach at most vⱼ + c. If vⱼ₊₁ - vⱼ > c,
//! none of them can meet or pass vⱼ₊₁, and the distance can be replaced by c + 1. And since a step
//! only adds one to a ticket that it loaded, a constant can be subtracted from all tickets. So the
//! renaming with v₀ = 0 and every distance replaced by min(distance, c + 1) maps a state to one
//! from which exactly the same can happen (up to renaming): it is a bisimulation, and the renamed
//! states are finitely many.
//!
//! This needs tickets that never decrease, as in Danek's locks. The Bakery's decrease: it is
//! explored with [`Renaming::None`] and bounded passages.

use doorway_core::ticket::{Ticket, INFINITY};
use doorway_proofs::catalogue::model::Model;
use doorway_proofs::catalogue::{Renaming, LARGEST};
use doorway_proofs::machine::Fields;

/// Bits for a ticket. All ones is ∞.
const TICKET_BITS: u32 = (LARGEST + 1).trailing_ones();

/// A packed state.
pub type Key<const W: usize> = [u64; W];

/// The tickets that occur.
struct Occurring(u64);

impl Fields for Occurring {
    fn number(&mut self, _: &mut usize, _: usize) {}
    fn ticket(&mut self, value: &mut Ticket) {
        if *value != INFINITY {
            assert!(
                *value < 64,
                "a ticket of {value}: too many for a packed state"
            );
            self.0 |= 1 << *value;
        }
    }
}

/// Writes fields as bits.
#[derive(Debug)]
pub struct Writer<const W: usize> {
    words: Key<W>,
    at: u32,
    names: [u8; 64],
}

impl<const W: usize> Writer<W> {
    fn bits(&mut self, value: u64, bits: u32) {
        let (word, shift) = ((self.at / 64) as usize, self.at % 64);
        self.words[word] |= value << shift;
        if shift + bits > 64 {
            self.words[word + 1] |= value >> (64 - shift);
        }
        self.at += bits;
    }
}

const fn width(bound: usize) -> u32 {
    usize::BITS - (bound - 1).leading_zeros()
}

impl<const W: usize> Fields for Writer<W> {
    fn number(&mut self, value: &mut usize, bound: usize) {
        self.bits(*value as u64, width(bound));
    }
    fn ticket(&mut self, value: &mut Ticket) {
        let name = match *value {
            INFINITY => LARGEST + 1,
            value => Ticket::from(self.names[value as usize]),
        };
        self.bits(name, TICKET_BITS);
    }
}

/// Reads fields back from bits.
#[derive(Debug)]
pub struct Reader<'a, const W: usize> {
    words: &'a Key<W>,
    at: u32,
}

impl<const W: usize> Reader<'_, W> {
    fn bits(&mut self, bits: u32) -> u64 {
        let (word, shift) = ((self.at / 64) as usize, self.at % 64);
        let mut value = self.words[word] >> shift;
        if shift + bits > 64 {
            value |= self.words[word + 1] << (64 - shift);
        }
        self.at += bits;
        value & ((1 << bits) - 1)
    }
}

impl<const W: usize> Fields for Reader<'_, W> {
    fn number(&mut self, value: &mut usize, bound: usize) {
        *value = self.bits(width(bound)) as usize;
    }
    fn ticket(&mut self, value: &mut Ticket) {
        let name = self.bits(TICKET_BITS);
        *value = if name > LARGEST { INFINITY } else { name };
    }
}

/// The new name of every ticket that occurs.
fn names(occurring: u64, choosing: usize, renaming: Renaming) -> [u8; 64] {
    let mut names = [0; 64];
    let mut rest = occurring;
    let (mut last, mut name) = (None::<u32>, 0);
    while rest != 0 {
        let ticket = rest.trailing_zeros();
        rest &= rest - 1;
        name = match (renaming, last) {
            (Renaming::None, _) => ticket,
            (Renaming::Distance, None) => 0,
            (Renaming::Distance, Some(last)) => name + (ticket - last).min(choosing as u32 + 1),
        };
        assert!(
            Ticket::from(name) <= LARGEST,
            "a ticket of {name}: too many for a packed state"
        );
        names[ticket as usize] = name as u8;
        last = Some(ticket);
    }
    names
}

/// Packs `machine`, after [`Model::forget`], with its tickets renamed, followed by `more`.
pub fn pack<M: Model, const W: usize>(
    machine: &mut M,
    renaming: Renaming,
    more: impl FnOnce(&mut Writer<W>),
) -> Key<W> {
    let mut occurring = Occurring(0);
    machine.fields(&mut occurring);
    let mut writer = Writer {
        words: [0; W],
        at: 0,
        names: names(occurring.0, machine.choosing(), renaming),
    };
    machine.fields(&mut writer);
    more(&mut writer);
    writer.words
}

/// Unpacks into `machine`, which may be in any state, with the same k.
pub fn unpack<M: Model, const W: usize>(
    key: &Key<W>,
    machine: &mut M,
    more: impl FnOnce(&mut Reader<'_, W>),
) {
    let mut reader = Reader { words: key, at: 0 };
    machine.fields(&mut reader);
    more(&mut reader);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_kept_while_a_process_may_fill_them() {
        let occurring = 1 << 3 | 1 << 4 | 1 << 9;
        let named = |choosing| {
            let names = names(occurring, choosing, Renaming::Distance);
            [names[3], names[4], names[9]]
        };
        assert_eq!(named(0), [0, 1, 2]);
        assert_eq!(named(2), [0, 1, 4]);
        assert_eq!(named(9), [0, 1, 6]);
    }
}
