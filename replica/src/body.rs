//! What is in the body of an entry: the rows that its runs changed.
//!
//! ```text
//! 0  rows
//! 1  size of the rows (8)  rows, deflated
//! 2  size of the pack (8)  hash of the pack (32); the pack begins with 0 or 1
//! 3  the workspace is removed: there are no rows
//! ```

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use isolate_ledger::Hash;

/// Bytes of a body at most; what is larger goes into a pack.
const INLINE_BYTES_MAX: usize = 64 << 10;

/// Rows of less are stored as they are.
const DEFLATED_BYTES_MIN: usize = 256;

/// Rows of an entry at most, in bytes: what claims to have more is damaged.
const ROWS_BYTES_MAX: u64 = 4 << 30;

/// The body of an entry, and the pack that it needs.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) bytes: Vec<u8>,
    pub(crate) pack: Option<Vec<u8>>,
}

impl Body {
    pub(crate) fn of(rows: &[u8]) -> Self {
        let bytes = pack(rows);
        if bytes.len() <= INLINE_BYTES_MAX {
            return Self { bytes, pack: None };
        }
        let mut body = vec![2];
        body.extend((bytes.len() as u64).to_le_bytes());
        body.extend(Hash::of(&bytes).0);
        Self {
            bytes: body,
            pack: Some(bytes),
        }
    }

    /// That the workspace is removed.
    pub(crate) fn removal() -> Self {
        Self {
            bytes: vec![3],
            pack: None,
        }
    }

    pub(crate) fn is_removal(&self) -> bool {
        self.bytes == [3]
    }
}

/// What a body says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// The rows.
    Rows(Vec<u8>),
    /// They are in a pack of this hash.
    Pack(Hash),
    /// There are none: the workspace is removed.
    Removed,
}

/// Reads a body. `None` for bytes that are none.
pub(crate) fn read(body: &[u8]) -> Option<Content> {
    match body.split_first()? {
        (2, pack) if pack.len() == 40 => Some(Content::Pack(Hash(pack[8..].try_into().ok()?))),
        (2, _) => None,
        (3, []) => Some(Content::Removed),
        _ => unpack(body).map(Content::Rows),
    }
}

/// Bytes, deflated where that makes them less.
pub(crate) fn pack(bytes: &[u8]) -> Vec<u8> {
    if bytes.len() >= DEFLATED_BYTES_MIN {
        let mut packed = vec![1];
        packed.extend((bytes.len() as u64).to_le_bytes());
        let mut encoder = DeflateEncoder::new(packed, Compression::fast());
        let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
        // Memory does not fail to be written to.
        if let Some(packed) = written.ok().filter(|packed| packed.len() <= bytes.len()) {
            return packed;
        }
    }
    let mut plain = vec![0];
    plain.extend_from_slice(bytes);
    plain
}

/// What [`pack`] was given. `None` for bytes that it did not make.
pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    match packed.split_first()? {
        (0, plain) => Some(plain.to_vec()),
        (1, rest) => {
            let (size, deflated) = rest.split_first_chunk::<8>()?;
            let size = u64::from_le_bytes(*size);
            if size > ROWS_BYTES_MAX {
                return None;
            }
            let mut bytes = Vec::new();
            // One byte more says that there are more.
            let mut decoder = DeflateDecoder::new(deflated).take(size + 1);
            decoder.read_to_end(&mut bytes).ok()?;
            (bytes.len() as u64 == size).then_some(bytes)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1_u64;
        let next = |state: &mut u64| {
            *state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state.to_le_bytes()[7]
        };
        (0..length).map(|_| next(&mut state)).collect()
    }

    #[test]
    fn bodies_are_read_as_they_were_written() {
        for rows in [
            Vec::new(),
            b"short".to_vec(),
            vec![7; 1 << 20],
            noise(10_000),
            noise(INLINE_BYTES_MAX + 1),
        ] {
            let body = Body::of(&rows);
            assert!(body.bytes.len() <= INLINE_BYTES_MAX);
            let read = match read(&body.bytes).unwrap() {
                Content::Rows(rows) => rows,
                Content::Pack(hash) => {
                    let pack = body.pack.unwrap();
                    assert_eq!(hash, Hash::of(&pack));
                    unpack(&pack).unwrap()
                }
                Content::Removed => unreachable!(),
            };
            assert!(read == rows);
        }
    }

    #[test]
    fn damaged_bodies_are_refused() {
        let bytes = pack(&vec![7; 10_000]);
        for cut in 0..bytes.len() {
            assert_eq!(read(&bytes[..cut]), None, "{cut}");
        }
        let mut larger = bytes.clone();
        larger[1..9].copy_from_slice(&u64::MAX.to_le_bytes());
        assert_eq!(read(&larger), None);
        let mut smaller = bytes;
        smaller[1..9].copy_from_slice(&9_999_u64.to_le_bytes());
        assert_eq!(read(&smaller), None);
        assert_eq!(read(&[2, 0]), None);
        assert_eq!(read(&Body::removal().bytes), Some(Content::Removed));
        assert_eq!(read(&[3, 0]), None);
        assert_eq!(read(&[9]), None);
    }
}
