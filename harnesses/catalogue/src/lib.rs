//! doorway's models and mutants by name: what each claims, at which sizes it is explored, which property kills a mutant.
//!
//! Data only, so that it builds in a second: the explorer that runs the models is `doorway-check`.

mod options;
mod property;
mod row;
mod rows;
mod sizes;

pub use options::{Options, Renaming, LARGEST, MOST};
pub use property::{Property, PROPERTIES};
pub use row::{find, Kill, Row, Tickets};
pub use rows::ROWS;
pub use sizes::{Size, SIZES};
