//! What `process` is made of that ends a program.

use boa_engine::error::PanicError;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue};

use super::add;
use crate::exit::Event;
use crate::inspect;
use crate::shared::Shared;

/// Adds `exit(code)`, `setExitCode(code)`, `onEvent(event, handler)` and `offEvent(event, handler)` to the helpers
/// of `process`.
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
    let number = match given.as_string() {
        Some(text) => text.to_number(),
        None if given.is_null_or_undefined() => 0.0,
        None => given.as_number().unwrap_or(f64::NAN),
    };
    #[expect(clippy::cast_possible_truncation, reason = "compared below")]
    let code = number as i32;
    if f64::from(code) != number {
        let shown = inspect::inspect(given, context);
        return Err(JsNativeError::typ()
            .with_message(format!(
                "The \"code\" argument must be of type integer. Received {shown}"
            ))
            .into());
    }
    Shared::of(context).exit.code.set(code);
    Ok(JsValue::undefined())
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
