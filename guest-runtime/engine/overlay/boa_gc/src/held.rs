//! How much the program holds, of whatever kind, and when that calls for a collection.
//!
//! The allocator counts, since it alone sees everything: boxes, buffers, the storage of arrays,
//! texts, tables, frames. A collection is due once as much has been added as was left by the last
//! one, so that walking what is alive is paid for by what was allocated. Work is what pays, and a
//! byte of a buffer takes far less of it than one of an object: long blocks count in part.
//!
//! A collection may come with any allocation of a box, and of any large block: what runs holds
//! references to what it uses, which makes it a root, and a cell that is being written is not
//! walked. It never comes with a small block of another kind.

use std::cell::Cell;

/// What may be added before anything is walked, in bytes: walking the engine's own objects costs
/// about as much as allocating and clearing a quarter of this.
const ADDED_BYTES_MIN: isize = 10 << 20;

/// Where memory cannot grow, what is alive is walked again only if this part of it was added. A
/// program that holds nearly all that it may have would do nothing but collect otherwise.
const ADDED_PART_AT_LAST: isize = 16;

/// Blocks of this many bytes and more count in part.
const LONG_BYTES_MIN: usize = 4 << 10;

/// Long blocks count this part of their bytes. Clearing a byte takes a fiftieth of what a byte of
/// an object takes to be made; the more of them wait, the more memory a run takes.
const LONG_PART: usize = 5;

thread_local! {
    /// Bytes in use. What another thread frees makes it less than nothing.
    static HELD: Cell<isize> = const { Cell::new(0) };
    /// What the last collection left.
    static LEFT: Cell<isize> = const { Cell::new(0) };
    /// How much may be in use until the next collection.
    static DUE: Cell<isize> = const { Cell::new(ADDED_BYTES_MIN) };
    /// Bytes in use that do not count towards the next collection. `DUE` contains them.
    static LEFT_OUT: Cell<isize> = const { Cell::new(0) };
}

/// Counts a short block that the allocator gave away.
#[inline(always)]
pub fn add(bytes: usize) {
    HELD.set(HELD.get().wrapping_add_unsigned(bytes));
}

/// Counts a short block that the allocator took back.
#[inline(always)]
pub fn subtract(bytes: usize) {
    HELD.set(HELD.get().wrapping_sub_unsigned(bytes));
}

/// Counts a block that the allocator gave away, of any length.
#[inline]
pub fn add_any(bytes: usize) {
    add(bytes);
    leave_out(left_out(bytes).cast_signed());
}

/// Counts a block that the allocator took back, of any length.
#[inline]
pub fn subtract_any(bytes: usize) {
    subtract(bytes);
    leave_out(-left_out(bytes).cast_signed());
}

/// How much of a block does not count.
#[inline]
fn left_out(bytes: usize) -> usize {
    if bytes < LONG_BYTES_MIN {
        0
    } else {
        bytes - bytes / LONG_PART
    }
}

#[inline]
fn leave_out(bytes: isize) {
    if bytes != 0 {
        LEFT_OUT.set(LEFT_OUT.get().wrapping_add(bytes));
        DUE.set(DUE.get().wrapping_add(bytes));
    }
}

/// At how much in use the next collection is due, if this much was left.
fn due_after(left: isize) -> isize {
    left + (left - LEFT_OUT.get()).max(ADDED_BYTES_MIN)
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
    DUE.set(due_after(left));
}

/// All that was added since there were `before` is alive: as if a collection had found that, the next
/// waits until as much again was added. What a later one finds is not known yet.
pub(crate) fn settle_since(before: isize) {
    let left = (LEFT.get() + HELD.get() - before).max(0);
    DUE.set(DUE.get().max(due_after(left)));
}

/// Whether enough was added for a collection to be worth its while where memory cannot grow.
pub(crate) fn is_worth_collecting() -> bool {
    let left = LEFT.get();
    HELD.get() - left > left / ADDED_PART_AT_LAST
}
