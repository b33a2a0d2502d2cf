//! What the new text of a document is put together from.

use super::Id;

/// What a text is put together from.
pub(super) enum Part {
    /// Text between two positions of the source.
    Source(u32, u32),
    Text(String),
    /// A value in its place in the document.
    Value(Id),
    /// A value that is new in its place: with the indentation of its line, where lines are indented.
    New(Id, Option<String>),
    /// The end of a value that was moved: where its text begins, its old and its new indentation.
    Moved(usize, String, String),
}

/// A change of a container's text: what is between two positions is replaced.
pub(super) struct Edit {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) part: Option<Part>,
}

/// The text between two positions, with edits.
pub(super) fn applied(start: usize, end: usize, mut edits: Vec<Edit>) -> Vec<Part> {
    edits.sort_by_key(|edit| (edit.start, edit.end));
    let source = |start: usize, end: usize| {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Part::Source(place(start), place(end))
    };
    let mut parts = Vec::new();
    let mut at = start;
    for edit in edits {
        if edit.start > at {
            parts.push(source(at, edit.start));
        }
        parts.extend(edit.part);
        at = at.max(edit.end);
    }
    parts.push(source(at, end));
    parts
}
