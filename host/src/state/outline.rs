//! Outlining source files.

use isolate_ops::outline::of_file;

use super::members::Members as _;
use super::{Call, Fault};

pub(super) fn outline(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let found = call.operation(|access| of_file(access, &path))?.outline;
    let out = &mut *call.out;
    out.object(4);
    out.member("path", path.as_str());
    out.member("language", found.language);
    out.list("imports", found.imports.len());
    for import in &found.imports {
        out.string(import);
    }
    out.list("symbols", found.symbols.len());
    for symbol in &found.symbols {
        out.object(5);
        out.member("kind", symbol.kind);
        out.member("name", &symbol.name);
        out.member("line", symbol.line);
        out.member("lines", symbol.lines);
        out.member("depth", symbol.depth);
    }
    Ok(())
}
