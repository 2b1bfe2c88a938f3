//! Which rows are asked for.

use doorway_cli::arguments::verify::Shard;
use doorway_ledger::pattern::matches;
use doorway_ledger::rows::{Ledger, Obligation, Set};

/// What was asked for.
pub(crate) struct Asked<'a> {
    pub(crate) full: bool,
    pub(crate) only: &'a [String],
    pub(crate) tool: &'a [String],
    pub(crate) shard: Option<Shard>,
}

impl Asked<'_> {
    /// Whether nothing was said about which.
    pub(crate) fn is_everything(&self) -> bool {
        !self.full && self.only.is_empty() && self.tool.is_empty() && self.shard.is_none()
    }

    /// The rows, in the order of the ledger. A row that is asked for by its whole name is run, whatever its set.
    pub(crate) fn rows<'a>(&self, ledger: &'a Ledger) -> Result<Vec<&'a Obligation>, String> {
        for tool in self.tool {
            if ledger.tool(tool).is_none() {
                let tools: Vec<&str> = ledger.tools.iter().map(|tool| tool.id.as_str()).collect();
                return Err(format!("no tool '{tool}': one of {}", tools.join(", ")));
            }
        }
        for pattern in self.only {
            if !ledger
                .obligations
                .iter()
                .any(|row| matches(pattern, &row.id))
            {
                return Err(unknown(ledger, pattern));
            }
        }
        let chosen = ledger.obligations.iter().filter(|row| self.wants(row));
        let chosen = self.shard.map_or(chosen.clone().collect(), |shard| {
            part(chosen.collect(), shard)
        });
        if chosen.is_empty() {
            return Err(match (self.shard, self.full) {
                (Some(_), _) => {
                    "there is nothing in that shard: there are fewer rows than shards".into()
                }
                (None, false) => {
                    "none of these is in the quick set: add --full, or give a row's whole id".into()
                }
                (None, true) => {
                    "none of these can be run: give a row's whole id to run one that is in no set"
                        .into()
                }
            });
        }
        Ok(chosen)
    }

    /// Whether a row is asked for, in whichever shard.
    pub(crate) fn wants(&self, row: &Obligation) -> bool {
        let named = self.only.contains(&row.id);
        let only =
            self.only.is_empty() || self.only.iter().any(|pattern| matches(pattern, &row.id));
        let tool = self.tool.is_empty() || self.tool.contains(&row.tool);
        let set = match row.set {
            Set::Quick => true,
            Set::Full => self.full || named,
            Set::Never => named,
        };
        only && tool && set
    }
}

/// The longest first, each to the shard that has least to do: the same rows every time.
fn part(mut rows: Vec<&Obligation>, shard: Shard) -> Vec<&Obligation> {
    let order: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    rows.sort_by(|a, b| b.seconds.total_cmp(&a.seconds).then(a.id.cmp(&b.id)));
    let mut load = vec![0.0_f64; shard.of];
    rows.retain(|row| {
        let least = (0..shard.of)
            .min_by(|&a, &b| load[a].total_cmp(&load[b]))
            .unwrap_or(0);
        load[least] += row.seconds.max(0.1);
        least + 1 == shard.number
    });
    rows.sort_by_key(|row| order.iter().position(|id| *id == row.id));
    rows
}

/// There is no such row: those that are nearly it.
fn unknown(ledger: &Ledger, asked: &str) -> String {
    let words: Vec<&str> = asked
        .split(['-', '*'])
        .filter(|word| word.len() > 2)
        .collect();
    let shared = |id: &str| {
        words
            .iter()
            .filter(|word| id.contains(&word.to_uppercase()))
            .count()
    };
    let mut near: Vec<&str> = ledger
        .obligations
        .iter()
        .map(|row| row.id.as_str())
        .collect();
    near.retain(|id| shared(id) > 0);
    near.sort_by_key(|id| std::cmp::Reverse(shared(id)));
    near.truncate(5);
    let near = match near.as_slice() {
        [] => String::new(),
        near => format!(" Nearly: {}.", near.join(", ")),
    };
    format!("no obligation '{asked}'.{near} All of them: cargo doorway verify --list")
}

#[cfg(test)]
mod tests {
    use super::*;
    use doorway_cli::tree::root;
    use doorway_ledger::read;

    fn asked<'a>(only: &'a [String], tool: &'a [String], shard: Option<Shard>) -> Asked<'a> {
        Asked {
            full: true,
            only,
            tool,
            shard,
        }
    }

    /// Together they are everything, and nothing is in two.
    #[test]
    fn shards_are_a_partition() {
        let ledger = read(&root().expect("a tree")).expect("a ledger");
        let all = asked(&[], &[], None).rows(&ledger).expect("rows");
        let mut parts = vec![];
        for number in 1..=4 {
            let shard = Some(Shard { number, of: 4 });
            parts.extend(asked(&[], &[], shard).rows(&ledger).expect("rows"));
        }
        let ids = |rows: &[&Obligation]| {
            let mut ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
            ids.sort();
            ids
        };
        assert_eq!(ids(&all), ids(&parts));
    }

    #[test]
    fn what_there_is_not() {
        let ledger = read(&root().expect("a tree")).expect("a ledger");
        let refused = |only: &str| {
            let only = [only.to_string()];
            asked(&only, &[], None).rows(&ledger).expect_err("nothing")
        };
        let error = refused("FIFE-KEX");
        assert!(
            error.contains("no obligation 'FIFE-KEX'") && error.contains("FIFE-KEX-ALLN"),
            "{error}"
        );
        assert!(refused("").contains("--list"));
        assert!(refused("fife-*").contains("no obligation 'fife-*'"));
        let tool = ["kanu".to_string()];
        let error = asked(&[], &tool, None).rows(&ledger).expect_err("nothing");
        assert!(
            error.contains("no tool 'kanu': one of creusot, kani"),
            "{error}"
        );
        let unfinished = ["STEPS-IND-*".to_string()];
        let error = asked(&unfinished, &[], None)
            .rows(&ledger)
            .expect_err("nothing");
        assert!(error.contains("whole id"), "{error}");
    }
}
