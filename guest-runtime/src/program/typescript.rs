//! Erases the types of a TypeScript program without moving a line.
//!
//! What means nothing when the program runs is erased. Enums, namespaces and parameter properties
//! are written as JavaScript around what they hold, which stays where it is; what is inserted is
//! noted, so that columns lead back. Decorators and modules are refused, with what to write instead.
//!
//! It runs only on text that is no JavaScript, or that calls a function with what can only be
//! type arguments:
//! the erased text is parsed once more, as JavaScript, by the engine itself, so that nothing
//! here decides what a program may do.

mod calls;
mod classes;
mod constants;
mod edits;
mod eraser;
mod facts;
mod lowering;
mod scopes;

use oxc_allocator::Allocator;
use oxc_ast::ast::SourceType;
use oxc_ast_visit::Visit as _;
use oxc_parser::{ParseOptions, Parser, ParserReturn};

use super::scan;
pub(super) use calls::has_typed_call;
pub(super) use edits::Erased;
use eraser::Eraser;
use facts::Facts;

/// Brackets, angle brackets among them, that a parser of types may have open at once.
const TYPE_NESTING_MAX: usize = scan::NESTING_MAX * 2;

/// What a text that is one expression stands behind, so that it can be parsed as one.
const OPENING: &str = "(";

/// Why types were not erased.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) message: String,
    /// Byte in the text.
    pub(super) at: usize,
    pub(super) kind: RefusalKind,
}

/// What stands behind a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefusalKind {
    /// It is TypeScript, but not of the kind that can be erased.
    Unsupported,
    /// It is no TypeScript either.
    Syntax,
}

/// The text without its types; as it is, where it has none.
pub(super) fn erase(text: &str) -> Result<Erased, Refusal> {
    if let Some(at) = too_deep(text) {
        // Brackets of code have their own bound: without a type, these stand in text or a pattern.
        let is_type = text[..at].contains('<');
        return Err(Refusal {
            message: format!("types are nested deeper than {TYPE_NESTING_MAX} levels"),
            at,
            kind: if is_type {
                RefusalKind::Unsupported
            } else {
                RefusalKind::Syntax
            },
        });
    }
    let refusal = match erase_in("", text) {
        Err(refusal) if refusal.kind == RefusalKind::Syntax => refusal,
        result => return result,
    };
    // An anonymous function or an object starts no statement.
    match erase_in(OPENING, text) {
        Err(other) if other.kind == RefusalKind::Syntax => Err(refusal),
        result => result,
    }
}

/// Erases the types of a text behind `opening`, which is closed again if there is one.
fn erase_in(opening: &str, text: &str) -> Result<Erased, Refusal> {
    let closing = if opening.is_empty() { "" } else { "\n)" };
    let body = if opening.is_empty() {
        text
    } else {
        text.trim_end_matches(|c: char| c.is_whitespace() || c == ';')
    };
    let framed = format!("{opening}{body}{closing}");
    let allocator = Allocator::default();
    let parsed = parse(&allocator, &framed);
    let inside = |at: usize| at.saturating_sub(opening.len()).min(text.len());
    if parsed.panicked {
        let first = parsed.diagnostics.errors().next();
        let at = first
            .and_then(|error| error.labels.iter().next())
            .map_or(text.len(), |label| inside(label.offset() as usize));
        return Err(Refusal {
            message: first.map_or_else(String::new, |error| error.message.to_string()),
            at: floor(text, at),
            kind: RefusalKind::Syntax,
        });
    }
    let facts = Facts::of(&parsed.program);
    let mut eraser = Eraser::new(&framed, &parsed.program.comments, facts);
    eraser.visit_program(&parsed.program);
    let mut erased = eraser.finish().map_err(|refusal| Refusal {
        at: floor(text, inside(refusal.at)),
        ..refusal
    })?;
    erased.text.truncate(erased.text.len() - closing.len());
    erased.text.drain(..opening.len());
    erased.text.push_str(&text[body.len()..]);
    let width = u32::try_from(opening.len()).unwrap_or(0);
    for inserted in erased
        .inserted
        .iter_mut()
        .filter(|inserted| inserted.line == 1)
    {
        inserted.character = inserted.character.saturating_sub(width).max(1);
    }
    Ok(erased)
}

fn parse<'a>(allocator: &'a Allocator, text: &'a str) -> ParserReturn<'a> {
    Parser::new(allocator, text, SourceType::ts())
        .with_options(ParseOptions {
            allow_return_outside_function: true,
            enable_ident_hashes: false,
            ..ParseOptions::default()
        })
        .parse()
}

fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

/// The byte at which types nest too deeply, if they do.
///
/// Angle brackets count on top of the others. A comparison may be taken for one, which is
/// forgotten at the end of its statement or of the brackets around it.
fn too_deep(text: &str) -> Option<usize> {
    let mut open: Vec<u8> = Vec::new();
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        let is_angle = |open: &Vec<u8>| open.last() == Some(&b'<');
        match byte {
            b'(' | b'[' | b'{' | b'<' => open.push(byte),
            b'>' if is_angle(&open) && bytes.get(at.wrapping_sub(1)) != Some(&b'=') => {
                open.pop();
            }
            b';' => {
                while is_angle(&open) {
                    open.pop();
                }
            }
            b')' | b']' | b'}' => {
                while is_angle(&open) {
                    open.pop();
                }
                open.pop();
            }
            _ => {}
        }
        if open.len() > TYPE_NESTING_MAX {
            return Some(floor(text, at));
        }
    }
    None
}
