//! The text of a file that a program imports.

use boa_ast::scope::Scope;
use boa_interner::Interner;
use boa_parser::{Parser, Source};

use super::parse::BodyError;
use super::positions::{Inserted, Positions, line_and_column};
use super::{Unparsable, hints, scan, typescript};

/// What is evaluated of a file, and how its places lead to the file.
#[derive(Debug)]
pub(crate) struct FileText {
    pub(crate) text: String,
    pub(crate) lines_before: u32,
    source: String,
    inserted: Vec<Inserted>,
}

impl FileText {
    pub(crate) fn positions(&self) -> Positions {
        Positions::new(&self.source, self.lines_before, vec![self.inserted.clone()])
    }

    /// Why it cannot be parsed, in words and in places of the file.
    pub(crate) fn refused(&self, is_module: bool) -> Option<Unparsable> {
        let mut interner = Interner::default();
        let scope = Scope::new_global();
        let mut parser = Parser::new(Source::from_bytes(&self.text));
        let error = if is_module {
            parser.parse_module(&scope, &mut interner).err()?
        } else {
            parser.parse_script(&scope, &mut interner).err()?
        };
        let error = BodyError {
            error,
            lines_before: self.lines_before,
            inserted: self.inserted.clone(),
        };
        let text = if self.inserted.is_empty() && self.lines_before == 0 {
            &self.text
        } else {
            &self.source
        };
        Some(hints::explain_file(&error, text))
    }
}

/// The text of a file as JavaScript: without its types, and imports of types alone.
pub(crate) fn file(
    source: &str,
    is_typescript: bool,
    is_module: bool,
) -> Result<FileText, Unparsable> {
    let mut text = source.to_owned();
    if text.starts_with("#!") {
        let end = text.find('\n').unwrap_or(text.len());
        text.replace_range(..end, &super::positions::blank(&source[..end]));
    }
    if let Some((at, what)) = scan::too_much(&text) {
        let (line, column) = line_and_column(&text, at);
        let message = what.message();
        return Err(Unparsable {
            message,
            line,
            column,
        });
    }
    let mut inserted = Vec::new();
    if is_typescript {
        let erased = typescript::erase(&text).map_err(|refusal| {
            let (line, column) = line_and_column(&text, refusal.at);
            Unparsable {
                message: refusal.message,
                line,
                column,
            }
        })?;
        text = erased.text;
        inserted = erased.inserted;
        if is_module {
            text = super::modules::without_unused_imports(&text);
        }
    }
    Ok(FileText {
        text,
        lines_before: 0,
        source: source.to_owned(),
        inserted,
    })
}
