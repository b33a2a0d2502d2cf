//! What was done before a program, taking it back, and checkpoints.

use isolate_protocol::{ErrorCode, StateError, Value};
use isolate_vfs::budget;
use isolate_vfs::{
    CheckpointError, CheckpointOptions, EffectEntry, Effects, ErrorKind, Restored, RunId, RunInfo,
    VPath,
};

use super::args::Options;
use super::{Call, Fault};

/// Paths that an error lists by name.
const PATHS_LISTED_MAX: usize = 10;

/// Ends a transaction that is to leave nothing behind.
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
    let options = call.options(0);
    let before = options.whole(call, "before")?;
    let limit = options.whole(call, "limit")?.unwrap_or(u64::MAX);
    let path = match options.member("path") {
        Some(path) => Some(call.parse_path(path, "path")?),
        None => None,
    };
    let tree = call.tree;
    let found = tree.snapshot(|tree| -> Result<_, isolate_vfs::Error> {
        let runs = tree.whole_history()?;
        let undone = tree.undone(&runs)?;
        let own = tree.open_run();
        let mut rows = Vec::new();
        for run in runs {
            if rows.len() as u64 >= limit {
                break;
            }
            let is_meant = Some(run.id) != own
                && before.is_none_or(|before| {
                    u64::try_from(i64::from(run.id)).is_ok_and(|id| id < before)
                });
            if !is_meant {
                continue;
            }
            let _changes = budget::scratch();
            if let Some(path) = &path
                && !tree.has_changed(run.id, path)?
            {
                continue;
            }
            rows.push(run);
        }
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
    let runs = tree.whole_history().map_err(|error| call.fault(error))?;
    let Some(run) = runs.iter().find(|run| run.id == op_id) else {
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
            return Err(stale_or(
                call,
                &format!("operation {op_id} cannot be undone"),
                error,
            ));
        }
        Err(Ending::Checkpoint(error)) => return Err(checkpoint_fault(call, &error)),
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
    Err(Fault::Error(StateError::argument(format!(
        "state.{}: \"opId\" must be the number of an operation, which state.history() and the answer \
         of every change tell, but is {number} — expected {}",
        call.method.name,
        call.method.signature()
    ))))
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

/// The error of files that have changed since, by name, with who changed them.
fn stale_or(call: &Call<'_>, what: &str, error: isolate_vfs::Error) -> Fault {
    if error.kind() != ErrorKind::Stale {
        return call.fault(error);
    }
    let paths = error.paths();
    let mut listed: Vec<String> = paths
        .iter()
        .take(PATHS_LISTED_MAX)
        .map(|path| format!("'{path}'"))
        .collect();
    if paths.len() > PATHS_LISTED_MAX {
        listed.push(format!("and {} more", paths.len() - PATHS_LISTED_MAX));
    }
    let way_out = if is_of_this_program(call, paths) {
        "this program has changed them: undo first, then change"
    } else {
        "undo first what changed them since, which state.history({ path }) lists, or change them by hand"
    };
    let mut error = StateError::plain(
        ErrorCode::Stale,
        &format!(
            "{what}, because of what has changed since: {}; nothing was changed; {way_out}",
            listed.join(", ")
        ),
        call.method.name,
    );
    error.path = paths.first().map(VPath::to_string);
    Fault::Error(error)
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
    let rev = made.map_err(|error| checkpoint_fault(call, &error))?;
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
            let what = format!("checkpoint {name} cannot be restored");
            return Err(stale_or(call, &what, error));
        }
        Err(Ending::Checkpoint(error)) => return Err(checkpoint_fault(call, &error)),
    };
    call.out.object(6);
    call.out.string("name");
    call.out.string(&name);
    call.out.string("operations");
    call.out.number(operations as f64);
    encode_effects(call, is_dry_run, &effects)
}

/// The size of what a checkpoint keeps, if there is one of this name.
fn kept_bytes(call: &Call<'_>, name: &str) -> Result<u64, Fault> {
    let tree = call.tree;
    let file = tree
        .checkpoint_file(name)
        .map_err(|error| checkpoint_fault(call, &error))?;
    let stat = tree.stat(&file).map_err(|error| call.fault(error))?;
    Ok(stat.map_or(0, |stat| stat.size))
}

fn checkpoint_fault(call: &Call<'_>, error: &CheckpointError) -> Fault {
    let (code, way_out) = match error {
        CheckpointError::Tree(error) => return super::vfs_fault(error, call.method.name),
        CheckpointError::Name(_) => (
            ErrorCode::Invalid,
            "use 1 to 80 letters, digits, dots, dashes and underscores".to_owned(),
        ),
        CheckpointError::Exists(name) => (
            ErrorCode::Exists,
            format!(
                "use another name, or await state.checkpoint({name:?}, {{ overwrite: true }}) to move it to now"
            ),
        ),
        CheckpointError::Missing { name, names } if names.is_empty() => (
            ErrorCode::NotFound,
            format!("there are none: await state.checkpoint({name:?}) before the changes makes it"),
        ),
        CheckpointError::Missing { names, .. } => (
            ErrorCode::NotFound,
            format!("the checkpoints are {}", names.join(", ")),
        ),
        CheckpointError::Damaged(_) => (
            ErrorCode::BadFormat,
            "something else wrote that file: make a new checkpoint".to_owned(),
        ),
        CheckpointError::Forgotten { .. } => (
            ErrorCode::Stale,
            "undo single operations with state.undo(opId), or change the files by hand".to_owned(),
        ),
        CheckpointError::Unfinished(_) => (ErrorCode::Busy, "restore when it is".to_owned()),
        _ => (ErrorCode::Io, "it cannot be told why".to_owned()),
    };
    call.error(code, &format!("{error}; {way_out}"))
}
