//! Spans of OpenTelemetry, to the collector that the environment names.

use std::sync::{Mutex, Once, PoisonError};

use isolate_run::Traces;
use napi_derive::napi;

static BEGUN: Once = Once::new();
static TRACES: Mutex<Option<Traces>> = Mutex::new(None);

/// Begins to send them with the first sandbox of the process.
pub(crate) fn begin() {
    BEGUN.call_once(|| {
        *TRACES.lock().unwrap_or_else(PoisonError::into_inner) = Some(Traces::begin());
    });
}

/// Sends what is left, at the end of the process.
#[napi]
pub fn end_spans() {
    let traces = TRACES.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(traces) = traces {
        traces.end();
    }
}
