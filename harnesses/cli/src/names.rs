//! Names that are typed on the command line, and what to say about a name that does not exist.

use doorway_proofs::catalogue::{rows, PROPERTIES};

/// How alike two names must be, from 0 to 1, for one to be suggested in place of the other.
const ALIKE: f64 = 0.75;

/// The name among `known` that is most like `typed`, if one is like it at all. Upper and lower case are the same.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let likeness = |name: &str| strsim::jaro_winkler(&typed, &name.to_lowercase());
    known
        .into_iter()
        .map(|name| (likeness(name), name))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| name)
}

/// What to say about a name that does not exist: the nearest one, and the command that lists all.
pub fn unknown<'a>(
    what: &str,
    typed: &str,
    known: impl IntoIterator<Item = &'a str>,
    all: &str,
) -> String {
    let near = match nearest(typed, known) {
        Some(near) => format!(" The nearest name is '{near}'."),
        None => String::new(),
    };
    format!("there is no {what} '{typed}'.{near} `{all}` lists all")
}

/// Checks the name of a lock or a mutant.
pub(crate) fn model(typed: &str) -> Result<String, String> {
    among(
        "lock or mutant",
        typed,
        || rows().map(|row| row.name),
        "cargo doorway list",
    )
}

/// Checks the name of a mutant.
pub(crate) fn mutant(typed: &str) -> Result<String, String> {
    let mutants = || {
        let rows = rows().filter(|row| row.kill.is_some());
        rows.map(|row| row.name)
    };
    among("mutant", typed, mutants, "cargo doorway list")
}

/// Checks the name of a property.
pub(crate) fn property(typed: &str) -> Result<String, String> {
    let names = || PROPERTIES.iter().map(|(_, name, _)| *name);
    among("property", typed, names, "cargo doorway list")
}

fn among<'a, N: Iterator<Item = &'a str>>(
    what: &str,
    typed: &str,
    known: impl Fn() -> N,
    all: &str,
) -> Result<String, String> {
    match known().any(|name| name == typed) {
        true => Ok(typed.to_string()),
        false => Err(unknown(what, typed, known(), all)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name() {
        for (typed, near) in [
            ("fiffe", "fife"),
            ("FIFE", "fife"),
            ("bakry", "bakery"),
            ("blackwhite", "black-white"),
            ("safefife", "safe-fife"),
        ] {
            let error = model(typed).expect_err(typed);
            let said =
                format!("there is no lock or mutant '{typed}'. The nearest name is '{near}'");
            assert!(error.starts_with(&said), "{error}");
        }
        let error = property("k-exclusoin").expect_err("no property");
        assert!(error.contains("'k-exclusion'"), "{error}");
        assert_eq!(nearest("zzz", ["fife", "bakery"]), None);
        assert!(!model("zzz").expect_err("no lock").contains("nearest"));
    }

    #[test]
    fn names_that_exist() {
        for row in rows() {
            assert_eq!(model(row.name).as_deref(), Ok(row.name));
            assert_eq!(mutant(row.name).is_ok(), row.kill.is_some(), "{}", row.name);
        }
        for (_, name, _) in PROPERTIES {
            assert_eq!(property(name).as_deref(), Ok(name));
        }
    }
}
