//! What may be removed, and what may not.

use isolate_ledger::collect::{ListedEntry, ListedSnapshot, Listing, Removal, Settings, plan};
use isolate_ledger::{Author, Hash, Header, PackName};

fn header(number: u64, has_pack: bool, body_size: u64) -> Header {
    Header {
        number,
        previous: Hash::ZERO,
        author: author(1),
        parts: Vec::new(),
        has_pack,
        body_size,
        body: Hash::ZERO,
    }
}

fn author(instance: u128) -> Author {
    Author {
        instance,
        sequence: 0,
    }
}

fn pack(number: u64, instance: u128) -> PackName {
    let author = author(instance);
    PackName { number, author }
}

fn listing() -> Listing {
    let entry = |number, has_pack, size| ListedEntry {
        header: header(number, has_pack, size),
        is_stub: false,
    };
    let snapshot = |number, age_ms, packs| ListedSnapshot {
        number,
        age_ms,
        packs,
    };
    Listing {
        entries: vec![
            entry(1, true, 5000),
            entry(2, false, 100),
            entry(3, true, 5000),
            entry(4, true, 5000),
            entry(5, true, 5000),
        ],
        snapshots: vec![
            snapshot(2, 5000, vec![pack(1, 1)]),
            snapshot(4, 2000, vec![pack(3, 1)]),
            snapshot(5, 10, vec![pack(3, 1), pack(5, 1)]),
        ],
        packs: vec![
            pack(1, 1),
            pack(3, 1),
            pack(4, 1),
            pack(5, 1),
            // Made for a number that another host won, and for one that is not decided.
            pack(3, 2),
            pack(6, 2),
        ],
    }
}

fn settings(age_ms: u64) -> Settings {
    Settings {
        age_ms,
        ..Settings::default()
    }
}

#[test]
fn what_an_old_snapshot_covers_goes() {
    let removals = plan(&listing(), 5, &settings(1000));
    let expected = [
        Removal::Snapshot(2),
        Removal::Body(header(1, true, 5000)),
        Removal::Body(header(3, true, 5000)),
        Removal::Body(header(4, true, 5000)),
        // Of entry 4, which no snapshot names; and of who lost number 3. That of entry 1 goes when
        // the snapshot that names it has gone.
        Removal::Pack(pack(4, 1)),
        Removal::Pack(pack(3, 2)),
    ];
    assert_eq!(removals, expected);
}

#[test]
fn nothing_goes_before_its_time() {
    let removals = plan(&listing(), 5, &settings(10_000));
    assert_eq!(removals, [Removal::Pack(pack(3, 2))]);
    let none = Listing {
        snapshots: Vec::new(),
        ..listing()
    };
    assert_eq!(plan(&none, 5, &settings(0)), [Removal::Pack(pack(3, 2))]);
}

/// A host that knows only entry 2 must take the packs of later numbers for undecided.
#[test]
fn what_a_host_does_not_know_is_kept() {
    let removals = plan(&listing(), 2, &settings(10_000));
    assert_eq!(removals, []);
}
