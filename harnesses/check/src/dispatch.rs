//! From a machine's name to its type: what is done with it, checking or walking, is generic in the machine.

use crate::explore::Progress;
use crate::judged::{Explored, ModelType, Of};
use crate::verdict::{self, Limits, Report};
use crate::walk::Walk;
use doorway_catalogue::{Options, Property, Row};
use doorway_proofs::active_set::{self, Flags, Grid, GridOf, Ideal, IdealOf, Members};
use doorway_proofs::adaptive::{self, Adaptive, AdaptiveOf};
use doorway_proofs::bakery::Bakery;
use doorway_proofs::black_white::BlackWhite;
use doorway_proofs::fife::Fife;
use doorway_proofs::kfcfs::KFcfs;
use doorway_proofs::local_spin::{self, LocalSpin, LocalSpinOf};
use doorway_proofs::machine::Safely;
use doorway_proofs::mutants::printed::{
    AsPrinted, ColourAfterNumber, NoThirdClauseOf8, NoThirdClauseOf9, SplitTicket, Swapped12And13,
};
use doorway_proofs::mutants::{
    AllColours, AloneBesideAChoice, AloneBesideATicket, Announce16First, CaptureLarger,
    ChoosingUnsaid, ColourUnwritten, IfForWhile, InWritingOrder, MaxWithoutOne, Mutant, No14, No44,
    NoExit, NoTieBreak, NotChoosing, OneCopy, Printed, TiesPass, TiesWait, Unclaimed,
};
use doorway_proofs::safe_fife::SafeFife;

/// Checks the model of `row` with n processes.
///
/// # Errors
///
/// If it cannot be checked so.
pub fn check(
    row: &Row,
    n: usize,
    options: &Options,
    wanted: &[Property],
    limits: Limits,
    progress: &Progress,
) -> Result<Report, String> {
    row.admits(n, options, wanted)?;
    let options = Options {
        renaming: row.renaming(options),
        ..*options
    };
    let options = &options;
    Ok(match typed(row, n)? {
        Typed::W2(model) => verdict::check(model, options, wanted, limits, progress),
        Typed::W3(model) => verdict::check(model, options, wanted, limits, progress),
        Typed::W4(model) => verdict::check(model, options, wanted, limits, progress),
        Typed::W6(model) => verdict::check(model, options, wanted, limits, progress),
        Typed::W9(model) => verdict::check(model, options, wanted, limits, progress),
    })
}

/// The type of the model of `row` with n processes.
///
/// # Errors
///
/// If there is none such.
pub fn model_type(row: &Row, n: usize) -> Result<&'static dyn ModelType, String> {
    Ok(match typed(row, n)? {
        Typed::W2(model) => model,
        Typed::W3(model) => model,
        Typed::W4(model) => model,
        Typed::W6(model) => model,
        Typed::W9(model) => model,
    })
}

/// A walk through the model of `row` with n processes.
///
/// # Errors
///
/// If there is none such.
pub fn walk(row: &Row, n: usize, options: &Options) -> Result<Walk, String> {
    row.admits(n, options, &[])?;
    let properties = row.properties(options.withdrawals);
    Ok(Walk::new(model_type(row, n)?, &properties, options))
}

/// A model of a certain type, by how many words a state of it takes.
enum Typed {
    W2(&'static dyn Explored<2>),
    W3(&'static dyn Explored<3>),
    W4(&'static dyn Explored<4>),
    W6(&'static dyn Explored<6>),
    W9(&'static dyn Explored<9>),
}

/// The model of `row` with n processes.
fn typed(row: &Row, n: usize) -> Result<Typed, String> {
    macro_rules! sizes {
        ($machine:ident) => {
            match n {
                1 => Typed::W2(&Of::<$machine<1>>::ALL),
                2 => Typed::W4(&Of::<$machine<2>>::ALL),
                3 => Typed::W4(&Of::<$machine<3>>::ALL),
                _ => Typed::W6(&Of::<$machine<4>>::ALL),
            }
        };
        ($machine:ident, $twist:ty) => {
            match n {
                2 => Typed::W4(&Of::<Mutant<$machine<2>, $twist>>::ALL),
                _ => Typed::W4(&Of::<Mutant<$machine<3>, $twist>>::ALL),
            }
        };
    }
    macro_rules! safe_sizes {
        ($machine:ident) => {
            match n {
                1 => Typed::W2(&Of::<Safely<$machine<1>, 1>>::ALL),
                2 => Typed::W4(&Of::<Safely<$machine<2>, 2>>::ALL),
                3 => Typed::W6(&Of::<Safely<$machine<3>, 3>>::ALL),
                _ => Typed::W9(&Of::<Safely<$machine<4>, 4>>::ALL),
            }
        };
        ($machine:ident, $twist:ty) => {
            match n {
                2 => Typed::W4(&Of::<Safely<Mutant<$machine<2>, $twist>, 2>>::ALL),
                _ => Typed::W6(&Of::<Safely<Mutant<$machine<3>, $twist>, 3>>::ALL),
            }
        };
    }
    // Small states, many of them.
    macro_rules! bounded_sizes {
        ($machine:ident) => {
            match n {
                1 => Typed::W2(&Of::<$machine<1>>::ALL),
                2 => Typed::W2(&Of::<$machine<2>>::ALL),
                3 => Typed::W2(&Of::<$machine<3>>::ALL),
                _ => Typed::W3(&Of::<$machine<4>>::ALL),
            }
        };
    }
    macro_rules! printed {
        ($machine:ident) => {
            match n {
                2 => Typed::W4(&Of::<$machine<2>>::ALL),
                _ => Typed::W4(&Of::<$machine<3>>::ALL),
            }
        };
    }
    macro_rules! few_sizes {
        ($machine:ident) => {
            match n {
                1 => Typed::W2(&Of::<$machine<1>>::ALL),
                2 => Typed::W2(&Of::<$machine<2>>::ALL),
                _ => Typed::W3(&Of::<$machine<3>>::ALL),
            }
        };
    }
    macro_rules! on_a_set {
            ($machine:ident, $set:ident $(<$($bent:literal),*>)?, $variant:ty) => {
                match n {
                    2 => Typed::W3(&Of::<$machine<$set<$($($bent,)*)? 2>, $variant, 2>>::ALL),
                    _ => Typed::W3(&Of::<$machine<$set<$($($bent,)*)? 3>, $variant, 3>>::ALL),
                }
            };
        }
    macro_rules! for_two {
            ($machine:ident, $set:ident $(<$($bent:literal),*>)?, $variant:ty) => {
                Typed::W3(&Of::<$machine<$set<$($($bent,)*)? 2>, $variant, 2>>::ALL)
            };
            (Members, $set:ident $(<$variant:ty>)?) => {
                Typed::W2(&Of::<Members<$set<$($variant,)? 2>, 2>>::ALL)
            };
        }
    macro_rules! set {
        ($set:ident) => {
            match n {
                2 => Typed::W2(&Of::<Members<$set<2>, 2>>::ALL),
                _ => Typed::W3(&Of::<Members<$set<3>, 3>>::ALL),
            }
        };
    }
    Ok(match row.name {
        "active-set-flags" => set!(Flags),
        "active-set-grid" => set!(Grid),
        "active-set-grid-stops-all" => for_two!(Members, GridOf<active_set::NeverTurnsBack>),
        "active-set-grid-unowned" => for_two!(Members, GridOf<active_set::StopsAtTheUnowned>),
        "adaptive" => few_sizes!(Adaptive),
        "adaptive-adds" => on_a_set!(AdaptiveOf, IdealOf<false, true>, adaptive::AsWritten),
        "adaptive-misses" => for_two!(AdaptiveOf, IdealOf<true, false>, adaptive::AsWritten),
        "adaptive-one-getset" => for_two!(AdaptiveOf, Ideal, adaptive::OneGetset),
        "adaptive-joins-late" => for_two!(AdaptiveOf, Ideal, adaptive::JoinsLate),
        "adaptive-on-flags" => for_two!(AdaptiveOf, Flags, adaptive::AsWritten),
        "adaptive-on-grid" => for_two!(AdaptiveOf, Grid, adaptive::AsWritten),
        "local-spin" => few_sizes!(LocalSpin),
        "local-spin-adds" => {
            on_a_set!(LocalSpinOf, IdealOf<false, true>, local_spin::AsWritten)
        }
        "local-spin-as-printed" => on_a_set!(LocalSpinOf, Ideal, local_spin::AsPrinted),
        "local-spin-25-before-23" => on_a_set!(LocalSpinOf, Ideal, local_spin::LeavesLast),
        "local-spin-misses" => {
            for_two!(LocalSpinOf, IdealOf<true, false>, local_spin::AsWritten)
        }
        "local-spin-one-getset" => for_two!(LocalSpinOf, Ideal, local_spin::OneGetset),
        "local-spin-11-before-10" => for_two!(LocalSpinOf, Ideal, local_spin::RaisesChLate),
        "local-spin-13-before-12" => for_two!(LocalSpinOf, Ideal, local_spin::RaisesNuLate),
        "local-spin-25-before-22" => for_two!(LocalSpinOf, Ideal, local_spin::TellsFirst),
        "local-spin-on-flags" => for_two!(LocalSpinOf, Flags, local_spin::AsWritten),
        "local-spin-on-grid" => for_two!(LocalSpinOf, Grid, local_spin::AsWritten),
        "black-white" => bounded_sizes!(BlackWhite),
        "bakery" => sizes!(Bakery),
        "kfcfs" | "kfcfs-as-fife" => sizes!(KFcfs),
        "fife" => sizes!(Fife),
        "safe-fife" => safe_sizes!(SafeFife),
        "fife-no-14" => sizes!(Fife, No14),
        "fife-no-tie-break" => sizes!(Fife, NoTieBreak),
        "fife-16-before-15" => sizes!(Fife, Announce16First),
        "fife-max-without-one" => sizes!(Fife, MaxWithoutOne),
        "fife-unclaimed" => sizes!(Fife, Unclaimed),
        "fife-no-exit" => sizes!(Fife, NoExit),
        "fife-capture-larger" => sizes!(Fife, CaptureLarger),
        "fife-if-for-while" => sizes!(Fife, IfForWhile),
        "fife-on-safe" => safe_sizes!(Fife),
        "figure-3-as-printed" => safe_sizes!(SafeFife, Printed),
        "safe-fife-in-writing-order" => safe_sizes!(SafeFife, InWritingOrder),
        "safe-fife-no-44" if n == 4 => Typed::W9(&Of::<Safely<Mutant<SafeFife<4>, No44>, 4>>::ALL),
        "safe-fife-no-44" => safe_sizes!(SafeFife, No44),
        "safe-fife-one-copy" => safe_sizes!(SafeFife, OneCopy),
        "black-white-as-printed" => printed!(AsPrinted),
        "black-white-13-before-12" => printed!(Swapped12And13),
        "black-white-colour-after-number" => printed!(ColourAfterNumber),
        "black-white-split-ticket" => printed!(SplitTicket),
        "black-white-no-third-clause-8" => printed!(NoThirdClauseOf8),
        "black-white-no-third-clause-9" => printed!(NoThirdClauseOf9),
        "black-white-colour-unwritten" => sizes!(BlackWhite, ColourUnwritten),
        "black-white-all-colours" => sizes!(BlackWhite, AllColours),
        "black-white-not-choosing" => sizes!(BlackWhite, ChoosingUnsaid),
        "black-white-alone-beside-a-choice" => {
            Typed::W4(&Of::<Mutant<BlackWhite<2>, AloneBesideAChoice>>::ALL)
        }
        "black-white-alone-beside-a-ticket" => {
            Typed::W4(&Of::<Mutant<BlackWhite<2>, AloneBesideATicket>>::ALL)
        }
        "simplified-bakery" => sizes!(Bakery, NotChoosing),
        "simplified-bakery-ties-pass" => sizes!(Bakery, TiesPass),
        "simplified-bakery-ties-wait" => sizes!(Bakery, TiesWait),
        other => return Err(format!("no machine for {other}")),
    })
}
