//! The registers of Algorithm 1.

use crate::machine::{self, Access, Array, Fields};
use crate::timestamps::stamps::Stamps;
use doorway_core::ticket::Ticket;

/// The registers of Algorithm 1, indexed `[writer][home]` as in the paper, with those of its
/// timestamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Registers<T: Stamps<N>, const N: usize> {
    /// `Compete`.
    pub compete: [[bool; N]; N],
    /// `Ignore`.
    pub ignore: [[bool; N]; N],
    /// `Order<`.
    pub order: [[bool; N]; N],
    /// `Reveal`.
    pub reveal: [bool; N],
    /// `Allow`.
    pub allow: [[bool; N]; N],
    /// `Discover`: two cells.
    pub discover: [[[bool; N]; N]; 2],
    /// `Gone`.
    pub gone: [[bool; N]; N],
    /// The registers of the timestamps.
    pub stamps: T::Registers,
}

impl<T: Stamps<N>, const N: usize> Registers<T, N> {
    fn at(&mut self, access: &Access) -> Option<&mut bool> {
        let (w, h) = (access.writer, access.home);
        Some(match access.array {
            Array::Compete => &mut self.compete[w][h],
            Array::Ignore => &mut self.ignore[w][h],
            Array::Order => &mut self.order[w][h],
            Array::Reveal => &mut self.reveal[w],
            Array::Allow => &mut self.allow[w][h],
            Array::Discover => &mut self.discover[access.copy][w][h],
            Array::Gone => &mut self.gone[w][h],
            _ => return None,
        })
    }

    /// Passes the registers to `fields`.
    pub(super) fn fields(&mut self, fields: &mut impl Fields) {
        for w in 0..N {
            fields.truth(&mut self.reveal[w]);
            for h in (0..N).filter(|&h| h != w) {
                let [first, second] = &mut self.discover;
                for row in [
                    &mut self.compete,
                    &mut self.ignore,
                    &mut self.order,
                    &mut self.allow,
                    first,
                    second,
                    &mut self.gone,
                ] {
                    fields.truth(&mut row[w][h]);
                }
            }
        }
        T::register_fields(&mut self.stamps, fields);
    }
}

impl<T: Stamps<N>, const N: usize> machine::Registers for Registers<T, N> {
    fn start() -> Self {
        let none = [[false; N]; N];
        Registers {
            compete: none,
            ignore: none,
            order: none,
            reveal: [false; N],
            allow: none,
            discover: [none; 2],
            gone: none,
            stamps: T::registers(),
        }
    }

    fn read(&self, access: &Access) -> Ticket {
        match { *self }.at(access) {
            Some(truth) => Ticket::from(*truth),
            None => T::read(&self.stamps, access),
        }
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        match self.at(access) {
            Some(truth) => *truth = value != 0,
            None => T::write(&mut self.stamps, access, value),
        }
    }

    fn in_flux(&self, access: &Access) -> bool {
        T::ARRAYS.contains(&access.array) && T::in_flux(&self.stamps, access)
    }

    fn may_return(&self, access: &Access, value: Ticket) -> bool {
        !T::ARRAYS.contains(&access.array) || T::may_return(&self.stamps, access, value)
    }
}
