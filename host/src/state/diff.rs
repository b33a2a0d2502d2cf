//! Comparing texts.

use isolate_protocol::ErrorCode;
use isolate_text::VPath;
use isolate_text::diff::compare_files;

use super::{Call, Fault};

pub(super) fn diff(call: &mut Call<'_>) -> Result<(), Fault> {
    let (path, other) = (call.path(0)?, call.path(1)?);
    let tree = call.tree;
    let contents: Result<_, Fault> = tree.snapshot(|_| Ok((call.read(&path)?, call.read(&other)?)));
    let (before, after) = contents?;
    let labels = (call.text(0)?, call.text(1)?);
    let text = compared(call, &path, (&before, &after), labels)?;
    call.put_string(&text)
}

pub(super) fn diff_content(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let before = call.read(&path)?;
    let label = call.text(0)?;
    let after = call.text(1)?.as_bytes();
    let text = compared(call, &path, (&before, after), (label, label))?;
    call.put_string(&text)
}

fn compared(
    call: &Call<'_>,
    path: &VPath,
    (before, after): (&[u8], &[u8]),
    labels: (&str, &str),
) -> Result<String, Fault> {
    compare_files(before, after, labels.0, labels.1)
        .map(|compared| compared.text)
        .map_err(|error| call.error_at(ErrorCode::FileTooLarge, &error.to_string(), path.as_str()))
}
