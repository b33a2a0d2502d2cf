//! Going back in a private copy of a workspace, so that a run can be made again from the state that it
//! began with.

use std::ops::Deref;

use super::difference::Sides;
use super::undo::Scope;
use super::{OpenRun, Point};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::run::RunId;
use crate::txn::Tree;

impl<T: Deref<Target = Tree>> OpenRun<T> {
    /// What the clock of the workspace showed before the first change of the run: the latest time that
    /// a change before it has. `None` until the run changes something.
    #[must_use]
    pub fn clock_before(&self) -> Option<Timestamp> {
        self.run.stamps()?.before.map(Timestamp::from_micros)
    }

    /// Whether somebody else changed the workspace between two changes of the run.
    #[must_use]
    pub fn is_interleaved(&self) -> bool {
        self.run.stamps().is_some_and(|stamps| stamps.is_shared)
    }
}

impl Tree {
    /// Makes this branch what it was before a run, and removes this run and all later ones from the
    /// history, those of other branches too, whose files stay. That cannot be undone: it is for a
    /// copy that [`Tree::fork`] made.
    ///
    /// Files and links get their times of then too; a directory that has changed since does not, because
    /// the history does not have it. `clock` is what the clock of the workspace is set to: the next
    /// change gets a later time.
    ///
    /// ```
    /// use isolate_text::VPath;
    /// use isolate_vfs::{MemoryStore, OpenOptions, RunOptions, Tree};
    ///
    /// let tree = Tree::open_memory(&MemoryStore::new()?, &OpenOptions::new())?;
    /// let path = VPath::parse("/a")?;
    /// tree.write(&path, b"one")?;
    /// let time = tree.stat(&path)?.map(|stat| stat.mtime);
    /// tree.write(&path, b"two")?;
    /// let last = tree.history(1)?[0].id;
    /// tree.rewind(last, None)?;
    /// assert_eq!(tree.read(&path)?, b"one");
    /// assert_eq!(tree.stat(&path)?.map(|stat| stat.mtime), time);
    /// assert_eq!(tree.history(9)?.len(), 1);
    /// # Ok::<(), isolate_vfs::Error>(())
    /// ```
    ///
    /// # Errors
    /// `NotFound` for a run that the history does not have, or if it no longer has all changes since;
    /// `Invalid` while a run is open on this connection; and those of a write. Nothing is changed then.
    pub fn rewind(&self, run: RunId, clock: Option<Timestamp>) -> Result<()> {
        self.check_no_run()?;
        self.atomically(|txn| {
            txn.check_run_seen(run.0)?;
            let forgotten = txn.forgotten()?;
            let mut sides = Sides::new();
            txn.add_sides(run.0, i64::MAX, &mut sides)?;
            txn.with_history(|| txn.restore_now(Point::Before(run), &[], Scope::Everything))?;
            for (path, (then, _)) in &sides {
                let Some(then) = then else { continue };
                txn.check_deadline()?;
                if let Some(position) = txn.exact(path)?
                    && let Some(mut node) = position.node.clone()
                    && position.parent().is_some()
                {
                    node.mtime_us = then.mtime_us;
                    txn.update_node(&position, &node)?;
                }
            }
            txn.delete_runs_after(run.0.saturating_sub(1))?;
            // They are not a part of this history.
            txn.set_forgotten(forgotten)?;
            if let Some(clock) = clock {
                txn.update_state(|state| state.clock_us = clock.as_micros())?;
            }
            Ok(())
        })
    }
}
