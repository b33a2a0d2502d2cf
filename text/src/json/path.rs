//! Paths into a document.
//!
//! ```text
//! path := "$"? ( "."* name | "[" index "]" | "[" quoted "]" )*
//! ```
//!
//! `a.b[0]`, `.a.b`, `$.a["key with . or ]"][-1]`; a name runs to the next `.`, `[` or `]`.
//! `$`, `.` and the empty path are the document itself. A path that begins with `/` is a JSON
//! pointer (RFC 6901).
//!
//! A query also has what JSONPath (RFC 9535) has beyond that: `[*]`, `..`, slices, filters, and several
//! selectors in one pair of brackets. Of jq nothing else is understood, and it is refused.

mod brackets;
mod parse;
mod piece;
mod selector;

use std::fmt;

use super::JsonString;
use crate::lines::cut;

pub(super) use piece::not_understood;
pub use selector::Selection;
pub(super) use selector::{Comparable, Filter, Operator, Query, Selector};

/// Names of a path that are tried as one key with dots.
const DOTTED_NAMES_MAX: usize = 8;

/// Characters of a path that an error repeats.
const QUOTED_CHARS_MAX: usize = 200;

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
    /// Brackets with a slice, a filter, or several selectors.
    Select(Selection),
    /// `..`: what is selected in a value and in everything below it.
    Descend(Selection),
    /// Brackets that hold nothing that is known, such as `[1.5]`.
    Other(String),
}

impl Step {
    /// Whether it can name several nodes.
    pub(super) fn is_several(&self) -> bool {
        match self {
            Self::Every | Self::Descend(_) => true,
            Self::Select(selection) => !selection.is_single(),
            Self::Name(_) | Self::Index(_) | Self::FromEnd(_) | Self::Other(_) => false,
        }
    }
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
            Self::Select(selection) => write!(f, "{selection}"),
            Self::Descend(selection) => write!(f, "..{selection}"),
            Self::Other(text) => write!(f, "[{text}]"),
        }
    }
}

/// A parsed path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    text: String,
    steps: Vec<Step>,
    /// Of each step, whether it is a name without quotes.
    is_plain: Vec<bool>,
}

impl Path {
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

    /// Keys with dots that a path without quotes may mean: for names that follow each other, from which
    /// step to which, and the key.
    pub(super) fn dotted_keys(
        &self,
        from: usize,
    ) -> impl Iterator<Item = (usize, JsonString)> + '_ {
        let names = self.steps[from..].iter().zip(&self.is_plain[from..]);
        let mut key = String::new();
        names
            .map_while(|(step, is_plain)| match step {
                Step::Name(name) if *is_plain => Some(name),
                _ => None,
            })
            .take(DOTTED_NAMES_MAX)
            .enumerate()
            .filter_map(move |(nth, name)| {
                if nth > 0 {
                    key.push('.');
                }
                key.push_str(&name.to_text());
                (nth > 0).then(|| (from + nth + 1, JsonString::from(key.as_str())))
            })
    }

    /// How to write a path whose steps between two nodes are one key, and one in which they are not.
    pub(super) fn spellings(&self, from: usize, to: usize, key: &JsonString) -> (String, String) {
        let quoted = |name: &JsonString| format!("[{:?}]", name.to_text());
        let show = |steps: &[Step]| steps.iter().map(Step::to_string).collect::<String>();
        let (front, back) = (show(&self.steps[..from]), show(&self.steps[to..]));
        let names: String = self.steps[from..to]
            .iter()
            .map(|step| match step {
                Step::Name(name) => quoted(name),
                step => step.to_string(),
            })
            .collect();
        (
            format!("{front}{}{back}", quoted(key)),
            format!("{front}{names}{back}"),
        )
    }

    /// Whether the path names the document by `$`, not by being empty.
    pub(super) fn is_explicit_root(&self) -> bool {
        self.steps.is_empty() && self.text.trim_start().starts_with('$')
    }
}

/// The position of the element that a step means in an array of this length; may be past it.
pub(super) fn element(step: &Step, len: usize) -> Option<usize> {
    match step {
        Step::Index(index) => Some(*index),
        Step::FromEnd(back) => len.checked_sub(*back),
        Step::Name(name) => name.array_index().and_then(|i| usize::try_from(i).ok()),
        Step::Every | Step::Select(_) | Step::Descend(_) | Step::Other(_) => None,
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
    let path: String = steps.iter().map(Step::to_string).collect();
    cut(&path, QUOTED_CHARS_MAX)
}

/// A path that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Invalid JSON path: {path} ({problem})")]
pub struct PathError {
    path: String,
    problem: String,
}

impl PathError {
    pub(super) fn new(path: &str, problem: String) -> Self {
        Self {
            path: cut(path, QUOTED_CHARS_MAX),
            problem,
        }
    }
}
