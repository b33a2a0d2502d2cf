//! The private copy of a workspace on which runs are made again.
//!
//! It goes back in the history run by run. At each step it is what the workspace was before a run; the
//! run is then made again, and what that changes is taken back.

mod waiting;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use isolate_protocol::{ErrorCode, Value};
use isolate_vfs::{
    Error as VfsError, ErrorKind as VfsErrorKind, ForkOptions, Guard, LogOptions, MAIN, Quota,
    RunId, RunInfo, Timestamp, Tree,
};
use serde_json::Value as Json;
use tempfile::TempDir;

use super::changes::Changes;
use super::compare::compare;
use super::plan::{Means, Plan, damaged, limit_of};
use super::{Obstacle, ObstacleKind as Kind, Replay, ReplayOptions, unread};
use crate::answers::Found;
use crate::error::{Error, ErrorKind};
use crate::limits::Limit;
use crate::mismatch::{Aspect, Mismatch};
use crate::options::{Commit, RunOptions};
use crate::outcome::{Outcome, Run};
use crate::record::{GUEST, Making, SHELL};
use crate::sandbox::Sandbox;
use crate::workspace::{Workspace, forgetting_nothing};

pub(crate) use waiting::repeat;

/// The time span of a run, and whether it changed anything.
struct Span {
    id: RunId,
    started_ms: i64,
    finished_ms: i64,
    has_changed: bool,
    branch: Option<String>,
}

/// A copy of a workspace, removed when it is dropped.
pub(super) struct Copy<'a> {
    sandbox: &'a Sandbox,
    options: &'a ReplayOptions,
    guard: Option<Arc<dyn Guard>>,
    path: PathBuf,
    tree: Tree,
    /// Where runs are replayed, with the quota of the last one.
    workspace: Option<(Quota, Workspace)>,
    spans: Vec<Span>,
    // Last, so that the files are closed before they are removed.
    _folder: TempDir,
}

impl<'a> Copy<'a> {
    pub(super) fn of(
        sandbox: &'a Sandbox,
        workspace: &Workspace,
        options: &'a ReplayOptions,
    ) -> Result<Self, Error> {
        let folder = tempfile::Builder::new().prefix("isolate-replay-").tempdir();
        let folder = folder.map_err(|cause| {
            let text = "cannot make a folder for temporary files";
            Error::new(ErrorKind::Storage, text).with_source(cause)
        })?;
        let path = folder.path().join("copy.sqlite");
        let failed = |cause| Error::storage("cannot copy the workspace", cause);
        let original = workspace.tree()?;
        // The replay alone reads the copy, and asks the same rules.
        original.set_guard(None);
        copy_to(&original, &path).map_err(failed)?;
        let everything = Quota::new().bytes_max(1 << 62).entries_max(1 << 62);
        let tree = Tree::open(&path, &forgetting_nothing(everything)).map_err(failed)?;
        let runs = tree.log(&LogOptions::new().limit(usize::MAX).all_branches());
        let spans = runs.map_err(unread)?.iter().map(Span::of).collect();
        Ok(Self {
            sandbox,
            options,
            guard: workspace.guard().cloned(),
            path,
            tree,
            workspace: None,
            spans,
            _folder: folder,
        })
    }

    pub(super) fn log(&self, wanted: &LogOptions) -> Result<Vec<RunInfo>, Error> {
        self.tree.log(wanted).map_err(unread)
    }

    /// Makes a run again. The copy then is what the workspace was before it.
    pub(super) fn replay(&mut self, run: RunId) -> Result<Replay, Error> {
        let info = self.tree.run_info(run).map_err(unread)?;
        let branch = info.and_then(|info| info.branch);
        let branch = branch.as_deref().unwrap_or(MAIN);
        if let Err(cause) = self.tree.switch_branch(branch) {
            if is_of_machine(&cause) {
                return Err(unread(cause));
            }
            let text = "the branch that it was made on was deleted";
            let forgotten = Obstacle::new(Kind::Forgotten, text);
            return Ok(Replay::NotComparable(forgotten));
        }
        let planned = Plan::of(&self.tree, run, self.means())?;
        let (clock, changes) = match &planned {
            Ok(plan) => (
                plan.making.replay.clock_us.map(Timestamp::from_micros),
                Changes::of(&self.tree, run).map_err(unread)?,
            ),
            Err(_) => (None, Changes::default()),
        };
        if let Err(cause) = self.tree.rewind(run, clock) {
            if is_of_machine(&cause) {
                return Err(Error::storage("cannot go back in the copy", cause));
            }
            let forgotten = Obstacle::new(
                Kind::Forgotten,
                format!("the files that it started from are not known any more: {cause}"),
            );
            return Ok(planned.map_or_else(|known| known, |_| Replay::NotComparable(forgotten)));
        }
        match planned {
            Ok(plan) => self.run_again(&plan, &changes),
            Err(known) => Ok(known),
        }
    }

    fn means(&self) -> Means<'_> {
        Means {
            preludes: self.sandbox.prelude_digest(),
            has_rules: self.guard.is_some(),
        }
    }

    fn run_again(&mut self, plan: &Plan, changes: &Changes) -> Result<Replay, Error> {
        let newest = |tree: &Tree| tree.run_span().map(|span| span.map(|(_, newest)| newest));
        let before = newest(&self.tree).map_err(unread)?;
        let workspace = self.workspace_of(plan)?;
        let mut options = self.options_of(plan);
        let done = match &plan.making.command {
            None => self
                .sandbox
                .run(&workspace, &plan.program)
                .options(&options),
            Some(setting) => {
                let stdin = match &plan.recorded.input {
                    Some(Value::Bytes(bytes)) => bytes.clone(),
                    _ => Vec::new(),
                };
                options.input = None;
                let command = self.sandbox.shell(&workspace, &plan.program);
                let mut command = command.setting(setting.clone()).stdin(stdin);
                if let Some(state) = &plan.session_state {
                    command = command.session_state(state.clone());
                }
                command.options(&options).checked()?
            }
        };
        let done = done.blocking();
        let after = newest(&self.tree).map_err(unread)?;
        let own = after.filter(|_| after != before);
        let replayed = match own {
            Some(own) => Changes::of(&self.tree, own).map_err(unread)?,
            None => Changes::default(),
        };
        let found = plan.script.found().clone();
        let limit = match done.as_ref().map(|run| &run.outcome) {
            Ok(Outcome::LimitExceeded(exceeded)) => Some(exceeded.limit),
            _ => None,
        };
        let mismatch = match &done {
            Ok(run) => match limit.and_then(stopped) {
                Some(text) => Err(Obstacle::new(Kind::Stopped, text)),
                None => Ok(mismatch_of(plan, &found, run, changes, &replayed)?),
            },
            Err(error) if found.difference.is_none() && error.kind() == ErrorKind::Storage => {
                done?;
                Ok(None)
            }
            Err(error) if error.kind() == ErrorKind::Refused => {
                return Ok(damaged(&format!("options that no run can have: {error}")));
            }
            Err(error) => Ok(found.difference.clone().or_else(|| {
                let recorded = plan.report.get("status").map(Json::to_string);
                let reason = std::error::Error::source(error).map(ToString::to_string);
                let replayed = Some(format!("internal: {}", reason.unwrap_or_default()));
                Some(Mismatch::new(Aspect::Status, recorded, replayed))
            })),
        };
        if let Some(own) = own {
            let back = self.tree.rewind(own, None);
            back.map_err(|cause| Error::storage("cannot go back in the copy", cause))?;
        }
        Ok(match mismatch {
            Err(obstacle) => Replay::NotComparable(obstacle),
            Ok(None) => Replay::Same,
            Ok(Some(mismatch)) => match self.doubt(plan, &found, limit) {
                Some(mut obstacle) => {
                    obstacle.mismatch = Some(mismatch);
                    Replay::NotComparable(obstacle)
                }
                None => Replay::Different(mismatch),
            },
        })
    }

    fn workspace_of(&mut self, plan: &Plan) -> Result<Workspace, Error> {
        let quota = plan.making.quota;
        let workspace = match &self.workspace {
            Some((known, workspace)) if *known == quota => workspace.clone(),
            _ => {
                let workspace = Workspace::of_replays(&self.path, quota)?;
                self.workspace = Some((quota, workspace.clone()));
                workspace
            }
        };
        Ok(match &self.guard {
            Some(guard) if plan.making.is_guarded => workspace.guarded(Arc::clone(guard)),
            _ => workspace,
        })
    }

    fn options_of(&self, plan: &Plan) -> RunOptions {
        let recorded = &plan.recorded;
        let limits = recorded.limits.unwrap_or_default();
        let host_memory_bytes = limits.host_memory_bytes.min(self.options.host_memory_bytes);
        let mut options = RunOptions::new()
            .limits(limits)
            .host_memory_bytes(host_memory_bytes)
            .timeout(self.options.timeout)
            .commit(recorded.commit.unwrap_or_default())
            .functions(plan.script.functions(&plan.making.functions))
            .label(plan.info.label.clone());
        options.input.clone_from(&recorded.input);
        options.read_only = recorded.is_read_only;
        options.javascript_only = plan.making.is_javascript_only;
        options.no_code_from_text = plan.making.is_code_from_text_refused;
        options.exec.clone_from(&plan.making.exec);
        options.actor.clone_from(&plan.info.actor);
        options.cancel.clone_from(&self.options.cancel);
        options.script = Some(Arc::clone(&plan.script));
        let is_discarded = plan.report.get("committed") == Some(&Json::Bool(false));
        if is_discarded && options.commit == Commit::Atomic {
            options = options.confirm(|_| false);
        }
        options
    }

    /// A reason for a difference other than the program.
    fn doubt(&self, plan: &Plan, found: &Found, limit: Option<Limit>) -> Option<Obstacle> {
        let replay = &plan.making.replay;
        let is_of_machine = |code: &&String| *code != ErrorCode::ReadOnly.as_str();
        let failed = replay.storage_errors.iter().find(is_of_machine);
        let is_full = found.storage_errors.contains(&ErrorCode::NoSpace);
        let is_host_memory = limit == Some(Limit::HostMemory)
            || limit_of(&plan.report) == Some(Limit::HostMemory.as_str());
        let began_with_forgotten = self
            .spans
            .last()
            .is_none_or(|oldest| i64::from(oldest.id) > 1);
        Some(if replay.is_interleaved || self.was_joined(&plan.info) {
            Obstacle::new(Kind::Others, "others changed files while it ran")
        } else if let Some(code) = failed {
            let text = format!("its storage failed with {code}, which depends on the machine");
            Obstacle::new(Kind::Storage, text)
        } else if is_full {
            Obstacle::new(Kind::Storage, "its storage is full in the replay")
        } else if found.read_history && began_with_forgotten {
            let text = "it reads the history, which has forgotten runs";
            Obstacle::new(Kind::Forgotten, text)
        } else if found.searched_times {
            let text = "it searches by times of directories, which the history does not have";
            Obstacle::new(Kind::Times, text)
        } else if is_host_memory {
            let text =
                "it reached the limit of host memory, which depends on what else is in memory";
            Obstacle::new(Kind::HostMemory, text)
        } else if let Some(text) = other_guest(&plan.making) {
            Obstacle::new(Kind::OtherVersion, text)
        } else if plan.making.version != env!("CARGO_PKG_VERSION") {
            let version = &plan.making.version;
            let text = format!("it was made by version {version}, which may answer otherwise");
            Obstacle::new(Kind::OtherVersion, text)
        } else {
            return None;
        })
    }

    /// Whether another run changed files at the same time.
    fn was_joined(&self, info: &RunInfo) -> bool {
        let own = Span::of(info);
        self.spans.iter().any(|other| {
            other.id != own.id
                && other.has_changed
                && other.branch == own.branch
                && other.started_ms < own.finished_ms
                && other.finished_ms > own.started_ms
        })
    }
}

impl Span {
    fn of(info: &RunInfo) -> Self {
        Self {
            id: info.id,
            started_ms: info.machine_started.as_millis(),
            finished_ms: info.finished.map_or(i64::MAX, Timestamp::as_millis),
            has_changed: info.paths > 0,
            branch: info.branch.clone(),
        }
    }
}

/// Copies a workspace with all its branches.
fn copy_to(tree: &Tree, path: &Path) -> Result<(), VfsError> {
    let branch = tree.branch();
    tree.switch_branch(MAIN)?;
    // A replay reports damaged runs and continues with the others.
    let copied = tree.fork(path, &ForkOptions::new().with_damage());
    tree.switch_branch(&branch)?;
    copied
}

/// Whether the machine failed, not the history.
fn is_of_machine(error: &VfsError) -> bool {
    matches!(
        error.kind(),
        VfsErrorKind::NoSpace | VfsErrorKind::Storage | VfsErrorKind::Busy
    )
}

/// Why a replay has no result.
const fn stopped(limit: Limit) -> Option<&'static str> {
    match limit {
        Limit::Timeout => Some("the replay took too long"),
        Limit::Cancelled => Some("the replay was cancelled"),
        _ => None,
    }
}

/// The first difference between a record and a replay.
fn mismatch_of(
    plan: &Plan,
    found: &Found,
    run: &Run,
    changes: &Changes,
    replayed: &Changes,
) -> Result<Option<Mismatch>, Error> {
    let compared = compare(&plan.report, run).map_err(Error::internal)?;
    let left = || {
        let left = plan.script.left()?;
        Some(Mismatch::new(Aspect::Calls, Some(left), None))
    };
    Ok(found
        .difference
        .clone()
        .or(compared.before_changes)
        .or_else(|| changes.mismatch(replayed))
        .or(compared.fuel)
        .or_else(left))
}

/// What is said of a run that may have had another within it, which another version would run now.
fn other_guest(making: &Making) -> Option<String> {
    let own = match making.command {
        Some(_) => GUEST,
        None => SHELL,
    };
    let other = making
        .other_guest
        .as_deref()
        .filter(|other| *other != own)?;
    Some(format!(
        "what runs within it was run by {other}, and is run by {own} now"
    ))
}
