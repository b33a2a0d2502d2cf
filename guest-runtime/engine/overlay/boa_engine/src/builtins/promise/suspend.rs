//! `await`: a function that waits is kept as it stands, in the reaction that goes on with it.

use super::capability::pending;
use super::settle::{Handlers, Reaction, Settled, enqueue, react, reject, resolve};
use super::{Promise, ResolvingFunctions};
use crate::builtins::async_generator::AsyncGenerator;
use crate::builtins::generator::GeneratorContext;
use crate::object::{FunctionObjectBuilder, JsObject};
use crate::vm::{CallFrame, CompletionRecord, GeneratorResumeKind};
use crate::{Context, JsArgs, JsExpect, JsResult, JsValue, NativeFunction};

/// What an `await` waits for.
#[derive(Debug)]
pub(crate) enum Awaited {
    Promise(JsObject<Promise>),
    /// A value that is no promise: the promise that would be made of it is never seen.
    Value(JsValue),
}

impl Awaited {
    fn of(value: JsValue, context: &mut Context) -> JsResult<Self> {
        let Some(object) = value.as_object() else {
            return Ok(Self::Value(value));
        };
        let constructor = context.intrinsics().constructors().promise().constructor();
        Promise::promise_resolve(&constructor, value, context)?
            .downcast::<Promise>()
            .map(Self::Promise)
            .or_else(|_| Ok(Self::Value(object.into())))
    }

    fn react(self, generator: Box<GeneratorContext>, context: &mut Context) {
        let handlers = Handlers::Resume(generator);
        match self {
            Self::Promise(promise) => react(&promise, None, handlers, context),
            Self::Value(value) => {
                let reaction = Reaction {
                    capability: None,
                    handlers,
                    carried: context.carried().clone(),
                };
                enqueue(reaction, Settled::Fulfilled, value, context);
            }
        }
    }
}

/// The operation `Await`.
pub(crate) fn suspend(value: JsValue, context: &mut Context) -> JsResult<()> {
    let awaited = Awaited::of(value, context)?;
    let frame = context.vm.frame();
    let is_generator = frame.code_block().is_async_generator();
    // A frame that an earlier `await` has stored is driven by `resume`, which has its box.
    if !is_generator && frame.exit_early() && frame.registers_already_pushed() {
        context.vm.awaited = Some(awaited);
    } else {
        let promise = if is_generator {
            JsValue::undefined()
        } else {
            context
                .vm
                .get_register(CallFrame::PROMISE_CAPABILITY_PROMISE_REGISTER_INDEX)
                .clone()
        };
        let generator = Box::new(GeneratorContext::from_current(context, None));
        awaited.react(generator, context);
        context.vm.set_return_value(promise);
    }
    Ok(())
}

/// Goes on with a function that awaited.
pub(super) fn resume(
    mut generator: Box<GeneratorContext>,
    settled: Settled,
    value: JsValue,
    context: &mut Context,
) -> JsResult<JsValue> {
    // Taken before, since a function that ends clears its registers.
    let async_generator = generator.async_generator_object()?;
    let kind = match settled {
        Settled::Fulfilled => GeneratorResumeKind::Normal,
        Settled::Rejected => GeneratorResumeKind::Throw,
    };
    let completion = generator.resume(Some(value), kind, context);
    if let Some(awaited) = context.vm.awaited.take() {
        awaited.react(generator, context);
    } else if let Some(async_generator) = async_generator {
        async_generator
            .downcast_mut::<AsyncGenerator>()
            .js_expect("must be async generator")?
            .context = Some(*generator);
    }
    match completion {
        // What no program can catch ends the run.
        CompletionRecord::Throw(error) if !error.is_catchable() => Err(error),
        _ => Ok(JsValue::undefined()),
    }
}

/// The operation `CreatePromiseCapability`: the promise of an async function, and the functions
/// that settle it when they are called with it as `this`.
pub(crate) fn begin(context: &mut Context) {
    let promise = pending(context);
    let functions = match &context.vm.settlers {
        Some(functions) => functions.clone(),
        None => {
            let function = |call| {
                FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(call))
                    .length(1)
                    .build()
            };
            let functions = ResolvingFunctions {
                resolve: function(resolve_this),
                reject: function(reject_this),
            };
            context.vm.settlers = Some(functions.clone());
            functions
        }
    };
    let vm = &mut context.vm;
    vm.set_register(
        CallFrame::PROMISE_CAPABILITY_PROMISE_REGISTER_INDEX,
        promise.into(),
    );
    vm.set_register(
        CallFrame::PROMISE_CAPABILITY_RESOLVE_REGISTER_INDEX,
        functions.resolve.into(),
    );
    vm.set_register(
        CallFrame::PROMISE_CAPABILITY_REJECT_REGISTER_INDEX,
        functions.reject.into(),
    );
}

fn resolve_this(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(promise) = this.as_promise_object() {
        resolve(&promise, args.get_or_undefined(0).clone(), context)?;
    }
    Ok(JsValue::undefined())
}

fn reject_this(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some(promise) = this.as_promise_object() {
        reject(&promise, args.get_or_undefined(0).clone(), context);
    }
    Ok(JsValue::undefined())
}
