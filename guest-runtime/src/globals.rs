//! The globals of the sandbox that the language itself does not have.
//!
//! What is no more than a few lines of JavaScript is written in it (`prelude.js`) and becomes
//! part of the snapshot; what touches bytes, time or randomness is native.

mod argument;
mod base64;
mod clone;
mod compression;
mod date;
mod encoding;
mod exception;
mod formats;
mod intl;
mod itself;
mod node;
mod process;
mod random;
mod refused;
mod sort;
mod timers;
mod url;
mod web;

use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use crate::script::{Packed, script};
use crate::shared::Shared;

pub(crate) use formats::{NAMES as FORMATS, install_rows, is_ours as is_our_format};
pub(crate) use itself::only_gives_the_global_object;
pub(crate) use web::install_fetch;

/// The parts that are written in JavaScript: functions of the native helpers.
const PRELUDES: &[Packed] = &[
    script!("globals/prelude.js"),
    script!("globals/intl.js"),
    script!("globals/library.js"),
    script!("globals/events.js"),
    script!("globals/url.js"),
    script!("globals/node/errors.js"),
    script!("globals/node/paths.js"),
    script!("globals/node/utilities.js"),
    script!("globals/node/timers.js"),
    script!("globals/node/files/checks.js"),
    script!("globals/node/files/entries.js"),
    script!("globals/node/modules.js"),
];

/// Installs them.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    timers::install(context)?;
    random::install(context)?;
    refused::install(context)?;
    itself::install(context)?;
    sort::install(context)?;
    date::install(context)?;
    base64::install(context);
    clone::install(context);
    formats::install(context)?;
    let helpers = JsObject::with_null_proto();
    argument::install(&helpers, context);
    intl::install(&helpers, context);
    encoding::install(&helpers, context);
    compression::install(&helpers, context);
    exception::install(&helpers, context);
    timers::install_helpers(&helpers, context);
    add(&helpers, "writeText", 2, crate::console::write, context);
    url::install(&helpers, context);
    node::install(&helpers, context)?;
    process::install(&helpers, context);
    for prelude in PRELUDES {
        let prelude = prelude.run(context)?;
        if let Some(prelude) = prelude.as_function() {
            prelude.call(&JsValue::undefined(), &[helpers.clone().into()], context)?;
        }
    }
    web::install(&helpers, context)?;
    let describe = helpers.get(js_string!("describe"), context)?;
    Shared::of(context).describe.replace(describe.as_function());
    exception::install_class(&helpers, context)
}

/// Adds a hidden function to an object.
fn add(
    holder: &JsObject,
    name: &str,
    length: usize,
    function: boa_engine::native_function::NativeFunctionPointer,
    context: &Context,
) {
    let name = JsString::from(name);
    let function = boa_engine::object::FunctionObjectBuilder::new(
        context.realm(),
        NativeFunction::from_fn_ptr(function),
    )
    .name(name.clone())
    .length(length)
    .build();
    let property = PropertyDescriptor::builder()
        .value(function)
        .writable(true)
        .enumerable(false)
        .configurable(true);
    holder.insert_property(name, property);
}
