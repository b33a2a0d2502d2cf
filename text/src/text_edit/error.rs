//! Errors of edits and patches: the kind, what happened, and what to do next.
//!
//! A message is written once, for the [`Subject`] that it is about. A hint may name operations of
//! the caller, which this crate does not know: it is a [`Hint`] until somebody renders it with the
//! [`Terms`] of its readers.

use std::borrow::Cow;

use super::details::{Mismatch, TextEditDetails};
use super::kind::TextEditErrorKind;

/// What the readers of a hint call the operations that it names.
///
/// Every caller fills in all of them, so that a new one does not compile until it has words
/// everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Searching for text, such as `grep`.
    pub search: &'static str,
    /// Replacing text in another way than by a patch.
    pub replace: &'static str,
    /// Replacing text any number of times, as a whole sentence part.
    pub replace_many: &'static str,
    /// Writing bytes, as a whole sentence part.
    pub write_bytes: &'static str,
}

/// The next step after a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// These words, which name no operation.
    Text(Cow<'static, str>),
    /// Nothing in the file is like the text to find, which has this name.
    Search(&'static str),
    /// The text is not a patch.
    WritePatch,
    /// The text is replaced more often than one edit allows.
    ReplaceMany,
    /// Patches do not change bytes.
    WriteBytes,
}

impl Hint {
    fn render(&self, terms: &Terms) -> Cow<'static, str> {
        match self {
            Self::Text(text) => text.clone(),
            Self::Search(old) => format!(
                "nothing in the file is like {}: read the file, or look for the text with {}",
                old, terms.search
            )
            .into(),
            Self::WritePatch => format!(
                "write a unified diff with @@ lines, or use {}",
                terms.replace
            )
            .into(),
            Self::ReplaceMany => terms.replace_many.into(),
            Self::WriteBytes => terms.write_bytes.into(),
        }
    }
}

impl From<&'static str> for Hint {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Cow<'static, str>> for Hint {
    fn from(text: Cow<'static, str>) -> Self {
        Self::Text(text)
    }
}

/// The names of the parts of an edit in messages, such as members of JSON or options of a command.
///
/// Every caller sets all of them, as with [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditNames {
    /// The text to find.
    pub old: &'static str,
    /// The text to put there.
    pub new: &'static str,
    /// How to allow several places, as a whole sentence part.
    pub several: &'static str,
    /// How to fill a file, as a whole sentence part.
    pub fill: &'static str,
}

/// What is looked for in a file, and so what messages call its texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// An edit, with the names of its parts.
    Edit(EditNames),
    /// A hunk of a patch. All of its places are wanted: the caller chooses.
    Hunk,
}

impl Subject {
    pub(crate) const fn is_edit(self) -> bool {
        matches!(self, Self::Edit(_))
    }

    /// The text to find.
    pub(crate) const fn old_text(self) -> &'static str {
        match self {
            Self::Edit(names) => names.old,
            Self::Hunk => "the lines of the hunk",
        }
    }

    /// The text to find, as the subject of a sentence about where it is.
    pub(crate) fn old_is(self) -> Cow<'static, str> {
        match self {
            Self::Edit(names) => format!("{} is", names.old).into(),
            Self::Hunk => "its lines are".into(),
        }
    }

    /// The text to find, as the subject of a sentence about what it contains.
    pub(crate) fn old_has(self) -> Cow<'static, str> {
        match self {
            Self::Edit(names) => format!("{} has", names.old).into(),
            Self::Hunk => "the hunk has".into(),
        }
    }

    /// The text to put there.
    pub(crate) const fn new_text(self) -> &'static str {
        match self {
            Self::Edit(names) => names.new,
            Self::Hunk => "new text",
        }
    }

    /// Several of them.
    pub(crate) const fn plural(self) -> &'static str {
        match self {
            Self::Edit(_) => "edits",
            Self::Hunk => "hunks",
        }
    }
}

/// The error of an edit or a patch.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct TextEditError {
    /// The kind of an error.
    pub kind: TextEditErrorKind,
    /// What happened, in words.
    pub message: String,
    /// Facts for programs: places, causes, verdicts.
    pub details: Box<TextEditDetails>,
    /// Lines of the file that belong to the explanation, each with its number.
    pub excerpt: Option<String>,
    hint: Hint,
    /// What the hint ends with.
    note: Option<String>,
}

impl TextEditError {
    /// A refusal with the hint of its kind.
    pub(crate) fn new(kind: TextEditErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            details: Box::default(),
            excerpt: None,
            hint: kind.hint().into(),
            note: None,
        }
    }

    /// The next step, in the terms of its readers.
    #[must_use]
    pub fn hint(&self, terms: &Terms) -> String {
        let hint = self.hint.render(terms);
        match &self.note {
            None => hint.into_owned(),
            Some(note) => format!("{hint}; {note}"),
        }
    }

    /// What was asked for is wrong in every state of the file.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(TextEditErrorKind::Invalid, message)
    }

    pub(crate) fn stopped() -> Self {
        Self::new(
            TextEditErrorKind::Stopped,
            "the call was cancelled; nothing was changed",
        )
    }

    /// Sets what to do about it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Ends the hint with a note.
    pub(crate) fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    pub(crate) fn with_cause(mut self, cause: Mismatch) -> Self {
        self.details.cause = Some(cause);
        self
    }

    pub(crate) fn with_excerpt(mut self, excerpt: impl Into<String>) -> Self {
        self.excerpt = Some(excerpt.into());
        self
    }
}
