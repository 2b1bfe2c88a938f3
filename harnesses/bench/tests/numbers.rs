//! Computed results, compared with known answers.

use doorway_bench::fairness::{jain, overtakers, Seen};
use doorway_bench::instructions::collected;
use doorway_bench::measured::{best_fcfs, Measured};
use doorway_bench::rows::Order;
use doorway_bench::scenes::{Outcome, Scene};
use doorway_bench::summary;
use doorway_bench::table::{count, median, ratio, time, Table};
use doorway_bench::uncontended::Cost;
use doorway_bench::waits::Waits;
use std::time::Duration;

#[test]
fn jain_of_known_shares() {
    assert_eq!(jain(&[7, 7, 7, 7]), 1.0);
    assert_eq!(jain(&[9, 0, 0]), 1.0 / 3.0);
    assert_eq!(jain(&[1, 0]), 0.5);
    assert_eq!(jain(&[1, 2, 3]), 36.0 / 42.0);
    assert!(jain(&[0, 0]).is_nan());
}

fn seen(asked: u64, queued: u64, entered: u64) -> Seen {
    Seen {
        asked,
        queued,
        entered,
    }
}

#[test]
fn overtaken_in_known_orders() {
    // First come, first served.
    let fcfs = vec![seen(0, 1, 4), seen(2, 3, 5), seen(6, 7, 8)];
    assert_eq!(overtakers(fcfs), [0, 0, 0]);
    // The first waits while three later passages enter before it.
    let starved = vec![seen(0, 1, 20), seen(2, 3, 4), seen(5, 6, 7), seen(8, 9, 10)];
    assert_eq!(overtakers(starved), [0, 0, 0, 3]);
    // A passage that began before the other had its place in the queue does not overtake it, though
    // it enters first.
    let together = vec![seen(0, 3, 5), seen(1, 2, 4)];
    assert_eq!(overtakers(together), [0, 0]);
    // For a lock that does not report its queue, the place counts from the attempt: then the same
    // passage is counted.
    let untold = vec![seen(0, 0, 5), seen(1, 1, 4)];
    assert_eq!(overtakers(untold), [0, 1]);
}

#[test]
fn waits_come_back_as_they_were() {
    let mut waits = Waits::default();
    for nanos in 1..=1000 {
        waits.add(Duration::from_nanos(nanos));
    }
    for (quantile, exact) in [(0.5, 500.0), (0.99, 990.0), (0.01, 10.0)] {
        let found = waits.quantile(quantile) as f64;
        assert!(
            (exact * 15.0 / 16.0 - 1.0..=exact).contains(&found),
            "{found} for {exact}"
        );
    }
    assert_eq!(waits.longest(), 1000);
    let mut other = Waits::default();
    other.add(Duration::from_secs(100));
    waits.merge(&other);
    assert_eq!(waits.longest(), 100_000_000_000);
    assert_eq!(waits.quantile(1.0), waits.quantile(0.9999));
    assert!(waits.quantile(1.0) > 93_000_000_000);
    assert_eq!(Waits::default().quantile(0.5), 0);
}

#[test]
fn medians_and_ratios() {
    assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
    assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    assert!(median(&[]).is_nan());
    let cost = |nanos: &[f64]| Cost {
        name: "",
        ours: false,
        slots: 2,
        nanos: nanos.to_vec(),
    };
    // The computer was three times slower in the second round, for both.
    let (ours, theirs) = (cost(&[20.0, 60.0, 20.0]), cost(&[10.0, 30.0, 10.0]));
    assert_eq!(ours.against(&theirs), 2.0);
}

fn outcome(name: &'static str, order: Order, throughput: &[f64]) -> Outcome {
    Outcome {
        name,
        ours: name.starts_with("doorway"),
        order,
        scene: Scene {
            threads: 8,
            slots: 8,
            permits: 1,
            inside: 100,
        },
        throughput: throughput.to_vec(),
        jain: vec![0.5, 1.0, 0.75],
        cpu: vec![4.0],
        p50: 1,
        p99: 2,
        longest: 3,
        overtaken: 5,
        mostly_overtaken: 0,
        exact: true,
    }
}

#[test]
fn ours_are_held_against_the_right_peers() {
    let outcomes = vec![
        outcome("doorway Mutex", Order::Fcfs, &[10.0, 20.0, 10.0]),
        outcome("parking_lot FairMutex", Order::Fair, &[40.0, 80.0, 40.0]),
        outcome("mcslock, yields", Order::Fcfs, &[20.0, 40.0, 20.0]),
        outcome("spin TicketMutex", Order::Fcfs, &[1.0, 1.0, 1.0]),
        outcome("std Mutex", Order::Any, &[900.0, 900.0, 900.0]),
    ];
    let best = best_fcfs(&outcomes).map(|it| it.name);
    assert_eq!(best, Some("mcslock, yields"), "fast, in order, not ours");
    let measured = Measured {
        outcomes,
        ..Measured::default()
    };
    let shown = summary::ratios(&measured).to_string();
    let row = |peer: &str| {
        let line = shown.lines().find(|line| line.contains(peer));
        let cells = line.map(|line| line.split_whitespace().rev().take(4));
        cells.map(|cells| cells.collect::<Vec<_>>().join(" "))
    };
    assert_eq!(row("parking_lot FairMutex").as_deref(), Some("- - - 0.25"));
    assert_eq!(row("mcslock, yields").as_deref(), Some("- - - 0.50"));
    let shown = summary::fairness(&measured).to_string();
    assert!(
        shown.contains("doorway Mutex           0.750          5"),
        "{shown}"
    );
    let shown = summary::headline(&measured).to_string();
    let ends = |line: &str| {
        let line = shown.lines().find(|it| it.contains(line));
        line.and_then(|line| line.split_whitespace().last().map(String::from))
    };
    assert_eq!(ends("std Mutex").as_deref(), Some("0.01"));
    assert_eq!(
        ends("fastest FCFS peer").as_deref(),
        Some("0.50"),
        "{shown}"
    );
}

#[test]
fn callgrind_is_understood() {
    let said = "==7== Events    : Ir\n==7== Collected : 1284719\n==7==\n";
    assert_eq!(collected(said), Some(1_284_719));
    assert_eq!(collected("==7== no such thing"), None);
}

#[test]
fn numbers_are_readable() {
    assert_eq!(time(12.0), "12 ns");
    assert_eq!(time(1.5e6), "1.5 ms");
    assert_eq!(count(12_345.0), "12.3 k");
    let ratios = [f64::NAN, f64::INFINITY, 0.0, 0.5, 5000.0].map(ratio);
    assert_eq!(ratios, ["-", "-", "< 0.01", "0.50", "> 1000"]);
    let mut table = Table::new(["", "N = 2"]);
    table.row(vec!["µ".into(), "1".into()]);
    assert_eq!(table.to_string(), "   N = 2\nµ      1\n");
}

/// The page and its drawings, from made-up numbers.
mod page {
    use doorway_bench::idle::Idle;
    use doorway_bench::measured::Measured;
    use doorway_bench::report;
    use doorway_bench::uncontended::Cost;
    use std::fs;

    /// The name of the processor is escaped, and there is a file for each drawing.
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
}
