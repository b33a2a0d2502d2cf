//! A property that lies further up than in the prototype of an object: the methods that a class
//! inherits from the class above the one that it extends, for instance.
//!
//! What is kept are the layouts of all objects on the way. They say which objects these are, since
//! a layout names its prototype, and that none before the last has the property. A layout that
//! belongs to one object stays when a property is added to it, so the number of properties counts
//! as well; any other change makes another layout.

use boa_gc::GcRefCell;
use boa_macros::{Finalize, Trace};

use super::{InlineCache, learn::may_be_number};
use crate::{
    JsObject, JsValue,
    builtins::typed_array::TypedArray,
    object::{PropertyMap, shape::Shape},
    property::PropertyKey,
    shortcuts::SHORTCUTS,
};

/// Objects on the way at most.
const STEPS_MAX: usize = 8;

/// How often a site looks for another way before it gives up.
const TRIES_MAX: u8 = 16;

/// What a site keeps that has met such a property; most have not.
#[derive(Clone, Debug, Default, Trace, Finalize)]
pub(crate) struct Far {
    known: GcRefCell<Option<Box<Way>>>,
}

/// The way to the property.
#[derive(Clone, Debug, Default, Trace, Finalize)]
struct Way {
    steps: Vec<Step>,

    /// Where the value is, in the last object.
    #[unsafe_ignore_trace]
    place: usize,

    #[unsafe_ignore_trace]
    tries: u8,
}

/// An object on the way.
#[derive(Clone, Debug, Trace, Finalize)]
struct Step {
    shape: Shape,
    #[unsafe_ignore_trace]
    count: usize,
}

impl Step {
    fn of(properties: &PropertyMap) -> Self {
        Self {
            shape: properties.shape.clone(),
            count: properties.storage.len(),
        }
    }

    #[inline(always)]
    fn is_of(&self, properties: &PropertyMap) -> bool {
        self.shape.to_addr_usize() == properties.shape.to_addr_usize()
            && self.count == properties.storage.len()
    }
}

impl InlineCache {
    /// The value of the property, where this site has gone the way before.
    #[inline(always)]
    pub(crate) fn peek_far<'a>(&self, object: &'a JsObject) -> Option<&'a JsValue> {
        // SAFETY: The way changes in `learn_far` alone, which calls nothing.
        let way = unsafe { self.far.known.peek() }.as_ref()?;
        let (first, rest) = way.steps.split_first()?;
        let mut properties = object.peek().properties();
        if first.shape.to_addr_usize() != properties.shape.to_addr_usize() {
            return None;
        }
        for step in rest {
            properties = properties.shape.peek_prototype()?.peek().properties();
            if !step.is_of(properties) {
                return None;
            }
        }
        properties.storage.get(way.place)
    }

    /// Keeps the way to the property that has been read, if it is data of an object that is not
    /// near, and all on the way do with their properties what every object does.
    pub(crate) fn learn_far(&self, object: &JsObject) {
        if !SHORTCUTS {
            return;
        }
        let mut known = self.far.known.borrow_mut();
        let known = known.get_or_insert_default();
        if known.tries == TRIES_MAX {
            return;
        }
        known.tries += 1;
        let key = PropertyKey::from(self.name.clone());
        // A property that an object gets later would hide this one without a new layout.
        if may_be_number(&key) || object.peek().properties().shape.is_unique() {
            return;
        }
        let mut way = Vec::new();
        let mut at = object;
        loop {
            let methods = at.vtable();
            let is_ordinary = methods.has_ordinary_get() && methods.has_ordinary_get_own();
            // A typed array differs in names alone that are numbers.
            if !is_ordinary && !at.is::<TypedArray>() || way.len() == STEPS_MAX {
                return;
            }
            let properties = at.peek().properties();
            way.push(Step::of(properties));
            if let Some(slot) = properties.shape.lookup(&key) {
                if !slot.attributes.is_accessor_descriptor() {
                    known.place = slot.index as usize;
                    known.steps = way;
                }
                return;
            }
            let Some(prototype) = properties.shape.peek_prototype() else {
                return;
            };
            at = prototype;
        }
    }
}
