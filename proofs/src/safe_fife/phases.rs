//! What the phases of Figure 3 start from.

use super::{Line, Process, SafeFife};
use crate::machine::phases::{Phases, Start, Throw};
use crate::machine::Machine;
use crate::queue::phases::{first, Waiting};
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
