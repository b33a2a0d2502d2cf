//! Steps over what an iterator helper gives, without the objects that its `next` would return.

use std::ops::ControlFlow;

use super::IteratorRecord;
use crate::builtins::IteratorHelper;
use crate::native_function::NativeFunctionObject;
use crate::object::internal_methods::InternalMethodCallContext;
use crate::shortcuts::SHORTCUTS;
use crate::vm::CompletionRecord;
use crate::{Context, JsResult, JsValue};

impl IteratorRecord {
    /// Asks a helper whose `next` is the engine's own for its next value; none at the end. Where
    /// it cannot be asked, nothing has happened, and its `next` says why.
    pub(super) fn step_helper(&self, context: &mut Context) -> Option<JsResult<Option<JsValue>>> {
        if !SHORTCUTS {
            return None;
        }
        let (name, realm) = {
            let next = self.next_method.peek_object()?;
            let next = next.downcast_ref::<NativeFunctionObject>()?;
            if !next.f.is_pointer(IteratorHelper::next) {
                return None;
            }
            (next.name.clone(), next.realm.clone())
        };
        if realm.is_some_and(|realm| realm != *context.realm()) || context.is_at_a_limit() {
            return None;
        }
        let coroutine = self
            .iterator
            .downcast_mut::<IteratorHelper>()?
            .coroutine
            .take()?;
        context.vm.host_call_depth += 1;
        let source = InternalMethodCallContext::new(context).native_source_info();
        let frames = context.vm.frames.len();
        context.vm.shadow_stack.push_native(frames, name, source);
        let result = match coroutine.call(CompletionRecord::Normal(JsValue::undefined()), context) {
            ControlFlow::Continue(value) => Ok(Some(value)),
            ControlFlow::Break(Ok(())) => Ok(None),
            ControlFlow::Break(Err(error)) => Err(error.inject_realm(context.realm().clone())),
        };
        context.vm.shadow_stack.pop_native();
        context.vm.host_call_depth -= 1;
        if let Some(mut helper) = self.iterator.downcast_mut::<IteratorHelper>() {
            helper.coroutine = Some(coroutine);
        }
        Some(result)
    }
}
