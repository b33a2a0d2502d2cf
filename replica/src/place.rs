//! The place of a copy in its log, as it is kept in the file of the copy.
//!
//! ```text
//! state (1)  number (8)  hash (32)  unchecked ( number (8)  hash (32) )
//! ```

use isolate_ledger::{Hash, Position};

const PRESENT: u8 = 1;
const REMOVED: u8 = 2;

/// The place of a copy, and the places before it that were not compared with the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) head: Position,
    pub(crate) unchecked: Vec<Position>,
    /// Whether the workspace is removed there.
    pub(crate) is_removed: bool,
}

impl Place {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![match self.is_removed {
            true => REMOVED,
            false => PRESENT,
        }];
        for place in std::iter::once(&self.head).chain(&self.unchecked) {
            bytes.extend(place.number.to_le_bytes());
            bytes.extend(place.hash.0);
        }
        bytes
    }

    /// `None` for bytes that are no place.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (state, places) = bytes.split_first()?;
        let (places, rest) = places.as_chunks::<40>();
        if !matches!(*state, PRESENT | REMOVED) || !rest.is_empty() {
            return None;
        }
        let is_removed = *state == REMOVED;
        let mut places = places.iter().map(|bytes| {
            let (number, hash) = bytes.split_at(8);
            Some(Position {
                number: u64::from_le_bytes(number.try_into().ok()?),
                hash: Hash(hash.try_into().ok()?),
            })
        });
        let head = places.next()??;
        let unchecked = places.collect::<Option<Vec<_>>>()?;
        Some(Self {
            head,
            unchecked,
            is_removed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_they_were_written() {
        let place = |number: u8| Position {
            number: u64::from(number) << 40,
            hash: Hash([number; 32]),
        };
        let mut whole = Place {
            head: place(3),
            unchecked: vec![place(1), place(2)],
            is_removed: true,
        };
        assert_eq!(Place::decode(&whole.encode()), Some(whole.clone()));
        whole.is_removed = false;
        let bytes = whole.encode();
        assert_eq!(Place::decode(&bytes), Some(whole));
        for cut in 0..bytes.len() {
            let shorter = Place::decode(&bytes[..cut]);
            assert_eq!(shorter.is_some(), cut == 41 || cut == 81, "{cut}");
        }
        assert_eq!(Place::decode(&[3; 41]), None);
    }
}
