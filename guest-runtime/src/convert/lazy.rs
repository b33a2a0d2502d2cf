//! Members whose text the host keeps until they are read.
//!
//! Such a member is an accessor that all objects share; which text it stands for lies under a
//! hidden symbol of the object. Reading it once turns it into plain data.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue,
    NativeFunction, js_string,
};
use isolate_protocol::wire::message::{decode_error, reply, request};
use isolate_protocol::wire::{DecodeError, Decoder, Encoder};

use super::parts::{js_text, malformed};
use crate::peek;
use crate::shared::{LazyMember, Shared};

/// Gives an object a member that stands for the host's text `id`.
pub(super) fn define(
    object: &JsObject,
    key: PropertyKey,
    id: u32,
    context: &mut Context,
) -> JsResult<()> {
    let member = member(&key, context)?;
    let hidden = PropertyDescriptor::builder()
        .value(id)
        .writable(false)
        .enumerable(false)
        .configurable(false);
    let accessor = PropertyDescriptor::builder()
        .get(member.getter)
        .set(member.setter)
        .enumerable(true)
        .configurable(true);
    object.insert_property(key, accessor);
    object.insert_property(member.symbol, hidden);
    Ok(())
}

/// Turns a property into plain data where it stands for a text of the host's, so that a printer
/// shows the text. Any other property, and one that cannot be fetched, stays what it is.
pub(crate) fn filled(
    object: &JsObject,
    key: &PropertyKey,
    own: PropertyDescriptor,
    context: &mut Context,
) -> PropertyDescriptor {
    let Some(getter) = own.get().and_then(JsValue::as_object) else {
        return own;
    };
    let shared = Shared::of(context);
    let at = shared
        .lazy
        .borrow()
        .iter()
        .position(|member| JsObject::equals(&member.getter, &getter));
    let Some(at) = at else {
        return own;
    };
    if get(at, &object.clone().into(), context).is_err() {
        return own;
    }
    peek::own(object, key).unwrap_or(own)
}

fn member(key: &PropertyKey, context: &mut Context) -> JsResult<LazyMember> {
    let shared = Shared::of(context);
    let mut members = shared.lazy.borrow_mut();
    if let Some(found) = members.iter().find(|member| member.key == *key) {
        return Ok(found.clone());
    }
    let at = members.len();
    let realm = context.realm();
    let get = NativeFunction::from_copy_closure(move |this, _, context| get(at, this, context));
    let set = NativeFunction::from_copy_closure(move |this, args, context| {
        set(at, this, args.get_or_undefined(0), context)
    });
    let name = |prefix: &str| JsString::from(format!("{prefix} {key}"));
    let member = LazyMember {
        key: key.clone(),
        symbol: JsSymbol::new(Some(js_string!("text"))).ok_or_else(|| {
            JsError::from(JsNativeError::error().with_message("no symbol is left"))
        })?,
        getter: FunctionObjectBuilder::new(realm, get)
            .name(name("get"))
            .build(),
        setter: FunctionObjectBuilder::new(realm, set)
            .name(name("set"))
            .length(1)
            .build(),
    };
    members.push(member.clone());
    Ok(member)
}

fn get(at: usize, this: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = this.as_object() else {
        return Ok(JsValue::undefined());
    };
    let shared = Shared::of(context);
    let LazyMember { key, symbol, .. } = shared.lazy.borrow()[at].clone();
    let Some(id) = object.get(symbol, context)?.as_number() else {
        return Ok(JsValue::undefined());
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the host refuses a number that it has not given"
    )]
    let value = fetch(&shared, id as u32)?;
    replace(&object, &key, &value);
    Ok(value)
}

fn set(at: usize, this: &JsValue, value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    if let Some(object) = this.as_object() {
        let key = Shared::of(context).lazy.borrow()[at].key.clone();
        if !replace(&object, &key, value) {
            object.create_data_property_or_throw(key, value.clone(), context)?;
        }
    }
    Ok(JsValue::undefined())
}

/// Makes an own accessor plain data; a frozen one stays.
fn replace(object: &JsObject, key: &PropertyKey, value: &JsValue) -> bool {
    let is_ours = peek::own(object, key)
        .is_some_and(|own| own.is_accessor_descriptor() && own.configurable() == Some(true));
    if is_ours {
        let data = PropertyDescriptor::builder()
            .value(value.clone())
            .writable(true)
            .enumerable(true)
            .configurable(true);
        object.insert_property(key.clone(), data);
    }
    is_ours
}

fn fetch(shared: &Shared, id: u32) -> JsResult<JsValue> {
    let mut out = Encoder::new();
    out.u8(request::FETCH);
    out.u32(id);
    let mut fetched = Err(malformed(DecodeError::Truncated));
    shared.host.call(out.as_bytes(), &mut |bytes| {
        let mut decoder = Decoder::new(bytes);
        fetched = match decoder.u8() {
            Ok(reply::VALUE) => match decoder.raw_text() {
                Ok(text) => Ok(js_text(text).into()),
                Err(error) => Err(malformed(error)),
            },
            Ok(reply::ERROR) => Err(match decode_error(&mut decoder) {
                Ok(error) => JsNativeError::error().with_message(error.message).into(),
                Err(error) => malformed(error),
            }),
            Ok(other) => Err(malformed(DecodeError::UnknownTag(other))),
            Err(error) => Err(malformed(error)),
        };
    });
    fetched
}
