//! Steps over what an iterator helper gives, without the objects that its `next` would return.

use std::ops::ControlFlow;

use crate::builtins::IteratorHelper;
use crate::object::internal_methods::InternalMethodCallContext;
use crate::vm::CompletionRecord;
use crate::{Context, JsObject, JsResult, JsValue, js_string};

/// Asks a helper whose `next` is the engine's own for its next value; none at the end. Where
/// it cannot be asked, nothing has happened, and its `next` says why.
pub(super) fn step(
    iterator: &JsObject,
    context: &mut Context,
) -> Option<JsResult<Option<JsValue>>> {
    if context.is_at_a_limit() {
        return None;
    }
    let coroutine = iterator
        .downcast_mut::<IteratorHelper>()?
        .coroutine
        .take()?;
    context.vm.host_call_depth += 1;
    let source = InternalMethodCallContext::new(context).native_source_info();
    let frames = context.vm.frames.len();
    context
        .vm
        .shadow_stack
        .push_native(frames, js_string!("next"), source);
    let result = match coroutine.call(CompletionRecord::Normal(JsValue::undefined()), context) {
        ControlFlow::Continue(value) => Ok(Some(value)),
        ControlFlow::Break(Ok(())) => Ok(None),
        ControlFlow::Break(Err(error)) => Err(error.inject_realm(context.realm().clone())),
    };
    context.vm.shadow_stack.pop_native();
    context.vm.host_call_depth -= 1;
    if let Some(mut helper) = iterator.downcast_mut::<IteratorHelper>() {
        helper.coroutine = Some(coroutine);
    }
    Some(result)
}
