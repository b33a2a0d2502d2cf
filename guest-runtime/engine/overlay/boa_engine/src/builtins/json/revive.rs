//! The second argument of `JSON.parse`: `InternalizeJSONProperty`, without recursion.

use super::source::Sources;
use super::write::{DEPTH_MAX, too_deep};
use crate::object::JsObject;
use crate::object::internal_methods::InternalMethodPropertyContext;
use crate::property::{PropertyKey, PropertyNameKind};
use crate::{Context, JsResult, JsString, JsValue, js_string};

/// Members that are still to be revived, the next one last.
enum Members {
    Elements { next: u64, length: u64 },
    Names(std::vec::IntoIter<JsValue>),
}

impl Members {
    fn of(object: &JsObject, context: &mut Context) -> JsResult<Self> {
        Ok(if object.is_array_abstract()? {
            let length = object.length_of_array_like(context)?;
            Self::Elements { next: 0, length }
        } else {
            let names = object.enumerable_own_property_names(PropertyNameKind::Key, context)?;
            Self::Names(names.into_iter())
        })
    }

    fn next(&mut self, context: &mut Context) -> JsResult<Option<PropertyKey>> {
        match self {
            Self::Elements { next, length } if *next < *length => {
                *next += 1;
                Ok(Some(PropertyKey::from(*next - 1)))
            }
            Self::Elements { .. } => Ok(None),
            Self::Names(names) => match names.next() {
                Some(name) => name.to_property_key(context).map(Some),
                None => Ok(None),
            },
        }
    }
}

/// An object whose members are being revived.
struct Open {
    holder: JsObject,
    key: PropertyKey,
    object: JsObject,
    members: Members,
    /// Its number among what was parsed, if it is still that.
    record: Option<usize>,
}

pub(super) fn revive(
    text: &JsString,
    value: JsValue,
    reviver: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let sources = Sources::of(text, &value, context);
    let root = JsObject::with_object_proto(context.intrinsics());
    let name = PropertyKey::from(js_string!());
    root.create_data_property_or_throw(name.clone(), value, context)?;
    let mut open: Vec<Open> = Vec::new();
    let mut holder = root;
    let mut key = name;
    loop {
        let value = holder.get(key.clone(), context)?;
        let record = match open.last() {
            None => Some(0),
            Some(around) => around
                .record
                .and_then(|record| sources.member(record, &key)),
        };
        let record = record.filter(|record| sources.is_of(*record, &value));
        if let Some(object) = value.as_object() {
            if open.len() >= DEPTH_MAX {
                return Err(too_deep());
            }
            let members = Members::of(&object, context)?;
            open.push(Open {
                holder,
                key,
                object,
                members,
                record,
            });
        } else {
            let source = record.map(|record| sources.text(record));
            let revived = call(reviver, &holder, &key, value, source, context)?;
            match open.last() {
                Some(around) => store(&around.object, key, revived, context)?,
                None => return Ok(revived),
            }
        }
        (holder, key) = loop {
            let Some(last) = open.last_mut() else {
                return Ok(JsValue::undefined());
            };
            if let Some(key) = last.members.next(context)? {
                break (last.object.clone(), key);
            }
            let Some(done) = open.pop() else {
                return Ok(JsValue::undefined());
            };
            let revived = call(
                reviver,
                &done.holder,
                &done.key,
                done.object.into(),
                None,
                context,
            )?;
            match open.last() {
                Some(around) => store(&around.object, done.key, revived, context)?,
                None => return Ok(revived),
            }
        };
    }
}

fn call(
    reviver: &JsObject,
    holder: &JsObject,
    key: &PropertyKey,
    value: JsValue,
    source: Option<JsString>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let details = JsObject::with_object_proto(context.intrinsics());
    if let Some(source) = source {
        details.create_data_property_or_throw(js_string!("source"), source, context)?;
    }
    let name = match key {
        PropertyKey::String(name) => name.clone(),
        PropertyKey::Index(index) => JsString::from(index.get().to_string()),
        PropertyKey::Symbol(_) => js_string!(),
    };
    let arguments = [name.into(), value, details.into()];
    reviver.call(&holder.clone().into(), &arguments, context)
}

/// Puts what a reviver answered in its place, or takes the member away.
fn store(
    object: &JsObject,
    key: PropertyKey,
    revived: JsValue,
    context: &mut Context,
) -> JsResult<()> {
    if revived.is_undefined() {
        object.__delete__(&key, &mut InternalMethodPropertyContext::new(context))?;
    } else {
        object.create_data_property(key, revived, context)?;
    }
    Ok(())
}
