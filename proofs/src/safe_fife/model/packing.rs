//! `SafeFife` in few bits: the parts of a state that matter, field by field.

use super::state::LINES;
use super::{Line, SafeFife};
use crate::machine::Fields;
use doorway_core::ticket::Choice;

impl<const N: usize> SafeFife<N> {
    /// Whether p's choice has read a ticket.
    pub(super) fn has_seen(&self, p: usize) -> bool {
        let process = &self.processes[p];
        match process.line {
            Line::L31 => process.i > 0 || process.copy > 0,
            line => line == Line::L31Place || line == Line::L31Store,
        }
    }

    /// Sets what no process will read again to a fixed value.
    pub(super) fn forget_dead(&mut self) {
        for p in 0..N {
            let has_seen = self.has_seen(p);
            let process = &mut self.processes[p];
            let line = process.line;
            if !has_seen {
                process.choice = Choice::new();
            }
            if !(process.copy == 1 && matches!(line, Line::L30Load | Line::L31 | Line::L44Ticket)) {
                process.first = 0;
            }
            if line != Line::L44Ticket {
                process.captured_with = 0;
            }
            if line != Line::L31Store && line != Line::L43 {
                process.place = 0;
            }
            if matches!(
                line,
                Line::L28 | Line::L30Load | Line::L31 | Line::L46 | Line::L48
            ) {
                process.ticket = 0;
            }
            if !matches!(line, Line::L38 | Line::L41 | Line::L43Load | Line::L43) {
                process.predecessor_set = [false; N];
                process.captured = false;
            }
        }
    }

    /// Passes every part of the state to `fields`.
    pub(super) fn show(&mut self, fields: &mut impl Fields) {
        for p in 0..N {
            let process = &mut self.processes[p];
            let mut line = process.line as usize;
            fields.number(&mut line, LINES.len());
            process.line = LINES[line];
            fields.number(&mut process.i, N);
            fields.number(&mut process.copy, 2);
            fields.ticket(&mut process.first);
            fields.ticket(&mut process.captured_with);
            fields.number(&mut process.place, 2);
            let mut largest = process.choice.largest();
            fields.ticket(&mut largest);
            process.choice = Choice::new().see(largest);
            fields.ticket(&mut process.ticket);
            for member in &mut process.predecessor_set {
                fields.truth(member);
            }
            fields.truth(&mut process.captured);
            fields.number(&mut self.entered[p], 2);
            for copy in 0..2 {
                fields.ticket(&mut self.ticket[p][copy]);
                for i in 0..N {
                    fields.ticket(&mut self.want[p][i][copy]);
                    fields.ticket(&mut self.capture[p][i][copy]);
                }
            }
        }
    }
}
