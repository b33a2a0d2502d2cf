//! Values as YAML in block style.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Options;
use super::scalar::{Scalar, resolved};
use crate::number::printed;
use crate::quoted;
use crate::source::check_depth;
use crate::{DEPTH_MAX, Source, Tree, View, Walk};

/// How values are written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Style {
    /// Spaces of a level, 1 to 9.
    pub indent: usize,
    /// Whether lists in objects are indented.
    pub indent_lists: bool,
    /// What encloses strings that need quotes.
    pub quotes: Quotes,
    /// Whether strings are quoted that readers of YAML 1.1 would take for something else.
    pub for_1_1: bool,
    /// How deep values may be nested.
    pub depth_max: usize,
}

/// What encloses strings that need quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotes {
    /// `"`, as the npm package `yaml` does.
    Double,
    /// `'` where nothing has to be escaped, as `js-yaml` does.
    Single,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            indent: 2,
            indent_lists: true,
            quotes: Quotes::Double,
            for_1_1: true,
            depth_max: DEPTH_MAX,
        }
    }
}

/// What takes most strings for something else.
const MOST: Options = Options {
    merge: true,
    dates: true,
    js_yaml_numbers: true,
    empty_null_key: false,
    ignore_tags: false,
    duplicate_keys: false,
    strict_indentation: false,
    depth_max: 0,
    expanded_max: 0,
    reads_all: Cow::Borrowed(""),
};

/// Characters of a key that may be followed by `:` in its line.
const KEY_CHARS_MAX: usize = 1000;

/// What precedes an item, however far levels are indented, as `yaml` writes it.
const DASH: &str = "- ";

/// Writes a value as a document.
///
/// # Errors
///
/// A value that contains itself, and what `source` fails with.
pub fn write<S: Source>(
    source: &mut S,
    value: &S::Value,
    style: &Style,
) -> Result<String, S::Error> {
    let mut writer = Writer {
        source,
        style,
        out: String::new(),
    };
    let view = writer.source.view(value)?;
    writer.value(&view, 0, 0)?;
    writer.out.push('\n');
    Ok(writer.out)
}

/// Writes a value as it follows `:` or `-`, whose own lines begin at `column`. Answers also whether it
/// begins with a line of its own.
pub(super) fn nested<S: Source>(
    source: &mut S,
    value: &S::Value,
    style: &Style,
    column: usize,
) -> Result<(String, bool), S::Error> {
    let mut writer = Writer {
        source,
        style,
        out: String::new(),
    };
    let view = writer.source.view(value)?;
    writer.value(&view, column, 0)?;
    Ok((writer.out, is_block(&view)))
}

/// A key as it precedes `:`.
pub(super) fn key(text: &str, style: &Style) -> String {
    let mut out = String::new();
    push_string(&mut out, text, style);
    out
}

/// A value without members in a line, which may also be in brackets. A string is in quotes of a kind,
/// if one is given.
pub(super) fn line(tree: &Tree, quotes: Option<Quotes>) -> String {
    let mut style = Style::default();
    style.quotes = quotes.unwrap_or(style.quotes);
    let mut out = String::new();
    match tree {
        Tree::String(text) => {
            let is_bare = quotes.is_none() && !text.contains(['[', ']', '{', '}', ',']);
            if is_bare && is_plain(text, &style) {
                out.push_str(text);
            } else {
                push_enclosed(&mut out, text, &style);
            }
        }
        tree => {
            let mut writer = Writer {
                source: &mut Walk::default(),
                style: &style,
                out: String::new(),
            };
            let view = Walk::default().view(&tree);
            if view.and_then(|view| writer.value(&view, 0, 0)).is_ok() {
                out = writer.out;
            }
        }
    }
    out
}

/// Whether a value has lines of its own.
fn is_block<V>(view: &View<'_, V>) -> bool {
    match view {
        View::Array(items) => !items.is_empty(),
        View::Object(members) => members.iter().len() > 0,
        _ => false,
    }
}

struct Writer<'s, S: Source> {
    source: &'s mut S,
    style: &'s Style,
    out: String,
}

impl<S: Source> Writer<'_, S> {
    /// A value from where the output ends, whose further lines begin at `column`. No end of a line
    /// follows it.
    fn value(
        &mut self,
        view: &View<'_, S::Value>,
        column: usize,
        depth: usize,
    ) -> Result<(), S::Error> {
        check_depth(depth, self.style.depth_max)?;
        self.source.written(self.out.len())?;
        match view {
            View::Absent | View::Null => self.out.push_str("null"),
            View::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            View::Number(value) => self.out.push_str(&number(*value, self.style.for_1_1)),
            View::Integer(text) | View::Date(text) => self.out.push_str(text),
            View::Bytes(bytes) => {
                self.out.push_str("!!binary ");
                let text = STANDARD.encode(bytes);
                self.out
                    .push_str(if text.is_empty() { "\"\"" } else { &text });
            }
            View::String(text) => self.string(text, column),
            View::Array(items) => self.array(items, column, depth)?,
            View::Object(members) => self.object(members, column, depth)?,
        }
        Ok(())
    }

    fn array(&mut self, items: &[S::Value], column: usize, depth: usize) -> Result<(), S::Error> {
        if items.is_empty() {
            self.out.push_str("[]");
        }
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.line(column);
            }
            self.out.push_str(DASH);
            let view = self.source.view(item)?;
            // What begins in the line of the dash is in line with what follows it.
            self.value(&view, column + DASH.len(), depth + 1)?;
        }
        Ok(())
    }

    fn object(
        &mut self,
        members: &[(Cow<'_, str>, S::Value)],
        column: usize,
        depth: usize,
    ) -> Result<(), S::Error> {
        let start = self.out.len();
        for (name, value) in members {
            let view = self.source.view(value)?;
            if matches!(view, View::Absent) {
                continue;
            }
            if self.out.len() > start {
                self.line(column);
            }
            let key = key(name, self.style);
            if key.len() > KEY_CHARS_MAX {
                self.out.push_str("? ");
                self.out.push_str(&key);
                self.line(column);
            } else {
                self.out.push_str(&key);
            }
            self.out.push(':');
            let inner = match view {
                View::Array(_) if !self.style.indent_lists => column,
                _ => column + self.style.indent,
            };
            if is_block(&view) && !self.is_left_out(&view)? {
                self.line(inner);
            } else {
                self.out.push(' ');
            }
            self.value(&view, inner, depth + 1)?;
        }
        if self.out.len() == start {
            self.out.push_str("{}");
        }
        Ok(())
    }

    /// Whether an object has members, of which all are left out.
    fn is_left_out(&mut self, view: &View<'_, S::Value>) -> Result<bool, S::Error> {
        let View::Object(members) = view else {
            return Ok(false);
        };
        for (_, value) in members {
            if !matches!(self.source.view(value)?, View::Absent) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn string(&mut self, text: &str, column: usize) {
        if !text.contains('\n') || !is_literal(text) {
            return push_string(&mut self.out, text, self.style);
        }
        self.out.push('|');
        let kept = text.trim_end_matches('\n');
        match text.len() - kept.len() {
            0 => self.out.push('-'),
            1 => {}
            _ => self.out.push('+'),
        }
        // A text that is a whole document is indented too.
        let column = column.max(self.style.indent);
        for line in kept.split('\n') {
            if line.is_empty() {
                self.out.push('\n');
            } else {
                self.line(column);
                self.out.push_str(line);
            }
        }
        // The end of the last line is written by what follows.
        self.out.extend(std::iter::repeat_n(
            '\n',
            (text.len() - kept.len()).saturating_sub(1),
        ));
    }

    fn line(&mut self, column: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', column));
    }
}

/// Whether a text of several lines can be written line by line.
fn is_literal(text: &str) -> bool {
    !text.starts_with([' ', '\t', '\n'])
        && text
            .chars()
            .all(|c| c == '\n' || c == '\t' || is_printable(c))
}

fn push_string(out: &mut String, text: &str, style: &Style) {
    if is_plain(text, style) {
        out.push_str(text);
    } else {
        push_enclosed(out, text, style);
    }
}

fn push_enclosed(out: &mut String, text: &str, style: &Style) {
    if style.quotes == Quotes::Single && text.chars().all(is_printable) {
        out.push('\'');
        out.push_str(&text.replace('\'', "''"));
        out.push('\'');
    } else {
        push_quoted(out, text);
    }
}

fn push_quoted(out: &mut String, text: &str) {
    quoted::push(out, text, |c| match u32::from(c) {
        _ if is_printable(c) => None,
        code @ 0..=0xff => Some(format!("\\x{code:02x}")),
        code @ 0..=0xffff => Some(format!("\\u{code:04x}")),
        _ => None,
    });
}

/// Whether a character may be written as it is, also for readers of YAML 1.1.
fn is_printable(c: char) -> bool {
    !c.is_control()
        && !matches!(
            c,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
}

/// Whether a string needs no quotes.
fn is_plain(text: &str, style: &Style) -> bool {
    let mut characters = text.chars();
    let Some(first) = characters.next() else {
        return false;
    };
    let is_beginning = match first {
        // As in `-x` and `--name`.
        '-' if style.for_1_1 => {
            let rest = text[1..].strip_prefix('-').unwrap_or(&text[1..]);
            rest.starts_with(|c: char| c.is_ascii_alphabetic())
        }
        '-' | '?' | ':' => characters
            .next()
            .is_some_and(|c| !style.for_1_1 && c != ' '),
        '=' => !style.for_1_1,
        ',' | '[' | ']' | '{' | '}' | '#' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%'
        | '@' | '`' | ' ' => false,
        _ => true,
    };
    is_beginning
        && !text.ends_with([' ', ':'])
        && text.chars().all(is_printable)
        && !text.contains(": ")
        && !text.contains(" #")
        && text != "<<"
        && resolved(text, &MOST) == Scalar::Text
        && !text.starts_with("---")
        && !(text.starts_with("...") && text.len() == 3)
        && !(style.for_1_1 && (looks_like_a_number(text) || is_word_of_1_1(text)))
}

/// Whether a text begins as a number or a date does, and has no other letters: `1_000`, `12:30`,
/// `0b1`, `2024-1-2` are something else than strings for some readers.
fn looks_like_a_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned.chars().all(|c| {
            c.is_ascii_hexdigit()
                || matches!(
                    c,
                    '.' | '_'
                        | '+'
                        | '-'
                        | ':'
                        | ' '
                        | 'x'
                        | 'o'
                        | 'T'
                        | 't'
                        | 'Z'
                        | 'z'
                        | 'i'
                        | 'n'
                        | 'I'
                        | 'N'
                )
        })
}

fn is_word_of_1_1(text: &str) -> bool {
    text.len() <= 5
        && [
            "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~",
        ]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word))
}

/// A number. Readers of YAML 1.1 want a dot in front of an exponent.
fn number(value: f64, for_1_1: bool) -> String {
    if value.is_nan() {
        return ".nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    if value == 0.0 && value.is_sign_negative() {
        return "-0".to_owned();
    }
    let text = printed(value);
    match text.split_once('e') {
        Some((mantissa, exponent)) if for_1_1 && !mantissa.contains('.') => {
            format!("{mantissa}.0e{exponent}")
        }
        _ => text,
    }
}
