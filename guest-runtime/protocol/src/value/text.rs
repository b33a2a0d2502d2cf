//! Text as the native side holds it.

/// Text, as it crossed the boundary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    /// The text; a lone surrogate is U+FFFD here.
    pub text: String,
    /// The original units, where they hold a lone surrogate, which no UTF-8 can carry.
    pub ill_formed: Option<Box<[u16]>>,
}

impl Text {
    /// Whether the original held a lone surrogate.
    #[must_use]
    pub const fn has_lone_surrogate(&self) -> bool {
        self.ill_formed.is_some()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ill_formed: None,
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self {
            text,
            ill_formed: None,
        }
    }
}
