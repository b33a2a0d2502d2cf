//! What a program is called with.

use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};

use crate::peek;
use crate::program::{Form, Passed};

/// The function that a value is; a class is none, because it cannot be called.
pub(super) fn callable(value: &JsValue) -> Option<JsFunction> {
    value
        .as_function()
        .filter(|function| !peek::is_class(function))
}

/// What a function gives; a value that is none stands for itself.
fn call(function: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match callable(function) {
        Some(function) => function.call(&JsValue::undefined(), args, context),
        None => Ok(function.clone()),
    }
}

/// What a program gives, and what its result is called with.
pub(super) fn called(
    value: &JsValue,
    form: &Form,
    input: &[JsValue],
    context: &mut Context,
) -> JsResult<(JsValue, Option<Vec<JsValue>>)> {
    match form {
        Form::Function(passed) => {
            let args = arguments(passed, input, context)?;
            Ok((call(value, &args, context)?, None))
        }
        Form::Wrapped { calls_result, .. } => {
            let program = call(value, input, context)?;
            let args = match calls_result {
                Some(passed) => Some(arguments(passed, input, context)?),
                None => None,
            };
            Ok((call(&program, &[], context)?, args))
        }
    }
}

/// What a program's function is called with.
fn arguments(
    passed: &[Passed],
    input: &[JsValue],
    context: &mut Context,
) -> JsResult<Vec<JsValue>> {
    if passed == [Passed::Input] {
        return Ok(input.to_vec());
    }
    let global = context.global_object();
    let mut args = Vec::with_capacity(passed.len());
    for passed in passed {
        args.push(match passed {
            Passed::Input => input.first().cloned().unwrap_or_default(),
            Passed::State => global.get(js_string!("state"), context)?,
            Passed::Tools => global.get(js_string!("tools"), context)?,
            Passed::Context => offered(&global, input.first(), context)?,
        });
    }
    Ok(args)
}

/// An object of what the sandbox offers. Members of the input with the same names are meant
/// rather.
fn offered(global: &JsObject, input: Option<&JsValue>, context: &mut Context) -> JsResult<JsValue> {
    let object = JsObject::with_object_proto(context.intrinsics());
    for name in ["state", "fs", "tools", "console"] {
        let name = JsString::from(name);
        let value = global.get(name.clone(), context)?;
        object.create_data_property_or_throw(name, value, context)?;
    }
    let Some(input) = input else {
        return Ok(object.into());
    };
    object.create_data_property_or_throw(js_string!("input"), input.clone(), context)?;
    if let Some(members) = input.as_object() {
        for key in members.own_property_keys(context)? {
            let value = members.get(key.clone(), context)?;
            object.create_data_property_or_throw(key, value, context)?;
        }
    }
    Ok(object.into())
}
