//! The operations of an active set, and `localS`, the private variable with the result of a
//! `getset`.

use crate::shape::Shape;
use core::fmt;

/// The registers of an active set. Every operation is a bounded number of loads and stores.
///
/// `getset` finds every process that is a member from its beginning to its end, and no process that
/// is outside the set from its beginning to its end.
pub trait Members<S: Shape> {
    /// Creates the empty set.
    fn new(shape: &S) -> Self;

    /// S := S ∪ {me}. The caller puts a fence between it and a later `getset`.
    fn join(&self, me: usize);

    /// S := S \ {me}.
    fn leave(&self, me: usize);

    /// Calls `found` for every member except `me`.
    fn getset(&self, me: usize, found: impl FnMut(usize));
}

/// The members that a `getset` has found, in that order.
pub struct Local<S: Shape> {
    ids: S::Array<usize>,
    len: usize,
}

impl<S: Shape> Local<S> {
    pub(crate) fn new(shape: &S) -> Self {
        Local {
            ids: shape.array(|_| 0),
            len: 0,
        }
    }

    /// Empties it.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a member. The capacity is N, so that every process fits.
    #[inline]
    pub fn push(&mut self, id: usize) {
        if let Some(last) = self.ids.as_mut().get_mut(self.len) {
            *last = id;
            self.len += 1;
        }
    }

    /// The members.
    #[inline]
    pub fn ids(&self) -> &[usize] {
        self.ids.as_ref().get(..self.len).unwrap_or_default()
    }
}

impl<S: Shape> fmt::Debug for Local<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.ids()).finish()
    }
}
