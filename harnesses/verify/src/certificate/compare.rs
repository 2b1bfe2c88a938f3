//! What got weaker since an earlier certificate.

use super::{Certificate, Entry, Standing};

pub(super) fn tell(old: &Certificate, new: &Certificate) -> Result<(), String> {
    let (weaker, stronger) = compare(old, new);
    for line in &stronger {
        println!("stronger: {line}");
    }
    for row in new.obligations.iter().filter(|row| is_new(old, row)) {
        let (id, claim) = (&row.row.id, &row.row.claim);
        println!("new: {id}, {}: {claim}", row.standing.name());
    }
    for line in &weaker {
        println!("WEAKER: {line}");
    }
    match weaker.len() {
        0 => {
            println!(
                "Nothing got weaker: {} obligations then, {} now.",
                old.obligations.len(),
                new.obligations.len()
            );
            Ok(())
        }
        count => Err(format!(
            "{count} got weaker, {} stronger. What was not run here is no longer known: cargo doorway verify --only ID runs a row, --mutants its mutants",
            stronger.len()
        )),
    }
}

fn is_new(old: &Certificate, row: &Entry) -> bool {
    let mut before = old.obligations.iter();
    !before.any(|before| before.row.id == row.row.id)
}

/// Weaker, and stronger.
fn compare(old: &Certificate, new: &Certificate) -> (Vec<String>, Vec<String>) {
    let (mut weaker, mut stronger) = (vec![], vec![]);
    for before in &old.obligations {
        match new
            .obligations
            .iter()
            .find(|now| now.row.id == before.row.id)
        {
            None => weaker.push(format!("{} is gone: {}", before.row.id, before.row.claim)),
            Some(now) => row(before, now, &mut weaker, &mut stronger),
        }
    }
    for now in &new.assumptions {
        match old.assumptions.iter().find(|before| before.id == now.id) {
            Some(before) if now.count > before.count => weaker.push(format!(
                "{}: {} are assumed, {} were",
                now.id,
                now.count.unwrap_or(0),
                before.count.unwrap_or(0)
            )),
            _ => {}
        }
    }
    (weaker, stronger)
}

fn row(before: &Entry, now: &Entry, weaker: &mut Vec<String>, stronger: &mut Vec<String>) {
    let id = &now.row.id;
    let mut changed = |is_weaker: bool, what: String| {
        if is_weaker {
            &mut *weaker
        } else {
            &mut *stronger
        }
        .push(format!("{id}: {what}"));
    };
    // A row whose tool is missing is worth as little as a row that was not selected.
    let rank = |standing| match standing {
        Standing::Skipped => Standing::NotRun,
        other => other,
    };
    let (was, is) = (rank(before.standing), rank(now.standing));
    if was != is {
        let why = now
            .says
            .first()
            .map_or(String::new(), |why| format!(" ({why})"));
        changed(
            is < was,
            format!(
                "{}{why}, it was: {}",
                now.standing.name(),
                before.standing.name()
            ),
        );
    }
    if before.row.strength != now.row.strength {
        changed(
            now.row.strength < before.row.strength,
            format!(
                "{} ({}), it was {} ({})",
                now.row.strength.name(),
                now.row.bound,
                before.row.strength.name(),
                before.row.bound
            ),
        );
    } else if let (Some(was), Some(is)) = (size(&before.row.bound), size(&now.row.bound)) {
        if was != is {
            changed(
                is < was,
                format!("{}, it was {}", now.row.bound, before.row.bound),
            );
        }
    }
    let lost = |before: &[String], now: &[String]| -> Vec<String> {
        before
            .iter()
            .filter(|each| !now.contains(each))
            .cloned()
            .collect()
    };
    for (what, lost) in [
        (
            "speaks no longer of",
            lost(&before.row.locks, &now.row.locks),
        ),
        (
            "speaks no longer for",
            lost(&before.row.properties, &now.row.properties),
        ),
        (
            "assumes now as well",
            lost(&now.row.assumes, &before.row.assumes),
        ),
    ] {
        if !lost.is_empty() {
            changed(true, format!("{what} {}", lost.join(", ")));
        }
    }
    for (mutant, fate) in &before.fates {
        if *fate == Some(true) && now.fates.get(mutant) != Some(&Some(true)) {
            let is = match now.fates.get(mutant) {
                None => "is gone",
                Some(None) => "was not run here",
                Some(_) => "survives",
            };
            changed(true, format!("the mutant {mutant} {is}; it was killed"));
        }
    }
}

/// The largest N that a bound speaks of: `N = 2 and 3`, `N ≤ 8`, `N = 4 to 8`.
pub(super) fn size(bound: &str) -> Option<u32> {
    let mut largest = None;
    for part in bound.split("N ").skip(1) {
        let mut words = part.split(' ').skip_while(|word| ["=", "≤"].contains(word));
        // What comes after a comma is another number's business: N = 2, 4 passages each.
        while let Some(word) = words.next() {
            let Ok(number) = word.trim_end_matches([',', ';', ':']).parse() else {
                break;
            };
            largest = largest.max(Some(number));
            if word.ends_with([',', ';', ':']) || !matches!(words.next(), Some("and" | "to")) {
                break;
            }
        }
    }
    largest
}

#[cfg(test)]
pub(super) mod unit {
    use super::*;
    use crate::certificate::tests::sample;
    use doorway_ledger::rows::Strength;

    /// What got weaker when one thing is changed.
    fn weaker(change: impl Fn(&mut Certificate)) -> String {
        let old = sample();
        let mut new = sample();
        change(&mut new);
        compare(&old, &new).0.join("; ")
    }

    #[test]
    fn the_same_is_not_weaker() {
        assert_eq!(weaker(|_| {}), "");
    }

    #[test]
    fn what_is_weaker() {
        let said = [
            (weaker(|new| drop(new.obligations.remove(0))), "is gone"),
            (
                weaker(|new| new.obligations[0].standing = Standing::Skipped),
                "it was: holds",
            ),
            (
                weaker(|new| new.obligations[0].standing = Standing::Failed),
                "failed",
            ),
            (
                weaker(|new| new.obligations[0].row.strength = Strength::Sampled),
                "sampled",
            ),
            (
                weaker(|new| new.obligations[1].row.bound = "N = 2".into()),
                "N = 2, it was N = 2 and 3",
            ),
            (
                weaker(|new| new.obligations[0].row.locks.clear()),
                "speaks no longer of",
            ),
            (
                weaker(|new| new.obligations[0].row.properties.clear()),
                "speaks no longer for",
            ),
            (
                weaker(|new| new.obligations[0].row.assumes.push("LUCK".into())),
                "assumes now as well LUCK",
            ),
            (
                weaker(|new| {
                    new.obligations[0]
                        .fates
                        .values_mut()
                        .for_each(|fate| *fate = Some(false))
                }),
                "survives",
            ),
            (
                weaker(|new| new.obligations[0].fates.clear()),
                "is gone; it was killed",
            ),
            (
                weaker(|new| new.assumptions[0].count = Some(7)),
                "7 are assumed",
            ),
        ];
        for (complaint, said) in said {
            assert!(complaint.contains(said), "{said}: {complaint}");
        }
    }

    #[test]
    fn what_is_stronger_is_no_complaint() {
        let mut old = sample();
        old.obligations[0].standing = Standing::NotRun;
        old.obligations[1].row.bound = "N = 2".into();
        let (weaker, stronger) = compare(&old, &sample());
        assert!(
            weaker.is_empty() && stronger.len() == 2,
            "{weaker:?} {stronger:?}"
        );
    }

    #[test]
    fn sizes() {
        assert_eq!(size("N = 2 and 3, every k"), Some(3));
        assert_eq!(size("N ≤ 8"), Some(8));
        assert_eq!(size("the doorway N = 2; announcement N = 2 and 3"), Some(3));
        assert_eq!(size("N = 2, 4 passages each"), Some(2));
        assert_eq!(size("N = 4 to 8, k = 1 to 3"), Some(8));
        assert_eq!(size("every N and k"), None);
    }
}
