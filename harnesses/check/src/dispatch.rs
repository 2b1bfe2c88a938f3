//! From the name of a model to its type.

use crate::explore::Progress;
use crate::judged::{ModelType, Of};
use crate::verdict::{Limits, Report};
use crate::walk::Walk;
use doorway_proofs::catalogue::{self, Options, Property, Row, Shown, Visit};
use std::hash::Hash;

/// Checks the model of `row` with n processes.
///
/// # Errors
///
/// If the model does not admit these options.
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
    Ok(model_type(row, n)?.check(&options, wanted, limits, progress))
}

/// The type of the model of `row` with n processes.
///
/// # Errors
///
/// If there is no such model.
pub fn model_type(row: &Row, n: usize) -> Result<&'static dyn ModelType, String> {
    let none = || format!("{} has no model for n = {n}", row.name);
    catalogue::visit(row.name, n, Typed).ok_or_else(none)
}

/// A walk through the model of `row` with n processes.
///
/// # Errors
///
/// If there is no such model, or it does not admit these options.
pub fn walk(row: &Row, n: usize, options: &Options) -> Result<Walk, String> {
    row.admits(n, options, &[])?;
    let properties = row.properties(options.cancellations);
    Ok(Walk::new(model_type(row, n)?, &properties, options))
}

/// Finds the type of a model.
struct Typed;

impl Visit for Typed {
    type Output = &'static dyn ModelType;

    fn model<M: Shown + Hash + Send + Sync + 'static, const WORDS: usize>(self) -> Self::Output {
        &Of::<M, WORDS>::ALL
    }
}
