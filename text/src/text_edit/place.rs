//! Places of a file that an edit replaces, and how they were found.

use std::rc::Rc;

/// How an edit was found. Every kind but the first two finds whole lines only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchKind {
    /// Byte by byte.
    Exact,
    /// With other line endings.
    Eol,
    /// With other blanks at the end of lines.
    TrailingSpace,
    /// With other quotes, dashes, spaces or accents.
    Unicode,
    /// With line numbers that were copied along.
    Gutter,
    /// With another indentation.
    Indent,
    /// With another indentation, and other blanks at the end of lines.
    IndentTrailingSpace,
    /// With another indentation, and other quotes, dashes, spaces or accents.
    IndentUnicode,
}

impl MatchKind {
    /// Whether characters that look alike count as one.
    pub(crate) const fn folds(self) -> bool {
        matches!(self, Self::Unicode | Self::IndentUnicode)
    }

    /// A stable word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Eol => "eol",
            Self::TrailingSpace => "trailing_ws",
            Self::Unicode => "unicode",
            Self::Gutter => "gutter",
            Self::Indent => "indent",
            Self::IndentTrailingSpace => "indent+trailing_ws",
            Self::IndentUnicode => "indent+unicode",
        }
    }

    /// What differs from the file.
    #[must_use]
    pub const fn difference(self) -> &'static str {
        match self {
            Self::Exact => "nothing",
            Self::Eol => "its line endings",
            Self::TrailingSpace => "spaces at the end of lines",
            Self::Unicode => "quotes, dashes, spaces or the form of accents",
            Self::Gutter => "line numbers, which are no part of the file",
            Self::Indent => "the indentation",
            Self::IndentTrailingSpace => "the indentation and spaces at the end of lines",
            Self::IndentUnicode => {
                "the indentation, and quotes, dashes, spaces or the form of accents"
            }
        }
    }
}

/// A place and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its first byte.
    pub(crate) start: usize,
    /// The byte after it.
    pub(crate) end: usize,
    /// The new text.
    pub(crate) new: Rc<str>,
    /// Whether the line ends of the new text are kept, also where those around it differ.
    pub(crate) is_verbatim: bool,
}

impl Place {
    /// A place whose new text gets the line ends of its surroundings.
    pub(crate) fn new(start: usize, end: usize, new: impl Into<Rc<str>>) -> Self {
        Self {
            start,
            end,
            new: new.into(),
            is_verbatim: false,
        }
    }

    /// Sets whether the line ends of the new text are kept.
    pub(crate) fn verbatim(mut self, is_verbatim: bool) -> Self {
        self.is_verbatim = is_verbatim;
        self
    }
}
