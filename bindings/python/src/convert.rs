//! Values of programs and values of Python.
//!
//! | JavaScript | Python |
//! |---|---|
//! | `undefined`, `null` | `None` |
//! | boolean, string | `bool`, `str` |
//! | number | `int` where it is a safe integer, else `float` |
//! | `BigInt` | `int` |
//! | `Uint8Array` | `bytes` |
//! | `Date` | `datetime` with the time zone UTC |
//! | array, object | `list`, `dict` |
//! | `Map`, `Set` | `dict`, `set`; a list where a member cannot be hashed |

use isolate_host::{Text, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PyMemoryView, PySet,
    PyString, PyTuple, PyType,
};

/// The largest integer up to which every integer is a number of JavaScript.
const SAFE_INTEGER: i64 = (1 << 53) - 1;

/// Levels of a value of Python: what contains itself has no end.
const DEPTH_MAX: usize = 1_000;

static DATETIME: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static UTC: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static PLAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

fn datetime(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    DATETIME.import(py, "datetime", "datetime")
}

fn utc(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    let utc = UTC.get_or_try_init(py, || {
        let timezone = py.import("datetime")?.getattr("timezone")?;
        Ok::<_, PyErr>(timezone.getattr("utc")?.unbind())
    })?;
    Ok(utc.bind(py))
}

/// A value of Python, as programs get it. `place` names it in errors.
pub(crate) fn to_value(object: &Bound<'_, PyAny>, place: &str) -> PyResult<Value> {
    value_at(object, &mut Place::new(place), 0)
}

/// Where a value is, for errors.
struct Place {
    text: String,
}

impl Place {
    fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
        }
    }

    /// Does something with a member.
    fn within<T>(&mut self, step: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.text.len();
        self.text.push_str(step);
        let done = work(self);
        self.text.truncate(length);
        done
    }
}

fn value_at(object: &Bound<'_, PyAny>, place: &mut Place, depth: usize) -> PyResult<Value> {
    if depth > DEPTH_MAX {
        return Err(PyValueError::new_err(format!(
            "{} nests deeper than {DEPTH_MAX} levels, or contains itself",
            place.text.get(..100).unwrap_or(&place.text)
        )));
    }
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(text) = object.cast::<PyString>() {
        return text_of(text).map(Value::String);
    }
    if let Ok(truth) = object.cast::<PyBool>() {
        return Ok(Value::Boolean(truth.is_true()));
    }
    if let Ok(number) = object.cast::<PyInt>() {
        return integer(number);
    }
    if let Ok(number) = object.cast::<PyFloat>() {
        return Ok(Value::Number(number.value()));
    }
    if let Ok(members) = object.cast::<PyDict>() {
        let mut object = Vec::with_capacity(members.len());
        for (key, member) in members.iter() {
            let Ok(key) = key.cast::<PyString>() else {
                return Err(PyTypeError::new_err(format!(
                    "{} has the key {}: an object of JavaScript has only str as keys",
                    place.text,
                    shown(&key)
                )));
            };
            let name = text_of(key)?;
            let member = place.within(&format!("[{:?}]", name.text), |place| {
                value_at(&member, place, depth + 1)
            })?;
            object.push((name, member));
        }
        return Ok(Value::Object(object));
    }
    if let Ok(items) = object.cast::<PyList>() {
        return sequence(items.iter(), items.len(), place, depth);
    }
    if let Ok(items) = object.cast::<PyTuple>() {
        return sequence(items.iter(), items.len(), place, depth);
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(Value::Bytes(bytes.as_bytes().to_vec()));
    }
    if let Ok(bytes) = object.cast::<PyByteArray>() {
        return Ok(Value::Bytes(bytes.to_vec()));
    }
    if object.cast::<PyMemoryView>().is_ok() {
        let bytes = object.call_method0("tobytes")?;
        return Ok(Value::Bytes(bytes.extract::<Vec<u8>>()?));
    }
    if object.cast::<PySet>().is_ok() || object.cast::<PyFrozenSet>().is_ok() {
        let mut items = Vec::with_capacity(object.len()?);
        for item in object.try_iter()? {
            items.push(place.within(" (a member)", |place| value_at(&item?, place, depth + 1))?);
        }
        return Ok(Value::Set(items));
    }
    if object.is_instance(datetime(object.py())?)? {
        return date(object, place);
    }
    // Models, data classes, enumerations: what they are as plain data.
    let plain = PLAIN.import(object.py(), "isolate_run._values", "plain")?;
    let plain = plain.call1((object, place.text.as_str()))?;
    value_at(&plain, place, depth + 1)
}

fn sequence<'py>(
    items: impl Iterator<Item = Bound<'py, PyAny>>,
    length: usize,
    place: &mut Place,
    depth: usize,
) -> PyResult<Value> {
    let mut values = Vec::with_capacity(length);
    for (index, item) in items.enumerate() {
        let value = place.within(&format!("[{index}]"), |place| {
            value_at(&item, place, depth + 1)
        })?;
        values.push(value);
    }
    Ok(Value::Array(values))
}

fn shown(object: &Bound<'_, PyAny>) -> String {
    let shown = object.repr().map(|text| text.to_string());
    let shown = shown.unwrap_or_else(|_| "an object".to_owned());
    shown.chars().take(60).collect()
}

/// The text of a `str`, which may hold half surrogates.
fn text_of(text: &Bound<'_, PyString>) -> PyResult<Text> {
    if let Ok(text) = text.to_cow() {
        return Ok(Text::from(text.into_owned()));
    }
    let units = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
    let units: Vec<u16> = units
        .cast::<PyBytes>()?
        .as_bytes()
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    Ok(Text {
        text: String::from_utf16_lossy(&units),
        ill_formed: Some(units.into_boxed_slice()),
    })
}

fn integer(number: &Bound<'_, PyInt>) -> PyResult<Value> {
    if let Ok(number) = number.extract::<i64>()
        && (-SAFE_INTEGER..=SAFE_INTEGER).contains(&number)
    {
        #[expect(clippy::cast_precision_loss, reason = "it is a safe integer")]
        return Ok(Value::Number(number as f64));
    }
    // Of a subclass, the digits and not its own text.
    let digits = number
        .py()
        .get_type::<PyInt>()
        .call_method1("__repr__", (number,))?;
    Ok(Value::BigInt(digits.extract()?))
}

fn date(object: &Bound<'_, PyAny>, place: &Place) -> PyResult<Value> {
    if object.getattr("tzinfo")?.is_none() {
        return Err(PyTypeError::new_err(format!(
            "{} is a datetime without a time zone: give it one, such as \
             .replace(tzinfo=timezone.utc), or pass its .isoformat()",
            place.text
        )));
    }
    let seconds: f64 = object.call_method0("timestamp")?.extract()?;
    Ok(Value::Date((seconds * 1e3).round()))
}

/// A value of a program, as Python has it.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Undefined | Value::Null => py.None().into_bound(py),
        Value::Boolean(value) => PyBool::new(py, *value).to_owned().into_any(),
        Value::Number(number) => number_of(py, *number)?,
        Value::String(text) => text_to_python(py, text)?,
        Value::Bytes(bytes) => PyBytes::new(py, bytes).into_any(),
        Value::Date(ms) => date_to_python(py, *ms)?,
        Value::Array(items) => list(py, items)?,
        Value::Object(members) => {
            let dict = PyDict::new(py);
            for (name, member) in members {
                dict.set_item(text_to_python(py, name)?, to_python(py, member)?)?;
            }
            dict.into_any()
        }
        Value::BigInt(digits) | Value::JsonNumber(digits) => {
            py.get_type::<PyInt>().call1((digits.as_str(),))?
        }
        Value::Map(entries) => map(py, entries)?,
        Value::Set(items) => {
            let set = PySet::empty(py)?;
            for item in items {
                if set.add(to_python(py, item)?).is_err() {
                    return list(py, items);
                }
            }
            set.into_any()
        }
        Value::RegExp { source, flags } => {
            format!("/{source}/{flags}").into_pyobject(py)?.into_any()
        }
        Value::Error { name, message, .. } => {
            format!("{name}: {message}").into_pyobject(py)?.into_any()
        }
        Value::Function(name) => format!("[function {name}]").into_pyobject(py)?.into_any(),
        Value::Symbol(name) => format!("Symbol({name})").into_pyobject(py)?.into_any(),
        Value::Reference(path) => format!("[circular {path}]").into_pyobject(py)?.into_any(),
        Value::Cut { left_out, what } => format!("[{left_out} more {what}]")
            .into_pyobject(py)?
            .into_any(),
    })
}

fn list<'py>(py: Python<'py>, items: &[Value]) -> PyResult<Bound<'py, PyAny>> {
    let list = PyList::empty(py);
    for item in items {
        list.append(to_python(py, item)?)?;
    }
    Ok(list.into_any())
}

fn map<'py>(py: Python<'py>, entries: &[(Value, Value)]) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    for (key, value) in entries {
        if dict
            .set_item(to_python(py, key)?, to_python(py, value)?)
            .is_err()
        {
            let pairs = PyList::empty(py);
            for (key, value) in entries {
                pairs.append((to_python(py, key)?, to_python(py, value)?))?;
            }
            return Ok(pairs.into_any());
        }
    }
    Ok(dict.into_any())
}

fn number_of(py: Python<'_>, number: f64) -> PyResult<Bound<'_, PyAny>> {
    #[expect(clippy::cast_precision_loss, reason = "it is a safe integer")]
    let most = SAFE_INTEGER as f64;
    let is_integer = number.fract() == 0.0 && number.abs() <= most;
    if is_integer && !(number == 0.0 && number.is_sign_negative()) {
        #[expect(clippy::cast_possible_truncation, reason = "it is a safe integer")]
        return Ok((number as i64).into_pyobject(py)?.into_any());
    }
    Ok(PyFloat::new(py, number).into_any())
}

fn text_to_python<'py>(py: Python<'py>, text: &Text) -> PyResult<Bound<'py, PyAny>> {
    let Some(units) = &text.ill_formed else {
        return Ok(PyString::new(py, &text.text).into_any());
    };
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    PyBytes::new(py, &bytes).call_method1("decode", ("utf-16-le", "surrogatepass"))
}

/// A date; `None` where it is invalid, and its ISO text where Python has no such year.
fn date_to_python(py: Python<'_>, ms: f64) -> PyResult<Bound<'_, PyAny>> {
    if ms.is_nan() {
        return Ok(py.None().into_bound(py));
    }
    // Exact to the millisecond, which `fromtimestamp` is not.
    let epoch = datetime(py)?.call1((1970, 1, 1, 0, 0, 0, 0, utc(py)?))?;
    let delta = py.import("datetime")?.getattr("timedelta")?;
    let delta = delta.call((), Some(&[("milliseconds", ms)].into_py_dict(py)?));
    if let Ok(date) = delta.and_then(|delta| epoch.add(delta)) {
        return Ok(date);
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "dates are whole milliseconds"
    )]
    let text = isolate_host::iso_time(isolate_host::vfs::Timestamp::from_millis(ms as i64));
    Ok(text.into_pyobject(py)?.into_any())
}

use pyo3::types::IntoPyDict as _;
