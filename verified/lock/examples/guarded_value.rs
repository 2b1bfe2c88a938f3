//! A mutex: four threads update one value, first come, first served.
//!
//! `cargo run -p doorway --example guarded_value`

use doorway::Mutex;

#[derive(Debug)]
struct Account {
    balance: i64,
    transfers: u32,
}

static ACCOUNT: Mutex<Account, 4> = Mutex::new(Account {
    balance: 100,
    transfers: 0,
});

fn main() -> Result<(), doorway::SlotError> {
    std::thread::scope(|threads| {
        for amount in [-30, 50, -70, 20] {
            threads.spawn(move || {
                let mut me = ACCOUNT.join().expect("four slots for four threads");
                for _ in 0..1000 {
                    let mut account = me.lock();
                    account.balance += amount;
                    account.transfers += 1;
                }
            });
        }
    });
    let mut auditor = ACCOUNT.join()?;
    let account = auditor.lock();
    println!("{account:?}");
    assert_eq!((account.balance, account.transfers), (-29_900, 4000));
    Ok(())
}
