//! Templates: rows that are written once for many locks, and filled in from the catalogue.
//!
//! * `each = "lock"` makes a row for each lock; `each = "exploration"` one for each size at which
//!   `cargo doorway check --all` explores a lock's models; `each = "set-exploration"` the same for
//!   the active sets.
//! * `when` is a condition, or a list of conditions that all must hold: [`CONDITIONS`], or `not`
//!   and one of them. `only` and `but` are lists of locks.
//! * `{word}` in a text is filled in. In a list, an entry with `{properties}` or `{mutants}`
//!   becomes an entry for each of them.
//! * A table in place of a value is a choice: by the lock's type, by the name of the model, by what
//!   follows `cargo doorway check`, by a condition, or else `default`. If none of them applies, an
//!   entry of a list is left out.
//! * A list in place of a text is joined with spaces.
//!
//! `locks` may be a condition, or `all`, in any row.

mod kani;

use crate::rows::Obligation;
use doorway_proofs::active_set::facts::MODELS as SETS;
use doorway_proofs::catalogue::{Extent, Facts, Kill, Property, Row, Scene, Size, Tickets, LOCKS};
use toml::{Table, Value};

/// A condition on a lock, with its name.
type Condition = (&'static str, fn(&Facts) -> bool);

const CONDITIONS: [Condition; 14] = [
    ("all-executions", |lock| {
        lock.scenes_of(Extent::Once)
            .any(|scene| scene.preemptions.is_none())
    }),
    ("any-k", Facts::any_k),
    ("bounded-tickets", |lock| {
        lock.model().tickets == Tickets::Bounded
    }),
    ("cancelling-starves", |lock| lock.cancelling_starves),
    ("inductive", |lock| !kani::steps(lock, false).is_empty()),
    ("inductive-full", |lock| !kani::steps(lock, true).is_empty()),
    ("local-spin", |lock| lock.rmr.local),
    ("code", |lock| !kani::code(lock, false).is_empty()),
    ("more-code", |lock| !kani::code(lock, true).is_empty()),
    ("more-preemptions", |lock| {
        lock.scenes_of(Extent::Full).next().is_some()
    }),
    ("on-a-set", |lock| lock.model().on_a_set),
    ("ordered", |lock| !kani::order(lock, false).is_empty()),
    ("ordered-full", |lock| !kani::order(lock, true).is_empty()),
    ("safe", |lock| lock.model().safe),
];

/// The fields that are texts.
const TEXTS: [&str; 5] = ["claim", "paper", "bound", "memory", "command"];

/// The rows, with every template filled in.
///
/// # Errors
///
/// What is wrong, and in which row.
pub(crate) fn expanded(written: Vec<Table>) -> Result<Vec<Obligation>, String> {
    let mut rows = vec![];
    for row in written {
        let id = row.get("id").and_then(Value::as_str);
        let id = id.unwrap_or("a row without an id").to_string();
        let named = |error: String| format!("{id}: {error}");
        for mut row in filled_in(row).map_err(named)? {
            of_condition(&mut row).map_err(named)?;
            let row = row.try_into().map_err(|error| named(error.to_string()))?;
            rows.push(row);
        }
    }
    Ok(rows)
}

/// A row, or the rows that a template makes.
fn filled_in(mut row: Table) -> Result<Vec<Table>, String> {
    let Some(each) = row.remove("each") else {
        return Ok(vec![row]);
    };
    let template = Template {
        cases: cases(each.as_str().unwrap_or_default())?,
        when: texts(&mut row, "when")?,
        only: locks(&mut row, "only")?,
        but: locks(&mut row, "but")?,
        fields: row,
    };
    template.rows()
}

/// Replaces a condition in `locks` by the locks for which it holds.
fn of_condition(row: &mut Table) -> Result<(), String> {
    let Some(Value::String(condition)) = row.get("locks") else {
        return Ok(());
    };
    let mut names = vec![];
    for lock in LOCKS {
        if condition == "all" || holds(&conditions(lock), condition)? {
            names.push(Value::from(lock.type_name));
        }
    }
    row.insert("locks".into(), Value::Array(names));
    Ok(())
}

/// Removes a field that is a text or a list of texts; an absent field is an empty list.
fn texts(row: &mut Table, field: &str) -> Result<Vec<String>, String> {
    let all = match row.remove(field) {
        None => vec![],
        Some(Value::Array(all)) => all,
        Some(one) => vec![one],
    };
    let text = |value: Value| value.as_str().map(str::to_string);
    let all: Option<Vec<String>> = all.into_iter().map(text).collect();
    all.ok_or_else(|| format!("`{field}` is a text or a list of texts"))
}

/// Removes a field that is a list of locks.
fn locks(row: &mut Table, field: &str) -> Result<Vec<String>, String> {
    let names = texts(row, field)?;
    let known: Vec<&str> = LOCKS.iter().map(|lock| lock.type_name).collect();
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(names),
        Some(name) => Err(format!(
            "`{field}`: there is no lock '{name}': one of {}",
            known.join(", ")
        )),
    }
}

/// A row with `each`.
struct Template {
    cases: Vec<Case>,
    when: Vec<String>,
    only: Vec<String>,
    but: Vec<String>,
    fields: Table,
}

/// The values that fill in a template.
#[derive(Default)]
struct Case {
    /// Its names in a choice. The first is its lock's type.
    names: Vec<String>,
    /// The conditions, and whether each holds.
    conditions: Vec<(&'static str, bool)>,
    words: Vec<(&'static str, String)>,
    lists: Vec<(&'static str, Vec<String>)>,
}

impl Template {
    fn rows(&self) -> Result<Vec<Table>, String> {
        let mut rows = vec![];
        for case in &self.cases {
            if self.is_for(case)? {
                rows.push(self.row(case)?);
            }
        }
        match rows.is_empty() {
            true => Err("it makes no row: nothing meets `when`, `only` and `but`".into()),
            false => Ok(rows),
        }
    }

    fn is_for(&self, case: &Case) -> Result<bool, String> {
        for condition in &self.when {
            if !holds(&case.conditions, condition)? {
                return Ok(false);
            }
        }
        let is_among = |names: &[String]| names.contains(&case.names[0]);
        Ok((self.only.is_empty() || is_among(&self.only)) && !is_among(&self.but))
    }

    fn row(&self, case: &Case) -> Result<Table, String> {
        let mut row = Table::new();
        for (field, value) in &self.fields {
            let value = self.value(case, value)?.ok_or_else(|| {
                format!(
                    "nothing is chosen for `{field}` of {}: add `default`",
                    case.names[0]
                )
            })?;
            let value = match value {
                Value::Array(pieces) if TEXTS.contains(&field.as_str()) => joined(&pieces),
                Value::String(text) if field == "seconds" => {
                    let seconds: f64 =
                        (text.parse()).map_err(|_| format!("'{text}' is no number"))?;
                    Value::from(seconds)
                }
                value => value,
            };
            row.insert(field.clone(), value);
        }
        Ok(row)
    }

    /// A value, filled in; none if it is a choice without a value for this case.
    fn value(&self, case: &Case, value: &Value) -> Result<Option<Value>, String> {
        Ok(Some(match value {
            Value::String(text) => Value::String(case.filled(text)?),
            Value::Table(choice) => {
                return match self.chosen(case, choice)? {
                    Some(value) => self.value(case, value),
                    None => Ok(None),
                }
            }
            Value::Array(entries) => {
                let mut all = vec![];
                for entry in entries {
                    self.entries(case, entry, &mut all)?;
                }
                Value::Array(all)
            }
            other => other.clone(),
        }))
    }

    /// Appends the entries that an entry of a list becomes: one, many or none.
    fn entries(&self, case: &Case, entry: &Value, all: &mut Vec<Value>) -> Result<(), String> {
        if let Value::String(text) = entry {
            let named = |(name, _): &&(&str, _)| text.contains(&format!("{{{name}}}"));
            if let Some((name, values)) = case.lists.iter().find(named) {
                for value in values {
                    let text = text.replace(&format!("{{{name}}}"), value);
                    all.push(Value::String(case.filled(&text)?));
                }
                return Ok(());
            }
        }
        match self.value(case, entry)? {
            None => {}
            Some(Value::Array(more)) => all.extend(more),
            Some(one) => all.push(one),
        }
        Ok(())
    }

    /// The chosen value: by a name, else by the condition that holds, else by default.
    fn chosen<'a>(&self, case: &Case, choice: &'a Table) -> Result<Option<&'a Value>, String> {
        let mut held: Vec<&str> = vec![];
        for key in choice.keys().filter(|key| *key != "default") {
            if self.cases.iter().any(|case| case.names.contains(key)) {
                continue;
            }
            match holds(&case.conditions, key) {
                Ok(true) => held.push(key),
                Ok(false) => {}
                Err(_) => return Err(format!("neither a name nor a condition: '{key}'")),
            }
        }
        let name = case.names.iter().rev().find_map(|name| choice.get(name));
        match (name, held.as_slice()) {
            (Some(value), _) => Ok(Some(value)),
            (None, []) => Ok(choice.get("default")),
            (None, [key]) => Ok(choice.get(*key)),
            (None, keys) => Err(format!(
                "{} both hold of {}",
                keys.join(" and "),
                case.names[0]
            )),
        }
    }
}

fn joined(pieces: &[Value]) -> Value {
    let pieces = pieces.iter().filter_map(Value::as_str);
    let pieces: Vec<&str> = pieces.filter(|piece| !piece.is_empty()).collect();
    Value::from(pieces.join(" "))
}

/// Whether a condition holds.
fn holds(conditions: &[(&str, bool)], condition: &str) -> Result<bool, String> {
    let (name, wanted) = match condition.strip_prefix("not ") {
        Some(name) => (name, false),
        None => (condition, true),
    };
    let known = conditions.iter().find(|(known, _)| *known == name);
    known.map(|(_, is)| *is == wanted).ok_or_else(|| {
        let known: Vec<&str> = conditions.iter().map(|(known, _)| *known).collect();
        format!(
            "there is no condition '{name}': one of {}",
            known.join(", ")
        )
    })
}

impl Case {
    /// The text with its placeholders filled in.
    fn filled(&self, text: &str) -> Result<String, String> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) =
                (after.split_once('}')).ok_or_else(|| format!("'{{' without '}}': {text}"))?;
            let word = self.words.iter().find(|(known, _)| *known == name);
            let (_, word) = word.ok_or_else(|| {
                let known: Vec<&str> = self.words.iter().map(|(known, _)| *known).collect();
                format!(
                    "there is no placeholder {{{name}}}: one of {}",
                    known.join(", ")
                )
            })?;
            filled += before;
            filled += word;
            rest = after;
        }
        Ok(filled + rest)
    }
}

fn cases(each: &str) -> Result<Vec<Case>, String> {
    match each {
        "lock" => Ok(LOCKS.iter().map(|lock| of_lock(lock)).collect()),
        "exploration" => {
            let models = LOCKS.iter().flat_map(|lock| with(Some(lock), lock.models));
            Ok(models.collect())
        }
        "set-exploration" => Ok(with(None, SETS).collect()),
        other => Err(format!(
            "there is no each '{other}': one of lock, exploration, set-exploration"
        )),
    }
}

fn conditions(lock: &Facts) -> Vec<(&'static str, bool)> {
    let asked = CONDITIONS.iter();
    asked.map(|(name, holds)| (*name, holds(lock))).collect()
}

/// The loom scenes of a lock, in words.
fn scenes(lock: &Facts, extent: Extent) -> String {
    let each: Vec<String> = lock.scenes_of(extent).map(Scene::to_string).collect();
    each.join("; ")
}

fn of_lock(lock: &Facts) -> Case {
    let k = if lock.any_k() {
        "k processes"
    } else {
        "one process"
    };
    let is_safe = lock.model().safe;
    let registers = if is_safe { "safe" } else { "atomic" };
    Case {
        names: vec![lock.type_name.into()],
        conditions: conditions(lock),
        words: vec![
            ("LOCK", lock.name.to_uppercase()),
            ("Lock", lock.type_name.into()),
            ("lock", lock.module.into()),
            ("name", lock.name.into()),
            ("from", lock.from.into()),
            ("theorem", lock.theorem.into()),
            ("two-threads", scenes(lock, Extent::Once)),
            ("more-scenes", scenes(lock, Extent::More)),
            ("full-scenes", scenes(lock, Extent::Full)),
            ("k", k.into()),
            ("registers", registers.into()),
            ("code-sizes", kani::in_words(&kani::code(lock, false))),
            ("code-sizes-full", kani::in_words(&kani::code(lock, true))),
            ("step-sizes", kani::in_words(&kani::steps(lock, false))),
            ("step-sizes-full", kani::in_words(&kani::steps(lock, true))),
            ("order-sizes", kani::in_words(&kani::order(lock, false))),
            ("order-sizes-full", kani::in_words(&kani::order(lock, true))),
        ],
        lists: vec![
            ("code", kani::names(&kani::code(lock, false))),
            ("code-full", kani::names(&kani::code(lock, true))),
            ("code-phases", kani::mutants(lock)),
            ("step", kani::names(&kani::steps(lock, false))),
            ("step-full", kani::names(&kani::steps(lock, true))),
            ("order", kani::names(&kani::order(lock, false))),
            ("order-full", kani::names(&kani::order(lock, true))),
        ],
    }
}

/// The explorations of some models: those of a lock, or of the active sets.
fn with<'a>(lock: Option<&'a Facts>, models: &'a [Row]) -> impl Iterator<Item = Case> + 'a {
    let sizes = models
        .iter()
        .flat_map(|row| row.explored.iter().map(move |size| (row, size)));
    sizes.map(move |(row, size)| of_exploration(lock, models, row, size))
}

fn of_exploration(lock: Option<&Facts>, models: &[Row], row: &Row, size: &Size) -> Case {
    let mut case = lock.map(of_lock).unwrap_or_default();
    let asked = row.properties(size.cancellations);
    let checked: Vec<&str> = asked.iter().map(|property| property.name()).collect();
    let arguments = size.arguments(row);
    case.names.extend([row.name.to_string(), arguments.clone()]);
    case.conditions.push(("ideal-set", row.on_an_ideal_set));
    case.words.extend([
        ("MODEL", row.name.to_uppercase()),
        ("model", row.name.to_string()),
        ("about", row.about.to_string()),
        ("arguments", arguments),
        ("size", size.label()),
        ("bound", size.bound(row)),
        ("checked", checked.join(", ")),
        ("seconds", size.seconds.to_string()),
        ("set", if size.full { "full" } else { "quick" }.to_string()),
    ]);
    let mut properties = vec![];
    for property in asked.iter().filter_map(|property| spoken_for(*property)) {
        if !properties.contains(&property.to_string()) {
            properties.push(property.to_string());
        }
    }
    if size.cancellations && lock.is_some_and(|lock| !lock.cancelling_starves) {
        properties.push("cancellation".to_string());
    }
    let dies = |model: &&Row| {
        model
            .kill
            .is_some_and(|kill| !model.slow || is_at(&kill, size))
    };
    let mutants = models
        .iter()
        .filter(dies)
        .map(|model| model.name.to_string());
    case.lists = vec![("properties", properties), ("mutants", mutants.collect())];
    case
}

/// Whether a mutant dies at exactly this size.
fn is_at(kill: &Kill, size: &Size) -> bool {
    (kill.n, kill.k, kill.passages) == (size.n, size.k, size.passages)
}

/// The ledger's property that a property of the explorer belongs to.
fn spoken_for(property: Property) -> Option<&'static str> {
    Some(match property {
        Property::KExclusion => "k-exclusion",
        Property::Invariant => return None,
        Property::BoundedDoorway | Property::BoundedExit => "bounded",
        Property::RegisterBound => "tickets",
        Property::LocalSpinning => "local-spinning",
        Property::KFcfs | Property::Fife => "order",
        Property::DeadlockFreedom | Property::StarvationFreedom => "progress",
    })
}
