//! The subcommands that run the locks themselves: `demo`, `stress`, `bench`, `rmr`.

pub mod demo {
    //! `cargo doorway demo`.

    use crate::arguments::from_1_to;
    use clap::{Args, ValueEnum};

    /// More rows than this are hard to read.
    const MOST_THREADS: u64 = 40;

    /// The options of `demo`.
    #[derive(Debug, Args)]
    pub struct Options {
        /// The number of threads, 1 to 40
        #[arg(long, default_value_t = 6, value_name = "N", value_parser = from_1_to::<usize>(MOST_THREADS))]
        pub threads: usize,
        /// The number of threads that may hold a permit at once: k, at most N
        #[arg(long, default_value_t = 2, value_name = "K", value_parser = from_1_to::<usize>(MOST_THREADS))]
        pub permits: usize,
        /// The lock
        #[arg(long, value_enum, default_value_t = Lock::Fife)]
        pub lock: Lock,
        /// The length of the demonstration, 0.1 to 600 seconds
        #[arg(long, default_value_t = 5.0, value_parser = seconds)]
        pub seconds: f64,
        /// Let no thread crash
        #[arg(long)]
        pub no_crash: bool,
    }

    fn seconds(text: &str) -> Result<f64, String> {
        let number = text.parse().ok();
        let inside = number.filter(|seconds| (0.1..=600.0).contains(seconds));
        inside.ok_or_else(|| "not a number from 0.1 to 600".into())
    }

    /// A lock that takes any number of permits.
    #[derive(Clone, Copy, Debug, ValueEnum)]
    // With a line about each, the help of `demo` would take a page.
    #[allow(missing_docs)]
    pub enum Lock {
        Kfcfs,
        Fife,
        SafeFife,
    }

    impl Default for Options {
        fn default() -> Self {
            Options {
                threads: 6,
                permits: 2,
                lock: Lock::Fife,
                seconds: 5.0,
                no_crash: false,
            }
        }
    }
}

pub mod stress {
    //! `cargo doorway stress`.

    use crate::arguments::{at_least_1, lock_names};
    use clap::builder::{PossibleValue, PossibleValuesParser};
    use clap::Args;
    use doorway_proofs::catalogue::{MUTEX, SEMAPHORE};

    /// The options of `stress`.
    #[derive(Debug, Args)]
    pub struct Options {
        /// The lock; mutex and semaphore are the types of the crate with no algorithm named
        #[arg(long, default_value = "all", value_parser = lock_names(&[MUTEX, SEMAPHORE]))]
        pub lock: String,
        /// The way of waiting
        #[arg(long, default_value = "default", value_parser = ways_of_waiting())]
        pub wait: String,
        /// The number of threads
        #[arg(long, default_value_t = 16, value_name = "N", value_parser = at_least_1::<usize>())]
        pub threads: usize,
        /// The number of threads that may hold a semaphore at once: k, at most N. For a mutex it is 1
        #[arg(long, default_value_t = 3, value_name = "K", value_parser = at_least_1::<usize>())]
        pub permits: usize,
        /// How many seconds each lock is run
        #[arg(long, default_value_t = 60, value_parser = at_least_1::<u64>())]
        pub seconds: u64,
        /// Every so many-th attempt of a thread does not wait or times out soon; 0: all attempts wait
        #[arg(long, default_value_t = 7)]
        pub impatience: u64,
    }

    fn ways_of_waiting() -> PossibleValuesParser {
        let ways = [
            (
                "default",
                "what a lock does if none is named: timed-park, and mutex and semaphore as they are",
            ),
            ("spin", "polls without a pause"),
            ("yield", "spins briefly, then yields to the scheduler"),
            ("park", "spins briefly, then parks until it is woken"),
            (
                "timed-park",
                "spins briefly, then parks and polls again now and then",
            ),
            ("all", "each of these in turn"),
        ];
        PossibleValuesParser::new(ways.map(|(name, about)| PossibleValue::new(name).help(about)))
    }
}

pub mod bench {
    //! `cargo doorway bench`.

    use crate::arguments::at_least_1;
    use clap::{Args, ValueEnum};
    use std::path::PathBuf;

    /// The options of `bench`.
    #[derive(Debug, Args)]
    pub struct Options {
        /// Measure only these parts
        #[arg(value_enum)]
        pub parts: Vec<Part>,
        /// Measure fewer scenes for a shorter time: about 2 minutes instead of 10
        #[arg(long)]
        pub quick: bool,
        /// Measure only locks whose name contains this; may be repeated
        #[arg(long, value_name = "PART")]
        pub lock: Vec<String>,
        /// The number of rounds; a result is the median of the rounds
        #[arg(long, value_parser = at_least_1::<usize>())]
        pub rounds: Option<usize>,
        /// How many milliseconds a contended measurement takes
        #[arg(long, value_name = "MILLISECONDS", value_parser = at_least_1::<u64>())]
        pub window: Option<u64>,
        /// The folder for the page and the JSON [default: target/bench in the root of the clone]
        #[arg(long)]
        pub out: Option<PathBuf>,
    }

    /// A part of what is measured.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    pub enum Part {
        /// One thread: nanoseconds
        Uncontended,
        /// One thread: instructions, if valgrind is installed
        Instructions,
        /// Several threads: throughput, waiting times, fairness, order, processor time
        Contended,
        /// The processor time of waiting while the holder sleeps
        Waiting,
        /// k-1 threads stop while they hold a permit: which locks go on
        Stopped,
    }
}

pub mod rmr {
    //! `cargo doorway rmr`.

    use crate::arguments::{at_least_1, from_1_to, lock_names};
    use clap::Args;

    /// The options of `rmr`.
    #[derive(Debug, Args)]
    pub struct Options {
        /// The lock [default: all]
        #[arg(value_parser = lock_names(&[]))]
        pub lock: Option<String>,
        /// Let only this many of the N processes take part, 1 to 64; compares all locks by N
        #[arg(long, value_name = "C", value_parser = from_1_to::<usize>(64))]
        pub contenders: Option<usize>,
        /// The seed of the random numbers
        #[arg(long, default_value_t = 1)]
        pub seed: u64,
        /// How often each random adversary is run
        #[arg(long, default_value_t = 3, value_parser = at_least_1::<u64>())]
        pub draws: u64,
        /// The number of steps after which a run stops
        #[arg(long, default_value_t = 3_000_000, value_parser = at_least_1::<u64>())]
        pub steps: u64,
        /// Write target/rmr/index.html (with --contenders: contenders.html) and an SVG for each memory model
        #[arg(long)]
        pub plot: bool,
        /// Print the result as JSON
        #[arg(long)]
        pub json: bool,
    }
}
