//! Paths of the workspace on the command line.

use isolate_host::text::quoting::unquote;

/// Reads an argument that is a path of the workspace: `$'…'` stands for a name with characters that
/// cannot be typed, as commands print it.
pub(crate) fn workspace_path(text: &str) -> Result<String, String> {
    unquote(text)
        .map(std::borrow::Cow::into_owned)
        .map_err(|error| {
            format!(
                "a path that begins with $' is quoted as in a shell, and {error}; for a name that begins so, write ./{text}"
            )
        })
}
