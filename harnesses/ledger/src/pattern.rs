//! Names with stars in them.

use globset::{GlobBuilder, GlobMatcher};

/// A name in which `*` is anything, also nothing, `/` and `::`. No other character is special.
#[derive(Clone, Debug)]
pub struct Pattern(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// Without a star. Most are, and a glob takes long to compile.
    Name(String),
    Glob(GlobMatcher),
}

impl Pattern {
    /// The pattern that is written so.
    pub fn new(text: &str) -> Self {
        if !text.contains('*') {
            return Pattern(Kind::Name(text.to_string()));
        }
        // To globset two stars are folders, and ?, [, {, } and \ are special; `escape` leaves \ alone.
        let mut text = text.to_string();
        while text.contains("**") {
            text = text.replace("**", "*");
        }
        let pieces: Vec<String> = text.split('*').map(globset::escape).collect();
        let glob = GlobBuilder::new(&pieces.join("*"))
            .literal_separator(false)
            .backslash_escape(false)
            .build();
        let glob = glob.expect("plain text and single stars");
        Pattern(Kind::Glob(glob.compile_matcher()))
    }

    /// Whether this is what `name` is like.
    pub fn matches(&self, name: &str) -> bool {
        match &self.0 {
            Kind::Name(text) => text == name,
            Kind::Glob(glob) => glob.is_match(name),
        }
    }
}

/// Whether `name` is what `pattern` says. [`Pattern`] is faster for many names.
pub fn matches(pattern: &str, name: &str) -> bool {
    Pattern::new(pattern).matches(name)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars() {
        for (pattern, name) in [
            ("FIFE-*", "FIFE-KEX"),
            ("*", ""),
            ("a*c*e", "abcde"),
            ("ab", "ab"),
            ("a*a", "aa"),
            ("a**b", "ab"),
            ("**", "a/b"),
            ("a/**/b", "a/b/c/b"),
            ("creusot:a::*", "creusot:a::b::c"),
            ("*::b", "a/a::b"),
            ("f --n *", "f --n 3 --k 2"),
            ("a?[b]{c,d}\\e!", "a?[b]{c,d}\\e!"),
            ("*.*", ".hidden"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("FIFE-*", "SAFE-FIFE-KEX"),
            ("ab", "abc"),
            ("a*a", "a"),
            ("*b", "ba"),
            ("", "a"),
            ("a?", "ab"),
            ("[ab]", "a"),
            ("{a,b}", "a"),
            ("a/**/b", "a/b"),
            ("FIFE-*", "fife-kex"),
            ("a\\*", "a*"),
        ] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
