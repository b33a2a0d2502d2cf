//! Buffers and views of them: copied, or handed over.

use boa_engine::builtins::iterable::IteratorHint;
use boa_engine::builtins::typed_array::{TypedArray, TypedArrayKind};
use boa_engine::context::intrinsics::StandardConstructor;
use boa_engine::object::builtins::{AlignedVec, JsArrayBuffer, JsDataView, JsTypedArray};
use boa_engine::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsSymbol, JsValue, js_string,
};

use super::Cloner;
use crate::globals::exception::exception;

/// The buffers that go over to the copy, instead of being copied.
pub(super) fn transfer_list(
    options: &JsValue,
    context: &mut Context,
) -> JsResult<Vec<JsArrayBuffer>> {
    let fail = |message: &str| {
        JsNativeError::typ().with_message(format!("Failed to execute 'structuredClone': {message}"))
    };
    if options.is_null_or_undefined() {
        return Ok(Vec::new());
    }
    let Some(options) = options.as_object() else {
        return Err(fail("Options cannot be converted to a dictionary").into());
    };
    let list = options.get(js_string!("transfer"), context)?;
    if list.is_undefined() {
        return Ok(Vec::new());
    }
    let not_a_list = || fail("transfer in Options cannot be converted to sequence.");
    let Some(object) = list.as_object() else {
        return Err(not_a_list().into());
    };
    if object
        .get(JsSymbol::iterator(), context)?
        .is_null_or_undefined()
    {
        return Err(not_a_list().into());
    }
    let mut buffers = Vec::<JsArrayBuffer>::new();
    let items = list.get_iterator(IteratorHint::Sync, context)?;
    for (index, item) in items.into_list(context)?.into_iter().enumerate() {
        let Some(item) = item.as_object() else {
            let message = format!("transfer in Options[{index}] is not an object.");
            return Err(fail(&message).into());
        };
        let refuse = |message: &str, context: &mut Context| {
            Err(exception("DataCloneError", message, context))
        };
        let Ok(buffer) = JsArrayBuffer::from_object(item) else {
            return refuse("Found invalid value in transferList.", context);
        };
        if buffers.iter().any(|other| JsObject::equals(other, &buffer)) {
            return refuse("Transfer list contains duplicate ArrayBuffer", context);
        }
        if buffer.data().is_none() {
            return refuse("Cannot transfer object of unsupported type.", context);
        }
        buffers.push(buffer);
    }
    Ok(buffers)
}

impl Cloner<'_> {
    /// A buffer, or a view of one.
    pub(super) fn bytes(&mut self, object: &JsObject) -> JsResult<Option<JsObject>> {
        if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
            return self.buffer(&buffer).map(Some);
        }
        if object.is::<TypedArray>() {
            let array = JsTypedArray::from_object(object.clone())?;
            let constructor = array.kind().map(|kind| element(kind, self.context));
            let Some(constructor) = constructor else {
                return Ok(None);
            };
            let buffer = array.buffer(self.context)?;
            let bytes = buffer.as_object().and_then(|buffer| {
                let buffer = JsArrayBuffer::from_object(buffer).ok()?;
                Some(buffer.byte_length())
            });
            let state = object.downcast_ref::<TypedArray>();
            let is_auto = state.as_ref().is_some_and(|array| array.is_auto_length());
            let is_outside = state
                .zip(bytes)
                .is_some_and(|(array, bytes)| array.is_out_of_bounds(bytes));
            self.check_view(&buffer, is_outside)?;
            let offset = array.byte_offset(self.context)?;
            let length = array.length(self.context)?;
            let length = (!is_auto).then_some(length);
            return self.view(&constructor, &buffer, offset, length).map(Some);
        }
        if let Ok(view) = JsDataView::from_object(object.clone()) {
            let constructor = self
                .context
                .intrinsics()
                .constructors()
                .data_view()
                .constructor();
            let buffer = view.buffer(self.context)?;
            let offset = view.byte_offset(self.context);
            self.check_view(&buffer, offset.is_err())?;
            let offset = offset?;
            let length = view.byte_length(self.context)?;
            let [offset, length] =
                [offset, length].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
            let length = (!view.is_auto_length()).then_some(length);
            return self.view(&constructor, &buffer, offset, length).map(Some);
        }
        Ok(None)
    }

    fn buffer(&mut self, buffer: &JsArrayBuffer) -> JsResult<JsObject> {
        let Some(bytes) = buffer.data().map(|bytes| AlignedVec::from_slice(0, &bytes)) else {
            return Err(self.detached());
        };
        let copy = JsArrayBuffer::from_byte_block(bytes, self.context)?;
        Ok(match buffer.max_byte_length() {
            Some(bytes_max) => copy.with_max_byte_length(bytes_max),
            None => copy,
        }
        .into())
    }

    fn detached(&mut self) -> JsError {
        let message = "An ArrayBuffer is detached and could not be cloned.";
        exception("DataCloneError", message, self.context)
    }

    /// Takes the bytes of a buffer away, which its copy has, as they are now.
    pub(super) fn transfer(&mut self, buffer: &JsArrayBuffer) -> JsResult<()> {
        let key = JsValue::undefined();
        let copy = self.seen.get(&JsObject::from(buffer.clone()));
        let copy = copy.and_then(|copy| JsArrayBuffer::from_object(copy.clone()).ok());
        match buffer.detach(&key) {
            Ok(bytes) => {
                if let Some(mut copied) = copy.as_ref().and_then(JsArrayBuffer::data_mut)
                    && copied.len() == bytes.len()
                {
                    copied.copy_from_slice(&bytes);
                }
            }
            // A getter of what was copied has done that before.
            Err(_) => {
                if let Some(copy) = copy {
                    copy.detach(&key)?;
                }
            }
        }
        Ok(())
    }

    /// Refuses a view of a buffer that was detached, or has become too short for it.
    fn check_view(&mut self, buffer: &JsValue, is_outside: bool) -> JsResult<()> {
        let buffer = buffer.as_object();
        let buffer = buffer.and_then(|buffer| JsArrayBuffer::from_object(buffer).ok());
        if buffer.is_some_and(|buffer| buffer.data().is_none()) {
            return Err(self.detached());
        }
        if is_outside {
            return Err(self.refuse(&js_string!("[object Object]")));
        }
        Ok(())
    }

    /// A view of the copy of a buffer, which all views of the buffer share.
    fn view(
        &mut self,
        constructor: &JsObject,
        buffer: &JsValue,
        offset: usize,
        length: Option<usize>,
    ) -> JsResult<JsObject> {
        let buffer = self.value(buffer)?;
        let length = length.map_or_else(JsValue::undefined, JsValue::from);
        constructor.construct(&[buffer, offset.into(), length], None, self.context)
    }
}

/// The constructor of the typed arrays of a kind.
fn element(kind: TypedArrayKind, context: &Context) -> JsObject {
    let constructors = context.intrinsics().constructors();
    let constructor: &StandardConstructor = match kind {
        TypedArrayKind::Int8 => constructors.typed_int8_array(),
        TypedArrayKind::Uint8 => constructors.typed_uint8_array(),
        TypedArrayKind::Uint8Clamped => constructors.typed_uint8clamped_array(),
        TypedArrayKind::Int16 => constructors.typed_int16_array(),
        TypedArrayKind::Uint16 => constructors.typed_uint16_array(),
        TypedArrayKind::Int32 => constructors.typed_int32_array(),
        TypedArrayKind::Uint32 => constructors.typed_uint32_array(),
        TypedArrayKind::BigInt64 => constructors.typed_bigint64_array(),
        TypedArrayKind::BigUint64 => constructors.typed_biguint64_array(),
        TypedArrayKind::Float16 => constructors.typed_float16_array(),
        TypedArrayKind::Float32 => constructors.typed_float32_array(),
        TypedArrayKind::Float64 => constructors.typed_float64_array(),
    };
    constructor.constructor()
}
