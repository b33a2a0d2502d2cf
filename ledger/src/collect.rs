//! What may be removed from the store of a workspace.
//!
//! Three rules keep it safe without a clock of any host:
//! - An entry loses its body only where a snapshot covers it that is older than `age` by the
//!   store's own timestamps: whoever reads from an older snapshot had that long. The header stays,
//!   and so the number stays taken.
//! - A pack whose number is not decided is kept. Once it is, the entry names the pack, or nobody
//!   ever will.
//! - A pack that an entry names is kept while that entry is not covered, or a snapshot that is there
//!   names the pack.

use std::collections::BTreeSet;

use crate::variant::Variant;
use crate::{Header, PackName};

/// An entry in the store.
#[derive(Clone, Debug)]
pub struct ListedEntry {
    /// Its header.
    pub header: Header,
    /// Whether its body was collected.
    pub is_stub: bool,
}

/// A snapshot in the store.
#[derive(Clone, Debug)]
pub struct ListedSnapshot {
    /// The number of the last entry that it has.
    pub number: u64,
    /// How long it has been there by the store's timestamps, in milliseconds.
    pub age_ms: u64,
    /// The packs that it needs.
    pub packs: Vec<PackName>,
}

/// What a store has of one workspace.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Its entries.
    pub entries: Vec<ListedEntry>,
    /// Its snapshots.
    pub snapshots: Vec<ListedSnapshot>,
    /// Its packs.
    pub packs: Vec<PackName>,
}

/// Something that may be removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Removal {
    /// Replace an entry by its header ([`crate::Stored::stub`]).
    Body(Header),
    /// Delete a snapshot.
    Snapshot(u64),
    /// Delete a pack.
    Pack(PackName),
}

/// Settings of a collection.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long a snapshot has to be there before what it covers may go, in milliseconds.
    pub age_ms: u64,
    /// Bodies of at most so many bytes stay, if they have no pack: to replace them costs more than to
    /// keep them.
    pub keep_bytes: u64,
    #[cfg(feature = "variants")]
    #[doc(hidden)]
    pub variant: Option<Variant>,
}

impl Settings {
    #[cfg(feature = "variants")]
    fn breaks(&self, variant: Variant) -> bool {
        self.variant == Some(variant)
    }

    #[cfg(not(feature = "variants"))]
    #[expect(clippy::unused_self, reason = "it is the one above")]
    const fn breaks(&self, _: Variant) -> bool {
        false
    }
}

impl Default for Settings {
    /// A day; bodies of 4 KiB.
    fn default() -> Self {
        Self {
            age_ms: 24 * 60 * 60 * 1000,
            keep_bytes: 4096,
            #[cfg(feature = "variants")]
            variant: None,
        }
    }
}

/// What may be removed of `listing`, where all numbers up to `head` are known to be decided.
#[must_use]
pub fn plan(listing: &Listing, head: u64, settings: &Settings) -> Vec<Removal> {
    let is_old = |snapshot: &&ListedSnapshot| snapshot.age_ms >= settings.age_ms;
    let mut covered = listing
        .snapshots
        .iter()
        .filter(is_old)
        .map(|snapshot| snapshot.number)
        .max();
    if settings.breaks(Variant::CollectedWithoutSnapshot) {
        covered = Some(head);
    }
    let covered = covered.unwrap_or(0);
    let mut removals = Vec::new();
    let mut named = BTreeSet::new();
    for snapshot in &listing.snapshots {
        if snapshot.number < covered && !settings.breaks(Variant::CollectedWithoutSnapshot) {
            removals.push(Removal::Snapshot(snapshot.number));
        }
        // Its packs go next time: the removal of the snapshot may fail, and it would be half there.
        if !settings.breaks(Variant::NamedPackCollected) {
            named.extend(snapshot.packs.iter().copied());
        }
    }
    for ListedEntry { header, is_stub } in &listing.entries {
        let is_covered = header.number <= covered;
        // Where its pack goes, the body goes before: who finds the entry whole finds the pack.
        let is_worth_it = header.body_size > settings.keep_bytes || header.has_pack;
        if is_covered && !is_stub && is_worth_it {
            removals.push(Removal::Body(header.clone()));
        }
        if header.has_pack && !is_covered {
            named.insert(PackName {
                number: header.number,
                author: header.author,
            });
        }
    }
    for pack in &listing.packs {
        let is_decided = pack.number <= head || settings.breaks(Variant::UndecidedPackCollected);
        if is_decided && !named.contains(pack) {
            removals.push(Removal::Pack(*pack));
        }
    }
    removals
}
