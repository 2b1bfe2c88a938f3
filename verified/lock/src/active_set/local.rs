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

    /// `localS := getset(S) - {i}`, by what `getset` tells of everybody that it finds.
    #[inline]
    pub(crate) fn fill(&mut self, getset: impl FnOnce(&mut dyn FnMut(usize))) {
        let ids = self.ids.as_mut();
        let mut len = 0;
        getset(&mut |j| {
            if let Some(id) = ids.get_mut(len) {
                *id = j;
                len += 1;
            }
        });
        self.len = len;
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
