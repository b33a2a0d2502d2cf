//! How a string lies in memory: one header for every kind, and no table of functions.
//!
//! A header holds what every operation needs (count of references, length, where the units are,
//! how wide they are), so that copying, dropping and reading a string are a few instructions
//! without a call. Kinds differ only in what is freed when the last reference goes.

use crate::buffer::Buffer;
use crate::text::{Narrow, copy};
use crate::r#type::{InternalStringType, Latin1, Utf16};
use crate::{JsStr, JsStrVariant, JsString, JsStringKind, alloc_overflow};
use std::alloc::{Layout, alloc, dealloc};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

/// A part of a string up to this many bytes is copied: that takes no more memory than a window,
/// and a few characters do not keep a large text alive.
const COPIED_BYTES_MAX: usize = 32;

/// A longer part is copied, too, up to this many bytes, if what it would keep alive is
/// [`KEPT_TIMES_MAX`] times as long: a few lines do not hold a whole file.
const RARE_BYTES_MAX: usize = 16 * 1024;
const KEPT_TIMES_MAX: usize = 64;

/// The first field of every string.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct JsStringVTable {
    /// Unused where the string is static.
    pub(crate) refcount: usize,
    pub(crate) len: usize,
    pub(crate) data: *const u8,
    pub(crate) kind: JsStringKind,
    pub(crate) is_latin1: bool,
}

impl JsStringVTable {
    #[inline(always)]
    pub(crate) fn as_str(&self) -> JsStr<'_> {
        // SAFETY: `data` points to `len` units of the width that `is_latin1` tells, aligned for
        // it, and they live as long as the header.
        unsafe {
            if self.is_latin1 {
                JsStr::latin1(std::slice::from_raw_parts(self.data, self.len))
            } else {
                JsStr::utf16(std::slice::from_raw_parts(self.data.cast(), self.len))
            }
        }
    }

    pub(crate) fn refcount(&self) -> Option<usize> {
        (self.kind != JsStringKind::Static).then_some(self.refcount)
    }
}

impl JsString {
    /// Whether the string is still there when this reference ends.
    #[inline(always)]
    #[must_use]
    pub fn is_shared(&self) -> bool {
        // SAFETY: The string lives.
        let header = unsafe { self.ptr.as_ref() };
        header.kind == JsStringKind::Static || header.refcount > 1
    }

    /// Bytes of the units that the string keeps alive, if it is no window.
    fn kept_bytes(&self) -> usize {
        let header = self.vtable();
        match header.kind {
            JsStringKind::Static => 0,
            // SAFETY: The kind tells what it is.
            JsStringKind::Buffer => unsafe { self.as_inner::<Buffer>() }.capacity,
            _ if header.is_latin1 => header.len,
            _ => header.len * 2,
        }
    }

    /// Whether the text begins with a digit, as an index does.
    #[inline(always)]
    #[must_use]
    pub fn begins_with_digit(&self) -> bool {
        // SAFETY: The string lives, and `data` points to its units, if there are any.
        unsafe {
            let header = self.ptr.as_ref();
            if header.len == 0 {
                return false;
            }
            let first = if header.is_latin1 {
                u16::from(*header.data)
            } else {
                *header.data.cast::<u16>()
            };
            (u16::from(b'0')..=u16::from(b'9')).contains(&first)
        }
    }

    /// Ends a reference that is not the last: without the code that frees a string.
    ///
    /// # Safety
    /// The string is shared, and the reference must not be used or dropped afterwards.
    #[inline(always)]
    pub unsafe fn release_shared(&self) {
        let header = self.ptr.as_ptr();
        // SAFETY: As in `retain`.
        unsafe {
            if (*header).kind != JsStringKind::Static {
                (*header).refcount -= 1;
            }
        }
    }
}

/// Counts one more reference.
///
/// # Safety
/// `this` points to the header of a living string.
#[inline(always)]
pub(crate) unsafe fn retain(this: NonNull<JsStringVTable>) {
    let this = this.as_ptr();
    // SAFETY: It is a living string's, and only a static one may lie in memory that must not be
    // written. Nobody else holds a reference to the header while it is written. The count cannot
    // overflow, since as many references do not fit in memory.
    unsafe {
        if (*this).kind != JsStringKind::Static {
            (*this).refcount += 1;
        }
    }
}

/// Counts one reference less, and frees the string with the last.
///
/// # Safety
/// `this` points to the header of a living string, whose reference is not used afterwards.
#[inline(always)]
pub(crate) unsafe fn release(this: NonNull<JsStringVTable>) {
    let header = this.as_ptr();
    // SAFETY: As in `retain`.
    unsafe {
        if (*header).kind != JsStringKind::Static {
            (*header).refcount -= 1;
            if (*header).refcount == 0 {
                free(this);
            }
        }
    }
}

/// Frees a string without references.
#[cold]
#[inline(never)]
unsafe fn free(this: NonNull<JsStringVTable>) {
    // SAFETY: The kind tells what was allocated and how; the layouts were valid then.
    unsafe {
        let len = this.as_ref().len;
        match this.as_ref().kind {
            JsStringKind::Latin1Sequence => {
                dealloc(
                    this.as_ptr().cast(),
                    layout::<Latin1>(len).unwrap_unchecked(),
                );
            }
            JsStringKind::Utf16Sequence => {
                dealloc(
                    this.as_ptr().cast(),
                    layout::<Utf16>(len).unwrap_unchecked(),
                );
            }
            // The owner of a window is never a window: this goes one level deep.
            JsStringKind::Slice => drop(Box::from_raw(this.cast::<SliceString>().as_ptr())),
            JsStringKind::Buffer => {
                let capacity = this.cast::<Buffer>().as_ref().capacity;
                dealloc(this.as_ptr().cast(), Buffer::layout(capacity));
            }
            JsStringKind::Static => {}
        }
    }
}

/// Of a string with its units behind its header; `None` where it would overflow.
fn layout<T: InternalStringType>(len: usize) -> Option<Layout> {
    let units = Layout::array::<T::Byte>(len).ok()?;
    Some(T::base_layout().extend(units).ok()?.0.pad_to_align())
}

/// A string whose units stand behind its header.
#[repr(C)]
pub(crate) struct SequenceString<T: InternalStringType> {
    header: JsStringVTable,
    _marker: PhantomData<fn() -> T>,
    pub(crate) data: [u8; 0],
}

impl<T: InternalStringType> SequenceString<T> {
    /// Writes the header of a string whose units are, or will be, behind it.
    ///
    /// # Safety
    /// `this` points to memory for the header and `len` units.
    pub(crate) unsafe fn write_header(this: NonNull<Self>, len: usize) {
        // SAFETY: The caller's.
        unsafe {
            let data = this.as_ptr().byte_add(T::DATA_OFFSET).cast::<u8>();
            let header = JsStringVTable {
                refcount: 1,
                len,
                data,
                kind: T::KIND,
                is_latin1: matches!(T::KIND, JsStringKind::Latin1Sequence),
            };
            this.cast::<JsStringVTable>().as_ptr().write(header);
        }
    }

    /// Allocates a string of `len` units, which the caller writes.
    ///
    /// # Panics
    /// Where memory, or the range of a size, is used up.
    pub(crate) fn allocate(len: usize) -> NonNull<Self> {
        let Some(layout) = layout::<T>(len) else {
            alloc_overflow()
        };
        // SAFETY: There is at least a header, so the layout is not empty.
        let Some(this) = NonNull::new(unsafe { alloc(layout) }.cast::<Self>()) else {
            std::alloc::handle_alloc_error(layout)
        };
        // SAFETY: Just allocated with this length.
        unsafe { Self::write_header(this, len) };
        this
    }
}

/// A string that is a window on another, its owner, which is no window itself.
#[repr(C)]
pub(crate) struct SliceString {
    header: JsStringVTable,
    owned: JsString,
}

impl SliceString {
    pub(crate) fn owned(&self) -> &JsString {
        &self.owned
    }

    /// # Safety
    /// `owned` is no window, and keeps `len` units at `data` alive and as they are.
    pub(crate) unsafe fn create(
        owned: JsString,
        data: *const u8,
        len: usize,
        is_latin1: bool,
    ) -> JsString {
        let header = JsStringVTable {
            refcount: 1,
            len,
            data,
            kind: JsStringKind::Slice,
            is_latin1,
        };
        let slice = Box::new(Self { header, owned });
        JsString {
            ptr: NonNull::from(Box::leak(slice)).cast(),
        }
    }
}

/// A string that is part of another.
///
/// # Safety
/// `start <= end <= whole.len()`
pub(crate) unsafe fn slice(whole: &JsString, start: usize, end: usize) -> JsString {
    let header = *whole.vtable();
    let len = end - start;
    if len == header.len {
        return whole.clone();
    }
    let width = if header.is_latin1 { 1 } else { 2 };
    let bytes = len * width;
    let owner = match header.kind {
        // SAFETY: The kind tells what it is.
        JsStringKind::Slice => unsafe { whole.as_inner::<SliceString>() }.owned(),
        _ => whole,
    };
    let is_rare = bytes <= RARE_BYTES_MAX && owner.kept_bytes() / KEPT_TIMES_MAX >= bytes;
    if bytes <= COPIED_BYTES_MAX || is_rare {
        // SAFETY: The caller's.
        let part = unsafe { header.as_str().get_unchecked(start..end) };
        return JsString::from_js_str(part);
    }
    let owned = owner.clone();
    // SAFETY: The range lies in the whole, whose units `owned` keeps alive.
    unsafe { SliceString::create(owned, header.data.add(start * width), len, header.is_latin1) }
}

/// A string that belongs to the program.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct StaticString {
    header: JsStringVTable,
    pub(crate) str: JsStr<'static>,
}

// SAFETY: It is never written, and points to what lives for ever.
unsafe impl Sync for StaticString {}
// SAFETY: As above.
unsafe impl Send for StaticString {}

impl StaticString {
    /// Create a new static string.
    #[must_use]
    pub const fn new(str: JsStr<'static>) -> Self {
        let (data, is_latin1) = match str.variant() {
            JsStrVariant::Latin1(units) => (units.as_ptr(), true),
            JsStrVariant::Utf16(units) => (units.as_ptr().cast(), false),
        };
        Self {
            header: JsStringVTable {
                refcount: 0,
                len: str.len(),
                data,
                kind: JsStringKind::Static,
                is_latin1,
            },
            str,
        }
    }
}

impl Hash for StaticString {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.str.hash(state);
    }
}

impl PartialEq for StaticString {
    fn eq(&self, other: &Self) -> bool {
        self.str == other.str
    }
}

impl Eq for StaticString {}

impl std::borrow::Borrow<JsStr<'static>> for &'static StaticString {
    fn borrow(&self) -> &JsStr<'static> {
        &self.str
    }
}

const UNITS: [u8; 256] = {
    let mut units = [0; 256];
    let mut unit = 0;
    while unit < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "it is below 256")]
        {
            units[unit] = unit as u8;
        }
        unit += 1;
    }
    units
};

static SINGLES: [StaticString; 256] = {
    const ALL: &[u8; 256] = &UNITS;
    let mut strings = [StaticString::new(JsStr::latin1(&[])); 256];
    let mut unit = 0;
    while unit < 256 {
        strings[unit] = StaticString::new(JsStr::latin1(std::slice::from_ref(&ALL[unit])));
        unit += 1;
    }
    strings
};

/// The string of one unit, which takes no memory.
#[inline(always)]
pub(crate) fn single(unit: u8) -> JsString {
    JsString::from_static(&SINGLES[usize::from(unit)])
}

/// Writes units in the width that is asked for.
///
/// # Safety
/// There is room for them at `to`, aligned, and none are wider.
pub(crate) unsafe fn write(text: JsStr<'_>, to: *mut u8, is_latin1: bool) {
    // SAFETY: The caller's.
    unsafe {
        match text.variant() {
            JsStrVariant::Latin1(units) if is_latin1 => {
                copy(
                    units,
                    std::slice::from_raw_parts_mut(to.cast(), units.len()),
                );
            }
            JsStrVariant::Latin1(units) => {
                let to = to.cast::<u16>();
                for (index, unit) in units.iter().enumerate() {
                    to.add(index).write(u16::from(*unit));
                }
            }
            JsStrVariant::Utf16(units) => {
                ptr::copy_nonoverlapping(units.as_ptr(), to.cast(), units.len());
            }
        }
    }
}

/// The sum of two texts as a string of its own.
pub(crate) fn concat_flat(left: JsStr<'_>, right: JsStr<'_>) -> JsString {
    let Some(len) = left.len().checked_add(right.len()) else {
        alloc_overflow()
    };
    if len <= 1 {
        return JsString::from_js_str(if left.is_empty() { right } else { left });
    }
    // SAFETY: Both are written into what was allocated for both.
    unsafe {
        if left.is_latin1() && right.is_latin1() {
            let this = SequenceString::<Latin1>::allocate(len);
            let to = (&raw mut (*this.as_ptr()).data).cast::<u8>();
            write(left, to, true);
            write(right, to.add(left.len()), true);
            JsString { ptr: this.cast() }
        } else {
            let this = SequenceString::<Utf16>::allocate(len);
            let to = (&raw mut (*this.as_ptr()).data).cast::<u8>();
            write(left, to, false);
            write(right, to.add(left.len() * 2), false);
            JsString { ptr: this.cast() }
        }
    }
}

/// A few units of one byte and, behind them, an integer in decimal notation.
pub(crate) fn followed_by(units: &[u8], integer: i32) -> JsString {
    let digits = JsString::digits(integer);
    let len = units.len() + digits;
    if len == 1 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "one digit has neither a sign nor more than a byte"
        )]
        return single(b'0' + integer as u8);
    }
    let this = SequenceString::<Latin1>::allocate(len);
    // SAFETY: The units were allocated behind the header, and nobody else sees them yet.
    let all = unsafe {
        let all = (&raw mut (*this.as_ptr()).data).cast::<MaybeUninit<u8>>();
        std::slice::from_raw_parts_mut(all, len)
    };
    let (before, number) = all.split_at_mut(units.len());
    copy(units, before);
    let mut left = integer.unsigned_abs();
    for digit in number.iter_mut().rev() {
        digit.write(b'0' + (left % 10) as u8);
        left /= 10;
    }
    if integer < 0 {
        number[0].write(b'-');
    }
    JsString { ptr: this.cast() }
}

/// A string of units of one byte, which `fill` writes; those that it leaves are nought.
pub(crate) fn narrow(len: usize, fill: impl FnOnce(&mut Narrow<'_>)) -> JsString {
    let this = SequenceString::<Latin1>::allocate(len);
    // SAFETY: The units were allocated behind the header, and nobody else sees them yet.
    let rest = unsafe {
        let units = (&raw mut (*this.as_ptr()).data).cast::<MaybeUninit<u8>>();
        std::slice::from_raw_parts_mut(units, len)
    };
    let mut units = Narrow { rest };
    fill(&mut units);
    for unit in units.rest {
        unit.write(0);
    }
    JsString { ptr: this.cast() }
}
