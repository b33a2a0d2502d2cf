//! Checksums of what is stored: XXH3, 64 bits.
//!
//! A sum is bound to the number of the row it belongs to, so that bytes that are found under
//! another number do not pass for those that were stored there. It detects damage, not forgery:
//! anyone who can write the file can compute it.

use twox_hash::XxHash3_64;

/// The sum of the bytes of a small content.
pub(crate) fn of_inline(id: i64, data: &[u8]) -> i64 {
    XxHash3_64::oneshot_with_seed(id.cast_unsigned(), data).cast_signed()
}

/// The sum of a piece, all of it, in a stream where it lies at `start`.
pub(crate) fn of_piece(id: i64, start: u64, data: &[u8]) -> i64 {
    let seed = id.cast_unsigned() ^ start.rotate_left(32);
    XxHash3_64::oneshot_with_seed(seed, data).cast_signed()
}

/// The sum of a part of what is kept of a run that is put away.
pub(crate) fn of_part(run: i64, item: i64, number: i64, data: &[u8]) -> i64 {
    let seed = run.cast_unsigned()
        ^ item.cast_unsigned().rotate_left(24)
        ^ number.cast_unsigned().rotate_left(48);
    XxHash3_64::oneshot_with_seed(seed, data).cast_signed()
}

/// The sum of a larger content, over its size and the number of its stream.
pub(crate) fn of_content(id: i64, size: u64, stream: i64) -> i64 {
    let mut bytes = [0_u8; 16];
    bytes[..8].copy_from_slice(&size.to_le_bytes());
    bytes[8..].copy_from_slice(&stream.to_le_bytes());
    XxHash3_64::oneshot_with_seed(id.cast_unsigned(), &bytes).cast_signed()
}
