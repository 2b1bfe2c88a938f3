//! The registers of the locks, by the names that the papers give them, and their fences.

#[cfg(creusot)]
use crate::logic::{port, port::place, prelude::*};
use crate::ticket::Id;

/// The papers' arrays of registers.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum Array {
    /// `Doorway[p]`, Figure 1.
    Doorway,
    /// `Ticket[p]`.
    Ticket,
    /// `Want[p][i]`.
    Want,
    /// `Capture[p][i]`.
    Capture,
    /// The place of the ticket last entered with: the repair of Figure 3. Only its writer reads it.
    Entered,
    /// `choosing[p]`, Taubenfeld.
    Choosing,
    /// The bit `color`, Taubenfeld: one register with N writers. The process that enters writes it.
    Color,
    /// `spin.ch[i, p]`, Taubenfeld: two writers. The waiter i, to which it is local, sets it; p
    /// resets it.
    SpinCh,
    /// `spin.nu[i, p]`, likewise.
    SpinNu,
    /// An ideal active set: the answer that p gets about q. It is not stored anywhere.
    Member,
    /// Whether p is a member of the active set of Afek, Stupp and Touitou.
    Active,
    /// Whether p has a splitter. Only its writer reads it.
    Placed,
    /// X of a splitter, indexed by diagonal and row: several writers.
    X,
    /// Y of a splitter: several writers.
    Y,
    /// The process that has stopped at a splitter: written by that process, which is not known in
    /// advance.
    Owner,
    /// `Compete[p][i]`, Zehavi.
    Compete,
    /// `Ignore[p][i]`, Zehavi.
    Ignore,
    /// `Order<[p][i]`, Zehavi: p was listed before i.
    Order,
    /// `Reveal[p]`, Zehavi.
    Reveal,
    /// `Allow[p][i]`, Zehavi.
    Allow,
    /// A cell of `Discover[p][i]`, Zehavi: two writers. p sets and resets it; i, to which it is
    /// local, resets it.
    Discover,
    /// `Gone[p][i]`, our latch for Zehavi's lock: two writers. p sets it when it leaves; i, to which
    /// it is local, resets it.
    Gone,
    /// `Main[p]` of bounded timestamps: the label of p, and its tags.
    Main,
    /// `Announced[p]` of bounded timestamps: the colors that p has loaded.
    Announced,
    /// `Colors[p]` of bounded timestamps: a color for each other process.
    Colors,
    /// `Saved[p][i]` of bounded timestamps: a label of p, for i.
    Saved,
    /// A timestamp system that is not made of registers: the answer that p gets. It is not stored
    /// anywhere.
    Stamps,
}

#[cfg(not(creusot))]
impl Array {
    /// The number of arrays.
    pub const ALL: usize = Array::Stamps as usize + 1;

    /// The paper's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Array::Doorway => "Doorway",
            Array::Ticket => "Ticket",
            Array::Want => "Want",
            Array::Capture => "Capture",
            Array::Entered => "entered",
            Array::Choosing => "choosing",
            Array::Color => "color",
            Array::SpinCh => "spin.ch",
            Array::SpinNu => "spin.nu",
            Array::Member => "S",
            Array::Active => "active",
            Array::Placed => "placed",
            Array::X => "X",
            Array::Y => "Y",
            Array::Owner => "owner",
            Array::Compete => "Compete",
            Array::Ignore => "Ignore",
            Array::Order => "Order<",
            Array::Reveal => "Reveal",
            Array::Allow => "Allow",
            Array::Discover => "Discover",
            Array::Gone => "Gone",
            Array::Main => "Main",
            Array::Announced => "Announced",
            Array::Colors => "Colors",
            Array::Saved => "Saved",
            Array::Stamps => "timestamps",
        }
    }

    /// Whether the array has a register for every pair of processes, or for every splitter.
    #[must_use]
    pub const fn is_matrix(self) -> bool {
        matches!(
            self,
            Array::Want
                | Array::Capture
                | Array::SpinCh
                | Array::SpinNu
                | Array::Member
                | Array::Compete
                | Array::Ignore
                | Array::Order
                | Array::Allow
                | Array::Discover
                | Array::Gone
                | Array::Saved
        ) || self.is_grid()
    }

    /// Whether the array is indexed by splitter, and not by process.
    #[must_use]
    pub const fn is_grid(self) -> bool {
        matches!(self, Array::X | Array::Y | Array::Owner)
    }

    /// Whether a register of the array has one writer, and only the process that it is local to
    /// reads it.
    #[must_use]
    pub const fn is_private(self) -> bool {
        matches!(
            self,
            Array::Want
                | Array::Capture
                | Array::Entered
                | Array::Placed
                | Array::Compete
                | Array::Ignore
                | Array::Order
                | Array::Allow
                | Array::Saved
        )
    }

    /// Whether a process may store to a register of the array that another process, named as its
    /// writer, loads back.
    #[must_use]
    pub const fn is_reset_by_others(self) -> bool {
        matches!(self, Array::Discover)
    }

    /// Whether every process reads and writes the registers of the array, and they are local to no
    /// process.
    #[must_use]
    pub const fn is_common(self) -> bool {
        matches!(self, Array::Color | Array::Stamps) || self.is_grid()
    }
}

/// The fences of the locks. Each orders stores of a process before its later loads. The numbers are
/// lines of the figures.
///
/// Within a lock an identity belongs to one call of the memory's `fence`.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub enum FenceId {
    /// The wish to enter, before the loads of the others' tickets. `Bakery`: 3 before 4.
    /// `BlackWhite`: 1 before the test of its fast path, and before 2 and 3. `Adaptive`,
    /// `LocalSpin`: 1 and 2 before 3 to 5. `KFcfs`, `Fife`: 14 before 15, and before 21 where the
    /// optimistic ticket is valid. `SafeFife`: 30 before 31.
    Doorway,
    /// The ticket and its announcement, before the loads of the waiting room. `Bakery`: 4 and 5
    /// before 7. `BlackWhite`: 3 and 4 before 6. `Adaptive`: 5 and 6 before 7 and 9. `LocalSpin`: 5
    /// and 6 before 7 and 11. `KFcfs`, `Fife`: 15 and 16 before 21. `SafeFife`: 31 and 33
    /// before 38.
    Announce,
    /// The store of X of a splitter, before the load of its Y. `Adaptive` and `LocalSpin`, on the
    /// grid.
    SplitterX,
    /// The store of Y of a splitter, before the second load of its X. `Adaptive` and `LocalSpin`,
    /// on the grid.
    SplitterY,
    /// `spin.ch`, before the test whether to wait on it. `LocalSpin`: 10 before 11.
    SpinCh,
    /// `spin.nu`, likewise. `LocalSpin`: 12 before 13 to 17.
    SpinNu,
    /// The end of a passage, before the loads that find its waiters. `LocalSpin`: 22 and 23
    /// before 24.
    Leave,
    /// The colors of a scan, before the loads of the labels. `Bounded`: in 3, with 1 and 2, and in 6,
    /// with 5.
    Colors,
    /// The colors that an update announces, before it loads the colors again. `Bounded`: in 3.
    Tags,
    /// The label, before the test whom to discover. `Bounded`: 3 before 4.
    Label,
    /// The first cell of a discovery, before the test whether to write the second. `Bounded`: 4d
    /// before 4e.
    Discover,
    /// A process disguises itself before it resets the discoveries of it. `Bounded`: 13 before 14.
    Disguise,
    /// A waiter's mark that it parks, before its last scan. Every lock.
    Park,
    /// The spin bits reset in the announcement, before the loads of the waiters' marks.
    /// `LocalSpin`: 8. The order that a process announces, likewise. `Bounded`: 7 and 8. In other
    /// locks [`Announce`](FenceId::Announce) does it.
    WakeAfterAnnounce,
    /// The captures, before the loads of the waiters' marks. `Fife`: 23. `SafeFife`: 45. The
    /// permissions, likewise. `Bounded`: 12.
    WakeAfterEnter,
    /// The stores of the exit, before the loads of the waiters' marks. `Bakery`: 10.
    /// `BlackWhite`: 13. `Adaptive`: 16
    /// and 17. `LocalSpin`: 25. `KFcfs`, `Fife`: 25. `SafeFife`: 48. `Bounded`: 13 to 15.
    WakeAfterExit,
}

#[cfg(not(creusot))]
impl FenceId {
    /// The name of the fence, in a few words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FenceId::Doorway => "doorway",
            FenceId::Announce => "announce",
            FenceId::SplitterX => "splitter X",
            FenceId::SplitterY => "splitter Y",
            FenceId::SpinCh => "spin.ch",
            FenceId::SpinNu => "spin.nu",
            FenceId::Leave => "leave",
            FenceId::Colors => "colors",
            FenceId::Tags => "tags",
            FenceId::Label => "label",
            FenceId::Discover => "discover",
            FenceId::Disguise => "disguise",
            FenceId::Park => "park",
            FenceId::WakeAfterAnnounce => "wake after announce",
            FenceId::WakeAfterEnter => "wake after enter",
            FenceId::WakeAfterExit => "wake after exit",
        }
    }
}

/// The identity of a register: which of the papers' registers it is.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(creusot), derive(PartialEq, Eq, Hash))]
pub struct Place {
    /// The array it belongs to.
    pub array: Array,
    /// The process that writes it, where there is one writer.
    pub writer: Id,
    /// The process that it is local to in the papers' model of distributed memory.
    pub home: Id,
    /// The number of the copy, 0 or 1, where there are two.
    pub copy: usize,
}

impl Place {
    /// The register of process p in an array with one register per process.
    #[must_use]
    #[inline]
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result == place(array, p)))]
    pub const fn of(array: Array, p: Id) -> Self {
        Place {
            array,
            writer: p,
            home: p,
            copy: 0,
        }
    }

    /// The register of an array with one register per pair: written by `writer`, local to `home`.
    #[must_use]
    #[inline]
    #[cfg_attr(creusot, check(terminates))]
    #[cfg_attr(creusot, ensures(result == port::between(array, writer, home)))]
    pub const fn between(array: Array, writer: Id, home: Id) -> Self {
        Place {
            array,
            writer,
            home,
            copy: 0,
        }
    }
}
