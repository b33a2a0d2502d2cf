//! The values themselves.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::{fmt, slice};

use super::Number;

/// A JSON value.
///
/// The list is exhaustive on purpose: JSON has no other values.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(JsonString),
    /// An array.
    Array(Vec<Self>),
    /// An object.
    Object(Object),
}

impl Json {
    /// What the value is, in the words of an error: `null`, `a number`, `an object`.
    #[must_use]
    pub fn describe(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// The elements of an array or the members of an object; none for a scalar.
    pub(super) fn items(&self) -> Option<Items<'_>> {
        match self {
            Self::Array(items) => Some(Items::Array(items.iter())),
            Self::Object(object) => Some(Items::Object(object.iter())),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::String(_) => None,
        }
    }
}

/// The elements of an array, or the members of an object with their keys.
pub(super) enum Items<'a> {
    Array(slice::Iter<'a, Json>),
    Object(slice::Iter<'a, (JsonString, Json)>),
}

impl<'a> Iterator for Items<'a> {
    type Item = (Option<&'a JsonString>, &'a Json);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Array(items) => items.next().map(|item| (None, item)),
            Self::Object(members) => members.next().map(|(key, value)| (Some(key), value)),
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<f64> for Json {
    fn from(number: f64) -> Self {
        Self::Number(number.into())
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

/// A string of UTF-16 code units, as in JavaScript: it may hold half of a surrogate pair.
///
/// Invariant: held as text unless it holds such a half, so equal strings are equal values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JsonString(Repr);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Repr {
    Text(String),
    Units(Box<[u16]>),
}

impl JsonString {
    /// The string of these code units.
    #[must_use]
    pub fn from_utf16(units: &[u16]) -> Self {
        match String::from_utf16(units) {
            Ok(text) => Self(Repr::Text(text)),
            Err(_) => Self(Repr::Units(units.into())),
        }
    }

    /// The text, unless the string holds half of a surrogate pair.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.0 {
            Repr::Text(text) => Some(text),
            Repr::Units(_) => None,
        }
    }

    /// The text, with U+FFFD for each lone surrogate.
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        match &self.0 {
            Repr::Text(text) => Cow::Borrowed(text),
            Repr::Units(units) => Cow::Owned(String::from_utf16_lossy(units)),
        }
    }

    /// The code units.
    #[must_use]
    pub fn to_utf16(&self) -> Vec<u16> {
        match &self.0 {
            Repr::Text(text) => text.encode_utf16().collect(),
            Repr::Units(units) => units.to_vec(),
        }
    }

    /// The units of a string that is not text.
    pub(super) fn units(&self) -> Option<&[u16]> {
        match &self.0 {
            Repr::Text(_) => None,
            Repr::Units(units) => Some(units),
        }
    }

    /// The number that this key is, if it is an array index: `0` to `4294967294`, written
    /// without sign or leading zero.
    pub(super) fn array_index(&self) -> Option<u32> {
        let text = self.as_str()?;
        let canonical = match text.as_bytes() {
            [b'0'] => true,
            [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
            _ => false,
        };
        let index: u32 = canonical.then(|| text.parse().ok()).flatten()?;
        (index != u32::MAX).then_some(index)
    }
}

impl Default for JsonString {
    /// The empty string.
    fn default() -> Self {
        String::new().into()
    }
}

impl From<&str> for JsonString {
    fn from(text: &str) -> Self {
        Self(Repr::Text(text.to_owned()))
    }
}

impl From<String> for JsonString {
    fn from(text: String) -> Self {
        Self(Repr::Text(text))
    }
}

impl fmt::Debug for JsonString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_text(), f)
    }
}

/// The members of an object, in JavaScript's order: keys that are array indexes ascending,
/// then the others as they were added.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Object {
    members: Vec<(JsonString, Json)>,
}

impl Object {
    /// An object without members.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The object of these members. Of equal keys the last value wins, in the place of the
    /// first.
    #[must_use]
    pub fn from_members(mut members: Vec<(JsonString, Json)>) -> Self {
        if has_duplicates(&members) {
            members = without_duplicates(members);
        }
        if members.iter().any(|(key, _)| key.array_index().is_some()) {
            // No index sorts after every index; the sort keeps the order of equals.
            members.sort_by_key(|(key, _)| key.array_index().unwrap_or(u32::MAX));
        }
        Self { members }
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The members in order.
    pub fn iter(&self) -> slice::Iter<'_, (JsonString, Json)> {
        self.members.iter()
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &JsonString) -> Option<&Json> {
        self.members.iter().find(|(k, _)| k == key).map(|(_, v)| v)
    }
}

fn has_duplicates(members: &[(JsonString, Json)]) -> bool {
    // Comparing each with each is faster than hashing up to about this many.
    const FEW: usize = 12;
    if members.len() <= FEW {
        let mut rest = members;
        while let Some(((key, _), tail)) = rest.split_first() {
            if tail.iter().any(|(other, _)| other == key) {
                return true;
            }
            rest = tail;
        }
        return false;
    }
    let distinct: HashSet<&JsonString> = members.iter().map(|(key, _)| key).collect();
    distinct.len() < members.len()
}

fn without_duplicates(members: Vec<(JsonString, Json)>) -> Vec<(JsonString, Json)> {
    // The hash map is only looked up, never iterated: order comes from `kept`.
    let mut places = HashMap::with_capacity(members.len());
    let mut kept: Vec<(JsonString, Json)> = Vec::with_capacity(members.len());
    for (key, value) in members {
        match places.get(&key) {
            Some(&place) => {
                let member: &mut (JsonString, Json) = &mut kept[place];
                member.1 = value;
            }
            None => {
                places.insert(key.clone(), kept.len());
                kept.push((key, value));
            }
        }
    }
    kept
}

impl<'a> IntoIterator for &'a Object {
    type Item = &'a (JsonString, Json);
    type IntoIter = slice::Iter<'a, (JsonString, Json)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Object {
    type Item = (JsonString, Json);
    type IntoIter = std::vec::IntoIter<(JsonString, Json)>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.into_iter()
    }
}
