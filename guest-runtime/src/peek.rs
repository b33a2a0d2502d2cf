//! Looks at objects without running any of their code.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{JsObject, JsString, JsValue, js_string};

/// Links of a prototype chain that are followed.
const CHAIN_MAX: usize = 1_000;

/// Whether reading any property may run code.
pub(crate) fn is_proxy(object: &JsObject) -> bool {
    object.is::<Proxy>()
}

/// An own property as it is stored; none for a proxy.
pub(crate) fn own(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    if is_proxy(object) {
        return None;
    }
    object.borrow().properties().get(key)
}

/// Whether a function is a class, which can only be called by `new`.
pub(crate) fn is_class(function: &JsObject) -> bool {
    // A class's `prototype` cannot be assigned, that of any other function can.
    let prototype = PropertyKey::from(js_string!("prototype"));
    function.is::<OrdinaryFunction>()
        && own(function, &prototype).is_some_and(|own| own.writable() == Some(false))
}

/// The value of an own or inherited data property; none where a getter or a proxy stands before.
pub(crate) fn data(object: &JsObject, key: &PropertyKey) -> Option<JsValue> {
    let mut holder = object.clone();
    for _ in 0..CHAIN_MAX {
        if is_proxy(&holder) {
            return None;
        }
        if let Some(found) = own(&holder, key) {
            return found.value().cloned();
        }
        holder = holder.prototype()?;
    }
    None
}

/// As [`data`], where the value is text.
pub(crate) fn text(object: &JsObject, name: &str) -> Option<JsString> {
    data(object, &PropertyKey::from(JsString::from(name)))?.as_string()
}

/// Own keys in the order of the language; none for a proxy.
pub(crate) fn own_keys(object: &JsObject) -> Vec<PropertyKey> {
    if is_proxy(object) {
        return Vec::new();
    }
    let object = object.borrow();
    let properties = object.properties();
    let mut indices: Vec<u32> = properties.index_property_keys().collect();
    indices.sort_unstable();
    let mut keys: Vec<PropertyKey> = indices.into_iter().map(PropertyKey::from).collect();
    let named = object.shape().keys();
    keys.extend(
        named
            .iter()
            .filter(|key| !matches!(key, PropertyKey::Symbol(_)))
            .cloned(),
    );
    keys.extend(
        named
            .into_iter()
            .filter(|key| matches!(key, PropertyKey::Symbol(_))),
    );
    keys
}
