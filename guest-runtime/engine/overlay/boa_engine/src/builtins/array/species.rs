//! What makes the results of methods of arrays, as long as no program has changed it.

use super::Array;
use crate::builtins::iterable::Layout;
use crate::native_function::NativeFunctionObject;
use crate::object::CONSTRUCTOR;
use crate::property::PropertyKey;
use crate::shortcuts::SHORTCUTS;
use crate::{Context, JsObject, JsSymbol, JsValue};

/// `Array.prototype.constructor` and `Array[Symbol.species]` as the engine has made them.
#[derive(Debug)]
pub(crate) struct Species {
    prototype: Layout,
    /// Where `constructor` stands in the prototype.
    constructor: usize,
    array: Layout,
    /// Where the getter stands in the constructor, and what it was.
    getter: (usize, JsValue),
}

fn is_same(left: &JsValue, right: &JsObject) -> bool {
    left.peek_object()
        .is_some_and(|left| JsObject::equals(&left, right))
}

impl Species {
    fn of(context: &Context) -> Option<Self> {
        let array = context.intrinsics().constructors().array();
        let (prototype, constructor) = (array.prototype(), array.constructor());
        let of_prototype = prototype.peek().properties();
        let slot = of_prototype.shape.lookup(&PropertyKey::from(CONSTRUCTOR))?;
        let place = slot.index as usize;
        if slot.attributes.is_accessor_descriptor()
            || !is_same(of_prototype.storage.get(place)?, &constructor)
        {
            return None;
        }
        let of_array = constructor.peek().properties();
        let getter = of_array.shape.lookup(&JsSymbol::species().into())?;
        let value = of_array.storage.get(getter.index as usize)?.clone();
        let is_own = getter.attributes.is_accessor_descriptor()
            && value
                .peek_object()?
                .downcast_ref::<NativeFunctionObject>()?
                .f
                .is_pointer(Array::get_species);
        is_own.then(|| Self {
            prototype: Layout::of(&prototype),
            constructor: place,
            array: Layout::of(&constructor),
            getter: (getter.index as usize, value),
        })
    }

    /// Whether nothing has changed since.
    fn holds(&self, context: &Context) -> bool {
        let array = context.intrinsics().constructors().array();
        let prototype = array.prototype_ref();
        let constructor = array.constructor();
        let own = prototype.peek().properties().storage.get(self.constructor);
        let (place, value) = &self.getter;
        let getter = constructor.peek().properties().storage.get(*place);
        self.prototype.is_of(prototype)
            && self.array.is_of(&constructor)
            && own.is_some_and(|own| is_same(own, &constructor))
            && getter.is_some_and(|now| now.peek_strict_equals(value) == Some(true))
    }
}

/// Whether methods of this array make arrays of the engine's own, which asks nobody.
pub(super) fn is_own(array: &JsObject, context: &mut Context) -> bool {
    let plain = context.intrinsics().templates().array().shape();
    if !SHORTCUTS
        || !array.is::<Array>()
        || array.peek().properties().shape.to_addr_usize() != plain.to_addr_usize()
    {
        return false;
    }
    let known = &context.vm.array_species;
    if !known.as_ref().is_some_and(|known| known.holds(context)) {
        context.vm.array_species = Species::of(context).map(Box::new);
    }
    context.vm.array_species.is_some()
}
