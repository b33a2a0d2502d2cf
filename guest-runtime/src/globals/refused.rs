//! Globals that say why they are not what a program expects, and globals that go.

use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, NativeFunction};

/// Threads do not exist here, and waiting would block the only one.
const REMOVED: &[&str] = &["SharedArrayBuffer", "Atomics", "WebAssembly"];

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for name in REMOVED {
        global.delete_property_or_throw(JsString::from(*name), context)?;
    }
    context.register_global_builtin_callable(
        JsString::from("fetch"),
        1,
        NativeFunction::from_fn_ptr(fetch),
    )?;
    context.register_global_builtin_callable(
        JsString::from("require"),
        1,
        NativeFunction::from_fn_ptr(require),
    )
}

fn fetch(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Err(JsNativeError::error()
        .with_message(
            "there is no network in this sandbox; files are reached through state, and whatever \
             else the host offers through tools",
        )
        .into())
}

fn require(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Err(JsNativeError::error()
        .with_message(
            "require is not available: files are reached through state, e.g. \
             await state.readFile(path)",
        )
        .into())
}
