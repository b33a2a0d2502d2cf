//! What `process` is made of that ends a program.

use boa_engine::error::PanicError;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};

use super::add;
use super::argument::{no_integer, wrong_type};
use crate::shared::Shared;

/// Adds `exit(code)`, `setExitCode(code)` (which gives the code), `onRejection(handler)` and `offRejection(handler)` to the
/// helpers of `process`.
pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "exit", 1, exit, context);
    add(helpers, "setExitCode", 1, set_code, context);
    add(helpers, "onRejection", 1, on_rejection, context);
    add(helpers, "offRejection", 1, off_rejection, context);
}

/// Ends the program where it stands. No `catch` and no `finally` sees that.
fn exit(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if !args.get_or_undefined(0).is_undefined() {
        set_code(&JsValue::undefined(), args, context)?;
    }
    Shared::of(context).exit.is_over.set(true);
    Err(PanicError::new("the program has ended itself").into())
}

fn set_code(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let given = args.get_or_undefined(0);
    let shared = Shared::of(context);
    if given.is_null_or_undefined() {
        shared.exit.code.set(0);
        return Ok(JsValue::undefined());
    }
    // A text is a number only if it is that of a whole one.
    let number = match given.as_string() {
        Some(text) if !text.is_empty() => Some(text.to_number()).filter(|number| !number.is_nan()),
        _ => given.as_number(),
    };
    let Some(number) = number else {
        return Err(wrong_type("code", "number", given, context));
    };
    if !number.is_finite() || number.fract() != 0.0 {
        return Err(no_integer("code", number, context));
    }
    let code = JsValue::from(number).to_i32(context)?;
    shared.exit.code.set(code);
    Ok(code.into())
}

fn on_rejection(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(handler) = args.get_or_undefined(0).as_function() {
        Shared::of(context).exit.handlers.borrow_mut().push(handler);
    }
    Ok(JsValue::undefined())
}

fn off_rejection(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(handler) = args.get_or_undefined(0).as_object() {
        let shared = Shared::of(context);
        let mut handlers = shared.exit.handlers.borrow_mut();
        handlers.retain(|known| !JsObject::equals(known, &handler));
    }
    Ok(JsValue::undefined())
}
