//! `Date`: the engine's own, but for texts, which it reads in few forms and V8 in many.

mod text;

use boa_engine::builtins::date::Date;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::{PropertyDescriptor, PropertyDescriptorBuilder};
use boa_engine::value::PreferredType;
use boa_engine::{
    Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string,
};

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let (engines, prototype) = {
        let date = context.intrinsics().constructors().date();
        (date.constructor(), date.prototype())
    };
    let construct = NativeFunction::from_copy_closure_with_captures(construct, engines.clone());
    let date: JsObject = FunctionObjectBuilder::new(context.realm(), construct)
        .name(js_string!("Date"))
        .length(7)
        .constructor(true)
        .build()
        .into();
    let fixed = PropertyDescriptor::builder()
        .value(prototype.clone())
        .writable(false)
        .enumerable(false)
        .configurable(false);
    date.insert_property(js_string!("prototype"), fixed);
    keep(js_string!("now"), &engines, &date, context)?;
    super::add(&date, "parse", 1, parse, context);
    keep(js_string!("UTC"), &engines, &date, context)?;
    prototype.insert_property(js_string!("constructor"), hidden(date.clone()));
    let global = context.global_object();
    global.insert_property(js_string!("Date"), hidden(date));
    Ok(())
}

/// Gives the new constructor a function of the engine's.
fn keep(
    name: JsString,
    engines: &JsObject,
    date: &JsObject,
    context: &mut Context,
) -> JsResult<()> {
    let function = engines.get(name.clone(), context)?;
    date.insert_property(name, hidden(function));
    Ok(())
}

fn hidden(value: impl Into<JsValue>) -> PropertyDescriptorBuilder {
    PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(false)
        .configurable(true)
}

/// `Date(…)` and `new Date(…)`.
fn construct(
    new_target: &JsValue,
    args: &[JsValue],
    engines: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Some(target) = new_target.as_object() else {
        return engines.call(&JsValue::undefined(), args, context);
    };
    let read;
    let args = match args {
        // A date is copied, whatever it says of itself.
        [value] if !value.as_object().is_some_and(|object| object.is::<Date>()) => {
            let value = value.to_primitive(context, PreferredType::Default)?;
            read = match value.as_string() {
                Some(text) => milliseconds(&text.to_std_string_lossy()),
                None => value,
            };
            std::slice::from_ref(&read)
        }
        args => args,
    };
    Ok(engines.construct(args, Some(&target), context)?.into())
}

/// `Date.parse(text)`.
fn parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).to_string(context)?;
    Ok(milliseconds(&text.to_std_string_lossy()))
}

/// The moment that a text stands for, in milliseconds since 1970, or NaN.
fn milliseconds(text: &str) -> JsValue {
    text::parse(text).unwrap_or(f64::NAN).into()
}
