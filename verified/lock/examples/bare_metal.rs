//! Bare metal: a `static`, a slot per core, spinning, no allocation, no operating system, and no
//! read-modify-write, as on a dual-core Cortex-M0+, which has none.
//!
//! In this example two threads stand for the cores: `cargo run -p doorway --example bare_metal`.
//! The code that uses the lock is the same on the chip, without the default features of `doorway`.

use doorway::{Mutex, SafeFife, Spin};

/// Shared by both cores. [`SafeFife`] has 64-bit tickets also where atomics have 32 bits, so they
/// last for centuries.
static UART: Mutex<Uart, 2, SafeFife, Spin> = Mutex::new(Uart { sent: 0 });

struct Uart {
    sent: u32,
}

impl Uart {
    fn send(&mut self, _byte: u8) {
        self.sent += 1;
    }
}

fn main_of_core(core: usize) {
    // SAFETY: each core runs this once, with its own number.
    let mut me = unsafe { UART.slot_unchecked(core) };
    for byte in 0..100 {
        let mut uart = me.lock();
        uart.send(byte);
        uart.send(b'\n');
    }
}

fn main() {
    std::thread::scope(|cores| {
        for core in 0..2 {
            cores.spawn(move || main_of_core(core));
        }
    });
    // SAFETY: both cores have finished and dropped their handles.
    let mut me = unsafe { UART.slot_unchecked(0) };
    println!("{} bytes sent by two cores", me.lock().sent);
    assert_eq!(me.lock().sent, 400);
}
