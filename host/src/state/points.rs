//! Points of the history, as `git` in the shell asks for them.

use isolate_ops::{OpError, history as ops};
use isolate_protocol::{ErrorCode, Value};
use isolate_text::VPath;
use isolate_vfs::{NamedPoint, PointEntry};

use super::args::text_of;
use super::posix::kind_number;
use super::{Call, Fault};

/// The point at an optional parameter: the present state if it is left out.
fn point(value: &Value) -> NamedPoint<'_> {
    match text_of(value) {
        None => NamedPoint::Now,
        Some("") => NamedPoint::Start,
        Some(name) => NamedPoint::Checkpoint(name),
    }
}

/// Refuses where no history lasts.
fn needs_history(call: &mut Call<'_>) -> Result<(), Fault> {
    call.answers.reads_history();
    if call.tree.keeps_history()? {
        return Ok(());
    }
    let code = ErrorCode::NotSupported;
    Err(call.own_words(code, format!("{code}: these files have no history"), None))
}

pub(super) fn branches(call: &mut Call<'_>) -> Result<(), Fault> {
    needs_history(call)?;
    let own = call.tree.branch();
    let mut names: Vec<String> = call
        .tree
        .branches()?
        .into_iter()
        .map(|branch| branch.name)
        .collect();
    if own != isolate_vfs::MAIN {
        names.push(isolate_vfs::MAIN.to_owned());
    }
    names.retain(|name| *name != own);
    names.sort_unstable();
    let kind = if call.tree.is_seeded() {
        "folder"
    } else {
        "workspace"
    };
    call.out.array(2 + names.len());
    call.out.string(kind);
    call.out.string(&own);
    for name in &names {
        call.out.string(name);
        call.charge_reply()?;
    }
    Ok(())
}

pub(super) fn notes(call: &mut Call<'_>) -> Result<(), Fault> {
    needs_history(call)?;
    let notes = call.tree.notes()?;
    call.out.array(notes.len() * 2);
    for (name, note) in &notes {
        call.out.string(name);
        call.out.string(note);
        call.charge_reply()?;
    }
    Ok(())
}

pub(super) fn mark(call: &mut Call<'_>) -> Result<(), Fault> {
    needs_history(call)?;
    let (name, note) = (call.text(0)?.to_owned(), call.text(1)?.to_owned());
    call.operation(|access| ops::checkpoint_with_note(access, &name, &note))?;
    call.done()
}

pub(super) fn differences(call: &mut Call<'_>) -> Result<(), Fault> {
    /// The path, and three numbers of each side.
    const MEMBERS: usize = 7;
    needs_history(call)?;
    let (from, to) = (point(&call.values[0]), point(&call.values[1]));
    let found = call.tree.point_differences(from, to)?;
    call.out.array(found.len() * MEMBERS);
    for difference in &found {
        call.out.string(difference.path.as_str());
        for side in [difference.before, difference.after] {
            let (kind, mode, size) = match side {
                None => (0.0, 0.0, 0.0),
                Some(PointEntry {
                    kind, mode, size, ..
                }) => (kind_number(kind), f64::from(mode), size as f64),
            };
            for number in [kind, mode, size] {
                call.out.number(number);
            }
        }
        call.charge_reply()?;
    }
    Ok(())
}

pub(super) fn read(call: &mut Call<'_>) -> Result<(), Fault> {
    needs_history(call)?;
    let Value::Array(paths) = &call.values[0] else {
        return Err(call.usage_error("\"paths\" must be an array"));
    };
    let paths: Vec<VPath> = paths
        .iter()
        .map(|path| call.parse_path(path, "paths"))
        .collect::<Result<_, _>>()?;
    let point = point(&call.values[1]);
    let meter = &mut *call.meter;
    let read = call.tree.read_at_point(point, &paths, |bytes| {
        meter.read(bytes).map_err(OpError::refused)
    });
    let all = read?;
    call.out.array(all.len());
    for bytes in &all {
        match bytes {
            Some(bytes) => call.out.bytes(bytes),
            None => call.out.null(),
        }
        call.charge_reply()?;
    }
    Ok(())
}
