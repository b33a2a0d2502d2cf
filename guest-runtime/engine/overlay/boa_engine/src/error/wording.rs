//! The words of errors that operations of the engine throw themselves: those of V8, which people
//! and models know, with the names that stand in the program.
//!
//! Runs once an error, when it is thrown, and changes nothing but its message.

use std::borrow::Cow;

use boa_ast::Position;

use super::{JsError, JsNativeErrorKind};
use crate::builtins::date::Date;
use crate::builtins::json::class_name;
use crate::builtins::promise::Promise;
use crate::builtins::regexp::RegExp;
use crate::object::JsObject;
use crate::value::JsVariant;
use crate::vm::{Instruction, InstructionIterator, opcode::RegisterOperand};
use crate::{Context, JsString, JsValue, js_string};

/// Units of the program's text that are looked at before and behind the place of an error.
const TEXT_UNITS_MAX: usize = 300;

/// Longest expression that is named, in bytes.
const PATH_BYTES_MAX: usize = 80;

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
        let hint = match path.rsplit_once('.') {
            Some((object, name)) if is_method_of_promise(context) => {
                format!("; {object} is a promise: await it first, (await {object}).{name}")
            }
            _ => String::new(),
        };
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

/// Whether the call under way is of a method of a promise.
fn is_method_of_promise(context: &Context) -> bool {
    let Some(Instruction::Call { argument_count }) = instruction(context) else {
        return false;
    };
    // `this` stands before the function.
    let before = usize::from(argument_count) + 1;
    is_promise(context.vm.stack.calling_convention_get_function(before))
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
fn text_of(value: &JsValue) -> String {
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

/// The text around an error.
struct Place {
    /// On the line, up to the error.
    before: String,
    /// From the error on.
    behind: String,
}

impl Place {
    fn of(context: &Context) -> Option<Self> {
        let frame = context.vm.frame();
        let info = &frame.code_block().source_info;
        let position = info.map().find(frame.pc)?;
        let spanned = info.text_spanned();
        let text = spanned.whole()?;
        let (start, at) = offset(text, position)?;
        let from = start.max(at.saturating_sub(TEXT_UNITS_MAX));
        let to = text.len().min(at + TEXT_UNITS_MAX);
        Some(Self {
            before: JsString::from(&text[from..at]).to_std_string_lossy(),
            behind: JsString::from(&text[at..to]).to_std_string_lossy(),
        })
    }

    /// What is called, where the place is the last name of it, its parenthesis, or its start.
    fn callee(&self) -> Option<String> {
        let text = self.before.trim_end();
        let before = path_at_end(text);
        let behind = if self.behind.starts_with('(') {
            ""
        } else {
            callee_at_front(&self.behind)
        };
        let path = named(&format!("{before}{behind}"))?;
        // What `new` makes has no name.
        let is_made = text[..text.len() - before.len()]
            .trim_end()
            .strip_suffix("new")
            .is_some_and(|rest| !rest.ends_with(is_name_part));
        if let Some((made, rest)) = path.split_once("(...)").filter(|_| is_made) {
            let rest = if made.is_empty() || made == "(intermediate value)" {
                rest.strip_prefix("(...)").unwrap_or(rest)
            } else {
                rest
            };
            return Some(format!("(intermediate value){rest}"));
        }
        Some(path)
    }

    fn constructed(&self) -> Option<String> {
        let text = self.behind.trim_start();
        let text = text.strip_prefix("new").unwrap_or(text).trim_start();
        if !text.starts_with('(') {
            return named(callee_at_front(text));
        }
        let end = end_of_brackets(text)?;
        if text[end..].trim_start().starts_with(['.', '[', '`']) {
            return None;
        }
        let mut made = text[1..end - 1].trim();
        while made.starts_with('(') && end_of_brackets(made)? == made.len() {
            made = made[1..made.len() - 1].trim();
        }
        let (path, rest) = path_and_rest(made)?;
        if rest.is_empty() { named(path) } else { None }
    }

    /// What is looped over or spread.
    fn iterated(&self) -> Option<String> {
        let before = self.before.trim_end();
        if before.ends_with(" of") || before.ends_with("...") {
            return whole_expression(&self.behind);
        }
        if self.behind.starts_with('[') {
            return whole_expression(initialiser(&self.behind)?);
        }
        None
    }

    /// A pattern that finds nothing, where the place is its bracket.
    fn destructured(&self, kind: &str) -> String {
        let value = initialiser(&self.behind).and_then(whole_expression);
        if self.behind.starts_with('[') {
            let value = value.unwrap_or_else(|| kind.to_owned());
            return format!("{value} is not iterable");
        }
        let value = value.unwrap_or_else(|| kind.to_owned());
        let first = self.behind.trim_start_matches('{').trim_start();
        let end = first.find(|c: char| !is_name_part(c)).unwrap_or(0);
        let property = match &first[..end] {
            "" => String::new(),
            name => format!("property '{name}' of "),
        };
        format!("Cannot destructure {property}'{value}' as it is {kind}.")
    }

    /// The name at the place.
    fn name(&self) -> Option<String> {
        let end = self
            .behind
            .find(|c: char| !is_name_part(c))
            .unwrap_or(self.behind.len());
        (end > 0).then(|| self.behind[..end].to_owned())
    }
}

/// What stands behind the `=` that follows the pattern at the front of the text.
fn initialiser(text: &str) -> Option<&str> {
    let rest = &text[end_of_brackets(text)?..];
    let rest = rest.trim_start().strip_prefix('=')?;
    Some(rest.trim_start())
}

/// Where the brackets end that begin the text.
fn end_of_brackets(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(at, character)| {
        match character {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at + character.len_utf8())
    })
}

/// The path at the front of the text, where nothing else belongs to the expression.
fn whole_expression(text: &str) -> Option<String> {
    let (path, rest) = path_and_rest(text)?;
    let is_whole = rest.is_empty() || rest.starts_with([')', ']', ',', ';', '}', '\n']);
    if is_whole { named(path) } else { None }
}

/// The path at the front of the text, if its brackets are closed, and what follows.
fn path_and_rest(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    let end = text.char_indices().find_map(|(at, character)| {
        match character {
            '[' | '(' if at > 0 => depth += 1,
            ']' | ')' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            '.' => {}
            character if is_name_part(character) => {}
            _ => return Some(at),
        }
        None
    });
    (depth == 0).then(|| text.split_at(end.unwrap_or(text.len())))
}

/// Start of the line, and unit, of a position.
fn offset(text: &[u16], position: Position) -> Option<(usize, usize)> {
    let mut line = 1;
    let mut start = 0;
    while line < position.line_number() {
        let rest = text.get(start..)?;
        let end = rest
            .iter()
            .position(|unit| matches!(unit, 0x0A | 0x0D | 0x2028 | 0x2029))?;
        let is_pair = rest[end] == 0x0D && rest.get(end + 1) == Some(&0x0A);
        start += end + 1 + usize::from(is_pair);
        line += 1;
    }
    // Columns count characters, of which some are two units.
    let mut at = start;
    for _ in 1..position.column_number() {
        let is_wide = text
            .get(at)
            .is_some_and(|unit| (0xD800..0xDC00).contains(unit));
        at += 1 + usize::from(is_wide);
    }
    (at <= text.len()).then_some((start, at))
}

/// A path as it is shown, with what is inside of its parentheses left out.
fn named(path: &str) -> Option<String> {
    let mut shown = String::new();
    let mut depth = 0_usize;
    for character in path.trim().chars() {
        match character {
            '(' => {
                depth += 1;
                if depth == 1 {
                    shown.push_str("(...)");
                }
            }
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            character if character.is_whitespace() => {}
            character => shown.push(character),
        }
    }
    if shown.is_empty() || shown.len() > PATH_BYTES_MAX {
        return None;
    }
    Some(if shown.starts_with(['.', '?']) {
        format!("(intermediate value){shown}")
    } else {
        shown.strip_prefix("(...)").map_or_else(
            || shown.clone(),
            |rest| format!("(intermediate value){rest}"),
        )
    })
}

fn is_name_part(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$' | '#')
}

/// `a.b[0].c(d).` at the end of the text.
fn path_at_end(text: &str) -> &str {
    let mut depth = 0_usize;
    let mut start = text.len();
    for (at, character) in text.char_indices().rev() {
        match character {
            ']' | ')' => depth += 1,
            '[' | '(' if depth > 0 => depth -= 1,
            '[' | '(' => break,
            _ if depth > 0 => {}
            '.' | '?' => {}
            character if is_name_part(character) => {
                // A name before which another one ends is a keyword's operand.
            }
            _ => break,
        }
        start = at;
    }
    if depth > 0 {
        return "";
    }
    // Spread and the end of a conditional are no part of a path.
    text[start..]
        .trim_start_matches("...")
        .trim_start_matches('?')
}

/// Whether the `?` at the front is one of `a?.b`, and not of a conditional.
fn is_optional_chain(text: &str) -> bool {
    let rest = text.strip_prefix("?.");
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// `a.b[0].c` at the front of the text: names, dots and index brackets.
fn callee_at_front(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '[' if at > 0 => depth += 1,
            ']' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            '.' if at > 0 => {}
            '?' if at > 0 && is_optional_chain(&text[at..]) => {}
            character if is_name_part(character) => {}
            _ => return text[..at].trim_end_matches(['.', '?']),
        }
    }
    if depth > 0 { "" } else { text }
}
