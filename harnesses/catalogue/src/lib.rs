//! doorway's models and mutants by name: what each claims, at which sizes it is explored, which property kills a mutant.
//!
//! It builds in a second: what runs the models is `doorway-check` and `doorway-rmr`.

pub mod model;
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
