//! Whether an object does with its properties what every object does.
//!
//! What is looked at or changed without calling an internal method has to be what the method would
//! have found or done.

use super::internal_methods::{
    InternalObjectMethods, ordinary_define_own_property, ordinary_delete, ordinary_get,
    ordinary_get_own_property, ordinary_get_prototype_of, ordinary_has_property,
    ordinary_own_property_keys, ordinary_set, ordinary_try_get,
};

macro_rules! ordinary {
    ($($(#[$doc:meta])* $name:ident: $field:ident is $method:ident,)*) => {
        impl InternalObjectMethods {
            $(
                $(#[$doc])*
                #[inline(always)]
                pub(crate) fn $name(&self) -> bool {
                    self.$field as *const () == $method as *const ()
                }
            )*
        }
    };
}

ordinary! {
    /// `[[Get]]`.
    has_ordinary_get: __get__ is ordinary_get,
    /// `[[Get]]` of what there is.
    has_ordinary_try_get: __try_get__ is ordinary_try_get,
    /// `[[HasProperty]]`.
    has_ordinary_has: __has_property__ is ordinary_has_property,
    /// `[[Set]]`.
    has_ordinary_set: __set__ is ordinary_set,
    /// `[[GetOwnProperty]]`.
    has_ordinary_get_own: __get_own_property__ is ordinary_get_own_property,
    /// `[[GetPrototypeOf]]`.
    has_ordinary_get_prototype: __get_prototype_of__ is ordinary_get_prototype_of,
    /// `[[DefineOwnProperty]]`.
    has_ordinary_define_own: __define_own_property__ is ordinary_define_own_property,
    /// `[[Delete]]`.
    has_ordinary_delete: __delete__ is ordinary_delete,
    /// `[[OwnPropertyKeys]]`.
    has_ordinary_own_keys: __own_property_keys__ is ordinary_own_property_keys,
}
