//! Steps over what a generator yields, without the objects that its `next` would return.

use super::{IteratorRecord, IteratorResult};
use crate::builtins::generator::{Generator, GeneratorState};
use crate::native_function::NativeFunctionObject;
use crate::object::internal_methods::InternalMethodCallContext;
use crate::shortcuts::SHORTCUTS;
use crate::vm::{CallFrameFlags, CompletionRecord, GeneratorResumeKind};
use crate::{Context, JsResult, JsValue};

impl IteratorRecord {
    /// Resumes a generator whose `next` is the engine's own. Where it cannot be resumed, nothing
    /// has happened, and its `next` says why.
    pub(super) fn step_generator(&self, context: &mut Context) -> Option<JsResult<IteratorResult>> {
        if !SHORTCUTS {
            return None;
        }
        let (name, realm) = {
            let next = self.next_method.peek_object()?;
            let next = next.downcast_ref::<NativeFunctionObject>()?;
            if !next.f.is_pointer(Generator::next) {
                return None;
            }
            (next.name.clone(), next.realm.clone())
        };
        // Results have the prototype of the realm of `next`.
        if realm.is_some_and(|realm| realm != *context.realm()) {
            return None;
        }
        let (mut suspended, value) = {
            let mut generator = self.iterator.downcast_mut::<Generator>()?;
            match std::mem::replace(&mut generator.state, GeneratorState::Executing) {
                GeneratorState::SuspendedStart { context } => (context, None),
                GeneratorState::SuspendedYield { context } => (context, Some(JsValue::undefined())),
                state => {
                    generator.state = state;
                    return None;
                }
            }
        };
        context.vm.host_call_depth += 1;
        if let Err(error) = context.check_runtime_limits() {
            context.vm.host_call_depth -= 1;
            self.set_generator(GeneratorState::suspended(suspended, value.is_none()));
            return Some(Err(error));
        }
        let source = InternalMethodCallContext::new(context).native_source_info();
        let frames = context.vm.frames.len();
        context.vm.shadow_stack.push_native(frames, name, source);
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
        context.vm.host_call_depth = context.vm.host_call_depth.saturating_sub(1);
        Some(match record {
            CompletionRecord::Normal(value) => {
                self.set_generator(GeneratorState::suspended(suspended, false));
                if is_value {
                    Ok(IteratorResult::of_value(Some(value)))
                } else {
                    // `yield*` passes on what the iterator inside has returned.
                    IteratorResult::from_value(value)
                }
            }
            CompletionRecord::Return(value) => {
                self.set_generator(GeneratorState::Completed);
                Ok(IteratorResult {
                    object: None,
                    value,
                    done: true,
                })
            }
            CompletionRecord::Throw(error) => {
                self.set_generator(GeneratorState::Completed);
                Err(error.inject_realm(context.realm().clone()))
            }
        })
    }

    fn set_generator(&self, state: GeneratorState) {
        if let Some(mut generator) = self.iterator.downcast_mut::<Generator>() {
            generator.state = state;
        }
    }
}

impl GeneratorState {
    fn suspended(context: crate::builtins::generator::GeneratorContext, is_at_start: bool) -> Self {
        if is_at_start {
            Self::SuspendedStart { context }
        } else {
            Self::SuspendedYield { context }
        }
    }
}
