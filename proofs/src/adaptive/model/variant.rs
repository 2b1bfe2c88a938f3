//! Variants of Algorithm 3.

use core::fmt::Debug;
use core::hash::Hash;

/// The places in which variants of Algorithm 3 differ.
pub trait Variant: Copy + Eq + Hash + Debug {
    /// Line 7 left out: `localS` stays what it was in line 3.
    const ONE_GETSET: bool = false;
    /// Line 1 after line 6.
    const JOINS_LATE: bool = false;
}

/// The algorithm as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AsWritten;
impl Variant for AsWritten {}

/// The algorithm without the second `getset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OneGetset;
impl Variant for OneGetset {
    const ONE_GETSET: bool = true;
}

/// The algorithm with line 1 after line 6: a process joins only when it has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JoinsLate;
impl Variant for JoinsLate {
    const JOINS_LATE: bool = true;
}
