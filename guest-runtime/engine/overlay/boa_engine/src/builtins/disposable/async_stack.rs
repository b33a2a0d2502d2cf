//! The global `AsyncDisposableStack` object.
//!
//! More information:
//!  - [ECMAScript reference][spec]
//!
//! [spec]: https://tc39.es/ecma262/#sec-asyncdisposablestack-objects

use boa_gc::{Finalize, Trace};

use super::stack::{Disposable, Stack};
use super::{Hint, Resources, Step, promise_of};
use crate::builtins::promise::{Promise, PromiseCapability, if_abrupt_reject_promise};
use crate::builtins::{BuiltInConstructor, BuiltInObject, IntrinsicObject};
use crate::context::intrinsics::{Intrinsics, StandardConstructor, StandardConstructors};
use crate::object::{FunctionObjectBuilder, JsFunction, JsObject};
use crate::realm::Realm;
use crate::string::StaticJsStrings;
use crate::{
    Context, JsArgs, JsData, JsNativeError, JsResult, JsString, JsSymbol, JsValue, NativeFunction,
    js_string,
};

/// A stack of resources whose end is waited for.
#[derive(Debug, Trace, Finalize, JsData)]
pub(crate) struct AsyncDisposableStack(Stack);

impl From<Stack> for AsyncDisposableStack {
    fn from(stack: Stack) -> Self {
        Self(stack)
    }
}

impl Disposable for AsyncDisposableStack {
    const HINT: Hint = Hint::Async;

    fn stack(&mut self) -> &mut Stack {
        &mut self.0
    }
}

impl IntrinsicObject for AsyncDisposableStack {
    fn init(realm: &Realm) {
        <Self as Disposable>::build(
            realm,
            Self::dispose,
            (js_string!("disposeAsync"), JsSymbol::async_dispose()),
        );
    }

    fn get(intrinsics: &Intrinsics) -> JsObject {
        Self::STANDARD_CONSTRUCTOR(intrinsics.constructors()).constructor()
    }
}

impl BuiltInObject for AsyncDisposableStack {
    const NAME: JsString = StaticJsStrings::ASYNC_DISPOSABLE_STACK;
}

impl BuiltInConstructor for AsyncDisposableStack {
    const CONSTRUCTOR_ARGUMENTS: usize = 0;
    const PROTOTYPE_STORAGE_SLOTS: usize = 9;
    const CONSTRUCTOR_STORAGE_SLOTS: usize = 0;

    const STANDARD_CONSTRUCTOR: fn(&StandardConstructors) -> &StandardConstructor =
        StandardConstructors::async_disposable_stack;

    fn constructor(
        new_target: &JsValue,
        _: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        Self::construct(new_target, context)
    }
}

impl AsyncDisposableStack {
    /// `AsyncDisposableStack.prototype.disposeAsync ( )`
    ///
    /// More information:
    ///  - [ECMAScript reference][spec]
    ///
    /// [spec]: https://tc39.es/ecma262/#sec-asyncdisposablestack.prototype.disposeAsync
    fn dispose(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        let capability = new_capability(context)?;
        let resources: JsResult<_> = Self::visit(this, "disposeAsync", Stack::take).map_err(|_| {
            JsNativeError::typ()
                .with_message("Receiver is not an AsyncDisposableStack")
                .into()
        });
        let promise = capability.promise().clone();
        match if_abrupt_reject_promise!(resources, capability, context) {
            Some(resources) => {
                let disposal = Disposal {
                    resources: JsObject::new_unique(None, resources),
                    capability,
                };
                disposal.go_on(Ok(()), context)?;
            }
            None => {
                capability
                    .resolve()
                    .call(&JsValue::undefined(), &[], context)?;
            }
        }
        Ok(promise.into())
    }
}

/// Disposing of a stack, which goes on after each wait.
#[derive(Debug, Clone, Trace, Finalize)]
struct Disposal {
    resources: JsObject<Resources>,
    capability: PromiseCapability,
}

impl Disposal {
    fn go_on(&self, mut awaited: Result<(), JsValue>, context: &mut Context) -> JsResult<()> {
        let undefined = JsValue::undefined();
        loop {
            match Resources::step(&self.resources, awaited, context)? {
                Step::Done(None) => {
                    self.capability.resolve().call(&undefined, &[], context)?;
                    return Ok(());
                }
                Step::Done(Some(error)) => {
                    self.capability
                        .reject()
                        .call(&undefined, &[error], context)?;
                    return Ok(());
                }
                Step::Await(value) => match promise_of(value, context) {
                    Ok(promise) => {
                        self.await_promise(&promise, context);
                        return Ok(());
                    }
                    Err(error) => awaited = Err(error.into_opaque(context)?),
                },
            }
        }
    }

    fn await_promise(&self, promise: &JsObject<Promise>, context: &mut Context) {
        let on_fulfilled = NativeFunction::from_copy_closure_with_captures(
            |_, _, disposal: &Self, context| {
                disposal.go_on(Ok(()), context)?;
                Ok(JsValue::undefined())
            },
            self.clone(),
        );
        let on_rejected = NativeFunction::from_copy_closure_with_captures(
            |_, args, disposal: &Self, context| {
                disposal.go_on(Err(args.get_or_undefined(0).clone()), context)?;
                Ok(JsValue::undefined())
            },
            self.clone(),
        );
        let on_fulfilled = function(on_fulfilled, 1, context);
        let on_rejected = function(on_rejected, 1, context);
        Promise::perform_promise_then(
            promise,
            Some(on_fulfilled),
            Some(on_rejected),
            None,
            context,
        );
    }
}

fn function(function: NativeFunction, length: usize, context: &Context) -> JsFunction {
    FunctionObjectBuilder::new(context.realm(), function)
        .length(length)
        .build()
}

fn new_capability(context: &mut Context) -> JsResult<PromiseCapability> {
    let constructor = context.intrinsics().constructors().promise().constructor();
    PromiseCapability::new(&constructor, context)
}

/// `%AsyncIteratorPrototype% [ %Symbol.asyncDispose% ] ( )`
///
/// More information:
///  - [ECMAScript reference][spec]
///
/// [spec]: https://tc39.es/ecma262/#sec-%25asynciteratorprototype%25-%25symbol.asyncdispose%25
pub(crate) fn dispose_async_iterator(
    this: &JsValue,
    _: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let capability = new_capability(context)?;
    let method = this.get_method(js_string!("return"), context);
    let Some(method) = if_abrupt_reject_promise!(method, capability, context) else {
        capability
            .resolve()
            .call(&JsValue::undefined(), &[], context)?;
        return Ok(capability.promise().clone().into());
    };
    let result = method.call(this, &[], context);
    let result = if_abrupt_reject_promise!(result, capability, context);
    let result = promise_of(result, context);
    let result = if_abrupt_reject_promise!(result, capability, context);
    let unwrap = NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined()));
    let unwrap = function(unwrap, 1, context);
    let promise = capability.promise().clone();
    Promise::perform_promise_then(&result, Some(unwrap), None, Some(capability), context);
    Ok(promise.into())
}
