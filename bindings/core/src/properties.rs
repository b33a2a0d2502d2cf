//! What is said of a function.

use std::time::Duration;

use isolate_host::FunctionMut;
use serde::Deserialize;
use serde_json::Value as Json;

use crate::Mistake;
use crate::settings::duration;

/// The time of a function of which none is said: ten years, so that the limit of its run ends it first, and
/// one whose run was put away may take its time.
const AS_LONG_AS_ITS_RUN: Duration = Duration::from_secs(10 * 365 * 86_400);

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
        function = function.timeout(match self.timeout_ms {
            Some(ms) => duration("timeoutMs", ms)?,
            None => AS_LONG_AS_ITS_RUN,
        });
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
