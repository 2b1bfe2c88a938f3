//! The page and its JSON; in a browser, where one is installed.

use super::{page, Certificate, Entry, Machine, Standing};
use doorway_cli::tree::root;
use doorway_ledger::read;
use doorway_plot::browser::{visit, Page};
use maud::html;
use std::collections::BTreeMap;

/// A few rows of the ledger, at least one of each standing: holds, failed, tool missing, not selected, out of date.
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
    let mut bounded = entry("FIFE-CODE-KANI", Standing::Holds, "4 harnesses");
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
            Entry {
                says: vec![],
                ..entry("FIFE-LOOM-2", Standing::NotRun, "")
            },
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
    assert!(html.contains("Tool missing: Kani is not installed"));
    assert!(html.contains("<li class=\"skipped\"><b>1</b> tool missing</li>"));
    assert!(html.contains("<li class=\"not-run\"><b>1</b> not selected</li>"));
    assert!(html.contains("<li class=\"not-run\"><b>1</b> out of date</li>"));
    assert!(html.contains("FAILED: BAKERY-LOOM-2"));
    assert!(
        html.contains("cell failed\" href=\"#BAKERY-LOOM-2"),
        "what failed comes first"
    );
    assert!(html.contains("&lt;two&gt; &amp; inside"), "escaped");
    let cores = html
        .split("the cores return what their contracts say</th>")
        .nth(1)
        .expect("a row of the matrix");
    let fife = cores.split("data-lock=\"Fife\">").nth(1).expect("a cell");
    assert!(
        fife.starts_with("<a class=\"cell skipped\" href=\"#CORES-TICKET-KANI\""),
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

/// The whole ledger, with every label in it.
fn whole() -> Certificate {
    let ledger = read(&root().expect("a tree")).expect("a ledger");
    let mut certificate = sample();
    let known = certificate.obligations.clone();
    certificate.obligations = (ledger.obligations.iter().enumerate())
        .map(|(at, row)| Entry {
            row: row.clone(),
            ..known[at % known.len()].clone()
        })
        .collect();
    certificate
}

/// A cell shows its rows, a search finds a row in its fold, a link opens its fold, and on paper everything is open.
const CLICKS: &str = r##"
  const shown = (element) => element.checkVisibility();
  const rows = [...page.querySelectorAll("#rows .row")];
  say(`rows shown: ${rows.filter(shown).length}`);
  const cell = page.querySelector("a.cell");
  cell.click();
  const dialog = page.querySelector("dialog");
  say(`dialog ${dialog.open}, rows ${dialog.querySelectorAll(".row").length === cell.dataset.rows.split(" ").length}`);
  say(`its first command is shown: ${shown(dialog.querySelector(".command"))}`);
  dialog.close();
  const find = page.getElementById("find");
  find.value = "shuttle";
  find.dispatchEvent(new Event("input"));
  say(`found ${rows.filter(shown).map((row) => row.id)}`);
  find.value = "";
  find.dispatchEvent(new Event("input"));
  say(`rows shown: ${rows.filter(shown).length}`);
  view.location.hash = "SHUTTLE";
  await until(() => shown(page.querySelector("#SHUTTLE .command")));
  view.location.hash = "assumptions";
  await until(() => shown(page.querySelector(".assumptions dd")));
  view.dispatchEvent(new Event("beforeprint"));
  say(`on paper ${rows.every(shown)}`);
  view.dispatchEvent(new Event("afterprint"));
  say(`afterwards ${rows.every(shown)}`);
"##;

#[test]
fn in_a_browser() {
    let Some(visits) = visit(Page::Html(&html()), CLICKS) else {
        return;
    };
    for visit in visits {
        visit.expect(&[
            "rows shown: 0",
            "dialog true, rows true",
            "its first command is shown: true",
            "found SHUTTLE",
            "rows shown: 0",
            "on paper true",
            "afterwards false",
        ]);
    }
}

/// Without a script, a cell is a link to its first row, and the row is in a fold that opens by a click.
#[test]
fn without_a_script() {
    let html = html();
    let (before, rest) = html.split_once("<script>").expect("a script");
    let (_, after) = rest.split_once("</script>").expect("its end");
    let clicks = r##"
      const cell = page.querySelector("a.cell");
      const row = page.querySelector(cell.getAttribute("href"));
      say(row.checkVisibility());
      row.closest(".group").querySelector("summary").click();
      say(row.checkVisibility());
    "##;
    let Some(visits) = visit(Page::Html(&format!("{before}{after}")), clicks) else {
        return;
    };
    for visit in visits {
        visit.expect(&["false", "true"]);
    }
}

/// On a phone, the whole ledger is a few screens tall.
#[test]
fn it_is_short() {
    let html = page::page(&whole(), &html! { div.plot {} });
    let Some(visits) = visit(Page::Html(&html), "") else {
        return;
    };
    for visit in visits {
        visit.expect(&[]);
        assert!(visit.page_height < 6000, "{visit:?}");
    }
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
