//! Pages in a browser: headless Chromium at the width of a phone and of a screen, light and dark. For tests.
//!
//! A page is shown in a frame, and a script of the test drives it: it clicks, waits, and says what it sees. No driver is needed: the frame
//! and the script around it come from one small server, so that the script may read the page, and Chromium prints what was said.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// What a browser is called.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// A browser that takes longer than this hangs.
const LONGEST: Duration = Duration::from_secs(120);
/// Around the page. A test's script takes the place of `SCRIPT`.
const PROBE: &str = include_str!("browser.html");

/// A page to be visited.
#[derive(Clone, Copy, Debug)]
pub enum Page<'a> {
    /// This HTML.
    Html(&'a str),
    /// What a server answers at this address.
    At(SocketAddr),
}

/// One visit to a page: at one width, in one color scheme.
#[derive(Clone, Debug, Default)]
pub struct Visit {
    /// How wide the window is, in pixels.
    pub width: usize,
    /// Whether the color scheme is dark.
    pub dark: bool,
    /// How wide the page is as it was loaded: `scrollWidth`. The window scrolls sideways if this is more than its width.
    pub page_width: usize,
    /// How tall the page is as it was loaded.
    pub page_height: usize,
    /// How wide the page is at most, before and after the test's script.
    pub widest: usize,
    /// What the test's script said.
    pub said: Vec<String>,
}

impl Visit {
    /// Panics unless the page fits the window and the script said just this.
    ///
    /// # Panics
    ///
    /// If not.
    pub fn expect(&self, said: &[&str]) {
        let place = format!("{} pixels, dark: {}", self.width, self.dark);
        assert!(self.widest <= self.width, "{place}: sticks out: {self:?}");
        assert_eq!(self.said, said, "{place}");
    }
}

/// Visits a page at 390 and 1280 pixels, light and dark. Nothing, and a line that says so, where there is no Chromium.
///
/// `script` is the body of an asynchronous JavaScript function. In it, `page` and `view` are the document and the window of the page,
/// `width` is the window's width, `say(text)` says something, and `await until(() => …)` waits until something is so.
///
/// # Panics
///
/// If the browser does not end, or prints something else.
pub fn visit(page: Page<'_>, script: &str) -> Option<Vec<Visit>> {
    let Some(browser) = found() else {
        skipped();
        return None;
    };
    let probe = PROBE.replace("/* SCRIPT */", script);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let address = listener.local_addr().expect("an address");
    let html = match page {
        Page::Html(html) => Ok(html.to_string()),
        Page::At(address) => Err(address),
    };
    // It ends with the test's process.
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (probe, html) = (probe.clone(), html.clone());
            thread::spawn(move || drop(answer(stream, &probe, html)));
        }
    });
    let printed = printed(browser, &format!("http://{address}/probe"));
    let visits = read(&printed);
    assert_eq!(visits.len(), 4, "{printed}");
    Some(visits)
}

fn found() -> Option<&'static str> {
    let runs = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    NAMES.iter().find(runs).copied()
}

/// Not by a macro, whose output the test harness would keep to itself.
fn skipped() {
    let test = thread::current();
    let name = test.name().unwrap_or("a test of a page");
    let line = format!("SKIPPED, not run here: no Chromium ({name})\n");
    drop(std::io::stderr().write_all(line.as_bytes()));
}

/// The probe, the page, or what another server has.
fn answer(
    mut stream: TcpStream,
    probe: &str,
    html: Result<String, SocketAddr>,
) -> std::io::Result<()> {
    let mut head = vec![];
    let mut buffer = [0; 4096];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut buffer)? {
            0 => return Ok(()),
            read => head.extend(&buffer[..read]),
        }
    }
    let path = head.split(|byte| *byte == b' ').nth(1).unwrap_or_default();
    let body = match (path, &html) {
        (b"/probe", _) => probe,
        (b"/", Ok(html)) => html,
        (_, Ok(_)) => "",
        (_, Err(address)) => return relay(stream, *address, &head),
    };
    let length = body.len();
    let kind = "Content-Type: text/html; charset=utf-8";
    let head = format!(
        "HTTP/1.1 200 OK\r\n{kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())
}

/// Both directions, until both are closed.
fn relay(client: TcpStream, address: SocketAddr, head: &[u8]) -> std::io::Result<()> {
    let mut server = TcpStream::connect(address)?;
    server.write_all(head)?;
    let (mut asks, mut asked) = (client.try_clone()?, server.try_clone()?);
    thread::spawn(move || {
        drop(std::io::copy(&mut asks, &mut asked));
        drop(asked.shutdown(Shutdown::Write));
    });
    let mut client = client;
    std::io::copy(&mut server, &mut client)?;
    client.shutdown(Shutdown::Both)
}

/// A folder that is removed again.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let name = format!("doorway-browser-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// The page that a browser has once its scripts are done.
fn printed(browser: &str, url: &str) -> String {
    let folder = Folder::new();
    let file = folder.0.join("printed");
    let output = std::fs::File::create(&file).expect("a file");
    let mut child = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
        ])
        .args([
            "--no-first-run",
            "--virtual-time-budget=60000",
            "--dump-dom",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.0.join("profile").display()
        ))
        .arg(url)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(Stdio::null())
        .spawn()
        .expect("a browser");
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if start.elapsed() > LONGEST {
            drop(child.kill());
            drop(child.wait());
            panic!("the browser does not end: {}", text(&file));
        }
        thread::sleep(Duration::from_millis(20));
    }
    text(&file)
}

fn text(file: &Path) -> String {
    let bytes = std::fs::read(file).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The lines between `<pre>` and `</pre>`: `visit`, four numbers and a scheme, then what was said.
fn read(printed: &str) -> Vec<Visit> {
    let lines = printed.split("<pre>").nth(1).unwrap_or_default();
    let lines = lines.split("</pre>").next().unwrap_or_default();
    let mut visits: Vec<Visit> = vec![];
    for line in lines.lines() {
        match (line.strip_prefix("visit "), line.strip_prefix("says ")) {
            (Some(numbers), _) => {
                let all: Vec<&str> = numbers.split(' ').collect();
                let number = |at: usize| all.get(at).and_then(|it| it.parse().ok()).unwrap_or(0);
                visits.push(Visit {
                    width: number(0),
                    dark: all.get(1) == Some(&"dark"),
                    page_width: number(2),
                    page_height: number(3),
                    widest: number(4),
                    said: vec![],
                });
            }
            (_, Some(said)) => {
                let visit = visits.last_mut().expect("a visit");
                let said = said.replace("&lt;", "<").replace("&gt;", ">");
                visit.said.push(said.replace("&amp;", "&"));
            }
            _ => {}
        }
    }
    visits
}

#[cfg(test)]
mod tests {
    use super::{read, visit, Page};

    #[test]
    fn reads_what_is_printed() {
        let visits =
            read("<p></p><pre>visit 390 dark 390 7 410\nsays a &lt;b&gt; &amp;amp;\nsays c</pre>");
        assert_eq!(visits.len(), 1);
        assert_eq!(visits[0].said, ["a <b> &amp;", "c"]);
        assert!(visits[0].dark && visits[0].page_height == 7 && visits[0].widest == 410);
    }

    /// What sticks out, what is dark and what goes wrong in a script is seen.
    #[test]
    fn sees_what_is_wrong() {
        let html = "<!doctype html><meta name=color-scheme content='light dark'>\
            <body style='margin:0'><div style='width:600px'>x</div>";
        let script =
            "say(view.matchMedia('(prefers-color-scheme: dark)').matches); nothing.there();";
        let Some(visits) = visit(Page::Html(html), script) else {
            return;
        };
        let widths: Vec<_> = visits.iter().map(|it| (it.width, it.page_width)).collect();
        assert_eq!(widths, [(390, 600), (390, 600), (1280, 1280), (1280, 1280)]);
        for visit in visits {
            assert_eq!(visit.said[0], visit.dark.to_string());
            assert!(visit.said[1].contains("ReferenceError"), "{visit:?}");
        }
    }
}
