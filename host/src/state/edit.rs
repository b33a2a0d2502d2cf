//! Planning and applying edits.

use std::collections::BTreeMap;
use std::sync::Arc;

use isolate_ops::{OpError, Problem};
use isolate_protocol::{ErrorCode, Value};
use isolate_text::edit::{Instruction, edit};
use isolate_text::search::Budget;
use isolate_text::{VPath, budget};

use super::args::Options;
use super::content::Content;
use super::json::{indent, to_json};
use super::lazy::{Batch, Change};
use super::query::Query;
use super::{Call, Fault, Trouble};

/// Memory of an edit, without its texts.
const PLANNED_BYTES: usize = 512;

/// An edit that a plan proposes.
struct Planned {
    change: Change,
    is_changed: bool,
    base: String,
}

pub(super) fn plan_edits(call: &mut Call<'_>) -> Result<(), Fault> {
    // Its texts are copied for the instructions and for the answer.
    call.charge_copies(1)?;
    call.charge_document()?;
    let instructions = items(&mut call.values[0]);
    let tree = call.tree;
    let planned: Result<Vec<Planned>, Trouble> = tree.snapshot(|_| {
        let mut budget = call.replace_budget();
        // The contents after the earlier instructions of the plan.
        let mut contents = BTreeMap::new();
        let mut planned = Vec::with_capacity(instructions.len());
        let mut batch = Batch::default();
        for (index, instruction) in instructions.iter().enumerate() {
            let edit = plan(call, instruction, &mut contents, &mut budget).map_err(|trouble| {
                call.fault(trouble)
                    .in_batch(&format!("instructions[{index}]"))
            })?;
            call.check_room(&mut batch, &edit.change)?;
            planned.push(edit);
        }
        call.check_changes(planned.iter().map(|planned| &planned.change))?;
        Ok(planned)
    });
    let planned = planned.map_err(|trouble| call.fault(trouble))?;
    encode_plan(call, &instructions, planned)
}

/// The items of an array, taken out of an argument.
fn items(value: &mut Value) -> Vec<Value> {
    match std::mem::replace(value, Value::Undefined) {
        Value::Array(items) => items,
        _ => Vec::new(),
    }
}

fn plan(
    call: &mut Call<'_>,
    item: &Value,
    contents: &mut BTreeMap<VPath, Content>,
    budget: &mut Budget,
) -> Result<Planned, Trouble> {
    let options = Options::of(item);
    let label = options.text("path").unwrap_or_default();
    let path = call.parse_path(&Value::String(label.into()), "path")?;
    let instruction = instruction(call, options)?;
    // Several paths may lead to one file.
    let key = call.tree.real_path(&path).unwrap_or_else(|_| path.clone());
    let before = match contents.get(&key) {
        Some(content) => content.clone(),
        None => call.content_if_any(&path)?,
    };
    if matches!(instruction, Instruction::Replace { .. }) && before.is_binary() {
        let text =
            "the file is not text (a NUL byte, or not UTF-8), and replacing in it would damage it";
        return Err(call
            .error_at(ErrorCode::BadFormat, text, path.as_str())
            .into());
    }
    let previous = before.text().filter(|_| !before.is_missing());
    let edited = edit(previous, &instruction, budget).map_err(|error| OpError::Edit {
        error,
        path: path.clone(),
    })?;
    // No instruction of a program removes a file.
    let after = edited.content.unwrap_or_default();
    budget::charge(after.len() * 2 + PLANNED_BYTES)?;
    let freed = after.len();
    let after: Arc<str> = after.into();
    budget::release(freed);
    contents.insert(key, Content::Text(Arc::clone(&after)));
    Ok(Planned {
        base: before.version(),
        is_changed: !before.equals(&after),
        change: Change {
            label: label.into(),
            before,
            after,
        },
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

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn encode_plan(
    call: &mut Call<'_>,
    instructions: &[Value],
    planned: Vec<Planned>,
) -> Result<(), Fault> {
    let (count, changed) = (
        planned.len(),
        planned.iter().filter(|planned| planned.is_changed).count(),
    );
    call.out.object(3);
    call.out.string("edits");
    call.out.array(count);
    for (instruction, planned) in instructions.iter().zip(planned) {
        call.out.object(6);
        call.out.string("instruction");
        call.out.value(instruction);
        call.out.string("path");
        call.out.string(&planned.change.label);
        call.out.string("changed");
        call.out.boolean(planned.is_changed);
        call.put_change(planned.change, count)?;
        call.out.string("base");
        call.out.string(&planned.base);
    }
    call.out.string("totalChanged");
    call.out.number(changed as f64);
    call.out.string("totalInstructions");
    call.out.number(count as f64);
    Ok(())
}

pub(super) fn apply_edit_plan(call: &mut Call<'_>) -> Result<(), Fault> {
    let edits = match &mut call.values[0] {
        Value::Object(members) => members
            .iter_mut()
            .rev()
            .find(|(key, _)| key.text == "edits")
            .map(|(_, edits)| items(edits)),
        _ => None,
    };
    apply(call, &edits.unwrap_or_default())
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
    let tree = call.tree;
    let made: Result<Vec<Value>, Trouble> = tree.snapshot(|_| contents_of(call, &edits));
    let edits = made.map_err(|trouble| call.fault(trouble))?;
    apply(call, &edits)
}

/// Replaces instructions by whole contents, the last one for each file.
fn contents_of(call: &mut Call<'_>, edits: &[Value]) -> Result<Vec<Value>, Trouble> {
    let mut budget = call.replace_budget();
    let mut contents = BTreeMap::new();
    let mut made: Vec<(VPath, Planned)> = Vec::new();
    for (index, edit) in edits.iter().enumerate() {
        let place = format!("edits[{index}]");
        let label = Options::of(edit).text("path").unwrap_or_default();
        let path = call.parse_path(&Value::String(label.into()), "path")?;
        let is_replace = Options::of(edit).text("kind") == Some("replace");
        let planned = plan(call, edit, &mut contents, &mut budget)
            .map_err(|trouble| call.fault(trouble).in_batch(&place))?;
        // A plan shows that nothing changes; here there is no plan to look at.
        if is_replace && !planned.is_changed {
            let text = "its search matches nothing in the file";
            let fault = call.error_at(ErrorCode::Invalid, text, path.as_str());
            return Err(fault.in_batch(&place).into());
        }
        made.retain(|(other, _)| *other != path);
        budget::charge(planned.change.after.len())?;
        made.push((path, planned));
    }
    Ok(made
        .into_iter()
        .map(|(_, planned)| {
            Value::Object(vec![
                (
                    "path".into(),
                    Value::String(planned.change.label.as_ref().into()),
                ),
                (
                    "content".into(),
                    Value::String(planned.change.after.as_ref().into()),
                ),
            ])
        })
        .collect())
}

/// Why a transaction is rolled back.
enum Ending {
    Trouble(Trouble),
    DryRun(Vec<Change>),
}

impl<T: Into<Trouble>> From<T> for Ending {
    fn from(trouble: T) -> Self {
        Self::Trouble(trouble.into())
    }
}

/// Applies edits, all or none. A dry run applies them and rolls them back, so that it answers and
/// fails as the real call would.
fn apply(call: &mut Call<'_>, edits: &[Value]) -> Result<(), Fault> {
    let is_dry_run = call.options(1).flag("dryRun");
    let tree = call.tree;
    let applied: Result<Vec<Change>, Ending> = tree.atomically(|_| {
        let mut changes = Vec::with_capacity(edits.len());
        let mut batch = Batch::default();
        let mut stale = Vec::new();
        for (index, edit) in edits.iter().enumerate() {
            let (change, fits) = apply_one(call, Options::of(edit))
                .map_err(|trouble| call.fault(trouble).in_batch(&format!("edits[{index}]")))?;
            if !fits {
                stale.push(Arc::clone(&change.label));
            }
            call.check_room(&mut batch, &change)?;
            changes.push(change);
        }
        if !stale.is_empty() {
            return Err(Problem::PlanIsStale(stale).into());
        }
        call.check_changes(changes.iter())?;
        if is_dry_run {
            return Err(Ending::DryRun(changes));
        }
        Ok(changes)
    });
    let changes = match applied {
        Ok(changes) | Err(Ending::DryRun(changes)) => changes,
        Err(Ending::Trouble(trouble)) => return Err(call.fault(trouble)),
    };
    encode_applied(call, is_dry_run, changes)
}

/// Writes one file. Returns whether the file is still what the edit was planned for.
fn apply_one(call: &mut Call<'_>, edit: Options<'_>) -> Result<(Change, bool), Trouble> {
    let label = edit.text("path").unwrap_or_default();
    let after = edit.text("content").unwrap_or_default();
    let path = call.parse_path(&Value::String(label.into()), "path")?;
    let before = call.content_if_any(&path)?;
    let is_changed = !before.equals(after);
    let fits = !is_changed
        || edit
            .text("base")
            .is_none_or(|base| base == before.version());
    if is_changed && fits {
        call.write(&path, after.as_bytes())?;
    }
    budget::charge(after.len() + PLANNED_BYTES)?;
    let change = Change {
        label: label.into(),
        before,
        after: after.into(),
    };
    Ok((change, fits))
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn encode_applied(
    call: &mut Call<'_>,
    is_dry_run: bool,
    changes: Vec<Change>,
) -> Result<(), Fault> {
    let is_changed = |change: &Change| !change.before.equals(&change.after);
    let (count, changed) = (
        changes.len(),
        changes.iter().filter(|change| is_changed(change)).count(),
    );
    call.out.object(3);
    call.out.string("dryRun");
    call.out.boolean(is_dry_run);
    call.out.string("edits");
    call.out.array(count);
    for change in changes {
        call.out.object(4);
        call.out.string("path");
        call.out.string(&change.label);
        call.out.string("changed");
        call.out.boolean(is_changed(&change));
        call.put_change(change, count)?;
    }
    call.out.string("totalChanged");
    call.out.number(changed as f64);
    Ok(())
}
