//! Whether a program has touched what promises are made of.
//!
//! The short ways leave out steps that a program can observe only where it has replaced a
//! property; what is asked here is asked without running any of its code.

use super::Promise;
use crate::context::intrinsics::StandardConstructors;
use crate::native_function::{NativeFunctionObject, NativeFunctionPointer};
use crate::object::{CONSTRUCTOR, JsObject};
use crate::property::PropertyKey;
use crate::shortcuts::SHORTCUTS;
use crate::{Context, JsResult, JsSymbol, JsValue, js_string};

/// Whether `constructor` of a promise is the intrinsic one and reading it runs no code.
pub(super) fn has_intrinsic_constructor(
    promise: &JsObject<Promise>,
    constructor: &JsObject,
    context: &Context,
) -> bool {
    let intrinsic = context.intrinsics().constructors().promise();
    if !SHORTCUTS || !JsObject::equals(constructor, &intrinsic.constructor()) {
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

/// Whether `then` of a promise is the engine's own and reading it runs no code.
pub(super) fn has_intrinsic_then(promise: &JsObject<Promise>, context: &Context) -> bool {
    let key = PropertyKey::from(js_string!("then"));
    let prototype = context.intrinsics().constructors().promise().prototype();
    let object = promise.peek();
    let shape = &object.properties().shape;
    shape
        .peek_prototype()
        .is_some_and(|own| JsObject::equals(own, &prototype))
        && shape.lookup(&key).is_none()
        && prototype
            .plain_get(&key)
            .and_then(|then| then.as_object())
            .is_some_and(|then| is_native(&then, Promise::then))
}

/// Whether the species of a promise is the intrinsic constructor and finding out runs no code.
pub(super) fn is_default(promise: &JsObject<Promise>, context: &Context) -> bool {
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

pub(super) fn is_native(function: &JsObject, wanted: NativeFunctionPointer) -> bool {
    function
        .downcast_ref::<NativeFunctionObject>()
        .is_some_and(|function| function.f.is_pointer(wanted))
}
