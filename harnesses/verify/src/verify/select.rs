//! Which rows are asked for.

use super::NOTHING;
use doorway_cli::arguments::verify::Shard;
use doorway_cli::names::{nearest, unknown};
use doorway_cli::Failure;
use doorway_ledger::pattern::matches;
use doorway_ledger::rows::{Argument, Ledger, Obligation, Set};

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

    /// The rows, in the order of the ledger. A row that is asked for by its whole name is run, whatever its set. There may be none if only
    /// [arguments](Self::arguments) were asked for.
    pub(crate) fn rows<'a>(&self, ledger: &'a Ledger) -> Result<Vec<&'a Obligation>, Failure> {
        for tool in self.tool {
            if ledger.tool(tool).is_none() {
                let tools: Vec<&str> = ledger.tools.iter().map(|tool| tool.id.as_str()).collect();
                let near = nearest(tool, tools.iter().copied());
                let near = near.map_or(String::new(), |near| format!(" The nearest is '{near}'."));
                return Err(Failure::usage(format!(
                    "there is no tool '{tool}'.{near} The tools are {}",
                    tools.join(", ")
                )));
            }
        }
        for pattern in self.only {
            if !ids(ledger).any(|id| matches(pattern, id)) {
                let message = unknown("row", pattern, ids(ledger), "cargo doorway verify --list");
                return Err(Failure::usage(message));
            }
        }
        let chosen = ledger.obligations.iter().filter(|row| self.wants(row));
        let chosen = self.shard.map_or(chosen.clone().collect(), |shard| {
            part(chosen.collect(), shard)
        });
        if chosen.is_empty() && self.arguments(ledger, false).is_empty() {
            return Err(match (self.shard, self.full) {
                (Some(_), _) => Failure::undecided(format!(
                    "{NOTHING}: this shard has no row, since there are fewer rows than shards"
                )),
                (None, false) => Failure::usage(
                    "none of these rows is in the quick set: add --full, or give the whole id of a row",
                ),
                (None, true) => Failure::usage(
                    "none of these rows is in a set: give the whole id of a row to run it",
                ),
            });
        }
        Ok(chosen)
    }

    /// The arguments that `--only` names: a person reads them, and no tool decides them. All of them if everything is asked for.
    pub(crate) fn arguments<'a>(&self, ledger: &'a Ledger, everything: bool) -> Vec<&'a Argument> {
        let by_tool_or_shard = !self.tool.is_empty() || self.shard.is_some();
        let named = |argument: &&Argument| {
            let mut patterns = self.only.iter();
            everything || patterns.any(|pattern| matches(pattern, &argument.id))
        };
        let arguments = ledger.arguments.iter().filter(named);
        arguments.filter(|_| !by_tool_or_shard).collect()
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

/// The ids of all rows and arguments.
fn ids(ledger: &Ledger) -> impl Iterator<Item = &str> {
    let rows = ledger.obligations.iter().map(|row| row.id.as_str());
    rows.chain(ledger.arguments.iter().map(|row| row.id.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use doorway_cli::tree::root;
    use doorway_cli::Exit;
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
        let refused = |only: &str, tool: &str| {
            let (only, tool) = ([only.to_string()], [tool.to_string()]);
            let only = if only[0].is_empty() { &[] } else { &only[..] };
            let tool = if tool[0].is_empty() { &[] } else { &tool[..] };
            let failure = asked(only, tool, None).rows(&ledger).expect_err("nothing");
            assert_eq!(failure.exit, Exit::Usage, "{failure}");
            failure.message
        };
        for (typed, near) in [
            ("FIFE-KEX", "'FIFE-KEX-ALLN'"),
            ("fife-kex-alln", "'FIFE-KEX-ALLN'"),
            ("SC-ARGUD", "'SC-ARGUED'"),
        ] {
            let error = refused(typed, "");
            assert!(error.contains(&format!("no row '{typed}'")), "{error}");
            assert!(error.contains(near), "{error}");
        }
        assert!(refused("zzz-*", "").contains("--list"));
        let error = refused("", "kanu");
        assert!(
            error.contains("no tool 'kanu'. The nearest is 'kani'"),
            "{error}"
        );
        assert!(refused("*-ORDER-KANI-FULL", "").contains("whole id"));
    }

    #[test]
    fn arguments_are_known() {
        let ledger = read(&root().expect("a tree")).expect("a ledger");
        let only = ["SC-ARGUED".to_string()];
        let asked = asked(&only, &[], None);
        assert!(asked.rows(&ledger).expect("known").is_empty());
        let arguments = asked.arguments(&ledger, false);
        assert_eq!(arguments.len(), 1);
        assert_eq!(arguments[0].id, "SC-ARGUED");
    }

    #[test]
    fn a_shard_with_no_row_decides_nothing() {
        let ledger = read(&root().expect("a tree")).expect("a ledger");
        let only = ["SC-ARGUED".to_string()];
        let shard = Some(Shard { number: 1, of: 2 });
        let failure = asked(&only, &[], shard).rows(&ledger).expect_err("nothing");
        assert_eq!(failure.exit, Exit::Undecided, "{failure}");
    }
}
