//! Types whose members are bounds: what a toolbox and a server accept.

use std::time::Duration;

use crate::Limits;

/// The type of a bound, which may be given as a number. Only for our crates.
#[doc(hidden)]
pub trait Bound: Sized {
    /// The bound of a count, or of milliseconds where it is a time; `None` for a type that is neither.
    fn of_number(number: u64) -> Option<Self>;
}

impl Bound for u64 {
    fn of_number(number: u64) -> Option<Self> {
        Some(number)
    }
}

impl Bound for usize {
    fn of_number(number: u64) -> Option<Self> {
        Self::try_from(number).ok()
    }
}

impl Bound for Duration {
    fn of_number(number: u64) -> Option<Self> {
        Some(Self::from_millis(number))
    }
}

impl Bound for Limits {
    fn of_number(_: u64) -> Option<Self> {
        None
    }
}

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

            /// The names of all of them.
            #[doc(hidden)]
            pub const NAMES: &'static [&'static str] = &[$(stringify!($field),)*];

            /// Sets a bound by its name: a count, or milliseconds. `None` for a name that is not one of
            /// [`Self::NAMES`], and for a number that it does not take.
            #[doc(hidden)]
            #[must_use]
            pub fn with_named(self, name: &str, number: u64) -> Option<Self> {
                $(
                    if name == stringify!($field) {
                        let bound = <$type as $crate::Bound>::of_number(number)?;
                        return Some(self.$field(bound));
                    }
                )*
                None
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
