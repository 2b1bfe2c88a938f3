//! Every chapter is in the summary and is compiled; what stands beside the paper's lines is the code; links lead somewhere.

use doorway_proofs::catalogue::LOCKS;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn chapters() -> Vec<String> {
    let entries = fs::read_dir(root().join("docs/src")).expect("the book");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.ends_with(".md") && name != "SUMMARY.md")
        .collect();
    names.sort();
    names
}

#[test]
fn every_chapter_is_in_the_summary_and_is_compiled() {
    let (summary, compiled) = (
        read("docs/src/SUMMARY.md"),
        read("harnesses/book/src/lib.rs"),
    );
    for name in chapters() {
        assert!(
            summary.contains(&format!("({name})")),
            "{name} is not in SUMMARY.md"
        );
        let is_lock = LOCKS
            .iter()
            .any(|facts| name == format!("{}.md", facts.module));
        assert!(
            is_lock || compiled.contains(&format!("\"{name}\"")),
            "{name} is not in harnesses/book/src/lib.rs"
        );
    }
}

/// Code that is not compiled would have to be believed.
#[test]
fn no_example_is_left_out() {
    for name in chapters() {
        let text = read(&format!("docs/src/{name}"));
        for line in text.lines().filter(|line| line.starts_with("```rust")) {
            assert!(!line.contains("ignore"), "{name}: {line}");
        }
    }
}

/// The cells of the tables that have a column `ours`, with the chapter's line.
fn ours(text: &str) -> Vec<(String, Vec<String>)> {
    let mut cells = vec![];
    let mut column = None;
    for line in text.lines() {
        // A bar within code is written \|.
        let hidden = line.replace("\\|", "\u{1}");
        let row: Vec<&str> = hidden.trim_matches('|').split('|').map(str::trim).collect();
        if !line.starts_with('|') {
            column = None;
        } else if let Some(at) = row.iter().position(|cell| *cell == "ours") {
            column = Some(at);
        } else if let Some(cell) = column.and_then(|at| row.get(at)) {
            let spans = cell.split('`').skip(1).step_by(2);
            let spans = spans.map(|span| span.replace('\u{1}', "|")).collect();
            cells.push((line.to_string(), spans));
        }
    }
    cells
}

/// Beside every line of a figure stands what the lock's source has for it.
#[test]
fn the_code_beside_the_figure_is_the_code() {
    for facts in LOCKS {
        let lock = facts.module;
        // Its phases, which are in the core if they are generic over a port. Figure 2 with its shaded part calls the unshaded one.
        let files = match lock {
            "fife" => vec![
                "lock/src/fife.rs".to_string(),
                "lock/src/kfcfs.rs".to_string(),
            ],
            lock => vec![format!("core/src/{lock}.rs"), format!("lock/src/{lock}.rs")],
        };
        let paths = files.iter().map(|file| root().join("verified").join(file));
        let texts = paths.filter_map(|path| fs::read_to_string(path).ok());
        let sources: String = texts.map(|text| squeezed(&text)).collect();
        let cells = ours(&read(&format!("docs/src/{lock}.md")));
        let spans: usize = cells.iter().map(|(_, spans)| spans.len()).sum();
        assert!(spans >= 4, "{lock}.md has no code beside its figure");
        for (line, spans) in cells {
            for span in spans {
                assert!(
                    sources.contains(&squeezed(&span)),
                    "{lock}.md: `{span}` is not in {files:?}: {line}"
                );
            }
        }
    }
}

fn squeezed(code: &str) -> String {
    let without_comments = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    without_comments
        .collect::<String>()
        .split_whitespace()
        .collect()
}

#[test]
fn links_between_chapters_lead_somewhere() {
    for name in chapters() {
        let text = read(&format!("docs/src/{name}"));
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            if file.contains("://") || link.contains(' ') {
                continue;
            }
            let target = if file.is_empty() { name.as_str() } else { file };
            let there = root().join("docs/src").join(target);
            assert!(there.is_file(), "{name}: {link}");
            if !place.is_empty() {
                let headings = fs::read_to_string(&there).expect("text");
                let found = headings
                    .lines()
                    .filter(|line| line.starts_with('#'))
                    .any(|line| anchor(line) == place);
                assert!(found, "{name}: there is no heading for {link}");
            }
        }
    }
}

/// As mdBook makes it.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    words
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}
