//! What `process` is made of that ends a program.

use boa_engine::error::PanicError;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};

use super::add;
use super::argument::{no_integer, wrong_type};
use crate::exit::Event;
use crate::shared::Shared;

/// Adds `exit(code)`, `setExitCode(code)` (which gives the code), `onEvent(event, handler)` and
/// `offEvent(event, handler)` to the helpers of `process`.
pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "exit", 1, exit, context);
    add(helpers, "setExitCode", 1, set_code, context);
    add(helpers, "onEvent", 2, on, context);
    add(helpers, "offEvent", 2, off, context);
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

fn on(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let (Some(event), Some(handler)) = (event(args), args.get_or_undefined(1).as_function()) {
        let shared = Shared::of(context);
        shared.exit.handlers.borrow_mut().push((event, handler));
    }
    Ok(JsValue::undefined())
}

fn off(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let (Some(event), Some(handler)) = (event(args), args.get_or_undefined(1).as_object()) {
        let shared = Shared::of(context);
        let mut handlers = shared.exit.handlers.borrow_mut();
        handlers.retain(|(of, known)| *of != event || !JsObject::equals(known, &handler));
    }
    Ok(JsValue::undefined())
}

/// The event that is named first.
fn event(args: &[JsValue]) -> Option<Event> {
    let name = args.get_or_undefined(0).as_string()?;
    Event::of_name(&name.to_std_string_lossy())
}
