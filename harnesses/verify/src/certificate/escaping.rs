//! No text of the ledger, or of a part that another machine wrote, is taken for HTML.

use super::tests::sample;
use super::{page, Certificate, Entry};
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
            None if ["meta", "input", "br"].contains(&name.as_str()) || name.starts_with('!') => {}
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
