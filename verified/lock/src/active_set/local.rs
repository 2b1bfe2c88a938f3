//! `localS`, a private variable.

use crate::shape::Shape;
use core::fmt;

/// Whom a `getset` has found, in the order in which it did.
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

    /// Nobody.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// One more, if there is room: there is for everybody.
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
