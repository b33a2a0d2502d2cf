//! A finished run.

use isolate_host::{Outcome, Value};
use pyo3::prelude::*;

use crate::{convert, failure, json};

/// A run, whose parts become values of Python when they are asked for.
#[pyclass(frozen, module = "isolate_run._native")]
pub(crate) struct Run {
    pub(crate) run: isolate_host::Run,
}

#[pymethods]
impl Run {
    /// The word for how it ended.
    #[getter]
    fn status(&self) -> &'static str {
        isolate_bindings::status(&self.run)
    }

    /// The value that it returned, `None` if it returned none.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.run.outcome {
            Outcome::Returned(value) => convert::to_python(py, value),
            _ => convert::to_python(py, &Value::Undefined),
        }
    }

    #[getter]
    fn is_cut(&self) -> bool {
        self.run.is_cut()
    }

    #[getter]
    fn is_committed(&self) -> bool {
        self.run.is_committed
    }

    #[getter]
    fn is_repeated(&self) -> bool {
        self.run.is_repeated
    }

    #[getter]
    fn run_id(&self) -> Option<i64> {
        self.run.run_id.map(i64::from)
    }

    #[getter]
    fn diff(&self) -> Option<&str> {
        self.run.diff.as_deref()
    }

    #[getter]
    fn refusal(&self) -> Option<&str> {
        self.run.refusal.as_deref()
    }

    /// All of it but the value, as the command prints it with `--json`.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = isolate_bindings::report(&self.run);
        let report = report.map_err(|error| failure::usage(&error.to_string()))?;
        json::to_python(py, &report)
    }
}
