//! Outlining source files.

use isolate_text::detect::{self, NotText};
use isolate_text::outline::{FILE_BYTES_MAX, Outline, outline};
use isolate_text::{VPath, lossy};

use crate::access::Access;
use crate::error::{OpError, Problem};

/// A source file with its outline.
#[derive(Debug)]
pub struct Outlined {
    /// What it imports and declares.
    pub outline: Outline,
    /// Its text, with U+FFFD for what is not UTF-8.
    pub text: String,
    /// Its bytes.
    pub size: u64,
}

/// Outlines a source file.
///
/// # Errors
/// As reading the file; [`Problem::TooLargeToOutline`]; [`Problem::NotText`] for a binary file.
pub fn of_file(access: &Access<'_>, path: &VPath) -> Result<Outlined, OpError> {
    let bytes = access.tree.read_with(path, |reader| match reader.size() {
        bytes if bytes > FILE_BYTES_MAX => {
            let path = path.clone();
            Err(Problem::TooLargeToOutline { path, bytes }.into())
        }
        _ => access.take(path, reader),
    })?;
    let size = bytes.len() as u64;
    let text = match detect::text_of(path.as_str(), &bytes) {
        Err(NotText::Binary) => return Err(Problem::NotText(path.clone()).into()),
        Ok(_) | Err(NotText::NotUtf8) => lossy(&bytes)?.into_owned(),
    };
    Ok(Outlined {
        outline: outline(path.as_str(), &text),
        text,
        size,
    })
}
