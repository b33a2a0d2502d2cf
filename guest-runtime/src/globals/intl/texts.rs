//! Methods of texts and lists that take a locale.

use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::object::builtins::JsTypedArray;
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::super::add;
use super::locale;

pub(super) fn install(context: &mut Context) {
    let constructors = context.intrinsics().constructors();
    let (string, array, typed) = (
        constructors.string().prototype(),
        constructors.array().prototype(),
        constructors.typed_array().prototype(),
    );
    add(&string, "toLocaleUpperCase", 0, upper, context);
    add(&string, "toLocaleLowerCase", 0, lower, context);
    add(&array, "toLocaleString", 0, array_to_text, context);
    add(&typed, "toLocaleString", 0, typed_to_text, context);
}

/// Whether a call asks for a language whose letter i has two kinds.
fn has_two_letters_i(args: &[JsValue], context: &mut Context) -> JsResult<bool> {
    let tags = locale::requested(args.get_or_undefined(0), context)?;
    Ok(tags
        .first()
        .is_some_and(|tag| tag.language == "tr" || tag.language == "az"))
}

fn changed(
    this: &JsValue,
    args: &[JsValue],
    special: fn(&str) -> String,
    method: JsString,
    context: &mut Context,
) -> JsResult<JsValue> {
    let text = this.require_object_coercible()?.to_string(context)?;
    if has_two_letters_i(args, context)? {
        return Ok(JsString::from(special(&text.to_std_string_lossy())).into());
    }
    let string = context.intrinsics().constructors().string().prototype();
    let method = string.get(method, context)?;
    match method.as_function() {
        Some(method) => method.call(&text.into(), &[], context),
        None => Ok(text.into()),
    }
}

fn upper(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let special = |text: &str| text.replace('i', "İ").to_uppercase();
    changed(this, args, special, js_string!("toUpperCase"), context)
}

fn lower(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let special = |text: &str| {
        let text = text.replace("I\u{307}", "i").replace('İ', "i");
        text.replace('I', "ı").to_lowercase()
    };
    changed(this, args, special, js_string!("toLowerCase"), context)
}

fn joined(list: &JsObject, len: u64, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    // As `join` does: such a text could not be held.
    if len > u64::from(u32::MAX) {
        return Err(JsNativeError::typ()
            .with_message("Invalid array length")
            .into());
    }
    let mut parts = Vec::new();
    let args = [
        args.get_or_undefined(0).clone(),
        args.get_or_undefined(1).clone(),
    ];
    for at in 0..len {
        if at > 0 {
            parts.push(js_string!(","));
        }
        let item = list.get(at, context)?;
        if !item.is_null_or_undefined() {
            // A getter of a primitive's method gets the primitive itself.
            let method = item.get_v(js_string!("toLocaleString"), context)?;
            let Some(method) = method.as_callable() else {
                let error = JsNativeError::typ();
                return Err(error
                    .with_message("toLocaleString is not a function")
                    .into());
            };
            parts.push(method.call(&item, &args, context)?.to_string(context)?);
        }
    }
    let parts: Vec<_> = parts.iter().map(JsString::as_str).collect();
    Ok(JsString::concat_array(&parts).into())
}

/// Lists that are being written: one inside of itself is empty there.
fn array_to_text(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = this.to_object(context)?;
    let writing = crate::shared::Shared::of(context);
    if writing
        .writing
        .borrow()
        .iter()
        .any(|other| JsObject::equals(other, &list))
    {
        return Ok(js_string!().into());
    }
    writing.writing.borrow_mut().push(list.clone());
    let text = list
        .get(js_string!("length"), context)
        .and_then(|len| len.to_length(context))
        .and_then(|len| joined(&list, len, args, context));
    writing.writing.borrow_mut().pop();
    text
}

fn typed_to_text(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this.as_object().filter(|object| object.is::<TypedArray>());
    let Some(object) = object else {
        let error = JsNativeError::typ().with_message("this is not a typed array.");
        return Err(error.into());
    };
    let array = JsTypedArray::from_object(object.clone())?;
    // Throws where the array is out of its buffer's bounds.
    array.at(0_i64, context)?;
    let len = array.length(context)?;
    joined(&object, u64::try_from(len).unwrap_or(0), args, context)
}
