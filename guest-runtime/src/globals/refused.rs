//! Globals of the language that go.

use boa_engine::{Context, JsResult, JsString};

/// Threads do not exist here, and so no memory that they share.
const REMOVED: &[&str] = &["SharedArrayBuffer", "WebAssembly"];

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for name in REMOVED {
        global.delete_property_or_throw(JsString::from(*name), context)?;
    }
    Ok(())
}
