//! An active set without a lock, checked against the two conditions.

use super::{ActiveSet, Ideal, Operation};
use crate::machine::{Access, Fields, Kind, Machine, Region};
use doorway_core::ticket::Ticket;

/// The line that a process is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// Not a member.
    Remainder,
    /// In a `getset`, and not a member.
    Before,
    /// Joining.
    Join,
    /// In a `getset`, and a member.
    Within,
    /// A member.
    Member,
    /// Leaving.
    Leave,
}

const LINES: [Line; 6] = [
    Line::Remainder,
    Line::Before,
    Line::Join,
    Line::Within,
    Line::Member,
    Line::Leave,
];

/// Processes that run `getset`, join, run `getset` and leave, without a bound. The [`Ideal`] set
/// follows their operations, and decides whether it allows what each `getset` returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Members<S, const N: usize> {
    /// The set.
    pub set: S,
    /// The specification, which follows the operations on the set.
    pub ideal: Ideal<N>,
    /// The lines, by process.
    pub lines: [Line; N],
    /// By process: the members that its `getset` has found.
    pub found: [u64; N],
    /// Whether a `getset` has returned what the conditions forbid.
    pub broken: bool,
}

impl<S: ActiveSet<N>, const N: usize> Members<S, N> {
    fn begin(&mut self, p: usize, line: Line, operation: Operation) {
        self.lines[p] = line;
        self.ideal.begin(p, operation);
        if self.set.begin(p, operation) {
            self.end(p);
        }
    }

    /// Ends p's operation and begins the next.
    fn end(&mut self, p: usize) {
        let line = self.lines[p];
        if matches!(line, Line::Before | Line::Within) {
            self.broken |= !self.ideal.allows(p, self.found[p]);
            self.found[p] = 0;
        }
        self.ideal.end(p);
        match line {
            Line::Before => self.begin(p, Line::Join, Operation::Join),
            Line::Join => self.begin(p, Line::Within, Operation::GetSet),
            Line::Within => self.lines[p] = Line::Member,
            _ => self.lines[p] = Line::Remainder,
        }
    }
}

impl<S: ActiveSet<N>, const N: usize> Machine for Members<S, N> {
    fn new(_: usize) -> Self {
        Members {
            set: S::new(),
            ideal: Ideal::new(),
            lines: [Line::Remainder; N],
            found: [0; N],
            broken: false,
        }
    }

    fn slots(&self) -> usize {
        N
    }

    fn region(&self, p: usize) -> Region {
        match self.lines[p] {
            Line::Remainder => Region::Remainder,
            Line::Before | Line::Join | Line::Within => Region::Doorway,
            Line::Member => Region::Critical,
            Line::Leave => Region::Exit,
        }
    }

    fn line(&self, p: usize) -> &'static str {
        match self.lines[p] {
            Line::Remainder => "0",
            Line::Before => "1",
            Line::Join => "2",
            Line::Within => "3",
            Line::Member => "4",
            Line::Leave => "5",
        }
    }

    fn next(&self, p: usize) -> Option<Access> {
        match self.lines[p] {
            Line::Remainder | Line::Member => None,
            _ => Some(self.set.next(p)),
        }
    }

    fn read(&self, access: &Access) -> Ticket {
        self.set.read(access)
    }

    fn write(&mut self, access: &Access, value: Ticket) {
        self.set.write(access, value);
    }

    fn in_flux(&self, access: &Access) -> bool {
        access.kind == Kind::Load && self.set.in_flux(access)
    }

    fn ticket(&self, _: usize) -> Ticket {
        0
    }

    fn step(&mut self, p: usize, loaded: Ticket) {
        match self.lines[p] {
            Line::Remainder => self.begin(p, Line::Before, Operation::GetSet),
            Line::Member => self.begin(p, Line::Leave, Operation::Leave),
            _ => {
                let outcome = self.set.step(p, loaded);
                if let Some(q) = outcome.found {
                    self.found[p] |= 1 << q;
                }
                if outcome.done {
                    self.end(p);
                }
            }
        }
    }

    fn spins(&self, _: usize) -> bool {
        false
    }

    fn may_cancel(&self, _: usize) -> bool {
        false
    }

    fn cancel(&mut self, _: usize) {}

    /// The two conditions.
    fn invariant(&self) -> bool {
        !self.broken
    }

    fn forget(&mut self) {}

    fn choosing(&self) -> usize {
        0
    }

    fn fields(&mut self, fields: &mut impl Fields) {
        self.set.fields(fields);
        self.ideal.fields(fields);
        for p in 0..N {
            let mut line = self.lines[p] as usize;
            fields.number(&mut line, LINES.len());
            self.lines[p] = LINES[line];
            let mut found = self.found[p] as usize;
            fields.number(&mut found, 1 << N);
            self.found[p] = found as u64;
        }
        fields.truth(&mut self.broken);
    }
}
