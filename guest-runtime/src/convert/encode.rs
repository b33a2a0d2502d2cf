//! JavaScript values to bytes of the wire.

mod contents;
mod json;
mod leaf;

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::{JsMap, JsPromise, JsSet};
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::value::JsVariant;
use boa_engine::{
    Context, JsBigInt, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};
use isolate_protocol::limits::{MESSAGE_BYTES_MAX, VALUE_DEPTH_MAX};
use isolate_protocol::wire::{Encoder, tag};

use self::contents::Contents;
use super::parts::{Callee, enumerable_keys, key_text};
use crate::peek;
use crate::shared::Shared;

/// Levels of a result; the head room is for what stands around it.
const RESULT_DEPTH_MAX: usize = VALUE_DEPTH_MAX - 8;

/// Deepest nesting of an argument or result while it is written, where every level is a call:
/// well below what the stack holds, and far above what data has.
const WRITE_DEPTH_MAX: usize = if RESULT_DEPTH_MAX < 500 {
    RESULT_DEPTH_MAX
} else {
    500
};

/// Writes an argument of `callee`.
///
/// # Errors
///
/// What a getter throws, and a `TypeError` for what is no data.
pub(crate) fn encode_argument(
    value: &JsValue,
    callee: Callee<'_>,
    out: &mut Encoder,
    context: &mut Context,
) -> JsResult<()> {
    Writer::new(Purpose::Argument(callee), out, context).value(value, &js_string!())
}

/// Writes an argument of `callee` that goes into JSON, as `JSON.stringify` reads it.
///
/// # Errors
///
/// As [`encode_argument`].
pub(crate) fn encode_json_argument(
    value: &JsValue,
    callee: Callee<'_>,
    out: &mut Encoder,
    context: &mut Context,
) -> JsResult<()> {
    Writer::new(Purpose::Json(callee), out, context).value(value, &js_string!())
}

/// Writes what a program returned, cut at about `bytes_max`. Returns a note on it for the log, if there is
/// one.
///
/// # Errors
///
/// What a getter throws.
pub(crate) fn encode_result(
    value: &JsValue,
    bytes_max: usize,
    out: &mut Encoder,
    context: &mut Context,
) -> JsResult<Option<String>> {
    let end = out.len().saturating_add(bytes_max);
    let mut writer = Writer::new(Purpose::Result { end }, out, context);
    writer.value(value, &js_string!())?;
    Ok(writer.note)
}

/// Writes text in the form that the engine holds it in.
pub(crate) fn write_text(text: JsStr<'_>, out: &mut Encoder) {
    match text.variant() {
        JsStrVariant::Latin1(bytes) => out.latin1(bytes),
        JsStrVariant::Utf16(units) => out.utf16(units),
    }
}

#[derive(Clone, Copy)]
enum Purpose<'a> {
    Argument(Callee<'a>),
    /// An argument that goes into JSON.
    Json(Callee<'a>),
    Result {
        end: usize,
    },
}

impl<'a> Purpose<'a> {
    /// What is called; nothing for a result.
    fn callee(self) -> Option<Callee<'a>> {
        match self {
            Self::Argument(callee) | Self::Json(callee) => Some(callee),
            Self::Result { .. } => None,
        }
    }
}

/// An object that is being written.
struct Open {
    object: JsObject,
    key: JsString,
}

struct Writer<'a> {
    out: &'a mut Encoder,
    context: &'a mut Context,
    purpose: Purpose<'a>,
    open: Vec<Open>,
    /// What the reader of a result is to know.
    note: Option<String>,
}

impl<'a> Writer<'a> {
    fn new(purpose: Purpose<'a>, out: &'a mut Encoder, context: &'a mut Context) -> Self {
        Self {
            out,
            context,
            purpose,
            open: Vec::new(),
            note: None,
        }
    }

    fn value(&mut self, value: &JsValue, key: &JsString) -> JsResult<()> {
        if matches!(self.purpose, Purpose::Json(_)) && (value.is_object() || value.is_bigint()) {
            return self.json(value, key);
        }
        match value.variant() {
            JsVariant::Undefined => self.out.undefined(),
            JsVariant::Null => self.out.null(),
            JsVariant::Boolean(value) => self.out.boolean(value),
            JsVariant::Integer32(value) => self.out.number(f64::from(value)),
            JsVariant::Float64(value) => self.out.number(value),
            JsVariant::String(text) => self.text(&text)?,
            JsVariant::Symbol(symbol) => {
                self.out.u8(tag::SYMBOL);
                write_text(symbol.description().unwrap_or_default().as_str(), self.out);
            }
            JsVariant::BigInt(value) => self.big_int(&value),
            JsVariant::Object(object) => self.object(&object, key)?,
        }
        Ok(())
    }

    fn big_int(&mut self, value: &JsBigInt) {
        self.out.u8(tag::BIGINT);
        self.out.string(&value.to_string_radix(10));
    }

    /// Bytes that may still be written.
    fn room(&self) -> usize {
        match self.purpose {
            Purpose::Argument(_) | Purpose::Json(_) => {
                MESSAGE_BYTES_MAX.saturating_sub(self.out.len())
            }
            Purpose::Result { end } => end.saturating_sub(self.out.len()),
        }
    }

    /// Whether a result is cut here; an argument that is too long is an error.
    fn is_full(&self, bytes: usize) -> JsResult<bool> {
        if bytes <= self.room() {
            return Ok(false);
        }
        match self.purpose.callee() {
            Some(callee) => Err(JsNativeError::range()
                .with_message(format!(
                    "{callee}: the arguments are larger than {} MiB",
                    MESSAGE_BYTES_MAX >> 20
                ))
                .into()),
            None => Ok(true),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    fn cut(&mut self, left_out: usize, what: &str) {
        self.out.u8(tag::CUT);
        self.out.f64(left_out as f64);
        self.out.string(what);
    }

    fn text(&mut self, text: &JsString) -> JsResult<()> {
        let text = text.as_str();
        let unit = if text.is_latin1() { 1 } else { 2 };
        if !self.is_full(text.len().saturating_mul(unit))? {
            write_text(text, self.out);
            return Ok(());
        }
        let kept = self.room() / unit;
        let left_out = text.len() - kept;
        let head = text.get(..kept).unwrap_or_else(|| JsStr::latin1(b""));
        let note = JsString::from(format!("... [{left_out} more characters cut]"));
        write_text(JsString::concat(head, note.as_str()).as_str(), self.out);
        Ok(())
    }

    fn bytes(&mut self, bytes: &[u8]) -> JsResult<()> {
        if self.is_full(bytes.len())? {
            self.cut(bytes.len(), "bytes");
        } else {
            self.out.bytes(bytes);
        }
        Ok(())
    }

    fn object(&mut self, object: &JsObject, key: &JsString) -> JsResult<()> {
        if object.is_callable() {
            self.function(object);
            return Ok(());
        }
        if let Some(written) = self.leaf(object)? {
            return Ok(written);
        }
        self.nested(object, key, Self::container)
    }

    fn function(&mut self, function: &JsObject) {
        let name = peek::text(function, "name").unwrap_or_default();
        self.out.u8(tag::FUNCTION);
        write_text(name.as_str(), self.out);
    }

    /// Writes an object that holds other values, unless it stands inside itself or too deep.
    fn nested(
        &mut self,
        object: &JsObject,
        key: &JsString,
        write: impl FnOnce(&mut Self, &JsObject, &JsString) -> JsResult<()>,
    ) -> JsResult<()> {
        if let Some(at) = self
            .open
            .iter()
            .position(|open| JsObject::equals(&open.object, object))
        {
            let path = self.path(at);
            self.out.u8(tag::REFERENCE);
            self.out.string(&path);
            return Ok(());
        }
        if self.open.len() >= WRITE_DEPTH_MAX {
            let Some(callee) = self.purpose.callee() else {
                self.cut(1, "levels");
                return Ok(());
            };
            return Err(JsNativeError::range()
                .with_message(format!(
                    "{callee}: the argument is nested deeper than {WRITE_DEPTH_MAX} levels"
                ))
                .into());
        }
        self.open.push(Open {
            object: object.clone(),
            key: key.clone(),
        });
        let written = write(self, object, key);
        self.open.pop();
        written
    }

    fn container(&mut self, object: &JsObject, key: &JsString) -> JsResult<()> {
        if let Ok(promise) = JsPromise::from_object(object.clone()) {
            return self.promise(&promise, object);
        }
        let to_json = object.get(js_string!("toJSON"), self.context)?;
        if let Some(to_json) = to_json.as_function() {
            let value =
                to_json.call(&object.clone().into(), &[key.clone().into()], self.context)?;
            // An object that gives itself is written as it is.
            if !value
                .as_object()
                .is_some_and(|value| JsObject::equals(&value, object))
            {
                return self.value(&value, key);
            }
        }
        if self.is_array(object)? {
            return self.array(object);
        }
        if let Ok(map) = JsMap::from_object(object.clone()) {
            let mut entries = Vec::new();
            map.for_each_native(|key, value| {
                entries.push((key, value));
                Ok(())
            })?;
            return self.map(&entries);
        }
        if let Ok(set) = JsSet::from_object(object.clone()) {
            let mut items = Vec::new();
            set.for_each_native(|item| {
                items.push(item);
                Ok(())
            })?;
            return self.set(&items);
        }
        self.members(object)
    }

    /// Whether it is an array, or a proxy of one.
    fn is_array(&mut self, object: &JsObject) -> JsResult<bool> {
        if !peek::is_proxy(object) {
            return Ok(object.is_array());
        }
        let is_array = Shared::of(self.context).originals().is_array;
        let found = is_array.call(
            &JsValue::undefined(),
            &[object.clone().into()],
            self.context,
        )?;
        Ok(found.to_boolean())
    }

    fn promise(&mut self, promise: &JsPromise, object: &JsObject) -> JsResult<()> {
        if let Some(callee) = self.purpose.callee() {
            return Err(JsNativeError::typ()
                .with_message(format!(
                    "{callee}: an argument is a Promise; write `await` before what gives it"
                ))
                .into());
        }
        // A forgotten `await` inside what is returned.
        match promise.state() {
            PromiseState::Fulfilled(value) => self.value(&value, &js_string!()),
            PromiseState::Rejected(reason) => {
                Shared::of(self.context).handled(object);
                Err(JsError::from_opaque(reason))
            }
            PromiseState::Pending => {
                self.out.object(0);
                Ok(())
            }
        }
    }

    fn array(&mut self, array: &JsObject) -> JsResult<()> {
        let len = array
            .get(js_string!("length"), self.context)?
            .to_length(self.context)?;
        let count_at = self.out.open(tag::ARRAY);
        for at in 0..len {
            if self.is_full(1)? {
                self.cut(index(len - at), "items");
                self.out.set_count(count_at, index(at) + 1);
                return Ok(());
            }
            let item = array.get(at, self.context)?;
            let key = if item.is_object() || item.is_bigint() {
                JsString::from(at.to_string())
            } else {
                js_string!()
            };
            self.value(&item, &key)?;
        }
        self.out.set_count(count_at, index(len));
        Ok(())
    }

    fn map(&mut self, entries: &[(JsValue, JsValue)]) -> JsResult<()> {
        let count_at = self.out.open(tag::MAP);
        for (at, (key, value)) in entries.iter().enumerate() {
            if self.is_full(2)? {
                self.cut(entries.len() - at, "members");
                self.out.undefined();
                self.out.set_count(count_at, at + 1);
                return Ok(());
            }
            self.value(key, &js_string!())?;
            self.value(value, &js_string!())?;
        }
        self.out.set_count(count_at, entries.len());
        Ok(())
    }

    fn set(&mut self, items: &[JsValue]) -> JsResult<()> {
        let count_at = self.out.open(tag::SET);
        for (at, item) in items.iter().enumerate() {
            if self.is_full(1)? {
                self.cut(items.len() - at, "items");
                self.out.set_count(count_at, at + 1);
                return Ok(());
            }
            self.value(item, &js_string!())?;
        }
        self.out.set_count(count_at, items.len());
        Ok(())
    }

    fn members(&mut self, object: &JsObject) -> JsResult<()> {
        let mut keys = enumerable_keys(object, self.context)?;
        if let Some(contents) = Contents::of(object, !keys.is_empty(), self.context) {
            self.unread(&contents)?;
            if contents.has_workings {
                keys.retain(|key| !key_text(key).as_str().starts_with(JsStr::latin1(b"_")));
            }
        }
        let count_at = self.out.open(tag::OBJECT);
        let mut count = 0;
        for (at, key) in keys.iter().enumerate() {
            let name = key_text(key);
            if self.is_full(name.len() + 1)? {
                self.out.string("...");
                self.cut(keys.len() - at, "members");
                count += 1;
                break;
            }
            let value = match peek::own(object, key) {
                Some(property) if property.is_data_descriptor() => {
                    property.value().cloned().unwrap_or_default()
                }
                _ => object.get(key.clone(), self.context)?,
            };
            write_text(name.as_str(), self.out);
            self.value(&value, &name)?;
            count += 1;
        }
        self.out.set_count(count_at, count);
        Ok(())
    }

    /// Where the `at`-th open object stands, from the root `$`.
    fn path(&self, at: usize) -> String {
        let mut path = "$".to_owned();
        for open in &self.open[1..=at] {
            let key = open.key.to_std_string_lossy();
            if key.bytes().all(|byte| byte.is_ascii_digit()) {
                path.push_str(&format!("[{key}]"));
            } else {
                path.push('.');
                path.push_str(&key);
            }
        }
        path
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "lengths of what is in memory fit"
)]
fn index(value: u64) -> usize {
    value as usize
}
