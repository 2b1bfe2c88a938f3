//! The queue of Figure 2: what the invariants and the proofs of [`KFcfs`](crate::kfcfs) and
//! [`Fife`](crate::fife) share.

/// Declares a line of Figure 2 with the contract that Creusot proves of every line: see
/// `proof/induction.rs`. Attributes in front are further contracts of this line.
macro_rules! line {
    ($(#[$more:meta])* $line:ident: fn $name:ident($self:ident, $p:ident $(, $loaded:ident)?) $body:block) => {
        $(#[$more])*
        #[cfg_attr(creusot, check(terminates))]
        #[cfg_attr(creusot, requires($self.is_at($p, Line::$line)))]
        $(#[cfg_attr(creusot, requires($self.is_loaded($p, $loaded)))])?
        #[cfg_attr(creusot,
            ensures($self.differs_at(^$self, $p)),
            ensures((^$self).is_in_range($p@)),
            ensures(queue::is_told(^$self, $p@)),
            ensures(queue::prunes(*$self, ^$self, $p@)),
            ensures(queue::gets_ahead_of_none(*$self, ^$self, $p@)),
            ensures(queue::takes_larger(*$self, ^$self, $p@)),
            ensures(queue::keeps_ticket(*$self, ^$self, $p@)),
            ensures(queue::enters_rightly(*$self, ^$self, $p@)),
            ensures(queue::finishes(*$self, ^$self, $p@)))]
        pub(super) fn $name(&mut $self, $p: usize $(, $loaded: Ticket)?) $body
    };
}

#[cfg(not(creusot))]
mod invariant;
#[cfg(not(creusot))]
#[macro_use]
pub mod phases;
#[cfg(creusot)]
mod proof;

#[cfg(not(creusot))]
pub use invariant::{Order, Pair};
#[cfg(not(creusot))]
pub(crate) use invariant::{Queue, Stage};
#[cfg(creusot)]
pub use proof::*;
