//! Settling promises of the intrinsic constructor without function objects.
//!
//! The order of jobs is that of the language: one job for each reaction, enqueued where the
//! specification does. What a reaction does is one of few things that the engine knows, so it
//! needs no closure of a program's heap to hold it.

use boa_gc::{Finalize, Gc, Trace, custom_trace};

use super::all::All;
use super::capability::resolving_functions;
use super::suspend::resume;
use super::untouched::{is_default, is_native};
use super::{OperationType, Promise, PromiseCapability, PromiseState};
use crate::builtins::generator::GeneratorContext;
use crate::error::JsNativeError;
use crate::job::PromiseJob;
use crate::object::{JsFunction, JsObject};
use crate::{Context, JsError, JsResult, JsValue, js_string};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    Fulfilled,
    Rejected,
}

/// What happens once a promise is settled, either way.
#[derive(Debug, Finalize)]
pub(super) struct Reaction {
    pub(super) capability: Option<PromiseCapability>,
    pub(super) handlers: Handlers,
    /// What [`Context::carried`] was where the reaction was made, and is again while it runs.
    pub(super) carried: JsValue,
}

#[derive(Debug, Finalize)]
pub(super) enum Handlers {
    /// Those of `then`.
    Functions {
        fulfilled: Option<JsFunction>,
        rejected: Option<JsFunction>,
    },
    /// The function that awaits the promise.
    Resume(Box<GeneratorContext>),
    /// `Promise.all`, of which this is one element.
    Element { all: Gc<All>, index: usize },
    /// Another promise that was resolved with this one.
    Forward(JsObject<Promise>),
}

// SAFETY: Every field that holds something of the collector's is marked.
unsafe impl Trace for Reaction {
    custom_trace!(this, mark, {
        mark(&this.capability);
        mark(&this.handlers);
        mark(&this.carried);
    });
}

// SAFETY: As above.
unsafe impl Trace for Handlers {
    custom_trace!(this, mark, {
        match this {
            Self::Functions {
                fulfilled,
                rejected,
            } => {
                mark(fulfilled);
                mark(rejected);
            }
            Self::Resume(generator) => mark(generator),
            Self::Element { all, index: _ } => mark(all),
            Self::Forward(promise) => mark(promise),
        }
    });
}

/// The steps of a promise's resolve function.
pub(super) fn resolve(
    promise: &JsObject<Promise>,
    resolution: JsValue,
    context: &mut Context,
) -> JsResult<()> {
    let Some(object) = resolution.as_object() else {
        settle(promise, Settled::Fulfilled, resolution, context);
        return Ok(());
    };
    if JsObject::equals(&object, &promise.clone().upcast()) {
        let error = JsNativeError::typ()
            .with_message("Chaining cycle detected for promise #<Promise>")
            .into_opaque(context);
        reject(promise, error.into(), context);
        return Ok(());
    }
    let then = match object.get(js_string!("then"), context) {
        Ok(then) => then.as_function(),
        Err(error) => {
            let reason = error.into_opaque(context)?;
            reject(promise, reason, context);
            return Ok(());
        }
    };
    match then {
        None => settle(promise, Settled::Fulfilled, resolution, context),
        Some(then) => {
            let promise = promise.clone();
            let carried = context.carried().clone();
            let job = PromiseJob::new(move |context| {
                let before = context.carry(carried);
                let followed = follow(&promise, &object, &then, context);
                context.carry(before);
                followed.map(|()| JsValue::undefined())
            });
            context.job_executor().enqueue_job(job.into(), context);
        }
    }
    Ok(())
}

/// The job of a thenable that a promise was resolved with.
fn follow(
    promise: &JsObject<Promise>,
    thenable: &JsObject,
    then: &JsFunction,
    context: &mut Context,
) -> JsResult<()> {
    if is_native(then, Promise::then)
        && let Ok(followed) = thenable.clone().downcast::<Promise>()
        && is_default(&followed, context)
    {
        react(&followed, None, Handlers::Forward(promise.clone()), context);
        return Ok(());
    }
    let functions = resolving_functions(promise, &context.realm().clone());
    let called = then.call(
        &thenable.clone().into(),
        &[
            functions.resolve.clone().into(),
            functions.reject.clone().into(),
        ],
        context,
    );
    if let Err(error) = called {
        let reason = error.into_opaque(context)?;
        functions
            .reject
            .call(&JsValue::undefined(), &[reason], context)?;
    }
    Ok(())
}

pub(super) fn reject(promise: &JsObject<Promise>, reason: JsValue, context: &mut Context) {
    settle(promise, Settled::Rejected, reason, context);
}

/// `FulfillPromise` and `RejectPromise`.
fn settle(promise: &JsObject<Promise>, settled: Settled, value: JsValue, context: &mut Context) {
    let (reactions, handled) = {
        let mut object = promise.borrow_mut();
        let data = object.data_mut();
        if !matches!(data.state, PromiseState::Pending) {
            return;
        }
        data.state = match settled {
            Settled::Fulfilled => PromiseState::Fulfilled(value.clone()),
            Settled::Rejected => PromiseState::Rejected(value.clone()),
        };
        (std::mem::take(&mut data.reactions), data.handled)
    };
    for reaction in reactions {
        enqueue(reaction, settled, value.clone(), context);
    }
    if settled == Settled::Rejected && !handled {
        context
            .host_hooks()
            .promise_rejection_tracker(promise, OperationType::Reject, context);
    }
}

/// `PerformPromiseThen`.
pub(super) fn then(
    promise: &JsObject<Promise>,
    fulfilled: Option<JsFunction>,
    rejected: Option<JsFunction>,
    capability: Option<PromiseCapability>,
    context: &mut Context,
) {
    let handlers = Handlers::Functions {
        fulfilled,
        rejected,
    };
    react(promise, capability, handlers, context);
}

pub(super) fn react(
    promise: &JsObject<Promise>,
    capability: Option<PromiseCapability>,
    handlers: Handlers,
    context: &mut Context,
) {
    let reaction = Reaction {
        capability,
        handlers,
        carried: context.carried().clone(),
    };
    let (settled, value, was_handled) = {
        let mut object = promise.borrow_mut();
        let data = object.data_mut();
        let was_handled = std::mem::replace(&mut data.handled, true);
        match &data.state {
            PromiseState::Pending => {
                data.reactions.push(reaction);
                return;
            }
            PromiseState::Fulfilled(value) => (Settled::Fulfilled, value.clone(), was_handled),
            PromiseState::Rejected(reason) => (Settled::Rejected, reason.clone(), was_handled),
        }
    };
    if settled == Settled::Rejected && !was_handled {
        context
            .host_hooks()
            .promise_rejection_tracker(promise, OperationType::Handle, context);
    }
    enqueue(reaction, settled, value, context);
}

pub(super) fn enqueue(
    reaction: Reaction,
    settled: Settled,
    argument: JsValue,
    context: &mut Context,
) {
    let job = PromiseJob::new(move |context| reaction.run(settled, argument, context));
    context.job_executor().enqueue_job(job.into(), context);
}

impl Reaction {
    fn run(
        mut self,
        settled: Settled,
        argument: JsValue,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let before = context.carry(std::mem::take(&mut self.carried));
        let result = self.settle(settled, argument, context);
        context.carry(before);
        result
    }

    fn settle(
        self,
        settled: Settled,
        argument: JsValue,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let result = match (self.handlers, settled) {
            (Handlers::Resume(generator), _) => {
                return resume(generator, settled, argument, context);
            }
            (Handlers::Element { all, index }, Settled::Fulfilled) => {
                all.fulfilled(index, argument, context)?;
                return Ok(JsValue::undefined());
            }
            (Handlers::Element { all, .. }, Settled::Rejected) => {
                all.rejected(argument, context);
                return Ok(JsValue::undefined());
            }
            (Handlers::Forward(promise), Settled::Fulfilled) => {
                resolve(&promise, argument, context)?;
                return Ok(JsValue::undefined());
            }
            (Handlers::Forward(promise), Settled::Rejected) => {
                reject(&promise, argument, context);
                return Ok(JsValue::undefined());
            }
            (
                Handlers::Functions {
                    fulfilled: Some(handler),
                    ..
                },
                Settled::Fulfilled,
            )
            | (
                Handlers::Functions {
                    rejected: Some(handler),
                    ..
                },
                Settled::Rejected,
            ) => match handler.call(&JsValue::undefined(), &[argument], context) {
                Ok(value) => Ok(value),
                Err(error) => Err(error.into_opaque(context)?),
            },
            (Handlers::Functions { .. }, Settled::Fulfilled) => Ok(argument),
            (Handlers::Functions { .. }, Settled::Rejected) => Err(argument),
        };
        match (self.capability, result) {
            (None, Ok(_)) => Ok(JsValue::undefined()),
            (None, Err(reason)) => Err(JsError::from_opaque(reason)),
            (Some(capability), Ok(value)) => {
                capability
                    .resolve()
                    .call(&JsValue::undefined(), &[value], context)
            }
            (Some(capability), Err(reason)) => {
                capability
                    .reject()
                    .call(&JsValue::undefined(), &[reason], context)
            }
        }
    }
}
