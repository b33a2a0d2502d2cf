//! Types whose members are bounds: what a toolbox and a server accept.

/// Declares a type of bounds. A row is a bound with its documentation, type and default; from it follow
/// the private field, the default and the setter.
///
/// Only for our crates.
#[doc(hidden)]
#[macro_export]
macro_rules! bounds {
    (
        $(#[$meta:meta])*
        pub struct $Name:ident {
            $($(#[doc = $doc:literal])* $field:ident: $type:ty = $default:expr,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $Name {
            $(pub(crate) $field: $type,)*
        }

        impl Default for $Name {
            fn default() -> Self {
                Self::new()
            }
        }

        impl $Name {
            /// The defaults.
            #[must_use]
            pub const fn new() -> Self {
                Self { $($field: $default,)* }
            }

            $(
                $(#[doc = $doc])*
                #[must_use]
                pub const fn $field(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}
