use super::*;
use std::time::{Duration, SystemTime};

const PROFILE: &str = r#""profile":[{"prover":"z3@4.15.3","size":30,"time":0.165}]"#;

/// A hint with one goal, as why3find writes it.
fn pretty(prover: &str, time: &str) -> String {
    format!(
        "{{\n  \"profile\": [ {{ \"prover\": \"z3@4.15.3\", \"size\": 30, \"time\": 0.165 }} ],\n  \
         \"proofs\": {{\n    \"Coma\": {{ \"vc_f\": {{ \"prover\": \"{prover}\", \"time\": {time} }} }}\n  }}\n}}\n"
    )
}

/// The same hint, packed.
fn line(key: &str, prover: &str, time: &str) -> String {
    format!(
        r#""{key}": {{{PROFILE},"proofs":{{"Coma":{{"vc_f":{{"prover":"{prover}","time":{time}}}}}}}}}"#
    )
}

fn packed(lines: &[String]) -> String {
    match lines {
        [] => "{\n}\n".into(),
        lines => format!("{{\n{}\n}}\n", lines.join(",\n")),
    }
}

/// A workspace that is removed on drop.
struct Tree(PathBuf);

impl Tree {
    fn new(name: &str) -> Self {
        let root =
            std::env::temp_dir().join(format!("doorway-hints-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("proofs")).expect("a folder");
        Tree(root)
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.0.join(file);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
        fs::write(file, text).expect("written");
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).expect("there")
    }

    fn json(&self, file: &str) -> Value {
        serde_json::from_str(&self.read(file)).expect("JSON")
    }

    /// Sets the time of the file to an hour ago.
    fn age(&self, file: &str) {
        let file = fs::File::options().append(true).open(self.0.join(file));
        let hour_ago = SystemTime::now() - Duration::from_secs(3600);
        file.and_then(|file| file.set_modified(hour_ago))
            .expect("a time");
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn packs_sorted_and_a_line_each() {
    let tree = Tree::new("packs");
    tree.write(
        "verif/b/g/proof.json",
        &pretty("z3", "0.036000000000000004"),
    );
    tree.write("verif/a/impl_A/f/proof.json", &pretty("cvc5", "0.5"));
    tree.write("verif/a/impl_A/f.coma", "no hint");
    let (hints, difference) = pack(&tree.0).expect("packed");
    assert_eq!((hints.len(), difference.added.len()), (2, 2));
    let lines = [
        line("a/impl_A/f", "cvc5", "0.5"),
        line("b/g", "z3", "0.036000000000000004"),
    ];
    assert_eq!(tree.read(PACKED), packed(&lines));
    assert!(serde_json::from_str::<Value>(&tree.read(PACKED)).is_ok());
}

#[test]
fn unpacks_to_the_same_values_and_packs_to_the_same_bytes() {
    let tree = Tree::new("round");
    let original = pretty("z3", "0.08799999999999999");
    tree.write("verif/a/f/proof.json", &original);
    pack(&tree.0).expect("packed");
    let before = tree.read(PACKED);
    fs::remove_dir_all(tree.0.join(UNPACKED)).expect("removed");
    assert_eq!(unpack(&tree.0), Ok(1));
    let original: Value = serde_json::from_str(&original).expect("JSON");
    assert_eq!(tree.json("verif/a/f/proof.json"), original);
    fs::remove_file(tree.0.join(PACKED)).expect("removed");
    pack(&tree.0).expect("packed");
    assert_eq!(tree.read(PACKED), before);
}

#[test]
fn the_tracked_file_is_as_it_would_be_packed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let hints = Hints::packed(&root).expect("read");
    let text = fs::read_to_string(root.join(PACKED)).expect("there");
    assert!(
        hints.to_string() == text,
        "{PACKED} is not sorted: proofs/README.md, Replay, says how to"
    );
}

#[test]
fn whitespace_goes_and_strings_stay() {
    let json = "{ \"a \\\" b\\\\\" : [ 1.50 ,\n\t\"{ }\" ] }";
    assert_eq!(
        compact(json).as_deref(),
        Some(r#"{"a \" b\\":[1.50,"{ }"]}"#)
    );
    assert_eq!(compact("[1]"), None);
    assert_eq!(compact("{\"a\":}"), None);
}

#[test]
fn unpack_overwrites_and_leaves_the_rest() {
    let tree = Tree::new("overwrites");
    tree.write(PACKED, &packed(&[line("a/f", "z3", "0.5")]));
    tree.write("verif/a/f/proof.json", &pretty("cvc4", "0.5"));
    tree.write("verif/a/g/proof.json", &pretty("cvc4", "0.5"));
    tree.write("verif/a/f.coma", "left alone");
    assert_eq!(unpack(&tree.0), Ok(1));
    assert!(tree.read("verif/a/f/proof.json").contains("z3\",\"time"));
    assert!(tree.read("verif/a/g/proof.json").contains("cvc4"));
    assert_eq!(tree.read("verif/a/f.coma"), "left alone");
}

#[test]
fn a_run_keeps_what_was_found_since() {
    let tree = Tree::new("prepare");
    assert_eq!(prepare(&tree.0), Ok(0), "nothing is packed");
    let lines = ["a/f", "a/g", "a/h"].map(|key| line(key, "z3", "0.5"));
    tree.write(PACKED, &packed(&lines));
    tree.write("verif/a/f/proof.json", &pretty("cvc4", "0.5"));
    tree.write("verif/a/g/proof.json", &pretty("cvc4", "0.5"));
    tree.age("verif/a/g/proof.json");
    assert_eq!(prepare(&tree.0), Ok(2), "g is older, h is not there");
    assert!(tree.read("verif/a/f/proof.json").contains("cvc4"));
    assert!(tree.read("verif/a/g/proof.json").contains("z3\",\"time"));
    assert!(tree.read("verif/a/h/proof.json").contains("z3\",\"time"));
}

#[test]
fn other_times_change_no_line() {
    let tree = Tree::new("times");
    let before = packed(&["f", "g", "h"].map(|name| line(&format!("a/{name}"), "z3", "0.5")));
    tree.write(PACKED, &before);
    // Slower, and on a computer with another profile.
    let slower = pretty("z3", "1.75")
        .replace("0.165", "0.2")
        .replace("30", "25");
    tree.write("verif/a/f/proof.json", &slower);
    tree.write("verif/a/g/proof.json", &pretty("cvc5", "0.5"));
    tree.write("verif/a/i/proof.json", &pretty("z3", "0.5"));
    let difference = Difference {
        added: vec!["a/i".into()],
        changed: vec!["a/g".into()],
        missing: vec!["a/h".into()],
    };
    let found = Hints::unpacked(&tree.0).expect("read");
    assert_eq!(
        Hints::parse(&before).expect("read").compare(&found),
        difference
    );
    assert_eq!(pack(&tree.0).expect("packed").1, difference);
    let lines = [
        line("a/f", "z3", "0.5"),
        line("a/g", "cvc5", "0.5"),
        line("a/i", "z3", "0.5"),
    ];
    assert_eq!(tree.read(PACKED), packed(&lines));
}

/// Only times are dropped: a goal may be called `time`.
#[test]
fn only_times_are_dropped() {
    let goal = |prover: &str| {
        format!(r#"{{"proofs":{{"Coma":{{"time":{{"prover":"{prover}","time":1.0}}}}}}}}"#)
    };
    assert_ne!(advice(&goal("z3")), advice(&goal("cvc5")));
    assert_eq!(
        advice(&goal("z3")),
        advice(&goal("z3").replace("1.0", "2.0"))
    );
}

#[test]
fn nothing_to_pack() {
    let tree = Tree::new("nothing");
    tree.write("verif/a/f.coma", "no hint");
    let why = pack(&tree.0).expect_err("no hint");
    assert!(why.contains("verif: no hint to pack"), "{why}");
    assert!(!tree.0.join(PACKED).exists());
    tree.write("verif/a/f/proof.json", "{ \"profile\": [");
    let why = pack(&tree.0).expect_err("half a file");
    assert!(why.contains("proof.json: not a JSON object"), "{why}");
}

#[test]
fn a_key_that_climbs_out_is_refused() {
    for key in [
        "../f",
        "a/../../f",
        "/etc/f",
        "a//f",
        "",
        ".",
        "a/./f",
        "a\\..\\f",
        "C:/f",
    ] {
        let tree = Tree::new("climbs");
        tree.write(
            PACKED,
            &packed(&[line("a/f", "z3", "0.5"), line(key, "z3", "0.5")]),
        );
        let why = unpack(&tree.0).expect_err(key);
        assert!(
            why.contains("line 3: ") && why.contains("not a path below verif/"),
            "{why}"
        );
        assert!(!tree.0.join(UNPACKED).exists(), "something was written");
    }
}

#[test]
fn a_malformed_file_is_refused_with_the_line() {
    let (f, g) = (line("a/f", "z3", "0.5"), line("a/g", "z3", "0.5"));
    let whole = packed(&[f.clone(), g.clone()]);
    assert_eq!(Hints::parse(&whole).map(|hints| hints.len()), Ok(2));
    for (text, why) in [
        (String::new(), "line 1: the file is empty"),
        (whole[2..].to_string(), "line 1: not `{`"),
        ("{".to_string(), "line 1: the file ends without `}`"),
        (
            whole.replace("\n}", ""),
            "line 3: the file ends without `}`",
        ),
        (
            whole[..whole.len() - 20].to_string(),
            "line 3: the file ends without `}`",
        ),
        (
            whole.replacen("},\n", "}\n", 1),
            "line 2: no `,` at its end",
        ),
        (
            whole.replace("}\n}", "},\n}"),
            "line 3: `,` after the last hint",
        ),
        (
            whole.replace("\"a/g\"", "a/g"),
            "line 3: not `\"key\": {…}`",
        ),
        (
            packed(&[f.replace("0.5}", "}"), g]),
            "line 2: a/f: not a JSON object",
        ),
        (packed(&[f.clone(), f]), "line 3: a/f: a second time"),
    ] {
        assert_eq!(Hints::parse(&text), Err(why.to_string()), "{text}");
    }
}

/// A file that is cut anywhere is refused.
#[test]
fn a_truncated_file_is_refused() {
    let whole = packed(&[line("a/f", "z3", "0.5"), line("a/g", "z3", "0.5")]);
    for end in 0..whole.len() - 1 {
        assert!(Hints::parse(&whole[..end]).is_err(), "{}", &whole[..end]);
    }
}

/// Lines in any order are read: after keys are edited in place, lines are out of order.
#[test]
fn lines_in_any_order_are_read() {
    let (f, g) = (line("a/f", "z3", "0.5"), line("a/g", "z3", "0.5"));
    let hints = Hints::parse(&packed(&[g.clone(), f.clone()])).expect("read");
    assert_eq!(hints.to_string(), packed(&[f, g]));
}
