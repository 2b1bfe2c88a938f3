//! The page and its questions, asked over a plain connection.

use super::serve::{listen, serve};
use super::session;
use super::session::MOST_MOVES;
use doorway_cli::arguments::explore::Options;
use doorway_cli::arguments::{parse_from, Command};
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
    let mut stream = TcpStream::connect(address).expect("somebody listens");
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

#[test]
fn says_what_it_cannot_do() {
    let refused = |arguments: &str| session(&options(arguments)).err().unwrap_or_default();
    assert!(refused("nobody").contains("no lock or mutant 'nobody'"));
    assert!(refused("fife --n 5").contains("1 to 4"));
    assert!(refused("fife --n 200 --passages 1").contains("1 to 4"));
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
