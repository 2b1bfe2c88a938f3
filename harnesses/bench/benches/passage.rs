//! A second opinion on what a passage costs alone, by divan: `cargo bench -p doorway-bench --features divan`.

use divan::Bencher;
use doorway::{Adaptive, Bakery, BlackWhite, Fife, KFcfs, LocalSpin, Park, SafeFife, Spin, Yield};
use doorway_bench::contestant::{Contestant, Participant};
use doorway_bench::ours::{OurMutex, OurSemaphore};
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

macro_rules! ours {
    ($($name:ident: $lock:ident<$algorithm:ty, $wait:ty>;)*) => {$(
        #[divan::bench(consts = [2, 4, 8, 16, 32])]
        fn $name<const N: usize>(bencher: Bencher<'_, '_>) {
            alone::<$lock<N, $algorithm, $wait>>(bencher);
        }
    )*};
}

ours! {
    mutex_parks: OurMutex<Bakery, Park>;
    mutex_yields: OurMutex<Bakery, Yield>;
    mutex_spins: OurMutex<Bakery, Spin>;
    mutex_black_white_parks: OurMutex<BlackWhite, Park>;
    mutex_adaptive_parks: OurMutex<Adaptive, Park>;
    mutex_local_spin_parks: OurMutex<LocalSpin, Park>;
    semaphore_parks: OurSemaphore<Fife, Park>;
    semaphore_yields: OurSemaphore<Fife, Yield>;
    semaphore_spins: OurSemaphore<Fife, Spin>;
    semaphore_kfcfs_parks: OurSemaphore<KFcfs, Park>;
    semaphore_safe_fife_parks: OurSemaphore<SafeFife, Park>;
}
