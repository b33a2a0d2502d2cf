//! How much of its stack a thread has left.

use std::cell::Cell;

thread_local! {
    /// The lowest address of the stack of this thread: asked for once, since for the first thread of a process
    /// the system reads a list of all mappings. None in it where it cannot be known.
    static LOWEST: Cell<Option<Option<usize>>> = const { Cell::new(None) };
}

/// Bytes of stack that this thread has left; none where that cannot be known.
pub(super) fn left_bytes() -> Option<usize> {
    let lowest = LOWEST.get().unwrap_or_else(|| {
        let lowest = lowest();
        LOWEST.set(Some(lowest));
        lowest
    });
    (&raw const lowest).addr().checked_sub(lowest?)
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "no library that is used here asks for it")]
fn lowest() -> Option<usize> {
    let mut attributes = std::mem::MaybeUninit::<libc::pthread_attr_t>::uninit();
    let mut address = std::ptr::null_mut();
    let mut bytes = 0;
    // SAFETY: the attributes are those of this thread; they are read if the system has filled them, and are
    // released once.
    let is_known = unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let read =
            libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut address, &raw mut bytes);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        read == 0
    };
    is_known.then(|| address.addr())
}

#[cfg(target_os = "macos")]
#[expect(unsafe_code, reason = "no library that is used here asks for it")]
fn lowest() -> Option<usize> {
    // SAFETY: both only read what belongs to this thread.
    let (highest, bytes) = unsafe {
        let this = libc::pthread_self();
        (
            libc::pthread_get_stackaddr_np(this),
            libc::pthread_get_stacksize_np(this),
        )
    };
    highest.addr().checked_sub(bytes)
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
const fn lowest() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARRAY: usize = 256 << 10;

    /// What is left for a function that has an array on the stack.
    #[inline(never)]
    fn left_below_an_array() -> usize {
        let array = [1_u8; ARRAY];
        let left = left_bytes().unwrap();
        std::hint::black_box(&array);
        left
    }

    #[test]
    fn a_thread_has_left_what_it_does_not_use() {
        const GIVEN: usize = 4 << 20;
        let thread = std::thread::Builder::new().stack_size(GIVEN);
        let measured = thread.spawn(|| (left_bytes().unwrap(), left_below_an_array()));
        let (before, below) = measured.unwrap().join().unwrap();
        // The system keeps some for itself, and may reuse a larger stack.
        assert!(before >= GIVEN - (64 << 10), "{before}");
        let used = before - below;
        assert!((ARRAY..ARRAY + (64 << 10)).contains(&used), "{used}");
    }
}
