//! The paper's Lemma 3, and its Claims 1 and 2, as monitors that follow a run of the model.
//!
//! They speak about the order of past steps, so they are no predicates of a state: the part of Lemma
//! 3 that is one is in the invariant, with Observations 1 to 3.
//!
//! The paper swaps indices in places. The cell that q resets at T\* in the proof of Lemma 3 is printed
//! `Discover[p][q][0]`, and case 4 in the proof of Lemma 4 has `Discover[i][p][1]` and `Allow[i][p]`
//! for those of the process q that waits there. Here `Discover[q][p]` is always the discovery of p by
//! q, and `Allow[q][p]` the permission of q for p.

use super::{BoundedOf, Discovers, Line, Process, Variant};
use crate::machine::{Machine, Region};
use crate::timestamps::stamps::Stamps;
use doorway_core::ticket::Ticket;

/// A step of p: its local state before the step, and what its load returned.
#[derive(Clone, Copy, Debug)]
pub struct Step<T, V, const N: usize> {
    /// The process.
    pub p: usize,
    /// Its local state before.
    pub before: Process<T, V, N>,
    /// What its load returned.
    pub loaded: Ticket,
}

/// What a run has violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Lemma 3, first part.
    Lemma3Revealed,
    /// Lemma 3, second part.
    Lemma3Stays,
    /// Property 2 of a timestamp system.
    Property2,
    /// Claim 1.
    Claim1,
    /// Claim 2.
    Claim2,
}

/// Lemma 3. Let p, within a passage, load true from `Discover[q][p][0]` and then from
/// `Discover[q][p][1]`, the latter at T. Then the last line 5 of p before T was before the last check
/// of 4e for p by q before T. And from T on, until p enters its exit, `Discover[q][p][1]` stays true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lemma3<const N: usize> {
    /// By p: the processes that have checked 4e for p since p's last line 5, as bits.
    checked: [u64; N],
    /// By p: the processes q of whose cells p has loaded both as true since it entered, as bits.
    loaded: [u64; N],
}

impl<const N: usize> Default for Lemma3<N> {
    fn default() -> Self {
        Lemma3 {
            checked: [0; N],
            loaded: [0; N],
        }
    }
}

impl<const N: usize> Lemma3<N> {
    /// Follows a step that has led to `model`.
    ///
    /// # Errors
    ///
    /// If the lemma does not hold.
    pub fn see<T: Stamps<N>, V: Variant>(
        &mut self,
        step: &Step<T, V, N>,
        model: &BoundedOf<T, V, N>,
    ) -> Result<(), Broken> {
        let (p, line, i) = (step.p, step.before.line, step.before.i);
        // A variant with one check has it in 4d, and one with one cell has no second load.
        let (check, cell, loads) = match V::DISCOVERS {
            Discovers::Twice => (Line::L4e, 1, [Line::L11aSecond, Line::L11bSecond]),
            Discovers::OneLoad => (Line::L4d, 1, [Line::L11aSecond, Line::L11bSecond]),
            Discovers::OneCell => (Line::L4d, 0, [Line::L11aFirst, Line::L11bFirst]),
        };
        if line == Line::L5 {
            self.checked[p] = 0;
        } else if line == check {
            self.checked[i] |= 1 << p;
        } else if loads.contains(&line) && step.loaded != 0 {
            if self.checked[p] >> i & 1 == 0 {
                return Err(Broken::Lemma3Revealed);
            }
            self.loaded[p] |= 1 << i;
        }
        if matches!(model.region(p), Region::Exit | Region::Remainder) {
            self.loaded[p] = 0;
        }
        let stays = |p: usize, q: usize| model.registers.discover[cell][q][p];
        let holds = |p: usize| (0..N).all(|q| self.loaded[p] >> q & 1 == 0 || stays(p, q));
        (0..N).all(holds).then_some(()).ok_or(Broken::Lemma3Stays)
    }
}

/// What to claim: as the paper does, or more than is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// Claims 1 and 2 of the paper.
    AsPrinted,
    /// Claim 1 with the process of C that scanned first.
    FirstOfC,
    /// Claim 1 without the condition that the label of p ended before the scan of i started.
    AnyScan,
    /// Claim 2 if the label of i, and not its scan, started before the label of j ended.
    AnyLabel,
}

/// Claims 1 and 2, on the last `Label` and the last `Scan` of each process. The paper states them
/// for runs that it shows to be impossible; here they are stated for all runs.
///
/// *Claim 1.* Let P be a set of processes whose last `Scan` has ended and was not followed by a
/// `Label`. Let C be the set of the p ∈ P whose last `Scan` ordered all others of P before p, such
/// that no q ∈ P started its last `Label` after p had finished its own. Then C is not empty (Property
/// 2). Let p be the process in C that started its last `Scan` last. Then S = ∅: no i ∈ P has a last
/// `Scan` that ordered p before i and started after the last `Label` of p had finished. (In the paper
/// P are the k + 1 processes inside.)
///
/// *Claim 2.* Let i and j be processes, such that i started its last `Scan` before j finished its
/// last `Label`, i has not begun its exit since that `Scan`, and j, in the passage of its last `Label`,
/// has finished line 4 for i. Then both cells of `Discover[j][i]` are true. (In the paper i and j
/// wait for ever.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claims<const N: usize> {
    claim: Claim,
    /// Times of the last operations, as ranks; 0 is never. An operation begins with its first step.
    label_began: [usize; N],
    label_ended: [usize; N],
    scan_began: [usize; N],
    /// The processes in an operation, as bits.
    busy: u64,
    /// The processes whose last scan was not followed by a label, as bits, and what it listed.
    scanned: u64,
    listed: [u64; N],
}

impl<const N: usize> Claims<N> {
    /// At the beginning of a run.
    #[must_use]
    pub fn new(claim: Claim) -> Self {
        Claims {
            claim,
            label_began: [0; N],
            label_ended: [0; N],
            scan_began: [0; N],
            busy: 0,
            scanned: 0,
            listed: [0; N],
        }
    }

    /// Follows a step that has led to `model`.
    ///
    /// # Errors
    ///
    /// If a claim does not hold.
    pub fn see<T: Stamps<N>, V: Variant>(
        &mut self,
        step: &Step<T, V, N>,
        model: &BoundedOf<T, V, N>,
    ) -> Result<(), Broken> {
        let (p, line) = (step.p, step.before.line);
        if matches!(line, Line::L3 | Line::L6) {
            let after = &model.processes[p];
            self.operates(p, line, (after.line != line).then_some(after.order));
            if line == Line::L6 && after.line != line {
                self.claim_1()?;
            }
        }
        self.claim_2(model)
    }

    /// A step of an operation of p, which has ended with that list.
    fn operates(&mut self, p: usize, line: Line, ended: Option<u64>) {
        let times = [self.label_began, self.label_ended, self.scan_began];
        let now = times.as_flattened().iter().max().map_or(1, |last| last + 1);
        let is_label = line == Line::L3;
        if self.busy >> p & 1 == 0 {
            self.busy |= 1 << p;
            if is_label {
                self.label_began[p] = now;
                self.scanned &= !(1 << p);
            } else {
                self.scan_began[p] = now;
            }
        }
        if let Some(listed) = ended {
            self.busy &= !(1 << p);
            if is_label {
                self.label_ended[p] = now;
            } else {
                self.scanned |= 1 << p;
                self.listed[p] = listed;
            }
        }
        self.rank();
    }

    /// Replaces times by their ranks: so there are finitely many.
    fn rank(&mut self) {
        let times = [self.label_began, self.label_ended, self.scan_began];
        let times = times.as_flattened();
        let last = times.iter().max().copied().unwrap_or(0);
        let occurring = times.iter().fold(1u128, |set, &time| set | 1 << time);
        debug_assert!(last < 128);
        let rank = |time: usize| (occurring & ((1 << time) - 1)).count_ones() as usize;
        self.label_began = self.label_began.map(rank);
        self.label_ended = self.label_ended.map(rank);
        self.scan_began = self.scan_began.map(rank);
    }

    fn claim_1(&self) -> Result<(), Broken> {
        let sets = (1..1u64 << N).filter(|set| set & !self.scanned == 0);
        for set in sets {
            let members = || (0..N).filter(move |&p| set >> p & 1 == 1);
            let is_last = |&p: &usize| {
                let listed = set & !(1 << p) & !self.listed[p] == 0;
                listed && members().all(|q| self.label_began[q] <= self.label_ended[p])
            };
            let c = members().filter(is_last);
            let p = match self.claim {
                Claim::FirstOfC => c.min_by_key(|&p| self.scan_began[p]),
                _ => c.max_by_key(|&p| self.scan_began[p]),
            };
            let p = p.ok_or(Broken::Property2)?;
            let is_in_s = |i: usize| {
                let later = self.label_ended[p] < self.scan_began[i];
                self.listed[i] >> p & 1 == 1 && (later || self.claim == Claim::AnyScan)
            };
            if members().any(is_in_s) {
                return Err(Broken::Claim1);
            }
        }
        Ok(())
    }

    fn claim_2<T: Stamps<N>, V: Variant>(&self, model: &BoundedOf<T, V, N>) -> Result<(), Broken> {
        let cells = match V::DISCOVERS {
            Discovers::OneCell => 1,
            _ => 2,
        };
        let holds = |i: usize, j: usize| {
            let (it, other) = (&model.processes[i], &model.processes[j]);
            let began = match self.claim {
                Claim::AnyLabel => self.label_began[i],
                _ => self.scan_began[i],
            };
            let has_begun = self.scan_began[i] > self.label_ended[i];
            let before_exit = (Line::L6..=Line::Critical).contains(&it.line) && has_begun;
            let after_4 = other.line > Line::L4fii
                || ((Line::L4..=Line::L4fii).contains(&other.line) && i < other.i);
            let applies = began < self.label_ended[j] && before_exit && after_4;
            !applies || (0..cells).all(|cell| model.registers.discover[cell][j][i])
        };
        let pairs = (0..N).flat_map(|i| (0..N).map(move |j| (i, j)));
        let mut others = pairs.filter(|(i, j)| i != j);
        let all = others.all(|(i, j)| holds(i, j));
        all.then_some(()).ok_or(Broken::Claim2)
    }
}
