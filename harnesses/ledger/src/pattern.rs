//! Patterns: names with stars.

use globset::{GlobBuilder, GlobMatcher};

/// A name in which `*` matches any text, also the empty one, `/` and `::`.
///
/// No other character is special.
#[derive(Clone, Debug)]
pub struct Pattern(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// A name without a star. Most patterns have none, and compiling a glob is slow.
    Name(String),
    Glob(GlobMatcher),
}

impl Pattern {
    /// The pattern of a text.
    pub fn new(text: &str) -> Self {
        if !text.contains('*') {
            return Pattern(Kind::Name(text.to_string()));
        }
        // globset treats two stars as folders, and ?, [, {, } and \ as special; `escape` does not
        // escape \.
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

    /// Whether `name` matches.
    pub fn matches(&self, name: &str) -> bool {
        match &self.0 {
            Kind::Name(text) => text == name,
            Kind::Glob(glob) => glob.is_match(name),
        }
    }
}

/// Whether `name` matches `pattern`. [`Pattern`] is faster for many names.
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
