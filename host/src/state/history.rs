//! The history of the workspace, undo, and checkpoints.

use isolate_protocol::{ErrorCode, Value};
use isolate_text::VPath;
use isolate_vfs::{
    CheckpointError, CheckpointOptions, EffectEntry, Effects, ErrorKind, LogOptions, Restored,
    RunId, RunInfo,
};

use super::args::Options;
use super::fault::{Stale, Target};
use super::{Call, Fault, Trouble};

/// Why a transaction is rolled back.
enum Ending<T> {
    Tree(isolate_vfs::Error),
    Checkpoint(CheckpointError),
    DryRun(Box<T>),
}

impl<T> From<isolate_vfs::Error> for Ending<T> {
    fn from(error: isolate_vfs::Error) -> Self {
        Self::Tree(error)
    }
}

impl<T> From<CheckpointError> for Ending<T> {
    fn from(error: CheckpointError) -> Self {
        match error {
            CheckpointError::Tree(error) => Self::Tree(error),
            error => Self::Checkpoint(error),
        }
    }
}

pub(super) fn history(call: &mut Call<'_>) -> Result<(), Fault> {
    call.answers.reads_history();
    let options = call.options(0);
    let before = options.whole(call, "before")?;
    let limit = options.whole(call, "limit")?.unwrap_or(u64::MAX);
    let path = match options.member("path") {
        Some(path) => Some(call.parse_path(path, "path")?),
        None => None,
    };
    let tree = call.tree;
    let mut wanted = LogOptions::new().limit(usize::MAX).only_changing();
    wanted.before = before.map(|before| RunId::from(i64::try_from(before).unwrap_or(i64::MAX)));
    wanted.path = path;
    let found = tree.snapshot(|tree| -> Result<_, isolate_vfs::Error> {
        let own = tree.open_run();
        let mut rows: Vec<RunInfo> = Vec::new();
        if limit > 0 {
            tree.each_run(&wanted, |run| {
                if Some(run.id) != own {
                    rows.push(run);
                }
                Ok((rows.len() as u64) < limit)
            })?;
        }
        let undone = tree.undone(&rows)?;
        Ok((rows, undone))
    });
    let (rows, undone) = found.map_err(|error| call.fault(error))?;
    call.out.array(rows.len());
    for run in &rows {
        let undone_by = undone.get(&run.id).copied();
        let undoes = undone.iter().find(|(_, undo)| **undo == run.id);
        encode_operation(call, run, undone_by, undoes.map(|(target, _)| *target));
        call.told()?;
    }
    Ok(())
}

#[expect(
    clippy::cast_precision_loss,
    reason = "numbers and times are far below 2^53"
)]
fn encode_operation(
    call: &mut Call<'_>,
    run: &RunInfo,
    undone_by: Option<RunId>,
    undoes: Option<RunId>,
) {
    let out = &mut *call.out;
    out.object(5 + usize::from(undone_by.is_some()) + usize::from(undoes.is_some()));
    out.string("opId");
    out.number(number(run.id));
    out.string("label");
    out.string(&run.title());
    out.string("at");
    out.date(run.started.as_millis() as f64);
    out.string("paths");
    out.number(run.paths as f64);
    out.string("state");
    out.string(run.state.as_str());
    for (name, other) in [("undoneBy", undone_by), ("undoes", undoes)] {
        if let Some(other) = other {
            out.string(name);
            out.number(number(other));
        }
    }
}

pub(super) fn undo(call: &mut Call<'_>) -> Result<(), Fault> {
    call.answers.reads_history();
    let given = op_id(call)?;
    let is_dry_run = call.options(1).flag("dryRun");
    let tree = call.tree;
    let op_id = match given {
        Some(op_id) => op_id,
        None => {
            let undone = &*call.undone;
            let last = tree.last_undoable(|run| !undone.contains(&run.id));
            last.map_err(|error| call.fault(error))?.ok_or_else(|| {
                let text = "there is no operation before this program that is not undone; \
                            state.history() lists what there was, and state.undo(opId) undoes an undo";
                call.error(ErrorCode::NotFound, text)
            })?
        }
    };
    let known = tree.run_info(op_id).map_err(|error| call.fault(error))?;
    let Some(run) = known else {
        let text = format!(
            "there is no operation {op_id} in the history; state.history() lists what can be undone, \
             and old operations are forgotten"
        );
        return Err(call.error(ErrorCode::NotFound, &text));
    };
    if tree.open_run() == Some(op_id) {
        let text = format!("operation {op_id} is this program itself");
        return Err(call.error(ErrorCode::Invalid, &text));
    }
    let undone = tree.atomically(|tree| {
        let effects = tree.undo_within(op_id)?;
        if is_dry_run {
            return Err(Ending::DryRun(Box::new(effects)));
        }
        Ok(effects)
    });
    let effects = match undone {
        Ok(effects) => {
            call.undone.push(op_id);
            effects
        }
        Err(Ending::DryRun(effects)) => *effects,
        Err(Ending::Tree(error)) => {
            return Err(call.fault(since(call, Target::Operation(op_id), error)));
        }
        Err(Ending::Checkpoint(error)) => return Err(call.fault(error)),
    };
    call.out.object(6);
    call.out.string("opId");
    call.out.number(number(op_id));
    call.out.string("label");
    call.out.string(&run.title());
    encode_effects(call, is_dry_run, &effects)
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn number(run: RunId) -> f64 {
    i64::from(run) as f64
}

/// The number of an operation, if one is given.
fn op_id(call: &Call<'_>) -> Result<Option<RunId>, Fault> {
    let Value::Number(number) = &call.values[0] else {
        return Ok(None);
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a cast from a float saturates, and no operation has such a number"
    )]
    if number.fract() == 0.0 && *number >= 1.0 {
        return Ok(Some(RunId::from(*number as i64)));
    }
    Err(call.usage_error(format!(
        "\"opId\" must be the number of an operation, which state.history() and the answer of every \
         change tell, but is {number}"
    )))
}

/// `dryRun`, `created`, `changed` and `deleted`.
fn encode_effects(call: &mut Call<'_>, is_dry_run: bool, effects: &Effects) -> Result<(), Fault> {
    call.out.string("dryRun");
    call.out.boolean(is_dry_run);
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
            call.told()?;
        }
    }
    Ok(())
}

/// The error of an undo or a restore; for files that have changed since, with their names.
fn since(call: &Call<'_>, target: Target, error: isolate_vfs::Error) -> Trouble {
    if error.kind() != ErrorKind::Stale {
        return error.into();
    }
    let paths = error.paths().to_vec();
    let is_of_this_program = is_of_this_program(call, &paths);
    Stale::Since {
        target,
        paths,
        is_of_this_program,
    }
    .into()
}

/// Whether the open run itself has changed one of these paths.
fn is_of_this_program(call: &Call<'_>, paths: &[VPath]) -> bool {
    paths
        .iter()
        .any(|path| call.tree.is_changed_by_open_run(path).unwrap_or(false))
}

pub(super) fn checkpoint(call: &mut Call<'_>) -> Result<(), Fault> {
    let name = call.text(0)?.to_owned();
    let mut options = CheckpointOptions::new();
    options.overwrite = call.options(1).flag("overwrite");
    let made = call.tree.checkpoint(&name, &options);
    let rev = made.map_err(|error| call.fault(error))?;
    let bytes = kept_bytes(call, &name)?;
    call.meter
        .write(usize::try_from(bytes).unwrap_or(usize::MAX))?;
    call.out.object(2);
    call.out.string("name");
    call.out.string(&name);
    call.out.string("opId");
    call.out.number(rev.map_or(0.0, number));
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
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
    let bytes = kept_bytes(call, &name)?;
    call.meter.read(bytes)?;
    let restored = call.tree.atomically(|tree| {
        let restored = tree.restore(&name)?;
        if is_dry_run {
            return Err(Ending::DryRun(Box::new(restored)));
        }
        Ok(restored)
    });
    let Restored {
        operations,
        effects,
        ..
    } = match restored {
        Ok(restored) => restored,
        Err(Ending::DryRun(restored)) => *restored,
        Err(Ending::Tree(error)) => {
            return Err(call.fault(since(call, Target::Checkpoint(name), error)));
        }
        Err(Ending::Checkpoint(error)) => return Err(call.fault(error)),
    };
    call.out.object(6);
    call.out.string("name");
    call.out.string(&name);
    call.out.string("operations");
    call.out.number(operations as f64);
    encode_effects(call, is_dry_run, &effects)
}

/// The size of the file of a checkpoint, if there is one of this name.
fn kept_bytes(call: &Call<'_>, name: &str) -> Result<u64, Fault> {
    let tree = call.tree;
    let file = tree
        .checkpoint_file(name)
        .map_err(|error| call.fault(error))?;
    let stat = tree.stat(&file).map_err(|error| call.fault(error))?;
    Ok(stat.map_or(0, |stat| stat.size))
}
