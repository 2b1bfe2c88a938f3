//! Lines and bars as SVG, and a page around them that needs nothing else: no script, no network. Tables for a terminal and a page.

#[cfg(any(test, feature = "browser"))]
pub mod browser;
mod lines;
mod scale;
mod table;

use lines::bars;

pub use bars::{bars, Bar};
pub use lines::{lines, Line};
pub use maud::{Markup, PreEscaped};
pub use table::Table;

use maud::{html, DOCTYPE};

/// An SVG of that size around its content. Every element has its end tag, so that it can be a file.
fn svg(width: f64, height: f64, title: &str, content: &Markup) -> String {
    let drawing = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height)
            viewBox={ "0 0 " (width) " " (height) } font-family="sans-serif" font-size="12" {
            rect width="100%" height="100%" fill="#fff" {}
            text x="12" y="20" font-size="14" font-weight="bold" { (title) }
            (content)
        }
    };
    drawing.into_string() + "\n"
}

fn text(x: f64, y: f64, anchor: &str, content: &str) -> Markup {
    let [x, y] = [x, y].map(tenths);
    html! { text x=(x) y=(y) text-anchor=(anchor) { (content) } }
}

/// A place, to a tenth of a pixel.
fn tenths(place: f64) -> String {
    format!("{place:.1}")
}

/// A part of a page: a heading, then SVG or any other HTML.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// What is under it.
    pub html: Markup,
}

/// A page. With several sections, links to them come first.
pub fn page(title: &str, sections: &[Section]) -> String {
    let id = |at: usize| format!("section-{}", at + 1);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                h1 { (title) }
                @if sections.len() > 2 {
                    nav {
                        @for (at, section) in sections.iter().enumerate() {
                            a href={ "#" (id(at)) } { (section.heading) } " "
                        }
                    }
                }
                @for (at, section) in sections.iter().enumerate() {
                    section id=(id(at)) {
                        h2 { (section.heading) }
                        (section.html)
                    }
                }
            }
        }
    };
    page.into_string() + "\n"
}

/// A drawing in its own box, which scrolls where the window is too narrow.
pub fn plot(drawing: &str) -> Markup {
    html! { div.plot { (PreEscaped(drawing)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUDE: &str = "a \"b\" 'c' <d> & e";
    const SAFE: &str = "a &quot;b&quot; 'c' &lt;d&gt; &amp; e";

    /// Names, labels and titles are text, whatever is in them.
    #[test]
    fn text_stays_text() {
        let bar = Bar {
            name: RUDE.into(),
            value: 1.0,
            label: RUDE.into(),
            ours: true,
        };
        let line = Line {
            name: RUDE.into(),
            points: vec![(1.0, 1.0), (2.0, 4.0)],
            dashed: true,
            color: 0,
        };
        let drawings = [
            (bars(RUDE, false, &[bar]), 3),
            (lines(RUDE, RUDE, RUDE, false, &[line]), 4),
        ];
        for (drawing, times) in drawings {
            assert_eq!(drawing.matches(SAFE).count(), times, "{drawing}");
            assert!(!drawing.contains("<d>"), "{drawing}");
            for element in ["svg", "rect", "text", "line", "polyline"] {
                let opened = drawing.matches(&format!("<{element} ")).count();
                let closed = drawing.matches(&format!("</{element}>")).count();
                assert_eq!(opened, closed, "{element}: {drawing}");
            }
        }
        let section = Section {
            heading: RUDE.into(),
            html: html! { p title=(RUDE) { (RUDE) } },
        };
        let page = page(RUDE, &[section]);
        assert_eq!(page.matches(SAFE).count(), 5, "{page}");
        assert!(!page.contains(RUDE), "{page}");
    }
}
