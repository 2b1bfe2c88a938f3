//! The specification of a timestamp system, as a check of histories.
//!
//! An *instance* is one label of one process. Number 0 of each process is there from the
//! beginning. A scan observes one instance of each process, and lists these instances in an order.
//!
//! * **Regularity**: an instance that a scan observes began before the scan ended, and no later
//!   instance of that process ended before the scan began. Of itself the scanner observes its
//!   latest instance.
//! * **Order**: the graph of "x ended before y began" and "some scan lists x before y" has no
//!   cycle.

/// An event of a history. All times are different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<const N: usize> {
    /// A label of p begins: the next instance of p.
    LabelBegins(usize),
    /// The label of p ends.
    LabelEnds(usize),
    /// A scan of p begins.
    ScanBegins(usize),
    /// The scan of p ends with this result.
    ScanEnds(usize, View<N>),
}

/// What a scan returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View<const N: usize> {
    /// The processes, the oldest timestamp first.
    pub order: [usize; N],
    /// The instance observed of each process.
    pub seen: [usize; N],
}

impl<const N: usize> View<N> {
    /// Whether p is listed before q.
    #[must_use]
    pub fn lists(&self, p: usize, q: usize) -> bool {
        let place = |of| self.order.iter().position(|&each| each == of);
        place(p) < place(q)
    }
}

/// How a history violates the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// An event that cannot come here: an operation begins twice, or ends without a beginning.
    Malformed,
    /// A scan that does not list every process once.
    NoPermutation,
    /// Regularity: the observed instance had not begun.
    FromTheFuture,
    /// Regularity: a later instance of that process had ended before the scan began.
    Outdated,
    /// Regularity: the scanner did not observe its own latest instance.
    NotItsOwn,
    /// Order: there is a cycle.
    Cycle,
}

/// A check of a history, event by event, with at most M instances of each process, the initial one
/// included. N · M is at most 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Monitor<const N: usize, const M: usize> {
    /// The latest instance of each process.
    latest: [u8; N],
    /// Whether that instance has not ended.
    labelling: [bool; N],
    /// By scanner: the latest instances that had ended when its scan began.
    floor: [Option<[u8; N]>; N],
    /// By instance: the instances after it, as a set. Closed under transitivity.
    after: [[u64; M]; N],
}

impl<const N: usize, const M: usize> Default for Monitor<N, M> {
    fn default() -> Self {
        Monitor {
            latest: [0; N],
            labelling: [false; N],
            floor: [None; N],
            after: [[0; M]; N],
        }
    }
}

impl<const N: usize, const M: usize> Monitor<N, M> {
    /// Follows an event.
    ///
    /// # Errors
    ///
    /// If the history up to this event violates the specification.
    pub fn see(&mut self, event: &Event<N>) -> Result<(), Violation> {
        let idle = |p: usize| !self.labelling[p] && self.floor[p].is_none();
        match *event {
            Event::LabelBegins(p) if idle(p) => self.label_begins(p),
            Event::LabelEnds(p) if self.labelling[p] => self.labelling[p] = false,
            Event::ScanBegins(p) if idle(p) => {
                self.floor[p] = Some(std::array::from_fn(|q| self.ended(q)));
            }
            Event::ScanEnds(p, view) => {
                let floor = self.floor[p].take().ok_or(Violation::Malformed)?;
                self.is_regular(p, &floor, &view)?;
                self.is_ordered(&view)?;
            }
            _ => return Err(Violation::Malformed),
        }
        Ok(())
    }

    /// The latest instance of q that has ended.
    fn ended(&self, q: usize) -> u8 {
        self.latest[q] - u8::from(self.labelling[q])
    }

    /// The bit of an instance.
    fn bit(q: usize, instance: usize) -> u64 {
        assert!(instance < M && N * M <= 64, "the monitor is too small");
        1 << (q * M + instance)
    }

    fn label_begins(&mut self, p: usize) {
        self.latest[p] += 1;
        self.labelling[p] = true;
        let new = Self::bit(p, usize::from(self.latest[p]));
        // The latest that have ended; the earlier ones come before them.
        let mut ended = 0;
        for q in 0..N {
            let instance = if q == p {
                self.latest[p] - 1
            } else {
                self.ended(q)
            };
            ended |= Self::bit(q, usize::from(instance));
        }
        for q in 0..N {
            for i in 0..M {
                if (Self::bit(q, i) | self.after[q][i]) & ended != 0 {
                    self.after[q][i] |= new;
                }
            }
        }
    }

    fn is_regular(&self, p: usize, floor: &[u8; N], view: &View<N>) -> Result<(), Violation> {
        let mut listed = view.order;
        listed.sort_unstable();
        if listed.iter().enumerate().any(|(at, &q)| at != q) {
            return Err(Violation::NoPermutation);
        }
        for (q, &lowest) in floor.iter().enumerate() {
            let (seen, latest) = (view.seen[q], usize::from(self.latest[q]));
            if q == p && seen != latest {
                return Err(Violation::NotItsOwn);
            }
            if seen > latest {
                return Err(Violation::FromTheFuture);
            }
            if seen < usize::from(lowest) {
                return Err(Violation::Outdated);
            }
        }
        Ok(())
    }

    fn is_ordered(&mut self, view: &View<N>) -> Result<(), Violation> {
        for pair in view.order.windows(2) {
            let (x, y) = (pair[0], pair[1]);
            let from = Self::bit(x, view.seen[x]);
            let to = Self::bit(y, view.seen[y]) | self.after[y][view.seen[y]];
            if to & from != 0 {
                return Err(Violation::Cycle);
            }
            for q in 0..N {
                for i in 0..M {
                    if (Self::bit(q, i) | self.after[q][i]) & from != 0 {
                        self.after[q][i] |= to;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Checks a whole history.
///
/// # Errors
///
/// The first violation, with the place of its event.
pub fn check<const N: usize, const M: usize>(
    events: &[Event<N>],
) -> Result<(), (usize, Violation)> {
    let mut monitor = Monitor::<N, M>::default();
    for (at, event) in events.iter().enumerate() {
        monitor.see(event).map_err(|violation| (at, violation))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::properties;
    use super::Event::{LabelBegins, LabelEnds, ScanBegins, ScanEnds};
    use super::{check, Event, View, Violation};

    fn scan<const N: usize>(p: usize, order: [usize; N], seen: [usize; N]) -> [Event<N>; 2] {
        [ScanBegins(p), ScanEnds(p, View { order, seen })]
    }

    fn verdict<const N: usize>(parts: &[&[Event<N>]]) -> Result<(), Violation> {
        check::<N, 8>(&parts.concat()).map_err(|(_, violation)| violation)
    }

    #[test]
    fn labels_one_after_the_other() {
        let history: [&[Event<2>]; 4] = [
            &[LabelBegins(1), LabelEnds(1), LabelBegins(0), LabelEnds(0)],
            &scan(0, [1, 0], [1, 1]),
            &[LabelBegins(1), LabelEnds(1)],
            &scan(0, [0, 1], [1, 2]),
        ];
        assert_eq!(verdict(&history), Ok(()));
    }

    #[test]
    fn a_scan_may_observe_a_label_that_has_not_ended() {
        let begins: [Event<2>; 1] = [LabelBegins(1)];
        assert_eq!(verdict(&[&begins, &scan(0, [0, 1], [0, 1])]), Ok(()));
        assert_eq!(verdict(&[&begins, &scan(0, [0, 1], [0, 0])]), Ok(()));
    }

    #[test]
    fn malformed() {
        assert_eq!(verdict::<2>(&[&[LabelEnds(0)]]), Err(Violation::Malformed));
        let twice: [Event<2>; 2] = [LabelBegins(0), ScanBegins(0)];
        assert_eq!(verdict(&[&twice]), Err(Violation::Malformed));
        let result = scan(0, [0, 1], [0, 0])[1];
        assert_eq!(verdict(&[&[result]]), Err(Violation::Malformed));
    }

    #[test]
    fn no_permutation() {
        let history = scan(0, [0, 0], [0, 0]);
        assert_eq!(verdict(&[&history]), Err(Violation::NoPermutation));
    }

    #[test]
    fn from_the_future() {
        let history = scan(0, [0, 1], [0, 1]);
        assert_eq!(verdict(&[&history]), Err(Violation::FromTheFuture));
    }

    #[test]
    fn outdated() {
        let label: [Event<2>; 2] = [LabelBegins(1), LabelEnds(1)];
        let history = [&label, &scan(0, [0, 1], [0, 0])];
        assert_eq!(
            verdict(&history.map(|part| &part[..])),
            Err(Violation::Outdated)
        );
    }

    /// A label that ends within the scan may be missed.
    #[test]
    fn not_outdated_within() {
        let [begins, ends] = scan(0, [0, 1], [0, 0]);
        assert_eq!(
            verdict(&[&[begins, LabelBegins(1), LabelEnds(1), ends]]),
            Ok(())
        );
    }

    #[test]
    fn not_its_own() {
        let label: [Event<2>; 2] = [LabelBegins(0), LabelEnds(0)];
        let history = [&label, &scan(0, [0, 1], [0, 0])];
        assert_eq!(
            verdict(&history.map(|part| &part[..])),
            Err(Violation::NotItsOwn)
        );
    }

    /// A scan lists an instance before one that had ended when it began.
    #[test]
    fn against_real_time() {
        let labels: [Event<2>; 4] = [LabelBegins(0), LabelEnds(0), LabelBegins(1), LabelEnds(1)];
        let wrong = scan(0, [1, 0], [1, 1]);
        assert_eq!(verdict(&[&labels, &wrong]), Err(Violation::Cycle));
    }

    /// Two scans disagree about two labels that overlapped.
    #[test]
    fn two_scans_disagree() {
        let labels: [Event<2>; 4] = [LabelBegins(0), LabelBegins(1), LabelEnds(0), LabelEnds(1)];
        let (one, other) = (scan(0, [0, 1], [1, 1]), scan(1, [1, 0], [1, 1]));
        assert_eq!(verdict(&[&labels, &one]), Ok(()));
        assert_eq!(verdict(&[&labels, &other]), Ok(()));
        assert_eq!(verdict(&[&labels, &one, &other]), Err(Violation::Cycle));
    }

    /// Three scans, of which any two agree, go around: 0 before 1, 1 before 2, 2 before 0. Each
    /// observes the old instance of the third process.
    #[test]
    fn three_scans_go_around() {
        let ends = |p, order, seen| ScanEnds(p, View { order, seen });
        let begin = [3, 4, 5].map(ScanBegins);
        let labels: Vec<Event<6>> = (0..3).flat_map(|p| [LabelBegins(p)]).collect();
        let ended: Vec<Event<6>> = (0..3).flat_map(|p| [LabelEnds(p)]).collect();
        let first = ends(3, [2, 3, 4, 5, 0, 1], [1, 1, 0, 0, 0, 0]);
        let second = ends(4, [0, 3, 4, 5, 1, 2], [0, 1, 1, 0, 0, 0]);
        let third = ends(5, [1, 3, 4, 5, 2, 0], [1, 0, 1, 0, 0, 0]);
        let verdict = |last: &[Event<6>]| verdict(&[&begin, &labels, &ended, last]);
        assert_eq!(verdict(&[first, second]), Ok(()));
        assert_eq!(verdict(&[second, third]), Ok(()));
        assert_eq!(verdict(&[first, third]), Ok(()));
        assert_eq!(verdict(&[first, second, third]), Err(Violation::Cycle));
        // The paper's sentences do not speak of scans that overlap the labels.
        let all = [&begin, &labels[..], &ended, &[first, second, third]].concat();
        assert_eq!(properties::check(&all), Ok(()));
    }
}
