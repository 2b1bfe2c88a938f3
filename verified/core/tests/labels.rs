//! Labels in sequential use: every reachable set of labels is totally ordered, and a new label
//! comes after all others. Exhaustive for N ≤ 4: every sequence of processes that take a label,
//! one after the other, each from the labels of all.

use doorway_core::label::{
    below, choose, most, newest, next, pack, place, precedes, unpack, Digit, Label, LOWEST,
    NO_COLOR,
};
use std::collections::HashSet;

/// A rule by which a process takes a label.
type Rule<const N: usize> = fn(&[Label<N>; N], usize) -> Label<N>;

/// Whether exactly one of two labels goes first, and no three go around.
fn is_ordered<const N: usize>(labels: &[Label<N>; N]) -> bool {
    let before = |p: usize, q: usize| precedes(&labels[p], p, &labels[q], q);
    (0..N).all(|p| {
        (0..N).all(|q| {
            (p == q || before(p, q) != before(q, p))
                && (0..N).all(|r| !(before(p, q) && before(q, r)) || before(p, r))
        })
    })
}

/// Whether the label of p comes after all others.
fn dominates<const N: usize>(labels: &[Label<N>; N], p: usize) -> bool {
    (0..N).all(|q| q == p || precedes(&labels[q], q, &labels[p], p))
}

/// Explores all sets of labels that the rule reaches from `start`. Returns their number, or the
/// first set that is wrong.
fn explore<const N: usize>(start: [Label<N>; N], rule: Rule<N>) -> Result<usize, [Label<N>; N]> {
    let mut seen = HashSet::from([start]);
    let mut todo = vec![start];
    while let Some(labels) = todo.pop() {
        if !is_ordered(&labels) {
            return Err(labels);
        }
        for p in 0..N {
            let mut after = labels;
            after[p] = rule(&labels, p);
            if !dominates(&after, p) {
                return Err(after);
            }
            if seen.insert(after) {
                todo.push(after);
            }
        }
    }
    Ok(seen.len())
}

fn start<const N: usize>() -> [Label<N>; N] {
    [[LOWEST; N]; N]
}

#[test]
fn reachable_labels_are_ordered() {
    let reached = (
        explore::<1>(start(), choose),
        explore::<2>(start(), choose),
        explore::<3>(start(), choose),
        explore::<4>(start(), choose),
    );
    assert_eq!(reached, (Ok(1), Ok(9), Ok(731), Ok(448_798)));
}

/// The rule with a threshold of N - h - `less`.
fn with_threshold<const N: usize>(labels: &[Label<N>; N], me: usize, less: usize) -> Label<N> {
    let m = newest(labels);
    if m == me {
        return labels[me];
    }
    let shared = |h: usize| {
        (0..N)
            .filter(|&j| j != me && labels[j][..h] == labels[m][..h])
            .count()
    };
    let h = (1..N).find(|&h| shared(h) + less >= N - h).unwrap_or(N - 1);
    move_digit(&labels[m], h, next)
}

fn move_digit<const N: usize>(
    label: &Label<N>,
    h: usize,
    next: impl Fn(Digit) -> Digit,
) -> Label<N> {
    let mut new = [LOWEST; N];
    new[..h].copy_from_slice(&label[..h]);
    new[h - 1] = next(label[h - 1]);
    new
}

#[test]
fn the_threshold_is_the_rule() {
    assert_eq!(
        explore::<3>(start(), |labels, me| with_threshold(labels, me, 0)),
        explore::<3>(start(), choose)
    );
}

/// A digit moves although one process too few shares it.
#[test]
fn a_threshold_one_less_breaks() {
    let rule = |labels: &_, me| with_threshold::<3>(labels, me, 1);
    assert!(explore(start(), rule).is_err());
    let rule = |labels: &_, me| with_threshold::<4>(labels, me, 1);
    assert!(explore(start(), rule).is_err());
}

/// A digit moves only if one process more shares it.
#[test]
fn a_threshold_one_more_breaks() {
    fn rule<const N: usize>(labels: &[Label<N>; N], me: usize) -> Label<N> {
        let m = newest(labels);
        if m == me {
            return labels[me];
        }
        let shared = |h: usize| {
            (0..N)
                .filter(|&j| j != me && labels[j][..h] == labels[m][..h])
                .count()
        };
        let h = (1..N).find(|&h| shared(h) > N - h).unwrap_or(N - 1);
        move_digit(&labels[m], h, next)
    }
    assert!(explore::<3>(start(), rule).is_err());
    assert!(explore::<4>(start(), rule).is_err());
}

/// The process with the newest label takes another one.
#[test]
fn a_newest_that_moves_breaks() {
    fn rule<const N: usize>(labels: &[Label<N>; N], me: usize) -> Label<N> {
        let m = newest(labels);
        if m != me {
            return choose(labels, me);
        }
        let shared = |h: usize| {
            (0..N)
                .filter(|&j| j != me && labels[j][..h] == labels[m][..h])
                .count()
        };
        let h = (1..N).find(|&h| shared(h) >= N - h).unwrap_or(N - 1);
        move_digit(&labels[m], h, next)
    }
    assert!(explore::<2>(start(), rule).is_err());
    assert!(explore::<3>(start(), rule).is_err());
}

/// The digit after 5 is 4, which is below 5.
#[test]
fn a_digit_that_goes_back_breaks() {
    fn rule<const N: usize>(labels: &[Label<N>; N], me: usize) -> Label<N> {
        let m = newest(labels);
        if m == me {
            return labels[me];
        }
        let h = place(labels, me, m);
        move_digit(&labels[m], h, |d| if d == 5 { 4 } else { next(d) })
    }
    assert!(explore::<2>(start(), rule).is_err());
    assert!(explore::<3>(start(), rule).is_err());
}

/// Digits that start in the cycle break nothing here: one after the other, the processes never use
/// more than three digits at a place. `doorway-proofs` kills this mutant, with processes that take
/// labels at the same time.
#[test]
fn a_wrong_start_digit_does_not_show() {
    fn rule<const N: usize>(labels: &[Label<N>; N], me: usize) -> Label<N> {
        let m = newest(labels);
        if m == me {
            return labels[me];
        }
        let h = place(labels, me, m);
        let mut new = move_digit(&labels[m], h, next);
        new[h..].fill(3);
        new
    }
    assert_eq!(explore::<3>([[3; 3]; 3], rule), Ok(219));
    assert_eq!(explore::<4>([[3; 4]; 4], rule), Ok(33_736));
}

#[test]
fn digits() {
    for a in 1..=5 {
        assert!(!below(a, a) && below(a, next(a)));
        for b in (1..=5).filter(|&b| b != a) {
            assert_ne!(below(a, b), below(b, a));
        }
    }
}

/// Every label and all tags of three processes survive being packed.
#[test]
fn packing() {
    const N: usize = 3;
    for code in 0..5_u32.pow(4) {
        let digit = |at: u32| (code / 5_u32.pow(at) % 5) as u8;
        let label = [digit(0) + 1, digit(1) + 1, LOWEST];
        for me in 0..N {
            let mut tags = [NO_COLOR; N];
            tags[(me + 1) % N] = digit(2);
            tags[(me + 2) % N] = digit(3);
            let packed = pack(&label, &tags, me, u64::from(u16::MAX)).unwrap();
            assert_eq!(unpack::<N>(packed, me), (label, tags));
        }
    }
    let full = ([5; 14], [NO_COLOR; 14]);
    let packed = pack(&full.0, &full.1, 13, u64::MAX).unwrap();
    let mut label = full.0;
    label[13] = LOWEST;
    assert_eq!(unpack::<14>(packed, 13), (label, full.1));
    assert_eq!(pack(&[1; 15], &[0; 15], 0, u64::MAX).unwrap_err().most, 14);
    assert_eq!((most(0), most(24), most(25)), (1, 1, 2));
}
