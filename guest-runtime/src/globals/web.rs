//! `Blob`, `Headers`, `Response` and the like: plain classes for data. `fetch` is there in runs
//! whose host answers it.
//!
//! Few programs use them, so their code is no part of the snapshot: it is evaluated when the first
//! of them is asked for.

use boa_engine::native_function::NativeFunction;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{AlignedVec, JsArrayBuffer, JsUint8Array};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use isolate_protocol::wire::message::Namespace;
use md5::Md5;
use rand_xoshiro::rand_core::Rng as _;
use sha1::{Digest, Sha1};
use sha2::{Sha256, Sha384, Sha512};

use super::add;
use super::encoding::with_bytes;
use crate::script::{Packed, script};
use crate::shared::Shared;

/// The namespace that `fetch` calls: without it there is none.
const NET: &str = "$net";

const SCRIPT: Packed = script!("globals/web.js");

/// Names of the global object, all made by one script.
const NAMES: &[&str] = &["Blob", "File", "FormData", "Headers", "Request", "Response"];

pub(super) fn install(helpers: &JsObject, context: &mut Context) -> JsResult<()> {
    add(helpers, "bytesOf", 1, bytes_of, context);
    add(helpers, "decodeText", 1, decode_text, context);
    add(helpers, "concatBytes", 1, concat_bytes, context);
    add(helpers, "digits", 1, digits, context);
    add(helpers, "digest", 2, digest, context);
    add(helpers, "callHost", 2, call_host, context);
    Shared::of(context).web.replace(Some(helpers.clone()));
    let global = context.global_object();
    for name in NAMES {
        define(&global, name, helpers, context)?;
    }
    let crypto = global.get(js_string!("crypto"), context)?;
    match crypto.as_object() {
        Some(crypto) => define(&crypto, "subtle", helpers, context),
        None => Ok(()),
    }
}

/// Adds `fetch` to the globals, where one of a run's namespaces answers it.
pub(crate) fn install_fetch(namespaces: &[Namespace], context: &mut Context) -> JsResult<()> {
    if namespaces.iter().all(|namespace| namespace.name != NET) {
        return Ok(());
    }
    let helpers = Shared::of(context).web.borrow().clone();
    match helpers {
        Some(helpers) => define(&context.global_object(), "fetch", &helpers, context),
        None => Ok(()),
    }
}

/// `callHost(name, value)`: the promise of a function of the host.
fn call_host(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = args.get_or_undefined(0).to_string(context)?;
    crate::state::functions::call(&name, args.get(1..).unwrap_or_default(), context)
}

/// Adds a property that is made when it is read.
fn define(
    holder: &JsObject,
    name: &'static str,
    helpers: &JsObject,
    context: &mut Context,
) -> JsResult<()> {
    let captures = (helpers.clone(), JsString::from(name));
    let get = NativeFunction::from_copy_closure_with_captures(
        |_, _, (helpers, name), context| load(helpers, context)?.get(name.clone(), context),
        captures,
    );
    let captures = (holder.clone(), JsString::from(name));
    let set = NativeFunction::from_copy_closure_with_captures(
        |_, args, (holder, name), context| {
            replace(holder, name, args.get_or_undefined(0), context)?;
            Ok(JsValue::undefined())
        },
        captures,
    );
    let realm = context.realm().clone();
    let accessor = |function, prefix: &str, length| {
        FunctionObjectBuilder::new(&realm, function)
            .name(JsString::from(format!("{prefix} {name}")))
            .length(length)
            .build()
    };
    let property = PropertyDescriptor::builder()
        .get(accessor(get, "get", 0))
        .set(accessor(set, "set", 1))
        .enumerable(false)
        .configurable(true);
    holder.define_property_or_throw(JsString::from(name), property, context)?;
    Ok(())
}

fn replace(
    holder: &JsObject,
    name: &JsString,
    value: &JsValue,
    context: &mut Context,
) -> JsResult<()> {
    let property = PropertyDescriptor::builder()
        .value(value.clone())
        .writable(true)
        .enumerable(false)
        .configurable(true);
    holder.define_property_or_throw(name.clone(), property, context)?;
    Ok(())
}

/// What the script makes, which is evaluated once.
fn load(helpers: &JsObject, context: &mut Context) -> JsResult<JsObject> {
    let key = js_string!("web");
    if let Some(made) = helpers.get(key.clone(), context)?.as_object() {
        return Ok(made);
    }
    let script = SCRIPT.run(context)?;
    let made = match script.as_function() {
        Some(script) => script.call(&JsValue::undefined(), &[helpers.clone().into()], context)?,
        None => script,
    };
    helpers.create_data_property_or_throw(key, made.clone(), context)?;
    made.to_object(context)
}

pub(super) fn array(bytes: &[u8], context: &mut Context) -> JsResult<JsValue> {
    let buffer = JsArrayBuffer::from_byte_block(AlignedVec::from_slice(0, bytes), context)?;
    Ok(JsUint8Array::from_array_buffer(buffer, context)?.into())
}

/// `bytesOf(value)`: the bytes of a buffer or a view of one, `undefined` for anything else.
fn bytes_of(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = args.get_or_undefined(0);
    if !value.is_object() {
        return Ok(JsValue::undefined());
    }
    match with_bytes(value, context, |bytes| Ok(bytes.to_vec())) {
        Ok(bytes) => array(&bytes, context),
        Err(_) => Ok(JsValue::undefined()),
    }
}

/// `decodeText(bytes)`: UTF-8, without a byte order mark.
fn decode_text(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = with_bytes(args.get_or_undefined(0), context, |bytes| {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        Ok(String::from_utf8_lossy(bytes).into_owned())
    })?;
    Ok(JsString::from(text).into())
}

/// `concatBytes(list)`.
fn concat_bytes(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut all = Vec::new();
    if let Some(list) = args.get_or_undefined(0).as_object() {
        let len = list
            .get(js_string!("length"), context)?
            .to_length(context)?;
        for at in 0..len {
            let piece = list.get(at, context)?;
            with_bytes(&piece, context, |bytes| {
                all.extend_from_slice(bytes);
                Ok(())
            })?;
        }
    }
    array(&all, context)
}

/// `digits(n)`: so many random digits.
fn digits(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let count = args.get_or_undefined(0).to_u32(context)?;
    let shared = Shared::of(context);
    let mut random = shared.random.borrow_mut();
    let mut bytes = vec![0; usize::try_from(count).unwrap_or(0)];
    random.fill_bytes(&mut bytes);
    let text: String = bytes
        .iter()
        .map(|byte| char::from(b'0' + byte % 10))
        .collect();
    Ok(JsString::from(text).into())
}

/// `digest(name, bytes)`: an `ArrayBuffer`.
fn digest(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = args.get_or_undefined(0).to_string(context)?;
    let name = name.to_std_string_lossy();
    let digest = with_bytes(args.get_or_undefined(1), context, |bytes| {
        Ok(match name.as_str() {
            "MD5" => Md5::digest(bytes).to_vec(),
            "SHA-1" => Sha1::digest(bytes).to_vec(),
            "SHA-384" => Sha384::digest(bytes).to_vec(),
            "SHA-512" => Sha512::digest(bytes).to_vec(),
            _ => Sha256::digest(bytes).to_vec(),
        })
    })?;
    Ok(JsArrayBuffer::from_byte_block(AlignedVec::from_slice(0, &digest), context)?.into())
}
