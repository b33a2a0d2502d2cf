//! Steps over the engine's own iterators, without their result objects.

use super::{IteratorRecord, IteratorResult, create_iter_result_object};
use crate::builtins::Array;
use crate::builtins::array::ArrayIterator;
use crate::builtins::map::MapIterator;
use crate::builtins::set::SetIterator;
use crate::native_function::NativeFunctionObject;
use crate::property::PropertyKey;
use crate::{Context, JsObject, JsResult, JsSymbol, JsValue, js_string};

impl IteratorResult {
    pub(super) fn of_object(object: JsObject) -> Self {
        Self {
            object: Some(object),
            value: JsValue::undefined(),
            done: false,
        }
    }

    /// Of the value of a step; none at the end.
    pub(super) fn of_value(value: Option<JsValue>) -> Self {
        Self {
            object: None,
            done: value.is_none(),
            value: value.unwrap_or_default(),
        }
    }

    pub(super) fn to_object(&self, context: &mut Context) -> JsObject {
        match &self.object {
            Some(object) => object.clone(),
            None => create_iter_result_object(self.value.clone(), self.done, context)
                .as_object()
                .unwrap_or_else(JsObject::with_null_proto),
        }
    }
}

/// Steps, where the iterator and its `next` are the engine's own: the value, none at the end.
pub(super) fn step(
    iterator: &JsObject,
    next: &JsValue,
    context: &mut Context,
) -> Option<JsResult<Option<JsValue>>> {
    let next = next.as_object()?;
    let next = next.downcast_ref::<NativeFunctionObject>()?;
    if next.f.is_pointer(ArrayIterator::next) {
        return ArrayIterator::step(iterator, context);
    }
    if next.f.is_pointer(MapIterator::next) {
        return MapIterator::step(iterator, context).map(Ok);
    }
    if next.f.is_pointer(SetIterator::next) {
        return SetIterator::step(iterator, context).map(Ok);
    }
    None
}

/// An own property that is a value.
fn own_value(object: &JsObject, key: &PropertyKey) -> Option<JsValue> {
    let properties = object.peek().properties();
    let slot = properties.shape.lookup(key)?;
    if slot.attributes.is_accessor_descriptor() {
        return None;
    }
    properties.storage.get(slot.index as usize).cloned()
}

/// Whether the iterators of arrays have no `return`, which nobody gives them.
pub(super) fn is_return_missing(context: &Context) -> bool {
    let prototype = context.intrinsics().objects().iterator_prototypes().array();
    prototype
        .plain_get(&js_string!("return").into())
        .is_some_and(|found| found.is_undefined())
}

impl IteratorRecord {
    /// Of a plain array, where nobody has changed how arrays are gone over.
    pub(crate) fn of_array(value: &JsValue, context: &Context) -> Option<Self> {
        let array = value.peek_object()?;
        let intrinsics = context.intrinsics();
        let plain = intrinsics.templates().array().shape();
        if !array.is::<Array>()
            || array.peek().properties().shape.to_addr_usize() != plain.to_addr_usize()
        {
            return None;
        }
        let prototype = intrinsics.constructors().array().prototype_ref();
        let values = own_value(prototype, &JsSymbol::iterator().into())?;
        if !JsObject::equals(
            &*values.peek_object()?,
            &intrinsics.objects().array_prototype_values(),
        ) {
            return None;
        }
        let prototype = intrinsics.objects().iterator_prototypes().array();
        let next = own_value(&prototype, &js_string!("next").into())?;
        let is_own = next
            .peek_object()?
            .downcast_ref::<NativeFunctionObject>()?
            .f
            .is_pointer(ArrayIterator::next);
        if !is_own {
            return None;
        }
        let mut record = Self::new(JsObject::clone(&array), next);
        record.array_index = Some(0);
        Some(record)
    }

    /// Steps over an element that an array has; answers whether it did.
    #[inline]
    pub(crate) fn step_dense(&mut self) -> bool {
        let Some(index) = self.array_index else {
            return false;
        };
        let properties = self.iterator.peek().properties();
        let Ok(place) = u32::try_from(index) else {
            return false;
        };
        let Some(value) = properties.get_dense_property(place) else {
            return false;
        };
        self.array_index = Some(index + 1);
        self.last_result = IteratorResult::of_value(Some(value));
        true
    }

    /// Steps over the next element of an array, or to its end.
    pub(super) fn step_array(&mut self, context: &mut Context) -> JsResult<()> {
        let index = self.array_index.unwrap_or_default();
        let value = ArrayIterator::value_at(&self.iterator, index, context)?;
        self.array_index = Some(index + 1);
        self.done = value.is_none();
        self.last_result = IteratorResult::of_value(value);
        Ok(())
    }

    /// The value of a step that had no result object.
    #[inline]
    pub(crate) fn own_value(&self) -> Option<JsValue> {
        let result = &self.last_result;
        result.object.is_none().then(|| result.value.clone())
    }

    /// Whether closing calls nothing, as is sure of arrays alone.
    pub(crate) fn has_no_return(&self, context: &Context) -> bool {
        self.array_index.is_some() && is_return_missing(context)
    }

    /// Makes the iterator of an array, where a program may come to see it.
    pub(crate) fn make_iterator(&mut self, context: &Context) {
        if let Some(index) = self.array_index.take() {
            self.iterator =
                ArrayIterator::resumed(self.iterator.clone(), index, self.done, context);
        }
    }
}
