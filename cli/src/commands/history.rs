//! `undo`, `history`, `checkpoint`, `restore` and `watch`.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use isolate_host::vfs::{Point, RunId};
use isolate_tools::{CancelToken, Code, ExitCode, Feed, ToolError};
use isolate_transfer::{ChangeKind, ErrorKind, Written};
use serde_json::{Value as Json, json};

use super::answer::{Answer, Failure, Paths};
use super::diff::{known, point_of};
use super::log::parse_run;
use super::output::{Refusal, Use, body, print_text};
use super::{Changing, Database};
use crate::limits::FileLimits;
use crate::paths::workspace_path;
use crate::report::written;
use crate::{dir, report};

#[derive(Debug, clap::Args)]
pub(crate) struct Undo {
    /// Number of the run, as printed by history, watch and --json [default: the last one that is not undone]
    #[arg(value_name = "RUN")]
    run_id: Option<i64>,
    /// Take back later changes of the same files too
    #[arg(long, requires = "run_id")]
    force: bool,
    /// Print what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Take back what a program wrote to this directory; RUN is then the number of the write
    #[arg(long, value_name = "DIR", conflicts_with_all = ["db", "policy", "force"])]
    dir: Option<PathBuf>,
    #[command(flatten)]
    database: Database,
}

impl Undo {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        if let Some(directory) = &self.dir {
            return self.in_directory(directory);
        }
        let args = json!({ "run": self.run_id, "by": "anyone", "force": self.force, "dryRun": self.dry_run });
        self.database.call(Use::Change, "undo", args, |reply| {
            let data = reply.data();
            let word = undone(self.dry_run);
            format!("{word}: run {}\n{}", data["undone"], paths(&data))
        })
    }

    /// Takes back what was written to a directory of the disk.
    fn in_directory(&self, directory: &Path) -> Result<u8, Refusal> {
        let state = dir::state_folder().map_err(Refusal::usage)?;
        let number = self.run_id.map(i64::cast_unsigned);
        let undo = match self.dry_run {
            true => isolate_transfer::preview_undo,
            false => isolate_transfer::undo,
        };
        let written = match undo(directory, &state, number) {
            Ok(written) => written,
            Err(error) => return Ok(self.print_error(&error)),
        };
        let unfinished = written::unfinished_text(&written);
        if self.database.is_json() {
            let data = json!({
                "dryRun": self.dry_run, "undone": written.undoes, "label": written.label,
                "kept": written.kept,
            });
            let answer = Answer::new(data)
                .changes(paths_of(&written))
                .notices(written::kept_text(&written).into_iter().chain(unfinished));
            return Ok(answer.print());
        }
        for note in written::kept_text(&written).into_iter().chain(unfinished) {
            let _ = writeln!(io::stderr(), "note: {}", report::escaped(&note));
        }
        let word = undone(self.dry_run);
        let text = format!(
            "{}\n{}",
            written::summary(
                &format!("{word}: {}", report::name(&written.label)),
                &written
            ),
            changes_text(&written)
        );
        Ok(print_text(&text, ExitCode::Success.code()))
    }

    fn print_error(&self, error: &isolate_transfer::Error) -> u8 {
        let advice = match error.kind() {
            ErrorKind::Conflict => "; nothing was changed",
            _ => "",
        };
        let text = format!("{error}{advice}");
        let code = match error.kind() {
            ErrorKind::Workspace => ExitCode::Failure.code(),
            _ => written::code_of(error),
        };
        if !self.database.is_json() {
            let _ = writeln!(io::stderr(), "error: {}", report::escaped(&text));
            return code;
        }
        let word = match error.kind() {
            ErrorKind::Conflict => "conflict",
            _ => "directory",
        };
        let mut reported =
            ToolError::new(Code::InvalidArgument, text).with_hint("see isolate-run undo --help");
        if error.kind() == ErrorKind::Conflict {
            reported = reported.with("total", error.conflicts_total());
        }
        let conflicts = error.conflicts().iter();
        let conflicts =
            conflicts.map(|conflict| json!({ "path": conflict.path, "reason": conflict.what }));
        Answer::failed(Failure::with_code(&reported, code).called(word))
            .conflicts(conflicts)
            .print()
    }
}

/// What an undo reports that it did.
const fn undone(is_dry_run: bool) -> &'static str {
    match is_dry_run {
        true => "would undo",
        false => "undone",
    }
}

/// The paths that an undo restored, by kind of change.
fn paths_of(written: &Written) -> Paths {
    let mut paths = Paths::default();
    for change in &written.changes {
        paths.add(change.what, &change.path);
    }
    paths
}

/// Each of these paths with its change.
fn changes_text(written: &Written) -> String {
    let kinds = [
        ChangeKind::Created,
        ChangeKind::Changed,
        ChangeKind::Deleted,
    ];
    signed(kinds.map(|kind| {
        let changes = written
            .changes
            .iter()
            .filter(move |change| change.what == kind);
        changes.map(|change| change.path.as_str())
    }))
}

#[derive(Debug, clap::Args)]
pub(crate) struct Redo {
    /// Number of the run that was undone [default: that of the last undo]
    #[arg(value_parser = parse_run)]
    run_id: Option<RunId>,
    #[command(flatten)]
    changing: Changing,
}

impl Redo {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let (undo, undone) = self.last_undo()?;
        let Changing { database, dry_run } = &self.changing;
        let args = json!({ "run": undo, "dryRun": dry_run });
        database.call(Use::Change, "undo", args, |reply| {
            let word = match dry_run {
                true => "would redo",
                false => "redone",
            };
            format!("{word}: run {undone}\n{}", paths(&reply.data()))
        })
    }

    /// The undo that is to be undone, and what it undid.
    fn last_undo(&self) -> Result<(RunId, RunId), Refusal> {
        let workspace = self
            .changing
            .database
            .workspace(Use::Look, FileLimits::default())?;
        let tree = workspace.tree()?;
        match self.run_id {
            Some(undone) => {
                let info = tree.run_info(known(&tree, undone)?)?;
                let undos = tree.undone(info.as_slice())?;
                let undo = undos.get(&undone).copied().ok_or_else(|| {
                    Refusal::usage(format!(
                        "run {undone} is not undone: `isolate-run history` says which are"
                    ))
                })?;
                Ok((undo, undone))
            }
            None => {
                let none = || Refusal::usage("nothing is undone, so there is nothing to redo");
                let undo = tree.last_redoable(|_| true)?.ok_or_else(none)?;
                let info = tree.run_info(undo)?;
                let undone = info.and_then(|info| info.undoes).ok_or_else(none)?;
                Ok((undo, undone))
            }
        }
    }
}

/// The paths in the data of a reply, each with its change.
fn paths(data: &Json) -> String {
    signed(["created", "changed", "deleted"].map(|key| {
        let paths = data[key].as_array().into_iter().flatten();
        paths.map(|path| path.as_str().unwrap_or_default())
    }))
}

/// The created, changed and deleted paths on a line each.
pub(super) fn signed<'p>(lists: [impl Iterator<Item = &'p str>; 3]) -> String {
    let mut text = String::new();
    for (sign, paths) in ['+', '~', '-'].into_iter().zip(lists) {
        for path in paths {
            text.push_str(&format!("{sign} {}\n", report::name(path)));
        }
    }
    text
}

#[derive(Debug, clap::Args)]
pub(crate) struct History {
    /// Only runs that changed this path or something below it
    #[arg(value_parser = workspace_path)]
    path: Option<String>,
    /// Only runs before this one
    #[arg(long, value_name = "RUN")]
    before: Option<i64>,
    /// Number of runs, at most 1000
    #[arg(long, default_value_t = 200)]
    limit: usize,
    #[command(flatten)]
    database: Database,
}

impl History {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let args = json!({ "path": self.path, "before": self.before, "limit": self.limit });
        self.database.call(Use::Look, "history", args, body)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Checkpoint {
    /// Name: letters, digits, dots, dashes and underscores
    name: String,
    /// Move an existing checkpoint of this name
    #[arg(short = 'f', long)]
    overwrite: bool,
    #[command(flatten)]
    database: Database,
}

impl Checkpoint {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let args = json!({ "name": self.name, "overwrite": self.overwrite });
        self.database
            .call(Use::Create, "checkpoint", args, |_| String::new())
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Restore {
    /// Name of the checkpoint; with --at: PATHs, to restore only what is at or below them
    #[arg(value_name = "NAME|PATH", value_parser = workspace_path)]
    arguments: Vec<String>,
    /// Restore what was there after a run, whose number log prints, or at a checkpoint
    #[arg(long, value_name = "RUN|NAME")]
    at: Option<String>,
    #[command(flatten)]
    changing: Changing,
}

impl Restore {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let Changing { database, dry_run } = &self.changing;
        let dry_run = *dry_run;
        let at = match (&self.at, &self.arguments[..]) {
            (Some(at), paths) if at.parse::<RunId>().is_ok() || !paths.is_empty() => {
                Some(self.run_at(at)?)
            }
            _ => None,
        };
        let args = match (at, &self.at, &self.arguments[..]) {
            (Some(at), _, paths) => json!({ "at": at, "paths": paths, "dryRun": dry_run }),
            (None, Some(name), _) | (None, None, [name]) => {
                json!({ "name": name, "dryRun": dry_run })
            }
            (None, None, _) => {
                return Err(Refusal::usage(
                    "give the name of one checkpoint, or --at RUN with the paths to restore",
                ));
            }
        };
        database.call(Use::Change, "restore", args, |reply| {
            let data = reply.data();
            if let Some(at) = at {
                let word = match dry_run {
                    true => "would restore",
                    false => "restored",
                };
                return format!("{word}: the state after run {at}\n{}", paths(&data));
            }
            let word = undone(dry_run);
            format!("{word}: {} runs\n{}", data["runs"], paths(&data))
        })
    }

    /// The last run before a point.
    fn run_at(&self, at: &str) -> Result<RunId, Refusal> {
        let workspace = self
            .changing
            .database
            .workspace(Use::Look, FileLimits::default())?;
        let tree = workspace.tree()?;
        match point_of(&tree, at)? {
            Point::After(run) => Ok(run),
            _ => Err(Refusal::usage(format!(
                "checkpoint {at} was made before the first run: restore it as a whole, with `restore {at}`"
            ))),
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Watch {
    /// Begin after this run; 0 prints the whole history [default: now]
    #[arg(long, value_name = "RUN")]
    since: Option<i64>,
    /// Print the changes so far, and exit
    #[arg(long)]
    once: bool,
    #[command(flatten)]
    database: Database,
}

impl Watch {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let tools = self.database.tools(Use::Look)?;
        let fault = |error: isolate_tools::ToolError| Refusal::usage(error.to_string());
        let mut feed = match self.since {
            Some(since) => Feed::after(tools.workspace(), since),
            None => Feed::from_now(tools.workspace()).map_err(fault)?,
        };
        let cancel = CancelToken::new();
        loop {
            let polled = if self.once {
                feed.poll()
            } else {
                feed.wait(Duration::from_secs(3_600), &cancel)
            };
            let polled = polled.map_err(fault)?;
            let mut lines = String::new();
            if polled.resync_required {
                let _ = writeln!(
                    io::stderr(),
                    "note: some runs in between are no longer in the history"
                );
            }
            for event in &polled.events {
                if self.database.is_json() {
                    lines.push_str(&report::json_escaped(&event.to_json().to_string()));
                } else {
                    lines.push_str(&report::escaped(&event.to_string()));
                }
                lines.push('\n');
            }
            let printed = io::stdout()
                .write_all(lines.as_bytes())
                .and_then(|()| io::stdout().flush());
            if self.once && !polled.has_more || printed.is_err() {
                return Ok(report::written(printed, ExitCode::Success.code()));
            }
        }
    }
}
