//! Ten million passages in registers of 8 bits that have room for as many numbers as there are processes, and no more: one too many would be refused, and end it.
//!
//! Eight processes in one thread, who is next drawn after every phase: they come while others wait, compare, enter and leave, and no time goes by in switching between
//! threads. The same with threads: `hammer.rs`.

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

/// Colors and numbers up to 8 end at 17.
type Tight = Short<17, Fenced<AtomicU8>>;

/// Where a process is between two phases.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Remainder,
    Doorway,
    WaitingRoom,
    Inside,
}

/// xorshift64: the same draws each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % sides
    }
}

/// So many passages. How many others were waiting when somebody left, on the whole.
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
                lock.doorway(p, mine).expect("a number for everybody");
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

/// The mutant: without colors there are not enough.
#[test]
#[should_panic(expected = "a number for everybody")]
fn the_bakery_needs_more() {
    passages::<Bakery<Tight>>(10_000);
}

/// The mutant: room for one number less.
#[test]
#[should_panic(expected = "a number for everybody")]
fn one_number_less_is_too_few() {
    passages::<BlackWhite<Short<15, Fenced<AtomicU8>>>>(10_000);
}
