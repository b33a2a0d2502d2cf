//! Errors of the web's interfaces: `DOMException`, which the prelude defines, made by native code.

use boa_engine::builtins::error::Error;
use boa_engine::error::bound;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::add;
use crate::errors;
use crate::shared::Shared;

/// Adds the helper that the prelude cannot write itself.
pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "isError", 1, is_error, context);
    add(helpers, "isConstructor", 1, is_constructor, context);
    add(helpers, "shortened", 1, shortened, context);
    let error = context.intrinsics().constructors().error().constructor();
    add(&error, "captureStackTrace", 2, errors::capture, context);
}

/// Takes from the helpers what makes an exception.
pub(super) fn install_class(helpers: &JsObject, context: &mut Context) -> JsResult<()> {
    let exception = helpers.get(js_string!("exception"), context)?;
    Shared::of(context)
        .exception
        .replace(exception.as_function());
    let usual = helpers.get(js_string!("prepareStackTrace"), context)?;
    let site = helpers.get(js_string!("callSite"), context)?;
    let functions = usual.as_function().zip(site.as_function());
    Shared::of(context).prepare_stack.replace(functions);
    Ok(())
}

/// An exception with the stack of the call that is under way.
pub(super) fn exception(name: &str, message: &str, context: &mut Context) -> JsError {
    let make = Shared::of(context).exception.borrow().clone();
    let Some(make) = make else {
        return JsNativeError::error()
            .with_message(message.to_owned())
            .into();
    };
    let shortened = bound::bounded(message);
    let message = shortened.as_deref().unwrap_or(message);
    let args = [name, message].map(|text| JsValue::from(JsString::from(text)));
    match make.call(&JsValue::undefined(), &args, context) {
        Ok(error) => JsError::from_opaque(error),
        Err(error) => error,
    }
}

/// A message that the prelude words, within the bound of those of the engine. What is no text is left
/// as it is.
#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn shortened(_: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let message = args.get_or_undefined(0);
    let shortened = message
        .as_string()
        .and_then(|text| bound::bounded(&text.to_std_string_lossy()));
    Ok(shortened.map_or_else(|| message.clone(), |text| JsString::from(text).into()))
}

fn is_error(_: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let object = args.get_or_undefined(0).as_object();
    Ok(object.is_some_and(|object| object.is::<Error>()).into())
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn is_constructor(_: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let object = args.get_or_undefined(0).as_object();
    Ok(object.is_some_and(|object| object.is_constructor()).into())
}
