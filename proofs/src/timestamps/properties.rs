//! The four sentences of the paper about timestamp systems, as a check of histories.
//!
//! The check uses only when operations begin and end, and which permutations are returned. It does
//! not use the observed instances.
//!
//! 1. Scans within an interval in which two processes are outside `Label` order the two alike.
//! 2. If a scan has returned p < i, then a later scan does too, if p is outside `Label` from the
//!    beginning of the first scan to the end of the second, and all labels of i that began before
//!    the first scan ended have ended when the second begins.
//! 3. (Property 1) If a label of p begins after a label of q has ended, then a scan after both, and
//!    before any later label of q, returns q < p.
//! 4. (Property 2) If in an interval each process of a set makes a label and then a scan, and no
//!    label after it, then the last scan of one of them orders all others of the set before it,
//!    and no label of the set begins after its last label has ended.

use super::history::{Event, View};

/// A sentence of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// Scans in an interval without labels of two processes agree about them.
    Consistent,
    /// An order that was returned stays.
    Stays,
    /// Property 1: a label comes after the labels that had ended before it.
    Property1,
    /// Property 2: of a set of processes, one sees all others before it.
    Property2,
}

/// An operation with the times of its beginning and its end.
#[derive(Clone, Copy, Debug)]
struct Span<R> {
    p: usize,
    from: usize,
    to: usize,
    result: R,
}

struct Spans<const N: usize> {
    /// Labels; one that has not ended ends after the history.
    labels: Vec<Span<()>>,
    /// Scans that have ended.
    scans: Vec<Span<View<N>>>,
}

impl<const N: usize> Spans<N> {
    fn of(events: &[Event<N>]) -> Self {
        let mut spans = Spans {
            labels: Vec::new(),
            scans: Vec::new(),
        };
        let mut began = [0; N];
        for (at, event) in events.iter().enumerate() {
            match *event {
                Event::LabelBegins(p) => {
                    let to = events.len();
                    spans.labels.push(Span {
                        p,
                        from: at,
                        to,
                        result: (),
                    });
                }
                Event::LabelEnds(p) => {
                    if let Some(label) = spans.labels.iter_mut().rfind(|label| label.p == p) {
                        label.to = at;
                    }
                }
                Event::ScanBegins(p) => began[p] = at,
                Event::ScanEnds(p, result) => {
                    let from = began[p];
                    spans.scans.push(Span {
                        p,
                        from,
                        to: at,
                        result,
                    });
                }
            }
        }
        spans
    }

    /// Whether p is outside `Label` all the time from `from` to `to`.
    fn is_quiet(&self, p: usize, from: usize, to: usize) -> bool {
        let overlaps = |label: &&Span<()>| label.p == p && label.from < to && label.to > from;
        !self.labels.iter().any(|label| overlaps(&label))
    }

    fn consistent(&self) -> bool {
        self.pairs().all(|(one, other)| {
            let (from, to) = (one.from.min(other.from), one.to.max(other.to));
            let quiet: Vec<_> = (0..N).filter(|&p| self.is_quiet(p, from, to)).collect();
            quiet.iter().all(|&p| {
                let alike = |&q: &usize| one.result.lists(p, q) == other.result.lists(p, q);
                quiet.iter().all(alike)
            })
        })
    }

    fn pairs(&self) -> impl Iterator<Item = (&Span<View<N>>, &Span<View<N>>)> {
        self.scans
            .iter()
            .flat_map(|one| self.scans.iter().map(move |other| (one, other)))
    }

    fn stays(&self) -> bool {
        self.pairs().all(|(first, second)| {
            let has_ended = |i: usize| {
                self.labels
                    .iter()
                    .all(|label| label.p != i || label.from > first.to || label.to < second.from)
            };
            (0..N).all(|p| {
                !self.is_quiet(p, first.from, second.to.max(first.from))
                    || second.to < first.from
                    || (0..N).all(|i| {
                        !first.result.lists(p, i) || !has_ended(i) || second.result.lists(p, i)
                    })
            })
        })
    }

    fn property_1(&self) -> bool {
        self.scans.iter().all(|scan| {
            self.labels.iter().all(|q| {
                let later =
                    |label: &Span<()>| label.p == q.p && label.from > q.to && label.from < scan.to;
                self.labels.iter().any(later)
                    || self.labels.iter().all(|p| {
                        p.p == q.p
                            || p.from < q.to
                            || p.to > scan.from
                            || scan.result.lists(q.p, p.p)
                    })
            })
        })
    }

    /// Property 2 for the interval from `from` to `to`.
    fn property_2(&self, from: usize, to: usize) -> bool {
        let within = |a: usize, b: usize| from <= a && b <= to;
        // By process: its last label and its last scan in the interval, if they are in this order.
        let last: [Option<(Span<()>, Span<View<N>>)>; N] = std::array::from_fn(|p| {
            let begins = |label: &&Span<()>| label.p == p && from <= label.from && label.from <= to;
            let label = *self.labels.iter().rfind(begins)?;
            let ends = |scan: &&Span<View<N>>| scan.p == p && within(scan.from, scan.to);
            let scan = *self.scans.iter().rfind(ends)?;
            (within(label.from, label.to) && label.to < scan.from).then_some((label, scan))
        });
        (1..1_usize << N).all(|set| {
            let members: Option<Vec<_>> = (0..N)
                .filter(|p| set >> p & 1 == 1)
                .map(|p| last[p])
                .collect();
            members.is_none_or(|members| {
                members.iter().any(|(label, scan)| {
                    members.iter().all(|(other, _)| {
                        other.p == label.p
                            || (scan.result.lists(other.p, label.p) && other.from < label.to)
                    })
                })
            })
        })
    }
}

/// Checks the four sentences of a whole history. Takes a time that is cubic in its length.
///
/// # Errors
///
/// The first sentence that is violated.
pub fn check<const N: usize>(events: &[Event<N>]) -> Result<(), Sentence> {
    let spans = Spans::of(events);
    if !spans.consistent() {
        return Err(Sentence::Consistent);
    }
    if !spans.stays() {
        return Err(Sentence::Stays);
    }
    if !spans.property_1() {
        return Err(Sentence::Property1);
    }
    let mut intervals = (0..events.len()).flat_map(|a| (a..events.len()).map(move |b| (a, b)));
    if !intervals.all(|(from, to)| spans.property_2(from, to)) {
        return Err(Sentence::Property2);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::history::Event::{LabelBegins, LabelEnds, ScanBegins, ScanEnds};
    use super::super::history::{Event, View};
    use super::{check, Sentence, Spans};

    const NOT_USED: usize = 0;

    fn ends<const N: usize>(p: usize, order: [usize; N]) -> Event<N> {
        let seen = [NOT_USED; N];
        ScanEnds(p, View { order, seen })
    }

    fn scan<const N: usize>(p: usize, order: [usize; N]) -> [Event<N>; 2] {
        [ScanBegins(p), ends(p, order)]
    }

    #[test]
    fn two_scans_disagree() {
        let (one, other) = (scan(0, [0, 1]), scan(1, [1, 0]));
        assert_eq!(check(&[one, one].concat()), Ok(()));
        assert_eq!(check(&[one, other].concat()), Err(Sentence::Consistent));
    }

    /// 0 is before 1, whose label had begun; and then no longer.
    #[test]
    fn an_order_does_not_stay() {
        let history = |second: [usize; 2]| {
            let begins = [LabelBegins(1)];
            let parts: [&[Event<2>]; 4] =
                [&begins, &scan(0, [0, 1]), &[LabelEnds(1)], &scan(0, second)];
            parts.concat()
        };
        assert_eq!(check(&history([0, 1])), Ok(()));
        assert_eq!(check(&history([1, 0])), Err(Sentence::Stays));
    }

    #[test]
    fn a_label_is_not_after_one_that_had_ended() {
        let labels = [LabelBegins(0), LabelEnds(0), LabelBegins(1), LabelEnds(1)];
        let history = |order| [&labels[..], &scan(0, order)].concat();
        assert_eq!(check(&history([0, 1])), Ok(()));
        assert_eq!(check(&history([1, 0])), Err(Sentence::Property1));
    }

    /// Two labels overlap, and each process sees the other as the newer one. With two processes the
    /// second sentence rejects this too, so the fourth is asked alone.
    #[test]
    fn no_process_sees_itself_last() {
        let holds = |of_1| {
            let both = [LabelBegins(1), LabelBegins(0), LabelEnds(0), ScanBegins(0)];
            let rest = [LabelEnds(1), ScanBegins(1), ends(1, of_1), ends(0, [0, 1])];
            Spans::of(&[both, rest].concat()).property_2(0, 7)
        };
        assert!(holds([0, 1]));
        assert!(!holds([1, 0]));
    }

    /// The process that sees itself last has labelled before another one began.
    #[test]
    fn a_label_begins_after_the_last() {
        let history: [Event<2>; 8] = [
            LabelBegins(0),
            LabelEnds(0),
            LabelBegins(1),
            LabelEnds(1),
            ScanBegins(0),
            ends(0, [1, 0]),
            ScanBegins(1),
            ends(1, [1, 0]),
        ];
        assert!(!Spans::of(&history).property_2(0, 7));
    }
}
