//! Why files are not the parts of one run. Every complaint names the files and what differs.

use super::{several, Named};
use doorway_ledger::rows::Obligation;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn asked_alike(first: &Named<'_>, other: &Named<'_>, wrong: &mut Vec<String>) {
    let (one, two) = (&first.part, &other.part);
    if (one.shard.of, &one.selection) != (two.shard.of, &two.selection) {
        wrong.push(format!(
            "{} is shard {} of {}, {} is shard {} of {}: merge the parts of one run",
            first.file, one.shard, one.selection, other.file, two.shard, two.selection
        ));
    }
}

pub(super) fn shards(parts: &[Named<'_>], wrong: &mut Vec<String>) {
    let of = parts[0].part.shard.of;
    for number in 1..=of {
        let mut files = parts.iter().filter(|each| each.part.shard.number == number);
        match (files.next(), files.next()) {
            (None, _) => {
                let given: Vec<&str> = parts.iter().map(|each| each.file).collect();
                let given = given.join(", ");
                wrong.push(format!("shard {number}/{of} is missing: there are {given}"));
            }
            (Some(one), Some(two)) => wrong.push(format!(
                "shard {number}/{of} is there twice: {} and {}",
                one.file, two.file
            )),
            (Some(_), None) => {}
        }
    }
}

pub(super) fn same_sources(first: &Named<'_>, other: &Named<'_>, wrong: &mut Vec<String>) {
    let (one, two) = (&first.certificate, &other.certificate);
    if one.version != two.version {
        wrong.push(format!(
            "doorway is version {} in {} and {} in {}",
            one.version, first.file, two.version, other.file
        ));
    }
    let differ = differing(&one.sources, &two.sources);
    if !differ.is_empty() {
        wrong.push(format!(
            "{} and {} are of different sources: what {} looks at is not the same",
            first.file,
            other.file,
            several(&differ)
        ));
    }
}

pub(super) fn same_ledger(first: &Named<'_>, other: &Named<'_>, wrong: &mut Vec<String>) {
    let rows = |named: &Named<'_>| -> BTreeMap<String, (Obligation, Vec<String>)> {
        let rows = named.certificate.obligations.iter();
        rows.map(|entry| {
            let mutants = entry.fates.keys().cloned().collect();
            (entry.row.id.clone(), (entry.row.clone(), mutants))
        })
        .collect()
    };
    let (one, two) = (rows(first), rows(other));
    let differ = differing(&one, &two);
    if !differ.is_empty() {
        wrong.push(format!(
            "{} and {} have different rows: {}",
            first.file,
            other.file,
            several(&differ)
        ));
    }
    let (one, two) = (&first.certificate, &other.certificate);
    for (what, same) in [
        ("locks", one.locks == two.locks),
        ("properties", one.properties == two.properties),
        ("assumptions", one.assumptions == two.assumptions),
        ("arguments", one.arguments == two.arguments),
    ] {
        if !same {
            wrong.push(format!(
                "{} and {} have different {what} in their ledgers",
                first.file, other.file
            ));
        }
    }
}

/// The same versions everywhere. A tool may be missing on a machine that had nothing for it to do.
pub(super) fn same_tools(parts: &[Named<'_>], wrong: &mut Vec<String>) {
    let tools = parts.iter().flat_map(|each| each.certificate.tools.keys());
    for tool in tools.collect::<BTreeSet<_>>() {
        let version = |each: &Named<'_>| match each.certificate.tools.get(tool) {
            Some(Ok(version)) => Some(version.clone()),
            _ => None,
        };
        let Some(here) = parts.iter().find(|each| each.has(tool)) else {
            continue;
        };
        let (file, is) = (here.file, version(here).unwrap_or_default());
        for other in parts {
            match version(other) {
                Some(another) if another != is => wrong.push(format!(
                    "{tool} is \"{is}\" in {file} and \"{another}\" in {}: use one version on all machines",
                    other.file
                )),
                Some(_) => {}
                None => {
                    let rows = other.needs(tool);
                    if !rows.is_empty() {
                        wrong.push(format!(
                            "{tool} was there for {file} and missing for {}, which needs it for {}: install it on all machines or on none",
                            other.file,
                            several(&rows)
                        ));
                    }
                }
            }
        }
    }
}

/// Every row that the run asked for is in one shard, and no other row is in any.
pub(super) fn every_row_once(parts: &[Named<'_>], wrong: &mut Vec<String>) {
    for entry in &parts[0].certificate.obligations {
        let id = &entry.row.id;
        let files: Vec<&str> = (parts.iter())
            .filter(|each| each.part.rows.contains(id))
            .map(|each| each.file)
            .collect();
        let wanted = parts[0].part.selection.wants(&entry.row);
        match files.as_slice() {
            [_] if wanted => {}
            [] if !wanted => {}
            [] => wrong.push(format!("{id} was asked for and is in no part")),
            files if wanted => wrong.push(format!("{id} is in {}", files.join(" and "))),
            files => wrong.push(format!("{id} was not asked for and is in {}", files[0])),
        }
    }
}

/// The names under which two maps have different things, or only one has any.
fn differing<'a, V: PartialEq>(
    one: &'a BTreeMap<String, V>,
    two: &'a BTreeMap<String, V>,
) -> Vec<&'a str> {
    let names: BTreeSet<&String> = one.keys().chain(two.keys()).collect();
    let differ = names
        .into_iter()
        .filter(|name| one.get(*name) != two.get(*name));
    differ.map(String::as_str).collect()
}
