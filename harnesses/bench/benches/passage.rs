//! The cost of an uncontended passage, measured by divan: `cargo bench -p doorway-bench --features divan`.

use divan::Bencher;
use doorway_bench::contestant::{Contestant, Participant};
use doorway_bench::peers::*;
use std::hint::black_box;

fn main() {
    divan::main();
}

fn alone<L: Contestant>(bencher: Bencher<'_, '_>) {
    let lock = black_box(L::new(1));
    let mut participant = lock.participant();
    bencher.bench_local(|| participant.passage(|| black_box(())));
}

#[divan::bench(types = [Std, ParkingLot, ParkingLotFair, SpinTicket, SpinFair, Mcs, Tokio, TokioTry, AsyncLock, Posix])]
fn peers<L: Contestant>(bencher: Bencher<'_, '_>) {
    alone::<L>(bencher);
}

/// A module for each lock of the catalogue, as a mutex.
macro_rules! ours {
    ($({ $module:ident, $lock:ident, $($rest:tt)* })*) => {$(
        mod $module {
            #[divan::bench(consts = [2, 4, 8, 16, 32])]
            fn mutex<const N: usize>(bencher: divan::Bencher<'_, '_>) {
                super::alone::<doorway::Mutex<(), N, doorway::$lock>>(bencher);
            }
        }
    )*};
}
doorway_proofs::for_each_lock!(ours);

mod default {
    use super::alone;
    use divan::Bencher;

    #[divan::bench(consts = [2, 4, 8, 16, 32])]
    fn mutex<const N: usize>(bencher: Bencher<'_, '_>) {
        alone::<doorway::Mutex<(), N>>(bencher);
    }

    #[divan::bench(consts = [2, 4, 8, 16, 32])]
    fn semaphore<const N: usize>(bencher: Bencher<'_, '_>) {
        alone::<doorway::Semaphore<N>>(bencher);
    }
}
