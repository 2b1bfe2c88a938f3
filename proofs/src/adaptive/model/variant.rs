//! What of Algorithm 3 can be different.

use core::fmt::Debug;
use core::hash::Hash;

/// What can be different.
pub trait Variant: Copy + Eq + Hash + Debug {
    /// Line 7 left out: `localS` stays what it was in line 3.
    const ONE_GETSET: bool = false;
    /// Line 1 after line 6.
    const JOINS_LATE: bool = false;
}

/// As it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AsWritten;
impl Variant for AsWritten {}

/// Without the second `getset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneGetset;
impl Variant for OneGetset {
    const ONE_GETSET: bool = true;
}

/// Joined only with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JoinsLate;
impl Variant for JoinsLate {
    const JOINS_LATE: bool = true;
}
