//! Values that may be large: measuring and freeing them check whether to stop.

use std::ops::{Deref, DerefMut};
use std::vec;

use super::value::Items;
use super::{Json, JsonString};
use crate::aside::{self, Nested, VALUES_BETWEEN_LOOKS};
use crate::stop::{Pace, Stopped};

/// A value that is freed with checks whether to stop. When the work has to, what is left of it
/// is freed on another thread, and dropping it ends within about a millisecond.
#[derive(Debug)]
pub struct Document(Json);

impl From<Json> for Document {
    fn from(value: Json) -> Self {
        Self(value)
    }
}

impl Deref for Document {
    type Target = Json;

    fn deref(&self) -> &Json {
        &self.0
    }
}

impl DerefMut for Document {
    fn deref_mut(&mut self) -> &mut Json {
        &mut self.0
    }
}

impl Drop for Document {
    fn drop(&mut self) {
        free(std::mem::replace(&mut self.0, Json::Null));
    }
}

/// Frees a value as [`Document`] does.
pub(super) fn free(value: Json) {
    if let Some(inner) = value.into_inner() {
        aside::free::<Json>(vec![inner]);
    }
}

/// What is left of an array or an object that is freed.
pub enum Inner {
    /// Elements of an array.
    Array(vec::IntoIter<Json>),
    /// Members of an object.
    Object(vec::IntoIter<(JsonString, Json)>),
}

impl Iterator for Inner {
    type Item = Json;

    fn next(&mut self) -> Option<Json> {
        match self {
            Self::Array(items) => items.next(),
            Self::Object(members) => members.next().map(|(_, value)| value),
        }
    }
}

impl Nested for Json {
    type Inner = Inner;

    fn into_inner(self) -> Option<Inner> {
        match self {
            Self::Array(items) => Some(Inner::Array(items.into_iter())),
            Self::Object(object) => Some(Inner::Object(object.into_iter())),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::String(_) => None,
        }
    }
}

/// An array or an object that is not complete yet.
pub(super) enum Open {
    Array(Vec<Json>),
    Object {
        members: Vec<(JsonString, Json)>,
        /// The key of the value that comes next.
        key: JsonString,
    },
}

/// Containers that are not complete yet, the innermost last; they are freed as [`Document`] is.
#[derive(Default)]
pub(super) struct Unfinished(pub(super) Vec<Open>);

impl Drop for Unfinished {
    fn drop(&mut self) {
        if self.0.is_empty() {
            return;
        }
        let held = self.0.drain(..).map(|open| match open {
            Open::Array(items) => Inner::Array(items.into_iter()),
            Open::Object { members, key: _ } => Inner::Object(members.into_iter()),
        });
        aside::free::<Json>(held.collect());
    }
}

/// The number of values in a value, itself included, and how deep they nest: 0 for a scalar, 1
/// for `[]`.
pub(super) fn size_and_depth(root: &Json) -> Result<(usize, usize), Stopped> {
    let mut pace = Pace::every(VALUES_BETWEEN_LOOKS);
    let mut rest: Vec<Items<'_>> = Vec::new();
    let (mut size, mut deepest) = (0, 0);
    let mut next = Some(root);
    loop {
        if let Some(value) = next {
            pace.step()?;
            size += 1;
            rest.extend(value.items());
            deepest = deepest.max(rest.len());
        }
        let Some(items) = rest.last_mut() else {
            return Ok((size, deepest));
        };
        next = items.next().map(|(_, value)| value);
        if next.is_none() {
            rest.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::{equal, parse};
    use super::*;
    use crate::aside::tests::wait_until_nothing_waits;
    use crate::stop::within;

    fn large() -> Json {
        let text = format!("[{}0]", "{\"a\":[1,\"b\"]},".repeat(20_000));
        parse(&text).unwrap()
    }

    /// Does work that has to stop at the `last`-th check; returns the number of checks.
    fn looks<T>(last: usize, work: impl FnOnce() -> T) -> (usize, T) {
        let count = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        let signal = move || counted.fetch_add(1, Ordering::Relaxed) + 1 >= last;
        let result = within(Arc::new(signal), work);
        (count.load(Ordering::Relaxed), result)
    }

    #[test]
    fn work_on_large_values_can_be_stopped() {
        let value = large();
        // 80,002 values.
        let (measuring, measured) = looks(usize::MAX, || size_and_depth(&value));
        assert_eq!((measuring, measured), (19, Ok((80_002, 3))));
        let made = value.clone();
        let (comparing, same) = looks(usize::MAX, || equal(&value, &made));
        assert_eq!((comparing, same), (19, Ok(true)));
        let (freeing, ()) = looks(usize::MAX, || free(made));
        assert!(freeing >= 19, "{freeing}");
        for last in [1, 5] {
            assert_eq!(looks(last, || size_and_depth(&value)), (last, Err(Stopped)));
            assert_eq!(looks(last, || equal(&value, &value)), (last, Err(Stopped)));
            let whole = Document(value.clone());
            assert_eq!(looks(last, || drop(whole)), (last, ()));
        }
        wait_until_nothing_waits();
    }
}
