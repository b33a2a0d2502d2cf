//! Errors of the library as exceptions of Python: `isolate_run._errors` has their classes.

use isolate_bindings::{Failure, Mistake};
use isolate_host::vfs;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::json;

static RAISED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The exception of a failure.
pub(crate) fn raised(failure: &Failure) -> PyErr {
    Python::attach(|py| {
        let made = || {
            let fields = serde_json::to_value(failure)
                .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let make = RAISED.import(py, "isolate_run._errors", "raised")?;
            make.call1((json::to_python(py, &fields)?,))
        };
        match made() {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    })
}

/// The exception of a wrong use.
pub(crate) fn usage(text: &str) -> PyErr {
    raised(&Failure::usage(text))
}

/// The exception of a wrong option, with its name in Python.
pub(crate) fn mistake(mistake: Mistake) -> PyErr {
    let name = named(&mistake.option);
    raised(&Mistake::new(name, mistake.text).into())
}

/// The name of an option in Python: `waitMaxMs` is `wait_max`, in seconds.
pub(crate) fn named(option: &str) -> String {
    let mut name = String::with_capacity(option.len() + 4);
    for letter in option.strip_suffix("Ms").unwrap_or(option).chars() {
        if letter.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

pub(crate) fn fault(error: &isolate_host::Error) -> PyErr {
    raised(&error.into())
}

pub(crate) fn of_files(error: &vfs::Error) -> PyErr {
    raised(&error.into())
}
