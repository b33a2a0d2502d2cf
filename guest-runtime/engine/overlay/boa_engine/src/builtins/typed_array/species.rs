//! Results of methods of typed arrays and buffers, as long as no program has changed what makes
//! them.
//!
//! The constructor of an array is asked for at its prototype, and the species at the constructor.
//! Where both answer as the engine has made them, the result is made without asking.

use super::{BuiltinTypedArray, TypedArray, TypedArrayKind};
use crate::builtins::array_buffer::{ArrayBuffer, BufferObject};
use crate::context::intrinsics::StandardConstructor;
use crate::native_function::{NativeFunctionObject, NativeFunctionPointer};
use crate::object::CONSTRUCTOR;
use crate::property::PropertyKey;
use crate::shortcuts::SHORTCUTS;
use crate::{Context, JsObject, JsResult, JsSymbol, JsValue};

/// Whether an object inherits the constructor from the prototype that the engine gives it, where
/// the constructor is the engine's own.
fn has_own_constructor(object: &JsObject, of: &StandardConstructor) -> bool {
    let own = object.peek().properties();
    let Some(prototype) = own.shape.peek_prototype() else {
        return false;
    };
    if !own.storage.is_empty() || !JsObject::equals(prototype, of.prototype_ref()) {
        return false;
    }
    let properties = prototype.peek().properties();
    let Some(slot) = properties.shape.lookup(&PropertyKey::from(CONSTRUCTOR)) else {
        return false;
    };
    !slot.attributes.is_accessor_descriptor()
        && properties
            .storage
            .get(slot.index as usize)
            .and_then(JsValue::peek_object)
            .is_some_and(|value| JsObject::equals(&value, of.constructor_ref()))
}

/// Whether the species of a constructor is what the engine's getter answers: the constructor.
fn has_own_species(constructor: &JsObject, getter: NativeFunctionPointer) -> bool {
    let properties = constructor.peek().properties();
    let Some(slot) = properties.shape.lookup(&JsSymbol::species().into()) else {
        return false;
    };
    slot.attributes.is_accessor_descriptor()
        && properties
            .storage
            .get(slot.index as usize)
            .and_then(JsValue::peek_object)
            .is_some_and(|value| {
                value
                    .downcast_ref::<NativeFunctionObject>()
                    .is_some_and(|function| function.f.is_pointer(getter))
            })
}

/// Whether methods of this array make arrays of the engine's own, which asks nobody.
pub(super) fn is_own(array: &JsObject, kind: TypedArrayKind, context: &Context) -> bool {
    if !SHORTCUTS {
        return false;
    }
    let constructors = context.intrinsics().constructors();
    let (own, parent) = (
        kind.standard_constructor()(constructors),
        constructors.typed_array(),
    );
    let constructor = own.constructor_ref();
    let properties = constructor.peek().properties();
    has_own_constructor(array, own)
        && (properties.shape.peek_prototype())
            .is_some_and(|above| JsObject::equals(above, parent.constructor_ref()))
        && (properties.shape)
            .lookup(&JsSymbol::species().into())
            .is_none()
        && has_own_species(parent.constructor_ref(), BuiltinTypedArray::get_species)
}

/// Whether `slice` of this buffer makes a buffer of the engine's own, which asks nobody.
pub(crate) fn is_own_buffer(buffer: &JsObject, context: &Context) -> bool {
    let own = context.intrinsics().constructors().array_buffer();
    SHORTCUTS
        && has_own_constructor(buffer, own)
        && has_own_species(own.constructor_ref(), ArrayBuffer::get_species)
}

/// An array of a kind on so many elements of a buffer from an offset on, if they are there.
pub(super) fn view(
    buffer: &BufferObject,
    kind: TypedArrayKind,
    (offset, count): (u64, u64),
    context: &Context,
) -> Option<JsObject<TypedArray>> {
    let BufferObject::Buffer(buffer) = buffer else {
        return None;
    };
    let (_, length) = buffer.peek().data().place()?;
    let bytes = count * kind.element_size();
    (offset + bytes <= length as u64).then(|| on(buffer.clone(), kind, (offset, count), context))
}

fn on(
    buffer: JsObject<ArrayBuffer>,
    kind: TypedArrayKind,
    (offset, count): (u64, u64),
    context: &Context,
) -> JsObject<TypedArray> {
    let array = TypedArray::new(
        BufferObject::Buffer(buffer),
        kind,
        offset,
        Some(count * kind.element_size()),
        Some(count),
    );
    let prototype = kind.standard_constructor()(context.intrinsics().constructors()).prototype();
    JsObject::new(context.root_shape(), prototype, array)
}

/// An array of a kind with so many elements.
pub(super) fn of_length(
    kind: TypedArrayKind,
    count: u64,
    context: &mut Context,
) -> JsResult<JsObject<TypedArray>> {
    let constructor = context.intrinsics().constructors().array_buffer();
    let constructor = constructor.constructor().into();
    let bytes = count * kind.element_size();
    let buffer = ArrayBuffer::allocate(&constructor, bytes, None, context)?;
    Ok(on(buffer, kind, (0, count), context))
}
