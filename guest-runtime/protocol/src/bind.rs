//! From the values of a call to the parameters of a method.

use crate::error::StateError;
use crate::methods::{Method, Param};
use crate::types::Mismatch;
use crate::wire::Value;

/// The arguments of a call, one for each parameter, checked against its type; an optional one
/// that was left out is [`Value::Undefined`].
#[derive(Debug, PartialEq)]
pub struct Arguments(pub Vec<Value>);

/// Binds the values of a call to the parameters of `method` and checks each.
///
/// Two forms are taken: positional, as declared, and one object whose keys are all parameter
/// names. `null` and `undefined` both leave an optional parameter out. Surplus positional values
/// are ignored, so that a method can be passed to `Array.prototype.map`.
///
/// # Errors
///
/// An argument error that names the method, the parameter, what came and the right form.
pub fn bind(method: &'static Method, values: Vec<Value>) -> Result<Arguments, StateError> {
    let mut bound = match object_form(method, &values)? {
        ObjectForm::Yes => by_name(method, values),
        ObjectForm::No => by_position(method, values),
    };
    for (param, value) in method.params.iter().zip(&mut bound) {
        if param.optional && matches!(value, Value::Null) {
            *value = Value::Undefined;
        }
        check(method, param, value)?;
    }
    Ok(Arguments(bound))
}

enum ObjectForm {
    Yes,
    No,
}

fn object_form(method: &Method, values: &[Value]) -> Result<ObjectForm, StateError> {
    let [Value::Object(members)] = values else {
        return Ok(ObjectForm::No);
    };
    let is_param = |name: &str| method.params.iter().any(|param| param.name == name);
    let strange = members.iter().find(|(key, _)| !is_param(&key.text));
    match strange {
        None if !members.is_empty() => Ok(ObjectForm::Yes),
        None => Ok(ObjectForm::No),
        // A plan given to applyEditPlan is an object whose keys are no parameters.
        Some(_) if method.params[0].ty.takes_object() => Ok(ObjectForm::No),
        Some((key, _)) if members.iter().any(|(key, _)| is_param(&key.text)) => {
            Err(StateError::argument(format!(
                "state.{}: unknown parameter \"{}\" — expected {}, or one object with these names",
                method.name,
                key.text,
                method.signature()
            )))
        }
        Some(_) => Ok(ObjectForm::No),
    }
}

fn by_name(method: &Method, mut values: Vec<Value>) -> Vec<Value> {
    let Some(Value::Object(mut members)) = values.pop() else {
        return Vec::new();
    };
    method
        .params
        .iter()
        .map(|param| {
            members
                .iter()
                .rposition(|(key, _)| key.text == param.name)
                .map_or(Value::Undefined, |at| members.swap_remove(at).1)
        })
        .collect()
}

fn by_position(method: &Method, mut values: Vec<Value>) -> Vec<Value> {
    let required = method.params.iter().filter(|param| !param.optional).count();
    // `paths.map(state.readFile)` calls with (path, index, paths): the index is no options.
    if required == 1 && matches!(values[..], [_, Value::Number(_), Value::Array(_)]) {
        values.truncate(1);
    }
    values.resize_with(method.params.len(), || Value::Undefined);
    values
}

fn check(method: &Method, param: &Param, value: &Value) -> Result<(), StateError> {
    match value {
        Value::Undefined if param.optional => return Ok(()),
        Value::Undefined => {
            return Err(StateError::argument(format!(
                "state.{}: missing required parameter \"{}\" — expected {}",
                method.name,
                param.name,
                method.signature()
            )));
        }
        _ => {}
    }
    param
        .ty
        .check(value)
        .map_err(|mismatch| wrong_type(method, param, &mismatch))
}

fn wrong_type(method: &Method, param: &Param, mismatch: &Mismatch) -> StateError {
    StateError::argument(format!(
        "state.{}: \"{}{}\" must be {}, but is {} — expected {}",
        method.name,
        param.name,
        mismatch.at,
        mismatch.expected,
        mismatch.found,
        method.signature()
    ))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::methods::{METHODS, method_index};

    fn text(value: &str) -> Value {
        Value::String(value.into())
    }

    fn object(members: &[(&str, Value)]) -> Value {
        Value::Object(
            members
                .iter()
                .map(|(key, value)| ((*key).into(), value.clone()))
                .collect(),
        )
    }

    fn check(method: &str, values: Vec<Value>, expected: Expect) {
        let method = &METHODS[method_index(method).unwrap()];
        let shown = match bind(method, values) {
            Ok(Arguments(values)) => format!("{values:?}"),
            Err(error) => error.message,
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn both_forms_are_taken() {
        let method = &METHODS[method_index("writeFile").unwrap()];
        let named = object(&[("content", text("x")), ("path", text("/a"))]);
        let expected = Arguments(vec![text("/a"), text("x")]);
        assert_eq!(bind(method, vec![named]).unwrap(), expected);
        assert_eq!(bind(method, vec![text("/a"), text("x")]).unwrap(), expected);
    }

    #[test]
    fn map_callback_passes_only_the_path() {
        check(
            "readFile",
            vec![text("/a"), Value::Number(0.0), Value::Array(vec![])],
            expect![[r#"[String(Text { text: "/a", ill_formed: None }), Undefined]"#]],
        );
    }

    #[test]
    fn wrong_calls_say_what_is_right() {
        check(
            "readFile",
            vec![],
            expect![[
                r#"state.readFile: missing required parameter "path" — expected state.readFile(path, options?)"#
            ]],
        );
        check(
            "writeFile",
            vec![text("/a"), Value::Number(5.0)],
            expect![[
                r#"state.writeFile: "content" must be a string, but is the number 5 — expected state.writeFile(path, content)"#
            ]],
        );
        check(
            "readFile",
            vec![object(&[("path", text("/a")), ("encoding", text("utf8"))])],
            expect![[
                r#"state.readFile: unknown parameter "encoding" — expected state.readFile(path, options?), or one object with these names"#
            ]],
        );
        check(
            "rm",
            vec![text("/a"), object(&[("recursiv", Value::Boolean(true))])],
            expect![[
                r#"state.rm: "options.recursiv" must be spelt "recursive", but is true — expected state.rm(path, options?)"#
            ]],
        );
        check(
            "updateJson",
            vec![
                text("/a"),
                Value::Array(vec![object(&[("op", text("set")), ("path", text("a"))])]),
            ],
            expect![[
                r#"state.updateJson: "operations[0].value" must be a JSON value, but is undefined — expected state.updateJson(path, operations)"#
            ]],
        );
    }
}
