//! The tree to act on: the clone of doorway that contains the current directory.
//!
//! It is looked for at run time. A path compiled into a binary would name the clone that the binary was built in.

use crate::exit::Failure;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the tree that contains the current directory.
///
/// # Errors
///
/// If the current directory is in no tree: where the search started and what it looked for.
pub fn root() -> Result<PathBuf, Failure> {
    let start =
        std::env::current_dir().map_err(|error| format!("the current directory: {error}"))?;
    above(&start).map_err(Failure::usage)
}

/// The root of the tree that contains `start`.
///
/// # Errors
///
/// If `start` is in no tree.
pub fn above(start: &Path) -> Result<PathBuf, String> {
    let root = start.ancestors().find(|folder| is_root(folder));
    root.map(Path::to_path_buf).ok_or_else(|| {
        format!(
            "{} is not inside a clone of doorway: no directory from there upwards has a Cargo.toml with [workspace] and a proofs/obligations.toml",
            start.display()
        )
    })
}

fn is_root(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    manifest.lines().any(|line| line.trim() == "[workspace]")
        && folder.join("proofs/obligations.toml").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new directory, removed when it is dropped.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let place = std::env::temp_dir().join(format!("doorway-{name}-{}", std::process::id()));
            fs::create_dir_all(place.join("proofs")).expect("made");
            Place(place)
        }

        fn write(&self, file: &str, text: &str) {
            fs::write(self.0.join(file), text).expect("written");
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn finds_this_tree() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = package.join("../..").canonicalize().expect("a folder");
        assert_eq!(above(&root), Ok(root.clone()));
        assert_eq!(above(&root.join("harnesses/cli/src")), Ok(root.clone()));
        assert_eq!(above(&root.join("no/such/folder")), Ok(root));
    }

    #[test]
    fn takes_the_nearest_whole_tree() {
        let place = Place::new("nearest");
        place.write("Cargo.toml", "[workspace]\nmembers = []\n");
        place.write("proofs/obligations.toml", "");
        let inner = place.0.join("clone");
        fs::create_dir_all(inner.join("proofs")).expect("made");
        assert_eq!(above(&inner), Ok(place.0.clone()));
        place.write("clone/Cargo.toml", "[package]\nname = \"x\"\n");
        place.write("clone/proofs/obligations.toml", "");
        assert_eq!(
            above(&inner),
            Ok(place.0.clone()),
            "a package, no workspace"
        );
        place.write("clone/Cargo.toml", "[workspace]\n");
        assert_eq!(above(&inner.join("proofs")), Ok(inner));
    }

    #[test]
    fn refuses_what_is_no_tree() {
        let place = Place::new("refused");
        let error = above(&place.0).expect_err("nothing is there");
        assert!(error.starts_with(&place.0.display().to_string()), "{error}");
        assert!(
            error.contains("[workspace]") && error.contains("proofs/obligations.toml"),
            "{error}"
        );
        place.write("Cargo.toml", "[workspace]\n");
        above(&place.0).expect_err("a workspace without a ledger");
    }
}
