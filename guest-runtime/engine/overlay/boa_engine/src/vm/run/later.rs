//! Drops that wait until the quick loop is left.

use arrayvec::ArrayVec;

use crate::{JsValue, vm::CallFrame};

/// Values that wait at most. The quick loop makes none whose drop would free much.
const WAITING_MAX: usize = 64;

/// Values that the quick loop is done with, and whose drop takes a call: the last reference to a
/// string, for one.
#[derive(Debug)]
pub(crate) struct DropLater {
    waiting: ArrayVec<JsValue, WAITING_MAX>,
}

impl DropLater {
    pub(crate) const fn new() -> Self {
        Self {
            waiting: ArrayVec::new_const(),
        }
    }

    /// Drops what waits.
    #[inline(always)]
    pub(super) fn drop_all(&mut self) {
        if !self.waiting.is_empty() {
            self.waiting.clear();
        }
    }

    /// Whether another value may be put in the place of one, whatever that is.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        !self.waiting.is_full()
    }

    /// Drops a value where it lies, now or later. Where there is no room, nothing has happened.
    ///
    /// # Safety
    /// The value must not be used or dropped afterwards.
    #[inline(always)]
    pub(super) unsafe fn release(&mut self, value: *mut JsValue) -> bool {
        // SAFETY: The caller's; the tag is looked at first, and whether there is room.
        unsafe {
            if (*value).is_shared() {
                (*value).release_shared();
                return true;
            }
            let has_room = self.has_room();
            if has_room {
                self.waiting.push_unchecked(value.read());
            }
            has_room
        }
    }

    /// Drops the values between two places; false where there is no room, which leaves values that
    /// have nothing to drop in the place of those that are gone.
    ///
    /// The first ones are what a call begins with, of which one is the function.
    ///
    /// # Safety
    /// Where that has been done, the values must not be used or dropped afterwards.
    #[inline(always)]
    pub(super) unsafe fn release_all(&mut self, start: *mut JsValue, end: *mut JsValue) -> bool {
        // SAFETY: The caller's, for each value between the two.
        unsafe {
            let mut at = start;
            let mut one_by_one = at.add(CallFrame::FUNCTION_PROLOGUE as usize);
            loop {
                while at < one_by_one {
                    if !self.release(at) {
                        while at > start {
                            at = at.sub(1);
                            at.write(JsValue::undefined());
                        }
                        return false;
                    }
                    at = at.add(1);
                }
                // Most registers hold numbers or nothing, which is seen of four at once.
                loop {
                    if end.offset_from(at) < 4 {
                        one_by_one = end;
                        break;
                    }
                    if JsValue::any_counted(&*at.cast()) {
                        one_by_one = at.add(4);
                        break;
                    }
                    at = at.add(4);
                }
                if at == end {
                    return true;
                }
            }
        }
    }

    /// Puts a value that `share` has made, or a number, in the place of another. Where there is no
    /// room, nothing has happened.
    #[inline(always)]
    pub(crate) fn replace(&mut self, place: &mut JsValue, value: JsValue) -> bool {
        // SAFETY: What is released is written over at once. Without room, the value is another
        // reference, which nobody will miss.
        unsafe {
            if self.release(place) {
                std::ptr::write(place, value);
                return true;
            }
            value.release_shared();
            std::mem::forget(value);
            false
        }
    }
}
