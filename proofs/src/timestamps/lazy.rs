//! The laziest timestamp system as a part of a lock's model. Unlike [`laziest`](super::laziest) it
//! keeps only what a scan can still observe, so that processes may run for ever.
//!
//! A label is two steps: the first places a new instance after every instance that has ended, and
//! anywhere among those that have not; the second ends it. Until then the instance before it can be
//! observed too.
//!
//! A scan of p begins together with the step before it, and ends with one step. Only the order
//! between p and each other process q matters. So the model keeps, for a scan that has begun, the
//! answers about q that an instance of q allows that it may observe: q before p, q after p, or
//! either. An instance of q that begins later comes after p's, because the label of p has ended.

use super::stamps::{word, Progress, Stamps};
use super::Operation;
use crate::machine::{Access, Array, Fields, Kind, Slot};
use doorway_core::ticket::Ticket;

/// Where a process is in an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lazy {
    /// In no operation.
    Idle,
    /// Label: asks where to place the instance.
    Asks,
    /// Label: places the instance so far above the lowest place that is allowed.
    Places(usize),
    /// Label: ends it.
    Ends,
    /// Scan: begins.
    Begins,
    /// Scan: asks for the answer.
    Scans,
}

/// What a store does, as its copy.
const PLACES: usize = 0;
const ENDS: usize = 1;
const BEGINS: usize = 2;

/// The largest set that a scan may list, as bits.
const fn listed<const N: usize>() -> usize {
    (1 << N) - 1
}

/// An instance: the process, and whether it is the one before its latest.
type Instance = (usize, bool);

/// What can still be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observable<const N: usize> {
    /// By process: the place of its latest instance, and of the one before that, if the label has
    /// not ended. Places are numbered without gaps.
    latest: [usize; N],
    earlier: [Option<usize>; N],
    /// By scanner: the processes that its scan may list before it, and those after it, as bits.
    before: [u64; N],
    after: [u64; N],
}

impl<const N: usize> Observable<N> {
    fn place(&self, (q, is_earlier): Instance) -> Option<usize> {
        if is_earlier {
            self.earlier[q]
        } else {
            Some(self.latest[q])
        }
    }

    /// The number of instances.
    fn len(&self) -> usize {
        N + self.earlier.iter().flatten().count()
    }

    /// The first place after every instance that has ended, for a label of p.
    fn lowest(&self) -> usize {
        let ended = (0..N).map(|q| self.earlier[q].unwrap_or(self.latest[q]));
        ended.max().map_or(0, |place| place + 1)
    }

    /// Moves the instances from a place on by one.
    fn shift(&mut self, from: usize, up: bool) {
        let moved = |place: usize| match up {
            _ if place < from => place,
            true => place + 1,
            false => place - 1,
        };
        self.latest = self.latest.map(moved);
        self.earlier = self.earlier.map(|place| place.map(moved));
    }

    /// Begins a label of p.
    fn label(&mut self, p: usize, above: usize) {
        let place = (self.lowest() + above).min(self.len());
        self.shift(place, true);
        self.earlier[p] = Some(self.latest[p]);
        self.latest[p] = place;
        for scanner in (0..N).filter(|&scanner| scanner != p) {
            self.after[scanner] |= 1 << p;
        }
    }

    /// Ends the label of p.
    fn end(&mut self, p: usize) {
        if let Some(place) = self.earlier[p].take() {
            self.shift(place + 1, false);
        }
    }

    /// Begins a scan of p.
    fn scan(&mut self, p: usize) {
        (self.before[p], self.after[p]) = (0, 0);
        for q in (0..N).filter(|&q| q != p) {
            for is_earlier in [false, true] {
                if let Some(place) = self.place((q, is_earlier)) {
                    let answers = if place < self.latest[p] {
                        &mut self.before
                    } else {
                        &mut self.after
                    };
                    answers[p] |= 1 << q;
                }
            }
        }
    }

    /// Sorts instances of processes that are not in `scanning`, between which there is none of a
    /// process that is: no scan will tell their order.
    fn sort_others(&mut self, scanning: u64) {
        let is_scanning = |q: usize| scanning >> q & 1 == 1;
        let others = |from| (from..N).filter(move |&q| !is_scanning(q));
        for p in others(0) {
            for q in others(p + 1) {
                let (low, high) = (self.latest[q], self.latest[p]);
                let between = |place: usize| low < place && place < high;
                let apart = (0..N)
                    .filter(|&r| is_scanning(r))
                    .any(|r| between(self.latest[r]) || self.earlier[r].is_some_and(between));
                if low < high && !apart {
                    self.latest.swap(p, q);
                }
            }
        }
    }

    /// Whether p's scan may list these processes before it, and the others after it.
    fn allows(&self, p: usize, listed: u64) -> bool {
        listed & !self.before[p] == 0 && self.before[p] & !self.after[p] & !listed == 0
    }
}

impl<const N: usize> Stamps<N> for Lazy {
    type Registers = Observable<N>;

    const ARRAYS: &'static [Array] = &[Array::Stamps];

    fn start() -> Self {
        Lazy::Idle
    }

    fn begins(self, _: Slot, operation: Operation) -> Self {
        match operation {
            Operation::Label => Lazy::Asks,
            Operation::Scan => Lazy::Begins,
        }
    }

    fn access(&self, slot: Slot) -> Access {
        // A load: the largest answer. A store: what it does.
        let (kind, copy) = match *self {
            Lazy::Asks => (Kind::Load, N - 1),
            Lazy::Places(above) => (Kind::Store(above as Ticket), PLACES),
            Lazy::Ends => (Kind::Store(0), ENDS),
            Lazy::Begins => (Kind::Store(0), BEGINS),
            Lazy::Idle | Lazy::Scans => (Kind::Load, listed::<N>()),
        };
        let access = Access::of(kind, Array::Stamps, slot.p, slot.p);
        Access { copy, ..access }
    }

    fn advance(self, _: Slot, loaded: Ticket) -> (Self, Progress) {
        match self {
            Lazy::Asks => (Lazy::Places(loaded as usize), Progress::Running),
            Lazy::Places(_) => (Lazy::Ends, Progress::Running),
            Lazy::Ends => (Lazy::Idle, Progress::Labelled),
            Lazy::Begins => (Lazy::Scans, Progress::Running),
            Lazy::Idle | Lazy::Scans => (Lazy::Idle, Progress::Scanned(loaded)),
        }
    }

    fn registers() -> Observable<N> {
        Observable {
            latest: std::array::from_fn(|q| q),
            earlier: [None; N],
            before: [0; N],
            after: [0; N],
        }
    }

    fn read(_: &Observable<N>, _: &Access) -> Ticket {
        0
    }

    fn write(observable: &mut Observable<N>, access: &Access, value: Ticket) {
        let p = access.home;
        match access.copy {
            PLACES => observable.label(p, value as usize),
            ENDS => observable.end(p),
            _ => observable.scan(p),
        }
    }

    fn in_flux(_: &Observable<N>, _: &Access) -> bool {
        true
    }

    fn may_return(observable: &Observable<N>, access: &Access, value: Ticket) -> bool {
        let p = access.home;
        if access.copy == listed::<N>() {
            observable.allows(p, value)
        } else {
            observable.lowest() + value as usize <= observable.len()
        }
    }

    /// Answers to a scan that has ended, or not begun; and the order between processes of which none
    /// will scan before its next label.
    fn forget(observable: &mut Observable<N>, processes: [&Self; N], scanning: u64) {
        let has_begun = |p: usize| *processes[p] == Lazy::Scans;
        let will_ask = |p: &usize| matches!(processes[*p], Lazy::Idle | Lazy::Ends | Lazy::Begins);
        let asking = (0..N).filter(will_ask).fold(0, |set, p| set | 1 << p);
        observable.sort_others(scanning & asking);
        for p in (0..N).filter(|&p| !has_begun(p)) {
            (observable.before[p], observable.after[p]) = (0, 0);
        }
    }

    fn fields(&mut self, _: Slot, fields: &mut impl Fields) {
        let (mut state, mut above) = match *self {
            Lazy::Idle => (0, 0),
            Lazy::Asks => (1, 0),
            Lazy::Places(above) => (2, above),
            Lazy::Ends => (3, 0),
            Lazy::Begins => (4, 0),
            Lazy::Scans => (5, 0),
        };
        fields.number(&mut state, 6);
        fields.number(&mut above, N);
        *self = [
            Lazy::Idle,
            Lazy::Asks,
            Lazy::Places(above),
            Lazy::Ends,
            Lazy::Begins,
            Lazy::Scans,
        ][state];
    }

    fn register_fields(observable: &mut Observable<N>, fields: &mut impl Fields) {
        for p in 0..N {
            fields.number(&mut observable.latest[p], 2 * N);
            let mut earlier = observable.earlier[p].map_or(0, |place| place + 1);
            fields.number(&mut earlier, 2 * N + 1);
            observable.earlier[p] = earlier.checked_sub(1);
            word(fields, &mut observable.before[p], 1 << N);
            word(fields, &mut observable.after[p], 1 << N);
        }
    }
}
