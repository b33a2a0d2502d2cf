//! Comparing texts.

use isolate_protocol::ErrorCode;
use isolate_text::diff::{binary_notice, unified};

use super::content::Content;
use super::{Call, Fault, Trouble};

/// The unified diff between two versions of one file.
pub(super) fn of(call: &Call<'_>, path: &str, before: &str, after: &str) -> Result<String, Fault> {
    unified(before, after, path, path)
        .map_err(|error| call.error_at(ErrorCode::FileTooLarge, &error.to_string(), path))
}

pub(super) fn diff(call: &mut Call<'_>) -> Result<(), Fault> {
    let (path, other) = (call.path(0)?, call.path(1)?);
    let tree = call.tree;
    let contents: Result<(Content, Content), Trouble> =
        tree.snapshot(|_| Ok((call.content_at(&path)?, call.content_at(&other)?)));
    let (before, after) = contents.map_err(|trouble| call.fault(trouble))?;
    let (label, other_label) = (call.text(0)?, call.text(1)?);
    let text = match (before.text(), after.text()) {
        (Some(before), Some(after)) => {
            unified(before, after, label, other_label).map_err(|error| {
                call.error_at(ErrorCode::FileTooLarge, &error.to_string(), path.as_str())
            })?
        }
        _ if before.is_same_as(&after) => String::new(),
        _ => binary_notice(label, other_label),
    };
    call.put_string(&text)
}

pub(super) fn diff_content(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let before = call
        .content_at(&path)
        .map_err(|trouble| call.fault(trouble))?;
    let label = call.text(0)?;
    let text = match before.text() {
        Some(before) => of(call, label, before, call.text(1)?)?,
        None => binary_notice(label, label),
    };
    call.put_string(&text)
}
