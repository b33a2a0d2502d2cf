//! What a run changed, within bounds.
//!
//! A run may change a million paths. [`Effects`] lists the first ones and counts the others, which
//! takes no memory. The history has all of them: [`Tree::changes_page`].

use std::collections::BTreeSet;
use std::time::Instant;

use isolate_text::VPath;

use super::run::no_run;
use super::{CHANGE_SQL, read_row, read_side};
use crate::error::Result;
use crate::folders::is_internal;
use crate::node::{FileKind, Node};
use crate::run::RunId;
use crate::txn::{ReadTxn, Tree};

/// Paths that [`Effects`] lists, those of all three lists together: the first ones by path.
pub const EFFECTS_MAX: usize = 10_000;

/// Bytes that are read to find out whether replaced files have the same content as before.
const COMPARED_BYTES_MAX: u64 = 32 << 20;

/// Rows between two looks at the clock.
const ROWS_A_LOOK: u64 = 1024;

/// What a run changed, each list sorted by the bytes of the path.
///
/// A file whose bytes were replaced counts as changed only if the new bytes differ. If comparing
/// them would read more than 32 MiB, it counts as changed. Paths that the guard of the connection
/// keeps out of listings are neither listed nor counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Effects {
    /// The number of the run, if the history has it: also of one that changed nothing, or of which
    /// nothing was kept, if such runs are recorded.
    pub run: Option<RunId>,
    /// Paths that did not exist before.
    pub created: Vec<EffectEntry>,
    /// Paths whose content or kind is different from before.
    pub changed: Vec<EffectEntry>,
    /// Paths that no longer exist.
    pub deleted: Vec<EffectEntry>,
    /// How many more there are than the three lists hold.
    pub omitted: Omitted,
}

/// Changes that [`Effects`] counts instead of listing them: those after the first
/// [`EFFECTS_MAX`] paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Omitted {
    /// Paths that did not exist before.
    pub created: u64,
    /// Paths whose content or kind is different from before.
    pub changed: u64,
    /// Paths that no longer exist.
    pub deleted: u64,
    /// Whether there may be more, because the time ran out before all were counted.
    pub is_partial: bool,
}

impl Omitted {
    /// How many there are of all kinds.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.created + self.changed + self.deleted
    }

    /// Whether nothing was left out.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.total() == 0 && !self.is_partial
    }
}

/// One path of [`Effects`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EffectEntry {
    /// The path.
    pub path: VPath,
    /// What is there now, or was there when it is gone.
    pub kind: FileKind,
    /// Its size before the run, when it existed.
    pub size_before: Option<u64>,
    /// Its size after the run, when it exists.
    pub size_after: Option<u64>,
}

/// What happened to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChangeKind {
    Created,
    Changed,
    Deleted,
}

impl ChangeKind {
    fn of(
        before: Option<&Node>,
        after: Option<&Node>,
        is_same: impl FnOnce(&Node, &Node) -> Result<bool>,
    ) -> Result<Option<Self>> {
        Ok(match (before, after) {
            (None, Some(_)) => Some(Self::Created),
            (Some(_), None) => Some(Self::Deleted),
            (Some(before), Some(after)) if !is_same(before, after)? => Some(Self::Changed),
            _ => None,
        })
    }
}

impl Effects {
    /// Whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listed() == 0 && self.omitted.is_empty()
    }

    /// How many paths were created, changed and deleted, including those that are not listed.
    #[must_use]
    pub fn counts(&self) -> [u64; 3] {
        [
            self.created.len() as u64 + self.omitted.created,
            self.changed.len() as u64 + self.omitted.changed,
            self.deleted.len() as u64 + self.omitted.deleted,
        ]
    }

    /// Leaves out paths that were created, and that others have created too.
    pub(super) fn forget_created(&mut self, paths: &BTreeSet<VPath>) {
        let listed = self.created.len();
        self.created.retain(|entry| !paths.contains(&entry.path));
        let omitted = paths.iter().filter(|path| !is_internal(path)).count();
        let omitted = omitted.saturating_sub(listed - self.created.len()) as u64;
        self.omitted.created = self.omitted.created.saturating_sub(omitted);
    }

    fn listed(&self) -> usize {
        self.created.len() + self.changed.len() + self.deleted.len()
    }

    /// Adds what happened to a path.
    pub(super) fn add(
        &mut self,
        txn: &ReadTxn<'_>,
        path: &VPath,
        before: Option<&Node>,
        after: Option<&Node>,
        allowance: &mut u64,
    ) -> Result<()> {
        if txn.is_hidden(path) {
            return Ok(());
        }
        let kind = ChangeKind::of(before, after, |before, after| {
            txn.is_same(before, after, allowance)
        })?;
        let (Some(kind), Some(node)) = (kind, after.or(before)) else {
            return Ok(());
        };
        let list = match kind {
            ChangeKind::Created => &mut self.created,
            ChangeKind::Changed => &mut self.changed,
            ChangeKind::Deleted => &mut self.deleted,
        };
        list.push(EffectEntry {
            path: path.clone(),
            kind: node.kind,
            size_before: before.map(|node| node.size),
            size_after: after.map(|node| node.size),
        });
        Ok(())
    }

    fn count(&mut self, before: Option<&Node>, after: Option<&Node>) -> Result<()> {
        let kind = ChangeKind::of(before, after, |before, after| {
            Ok(may_be_same(before, after) && before.content == after.content)
        })?;
        match kind {
            Some(ChangeKind::Created) => self.omitted.created += 1,
            Some(ChangeKind::Changed) => self.omitted.changed += 1,
            Some(ChangeKind::Deleted) => self.omitted.deleted += 1,
            None => {}
        }
        Ok(())
    }
}

/// Whether all that is known of two versions of a path but their times and bytes is the same.
fn may_be_same(before: &Node, after: &Node) -> bool {
    before.kind == after.kind
        && before.mode == after.mode
        && before.target == after.target
        && before.size == after.size
}

impl Tree {
    /// What the open run has changed so far.
    ///
    /// # Errors
    /// `Invalid` when no run is open.
    pub fn effects(&self) -> Result<Effects> {
        if !self.has_open_run() {
            return Err(no_run());
        }
        match self.run_row() {
            None => Ok(Effects::default()),
            Some(run) => self.snapshot(|txn| txn.effects_of(run, None)),
        }
    }
}

impl Tree {
    /// What a run of the history has changed.
    ///
    /// # Errors
    /// As every read; `OutOfMemory` if the budget of the memory is used up.
    pub fn effects_of_run(&self, run: RunId) -> Result<Effects> {
        let mut effects = self.snapshot(|txn| txn.effects_of(run.0, None))?;
        effects.run = Some(run);
        Ok(effects)
    }
}

impl ReadTxn<'_> {
    /// What a run has changed: the first paths, and how many more there are as far as there is time
    /// to count them.
    pub(super) fn effects_of(&self, run: i64, until: Option<Instant>) -> Result<Effects> {
        let mut effects = Effects::default();
        let mut allowance = COMPARED_BYTES_MAX;
        let mut rows = 0_u64;
        let is_all = self.store.each_while(CHANGE_SQL, [run], |row| {
            if effects.listed() < EFFECTS_MAX {
                let row = read_row(row)?;
                let (before, after) = (row.before.as_ref(), row.after.as_ref());
                effects.add(self, &row.path, before, after, &mut allowance)?;
                return Ok(true);
            }
            rows += 1;
            if rows.is_multiple_of(ROWS_A_LOOK)
                && until.is_some_and(|until| Instant::now() >= until)
            {
                return Ok(false);
            }
            if self.is_guarded() && self.is_hidden(&VPath::from_normal(row.get::<String>(0)?)) {
                return Ok(true);
            }
            let (before, after) = (read_side(row, 1)?, read_side(row, 7)?);
            effects.count(before.as_ref(), after.as_ref())?;
            Ok(true)
        })?;
        // Of a run whose removals did not fit, the rows have only a part.
        effects.omitted.is_partial = !is_all || self.is_incomplete(run)?;
        Ok(effects)
    }

    /// Whether two versions of a path differ only in time. Versions that could only be compared by
    /// reading more than `allowance` bytes count as different.
    pub(crate) fn is_same(&self, before: &Node, after: &Node, allowance: &mut u64) -> Result<bool> {
        if !may_be_same(before, after) {
            return Ok(false);
        }
        if before.content == after.content {
            return Ok(true);
        }
        self.contents_equal(before.content, after.content, allowance)
    }
}
