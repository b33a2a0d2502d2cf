//! Merging JSON documents by their values.

use std::borrow::Cow;

use super::{Labels, merge};
use crate::budget::charge;
use crate::json::{Json, Object, equal, parse, rewrite, without_comments};
use crate::stop::{Stopped, is_due};

/// The JSON document with the changes from `base` to `ours` and those from `base` to `theirs`, in
/// the layout of `ours`. `None` if one of the texts is not JSON, comments and trailing commas
/// allowed, or if both sides changed the same value in different ways.
///
/// Values of objects are merged key by key. Anything else, arrays included, is one value. Numbers are
/// equal if their exact decimal values are, and keep the digits of the side that changed them.
///
/// # Errors
/// The work had to [stop](crate::stop).
pub fn merge_json(base: &str, ours: &str, theirs: &str) -> Result<Option<String>, Stopped> {
    let bare = without_comments(ours)?;
    let (Some(old), Some(mine), Some(other)) =
        (document(base)?, document(ours)?, document(theirs)?)
    else {
        return Ok(None);
    };
    let Some(Merged::Value(merged)) = merged(Some(&old), Some(&mine), Some(&other))? else {
        return Ok(None);
    };
    charge(ours.len() + theirs.len())?;
    let has_comments = matches!(without_comments(theirs)?, Cow::Owned(_));
    if has_comments && let Some(text) = merged_lines(base, ours, theirs, &merged)? {
        return Ok(Some(text));
    }
    rewrite(ours, &bare, &merged).map(Some)
}

/// A text as a value, if it is JSON.
fn document(text: &str) -> Result<Option<Json>, Stopped> {
    let bare = without_comments(text)?;
    match parse(&bare) {
        Ok(json) => Ok(Some(json)),
        Err(_) if is_due() => Err(Stopped),
        Err(_) => Ok(None),
    }
}

/// The texts merged by lines, which keeps the comments of both sides, if that gives the same value.
fn merged_lines(
    base: &str,
    ours: &str,
    theirs: &str,
    value: &Json,
) -> Result<Option<String>, Stopped> {
    let labels = Labels {
        ours: "",
        theirs: "",
    };
    let text = match merge(base, ours, theirs, labels) {
        Ok(merged) if merged.conflicts == 0 => merged.text,
        Err(_) if is_due() => return Err(Stopped),
        Ok(_) | Err(_) => return Ok(None),
    };
    let is_same = match document(&text)? {
        Some(json) => equal(&json, value)?,
        None => false,
    };
    Ok(is_same.then_some(text))
}

/// The merged value of a key.
enum Merged {
    Value(Json),
    Nothing,
}

impl Merged {
    fn of(value: Option<&Json>) -> Self {
        value.cloned().map_or(Self::Nothing, Self::Value)
    }
}

/// The merged value; `None` where the sides disagree.
fn merged(
    base: Option<&Json>,
    ours: Option<&Json>,
    theirs: Option<&Json>,
) -> Result<Option<Merged>, Stopped> {
    if is_same(ours, theirs)? || is_same(base, theirs)? {
        return Ok(Some(Merged::of(ours)));
    }
    if is_same(base, ours)? {
        return Ok(Some(Merged::of(theirs)));
    }
    let (Some(Json::Object(ours)), Some(Json::Object(theirs))) = (ours, theirs) else {
        return Ok(None);
    };
    // Both sides may have added an object: they are merged as if an empty one had been there.
    let empty = Object::new();
    let base = match base {
        Some(Json::Object(base)) => base,
        None => &empty,
        Some(_) => return Ok(None),
    };
    let mut members = Vec::new();
    let added = theirs.iter().filter(|(key, _)| ours.get(key).is_none());
    for (key, _) in ours.iter().chain(added) {
        match merged(base.get(key), ours.get(key), theirs.get(key))? {
            Some(Merged::Value(value)) => members.push((key.clone(), value)),
            Some(Merged::Nothing) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(Merged::Value(Json::Object(Object::from_members(
        members,
    )))))
}

fn is_same(left: Option<&Json>, right: Option<&Json>) -> Result<bool, Stopped> {
    match (left, right) {
        (Some(left), Some(right)) => equal(left, right),
        (None, None) => Ok(true),
        _ => Ok(false),
    }
}
