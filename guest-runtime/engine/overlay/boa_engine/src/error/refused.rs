//! Why an object does not take a property or does not let go of one, in V8's words.
//!
//! Runs once an error, calls nothing of the program, and so says nothing of what only a method of
//! the program's could tell.

use crate::builtins::proxy::Proxy;
use crate::object::JsObject;
use crate::property::{DescriptorKind, PropertyDescriptor, PropertyKey};
use crate::value::JsVariant;
use crate::{JsError, JsNativeError, JsValue, js_string};

/// Objects on the way to a property at most, so that a chain without end ends.
const CHAIN_MAX: usize = 64;

/// Characters of a text that are shown.
const SHOWN_MAX: usize = 40;

/// The error of an assignment to `object`, which is that of the value `receiver`.
#[cold]
pub(crate) fn assignment(object: &JsObject, receiver: &JsValue, key: &PropertyKey) -> JsError {
    let found = find(object, key);
    let message = if object.is::<Proxy>() {
        format!("'set' on proxy: trap returned falsish for property '{key}'")
    } else if found
        .as_ref()
        .is_some_and(PropertyDescriptor::is_accessor_descriptor)
    {
        format!(
            "Cannot set property {key} of {} which has only a getter",
            shown(object)
        )
    } else if let Some(kind) = primitive(receiver) {
        let is_own = found.is_some() || is_character(receiver, key);
        if is_own {
            format!("Cannot assign to read only property '{key}' of {kind}")
        } else {
            format!("Cannot create property '{key}' on {kind}")
        }
    } else if found.is_some() {
        let kind = if object.is_callable() {
            "function"
        } else {
            "object"
        };
        format!(
            "Cannot assign to read only property '{key}' of {kind} '{}'",
            shown(object)
        )
    } else {
        format!("Cannot add property {key}, object is not extensible")
    };
    JsNativeError::typ().with_message(message).into()
}

/// The error of a `delete`.
#[cold]
pub(crate) fn deletion(object: &JsObject, key: &PropertyKey) -> JsError {
    let message = if object.is::<Proxy>() {
        format!("'deleteProperty' on proxy: trap returned falsish for property '{key}'")
    } else {
        format!("Cannot delete property '{key}' of {}", shown(object))
    };
    JsNativeError::typ().with_message(message).into()
}

/// The property of an object or of those it inherits from.
fn find(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    let mut next = Some(object.clone());
    for _ in 0..CHAIN_MAX {
        let object = next?;
        let found = object.borrow().properties().get(key);
        if found.is_some() {
            return found;
        }
        next = object.prototype();
    }
    None
}

/// Whether the key is the place of a character of the text.
fn is_character(receiver: &JsValue, key: &PropertyKey) -> bool {
    match (receiver.as_string(), key) {
        (Some(text), PropertyKey::Index(index)) => (index.get() as usize) < text.len(),
        _ => false,
    }
}

/// `string 'abc'`; none for an object.
fn primitive(value: &JsValue) -> Option<String> {
    let text = match value.variant() {
        JsVariant::Object(_) => return None,
        JsVariant::String(text) => text.to_std_string_lossy().chars().take(SHOWN_MAX).collect(),
        JsVariant::Symbol(symbol) => symbol.descriptive_string().to_std_string_lossy(),
        _ => value.display().to_string(),
    };
    Some(format!("{} '{text}'", value.type_of()))
}

/// `[object Array]`, or `#<Name>` with the name of the object's class.
fn shown(object: &JsObject) -> String {
    if object.is_array() {
        return "[object Array]".to_owned();
    }
    if object.is_callable() {
        let name = text_of(object, "name").filter(|name| !name.is_empty());
        return name.unwrap_or_else(|| "anonymous".to_owned());
    }
    let class = find(object, &js_string!("constructor").into())
        .and_then(|property| match property.kind() {
            DescriptorKind::Data { value, .. } => value.as_ref()?.as_object(),
            _ => None,
        })
        .and_then(|class| text_of(&class, "name"));
    format!("#<{}>", class.as_deref().unwrap_or("Object"))
}

/// A data property that is text.
fn text_of(object: &JsObject, name: &str) -> Option<String> {
    let property = object.borrow().properties().get(&js_string!(name).into())?;
    match property.kind() {
        DescriptorKind::Data { value, .. } => {
            let text = value.as_ref()?.as_string()?.to_std_string_lossy();
            Some(text.chars().take(SHOWN_MAX).collect())
        }
        _ => None,
    }
}
