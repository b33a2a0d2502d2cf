//! What of `state` is written in JavaScript: a function as replacement, and the methods that
//! descriptions of files inherit.

use boa_engine::{Context, JsObject, JsResult, JsValue};
use isolate_protocol::{Method, MethodId};

use crate::script::{Packed, script};
use crate::shared::Shared;

const SCRIPT: Packed = script!("state/state.js");

/// Prepares it.
pub(super) fn install(state: &JsObject, context: &mut Context) -> JsResult<()> {
    let made = SCRIPT.run(context)?;
    let Some(made) = made.as_function() else {
        return Ok(());
    };
    let parts = made.call(&JsValue::undefined(), &[state.clone().into()], context)?;
    let Some(parts) = parts.as_object() else {
        return Ok(());
    };
    let replacer = parts.get(0, context)?;
    let entry = parts.get(1, context)?;
    let shared = Shared::of(context);
    shared.replacer.replace(replacer.as_function());
    shared.entry_prototype.replace(entry.as_object());
    Ok(())
}

/// Whether a call has a function where the method takes a text in place of a match, in one file.
pub(super) fn is_meant(method: &Method, args: &[JsValue]) -> bool {
    method.id() == MethodId::ReplaceInFile && args[2].is_callable()
}

/// Calls it.
pub(super) fn replace(
    args: &[JsValue],
    shared: &Shared,
    context: &mut Context,
) -> JsResult<JsValue> {
    let replacer = shared.replacer.borrow().clone();
    match replacer {
        Some(replacer) => replacer.call(&JsValue::undefined(), args, context),
        None => Ok(JsValue::undefined()),
    }
}
