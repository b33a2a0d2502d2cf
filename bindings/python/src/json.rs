//! JSON and values of Python.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};
use serde_json::Value as Json;

use crate::convert;
use crate::failure::{self, named};

/// Bytes of the place of a member, below which its own members are read one by one.
const PLACE_MAX: usize = 200;

/// JSON as Python has it.
pub(crate) fn to_python<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    Ok(match json {
        Json::Null => py.None().into_bound(py),
        Json::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Json::String(text) => PyString::new(py, text).into_any(),
        Json::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            list.into_any()
        }
        Json::Object(members) => {
            let dict = PyDict::new(py);
            for (name, member) in members {
                dict.set_item(name, to_python(py, member)?)?;
            }
            dict.into_any()
        }
    })
}

/// What Python gives where JSON is expected. `place` names it in errors.
pub(crate) fn of_python(object: &Bound<'_, PyAny>, place: &str) -> PyResult<Json> {
    if let Ok(members) = object.cast::<PyDict>() {
        let mut names = members.keys().iter().map(|name| name.extract::<String>());
        if place.len() < PLACE_MAX && names.all(|name| name.is_ok()) {
            return collected(members, |name| format!("{place}[{name:?}]"));
        }
    }
    if let Ok(items) = object.cast::<PyList>()
        && place.len() < PLACE_MAX
    {
        let item =
            |(at, item): (usize, Bound<'_, PyAny>)| of_python(&item, &format!("{place}[{at}]"));
        return items.iter().enumerate().map(item).collect();
    }
    if let Ok(number) = object.cast::<PyFloat>()
        && !number.value().is_finite()
    {
        let text = format!("{place} is {}, which JSON has not", number.value());
        return Err(failure::usage(&text));
    }
    // A whole number that a program would have as a BigInt is one of JSON all the same.
    if object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>() {
        if let Ok(number) = object.extract::<i64>() {
            return Ok(number.into());
        }
        if let Ok(number) = object.extract::<u64>() {
            return Ok(number.into());
        }
    }
    let value = convert::to_value(object, place)?;
    isolate_host::to_json(&value).map_or(Ok(Json::Null), Ok)
}

/// Arguments by their names, which name them in errors.
pub(crate) fn members(arguments: &Bound<'_, PyDict>) -> PyResult<Json> {
    collected(arguments, named)
}

fn collected(members: &Bound<'_, PyDict>, place: impl Fn(&str) -> String) -> PyResult<Json> {
    let member = |(name, member): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let name: String = name.extract()?;
        let member = of_python(&member, &place(&name))?;
        Ok((name, member))
    };
    members.iter().map(member).collect()
}
