//! From the values of a call to the parameters of a method.

mod habits;

use crate::error::StateError;
use crate::table::{Alias, Method, MethodId, Order, Param};
use crate::types::Type;
use crate::value::Value;
use habits::as_declared;
pub use habits::source;

/// The arguments of a call, one for each parameter, checked against its type; an optional one
/// that was left out is [`Value::Undefined`].
#[derive(Debug, PartialEq)]
pub struct Arguments(pub Vec<Value>);

/// Binds the values of a call to the parameters of `method` and checks each.
///
/// Two forms are declared: positional, and one object whose keys are all parameter names. `null`
/// and `undefined` both leave an optional parameter out. A call that fits neither is read again
/// with the other spellings that the table knows: names of parameters and options, shorthands,
/// surplus arguments of `Array.prototype.map`.
///
/// # Errors
///
/// An argument error that names the method, the parameter, what came and the right form.
pub fn bind(
    method: &'static Method,
    alias: Option<&'static Alias>,
    values: Vec<Value>,
) -> Result<Arguments, StateError> {
    let is_plain =
        alias.is_none_or(|alias| alias.presets.is_empty() && alias.order == Order::Declared);
    if is_plain && fits(method, &values) {
        let mut bound = values;
        bound.resize_with(method.params.len() + method.more.len(), || Value::Undefined);
        leave_out(method, &mut bound);
        return Ok(Arguments(bound));
    }
    let mut bound = as_declared(method, alias, values)?;
    leave_out(method, &mut bound);
    for (param, value) in method.all_params().zip(&bound) {
        check(method, param, value, &bound)?;
    }
    Ok(Arguments(bound))
}

/// Whether the values are what is declared, one after the other.
fn fits(method: &'static Method, values: &[Value]) -> bool {
    let params = method.params.len() + method.more.len();
    if values.len() > params {
        return false;
    }
    let mut all = method.all_params().enumerate();
    all.all(|(index, param)| match values.get(index) {
        None | Some(Value::Undefined) => param.optional,
        Some(Value::Null) if param.optional => true,
        Some(value) => param.ty.check(value).is_ok(),
    })
}

/// `null` leaves an optional parameter out.
fn leave_out(method: &'static Method, bound: &mut [Value]) {
    for (param, value) in method.all_params().zip(bound) {
        if param.optional
            && matches!(value, Value::Null)
            && !matches!(param.ty, Type::Json | Type::Kept)
        {
            *value = Value::Undefined;
        }
    }
}

fn check(method: &Method, param: &Param, value: &Value, bound: &[Value]) -> Result<(), StateError> {
    match value {
        Value::Undefined if param.optional => return Ok(()),
        Value::Undefined => {
            let advice = advice(method, param, value, bound).unwrap_or_default();
            return Err(StateError::argument(format!(
                "state.{}: missing required parameter \"{}\" — expected {}{advice}",
                method.name,
                param.name,
                method.signature()
            )));
        }
        _ => {}
    }
    param.ty.check(value).map_err(|mismatch| {
        let advice = advice(method, param, value, bound).unwrap_or_default();
        StateError::argument(format!(
            "state.{}: \"{}{}\" {} — expected {}{advice}",
            method.name,
            param.name,
            mismatch.at,
            mismatch.problem,
            method.signature()
        ))
    })
}

/// The line to write instead, where one is known.
fn advice(method: &Method, param: &Param, value: &Value, bound: &[Value]) -> Option<String> {
    let (id, name) = (method.id(), method.name);
    let path = match bound.first() {
        Some(Value::String(text)) => format!("{:?}", text.text),
        _ => "path".to_owned(),
    };
    let is_content = param.name == "content" && !matches!(param.ty, Type::Bytes);
    Some(match (&param.ty, value) {
        (
            _,
            Value::Object(_) | Value::Array(_) | Value::Number(_) | Value::Boolean(_) | Value::Null,
        ) if is_content => {
            format!(
                "; as JSON it is await state.writeJson({path}, value), or pass JSON.stringify(value)"
            )
        }
        (_, Value::Error { .. } | Value::Date(_) | Value::Map(_) | Value::Set(_)) if is_content => {
            "; make it text first, as with String(value)".to_owned()
        }
        (_, Value::Function(_)) if is_content => {
            "; call the function: a function is no text".to_owned()
        }
        (Type::String, Value::Array(_)) if matches!(id, MethodId::Cp | MethodId::Mv) => {
            // Two of them may have one name.
            let folder = shown(bound.get(1), method, 1);
            format!(
                "; one call for each: for (const one of paths) await state.{name}(one, \
                 path.join({folder}, path.basename(one)), {{ recursive: true, overwrite: false }})"
            )
        }
        (Type::String, Value::Array(items)) if id == MethodId::CreateArchive && param.name == "path" => {
            let archive = match bound.get(1) {
                Some(Value::Array(archives)) => archives.first().and_then(source),
                other => other.and_then(source),
            };
            let sources: Option<Vec<String>> = items.iter().map(source).collect();
            format!(
                "; the archive comes first: await state.createArchive({}, [{}])",
                archive.unwrap_or_else(|| "\"/archive.zip\"".to_owned()),
                sources.unwrap_or_default().join(", ")
            )
        }
        (Type::String | Type::Globs, Value::Array(_)) if param.name == method.params[0].name => {
            let rest = arguments(method, bound, 1);
            format!("; for several: await Promise.all(paths.map((path) => state.{name}(path{rest})))")
        }
        (_, Value::String(_)) if id == MethodId::ApplyPatch && param.name == "options" => {
            "; the patch names its files, so it comes alone: await state.applyPatch(patch)"
                .to_owned()
        }
        (_, Value::String(text)) if id == MethodId::Undo && text.text.starts_with('/') => format!(
            "; it takes back whole runs: await state.history({{ path: {:?} }}) lists those that \
             changed the file, each with its number",
            text.text
        ),
        (Type::Query, Value::Undefined) if id == MethodId::SearchFiles => {
            let query = bound.first().and_then(source)?;
            format!("; to look everywhere: await state.searchFiles(\"/**\", {query}{})", arguments(method, bound, 2))
        }
        (Type::Query, Value::Array(items)) if matches!(id, MethodId::SearchText | MethodId::SearchFiles) => {
            let words: Option<Vec<&str>> = items
                .iter()
                .map(|item| match item {
                    Value::String(text)
                        if text
                            .text
                            .chars()
                            .all(|c| c.is_alphanumeric() || "_ ".contains(c)) =>
                    {
                        Some(text.text.as_str())
                    }
                    _ => None,
                })
                .collect();
            let words = words.map_or_else(|| "one|other".to_owned(), |words| words.join("|"));
            let rest = arguments(method, bound, 2);
            format!("; one of several is a pattern: await state.{name}({path}, /{words}/{rest})")
        }
        (Type::Query, Value::Array(_)) if id == MethodId::ReplaceInFiles => {
            let rest = arguments(method, bound, 3);
            format!(
                "; several at once: for (const {{ search, replacement }} of edits) await \
                 state.replaceInFiles({path}, search, replacement{rest})"
            )
        }
        (Type::Query, Value::Array(_)) => {
            format!(
                "; several at once: await state.applyEdits({path}, [{{ search, replacement }}, …])"
            )
        }
        (Type::String, Value::Null) if param.name == "replacement" => {
            "; \"\" removes what is found".to_owned()
        }
        (_, Value::String(text)) if id == MethodId::UpdateJson && param.name == "operations" => {
            let given = bound.get(2).and_then(source);
            let given = given.unwrap_or_else(|| "…".to_owned());
            format!(
                "; write await state.updateJson({path}, [{{ op: \"set\", path: {:?}, value: {given} }}])",
                text.text
            )
        }
        (_, Value::Undefined) if id == MethodId::ExtractArchive && param.name == "destination" => {
            let folder = match bound.first() {
                Some(Value::String(text)) => without_archive_ending(&text.text),
                _ => "/out",
            };
            format!("; write await state.extractArchive({path}, {folder:?})")
        }
        (Type::Named(_), Value::String(text))
            if text.text.starts_with('/') && method.params.iter().filter(|param| !param.optional).count() == 1 =>
        {
            let rest = arguments(method, bound, 2);
            format!("; one call for each path: await state.{name}({path}{rest}), then await state.{name}({:?}{rest})", text.text)
        }
        _ if matches!(id, MethodId::ApplyEdits | MethodId::PlanEdits) && param.name == method.params[0].name && !has_content(value) => {
            "; an edit is { path, content }, or { path, search, replacement } for each place in a file".to_owned()
        }
        _ if id == MethodId::Find => return advice_of_find(&path, value),
        (Type::Globs, Value::RegExp { .. }) => format!(
            "; write (await state.glob(\"**\"{})).filter((path) => {}.test(path))",
            arguments(method, bound, 1),
            source(value)?
        ),
        _ => return None,
    })
}

/// The line to write instead of options of `find`.
fn advice_of_find(path: &str, options: &Value) -> Option<String> {
    let given = |option| options.member(option).map(|value| (option, value));
    let (option, value) = given("name").or_else(|| given("pathPattern"))?;
    match value {
        Value::Array(items) => {
            let names: Option<Vec<&str>> = items
                .iter()
                .map(|item| match item {
                    Value::String(text) => Some(text.text.as_str()),
                    _ => None,
                })
                .collect();
            let names = names?.join(",");
            let pattern = match items.len() {
                1 => names,
                _ => format!("{{{names}}}"),
            };
            Some(format!("; one of several is {{ {option}: {pattern:?} }}"))
        }
        Value::RegExp { .. } => {
            let of_entry = if option == "name" { "name" } else { "path" };
            let rest = match options {
                Value::Object(members) => {
                    let mut members = members.clone();
                    members.retain(|(key, value)| key.text != option && *value != Value::Undefined);
                    Value::Object(members)
                }
                other => other.clone(),
            };
            let rest = match source(&rest) {
                Some(none) if none == "{}" => String::new(),
                Some(rest) => format!(", {rest}"),
                None => ", …".to_owned(),
            };
            Some(format!(
                "; write (await state.find({path}{rest})).filter((entry) => {}.test(entry.{of_entry}))",
                source(value)?
            ))
        }
        _ => None,
    }
}

/// An argument as the program wrote it, or the name of its parameter.
fn shown(value: Option<&Value>, method: &Method, index: usize) -> String {
    let name = method
        .all_params()
        .nth(index)
        .map_or("…", |param| param.name);
    value.and_then(source).unwrap_or_else(|| name.to_owned())
}

/// The arguments from `from` on as further ones of a call.
fn arguments(method: &Method, bound: &[Value], from: usize) -> String {
    let is_given = |value: &&Value| !matches!(value, Value::Undefined);
    let count = bound.len()
        - bound
            .iter()
            .rev()
            .take_while(|value| !is_given(value))
            .count();
    let shown = (from..count).map(|index| match &bound[index] {
        Value::Undefined => ", undefined".to_owned(),
        value => format!(", {}", shown(Some(value), method, index)),
    });
    shown.collect()
}

/// The path of an archive without what its format adds.
fn without_archive_ending(path: &str) -> &str {
    let endings = [".tar.gz", ".tgz", ".tar", ".zip", ".gz"];
    let stem = endings.iter().find_map(|ending| path.strip_suffix(ending));
    stem.filter(|stem| !stem.is_empty() && !stem.ends_with('/'))
        .unwrap_or("/out")
}

/// Whether the edits of a call say what is to be written.
fn has_content(value: &Value) -> bool {
    let says = |edit: &Value| {
        edit.member("content")
            .or_else(|| edit.member("search"))
            .is_some()
    };
    match value {
        Value::Array(edits) => edits.iter().all(says),
        edit => says(edit),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::table::{METHODS, method_index};

    fn text(value: &str) -> Value {
        Value::String(value.into())
    }

    fn object(members: &[(&str, Value)]) -> Value {
        Value::Object(
            members
                .iter()
                .map(|(key, value)| ((*key).into(), value.clone()))
                .collect(),
        )
    }

    fn check(method: &str, values: Vec<Value>, expected: Expect) {
        let method = &METHODS[method_index(method).unwrap()];
        let shown = match bind(method, None, values) {
            Ok(Arguments(values)) => format!("{values:?}"),
            Err(error) => error.message,
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn both_forms_are_taken() {
        let method = &METHODS[method_index("writeFile").unwrap()];
        let named = object(&[("content", text("x")), ("path", text("/a"))]);
        let expected = Arguments(vec![text("/a"), text("x"), Value::Undefined]);
        assert_eq!(bind(method, None, vec![named]).unwrap(), expected);
        assert_eq!(
            bind(method, None, vec![text("/a"), text("x")]).unwrap(),
            expected
        );
    }

    #[test]
    fn map_callback_passes_only_the_path() {
        check(
            "readFile",
            vec![text("/a"), Value::Number(0.0), Value::Array(vec![])],
            expect![[r#"[String(Text { text: "/a", ill_formed: None }), Undefined]"#]],
        );
    }

    #[test]
    fn wrong_calls_say_what_is_right() {
        check(
            "readFile",
            vec![],
            expect![[
                r#"state.readFile: missing required parameter "path" — expected state.readFile(path, options?)"#
            ]],
        );
        check(
            "writeFile",
            vec![text("/a"), Value::Number(5.0)],
            expect![[
                r#"state.writeFile: "content" must be a string or bytes, but is the number 5 — expected state.writeFile(path, content); as JSON it is await state.writeJson("/a", value), or pass JSON.stringify(value)"#
            ]],
        );
        check(
            "readFile",
            vec![object(&[("path", text("/a")), ("encoding", text("utf8"))])],
            expect![[
                r#"[String(Text { text: "/a", ill_formed: None }), Object([(Text { text: "encoding", ill_formed: None }, String(Text { text: "utf8", ill_formed: None }))])]"#
            ]],
        );
        check(
            "rm",
            vec![text("/a"), object(&[("recursiv", Value::Boolean(true))])],
            expect![[
                r#"state.rm: "options.recursiv" is no option; did you mean "recursive"? the options are recursive, force — expected state.rm(path, options?)"#
            ]],
        );
        check(
            "updateJson",
            vec![
                text("/a"),
                Value::Array(vec![object(&[("op", text("set")), ("path", text("a"))])]),
            ],
            expect![[
                r#"state.updateJson: "operations[0].value" must be a JSON value, but is undefined — expected state.updateJson(path, operations)"#
            ]],
        );
    }
}
