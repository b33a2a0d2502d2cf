//! Values of the engine, as a format writes them: as `JSON.stringify` reads them, and what JSON would
//! lose as what it is.

use std::borrow::Cow;

use boa_engine::builtins::date::Date;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::{JsMap, JsPromise, JsSet};
use boa_engine::value::JsVariant;
use boa_engine::{Context, JsNativeError, JsObject, JsString, JsValue, js_string};
use isolate_formats::{Source, View};

use super::super::encoding::with_bytes;
use super::Fault;
use crate::convert::{boxed, enumerable_keys, key_text};
use crate::peek;
use crate::shared::Shared;

/// Shows values.
pub(super) struct Shown<'c> {
    is_sorted: bool,
    /// Whether dates say themselves how they are written.
    pub(super) asks_dates: bool,
    context: &'c mut Context,
}

impl<'c> Shown<'c> {
    /// `is_sorted`: whether members are in the order of their names.
    pub(super) fn new(is_sorted: bool, context: &'c mut Context) -> Self {
        Self {
            is_sorted,
            asks_dates: false,
            context,
        }
    }

    fn object<'a>(&mut self, object: &JsObject) -> Result<View<'a, JsValue>, Fault> {
        if object.is::<Date>() && self.asks_dates {
            let to_text = object.get(js_string!("toISOString"), self.context)?;
            if let Some(to_text) = to_text.as_function() {
                let text = to_text.call(&object.clone().into(), &[], self.context)?;
                return Ok(View::Date(Cow::Owned(owned(&text))));
            }
        }
        if object.is::<Date>() {
            let to_text = Shared::of(self.context).originals().date_to_iso_string;
            // A date that is none is `null`, as in JSON.
            return Ok(
                match to_text.call(&object.clone().into(), &[], self.context) {
                    Ok(text) => View::Date(Cow::Owned(owned(&text))),
                    Err(_) => View::Null,
                },
            );
        }
        if super::is_bytes(object) {
            let value = JsValue::from(object.clone());
            let bytes = with_bytes(&value, self.context, |bytes| Ok(bytes.to_vec()))?;
            return Ok(View::Bytes(Cow::Owned(bytes)));
        }
        if let Some(value) = boxed(object) {
            return self.plain(&value);
        }
        let to_json = object.get(js_string!("toJSON"), self.context)?;
        if let Some(to_json) = to_json.as_function() {
            let made =
                to_json.call(&object.clone().into(), &[js_string!().into()], self.context)?;
            return match made.as_object() {
                Some(made) => self.members(&made),
                None => self.plain(&made),
            };
        }
        self.members(object)
    }

    fn members<'a>(&mut self, object: &JsObject) -> Result<View<'a, JsValue>, Fault> {
        if object.is_callable() {
            return Ok(View::Absent);
        }
        if JsPromise::from_object(object.clone()).is_ok() {
            return Err(refused("a Promise: write `await` before what gives it"));
        }
        if object.is::<RegExp>() {
            return Err(refused("a regular expression: write its source"));
        }
        if let Ok(map) = JsMap::from_object(object.clone()) {
            let mut members = Vec::new();
            map.for_each_native(|key, value| {
                members.push((key, value));
                Ok(())
            })?;
            let members = members.into_iter().map(|(key, value)| {
                let key = key.to_string(self.context)?;
                Ok((Cow::Owned(key.to_std_string_lossy()), value))
            });
            return Ok(View::Object(members.collect::<Result<_, Fault>>()?));
        }
        if let Ok(set) = JsSet::from_object(object.clone()) {
            let mut items = Vec::new();
            set.for_each_native(|item| {
                items.push(item);
                Ok(())
            })?;
            return Ok(View::Array(items));
        }
        if self.is_array(object)? {
            let length = object
                .get(js_string!("length"), self.context)?
                .to_length(self.context)?;
            let mut items = Vec::new();
            for index in 0..length {
                items.push(object.get(index, self.context)?);
            }
            return Ok(View::Array(items));
        }
        let mut members = Vec::new();
        for key in enumerable_keys(object, self.context)? {
            let value = match peek::own(object, &key).and_then(|own| own.value().cloned()) {
                Some(value) => value,
                None => object.get(key.clone(), self.context)?,
            };
            members.push((Cow::Owned(key_text(&key).to_std_string_lossy()), value));
        }
        if self.is_sorted {
            members.sort_by(|(one, _), (other, _): &(Cow<'_, str>, JsValue)| one.cmp(other));
        }
        Ok(View::Object(members))
    }

    fn is_array(&mut self, object: &JsObject) -> Result<bool, Fault> {
        if !peek::is_proxy(object) {
            return Ok(object.is_array());
        }
        let is_array = Shared::of(self.context).originals().is_array;
        let value = object.clone().into();
        let found = is_array.call(&JsValue::undefined(), &[value], self.context)?;
        Ok(found.to_boolean())
    }

    /// What is no object.
    fn plain<'a>(&mut self, value: &JsValue) -> Result<View<'a, JsValue>, Fault> {
        Ok(match value.variant() {
            JsVariant::Null => View::Null,
            JsVariant::Boolean(value) => View::Bool(value),
            JsVariant::Integer32(value) => View::Number(value.into()),
            JsVariant::Float64(value) => View::Number(value),
            JsVariant::BigInt(value) => View::Integer(Cow::Owned(value.to_string())),
            JsVariant::String(text) => View::String(Cow::Owned(text.to_std_string_lossy())),
            _ => View::Absent,
        })
    }
}

impl Source for Shown<'_> {
    type Value = JsValue;
    type Error = Fault;

    fn view<'a>(&mut self, value: &'a JsValue) -> Result<View<'a, JsValue>, Fault> {
        match value.as_object() {
            Some(object) => self.object(&object),
            None => self.plain(value),
        }
    }
}

fn owned(text: &JsValue) -> String {
    text.as_string()
        .as_ref()
        .map(JsString::to_std_string_lossy)
        .unwrap_or_default()
}

fn refused(what: &str) -> Fault {
    let error = JsNativeError::typ().with_message(format!("the value contains {what}"));
    Fault::Thrown(error.into())
}
