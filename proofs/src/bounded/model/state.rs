//! The local state of a process.

use core::marker::PhantomData;

macro_rules! lines {
    ($($(#[$doc:meta])* $line:ident = $name:literal,)*) => {
        /// The line that a process is at. The names are the paper's line numbers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Line {
            $($(#[$doc])* $line,)*
        }

        pub(super) const LINES: [Line; [$($name),*].len()] = [$(Line::$line),*];

        impl Line {
            /// The number in the paper.
            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Line::$line => $name,)*
                }
            }
        }
    };
}

lines! {
    /// In the remainder.
    Remainder = "0",
    /// About to store `Compete[p][i]`.
    L1 = "1",
    /// About to store `Ignore[p][i]`.
    L2 = "2",
    /// In `Label`.
    L3 = "3",
    /// About to reset the latch `Gone[i][p]`.
    Reset = "3+",
    /// About to load the first cell of `Discover[p][i]`.
    L4 = "4",
    /// About to load the second cell.
    L4Second = "4",
    /// About to reset the first cell.
    L4a = "4a",
    /// About to reset the second cell.
    L4b = "4b",
    /// About to reset `Allow[p][i]`.
    L4c = "4c",
    /// About to load `Reveal[i]`.
    L4d = "4d",
    /// About to set the first cell.
    L4dStore = "4d",
    /// About to load `Reveal[i]` again.
    L4e = "4e",
    /// About to set the second cell.
    L4eStore = "4e",
    /// About to load the first cell again.
    L4f = "4f",
    /// About to load the second cell again.
    L4fSecond = "4f",
    /// About to reset the first cell again.
    L4fi = "4fi",
    /// About to reset the second cell again.
    L4fii = "4fii",
    /// About to set `Reveal[p]`.
    L5 = "5",
    /// In `Scan`.
    L6 = "6",
    /// About to store `Order<[p][i]`.
    L7 = "7",
    /// About to reset `Ignore[p][i]`.
    L8 = "8",
    /// About to load `Compete[i][p]`.
    L11Compete = "11ai",
    /// About to load the latch `Gone[i][p]`.
    L11Gone = "11a+",
    /// About to load the first cell of `Discover[i][p]`.
    L11aFirst = "11aii",
    /// About to load the second cell.
    L11aSecond = "11aii",
    /// About to load `Ignore[i][p]`.
    L11Ignore = "11aii",
    /// About to load `Order<[i][p]`.
    L11Order = "11aii",
    /// About to load the first cell of `Discover[i][p]`.
    L11bFirst = "11b",
    /// About to load the second cell.
    L11bSecond = "11b",
    /// About to load `Allow[i][p]`.
    L11Allow = "11bi",
    /// About to set `Allow[p][i]`.
    L12 = "12",
    /// Inside.
    Critical = "CS",
    /// About to reset `Reveal[p]`.
    L13 = "13",
    /// About to reset the first cell of `Discover[i][p]`.
    L14a = "14a",
    /// About to reset the second cell.
    L14b = "14b",
    /// About to set the latch `Gone[p][i]`.
    Latch = "14+",
    /// About to reset `Compete[p][i]`.
    L15 = "15",
}

/// A process: its line and its private variables. Sets of processes are bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process<T, V, const N: usize> {
    /// The line it is at.
    pub line: Line,
    /// The loop variable.
    pub i: usize,
    /// What line 4 has loaded from the first cell.
    pub first: bool,
    /// Its local state in the timestamp system.
    pub stamps: T,
    /// The processes that its scan listed before it.
    pub order: u64,
    /// `precede`.
    pub precede: u64,
    /// The variant.
    pub variant: PhantomData<V>,
}
