//! Globals of the language that go.

use boa_engine::{Context, JsResult, JsString};

/// Threads do not exist here, and waiting would block the only one.
const REMOVED: &[&str] = &["SharedArrayBuffer", "Atomics", "WebAssembly"];

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for name in REMOVED {
        global.delete_property_or_throw(JsString::from(*name), context)?;
    }
    Ok(())
}
