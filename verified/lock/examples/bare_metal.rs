//! Bare-metal style: a `static`, a slot per core, spinning, no allocation, no operating system, and no read-modify-write at all, as on
//! a dual-core Cortex-M0+ that has none.
//!
//! Here two threads play the cores: `cargo run -p doorway --example bare_metal`. Everything that uses the lock would be the same on the chip, with
//! `doorway = { version = "0.1", default-features = false }`.

use doorway::{Mutex, SafeFife, Spin};

/// Shared by both cores. [`SafeFife`] has 64-bit tickets also where atomics have 32 bits, so they never run out.
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
    // SAFETY: both cores are done, and their handles dropped.
    let mut me = unsafe { UART.slot_unchecked(0) };
    println!("{} bytes sent by two cores", me.lock().sent);
    assert_eq!(me.lock().sent, 400);
}
