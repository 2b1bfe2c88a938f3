//! Names with stars in them.

/// Whether `name` is what `pattern` says, where `*` is anything.
pub fn matches(pattern: &str, name: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else {
        return rest.is_empty();
    };
    for piece in middle {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
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
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("FIFE-*", "SAFE-FIFE-KEX"),
            ("ab", "abc"),
            ("a*a", "a"),
            ("*b", "ba"),
            ("", "a"),
        ] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
