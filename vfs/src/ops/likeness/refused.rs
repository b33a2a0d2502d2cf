//! Why an edit or a patch is not made: what sort of reason, what happened, and what to do next.

use std::fmt;

use serde_json::{Map, Value as Json};

macro_rules! refusals {
    ($($(#[$doc:meta])* $kind:ident $text:literal $hint:literal;)*) => {
        /// What sort of reason.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Refusal { $($(#[$doc])* $kind,)* }

        impl Refusal {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// A stable word.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$kind => $text,)* }
            }

            /// The next step when nothing more exact is known.
            #[must_use]
            pub const fn hint(self) -> &'static str {
                match self { $(Self::$kind => $hint,)* }
            }
        }
    };
}

refusals! {
    /// An edit without text to find.
    Empty "edit_empty" "give the text to replace as oldText; to fill a file, use write";
    /// The text of an edit is not in the file.
    NotFound "edit_not_found" "copy oldText exactly from the file";
    /// The text of an edit is in the file several times.
    Ambiguous "edit_ambiguous" "add lines around it to oldText, or set replaceAll or expect";
    /// Two edits concern the same text.
    Overlap "edit_overlap" "join the two edits into one; all edits refer to the original file";
    /// An edit that changes nothing.
    NoChange "edit_no_change" "leave the edit out, or correct newText";
    /// An edit that would cut a character.
    UnsafeBoundary "edit_unsafe_boundary" "copy a longer piece that begins and ends with whole characters";
    /// More than a bound allows.
    TooLarge "too_large" "do it in smaller parts";
    /// Text in another encoding.
    NotUtf8 "not_utf8" "copy oldText exactly as it is, from bytes that are UTF-8, or use a program for bytes";
    /// Text that is no patch.
    Invalid "invalid_argument" "correct the arguments and call again";
    /// The caller has stopped it.
    Stopped "cancelled" "call again if you still need it";
}

/// Why nothing was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// What sort of reason.
    pub kind: Refusal,
    /// What happened, in words.
    pub message: String,
    /// The next step.
    pub hint: String,
    /// Facts for programs: places, causes, verdicts.
    pub details: Box<Map<String, Json>>,
    /// Lines of the file that belong to the explanation, each with its number.
    pub excerpt: Option<String>,
}

impl Refused {
    /// A refusal with the hint of its kind.
    #[must_use]
    pub fn new(kind: Refusal, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: kind.hint().to_owned(),
            details: Box::default(),
            excerpt: None,
        }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(Refusal::Invalid, message)
    }

    pub(crate) fn stopped() -> Self {
        Self::new(
            Refusal::Stopped,
            "the call was cancelled; nothing was changed",
        )
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    pub(crate) fn with(mut self, key: &str, value: impl Into<Json>) -> Self {
        self.details.insert(key.to_owned(), value.into());
        self
    }

    pub(crate) fn with_excerpt(mut self, excerpt: impl Into<String>) -> Self {
        self.excerpt = Some(excerpt.into());
        self
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.hint)
    }
}

impl std::error::Error for Refused {}
