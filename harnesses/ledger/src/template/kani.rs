//! What Kani proves of a lock, from its entry in the catalogue.

use super::Facts;
use doorway_proofs::catalogue::Sizes;

/// A phase or a step, and the N at which it is proved.
type Proved = (&'static str, &'static [usize]);

fn of(all: &'static [Sizes], full: bool, wanted: impl Fn(&str) -> bool) -> Vec<Proved> {
    let all = all.iter().filter(|sizes| wanted(sizes.name));
    let sizes = all.map(|sizes| (sizes.name, if full { sizes.full } else { sizes.daily }));
    sizes.filter(|(_, sizes)| !sizes.is_empty()).collect()
}

fn is_about_order(step: &str) -> bool {
    matches!(step, "in_order" | "unordered")
}

/// The phases of the code, every day or in the full set.
pub(super) fn code(lock: &Facts, full: bool) -> Vec<Proved> {
    of(lock.harnesses().code, full, |_| true)
}

/// The steps of the induction for the invariant.
pub(super) fn steps(lock: &Facts, full: bool) -> Vec<Proved> {
    of(lock.harnesses().induction, full, |step| {
        !is_about_order(step)
    })
}

/// The steps of the induction for the order.
pub(super) fn order(lock: &Facts, full: bool) -> Vec<Proved> {
    of(lock.harnesses().induction, full, is_about_order)
}

/// The names of the harnesses, within the module of the lock.
pub(super) fn names(proved: &[Proved]) -> Vec<String> {
    let mut names = vec![];
    for (name, sizes) in proved {
        for n in *sizes {
            match *name {
                "fast_path" => names.extend(
                    ["announce", "enter", "scan_and_exit"]
                        .map(|phase| format!("{phase}_fast_path_{n}")),
                ),
                "keeps" | "in_order" => {
                    names.extend((1..=*n).map(|p| format!("{name}_{n}_p{p}")));
                }
                name => names.push(format!("{name}_{n}")),
            }
        }
    }
    names
}

/// The phases that have mutants.
pub(super) fn mutants(lock: &Facts) -> Vec<String> {
    let phases = lock.harnesses().code.iter().map(|sizes| sizes.name);
    let phases = phases.filter(|phase| *phase != "fast_path");
    phases.map(str::to_string).collect()
}

/// In words: `doorway N = 2 and 3; scan, exit N = 2`.
pub(super) fn in_words(proved: &[Proved]) -> String {
    let mut groups: Vec<(&[usize], Vec<&str>)> = vec![];
    for (name, sizes) in proved {
        let name = match *name {
            "announce" => "announcement",
            "enter" => "entry",
            "fast_path" => "fast path",
            "begins" => "it holds initially",
            "keeps" => "a step keeps it",
            "cancels" => "cancelling keeps it",
            "excludes" => "it implies exclusion",
            "in_order" => "a step keeps the order",
            "unordered" => "the order holds initially",
            name => name,
        };
        match groups.iter_mut().find(|(same, _)| same == sizes) {
            Some((_, names)) => names.push(name),
            None => groups.push((sizes, vec![name])),
        }
    }
    let group = |(sizes, names): &(&[usize], Vec<&str>)| {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        format!("{} (N = {})", names.join(", "), sizes.join(" and "))
    };
    groups.iter().map(group).collect::<Vec<_>>().join("; ")
}
