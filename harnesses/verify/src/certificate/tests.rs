//! The page and its JSON; in a browser, where there is one.

use super::{page, Certificate, Entry, Machine, Standing};
use doorway_cli::tree::root;
use doorway_ledger::read;
use maud::html;
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// The ledger's first rows with something found of each: one holds, one is bounded, and one each was skipped, failed and not run.
pub(super) fn sample() -> Certificate {
    let ledger = read(&root().expect("a tree")).expect("a ledger");
    let row = |id: &str| ledger.obligation(id).expect(id).clone();
    let entry = |id: &str, standing: Standing, says: &str| Entry {
        row: row(id),
        standing,
        says: vec![says.to_string()],
        took: 1.5,
        together: 1,
        decided_by: "a tool, version 1".into(),
        hash: "0123".into(),
        when: 1,
        states: None,
        fates: row(id)
            .mutants
            .iter()
            .map(|name| (name.clone(), Some(true)))
            .collect(),
    };
    let mut explored = entry("FIFE-EXPLORED-3-1", Standing::Holds, "801 234 states");
    explored.states = Some(801_234);
    let mut bounded = entry("FIFE-CODE-KANI-3", Standing::Holds, "4 harnesses");
    bounded.row.bound = "N = 2 and 3".into();
    Certificate {
        made: 0,
        part: None,
        parts: vec![],
        version: "0".into(),
        machine: Machine {
            os: "linux".into(),
            architecture: "x86_64".into(),
            cores: 2,
        },
        tools: BTreeMap::from([(
            "kani".into(),
            Err("Kani is not installed (cargo install …)".into()),
        )]),
        sources: BTreeMap::new(),
        locks: ledger.locks.clone(),
        properties: ledger.properties.clone(),
        assumptions: ledger.assumptions.clone(),
        resting: super::resting(&ledger),
        arguments: ledger.arguments.clone(),
        obligations: vec![
            entry("FIFE-KEX-ALLN", Standing::Holds, "60 functions"),
            bounded,
            explored,
            entry(
                "CORES-TICKET-KANI",
                Standing::Skipped,
                "Kani is not installed (cargo install …)",
            ),
            entry(
                "SHUTTLE",
                Standing::NotRun,
                "it was run, but sources have changed since",
            ),
            entry("BAKERY-LOOM-2", Standing::Failed, "<two> & inside"),
            entry("BAKERY-LEAVING-REFUTED", Standing::Holds, "1 test"),
        ],
    }
}

fn html() -> String {
    page::page(&sample(), &html! { div.plot {} })
}

#[test]
fn it_survives_being_written_and_read() {
    let text = serde_json::json!(sample()).to_string();
    let read: Certificate = serde_json::from_str(&text).expect("what was written");
    assert_eq!(read.obligations.len(), sample().obligations.len());
    assert_eq!(serde_json::json!(read).to_string(), text);
}

#[test]
fn it_needs_no_network() {
    let html = html();
    for word in ["http://", "https://", "src=", "@import", "url("] {
        assert!(
            !html
                .replace("http://www.w3.org/2000/svg", "")
                .contains(word),
            "{word}"
        );
    }
}

#[test]
fn what_was_not_run_is_said() {
    let html = html();
    assert!(html.contains("Skipped, not run here: Kani is not installed"));
    assert!(html.contains("<li class=\"skipped\"><b>1</b> skipped, not run here</li>"));
    assert!(html.contains("FAILED: BAKERY-LOOM-2"));
    assert!(
        html.contains("cell failed\" data-rows=\"BAKERY-LOOM-2"),
        "what failed comes first"
    );
    assert!(html.contains("&lt;two&gt; &amp; inside"), "escaped");
    let cores = html
        .split("the cores return what they say</th>")
        .nth(1)
        .expect("a row of the matrix");
    let fife = cores.split("data-lock=\"Fife\">").nth(1).expect("a cell");
    assert!(
        fife.starts_with("<button class=\"cell not-run\""),
        "{}",
        &fife[..80]
    );
}

#[test]
fn every_row_has_its_command() {
    let (html, certificate) = (html(), sample());
    for entry in &certificate.obligations {
        assert!(html.contains(&format!("id=\"{}\"", entry.row.id)));
        let command = html! { (entry.row.command) };
        assert!(html.contains(&command.into_string()));
    }
}

/// What a browser makes of it at the width of a phone and of a screen: nothing sticks out, a cell opens, the search finds.
const PROBE: &str = r#"<!doctype html><meta charset="utf-8"><body><script>
const page = new TextDecoder().decode(Uint8Array.from(atob("PAGE"), c => c.charCodeAt(0)));
const said = [];
const look = (width) => new Promise((done) => {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width:${width}px;height:800px;border:0`;
  frame.srcdoc = page;
  frame.onload = () => {
    const inner = frame.contentDocument;
    said.push(`${width} sticks out by ${Math.max(0, inner.documentElement.scrollWidth - width)}`);
    inner.querySelector("button.cell").click();
    said.push(`${width} dialog ${inner.querySelector("dialog").open} ${inner.querySelectorAll("dialog .command").length > 0}`);
    inner.querySelector("dialog").close();
    const find = inner.getElementById("find");
    find.value = "shuttle";
    find.dispatchEvent(new Event("input"));
    said.push(`${width} found ${[...inner.getElementById("rows").children].filter((row) => !row.hidden).map((row) => row.id)}`);
    done();
  };
  document.body.append(frame);
});
look(390).then(() => look(1280)).then(() => { document.body.innerHTML = `<pre>${said.join("\n")}</pre>`; });
</script>"#;

#[test]
fn in_a_browser() {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let Some(browser) = browsers
        .iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok())
    else {
        println!("SKIPPED, not run here: there is no Chromium");
        return;
    };
    let folder = std::env::temp_dir().join(format!("doorway-page-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("probe.html");
    fs::write(&file, PROBE.replace("PAGE", &base64(html().as_bytes()))).expect("written");
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--virtual-time-budget=20000",
            "--dump-dom",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("a browser");
    let _ = fs::remove_dir_all(&folder);
    let said = String::from_utf8_lossy(&output.stdout);
    for width in [390, 1280] {
        for expected in ["sticks out by 0\n", "dialog true true\n", "found SHUTTLE"] {
            assert!(
                said.contains(&format!("{width} {expected}")),
                "{expected}{said}"
            );
        }
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk
            .iter()
            .fold(0u32, |word, byte| word << 8 | u32::from(*byte))
            << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() {
                letter.into()
            } else {
                '='
            });
        }
    }
    text
}
