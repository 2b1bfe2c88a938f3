//! The program of one process: `access` and `advance`, without access to registers.

use super::super::history::View;
use super::super::{Operation, Outcome};
use super::{Access, Main, Register, Stamp, Value, Variant};
use crate::machine::{next_other, Fields};
use doorway_core::label::{choose, newest, next, place, precedes, Label, Tag, LOWEST, NO_COLOR};

/// Where a process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Line {
    Idle,
    /// Scan: loads the announced colors of i, if they are apart.
    Announced,
    /// Scan: loads `Main[i]` to pick a color.
    Pick,
    /// Scan: stores `Color`.
    Color,
    /// Scan: loads `Main[i]` for its label.
    Collect,
    /// Scan: loads `Saved[i][p]`.
    Saved,
    /// Update: loads `Color[i]`.
    First,
    /// Update: announces the colors.
    Announce,
    /// Update: loads `Color[i]` again.
    Second,
    /// Update: stores `Saved[p][i]`.
    Save,
    /// Update: stores `Main`.
    Store,
}

/// The local state of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process<const N: usize> {
    variant: Variant,
    operation: Option<Operation>,
    line: Line,
    /// The loop variable.
    i: usize,
    /// What its `Main` holds.
    pub(super) main: Main<N>,
    /// What its `Color` holds.
    pub(super) colors: [u8; N],
    /// The colors that its scan has picked; in an update, those that it loaded first.
    pub(super) picked: [u8; N],
    /// The tags of its update.
    pub(super) tags: [Tag; N],
    /// What its scan has observed.
    pub(super) seen: [Stamp<N>; N],
    /// The label that its update stores.
    pub(super) new: Stamp<N>,
}

const LINES: [Line; 11] = [
    Line::Idle,
    Line::Announced,
    Line::Pick,
    Line::Color,
    Line::Collect,
    Line::Saved,
    Line::First,
    Line::Announce,
    Line::Second,
    Line::Save,
    Line::Store,
];

/// The order of the processes by their labels, the oldest first.
#[must_use]
pub fn order<const N: usize>(seen: &[Stamp<N>; N]) -> [usize; N] {
    let mut order = std::array::from_fn(|q| q);
    for end in 1..N {
        let mut at = end;
        while at > 0 && {
            let (p, q) = (order[at], order[at - 1]);
            precedes(&seen[p].label, p, &seen[q].label, q)
        } {
            order.swap(at, at - 1);
            at -= 1;
        }
    }
    order
}

/// The label that p takes, by the rule of the variant.
fn rule<const N: usize>(variant: Variant, labels: &[Label<N>; N], p: usize) -> Label<N> {
    let m = newest(labels);
    let shared = |h: usize| {
        let like = |&j: &usize| j != p && labels[j][..h] == labels[m][..h];
        (0..N).filter(like).count()
    };
    let least = |enough: &dyn Fn(usize) -> bool| (1..N).find(|&h| enough(h)).unwrap_or(N - 1);
    let h = match variant {
        Variant::NewestMoves if m == p => least(&|h| shared(h) >= N - h),
        _ if m == p => return labels[p],
        Variant::ThresholdLess => least(&|h| shared(h) + 1 >= N - h),
        Variant::ThresholdMore => least(&|h| shared(h) > N - h),
        Variant::WrongStartDigit => place(labels, p, m),
        _ => return choose(labels, p),
    };
    let mut new = [first_digit(variant); N];
    new[..h].copy_from_slice(&labels[m][..h]);
    new[h - 1] = next(labels[m][h - 1]);
    new
}

fn first_digit(variant: Variant) -> u8 {
    match variant {
        Variant::WrongStartDigit => 3,
        _ => LOWEST,
    }
}

impl<const N: usize> Process<N> {
    pub(super) fn start(variant: Variant) -> Self {
        let stamp = Stamp {
            label: [first_digit(variant); N],
            instance: 0,
        };
        // Tags that are 0, as all registers are: a scan never picks the color that it had before.
        let main = Main {
            stamp,
            tags: [0; N],
            announced: [0; N],
        };
        Process {
            variant,
            operation: None,
            line: Line::Idle,
            i: 0,
            main,
            colors: [0; N],
            picked: [0; N],
            tags: [0; N],
            seen: [stamp; N],
            new: stamp,
        }
    }

    fn is_apart(&self) -> bool {
        matches!(self.variant, Variant::Apart | Variant::ApartMainFirst)
    }

    /// The state in which an operation begins.
    #[must_use]
    pub fn begins(mut self, p: usize, operation: Operation) -> Self {
        self.operation = Some(operation);
        self.picked = self.colors;
        self.seen[p] = self.main.stamp;
        let first = next_other(0, p);
        let line = if first < N {
            self.first_line()
        } else {
            Line::Color
        };
        self.to(line, first)
    }

    fn first_line(&self) -> Line {
        match self.variant {
            Variant::PlainCollect => Line::Collect,
            Variant::Apart => Line::Announced,
            _ => Line::Pick,
        }
    }

    fn to(mut self, line: Line, i: usize) -> Self {
        self.line = line;
        self.i = i;
        self
    }

    /// The access of the next step; none outside an operation.
    #[must_use]
    pub fn access(&self, p: usize) -> Option<Access<N>> {
        let i = self.i;
        Some(match self.line {
            Line::Idle => return None,
            Line::Announced => Access::Load(Register::Announced(i)),
            Line::Pick | Line::Collect => Access::Load(Register::Main(i)),
            Line::Color => {
                let register = match self.variant {
                    Variant::ColorsApart => Register::ColorFor(p, i),
                    _ => Register::Color(p),
                };
                Access::Store(register, Value::Colors(self.picked))
            }
            Line::Saved => Access::Load(Register::Saved(i, p)),
            Line::First | Line::Second => Access::Load(Register::Color(i)),
            Line::Announce if self.is_apart() => {
                Access::Store(Register::Announced(p), Value::Colors(self.picked))
            }
            Line::Announce => {
                let announced = self.picked;
                let main = Main {
                    announced,
                    ..self.main
                };
                Access::Store(Register::Main(p), Value::Main(main))
            }
            Line::Save => {
                let old = match self.variant {
                    Variant::SavedLate => self.seen[p],
                    _ => self.main.stamp,
                };
                Access::Store(Register::Saved(p, i), Value::Stamp(old))
            }
            Line::Store => {
                let (stamp, tags) = (self.new, self.tags);
                let main = Main {
                    stamp,
                    tags,
                    ..self.main
                };
                Access::Store(Register::Main(p), Value::Main(main))
            }
        })
    }

    /// The state after the next step, and what the step has done. `value` is what it loaded, or
    /// stored.
    #[must_use]
    pub fn advance(self, p: usize, value: Value<N>) -> (Self, Outcome<N>) {
        match self.line {
            Line::Idle => (self, Outcome::Running),
            Line::Announced | Line::Pick | Line::Color | Line::Collect | Line::Saved => {
                self.scans(p, value)
            }
            _ => self.updates(p, value),
        }
    }

    /// As [`advance`](Process::advance), in a scan.
    fn scans(mut self, p: usize, value: Value<N>) -> (Self, Outcome<N>) {
        let i = self.i;
        match (self.line, value) {
            (Line::Announced, Value::Colors(announced)) => {
                self.tags = announced;
                if self.variant == Variant::ApartMainFirst {
                    self.picked[i] = self.pick(i, self.picked[i], announced[p]);
                    return (self.picks_next(p), Outcome::Running);
                }
                (self.to(Line::Pick, i), Outcome::Running)
            }
            (Line::Pick, Value::Main(main)) => {
                if self.variant == Variant::ApartMainFirst {
                    // Kept until the announced colors have been loaded.
                    self.picked[i] = main.tags[p];
                    return (self.to(Line::Announced, i), Outcome::Running);
                }
                let announced = match self.variant {
                    Variant::Apart => self.tags[p],
                    Variant::NoAnnouncement => self.colors[i],
                    _ => main.announced[p],
                };
                self.picked[i] = self.pick(i, main.tags[p], announced);
                (self.picks_next(p), Outcome::Running)
            }
            (Line::Color, Value::Colors(colors)) => {
                self.colors = colors;
                let others = next_other(i + 1, p);
                if self.variant == Variant::ColorsApart && others < N {
                    return (self.to(Line::Color, others), Outcome::Running);
                }
                self.picked = [0; N];
                let first = next_other(0, p);
                if first >= N {
                    return self.collected(p);
                }
                (self.to(Line::Collect, first), Outcome::Running)
            }
            (Line::Collect, Value::Main(main)) => {
                let is_new = main.tags[p] == self.colors[i];
                let collects =
                    matches!(self.variant, Variant::PlainCollect | Variant::SavedIgnored);
                if is_new && !collects {
                    return (self.to(Line::Saved, i), Outcome::Running);
                }
                self.observes(p, main.stamp)
            }
            (Line::Saved, Value::Stamp(stamp)) => self.observes(p, stamp),
            _ => (self, Outcome::Running),
        }
    }

    /// As [`advance`](Process::advance), in an update.
    fn updates(mut self, p: usize, value: Value<N>) -> (Self, Outcome<N>) {
        let i = self.i;
        match (self.line, value) {
            (Line::First, Value::Colors(colors)) => {
                self.picked[i] = colors[p];
                let others = next_other(i + 1, p);
                let next = match self.variant {
                    _ if others < N => self.to(Line::First, others),
                    Variant::NoAnnouncement | Variant::OneBit => {
                        self.to(Line::Second, next_other(0, p))
                    }
                    _ => self.to(Line::Announce, 0),
                };
                (next, Outcome::Running)
            }
            (Line::Announce, _) => {
                self.main.announced = self.picked;
                let first = next_other(0, p);
                if first >= N {
                    return (self.saves(p, 0), Outcome::Running);
                }
                (self.to(Line::Second, first), Outcome::Running)
            }
            (Line::Second, Value::Colors(colors)) => {
                let (first, second) = (self.picked[i], colors[p]);
                self.tags[i] = match self.variant {
                    Variant::NoBottom | Variant::OneBit => second,
                    Variant::NoBottomEarlier => first,
                    _ if first == second => first,
                    _ => NO_COLOR,
                };
                let others = next_other(i + 1, p);
                if others < N {
                    return (self.to(Line::Second, others), Outcome::Running);
                }
                if self.variant == Variant::SavedLate {
                    return (self.to(Line::Store, 0), Outcome::Running);
                }
                (self.saves(p, 0), Outcome::Running)
            }
            (Line::Save, _) => self.saves(p, i + 1).stored(),
            (Line::Store, _) if self.variant == Variant::SavedLate => {
                self.seen[p] = self.main.stamp;
                self.main.stamp = self.new;
                self.saves(p, 0).stored()
            }
            (Line::Store, _) => {
                self.main.stamp = self.new;
                self.main.tags = self.tags;
                self.ended().stored()
            }
            _ => (self, Outcome::Running),
        }
    }

    /// The state after a store of an update, and whether the label has ended.
    fn stored(self) -> (Self, Outcome<N>) {
        match self.line {
            Line::Idle => (self, Outcome::Labelled),
            _ => (self, Outcome::Running),
        }
    }

    /// A color for i that is none of these, and not the present one.
    fn pick(&self, i: usize, tag: Tag, announced: u8) -> u8 {
        if self.variant == Variant::OneBit {
            return 1 - tag;
        }
        let is_free = |&c: &u8| c != tag && c != announced && c != self.colors[i];
        (0..4).find(is_free).unwrap_or(0)
    }

    fn picks_next(mut self, p: usize) -> Self {
        self.tags = [0; N];
        let others = next_other(self.i + 1, p);
        match self.variant {
            _ if others >= N => self.to(Line::Color, next_other(0, p)),
            Variant::Apart => self.to(Line::Announced, others),
            _ => self.to(Line::Pick, others),
        }
    }

    fn observes(mut self, p: usize, stamp: Stamp<N>) -> (Self, Outcome<N>) {
        self.seen[self.i] = stamp;
        let others = next_other(self.i + 1, p);
        if others < N {
            return (self.to(Line::Collect, others), Outcome::Running);
        }
        self.collected(p)
    }

    /// The state after the scan has observed every process.
    fn collected(mut self, p: usize) -> (Self, Outcome<N>) {
        if self.operation == Some(Operation::Scan) {
            let view = View {
                order: order(&self.seen),
                seen: self.seen.map(|stamp| usize::from(stamp.instance)),
            };
            return (self.ended(), Outcome::Scanned(view));
        }
        self.new = Stamp {
            label: rule(self.variant, &self.seen.map(|stamp| stamp.label), p),
            instance: self.main.stamp.instance + 1,
        };
        self.seen = [self.main.stamp; N];
        let line = match self.variant {
            Variant::PlainCollect => Line::Store,
            _ if next_other(0, p) >= N => Line::Announce,
            _ => Line::First,
        };
        self.tags = self.main.tags;
        (self.to(line, next_other(0, p)), Outcome::Running)
    }

    /// Goes on to save the old label for the next process from `from` on whose tag is new.
    fn saves(mut self, p: usize, from: usize) -> Self {
        let is_new =
            |&i: &usize| i != p && self.tags[i] != NO_COLOR && self.tags[i] != self.main.tags[i];
        match (from..N).find(is_new) {
            Some(i) => self.to(Line::Save, i),
            None if self.variant == Variant::SavedLate => {
                self.main.tags = self.tags;
                self.ended()
            }
            None => self.to(Line::Store, 0),
        }
    }

    /// The state outside an operation: it keeps only what its registers hold.
    fn ended(self) -> Self {
        Process {
            main: self.main,
            colors: self.colors,
            seen: [self.main.stamp; N],
            new: self.main.stamp,
            ..Process::start(self.variant)
        }
    }

    /// Sets what it has observed to its own label, as it is outside an operation.
    pub(super) fn settle(&mut self) {
        *self = self.ended();
    }

    /// Whether it has stored its colors and loads labels.
    pub(super) fn is_collecting(&self) -> bool {
        matches!(self.line, Line::Collect | Line::Saved)
    }

    /// Whether it may have saved a label for a tag that it has not stored.
    pub(super) fn is_saving(&self) -> bool {
        matches!(self.line, Line::Save | Line::Store)
    }

    /// The labels that it has observed when its last load returns `value`.
    pub(super) fn collects(&self, value: Value<N>) -> [Label<N>; N] {
        let mut seen = self.seen;
        match value {
            Value::Main(main) => seen[self.i] = main.stamp,
            Value::Stamp(stamp) => seen[self.i] = stamp,
            Value::Colors(_) => {}
        }
        seen.map(|stamp| stamp.label)
    }

    /// Sets what only the check of histories reads to a fixed value.
    pub(super) fn forget_instances(&mut self) {
        self.main.stamp.instance = 0;
        self.main.announced = [0; N];
        self.new.instance = 0;
        for stamp in &mut self.seen {
            stamp.instance = 0;
        }
    }

    /// Passes the operation, the line and the loop variable to `fields`.
    pub(super) fn place_fields(&mut self, fields: &mut impl Fields) {
        let mut operation = self.operation.map_or(0, |operation| operation as usize + 1);
        fields.number(&mut operation, 3);
        self.operation = [None, Some(Operation::Label), Some(Operation::Scan)][operation];
        let mut line = self.line as usize;
        fields.number(&mut line, LINES.len());
        self.line = LINES[line];
        fields.number(&mut self.i, N + 1);
    }
}
