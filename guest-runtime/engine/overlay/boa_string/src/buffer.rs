//! Text that a program builds piece by piece.
//!
//! It lies in a growing buffer: a string is a window on it, and appending to the window that ends
//! where the buffer's content ends writes behind it. Older windows do not see what was added, so
//! strings stay immutable; nothing is ever flattened, and building text piece by piece is linear
//! in its length. The same holds for adding in front.

use crate::vtable::{JsStringVTable, SliceString, concat_flat, write};
use crate::{JsStr, JsString, JsStringKind, alloc_overflow};
use std::alloc::{Layout, alloc};
use std::ptr::NonNull;

/// A sum shorter than this many units is copied into a string of its own.
const BUFFER_UNITS_MIN: usize = 256;

/// Room for growth behind a first sum, in units, at most: it may well be the last.
const FIRST_ROOM_UNITS_MAX: usize = 32 * 1024;

/// Where text grows. Never seen by a program: the owner of windows.
///
/// Invariant: `start <= end <= capacity`; units in between are never written again.
#[repr(C)]
pub(crate) struct Buffer {
    /// Its `data` is where units may stand, its `len` is not used.
    header: JsStringVTable,
    /// In bytes, as everything below.
    pub(crate) capacity: usize,
    start: usize,
    end: usize,
}

/// On which side of a sum more is expected.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Front,
    Back,
}

impl Buffer {
    pub(crate) fn layout(capacity: usize) -> Layout {
        let Some(size) = size_of::<Self>().checked_add(capacity) else {
            alloc_overflow()
        };
        Layout::from_size_align(size, align_of::<Self>()).unwrap_or_else(|_| alloc_overflow())
    }

    /// A window on a new buffer with these texts, and room for `room` units on a side of them.
    fn create(left: JsStr<'_>, right: JsStr<'_>, room: usize, side: Side) -> JsString {
        let is_latin1 = left.is_latin1() && right.is_latin1();
        let width = if is_latin1 { 1 } else { 2 };
        let len = left.len() + right.len();
        let Some(capacity) = len.checked_add(room).and_then(|sum| sum.checked_mul(width)) else {
            alloc_overflow()
        };
        let layout = Self::layout(capacity);
        // SAFETY: The layout holds a header.
        let Some(this) = NonNull::new(unsafe { alloc(layout) }.cast::<Self>()) else {
            std::alloc::handle_alloc_error(layout)
        };
        let start = if side == Side::Front { room * width } else { 0 };
        // SAFETY: There is memory for the buffer, and behind it for the texts from `start` on.
        unsafe {
            let data = this.as_ptr().add(1).cast::<u8>();
            let header = JsStringVTable {
                refcount: 1,
                len: 0,
                data,
                kind: JsStringKind::Buffer,
                is_latin1,
            };
            this.as_ptr().write(Self {
                header,
                capacity,
                start,
                end: start + len * width,
            });
            let at = data.add(start);
            write(left, at, is_latin1);
            write(right, at.add(left.len() * width), is_latin1);
            let owned = JsString { ptr: this.cast() };
            SliceString::create(owned, at, len, is_latin1)
        }
    }

    /// The buffer that a string is a window on.
    fn of(string: &JsString) -> Option<NonNull<Self>> {
        if string.kind() != JsStringKind::Slice {
            return None;
        }
        // SAFETY: The kind tells what it is.
        let owned = unsafe { string.as_inner::<SliceString>() }.owned();
        (owned.kind() == JsStringKind::Buffer).then(|| owned.ptr.cast())
    }
}

/// The sum of a string and what comes behind it, which may be a long string's next piece.
pub(crate) fn append(left: &JsString, right: JsStr<'_>) -> JsString {
    if right.is_empty() {
        return left.clone();
    }
    let (len, added) = (left.len(), right.len());
    if len.saturating_add(added) < BUFFER_UNITS_MIN || len < added {
        return concat_flat(left.as_str(), right);
    }
    let header = *left.vtable();
    let mut room = ((len + added) / 2).min(FIRST_ROOM_UNITS_MAX);
    if let Some(buffer) = Buffer::of(left)
        && (header.is_latin1 <= right.is_latin1())
    {
        let width = if header.is_latin1 { 1 } else { 2 };
        let buffer = buffer.as_ptr();
        // SAFETY: The window keeps its buffer alive; no other reference to it exists while it is
        // written, behind what any window shows.
        unsafe {
            let end = (*buffer).end;
            if header.data.add(len * width) == (*buffer).header.data.add(end) {
                if (*buffer).capacity - end >= added * width {
                    write(
                        right,
                        (*buffer).header.data.cast_mut().add(end),
                        header.is_latin1,
                    );
                    (*buffer).end = end + added * width;
                    let owned = left.as_inner::<SliceString>().owned().clone();
                    return SliceString::create(owned, header.data, len + added, header.is_latin1);
                }
                // It has grown before: as much again.
                room = len + added;
            }
        }
    }
    Buffer::create(left.as_str(), right, room, Side::Back)
}

/// Adds to a string that nothing else refers to, where it stands; false where there is no room.
pub(crate) fn grow(left: &JsString, right: JsStr<'_>) -> bool {
    let Some(buffer) = Buffer::of(left) else {
        return false;
    };
    let (header, buffer) = (left.ptr.cast::<JsStringVTable>().as_ptr(), buffer.as_ptr());
    // SAFETY: As in `append`; the header has one reference, through which nobody reads now.
    unsafe {
        if (*header).refcount != 1 || ((*header).is_latin1 && !right.is_latin1()) {
            return false;
        }
        let width = if (*header).is_latin1 { 1 } else { 2 };
        let (end, added) = ((*buffer).end, right.len() * width);
        let data = (*buffer).header.data;
        if (*header).data.add((*header).len * width) != data.add(end)
            || (*buffer).capacity - end < added
        {
            return false;
        }
        write(right, data.cast_mut().add(end), (*header).is_latin1);
        (*buffer).end = end + added;
        (*header).len += right.len();
    }
    true
}

/// The sum of a string and what comes in front of it, which is shorter.
pub(crate) fn prepend(left: JsStr<'_>, right: &JsString) -> JsString {
    if left.is_empty() {
        return right.clone();
    }
    let (added, len) = (left.len(), right.len());
    if len.saturating_add(added) < BUFFER_UNITS_MIN {
        return concat_flat(left, right.as_str());
    }
    let header = *right.vtable();
    let mut room = ((len + added) / 2).min(FIRST_ROOM_UNITS_MAX);
    if let Some(buffer) = Buffer::of(right)
        && (header.is_latin1 <= left.is_latin1())
    {
        let width = if header.is_latin1 { 1 } else { 2 };
        let buffer = buffer.as_ptr();
        // SAFETY: As in `append`, but before what any window shows.
        unsafe {
            let start = (*buffer).start;
            if header.data == (*buffer).header.data.add(start) {
                if start >= added * width {
                    let at = (*buffer).header.data.cast_mut().add(start - added * width);
                    write(left, at, header.is_latin1);
                    (*buffer).start = start - added * width;
                    let owned = right.as_inner::<SliceString>().owned().clone();
                    return SliceString::create(owned, at, len + added, header.is_latin1);
                }
                room = len + added;
            }
        }
    }
    Buffer::create(left, right.as_str(), room, Side::Front)
}
