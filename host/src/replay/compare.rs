//! Compares a run that was made again with its record.

use serde_json::Value as Json;

use crate::mismatch::{Aspect, Mismatch};
use crate::outcome::Run;

/// The first difference in what a run says of itself; its changes are compared by what they are.
pub(super) struct Compared {
    /// Before the changes are compared.
    pub(super) before_changes: Option<Mismatch>,
    pub(super) fuel: Option<Mismatch>,
}

/// Compares a report with that of a run.
pub(super) fn compare(recorded: &Json, run: &Run) -> Result<Compared, serde_json::Error> {
    let mut replayed = serde_json::to_value(run)?;
    if let Some(error) = replayed.get_mut("error").and_then(Json::as_object_mut) {
        // The record has the place and no excerpt of the program.
        error.shift_remove("frame");
    }
    let differs = |aspect: Aspect, recorded: Option<&Json>, replayed: Option<&Json>| {
        let shown = |value: Option<&Json>| value.map(Json::to_string);
        (recorded != replayed).then(|| Mismatch::new(aspect, shown(recorded), shown(replayed)))
    };
    let member =
        |aspect: Aspect, name: &str| differs(aspect, recorded.get(name), replayed.get(name));
    let before_changes = member(Aspect::Status, "status")
        .or_else(|| member(Aspect::Error, "error"))
        .or_else(|| member(Aspect::Result, "result"))
        .or_else(|| {
            let entries = |report: &Json| {
                let logs = report.get("logs").and_then(Json::as_array);
                logs.cloned().unwrap_or_default()
            };
            let (ours, theirs) = (entries(recorded), entries(&replayed));
            let count = ours.len().max(theirs.len());
            (0..count).find_map(|at| differs(Aspect::Logs, ours.get(at), theirs.get(at)))
        })
        .or_else(|| member(Aspect::Logs, "logsDropped"))
        .or_else(|| member(Aspect::Committed, "committed"));
    let fuel = |report: &Json| report.get("usage")?.get("fuel").cloned();
    let (ours, theirs) = (fuel(recorded), fuel(&replayed));
    Ok(Compared {
        before_changes,
        fuel: differs(Aspect::Fuel, ours.as_ref(), theirs.as_ref()),
    })
}
