//! What is in the brackets of JSONPath (RFC 9535): slices, filters, several selectors.

use std::fmt;

use super::Step;
use crate::json::{Json, JsonString};

/// Selectors in brackets, and how they are written.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    pub(in crate::json) selectors: Vec<Selector>,
    pub(super) text: String,
}

// A number of a filter is never NaN.
impl Eq for Selection {}

impl Selection {
    pub(super) fn of(selector: Selector) -> Self {
        let text = match &selector {
            Selector::Name(name) => Step::Name(name.clone()).to_string(),
            Selector::Index(index) => format!("[{index}]"),
            _ => "*".to_owned(),
        };
        Self {
            text: text.strip_prefix('.').unwrap_or(&text).to_owned(),
            selectors: vec![selector],
        }
    }

    /// Whether it names one node.
    pub(super) fn is_single(&self) -> bool {
        matches!(
            self.selectors.as_slice(),
            [Selector::Name(_) | Selector::Index(_)]
        )
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::json) enum Selector {
    Name(JsonString),
    Index(i64),
    Every,
    Slice {
        start: Option<i64>,
        end: Option<i64>,
        step: i64,
    },
    Filter(Filter),
}

/// A condition on an element or member, which is `@`.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::json) enum Filter {
    Any(Vec<Self>),
    All(Vec<Self>),
    Not(Box<Self>),
    Exists(Query),
    Compare(Comparable, Operator, Comparable),
    /// `match` and `search`: whether all of the text has to match.
    Matches {
        is_whole: bool,
        text: Comparable,
        pattern: Comparable,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::json) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// What has one value, or none.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::json) enum Comparable {
    Literal(Json),
    /// A query that names at most one node.
    Query(Query),
    Length(Box<Self>),
    Count(Query),
    Value(Query),
}

/// A path from the element or from the document.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::json) struct Query {
    pub(in crate::json) is_from_root: bool,
    pub(in crate::json) steps: Vec<Step>,
}

impl Query {
    pub(super) fn is_single(&self) -> bool {
        !self.steps.iter().any(Step::is_several)
    }
}
