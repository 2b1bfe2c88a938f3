//! Merging two parts is running once; what is not all of one run is refused.

use super::*;
use crate::certificate::tests::sample;
use serde_json::{json, Value};

const KANI: &str = "CORES-TICKET-KANI";

/// What one machine would have written: every row was asked for by name.
fn whole() -> Certificate {
    let mut whole = sample();
    for tool in ["creusot", "kani", "check", "loom", "shuttle", "test"] {
        whole.tools.insert(tool.into(), Ok(format!("{tool} 1")));
        whole.sources.insert(tool.into(), format!("hash of {tool}"));
    }
    for entry in &mut whole.obligations {
        entry.standing = Standing::Holds;
    }
    whole
}

fn forget(entry: &mut Entry) {
    entry.standing = Standing::NotRun;
    entry.says.clear();
    (entry.took, entry.together, entry.when) = (0.0, 0, 0);
    entry.decided_by.clear();
    entry.hash.clear();
    entry.states = None;
    entry.fates.values_mut().for_each(|fate| *fate = None);
}

/// The same as two machines would have written it: each knows every other row.
fn parts_of(whole: &Certificate) -> Vec<(String, Certificate)> {
    let ids: Vec<String> = (whole.obligations.iter())
        .map(|entry| entry.row.id.clone())
        .collect();
    let part = |number: usize| {
        let mut part = whole.clone();
        let mine = |id: &String| ids.iter().position(|each| each == id).unwrap() % 2 + 1 == number;
        part.part = Some(Part {
            shard: Shard { number, of: 2 },
            selection: Selection {
                full: false,
                only: ids.iter().cloned().collect(),
                tool: BTreeSet::new(),
                mutants: false,
            },
            rows: ids.iter().filter(|id| mine(id)).cloned().collect(),
        });
        part.made += number as u64;
        part.machine.cores *= number;
        for entry in &mut part.obligations {
            if !mine(&entry.row.id) {
                forget(entry);
            }
        }
        (format!("part-{number}-of-2.json"), part)
    };
    vec![part(1), part(2)]
}

/// All that is found, without when and where.
fn found(certificate: &Certificate) -> Value {
    let mut value = json!(certificate);
    let fields = value.as_object_mut().expect("an object");
    for field in ["made", "machine", "parts"] {
        fields.remove(field);
    }
    value
}

#[test]
fn two_parts_are_one_run() {
    let whole = whole();
    let mut parts = parts_of(&whole);
    let merged = merge(&parts).expect("one run");
    assert_eq!(found(&merged), found(&whole));
    verdict(&merged, &parts).expect("all hold");
    assert_eq!((merged.made, merged.parts.len()), (2, 2));
    assert_eq!(merged.parts[1].machine.cores, 2 * whole.machine.cores);
    parts.reverse();
    assert_eq!(json!(merge(&parts).expect("one run")), json!(merged));
}

/// A part is written and read as JSON before it is merged.
#[test]
fn parts_survive_being_written_and_read() {
    let parts = parts_of(&whole());
    let text = json!(parts).to_string();
    let read: Vec<(String, Certificate)> = serde_json::from_str(&text).expect("parts");
    assert_eq!(json!(merge(&read)), json!(merge(&parts)));
    assert!(!json!(whole()).to_string().contains("\"part"));
}

/// What is said of two parts when something is changed in the second.
fn refused(change: impl Fn(&mut Certificate)) -> String {
    let mut parts = parts_of(&whole());
    change(&mut parts[1].1);
    merge(&parts).expect_err("a refusal")
}

fn part(certificate: &mut Certificate) -> &mut Part {
    certificate.part.as_mut().expect("a part")
}

#[test]
fn what_is_refused() {
    let both = ["part-1-of-2.json", "part-2-of-2.json"];
    let refusals: Vec<(String, &[&str])> = vec![
        (
            refused(|two| two.part = None),
            &["part-2-of-2.json: not a part"],
        ),
        (
            refused(|two| part(two).shard.of = 3),
            &["shard 1/2 of --quick", "shard 2/3 of --quick"],
        ),
        (
            refused(|two| part(two).selection.full = true),
            &["shard 2/2 of --full"],
        ),
        (
            refused(|two| part(two).selection.tool.extend(["kani".into()])),
            &["--tool 'kani'"],
        ),
        (
            refused(|two| part(two).selection.mutants = true),
            &["--mutants"],
        ),
        (
            refused(|two| part(two).shard.number = 1),
            &[
                "shard 2/2 is missing",
                "shard 1/2 is there twice: part-1-of-2.json and part-2-of-2.json",
            ],
        ),
        (
            refused(|two| drop(two.sources.insert("loom".into(), "another".into()))),
            &["different sources: what loom looks at"],
        ),
        (
            refused(|two| drop(two.sources.remove("kani"))),
            &["what kani looks at"],
        ),
        (
            refused(|two| drop(two.tools.insert("kani".into(), Ok("kani 2".into())))),
            &["kani is \"kani 1\"", "\"kani 2\""],
        ),
        (
            refused(|two| two.version = "9".into()),
            &["version 0 in", "9 in"],
        ),
        (
            refused(|two| two.obligations[0].row.claim = "More".into()),
            &["different rows: FIFE-KEX-ALLN"],
        ),
        (
            refused(|two| drop(two.obligations.remove(0))),
            &["different rows: FIFE-KEX-ALLN"],
        ),
        (
            refused(|two| two.obligations[0].fates.extend([("loom:new".into(), None)])),
            &["different rows: FIFE-KEX-ALLN"],
        ),
        (
            refused(|two| two.assumptions[0].count = Some(7)),
            &["different assumptions"],
        ),
        (
            refused(|two| two.locks[0].from = "us".into()),
            &["different locks"],
        ),
    ];
    for (said, expected) in refusals {
        assert!(said.starts_with("these parts cannot be merged:"), "{said}");
        for expected in expected {
            assert!(said.contains(expected), "{expected}: {said}");
        }
        assert!(said.contains(both[1]), "{said}");
    }
    assert!(merge(&[]).expect_err("nothing").contains("no parts"));
    let missing = merge(&parts_of(&whole())[..1]).expect_err("one of two");
    assert!(missing.contains("shard 2/2 is missing"), "{missing}");
}

#[test]
fn every_row_is_in_one_part() {
    let said = refused(|two| drop(part(two).rows.pop()));
    assert!(said.contains("was asked for and is in no part"), "{said}");
    let said = refused(|two| part(two).rows.push("FIFE-KEX-ALLN".into()));
    let expected = "FIFE-KEX-ALLN is in part-1-of-2.json and part-2-of-2.json";
    assert!(said.contains(expected), "{said}");
    let mut parts = parts_of(&whole());
    for (_, each) in &mut parts {
        part(each).selection.only.remove("FIFE-KEX-ALLN");
    }
    let said = merge(&parts).expect_err("a row that was not asked for");
    assert!(said.contains("FIFE-KEX-ALLN was not asked for"), "{said}");
}

/// The tool is gone, and so is what it decided.
fn without(certificate: &mut Certificate, tool: &str) {
    let why = format!("{tool} is not installed");
    certificate.tools.insert(tool.into(), Err(why.clone()));
    for entry in &mut certificate.obligations {
        if entry.row.tool == tool {
            forget(entry);
            entry.standing = Standing::Skipped;
            entry.says = vec![why.clone()];
        }
        for (mutant, fate) in &mut entry.fates {
            *fate = fate.filter(|_| tool_of(mutant) != tool);
        }
    }
}

#[test]
fn a_missing_tool() {
    let mut whole = whole();
    let kani = |whole: &Certificate| {
        let parts = parts_of(whole);
        let has = |each: &(String, Certificate)| {
            let part = each.1.part.as_ref().expect("a part");
            part.rows.iter().any(|id| id.contains("KANI"))
        };
        (
            parts.iter().position(has),
            parts.iter().filter(|each| has(each)).count(),
        )
    };
    // All of Kani's rows in one part.
    whole.obligations.retain(|entry| entry.row.id != KANI);
    let (Some(with), 1) = kani(&whole) else {
        panic!("one part has Kani's rows")
    };
    let mut parts = parts_of(&whole);
    without(&mut parts[1 - with].1, "kani");
    let merged = merge(&parts).expect("the other part has nothing for Kani");
    assert_eq!(found(&merged), found(&whole), "no row is skipped");

    let mut parts = parts_of(&whole);
    without(&mut parts[with].1, "kani");
    let said = merge(&parts).expect_err("Kani is needed where it is missing");
    let expected = format!(
        "missing for {}, which needs it for FIFE-CODE-KANI",
        parts[with].0
    );
    assert!(said.contains(&expected), "{said}");

    without(&mut parts[1 - with].1, "kani");
    without(&mut whole, "kani");
    let merged = merge(&parts).expect("it is on neither machine");
    assert_eq!(found(&merged), found(&whole), "skipped, as in one run");
}

/// A mutant that only Kani kills needs Kani, whatever tool the row has.
#[test]
fn mutants_need_their_tools() {
    let mut parts = parts_of(&whole());
    for (_, each) in &mut parts {
        part(each).selection.mutants = true;
        each.obligations[0].fates.insert("kani:x".into(), None);
    }
    without(&mut parts[0].1, "kani");
    let said = merge(&parts).expect_err("a mutant of Kani's");
    assert!(said.contains("needs it for FIFE-KEX-ALLN"), "{said}");
}

#[test]
fn a_failure_in_one_part_is_a_failure() {
    let mut parts = parts_of(&whole());
    let ids = |at: usize, parts: &[(String, Certificate)]| {
        parts[at].1.part.clone().expect("a part").rows[0].clone()
    };
    let (mine, theirs) = (ids(0, &parts), ids(1, &parts));
    let entry = |part: &mut Certificate, id: &str, standing| {
        let entry = part.obligations.iter_mut().find(|entry| entry.row.id == id);
        entry.expect("a row").standing = standing;
    };
    entry(&mut parts[0].1, &mine, Standing::Failed);
    let merged = merge(&parts).expect("one run");
    let said = verdict(&merged, &parts).expect_err("a failure");
    assert_eq!(said, format!("1 failed: {mine}"));

    // Also where another shard has the row, and it holds there.
    entry(&mut parts[0].1, &theirs, Standing::Failed);
    let said = verdict(&merge(&parts).expect("one run"), &parts).expect_err("two failures");
    assert!(
        said.starts_with("2 failed") && said.contains(&theirs),
        "{said}"
    );

    let mut parts = parts_of(&whole());
    entry(&mut parts[0].1, &mine, Standing::NotRun);
    let said = verdict(&merge(&parts).expect("one run"), &parts).expect_err("it stopped early");
    assert!(
        said.contains(&mine) && said.contains("not reached"),
        "{said}"
    );

    let mut parts = parts_of(&whole());
    let fates = &mut parts[1].1.obligations[0].fates;
    fates.values_mut().for_each(|fate| *fate = Some(false));
    let said = verdict(&merge(&parts).expect("one run"), &parts).expect_err("it survives");
    assert!(
        said.contains("a mutant of FIFE-KEX-ALLN survives"),
        "{said}"
    );

    let mut parts = parts_of(&whole());
    for (_, each) in &mut parts {
        each.obligations
            .iter_mut()
            .for_each(|entry| entry.standing = Standing::Skipped);
    }
    let said = verdict(&merge(&parts).expect("one run"), &parts).expect_err("all skipped");
    assert!(said.contains("nothing was checked"), "{said}");
}
