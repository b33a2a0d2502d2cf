//! Functions of the embedder: a global for each namespace, made when a program first names it.

use boa_engine::object::{FunctionObjectBuilder, IntegrityLevel};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction,
};
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Namespace, request};

use super::{Callee, ask, is_of_map, rejected, settle};
use crate::convert;
use crate::namespaces::{ABOUT, HIDDEN};
use crate::shared::Shared;

/// The namespace that is there in every run, with or without functions.
const DEFAULT: &str = "tools";

/// Installs the globals of these namespaces.
pub(crate) fn install(namespaces: Vec<Namespace>, context: &mut Context) -> JsResult<()> {
    let shared = Shared::of(context);
    let mut namespaces = namespaces;
    let has_any = namespaces
        .iter()
        .any(|namespace| !namespace.name.starts_with(HIDDEN));
    if has_any && !namespaces.iter().any(|namespace| namespace.name == ABOUT) {
        namespaces.push(Namespace {
            name: ABOUT.to_owned(),
            functions: vec!["describe".to_owned(), "search".to_owned()],
        });
    }
    if !namespaces.iter().any(|namespace| namespace.name == DEFAULT) {
        namespaces.push(Namespace {
            name: DEFAULT.to_owned(),
            functions: Vec::new(),
        });
    }
    for namespace in &namespaces {
        if !namespace.name.starts_with(HIDDEN) {
            install_global(&namespace.name, context)?;
        }
    }
    shared.namespaces.replace(namespaces);
    Ok(())
}

/// A global that makes its namespace when it is first read: a program pays for those it uses.
fn install_global(name: &str, context: &mut Context) -> JsResult<()> {
    let name = JsString::from(name);
    let getter = NativeFunction::from_copy_closure_with_captures(
        |_, _, name: &JsString, context| {
            let made = namespace(name, context)?;
            context.global_object().define_property_or_throw(
                name.clone(),
                PropertyDescriptor::builder()
                    .value(made.clone())
                    .writable(false)
                    .enumerable(false)
                    .configurable(true),
                context,
            )?;
            Ok(made.into())
        },
        name.clone(),
    );
    let getter = FunctionObjectBuilder::new(context.realm(), getter).build();
    let property = PropertyDescriptor::builder()
        .get(getter)
        .enumerable(false)
        .configurable(true);
    context
        .global_object()
        .define_property_or_throw(name, property, context)
        .map(drop)
}

fn namespace(name: &JsString, context: &mut Context) -> JsResult<JsObject> {
    let text = name.to_std_string_lossy();
    let shared = Shared::of(context);
    let functions: Vec<String> = shared
        .namespaces
        .borrow()
        .iter()
        .find(|namespace| namespace.name == text)
        .map(|namespace| namespace.functions.clone())
        .unwrap_or_default();
    let made = JsObject::with_object_proto(context.intrinsics());
    for function in functions {
        let full_name = JsString::from(format!("{text}.{function}"));
        let call = NativeFunction::from_copy_closure_with_captures(
            |_, args, name: &JsString, context| call(name, args, context),
            full_name,
        );
        super::install(&made, &function, 1, call, context);
    }
    // What a console shows.
    made.insert_property(
        JsSymbol::to_string_tag(),
        PropertyDescriptor::builder()
            .value(name.clone())
            .writable(false)
            .enumerable(false)
            .configurable(true),
    );
    made.set_integrity_level(IntegrityLevel::Frozen, context)?;
    Ok(made)
}

/// Calls a function by its full name.
pub(crate) fn call(name: &JsString, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let shared = Shared::of(context);
    let text = name.to_std_string_lossy();
    let (holder, member) = text.split_once('.').unwrap_or((DEFAULT, &text));
    let callee = Callee {
        holder,
        name: member,
    };
    // What is not passed on would be lost without a word.
    if !is_of_map(args) && args.iter().skip(1).any(|extra| !extra.is_undefined()) {
        let message = format!(
            "{text} takes one value, and {} were given: pass one object, such as {text}({{ a, b }})",
            args.len()
        );
        let error = JsNativeError::typ().with_message(message).into();
        return rejected(error, callee, context);
    }
    let mut out = Encoder::with_buffer(shared.request.take());
    out.u8(request::FUNCTION);
    convert::write_text(name.as_str(), &mut out);
    let argument = args.get_or_undefined(0);
    if let Err(error) = convert::encode_argument(argument, callee, &mut out, context) {
        shared.request.set(out.into_bytes());
        return rejected(error, callee, context);
    }
    let answer = ask(&shared, out, None, context);
    settle(answer?, callee, &shared, context)
}
