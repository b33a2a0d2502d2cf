//! Finding values in a document by a path.
//!
//! A path that can name several nodes follows RFC 9535, but for its beginning: up to the first step
//! with several nodes, a step into a scalar or `null` is an error.
//!
//! Invariant: a query visits at most [`QUERY_STEPS_MAX`] values, and asks on the way whether to stop.

mod filter;

use std::collections::HashMap;
use std::fmt;

use super::path::{Selector, access, display, element, not_understood};
use super::{Json, JsonString, Path, PathError, QUERY_STEPS_MAX, Step};
use crate::budget::{charge, scratch};
use crate::search::{self, Matcher};
use crate::stop::{Pace, Stopped};

/// Values that a query visits between two checks whether to stop: about a millisecond.
const VALUES_BETWEEN_LOOKS: u32 = 1 << 10;

/// What a query finds.
///
/// The list is exhaustive on purpose: there is nothing between one node and several.
#[derive(Debug)]
pub enum Answer<'a> {
    /// There is nothing at the path.
    Nothing,
    /// The value at the path.
    One(Found<'a>),
    /// The values of a path that can name several nodes.
    Several(Vec<Found<'a>>),
}

/// A value that a query finds.
///
/// The list is exhaustive on purpose: whoever leaves one out loses values.
#[derive(Debug, Clone, Copy)]
pub enum Found<'a> {
    /// A value of the document.
    Value(&'a Json),
    /// The length of an array.
    Length(usize),
}

impl<'a> Found<'a> {
    fn value(self) -> Option<&'a Json> {
        match self {
            Self::Value(value) => Some(value),
            Self::Length(_) => None,
        }
    }

    fn describe(self) -> &'static str {
        match self {
            Self::Value(value) => value.describe(),
            Self::Length(_) => "a number",
        }
    }
}

/// An answer, and what is worth telling about it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Queried<'a> {
    /// What was found.
    pub answer: Answer<'a>,
    /// Why it is probably not what was meant.
    pub note: Option<String>,
}

/// Finds the values at a path.
///
/// What is missing answers [`Answer::Nothing`], or is left out of several. The length of an array is
/// its `length`.
///
/// # Errors
/// The path is malformed, or leads into a scalar; the work is too much, or has to stop.
pub fn query<'a>(document: &'a Json, path: &str) -> Result<Queried<'a>, QueryError> {
    let path = Path::parse(path).map_err(|error| QueryError::new(QueryErrorKind::Path, error))?;
    let other = |step: &&Step| matches!(step, Step::Other(_));
    if let Some(step) = path.steps().iter().find(other) {
        let error = PathError::new(path.text(), not_understood(step));
        return Err(QueryError::new(QueryErrorKind::Path, error));
    }
    let steps = path.steps();
    let single = steps.iter().position(Step::is_several);
    let (front, rest) = steps.split_at(single.unwrap_or(steps.len()));
    let found = walk(document, front)?;
    let Some(first) = rest.first() else {
        return Ok(Queried {
            note: found
                .is_none()
                .then(|| dotted_note(document, &path))
                .flatten(),
            answer: found.map_or(Answer::Nothing, Answer::One),
        });
    };
    let Some(found) = found else {
        return Ok(Queried {
            answer: Answer::Several(Vec::new()),
            note: dotted_note(document, &path),
        });
    };
    let is_container = matches!(found, Found::Value(Json::Array(_) | Json::Object(_)));
    let (at, what) = (display(front), found.describe());
    if *first == Step::Every && !is_container {
        let text = format!("JSON query expected an array at [*]: {at} is {what}");
        return Err(QueryError::new(QueryErrorKind::Value, text));
    }
    let note = || format!("{first} finds nothing in {at}, which is {what}");
    let mut search = Search::new(document);
    let _lists = scratch();
    let answer = search.follow(vec![found], rest)?;
    Ok(Queried {
        note: (!is_container && answer.is_empty()).then(note),
        answer: Answer::Several(answer),
    })
}

/// A note that a key with dots is there, where names that are separated by dots lead to nothing.
fn dotted_note(document: &Json, path: &Path) -> Option<String> {
    let mut current = Some(document);
    for from in 0..path.steps().len() {
        let value = current?;
        if let Json::Object(object) = value {
            let found = path
                .dotted_keys(from)
                .find(|(_, key)| object.get(key).is_some());
            if let Some((to, key)) = found {
                let (one, _) = path.spellings(from, to, &key);
                return Some(format!(
                    "{} is missing, and there is a key {:?}: write {one}",
                    display(path.steps()),
                    key.to_text()
                ));
            }
        }
        current = step_into(value, &path.steps()[from])
            .flatten()
            .and_then(Found::value);
    }
    None
}

/// Follows steps that name one node each.
fn walk<'a>(document: &'a Json, steps: &[Step]) -> Result<Option<Found<'a>>, QueryError> {
    let mut current = Found::Value(document);
    for (nth, step) in steps.iter().enumerate() {
        let next = current.value().and_then(|value| step_into(value, step));
        let Some(next) = next else {
            let (parent, found) = (display(&steps[..nth]), current.describe());
            let expected = access(step);
            let text = format!("JSON query expected {expected}: {parent} is {found}");
            return Err(QueryError::new(QueryErrorKind::Value, text));
        };
        match next {
            Some(found) => current = found,
            None => return Ok(None),
        }
    }
    Ok(Some(current))
}

/// What a step that names one node finds in a value, if it can be made there at all.
fn step_into<'a>(value: &'a Json, step: &Step) -> Option<Option<Found<'a>>> {
    match (step, value) {
        (Step::Name(name), Json::Object(object)) => Some(object.get(name).map(Found::Value)),
        (Step::Name(name), Json::Array(items)) if name.array_index().is_none() => {
            let is_length = name.as_str() == Some("length");
            Some(is_length.then_some(Found::Length(items.len())))
        }
        (Step::Name(_) | Step::Index(_) | Step::FromEnd(_), Json::Array(items)) => {
            let item = element(step, items.len()).and_then(|at| items.get(at));
            Some(item.map(Found::Value))
        }
        _ => None,
    }
}

/// A search for several values.
struct Search<'a> {
    document: &'a Json,
    /// Values that may still be visited.
    left: usize,
    pace: Pace,
    /// What matching may still cost.
    matching: search::Budget,
    /// Compiled patterns; none for what is no expression.
    patterns: HashMap<(bool, JsonString), Option<Matcher>>,
}

impl<'a> Search<'a> {
    fn new(document: &'a Json) -> Self {
        Self {
            document,
            left: QUERY_STEPS_MAX,
            pace: Pace::every(VALUES_BETWEEN_LOOKS),
            matching: search::Budget {
                matches: u64::MAX,
                ..search::Budget::default()
            },
            patterns: HashMap::new(),
        }
    }

    /// Counts a value that is visited.
    fn visit(&mut self) -> Result<(), QueryError> {
        self.pace.step()?;
        self.spend(1)
    }

    /// Counts so many values as visited.
    fn spend(&mut self, values: usize) -> Result<(), QueryError> {
        self.left = self.left.checked_sub(values).ok_or_else(too_much)?;
        Ok(())
    }

    /// Follows steps from each of some values. What is missing is left out.
    fn follow(
        &mut self,
        from: Vec<Found<'a>>,
        steps: &[Step],
    ) -> Result<Vec<Found<'a>>, QueryError> {
        let mut current = from;
        for step in steps {
            let mut found = Vec::new();
            for place in current {
                let Some(value) = place.value() else {
                    continue;
                };
                self.visit()?;
                match step {
                    Step::Every => self.select(value, &Selector::Every, &mut found)?,
                    Step::Select(selection) => {
                        for selector in &selection.selectors {
                            self.select(value, selector, &mut found)?;
                        }
                    }
                    Step::Descend(selection) => {
                        self.descend(value, &selection.selectors, &mut found)?;
                    }
                    Step::Name(_) | Step::Index(_) | Step::FromEnd(_) | Step::Other(_) => {
                        let next = step_into(value, step).flatten();
                        next.map_or(Ok(()), |next| add(next, &mut found))?;
                    }
                }
            }
            current = found;
        }
        Ok(current)
    }

    /// Selects in a value and in everything below it, in the order of the document.
    fn descend(
        &mut self,
        value: &'a Json,
        selectors: &[Selector],
        found: &mut Vec<Found<'a>>,
    ) -> Result<(), QueryError> {
        let mut rest = vec![value];
        while let Some(value) = rest.pop() {
            self.visit()?;
            for selector in selectors {
                self.select(value, selector, found)?;
            }
            let before = rest.len();
            rest.extend(value.items().into_iter().flatten().map(|(_, inner)| inner));
            rest[before..].reverse();
            charge((rest.len() - before) * size_of::<&Json>()).map_err(Stopped::from)?;
        }
        Ok(())
    }

    /// Selects among the elements or members of a value.
    fn select(
        &mut self,
        value: &'a Json,
        selector: &Selector,
        found: &mut Vec<Found<'a>>,
    ) -> Result<(), QueryError> {
        match (selector, value) {
            (Selector::Name(name), Json::Object(object)) => {
                let member = object.get(name).map(Found::Value);
                member.map_or(Ok(()), |member| add(member, found))
            }
            (Selector::Index(index), Json::Array(items)) => {
                let at = place(*index, items.len());
                let item = usize::try_from(at).ok().and_then(|at| items.get(at));
                item.map_or(Ok(()), |item| add(Found::Value(item), found))
            }
            (Selector::Slice { start, end, step }, Json::Array(items)) => {
                for at in slice(*start, *end, *step, items.len()) {
                    self.visit()?;
                    add(Found::Value(&items[at]), found)?;
                }
                Ok(())
            }
            (Selector::Every, _) => {
                self.each_inside(value, |_, inner| add(Found::Value(inner), found))
            }
            (Selector::Filter(filter), _) => self.each_inside(value, |search, inner| match search
                .holds(filter, inner)?
            {
                true => add(Found::Value(inner), found),
                false => Ok(()),
            }),
            _ => Ok(()),
        }
    }

    /// Calls `each` with the elements or members of a value.
    fn each_inside(
        &mut self,
        value: &'a Json,
        mut each: impl FnMut(&mut Self, &'a Json) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let mut items = value.items().into_iter().flatten();
        items.try_for_each(|(_, inner)| {
            self.visit()?;
            each(self, inner)
        })
    }
}

/// Adds a value to a list, whose memory is charged.
fn add<'a>(value: Found<'a>, found: &mut Vec<Found<'a>>) -> Result<(), QueryError> {
    charge(2 * size_of::<Found<'_>>()).map_err(Stopped::from)?;
    found.push(value);
    Ok(())
}

/// The position of an index that may count from the end.
fn place(index: i64, len: usize) -> i64 {
    let len = i64::try_from(len).unwrap_or(i64::MAX);
    index.saturating_add(if index < 0 { len } else { 0 })
}

/// The positions of a slice, as RFC 9535 says.
fn slice(start: Option<i64>, end: Option<i64>, step: i64, len: usize) -> Vec<usize> {
    let length = i64::try_from(len).unwrap_or(i64::MAX);
    // The first position in the direction of the step, and the one behind the last.
    let (first, behind) = if step >= 0 {
        (0, length)
    } else {
        (length - 1, -1)
    };
    let bound = |index: Option<i64>, or: i64| {
        let index = index.map_or(or, |index| place(index, len));
        index.clamp(first.min(behind), first.max(behind))
    };
    let (mut at, end) = (bound(start, first), bound(end, behind));
    let mut places = Vec::new();
    while step > 0 && at < end || step < 0 && at > end {
        places.extend(usize::try_from(at));
        at = at.saturating_add(step);
    }
    places
}

/// A query that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
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
    /// The path leads into a value that has no such members.
    Value,
    /// The query is past a limit of this module.
    TooLarge,
    /// The work had to [stop](crate::stop).
    Stopped,
}

fn too_much() -> QueryError {
    let text = format!(
        "the query visits more than {QUERY_STEPS_MAX} values; read the document and search it in the program"
    );
    QueryError::new(QueryErrorKind::TooLarge, text)
}

impl From<Stopped> for QueryError {
    fn from(stopped: Stopped) -> Self {
        Self::new(QueryErrorKind::Stopped, stopped)
    }
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
