//! The page and its drawings, of numbers made by hand.

use doorway_bench::idle::Idle;
use doorway_bench::measured::Measured;
use doorway_bench::report;
use doorway_bench::uncontended::Cost;
use std::fs;

/// A processor's name for itself is text, whatever is in it; and there is a file for each drawing.
#[test]
fn written() {
    let cost = |slots| Cost {
        name: "doorway Mutex",
        ours: true,
        slots,
        nanos: vec![10.0],
    };
    let measured = Measured {
        machine: "a \"processor\" <script> & 'co'".into(),
        costs: vec![cost(2), cost(8)],
        idle: vec![Idle {
            name: "doorway Mutex",
            ours: true,
            cores: vec![0.5],
        }],
        ..Measured::default()
    };
    let folder = std::env::temp_dir().join(format!("doorway-bench-{}", std::process::id()));
    let page = report::write(&measured, &folder).expect("written");
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("a &quot;processor&quot; &lt;script&gt; &amp; 'co'."));
    for file in ["alone.svg", "waiting.svg"] {
        let drawing = fs::read_to_string(folder.join(file)).expect(file);
        assert!(page.contains(&drawing), "{file}");
    }
    fs::remove_dir_all(&folder).expect("removed");
}
