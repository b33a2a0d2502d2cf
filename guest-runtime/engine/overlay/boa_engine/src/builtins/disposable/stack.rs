//! The global `DisposableStack` object.
//!
//! More information:
//!  - [ECMAScript reference][spec]
//!
//! [spec]: https://tc39.es/ecma262/#sec-disposablestack-objects

use boa_gc::{Finalize, Trace};

use super::{Hint, Resource, Resources, Step, no_function, shown};
use crate::builtins::{BuiltInBuilder, BuiltInConstructor, BuiltInObject, IntrinsicObject};
use crate::context::intrinsics::{Intrinsics, StandardConstructor, StandardConstructors};
use crate::object::{JsObject, internal_methods::get_prototype_from_constructor};
use crate::property::Attribute;
use crate::realm::Realm;
use crate::string::StaticJsStrings;
use crate::{
    Context, JsArgs, JsData, JsError, JsNativeError, JsResult, JsString, JsSymbol, JsValue,
    js_string,
};

/// Resources that are disposed of together.
#[derive(Debug, Default, Trace, Finalize)]
pub(super) struct Stack {
    /// None once they have been.
    resources: Option<Resources>,
}

/// What the two kinds of stacks have in common.
pub(super) trait Disposable:
    From<Stack> + BuiltInConstructor + JsData + Trace + 'static
{
    const HINT: Hint;

    fn stack(&mut self) -> &mut Stack;

    /// `DisposableStack ( )` and `AsyncDisposableStack ( )`
    fn construct(new_target: &JsValue, context: &mut Context) -> JsResult<JsValue> {
        if new_target.is_undefined() {
            let name = Self::NAME.to_std_string_lossy();
            return Err(JsNativeError::typ()
                .with_message(format!("Constructor {name} requires 'new'"))
                .into());
        }
        let prototype =
            get_prototype_from_constructor(new_target, Self::STANDARD_CONSTRUCTOR, context)?;
        Ok(Self::with(Resources::default(), prototype, context))
    }

    fn with(resources: Resources, prototype: JsObject, context: &Context) -> JsValue {
        let stack = Stack {
            resources: Some(resources),
        };
        JsObject::from_proto_and_data_with_shared_shape(
            context.root_shape(),
            prototype,
            Self::from(stack),
        )
        .upcast()
        .into()
    }

    /// Does something with the stack that `this` is.
    fn visit<T>(
        this: &JsValue,
        method: &str,
        visitor: impl FnOnce(&mut Stack) -> T,
    ) -> JsResult<T> {
        if let Some(object) = this.as_object()
            && let Some(mut stack) = object.downcast_mut::<Self>()
        {
            return Ok(visitor(stack.stack()));
        }
        let name = Self::NAME.to_std_string_lossy();
        let (kind, method) = match method.strip_prefix("get ") {
            Some(method) => ("get ", method),
            None => ("", method),
        };
        Err(JsNativeError::typ()
            .with_message(format!(
                "Method {kind}{name}.prototype.{method} called on incompatible receiver {}",
                shown(this)
            ))
            .into())
    }

    /// Fails where the stack is disposed of.
    fn check(this: &JsValue, method: &str) -> JsResult<()> {
        if Self::visit(this, method, |stack| stack.resources.is_some())? {
            return Ok(());
        }
        let name = Self::NAME.to_std_string_lossy();
        Err(JsNativeError::reference()
            .with_message(format!(
                "Cannot call {name}.prototype.{method} on an already-disposed DisposableStack"
            ))
            .into())
    }

    /// `use ( value )`
    fn use_resource(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        Self::check(this, "use")?;
        let value = args.get_or_undefined(0);
        if let Some(resource) = Resource::new(value, Self::HINT, context)? {
            Self::visit(this, "use", |stack| stack.push(resource))?;
        }
        Ok(value.clone())
    }

    /// `adopt ( value, onDispose )`
    fn adopt(this: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
        Self::check(this, "adopt")?;
        let value = args.get_or_undefined(0);
        let function = function(args.get_or_undefined(1))?;
        let resource = Resource::of_function(function, Some(value.clone()), Self::HINT);
        Self::visit(this, "adopt", |stack| stack.push(resource))?;
        Ok(value.clone())
    }

    /// `defer ( onDispose )`
    fn defer(this: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
        Self::check(this, "defer")?;
        let function = function(args.get_or_undefined(0))?;
        let resource = Resource::of_function(function, None, Self::HINT);
        Self::visit(this, "defer", |stack| stack.push(resource))?;
        Ok(JsValue::undefined())
    }

    /// `move ( )`
    fn move_resources(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        Self::check(this, "move")?;
        let resources = Self::visit(this, "move", Stack::take)?.unwrap_or_default();
        let prototype = Self::STANDARD_CONSTRUCTOR(context.intrinsics().constructors()).prototype();
        Ok(Self::with(resources, prototype, context))
    }

    /// `get disposed`
    fn disposed(this: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
        Self::visit(this, "get disposed", |stack| {
            stack.resources.is_none().into()
        })
    }

    /// Makes the built-in, whose method `dispose` has two names.
    fn build(
        realm: &Realm,
        dispose: fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>,
        names: (JsString, JsSymbol),
    ) {
        let attribute = Attribute::WRITABLE | Attribute::NON_ENUMERABLE | Attribute::CONFIGURABLE;
        let dispose = BuiltInBuilder::callable(realm, dispose)
            .name(names.0.clone())
            .build();
        let disposed = BuiltInBuilder::callable(realm, Self::disposed)
            .name(js_string!("get disposed"))
            .build();
        BuiltInBuilder::from_standard_constructor::<Self>(realm)
            .method(Self::use_resource, js_string!("use"), 1)
            .property(names.0, dispose.clone(), attribute)
            .method(Self::adopt, js_string!("adopt"), 2)
            .method(Self::defer, js_string!("defer"), 1)
            .method(Self::move_resources, js_string!("move"), 0)
            .accessor(
                js_string!("disposed"),
                Some(disposed),
                None,
                Attribute::NON_ENUMERABLE | Attribute::CONFIGURABLE,
            )
            .property(names.1, dispose, attribute)
            .property(
                JsSymbol::to_string_tag(),
                Self::NAME,
                Attribute::CONFIGURABLE,
            )
            .build();
    }
}

impl Stack {
    fn push(&mut self, resource: Resource) {
        if let Some(resources) = &mut self.resources {
            resources.push(resource);
        }
    }

    /// Takes what is to be disposed of, which is nothing the second time.
    pub(super) fn take(&mut self) -> Option<Resources> {
        self.resources.take()
    }
}

fn function(value: &JsValue) -> JsResult<JsObject> {
    value.as_callable().ok_or_else(|| no_function(value))
}

/// A stack of resources.
#[derive(Debug, Trace, Finalize, JsData)]
pub(crate) struct DisposableStack(Stack);

impl From<Stack> for DisposableStack {
    fn from(stack: Stack) -> Self {
        Self(stack)
    }
}

impl Disposable for DisposableStack {
    const HINT: Hint = Hint::Sync;

    fn stack(&mut self) -> &mut Stack {
        &mut self.0
    }
}

impl IntrinsicObject for DisposableStack {
    fn init(realm: &Realm) {
        <Self as Disposable>::build(
            realm,
            Self::dispose,
            (js_string!("dispose"), JsSymbol::dispose()),
        );
    }

    fn get(intrinsics: &Intrinsics) -> JsObject {
        Self::STANDARD_CONSTRUCTOR(intrinsics.constructors()).constructor()
    }
}

impl BuiltInObject for DisposableStack {
    const NAME: JsString = StaticJsStrings::DISPOSABLE_STACK;
}

impl BuiltInConstructor for DisposableStack {
    const CONSTRUCTOR_ARGUMENTS: usize = 0;
    const PROTOTYPE_STORAGE_SLOTS: usize = 9;
    const CONSTRUCTOR_STORAGE_SLOTS: usize = 0;

    const STANDARD_CONSTRUCTOR: fn(&StandardConstructors) -> &StandardConstructor =
        StandardConstructors::disposable_stack;

    fn constructor(
        new_target: &JsValue,
        _: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        Self::construct(new_target, context)
    }
}

impl DisposableStack {
    /// `DisposableStack.prototype.dispose ( )`
    ///
    /// More information:
    ///  - [ECMAScript reference][spec]
    ///
    /// [spec]: https://tc39.es/ecma262/#sec-disposablestack.prototype.dispose
    fn dispose(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        let Some(resources) = Self::visit(this, "dispose", Stack::take)? else {
            return Ok(JsValue::undefined());
        };
        let resources = JsObject::new_unique(None, resources);
        match Resources::step(&resources, Ok(()), context)? {
            Step::Done(Some(error)) => Err(JsError::from_opaque(error)),
            // Nothing here is waited for.
            Step::Done(None) | Step::Await(_) => Ok(JsValue::undefined()),
        }
    }
}

/// `%Iterator.prototype% [ %Symbol.dispose% ] ( )`
///
/// More information:
///  - [ECMAScript reference][spec]
///
/// [spec]: https://tc39.es/ecma262/#sec-%25iterator.prototype%25-%25symbol.dispose%25
pub(crate) fn dispose_iterator(
    this: &JsValue,
    _: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    if let Some(method) = this.get_method(js_string!("return"), context)? {
        method.call(this, &[], context)?;
    }
    Ok(JsValue::undefined())
}
