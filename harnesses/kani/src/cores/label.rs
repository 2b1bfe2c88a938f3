//! Labels of three processes: `doorway_core::label`.

use doorway_core::label::{choose, moved, newest, precedes, Digit, Label, LOWEST};

type Labels = [Label<3>; 3];

/// Any labels: two digits each.
fn any_labels() -> Labels {
    let thrown: [[u8; 2]; 3] = kani::any();
    let digit = |byte: u8| -> Digit { byte % 5 + 1 };
    thrown.map(|[first, second]| [digit(first), digit(second), LOWEST])
}

fn comes_after_all(labels: &Labels, new: &Label<3>, me: usize) -> bool {
    (0..3).all(|j| j == me || precedes(&labels[j], j, new, me))
}

/// A new label comes after all that were seen, if one of these is the newest.
fn dominate(choose: impl Fn(&Labels, usize) -> Label<3>) {
    let labels = any_labels();
    let me = usize::from(kani::any::<u8>() % 3);
    let m = newest(&labels);
    let is_newest = comes_after_all(&labels, &labels[m], m);
    let new = choose(&labels, me);
    assert!(!is_newest || comes_after_all(&labels, &new, me));
    kani::cover!(is_newest && m != me && labels[m][0] == new[0]);
    kani::cover!(is_newest && m != me && labels[m][0] != new[0]);
    kani::cover!(is_newest && m == me);
    kani::cover!(!is_newest, "the labels go around");
}

/// Of the labels of two processes exactly one goes first.
fn compare(precedes: impl Fn(&Label<3>, usize, &Label<3>, usize) -> bool) {
    let [a, b, _] = any_labels();
    assert!(precedes(&a, 0, &b, 1) != precedes(&b, 1, &a, 0));
    kani::cover!(a == b);
    kani::cover!(a != b && precedes(&b, 1, &a, 0));
}

#[kani::proof]
#[kani::unwind(5)]
fn dominates() {
    dominate(choose);
}

#[kani::proof]
#[kani::unwind(5)]
fn compared() {
    compare(precedes);
}

mod mutants {
    use super::*;

    mod dominates {
        use super::*;

        /// The first digit moves, whatever the others have there.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn first_digit_only() {
            dominate(|labels, me| moved(&labels[newest(labels)], if me < 3 { 1 } else { 2 }));
        }
    }

    mod compared {
        use super::*;

        /// A tie goes both ways.
        #[kani::proof]
        #[kani::unwind(5)]
        #[kani::should_panic]
        fn ties() {
            compare(|a, p, b, q| a == b || precedes(a, p, b, q));
        }
    }
}
