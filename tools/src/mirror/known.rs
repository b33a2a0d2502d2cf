//! What the mirror has of a store.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use isolate_text::VPath;
use isolate_vfs::{FileKind, Reseed, Seed, SeedKind, Timestamp};

use crate::store::{StoreKind, StoreStat, Version};

/// What was seen of a store, by path.
#[derive(Default)]
pub(super) struct Known {
    entries: BTreeMap<VPath, Entry>,
    /// Counts listings: what one has shown has its number.
    pub(super) listing: u64,
    /// Files whose bytes the mirror holds itself, and how many they are.
    pub(super) resident: BTreeSet<VPath>,
    pub(super) resident_bytes: u64,
}

/// What was seen at a path.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// As in the mirror, where it can be put back from.
    pub(super) kind: SeedKind,
    pub(super) mode: u32,
    pub(super) mtime: Timestamp,
    /// The number of the bytes of a file; 0 for none.
    pub(super) number: u64,
    pub(super) version: Option<Version>,
    /// The time that the store has said, if it was asked since the last change.
    pub(super) mtime_ms: Option<i64>,
    /// The listing that has shown it last.
    pub(super) listing: u64,
}

impl Entry {
    /// An entry as a store has said, whose time is `now` where the store has none.
    pub(super) fn of(stat: &StoreStat, now: Timestamp) -> Self {
        let (kind, default_mode) = match &stat.kind {
            StoreKind::File(bytes) => (SeedKind::File(*bytes), FileKind::File.default_mode()),
            StoreKind::Directory => (SeedKind::Directory, FileKind::Directory.default_mode()),
            StoreKind::Link(target) => (
                SeedKind::Symlink(target.clone()),
                FileKind::Symlink.default_mode(),
            ),
        };
        Self {
            kind,
            mode: stat.mode.unwrap_or(default_mode),
            mtime: stat.mtime_ms.map_or(now, Timestamp::from_millis),
            number: 0,
            version: stat.version.clone(),
            mtime_ms: stat.mtime_ms,
            listing: 0,
        }
    }

    pub(super) const fn file_kind(&self) -> FileKind {
        match self.kind {
            SeedKind::File(_) => FileKind::File,
            SeedKind::Directory => FileKind::Directory,
            SeedKind::Symlink(_) => FileKind::Symlink,
        }
    }

    pub(super) fn is_directory(&self) -> bool {
        self.kind == SeedKind::Directory
    }

    /// Whether the mirror has what the store says, as far as that can be known without reading.
    pub(super) fn is_same(&self, stat: &StoreStat) -> bool {
        let same_kind = match (&self.kind, &stat.kind) {
            (SeedKind::File(known), StoreKind::File(bytes)) => known == bytes,
            (SeedKind::Directory, StoreKind::Directory) => true,
            (SeedKind::Symlink(known), StoreKind::Link(target)) => known == target,
            _ => false,
        };
        let same_mode = self.is_directory() || stat.mode.is_none_or(|mode| mode == self.mode);
        let same_version = match (&self.version, &stat.version) {
            (Some(known), Some(version)) => known == version,
            (None, None) => match (self.mtime_ms, stat.mtime_ms) {
                (Some(known), Some(time)) => known == time || self.is_directory(),
                _ => true,
            },
            _ => self.is_directory(),
        };
        same_kind && same_mode && same_version
    }

    /// Whether the bytes of a file are what they were, and only its permissions are others.
    pub(super) fn has_same_bytes(&self, stat: &StoreStat) -> bool {
        let is_same_file = match (&self.kind, &stat.kind) {
            (SeedKind::File(known), StoreKind::File(bytes)) => known == bytes,
            _ => false,
        };
        is_same_file && self.version.is_some() && self.version == stat.version
    }

    /// The change that brings the mirror to this.
    pub(super) fn put(&self, path: &VPath) -> Reseed {
        Reseed::Put {
            seed: Seed {
                path: path.clone(),
                kind: self.kind.clone(),
                mode: self.mode,
                mtime: self.mtime,
            },
            number: (self.number > 0).then_some(self.number),
        }
    }
}

impl Known {
    pub(super) fn get(&self, path: &VPath) -> Option<&Entry> {
        self.entries.get(path)
    }

    pub(super) fn get_mut(&mut self, path: &VPath) -> Option<&mut Entry> {
        self.entries.get_mut(path)
    }

    pub(super) fn insert(&mut self, path: VPath, entry: Entry) {
        self.entries.insert(path, entry);
    }

    /// The entries from a path on.
    pub(super) fn from(&mut self, path: &VPath) -> impl Iterator<Item = (&VPath, &mut Entry)> {
        self.entries
            .range_mut((Bound::Included(path.clone()), Bound::Unbounded))
    }

    /// The paths below a directory.
    pub(super) fn below(&self, path: &VPath) -> impl Iterator<Item = (&VPath, &Entry)> {
        let below = format!("{}/", path.as_str().trim_end_matches('/'));
        let start = VPath::from_normal(below.clone());
        self.entries
            .range((Bound::Included(start), Bound::Unbounded))
            .take_while(move |(path, _)| path.as_str().starts_with(&below))
    }

    /// Takes a path away with everything below it; returns what was there.
    pub(super) fn remove(&mut self, path: &VPath) -> Vec<(VPath, Entry)> {
        let below: Vec<VPath> = self.below(path).map(|(path, _)| path.clone()).collect();
        let all = below.into_iter().chain([path.clone()]);
        let mut gone = Vec::new();
        for path in all {
            if let Some(entry) = self.entries.remove(&path) {
                gone.push((path, entry));
            }
        }
        gone
    }
}
