//! How long a message may be that the engine words itself, or its library that is written in
//! JavaScript. What a program gives an error of its own is left as it is.
//!
//! Such messages name what was wrong: a property, a text, an argument, which may have megabytes.

use crate::{Context, JsObject, JsString, JsValue};

/// Most bytes of such a message, in UTF-8.
const BYTES_MAX: usize = 4096;

/// Bytes that are kept of each end of a longer one.
const KEPT: usize = BYTES_MAX / 2 - 40;

/// Most bytes of a UTF-16 unit in UTF-8.
const BYTES_OF_UNIT_MAX: usize = 3;

/// A message within its bound, if it is longer. It is cut in the middle, where the long argument
/// stands: what was wrong is at the front, and the way out at the end.
#[must_use]
pub fn bounded(message: &str) -> Option<String> {
    if message.len() <= BYTES_MAX {
        return None;
    }
    let front = &message[..message.floor_char_boundary(KEPT)];
    let back = &message[message.ceil_char_boundary(message.len() - KEPT)..];
    let left_out = message.len() - front.len() - back.len();
    Some(format!("{front}… ({left_out} bytes left out) …{back}"))
}

/// The message that a constructor of errors is called with, within its bound where the library makes
/// the error. A class that extends the constructor may pass on what a program has said.
pub(crate) fn constructed(message: JsString, new_target: &JsValue, context: &Context) -> JsString {
    if message.len() * BYTES_OF_UNIT_MAX <= BYTES_MAX || !is_of_library(new_target, context) {
        return message;
    }
    bounded(&message.to_std_string_lossy()).map_or(message, JsString::from)
}

/// Whether a function of the library calls the constructor itself.
fn is_of_library(new_target: &JsValue, context: &Context) -> bool {
    let is_constructor = |called: &JsObject| {
        new_target
            .as_object()
            .is_some_and(|target| JsObject::equals(&target, called))
    };
    context
        .active_function_object()
        .as_ref()
        .is_some_and(is_constructor)
        && context
            .vm
            .frame()
            .code_block()
            .source_info()
            .is_of_library()
}
