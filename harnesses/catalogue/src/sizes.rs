//! The sizes at which the locks are explored: `cargo doorway check --all`.

/// One exploration.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The lock, by its name in the table of locks.
    pub lock: &'static str,
    /// How many processes.
    pub n: usize,
    /// How many may be inside.
    pub k: usize,
    /// How many may stop for ever.
    pub crashes: u32,
    /// The passages of each; for ever if none.
    pub passages: &'static [u8],
    /// Whether processes may give up.
    pub withdrawals: bool,
}

impl Size {
    /// What follows `cargo doorway check` to see this one alone.
    pub fn arguments(&self) -> String {
        let Size { lock, n, k, .. } = self;
        let mut text = format!("{lock} --n {n} --k {k}");
        if self.crashes > 0 {
            text += &format!(" --crashes {}", self.crashes);
        }
        if !self.passages.is_empty() {
            let each: Vec<String> = self.passages.iter().map(u8::to_string).collect();
            text += &format!(" --passages {}", each.join(","));
        }
        if self.withdrawals {
            text += " --withdrawals";
        }
        text
    }
}

const fn size(
    lock: &'static str,
    n: usize,
    k: usize,
    crashes: u32,
    passages: &'static [u8],
    withdrawals: bool,
) -> Size {
    Size {
        lock,
        n,
        k,
        crashes,
        passages,
        withdrawals,
    }
}

/// All of them.
pub const SIZES: &[Size] = &[
    size("bakery", 2, 1, 0, &[4], true),
    size("bakery", 3, 1, 0, &[2], true),
    size("bakery", 3, 1, 0, &[3], false),
    size("black-white", 2, 1, 0, &[4], false),
    size("black-white", 2, 1, 0, &[4], true),
    size("black-white", 3, 1, 0, &[2], true),
    size("black-white", 3, 1, 0, &[], false),
    size("black-white", 4, 1, 0, &[], false),
    size("black-white-as-printed", 3, 1, 0, &[], false),
    size("active-set-flags", 3, 1, 0, &[], false),
    size("active-set-grid", 2, 1, 0, &[], false),
    size("active-set-grid", 3, 1, 0, &[1], false),
    size("adaptive", 3, 1, 0, &[], false),
    size("adaptive-adds", 3, 1, 0, &[], false),
    size("adaptive-on-flags", 2, 1, 0, &[], false),
    size("adaptive-on-grid", 2, 1, 0, &[], false),
    size("local-spin", 3, 1, 0, &[], false),
    size("local-spin-as-printed", 3, 1, 0, &[], false),
    size("local-spin-adds", 3, 1, 0, &[], false),
    size("local-spin-25-before-23", 3, 1, 0, &[], false),
    size("local-spin-on-flags", 2, 1, 0, &[], false),
    size("local-spin-on-grid", 2, 1, 0, &[], false),
    size("kfcfs", 2, 1, 0, &[], true),
    size("kfcfs", 2, 2, 1, &[], true),
    size("kfcfs", 3, 1, 0, &[], false),
    size("kfcfs", 3, 2, 1, &[], false),
    size("kfcfs", 3, 3, 2, &[], false),
    size("fife", 2, 1, 0, &[], true),
    size("fife", 2, 2, 1, &[], true),
    size("fife", 3, 1, 0, &[], false),
    size("fife", 3, 2, 1, &[], false),
    size("fife", 3, 3, 2, &[], false),
    size("fife", 3, 2, 0, &[2], true),
    size("safe-fife", 2, 1, 0, &[3], true),
    size("safe-fife", 2, 2, 1, &[2], true),
    size("safe-fife", 3, 1, 0, &[1, 2, 2], false),
    size("safe-fife", 3, 2, 1, &[1], true),
];
