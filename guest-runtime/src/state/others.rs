//! Other names of the methods of `state`, made when they are asked for.
//!
//! They live on the prototype of `state`, so that its own keys are the declared methods. What is
//! no name of a method at all is `undefined`, as on any object: a program may ask for it.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsProxyBuilder;
use boa_engine::property::{PropertyDescriptor, PropertyDescriptorBuilder, PropertyKey};
use boa_engine::{
    Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string,
};
use isolate_protocol::{APPROVE, Called, EXEC, Lookup, STATE_APPROVE, lookup};

use super::{Callee, functions, plain_result, reason, request, state_call};
use crate::shared::Shared;

/// The prototype of `state`.
pub(super) fn prototype(context: &mut Context) -> JsResult<JsObject> {
    let target = JsObject::with_object_proto(context.intrinsics());
    let proxy = JsProxyBuilder::new(target)
        .get(get)
        .has(has)
        .build(context)?;
    Ok(proxy.into())
}

/// The name that was asked for, if a property of the prototype may have it.
fn name_of(key: &PropertyKey) -> Option<String> {
    match key {
        PropertyKey::String(name) => Some(name.to_std_string_lossy()),
        PropertyKey::Symbol(_) | PropertyKey::Index(_) => None,
    }
}

/// `state.rows`, if that is the name: a function of the guest, and no call.
fn rows(name: &str, context: &Context) -> Option<JsValue> {
    let shared = Shared::of(context);
    let rows = shared.rows.borrow().clone();
    Some(rows.filter(|_| name == "rows")?.into())
}

/// `state.approve`, if that is the name: asks a person, and is answered as a function of the embedder is.
fn approve(name: &str, context: &Context) -> Option<JsValue> {
    if name != APPROVE {
        return None;
    }
    let call = NativeFunction::from_copy_closure(|_, args, context| {
        functions::call(&js_string!(STATE_APPROVE), args, context)
    });
    let function = FunctionObjectBuilder::new(context.realm(), call)
        .name(JsString::from(APPROVE))
        .length(1)
        .build();
    Some(function.into())
}

/// `state.exec`, if that is the name: runs a command of a shell, where the host allows it.
fn exec(name: &str, context: &Context) -> Option<JsValue> {
    if name != EXEC || !Shared::of(context).has_exec.get() {
        return None;
    }
    let call = NativeFunction::from_copy_closure(|_, args, context| super::exec(args, context));
    let function = FunctionObjectBuilder::new(context.realm(), call)
        .name(JsString::from(EXEC))
        .length(2)
        .build();
    Some(function.into())
}

fn has(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(target) = args.get_or_undefined(0).as_object() else {
        return Ok(false.into());
    };
    let key = args.get_or_undefined(1).to_property_key(context)?;
    let name = name_of(&key).unwrap_or_default();
    let is_known = target.has_property(key, context)?
        || name == APPROVE
        || exec(&name, context).is_some()
        || lookup(&name).is_some()
        || rows(&name, context).is_some();
    Ok(is_known.into())
}

fn get(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(target) = args.get_or_undefined(0).as_object() else {
        return Ok(JsValue::undefined());
    };
    let key = args.get_or_undefined(1).to_property_key(context)?;
    if target.has_property(key.clone(), context)? {
        return target.get(key, context);
    }
    let Some(name) = name_of(&key) else {
        return Ok(JsValue::undefined());
    };
    if let Some(rows) = rows(&name, context) {
        return Ok(rows);
    }
    let made = approve(&name, context).or_else(|| exec(&name, context));
    if let Some(function) = made {
        target.insert_property(key, hidden(&function));
        return Ok(function);
    }
    let found = lookup(&name).and_then(|found| Some((found, Called::from_wire(found.number)?)));
    let Some((found, called)) = found else {
        return Ok(JsValue::undefined());
    };
    let function = function(&name, found, called, context);
    target.insert_property(key, hidden(&function));
    Ok(function)
}

/// A property that no list of keys has.
fn hidden(value: &JsValue) -> PropertyDescriptorBuilder {
    PropertyDescriptor::builder()
        .value(value.clone())
        .writable(false)
        .enumerable(false)
        .configurable(true)
}

fn function(name: &str, found: Lookup, called: Called, context: &Context) -> JsValue {
    let Lookup { number, is_sync } = found;
    let method = called.method;
    let call = NativeFunction::from_copy_closure(move |_, args, context| {
        if !is_sync {
            return state_call(number, method, args, context);
        }
        let shared = Shared::of(context);
        let callee = Callee {
            holder: "state",
            name: method.name,
        };
        let args = super::meant(args);
        if args.len() > 2 && super::replacer::is_meant(method, args) {
            return super::replacer::replace(args, &shared, context);
        }
        match request(number, method, args, callee, &shared, context) {
            Ok(answer) => plain_result(answer?, callee, context),
            Err(error) => {
                let reason = reason(error, callee, context)?;
                Err(boa_engine::JsError::from_opaque(reason))
            }
        }
    });
    FunctionObjectBuilder::new(context.realm(), call)
        .name(JsString::from(name))
        .length(method.params.len())
        .build()
        .into()
}
