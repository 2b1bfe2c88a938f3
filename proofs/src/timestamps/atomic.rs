//! The ideal timestamp system as a part of a lock's model: every operation is one step.

use super::stamps::{sort_others, Progress, Stamps};
use super::Operation;
use crate::machine::{Access, Array, Fields, Kind, Slot};
use doorway_core::ticket::Ticket;

/// The operation that a process is in. The order is in the registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Atomic(Option<Operation>);

/// The processes, the oldest timestamp first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order<const N: usize>([usize; N]);

impl<const N: usize> Order<N> {
    /// The processes before p, as bits.
    fn before(&self, p: usize) -> u64 {
        let earlier = self.0.iter().take_while(|&&q| q != p);
        earlier.fold(0, |set, &q| set | 1 << q)
    }
}

impl<const N: usize> Stamps<N> for Atomic {
    type Registers = Order<N>;

    const ARRAYS: &'static [Array] = &[Array::Stamps];

    fn start() -> Self {
        Atomic(None)
    }

    fn begins(self, _: Slot, operation: Operation) -> Self {
        Atomic(Some(operation))
    }

    fn access(&self, slot: Slot) -> Access {
        let kind = match self.0 {
            Some(Operation::Label) => Kind::Store(1),
            _ => Kind::Load,
        };
        Access::of(kind, Array::Stamps, slot.p, slot.p)
    }

    fn advance(self, _: Slot, loaded: Ticket) -> (Self, Progress) {
        let progress = match self.0 {
            Some(Operation::Label) => Progress::Labelled,
            _ => Progress::Scanned(loaded),
        };
        (Atomic(None), progress)
    }

    fn registers() -> Order<N> {
        Order(std::array::from_fn(|p| p))
    }

    fn read(order: &Order<N>, access: &Access) -> Ticket {
        order.before(access.home)
    }

    fn write(order: &mut Order<N>, access: &Access, _: Ticket) {
        if let Some(at) = order.0.iter().position(|&q| q == access.home) {
            order.0[at..].rotate_left(1);
        }
    }

    /// The order between processes of which none will scan before its next label.
    fn forget(order: &mut Order<N>, processes: [&Self; N], scanning: u64) {
        let has_label = |p: &usize| processes[*p].0 != Some(Operation::Label);
        let labelled = (0..N).filter(has_label).fold(0, |set, p| set | 1 << p);
        sort_others(&mut order.0, scanning & labelled);
    }

    fn fields(&mut self, _: Slot, fields: &mut impl Fields) {
        let mut operation = self.0.map_or(0, |operation| operation as usize + 1);
        fields.number(&mut operation, 3);
        self.0 = [None, Some(Operation::Label), Some(Operation::Scan)][operation];
    }

    fn register_fields(order: &mut Order<N>, fields: &mut impl Fields) {
        for q in &mut order.0 {
            fields.number(q, N);
        }
    }
}
