//! Checkpoints: named states of the workspace that can be restored.
//!
//! A checkpoint is a file with the number of the last run before it. If it is made in the middle
//! of a run, the history alone cannot restore it, because the history has one row for each path of
//! a run. The file then also has what the run had changed by that time.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use isolate_text::{VPath, budget};
use serde_json::{Map, Value as Json, json};

use super::undo::Scope;
use super::{ChangeRow, Effects, LogOptions, Point, is_untouched};
use crate::error::{Error, ErrorKind, Result};
use crate::folders::{CHECKPOINTS, is_internal};
use crate::guard::Verb;
use crate::node::{FileKind, Node};
use crate::run::RunId;
use crate::tree::MkdirOptions;
use crate::txn::{ReadTxn, Tree, Undone, WriteTxn};

const NAME_BYTES_MAX: usize = 80;

/// What is known of a path takes so much as JSON.
const JSON_BYTES: usize = 640;

/// Why a checkpoint could not be made or restored.
///
/// The list is exhaustive on purpose: a formatter of errors has words for each reason, and does not
/// compile without those for a new one.
#[derive(Debug)]
pub enum CheckpointError {
    /// The text is not a valid name.
    Name(String),
    /// A checkpoint of this name exists.
    Exists(String),
    /// No checkpoint has this name.
    Missing {
        /// The name.
        name: String,
        /// The names of all checkpoints.
        names: Vec<String>,
    },
    /// The file of the checkpoint has other content.
    Damaged(VPath),
    /// The history does not reach back to it.
    Forgotten {
        /// The name.
        name: String,
        /// The oldest run in the history.
        oldest: RunId,
        /// The oldest run that is needed.
        needed: RunId,
    },
    /// A run since then has not ended.
    Unfinished(RunId),
    /// An error of the tree; its text is that of the error.
    Tree(Error),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(
                f,
                "{} is no name of a checkpoint",
                isolate_text::lines::shown(name)
            ),
            Self::Exists(name) => write!(f, "there is a checkpoint {name} already"),
            Self::Missing { name, .. } => write!(f, "there is no checkpoint {name}"),
            Self::Damaged(file) => write!(f, "{file} is not a checkpoint any more"),
            Self::Forgotten {
                name,
                oldest,
                needed,
            } => write!(
                f,
                "history does not reach back to checkpoint {name}: it begins at run {oldest}, and {needed} is needed"
            ),
            Self::Unfinished(run) => write!(f, "run {run} is not finished"),
            Self::Tree(error) => error.fmt(f),
        }
    }
}

impl CheckpointError {
    /// A stable code, as [`ErrorKind::code`](crate::ErrorKind::code) has them.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Name(_) => "EINVAL",
            Self::Exists(_) => "EEXIST",
            Self::Missing { .. } => "ENOENT",
            Self::Damaged(_) | Self::Forgotten { .. } | Self::Unfinished(_) => "ESTALE",
            Self::Tree(error) => error.kind().code(),
        }
    }
}

impl std::error::Error for CheckpointError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // The text is that of the tree's error, so its cause comes next.
            Self::Tree(error) => error.source(),
            _ => None,
        }
    }
}

impl From<Error> for CheckpointError {
    fn from(error: Error) -> Self {
        Self::Tree(error)
    }
}

/// How [`Tree::checkpoint`] works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct CheckpointOptions {
    pub(crate) overwrite: bool,
}

impl CheckpointOptions {
    /// The defaults: a checkpoint of the same name is an error.
    #[must_use]
    pub const fn new() -> Self {
        Self { overwrite: false }
    }

    /// Replaces a checkpoint of the same name. Default: `false`, which makes it an error.
    #[must_use]
    pub const fn overwrite(mut self) -> Self {
        self.overwrite = true;
        self
    }
}

/// What restoring a checkpoint did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Restored {
    /// How many runs were undone, including the open one.
    pub runs: u64,
    /// What changed. Its run is the open one.
    pub effects: Effects,
}

/// What the file of a checkpoint holds.
pub(super) struct Saved {
    /// The last run before it.
    pub(super) run: RunId,
    /// The run in the middle of which it was made.
    during: Option<RunId>,
    /// What was at the paths that this run had changed by then.
    pub(super) states: Vec<(VPath, PathState)>,
}

/// What was at a path.
pub(super) enum PathState {
    Nothing,
    Entry { what: What, mode: u32 },
}

/// What an entry was, but for its permissions.
pub(super) enum What {
    Directory,
    File(Vec<u8>),
    Link(String),
}

impl Tree {
    /// Gives the present state of the workspace a name. Returns the last run before it, the open
    /// one not counted, or `None` where the history has no other.
    ///
    /// # Errors
    /// `Name`, `Exists`; `Tree` if its file cannot be written, or if the changes of the open run are
    /// too large for one file.
    pub fn checkpoint(
        &self,
        name: &str,
        options: &CheckpointOptions,
    ) -> Result<Option<RunId>, CheckpointError> {
        self.make_checkpoint(name, options, None)
    }

    pub(super) fn make_checkpoint(
        &self,
        name: &str,
        options: &CheckpointOptions,
        note: Option<&str>,
    ) -> Result<Option<RunId>, CheckpointError> {
        let file = file_of(name)?;
        self.atomically(|txn| {
            if !options.overwrite && txn.lstat(&file)?.is_some() {
                return Err(CheckpointError::Exists(name.to_owned()));
            }
            let own = txn.own_row().map(RunId);
            let last = txn.last_run_but(own)?;
            let mut kept = json!({ "run": last.map_or(0, i64::from) });
            if let Some(note) = note {
                kept["note"] = note.into();
            }
            let rows: Vec<ChangeRow> = txn
                .own_rows()?
                .into_iter()
                .filter(|row| !is_untouched(row) && !is_internal(&row.path))
                .collect();
            if !rows.is_empty() {
                kept["during"] = own.map(i64::from).into();
                kept["then"] = txn.rows_to_json(&rows)?.into();
            }
            txn.write(&file, kept.to_string().as_bytes())?;
            Ok(last)
        })
    }

    /// The names of all checkpoints, sorted.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn checkpoints(&self) -> Result<Vec<String>> {
        let folder = VPath::parse(CHECKPOINTS)?;
        if !matches!(self.stat(&folder)?, Some(stat) if stat.kind == FileKind::Directory) {
            return Ok(Vec::new());
        }
        let entries = self.read_dir(&folder)?;
        Ok(entries.into_iter().map(|entry| entry.name).collect())
    }

    /// The path of the file of a checkpoint, which need not exist.
    ///
    /// # Errors
    /// `Name` if the text is not a valid name.
    pub fn checkpoint_file(&self, name: &str) -> Result<VPath, CheckpointError> {
        file_of(name)
    }

    /// Restores the workspace to a checkpoint, as part of the open run if one is open. Changes that
    /// this run has made since are undone too. Checkpoints themselves are kept.
    ///
    /// # Errors
    /// Every kind but `Exists`; `Tree` with `Stale` if a path was changed outside of the history.
    /// Nothing is changed then.
    pub fn restore(&self, name: &str) -> Result<Restored, CheckpointError> {
        let file = file_of(name)?;
        // Only an error of the tree can be one for want of room.
        let restore = || match self.atomically(|txn| txn.restore_from(name, &file)) {
            Err(CheckpointError::Tree(error)) => Err(error),
            restored => Ok(restored),
        };
        self.taking_back(restore)?
    }

    /// The point of the history at which a checkpoint was made, to compare it or to restore single
    /// paths. `None` for one that was made in the middle of a run, of which the history has only the
    /// whole.
    ///
    /// # Errors
    /// `Name`, `Missing` or `Damaged`; `Tree` as every read.
    pub fn checkpoint_point(&self, name: &str) -> Result<Option<Point>, CheckpointError> {
        let file = file_of(name)?;
        self.snapshot(|txn| {
            let saved = txn.saved(name, &file)?;
            Ok(match saved.during {
                Some(_) => None,
                None if saved.run.0 == 0 => Some(Point::Before(RunId(1))),
                None => Some(Point::After(saved.run)),
            })
        })
    }
}

impl ReadTxn<'_> {
    /// What is now at the paths of these rows.
    fn rows_to_json(&self, rows: &[ChangeRow]) -> Result<Vec<Json>> {
        let sizes = rows.iter().filter_map(|row| Some(row.after.as_ref()?.size));
        let bytes = sizes.fold(0, u64::saturating_add);
        let most = self.quota().file_bytes_max;
        // Four letters hold three bytes.
        if (bytes / 3).saturating_mul(4) > most {
            return Err(Error::new(ErrorKind::FileTooLarge).with_detail(format!(
                "what this run has changed already has {bytes} bytes, too many to be kept in a file of {most}: make the checkpoint before the changes"
            )));
        }
        let mut all = Vec::with_capacity(rows.len());
        for ChangeRow { path, after, .. } in rows {
            self.check_deadline()?;
            // As JSON, and as text.
            budget::charge(2 * path.as_str().len() + JSON_BYTES)?;
            let mut one = json!({ "path": path.as_str() });
            match after {
                None => one["kind"] = Json::Null,
                Some(node) => self.node_to_json(path, node, &mut one)?,
            }
            all.push(one);
        }
        Ok(all)
    }

    fn node_to_json(&self, path: &VPath, node: &Node, one: &mut Json) -> Result<()> {
        one["mode"] = node.mode.into();
        match node.kind {
            FileKind::Directory => one["kind"] = "directory".into(),
            FileKind::Symlink => {
                one["kind"] = "symlink".into();
                one["target"] = node.target.clone().into();
            }
            FileKind::File => {
                self.guard(Verb::Read, path, node.size)?;
                let reader = self.content_reader(path, node.content, node.size)?;
                // As bytes, as letters, and as a part of the whole.
                for _ in 0..4 {
                    reader.charge(node.size)?;
                }
                let mut bytes = Vec::new();
                reader.for_each_piece(|piece| bytes.extend_from_slice(piece))?;
                one["kind"] = "file".into();
                one["base64"] = BASE64.encode(bytes).into();
            }
        }
        Ok(())
    }

    /// What the file of a checkpoint holds.
    pub(super) fn saved(&self, name: &str, file: &VPath) -> Result<Saved, CheckpointError> {
        if self.lstat(file)?.is_none() {
            let names = self.checkpoints()?;
            let name = name.to_owned();
            return Err(CheckpointError::Missing { name, names });
        }
        let bytes = self.read(file)?;
        // As JSON, and as what that says.
        budget::charge(bytes.len().saturating_mul(3)).map_err(Error::from)?;
        let mut saved =
            Saved::read(&bytes).ok_or_else(|| CheckpointError::Damaged(file.clone()))?;
        if let Some(during) = &mut saved.during
            && let Some(now) = self.number_now(during.0)?
        {
            *during = RunId(now);
        }
        Ok(saved)
    }

    /// The last run other than `own` that changed files, or which merges count.
    fn last_run_but(&self, own: Option<RunId>) -> Result<Option<RunId>> {
        let runs = self.history(2)?;
        let changed = runs.iter().map(|run| run.id).find(|id| Some(*id) != own);
        Ok(changed.max(self.branches.last_merge(self, own)?))
    }
}

impl WriteTxn<'_> {
    fn restore_from(&self, name: &str, file: &VPath) -> Result<Restored, CheckpointError> {
        let saved = self.saved(name, file)?;
        let restored = self.with_effects(|| {
            let runs = self.undo_since(name, &saved)?;
            self.put_all(&saved.states)?;
            Ok::<u64, CheckpointError>(runs)
        });
        let (runs, mut effects) = restored.map_err(|error| match error {
            CheckpointError::Tree(error) => self.concealed(error, &[]).into(),
            error => error,
        })?;
        effects.run = self.own_row().map(RunId);
        Ok(Restored { runs, effects })
    }

    /// Makes of the paths what they were in the middle of a run, from what they were before it.
    fn put_all(&self, all: &[(VPath, PathState)]) -> Result<()> {
        // Below before above: nothing is in the way when its turn comes.
        for (path, state) in all.iter().rev() {
            if matches!(state, PathState::Nothing) {
                self.clear(path)?;
            }
        }
        // What becomes smaller comes first, so that no moment needs more room than the ends do.
        for (path, state) in all {
            let size = match self.exact(path)?.and_then(|position| position.node) {
                Some(node) if node.kind == FileKind::File => node.size,
                _ => continue,
            };
            if let PathState::Entry {
                what: What::File(bytes),
                ..
            } = state
                && (bytes.len() as u64) < size
            {
                self.put_state(path, state)?;
            }
        }
        for (path, state) in all {
            self.check_deadline()?;
            self.put_state(path, state)?;
        }
        Ok(())
    }

    /// Undoes every run since a checkpoint, the newest first.
    fn undo_since(&self, name: &str, saved: &Saved) -> Result<u64, CheckpointError> {
        let own = self.own_row().map(RunId);
        let newest = self.last_run_but(own)?.unwrap_or(RunId(0));
        let next = RunId(saved.run.0.saturating_add(1));
        let needed = saved.during.map_or(next, |during| during.min(next));
        let is_lost = match saved.during {
            Some(during) => !self.has_run(during.0)?,
            None => false,
        };
        if saved.run > newest || is_lost || self.is_forgotten(next)? {
            return Err(CheckpointError::Forgotten {
                name: name.to_owned(),
                oldest: self.run_span()?.map_or(RunId(0), |(oldest, _)| oldest),
                needed,
            });
        }
        let mut runs = Vec::new();
        // Also a merge that changed no file is taken back.
        let every = LogOptions::new().limit(usize::MAX);
        self.read_runs(&every, |run| {
            let is_since = run.id >= needed;
            if is_since {
                runs.push(run);
            }
            Ok(is_since)
        })?;
        let mut runs_undone = 0;
        for run in runs {
            if run.id <= saved.run && saved.during != Some(run.id) {
                continue;
            }
            self.check_deadline()?;
            if self.changes_only_internal(&run)? {
                self.branches.reverse_merges(self, Undone::Run(run.id.0))?;
                continue;
            }
            if run.state.may_go_on() && Some(run.id) != own {
                return Err(CheckpointError::Unfinished(run.id));
            }
            self.undo_rows(run.id.0, Scope::Work)?;
            runs_undone += 1;
        }
        Ok(runs_undone)
    }

    /// Removes what is at a path, if anything is.
    fn clear(&self, path: &VPath) -> Result<()> {
        match self.exact(path)?.and_then(|position| position.node) {
            Some(_) => self.remove_tree(path),
            None => Ok(()),
        }
    }

    fn put_state(&self, path: &VPath, state: &PathState) -> Result<()> {
        let PathState::Entry { what, mode } = state else {
            return Ok(());
        };
        let now = self.lstat(path)?.map(|stat| stat.kind);
        let kind = match what {
            What::Directory => FileKind::Directory,
            What::File(_) => FileKind::File,
            What::Link(_) => FileKind::Symlink,
        };
        if now.is_some_and(|now| now != kind || now == FileKind::Symlink) {
            self.clear(path)?;
        }
        match what {
            What::Directory => self.mkdir(path, &MkdirOptions::new().recursive())?,
            What::File(bytes) => self.write(path, bytes)?,
            // Permissions of a link are always the same.
            What::Link(target) => return self.symlink(target, path),
        }
        self.set_mode(path, *mode)
    }
}

impl Saved {
    fn read(bytes: &[u8]) -> Option<Self> {
        let Json::Object(kept) = serde_json::from_slice(bytes).ok()? else {
            return None;
        };
        let states = match kept.get("then") {
            None => Vec::new(),
            Some(Json::Array(all)) => all.iter().map(read_state).collect::<Option<_>>()?,
            Some(_) => return None,
        };
        Some(Self {
            run: RunId(kept.get("run")?.as_i64().filter(|run| *run >= 0)?),
            during: kept.get("during").and_then(Json::as_i64).map(RunId),
            states,
        })
    }
}

fn read_state(one: &Json) -> Option<(VPath, PathState)> {
    let one: &Map<String, Json> = one.as_object()?;
    let text = |key: &str| one.get(key)?.as_str();
    let path = VPath::parse(text("path")?).ok()?;
    let what = match one.get("kind")? {
        Json::Null => return Some((path, PathState::Nothing)),
        Json::String(kind) => match kind.as_str() {
            "directory" => What::Directory,
            "symlink" => What::Link(text("target")?.to_owned()),
            "file" => What::File(BASE64.decode(text("base64")?).ok()?),
            _ => return None,
        },
        _ => return None,
    };
    let mode = u32::try_from(one.get("mode")?.as_u64()?).ok()?;
    Some((path, PathState::Entry { what, mode }))
}

/// The file of a checkpoint.
pub(super) fn file_of(name: &str) -> Result<VPath, CheckpointError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let is_name = !name.is_empty()
        && name.len() <= NAME_BYTES_MAX
        && name.chars().all(is_plain)
        && name.chars().any(|c| c != '.');
    if !is_name {
        return Err(CheckpointError::Name(name.to_owned()));
    }
    let file = VPath::parse(&format!("{CHECKPOINTS}/{name}"));
    Ok(file.map_err(Error::from)?)
}
