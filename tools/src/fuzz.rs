//! How far from exact callers let an edit be found.

use isolate_text::text_edit;
use schemars::JsonSchema;
use serde::Deserialize;

/// How much the text of an edit may differ from the file.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Fuzz {
    /// Exactly, or with other line endings.
    None,
    /// Also with other trailing spaces, quotes, dashes or accents, with line numbers copied
    /// along, and three lines or more indented otherwise.
    #[default]
    Safe,
    /// Also two lines, or one long one, indented otherwise.
    Indent,
}

impl From<Fuzz> for text_edit::Fuzz {
    fn from(fuzz: Fuzz) -> Self {
        match fuzz {
            Fuzz::None => Self::None,
            Fuzz::Safe => Self::Safe,
            Fuzz::Indent => Self::Indent,
        }
    }
}
