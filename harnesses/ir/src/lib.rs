//! Every phase of every lock as a separate function, whose LLVM IR `tests/loads_and_stores.rs` reads.

#![no_std]

/// Five functions, one for each phase of a lock.
macro_rules! phases {
    ($name:expr, $algorithm:ty) => {
        use doorway::exclusion::Algorithm;
        use doorway::phases::Exclusion;
        use doorway::shape::Inline;

        type Registers = <$algorithm as Algorithm>::Registers<Inline<4>>;
        type Private = <Registers as Exclusion>::Private;

        /// Takes a ticket.
        #[export_name = concat!("phase_", $name, "_doorway")]
        pub fn doorway(lock: &Registers, me: usize, private: &mut Private) -> bool {
            lock.doorway(me, private).is_ok()
        }

        /// Announces the ticket.
        #[export_name = concat!("phase_", $name, "_announce")]
        pub fn announce(lock: &Registers, me: usize, private: &mut Private) {
            lock.announce(me, private);
        }

        /// Polls once.
        #[export_name = concat!("phase_", $name, "_scan")]
        pub fn scan(lock: &Registers, me: usize, k: usize, private: &mut Private) -> bool {
            lock.scan(me, k, private)
        }

        /// Enters.
        #[export_name = concat!("phase_", $name, "_enter")]
        pub fn enter(lock: &Registers, me: usize, private: &mut Private) {
            lock.enter(me, private);
        }

        /// Exits.
        #[export_name = concat!("phase_", $name, "_exit")]
        pub fn exit(lock: &Registers, me: usize) {
            lock.exit(me);
        }
    };
}

/// The phases of every lock of the catalogue, named `phase_<Lock><Set>_<memory>_<phase>`.
macro_rules! locks {
    ($({ $module:ident, $lock:ident, $holders:ident, $model:ident, $sets:tt, $($rest:tt)* })*) => {$(
        /// The phases of a lock.
        pub mod $module {
            locks!(@sets $lock, $sets);
        }
    )*};
    (@sets $lock:ident, []) => {
        /// On the default memory.
        pub mod default {
            phases!(concat!(stringify!($lock), "_default"), doorway::$lock);
        }
        /// On the all-SeqCst memory.
        pub mod seq_cst {
            phases!(concat!(stringify!($lock), "_seqcst"), doorway::$lock<doorway::memory::SeqCst>);
        }
    };
    (@sets $lock:ident, [$($set:ident => $model:ident),*]) => {$(
        /// On an active set.
        #[allow(non_snake_case)]
        pub mod $set {
            /// On the default memory.
            pub mod default {
                phases!(concat!(stringify!($lock), stringify!($set), "_default"), doorway::$lock<doorway::memory::Fenced, doorway::active_set::$set>);
            }
            /// On the all-SeqCst memory.
            pub mod seq_cst {
                phases!(concat!(stringify!($lock), stringify!($set), "_seqcst"), doorway::$lock<doorway::memory::SeqCst, doorway::active_set::$set>);
            }
        }
    )*};
}
doorway_proofs::for_each_lock!(locks);

/// A read-modify-write, which must not be in any phase above, for the test to find.
#[cfg(feature = "mutant")]
pub mod mutant {
    use doorway::memory::{AtomicFlag, Flag};

    /// A swap, behind a call into the other crate.
    #[export_name = "phase_mutant_doorway"]
    pub fn doorway(flag: &AtomicFlag) -> bool {
        flag.raise()
    }
}
