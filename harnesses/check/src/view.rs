//! A state as it is shown: plain data, with processes numbered from 1 where they are named.

use doorway_proofs::catalogue::Private;
use serde::Serialize;

/// What is to be seen of a walk.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// After how many moves.
    pub at: usize,
    /// The processes.
    pub processes: Vec<Process>,
    /// The shared registers.
    pub registers: Vec<Registers>,
    /// What can be done next.
    pub choices: Vec<Choice>,
    /// All moves made, those after `at` too.
    pub history: Vec<Entry>,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// What else there is to say.
    pub notes: Vec<String>,
}

/// A process.
#[derive(Clone, Debug, Serialize)]
pub struct Process {
    /// Where it is.
    pub region: &'static str,
    /// At which line of the figure.
    pub line: &'static str,
    /// Its private variables.
    pub private: Vec<Private>,
    /// Why it makes no more steps, if it does not.
    pub rests: Option<&'static str>,
    /// How many passages it has begun, and how many it may, if they are bounded.
    pub begun: Option<(u8, u8)>,
}

/// An array of registers.
#[derive(Clone, Debug, Serialize)]
pub struct Registers {
    /// Its name.
    pub name: &'static str,
    /// Whether it is indexed by writer and reader, or by writer only.
    pub square: bool,
    /// In how many copies.
    pub copies: usize,
    /// By writer, then by reader (if it is square), then by copy.
    pub cells: Vec<Vec<Vec<Cell>>>,
}

/// A register.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// What it holds.
    pub value: String,
    /// Whether it is in flux.
    pub flux: bool,
    /// Whether the last move changed it.
    pub changed: bool,
}

/// Which register.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Location {
    /// Its array.
    pub array: &'static str,
    /// Who writes it, from 0.
    pub writer: usize,
    /// Who it is local to, from 0.
    pub home: usize,
    /// Which copy, from 0.
    pub copy: usize,
}

/// Something that can be done.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    /// The [`Move`](crate::moves::Move), written.
    pub code: String,
    /// Who does it, from 1.
    pub process: usize,
    /// `step`, `cancel` or `crash`.
    pub kind: &'static str,
    /// At which line.
    pub line: &'static str,
    /// In words.
    pub says: String,
    /// What its load returns, if the register is in flux.
    pub value: Option<String>,
    /// The register it accesses.
    pub register: Option<Location>,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// The [`Move`](crate::moves::Move), written.
    pub code: String,
    /// Who made it, from 1.
    pub process: usize,
    /// In words.
    pub told: String,
    /// Whether something is wrong after it.
    pub faulty: bool,
}

/// Something wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The property that does not hold.
    pub property: &'static str,
    /// How so.
    pub what: String,
}
