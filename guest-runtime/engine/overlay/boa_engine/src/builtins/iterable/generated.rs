//! Steps over what a generator yields, without the objects that its `next` would return.

use super::IteratorResult;
use crate::builtins::generator::{Generator, GeneratorContext, GeneratorState};
use crate::native_function::NativeFunctionObject;
use crate::object::internal_methods::InternalMethodCallContext;
use crate::vm::{CallFrameFlags, CompletionRecord, GeneratorResumeKind};
use crate::{Context, JsObject, JsResult, JsValue, js_string};

/// Resumes a generator whose `next` is the engine's own. Where it cannot be resumed, nothing
/// has happened, and its `next` says why.
pub(super) fn step(
    iterator: &JsObject,
    depth: usize,
    context: &mut Context,
) -> Option<JsResult<IteratorResult>> {
    let (mut suspended, value) = {
        let mut generator = iterator.downcast_mut::<Generator>()?;
        match std::mem::replace(&mut generator.state, GeneratorState::Executing) {
            GeneratorState::SuspendedStart { context } => (context, None),
            GeneratorState::SuspendedYield { context } => (context, Some(JsValue::undefined())),
            state => {
                generator.state = state;
                return None;
            }
        }
    };
    context.vm.host_call_depth += depth;
    if context.is_at_a_limit()
        && let Err(error) = context.check_runtime_limits()
    {
        context.vm.host_call_depth -= depth;
        iterator.set_generator(GeneratorState::suspended(suspended, value.is_none()));
        return Some(Err(error));
    }
    let source = InternalMethodCallContext::new(context).native_source_info();
    let frames = context.vm.frames.len();
    context
        .vm
        .shadow_stack
        .push_native(frames, js_string!("next"), source);
    if let Some(frame) = &mut suspended.call_frame {
        frame.flags |= CallFrameFlags::TAKES_VALUES;
    }
    let record = suspended.resume(value, GeneratorResumeKind::Normal, context);
    let is_value = suspended.call_frame.as_mut().is_some_and(|frame| {
        let is_value = frame.flags.contains(CallFrameFlags::GIVES_VALUE);
        frame.flags -= CallFrameFlags::TAKES_VALUES | CallFrameFlags::GIVES_VALUE;
        is_value
    });
    context.vm.shadow_stack.pop_native();
    context.vm.host_call_depth = context.vm.host_call_depth.saturating_sub(depth);
    Some(match record {
        CompletionRecord::Normal(value) => {
            iterator.set_generator(GeneratorState::suspended(suspended, false));
            if is_value {
                Ok(IteratorResult::of_value(Some(value)))
            } else {
                // `yield*` passes on what the iterator inside has returned.
                IteratorResult::from_value(value)
            }
        }
        CompletionRecord::Return(value) => {
            iterator.set_generator(GeneratorState::Completed);
            Ok(IteratorResult {
                object: None,
                value,
                done: true,
            })
        }
        CompletionRecord::Throw(error) => {
            iterator.set_generator(GeneratorState::Completed);
            Err(error.inject_realm(context.realm().clone()))
        }
    })
}

/// Ends a generator that would do nothing more, whose `return` is the engine's own; answers whether
/// it has. The object that `return` gives is left out.
pub(super) fn close(iterator: &JsObject, context: &Context) -> bool {
    let found = iterator.plain_get_quietly(&js_string!("return").into());
    let is_own = found.is_some_and(|found| {
        found.peek_object().is_some_and(|function| {
            let function = function.downcast_ref::<NativeFunctionObject>();
            function.is_some_and(|function| function.f.is_pointer(Generator::r#return))
        })
    });
    if !is_own || context.is_at_a_limit() {
        return false;
    }
    let Some(mut generator) = iterator.downcast_mut::<Generator>() else {
        return false;
    };
    let ends = match &generator.state {
        GeneratorState::SuspendedStart { .. } | GeneratorState::Completed => true,
        GeneratorState::Executing => false,
        GeneratorState::SuspendedYield { context } => {
            let frame = context.call_frame.as_ref();
            frame.is_some_and(|frame| {
                frame.iterators.is_empty() && frame.code_block.find_handler(frame.pc).is_none()
            })
        }
    };
    if ends {
        generator.state = GeneratorState::Completed;
    }
    ends
}

impl JsObject {
    fn set_generator(&self, state: GeneratorState) {
        if let Some(mut generator) = self.downcast_mut::<Generator>() {
            generator.state = state;
        }
    }
}

impl GeneratorState {
    fn suspended(context: Box<GeneratorContext>, is_at_start: bool) -> Self {
        if is_at_start {
            Self::SuspendedStart { context }
        } else {
            Self::SuspendedYield { context }
        }
    }
}
