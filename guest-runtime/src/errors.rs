//! What was thrown, as the host reports it: named, worded and placed in the user's own text.

mod wording;

use std::fmt::Write as _;

use boa_engine::builtins::error::{Error, ErrorFrame};
use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};
use isolate_protocol::Value;
use isolate_protocol::wire::message::Thrown;
use isolate_protocol::wire::{Decoder, Encoder};

use crate::frames::{Frame, Frames, frames_of};
use crate::namespaces::meant_by;
use crate::program::{FILE_NAME, Positions, Unparsable, Use, hint_of_results};
use crate::shared::Shared;
use crate::{convert, inspect};

/// Bytes of a thrown value that is no error.
const THROWN_VALUE_BYTES_MAX: usize = 64 << 10;

/// Errors of an `AggregateError` that are listed.
const ERRORS_LISTED_MAX: usize = 10;

/// As V8 words it.
const STACK_USED_UP: &str = "Maximum call stack size exceeded";

/// Causes that are followed.
const CAUSES_MAX: usize = 5;

/// What `stack` of an error gives when it is read first.
pub(crate) fn stack(
    error: &JsObject,
    frames: Vec<ErrorFrame>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    let frames = Frames::placed(frames, &shared);
    if let Some(value) = prepared(error, &frames, context)? {
        return Ok(value);
    }
    let head = head_line(error, context);
    let line = if frames.0.is_empty() { "" } else { "\n" };
    let text = format!("{head}{line}{}", frames.text());
    Ok(JsString::from(text).into())
}

/// What the program's own `Error.prepareStackTrace` makes of an error, as in V8.
fn prepared(error: &JsObject, frames: &Frames, context: &mut Context) -> JsResult<Option<JsValue>> {
    let constructor = context.intrinsics().constructors().error().constructor();
    let key = js_string!("prepareStackTrace");
    let prepare = constructor.get(key, context)?.as_function();
    let shared = Shared::of(context);
    let own = shared.prepare_stack.borrow().clone();
    let (Some(prepare), Some((usual, site))) = (prepare, own) else {
        return Ok(None);
    };
    // A stack that is read within, or by what it calls, is not the program's.
    if JsObject::equals(&prepare, &usual) || shared.is_preparing.replace(true) {
        return Ok(None);
    }
    let result = (|| {
        let mut sites = Vec::new();
        for frame in &frames.0 {
            let function = match frame.function.as_str() {
                "" => JsValue::null(),
                name => JsString::from(name).into(),
            };
            let args = [
                function,
                frame.line.into(),
                frame.column.into(),
                frame.is_constructor.into(),
            ];
            sites.push(site.call(&JsValue::undefined(), &args, context)?);
        }
        let sites = JsArray::from_iter(sites, context).into();
        let args = [error.clone().into(), sites];
        prepare.call(&constructor.clone().into(), &args, context)
    })();
    shared.is_preparing.set(false);
    result.map(Some)
}

/// `Error.captureStackTrace`.
pub(crate) fn capture(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = args.get_or_undefined(0);
    let Some(object) = target.as_object() else {
        let shown = inspect::inspect(target, context);
        return Err(JsNativeError::typ()
            .with_message(format!(
                "Invalid argument: {shown} is no object that could have a stack"
            ))
            .into());
    };
    let until = args.get_or_undefined(1).as_function().map(JsObject::from);
    Error::capture(&object, until.as_ref(), context)?;
    Ok(JsValue::undefined())
}

/// `Name: message`.
fn head_line(error: &JsObject, context: &mut Context) -> String {
    let name = member_text(error, "name", context).unwrap_or_else(|| "Error".to_owned());
    let message = member_text(error, "message", context).unwrap_or_default();
    match (name.is_empty(), message.is_empty()) {
        (true, _) => message,
        (_, true) => name,
        _ => format!("{name}: {message}"),
    }
}

/// A member that is text; nothing that it throws matters.
fn member_text(object: &JsObject, name: &str, context: &mut Context) -> Option<String> {
    let value = object.get(JsString::from(name), context).ok()?;
    value.as_string().map(|text| text.to_std_string_lossy())
}

/// Reports a syntax error.
pub(crate) fn unparsable(error: Unparsable) -> Thrown {
    let Unparsable {
        message,
        line,
        column,
    } = error;
    Thrown {
        name: "SyntaxError".to_owned(),
        message,
        line: Some(line),
        column: Some(column),
        stack: format!("    at {FILE_NAME}:{line}:{column}"),
        ..Thrown::default()
    }
}

/// Reports what a program does that cannot be meant, before it runs.
pub(crate) fn refused(found: &Use) -> Thrown {
    Thrown {
        name: "TypeError".to_owned(),
        message: found.text.clone(),
        code: Some("EINVAL".to_owned()),
        line: Some(found.line),
        column: Some(found.column),
        stack: format!("    at {FILE_NAME}:{}:{}", found.line, found.column),
        ..Thrown::default()
    }
}

/// Reports what a function of the engine has thrown.
pub(crate) fn thrown(error: JsError, context: &mut Context) -> Thrown {
    if let Some(engine) = error.as_engine() {
        let (name, message) = match engine {
            EngineError::Panic(_) if !is_from_limit(&error) => ("Error", "the engine failed"),
            _ => ("RangeError", STACK_USED_UP),
        };
        let shared = Shared::of(context);
        let frames = Frames::parse(&error.to_string(), &shared.positions.borrow());
        return placed(
            Thrown {
                name: name.to_owned(),
                message: message.to_owned(),
                ..Thrown::default()
            },
            &frames,
        );
    }
    match error.into_opaque(context) {
        Ok(value) => thrown_value(&value, context),
        Err(error) => Thrown {
            name: "Error".to_owned(),
            message: error.to_string(),
            ..Thrown::default()
        },
    }
}

/// Whether a limit stands behind an error that the engine takes for its own: it asserts of calls
/// that they cannot fail, and the limit makes them.
fn is_from_limit(error: &JsError) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(current) = source {
        let text = current.to_string();
        if current.is::<RuntimeLimitError>()
            || text.contains("RuntimeLimitError")
            || text.contains(STACK_USED_UP)
        {
            return true;
        }
        source = current.source();
    }
    false
}

/// Reports a thrown value.
pub(crate) fn thrown_value(value: &JsValue, context: &mut Context) -> Thrown {
    let Some(error) = value.as_object().filter(looks_like_error) else {
        return Thrown {
            name: "Error".to_owned(),
            message: match value.as_string() {
                Some(text) => text.to_std_string_lossy(),
                None => inspect::inspect(value, context),
            },
            value: as_data(value, context),
            ..Thrown::default()
        };
    };
    let frames = frames_of(&error, context);
    let name = member_text(&error, "name", context).unwrap_or_else(|| "Error".to_owned());
    let message = member_text(&error, "message", context).unwrap_or_default();
    let has_exec = Shared::of(context).has_exec.get();
    let of_commands = has_exec.then(|| wording::of_commands(&message)).flatten();
    let mut message = of_commands.unwrap_or_else(|| wording::improved(&name, &message));
    if name == "ReferenceError"
        && let Some(global) = message.strip_suffix(" is not defined")
        && let Some(hint) = meant_by(global, &Shared::of(context))
    {
        message = format!("{message}; {hint}");
    }
    append_errors(&error, &mut message, context);
    append_suppressed(&error, &name, &mut message, context);
    {
        let shared = Shared::of(context);
        let positions = shared.positions.borrow();
        let line = frames
            .0
            .first()
            .filter(|frame| frame.file.is_none())
            .and_then(|frame| positions.line(frame.line));
        if let Some(hint) = hint_of_results(&name, &message, positions.lines(), line) {
            message.push_str(". ");
            message.push_str(&hint);
        }
    }
    let frames = if frames.0.is_empty() && name == "ReferenceError" {
        guessed_frame(&message, &Shared::of(context).positions.borrow())
    } else {
        frames
    };
    let thrown = Thrown {
        name,
        message,
        code: member_text(&error, "code", context),
        path: member_text(&error, "path", context),
        cause: causes(&error, context),
        ..Thrown::default()
    };
    placed(thrown, &frames)
}

/// Where an unknown name stands first, for errors before the first place that the engine notes.
fn guessed_frame(message: &str, positions: &Positions) -> Frames {
    let place = message
        .split_once(" is not defined")
        .and_then(|(name, _)| positions.find_word(name));
    let frame = place.map(|(line, column)| Frame {
        function: String::new(),
        line,
        column,
        is_constructor: false,
        file: None,
    });
    Frames(frame.into_iter().collect())
}

fn placed(mut thrown: Thrown, frames: &Frames) -> Thrown {
    if let Some(frame) = frames.0.iter().find(|frame| frame.file.is_none()) {
        thrown.line = Some(frame.line);
        thrown.column = Some(frame.column);
    }
    thrown.stack = frames.text();
    thrown
}

fn looks_like_error(object: &JsObject) -> bool {
    object.is::<Error>()
        || (crate::peek::text(object, "message").is_some()
            && crate::peek::text(object, "name").is_some()
            && crate::peek::own(object, &PropertyKey::from(js_string!("name"))).is_none())
}

fn as_data(value: &JsValue, context: &mut Context) -> Option<Value> {
    let mut out = Encoder::new();
    convert::encode_result(value, THROWN_VALUE_BYTES_MAX, &mut out, context).ok()?;
    Decoder::new(out.as_bytes()).value().ok()
}

/// Lists the errors of an `AggregateError`.
fn append_errors(error: &JsObject, message: &mut String, context: &mut Context) {
    let key = PropertyKey::from(js_string!("errors"));
    let Some(errors) = crate::peek::own(error, &key)
        .and_then(|errors| errors.value()?.as_object())
        .filter(JsObject::is_array)
    else {
        return;
    };
    let count = errors
        .get(js_string!("length"), context)
        .ok()
        .and_then(|len| len.as_number())
        .unwrap_or(0.0);
    if message.is_empty() {
        message.push_str("several errors");
    }
    for at in 0..ERRORS_LISTED_MAX {
        #[expect(clippy::cast_precision_loss, reason = "at most ten")]
        if at as f64 >= count {
            return;
        }
        if let Ok(one) = errors.get(at, context) {
            let text = short_text(&one, context);
            write!(message, "\n  - {text}").expect("text takes any text");
        }
    }
    message.push_str("\n  - ...");
}

/// Lists the errors of a `SuppressedError`, the last one that was thrown first.
fn append_suppressed(error: &JsObject, name: &str, message: &mut String, context: &mut Context) {
    const NAME: &str = "SuppressedError";
    let own = |error: &JsObject, name: &str| {
        crate::peek::own(error, &PropertyKey::from(js_string!(name)))?
            .value()
            .cloned()
    };
    if name != NAME {
        return;
    }
    let mut holder = error.clone();
    for _ in 0..ERRORS_LISTED_MAX {
        let (Some(error), Some(suppressed)) = (own(&holder, "error"), own(&holder, "suppressed"))
        else {
            return;
        };
        let text = short_text(&error, context);
        write!(message, "\n  - {text}").expect("text takes any text");
        match suppressed.as_object() {
            Some(next)
                if next.is::<Error>()
                    && member_text(&next, "name", context).as_deref() == Some(NAME) =>
            {
                holder = next;
            }
            _ => {
                let text = short_text(&suppressed, context);
                write!(message, "\n  - {text}").expect("text takes any text");
                return;
            }
        }
    }
    message.push_str("\n  - ...");
}

/// `Name: message` of an error, or the value as it prints.
pub(crate) fn short_text(value: &JsValue, context: &mut Context) -> String {
    match value.as_object().filter(JsObject::is::<Error>) {
        Some(error) => head_line(&error, context),
        None => inspect::inspect(value, context),
    }
}

fn causes(error: &JsObject, context: &mut Context) -> Option<String> {
    let mut texts = Vec::new();
    let mut holder = error.clone();
    while texts.len() < CAUSES_MAX {
        let key = PropertyKey::from(js_string!("cause"));
        let Some(cause) = crate::peek::data(&holder, &key).filter(|cause| !cause.is_undefined())
        else {
            break;
        };
        texts.push(short_text(&cause, context));
        match cause.as_object() {
            Some(next) => holder = next,
            None => break,
        }
    }
    (!texts.is_empty()).then(|| texts.join("\ncaused by "))
}
