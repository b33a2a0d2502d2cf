//! Functions of the embedder: a global for each namespace, made when a program first names it.

use boa_engine::object::builtins::JsProxyBuilder;
use boa_engine::object::{FunctionObjectBuilder, IntegrityLevel};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction,
};
use isolate_protocol::nearest_name;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Namespace, request};

use super::{Callee, ask, is_of_map, known_to_any_object, rejected, settle};
use crate::convert;
use crate::namespaces::{ABOUT, HIDDEN, visible};
use crate::shared::Shared;

/// The namespace that is there in every run, with or without functions.
const DEFAULT: &str = "tools";

/// Names that an error lists.
const LISTED_MAX: usize = 20;

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
    let target = JsObject::with_object_proto(context.intrinsics());
    let prototype = JsProxyBuilder::new(target).get(stranger).build(context)?;
    let made = JsObject::from_proto_and_data(
        JsObject::from(prototype),
        boa_engine::builtins::object::OrdinaryObject,
    );
    for function in functions {
        let full_name = JsString::from(format!("{text}.{function}"));
        let call = NativeFunction::from_copy_closure_with_captures(
            |_, args, name: &JsString, context| call(name, args, context),
            full_name,
        );
        super::install(&made, &function, 1, call, context);
    }
    // Whose stranger was asked for, and what a console shows.
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

/// What a member answers that is none.
fn stranger(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = match known_to_any_object(args, context)? {
        Ok(value) => return Ok(value),
        Err(name) => name,
    };
    let receiver = args.get_or_undefined(2).as_object();
    let tag = PropertyKey::from(JsSymbol::to_string_tag());
    let holder = receiver
        .and_then(|receiver| crate::peek::own(&receiver, &tag)?.value()?.as_string())
        .map_or_else(|| DEFAULT.to_owned(), |holder| holder.to_std_string_lossy());
    let hint = hint(&holder, &name, &Shared::of(context).namespaces.borrow());
    Err(JsNativeError::typ()
        .with_message(format!("{holder}.{name} is not a function. {hint}"))
        .into())
}

fn hint(holder: &str, name: &str, namespaces: &[Namespace]) -> String {
    let own = namespaces.iter().find(|namespace| namespace.name == holder);
    let names: Vec<&str> = own
        .map(|own| own.functions.iter().map(String::as_str).collect())
        .unwrap_or_default();
    if names.is_empty() {
        return match visible(namespaces) {
            others if others.is_empty() => {
                "This run has no host functions; use state for files".to_owned()
            }
            others => format!("The functions of this run are in {}", others.join(", ")),
        };
    }
    let meant = nearest_name(name, &names).map_or_else(String::new, |near| {
        format!("{holder}.{near} may be meant. ")
    });
    let elsewhere = namespaces
        .iter()
        .filter(|other| other.name != holder && !other.name.starts_with(HIDDEN))
        .find(|other| other.functions.iter().any(|function| function == name))
        .map_or_else(String::new, |other| {
            format!("{}.{name} is a function. ", other.name)
        });
    if names.len() > LISTED_MAX {
        return format!(
            "{meant}{elsewhere}{holder} has {} functions: await functions.search(\"words\") finds one",
            names.len()
        );
    }
    format!(
        "{meant}{elsewhere}The functions of {holder} are {}",
        names.join(", ")
    )
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
    let answer = ask(&shared, out, context);
    settle(answer?, callee, &shared, context)
}
