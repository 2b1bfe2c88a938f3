//! A model of a known type, or of any.
//!
//! There are more than a hundred models, and whatever is generic in them is compiled as often. So only a search's inner loop is; traces,
//! replays, walks and counts of remote references are written once, for [`AnyModel`].

use super::{Mutated, Shown};
use crate::machine::{Access, Fields, Machine, Region};
use doorway_core::ticket::Ticket;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

/// What a harness needs of a model: [`Machine`] without its constructor.
pub trait Model: Clone + PartialEq {
    /// Whether registers are safe only.
    fn is_safe(&self) -> bool;
    /// How many processes there are.
    fn slots(&self) -> usize;
    /// Where p is.
    fn region(&self, p: usize) -> Region;
    /// The access that p's next step makes; none if it makes none.
    fn next(&self, p: usize) -> Option<Access>;
    /// What the register of `access` holds.
    fn read(&self, access: &Access) -> Ticket;
    /// Whether the register of `access` is in flux.
    fn in_flux(&self, access: &Access) -> bool;
    /// Whether a load of the register of `access`, which is in flux, may return `value`.
    fn may_return(&self, access: &Access, value: Ticket) -> bool;
    /// Whether p is waiting in a loop.
    fn spins(&self, p: usize) -> bool;
    /// Whether p may cancel here.
    fn may_cancel(&self, p: usize) -> bool;
    /// Whether the invariant holds.
    fn invariant(&self) -> bool;
    /// Whether no register holds more than the lock says it ever needs.
    fn is_within_bounds(&self) -> bool;
    /// The line of the figure that p is at.
    fn line(&self, p: usize) -> &'static str;
    /// How many processes have read a ticket for a choice that they have not yet published.
    fn choosing(&self) -> usize;
    /// p makes its next step. If that is a load, it has returned `loaded`.
    fn step(&mut self, p: usize, loaded: Ticket);
    /// p cancels: it goes to its exit protocol.
    fn cancel(&mut self, p: usize);
    /// Resets what no later step reads.
    fn forget(&mut self);
    /// Shows everything that makes up the state.
    fn fields<F: Fields>(&mut self, fields: &mut F);
}

/// The same of a model whose type is not known.
trait Erased: Send + Sync {
    fn is_safe(&self) -> bool;
    fn slots(&self) -> usize;
    fn region(&self, p: usize) -> Region;
    fn next(&self, p: usize) -> Option<Access>;
    fn read(&self, access: &Access) -> Ticket;
    fn in_flux(&self, access: &Access) -> bool;
    fn may_return(&self, access: &Access, value: Ticket) -> bool;
    fn spins(&self, p: usize) -> bool;
    fn may_cancel(&self, p: usize) -> bool;
    fn invariant(&self) -> bool;
    fn is_within_bounds(&self) -> bool;
    fn line(&self, p: usize) -> &'static str;
    fn choosing(&self) -> usize;
    fn step(&mut self, p: usize, loaded: Ticket);
    fn cancel(&mut self, p: usize);
    fn forget(&mut self);
    fn fields(&mut self, fields: &mut dyn Fields);
    fn copied(&self) -> Box<dyn Erased>;
    fn is(&self, other: &dyn Erased) -> bool;
    fn hashed(&self, hasher: &mut dyn Hasher);
    fn as_any(&self) -> &dyn Any;
    fn mutated(&self, p: usize, loaded: Ticket) -> Option<Mutated>;
}

/// The methods that a model of any kind has, each by calling `$trait`'s.
macro_rules! by {
    ($trait:ident, $self:ident, $shared:expr, $changed:expr) => {
        #[inline]
        fn slots(&$self) -> usize {
            $trait::slots($shared)
        }
        #[inline]
        fn region(&$self, p: usize) -> Region {
            $trait::region($shared, p)
        }
        #[inline]
        fn next(&$self, p: usize) -> Option<Access> {
            $trait::next($shared, p)
        }
        #[inline]
        fn read(&$self, access: &Access) -> Ticket {
            $trait::read($shared, access)
        }
        #[inline]
        fn in_flux(&$self, access: &Access) -> bool {
            $trait::in_flux($shared, access)
        }
        #[inline]
        fn may_return(&$self, access: &Access, value: Ticket) -> bool {
            $trait::may_return($shared, access, value)
        }
        #[inline]
        fn spins(&$self, p: usize) -> bool {
            $trait::spins($shared, p)
        }
        #[inline]
        fn may_cancel(&$self, p: usize) -> bool {
            $trait::may_cancel($shared, p)
        }
        #[inline]
        fn invariant(&$self) -> bool {
            $trait::invariant($shared)
        }
        #[inline]
        fn is_within_bounds(&$self) -> bool {
            $trait::is_within_bounds($shared)
        }
        #[inline]
        fn line(&$self, p: usize) -> &'static str {
            $trait::line($shared, p)
        }
        #[inline]
        fn choosing(&$self) -> usize {
            $trait::choosing($shared)
        }
        #[inline]
        fn step(&mut $self, p: usize, loaded: Ticket) {
            $trait::step($changed, p, loaded);
        }
        #[inline]
        fn cancel(&mut $self, p: usize) {
            $trait::cancel($changed, p);
        }
        #[inline]
        fn forget(&mut $self) {
            $trait::forget($changed);
        }
    };
}

impl<M: Machine> Model for M {
    by!(Machine, self, self, self);

    #[inline]
    fn is_safe(&self) -> bool {
        M::SAFE
    }
    #[inline]
    fn fields<F: Fields>(&mut self, fields: &mut F) {
        Machine::fields(self, fields);
    }
}

/// Fields of a type that is not known.
struct AnyFields<'a>(&'a mut dyn Fields);

impl Fields for AnyFields<'_> {
    fn number(&mut self, value: &mut usize, bound: usize) {
        self.0.number(value, bound);
    }
    fn ticket(&mut self, value: &mut Ticket) {
        self.0.ticket(value);
    }
}

impl<M: Shown + Hash + Send + Sync + 'static> Erased for M {
    by!(Machine, self, self, self);

    fn is_safe(&self) -> bool {
        M::SAFE
    }
    fn fields(&mut self, fields: &mut dyn Fields) {
        Machine::fields(self, &mut AnyFields(fields));
    }
    fn copied(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }
    fn is(&self, other: &dyn Erased) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }
    fn hashed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn mutated(&self, p: usize, loaded: Ticket) -> Option<Mutated> {
        Shown::mutated(self, p, loaded)
    }
}

/// A model of any type.
pub struct AnyModel(Box<dyn Erased>);

impl AnyModel {
    /// Forgets the type of `model`.
    pub fn new<M: Shown + Hash + Send + Sync + 'static>(model: M) -> Self {
        AnyModel(Box::new(model))
    }

    /// What the model, if it is a mutant, does to p's next access, whose load would return `loaded`.
    pub fn mutated(&self, p: usize, loaded: Ticket) -> Option<Mutated> {
        self.0.mutated(p, loaded)
    }

    /// The model, if it is an `M`.
    pub fn downcast<M: 'static>(&self) -> Option<&M> {
        self.0.as_any().downcast_ref()
    }
}

impl Clone for AnyModel {
    fn clone(&self) -> Self {
        AnyModel(self.0.copied())
    }
}

impl PartialEq for AnyModel {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

impl Eq for AnyModel {}

impl Hash for AnyModel {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hashed(hasher);
    }
}

impl fmt::Debug for AnyModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a model of {} processes", self.0.slots())
    }
}

impl Model for AnyModel {
    by!(Erased, self, &*self.0, &mut *self.0);

    fn is_safe(&self) -> bool {
        self.0.is_safe()
    }
    fn fields<F: Fields>(&mut self, fields: &mut F) {
        self.0.fields(fields);
    }
}
