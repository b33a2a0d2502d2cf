//! Values that go into JSON, as `JSON.stringify` reads them.
//!
//! What JSON would lose without a word is not written as it would be: a `Map`, a `Set` and a regular
//! expression stay what they are, and the host refuses them with their place.

use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::{JsMap, JsPromise, JsSet};
use boa_engine::value::JsVariant;
use boa_engine::{JsBigInt, JsObject, JsResult, JsString, JsValue, js_string};
use isolate_protocol::wire::tag;

use super::{Writer, write_text};
use crate::shared::Shared;

impl Writer<'_> {
    /// Writes an object or a big integer.
    pub(super) fn json(&mut self, value: &JsValue, key: &JsString) -> JsResult<()> {
        let made = self.made_by_itself(value, key)?;
        match made.as_ref().unwrap_or(value).variant() {
            JsVariant::Object(object) => self.json_object(&object, key),
            JsVariant::BigInt(number) => {
                self.big_int(&number);
                Ok(())
            }
            _ => self.value(made.as_ref().unwrap_or(value), key),
        }
    }

    /// What `toJSON` gives, which is not asked again.
    fn made_by_itself(&mut self, value: &JsValue, key: &JsString) -> JsResult<Option<JsValue>> {
        let to_json = match value.as_object() {
            Some(object) => object.get(js_string!("toJSON"), self.context)?,
            None => value.get_v(js_string!("toJSON"), self.context)?,
        };
        match to_json.as_function() {
            Some(to_json) => to_json
                .call(value, &[key.clone().into()], self.context)
                .map(Some),
            None => Ok(None),
        }
    }

    fn json_object(&mut self, object: &JsObject, key: &JsString) -> JsResult<()> {
        if object.is_ordinary() || object.is_array() {
            return self.nested(object, key, Self::json_container);
        }
        if object.is_callable() {
            self.function(object);
        } else if let Some(value) = self.json_primitive(object)? {
            match value.variant() {
                JsVariant::BigInt(number) => self.big_int(&number),
                _ => self.value(&value, key)?,
            }
        } else if object.is::<RegExp>() {
            let text = self.text_of_regexp(object)?;
            self.regexp(&text);
        } else if let Ok(promise) = JsPromise::from_object(object.clone()) {
            self.promise(&promise, object)?;
        } else if JsMap::from_object(object.clone()).is_ok() {
            self.map(&[])?;
        } else if JsSet::from_object(object.clone()).is_ok() {
            self.set(&[])?;
        } else if let Some(raw) = self.raw_json(object)? {
            self.raw(&raw, key)?;
        } else {
            self.nested(object, key, Self::json_container)?;
        }
        Ok(())
    }

    /// The primitive that stands for a `Number`, `String`, `Boolean` or `BigInt` object.
    fn json_primitive(&mut self, object: &JsObject) -> JsResult<Option<JsValue>> {
        let value = JsValue::from(object.clone());
        if object.is::<f64>() {
            return Ok(Some(value.to_number(self.context)?.into()));
        }
        if object.is::<JsString>() {
            return Ok(Some(value.to_string(self.context)?.into()));
        }
        if let Some(boolean) = object.downcast_ref::<bool>() {
            return Ok(Some((*boolean).into()));
        }
        let number = object.downcast_ref::<JsBigInt>();
        Ok(number.map(|number| number.clone().into()))
    }

    /// The text of what `JSON.rawJSON` gave.
    fn raw_json(&mut self, object: &JsObject) -> JsResult<Option<JsString>> {
        let is_raw = Shared::of(self.context).originals().is_raw_json;
        let is_raw = is_raw.call(
            &JsValue::undefined(),
            &[object.clone().into()],
            self.context,
        )?;
        if !is_raw.to_boolean() {
            return Ok(None);
        }
        let text = object.get(js_string!("rawJSON"), self.context)?;
        Ok(text.as_string())
    }

    /// Writes a JSON text that is no array and no object; a number by its digits, where a double has
    /// others.
    fn raw(&mut self, text: &JsString, key: &JsString) -> JsResult<()> {
        let parse = Shared::of(self.context).originals().json_parse;
        let value = parse.call(&JsValue::undefined(), &[text.clone().into()], self.context)?;
        if value.is_number() && *text != value.to_string(self.context)? {
            self.out.u8(tag::JSON_NUMBER);
            write_text(text.as_str(), self.out);
            return Ok(());
        }
        self.value(&value, key)
    }

    fn json_container(&mut self, object: &JsObject, _: &JsString) -> JsResult<()> {
        if self.is_array(object)? {
            self.array(object)
        } else {
            self.members(object)
        }
    }
}
