//! What the phases of Figure 2 without its shaded lines start from.

use super::{KFcfs, Line, Process};
use crate::machine::phases::{Phases, Start, Throw};
use crate::machine::Machine;
use crate::queue::phases::{first, Waiting};
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
