//! Outlining source files.

use isolate_ops::outline::of_file;

use super::{Call, Fault};

#[expect(clippy::cast_precision_loss, reason = "lines are far below 2^53")]
pub(super) fn outline(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let found = call.operation(|access| of_file(access, &path))?.outline;
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
