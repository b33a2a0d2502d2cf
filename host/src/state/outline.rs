//! Outlining source files.

use isolate_protocol::ErrorCode;
use isolate_text::outline::{FILE_BYTES_MAX, outline as outlined};

use super::{Call, Fault, Trouble};

#[expect(clippy::cast_precision_loss, reason = "lines are far below 2^53")]
pub(super) fn outline(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let tree = call.tree;
    let content = tree.snapshot(|tree| -> Result<_, Trouble> {
        if let Some(stat) = tree.stat(&path)?
            && stat.size > FILE_BYTES_MAX
        {
            let text = format!(
                "it has {} bytes, at most {FILE_BYTES_MAX} are outlined; state.searchText finds lines in it",
                stat.size
            );
            return Err(call
                .error_at(ErrorCode::FileTooLarge, &text, path.as_str())
                .into());
        }
        call.content_at(&path)
    });
    let content = content.map_err(|trouble| call.fault(trouble))?;
    let text = match content.text() {
        Some(text) if !content.is_binary() => text,
        _ => {
            let text = "the file is not text (a NUL byte, or not UTF-8)";
            return Err(call.error_at(ErrorCode::BadFormat, text, path.as_str()));
        }
    };
    let found = outlined(path.as_str(), text);
    let out = &mut *call.out;
    out.object(4);
    out.string("path");
    out.string(path.as_str());
    out.string("language");
    out.string(found.language);
    out.string("imports");
    out.array(found.imports.len());
    for import in &found.imports {
        out.string(import);
    }
    out.string("symbols");
    out.array(found.symbols.len());
    for symbol in &found.symbols {
        out.object(5);
        out.string("kind");
        out.string(symbol.kind);
        out.string("name");
        out.string(&symbol.name);
        out.string("line");
        out.number(symbol.line as f64);
        out.string("lines");
        out.number(symbol.lines as f64);
        out.string("depth");
        out.number(symbol.depth as f64);
    }
    Ok(())
}
