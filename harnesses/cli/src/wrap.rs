//! Text in lines that fit a terminal.

/// The words of a text, in lines of at most `width` characters; a longer word has a line to itself.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept() {
        assert_eq!(wrapped("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrapped("µµµ µµµ", 7), ["µµµ µµµ"]);
        assert_eq!(wrapped("wide-word on", 4), ["wide-word", "on"]);
        assert_eq!(wrapped("", 4), [""]);
    }
}
