//! `memcmp`, which the compiler calls to compare slices.
//!
//! That of the C library goes byte by byte. Here it goes eight bytes at a time: most of what is
//! compared is names and other short text.
#![expect(unsafe_code, reason = "the compiler calls it with two addresses")]

/// Compares so many bytes as unsigned numbers, the first that differ.
///
/// # Safety
/// There are as many bytes at both.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcmp(left: *const u8, right: *const u8, bytes: usize) -> i32 {
    /// Compares a word at an offset, and returns where it differs.
    macro_rules! compare {
        ($word:ident, $at:expr) => {
            // SAFETY: The caller has looked whether there is a whole word.
            let (one, other) = unsafe {
                (
                    left.add($at).cast::<$word>().read_unaligned(),
                    right.add($at).cast::<$word>().read_unaligned(),
                )
            };
            if one != other {
                // The first byte counts most.
                return if one.to_be() < other.to_be() { -1 } else { 1 };
            }
        };
    }
    let mut at = 0;
    while at + 8 <= bytes {
        compare!(u64, at);
        at += 8;
    }
    // The last word reaches back over what was equal already.
    if bytes >= 8 {
        compare!(u64, bytes - 8);
    } else if bytes >= 4 {
        compare!(u32, 0);
        compare!(u32, bytes - 4);
    } else {
        while at < bytes {
            compare!(u8, at);
            at += 1;
        }
    }
    0
}
