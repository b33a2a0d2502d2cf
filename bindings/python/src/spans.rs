//! Spans of OpenTelemetry, to the collector that the environment names.

use std::sync::{Mutex, Once, PoisonError};

use isolate_run::Traces;
use pyo3::prelude::*;

static BEGUN: Once = Once::new();
static TRACES: Mutex<Option<Traces>> = Mutex::new(None);

/// Begins to send them with the first sandbox of the process; what is left is sent at its end.
pub(crate) fn begin(py: Python<'_>) -> PyResult<()> {
    if BEGUN.is_completed() {
        return Ok(());
    }
    py.detach(|| {
        BEGUN.call_once(|| {
            let mut traces = TRACES.lock().unwrap_or_else(PoisonError::into_inner);
            *traces = Some(Traces::begin());
        });
    });
    let end = wrap_pyfunction!(end, py)?;
    py.import("atexit")?.call_method1("register", (end,))?;
    Ok(())
}

/// Sends what is left.
#[pyfunction]
fn end(py: Python<'_>) {
    py.detach(|| {
        let traces = TRACES.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(traces) = traces {
            traces.end();
        }
    });
}
