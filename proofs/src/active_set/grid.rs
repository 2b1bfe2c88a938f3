//! Flags, and an index of the flags that were ever raised: a grid of splitters in the manner of
//! Moir and Anderson, as in the collect of Attiya, Fouren and Gafni.
//!
//! A process that joins for the first time walks through the grid from its corner until it stops at
//! a splitter, which it owns from then on. A splitter stops at most one of the processes that come
//! to it, and it stops a process that comes alone. Of several processes it sends not all to the
//! right and not all down. So with K processes in the grid each stops within K diagonals. `getset`
//! scans one diagonal after the other until it reaches a diagonal that no process has come to. It
//! reads the flags of the owners that it finds.
//!
//! Every process walks through the splitters once, so the set adapts to **total contention**: to
//! the number of processes that have ever joined.

use super::{ActiveSet, Operation, Outcome};
use crate::machine::{Access, Array, Fields, Kind};
use core::marker::PhantomData;
use doorway_core::splitter::{self, Splitter};
use doorway_core::ticket::Ticket;

/// The next access of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Doing {
    Nothing,
    /// Loads whether the process owns a splitter.
    LoadPlaced,
    /// Stores its name.
    StoreX,
    /// Loads whether the splitter is closed.
    LoadY,
    /// Closes the splitter.
    StoreY,
    /// Loads whether the name is still its own.
    LoadX,
    /// Takes the splitter.
    StoreOwner,
    StorePlaced,
    Raise,
    Lower,
    /// Loads whether a process came to the splitter, then the owner, then the owner's flag.
    AskX,
    AskOwner,
    Ask,
}

const ALL: [Doing; 13] = [
    Doing::Nothing,
    Doing::LoadPlaced,
    Doing::StoreX,
    Doing::LoadY,
    Doing::StoreY,
    Doing::LoadX,
    Doing::StoreOwner,
    Doing::StorePlaced,
    Doing::Raise,
    Doing::Lower,
    Doing::AskX,
    Doing::AskOwner,
    Doing::Ask,
];

/// The position of a process in the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Walk {
    doing: Doing,
    at: Splitter,
    /// Whether a process has come to the diagonal that `getset` scans.
    visited: bool,
    /// The process whose flag is read.
    owner: usize,
}

/// The places in which variants of the grid differ.
pub trait Variant: Copy + Eq + core::hash::Hash + core::fmt::Debug {
    /// Whether the second load of X is left out.
    const STOPS_ALL: bool = false;
    /// Whether `getset` continues only past a diagonal on which a process has stopped.
    const NEEDS_AN_OWNER: bool = false;
}

/// The correct grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Whole;
impl Variant for Whole {}

/// A splitter that stops every process that finds it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NeverTurnsBack;
impl Variant for NeverTurnsBack {
    const STOPS_ALL: bool = true;
}

/// A `getset` that ends at a diagonal on which no process has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StopsAtTheUnowned;
impl Variant for StopsAtTheUnowned {
    const NEEDS_AN_OWNER: bool = true;
}

/// Flags and the correct grid.
pub type Grid<const N: usize> = GridOf<Whole, N>;

/// Flags and a grid, in the variant `V`. Splitters are indexed by diagonal and by place on it; 0 is
/// no process, and p is p + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GridOf<V, const N: usize> {
    /// The process that came to the splitter last.
    pub x: [[usize; N]; N],
    /// Whether the splitter is closed.
    pub y: [[bool; N]; N],
    /// The owner of the splitter.
    pub owner: [[usize; N]; N],
    /// By process: whether it owns a splitter.
    pub placed: [bool; N],
    /// The flags, by process.
    pub active: [bool; N],
    walks: [Walk; N],
    variant: PhantomData<V>,
}

impl<V: Variant, const N: usize> GridOf<V, N> {
    fn goto(&mut self, p: usize, doing: Doing) {
        self.walks[p].doing = doing;
    }

    fn enter(&mut self, p: usize, at: Splitter) {
        self.walks[p].at = at;
        self.goto(p, Doing::StoreX);
    }

    fn join(&mut self, p: usize, loaded: Ticket) {
        let Walk { doing, at, .. } = self.walks[p];
        let (d, r) = (at.diagonal, at.row);
        match doing {
            Doing::LoadPlaced if loaded != 0 => self.goto(p, Doing::Raise),
            Doing::LoadPlaced => self.enter(p, Splitter::CORNER),
            Doing::StoreX => {
                self.x[d][r] = p + 1;
                let alone = splitter::is_last(at, N);
                self.goto(
                    p,
                    if alone {
                        Doing::StoreOwner
                    } else {
                        Doing::LoadY
                    },
                );
            }
            Doing::LoadY if loaded != 0 => self.enter(p, splitter::right(at)),
            Doing::LoadY => self.goto(p, Doing::StoreY),
            Doing::StoreY => {
                self.y[d][r] = true;
                self.goto(p, Doing::LoadX);
            }
            Doing::LoadX if splitter::stops(loaded, p) || V::STOPS_ALL => {
                self.goto(p, Doing::StoreOwner);
            }
            Doing::LoadX => self.enter(p, splitter::down(at)),
            Doing::StoreOwner => {
                self.owner[d][r] = p + 1;
                self.goto(p, Doing::StorePlaced);
            }
            _ => {
                self.placed[p] = true;
                self.goto(p, Doing::Raise);
            }
        }
    }

    /// Continues at the next splitter: on the next diagonal if the last splitter of a diagonal was
    /// reached.
    fn look_on(&mut self, p: usize, found: Option<usize>) -> Outcome {
        let Walk { at, visited, .. } = self.walks[p];
        let next = splitter::next(at, visited, N);
        if let Some(next) = next {
            self.walks[p].visited = visited && next.diagonal == at.diagonal;
            self.walks[p].at = next;
        } else {
            self.walks[p] = IDLE;
        }
        self.goto(
            p,
            if next.is_some() {
                Doing::AskX
            } else {
                Doing::Nothing
            },
        );
        Outcome {
            found,
            done: next.is_none(),
        }
    }

    fn compare(&mut self, p: usize, loaded: Ticket) -> Outcome {
        match self.walks[p].doing {
            Doing::AskX if loaded != 0 => {
                self.walks[p].visited |= !V::NEEDS_AN_OWNER;
                self.goto(p, Doing::AskOwner);
                Outcome::GOING
            }
            Doing::AskOwner => {
                self.walks[p].visited |= loaded != 0;
                match splitter::other(loaded, p, N) {
                    None => self.look_on(p, None),
                    Some(owner) => {
                        self.walks[p].owner = owner;
                        self.goto(p, Doing::Ask);
                        Outcome::GOING
                    }
                }
            }
            Doing::Ask => {
                let owner = self.walks[p].owner;
                self.walks[p].owner = 0;
                self.look_on(p, (loaded != 0).then_some(owner))
            }
            _ => self.look_on(p, None),
        }
    }
}

const IDLE: Walk = Walk {
    doing: Doing::Nothing,
    at: Splitter::CORNER,
    visited: false,
    owner: 0,
};

impl<V: Variant, const N: usize> ActiveSet<N> for GridOf<V, N> {
    const ARRAYS: &'static [Array] = &[
        Array::X,
        Array::Y,
        Array::Owner,
        Array::Placed,
        Array::Active,
    ];

    fn new() -> Self {
        GridOf {
            x: [[0; N]; N],
            y: [[false; N]; N],
            owner: [[0; N]; N],
            placed: [false; N],
            active: [false; N],
            walks: [IDLE; N],
            variant: PhantomData,
        }
    }

    fn begin(&mut self, p: usize, operation: Operation) -> bool {
        self.walks[p] = IDLE;
        self.goto(
            p,
            match operation {
                Operation::Join => Doing::LoadPlaced,
                Operation::Leave => Doing::Lower,
                Operation::GetSet => Doing::AskX,
            },
        );
        false
    }

    fn next(&self, p: usize) -> Access {
        let Walk {
            doing, at, owner, ..
        } = self.walks[p];
        let me = p as Ticket + 1;
        let of = |kind, array| Access::of(kind, array, at.diagonal, at.row);
        match doing {
            Doing::LoadPlaced => Access::of(Kind::Load, Array::Placed, p, p),
            Doing::StoreX => of(Kind::Store(me), Array::X),
            Doing::LoadX | Doing::AskX => of(Kind::Load, Array::X),
            Doing::LoadY => of(Kind::Load, Array::Y),
            Doing::StoreY => of(Kind::Store(1), Array::Y),
            Doing::StoreOwner => of(Kind::Store(me), Array::Owner),
            Doing::AskOwner => of(Kind::Load, Array::Owner),
            Doing::StorePlaced => Access::of(Kind::Store(1), Array::Placed, p, p),
            Doing::Raise => Access::of(Kind::Store(1), Array::Active, p, p),
            Doing::Ask => Access::of(Kind::Load, Array::Active, owner, owner),
            Doing::Lower | Doing::Nothing => Access::of(Kind::Store(0), Array::Active, p, p),
        }
    }

    fn read(&self, access: &Access) -> Ticket {
        let (d, r) = (access.writer, access.home);
        match access.array {
            Array::X => self.x[d][r] as Ticket,
            Array::Y => Ticket::from(self.y[d][r]),
            Array::Owner => self.owner[d][r] as Ticket,
            Array::Placed => Ticket::from(self.placed[d]),
            _ => Ticket::from(self.active[d]),
        }
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        let (d, r) = (access.writer, access.home);
        match access.array {
            Array::X => self.x[d][r] = value as usize,
            Array::Y => self.y[d][r] = value != 0,
            Array::Owner => self.owner[d][r] = value as usize,
            Array::Placed => self.placed[d] = value != 0,
            _ => self.active[d] = value != 0,
        }
    }

    fn step(&mut self, p: usize, loaded: Ticket) -> Outcome {
        match self.walks[p].doing {
            Doing::Raise | Doing::Lower | Doing::Nothing => {
                self.active[p] = self.walks[p].doing == Doing::Raise;
                self.walks[p] = IDLE;
                Outcome::DONE
            }
            Doing::AskX | Doing::AskOwner | Doing::Ask => self.compare(p, loaded),
            _ => {
                self.join(p, loaded);
                Outcome::GOING
            }
        }
    }

    fn fields(&mut self, fields: &mut impl Fields) {
        for d in 0..N {
            for r in 0..=d {
                fields.number(&mut self.x[d][r], N + 1);
                fields.truth(&mut self.y[d][r]);
                fields.number(&mut self.owner[d][r], N + 1);
            }
        }
        for p in 0..N {
            fields.truth(&mut self.placed[p]);
            fields.truth(&mut self.active[p]);
            let walk = &mut self.walks[p];
            let mut doing = walk.doing as usize;
            fields.number(&mut doing, ALL.len());
            walk.doing = ALL[doing];
            fields.number(&mut walk.at.diagonal, N);
            fields.number(&mut walk.at.row, N);
            fields.truth(&mut walk.visited);
            fields.number(&mut walk.owner, N);
        }
    }
}
