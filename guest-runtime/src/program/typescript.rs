//! Erases the types of a TypeScript program without moving a line or a column.
//!
//! Only what means nothing when the program runs is erased. What would have to be compiled
//! (`enum`, `namespace`, parameter properties, decorators) is refused, with what to write instead.
//!
//! It runs only on text that is no JavaScript, or that calls a function with type arguments:
//! the erased text is parsed once more, as JavaScript, by the engine itself, so that nothing
//! here decides what a program may do.

mod classes;
mod edits;
mod eraser;

use oxc_allocator::Allocator;
use oxc_ast::ast::SourceType;
use oxc_ast_visit::Visit as _;
use oxc_parser::{ParseOptions, Parser};

use super::scan;
use eraser::Eraser;

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
pub(super) fn erase(text: &str) -> Result<String, Refusal> {
    if let Some(at) = too_deep(text) {
        return Err(Refusal {
            message: format!("types are nested deeper than {TYPE_NESTING_MAX} levels"),
            at,
            kind: RefusalKind::Unsupported,
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
fn erase_in(opening: &str, text: &str) -> Result<String, Refusal> {
    let closing = if opening.is_empty() { "" } else { "\n)" };
    let body = if opening.is_empty() {
        text
    } else {
        text.trim_end_matches(|c: char| c.is_whitespace() || c == ';')
    };
    let framed = format!("{opening}{body}{closing}");
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &framed, SourceType::ts())
        .with_options(ParseOptions {
            allow_return_outside_function: true,
            enable_ident_hashes: false,
            ..ParseOptions::default()
        })
        .parse();
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
    let mut eraser = Eraser::new(&framed, &parsed.program.comments);
    eraser.visit_program(&parsed.program);
    let erased = eraser.finish().map_err(|refusal| Refusal {
        at: floor(text, inside(refusal.at)),
        ..refusal
    })?;
    let mut erased = erased;
    erased.truncate(erased.len() - closing.len());
    erased.drain(..opening.len());
    erased.push_str(&text[body.len()..]);
    Ok(erased)
}

fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

/// Whether the text calls something with type arguments, `f<T>(x)`, which as JavaScript compares
/// twice and so parses, too. People and formatters put blanks around comparisons.
pub(super) fn has_typed_call(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let is_in_type = |byte: u8| {
        is_name(byte)
            || matches!(
                byte,
                b' ' | b'.'
                    | b','
                    | b'|'
                    | b'['
                    | b']'
                    | b'<'
                    | b'>'
                    | b'"'
                    | b'\''
                    | b'{'
                    | b'}'
                    | b':'
                    | b'?'
                    | b'\n'
            )
    };
    let mut start = 0;
    while let Some(open) = memchr(b'<', bytes, start) {
        start = open + 1;
        let follows_name = open > 0 && is_name(bytes[open - 1]);
        if !follows_name
            || !bytes
                .get(open + 1)
                .is_some_and(|&b| is_name(b) || matches!(b, b'{' | b'[' | b'"' | b'\''))
        {
            continue;
        }
        let mut at = open + 1;
        while at < bytes.len() && is_in_type(bytes[at]) {
            if bytes[at] == b'>' && matches!(bytes.get(at + 1), Some(b'(' | b'`')) {
                return true;
            }
            at += 1;
        }
        // What was looked at holds no end of such a call; the next may start inside of it.
        start = start.max(at.saturating_sub(TYPE_BYTES_MAX));
    }
    false
}

/// Bytes of type arguments that are looked at once more.
const TYPE_BYTES_MAX: usize = 200;

fn memchr(byte: u8, bytes: &[u8], from: usize) -> Option<usize> {
    Some(from + bytes.get(from..)?.iter().position(|&other| other == byte)?)
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
