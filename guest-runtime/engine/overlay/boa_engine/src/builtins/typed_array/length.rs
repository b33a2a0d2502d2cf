//! The length of a typed array, as long as no program has changed where it is found.

use super::{BuiltinTypedArray, TypedArrayKind};
use crate::builtins::iterable::Layout;
use crate::native_function::NativeFunctionObject;
use crate::object::shape::Shape;
use crate::property::PropertyKey;
use crate::shortcuts::SHORTCUTS;
use crate::vm::Vm;
use crate::{JsObject, JsValue, js_string};

/// Kinds of typed arrays.
const KINDS: usize = TypedArrayKind::Float64 as usize + 1;

/// Where `length` is found, for each kind of typed array that has been asked for it.
#[derive(Debug, Default)]
pub(crate) struct Lengths([Option<Known>; KINDS]);

#[derive(Debug)]
struct Known {
    /// The layout of arrays without properties of their own, which names their prototype.
    array: Shape,
    /// That of the prototype, which has no `length`, and that of its prototype, which has.
    holders: [Layout; 2],
    /// Where the getter stands in the second, and what it was.
    getter: (usize, JsValue),
}

/// The two prototypes of a typed array.
#[inline(always)]
fn holders(array: &JsObject) -> Option<[&JsObject; 2]> {
    let first = array.peek().properties().shape.peek_prototype()?;
    let second = first.peek().properties().shape.peek_prototype()?;
    Some([first, second])
}

impl Known {
    fn of(array: &JsObject) -> Option<Self> {
        let [first, second] = holders(array)?;
        let length = PropertyKey::from(js_string!("length"));
        let is_missing = |object: &JsObject| {
            let is_plain = object.vtable().has_ordinary_get_own();
            is_plain && object.peek().properties().shape.lookup(&length).is_none()
        };
        let own = array.peek().properties();
        if !own.storage.is_empty() || !own.shape.is_shared() || !is_missing(first) {
            return None;
        }
        let found = second.peek().properties();
        let slot = found.shape.lookup(&length)?;
        if !second.vtable().has_ordinary_get_own() || !slot.attributes.is_accessor_descriptor() {
            return None;
        }
        let place = slot.index as usize;
        let getter = found.storage.get(place)?.clone();
        let is_own = getter
            .peek_object()?
            .downcast_ref::<NativeFunctionObject>()?
            .f
            .is_pointer(BuiltinTypedArray::length);
        is_own.then(|| Self {
            array: own.shape.clone(),
            holders: [Layout::of(first), Layout::of(second)],
            getter: (place, getter),
        })
    }

    /// Whether nothing has changed since.
    #[inline(always)]
    fn holds(&self, array: &JsObject) -> bool {
        if array.peek().properties().shape.to_addr_usize() != self.array.to_addr_usize() {
            return false;
        }
        let Some([first, second]) = holders(array) else {
            return false;
        };
        let [of_first, of_second] = &self.holders;
        let (place, getter) = &self.getter;
        let now = second.peek().properties().storage.get(*place);
        of_first.is_of(first)
            && of_second.is_of(second)
            && now
                .and_then(JsValue::peek_object)
                .zip(getter.peek_object())
                .is_some_and(|(now, before)| JsObject::equals(&now, &before))
    }
}

impl Vm {
    /// The length of a typed array, where it is known to be the engine's own that is asked for.
    #[inline(always)]
    pub(crate) fn typed_length(&self, object: &JsObject) -> Option<i32> {
        let elements = object.typed_elements()?;
        let known = self.lengths.0[elements.kind as usize].as_ref()?;
        if !known.holds(object) {
            return None;
        }
        i32::try_from(elements.count).ok()
    }

    /// The same, after looking where `length` is found.
    pub(crate) fn learn_typed_length(&mut self, object: &JsObject) -> Option<i32> {
        if !SHORTCUTS || !object.is_typed_array() {
            return None;
        }
        let kind = object.typed_elements()?.kind;
        self.lengths.0[kind as usize] = Known::of(object);
        self.typed_length(object)
    }
}
