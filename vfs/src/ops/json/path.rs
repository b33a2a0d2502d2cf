//! Paths into a document.
//!
//! ```text
//! path := "$"? ( "."* name | "[" index "]" | "[" quoted "]" )*
//! ```
//!
//! `a.b[0]`, `.a.b`, `$.a["key with . or ]"][-1]`; a name runs to the next `.`, `[` or `]`.
//! `$`, `.` and the empty path are the document itself. A path that begins with `/` is a JSON
//! pointer (RFC 6901). In a query `[*]` is every element, or every member; no other part of
//! JSONPath or jq is understood, and is refused.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use super::large::{copy, free};
use super::{Json, JsonString, PATH_BYTES_MAX, STEPS_MAX};
use crate::ops::stop::{Pace, Stopped};

/// Characters of a path that an error repeats.
const QUOTED_CHARS_MAX: usize = 200;

/// Members that a query visits between two checks whether to stop: about a millisecond.
const MEMBERS_BETWEEN_LOOKS: u32 = 1 << 10;

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// A property, or the element of an array with that number.
    Name(JsonString),
    /// An element, counted from 0.
    Index(usize),
    /// An element, counted from the end: 1 is the last.
    FromEnd(usize),
    /// `[*]`: every element or member.
    Every,
    /// Brackets that hold neither an index nor a quoted key, such as `[?(@.a)]`: no array has
    /// such an element.
    Other(String),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => {
                let name = name.to_text();
                if name.is_empty() || name.contains(['.', '[', ']', '"', ' ']) {
                    let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
                    write!(f, "[\"{quoted}\"]")
                } else {
                    write!(f, ".{name}")
                }
            }
            Self::Index(index) => write!(f, "[{index}]"),
            Self::FromEnd(index) => write!(f, "[-{index}]"),
            Self::Every => f.write_str("[*]"),
            Self::Other(text) => write!(f, "[{text}]"),
        }
    }
}

/// A parsed path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    text: String,
    steps: Vec<Step>,
}

impl Path {
    /// Parses a path; white space around it does not count.
    ///
    /// # Errors
    /// A bracket or quote without its counterpart, an empty bracket, or a path past a limit.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        if text.len() > PATH_BYTES_MAX {
            let problem = format!("it has more than {PATH_BYTES_MAX} bytes");
            return Err(PathError::new(text, problem));
        }
        let mut rest = text.trim();
        if rest.starts_with('/') {
            return Self::pointer(text, rest);
        }
        if let Some(after) = rest.strip_prefix('$')
            && (after.is_empty() || after.starts_with(['.', '[']))
        {
            rest = after;
        }
        let mut steps = Vec::new();
        loop {
            if rest.starts_with("..") {
                let problem = "'..' is not understood; write every step, such as a.b.c".to_owned();
                return Err(PathError::new(text, problem));
            }
            rest = rest.strip_prefix('.').unwrap_or(rest);
            let Some(first) = rest.chars().next() else {
                break;
            };
            if steps.len() == STEPS_MAX {
                let problem = format!("it has more than {STEPS_MAX} steps");
                return Err(PathError::new(text, problem));
            }
            let step;
            (step, rest) = match first {
                '[' => bracket(&rest[1..]).map_err(|problem| PathError::new(text, problem))?,
                ']' => {
                    let problem = "the ']' closes nothing; write a key that holds it as [\"…\"]";
                    return Err(PathError::new(text, problem.to_owned()));
                }
                _ => {
                    let end = rest.find(['.', '[', ']']).unwrap_or(rest.len());
                    let name = &rest[..end];
                    if name.contains(" | ") || name.starts_with('|') || name.ends_with(" |") {
                        let problem = "the '|' of jq is not understood; query the value, and go on with it in the \
                                       program; a key that holds it is [\"…\"]";
                        return Err(PathError::new(text, problem.to_owned()));
                    }
                    if name == "*" {
                        (Step::Every, &rest[end..])
                    } else {
                        (Step::Name(name.into()), &rest[end..])
                    }
                }
            };
            steps.push(step);
        }
        Ok(Self {
            text: text.to_owned(),
            steps,
        })
    }

    /// Reads a JSON pointer.
    fn pointer(text: &str, pointer: &str) -> Result<Self, PathError> {
        let steps: Vec<Step> = pointer[1..]
            .split('/')
            .map(|name| Step::Name(name.replace("~1", "/").replace("~0", "~").as_str().into()))
            .collect();
        if steps.len() > STEPS_MAX {
            let problem = format!("it has more than {STEPS_MAX} steps");
            return Err(PathError::new(text, problem));
        }
        Ok(Self {
            text: text.to_owned(),
            steps,
        })
    }

    /// The path as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The steps; none for the document itself.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether the path names the document by `$`, not by being empty.
    pub(super) fn is_explicit_root(&self) -> bool {
        self.steps.is_empty() && self.text.trim_start().starts_with('$')
    }
}

/// Reads what follows a `[`, and gives back the text after the `]`.
fn bracket(rest: &str) -> Result<(Step, &str), String> {
    let inside = rest.trim_start();
    if let Some(quote @ ('"' | '\'')) = inside.chars().next() {
        let (key, after) = quoted(&inside[1..], quote)?;
        let Some(after) = after.trim_start().strip_prefix(']') else {
            return Err("expected ']' after the quoted key".to_owned());
        };
        return Ok((Step::Name(key), after));
    }
    let Some((content, after)) = rest.split_once(']') else {
        return Err("the '[' is not closed".to_owned());
    };
    let content = content.trim();
    let digits = content.strip_prefix('-').unwrap_or(content);
    if content.is_empty() {
        return Err(
            "the brackets are empty; write an index such as [0], or a key as [\"key\"]".to_owned(),
        );
    }
    let number: Option<usize> = if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        Some(digits.parse().unwrap_or(usize::MAX))
    } else {
        None
    };
    let step = match number {
        None if content == "*" => Step::Every,
        None => Step::Other(content.to_owned()),
        Some(number) if digits.len() == content.len() || number == 0 => Step::Index(number),
        Some(number) => Step::FromEnd(number),
    };
    Ok((step, after))
}

/// Reads a key up to its closing quote, and gives back the text after that.
fn quoted(text: &str, quote: char) -> Result<(JsonString, &str), String> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c == quote {
            return Ok((JsonString::from_utf16(&units), rest));
        }
        let mut literal = c;
        if c == '\\' {
            let Some(escaped) = rest.chars().next() else {
                break;
            };
            rest = &rest[escaped.len_utf8()..];
            literal = match escaped {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' => {
                    let Some(unit) = rest.get(..4).and_then(hex_unit) else {
                        return Err("expected 4 hex digits after \\u".to_owned());
                    };
                    rest = &rest[4..];
                    units.push(unit);
                    continue;
                }
                other => other,
            };
        }
        units.extend_from_slice(literal.encode_utf16(&mut [0; 2]));
    }
    Err(format!("the {quote} is not closed"))
}

fn hex_unit(digits: &str) -> Option<u16> {
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
}

/// Finds the value at a path.
///
/// A last step that is not there answers `None`. The length of an array is its `length`.
///
/// # Errors
/// The path is malformed, or leads through a value that is missing or has no members.
pub fn query<'a>(document: &'a Json, path: &str) -> Result<Option<Cow<'a, Json>>, QueryError> {
    let path = Path::parse(path).map_err(|error| QueryError::new(QueryErrorKind::Path, error))?;
    if let Some(step @ Step::Other(_)) = path
        .steps
        .iter()
        .find(|step| matches!(step, Step::Other(_)))
    {
        let problem = format!(
            "{step} is not understood; write an index such as [0], every element as [*], or a key as [\"key\"]"
        );
        let error = PathError::new(&path.text, problem);
        return Err(QueryError::new(QueryErrorKind::Path, error));
    }
    match path.steps.iter().position(|step| *step == Step::Every) {
        None => walk(document, &path.steps),
        Some(_) => {
            let mut found = Found {
                values: Vec::new(),
                pace: Pace::every(MEMBERS_BETWEEN_LOOKS),
            };
            found.every(document, &path.steps, 0)?;
            Ok(Some(Cow::Owned(Json::Array(std::mem::take(
                &mut found.values,
            )))))
        }
    }
}

/// What a path with `[*]` leads to; freed as a [`Document`](super::Document) is.
struct Found {
    values: Vec<Json>,
    pace: Pace,
}

impl Drop for Found {
    fn drop(&mut self) {
        free(Json::Array(std::mem::take(&mut self.values)));
    }
}

impl Found {
    /// Collects. What is missing below one of several is skipped.
    fn every(&mut self, document: &Json, steps: &[Step], from: usize) -> Result<(), QueryError> {
        self.pace.step().map_err(stopped)?;
        let wild = steps[from..].iter().position(|step| *step == Step::Every);
        let Some(len) = wild else {
            return match walk(document, &steps[from..]) {
                Ok(Some(value)) => {
                    self.values.push(copy(&value).map_err(stopped)?);
                    Ok(())
                }
                Ok(None) => Ok(()),
                // Elements may be of several kinds.
                Err(_) if from > 0 => Ok(()),
                Err(error) => Err(error),
            };
        };
        let place = match walk(document, &steps[from..from + len]) {
            Ok(place) => place,
            Err(_) if from > 0 => return Ok(()),
            Err(error) => return Err(error),
        };
        let next = from + len + 1;
        match place.as_deref() {
            Some(Json::Array(items)) => items
                .iter()
                .try_for_each(|item| self.every(item, steps, next)),
            Some(Json::Object(object)) => object
                .iter()
                .try_for_each(|(_, item)| self.every(item, steps, next)),
            other if from == 0 => {
                let at = display(&steps[..len]);
                let what = other.map_or("missing", Json::describe);
                let text = format!("JSON query expected an array at [*]: {at} is {what}");
                Err(QueryError::new(QueryErrorKind::Value, text))
            }
            _ => Ok(()),
        }
    }
}

fn stopped(stopped: Stopped) -> QueryError {
    QueryError::new(QueryErrorKind::Stopped, stopped)
}

/// Follows steps without `[*]`.
fn walk<'a>(document: &'a Json, steps: &[Step]) -> Result<Option<Cow<'a, Json>>, QueryError> {
    let mut current = Some(Cow::Borrowed(document));
    for (nth, step) in steps.iter().enumerate() {
        // Only the length of an array is owned, and a number has no members.
        let value = match &current {
            Some(Cow::Borrowed(value)) => Some(*value),
            Some(Cow::Owned(_)) | None => None,
        };
        current = match (step, value) {
            (Step::Name(name), Some(Json::Object(object))) => object.get(name).map(Cow::Borrowed),
            (Step::Name(name), Some(Json::Array(items))) => match name.array_index() {
                Some(_) => element(step, items.len())
                    .and_then(|i| items.get(i))
                    .map(Cow::Borrowed),
                None if name.as_str() == Some("length") => {
                    let length = items.len() as f64;
                    Some(Cow::Owned(length.into()))
                }
                None => None,
            },
            (Step::Index(_) | Step::FromEnd(_), Some(Json::Array(items))) => {
                element(step, items.len())
                    .and_then(|i| items.get(i))
                    .map(Cow::Borrowed)
            }
            _ => {
                let found = current.as_deref().map_or("missing", Json::describe);
                let parent = display(&steps[..nth]);
                let expected = access(step);
                let text = format!("JSON query expected {expected}: {parent} is {found}");
                return Err(QueryError::new(QueryErrorKind::Value, text));
            }
        };
    }
    Ok(current)
}

/// The place of the element that a step means in an array of this length; may be past it.
pub(super) fn element(step: &Step, len: usize) -> Option<usize> {
    match step {
        Step::Index(index) => Some(*index),
        Step::FromEnd(back) => len.checked_sub(*back),
        Step::Name(name) => name.array_index().and_then(|i| usize::try_from(i).ok()),
        Step::Every | Step::Other(_) => None,
    }
}

/// What a step needs, in the words of an error.
pub(super) fn access(step: &Step) -> String {
    match step {
        Step::Name(name) => format!("object access at \"{}\"", name.to_text()),
        step => format!("array access at {step}"),
    }
}

/// The steps as a path, or "the document".
pub(super) fn display(steps: &[Step]) -> String {
    if steps.is_empty() {
        return "the document".to_owned();
    }
    cut(&steps.iter().map(Step::to_string).collect::<String>())
}

fn cut(text: &str) -> String {
    let mut shown: String = text.chars().take(QUOTED_CHARS_MAX).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// A path that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathError {
    path: String,
    problem: String,
}

impl PathError {
    fn new(path: &str, problem: String) -> Self {
        Self {
            path: cut(path),
            problem,
        }
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, problem } = self;
        write!(f, "Invalid JSON path: {path} ({problem})")
    }
}

impl Error for PathError {}

/// A query that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    kind: QueryErrorKind,
    text: String,
}

/// Why a query failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryErrorKind {
    /// The path is malformed.
    Path,
    /// The path leads through a value that is missing or has no such members.
    Value,
    /// The work had to [stop](crate::ops::stop).
    Stopped,
}

impl QueryError {
    fn new(kind: QueryErrorKind, text: impl fmt::Display) -> Self {
        let text = text.to_string();
        Self { kind, text }
    }

    /// What went wrong, for branching.
    #[must_use]
    pub fn kind(&self) -> QueryErrorKind {
        self.kind
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for QueryError {}
