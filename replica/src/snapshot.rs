//! What is stored as a snapshot: all rows of a copy at one place, none where the workspace is removed.
//!
//! ```text
//! "ISOS"  format (2)  number (8)  hash (32)  rows, packed as in a body
//! ```

use isolate_ledger::{Hash, Position};

use crate::body::{pack, unpack};

const MAGIC: &[u8; 4] = b"ISOS";
const FORMAT: u16 = 1;

/// Why bytes are no snapshot that this version can use.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    Damaged,
    /// It has this newer format.
    Newer(u16),
}

pub(crate) fn encode(place: Position, rows: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend(place.number.to_le_bytes());
    bytes.extend(place.hash.0);
    bytes.extend(pack(rows));
    bytes
}

/// The place of a snapshot, and its rows.
pub(crate) fn decode(bytes: &[u8]) -> Result<(Position, Vec<u8>), Refused> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(Refused::Damaged)?;
    let (format, rest) = rest.split_first_chunk().ok_or(Refused::Damaged)?;
    match u16::from_le_bytes(*format) {
        FORMAT => {}
        newer if newer > FORMAT => return Err(Refused::Newer(newer)),
        _ => return Err(Refused::Damaged),
    }
    let (number, rest) = rest.split_first_chunk().ok_or(Refused::Damaged)?;
    let (hash, rest) = rest.split_first_chunk().ok_or(Refused::Damaged)?;
    let place = Position {
        number: u64::from_le_bytes(*number),
        hash: Hash(*hash),
    };
    Ok((place, unpack(rest).ok_or(Refused::Damaged)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshots_are_read_as_they_were_written() {
        let place = Position {
            number: 256,
            hash: Hash([7; 32]),
        };
        let bytes = encode(place, &[1; 5000]);
        assert_eq!(decode(&bytes), Ok((place, vec![1; 5000])));
        for cut in 0..bytes.len() {
            assert_eq!(decode(&bytes[..cut]), Err(Refused::Damaged), "{cut}");
        }
        let mut newer = bytes;
        newer[4] = 2;
        assert_eq!(decode(&newer), Err(Refused::Newer(2)));
    }
}
