//! The prover's hints for Creusot: the prover for each goal, how a goal was split, and the time it took.
//!
//! A hint is not a proof: it says how to prove a goal, and the goal is still proved. For a goal
//! without a hint the tool searches for a proof, which takes longer.
//!
//! why3find keeps the hints of a function or lemma in `verif/…/proof.json`. git tracks one file,
//! [`PACKED`]: a JSON object with one line per function or lemma, sorted by key. The key is the
//! path below `verif/` without `/proof.json`; the value is what why3find wrote, without the
//! whitespace. [`unpack`] and [`pack`] convert one form to the other.

use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The tracked file, below the root of the workspace.
pub const PACKED: &str = "proofs/hints.json";
/// The folder that Creusot and why3find work in, below the root of the workspace.
pub const UNPACKED: &str = "verif";
/// The file that why3find reads and writes.
const FILE: &str = "proof.json";

/// Hints by key, each as JSON without whitespace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints(BTreeMap<String, String>);

/// The keys of hints that differ in more than what was measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Hints that are unpacked, and not packed.
    pub added: Vec<String>,
    /// Hints that are in both, and different.
    pub changed: Vec<String>,
    /// Hints that are packed, and not unpacked.
    pub missing: Vec<String>,
}

impl Hints {
    /// Reads the packed form. Lines may be in any order: [`pack`] sorts them.
    ///
    /// # Errors
    ///
    /// The first line that is wrong, and why.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lines: Vec<&str> = text.lines().collect();
        let [first, rest @ ..] = lines.as_slice() else {
            return Err("line 1: the file is empty".into());
        };
        if *first != "{" {
            return Err("line 1: not `{`".into());
        }
        let Some(("}", entries)) = rest.split_last().map(|(last, rest)| (*last, rest)) else {
            return Err(format!("line {}: the file ends without `}}`", lines.len()));
        };
        let mut hints = BTreeMap::new();
        for (i, line) in entries.iter().enumerate() {
            let told = |wrong: String| format!("line {}: {wrong}", i + 2);
            let line = match (line.strip_suffix(','), i + 1 < entries.len()) {
                (Some(line), true) => line,
                (None, false) => line,
                (None, true) => return Err(told("no `,` at its end".into())),
                (Some(_), false) => return Err(told("`,` after the last hint".into())),
            };
            let (key, value) = line
                .strip_prefix('"')
                .and_then(|line| line.split_once("\": "))
                .ok_or_else(|| told("not `\"key\": {…}`".into()))?;
            check_key(key).map_err(told)?;
            let value = compact(value).ok_or_else(|| told(format!("{key}: not a JSON object")))?;
            if hints.insert(key.to_string(), value).is_some() {
                return Err(told(format!("{key}: a second time")));
            }
        }
        Ok(Hints(hints))
    }

    /// Reads [`PACKED`] of the workspace at `root`.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or what is wrong with it.
    pub fn packed(root: &Path) -> Result<Self, String> {
        let text =
            fs::read_to_string(root.join(PACKED)).map_err(|error| format!("{PACKED}: {error}"))?;
        Self::parse(&text).map_err(|wrong| format!("{PACKED}, {wrong}"))
    }

    /// Reads the hints below [`UNPACKED`] of the workspace at `root`: none if there is no such folder.
    ///
    /// # Errors
    ///
    /// The file that cannot be read, or is not JSON.
    pub fn unpacked(root: &Path) -> Result<Self, String> {
        let mut hints = BTreeMap::new();
        if root.join(UNPACKED).is_dir() {
            collect(root, Path::new(UNPACKED), &mut hints)?;
        }
        Ok(Hints(hints))
    }

    /// The number of hints.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no hint.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The difference of `found` from these packed hints.
    pub fn compare(&self, found: &Hints) -> Difference {
        let of = |keys: &Hints, wanted: &dyn Fn(&str) -> bool| {
            let keys = keys.0.keys().filter(|key| wanted(key));
            keys.cloned().collect()
        };
        Difference {
            added: of(found, &|key| !self.0.contains_key(key)),
            changed: of(found, &|key| {
                self.0.contains_key(key) && !self.agrees(found, key)
            }),
            missing: of(self, &|key| !found.0.contains_key(key)),
        }
    }

    /// Whether both have the hint, and the two differ at most in what was measured.
    fn agrees(&self, other: &Hints, key: &str) -> bool {
        match (self.0.get(key), other.0.get(key)) {
            (Some(one), Some(other)) => one == other || advice(one) == advice(other),
            _ => false,
        }
    }
}

/// The packed form.
impl fmt::Display for Hints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{{")?;
        for (i, (key, value)) in self.0.iter().enumerate() {
            let comma = if i + 1 < self.0.len() { "," } else { "" };
            writeln!(f, "\"{key}\": {value}{comma}")?;
        }
        writeln!(f, "}}")
    }
}

/// Writes [`UNPACKED`] from [`PACKED`], and returns the number of hints.
///
/// An existing hint is overwritten; a file that is not packed stays.
///
/// # Errors
///
/// What is wrong with the packed file (then nothing is written), or the file that cannot be
/// written.
pub fn unpack(root: &Path) -> Result<usize, String> {
    write(root, &Hints::packed(root)?, |_| true)
}

/// Writes the hints that [`UNPACKED`] lacks, or that are older there than [`PACKED`], and returns their number.
///
/// A newer hint stays. Without a packed file it does nothing.
///
/// # Errors
///
/// As [`unpack`].
pub fn prepare(root: &Path) -> Result<usize, String> {
    let modified = |file: &Path| fs::metadata(file).and_then(|file| file.modified()).ok();
    let Some(packed) = modified(&root.join(PACKED)) else {
        return Ok(0);
    };
    write(root, &Hints::packed(root)?, |file| {
        modified(file).is_none_or(|here| here < packed)
    })
}

/// Writes [`PACKED`] from [`UNPACKED`], and returns what has changed.
///
/// A hint that differs from the packed one only in what was measured keeps its packed line: a
/// replay changes nothing.
///
/// # Errors
///
/// If there is no hint to pack, a file is not what it should be, or the packed one cannot be
/// written.
pub fn pack(root: &Path) -> Result<(Hints, Difference), String> {
    let found = Hints::unpacked(root)?;
    if found.is_empty() {
        let folder = root.join(UNPACKED);
        return Err(format!("{}: no hint to pack", folder.display()));
    }
    let before = match root.join(PACKED).exists() {
        true => Hints::packed(root)?,
        false => Hints::default(),
    };
    let difference = before.compare(&found);
    let mut hints = found;
    for (key, value) in &mut hints.0 {
        if !difference.added.contains(key) && !difference.changed.contains(key) {
            value.clone_from(&before.0[key]);
        }
    }
    fs::write(root.join(PACKED), hints.to_string())
        .map_err(|error| format!("{PACKED}: {error}"))?;
    Ok((hints, difference))
}

fn write(root: &Path, hints: &Hints, wanted: impl Fn(&Path) -> bool) -> Result<usize, String> {
    let mut written = 0;
    for (key, value) in &hints.0 {
        let folder = root.join(UNPACKED).join(key);
        let file = folder.join(FILE);
        if wanted(&file) {
            fs::create_dir_all(&folder)
                .and_then(|()| fs::write(&file, format!("{value}\n")))
                .map_err(|error| format!("{}: {error}", file.display()))?;
            written += 1;
        }
    }
    Ok(written)
}

/// Collects the hints in a folder below the root and in its subfolders.
fn collect(root: &Path, folder: &Path, hints: &mut BTreeMap<String, String>) -> Result<(), String> {
    let told = |path: &Path, wrong: &dyn fmt::Display| format!("{}: {wrong}", path.display());
    let entries = fs::read_dir(root.join(folder)).map_err(|error| told(folder, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| told(folder, &error))?;
        let path: PathBuf = folder.join(entry.file_name());
        let kind = entry.file_type().map_err(|error| told(&path, &error))?;
        if kind.is_dir() {
            collect(root, &path, hints)?;
        } else if entry.file_name() == FILE {
            let parts = folder.iter().skip(1).map(|part| part.to_str());
            let parts: Option<Vec<&str>> = parts.collect();
            let key = parts.unwrap_or_default().join("/");
            check_key(&key).map_err(|wrong| told(&path, &wrong))?;
            let text = fs::read_to_string(root.join(&path)).map_err(|error| told(&path, &error))?;
            let value = compact(&text).ok_or_else(|| told(&path, &"not a JSON object"))?;
            hints.insert(key, value);
        }
    }
    Ok(())
}

/// Checks that a key is a path that stays below the folder, and needs no escape in JSON.
fn check_key(key: &str) -> Result<(), String> {
    let odd = |c: char| c.is_control() || ['"', '\\', ':'].contains(&c);
    let parts = |part: &str| !["", ".", ".."].contains(&part) && !part.contains(odd);
    match key.split('/').all(parts) {
        true => Ok(()),
        false => Err(format!("`{key}` is not a path below {UNPACKED}/")),
    }
}

/// A JSON object without the whitespace between its tokens.
///
/// Numbers keep their text: parsing and printing could change a time.
fn compact(json: &str) -> Option<String> {
    serde_json::from_str::<Map<String, Value>>(json).ok()?;
    let (mut text, mut quoted, mut escaped) = (String::new(), false, false);
    for c in json.chars() {
        if quoted || !c.is_ascii_whitespace() {
            text.push(c);
        }
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
    }
    Some(text)
}

/// The advice of a hint, without what was measured: times, and the profile with the speed of the provers.
fn advice(json: &str) -> Value {
    let mut hint: Map<String, Value> = serde_json::from_str(json).unwrap_or_default();
    hint.remove("profile");
    let mut hint = Value::Object(hint);
    drop_times(&mut hint);
    hint
}

fn drop_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, value| name != "time" || !value.is_number());
            fields.values_mut().for_each(drop_times);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_times),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
