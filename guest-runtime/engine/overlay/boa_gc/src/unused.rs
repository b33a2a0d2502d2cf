//! Boxes that nothing refers to any more: they are freed without a collection.
//!
//! A reference that goes counts down what refers to its box. The last one puts the box here, and
//! before a later box is allocated all that are here are freed: where a collection may come, and
//! nowhere else. What refers to itself, and what is referred to weakly, is left to collections.

use std::cell::Cell;

use crate::{BOA_GC, GcErasedPointer, internals::GcBox};

/// How many wait at most; others are left to the next collection.
const WAITING_MAX: usize = 2048;

/// How many have to wait before they are freed. What was used last is still in the processor's
/// cache, and will be used next.
const WORTH_FREEING: usize = 32;

thread_local! {
    static WAITING: [Cell<Option<GcErasedPointer>>; WAITING_MAX] =
        const { [const { Cell::new(None) }; WAITING_MAX] };
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// How many may wait: none while a collection runs, which sees all boxes itself.
    static ROOM: Cell<usize> = const { Cell::new(WAITING_MAX) };
}

/// Takes a box that nothing refers to.
///
/// # Safety
/// The box has to be there until a collection or [`free`].
#[inline(always)]
pub(crate) unsafe fn add(unused: GcErasedPointer) {
    let count = COUNT.get();
    if count < ROOM.get() {
        WAITING.with(|waiting| {
            // SAFETY: There is room for no more than the list has.
            unsafe { waiting.get_unchecked(count) }.set(Some(unused));
        });
        COUNT.set(count + 1);
        // SAFETY: The caller's.
        unsafe { unused.as_ref() }.header.set_waiting(true);
    }
}

/// [`add`], as a call: code that drops references is everywhere.
///
/// # Safety
/// As there.
#[inline(never)]
pub(crate) unsafe fn add_by_call(unused: GcErasedPointer) {
    // SAFETY: The caller's.
    unsafe { add(unused) };
}

/// Whether enough wait.
#[inline(always)]
pub(crate) fn is_worth_freeing() -> bool {
    #[cfg(not(target_family = "wasm"))]
    if crate::native::collects_often() {
        return true;
    }
    COUNT.get() >= WORTH_FREEING
}

fn take() -> Option<GcErasedPointer> {
    let last = COUNT.get().checked_sub(1)?;
    COUNT.set(last);
    let unused = WAITING.with(|waiting| waiting[last].get())?;
    // SAFETY: What waits is there.
    unsafe { unused.as_ref() }.header.set_waiting(false);
    Some(unused)
}

/// Frees all that wait, and what nothing but these referred to. It must not be called while the
/// collector is in use.
#[inline(never)]
pub(crate) fn free() {
    while let Some(unused) = take() {
        // SAFETY: What waits is there. Nothing refers to it, neither strongly nor weakly, so that
        // nobody can see it any more: the list of boxes forgets it, its value is dropped, which may
        // make others wait, and its memory is given back.
        unsafe {
            let header = &unused.as_ref().header;
            if header.ref_count() > 0 || header.is_weakly_held() {
                continue;
            }
            BOA_GC.with(|gc| gc.borrow_mut().forget(unused));
            unused.as_ref().drop_fn()(unused);
            GcBox::free(unused);
        }
    }
}

/// A collection begins: it looks at all boxes.
pub(crate) fn close() {
    while take().is_some() {}
    ROOM.set(0);
}

/// A collection has ended.
pub(crate) fn open() {
    ROOM.set(WAITING_MAX);
}
