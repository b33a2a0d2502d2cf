//! How values are made, whatever they are.

use std::collections::HashMap;

use crate::names::Names;
use crate::number::printed;
use crate::timestamp::timestamp;
use crate::{Error, Source};

/// Makes the values of a text, in the order of the text: the guest makes JavaScript values, the host
/// its own, without a tree between.
///
/// Every call may fail with the caller's own error, such as a budget that is used up or a deadline. It
/// ends the reading and is passed through.
#[expect(
    clippy::missing_errors_doc,
    reason = "all methods fail with the caller's own errors, as said above"
)]
pub trait Build {
    /// A finished value. A clone is the same value: an alias of YAML gives one.
    type Value: Clone;
    /// An array that is being filled.
    type Array;
    /// An object that is being filled.
    type Object;
    /// What the caller's calls fail with.
    type Error: From<Error>;

    /// `null`.
    fn null(&mut self) -> Result<Self::Value, Self::Error>;

    /// A truth value.
    fn bool(&mut self, value: bool) -> Result<Self::Value, Self::Error>;

    /// A number, which is an integer of at most 2^53 or was written as a fraction.
    fn number(&mut self, value: f64) -> Result<Self::Value, Self::Error>;

    /// An integer beyond 2^53, in decimal digits with a sign where it is negative.
    fn integer(&mut self, digits: &str) -> Result<Self::Value, Self::Error>;

    /// A text.
    fn string(&mut self, value: &str) -> Result<Self::Value, Self::Error>;

    /// Bytes: `!!binary` of YAML.
    fn bytes(&mut self, value: Vec<u8>) -> Result<Self::Value, Self::Error>;

    /// A point in time as RFC 3339 writes it.
    fn date(&mut self, text: &str) -> Result<Self::Value, Self::Error>;

    /// Begins an array.
    fn array(&mut self) -> Result<Self::Array, Self::Error>;

    /// Adds the next element.
    fn push(&mut self, array: &mut Self::Array, value: Self::Value) -> Result<(), Self::Error>;

    /// Finishes an array.
    fn end_array(&mut self, array: Self::Array) -> Result<Self::Value, Self::Error>;

    /// Begins an object.
    fn object(&mut self) -> Result<Self::Object, Self::Error>;

    /// Sets a member. One of that name, which only a merge of YAML can have set, is replaced.
    fn insert(
        &mut self,
        object: &mut Self::Object,
        key: &str,
        value: Self::Value,
    ) -> Result<(), Self::Error>;

    /// Copies the members of a value that the object does not have (`<<` of YAML). Answers false if the
    /// value is no object.
    fn merge(&mut self, object: &mut Self::Object, from: &Self::Value)
    -> Result<bool, Self::Error>;

    /// Finishes an object.
    fn end_object(&mut self, object: Self::Object) -> Result<Self::Value, Self::Error>;

    /// The reading itself is about to take so many bytes more, until it ends. Called in its loops, also
    /// where no value is made, so that a caller can count them and stop it.
    fn hold(&mut self, bytes: usize) -> Result<(), Self::Error> {
        let _ = bytes;
        Ok(())
    }
}

/// A value as a tree, for callers that have no values of their own.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(f64),
    /// An integer beyond 2^53, in decimal digits.
    Integer(String),
    /// A text.
    String(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A point in time.
    Date(String),
    /// An array.
    Array(Vec<Self>),
    /// An object, whose members are in order.
    Object(Vec<(String, Self)>),
}

impl Tree {
    /// Whether two values are the same: members in any order, dates by their moment.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Array(one), Self::Array(other)) => {
                one.len() == other.len()
                    && one.iter().zip(other).all(|(one, other)| one.is_same(other))
            }
            (Self::Object(one), Self::Object(other)) => {
                let other: HashMap<_, _> = other.iter().map(|(key, value)| (key, value)).collect();
                one.len() == other.len()
                    && one.iter().all(|(key, value)| {
                        other.get(key).is_some_and(|other| value.is_same(other))
                    })
            }
            (Self::Date(one), Self::Date(other)) => {
                one == other
                    || timestamp(one).is_some_and(|moment| timestamp(other) == Some(moment))
            }
            // A date without a zone is a text for readers, and a number of the same value is one.
            (Self::Date(one), Self::String(other)) | (Self::String(one), Self::Date(other)) => {
                one == other
            }
            (Self::Number(one), Self::Integer(other))
            | (Self::Integer(other), Self::Number(one)) => printed(*one) == *other,
            (Self::Number(one), Self::Number(other)) => {
                one == other || (one.is_nan() && other.is_nan())
            }
            (one, other) => one == other,
        }
    }
}

/// Makes [`Tree`]s. Its only errors are those of the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trees;

/// Makes [`Tree`]s, and lets the source of another value stop that on the way.
pub(crate) struct Stepped<'s, S>(pub(crate) &'s mut S);

/// Why [`Stepped`] makes no tree.
pub(crate) enum Halt<E> {
    /// What is wrong with the text.
    Text(Error),
    /// The caller's own error, which ends the work.
    Source(E),
}

impl<E> From<Error> for Halt<E> {
    fn from(error: Error) -> Self {
        Self::Text(error)
    }
}

impl<E: From<Error>> Halt<E> {
    /// The error of the whole work.
    pub(crate) fn into_error(self) -> E {
        match self {
            Self::Text(error) => error.into(),
            Self::Source(error) => error,
        }
    }
}

/// What a builder of [`Tree`]s does with each value.
macro_rules! makes_trees {
    ($error:ty) => {
        type Value = Tree;
        type Array = Vec<Tree>;
        type Object = Members;
        type Error = $error;

        fn null(&mut self) -> Result<Tree, $error> {
            Ok(Tree::Null)
        }

        fn bool(&mut self, value: bool) -> Result<Tree, $error> {
            Ok(Tree::Bool(value))
        }

        fn number(&mut self, value: f64) -> Result<Tree, $error> {
            Ok(Tree::Number(value))
        }

        fn integer(&mut self, digits: &str) -> Result<Tree, $error> {
            Ok(Tree::Integer(digits.to_owned()))
        }

        fn string(&mut self, value: &str) -> Result<Tree, $error> {
            Ok(Tree::String(value.to_owned()))
        }

        fn bytes(&mut self, value: Vec<u8>) -> Result<Tree, $error> {
            Ok(Tree::Bytes(value))
        }

        fn date(&mut self, text: &str) -> Result<Tree, $error> {
            Ok(Tree::Date(text.to_owned()))
        }

        fn array(&mut self) -> Result<Vec<Tree>, $error> {
            Ok(Vec::new())
        }

        fn push(&mut self, array: &mut Vec<Tree>, value: Tree) -> Result<(), $error> {
            array.push(value);
            Ok(())
        }

        fn end_array(&mut self, array: Vec<Tree>) -> Result<Tree, $error> {
            Ok(Tree::Array(array))
        }

        fn object(&mut self) -> Result<Members, $error> {
            Ok(Members::default())
        }

        fn insert(&mut self, object: &mut Members, key: &str, value: Tree) -> Result<(), $error> {
            object.set(key, value);
            Ok(())
        }

        fn merge(&mut self, object: &mut Members, from: &Tree) -> Result<bool, $error> {
            let Tree::Object(members) = from else {
                return Ok(false);
            };
            for (key, value) in members {
                if object.names.find(key).is_none() {
                    object.set(key, value.clone());
                }
            }
            Ok(true)
        }

        fn end_object(&mut self, object: Members) -> Result<Tree, $error> {
            Ok(Tree::Object(object.list))
        }
    };
}

impl Build for Trees {
    makes_trees!(Error);
}

impl<S: Source> Build for Stepped<'_, S> {
    makes_trees!(Halt<S::Error>);

    fn hold(&mut self, _: usize) -> Result<(), Halt<S::Error>> {
        self.0.between_steps().map_err(Halt::Source)
    }
}

/// The members of an object of [`Trees`], found by name.
#[derive(Debug, Default)]
pub struct Members {
    list: Vec<(String, Tree)>,
    names: Names,
}

impl Members {
    fn set(&mut self, key: &str, value: Tree) {
        if let Some(at) = self.names.find(key) {
            self.list[at].1 = value;
        } else {
            self.names.add(key);
            self.list.push((key.to_owned(), value));
        }
    }
}
