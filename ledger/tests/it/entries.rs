//! What is stored is read back, and nothing else is.

use isolate_ledger::{Author, Entry, EntryError, Hash, Header, JobId, Part, Position, Stored};

fn entry() -> Entry {
    let body = b"what the runs changed".to_vec();
    let header = Header {
        number: 7,
        previous: Hash::of(b"six"),
        author: Author {
            instance: u128::MAX - 1,
            sequence: 3,
        },
        parts: vec![Part::Ended(JobId(1)), Part::Claimed(JobId(u128::MAX))],
        has_pack: true,
        body_size: body.len() as u64,
        body: Hash::of(&body),
    };
    Entry { header, body }
}

#[test]
fn an_entry_is_read_as_it_was_written() {
    let entry = entry();
    let bytes = entry.encode();
    assert_eq!(Stored::decode(&bytes), Ok(Stored::Entry(entry.clone())));
    let stub = Stored::stub(&entry.header);
    let read = Stored::decode(&stub).unwrap();
    assert_eq!(read, Stored::Stub(entry.header.clone()));
    assert_eq!(read.header().hash(), entry.header.hash());
    let place = Position {
        number: 7,
        hash: entry.header.hash(),
    };
    assert_eq!(entry.header.position(), place);
}

/// Every byte counts: a changed one is refused, or gives the entry another hash.
#[test]
fn damage_is_noticed() {
    let entry = entry();
    for bytes in [entry.encode(), Stored::stub(&entry.header)] {
        for length in 0..bytes.len() {
            assert!(Stored::decode(&bytes[..length]).is_err(), "{length}");
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                if let Ok(stored) = Stored::decode(&changed) {
                    let is_note = stored.header() == &entry.header;
                    assert!(
                        is_note == (7..12).contains(&at)
                            || stored.header().hash() != entry.header.hash(),
                        "byte {at}, bit {bit}"
                    );
                }
            }
        }
        let longer = [bytes.as_slice(), b"x"].concat();
        assert!(Stored::decode(&longer).is_err());
    }
}

#[test]
fn an_entry_of_a_later_version_says_what_to_install() {
    let mut bytes = entry().encode();
    bytes[4] = 2;
    bytes[7..12].copy_from_slice(b"9.8.7");
    let error = Stored::decode(&bytes).unwrap_err();
    let newer = EntryError::Newer {
        format: 2,
        needs: "9.8.7".to_owned(),
    };
    assert_eq!(error, newer);
    assert_eq!(
        error.to_string(),
        "the entry has format 2, and this version reads up to 1: install isolate 9.8.7 or later"
    );
}

#[test]
fn a_header_that_asks_for_memory_is_refused() {
    let mut bytes = Stored::stub(&entry().header);
    let count = bytes.len() - 2 * 17 - 4;
    bytes[count..count + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let error = Stored::decode(&bytes).unwrap_err();
    assert_eq!(error, EntryError::Damaged("it names too many runs"));
}
