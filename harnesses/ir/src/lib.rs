//! Every phase of every lock as a function of its own, for `tests/loads_and_stores.rs` to read the LLVM IR of.

#![no_std]

use doorway::active_set::Flags;
use doorway::exclusion::Algorithm;
use doorway::memory::{Fenced, SeqCst};
use doorway::shape::Inline;
use doorway::{Adaptive, Bakery, BlackWhite, Fife, KFcfs, LocalSpin, SafeFife};

/// A function per phase, named `phase_<lock>_<phase>`.
macro_rules! phases {
    ($($lock:ident: $algorithm:ty;)*) => {$(
        /// The phases of a lock.
        pub mod $lock {
            use super::*;
            use doorway::phases::Exclusion;
            type Registers = <$algorithm as Algorithm>::Registers<Inline<4>>;
            type Private = <Registers as Exclusion>::Private;

            /// Takes a ticket.
            #[export_name = concat!("phase_", stringify!($lock), "_doorway")]
            pub fn doorway(lock: &Registers, me: usize, private: &mut Private) -> bool {
                lock.doorway(me, private).is_ok()
            }

            /// Announces it.
            #[export_name = concat!("phase_", stringify!($lock), "_announce")]
            pub fn announce(lock: &Registers, me: usize, private: &mut Private) {
                lock.announce(me, private);
            }

            /// Looks around.
            #[export_name = concat!("phase_", stringify!($lock), "_scan")]
            pub fn scan(lock: &Registers, me: usize, k: usize, private: &mut Private) -> bool {
                lock.scan(me, k, private)
            }

            /// Enters.
            #[export_name = concat!("phase_", stringify!($lock), "_enter")]
            pub fn enter(lock: &Registers, me: usize, private: &mut Private) {
                lock.enter(me, private);
            }

            /// Leaves.
            #[export_name = concat!("phase_", stringify!($lock), "_exit")]
            pub fn exit(lock: &Registers, me: usize) {
                lock.exit(me);
            }
        }
    )*};
}

phases! {
    bakery: Bakery;
    blackwhite: BlackWhite;
    adaptive: Adaptive;
    adaptiveflags: Adaptive<Fenced, Flags>;
    localspin: LocalSpin;
    localspinflags: LocalSpin<Fenced, Flags>;
    kfcfs: KFcfs;
    fife: Fife;
    safefife: SafeFife;
    bakerysc: Bakery<SeqCst>;
    blackwhitesc: BlackWhite<SeqCst>;
    adaptivesc: Adaptive<SeqCst>;
    adaptiveflagssc: Adaptive<SeqCst, Flags>;
    localspinsc: LocalSpin<SeqCst>;
    localspinflagssc: LocalSpin<SeqCst, Flags>;
    kfcfssc: KFcfs<SeqCst>;
    fifesc: Fife<SeqCst>;
    safefifesc: SafeFife<SeqCst>;
}

/// What must not be found in any of the above, here to be found.
#[cfg(feature = "mutant")]
pub mod mutant {
    use doorway::memory::{AtomicFlag, Flag};

    /// A swap, behind a call into the other crate.
    #[export_name = "phase_mutant_doorway"]
    pub fn doorway(flag: &AtomicFlag) -> bool {
        flag.raise()
    }
}
