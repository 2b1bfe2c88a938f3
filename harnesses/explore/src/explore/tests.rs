//! The page and its questions, asked over a plain connection.

use super::serve::{listen, serve};
use super::session;
use super::session::MOST_MOVES;
use doorway_cli::arguments::explore::Options;
use doorway_cli::arguments::{parse_from, Command};
use doorway_plot::browser::{visit, Page};
use doorway_proofs::catalogue::rows;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

fn options(arguments: &str) -> Options {
    let words = ["doorway", "explore"]
        .into_iter()
        .chain(arguments.split(' '));
    match parse_from(words).expect("right").command {
        Command::Explore(options) => options,
        other => panic!("{other:?}"),
    }
}

/// Serves until the tests end.
fn begin(arguments: &str) -> SocketAddr {
    let listener = listen(0).expect("a free port");
    let address = listener.local_addr().expect("an address");
    let session = session(&options(arguments)).expect("a session");
    std::thread::spawn(move || serve(listener, &session));
    address
}

/// The status and the body.
fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("sent");
    stream.write_all(body.as_bytes()).expect("sent");
    let mut bytes = vec![];
    stream.read_to_end(&mut bytes).expect("answered");
    let answer = String::from_utf8(bytes).expect("UTF-8");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    (status.expect("a status"), body.to_string())
}

fn walk(address: SocketAddr, acts: &str, at: usize) -> serde_json::Value {
    let question = format!(r#"{{"acts": "{acts}", "at": {at}}}"#);
    let (status, body) = ask(address, "POST", "/walk", &question);
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).expect("JSON")
}

#[test]
fn answers_the_page_and_states() {
    let address = begin("fife --n 2");
    let (status, page) = ask(address, "GET", "/", "");
    assert_eq!(status, 200);
    assert!(
        page.contains("<!doctype html>") && page.contains("</html>"),
        "{page}"
    );
    assert!(!page.contains("/* page."), "style and script are in it");

    let view = walk(address, "1.1.1", 2);
    assert_eq!(view["at"], 2);
    assert_eq!(view["processes"][0]["region"], "doorway");
    assert_eq!(view["processes"][1]["region"], "remainder");
    assert_eq!(view["choices"][0]["says"], "reads Ticket[2] = 0");
    assert_eq!(view["history"].as_array().map(Vec::len), Some(3));
    assert_eq!(view["faults"].as_array().map(Vec::len), Some(0));
}

#[test]
fn refuses_nonsense() {
    let address = begin("safe-fife --n 2");
    let long = "1.".repeat(MOST_MOVES * 20);
    for question in [
        "",
        "nonsense",
        "[]",
        r#"{"acts": 7}"#,
        r#"{"acts": "9"}"#,
        r#"{"acts": "1x"}"#,
        r#"{"acts": "1.1=2"}"#,
        r#"{"acts": "∞"}"#,
        r#"{"acts": "1", "at": 2}"#,
        r#"{"acts": "1", "at": -1}"#,
        r#"{"acts": "1", "at": "here"}"#,
        &format!(r#"{{"acts": "{long}"}}"#),
        &format!(r#"{{"acts": "{}"}}"#, "1.".repeat(MOST_MOVES + 1)),
    ] {
        let (status, reason) = ask(address, "POST", "/walk", question);
        assert_eq!(status, 400, "{reason}");
        assert!(!reason.is_empty());
    }
    assert_eq!(ask(address, "GET", "/etc/passwd", "").0, 404);
    assert_eq!(ask(address, "GET", "/walk", "").0, 405);
    assert_eq!(ask(address, "GET", "/", "").0, 200, "it still answers");
}

#[test]
fn loads_a_violation() {
    let address = begin("fife-no-14 --violation");
    let (_, body) = ask(address, "GET", "/lock", "");
    let lock: serde_json::Value = serde_json::from_str(&body).expect("JSON");
    let acts: Vec<_> = lock["violation"]["acts"]
        .as_array()
        .expect("acts")
        .iter()
        .filter_map(|act| act.as_str())
        .collect();
    let view = walk(address, &acts.join("."), acts.len());
    assert_eq!(view["faults"][0]["property"], "k-exclusion");
    let before = walk(address, &acts.join("."), acts.len() - 1);
    assert_eq!(before["faults"].as_array().map(Vec::len), Some(0));
}

/// Each store that the mutant drops is said, in the trace and on the button.
#[test]
fn says_what_a_mutant_changes() {
    let address = begin("fife-no-14");
    let before = walk(address, "1.1.1.1", 4);
    let choice = &before["choices"][0];
    assert_eq!(choice["says"], "writes Want[1][2] := 1");
    assert_eq!(choice["mutation"], "store dropped by the mutant");
    let after = walk(address, "1.1.1.1.1", 5);
    let entry = &after["history"][4];
    let told = "p1   14  writes Want[1][2] := 1; store dropped by the mutant";
    assert_eq!(entry["told"], told);
    assert_eq!(after["history"][3]["mutation"], serde_json::Value::Null);

    // p1 is choosing when p2 reads so in line 7.
    let address = begin("simplified-bakery");
    let mut acts: Vec<String> = vec!["1".into(), "1".into()];
    let changed = (0..40).find_map(|_| {
        let view = walk(address, &acts.join("."), acts.len());
        acts.push("2".into());
        let choices = view["choices"].as_array().expect("choices").clone();
        let second = choices.iter().find(|choice| choice["process"] == 2)?;
        Some(second["mutation"].as_str()?.to_string())
    });
    let said = "load changed by the mutant: returns 0";
    assert_eq!(changed.as_deref(), Some(said));
    let view = walk(address, &acts.join("."), acts.len());
    let told = view["history"][acts.len() - 1]["told"].as_str();
    assert!(told.is_some_and(|told| told.contains(said)), "{told:?}");
}

/// A mutant that changes accesses has the lines of these accesses crossed out; another mutant and a lock have none.
#[test]
fn lines_are_struck_out() {
    const DROPPED: &str = "store dropped by the mutant";
    const CHANGED: &str = "load changed by the mutant";
    let expected: &[(&str, &str, &[&str])] = &[
        ("simplified-bakery", CHANGED, &["7"]),
        ("simplified-bakery-ties-pass", CHANGED, &["7", "8"]),
        ("simplified-bakery-ties-wait", CHANGED, &["4", "7", "8"]),
        ("black-white-color-unwritten", DROPPED, &["12"]),
        ("black-white-all-colors", CHANGED, &["3", "7"]),
        ("black-white-not-choosing", CHANGED, &["6"]),
        ("black-white-alone-beside-a-choice", CHANGED, &["6"]),
        ("black-white-alone-beside-a-ticket", CHANGED, &["7"]),
        ("fife-no-14", DROPPED, &["14"]),
        ("fife-no-tie-break", CHANGED, &["21"]),
        ("fife-16-before-15", DROPPED, &["16"]),
        ("fife-max-without-one", CHANGED, &["14", "15"]),
        ("fife-no-exit", DROPPED, &["25"]),
        ("fife-capture-larger", CHANGED, &["22"]),
        ("fife-if-for-while", CHANGED, &["22"]),
        ("fife-unclaimed", DROPPED, &["14"]),
        ("figure-3-as-printed", CHANGED, &["31", "43"]),
        (
            "safe-fife-in-writing-order",
            CHANGED,
            &["38", "39", "41", "44"],
        ),
        ("safe-fife-one-copy", CHANGED, &["39", "42"]),
        ("safe-fife-no-44", CHANGED, &["44"]),
    ];
    for row in rows() {
        let session = session(&options(row.name)).expect(row.name);
        let lock: serde_json::Value = serde_json::from_str(&session.lock()).expect("JSON");
        let lines = lock["figure"]["lines"].as_array().expect("lines").iter();
        let crossed = lines
            .filter_map(|line| Some((line["number"].as_str()?, line["mutation"].as_str()?)))
            .collect::<Vec<_>>();
        let wanted = expected.iter().find(|(name, ..)| *name == row.name);
        let wanted = wanted.map_or(vec![], |(_, what, lines)| {
            lines.iter().map(|line| (*line, *what)).collect()
        });
        assert_eq!(crossed, wanted, "{}", row.name);
    }
}

/// A process is clicked, its step is in the trace, and undoing it puts the process back.
#[test]
fn in_a_browser() {
    let clicks = r##"
      const place = () => page.getElementById("place").textContent;
      const region = () => page.querySelector(".process .chip").className;
      await until(() => page.querySelector(".process .step"));
      page.querySelector(".process .step").click();
      await until(() => place() === "1 of 1 moves");
      say(page.querySelector("#history .now .told").textContent);
      say(region());
      page.getElementById("undo").click();
      await until(() => place() === "0 of 1 moves");
      say(region());
      say(page.getElementById("undo").disabled);
      page.getElementById("redo").click();
      await until(() => place() === "1 of 1 moves");
      say(region());
      say(page.querySelectorAll("#figure del").length);
    "##;
    let address = begin("fife --n 2");
    let Some(visits) = visit(Page::At(address), clicks) else {
        return;
    };
    for visit in visits {
        let told = "p1   13  → doorway";
        let (doorway, remainder) = ("chip doorway", "chip remainder");
        visit.expect(&[told, doorway, remainder, "true", doorway, "0"]);
    }
}

/// The trace of a mutant says which stores are dropped, and the figure strikes their line out.
#[test]
fn a_mutant_in_a_browser() {
    let clicks = r##"
      await until(() => page.querySelectorAll("#history li").length > 2);
      [...page.querySelectorAll("#history button")].at(-1).click();
      await until(() => page.querySelector("#faults p"));
      say(page.querySelector("#faults p").textContent);
      say([...page.querySelectorAll("#history .mutated .told")].every((told) => told.textContent.endsWith("store dropped by the mutant")));
      for (const line of page.querySelectorAll("#figure del")) {
        const item = line.closest("li");
        say(`${item.querySelector(".number").textContent} ${view.getComputedStyle(line).textDecorationLine} ${item.querySelector(".mutation").textContent.trim()}`);
      }
    "##;
    let address = begin("fife-no-14 --violation");
    let Some(visits) = visit(Page::At(address), clicks) else {
        return;
    };
    for visit in visits {
        visit.expect(&[
            "k-exclusion is violated: p1 and p2 are inside, with k = 1",
            "true",
            "14 line-through (store dropped by the mutant)",
        ]);
    }
}

/// The page with the most registers fits a phone too.
#[test]
fn the_widest_page_in_a_browser() {
    let clicks = r##"
      await until(() => page.querySelector(".process .step"));
      page.getElementById("ten").click();
      await until(() => page.getElementById("place").textContent === "10 of 10 moves");
    "##;
    let address = begin("safe-fife --n 4");
    let Some(visits) = visit(Page::At(address), clicks) else {
        return;
    };
    for visit in visits {
        visit.expect(&[]);
    }
}

#[test]
fn says_what_it_cannot_do() {
    let refused = |arguments: &str| match session(&options(arguments)) {
        Ok(_) => String::new(),
        Err(failure) => failure.message,
    };
    assert!(refused("fife --k 4").contains("1 ≤ k ≤ n"));
    assert!(refused("bakery --k 2").contains("is for k = 1"));
    assert!(refused("fife --crashes 1").contains("at most k-1"));
    assert!(refused("fife --passages 1,2").contains("2 numbers of passages"));
    assert!(refused("fife --n 2 --violation").contains("there is no violation"));

    let taken = listen(0).expect("a free port");
    let port = taken.local_addr().expect("an address").port();
    let error = listen(port).expect_err("it is taken");
    assert!(
        error.contains("in use") && error.contains("--port"),
        "{error}"
    );
}
