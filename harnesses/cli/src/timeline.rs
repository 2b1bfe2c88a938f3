//! A timeline of threads, as rows of characters.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use terminal_size::{terminal_size_of, Width};

/// What a thread is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Away,
    Waiting,
    Inside,
    Dead,
}

/// What every thread was doing since when.
pub(crate) struct Timeline {
    start: Instant,
    length: Duration,
    rows: Vec<Mutex<Vec<(Duration, State)>>>,
}

/// Columns of the timeline, on terminals that are wide enough.
const COLUMNS: u32 = 72;
/// What stands before them.
const MARGIN: u32 = 10;

impl Timeline {
    pub(crate) fn new(threads: usize, length: Duration) -> Self {
        Timeline {
            start: Instant::now(),
            length,
            rows: (0..threads)
                .map(|_| Mutex::new(vec![(Duration::ZERO, State::Away)]))
                .collect(),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// From now on `thread` is in `state`.
    pub(crate) fn note(&self, thread: usize, state: State) {
        let mut row = self.rows[thread].lock().expect("no thread panics here");
        row.push((self.elapsed(), state));
    }

    /// How often `thread` was inside, and its longest wait.
    pub(crate) fn summary(&self, thread: usize) -> (usize, Duration) {
        let row = self.rows[thread].lock().expect("no thread panics here");
        let passages = row
            .iter()
            .filter(|(_, state)| *state == State::Inside)
            .count();
        let waits = row.windows(2).filter(|pair| pair[0].1 == State::Waiting);
        (
            passages,
            waits
                .map(|pair| pair[1].0 - pair[0].0)
                .max()
                .unwrap_or_default(),
        )
    }

    /// One line per thread and one for how many were inside, up to now. `color` for terminals.
    ///
    /// A column is a moment, so what it shows was so all at once.
    pub(crate) fn lines(&self, color: bool) -> Vec<String> {
        let now = self.elapsed();
        let columns = terminal_size_of(std::io::stdout()).map_or(COLUMNS, |(Width(width), _)| {
            COLUMNS.min(u32::from(width).saturating_sub(MARGIN + 1).max(1))
        });
        let moments = (0..columns).map(|column| self.length * (2 * column + 1) / (2 * columns));
        let moments: Vec<_> = moments.take_while(|&moment| moment < now).collect();
        let mut holders = vec![0; moments.len()];
        let mut lines = vec![];
        for (thread, row) in self.rows.iter().enumerate() {
            let row = row.lock().expect("no thread panics here");
            let mut line = format!("thread {thread:<2} ");
            for (column, &moment) in moments.iter().enumerate() {
                let last = row.iter().rev().find(|(since, _)| *since <= moment);
                let state = last.map_or(State::Away, |(_, state)| *state);
                holders[column] += usize::from(matches!(state, State::Inside | State::Dead));
                let (glyph, style) = match state {
                    State::Away => ("·", "2"),
                    State::Waiting => ("░", "33"),
                    State::Inside => ("█", "32"),
                    State::Dead => ("✗", "31"),
                };
                if color {
                    line += &format!("\x1b[{style}m{glyph}\x1b[0m");
                } else {
                    line += glyph;
                }
            }
            lines.push(line);
        }
        let holders: String = holders
            .iter()
            .map(|&count| char::from_digit(count as u32, 36).unwrap_or('+'))
            .collect();
        lines.push(format!("held      {holders}"));
        lines
    }
}

/// Redraws a block of lines in place, on a terminal; elsewhere only the last drawing is printed.
pub(crate) struct Canvas {
    drawn: usize,
    live: bool,
    pub(crate) color: bool,
}

impl Canvas {
    pub(crate) fn new() -> Self {
        let live = std::io::stdout().is_terminal()
            && std::env::var_os("TERM").is_some_and(|term| term != "dumb");
        Canvas {
            drawn: 0,
            live,
            color: live && std::env::var_os("NO_COLOR").is_none(),
        }
    }

    pub(crate) fn draw(&mut self, lines: &[String], last: bool) {
        if !self.live && !last {
            return;
        }
        let mut out = std::io::stdout().lock();
        if self.drawn > 0 {
            let _ = write!(out, "\x1b[{}A", self.drawn);
        }
        for line in lines {
            let clear = if self.live { "\x1b[K" } else { "" };
            let _ = writeln!(out, "{line}{clear}");
        }
        let _ = out.flush();
        self.drawn = lines.len();
    }
}
