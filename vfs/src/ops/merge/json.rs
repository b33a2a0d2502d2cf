//! Merging JSON documents by their values.

use crate::budget::charge;
use crate::ops::json::{Json, Layout, Object, equal, parse, rewrite, without_comments};
use crate::ops::stop::{Stopped, is_due};

/// The JSON document with the changes from `base` to `ours` and those from `base` to `theirs`, in
/// the layout of `ours`. `None` if one of the texts is not JSON, comments and trailing commas
/// allowed, or if both sides changed the same value in different ways.
///
/// Values of objects are merged key by key. Anything else, arrays included, is one value.
///
/// # Errors
/// The work had to [stop](crate::ops::stop).
pub fn merge_json(base: &str, ours: &str, theirs: &str) -> Result<Option<String>, Stopped> {
    let bare = without_comments(ours)?;
    let document = |text: &str| -> Result<Option<Json>, Stopped> {
        let bare = without_comments(text)?;
        match parse(&bare) {
            Ok(json) => Ok(Some(json)),
            Err(_) if is_due() => Err(Stopped),
            Err(_) => Ok(None),
        }
    };
    let (Some(base), Some(mine), Some(other)) =
        (document(base)?, document(ours)?, document(theirs)?)
    else {
        return Ok(None);
    };
    let Some(merged) = merged(Some(&base), Some(&mine), Some(&other))? else {
        return Ok(None);
    };
    let Merged::Value(merged) = merged else {
        return Ok(None);
    };
    charge(ours.len() + theirs.len())?;
    if let Some(text) = rewrite(ours, &bare, &mine, &merged) {
        return Ok(Some(text));
    }
    let bytes_max = 2 * (ours.len() + theirs.len()) + 1_024;
    Ok(Layout::detect(ours).print(&merged, bytes_max).ok())
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
