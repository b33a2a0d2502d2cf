//! Connections that wait for their next use.
//!
//! Each holds up to three descriptors and its page cache. Their number is bounded for all workspaces
//! together, so that a process may have any number of workspaces: what has been idle longest is closed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use isolate_vfs::Tree;

use crate::lock::locked;

/// Idle connections of one workspace. Each has a few hundred KiB of page cache.
const OF_WORKSPACE_MAX: usize = 8;

/// Connections in use, of all workspaces together, up to which a run that waits keeps its own. Beyond them
/// it gives it away until it goes on, which costs it a fraction of a millisecond.
const IN_USE_FREE: usize = 16;

/// Idle connections of all workspaces together, by default.
pub(super) const IDLE_MAX: usize = 128;

/// Those of workspaces that are opened alone.
static OF_PROCESS: LazyLock<Arc<Pool>> = LazyLock::new(|| Arc::new(Pool::new(IDLE_MAX)));

/// Idle connections of several workspaces.
#[derive(Debug)]
pub(super) struct Pool {
    max: usize,
    in_use: AtomicUsize,
    state: Mutex<State>,
}

/// A connection in use, until this is dropped.
#[derive(Debug)]
pub(super) struct InUse(Arc<Pool>);

impl Drop for InUse {
    fn drop(&mut self) {
        self.0.in_use.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
struct State {
    /// By when they became idle.
    trees: BTreeMap<u64, (Owner, Tree)>,
    /// The same for each workspace.
    of: BTreeMap<Owner, Vec<u64>>,
    next: u64,
}

/// A workspace, while it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Owner(u64);

impl Pool {
    pub(super) fn new(max: usize) -> Self {
        Self {
            max,
            in_use: AtomicUsize::new(0),
            state: Mutex::default(),
        }
    }

    pub(super) fn of_process() -> Arc<Self> {
        Arc::clone(&OF_PROCESS)
    }
}

impl State {
    fn remove(&mut self, at: u64) -> Option<(Owner, Tree)> {
        let (owner, tree) = self.trees.remove(&at)?;
        if let Some(of) = self.of.get_mut(&owner) {
            of.retain(|other| *other != at);
            if of.is_empty() {
                self.of.remove(&owner);
            }
        }
        Some((owner, tree))
    }

    /// An idle connection of a workspace.
    fn any_of(&self, owner: Owner) -> Option<&Tree> {
        let at = self.of.get(&owner)?.last()?;
        self.trees.get(at).map(|(_, tree)| tree)
    }

    /// Takes out what is beyond the bounds.
    fn surplus(&mut self, owner: Owner, max: usize) -> Option<(Owner, Tree)> {
        let of = self.of.get(&owner).map_or(&[][..], Vec::as_slice);
        let at = match of {
            [oldest, ..] if of.len() > OF_WORKSPACE_MAX => *oldest,
            _ if self.trees.len() > max => *self.trees.first_key_value()?.0,
            _ => return None,
        };
        self.remove(at)
    }
}

/// The idle connections of one workspace, which are closed with it.
#[derive(Debug)]
pub(super) struct Idle {
    pool: Arc<Pool>,
    owner: Owner,
}

impl Idle {
    pub(super) fn new(pool: Arc<Pool>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let owner = Owner(NEXT.fetch_add(1, Ordering::Relaxed));
        Self { pool, owner }
    }

    /// The connection that was used last.
    pub(super) fn take(&self) -> Option<Tree> {
        let mut state = locked(&self.pool.state);
        let last = *state.of.get(&self.owner)?.last()?;
        state.remove(last).map(|(_, tree)| tree)
    }

    /// Counts a connection in use.
    pub(super) fn lend(&self) -> InUse {
        self.pool.in_use.fetch_add(1, Ordering::Relaxed);
        InUse(Arc::clone(&self.pool))
    }

    /// Whether so many connections are in use that runs that wait give theirs away.
    pub(super) fn is_crowded(&self) -> bool {
        self.pool.in_use.load(Ordering::Relaxed) > IN_USE_FREE
    }

    pub(super) fn put(&self, tree: Tree) {
        let mut state = locked(&self.pool.state);
        let at = state.next;
        state.next += 1;
        state.trees.insert(at, (self.owner, tree));
        state.of.entry(self.owner).or_default().push(at);
        let surplus = state.surplus(self.owner, self.pool.max);
        if let Some((owner, surplus)) = &surplus
            && let Some(other) = state.any_of(*owner)
        {
            surplus.hand_over(other);
        }
        drop(state);
        // Closing it may write to the disk.
        drop(surplus);
    }
}

impl Drop for Idle {
    fn drop(&mut self) {
        let mut state = locked(&self.pool.state);
        let of = state.of.remove(&self.owner).unwrap_or_default();
        let closed: Vec<_> = of.iter().map(|at| state.trees.remove(at)).collect();
        drop(state);
        drop(closed);
    }
}
