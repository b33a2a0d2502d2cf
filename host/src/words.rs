//! Enumerations whose variants are words in JSON and in messages.

/// Declares an enumeration with the word of each variant, and `as_str`.
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $Name:ident {
            $($(#[doc = $doc:literal])* $Variant:ident = $word:literal,)*
        }
    ) => {
        $(#[$meta])*
        pub enum $Name {
            $($(#[doc = $doc])* $Variant,)*
        }

        impl $Name {
            /// A stable word, as in JSON.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)*
                }
            }
        }
    };
}

pub(crate) use words;
