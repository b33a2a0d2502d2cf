//! How values are read that are to be written, whatever they are.

use std::borrow::Cow;
use std::marker::PhantomData;

use crate::{Error, Tree};

/// Shows values one level at a time: the guest shows JavaScript values, the host its own.
pub trait Source {
    /// A value, or a reference to one.
    type Value: Clone;
    /// What the caller's calls fail with, which ends the writing.
    type Error: From<Error>;

    /// What a value is.
    ///
    /// # Errors
    ///
    /// The caller's own.
    fn view<'a>(&mut self, value: &'a Self::Value) -> Result<View<'a, Self::Value>, Self::Error>;

    /// The text that is being written has so many bytes by now, so that a caller can count them and
    /// stop: by its indentation it can be far longer than the values are large.
    ///
    /// # Errors
    ///
    /// The caller's own.
    fn written(&mut self, bytes: usize) -> Result<(), Self::Error> {
        let _ = bytes;
        Ok(())
    }

    /// A part of the work is over, and another one follows, so that a caller can stop in between. Most
    /// parts take a microsecond, and those that look at all values some milliseconds. What another crate
    /// does with a TOML text that is changed takes up to 50 ms for a MiB.
    ///
    /// # Errors
    ///
    /// The caller's own.
    fn between_steps(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// What a value is. Its members are views of their own.
#[derive(Clone, Debug)]
pub enum View<'a, V> {
    /// `undefined`, a function or the like: left out of objects, `null` in arrays.
    Absent,
    /// `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(f64),
    /// An integer in decimal digits, written as it is.
    Integer(Cow<'a, str>),
    /// A text.
    String(Cow<'a, str>),
    /// Bytes.
    Bytes(Cow<'a, [u8]>),
    /// A point in time as RFC 3339 writes it.
    Date(Cow<'a, str>),
    /// The elements of an array.
    Array(Vec<V>),
    /// The members of an object, in order.
    Object(Vec<(Cow<'a, str>, V)>),
}

impl<V> View<'_, V> {
    /// What a message calls such a value.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Absent => "undefined",
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) | Self::Integer(_) => "a number",
            Self::String(_) => "a string",
            Self::Bytes(_) => "bytes",
            Self::Date(_) => "a date",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// The error of a value that contains itself, or nearly so.
pub(crate) fn check_depth(depth: usize, depth_max: usize) -> Result<(), Error> {
    if depth <= depth_max {
        return Ok(());
    }
    Err(Error::new(format!(
        "the value is nested deeper than {depth_max} levels: does it contain itself?"
    )))
}

/// A value as a tree, for what has to look at it more than once.
pub(crate) fn gather<S: Source>(
    source: &mut S,
    value: &S::Value,
    depth: usize,
) -> Result<Tree, S::Error> {
    check_depth(depth, crate::DEPTH_MAX)?;
    Ok(match source.view(value)? {
        View::Absent | View::Null => Tree::Null,
        View::Bool(value) => Tree::Bool(value),
        View::Number(value) => Tree::Number(value),
        View::Integer(digits) => Tree::Integer(digits.into_owned()),
        View::String(text) => Tree::String(text.into_owned()),
        View::Bytes(bytes) => Tree::Bytes(bytes.into_owned()),
        View::Date(text) => Tree::Date(text.into_owned()),
        View::Array(items) => {
            let items = items.iter().map(|item| gather(source, item, depth + 1));
            Tree::Array(items.collect::<Result<_, _>>()?)
        }
        View::Object(members) => {
            let mut gathered = Vec::new();
            for (key, value) in members {
                if !matches!(source.view(&value)?, View::Absent) {
                    gathered.push((key.into_owned(), gather(source, &value, depth + 1)?));
                }
            }
            Tree::Object(gathered)
        }
    })
}

/// Shows [`Tree`]s.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walk<'t>(PhantomData<&'t Tree>);

impl<'t> Source for Walk<'t> {
    type Value = &'t Tree;
    type Error = Error;

    fn view<'a>(&mut self, value: &'a &'t Tree) -> Result<View<'a, &'t Tree>, Error> {
        Ok(match *value {
            Tree::Null => View::Null,
            Tree::Bool(value) => View::Bool(*value),
            Tree::Number(value) => View::Number(*value),
            Tree::Integer(digits) => View::Integer(digits.into()),
            Tree::String(text) => View::String(text.into()),
            Tree::Bytes(bytes) => View::Bytes(bytes.into()),
            Tree::Date(text) => View::Date(text.into()),
            Tree::Array(items) => View::Array(items.iter().collect()),
            Tree::Object(members) => {
                let members = members.iter();
                View::Object(members.map(|(key, value)| (key.into(), value)).collect())
            }
        })
    }
}
