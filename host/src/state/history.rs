//! The history of the workspace, undo, and checkpoints.

use isolate_ops::history::{self as ops, ListOptions, ListedRun};
use isolate_protocol::Value;
use isolate_vfs::{CheckpointOptions, EffectEntry, Effects, RunId, UndoOptions};

use super::args::Options;
use super::members::Members as _;
use super::{Call, Fault};
use crate::cast::to_integer;

pub(super) fn history(call: &mut Call<'_>) -> Result<(), Fault> {
    call.answers.reads_history();
    let options = call.options(0);
    let before = options.whole(call, "before")?;
    let limit = options.whole(call, "limit")?;
    let path = match options.member("path") {
        Some(path) => Some(call.parse_path(path, "path")?),
        None => None,
    };
    let options = ListOptions {
        before: before.map(|before| RunId::from(i64::try_from(before).unwrap_or(i64::MAX))),
        limit: limit.map_or(usize::MAX, |limit| {
            usize::try_from(limit).unwrap_or(usize::MAX)
        }),
        path,
        counts_rest: false,
    };
    let listed = call.operation(|access| ops::list(access, &options))?;
    call.out.array(listed.runs.len());
    for run in &listed.runs {
        encode_run(call, run);
        call.charge_reply()?;
    }
    Ok(())
}

fn encode_run(call: &mut Call<'_>, run: &ListedRun) {
    let others = [("undoneBy", run.undone_by), ("undoes", run.undoes)];
    let given = others.iter().filter(|(_, other)| other.is_some()).count();
    let (out, info) = (&mut *call.out, &run.info);
    out.object(5 + given);
    out.member("run", info.id);
    out.member("label", &info.title());
    out.string("at");
    out.date(info.started.as_millis() as f64);
    out.member("paths", info.paths);
    out.member("state", info.state.as_str());
    for (name, other) in others {
        if let Some(other) = other {
            out.member(name, other);
        }
    }
}

pub(super) fn undo(call: &mut Call<'_>) -> Result<(), Fault> {
    call.answers.reads_history();
    let given = run_number(call)?;
    let is_dry_run = call.options(1).flag("dryRun");
    let undone = call.undone.clone();
    let report = call.operation(|access| {
        let is_candidate = |run: &isolate_vfs::RunInfo| !undone.contains(&run.id);
        ops::undo(access, given, &UndoOptions::new(), is_dry_run, is_candidate)
    })?;
    if !is_dry_run {
        call.undone.push(report.run.id);
    }
    call.out.object(6);
    call.out.member("run", report.run.id);
    call.out.member("label", &report.run.title());
    encode_effects(call, is_dry_run, &report.effects)
}

fn run_number(call: &Call<'_>) -> Result<Option<RunId>, Fault> {
    let Value::Number(number) = &call.values[0] else {
        return Ok(None);
    };
    // No run has a number that saturates.
    if number.fract() == 0.0 && *number >= 1.0 {
        return Ok(Some(RunId::from(to_integer::<i64>(*number))));
    }
    Err(call.usage_error(format!(
        "\"run\" must be the number of a run, which state.history() and the answer of every change \
         tell, but is {number}"
    )))
}

/// `dryRun`, `created`, `changed` and `deleted`.
fn encode_effects(call: &mut Call<'_>, is_dry_run: bool, effects: &Effects) -> Result<(), Fault> {
    call.out.member("dryRun", is_dry_run);
    let lists: [(&str, &[EffectEntry]); 3] = [
        ("created", &effects.created),
        ("changed", &effects.changed),
        ("deleted", &effects.deleted),
    ];
    for (name, entries) in lists {
        call.out.string(name);
        call.out.array(entries.len());
        for entry in entries {
            call.out.string(entry.path.as_str());
            call.charge_reply()?;
        }
    }
    Ok(())
}

pub(super) fn checkpoint(call: &mut Call<'_>) -> Result<(), Fault> {
    let name = call.text(0)?.to_owned();
    let mut options = CheckpointOptions::new();
    if call.options(1).flag("overwrite") {
        options = options.overwrite();
    }
    let last = call.operation(|access| ops::checkpoint(access, &name, &options))?;
    call.out.object(2);
    call.out.member("name", &name);
    call.out
        .member("run", last.map_or(0, |last| i64::from(last).unsigned_abs()));
    Ok(())
}

pub(super) fn restore(call: &mut Call<'_>) -> Result<(), Fault> {
    call.answers.reads_history();
    let name = match &call.values[0] {
        Value::String(text) => text.text.clone(),
        other => Options::of(other)
            .text("name")
            .unwrap_or_default()
            .to_owned(),
    };
    let is_dry_run = call.options(1).flag("dryRun");
    let report = call.operation(|access| ops::restore(access, &name, is_dry_run))?;
    call.out.object(6);
    call.out.member("name", &name);
    call.out.member("runs", report.runs.unwrap_or_default());
    encode_effects(call, is_dry_run, &report.effects)
}
