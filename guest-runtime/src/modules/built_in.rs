//! Packages that answer without a file, where nobody else has one of their name. `globals/node/packages`
//! makes them.

use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsValue};

use super::names::PACKAGES;
use super::{Importer, Kind, files};
use crate::shared::Shared;

/// `setPackages(make)`: what gives the exports of a package by its name.
pub(crate) fn set_packages(
    _: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let make = args.get_or_undefined(0).as_function();
    Shared::of(context).packages.replace(make);
    Ok(JsValue::undefined())
}

/// Whether a name is that of such a package, and there is no file for it.
pub(super) fn has(
    from: &Importer,
    name: &str,
    kind: Kind,
    context: &mut Context,
) -> JsResult<bool> {
    Ok(PACKAGES.contains(&name) && !files::has_package(from, name, kind, context)?)
}

/// What `require` gives for one of them.
pub(super) fn exports(name: &str, context: &mut Context) -> JsResult<JsValue> {
    let make = Shared::of(context).packages.borrow().clone();
    let make = make.ok_or_else(|| JsNativeError::typ().with_message(name.to_owned()))?;
    make.call(
        &JsValue::undefined(),
        &[JsString::from(name).into()],
        context,
    )
}
