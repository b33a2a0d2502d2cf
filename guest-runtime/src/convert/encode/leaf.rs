//! Objects that hold no other values.

use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::object::builtins::{
    JsArrayBuffer, JsDataView, JsDate, JsSharedArrayBuffer, JsTypedArray,
};
use boa_engine::{JsNativeError, JsObject, JsResult, JsValue, js_string};
use isolate_protocol::wire::tag;

use super::{Purpose, Writer, index, write_text};
use crate::convert::parts::boxed;
use crate::frames::frames_of;
use crate::peek;
use crate::shared::Shared;

impl Writer<'_> {
    /// Objects that hold no other values; `None` for those that do.
    pub(super) fn leaf(&mut self, object: &JsObject) -> JsResult<Option<()>> {
        if object.is_ordinary() || object.is_array() {
            return Ok(None);
        }
        if object.is::<Date>() {
            let date = JsDate::from_object(object.clone())?;
            let time = date.get_time(self.context)?.as_number().unwrap_or(f64::NAN);
            self.out.date(time);
        } else if object.is::<TypedArray>() {
            let array = JsTypedArray::from_object(object.clone())?;
            let buffer = array.buffer(self.context)?;
            let offset = array.byte_offset(self.context)?;
            let len = array.byte_length(self.context)?;
            self.window(&buffer, offset, len)?;
        } else if let Ok(view) = JsDataView::from_object(object.clone()) {
            let buffer = view.buffer(self.context)?;
            let offset = index(view.byte_offset(self.context)?);
            let len = index(view.byte_length(self.context)?);
            self.window(&buffer, offset, len)?;
        } else if JsArrayBuffer::from_object(object.clone()).is_ok()
            || JsSharedArrayBuffer::from_object(object.clone()).is_ok()
        {
            self.window(&object.clone().into(), 0, usize::MAX)?;
        } else if let Some(value) = boxed(object) {
            self.value(&value, &js_string!())?;
        } else if object.is::<RegExp>() {
            if let Purpose::Argument(callee) = self.purpose
                && callee.holder != "state"
            {
                return Err(JsNativeError::typ()
                    .with_message(format!(
                        "{callee}: a regular expression cannot be passed; pass its source as text \
                         (re.source)"
                    ))
                    .into());
            }
            let text = self.text_of_regexp(object)?;
            if matches!(self.purpose, Purpose::Result { .. }) {
                self.value(&text, &js_string!())?;
            } else {
                self.regexp(&text);
            }
        } else if object.is::<Error>() {
            self.error(object);
        } else {
            return Ok(None);
        }
        Ok(Some(()))
    }

    pub(super) fn text_of_regexp(&mut self, object: &JsObject) -> JsResult<JsValue> {
        let to_string = Shared::of(self.context).originals().regexp_to_string;
        to_string.call(&object.clone().into(), &[], self.context)
    }

    /// A regular expression as `/source/flags`, for the host.
    pub(super) fn regexp(&mut self, literal: &JsValue) {
        let text = literal
            .as_string()
            .map(|text| text.to_std_string_lossy())
            .unwrap_or_default();
        let (source, flags) = text.rsplit_once('/').unwrap_or((&text, ""));
        self.out.u8(tag::REGEXP);
        self.out.string(source.strip_prefix('/').unwrap_or(source));
        self.out.string(flags);
    }

    fn error(&mut self, error: &JsObject) {
        let name = peek::text(error, "name").unwrap_or(js_string!("Error"));
        let message = peek::text(error, "message").unwrap_or_default();
        let stack = frames_of(error, self.context).text();
        self.out.u8(tag::ERROR);
        write_text(name.as_str(), self.out);
        write_text(message.as_str(), self.out);
        self.out.string(&stack);
    }

    /// A window of a buffer's bytes.
    fn window(&mut self, buffer: &JsValue, offset: usize, len: usize) -> JsResult<()> {
        let Some(buffer) = buffer.as_object() else {
            return self.bytes(&[]);
        };
        if let Ok(buffer) = JsArrayBuffer::from_object(buffer.clone()) {
            let data = buffer.data();
            let data = data.as_deref().unwrap_or_default();
            let data = data.get(offset..).unwrap_or_default();
            return self.bytes(&data[..len.min(data.len())]);
        }
        let data = JsSharedArrayBuffer::from_object(buffer)?.to_vec();
        let data = data.get(offset..).unwrap_or_default();
        self.bytes(&data[..len.min(data.len())])
    }
}
