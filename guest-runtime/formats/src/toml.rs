//! TOML 1.1.
//!
//! `toml_parser` gives the events of a text. They become a tree of positions, since a table may be
//! continued anywhere in the text; when that is complete, the values are built.

mod build;
mod tables;
mod update;
mod write;

use toml_parser::decoder::Encoding;
use toml_parser::lexer::{Token, TokenKind};
use toml_parser::parser::{Event, EventKind, EventReceiver, RecursionGuard, ValidateWhitespace};
use toml_parser::{ErrorSink, Expected, ParseError, Source, Span};

use crate::{Build, DEPTH_MAX, Error};

pub use update::update;
pub use write::{Style, write};

/// How a text is read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// What integers become.
    pub integers: Integers,
    /// Whether dates and times without an offset are dates (`smol-toml`), or texts as written.
    pub local_dates: bool,
    /// How deep values may be nested.
    pub depth_max: usize,
}

/// What integers become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integers {
    /// Numbers; one beyond 2^53 is an error.
    Exact,
    /// Numbers; one beyond 2^53 is handed over as digits.
    Big,
    /// All are handed over as digits.
    AllBig,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            integers: Integers::Exact,
            local_dates: false,
            depth_max: DEPTH_MAX,
        }
    }
}

/// Reads a text, which is an object.
///
/// # Errors
///
/// What is wrong with the text, and what `build` fails with.
pub fn parse<B: Build>(text: &str, options: &Options, build: &mut B) -> Result<B::Value, B::Error> {
    let source = Source::new(text);
    let events = events(source, options, build)?;
    let tree = tables::Tree::new(source, &events, options.depth_max, build)?;
    build::root(source, &tree, options, build)
}

/// Tokens between two calls of [`Build::hold`].
const TOKENS_AT_ONCE: usize = 1024;

/// What a token takes beside itself: its events and its part of a tree.
const PARSED_BYTES: usize = 2 * size_of::<Event>();

/// All events but those that mean nothing.
fn events<B: Build>(
    source: Source<'_>,
    options: &Options,
    build: &mut B,
) -> Result<Vec<Event>, B::Error> {
    let text = source.input();
    let mut tokens = Vec::new();
    for token in source.lex() {
        if tokens.len().is_multiple_of(TOKENS_AT_ONCE) {
            build.hold(TOKENS_AT_ONCE * size_of::<Token>())?;
        }
        tokens.push(token);
    }
    let mut events = Events(Vec::new());
    let depth_max = u32::try_from(options.depth_max).unwrap_or(u32::MAX);
    let end = tokens.pop_if(|token| token.kind() == TokenKind::Eof);
    let mut rest = tokens.as_slice();
    let mut some = Vec::new();
    loop {
        let (part, after) = rest.split_at(whole_lines(rest));
        build.hold(part.len() * PARSED_BYTES)?;
        some.clear();
        some.extend_from_slice(part);
        some.extend(end);
        let mut first = None;
        let mut checked = ValidateWhitespace::new(&mut events, source);
        let mut bounded = RecursionGuard::new(&mut checked, depth_max);
        toml_parser::parser::parse_document(&some, &mut bounded, &mut first);
        if let Some(error) = first {
            return Err(syntax(text, &error, options.depth_max).into());
        }
        rest = after;
        if rest.is_empty() {
            return Ok(events.0);
        }
    }
}

/// How many tokens of whole expressions are parsed at once: those up to an end of a line outside of
/// brackets. Where brackets do not match, it may be all.
fn whole_lines(tokens: &[Token]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                depth = depth.saturating_sub(1);
            }
            TokenKind::Newline if depth == 0 && at >= TOKENS_AT_ONCE => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

struct Events(Vec<Event>);

impl Events {
    fn add(&mut self, kind: EventKind, encoding: Option<Encoding>, span: Span) {
        self.0.push(Event::new_unchecked(kind, encoding, span));
    }
}

impl EventReceiver for Events {
    fn newline(&mut self, span: Span, _: &mut dyn ErrorSink) {
        // The parser passes over one around the `=` of an inline table.
        let last = self.0.last().map(Event::kind);
        if matches!(last, Some(EventKind::SimpleKey | EventKind::KeyValSep)) {
            self.add(EventKind::Newline, None, span);
        }
    }
    fn std_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.add(EventKind::StdTableOpen, None, span);
    }
    fn std_table_close(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.add(EventKind::StdTableClose, None, span);
    }
    fn array_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.add(EventKind::ArrayTableOpen, None, span);
    }
    fn array_table_close(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.add(EventKind::ArrayTableClose, None, span);
    }
    fn inline_table_open(&mut self, span: Span, _: &mut dyn ErrorSink) -> bool {
        self.add(EventKind::InlineTableOpen, None, span);
        true
    }
    fn inline_table_close(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.add(EventKind::InlineTableClose, None, span);
    }
    fn array_open(&mut self, span: Span, _: &mut dyn ErrorSink) -> bool {
        self.add(EventKind::ArrayOpen, None, span);
        true
    }
    fn array_close(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.add(EventKind::ArrayClose, None, span);
    }
    fn simple_key(&mut self, span: Span, encoding: Option<Encoding>, _: &mut dyn ErrorSink) {
        self.add(EventKind::SimpleKey, encoding, span);
    }
    fn key_val_sep(&mut self, span: Span, _: &mut dyn ErrorSink) {
        self.add(EventKind::KeyValSep, None, span);
    }
    fn scalar(&mut self, span: Span, encoding: Option<Encoding>, _: &mut dyn ErrorSink) {
        self.add(EventKind::Scalar, encoding, span);
    }
}

/// What the parser says, in our words.
fn syntax(text: &str, error: &ParseError, depth_max: usize) -> Error {
    let span = error.unexpected().or_else(|| error.context());
    let at = span.map_or(text.len(), |span| span.start());
    if error.description().starts_with("cannot recurse") {
        return Error::at(text, at, format!("nested deeper than {depth_max} levels"));
    }
    let mut message = error.description().to_owned();
    let expected: Vec<String> = error
        .expected()
        .unwrap_or_default()
        .iter()
        .map(named)
        .collect();
    if !expected.is_empty() {
        message += ": expected ";
        message += &expected.join(" or ");
    }
    Error::at(text, at, message)
}

fn named(expected: &Expected) -> String {
    match expected {
        Expected::Literal("\n") => "the end of the line".to_owned(),
        Expected::Literal(text) if text.contains(char::is_control) => {
            format!("`{}`", text.escape_debug())
        }
        Expected::Literal(text) => format!("`{text}`"),
        Expected::Description(words) => (*words).to_owned(),
        _ => "something else".to_owned(),
    }
}
