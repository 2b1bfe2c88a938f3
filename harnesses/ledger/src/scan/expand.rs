//! Expands macros by example, as far as needed to see which functions they make.
//!
//! Macros make harnesses, and the ledger must know their names also where no verifier is installed.
//! Fragments are matched by where they end, not parsed: this is enough for a list of items.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use std::collections::HashMap;

/// A macro by example.
#[derive(Clone, Debug)]
pub(crate) struct Macro {
    rules: Vec<(Vec<Part>, TokenStream)>,
}

/// A part of a matcher.
#[derive(Clone, Debug)]
enum Part {
    Token(String),
    Group(Delimiter, Vec<Part>),
    Variable(String, String),
    Repeated(Vec<Part>, Option<String>, char),
}

/// The value of a variable.
#[derive(Clone, Debug)]
enum Bound {
    Tokens(Vec<TokenTree>),
    Each(Vec<Bindings>),
}

type Bindings = HashMap<String, Bound>;

impl Macro {
    /// A macro from the text between the braces of `macro_rules!`.
    pub(crate) fn new(body: TokenStream) -> Self {
        let trees: Vec<TokenTree> = body.into_iter().collect();
        let mut rules = vec![];
        for at in 0..trees.len() {
            let arrow = at + 3 <= trees.len() && is_arrow(&trees[at..]);
            if let (true, Some(TokenTree::Group(matcher)), Some(TokenTree::Group(made))) = (
                arrow,
                at.checked_sub(1).map(|before| &trees[before]),
                trees.get(at + 2),
            ) {
                rules.push((parts(matcher.stream()), made.stream()));
            }
        }
        Macro { rules }
    }

    /// The expansion of a call, if a rule matches.
    pub(crate) fn expand(&self, call: TokenStream) -> Option<TokenStream> {
        let trees: Vec<TokenTree> = call.into_iter().collect();
        self.rules.iter().find_map(|(matcher, made)| {
            let mut bindings = Bindings::new();
            let end = match_all(matcher, &trees, 0, &mut bindings)?;
            (end == trees.len()).then(|| transcribe(made.clone(), &bindings))
        })
    }
}

fn is_arrow(trees: &[TokenTree]) -> bool {
    is(&trees[0], '=') && is(&trees[1], '>')
}

fn is(tree: &TokenTree, sign: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn parts(matcher: TokenStream) -> Vec<Part> {
    let mut trees = matcher.into_iter().peekable();
    let mut parts = vec![];
    while let Some(tree) = trees.next() {
        if !is(&tree, '$') {
            parts.push(match tree {
                TokenTree::Group(group) => {
                    Part::Group(group.delimiter(), self::parts(group.stream()))
                }
                token => Part::Token(token.to_string()),
            });
            continue;
        }
        match trees.next() {
            Some(TokenTree::Group(group)) => {
                let (separator, sign) = repetition(&mut trees);
                parts.push(Part::Repeated(self::parts(group.stream()), separator, sign));
            }
            Some(TokenTree::Ident(name)) => {
                trees.next(); // the colon
                let kind = trees.next().map_or(String::new(), |kind| kind.to_string());
                parts.push(Part::Variable(name.to_string(), kind));
            }
            _ => {}
        }
    }
    parts
}

/// The separator, if there is one, and `*`, `+` or `?`.
fn repetition(trees: &mut impl Iterator<Item = TokenTree>) -> (Option<String>, char) {
    let mut separator = None;
    for tree in trees {
        match tree.to_string().as_str() {
            sign @ ("*" | "+" | "?") => return (separator, sign.chars().next().unwrap_or('*')),
            other => separator = Some(other.to_string()),
        }
    }
    (separator, '*')
}

/// The end of the match, if `matcher` matches at `at`.
fn match_all(
    matcher: &[Part],
    trees: &[TokenTree],
    mut at: usize,
    found: &mut Bindings,
) -> Option<usize> {
    for (number, part) in matcher.iter().enumerate() {
        match part {
            Part::Token(token) => {
                (trees.get(at)?.to_string() == *token).then_some(())?;
                at += 1;
            }
            Part::Group(delimiter, inner) => {
                let TokenTree::Group(group) = trees.get(at)? else {
                    return None;
                };
                (group.delimiter() == *delimiter).then_some(())?;
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                (match_all(inner, &inside, 0, found)? == inside.len()).then_some(())?;
                at += 1;
            }
            Part::Variable(name, kind) => {
                let end = fragment(kind, trees, at, matcher.get(number + 1))?;
                found.insert(name.clone(), Bound::Tokens(trees[at..end].to_vec()));
                at = end;
            }
            Part::Repeated(inner, separator, sign) => {
                let (end, each) = match_each(inner, separator.as_deref(), *sign, trees, at);
                (*sign != '+' || !each.is_empty()).then_some(())?;
                for name in variables(inner) {
                    found.insert(name, Bound::Each(each.clone()));
                }
                at = end;
            }
        }
    }
    Some(at)
}

fn match_each(
    inner: &[Part],
    separator: Option<&str>,
    sign: char,
    trees: &[TokenTree],
    mut at: usize,
) -> (usize, Vec<Bindings>) {
    let mut each = vec![];
    let mut next = at;
    loop {
        let mut found = Bindings::new();
        match match_all(inner, trees, next, &mut found) {
            Some(end) if end > next => {
                each.push(found);
                at = end;
            }
            _ => return (at, each),
        }
        next = match separator {
            _ if sign == '?' => return (at, each),
            None => at,
            Some(separator) => match trees.get(at) {
                Some(tree) if tree.to_string() == separator => at + 1,
                _ => return (at, each),
            },
        };
    }
}

fn variables(matcher: &[Part]) -> Vec<String> {
    let each = matcher.iter().flat_map(|part| match part {
        Part::Token(_) => vec![],
        Part::Variable(name, _) => vec![name.clone()],
        Part::Group(_, inner) | Part::Repeated(inner, _, _) => variables(inner),
    });
    each.collect()
}

/// The end of a fragment of that kind.
fn fragment(kind: &str, trees: &[TokenTree], at: usize, then: Option<&Part>) -> Option<usize> {
    let first = trees.get(at)?;
    match kind {
        "ident" => matches!(first, TokenTree::Ident(_)).then_some(at + 1),
        "literal" => {
            let word = first.to_string();
            let literal =
                matches!(first, TokenTree::Literal(_)) || word == "true" || word == "false";
            literal.then_some(at + 1)
        }
        "tt" => Some(at + 1),
        "block" => matches!(first, TokenTree::Group(_)).then_some(at + 1),
        _ => {
            let stop = match then {
                Some(Part::Token(token)) => Some(token.as_str()),
                _ => None,
            };
            let mut depth = 0;
            let mut end = at;
            while let Some(tree) = trees.get(end) {
                if depth == 0 && stop == Some(tree.to_string().as_str()) {
                    break;
                }
                let after_dash = end > at
                    && matches!(&trees[end - 1], TokenTree::Punct(p) if p.as_char() == '-' && p.spacing() == Spacing::Joint);
                if kind == "ty" {
                    depth += i32::from(is(tree, '<')) - i32::from(is(tree, '>') && !after_dash);
                }
                end += 1;
            }
            (end > at).then_some(end)
        }
    }
}

fn transcribe(made: TokenStream, bindings: &Bindings) -> TokenStream {
    let mut trees = made.into_iter().peekable();
    let mut out: Vec<TokenTree> = vec![];
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Group(group) => {
                let inside = transcribe(group.stream(), bindings);
                out.push(Group::new(group.delimiter(), inside).into());
            }
            tree if is(&tree, '$') => match trees.next() {
                Some(TokenTree::Group(group)) => {
                    let (separator, _) = repetition(&mut trees);
                    out.extend(repeat(group.stream(), separator.as_deref(), bindings));
                }
                Some(TokenTree::Ident(name)) => match bindings.get(&name.to_string()) {
                    Some(Bound::Tokens(tokens)) => out.extend(tokens.iter().cloned()),
                    _ => out.push(name.into()), // $crate
                },
                _ => {}
            },
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

fn repeat(body: TokenStream, separator: Option<&str>, bindings: &Bindings) -> TokenStream {
    let used: Vec<String> = parts_used(body.clone());
    let each = used.iter().find_map(|name| match bindings.get(name) {
        Some(Bound::Each(each)) => Some(each),
        _ => None,
    });
    let mut out = TokenStream::new();
    for (number, round) in each.into_iter().flatten().enumerate() {
        if let (Some(separator), true) = (separator, number > 0) {
            out.extend(separator.parse::<TokenStream>().unwrap_or_default());
        }
        let mut inner = bindings.clone();
        inner.extend(round.clone());
        out.extend(transcribe(body.clone(), &inner));
    }
    out
}

/// The names after a `$`, at any depth.
fn parts_used(body: TokenStream) -> Vec<String> {
    let mut names = vec![];
    let mut after = false;
    for tree in body {
        match &tree {
            TokenTree::Group(group) => names.extend(parts_used(group.stream())),
            TokenTree::Ident(name) if after => names.push(name.to_string()),
            _ => {}
        }
        after = is(&tree, '$');
    }
    names
}

#[cfg(test)]
mod tests {
    use super::Macro;

    fn expanded(rules: &str, call: &str) -> Option<String> {
        let tokens = |text: &str| text.parse().expect("tokens");
        Some(Macro::new(tokens(rules)).expand(tokens(call))?.to_string())
    }

    #[test]
    fn lists_and_types() {
        let rules = "($machine:ty, $($harness:ident = $p:literal),*) => {$(#[kani::proof] fn $harness() { go::<$machine>($p); })*};";
        let made = expanded(rules, "Bakery<2>, one = 0, two = 1").expect("it matches");
        assert!(
            made.contains("fn one ()") && made.contains("fn two ()"),
            "{made}"
        );
        assert!(made.contains("Bakery < 2 >"), "{made}");
        assert_eq!(expanded(rules, "Bakery<2>; one"), None);
    }

    #[test]
    fn the_rule_that_matches() {
        let rules = "(a, $x:ident) => { fn $x() {} }; (b, $x:ident $(, $y:ident)?) => { fn $x($($y: u8)?) {} };";
        assert_eq!(expanded(rules, "a, f").as_deref(), Some("fn f () { }"));
        assert_eq!(expanded(rules, "b, f").as_deref(), Some("fn f () { }"));
        assert_eq!(
            expanded(rules, "b, f, g").as_deref(),
            Some("fn f (g : u8) { }")
        );
    }
}
