//! The states in which the phases of Figures 2 and 3 start.

use crate::machine::phases::{Start, Throw, Variables};
use doorway::phases::Private;
use doorway::shape::Inline;
use doorway_core::ticket::Ticket;

/// The private variables of Figures 2 and 3.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(kani, derive(kani::Arbitrary))]
pub struct Waiting<const N: usize> {
    /// The ticket of the passage.
    pub ticket: Ticket,
    /// The processes it waits for.
    pub predecessor_set: [bool; N],
    /// Whether the process knows that it was overtaken.
    pub captured: bool,
    /// Whether the optimistic ticket is still valid. The doorway of Figure 2 sets it, the
    /// announcement reads it, and nothing reads it after that.
    pub settled: bool,
}

impl<const N: usize> Variables<Private<Inline<N>>> for Waiting<N> {
    fn of(private: &Private<Inline<N>>) -> Self {
        Waiting {
            ticket: private.ticket,
            predecessor_set: private.predecessor_set,
            captured: private.captured,
            settled: false,
        }
    }

    fn give(self, private: &mut Private<Inline<N>>) {
        private.ticket = self.ticket;
        private.predecessor_set = self.predecessor_set;
        private.captured = self.captured;
        private.settled = self.settled;
    }

    fn ticket(&self) -> Ticket {
        self.ticket
    }
}

impl<const N: usize> Waiting<N> {
    /// A start made of random numbers. A process does not wait for itself; without the shaded
    /// lines no process is captured.
    pub(crate) fn thrown(throw: &Throw, shaded: bool) -> Start<Self> {
        let p = throw.process::<N>();
        let mut predecessor_set: [bool; N] = core::array::from_fn(|i| throw.set[i]);
        predecessor_set[p] = false;
        let variables = Waiting {
            ticket: throw.ticket % 8,
            predecessor_set,
            captured: shaded && throw.truth,
            settled: throw.ticket.is_multiple_of(3),
        };
        Start {
            p,
            k: usize::from(throw.k) % N + 1,
            variables,
        }
    }

    /// Any start of p, under the same conditions.
    #[cfg(kani)]
    pub(crate) fn any_start(p: usize, shaded: bool) -> Start<Self> {
        let mut variables: Self = kani::any();
        variables.predecessor_set[p] = false;
        variables.captured &= shaded;
        let k = kani::any_where(|&k| 1 <= k && k <= N);
        Start { p, k, variables }
    }
}

/// The first of `0..n` for which `is` returns true, or 0.
pub(crate) fn first(n: usize, is: impl Fn(usize) -> bool) -> usize {
    let mut i = 0;
    while i < n {
        if is(i) {
            return i;
        }
        i += 1;
    }
    0
}

/// Implements the phases of a lock of Figure 2 or 3: the lines at which they start, and the other
/// variables to set.
///
/// `shaded`: whether a process can be captured. `optimistic`: whether a doorway can have announced
/// the ticket already, and whether the waiting room polls before it decides.
macro_rules! phases {
    ($model:ident, shaded: $shaded:literal, optimistic: $optimistic:literal, lines: [$announce:ident, $scan:ident, $enter:ident, $inside:ident],
        captured: $captured:expr, copy: $copy:expr, set: $set:expr) => {
        impl<const N: usize> Phases<N> for $model<N> {
            type Variables = Waiting<N>;

            fn at_announce(p: usize, k: usize, variables: Waiting<N>) -> Self {
                if $optimistic && variables.settled {
                    let mut variables = Waiting {
                        captured: false,
                        ..variables
                    };
                    everyone_but(&mut variables.predecessor_set, p);
                    return Self::at_scan(p, k, variables);
                }
                let mut machine = Self::new(k);
                machine.processes[p].ticket = variables.ticket;
                machine.processes[p].line = Line::$announce;
                machine.processes[p].i = first(N, |i| i != p);
                machine
            }

            fn at_scan(p: usize, k: usize, variables: Waiting<N>) -> Self {
                let mut machine = Self::at_enter(p, k, variables);
                let set = variables.predecessor_set;
                let lets_in = if $optimistic {
                    size(&set) == 0
                } else {
                    may_enter(&set, k, $captured(&machine.processes[p]))
                };
                if !lets_in {
                    machine.processes[p].line = Line::$scan;
                    machine.processes[p].i = first(N, |i| set[i]);
                    $copy(&mut machine.processes[p]);
                }
                machine
            }

            fn at_enter(p: usize, k: usize, variables: Waiting<N>) -> Self {
                let mut machine = Self::new(k);
                let process = &mut machine.processes[p];
                process.ticket = variables.ticket;
                process.predecessor_set = variables.predecessor_set;
                $set(process, variables.captured);
                process.line = Line::$enter;
                machine
            }

            fn inside(p: usize, k: usize, variables: Waiting<N>) -> Self {
                let mut machine = Self::at_enter(p, k, variables);
                machine.processes[p].line = Line::$inside;
                machine
            }

            fn variables(&self, p: usize) -> Waiting<N> {
                let process = &self.processes[p];
                Waiting {
                    ticket: process.ticket,
                    predecessor_set: process.predecessor_set,
                    captured: $captured(process),
                    settled: false,
                }
            }

            fn is_let_in(&self, p: usize) -> bool {
                self.processes[p].line == Line::$enter
            }

            fn thrown(throw: &Throw) -> Start<Waiting<N>> {
                Waiting::thrown(throw, $shaded)
            }

            #[cfg(kani)]
            fn any_start(p: usize) -> Start<Waiting<N>> {
                Waiting::any_start(p, $shaded)
            }
        }
    };
}

/// The phases of Figure 2 without its shaded lines.
mod kfcfs {
    use super::{first, Waiting};
    use crate::kfcfs::{KFcfs, Line, Process};
    use crate::machine::phases::{Phases, Start, Throw};
    use crate::machine::Machine;
    use doorway_core::capture::may_enter;
    use doorway_core::predecessors::{everyone_but, size};

    phases!(
        KFcfs,
        shaded: false,
        optimistic: true,
        lines: [L16, L21, L24, L24],
        captured: |_: &Process<N>| false,
        copy: |_: &mut Process<N>| (),
        set: |_: &mut Process<N>, _: bool| ()
    );
}

/// The phases of Figure 2.
mod fife {
    use super::{first, Waiting};
    use crate::fife::{Fife, Line, Process};
    use crate::machine::phases::{Phases, Start, Throw};
    use crate::machine::Machine;
    use doorway_core::capture::may_enter;
    use doorway_core::predecessors::{everyone_but, size};

    phases!(
        Fife,
        shaded: true,
        optimistic: true,
        lines: [L16, L21, L23, L24],
        captured: |process: &Process<N>| process.captured,
        copy: |_: &mut Process<N>| (),
        set: |process: &mut Process<N>, captured: bool| process.captured = captured
    );
}

/// The phases of Figure 3.
mod safe_fife {
    use super::{first, Waiting};
    use crate::machine::phases::{Phases, Start, Throw};
    use crate::machine::Machine;
    use crate::safe_fife::{Line, Process, SafeFife};
    use doorway_core::capture::may_enter;
    use doorway_core::predecessors::{everyone_but, size};

    phases!(
        SafeFife,
        shaded: true,
        optimistic: false,
        lines: [L33, L38, L43Load, L46],
        captured: |process: &Process<N>| process.captured,
        copy: |process: &mut Process<N>| process.copy = 1,
        set: |process: &mut Process<N>, captured: bool| process.captured = captured
    );
}
