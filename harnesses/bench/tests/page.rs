//! The page: in a browser, where one is installed.

use doorway_bench::idle::Idle;
use doorway_bench::instructions::Instructions;
use doorway_bench::measured::Measured;
use doorway_bench::report;
use doorway_bench::rows::{rows, Row, SLOTS};
use doorway_bench::scenes::{scenes, Outcome, Scene};
use doorway_bench::stopped::PLACES;
use doorway_bench::summary::{CHEAPER, FASTER};
use doorway_bench::trials::Survival;
use doorway_bench::uncontended::Cost;
use doorway_plot::browser::{visit, Page};
use std::fs;

fn outcome(row: &Row, scene: Scene) -> Outcome {
    Outcome {
        name: row.name,
        ours: row.ours,
        order: row.order,
        scene,
        throughput: vec![1e6 / row.name.len() as f64],
        jain: vec![0.9],
        cpu: vec![1234.5],
        p50: 500,
        p99: 12_000,
        longest: 3_000_000,
        overtaken: 3,
        mostly_overtaken: 1,
        exact: row.tells,
    }
}

/// As many rows and columns as a long run has.
fn measured() -> Measured {
    let of = |slots: usize| rows(slots).expect("slots");
    let each = || {
        let rows = SLOTS.iter();
        rows.flat_map(|&slots| of(slots).into_iter().map(move |row| (row, slots)))
    };
    let races = scenes(false).into_iter().flat_map(|scene| {
        let rows = of(scene.slots).into_iter();
        rows.filter(move |row| row.takes(scene.permits))
            .map(move |row| outcome(&row, scene))
    });
    Measured {
        machine: "a processor, 2 cores, load before 0.00".into(),
        quick: false,
        costs: each()
            .map(|(row, slots)| Cost {
                name: row.name,
                ours: row.ours,
                slots,
                nanos: vec![(row.name.len() * slots) as f64],
            })
            .collect(),
        instructions: each()
            .map(|(row, slots)| Instructions {
                name: row.name,
                ours: row.ours,
                slots,
                instructions: 100.0,
            })
            .collect(),
        outcomes: races.collect(),
        idle: (of(2).iter())
            .map(|row| Idle {
                name: row.name,
                ours: row.ours,
                cores: vec![0.5],
            })
            .collect(),
        survivals: (of(2).iter())
            .flat_map(|row| {
                PLACES.map(|place| Survival {
                    name: row.name,
                    ours: row.ours,
                    place,
                    trials: 60,
                    went_on: 60,
                })
            })
            .collect(),
    }
}

fn page(name: &str) -> String {
    let name = format!("doorway-bench-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let page = report::write(&measured(), &folder).expect("written");
    let page = fs::read_to_string(page).expect("a page");
    fs::remove_dir_all(&folder).expect("removed");
    page
}

/// The headline is first, of the defaults only, and each table of ratios has one direction.
#[test]
fn one_direction_a_table() {
    let page = page("directions");
    assert!(page.contains("<meta name=\"viewport\""));
    // Each with its title: the text right before it.
    let parts: Vec<&str> = page.split("<table>").collect();
    let tables = parts.windows(2).map(|pair| {
        let ends = ["</summary>", "</figcaption>"].map(|end| pair[0].rfind(end));
        let before = &pair[0][..ends.into_iter().flatten().max().expect("a title")];
        let title = before.rsplit('>').next().unwrap_or_default();
        let table = pair[1].split("</table>").next();
        (title, table.unwrap_or_default())
    });
    let tables: Vec<(&str, &str)> = tables.collect();
    let ratios = tables.iter().filter(|(title, table)| {
        title.contains("1 is better") || table.contains("relative to") || table.contains("as fast")
    });
    assert_eq!(ratios.clone().count(), 4 + scenes(false).len());
    for (title, table) in ratios {
        let speeds = table.contains(">times as fast");
        assert_eq!(*title, if speeds { FASTER } else { CHEAPER });
    }
    let (title, headline) = tables[0];
    assert_eq!(title, FASTER);
    assert!(headline.contains(">Mutex, uncontended, N = 2</th><td class=\"left\">std Mutex</td>"));
    assert!(headline.contains(">Semaphore, more threads than cores, k = 2</th>"));
    for other in ["parks", "Bakery", "Fife"] {
        assert!(!headline.contains(other), "{other}");
    }
}

/// A regime is chosen: its numbers are shown, the last regime's are not.
#[test]
fn in_a_browser() {
    let clicks = r#"
      const regimes = [...page.querySelectorAll(".regime")];
      const shown = () => regimes.map((regime, at) => regime.querySelector(".plot").checkVisibility() ? at : "").join("");
      say(`of ${regimes.length} regimes, shown: ${shown()}`);
      regimes[3].querySelector("summary").click();
      await until(() => !regimes[0].open);
      say(`shown: ${shown()}`);
      for (const regime of regimes) {
        regime.open = true;
        for (const fold of regime.querySelectorAll("details")) fold.open = true;
        const boxes = [...regime.querySelectorAll(".scroll, .plot")];
        if (boxes.some((box) => box.getBoundingClientRect().right > width)) say("a box sticks out");
      }
      const ground = view.getComputedStyle(page.querySelector(".plot svg rect")).fill;
      say(`drawings are dark: ${Number(ground.match(/[0-9]+/)[0]) < 128}`);
    "#;
    let Some(visits) = visit(Page::Html(&page("browser")), clicks) else {
        return;
    };
    let regimes = format!("of {} regimes, shown: 0", scenes(false).len());
    for visit in &visits {
        let dark = format!("drawings are dark: {}", visit.dark);
        visit.expect(&[&regimes, "shown: 3", &dark]);
    }
}
