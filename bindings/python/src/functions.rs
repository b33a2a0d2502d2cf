//! Functions of Python that programs may call.

use isolate_bindings::{AddedFunctions, FunctionProperties, decision};
use isolate_host::{Scope, Value};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::call::{self, Callable, Caller};
use crate::{convert, failure, json};

/// What a function gets beside its argument.
#[pyclass(frozen, module = "isolate_run._native", name = "Scope")]
pub(crate) struct CallScope {
    scope: Scope,
}

#[pymethods]
impl CallScope {
    fn note(&self, text: &str) {
        self.scope.note(text);
    }

    #[getter]
    fn is_cancelled(&self) -> bool {
        self.scope.is_cancelled()
    }
}

/// The functions of runs.
#[pyclass(frozen, module = "isolate_run._native")]
#[derive(Default)]
pub(crate) struct Functions {
    pub(crate) added: AddedFunctions,
}

#[pymethods]
impl Functions {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Adds a function; `properties` are those of `isolate_run.Functions.add`.
    fn add(
        &self,
        namespace: &str,
        name: &str,
        function: Py<PyAny>,
        is_async: bool,
        properties: &Bound<'_, PyDict>,
    ) -> PyResult<()> {
        let properties = json::of_python(properties.as_any(), "properties")?;
        let properties: FunctionProperties =
            isolate_bindings::read(properties).map_err(failure::mistake)?;
        let callable = std::sync::Arc::new(Callable::new(function, is_async)?);
        let mut functions = self.added.lock();
        let mut namespace = functions.namespace(namespace);
        let added = namespace.add_dynamic(name, move |argument: Value, scope: Scope| {
            let callable = std::sync::Arc::clone(&callable);
            async move {
                let caller = scope.context::<Caller>().as_deref().cloned();
                let answer = callable.call(caller, move |py| {
                    let argument = convert::to_python(py, &argument)?;
                    let scope = Bound::new(py, CallScope { scope })?;
                    PyTuple::new(py, [argument, scope.into_any()])
                });
                let answer = answer.await.and_then(|answer| {
                    Python::attach(|py| convert::to_value(answer.bind(py), "the answer"))
                });
                answer.map_err(|error| call::function_error(&error))
            }
        });
        properties.set(added).map_err(failure::mistake)
    }

    /// Sets the description of a namespace.
    fn describe(&self, namespace: &str, text: &str) {
        self.added.lock().namespace(namespace).describe(text);
    }

    /// Sets who is asked for approvals: it answers `True`, a reason as `str`, or `None` for later.
    fn on_approval(&self, ask: Py<PyAny>, is_async: bool) -> PyResult<()> {
        let callable = std::sync::Arc::new(Callable::new(ask, is_async)?);
        self.added.lock().on_approval(move |request| {
            let callable = std::sync::Arc::clone(&callable);
            async move {
                let caller = request.context::<Caller>().as_deref().cloned();
                let asked = callable.call(caller, move |py| {
                    let function = request.function.as_str();
                    let argument = json::to_python(py, &request.argument)?;
                    let told = (function, request.description.as_str(), argument);
                    told.into_pyobject(py)
                });
                let answer = asked.await.and_then(|answer| {
                    Python::attach(|py| convert::to_value(answer.bind(py), "the answer"))
                });
                decision(answer.map_err(|error| error.to_string()))
            }
        });
        Ok(())
    }

    /// Whether the names and schemas are right.
    fn check(&self) -> PyResult<()> {
        self.added
            .lock()
            .check()
            .map_err(|error| failure::fault(&error))
    }

    /// The functions in TypeScript, as a model reads them.
    fn declarations(&self) -> String {
        self.added.lock().declarations()
    }

    /// What a model is told about them.
    fn prompt(&self) -> String {
        self.added.lock().prompt()
    }
}
