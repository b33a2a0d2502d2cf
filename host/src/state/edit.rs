//! Planning and applying edits.

use isolate_ops::TextChange;
use isolate_ops::edit::{self as ops, FileEdit, NewContent, PLANNED_BYTES, Planned};
use isolate_protocol::Value;
use isolate_text::budget;
use isolate_text::edit::Instruction;

use super::args::Options;
use super::json::indent;
use super::json_values::to_json;
use super::members::Members as _;
use super::query::Query;
use super::{Call, Fault};

pub(super) fn plan_edits(call: &mut Call<'_>) -> Result<(), Fault> {
    // Its texts are copied for the instructions and for the answer.
    call.charge_copies(1)?;
    call.charge_document()?;
    let instructions = items(&mut call.values[0]);
    let edits = each(call, &instructions, "instructions", file_edit)?;
    let (mut budget, room) = (call.replace_budget(), call.lazy.room());
    let planned = call.operation(|access| ops::plan(access, &edits, &mut budget, room))?;
    drop(edits);
    encode_plan(call, &instructions, planned)
}

/// The items of an array, taken out of an argument.
fn items(value: &mut Value) -> Vec<Value> {
    match std::mem::replace(value, Value::Undefined) {
        Value::Array(items) => items,
        _ => Vec::new(),
    }
}

/// Decodes each item of the argument `list`.
fn each<T>(
    call: &Call<'_>,
    items: &[Value],
    list: &str,
    decode: impl Fn(&Call<'_>, Options<'_>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let decode = |(index, item)| {
        decode(call, Options::of(item)).or_else(|fault| {
            let error = call.worded_in_batch(fault, &format!("{list}[{index}]"))?;
            Err(Fault::Error(error))
        })
    };
    items.iter().enumerate().map(decode).collect()
}

fn file_edit(call: &Call<'_>, item: Options<'_>) -> Result<FileEdit, Fault> {
    let label = item.text("path").unwrap_or_default();
    Ok(FileEdit {
        label: label.into(),
        path: call.parse_path(&Value::String(label.into()), "path")?,
        instruction: instruction(call, item)?,
    })
}

fn new_content(call: &Call<'_>, item: Options<'_>) -> Result<NewContent, Fault> {
    let label = item.text("path").unwrap_or_default();
    let content = item.text("content").unwrap_or_default();
    let path = call.parse_path(&Value::String(label.into()), "path")?;
    budget::charge(content.len() + PLANNED_BYTES)?;
    Ok(NewContent {
        label: label.into(),
        path,
        content: content.into(),
        base: item.text("base").map(str::to_owned),
    })
}

fn instruction(call: &Call<'_>, options: Options<'_>) -> Result<Instruction, Fault> {
    let text = |name| options.text(name).unwrap_or_default().to_owned();
    Ok(match options.text("kind") {
        Some("replace") => {
            let search = options.member("search").unwrap_or(&Value::Undefined);
            let query = Query::of(search, options.inner("options"));
            query.check_flags(call)?;
            Instruction::Replace {
                search: query.text,
                replacement: text("replacement"),
                options: query.reading,
                scope: query.scope,
                matches: None,
            }
        }
        Some("writeJson") => {
            let value = options.member("value").unwrap_or(&Value::Null);
            Instruction::WriteJson {
                value: to_json(value).ok_or_else(|| {
                    call.argument_error(format!(
                        "\"value\" must be a JSON value, but is {}",
                        value.described()
                    ))
                })?,
                indent: indent(options.inner("options")),
            }
        }
        _ => Instruction::Write {
            content: text("content"),
        },
    })
}

fn encode_plan(
    call: &mut Call<'_>,
    instructions: &[Value],
    planned: Vec<Planned>,
) -> Result<(), Fault> {
    let count = planned.len();
    let changed = planned.iter().filter(|planned| planned.is_changed).count();
    call.out.object(3);
    call.out.list("edits", count);
    for (instruction, planned) in instructions.iter().zip(planned) {
        call.out.object(6);
        call.out.string("instruction");
        call.out.value(instruction);
        call.out.member("path", &planned.change.label);
        call.out.member("changed", planned.is_changed);
        call.put_change(planned.change, count)?;
        call.out.member("base", &planned.base);
    }
    call.out.member("totalChanged", changed);
    call.out.member("totalInstructions", count);
    Ok(())
}

pub(super) fn apply_edit_plan(call: &mut Call<'_>) -> Result<(), Fault> {
    let mut edits = Vec::new();
    if let Value::Object(members) = &mut call.values[0]
        && let Some((_, value)) = members.iter_mut().rfind(|(key, _)| key.text == "edits")
    {
        edits = items(value);
    }
    apply(call, &edits)
}

/// A dry run applies the edits and rolls them back, so that it answers and fails as the real call
/// would.
fn apply(call: &mut Call<'_>, edits: &[Value]) -> Result<(), Fault> {
    let is_dry_run = call.options(1).flag("dryRun");
    let edits = each(call, edits, "edits", new_content)?;
    let room = call.lazy.room();
    let changes = call.operation(|access| ops::apply(access, edits, is_dry_run, room))?;
    encode_applied(call, is_dry_run, changes)
}

pub(super) fn apply_edits(call: &mut Call<'_>) -> Result<(), Fault> {
    call.charge_copies(1)?;
    call.charge_document()?;
    let mut edits = items(&mut call.values[0]);
    // A list of contents has no base: it says what the files become.
    for edit in &mut edits {
        if let Value::Object(members) = edit {
            members.retain(|(key, _)| key.text != "base");
        }
    }
    let instructed = edits.iter().any(|edit| edit.member("kind").is_some());
    if !instructed {
        return apply(call, &edits);
    }
    let is_dry_run = call.options(1).flag("dryRun");
    let edits = each(call, &edits, "edits", file_edit)?;
    let (mut budget, room) = (call.replace_budget(), call.lazy.room());
    let changes = call
        .operation(|access| ops::plan_and_apply(access, &edits, &mut budget, is_dry_run, room))?;
    encode_applied(call, is_dry_run, changes)
}

fn encode_applied(
    call: &mut Call<'_>,
    is_dry_run: bool,
    changes: Vec<TextChange>,
) -> Result<(), Fault> {
    let count = changes.len();
    let changed = changes.iter().filter(|change| !change.is_same()).count();
    call.out.object(3);
    call.out.member("dryRun", is_dry_run);
    call.out.list("edits", count);
    for change in changes {
        call.out.object(4);
        call.out.member("path", &change.label);
        call.out.member("changed", !change.is_same());
        call.put_change(change, count)?;
    }
    call.out.member("totalChanged", changed);
    Ok(())
}
