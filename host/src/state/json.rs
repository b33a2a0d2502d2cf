//! JSON files.

use std::borrow::Cow;

use isolate_ops::{Content, TextChange};
use isolate_protocol::{ErrorCode, Value};
use isolate_text::json::{
    Answer, Document, Indent, Json, Layout, Operation, ParseErrorKind, TooLong, parse, query,
    update, without_comments,
};
use isolate_text::{VPath, budget, lossy};

use super::args::Options;
use super::content::utf16_label_of_text;
use super::formats::{self, Format, Purpose};
use super::json_values::{Reply, document_fault, put, to_json, update_fault};
use super::members::Members as _;
use super::{Call, Fault};
use crate::cast::to_integer;
use crate::stop::Stop;

pub(super) fn read_json(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let document = match read(call, &path) {
        Ok((_, document)) => document,
        Err(fault) => {
            let error = call.worded(fault)?;
            match fallback(&call.values[1]) {
                Some(fallback) if error.code == ErrorCode::NotFound => call.out.value(&fallback),
                _ => return Err(Fault::Error(error)),
            }
            return Ok(());
        }
    };
    put(call, &path, &document)?;
    call.note_member(&path, &document);
    Ok(())
}

/// The value for a missing file: the second argument, or the member of an object there that is no
/// encoding. The guest sends an object only where it holds options. An encoding in its place is
/// ignored.
fn fallback(given: &Value) -> Option<Value> {
    let is_encoding = |value: &Value| matches!(value, Value::String(text) if ["utf8", "utf-8"].contains(&text.text.to_lowercase().as_str()));
    match given {
        Value::Undefined => None,
        value if is_encoding(value) => None,
        Value::Object(members) => {
            let named = members.iter().find(|(key, _)| key.text != "encoding");
            named.map(|(_, value)| value.clone())
        }
        value => Some(value.clone()),
    }
}

pub(super) fn write_json(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    call.charge_document()?;
    let value = to_json(&call.values[1]).ok_or_else(|| not_json(call, &call.values[1]))?;
    // As the last argument of `JSON.stringify`.
    let spaces = Value::Object(vec![("spaces".into(), call.values[3].clone())]);
    let layout = Layout::new(match &call.values[3] {
        Value::Undefined => indent(call.options(2)),
        _ => indent(Options::of(&spaces)),
    });
    let text = print(call, &path, &layout, &value)?;
    if has_comments(&path)
        && let Ok(old) = call.tree.read(&path)
        && let Ok(old) = String::from_utf8(old)
        && is_commented(&old)?
    {
        call.note(format!(
            "the comments of '{path}' are gone: state.updateJson keeps them"
        ));
    }
    if let Value::String(given) = &call.values[1]
        && given.text.trim_start().starts_with(['{', '['])
        && serde_json::from_str::<serde_json::Value>(&given.text).is_ok()
    {
        call.note(
            "the value of state.writeJson was a text that is JSON already, and is a text in the file: \
             pass the value itself, or use state.writeFile"
                .to_owned(),
        );
    }
    call.write(&path, text.as_bytes())?;
    call.note_rounded(&path, &value);
    call.done()
}

/// Whether a file is JSON with comments, by its name: `.jsonc`, and configuration files of
/// TypeScript and editors.
fn has_comments(path: &VPath) -> bool {
    let name = path.name().unwrap_or_default();
    let is_config = |stem: &str| name.starts_with(stem) && name.ends_with(".json");
    name.ends_with(".jsonc")
        || name.ends_with(".json5")
        || name.ends_with(".code-workspace")
        || is_config("tsconfig")
        || is_config("jsconfig")
        || name == ".eslintrc"
        || path.as_str().contains("/.vscode/")
}

fn is_commented(text: &str) -> Result<bool, Fault> {
    Ok(matches!(without_comments(text)?, Cow::Owned(_)))
}

pub(super) fn query_json(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let (_, document, _) = read_document(call, &path, Purpose::Query)?;
    let found = query(&document, call.text(1)?)
        .map_err(|error| document_fault(call, ErrorCode::Invalid, &error, &path))?;
    if let Some(note) = found.note {
        call.note(format!("queryJson of '{path}': {note}"));
    }
    let mut reply = Reply::of(&path);
    match found.answer {
        Answer::One(found) => reply.encode_found(found, call)?,
        Answer::Several(all) => {
            call.out.array(all.len());
            for found in all {
                reply.encode_found(found, call)?;
            }
        }
        Answer::Nothing => call.out.undefined(),
    }
    call.charge_reply()
}

pub(super) fn update_json(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let operations = operations(call, &path)?;
    let is_dry_run = call.options(2).flag("dryRun");
    let tree = call.tree;
    let updated: Result<_, Fault> = tree.atomically(|_| {
        let (text, before, format) = read_document(call, &path, Purpose::Update)?;
        call.check_merges(&path, &before)?;
        let content = match format {
            Format::Json => updated_text(call, &path, &text, &operations)?,
            _ => formats::updated_text(call, &path, format, &text, &before, &operations)?,
        };
        let is_changed = content != text;
        let after = match is_changed {
            true => {
                drop(before);
                parsed_as(call, &path, format, &content, Purpose::Update)?
            }
            false => before,
        };
        budget::charge(2 * (text.len() + content.len()))?;
        let change = TextChange {
            // The labels of the diff are the path as the program wrote it.
            label: call.text(0)?.into(),
            before: Content::Text(text.into()),
            after: content.into(),
        };
        Stop::check()?;
        change.check_diff()?;
        if is_changed && !is_dry_run {
            call.write(&path, change.after.as_bytes())?;
        }
        Ok((change, after))
    });
    let (change, value) = updated?;
    if !is_dry_run {
        for written in operations.iter().filter_map(Operation::written) {
            call.note_rounded(&path, written);
        }
    }
    call.out.object(4);
    call.out.string("value");
    put(call, &path, &value)?;
    call.put_change(change, 1)?;
    call.out.member("operationsApplied", operations.len());
    Ok(())
}

/// The text of a file after operations.
fn updated_text(
    call: &Call<'_>,
    path: &VPath,
    text: &str,
    operations: &[Operation],
) -> Result<String, Fault> {
    let _tables = budget::scratch();
    let bare = bare(path, text)?;
    let updated =
        update(text, &bare, operations).map_err(|error| update_fault(call, &error, path))?;
    if !updated.is_changed() {
        return Ok(text.to_owned());
    }
    let text = updated.text(call.file_bytes_max());
    text.map_err(|error| too_large(call, &error, path))
}

fn operations(call: &Call<'_>, path: &VPath) -> Result<Vec<Operation>, Fault> {
    call.charge_document()?;
    let Value::Array(items) = &call.values[1] else {
        return Ok(Vec::new());
    };
    items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            let text = |name| match item.member(name) {
                Some(Value::String(text)) => text.text.as_str(),
                _ => "",
            };
            let value = item.member("value").and_then(to_json);
            let flags = Options::of(item);
            let deletes_nulls = flags.flag("nullDeletes") || call.options(2).flag("nullDeletes");
            let operation = match text("op") {
                op @ ("move" | "copy") => Operation::from(index, op, text("from"), text("path")),
                op => Operation::new(index, op, text("path"), value),
            };
            operation
                .map(|operation| {
                    if deletes_nulls {
                        operation.deleting_nulls()
                    } else {
                        operation
                    }
                })
                .map_err(|error| document_fault(call, ErrorCode::Invalid, &error, path))
        })
        .collect()
}

/// The JSON text of a file, without comments where its name allows them.
fn bare<'t>(path: &VPath, text: &'t str) -> Result<Cow<'t, str>, Fault> {
    match has_comments(path) {
        true => Ok(without_comments(text)?),
        false => Ok(text.into()),
    }
}

/// Reads and parses a file. `Invalid JSON in P: …` is what programs look for in the message.
fn read(call: &mut Call<'_>, path: &VPath) -> Result<(String, Document), Fault> {
    let text = read_text(call, path)?;
    let document = parsed(call, path, &text)?;
    Ok((text, document))
}

fn read_text(call: &mut Call<'_>, path: &VPath) -> Result<String, Fault> {
    let text = match String::from_utf8(call.read(path)?) {
        Ok(text) => text,
        Err(error) => lossy(error.as_bytes())?.into_owned(),
    };
    if has_comments(path) {
        budget::charge(text.len())?;
    }
    Ok(text)
}

/// Reads a document that is queried or updated: a YAML or TOML file too.
fn read_document(
    call: &mut Call<'_>,
    path: &VPath,
    purpose: Purpose,
) -> Result<(String, Document, Format), Fault> {
    let text = read_text(call, path)?;
    let format = Format::of(path, &text);
    let document = parsed_as(call, path, format, &text, purpose)?;
    Ok((text, document, format))
}

fn parsed_as(
    call: &Call<'_>,
    path: &VPath,
    format: Format,
    text: &str,
    purpose: Purpose,
) -> Result<Document, Fault> {
    match format {
        Format::Json => parsed(call, path, text),
        _ => formats::parsed(call, path, format, text, purpose),
    }
}

/// The document that a text of a file holds.
fn parsed(call: &Call<'_>, path: &VPath, text: &str) -> Result<Document, Fault> {
    let bare = bare(path, text)?;
    match parse(bare.strip_prefix('\u{feff}').unwrap_or(&bare)) {
        Ok(document) => Ok(document.into()),
        Err(error) => {
            let is_syntax = error.kind() == ParseErrorKind::Syntax;
            let hint = match is_syntax && !has_comments(path) && is_commented(text)? {
                true => "; it has comments or trailing commas, which a .jsonc file may have",
                false => "",
            };
            let hint = if let Some(label) = utf16_label_of_text(text) {
                let shown = path.as_str();
                format!(
                    "; the file is UTF-16: write JSON.parse(await state.readFile({shown:?}, {{ encoding: {label:?} }}))"
                )
            } else if is_syntax && let Some(call) = formats::reader_of(path) {
                format!("; {call}")
            } else {
                hint.to_owned()
            };
            let message = format!("Invalid JSON in {path}: {error}{hint}");
            Err(call.own_words(ErrorCode::BadFormat, message, Some(path)))
        }
    }
}

fn print(call: &Call<'_>, path: &VPath, layout: &Layout, value: &Json) -> Result<String, Fault> {
    let text = layout.print(value, call.file_bytes_max());
    text.map_err(|error| too_large(call, &error, path))
}

fn too_large(call: &Call<'_>, error: &TooLong, path: &VPath) -> Fault {
    call.error_at(ErrorCode::FileTooLarge, &error.to_string(), path.as_str())
}

/// The indentation that options ask for.
pub(super) fn indent(options: Options<'_>) -> Indent {
    match options.member("spaces") {
        Some(Value::String(text)) => Indent::text(&text.text),
        _ => options
            .number("spaces")
            .map_or_else(Indent::default, |spaces| Indent::spaces(to_integer(spaces))),
    }
}

fn not_json(call: &Call<'_>, value: &Value) -> Fault {
    let what = match value {
        Value::Function(_) => "a function is not JSON".to_owned(),
        Value::Symbol(_) => "a symbol is not JSON".to_owned(),
        other => format!(
            "\"value\" must be a JSON value, but is {}",
            other.described()
        ),
    };
    call.usage_error(what)
}
