//! The internal methods of proxies, counted as calls.
//!
//! A proxy asks its handler and its target, which may be proxies again, or inherit from this one:
//! no function need be called on the way, and nothing else would end it.

use super::{
    Context, InternalMethodPropertyContext, JsObject, JsPrototype, JsResult, JsValue,
    PropertyDescriptor, PropertyKey,
};

/// Calls that one such method counts as: it takes more stack of the host than a call does.
const CALLS: usize = 2;

macro_rules! nested {
    ($($name:ident is $method:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            pub(super) fn $name(
                proxy: &JsObject,
                $($argument: $type,)*
                context: &mut nested!(@context $name),
            ) -> JsResult<$result> {
                context.check_runtime_limits()?;
                context.vm.host_call_depth += CALLS;
                let result = super::$method(proxy, $($argument,)* context);
                let depth = context.vm.host_call_depth;
                context.vm.host_call_depth = depth.saturating_sub(CALLS);
                result
            }
        )*
    };
    (@context get_prototype_of) => { Context };
    (@context set_prototype_of) => { Context };
    (@context is_extensible) => { Context };
    (@context prevent_extensions) => { Context };
    (@context own_property_keys) => { Context };
    (@context $name:ident) => { InternalMethodPropertyContext<'_> };
}

nested! {
    get_prototype_of is proxy_exotic_get_prototype_of() -> JsPrototype;
    set_prototype_of is proxy_exotic_set_prototype_of(prototype: JsPrototype) -> bool;
    is_extensible is proxy_exotic_is_extensible() -> bool;
    prevent_extensions is proxy_exotic_prevent_extensions() -> bool;
    get_own_property is proxy_exotic_get_own_property(key: &PropertyKey)
        -> Option<PropertyDescriptor>;
    define_own_property is proxy_exotic_define_own_property(
        key: &PropertyKey,
        descriptor: PropertyDescriptor
    ) -> bool;
    has_property is proxy_exotic_has_property(key: &PropertyKey) -> bool;
    try_get is proxy_exotic_try_get(key: &PropertyKey, receiver: JsValue) -> Option<JsValue>;
    get is proxy_exotic_get(key: &PropertyKey, receiver: JsValue) -> JsValue;
    set is proxy_exotic_set(key: PropertyKey, value: JsValue, receiver: JsValue) -> bool;
    delete is proxy_exotic_delete(key: &PropertyKey) -> bool;
    own_property_keys is proxy_exotic_own_property_keys() -> Vec<PropertyKey>;
}
