//! [`Mirror`]: a workspace in memory that is kept like a store, so that the tools of a workspace drive it.
//!
//! Every tool is written once, over a [`Tree`]. There were three ways to give it a store:
//!
//! - Asking the store below each operation of the tree. Operations are SQL within one transaction, and a
//!   store answers when it likes: every call of a tool would hold a transaction while it waits, listings and
//!   searches of subtrees would be one question for each entry, and all of `vfs` would know of it.
//! - A trait between the tools and the tree, which a store implements. Patches, edits, searches, previews,
//!   rollback and policies are operations of the tree: they would exist twice.
//! - A mirror, which is this. What a call will look at is known from its arguments ([`reach`]): these paths
//!   and directories are brought up to date before it, by their versions and without their contents. The
//!   bytes of a file come from the store when something reads them, by the hook that programs on a directory
//!   of the disk use (`ContentSource`). What the call has changed is written to the store before the call
//!   is committed in the mirror.
//!
//! So answers, limits, policies and rollback are those of a workspace, and a store needs nothing but files.
//! The price is a question about each path that a call names, also where nothing has changed.
//!
//! The mirror keeps no history: what others change in the store is in none. Tools that need one are not
//! offered. `undo` takes back what calls over this mirror have changed, by what they replaced ([`past`]).
//!
//! Invariant: the mirror is never trusted for what is in the store. What a call is based on was asked for in
//! that call, and every write says which version it replaces.
//! Invariant: a call over a mirror has it for itself, from the first question to the last write.
//! Invariant: memory is bounded: of contents, no more than
//! [`StoreOptions::cache_bytes`](crate::StoreOptions) stays after a call; of entries, as many as the store
//! has shown, at most [`StoreOptions::entries`](crate::StoreOptions).

mod ask;
mod known;
mod past;
mod plan;
mod reach;
mod source;
mod sync;
mod turn;
mod write;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use isolate_host::{CancelToken, Workspace};
use isolate_text::VPath;
use isolate_vfs::{MemoryStore, Point, Reseed, Retention, RunId, RunOptions, Tree, is_internal};

use crate::error::{Code, ToolError};
use crate::store::{FileStore, StoreOptions};
use ask::Link;
use known::Known;
use past::Past;
use source::Source;
use turn::Turns;

pub(crate) use past::Candidates;
use plan::Changed;
pub(crate) use reach::Reach;
pub(crate) use turn::Turn;
pub(crate) use write::Written;

/// The quota of the mirror: what is in the store does not count, and what a call writes has other bounds.
const QUOTA_BYTES: u64 = 1 << 46;

/// How often a call is made again, because a file changed while it was read.
pub(crate) const ATTEMPTS: u32 = 3;

/// A workspace in memory that is kept like a store.
pub(crate) struct Mirror {
    link: Link,
    workspace: Workspace,
    source: Arc<Source>,
    known: Mutex<Known>,
    /// What calls have changed in the store.
    past: Mutex<Past>,
    /// The files that a search has to read, if the store has said which these are.
    candidates: Mutex<Option<Arc<BTreeSet<VPath>>>>,
    turns: Turns,
    /// Whether it may have what was not written to the store.
    is_unsettled: AtomicBool,
}

impl std::fmt::Debug for Mirror {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mirror").finish_non_exhaustive()
    }
}

impl Mirror {
    pub(crate) fn new(
        store: Arc<dyn FileStore>,
        options: &StoreOptions,
    ) -> Result<Self, ToolError> {
        let link = Link::new(store, options);
        let source = Arc::new(Source::new(link.clone(), options.cache_bytes));
        let memory = MemoryStore::over(source.clone())?;
        let workspace = Workspace::builder()
            .quota_bytes(QUOTA_BYTES)
            .entries(options.entries)
            .over(&memory)?;
        let mirror = Self {
            link,
            workspace,
            source,
            known: Mutex::default(),
            past: Mutex::default(),
            candidates: Mutex::default(),
            turns: Turns::default(),
            is_unsettled: AtomicBool::new(false),
        };
        let tree = mirror.workspace.tree()?;
        mirror.keep_runs(&tree, 0)?;
        drop(tree);
        Ok(mirror)
    }

    /// The workspace, without a policy.
    pub(crate) fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// The files that this call has to search, if the store has said which these are.
    pub(crate) fn candidates(&self) -> Option<Arc<BTreeSet<VPath>>> {
        let candidates = self.candidates.lock();
        candidates.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_candidates(&self, candidates: Option<BTreeSet<VPath>>) {
        let mut own = self
            .candidates
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *own = candidates.map(Arc::new);
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep_runs(&self, tree: &Tree, runs: u64) -> isolate_vfs::Result<()> {
        let retention = Retention::new()
            .runs_max(runs)
            .age_max(Duration::MAX)
            .bytes_max(1 << 40);
        tree.set_retention(&retention)
    }

    /// Waits until no other call uses the mirror.
    pub(crate) fn enter(self: &Arc<Self>, cancel: &CancelToken) -> Result<Turn, ToolError> {
        let turn = self
            .turns
            .take(Arc::clone(self), cancel, self.link.patience())?;
        self.source.begin_call(cancel);
        self.begin_change();
        self.set_candidates(None);
        if self.is_unsettled.load(Ordering::Acquire) {
            let tree = self.workspace.tree()?;
            self.forget_history(&tree)?;
            self.begin_anew(&tree)?;
            self.is_unsettled.store(false, Ordering::Release);
        }
        Ok(turn)
    }

    /// Removes the history of a program: without it, the mirror can be changed below it.
    fn forget_history(&self, tree: &Tree) -> Result<(), ToolError> {
        self.keep_runs(tree, 0)?;
        Ok(tree.prune()?)
    }

    /// Forgets everything: it is not known whether the mirror has what the store has.
    fn begin_anew(&self, tree: &Tree) -> Result<(), ToolError> {
        *self.known() = Known::default();
        self.source.clear();
        let mut gone = Vec::new();
        for entry in tree.read_dir(&VPath::root())? {
            let path = VPath::from_normal(format!("/{}", entry.name));
            if !is_internal(&path) {
                gone.push(Reseed::Gone(path));
            }
        }
        tree.reseed(&gone)?;
        Ok(())
    }

    /// Why a call failed that read something which the store could not give: the error of the mirror says
    /// less.
    fn reason(&self, error: ToolError) -> ToolError {
        match (error.code, self.source.take_fault()) {
            (Code::Internal | Code::Timeout | Code::Stale, Some(fault)) => fault.into(),
            _ => error,
        }
    }
}

impl Turn {
    /// Brings up to date what a call will look at.
    pub(crate) fn prepare(&self, reach: &Reach) -> Result<(), ToolError> {
        self.mirror().sync(reach)
    }

    /// Whether a call that failed is to be made again: after a file has changed while it was read, and after
    /// a path was not found, whose neighbours the error shows.
    pub(crate) fn is_to_repeat(&self, error: &ToolError, attempt: u32) -> bool {
        let mirror = self.mirror();
        if attempt + 1 >= ATTEMPTS {
            return false;
        }
        if mirror.source.has_changed() {
            return true;
        }
        error.code == Code::NotFound && attempt == 0
    }

    /// Forgets what has changed while it was read, and looks around a path that was not found.
    pub(crate) fn prepare_again(&self, reach: &Reach, error: &ToolError) -> Result<(), ToolError> {
        let mirror = self.mirror();
        let tree = mirror.workspace.tree()?;
        mirror.forget_changed(&tree)?;
        mirror.source.take_fault();
        mirror.sync(reach)?;
        if error.code == Code::NotFound {
            mirror.look_around();
        }
        Ok(())
    }

    /// The error of a call, with what the store has said.
    pub(crate) fn reason(&self, error: ToolError) -> ToolError {
        self.mirror().reason(error)
    }

    /// What could not be read, of a call that went on without it.
    pub(crate) fn passed_over(&self) -> Option<String> {
        let fault = self.mirror().source.take_fault()?;
        Some(fault.to_string())
    }

    /// Begins to note what a program changes.
    pub(crate) fn begin_program(&self) -> Result<RunId, ToolError> {
        let mirror = self.mirror();
        let tree = mirror.workspace.tree()?;
        // Until its changes are written: whoever drops the call leaves them here.
        mirror.is_unsettled.store(true, Ordering::Release);
        mirror.keep_runs(&tree, u64::from(u32::MAX))?;
        let run = tree.begin(&RunOptions::new("as in the store").recorded())?;
        run.commit()?;
        let newest = tree.run_span()?.map(|(_, newest)| newest);
        newest.ok_or_else(|| ToolError::new(Code::Internal, "the mirror keeps no history"))
    }

    /// Writes to the store what a program has changed. Where that fails, the mirror is as the store again.
    pub(crate) fn end_program(
        &self,
        base: RunId,
        actor: &str,
        cancel: &CancelToken,
    ) -> Result<(Option<RunId>, Vec<String>), ToolError> {
        let mirror = self.mirror();
        let tree = mirror.workspace.tree()?;
        let changed = match tree.differences(Point::After(base), Point::Now) {
            Ok(differences) => Changed::of(differences),
            // What it has changed is not known, and is not written.
            Err(error) => return Err(mirror.reason(error.into())),
        };
        let mut written = mirror.write_back(&tree, &changed, actor, cancel);
        let mut number = None;
        // Where this fails, the next call begins anew.
        if mirror.forget_history(&tree).is_ok() {
            let settled = match &mut written {
                Ok(written) => mirror.accepted(written).map(|given| number = given),
                Err(_) => mirror.restore(&tree, &changed),
            };
            mirror
                .is_unsettled
                .store(settled.is_err(), Ordering::Release);
        }
        match written {
            Ok(written) => Ok((number, written.notices)),
            Err(error) => Err(mirror.reason(error)),
        }
    }

    /// Writes to the store what the open run of a tree has changed.
    pub(crate) fn write_back(
        &self,
        tree: &Tree,
        actor: &str,
        cancel: &CancelToken,
    ) -> Result<Written, ToolError> {
        let mirror = self.mirror();
        let Some(run) = tree.open_run() else {
            return Ok(Written::default());
        };
        // What the policy hides was changed all the same.
        tree.set_guard(None);
        let changes = tree.changes(run)?.into_iter();
        let mut changed: Vec<Changed> = changes
            .map(|change| Changed {
                path: change.path,
                after: change.after,
            })
            .collect();
        changed.sort_by(|one, other| one.path.cmp(&other.path));
        mirror.write_back(tree, &changed, actor, cancel)
    }

    /// Notes that the mirror has what was written to the store. Returns the number of the change, by which
    /// it can be undone.
    pub(crate) fn accept(&self, written: &mut Written) -> Option<RunId> {
        self.mirror().accept(written)
    }

    /// The number of the last change that was written to the store.
    pub(crate) fn newest_change(&self) -> i64 {
        self.mirror().newest_change()
    }

    /// What an undo will look at.
    pub(crate) fn reach_of_undo(&self, run: Option<i64>, candidates: &Candidates) -> Reach {
        self.mirror().reach_of_undo(run, candidates)
    }

    /// Notes that the store may have what the mirror does not.
    pub(crate) fn forget(&self, written: &Written) {
        self.mirror().forget(written);
    }
}
