//! The words of errors that operations of the engine throw themselves: those of V8, which people
//! and models know, with the names that stand in the program.
//!
//! Runs once an error, when it is thrown, and changes nothing but its message.

mod place;

use std::borrow::Cow;

use place::Place;

use super::{JsError, JsNativeErrorKind};
use crate::builtins::date::Date;
use crate::builtins::json::class_name;
use crate::builtins::promise::Promise;
use crate::builtins::regexp::RegExp;
use crate::object::JsObject;
use crate::value::JsVariant;
use crate::vm::{Instruction, InstructionIterator, opcode::RegisterOperand};
use crate::{Context, JsValue, js_string};

const SYMBOL_TO_TEXT: &str = "Cannot convert a Symbol value to a string";

const SYMBOL_TO_NUMBER: &str = "Cannot convert a Symbol value to a number";

const BIGINT_TO_NUMBER: &str = "Cannot convert a BigInt value to a number";

const NO_OBJECT: &str = "cannot convert 'null' or 'undefined' to object";

/// Words the message of an error that the operation under way has thrown.
pub(crate) fn improve(context: &Context, error: &mut JsError) {
    let Some(native) = error.as_native_mut() else {
        return;
    };
    let message = &*native.message;
    let improved = match native.kind {
        _ if native.realm.is_some() => {
            library_error(message).or_else(|| constructor_error(message, context))
        }
        JsNativeErrorKind::Type => type_error(message, context),
        JsNativeErrorKind::Reference => reference_error(message, context),
        JsNativeErrorKind::Range => library_error(message),
        _ => None,
    };
    if let Some(improved) = improved {
        native.message = Cow::Owned(improved);
    }
}

/// Errors of the language's library.
fn library_error(message: &str) -> Option<String> {
    let text = match message {
        NO_OBJECT => "Cannot convert undefined or null to object",
        "Array.prototype.reduce: called on an empty array and with no initial value" => {
            "Reduce of empty array with no initial value"
        }
        "invalid array length" => "Invalid array length",
        "can't convert symbol to string" => SYMBOL_TO_TEXT,
        "argument must not be a symbol" => SYMBOL_TO_NUMBER,
        "invalid escape character found" => "URI malformed",
        "Generator should not be executing" => "Generator is already running",
        "bad length for array" => "Invalid array length",
        "argument must not be a bigint" => BIGINT_TO_NUMBER,
        "cannot convert null or undefined to Object" => {
            "Cannot convert undefined or null to object"
        }
        "invalid integer index for TypedArray operation" => "Invalid typed array index",
        "cannot get key and value from primitive item of `iterable`" => {
            "Iterator value is not an entry object: each item has to be a pair [key, value]"
        }
        _ => {
            if let Some(key) = message.strip_prefix("cannot redefine property: ") {
                return Some(format!("Cannot redefine property: {key}"));
            }
            if let Some(rest) = message.strip_prefix("cannot call `") {
                let name = rest.strip_suffix("` constructor without new")?;
                return Some(format!("Constructor {name} requires 'new'"));
            }
            let rest = message.strip_prefix("value with type `")?;
            let kind = rest.strip_suffix("` is not iterable")?;
            return Some(format!("{kind} is not iterable"));
        }
    };
    Some(text.to_owned())
}

fn constructor_error(message: &str, context: &Context) -> Option<String> {
    if message != "class constructor cannot be invoked without 'new'" {
        return None;
    }
    let name = Place::of(context)?.callee()?;
    Some(format!(
        "Class constructor {name} cannot be invoked without 'new'"
    ))
}

fn type_error(message: &str, context: &Context) -> Option<String> {
    if message.starts_with("cannot mutate an immutable binding") {
        return Some("Assignment to constant variable.".to_owned());
    }
    if message == "can't convert symbol to string" {
        return Some(SYMBOL_TO_TEXT.to_owned());
    }
    if let Some(rest) = message.strip_prefix("cannot mix BigInt") {
        return Some(format!("Cannot mix BigInt{rest}"));
    }
    if message.starts_with("right-hand side of 'instanceof' should be an object") {
        return Some("Right-hand side of 'instanceof' is not an object".to_owned());
    }
    if message == "argument must not be a bigint" {
        return Some(BIGINT_TO_NUMBER.to_owned());
    }
    if message == "argument must not be a symbol" {
        return Some(SYMBOL_TO_NUMBER.to_owned());
    }
    if message == "superclass must be a constructor" {
        return Some("Class extends value is not a constructor or null".to_owned());
    }
    if message.starts_with("right-hand side of 'in' should be an object") {
        return match instruction(context)? {
            Instruction::In { lhs, rhs, .. } => Some(format!(
                "Cannot use 'in' operator to search for '{}' in {}",
                text_of(register(lhs, context)),
                text_of(register(rhs, context))
            )),
            _ => None,
        };
    }
    if let Some(improved) = constructor_error(message, context) {
        return Some(improved);
    }
    if message == "not a callable function" {
        let path = Place::of(context)?.callee()?;
        let hint = receiver(context).zip(path.rsplit_once('.'));
        let hint = hint.and_then(|(this, (object, name))| {
            if is_promise(this) {
                let hint =
                    format!("; {object} is a promise: await it first, (await {object}).{name}");
                return Some(hint);
            }
            let instead = context
                .host_hooks()
                .instead_of_method(this, name, context)?;
            Some(format!(". {instead}"))
        });
        let hint = hint.unwrap_or_default();
        return Some(format!("{path} is not a function{hint}"));
    }
    if message == "not a constructor" {
        let place = Place::of(context)?;
        return place
            .constructed()
            .map(|path| format!("{path} is not a constructor"));
    }
    if let Some(kind) = message.strip_prefix("Cannot destructure '") {
        let kind = kind.split('\'').next()?;
        return Some(Place::of(context).map_or_else(
            || format!("Cannot destructure '{kind}' as it is {kind}."),
            |place| place.destructured(kind),
        ));
    }
    let kind = message
        .strip_prefix("value with type `")
        .and_then(|rest| rest.strip_suffix("` is not iterable"));
    if kind.is_none() && message != NO_OBJECT {
        return None;
    }
    match instruction(context)? {
        Instruction::GetPropertyByName {
            value, ic_index, ..
        }
        | Instruction::GetPropertyByNameWithThis {
            value, ic_index, ..
        }
        | Instruction::GetLengthProperty {
            value, ic_index, ..
        } => {
            let key = name_of(usize::from(ic_index), context)?;
            Some(nothing(register(value, context), "read", "reading", &key))
        }
        Instruction::SetPropertyByName {
            object, ic_index, ..
        }
        | Instruction::SetPropertyByNameWithThis {
            object, ic_index, ..
        } => {
            let key = name_of(usize::from(ic_index), context)?;
            Some(nothing(register(object, context), "set", "setting", &key))
        }
        Instruction::GetPropertyByValue { key, object, .. }
        | Instruction::GetPropertyByValuePush { key, object, .. } => {
            let key = key_text(register(key, context));
            Some(nothing(register(object, context), "read", "reading", &key))
        }
        Instruction::SetPropertyByValue { key, object, .. } => {
            let key = key_text(register(key, context));
            Some(nothing(register(object, context), "set", "setting", &key))
        }
        Instruction::GetIterator { src } | Instruction::GetAsyncIterator { src } => {
            let value = register(src, context);
            let kind = kind.map_or_else(|| value_text(value), str::to_owned);
            let path = Place::of(context).and_then(|place| place.iterated());
            let path = path.unwrap_or(kind);
            let hint = if is_promise(value) {
                "; it is a promise: await it first"
            } else {
                ""
            };
            Some(format!("{path} is not iterable{hint}"))
        }
        _ if kind.is_some() => None,
        _ => Some("Cannot convert undefined or null to object".to_owned()),
    }
}

fn reference_error(message: &str, context: &Context) -> Option<String> {
    let uninitialised = |name: &str| format!("Cannot access '{name}' before initialization");
    if message == "access of uninitialized binding" {
        let name = Place::of(context)?.name()?;
        return Some(uninitialised(&name));
    }
    if let Some(rest) = message.strip_prefix("cannot assign to uninitialized binding `") {
        return Some(uninitialised(rest.strip_suffix('`')?));
    }
    if let Some(rest) = message.strip_prefix("cannot assign to uninitialized global property `") {
        return Some(format!("{} is not defined", rest.strip_suffix('`')?));
    }
    let name = message.strip_suffix(" is not defined")?;
    // The parser's name for a call that something is assigned to.
    if name.starts_with("Invalid left-hand side ") {
        return Some(name.to_owned());
    }
    let index = match instruction(context)? {
        Instruction::GetName { binding_index, .. }
        | Instruction::GetNameGlobal { binding_index, .. }
        | Instruction::GetNameAndLocator { binding_index, .. }
        | Instruction::GetNameOrUndefined { binding_index, .. } => usize::from(binding_index),
        _ => return None,
    };
    let binding = context.vm.frame().code_block().bindings.get(index)?;
    // A name that no scope declares is looked for in the global object.
    (!binding.is_global()).then(|| uninitialised(name))
}

fn is_promise(value: &JsValue) -> bool {
    value
        .as_object()
        .is_some_and(|object| object.is::<Promise>())
}

/// What the method of the call under way is called on.
fn receiver(context: &Context) -> Option<&JsValue> {
    let Instruction::Call { argument_count } = instruction(context)? else {
        return None;
    };
    // `this` stands before the function.
    let before = usize::from(argument_count) + 1;
    Some(context.vm.stack.calling_convention_get_function(before))
}

/// The operation under way: the one that ends where the next begins.
fn instruction(context: &Context) -> Option<Instruction> {
    let frame = context.vm.frame();
    let end = frame.pc as usize;
    let mut instructions = InstructionIterator::new(&frame.code_block().bytecode);
    while let Some((_, _, instruction)) = instructions.next() {
        if instructions.pc() >= end {
            return Some(instruction);
        }
    }
    None
}

fn register(operand: RegisterOperand, context: &Context) -> &JsValue {
    context.vm.get_register(operand.into())
}

fn name_of(index: usize, context: &Context) -> Option<String> {
    let cache = context.vm.frame().code_block().ic.get(index)?;
    Some(cache.name.to_std_string_lossy())
}

fn nothing(value: &JsValue, verb: &str, doing: &str, key: &str) -> String {
    let kind = if value.is_null() { "null" } else { "undefined" };
    let key = if key.is_empty() {
        String::new()
    } else {
        format!(" ({doing} '{key}')")
    };
    format!("Cannot {verb} properties of {kind}{key}")
}

/// A property's key; nothing for an object whose text the program makes.
fn key_text(value: &JsValue) -> String {
    let text = text_of(value);
    if value.is_object() && !text.starts_with('#') {
        return String::new();
    }
    text
}

/// A value as text, for which no code of the program runs.
pub(crate) fn text_of(value: &JsValue) -> String {
    match value.variant() {
        JsVariant::Object(object) => object_text(&object),
        JsVariant::String(text) => text.to_std_string_lossy(),
        JsVariant::Symbol(symbol) => symbol.descriptive_string().to_std_string_lossy(),
        JsVariant::Float64(0.0) => "0".to_owned(),
        JsVariant::BigInt(integer) => integer.to_string(),
        _ => value.display().to_string(),
    }
}

fn object_text(object: &JsObject) -> String {
    let has_own_text = |object: &JsObject| {
        let found = object
            .borrow()
            .properties()
            .get(&js_string!("toString").into());
        found.is_some()
    };
    if object.is_array() {
        "[object Array]".to_owned()
    } else if object.is::<Date>() {
        "[object Date]".to_owned()
    } else if object.is::<RegExp>() {
        "[object RegExp]".to_owned()
    } else if object.is_callable() {
        "#<Function>".to_owned()
    } else {
        // Text that the program makes is somewhere below the last prototype.
        let mut holder = object.clone();
        while let Some(parent) = holder.prototype() {
            if has_own_text(&holder) {
                return "[object Object]".to_owned();
            }
            holder = parent;
        }
        if !has_own_text(&holder) {
            return "[object Object]".to_owned();
        }
        format!("#<{}>", class_name(object))
    }
}

fn value_text(value: &JsValue) -> String {
    match value.variant() {
        JsVariant::Null => "null".to_owned(),
        JsVariant::Undefined => "undefined".to_owned(),
        _ => value.type_of().to_owned(),
    }
}
