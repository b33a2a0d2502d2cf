//! Adds to messages what a program can do about them, and words those that the engine leaves.

use isolate_protocol::{EXEC, absent, instead_of};

use crate::program::{missing_global, missing_member, missing_module};

/// Names under which programs keep the methods of files.
const HOLDERS_OF_FILES: &[&str] = &[
    "fs",
    "fsp",
    "fse",
    "promises",
    "fs.promises",
    "fsPromises",
    "files",
    "globalThis.state",
    "ctx.state",
];

/// The message about a name by which a program means commands of a shell, where it can run some.
pub(super) fn of_commands(message: &str) -> Option<String> {
    let name = message.strip_prefix("state.")?;
    let name = name.strip_suffix(" is not a function")?;
    let is_meant = absent(name).is_some_and(|text| Some(text) == absent(EXEC));
    is_meant.then(|| format!("{message}. Write await state.exec(\"ls -l\")"))
}

/// The message as V8 words it, with a hint where one is known.
pub(super) fn improved(name: &str, message: &str) -> String {
    if name == "ReferenceError"
        && let Some(global) = message.strip_suffix(" is not defined")
        && let Some(hint) = missing_global(global)
    {
        return format!("{message}; {hint}");
    }
    if let Some(module) = message.strip_prefix("Cannot find module '")
        && let Some((module, _)) = module.split_once('\'')
        && let Some(hint) = missing_module(module)
    {
        return format!("Cannot find module '{module}': {hint}");
    }
    if name == "RangeError" && message.starts_with("Invalid time zone specified: ") {
        return format!(
            "{message}; names such as `Europe/Berlin` and offsets such as `+02:00` are known"
        );
    }
    if name != "TypeError" {
        return message.to_owned();
    }
    let callee = (message.strip_suffix(" is not a function"))
        .or_else(|| message.strip_suffix(" is not a constructor"));
    if let Some(hint) = callee.and_then(missing_member) {
        return format!("{message}; {hint}");
    }
    if message.ends_with(" (reading 'getReader')")
        && let Some(hint) = missing_member("getReader")
    {
        return format!("{message}; {hint}");
    }
    if let Some(kind) = message
        .strip_prefix("value with type `")
        .and_then(|rest| rest.strip_suffix("` is not iterable"))
    {
        return iterable(kind);
    }
    if let Some(hint) = callee.and_then(|callee| {
        let (holder, name) = callee.rsplit_once('.')?;
        let is_files = HOLDERS_OF_FILES.contains(&holder);
        is_files.then(|| absent(name)).flatten()
    }) {
        return format!("{message}. {hint}");
    }
    if let Some(name) = message
        .strip_prefix("state.")
        .and_then(|rest| rest.strip_suffix(" is not a function"))
        && !name.contains(['.', '(', '['])
    {
        return format!("{message}. {}", instead_of(name));
    }
    match message {
        "object is not iterable" => iterable("object"),
        message => message.to_owned(),
    }
}

fn iterable(kind: &str) -> String {
    match kind {
        "object" => "object is not iterable; Object.entries(object) gives its entries".to_owned(),
        kind => format!("{kind} is not iterable"),
    }
}
