//! The global object and its names.

use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsString};

/// What libraries call it besides `globalThis`.
const NAMES: &[&str] = &["self", "global"];

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for name in NAMES {
        let property = PropertyDescriptor::builder()
            .value(global.clone())
            .writable(true)
            .enumerable(false)
            .configurable(true);
        global.define_property_or_throw(JsString::from(*name), property, context)?;
    }
    Ok(())
}

/// Whether a text, run as code, only gives the global object: libraries find it by
/// `Function("return this")()` or `(0, eval)("this")`. No other text is ever run.
pub(crate) fn only_gives_the_global_object(text: &JsString) -> bool {
    let text = text.to_std_string_lossy();
    let mut text = text.trim();
    if text == "this" {
        return true;
    }
    for directive in ["'use strict'", "\"use strict\""] {
        if let Some(rest) = text.strip_prefix(directive) {
            text = rest.trim_start().trim_start_matches(';').trim_start();
        }
    }
    let Some(value) = text.strip_prefix("return") else {
        return false;
    };
    let value = value.trim_end_matches(';').trim_end();
    let name = match value.trim_start().strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')').unwrap_or_default().trim(),
        // A word has to stand apart from the one before it.
        None if value.starts_with([' ', '\t']) => value.trim_start_matches([' ', '\t']),
        None => return false,
    };
    name == "this" || name == "globalThis" || NAMES.contains(&name)
}
