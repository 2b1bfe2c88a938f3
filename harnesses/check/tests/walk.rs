//! Walks through the models, access by access.

use doorway_check::explore::Progress;
use doorway_check::moves::Move;
use doorway_check::system::Act;
use doorway_check::trace::{name, number};
use doorway_check::verdict::Limits;
use doorway_check::view::{Choice, View};
use doorway_check::walk::Walk;
use doorway_proofs::catalogue::{find, rows, Options, Property, Row, Tickets};
use doorway_proofs::fife::Fife;
use doorway_proofs::machine::Machine;

fn options(k: usize, crashes: u32, each: &[u8], n: usize) -> Options {
    let options = Options {
        crashes,
        cancellations: true,
        ..Options::new(k)
    };
    options
        .with_passages(each, n)
        .expect("as many as processes")
}

fn begin(row: &'static Row, n: usize, options: &Options) -> Walk {
    doorway_check::walk(row, n, options).expect("it can be walked")
}

fn written(choice: &Choice) -> Move {
    choice.code.parse().expect("an offered move can be parsed")
}

/// Makes random moves until there are `most` or none is left.
fn wander(walk: &mut Walk, random: &mut fastrand::Rng, most: usize) {
    for _ in 0..most {
        let choices = walk.choices();
        let Some(choice) = random.choice(&choices) else {
            return;
        };
        walk.make(written(choice)).expect("it was offered");
        let faults = walk.faults();
        let told = || walk.view(0).map(|view| view.history);
        assert!(faults.is_empty(), "{faults:?} after {:#?}", told());
    }
}

#[test]
fn moves_can_be_written_and_read() {
    for code in ["1", "2=0", "3=17", "4=inf", "1w", "2x"] {
        let read: Move = code.parse().expect("a move");
        assert_eq!(read.to_string(), code);
    }
    for nonsense in [
        "",
        "0",
        "x",
        "1y",
        "1=",
        "1=-1",
        "∞",
        "1=99999999999999999999999",
        "é",
    ] {
        assert!(nonsense.parse::<Move>().is_err(), "{nonsense}");
    }
}

fn shows(view: &View, machine: &Fife<3>) {
    for p in 0..3 {
        assert_eq!(view.processes[p].line, machine.line(p));
        assert_eq!(view.processes[p].region, name(machine.region(p)));
        let [ticket, want, capture] = view.registers.as_slice() else {
            panic!("three arrays: {:?}", view.registers);
        };
        assert_eq!(ticket.cells[p][0][0].value, number(machine.ticket[p]));
        for i in 0..3 {
            assert_eq!(want.cells[p][i][0].value, number(machine.want[p][i]));
            assert_eq!(capture.cells[p][i][0].value, number(machine.capture[p][i]));
        }
    }
}

#[test]
fn a_walk_goes_through_the_machines_states() {
    let row = find("fife").expect("a lock");
    let mut random = fastrand::Rng::with_seed(1);
    let mut walk = begin(row, 3, &options(2, 0, &[], 3));
    let mut machines = vec![Fife::<3>::new(2)];
    for made in 0..500 {
        let p = random.usize(..3);
        let mut machine = machines[made];
        let loaded = machine.next(p).map_or(0, |access| machine.read(&access));
        machine.step(p, loaded);
        machines.push(machine);
        walk.make(Move::plain(Act::Step(p)))
            .expect("no process rests");
    }
    for (at, machine) in machines.iter().enumerate().step_by(7) {
        shows(&walk.view(at).expect("so many moves"), machine);
    }
    assert!(walk.view(501).is_err());
}

#[test]
fn what_is_not_possible_is_refused() {
    let row = find("safe-fife").expect("a lock");
    let mut walk = begin(row, 2, &options(1, 0, &[1], 2));
    for impossible in ["3", "9", "1=0", "1=inf", "1w", "1x"] {
        let made: Move = impossible.parse().expect("a move");
        assert!(walk.make(made).is_err(), "{impossible}");
    }
    assert_eq!(walk.moves(), 0);
}

#[test]
fn every_register_accessed_is_shown() {
    let mut random = fastrand::Rng::with_seed(2);
    for row in rows() {
        let mut walk = begin(row, 2, &options(1, 0, &[3], 2));
        for _ in 0..300 {
            let view = walk.view(walk.moves()).expect("the present state");
            for location in view.choices.iter().filter_map(|choice| choice.register) {
                let array = view
                    .registers
                    .iter()
                    .find(|array| array.name == location.array);
                let array = array.unwrap_or_else(|| panic!("{}: {location:?}", row.name));
                assert!(
                    array.square || location.home == location.writer,
                    "{}: {location:?}",
                    row.name
                );
                assert!(location.copy < array.copies, "{}: {location:?}", row.name);
            }
            let lines = walk.figure().lines;
            for process in &view.processes {
                let there = |line: &str| line == process.line;
                assert!(
                    lines.iter().any(|line| there(line.number)),
                    "{}",
                    process.line
                );
            }
            let Some(choice) = random.choice(&view.choices) else {
                break;
            };
            walk.make(written(choice)).expect("it was offered");
        }
    }
}

/// The locks violate no property on random walks of 2000 moves (or until all passages are made).
#[test]
fn locks_do_no_wrong() {
    for row in rows().filter(|row| row.kill.is_none()) {
        let (k, crashes) = if row.any_k { (2, 1) } else { (1, 0) };
        let bounded = row.safe || row.tickets == Tickets::Restart;
        let each: &[u8] = if bounded { &[10] } else { &[] };
        // Bounded numbers are bounded only if no process cancels.
        let options = Options {
            cancellations: row.tickets != Tickets::Bounded,
            ..options(k, crashes, each, 3)
        };
        let (n, _) = row.usual();
        for seed in 0..20 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut walk = begin(row, n, &options);
            wander(&mut walk, &mut random, 2000);
            assert!(walk.moves() > 100, "{} is stuck", row.name);
        }
    }
}

/// On the trace that the search found for a mutant, the violation is in the last state and not before.
#[test]
fn violations_can_be_walked() {
    let limits = Limits {
        threads: 2,
        states: 20_000_000,
    };
    for row in rows().filter(|row| !row.slow) {
        let Some(kill) = row.kill else { continue };
        let options = kill.options().expect("as many as processes");
        let report = doorway_check::check(
            row,
            kill.n,
            &options,
            &[kill.property],
            limits,
            &Progress::default(),
        );
        let replays = report.expect("it can be checked").replays;
        let [replay] = replays.as_slice() else {
            panic!("{}: {replays:?}", row.name);
        };
        let mut walk = begin(row, kill.n, &options);
        let wrong = |walk: &Walk| {
            let faults = walk.faults();
            faults
                .iter()
                .any(|fault| fault.property == kill.property.name())
        };
        for &made in &replay.moves {
            assert!(!wrong(&walk), "{}", row.name);
            walk.make(made).expect("the search made it");
        }
        use Property::{DeadlockFreedom, StarvationFreedom};
        let for_ever = matches!(kill.property, DeadlockFreedom | StarvationFreedom);
        assert_eq!(wrong(&walk), !for_ever, "{}", row.name);
        assert_eq!(replay.round.is_some(), for_ever, "{}", row.name);
    }
}
