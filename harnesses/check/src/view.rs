//! The view of a state: plain data for display, with processes numbered from 1 where they are named.

use doorway_proofs::catalogue::Private;
use serde::Serialize;

/// The view of a walk after some moves.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The number of moves made before this state.
    pub at: usize,
    /// The processes.
    pub processes: Vec<Process>,
    /// The shared registers.
    pub registers: Vec<Registers>,
    /// The possible next moves.
    pub choices: Vec<Choice>,
    /// All moves made, including those after `at`.
    pub history: Vec<Entry>,
    /// The properties that are violated.
    pub faults: Vec<Fault>,
    /// Remarks: which process has overtaken which.
    pub notes: Vec<String>,
}

/// A process.
#[derive(Clone, Debug, Serialize)]
pub struct Process {
    /// The region it is in.
    pub region: &'static str,
    /// The line of the figure it is at.
    pub line: &'static str,
    /// Its private variables.
    pub private: Vec<Private>,
    /// The reason why it makes no more steps, if it makes none.
    pub rests: Option<&'static str>,
    /// The passages it has begun, and the most it may begin, if they are bounded.
    pub begun: Option<(u8, u8)>,
}

/// An array of registers.
#[derive(Clone, Debug, Serialize)]
pub struct Registers {
    /// Its name.
    pub name: &'static str,
    /// Whether it is indexed by writer and reader, or by writer only.
    pub square: bool,
    /// The number of copies.
    pub copies: usize,
    /// The registers by writer, then by reader (if it is square), then by copy.
    pub cells: Vec<Vec<Vec<Cell>>>,
}

/// A register.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// The value it holds.
    pub value: String,
    /// Whether it is in flux.
    pub flux: bool,
    /// Whether the last move changed it.
    pub changed: bool,
}

/// The location of a register.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Location {
    /// Its array.
    pub array: &'static str,
    /// The process that writes it, from 0.
    pub writer: usize,
    /// The process it is local to, from 0.
    pub home: usize,
    /// Its copy, from 0.
    pub copy: usize,
}

/// A possible next move.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    /// The [`Move`](crate::moves::Move), as text.
    pub code: String,
    /// The process that makes it, from 1.
    pub process: usize,
    /// `step`, `cancel` or `crash`.
    pub kind: &'static str,
    /// The line of the figure.
    pub line: &'static str,
    /// The move in words.
    pub says: String,
    /// What the mutant does to it, if the model is a mutant and the register is not in flux.
    pub mutation: Option<String>,
    /// The value its load returns, if the register is in flux.
    pub value: Option<String>,
    /// The register it accesses.
    pub register: Option<Location>,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// The [`Move`](crate::moves::Move), as text.
    pub code: String,
    /// The process that made it, from 1.
    pub process: usize,
    /// The line of the figure.
    pub line: &'static str,
    /// The move in words.
    pub told: String,
    /// What the mutant did to it, if the model is a mutant.
    pub mutation: Option<String>,
    /// Whether a property is violated after it.
    pub faulty: bool,
}

/// A violation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The property that is violated.
    pub property: &'static str,
    /// The violation in words.
    pub what: String,
}
