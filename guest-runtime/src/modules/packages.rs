//! `package.json`: what a package exports.

use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};

use super::Kind;
use super::reading::{self, text_of};
use crate::shared::Shared;

/// The contents of a `package.json`; none where there is no such file.
pub(super) fn read(path: &str, context: &mut Context) -> JsResult<Option<JsValue>> {
    let shared = Shared::of(context);
    if let Some(known) = shared.modules.packages.borrow().get(path) {
        return Ok(known.clone());
    }
    let value = match reading::text(path, context)? {
        Some(file) => Some(reading::json_of(&file.path, &file.text, context)?),
        None => None,
    };
    let mut packages = shared.modules.packages.borrow_mut();
    packages.insert(path.to_owned(), value.clone());
    Ok(value)
}

/// A member of an object, if it is there.
pub(super) fn member(value: &JsValue, name: &str, context: &mut Context) -> JsResult<JsValue> {
    match value.as_object() {
        Some(object) => object.get(JsString::from(name), context),
        None => Ok(JsValue::undefined()),
    }
}

fn keys(object: &JsObject, context: &mut Context) -> JsResult<Vec<String>> {
    let keys = object.own_property_keys(context)?;
    Ok(keys
        .into_iter()
        .filter_map(|key| match key {
            PropertyKey::String(name) => Some(name.to_std_string_lossy()),
            PropertyKey::Index(index) => Some(index.get().to_string()),
            PropertyKey::Symbol(_) => None,
        })
        .collect())
}

/// What `exports` has for a path such as `.` or `./part`, relative to the package.
pub(super) fn exported(
    exports: &JsValue,
    subpath: &str,
    kind: Kind,
    context: &mut Context,
) -> JsResult<Option<String>> {
    let object = exports.as_object().filter(|object| !object.is_array());
    let has_paths = match &object {
        Some(object) => keys(object, context)?
            .iter()
            .any(|key| key.starts_with('.')),
        None => false,
    };
    let Some(object) = object.filter(|_| has_paths) else {
        return if subpath == "." {
            target(exports, "", kind, context)
        } else {
            Ok(None)
        };
    };
    let found = keyed(&object, subpath, kind, context)?;
    Ok(found.filter(|target| target.starts_with("./")))
}

/// What `imports` has for a name such as `#part`: a path relative to the package, or the name of
/// another package.
pub(super) fn imported(
    imports: &JsValue,
    name: &str,
    kind: Kind,
    context: &mut Context,
) -> JsResult<Option<String>> {
    match imports.as_object() {
        Some(object) => keyed(&object, name, kind, context),
        None => Ok(None),
    }
}

/// What an object has for a path or a name: that of its key, or of the longest pattern that fits.
fn keyed(
    object: &JsObject,
    subpath: &str,
    kind: Kind,
    context: &mut Context,
) -> JsResult<Option<String>> {
    if !subpath.contains('*') && object.has_own_property(JsString::from(subpath), context)? {
        let value = object.get(JsString::from(subpath), context)?;
        return target(&value, "", kind, context);
    }
    let mut best: Option<(String, String)> = None;
    for key in keys(object, context)? {
        let Some((front, back)) = key.split_once('*') else {
            continue;
        };
        let Some(rest) = subpath.strip_prefix(front) else {
            continue;
        };
        let Some(middle) = rest.strip_suffix(back).filter(|middle| !middle.is_empty()) else {
            continue;
        };
        let rank = |key: &str| (key.find('*').unwrap_or(0), key.len());
        if best
            .as_ref()
            .is_none_or(|(other, _)| rank(&key) > rank(other))
        {
            best = Some((key.clone(), middle.to_owned()));
        }
    }
    let Some((key, middle)) = best else {
        return Ok(None);
    };
    let value = object.get(JsString::from(key.as_str()), context)?;
    target(&value, &middle, kind, context)
}

/// What a target leads to: a text, the first of a list, or that of the first condition that holds.
fn target(
    value: &JsValue,
    middle: &str,
    kind: Kind,
    context: &mut Context,
) -> JsResult<Option<String>> {
    if let Some(text) = text_of(value) {
        let is_inside = !text.starts_with('/') && !text.split('/').any(|part| part == "..");
        return Ok(is_inside.then(|| text.replace('*', middle)));
    }
    let Some(object) = value.as_object() else {
        return Ok(None);
    };
    if object.is_array() {
        let list = JsArray::from_object(object)?;
        for index in 0..list.length(context)? {
            let value = list.get(index, context)?;
            if let Some(found) = target(&value, middle, kind, context)? {
                return Ok(Some(found));
            }
        }
        return Ok(None);
    }
    for key in keys(&object, context)? {
        if kind.conditions().contains(&key.as_str()) {
            let value = object.get(JsString::from(key.as_str()), context)?;
            if let Some(found) = target(&value, middle, kind, context)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}
