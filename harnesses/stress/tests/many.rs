//! Ten million passages in 8-bit registers with room for as many numbers as there are processes.
//!
//! A larger number would be refused, and end the test. Eight processes run in one thread; a random
//! process runs the next phase. So processes arrive while others wait, compare, enter and exit,
//! without the cost of thread switches. `hammer.rs` does the same with threads.

use doorway::exclusion::Algorithm;
use doorway::memory::Fenced;
use doorway::phases::Exclusion;
use doorway::shape::Inline;
use doorway::{Bakery, BlackWhite};
use doorway_memories::Short;
use doorway_proofs::catalogue::Tickets;
use doorway_proofs::each_algorithm;
use std::sync::atomic::AtomicU8;
use std::time::Instant;

const N: usize = 8;

/// Registers that hold up to 17: numbers up to 8 in two colors.
type Tight = Short<17, Fenced<AtomicU8>>;

/// The last phase of a process.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Remainder,
    Doorway,
    WaitingRoom,
    Inside,
}

/// xorshift64: the same random numbers in each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % sides
    }
}

/// Makes so many passages. Returns how many other processes were waiting at each exit, in total.
fn passages<A: Algorithm>(passages: u64) -> u64 {
    let start = Instant::now();
    let lock = <A::Registers<Inline<N>>>::new(Inline);
    let mut private: Vec<_> = (0..N).map(|_| lock.private()).collect();
    let mut at = [At::Remainder; N];
    let mut dice = Dice(0x5eed);
    let (mut done, mut waited) = (0, 0);
    while done < passages {
        let p = dice.roll(N);
        let mine = &mut private[p];
        at[p] = match at[p] {
            At::Remainder => {
                lock.doorway(p, mine).expect("a number for every process");
                At::Doorway
            }
            At::Doorway => {
                lock.announce(p, mine);
                At::WaitingRoom
            }
            At::WaitingRoom if lock.scan(p, 1, mine) => {
                assert!(!at.contains(&At::Inside), "{}: two are inside", A::NAME);
                lock.enter(p, mine);
                At::Inside
            }
            At::WaitingRoom => At::WaitingRoom,
            At::Inside => {
                lock.exit(p);
                done += 1;
                waited += at.iter().filter(|&&at| at == At::WaitingRoom).count() as u64;
                At::Remainder
            }
        };
    }
    println!("{}: {done} in {:.1?}", A::NAME, start.elapsed());
    waited
}

fn contended<A: Algorithm>(number: u64) {
    let waited = passages::<A>(number);
    assert!(waited > 2 * number, "{}: {waited} of {number}", A::NAME);
}

fn of_all(number: u64) {
    each_algorithm!(one, Tight, |A, lock| {
        if lock.facts.model().tickets == Tickets::Bounded {
            contended::<A>(number);
        }
    });
}

#[test]
fn ten_thousand() {
    of_all(10_000);
}

#[test]
#[ignore = "2 min in release: cargo test --release -p doorway-stress --test many -- --ignored"]
fn ten_million() {
    of_all(10_000_000);
}

/// The mutant: without colors there are not enough numbers.
#[test]
#[should_panic(expected = "a number for every process")]
fn the_bakery_needs_more() {
    passages::<Bakery<Tight>>(10_000);
}

/// The mutant: room for one number less.
#[test]
#[should_panic(expected = "a number for every process")]
fn one_number_less_is_too_few() {
    passages::<BlackWhite<Short<15, Fenced<AtomicU8>>>>(10_000);
}
