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
            entry("BAKERY-CANCELLATION-REFUTED", Standing::Holds, "1 test"),
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
const visit = (width) => new Promise((done) => {
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
visit(390).then(() => visit(1280)).then(() => { document.body.innerHTML = `<pre>${said.join("\n")}</pre>`; });
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

mod escaping {
    //! No text of the ledger, or of a part that another machine wrote, is taken for HTML.

    use super::sample;
    use crate::certificate::{page, Certificate, Entry};
    use maud::html;

    /// What a page may be given to break out of its attributes and elements.
    const RUDE: &str = "\"'><script>alert(1)</script>&amp;<i x=\"";

    /// The sample with this in every text that comes from the ledger or a part.
    fn with(rude: &str) -> Certificate {
        let mut certificate = sample();
        let texts = |entry: &mut Entry| {
            let row = &mut entry.row;
            for text in [
                &mut row.id,
                &mut row.claim,
                &mut row.paper,
                &mut row.bound,
                &mut row.memory,
                &mut row.command,
                &mut row.tool,
                &mut entry.decided_by,
                &mut entry.hash,
            ] {
                text.push_str(rude);
            }
            row.assumes.push(rude.into());
            entry.says.push(rude.into());
            entry.fates.insert(rude.into(), None);
        };
        certificate.obligations.iter_mut().for_each(texts);
        for lock in &mut certificate.locks {
            lock.from.push_str(rude);
        }
        certificate.properties[0].title.push_str(rude);
        certificate.assumptions[0].id.push_str(rude);
        certificate.assumptions[0].what.push_str(rude);
        certificate.arguments[0].place.push_str(rude);
        certificate.version.push_str(rude);
        certificate.machine.os.push_str(rude);
        certificate.tools.extend([
            ("here".into(), Ok(rude.into())),
            ("missing".into(), Err(rude.into())),
        ]);
        certificate
    }

    /// The elements of a page in their order, with their attributes' names: `details class id`.
    fn elements(html: &str) -> Result<Vec<String>, String> {
        let mut open: Vec<String> = vec![];
        let mut all = vec![];
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            rest = &rest[at + 1..];
            let mut names: Vec<String> = vec![];
            let mut quoted = false;
            let mut word = String::new();
            let end = rest.find(|c: char| {
                match c {
                    '"' => quoted = !quoted,
                    _ if quoted => {}
                    ' ' | '>' | '=' => {
                        let done = std::mem::take(&mut word);
                        names.extend(Some(done).filter(|done| !done.is_empty()));
                    }
                    c => word.push(c),
                }
                c == '>' && !quoted
            });
            rest = &rest[end.ok_or("a tag without an end")? + 1..];
            let name = names.first().cloned().unwrap_or_default();
            match name.strip_prefix('/') {
                Some(name) if open.last().is_some_and(|last| last == name) => drop(open.pop()),
                Some(name) => return Err(format!("</{name}> within {open:?}")),
                None if ["meta", "input", "br"].contains(&name.as_str())
                    || name.starts_with('!') => {}
                None => open.push(name.clone()),
            }
            // Nothing in them is a tag.
            if ["style", "script"].contains(&name.as_str()) {
                let end = rest.find(&format!("</{name}>")).ok_or("it does not end")?;
                rest = &rest[end..];
            }
            all.push(names.join(" "));
        }
        match open.is_empty() {
            true => Ok(all),
            false => Err(format!("left open: {open:?}")),
        }
    }

    /// Whatever the texts are, the page has the same elements with the same attributes, and all are closed.
    #[test]
    fn no_text_breaks_out() {
        let page = |text: &str| page::page(&with(text), &html! { div.plot {} });
        let rude = page(RUDE);
        assert!(!rude.contains("<script>alert") && !rude.contains("<i x"));
        assert_eq!(elements(&rude), elements(&page("polite")));
        assert!(elements(&rude).is_ok_and(|all| all.len() > 500));
    }

    /// The reader above sees what is wrong.
    #[test]
    fn elements_are_read() {
        let read = |html: &str| elements(html).map(|all| all.join(", "));
        assert_eq!(
            read("<p class=\"a\" id=\"b>\">x</p><br>").as_deref(),
            Ok("p class id, /p, br")
        );
        for wrong in ["<p>", "<p><b></p></b>", "</p>", "<p id=\"a\"b\">"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
