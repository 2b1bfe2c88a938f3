//! How a command ends: its exit code, and what it prints when it fails.

use std::fmt;
use std::process::ExitCode;

/// The exit code of every subcommand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// What was checked holds, or what was asked for is done.
    Holds = 0,
    /// Something that was checked does not hold.
    Violated = 1,
    /// The command line is wrong.
    Usage = 2,
    /// What was asked for was not decided, or nothing was run.
    Undecided = 3,
}

impl Exit {
    /// All of them, by their codes.
    pub const ALL: [Exit; 4] = [Exit::Holds, Exit::Violated, Exit::Usage, Exit::Undecided];

    /// The number that the process ends with.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// What it means, as `--help` says it.
    pub fn meaning(self) -> &'static str {
        match self {
            Exit::Holds => "everything that was checked holds, or the work is done",
            Exit::Violated => {
                "violated: a property, a row or a bound does not hold, or a mutant survives"
            }
            Exit::Usage => "usage: a wrong option, or an unknown lock, property or row",
            Exit::Undecided => {
                "undecided or nothing run: a limit was reached, a tool is missing, a build failed"
            }
        }
    }
}

/// The list of exit codes that `--help` ends with.
pub(crate) fn codes() -> String {
    let line = |exit: Exit| format!("\n  {}  {}", exit.code(), exit.meaning());
    format!("Exit codes:{}", Exit::ALL.map(line).concat())
}

/// Why a command does not end with [`Exit::Holds`].
///
/// A plain message is [`Exit::Undecided`]: a file that cannot be read or a program that cannot be started says nothing about a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// How the process ends.
    pub exit: Exit,
    /// What it prints, without `error:`.
    pub message: String,
}

impl Failure {
    /// Something that was checked does not hold.
    pub fn violated(message: impl Into<String>) -> Self {
        Failure::new(Exit::Violated, message)
    }

    /// The command line is wrong.
    pub fn usage(message: impl Into<String>) -> Self {
        Failure::new(Exit::Usage, message)
    }

    /// Nothing was decided, or nothing was run.
    pub fn undecided(message: impl Into<String>) -> Self {
        Failure::new(Exit::Undecided, message)
    }

    fn new(exit: Exit, message: impl Into<String>) -> Self {
        let message = message.into();
        Failure { exit, message }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Failure::undecided(message)
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Self {
        Failure::undecided(message)
    }
}

/// Only the message: for functions that do not decide how the process ends.
impl From<Failure> for String {
    fn from(failure: Failure) -> Self {
        failure.message
    }
}

/// The `main` of every binary: does the work, prints why it failed, and ends with the exit code.
pub fn main(work: impl FnOnce() -> Result<(), Failure>) -> ExitCode {
    end_with_a_closed_pipe();
    match work() {
        Ok(()) => ExitCode::from(Exit::Holds.code()),
        Err(Failure { exit, message }) => {
            eprintln!("error: {message}");
            ExitCode::from(exit.code())
        }
    }
}

/// Lets the process end quietly when the reader of its output has closed the pipe, as `head` does.
///
/// Rust ignores the signal, so that `println!` panics instead.
#[cfg(unix)]
fn end_with_a_closed_pipe() {
    // SAFETY: SIG_DFL installs no handler, and no other thread runs yet that could depend on the old disposition.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
}

#[cfg(not(unix))]
fn end_with_a_closed_pipe() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_its_line() {
        let codes = codes();
        for (number, exit) in Exit::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(exit.code()), number);
            let line = format!("\n  {number}  {}", exit.meaning());
            assert!(codes.contains(&line), "{codes}");
        }
        assert!(codes.lines().all(|line| line.len() <= 100), "{codes}");
    }

    #[test]
    fn a_plain_message_decides_nothing() {
        assert_eq!(Failure::from("x".to_string()), Failure::undecided("x"));
    }
}
