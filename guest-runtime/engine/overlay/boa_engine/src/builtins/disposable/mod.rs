//! Explicit resource management: what is to be disposed of, and how it is.
//!
//! A block with `using` declarations has a list of resources, and so has each stack of the two
//! built-ins. A list is disposed of step by step, since a step may have to wait.
//!
//! More information:
//!  - [ECMAScript reference][spec]
//!
//! [spec]: https://tc39.es/ecma262/#sec-operations-on-disposable-objects

mod async_stack;
mod stack;
mod suppressed;

pub(crate) use async_stack::{AsyncDisposableStack, dispose_async_iterator};
pub(crate) use stack::{DisposableStack, dispose_iterator};
pub(crate) use suppressed::SuppressedError;

use boa_gc::{Finalize, Trace};

use crate::builtins::Promise;
use crate::object::{JsObject, JsPromise};
use crate::{Context, JsData, JsError, JsNativeError, JsResult, JsSymbol, JsValue};

/// Whether what disposing of a resource gives is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hint {
    Sync,
    Async,
}

/// How the method of a resource is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    /// On the resource.
    Method,
    /// On the resource, for a promise of its end: it has no asynchronous method.
    MethodWithoutPromise,
    /// With the resource as its argument.
    Function,
}

/// The *`DisposableResource` Record*.
#[derive(Debug, Trace, Finalize)]
pub(crate) struct Resource {
    value: JsValue,
    /// None where nothing but the wait is wanted.
    method: Option<JsObject>,
    #[unsafe_ignore_trace]
    call: Call,
    #[unsafe_ignore_trace]
    hint: Hint,
}

impl Resource {
    /// `CreateDisposableResource ( V, hint )`, where there is something to do.
    ///
    /// More information:
    ///  - [ECMAScript reference][spec]
    ///
    /// [spec]: https://tc39.es/ecma262/#sec-createdisposableresource
    pub(crate) fn new(
        value: &JsValue,
        hint: Hint,
        context: &mut Context,
    ) -> JsResult<Option<Self>> {
        if value.is_null_or_undefined() {
            return Ok((hint == Hint::Async).then(|| Self {
                value: JsValue::undefined(),
                method: None,
                call: Call::Method,
                hint,
            }));
        }
        let object = value.as_object().ok_or_else(|| {
            JsNativeError::typ().with_message("An object is expected with `using` declarations")
        })?;
        let (method, call) = dispose_method(&object, hint, context)?;
        Ok(Some(Self {
            value: value.clone(),
            method: Some(method),
            call,
            hint,
        }))
    }

    /// A function to be called, with the value if there is one.
    fn of_function(function: JsObject, value: Option<JsValue>, hint: Hint) -> Self {
        Self {
            call: value.as_ref().map_or(Call::Method, |_| Call::Function),
            value: value.unwrap_or_default(),
            method: Some(function),
            hint,
        }
    }
}

/// The *`DisposeCapability` Record*, and how far disposing of it has come.
#[derive(Debug, Default, Trace, Finalize, JsData)]
pub(crate) struct Resources {
    stack: Vec<Resource>,
    /// What has been thrown so far.
    thrown: Option<JsValue>,
    needs_await: bool,
    has_awaited: bool,
    /// Whether what a method gave is waited for.
    waits: bool,
}

/// What comes next.
#[derive(Debug)]
pub(crate) enum Step {
    /// To wait for this.
    Await(JsValue),
    /// Nothing, or to throw this.
    Done(Option<JsValue>),
}

impl Resources {
    /// Adds a resource.
    pub(crate) fn push(&mut self, resource: Resource) {
        self.stack.push(resource);
    }

    /// Begins with disposing of the resources, while `thrown` is already thrown.
    pub(crate) fn begin(&mut self, thrown: Option<JsValue>) {
        self.thrown = thrown;
        self.needs_await = false;
        self.has_awaited = false;
        self.waits = false;
    }

    /// Whether disposing has begun, and waits.
    pub(crate) const fn waits(&self) -> bool {
        self.waits
    }

    /// Goes on with `DisposeResources ( disposeCapability, completion )`, after a wait with what
    /// has come of it.
    ///
    /// More information:
    ///  - [ECMAScript reference][spec]
    ///
    /// [spec]: https://tc39.es/ecma262/#sec-disposeresources
    pub(crate) fn step(
        this: &JsObject<Self>,
        awaited: Result<(), JsValue>,
        context: &mut Context,
    ) -> JsResult<Step> {
        this.borrow_mut().data_mut().waits = false;
        if let Err(error) = awaited {
            Self::add_error(this, error, context);
        }
        loop {
            let wait = match Self::next(this) {
                None => return Ok(Step::Done(this.borrow_mut().data_mut().thrown.take())),
                Some(Next::Wait) => Some(JsValue::undefined()),
                Some(Next::Resource(resource)) => Self::dispose(this, &resource, context)?,
            };
            if let Some(wait) = wait {
                this.borrow_mut().data_mut().waits = true;
                return Ok(Step::Await(wait));
            }
        }
    }

    /// Disposes of a resource, and gives what is to be waited for then.
    fn dispose(
        this: &JsObject<Self>,
        resource: &Resource,
        context: &mut Context,
    ) -> JsResult<Option<JsValue>> {
        let Resource {
            value,
            method: Some(method),
            call,
            hint,
        } = resource
        else {
            return Ok(None);
        };
        let result = match call {
            Call::Method | Call::MethodWithoutPromise => method.call(value, &[], context),
            Call::Function => {
                method.call(&JsValue::undefined(), std::slice::from_ref(value), context)
            }
        };
        let result = match result {
            Ok(_) if *call == Call::MethodWithoutPromise => JsValue::undefined(),
            Ok(value) => value,
            Err(error) if *call == Call::MethodWithoutPromise && error.is_catchable() => {
                JsPromise::reject(error, context)?.into()
            }
            Err(error) => {
                let error = error.into_opaque(context)?;
                Self::add_error(this, error, context);
                return Ok(None);
            }
        };
        if *hint == Hint::Sync {
            return Ok(None);
        }
        this.borrow_mut().data_mut().has_awaited = true;
        Ok(Some(result))
    }

    /// What is to be done next: a resource, which is taken off, or to wait for nothing.
    fn next(this: &JsObject<Self>) -> Option<Next> {
        let mut resources = this.borrow_mut();
        let resources = resources.data_mut();
        let must_wait = resources.needs_await && !resources.has_awaited;
        let last = resources.stack.last();
        if must_wait && last.is_none_or(|resource| resource.hint == Hint::Sync) {
            resources.needs_await = false;
            return Some(Next::Wait);
        }
        let resource = resources.stack.pop()?;
        if resource.method.is_none() {
            resources.needs_await = true;
        }
        Some(Next::Resource(resource))
    }

    /// Throws an error, which suppresses the one that is thrown already.
    fn add_error(this: &JsObject<Self>, error: JsValue, context: &mut Context) {
        let thrown = this.borrow_mut().data_mut().thrown.take();
        let error = match thrown {
            Some(suppressed) => SuppressedError::of(error, suppressed, context).into(),
            None => error,
        };
        this.borrow_mut().data_mut().thrown = Some(error);
    }
}

/// See [`Resources::next`].
enum Next {
    Wait,
    Resource(Resource),
}

/// `GetDisposeMethod ( V, hint )`
///
/// More information:
///  - [ECMAScript reference][spec]
///
/// [spec]: https://tc39.es/ecma262/#sec-getdisposemethod
fn dispose_method(
    object: &JsObject,
    hint: Hint,
    context: &mut Context,
) -> JsResult<(JsObject, Call)> {
    if hint == Hint::Async
        && let Some(method) = method_named(object, JsSymbol::async_dispose(), context)?
    {
        return Ok((method, Call::Method));
    }
    let symbol = JsSymbol::dispose();
    let Some(method) = method_named(object, symbol.clone(), context)? else {
        return Err(no_function(&symbol.into()));
    };
    let call = match hint {
        Hint::Sync => Call::Method,
        Hint::Async => Call::MethodWithoutPromise,
    };
    Ok((method, call))
}

/// `GetMethod ( V, P )`
fn method_named(
    object: &JsObject,
    name: JsSymbol,
    context: &mut Context,
) -> JsResult<Option<JsObject>> {
    let method = object.get(name.clone(), context)?;
    if method.is_null_or_undefined() {
        return Ok(None);
    }
    method
        .as_callable()
        .map(Some)
        .ok_or_else(|| no_function(&name.into()))
}

fn no_function(value: &JsValue) -> JsError {
    JsNativeError::typ()
        .with_message(format!("{} is not a function", shown(value)))
        .into()
}

/// A value in the words of an error, on one line.
fn shown(value: &JsValue) -> String {
    match value.as_object() {
        None => value.display().to_string(),
        Some(object) if object.is::<DisposableStack>() => "#<DisposableStack>".to_owned(),
        Some(object) if object.is::<AsyncDisposableStack>() => "#<AsyncDisposableStack>".to_owned(),
        Some(_) => "#<Object>".to_owned(),
    }
}

/// What is waited for, as a promise.
fn promise_of(value: JsValue, context: &mut Context) -> JsResult<JsObject<Promise>> {
    let constructor = context.intrinsics().constructors().promise().constructor();
    Promise::promise_resolve(&constructor, value, context)?
        .downcast::<Promise>()
        .map_err(|_| {
            JsNativeError::typ()
                .with_message("a promise was expected")
                .into()
        })
}
