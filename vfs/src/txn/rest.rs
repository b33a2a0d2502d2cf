//! Trees whose run waits, and which lend their connection to others meanwhile.

use super::{Room, Tree};
use crate::store::Seat;

impl Tree {
    /// Gives the connection away, as a tree of its own that nobody has worked with: its descriptors and its
    /// memory are free for others while the run of this tree waits. The run stays open, with its branch, its
    /// clock, its guard and its deadline.
    ///
    /// Nothing may be asked of this tree before it is [woken](Self::wake). Dropping it leaves its run open
    /// in the history, as the end of a process does. None where the connection is needed: inside of a
    /// transaction, also that of an atomic run, for a workspace in memory, and where there is a
    /// [publisher](Self::set_publisher).
    #[must_use]
    pub fn rest(&mut self) -> Option<Self> {
        let is_published = self.publisher.borrow().is_some();
        let is_idle = !self.is_in_transaction() && self.store.is_idle();
        if !is_idle || is_published || self.store.is_in_memory() {
            return None;
        }
        let store = self.store.leave()?;
        self.room = Room::new();
        let other = Self::seated(
            Seat::of(store),
            (self.own_retention, self.quota),
            self.is_shared,
            self.branches,
        );
        other.scratch_bytes.set(self.scratch_bytes.take());
        Some(other)
    }

    /// Goes on with the connection of another tree of the same workspace.
    pub fn wake(&mut self, mut other: Self) {
        other.hand_over(self);
        self.store.take_from(&mut other.store);
        std::mem::swap(&mut self.room, &mut other.room);
        self.scratch_bytes.set(other.scratch_bytes.take());
    }

    /// Whether it has given its connection away.
    #[must_use]
    pub const fn is_resting(&self) -> bool {
        self.store.is_empty()
    }

    /// Leaves what is still to be closed to another connection of the same workspace, which lives on.
    pub fn hand_over(&self, other: &Self) {
        other.run.keep_late(self.run.take_late());
    }
}
