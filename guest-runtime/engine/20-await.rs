//! Settling promises of the intrinsic constructor without function objects.
//!
//! The order of jobs is that of the language: one job for each reaction, enqueued where the
//! specification does.

use std::cell::{Cell, OnceCell};
use std::ops::Deref;

use boa_gc::{Finalize, Gc, GcRefCell, Trace, custom_trace};

use super::{Promise, PromiseCapability, PromiseState, OperationType, ResolvingFunctions};
use crate::builtins::Array;
use crate::builtins::async_generator::AsyncGenerator;
use crate::builtins::generator::GeneratorContext;
use crate::builtins::iterable::IteratorRecord;
use crate::context::intrinsics::StandardConstructors;
use crate::error::JsNativeError;
use crate::job::PromiseJob;
use crate::native_function::{NativeFunctionObject, NativeFunctionPointer};
use crate::object::{CONSTRUCTOR, FunctionObjectBuilder, JsFunction, JsObject};
use crate::property::PropertyKey;
use crate::realm::Realm;
use crate::vm::{CallFrame, CompletionRecord, GeneratorResumeKind};
use crate::{
    Context, JsArgs, JsError, JsExpect, JsResult, JsSymbol, JsValue, NativeFunction, js_string,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Settled {
    Fulfilled,
    Rejected,
}

/// What happens once a promise is settled, either way.
#[derive(Debug, Finalize)]
pub(super) struct Reaction {
    capability: Option<PromiseCapability>,
    handlers: Handlers,
}

#[derive(Debug, Finalize)]
enum Handlers {
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

/// The resolving functions of a capability, which those of the intrinsic constructor get only
/// when something asks for them.
#[derive(Debug, Clone, Finalize)]
pub(crate) struct Functions {
    made: OnceCell<ResolvingFunctions>,
    native: Option<(JsObject<Promise>, Realm)>,
}

// SAFETY: As above.
unsafe impl Trace for Functions {
    custom_trace!(this, mark, {
        mark(&this.made);
        if let Some((promise, realm)) = &this.native {
            mark(promise);
            mark(realm);
        }
    });
}

impl From<ResolvingFunctions> for Functions {
    fn from(functions: ResolvingFunctions) -> Self {
        Self {
            made: OnceCell::from(functions),
            native: None,
        }
    }
}

impl Deref for Functions {
    type Target = ResolvingFunctions;

    fn deref(&self) -> &ResolvingFunctions {
        self.made.get_or_init(|| {
            let (promise, realm) = self
                .native
                .as_ref()
                .expect("a capability has its functions or the promise to make them for");
            resolving_functions(promise, realm)
        })
    }
}

impl PromiseCapability {
    /// `NewPromiseCapability ( C )`.
    pub(crate) fn new(c: &JsObject, context: &mut Context) -> JsResult<Self> {
        let constructors = context.intrinsics().constructors();
        if !JsObject::equals(c, &constructors.promise().constructor()) {
            return Self::of_constructor(c, context);
        }
        let promise = pending(context);
        Ok(Self {
            promise: promise.clone().upcast(),
            functions: Functions {
                made: OnceCell::new(),
                native: Some((promise, context.realm().clone())),
            },
        })
    }
}

/// One of the two ways to settle a capability; called like the function that it stands for.
pub(crate) struct Settler<'a> {
    capability: &'a PromiseCapability,
    settled: Settled,
}

impl<'a> Settler<'a> {
    pub(super) const fn resolving(capability: &'a PromiseCapability) -> Self {
        Self {
            capability,
            settled: Settled::Fulfilled,
        }
    }

    pub(super) const fn rejecting(capability: &'a PromiseCapability) -> Self {
        Self {
            capability,
            settled: Settled::Rejected,
        }
    }

    pub(crate) fn call(
        &self,
        this: &JsValue,
        args: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let functions = &self.capability.functions;
        match (&functions.native, functions.made.get(), self.settled) {
            (Some((promise, _)), None, Settled::Fulfilled) => {
                resolve(promise, args.get_or_undefined(0).clone(), context)?;
                Ok(JsValue::undefined())
            }
            (Some((promise, _)), None, Settled::Rejected) => {
                reject(promise, args.get_or_undefined(0).clone(), context);
                Ok(JsValue::undefined())
            }
            (_, _, Settled::Fulfilled) => functions.resolve.call(this, args, context),
            (_, _, Settled::Rejected) => functions.reject.call(this, args, context),
        }
    }
}

/// A pending promise of the intrinsic constructor.
fn pending(context: &Context) -> JsObject<Promise> {
    let prototype = context.intrinsics().constructors().promise().prototype();
    JsObject::from_proto_and_data_with_shared_shape(
        context.root_shape(),
        prototype,
        Promise::new(),
    )
}

/// `CreateResolvingFunctions ( promise )`.
pub(super) fn resolving_functions(
    promise: &JsObject<Promise>,
    realm: &Realm,
) -> ResolvingFunctions {
    let unresolved = Gc::new(Cell::new(Some(promise.clone())));
    let function = |call: NativeFunction| {
        FunctionObjectBuilder::new(realm, call)
            .name("")
            .length(1)
            .constructor(false)
            .build()
    };
    let on_resolve = NativeFunction::from_copy_closure_with_captures(
        |_, args, unresolved: &Gc<Cell<Option<JsObject<Promise>>>>, context| {
            if let Some(promise) = unresolved.take() {
                resolve(&promise, args.get_or_undefined(0).clone(), context)?;
            }
            Ok(JsValue::undefined())
        },
        unresolved.clone(),
    );
    let on_reject = NativeFunction::from_copy_closure_with_captures(
        |_, args, unresolved: &Gc<Cell<Option<JsObject<Promise>>>>, context| {
            if let Some(promise) = unresolved.take() {
                reject(&promise, args.get_or_undefined(0).clone(), context);
            }
            Ok(JsValue::undefined())
        },
        unresolved,
    );
    ResolvingFunctions {
        resolve: function(on_resolve),
        reject: function(on_reject),
    }
}

/// The steps of a promise's resolve function.
fn resolve(
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
            let job = PromiseJob::new(move |context| {
                follow(&promise, &object, &then, context).map(|()| JsValue::undefined())
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

fn reject(promise: &JsObject<Promise>, reason: JsValue, context: &mut Context) {
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

fn react(
    promise: &JsObject<Promise>,
    capability: Option<PromiseCapability>,
    handlers: Handlers,
    context: &mut Context,
) {
    let reaction = Reaction {
        capability,
        handlers,
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

fn enqueue(reaction: Reaction, settled: Settled, argument: JsValue, context: &mut Context) {
    let job = PromiseJob::new(move |context| reaction.run(settled, argument, context));
    context.job_executor().enqueue_job(job.into(), context);
}

impl Reaction {
    fn run(
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
fn resume(
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

/// Whether `constructor` of a promise is the intrinsic one and reading it runs no code.
pub(super) fn has_intrinsic_constructor(
    promise: &JsObject<Promise>,
    constructor: &JsObject,
    context: &Context,
) -> bool {
    let intrinsic = context.intrinsics().constructors().promise();
    if !JsObject::equals(constructor, &intrinsic.constructor()) {
        return false;
    }
    let prototype = intrinsic.prototype();
    let key = PropertyKey::from(CONSTRUCTOR);
    {
        let object = promise.borrow();
        let shape = &object.properties().shape;
        let is_plain = shape
            .prototype()
            .is_some_and(|own| JsObject::equals(&own, &prototype))
            && shape.lookup(&key).is_none();
        if !is_plain {
            return false;
        }
    }
    let object = prototype.borrow();
    let properties = object.properties();
    properties.shape.lookup(&key).is_some_and(|slot| {
        !slot.attributes.is_accessor_descriptor()
            && properties.storage[slot.index as usize]
                .as_object()
                .is_some_and(|value| JsObject::equals(&value, constructor))
    })
}

/// Whether the species of a promise is the intrinsic constructor and finding out runs no code.
fn is_default(promise: &JsObject<Promise>, context: &Context) -> bool {
    let constructor = context.intrinsics().constructors().promise().constructor();
    has_intrinsic_constructor(promise, &constructor, context) && {
        let object = constructor.borrow();
        object
            .properties()
            .get(&PropertyKey::from(JsSymbol::species()))
            .and_then(|property| property.get().and_then(JsValue::as_object))
            .is_some_and(|getter| is_native(&getter, Promise::get_species))
    }
}

/// `SpeciesConstructor ( promise, %Promise% )`.
pub(super) fn species(promise: &JsObject<Promise>, context: &mut Context) -> JsResult<JsObject> {
    if is_default(promise, context) {
        return Ok(context.intrinsics().constructors().promise().constructor());
    }
    promise
        .clone()
        .upcast()
        .species_constructor(StandardConstructors::promise, context)
}

fn is_native(function: &JsObject, wanted: NativeFunctionPointer) -> bool {
    function
        .downcast_ref::<NativeFunctionObject>()
        .is_some_and(|function| function.f.is_pointer(wanted))
}

/// Whether `Promise.all` was called on the intrinsic constructor, whose `resolve` is its own.
pub(super) fn is_intrinsic_all(capability: &PromiseCapability, resolve: &JsObject) -> bool {
    let functions = &capability.functions;
    functions.native.is_some()
        && functions.made.get().is_none()
        && is_native(resolve, Promise::resolve)
}

/// A call of `Promise.all`.
#[derive(Debug, Trace, Finalize)]
struct All {
    values: GcRefCell<Vec<JsValue>>,
    promise: JsObject<Promise>,
    #[unsafe_ignore_trace]
    remaining: Cell<usize>,
    #[unsafe_ignore_trace]
    is_settled: Cell<bool>,
}

impl All {
    fn fulfilled(&self, index: usize, value: JsValue, context: &mut Context) -> JsResult<()> {
        if let Some(place) = self.values.borrow_mut().get_mut(index) {
            *place = value;
        }
        self.count_down(context)
    }

    fn count_down(&self, context: &mut Context) -> JsResult<()> {
        let remaining = self.remaining.get() - 1;
        self.remaining.set(remaining);
        if remaining > 0 || self.is_settled.replace(true) {
            return Ok(());
        }
        let values = std::mem::take(&mut *self.values.borrow_mut());
        let array = Array::create_array_from_list(values, context);
        resolve(&self.promise, array.into(), context)
    }

    fn rejected(&self, reason: JsValue, context: &mut Context) {
        if !self.is_settled.replace(true) {
            reject(&self.promise, reason, context);
        }
    }
}

/// `PerformPromiseAll` on the intrinsic constructor.
pub(super) fn all(
    iterator_record: &mut IteratorRecord,
    constructor: &JsObject,
    capability: &PromiseCapability,
    context: &mut Context,
) -> JsResult<JsObject> {
    let promise = capability
        .promise
        .clone()
        .downcast::<Promise>()
        .ok()
        .js_expect("the promise of the intrinsic constructor")?;
    let all = Gc::new(All {
        values: GcRefCell::new(Vec::new()),
        promise,
        remaining: Cell::new(1),
        is_settled: Cell::new(false),
    });
    let mut index = 0;
    while let Some(next) = iterator_record.step_value(context)? {
        all.values.borrow_mut().push(JsValue::undefined());
        let next = Promise::promise_resolve(constructor, next, context)?;
        all.remaining.set(all.remaining.get() + 1);
        element(&all, index, next, context)?;
        index += 1;
    }
    all.count_down(context)?;
    Ok(capability.promise.clone())
}

/// Waits for one element: `Invoke(next, "then", …)`.
fn element(all: &Gc<All>, index: usize, next: JsObject, context: &mut Context) -> JsResult<()> {
    let then = next.get(js_string!("then"), context)?;
    if let Some(then) = then.as_object()
        && is_native(&then, Promise::then)
        && let Ok(promise) = next.clone().downcast::<Promise>()
        && is_default(&promise, context)
    {
        let handlers = Handlers::Element {
            all: all.clone(),
            index,
        };
        react(&promise, None, handlers, context);
        return Ok(());
    }
    let realm = context.realm().clone();
    let function = |call| {
        FunctionObjectBuilder::new(&realm, call)
            .name("")
            .length(1)
            .build()
    };
    let fulfilled = function(NativeFunction::from_copy_closure_with_captures(
        move |_, args, (all, is_called): &(Gc<All>, Cell<bool>), context| {
            if !is_called.replace(true) {
                all.fulfilled(index, args.get_or_undefined(0).clone(), context)?;
            }
            Ok(JsValue::undefined())
        },
        (all.clone(), Cell::new(false)),
    ));
    let rejected = function(NativeFunction::from_copy_closure_with_captures(
        |_, args, all: &Gc<All>, context| {
            all.rejected(args.get_or_undefined(0).clone(), context);
            Ok(JsValue::undefined())
        },
        all.clone(),
    ));
    then.call(
        &next.into(),
        &[fulfilled.into(), rejected.into()],
        context,
    )
    .map(drop)
}
