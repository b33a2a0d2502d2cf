//! What is said of a function.

use std::time::Duration;

use isolate_host::FunctionMut;
use serde::Deserialize;
use serde_json::Value as Json;

use crate::Mistake;

/// The properties of a function, by their names.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct FunctionProperties {
    describe: Option<String>,
    input: Option<Json>,
    output: Option<Json>,
    reads: bool,
    writes: bool,
    idempotent: bool,
    needs_approval: bool,
    answered_later: bool,
    waits_in_memory: bool,
    unrecorded: bool,
    timeout_ms: Option<f64>,
}

impl FunctionProperties {
    /// Sets them.
    ///
    /// # Errors
    ///
    /// A [`Mistake`] for a value out of its range.
    pub fn set(self, mut function: FunctionMut<'_>) -> Result<(), Mistake> {
        if let Some(text) = self.describe {
            function = function.describe(text);
        }
        if let Some(schema) = self.input {
            function = function.input(schema);
        }
        if let Some(schema) = self.output {
            function = function.output(schema);
        }
        if let Some(ms) = self.timeout_ms {
            let time = Duration::try_from_secs_f64(ms / 1e3);
            let time = time.map_err(|_| {
                Mistake::new("timeoutMs", format!("{ms} ms is no time of 0 or more"))
            })?;
            function = function.timeout(time);
        }
        if self.reads {
            function = function.reads();
        }
        if self.writes {
            function = function.writes();
        }
        if self.idempotent {
            function = function.idempotent();
        }
        if self.needs_approval {
            function = function.needs_approval();
        }
        if self.answered_later {
            function = function.answered_later();
        }
        if self.waits_in_memory {
            function = function.waits_in_memory();
        }
        if self.unrecorded {
            let _ = function.unrecorded();
        }
        Ok(())
    }
}
