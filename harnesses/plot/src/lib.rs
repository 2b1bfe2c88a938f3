//! Lines and bars as SVG, and a page around them that needs nothing else: no script, no network.

mod bars;
mod lines;
mod scale;

pub use bars::{bars, Bar};
pub use lines::{lines, Line};

/// Text in SVG and HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// An SVG of that size around its content.
fn svg(width: f64, height: f64, title: &str, content: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
         <text x=\"12\" y=\"20\" font-size=\"14\" font-weight=\"bold\">{}</text>{content}</svg>\n",
        escaped(title)
    )
}

fn text(x: f64, y: f64, anchor: &str, content: &str) -> String {
    let content = escaped(content);
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{content}</text>")
}

/// A part of a page: a heading, then SVG or any other HTML.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// What is under it.
    pub html: String,
}

/// A page.
pub fn page(title: &str, sections: &[Section]) -> String {
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{0}</title><style>body{{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em;\
         color:#222;background:#fff}}pre{{overflow-x:auto;background:#f5f5f5;padding:.7em}}svg{{max-width:100%;height:auto}}</style><h1>{0}</h1>\n",
        escaped(title)
    );
    for section in sections {
        html += &format!("<h2>{}</h2>\n{}\n", escaped(&section.heading), section.html);
    }
    html + "</html>\n"
}
