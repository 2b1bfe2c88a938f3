//! The unbounded timestamp system as a part of a lock's model: numbers that grow.

use super::stamps::{Progress, Stamps};
use super::Operation;
use crate::machine::{next_other, Access, Array, Fields, Kind, Slot};
use doorway_core::ticket::{precedes, Choice, Ticket};

/// The local state of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Growing {
    operation: Option<Operation>,
    /// The process whose number is loaded next; N when all have been loaded.
    i: usize,
    choice: Choice,
    /// Its own number, while it scans.
    mine: Ticket,
    listed: u64,
}

impl<const N: usize> Stamps<N> for Growing {
    type Registers = [Ticket; N];

    const ARRAYS: &'static [Array] = &[Array::Ticket];

    fn start() -> Self {
        Growing {
            operation: None,
            i: 0,
            choice: Choice::new(),
            mine: 0,
            listed: 0,
        }
    }

    fn begins(self, slot: Slot, operation: Operation) -> Self {
        let i = match operation {
            Operation::Label => 0,
            Operation::Scan => next_other(0, slot.p).min(N),
        };
        Growing {
            operation: Some(operation),
            i,
            ..self
        }
    }

    fn access(&self, slot: Slot) -> Access {
        let (kind, writer) = match self.operation {
            Some(Operation::Label) if self.i == N => {
                let number = self.choice.take(Ticket::MAX - 1).unwrap_or(0);
                (Kind::Store(number), slot.p)
            }
            // Alone it asks about itself.
            _ => (Kind::Load, self.i.min(N - 1)),
        };
        Access::of(kind, Array::Ticket, writer, writer)
    }

    fn advance(self, slot: Slot, loaded: Ticket) -> (Self, Progress) {
        if self.operation == Some(Operation::Label) {
            if self.i < N {
                let (choice, i) = (self.choice.see(loaded), self.i + 1);
                return (Growing { choice, i, ..self }, Progress::Running);
            }
            let mine = self.choice.take(Ticket::MAX - 1).unwrap_or(0);
            let labelled = Growing {
                mine,
                ..<Self as Stamps<N>>::start()
            };
            return (labelled, Progress::Labelled);
        }
        let q = self.i.min(N - 1);
        let is_before = q != slot.p && precedes(loaded, q, self.mine, slot.p);
        let listed = self.listed | u64::from(is_before) << q;
        let i = next_other(q + 1, slot.p).min(N);
        if i == N {
            return (<Self as Stamps<N>>::start(), Progress::Scanned(listed));
        }
        (Growing { i, listed, ..self }, Progress::Running)
    }

    fn is_choosing(&self) -> bool {
        self.operation == Some(Operation::Label) && self.i > 0
    }

    fn registers() -> [Ticket; N] {
        [0; N]
    }

    fn read(numbers: &[Ticket; N], access: &Access) -> Ticket {
        numbers[access.writer]
    }

    fn write(numbers: &mut [Ticket; N], access: &Access, value: Ticket) {
        numbers[access.writer] = value;
    }

    fn fields(&mut self, _: Slot, fields: &mut impl Fields) {
        let mut operation = self.operation.map_or(0, |operation| operation as usize + 1);
        fields.number(&mut operation, 3);
        self.operation = [None, Some(Operation::Label), Some(Operation::Scan)][operation];
        fields.number(&mut self.i, N + 1);
        let mut largest = self.choice.largest();
        fields.ticket(&mut largest);
        self.choice = Choice::new().see(largest);
        fields.ticket(&mut self.mine);
        super::stamps::word(fields, &mut self.listed, 1 << N);
    }

    fn register_fields(numbers: &mut [Ticket; N], fields: &mut impl Fields) {
        numbers.iter_mut().for_each(|number| fields.ticket(number));
    }
}
