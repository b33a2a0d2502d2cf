//! How much the program holds, of whatever kind, and when that calls for a collection.
//!
//! The allocator counts, since it alone sees everything: boxes, buffers, the storage of arrays,
//! texts, tables, frames. A collection is due once as much has been added as was left by the last
//! one, so that walking what is alive is paid for by what was allocated.
//!
//! A collection may come with any allocation of a box, and of any large block: what runs holds
//! references to what it uses, which makes it a root, and a cell that is being written is not
//! walked. It never comes with a small block of another kind.

use std::cell::Cell;

/// What may be added before anything is walked, in bytes: walking the engine's own objects costs
/// about as much as allocating and clearing a quarter of this.
const ADDED_BYTES_MIN: isize = 8 << 20;

/// Where memory cannot grow, what is alive is walked again only if this part of it was added. A
/// program that holds nearly all that it may have would do nothing but collect otherwise.
const ADDED_PART_AT_LAST: isize = 16;

thread_local! {
    /// Bytes in use. What another thread frees makes it less than nothing.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// What the last collection left.
    static LEFT: Cell<isize> = const { Cell::new(0) };
    /// How much may be in use until the next collection.
    static DUE: Cell<isize> = const { Cell::new(ADDED_BYTES_MIN) };
}

/// Counts a block that the allocator gave away.
#[inline(always)]
pub fn add(bytes: usize) {
    HELD.set(HELD.get().wrapping_add_unsigned(bytes));
}

/// Counts a block that the allocator took back.
#[inline(always)]
pub fn subtract(bytes: usize) {
    HELD.set(HELD.get().wrapping_sub_unsigned(bytes));
}

/// Bytes in use.
#[must_use]
pub fn bytes() -> isize {
    HELD.get()
}

/// Whether the next allocation of a box or of a large block should collect first.
#[inline(always)]
#[must_use]
pub fn is_due() -> bool {
    HELD.get() > DUE.get()
}

/// What is in use now is what was left.
pub fn settle() {
    let left = HELD.get().max(0);
    LEFT.set(left);
    DUE.set(left + left.max(ADDED_BYTES_MIN));
}

/// All that was added since there were `before` is alive: as if a collection had found that, the next
/// waits until as much again was added. What a later one finds is not known yet.
pub(crate) fn settle_since(before: isize) {
    let left = (LEFT.get() + HELD.get() - before).max(0);
    DUE.set(DUE.get().max(left + left.max(ADDED_BYTES_MIN)));
}

/// Whether enough was added for a collection to be worth its while where memory cannot grow.
pub(crate) fn is_worth_collecting() -> bool {
    let left = LEFT.get();
    HELD.get() - left > left / ADDED_PART_AT_LAST
}
