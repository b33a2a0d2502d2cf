//! Undoing a run: every path that it changed gets its earlier state back.

use std::collections::BTreeMap;

use isolate_text::VPath;

use super::run::no_run;
use super::{ChangeRow, Effects};
use crate::error::{Error, ErrorKind, Result};
use crate::folders::is_internal;
use crate::node::{FileKind, Node};
use crate::run::{RunId, RunOptions};
use crate::tree::{Dropped, MkdirOptions, Position};
use crate::txn::{ReadTxn, Tree, Undoing, Undone, WriteTxn};

/// How a run is undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UndoOptions {
    pub(crate) force: bool,
    pub(crate) label: &'static str,
}

impl Default for UndoOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl UndoOptions {
    /// The defaults: a path that has changed since is an error.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            force: false,
            label: " undo ",
        }
    }

    /// Undoes later changes of the same paths too: paths that have changed since the run get their
    /// earlier state. Default: `false`, which makes them an error.
    #[must_use]
    pub const fn force(mut self) -> Self {
        self.force = true;
        self
    }

    /// Sets what the label of the open run gets in front of the number of the run, where the open run
    /// does nothing else ([`Tree::undo_within`]). Default: ` undo `.
    #[must_use]
    pub const fn label(mut self, label: &'static str) -> Self {
        self.label = label;
        self
    }
}

impl Tree {
    /// Undoes a run: every path that it changed gets its earlier state back. This is a run of its
    /// own, or part of the open one. Returns what changed.
    ///
    /// # Errors
    /// `NotFound` if the history does not have the run; `Stale` if one of its paths has changed
    /// since, with all those paths in [`Error::paths`]; `Invalid` for the run that took a new branch back
    /// to the point at which it begins. Nothing is changed then.
    pub fn undo(&self, run: RunId) -> Result<Effects> {
        self.undo_with(run, &UndoOptions::new())
    }

    /// As [`Tree::undo`], with options.
    ///
    /// # Errors
    /// As [`Tree::undo`]. With [`UndoOptions::force`](fn@UndoOptions::force), `Stale` only where
    /// others have put something below a path that would be removed, or something else where a directory
    /// above one was.
    pub fn undo_with(&self, run: RunId, options: &UndoOptions) -> Result<Effects> {
        let force = options.force;
        self.check_made_no_branch(run)?;
        let undo = || {
            self.taking_back(|| {
                self.concealing(&[], || {
                    self.atomically(|txn| match force {
                        true => txn.with_history(|| txn.undo_by_force(run.0)),
                        false => txn.undo_rows(run.0, Scope::Everything),
                    })
                })
            })
        };
        if self.has_open_run() {
            self.undoing(run, "", undo)?;
            return self.effects();
        }
        if self.is_writing() {
            return undo().map(|()| Effects::default());
        }
        let own = self.begin(&RunOptions::new(format!("undo {run}")))?;
        self.undoing(run, "", undo)?;
        own.commit()
    }

    /// Undoes an earlier run as part of the open one, and returns only what that changed. An open
    /// run that does nothing else counts as the undo of the earlier run, and its label says so
    /// ([`UndoOptions::label`](fn@UndoOptions::label)).
    ///
    /// # Errors
    /// As [`Tree::undo_with`]; `Invalid` when no run is open, or for the open run itself.
    pub fn undo_within(&self, run: RunId, options: &UndoOptions) -> Result<Effects> {
        if self.open_run() == Some(run) {
            return Err(Error::new(ErrorKind::Invalid)
                .with_detail(format!("run {run} is the one that is open")));
        }
        self.check_made_no_branch(run)?;
        self.undoing(run, &format!("{}{run}", options.label), || {
            self.taking_back(|| {
                self.concealing(&[], || {
                    self.atomically(|txn| {
                        let undone = txn.with_effects(|| match options.force {
                            true => txn.undo_by_force(run.0),
                            false => txn.undo_rows(run.0, Scope::Everything),
                        })?;
                        Ok(undone.1)
                    })
                })
            })
        })
    }

    /// Calls `f`, which takes changes back and so may remove what they made: that has to work on a full
    /// disk, too.
    pub(super) fn taking_back<T>(&self, f: impl Fn() -> Result<T>) -> Result<T> {
        let done = self.with_room_to_remove(|| {
            let done = f();
            self.note_removal();
            done
        });
        self.settle_removal();
        done
    }

    /// Refuses the run that took a new branch back to the point at which it begins.
    fn check_made_no_branch(&self, run: RunId) -> Result<()> {
        if !self.makes_branch(run.0)? {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Invalid).with_detail(format!(
            "run {run} made the branch at an earlier point, and is nothing to undo: \
             to begin elsewhere, delete the branch and make it anew, or restore that point"
        )))
    }

    /// Undoes a run as a part of the open one. When that begins with it, it is a run that was made
    /// to undo: history says so, and its label has so much more.
    fn undoing<T>(
        &self,
        run: RunId,
        label_more: &str,
        undo: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let set = |begins: bool| {
            let set = self.run.change(|open| {
                open.undoing = begins.then(|| Undoing {
                    run: run.0,
                    label: format!("{}{label_more}", open.label),
                });
            });
            set.ok_or_else(no_run)
        };
        set(true)?;
        let undone = undo();
        set(false)?;
        undone
    }
}

impl ReadTxn<'_> {
    /// What the open run has changed so far, row by row.
    pub(super) fn own_rows(&self) -> Result<Vec<ChangeRow>> {
        match self.own_row() {
            Some(run) => self.change_rows(run),
            None => Ok(Vec::new()),
        }
    }

    /// What the open run has changed since it had these rows.
    fn effects_since(&self, before: Vec<ChangeRow>) -> Result<Effects> {
        let mut sides: BTreeMap<VPath, (Option<Node>, Option<Node>)> = BTreeMap::new();
        for row in before {
            // A row that vanishes has come back to where it began.
            sides.insert(row.path, (row.after, row.before));
        }
        for row in self.own_rows()? {
            sides.entry(row.path).or_insert((row.before, None)).1 = row.after;
        }
        let mut effects = Effects::default();
        let mut allowance = u64::MAX;
        for (path, (before, after)) in sides {
            self.check_deadline()?;
            effects.add(self, &path, before.as_ref(), after.as_ref(), &mut allowance)?;
        }
        Ok(effects)
    }

    /// Whether what is there now is what a run left there, perhaps changed and set back since.
    pub(super) fn is_as_left(&self, now: Option<&Node>, after: Option<&Node>) -> Result<bool> {
        if is_still(now, after) {
            return Ok(true);
        }
        match (now, after) {
            (Some(now), Some(after)) => self.is_same(now, after, &mut { u64::MAX }),
            _ => Ok(false),
        }
    }

    /// Refuses to undo what somebody has changed since.
    fn check_unchanged_since(&self, run: i64, rows: &[ChangeRow]) -> Result<()> {
        let mut stale_paths = Vec::new();
        let by_path: BTreeMap<&str, &ChangeRow> =
            rows.iter().map(|row| (row.path.as_str(), row)).collect();
        for row in rows {
            self.check_deadline()?;
            let now = self.exact(&row.path)?.and_then(|position| position.node);
            if !self.is_as_left(now.as_ref(), row.after.as_ref())? {
                stale_paths.push(row.path.clone());
                continue;
            }
            let goes = row
                .before
                .as_ref()
                .is_none_or(|before| before.kind != FileKind::Directory);
            if let (Some(now), true) = (now.filter(Node::is_dir), goes) {
                for (name, _) in self.children(now.id, usize::MAX)? {
                    let child = VPath::from_names(row.path.components().chain([name.as_str()]));
                    if by_path
                        .get(child.as_str())
                        .is_none_or(|row| row.after.is_none())
                    {
                        stale_paths.push(child);
                    }
                }
            }
        }
        if stale_paths.is_empty() {
            Ok(())
        } else {
            Err(stale(run, stale_paths))
        }
    }
}

impl WriteTxn<'_> {
    /// Calls `f`, and returns what it changed beyond what the open run had changed before.
    pub(crate) fn with_effects<T, E: From<Error>>(
        &self,
        f: impl FnOnce() -> Result<T, E>,
    ) -> Result<(T, Effects), E> {
        self.with_history(|| self.with_effects_now(f))
    }

    fn with_effects_now<T, E: From<Error>>(
        &self,
        f: impl FnOnce() -> Result<T, E>,
    ) -> Result<(T, Effects), E> {
        let before = self.own_rows()?;
        let contents: Vec<(i64, u64)> = before
            .iter()
            .filter_map(|row| row.after.as_ref())
            .filter_map(|after| Some((after.content?, after.size)))
            .collect();
        // What goes is compared with what comes, so it has to last until then.
        for (content, _) in &contents {
            self.hold_content(*content)?;
        }
        let value = f()?;
        let effects = self.effects_since(before)?;
        for (content, size) in contents {
            self.release_content(content, size)?;
        }
        Ok((value, effects))
    }

    pub(super) fn undo_rows(&self, run: i64, scope: Scope) -> Result<()> {
        self.with_history(|| self.undo_rows_now(run, scope))
    }

    fn undo_rows_now(&self, run: i64, scope: Scope) -> Result<()> {
        self.check_run_seen(run)?;
        self.check_run_complete(run)?;
        let rows: Vec<ChangeRow> = self
            .change_rows(run)?
            .into_iter()
            .filter(|row| !is_untouched(row))
            .filter(|row| scope == Scope::Everything || !is_internal(&row.path))
            .collect();
        self.check_unchanged_since(run, &rows)?;
        // Below before above: a directory is empty when its turn comes.
        for row in rows.iter().rev() {
            if let Some(after) = &row.after
                && row
                    .before
                    .as_ref()
                    .is_none_or(|before| before.kind != after.kind)
            {
                let position = self
                    .exact(&row.path)?
                    .ok_or_else(|| stale(run, vec![row.path.clone()]))?;
                let (position, node) =
                    split(position).ok_or_else(|| stale(run, vec![row.path.clone()]))?;
                self.remove_entry(&position, &node)?;
            }
        }
        for row in &rows {
            if let Some(before) = &row.before {
                self.check_deadline()?;
                self.put_back(run, &row.path, before)?;
            }
        }
        self.branches.reverse_merges(self, Undone::Run(run))
    }

    /// Gives every path of a run its earlier state, whatever has changed it since.
    fn undo_by_force(&self, run: i64) -> Result<()> {
        self.check_run_seen(run)?;
        self.check_run_complete(run)?;
        let mut rows = self.change_rows(run)?;
        rows.retain(|row| !is_untouched(row));
        let mut stale_paths = Vec::new();
        let mut put = |path: &VPath, done: Result<()>| match done {
            Err(error) if matches!(error.kind(), ErrorKind::NotEmpty | ErrorKind::NotDirectory) => {
                stale_paths.push(path.clone());
                Ok(())
            }
            done => done,
        };
        for ChangeRow { path, before, .. } in rows.iter().rev() {
            self.check_deadline()?;
            let now = self.exact(path)?.and_then(|position| position.node);
            let goes = |now: &Node| before.as_ref().is_none_or(|before| before.kind != now.kind);
            if now.as_ref().is_some_and(goes) {
                put(path, self.remove_exact(path))?;
            }
        }
        for ChangeRow { path, before, .. } in &rows {
            if let Some(before) = before {
                self.check_deadline()?;
                let made = match path.parent() {
                    Some(above) => self.mkdir(&above, &MkdirOptions::new().recursive()),
                    None => Ok(()),
                };
                put(path, made.and_then(|()| self.put_node(path, before)))?;
            }
        }
        if stale_paths.is_empty() {
            return self.branches.reverse_merges(self, Undone::Run(run));
        }
        Err(stale(run, stale_paths))
    }

    fn put_back(&self, run: i64, path: &VPath, before: &Node) -> Result<()> {
        let mut position = self
            .exact(path)?
            .ok_or_else(|| stale(run, vec![path.clone()]))?;
        let old = position.node.take();
        if position.parent().is_none() {
            return Err(stale(run, vec![path.clone()]));
        }
        match (before.kind, old) {
            (FileKind::Directory, Some(old)) => self.put_mode(path, &old, before),
            (FileKind::Directory, None) => {
                let node = Node {
                    id: self.new_id()?,
                    ..before.clone()
                };
                self.count(0, 0, 1, 0)?;
                self.insert_node(&position, &node)?;
                self.record(path, None, Some(&node), Dropped::Replaced)
            }
            (FileKind::File | FileKind::Symlink, old) => {
                if let Some(content) = before.content {
                    self.hold_content(content)
                        .map_err(|error| error.naming(path))?;
                }
                self.replace_leaf(&position, old.as_ref(), before)
            }
        }
    }
}

/// Which paths of a run are put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All.
    Everything,
    /// All but what is kept beside the files that people work on.
    Work,
}

fn split(mut position: Position) -> Option<(Position, Node)> {
    let node = position.node.take()?;
    Some((position, node))
}

fn stale(run: i64, mut paths: Vec<VPath>) -> Error {
    paths.sort();
    paths.dedup();
    Error::new(ErrorKind::Stale)
        .with_detail(format!("cannot undo run {run}: changed since"))
        .with_paths(paths)
}

/// Whether the run changed no more than the time.
pub(super) fn is_untouched(row: &ChangeRow) -> bool {
    match (&row.before, &row.after) {
        (Some(before), Some(after)) => is_still(Some(before), Some(after)),
        (None, None) => true,
        _ => false,
    }
}

/// Whether what is there now is what the run left there. Numbers of contents are never
/// used twice, so the same number means the same bytes.
pub(crate) fn is_still(now: Option<&Node>, after: Option<&Node>) -> bool {
    match (now, after) {
        (None, None) => true,
        (Some(now), Some(after)) => {
            now.kind == after.kind
                && now.mode == after.mode
                && now.content == after.content
                && now.target == after.target
        }
        _ => false,
    }
}
