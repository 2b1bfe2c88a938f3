//! What the phases of Figure 2 start from.

use super::{Fife, Line, Process};
use crate::machine::phases::{Phases, Start, Throw};
use crate::machine::Machine;
use crate::queue::phases::{first, Waiting};
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
