//! The subcommands that run the locks themselves: `demo`, `stress`, `bench`, `rmr`.

pub mod demo {
    //! `cargo doorway demo`.

    use clap::{Args, ValueEnum};

    /// The options of `demo`.
    #[derive(Debug, Args)]
    pub struct Options {
        /// How many threads want in
        #[arg(long, default_value_t = 6, value_name = "N")]
        pub threads: usize,
        /// How many may be inside at once: k
        #[arg(long, default_value_t = 2, value_name = "K")]
        pub permits: usize,
        /// The algorithm
        #[arg(long, value_enum, default_value_t = Lock::Fife)]
        pub lock: Lock,
        /// How long
        #[arg(long, default_value_t = 5.0)]
        pub seconds: f64,
        /// Let no thread die
        #[arg(long)]
        pub no_crash: bool,
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

    use crate::arguments::lock_names;
    use clap::Args;
    use doorway_proofs::catalogue::{MUTEX, SEMAPHORE};

    /// The options of `stress`.
    #[derive(Debug, Args)]
    pub struct Options {
        /// The lock; mutex and semaphore: with no algorithm named
        #[arg(long, default_value = "all", value_parser = lock_names(&[MUTEX, SEMAPHORE]))]
        pub lock: String,
        /// The way of waiting; default is the one that a lock has if none is named: timed-park
        #[arg(long, default_value = "default", value_parser = ["default", "spin", "yield", "park", "timed-park", "all"])]
        pub wait: String,
        /// How many threads
        #[arg(long, default_value_t = 16, value_name = "N")]
        pub threads: usize,
        /// How many may be inside at once: k. (Mutexes: 1)
        #[arg(long, default_value_t = 3, value_name = "K")]
        pub permits: usize,
        /// How long, for each lock
        #[arg(long, default_value_t = 60)]
        pub seconds: u64,
        /// Every so many-th attempt does not wait, or not for long; 0: all wait
        #[arg(long, default_value_t = 7)]
        pub impatience: u64,
    }
}

pub mod bench {
    //! `cargo doorway bench`.

    use clap::{Args, ValueEnum};
    use std::path::PathBuf;

    /// The options of `bench`.
    #[derive(Debug, Args)]
    pub struct Options {
        /// Only these parts; all if none is given
        #[arg(value_enum)]
        pub parts: Vec<Part>,
        /// Fewer scenes, and shorter: about 2 minutes instead of 10
        #[arg(long)]
        pub quick: bool,
        /// Only locks whose name contains this; may be given several times
        #[arg(long, value_name = "PART")]
        pub lock: Vec<String>,
        /// How many rounds; medians are of so many
        #[arg(long, value_parser = positive)]
        pub rounds: Option<usize>,
        /// How long each race is run, in milliseconds
        #[arg(long)]
        pub window: Option<u64>,
        /// Where to write the page and the JSON [default: target/bench in the root of the clone]
        #[arg(long)]
        pub out: Option<PathBuf>,
    }

    /// A part of what is measured.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    pub enum Part {
        /// One thread alone: nanoseconds
        Uncontended,
        /// One thread alone: instructions, if there is a valgrind
        Instructions,
        /// Threads in each other's way: throughput, waits, fairness, order, processor time
        Contended,
        /// What waiting burns while the holder sleeps
        Waiting,
        /// k-1 threads stop for ever: which locks go on
        Stopped,
    }

    fn positive(text: &str) -> Result<usize, String> {
        match text.parse() {
            Ok(0) | Err(_) => Err("a number from 1 on".into()),
            Ok(number) => Ok(number),
        }
    }
}

pub mod rmr {
    //! `cargo doorway rmr`.

    use crate::arguments::lock_names;
    use clap::Args;

    /// The options of `rmr`.
    #[derive(Debug, Args)]
    pub struct Options {
        /// The lock; all if not given
        #[arg(value_parser = lock_names(&[]))]
        pub lock: Option<String>,
        /// Only so many of the N processes ever come: all locks side by side, by N
        #[arg(long, value_name = "C")]
        pub contenders: Option<usize>,
        /// Where chance begins
        #[arg(long, default_value_t = 1)]
        pub seed: u64,
        /// How often each adversary that draws is run
        #[arg(long, default_value_t = 3)]
        pub draws: u64,
        /// How many steps a run makes at most
        #[arg(long, default_value_t = 3_000_000)]
        pub steps: u64,
        /// Write target/rmr/index.html, with --contenders contenders.html, and an SVG for each model
        #[arg(long)]
        pub plot: bool,
        /// Print what was found as JSON instead
        #[arg(long)]
        pub json: bool,
    }
}
