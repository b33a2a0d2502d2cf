//! Rewriting the text of a document to another value: only what differs is replaced.

use super::Json;
use super::editor::Editor;
use crate::stop::Stopped;

/// The text of `after`, made from another text. What is equal keeps its spelling, its place and its
/// layout, comments included; numbers are equal if their exact values are. Members that are new come
/// last, in the layout of their neighbours.
///
/// `bare` is the text without comments, [place by place](super::without_comments), and
/// [can be parsed](super::parse).
///
/// # Errors
/// The work has to stop.
pub fn rewrite(text: &str, bare: &str, after: &Json) -> Result<String, Stopped> {
    let mut editor = Editor::new(text, bare)?;
    editor.put(editor.root(), after)?;
    let bytes_max = usize::MAX;
    editor.render(bytes_max).map_err(|_too_long| Stopped)
}
