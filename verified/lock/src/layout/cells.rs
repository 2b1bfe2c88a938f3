//! Cells: registers that lie together.

use crate::memory::{Array, ConstRegister, Place, Register};
use doorway_core::ticket::Ticket;

/// A cell of a [`Row`](super::Row) or a [`Matrix`](super::Matrix): one register or a few.
pub(crate) trait Cell {
    fn new(place: Place, value: Ticket) -> Self;
}

impl<R: Register> Cell for R {
    fn new(place: Place, value: Ticket) -> Self {
        Register::new(place, value)
    }
}

/// Two registers for one variable of the paper.
#[derive(Debug)]
pub(crate) struct Twice<R>(pub(crate) [R; 2]);

impl<R: Register> Cell for Twice<R> {
    fn new(place: Place, value: Ticket) -> Self {
        Twice([
            R::new(place, value),
            R::new(Place { copy: 1, ..place }, value),
        ])
    }
}

/// A cell that can be created in `const`.
pub(crate) trait ConstCell: Sized {
    const ZERO: Self;
    const INFINITY: Self;
}

impl<R: ConstRegister> ConstCell for R {
    const ZERO: Self = <R as ConstRegister>::ZERO;
    const INFINITY: Self = <R as ConstRegister>::INFINITY;
}

impl<R: ConstRegister> ConstCell for Twice<R> {
    const ZERO: Self = Twice([R::ZERO, R::ZERO]);
    const INFINITY: Self = Twice([R::INFINITY, R::INFINITY]);
}

/// `choosing[p]` and the ticket of p: they are written together, and a reader of one also reads the
/// other.
#[derive(Debug)]
pub(crate) struct Announced<R> {
    pub(crate) choosing: R,
    pub(crate) ticket: R,
}

impl<R: ConstRegister> ConstCell for Announced<R> {
    const ZERO: Self = Announced {
        choosing: R::ZERO,
        ticket: R::ZERO,
    };
    const INFINITY: Self = Announced {
        choosing: R::INFINITY,
        ticket: R::INFINITY,
    };
}

/// A splitter of a grid, indexed by diagonal and row. Every process that comes to it writes X, and
/// may write Y; the process that stops at it writes `owner`.
#[derive(Debug)]
pub(crate) struct Splitting<R> {
    pub(crate) x: R,
    pub(crate) y: R,
    pub(crate) owner: R,
}

impl<R: Register> Cell for Splitting<R> {
    fn new(place: Place, value: Ticket) -> Self {
        let of = |array| R::new(Place { array, ..place }, value);
        Splitting {
            x: of(Array::X),
            y: of(Array::Y),
            owner: of(Array::Owner),
        }
    }
}

impl<R: ConstRegister> ConstCell for Splitting<R> {
    const ZERO: Self = Splitting {
        x: R::ZERO,
        y: R::ZERO,
        owner: R::ZERO,
    };
    const INFINITY: Self = Self::ZERO;
}

/// Whether p has a splitter, and whether p is a member: p writes both.
#[derive(Debug)]
pub(crate) struct Attendance<R> {
    pub(crate) placed: R,
    pub(crate) active: R,
}

impl<R: Register> Cell for Attendance<R> {
    fn new(place: Place, value: Ticket) -> Self {
        let of = |array| R::new(Place { array, ..place }, value);
        Attendance {
            placed: of(Array::Placed),
            active: of(Array::Active),
        }
    }
}

impl<R: ConstRegister> ConstCell for Attendance<R> {
    const ZERO: Self = Attendance {
        placed: R::ZERO,
        active: R::ZERO,
    };
    const INFINITY: Self = Self::ZERO;
}

/// `spin.ch[i, j]` and `spin.nu[i, j]`: two writers each. The waiter i sets them and polls them, j
/// resets them. They lie with i.
#[derive(Debug)]
pub(crate) struct Spin<R> {
    pub(crate) ch: R,
    pub(crate) nu: R,
}

impl<R: Register> Cell for Spin<R> {
    fn new(Place { writer, home, .. }: Place, value: Ticket) -> Self {
        let of = |array| {
            let place = Place {
                array,
                writer: home,
                home: writer,
                copy: 0,
            };
            R::new(place, value)
        };
        Spin {
            ch: of(Array::SpinCh),
            nu: of(Array::SpinNu),
        }
    }
}

impl<R: ConstRegister> ConstCell for Spin<R> {
    const ZERO: Self = Spin {
        ch: R::ZERO,
        nu: R::ZERO,
    };
    const INFINITY: Self = Self::ZERO;
}

/// What p tells i in Zehavi's lock: all registers `[p][i]` of it. p writes them; i resets `discover`
/// and `gone`.
#[derive(Debug)]
pub(crate) struct Told<R> {
    pub(crate) compete: R,
    pub(crate) ignore: R,
    pub(crate) order: R,
    pub(crate) allow: R,
    pub(crate) discover: [R; 2],
    pub(crate) gone: R,
    pub(crate) saved: R,
}

impl<R: Register> Cell for Told<R> {
    fn new(place: Place, value: Ticket) -> Self {
        let of = |array, copy| {
            let place = Place {
                array,
                copy,
                ..place
            };
            R::new(place, value)
        };
        Told {
            compete: of(Array::Compete, 0),
            ignore: of(Array::Ignore, 0),
            order: of(Array::Order, 0),
            allow: of(Array::Allow, 0),
            discover: [of(Array::Discover, 0), of(Array::Discover, 1)],
            gone: of(Array::Gone, 0),
            saved: of(Array::Saved, 0),
        }
    }
}

impl<R: ConstRegister> ConstCell for Told<R> {
    const ZERO: Self = Told {
        compete: R::ZERO,
        ignore: R::ZERO,
        order: R::ZERO,
        allow: R::ZERO,
        discover: [R::ZERO, R::ZERO],
        gone: R::ZERO,
        saved: R::ZERO,
    };
    const INFINITY: Self = Self::ZERO;
}

/// The registers of p in Zehavi's lock that all processes read: `Reveal[p]`, and those of its
/// timestamp.
#[derive(Debug)]
pub(crate) struct Stamped<R> {
    pub(crate) reveal: R,
    pub(crate) main: R,
    pub(crate) announced: R,
    pub(crate) colors: R,
}

impl<R: Register> Cell for Stamped<R> {
    fn new(place: Place, value: Ticket) -> Self {
        let of = |array| R::new(Place { array, ..place }, value);
        Stamped {
            reveal: of(Array::Reveal),
            main: of(Array::Main),
            announced: of(Array::Announced),
            colors: of(Array::Colors),
        }
    }
}

impl<R: ConstRegister> ConstCell for Stamped<R> {
    const ZERO: Self = Stamped {
        reveal: R::ZERO,
        main: R::ZERO,
        announced: R::ZERO,
        colors: R::ZERO,
    };
    const INFINITY: Self = Self::ZERO;
}
