//! The operations of Node's `fs`, and its errors of the system.

use boa_engine::error::bound;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};
use isolate_protocol::wire::DecodeError;
use isolate_protocol::wire::message::reply;
use isolate_protocol::{ErrorCode, FIRST_OF_NODE, Method, NODE, StateError};

use super::{Answer, Callee, blank_error, member, plain_value, request};
use crate::convert::malformed;
use crate::shared::Shared;

/// The operations by their names, for the helpers of the prelude: `native.operations.stat`.
pub(crate) fn operations(context: &mut Context) -> JsResult<JsObject> {
    let operations = JsObject::with_null_proto();
    for (index, method) in NODE.iter().enumerate() {
        let name = method.name.trim_start_matches("fs.");
        let number = u32::try_from(FIRST_OF_NODE + index).expect("the table is short");
        operations.create_data_property_or_throw(JsString::from(name), number, context)?;
    }
    Ok(operations)
}

/// `system(operation, syscall, path, dest, ...args)`: what the host answers to an operation. Its error
/// is one of Node's, of the system call and its paths.
pub(crate) fn system(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (method, error) = match answer(args, context)? {
        Ok(value) => return Ok(value),
        Err(refused) => refused,
    };
    Err(system_error(&error, method.name, args, context)?)
}

/// The same, with `undefined` for what is missing.
pub(crate) fn system_if_any(
    _: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let (method, error) = match answer(args, context)? {
        Ok(value) => return Ok(value),
        Err(refused) => refused,
    };
    match error.code {
        ErrorCode::NotFound | ErrorCode::NotDirectory => Ok(JsValue::undefined()),
        _ => Err(system_error(&error, method.name, args, context)?),
    }
}

/// What the host answers.
fn answer(
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<Result<JsValue, (&'static Method, StateError)>> {
    const NAMED: usize = 4;
    let number = args.get_or_undefined(0).to_u32(context)?;
    let row = usize::try_from(number).ok().and_then(isolate_protocol::row);
    let (Some(method), Ok(number)) = (row, u16::try_from(number)) else {
        let error = JsNativeError::typ().with_message("there is no such operation");
        return Err(error.into());
    };
    let callee = Callee {
        holder: "fs",
        name: method.name,
    };
    let shared = Shared::of(context);
    let values = args.get(NAMED..).unwrap_or_default();
    match request(number, method, values, callee, &shared, context)?? {
        Answer::Plain(tag) => Ok(Ok(plain_value(tag))),
        Answer::Value(value) => Ok(Ok(value)),
        Answer::Error(error) => Ok(Err((method, error))),
        // No operation of files answers so.
        Answer::Fault(_) => Err(malformed(DecodeError::UnknownTag(reply::FAULT))),
        Answer::Pending(_) => Err(malformed(DecodeError::UnknownTag(reply::PENDING))),
    }
}

/// An error with the members of Node's, in their order.
fn system_error(
    error: &StateError,
    operation: &str,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsError> {
    let [call, path, dest] = [1, 2, 3].map(|index| args.get_or_undefined(index));
    // A refusal of the whole run ends in the name of the operation.
    let reason = error.message.strip_suffix(operation);
    let mut text = match reason.and_then(|reason| reason.strip_suffix(", ")) {
        Some(reason) => reason.to_owned(),
        None => error.message.clone(),
    };
    for (value, before, quote) in [(call, ", ", ""), (path, " ", "'"), (dest, " -> ", "'")] {
        if let Some(value) = value.as_string() {
            let value = value.to_std_string_lossy();
            text.push_str(&format!("{before}{quote}{value}{quote}"));
        }
    }
    let text = bound::bounded(&text).unwrap_or(text);
    let made = blank_error(false, context)?;
    made.insert_property(
        js_string!("message"),
        member(JsString::from(text).into(), false),
    );
    let members = [
        ("errno", errno(error.code).into()),
        ("code", JsString::from(error.code.as_str()).into()),
        ("syscall", call.clone()),
        ("path", path.clone()),
        ("dest", dest.clone()),
    ];
    for (name, value) in members {
        if !value.is_undefined() {
            made.insert_property(JsString::from(name), member(value, true));
        }
    }
    Ok(JsError::from_opaque(made.into()))
}

/// The number of an error on Linux, negative as libuv has it.
const fn errno(code: ErrorCode) -> i32 {
    match code {
        ErrorCode::NotPermitted => -1,
        ErrorCode::NotFound => -2,
        ErrorCode::Io | ErrorCode::HostFunction => -5,
        ErrorCode::TooBig => -7,
        ErrorCode::AccessDenied => -13,
        ErrorCode::InUse | ErrorCode::Busy => -16,
        ErrorCode::Exists => -17,
        ErrorCode::NotDirectory => -20,
        ErrorCode::IsDirectory => -21,
        ErrorCode::Invalid => -22,
        ErrorCode::FileTooLarge => -27,
        ErrorCode::NoSpace => -28,
        ErrorCode::ReadOnly => -30,
        ErrorCode::NameTooLong => -36,
        ErrorCode::NotEmpty => -39,
        ErrorCode::Loop => -40,
        ErrorCode::BadFormat => -74,
        ErrorCode::NotSupported => -95,
        ErrorCode::TimedOut => -110,
        ErrorCode::Stale => -116,
    }
}
