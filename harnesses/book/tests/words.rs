//! The words that the project no longer uses, and what replaces each. `docs/src/glossary.md` has the terms.
//!
//! An identifier is one word, so a test may keep its name: `nobody_waits` is not "nobody".

use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A pattern, and what to write instead.
const WORDS: &[(&str, &str)] = &[
    (
        r"(?i)\bwhom?ever\b",
        "name the process, the waiter or the caller",
    ),
    (
        r"(?i)\b(some|every|no|any)body\b",
        "a process, every process, no process",
    ),
    (
        r"(?i)\bwho (is|has|was|had|finds|gives|comes|goes|waits|enters|leaves|sees|takes|holds)\b",
        "the process that",
    ),
    (r"(?i)\bg(ive|ives|iving|ave|iven) up\b", "cancel"),
    (r"(?i)\bwithdr(aw|ew)", "cancel"),
    (r"(?i)\bleav(e|es|ing) early\b", "cancel"),
    (r"(?i)\bguess(es|ed|ing)?\b", "optimistic ticket"),
    (r"(?i)\bcolour", "color"),
    (r"(?i)\b(dozes?|dozing)\b", "park"),
    (
        r"(?i)\b(bells?|gongs?|ringers?|rung|struck)\b",
        "wake, wake-up, parker",
    ),
    (r"(?i)\bseats?\b", "slot"),
    (r"(?i)\bforgiven\b", "reclaimed"),
    (r"(?i)\blaid down\b", "scripted"),
    (r"(?i)\bmade anew\b", "made again"),
    (r"(?i)\b(twists?|twisted|bent)\b", "mutant, changed"),
    (r"(?i)\bstep machines?\b", "model"),
];

/// The lines of `docs/src` that may remain.
const LEFT_IN_THE_BOOK: usize = 30;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Adds the files of prose and code below `path`.
fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            files(&entry.expect("an entry").path(), found);
        }
    } else if let Some("rs" | "md" | "js" | "html" | "css" | "toml" | "sh") =
        path.extension().and_then(|ending| ending.to_str())
    {
        let lists_them = path.ends_with("harnesses/book/tests/words.rs");
        if !lists_them {
            found.push(path.to_path_buf());
        }
    }
}

/// The patterns: all at once, and each by itself.
static PATTERNS: LazyLock<(Regex, Vec<Regex>)> = LazyLock::new(|| {
    let each = WORDS.iter().map(|(word, _)| *word).collect::<Vec<_>>();
    let pattern = |word: &str| Regex::new(word).expect("a pattern");
    let each_alone = each.iter().map(|word| pattern(word)).collect();
    (pattern(&each.join("|")), each_alone)
});

/// `file:line: what to write instead` for each line of `text` that has one of the words.
fn found(name: &str, text: &str) -> Vec<String> {
    let (any, each) = &*PATTERNS;
    if !any.is_match(text) {
        return vec![];
    }
    let hits = text.lines().enumerate().filter_map(|(at, line)| {
        let hit = any.find(line)?.as_str();
        let word = each.iter().position(|word| word.is_match(line))?;
        Some(format!("{name}:{}: \"{hit}\": {}", at + 1, WORDS[word].1))
    });
    hits.collect()
}

fn found_below(folders: &[&str]) -> Vec<String> {
    let mut all = vec![];
    for folder in folders {
        files(&root().join(folder), &mut all);
    }
    assert!(!all.is_empty());
    all.sort();
    let lines = all.iter().flat_map(|path| {
        let text = fs::read_to_string(path).expect("text");
        let name = path.strip_prefix(root()).expect("in the tree");
        found(&name.to_string_lossy(), &text)
    });
    lines.collect()
}

#[test]
fn plain_words_only() {
    let folders = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "verified",
        "proofs",
        "harnesses",
        ".ci",
        ".github",
    ];
    let lines = found_below(&folders);
    assert!(
        lines.is_empty(),
        "{} lines:\n{}",
        lines.len(),
        lines.join("\n")
    );
}

#[test]
fn plain_words_in_the_book() {
    let lines = found_below(&["docs/src"]);
    assert!(
        lines.len() <= LEFT_IN_THE_BOOK,
        "{} lines, at most {LEFT_IN_THE_BOOK}:\n{}",
        lines.len(),
        lines.join("\n")
    );
}

/// The check can fail, and leaves identifiers alone.
#[test]
fn a_word_is_noticed() {
    for line in [
        "Whoever waits is woken.",
        "the one who waits",
        "it gives up",
        "a step machine",
        "colours",
    ] {
        assert_eq!(found("a.md", line).len(), 1, "{line}");
    }
    for line in [
        "fn nobody_waits() {",
        "a colored ticket",
        "the waiter cancels",
        "bending",
    ] {
        assert_eq!(found("a.md", line).len(), 0, "{line}");
    }
}
