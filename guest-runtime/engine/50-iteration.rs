//! Steps over the engine's own iterators, without their result objects.

use super::{IteratorResult, create_iter_result_object};
use crate::builtins::array::ArrayIterator;
use crate::builtins::map::MapIterator;
use crate::builtins::set::SetIterator;
use crate::native_function::NativeFunctionObject;
use crate::{Context, JsObject, JsResult, JsValue};

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
