//! Drawings of remote memory references.

use crate::verify::record::{write_whole, Sources};
use doorway_rmr::locks::LOCKS;
use doorway_rmr::meter::Homes;
use doorway_rmr::series::{draw, Series};
use doorway_rmr::survey::Effort;
use serde_json::json;
use std::fs;
use std::path::Path;

/// Those that `cargo doorway rmr --plot` makes, after a short search: kept as long as the machines and the meter stay as they are.
pub(super) fn drawings(root: &Path) -> Result<Vec<String>, String> {
    let ledger = doorway_ledger::read(root)?;
    let tool = ledger.tool("test").ok_or("no tool 'test'")?;
    let hash = Sources::new(root).of(tool);
    let file = root.join("target/verify/rmr.json");
    let kept = fs::read_to_string(&file).unwrap_or_default();
    if let Ok((of, drawings)) = serde_json::from_str::<(String, Vec<String>)>(&kept) {
        if of == hash {
            return Ok(drawings);
        }
    }
    let effort = Effort {
        seed: 1,
        draws: 1,
        steps: 100_000,
        homes: Homes::AsStated,
    };
    let series = LOCKS.iter().map(|lock| Series::search(lock, "1", effort));
    let drawings = draw(&series.collect::<Result<Vec<_>, _>>()?);
    let drawings: Vec<String> = drawings.into_iter().map(|(_, drawing)| drawing).collect();
    write_whole(&file, &json!((hash, &drawings)).to_string())?;
    Ok(drawings)
}
