//! Building another binary of the tree, and starting it.
//!
//! The front stays small because cargo builds the other binaries when they are needed; cargo's progress is visible.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Builds the binary that has the name of its package, and returns where it is. `progress` is where cargo's own lines go.
///
/// # Errors
///
/// If cargo cannot build it.
pub fn build(tree: &Path, package: &str, progress: Stdio) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let what = format!("cargo build --release --package {package} --bin {package}");
    let output = Command::new(&cargo)
        .args(what.split(' ').skip(1))
        .arg("--message-format=json-render-diagnostics")
        .current_dir(tree)
        .stdin(Stdio::null())
        .stderr(progress)
        .output()
        .map_err(|error| format!("{}: {error}", cargo.display()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{said}{what} ended with {}", output.status));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let built = said.lines().rev().find_map(executable);
    built.ok_or_else(|| format!("{what} did not say where the binary is"))?
}

/// Runs a binary in place of this process: its exit code and its signals are those of the command. Returns only if it cannot be started: why.
#[cfg(unix)]
pub fn become_it(program: &Path, arguments: Vec<OsString>) -> String {
    use std::os::unix::process::CommandExt;
    let error = Command::new(program).args(arguments).exec();
    format!("{}: {error}", program.display())
}

/// Runs a binary and ends this process with its exit code. Returns only if it cannot be started: why.
#[cfg(not(unix))]
pub fn become_it(program: &Path, arguments: Vec<OsString>) -> String {
    match Command::new(program).args(arguments).status() {
        Ok(status) => {
            let undecided = crate::Exit::Undecided.code();
            std::process::exit(status.code().unwrap_or(undecided.into()))
        }
        Err(error) => format!("{}: {error}", program.display()),
    }
}

/// The path of the executable in a line of cargo's JSON. A quote inside a JSON string is escaped, so that the key cannot be part of a value.
fn executable(line: &str) -> Option<Result<PathBuf, String>> {
    let (_, rest) = line.split_once("\"executable\":\"")?;
    Some(unescaped(rest).map(PathBuf::from))
}

/// A JSON string up to its closing quote.
fn unescaped(text: &str) -> Result<String, String> {
    let refused = || format!("cannot read the path in cargo's output: \"{text}");
    let mut path = String::new();
    let mut characters = text.chars();
    loop {
        match characters.next().ok_or_else(refused)? {
            '"' => return Ok(path),
            '\\' => match characters.next().ok_or_else(refused)? {
                same @ ('"' | '\\' | '/') => path.push(same),
                'u' => {
                    let digits = characters.as_str().get(..4).ok_or_else(refused)?;
                    let code = u32::from_str_radix(digits, 16).map_err(|_| refused())?;
                    path.push(char::from_u32(code).ok_or_else(refused)?);
                    characters.nth(3);
                }
                _ => return Err(refused()),
            },
            plain => path.push(plain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_in_what_cargo_says() {
        let line = |path: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"name":"a \"executable\":\"b"}},"executable":"{path}","fresh":true}}"#
            )
        };
        let found = |path: &str| executable(&line(path)).expect("a path");
        let is = |path: &str| Ok(PathBuf::from(path));
        assert_eq!(found("/a/release/doorway-x"), is("/a/release/doorway-x"));
        assert_eq!(found("/a b/ü/x"), is("/a b/ü/x"));
        assert_eq!(found(r"C:\\a\\x.exe"), is(r"C:\a\x.exe"));
        assert_eq!(found(r#"/a\"b\/x"#), is("/a\"b/x"));
        assert_eq!(found(r"/a\u0007b/\u00fcx"), is("/a\u{7}b/üx"));
        for wrong in [r"/a\nb", r"/a\ud83d\ude00", r"/a\u00", r"/a\uzzzz"] {
            assert!(found(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn lines_without_a_path() {
        for line in [
            "",
            r#"{"reason":"compiler-artifact","executable":null,"fresh":true}"#,
            r#"{"reason":"build-finished","success":true}"#,
        ] {
            assert_eq!(executable(line), None);
        }
        let cut = r#"{"executable":"/a/rel"#;
        assert!(executable(cut).expect("a path").is_err());
    }
}
