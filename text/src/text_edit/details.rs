//! What an error of an edit or a patch knows, for programs.

use super::kind::TextEditErrorKind;
use super::place::MatchKind;

/// Facts about an error. Each is set where it applies.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TextEditDetails {
    /// The edit that it is about, from 0.
    pub edit: Option<usize>,
    /// The hunk that it is about, from 1, as messages count hunks.
    pub hunk: Option<usize>,
    /// Why the text was not found as it was given.
    pub cause: Option<Mismatch>,
    /// The part of the file that is most like the text.
    pub nearest: Option<Nearest>,
    /// How often the text is in the file.
    pub count: Option<usize>,
    /// The lines of the first places, from 1. Empty where no places are listed.
    pub lines: Vec<usize>,
    /// How the places were found.
    pub match_kind: Option<MatchKind>,
    /// The two edits that overlap, from 0.
    pub overlap: Option<[usize; 2]>,
    /// What became of each edit, in their order. Empty for a single edit.
    pub verdicts: Vec<EditVerdict>,
}

/// What became of one edit, when at least one of them failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditVerdict {
    /// Its text was found.
    Found {
        /// How.
        kind: MatchKind,
        /// The line of the first place, from 1.
        line: usize,
    },
    /// It cannot be made.
    Failed {
        /// The kind of an error.
        kind: TextEditErrorKind,
        /// What is wrong, in words.
        message: String,
    },
}

/// The part of a file that is most like the text to find.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Nearest {
    /// Its first line, from 1.
    pub start_line: usize,
    /// Its last line.
    pub end_line: usize,
    /// How alike they are, from 0 to 1.
    pub likeness: f64,
}

/// Why a text was not found as it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mismatch {
    /// The new text is there: the edit seems to be applied already.
    AlreadyApplied,
    /// The text has escape sequences instead of line breaks, tabs or quotes.
    Escaped,
    /// The text ends with a line break, and the file ends without one there.
    NewlineAtEnd,
    /// Upper and lower case differ.
    Case,
    /// Spaces or line breaks between the words differ.
    Spaces,
    /// One is indented with tabs, the other with spaces.
    TabsOrSpaces,
    /// The indentation differs.
    Indentation,
    /// The quotes differ.
    Quotes,
    /// Characters differ that look alike, such as dashes.
    Characters,
    /// The words differ.
    Text,
}

impl Mismatch {
    /// A stable word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AlreadyApplied => "already_applied",
            Self::Escaped => "escaped",
            Self::NewlineAtEnd => "newline_at_end",
            Self::Case => "case",
            Self::Spaces => "spaces",
            Self::TabsOrSpaces => "tabs_or_spaces",
            Self::Indentation => "indentation",
            Self::Quotes => "quotes",
            Self::Characters => "characters",
            Self::Text => "text",
        }
    }
}
