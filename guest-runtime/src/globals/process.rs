//! What `process` is made of that ends a program.

use boa_engine::error::PanicError;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue};
use isolate_protocol::wire::{Decoder, Encoder};

use super::add;
use super::argument::{no_integer, wrong_type};
use crate::exit::Event;
use crate::shared::Shared;
use crate::{convert, state};

/// Adds `exit(code)`, `setExitCode(code)` (which gives the code), `onEvent(event, handler)`,
/// `offEvent(event, handler)`, `commandLine()`, `environment()`, `directory()` and `readInput()` to the
/// helpers of `process`.
pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "exit", 1, exit, context);
    add(helpers, "setExitCode", 1, set_code, context);
    add(helpers, "onEvent", 2, on, context);
    add(helpers, "offEvent", 2, off, context);
    add(helpers, "commandLine", 0, command_line, context);
    add(helpers, "environment", 0, environment, context);
    add(helpers, "directory", 0, directory, context);
    add(helpers, "readInput", 0, read_input, context);
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

/// What the command has given that runs the program, as a list of texts; `undefined` if none does.
fn command_line(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    let process = shared.process.borrow();
    let Some(process) = &*process else {
        return Ok(JsValue::undefined());
    };
    let texts = process.arguments.iter();
    let texts = texts.map(|text| JsString::from(text.as_str()).into());
    Ok(JsArray::from_iter(texts, context).into())
}

/// The variables of the command's environment, as a list of each name and its value; empty if no command
/// runs the program.
fn environment(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    let process = shared.process.borrow();
    let variables = process.iter().flat_map(|process| &process.environment);
    let texts = variables.flat_map(|(name, value)| [name, value]);
    let texts = texts.map(|text| JsString::from(text.as_str()).into());
    Ok(JsArray::from_iter(texts, context).into())
}

/// The directory that relative paths begin at.
fn directory(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let directory = Shared::of(context).directory();
    Ok(JsString::from(directory.as_deref().unwrap_or("/")).into())
}

/// The next bytes of its standard input, and none at its end; `undefined` if it has no input.
fn read_input(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    let given = match &mut *shared.process.borrow_mut() {
        Some(process) => process.stdin.as_mut().map(std::mem::take),
        None => return Ok(JsValue::undefined()),
    };
    match given {
        Some(bytes) => {
            let mut out = Encoder::new();
            out.bytes(&bytes);
            convert::decode(&mut Decoder::new(out.as_bytes()), context)
        }
        None => state::input(&shared, context),
    }
}

/// The event that is named first.
fn event(args: &[JsValue]) -> Option<Event> {
    let name = args.get_or_undefined(0).as_string()?;
    Event::of_name(&name.to_std_string_lossy())
}
