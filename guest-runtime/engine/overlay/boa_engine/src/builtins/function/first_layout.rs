//! The layouts of objects that constructors begin with: without properties, and with the prototype
//! that the constructor names.

use super::OrdinaryFunction;
use crate::builtins::OrdinaryObject;
use crate::object::JsObject;
use crate::object::shape::{RootShape, Shape};
use crate::shortcuts::SHORTCUTS;
use crate::{Context, JsValue, js_string};

/// Layouts by their prototypes. A place is overwritten by the next that falls on it.
#[derive(Debug, Default)]
pub(crate) struct FirstLayouts {
    known: [Option<Shape>; Self::PLACES],
}

impl FirstLayouts {
    /// A power of two.
    const PLACES: usize = 32;

    fn find(&mut self, prototype: &JsObject, root: &RootShape) -> Shape {
        let address = |object: &JsObject| std::ptr::from_ref(object.as_ref()).cast::<()>() as usize;
        let wanted = address(prototype);
        let place = &mut self.known[(wanted >> 4) & (Self::PLACES - 1)];
        if let Some(shape) = place
            && shape.peek_prototype().map(address) == Some(wanted)
        {
            return shape.clone();
        }
        let shape: Shape = root
            .shape()
            .change_prototype_transition(Some(prototype.clone()))
            .into();
        *place = Some(shape.clone());
        shape
    }
}

/// The `prototype` of a function, where reading it calls nothing.
pub(super) fn plain_prototype(constructor: &JsValue) -> Option<JsObject> {
    if !SHORTCUTS {
        return None;
    }
    let constructor = constructor.peek_object()?;
    if !constructor.is::<OrdinaryFunction>() {
        return None;
    }
    constructor
        .plain_get(&js_string!("prototype").into())?
        .as_object()
}

/// An object without properties.
pub(super) fn first_object(prototype: JsObject, context: &mut Context) -> JsObject {
    if !SHORTCUTS {
        return JsObject::from_proto_and_data_with_shared_shape(
            context.root_shape(),
            prototype,
            OrdinaryObject,
        )
        .upcast();
    }
    let root = context.root_shape().clone();
    let shape = context.vm.first_layouts.find(&prototype, &root);
    JsObject::with_layout(shape)
}
