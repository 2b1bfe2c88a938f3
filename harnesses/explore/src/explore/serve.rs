//! A page and two questions, over HTTP on the loopback.

use super::session::Session;
use std::io::{ErrorKind, Read};
use std::net::{Ipv4Addr, TcpListener};
use tiny_http::{Header, Method, Request, Response, Server};

/// The longest question: more than the longest walk takes.
const LONGEST: usize = 1 << 17;

/// Nothing is loaded from anywhere else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

fn page() -> String {
    include_str!("page.html")
        .replace("/* page.css */", include_str!("page.css"))
        .replace("/* page.js */", include_str!("page.js"))
}

/// Listens on 127.0.0.1.
pub(super) fn listen(port: u16) -> Result<TcpListener, String> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            format!(
                "port {port} is in use: choose another with --port, or any free one with --port 0"
            )
        }
        ErrorKind::PermissionDenied => {
            format!("port {port} is not allowed: choose one above 1023 with --port")
        }
        _ => format!("cannot listen on 127.0.0.1:{port}: {error}"),
    })
}

/// Answers until the process ends.
pub(super) fn serve(listener: TcpListener, session: &Session) -> Result<(), String> {
    let server = Server::from_listener(listener, None).map_err(|error| error.to_string())?;
    std::thread::scope(|threads| {
        for request in server.incoming_requests() {
            // One thread each, so that an unfinished question delays no other.
            threads.spawn(move || answer(request, session));
        }
    });
    Ok(())
}

/// A status, a content type, and what is answered.
struct Answer(u16, &'static str, String);

fn answer(mut request: Request, session: &Session) {
    let Answer(status, kind, body) = respond(&mut request, session);
    let mut response = Response::from_string(body).with_status_code(status);
    let fixed = [
        ("Content-Type", kind),
        ("Content-Security-Policy", POLICY),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
    ];
    for (name, value) in fixed {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    // The client may be gone.
    drop(request.respond(response));
}

fn respond(request: &mut Request, session: &Session) -> Answer {
    const TEXT: &str = "text/plain; charset=utf-8";
    const JSON: &str = "application/json";
    match (request.method(), request.url()) {
        (Method::Get, "/") => Answer(200, "text/html; charset=utf-8", page()),
        (Method::Get, "/lock") => Answer(200, JSON, session.lock()),
        (Method::Post, "/walk") => {
            match question(request).and_then(|question| session.walk(&question)) {
                Ok(view) => Answer(200, JSON, view),
                Err(reason) => Answer(400, TEXT, reason),
            }
        }
        (_, "/" | "/lock" | "/walk") => Answer(405, TEXT, "GET / and /lock, POST /walk".into()),
        _ => Answer(404, TEXT, "there is only /, /lock and /walk".into()),
    }
}

fn question(request: &mut Request) -> Result<String, String> {
    let mut bytes = vec![];
    let mut body = request.as_reader().take(LONGEST as u64 + 1);
    body.read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() > LONGEST {
        return Err(format!("longer than {LONGEST} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| "not UTF-8".into())
}
