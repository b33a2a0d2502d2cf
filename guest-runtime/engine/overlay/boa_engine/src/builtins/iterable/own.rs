//! Steps over the engine's own iterators, without their result objects.

use super::{
    Iterator, IteratorRecord, IteratorResult, create_iter_result_object, generated, helped,
};
use crate::builtins::array::ArrayIterator;
use crate::builtins::generator::Generator;
use crate::builtins::map::MapIterator;
use crate::builtins::object::for_in_iterator::ForInIterator;
use crate::builtins::set::SetIterator;
use crate::builtins::string::StringIterator;
use crate::builtins::{Array, IteratorHelper};
use crate::error::wording::text_of;
use crate::native_function::{NativeFunctionObject, NativeFunctionPointer};
use crate::object::ranges;
use crate::object::shape::Shape;
use crate::property::PropertyKey;
use crate::shortcuts::SHORTCUTS;
use crate::vm::DropLater;
use crate::{Context, JsError, JsNativeError, JsObject, JsResult, JsSymbol, JsValue, js_string};

impl Iterator {
    /// Whether a method is that of iterators which gives what it is called on.
    pub(super) fn gives_itself(method: &JsObject, context: &Context) -> bool {
        SHORTCUTS
            && method
                .downcast_ref::<NativeFunctionObject>()
                .is_some_and(|method| method.f.is_pointer(Self::iterator))
            && !context.is_at_a_limit()
    }
}

/// The error for what a method of an iterator gave instead of a result.
pub(super) fn not_an_object(result: &JsValue) -> JsError {
    let text = text_of(result);
    JsNativeError::typ()
        .with_message(format!("Iterator result {text} is not an object"))
        .into()
}

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

/// Whose `next` an iterator is asked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stepper {
    Array,
    ForIn,
    String,
    Map,
    Set,
    Generator,
    Helper,
    /// A program's, or that of an embedder.
    Called,
}

impl Stepper {
    pub(super) fn of(next: &JsValue) -> Self {
        if !SHORTCUTS {
            return Self::Called;
        }
        let known: [(NativeFunctionPointer, Self); 7] = [
            (ArrayIterator::next, Self::Array),
            (Generator::next, Self::Generator),
            (MapIterator::next, Self::Map),
            (SetIterator::next, Self::Set),
            (StringIterator::next, Self::String),
            (ForInIterator::next, Self::ForIn),
            (IteratorHelper::next, Self::Helper),
        ];
        let Some(next) = next.peek_object() else {
            return Self::Called;
        };
        let Some(next) = next.downcast_ref::<NativeFunctionObject>() else {
            return Self::Called;
        };
        let found = known.iter().find(|(own, _)| next.f.is_pointer(*own));
        found.map_or(Self::Called, |(_, stepper)| *stepper)
    }

    /// Steps an iterator of the engine's own. Where that cannot be done, nothing has happened, and
    /// the call of `next` does it or says why not. `depth` is what the step counts for besides the
    /// frames that it runs: as much as the call of `next` that it stands for.
    fn step(
        self,
        iterator: &JsObject,
        depth: usize,
        context: &mut Context,
    ) -> Option<JsResult<IteratorResult>> {
        let value = match self {
            Self::Called => return None,
            Self::Generator => return generated::step(iterator, depth, context),
            Self::Array => ArrayIterator::step(iterator, context)?,
            Self::ForIn => ForInIterator::step(iterator, context)?,
            Self::String => Ok(StringIterator::step(iterator)?),
            Self::Map => Ok(MapIterator::step(iterator, context)?),
            Self::Set => Ok(SetIterator::step(iterator, context)?),
            Self::Helper => helped::step(iterator, context)?,
        };
        Some(value.map(IteratorResult::of_value))
    }
}

impl IteratorRecord {
    /// Steps, where the iterator and its `next` are the engine's own.
    pub(super) fn step_own(&self, context: &mut Context) -> Option<JsResult<IteratorResult>> {
        self.stepper_here(context)?.step(&self.iterator, 1, context)
    }

    /// The same with the iterator that the frame has opened last, which stays where it is.
    pub(crate) fn step_last(depth: usize, context: &mut Context) -> Option<JsResult<()>> {
        let record = context.vm.frame().iterators.last()?;
        let iterator = record.iterator.clone();
        let array_index = record.array_index;
        let result = if let Some(index) = array_index {
            ArrayIterator::value_at(&iterator, index, context).map(IteratorResult::of_value)
        } else {
            let stepper = record.stepper_here(context)?;
            stepper.step(&iterator, depth, context)?
        };
        let result = result.and_then(|result| Ok((result.complete(context)?, result)));
        // What has run since has left the frame as it was.
        let record = context.vm.frame_mut().iterators.last_mut()?;
        record.array_index = array_index.map(|index| index + 1);
        Some(match result {
            Ok((done, result)) => {
                record.done = done;
                record.last_result = result;
                Ok(())
            }
            Err(error) => {
                record.done = true;
                Err(error)
            }
        })
    }

    /// Who steps without a call of `next`, if that function belongs to the realm that runs: results
    /// and errors would be of its realm.
    fn stepper_here(&self, context: &Context) -> Option<Stepper> {
        if self.stepper == Stepper::Called {
            return None;
        }
        let next = self.next_method.peek_object()?;
        // SAFETY: Only a native function has another stepper.
        let next: &NativeFunctionObject = unsafe { next.peek_data() };
        let realm = next.realm.as_ref();
        let is_here = realm.is_none_or(|realm| realm == context.realm());
        is_here.then_some(self.stepper)
    }
}

/// How arrays are gone over, as long as no program has changed it.
#[derive(Debug)]
pub(crate) struct Protocol {
    /// Array.prototype, and the prototypes of its iterators up to the last.
    holders: [Layout; 4],
    /// Where `Symbol.iterator` stands in the first, and what it was.
    values: (usize, JsValue),
    /// Where `next` stands in the second, and what it was.
    next: (usize, JsValue),
}

/// The keys of an object. The layout of a prototype is its own: a key more makes its storage
/// longer, and any other change gives it another layout. The address is of no other while the
/// layout is held.
#[derive(Debug)]
pub(crate) struct Layout {
    shape: Shape,
    length: usize,
}

impl Layout {
    pub(crate) fn of(object: &JsObject) -> Self {
        let properties = object.peek().properties();
        Self {
            shape: properties.shape.clone(),
            length: properties.storage.len(),
        }
    }

    #[inline]
    pub(crate) fn is_of(&self, object: &JsObject) -> bool {
        let properties = object.peek().properties();
        properties.shape.to_addr_usize() == self.shape.to_addr_usize()
            && properties.storage.len() == self.length
    }
}

/// What [`Protocol::holders`] are of.
fn holders(context: &Context) -> [JsObject; 4] {
    let intrinsics = context.intrinsics();
    let constructors = intrinsics.constructors();
    [
        constructors.array().prototype(),
        intrinsics.objects().iterator_prototypes().array(),
        constructors.iterator().prototype(),
        constructors.object().prototype(),
    ]
}

impl Protocol {
    /// As the engine has made it; none where a program has changed it.
    fn of(context: &Context) -> Option<Self> {
        let holders = holders(context);
        let slot = |object: &JsObject, key: &PropertyKey| {
            let properties = object.peek().properties();
            let slot = properties.shape.lookup(key)?;
            if slot.attributes.is_accessor_descriptor() {
                return None;
            }
            let place = slot.index as usize;
            Some((place, properties.storage.get(place)?.clone()))
        };
        let values = slot(&holders[0], &JsSymbol::iterator().into())?;
        let next = slot(&holders[1], &js_string!("next").into())?;
        let own_values = context.intrinsics().objects().array_prototype_values();
        let is_own = JsObject::equals(&*values.1.peek_object()?, &own_values)
            && next
                .1
                .peek_object()?
                .downcast_ref::<NativeFunctionObject>()?
                .f
                .is_pointer(ArrayIterator::next)
            && is_return_missing(context);
        is_own.then(|| Self {
            holders: holders.each_ref().map(Layout::of),
            values,
            next,
        })
    }

    /// Whether nothing has changed since.
    fn holds(&self, context: &Context) -> bool {
        let intrinsics = context.intrinsics();
        let constructors = intrinsics.constructors();
        let array = constructors.array().prototype_ref();
        let steps = intrinsics.objects().iterator_prototypes().array();
        let [first, second, third, last] = &self.holders;
        let is_same = |object: &JsObject, (place, value): &(usize, JsValue)| {
            let now = object.peek().properties().storage.get(*place);
            now.is_some_and(|now| now.peek_strict_equals(value) == Some(true))
        };
        first.is_of(array)
            && second.is_of(&steps)
            && third.is_of(constructors.iterator().prototype_ref())
            && last.is_of(constructors.object().prototype_ref())
            && is_same(array, &self.values)
            && is_same(&steps, &self.next)
    }
}

/// Whether arrays are gone over as the engine does it.
fn is_untouched(context: &Context) -> bool {
    let known = &context.vm.array_protocol;
    known.as_ref().is_some_and(|known| known.holds(context))
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
    pub(crate) fn of_array(value: &JsValue, context: &mut Context) -> Option<Self> {
        let array = value.peek_object()?;
        let plain = context.intrinsics().templates().array().shape();
        if !SHORTCUTS
            || !array.is::<Array>()
            || array.peek().properties().shape.to_addr_usize() != plain.to_addr_usize()
        {
            return None;
        }
        if !is_untouched(context) {
            context.vm.array_protocol = Protocol::of(context).map(Box::new);
        }
        let next = context.vm.array_protocol.as_ref()?.next.1.clone();
        Some(Self {
            iterator: JsObject::clone(&array),
            next_method: next,
            done: false,
            last_result: IteratorResult::of_value(None),
            array_index: Some(0),
            stepper: Stepper::Array,
        })
    }

    /// Steps over an element that an array has; answers whether it did.
    #[inline]
    pub(crate) fn step_dense(&mut self) -> bool {
        let value = self.next_dense();
        let is_there = value.is_some();
        if is_there {
            self.last_result = IteratorResult::of_value(value);
        }
        is_there
    }

    /// The next element, where an array has it; it is not kept as the result of the step.
    #[inline]
    pub(crate) fn next_dense(&mut self) -> Option<JsValue> {
        let index = self.array_index?;
        let place = u32::try_from(index).ok()?;
        let properties = self.iterator.peek().properties();
        let value = properties.get_dense_property(place)?;
        self.array_index = Some(index + 1);
        Some(value)
    }

    /// Steps over an element that an array has, or past the end where it is known already, where
    /// that takes no call; answers whether it did.
    #[inline(always)]
    pub(crate) fn step_quickly(&mut self, later: &mut DropLater) -> bool {
        if self.done {
            return true;
        }
        let Some(index) = self.array_index else {
            return false;
        };
        let element = usize::try_from(index)
            .ok()
            .and_then(|place| self.iterator.share_dense(place));
        let Some(value) = element else {
            return false;
        };
        if !later.replace(&mut self.last_result.value, value) {
            return false;
        }
        self.last_result.done = false;
        self.array_index = Some(index + 1);
        true
    }

    /// The value of such a step, where copying it takes no call.
    #[inline(always)]
    pub(crate) fn value_quickly(&self) -> Option<JsValue> {
        let result = &self.last_result;
        if result.object.is_some() {
            return None;
        }
        result.value.share()
    }

    /// Adds all that is left of an array to the end of another one, where nobody else is asked;
    /// answers whether it did.
    pub(crate) fn drain_array(&mut self, to: &JsObject, length: u64, context: &Context) -> bool {
        if self.array_index != Some(0) || self.done {
            return false;
        }
        let left = self.iterator.peek().properties().storage.first();
        let Some(count) = left.and_then(JsValue::as_number) else {
            return false;
        };
        self.done = ranges::extend(to, length, &self.iterator, count as u64, context);
        self.done
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

    /// Closes what takes no call to be closed: arrays, which have no `return`, and generators that
    /// would do nothing more. Answers whether it has.
    pub(crate) fn close_quietly(&self, context: &Context) -> bool {
        if self.array_index.is_some() {
            return is_untouched(context) || is_return_missing(context);
        }
        self.stepper_here(context) == Some(Stepper::Generator)
            && generated::close(&self.iterator, context)
    }

    /// Makes the iterator of an array, where a program may come to see it.
    pub(crate) fn make_iterator(&mut self, context: &Context) {
        if let Some(index) = self.array_index.take() {
            self.iterator =
                ArrayIterator::resumed(self.iterator.clone(), index, self.done, context);
        }
    }
}
