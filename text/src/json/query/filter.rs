//! Whether a filter of JSONPath holds.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::{Found, QueryError, QueryErrorKind, Search};
use crate::json::path::{Comparable, Filter, Operator, Query};
use crate::json::{Json, JsonString, equal};
use crate::search::{Matcher, Options, Scope, SearchErrorKind};

/// Compiled patterns that a query keeps.
const PATTERNS_MAX: usize = 100;

impl<'a> Search<'a> {
    /// Whether a filter holds for a value. Calls itself once per level of the filter.
    pub(super) fn holds(&mut self, filter: &Filter, value: &'a Json) -> Result<bool, QueryError> {
        match filter {
            Filter::Any(filters) | Filter::All(filters) => {
                // The first filter with this answer decides.
                let decisive = matches!(filter, Filter::Any(_));
                for filter in filters {
                    if self.holds(filter, value)? == decisive {
                        return Ok(decisive);
                    }
                }
                Ok(!decisive)
            }
            Filter::Not(filter) => Ok(!self.holds(filter, value)?),
            Filter::Exists(query) => Ok(!self.nodes(query, value)?.is_empty()),
            Filter::Compare(left, operator, right) => {
                let left = self.value_of(left, value)?;
                let right = self.value_of(right, value)?;
                self.compare(left.as_deref(), *operator, right.as_deref())
            }
            Filter::Matches {
                is_whole,
                text,
                pattern,
            } => {
                let text = self.value_of(text, value)?;
                let pattern = self.value_of(pattern, value)?;
                match (text.as_deref(), pattern.as_deref()) {
                    (Some(Json::String(text)), Some(Json::String(pattern))) => {
                        self.matches(text, pattern, *is_whole)
                    }
                    _ => Ok(false),
                }
            }
        }
    }

    fn nodes(&mut self, query: &Query, value: &'a Json) -> Result<Vec<Found<'a>>, QueryError> {
        let start = if query.is_from_root {
            self.document
        } else {
            value
        };
        self.follow(vec![Found::Value(start)], &query.steps)
    }

    /// The value of an operand, if it has one.
    fn value_of<'f>(
        &mut self,
        operand: &'f Comparable,
        value: &'a Json,
    ) -> Result<Option<Cow<'f, Json>>, QueryError>
    where
        'a: 'f,
    {
        let number = |count: usize| Some(Cow::Owned(Json::from(count as f64)));
        Ok(match operand {
            Comparable::Literal(literal) => Some(Cow::Borrowed(literal)),
            Comparable::Query(query) | Comparable::Value(query) => {
                match self.nodes(query, value)?.as_slice() {
                    [Found::Value(value)] => Some(Cow::Borrowed(*value)),
                    [Found::Length(length)] => number(*length),
                    _ => None,
                }
            }
            Comparable::Count(query) => number(self.nodes(query, value)?.len()),
            Comparable::Length(operand) => match self.value_of(operand, value)?.as_deref() {
                Some(Json::String(text)) => number(char::decode_utf16(text.to_utf16()).count()),
                Some(Json::Array(items)) => number(items.len()),
                Some(Json::Object(object)) => number(object.len()),
                _ => None,
            },
        })
    }

    fn compare(
        &mut self,
        left: Option<&Json>,
        operator: Operator,
        right: Option<&Json>,
    ) -> Result<bool, QueryError> {
        Ok(match operator {
            Operator::Equal => self.is_equal(left, right)?,
            Operator::NotEqual => !self.is_equal(left, right)?,
            Operator::Less => order(left, right) == Some(Ordering::Less),
            Operator::Greater => order(left, right) == Some(Ordering::Greater),
            Operator::LessOrEqual => {
                order(left, right) == Some(Ordering::Less) || self.is_equal(left, right)?
            }
            Operator::GreaterOrEqual => {
                order(left, right) == Some(Ordering::Greater) || self.is_equal(left, right)?
            }
        })
    }

    fn is_equal(&mut self, left: Option<&Json>, right: Option<&Json>) -> Result<bool, QueryError> {
        match (left, right) {
            (None, None) => Ok(true),
            (Some(left), Some(right)) => {
                // Comparing takes as long as the smaller one is large.
                if let (Json::Array(_) | Json::Object(_), Json::Array(_) | Json::Object(_)) =
                    (left, right)
                {
                    self.spend(crate::json::large::size_and_depth(left)?.0)?;
                }
                Ok(equal(left, right)?)
            }
            _ => Ok(false),
        }
    }

    /// Whether a text matches a pattern. What is no expression matches nothing.
    fn matches(
        &mut self,
        text: &JsonString,
        pattern: &JsonString,
        is_whole: bool,
    ) -> Result<bool, QueryError> {
        let key = (is_whole, pattern.clone());
        if !self.patterns.contains_key(&key) {
            if self.patterns.len() >= PATTERNS_MAX {
                self.patterns.clear();
            }
            let matcher = matcher(&pattern.to_text(), is_whole);
            self.patterns.insert(key.clone(), matcher);
        }
        let Some(Some(matcher)) = self.patterns.get(&key) else {
            return Ok(false);
        };
        let found = matcher.finds(&text.to_text(), &mut self.matching);
        found.map_err(|error| match error.kind() {
            SearchErrorKind::Stopped => crate::stop::Stopped.into(),
            _ => QueryError::new(QueryErrorKind::TooLarge, error),
        })
    }
}

/// How two numbers or two texts compare.
fn order(left: Option<&Json>, right: Option<&Json>) -> Option<Ordering> {
    match (left?, right?) {
        (Json::Number(left), Json::Number(right)) => left.compare(right),
        (Json::String(left), Json::String(right)) => {
            let code_points = |text: &JsonString| -> Vec<u32> {
                char::decode_utf16(text.to_utf16())
                    .map(|it| it.map_or_else(|half| half.unpaired_surrogate().into(), u32::from))
                    .collect()
            };
            Some(code_points(left).cmp(&code_points(right)))
        }
        _ => None,
    }
}

/// The matcher of a pattern, unless it is no expression.
pub(super) fn matcher(pattern: &str, is_whole: bool) -> Option<Matcher> {
    let options = Options {
        regex: true,
        ..Options::default()
    };
    let pattern = with_dots(pattern);
    let pattern = match is_whole {
        true => format!("^(?:{pattern})$"),
        false => format!("(?:{pattern})"),
    };
    Matcher::new(&pattern, &options, Scope::Text).ok()
}

/// The pattern with `.` as RFC 9485 has it: any character but a line feed and a carriage return.
fn with_dots(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let (mut is_escaped, mut is_in_class) = (false, false);
    for c in pattern.chars() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => is_in_class = true,
            ']' => is_in_class = false,
            '.' if !is_in_class => {
                out.push_str("[^\\n\\r]");
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    out
}
