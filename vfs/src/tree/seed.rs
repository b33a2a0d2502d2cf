//! Entries whose contents are outside of the workspace.

use std::collections::HashMap;

use isolate_text::VPath;

use super::content::Content;
use super::resolve::Follow;
use crate::error::{Error, ErrorKind, Result};
use crate::node::FileKind;
use crate::outside::{Seed, SeedKind};
use crate::store::int;
use crate::txn::{ROOT, ReadTxn, Tree, WriteTxn};

impl Tree {
    /// Fills an empty tree with entries whose bytes its [`ContentSource`](crate::ContentSource) has; a
    /// directory comes before what is in it. Nothing of it is in the history.
    ///
    /// Returns the number of the first entry. The others follow it in their order.
    ///
    /// # Errors
    /// `Invalid` for a tree that is not empty or has no source, and for entries that are not in order;
    /// `NoSpace` for more than the quota allows. The tree is empty then.
    pub fn seed(&self, entries: &[Seed]) -> Result<u64> {
        let invalid = |text: &str| Error::new(ErrorKind::Invalid).with_detail(text);
        self.atomically(|txn| {
            if txn.store.source().is_none() {
                return Err(invalid("only a workspace with a source can be seeded"));
            }
            if txn.stored()?.entries > 0 || txn.branch_number().is_some() {
                return Err(invalid(
                    "only an empty workspace can be seeded, on its main branch",
                ));
            }
            let first = txn.new_ids(entries.len() as u64)?;
            let mut directories: HashMap<&str, i64> = HashMap::from([("", ROOT)]);
            let mut bytes = 0_u64;
            for (number, entry) in (first..).zip(entries) {
                if entry.path.is_root() {
                    return Err(invalid("the root is there already"));
                }
                let (parent, name) = entry.path.as_str().rsplit_once('/').unwrap_or_default();
                let parent = *directories
                    .get(parent)
                    .ok_or_else(|| invalid("an entry comes before its directory"))?;
                txn.seed_one(parent, name, number, entry)?;
                match entry.kind {
                    SeedKind::Directory => {
                        directories.insert(entry.path.as_str(), number);
                    }
                    SeedKind::File(size) => bytes = bytes.saturating_add(size),
                    SeedKind::Symlink(_) => {}
                }
            }
            txn.count(bytes, 0, entries.len() as u64, 0)?;
            Ok(first.cast_unsigned())
        })
    }

    /// The number of the seeded file whose bytes a file has, which is another file after a copy or a
    /// move; `None` for other bytes. A link is not followed.
    ///
    /// # Errors
    /// `NotFound`.
    pub fn seeded_number(&self, path: &VPath) -> Result<Option<u64>> {
        self.snapshot(|txn| {
            let (_, node) = txn.existing(path, Follow::No)?;
            let Some(id) = node.content else {
                return Ok(None);
            };
            let content = txn.content_of(id, node.size)?;
            Ok(txn.is_outside(content)?.then_some(id.cast_unsigned()))
        })
    }

    /// Whether its files may be elsewhere: see [`MemoryStore::over`](crate::MemoryStore::over).
    #[must_use]
    pub fn is_seeded(&self) -> bool {
        self.has_source()
    }

    /// Whether bytes may be outside of the workspace.
    pub(crate) fn has_source(&self) -> bool {
        self.store.source().is_some()
    }
}

impl ReadTxn<'_> {
    /// Reads bytes that are not stored.
    pub(super) fn read_outside(
        &self,
        id: i64,
        start: u64,
        length: u64,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<()> {
        let missing = || Error::corrupt("a content without its bytes");
        let source = self.store.source().ok_or_else(missing)?;
        let wrong = || {
            Error::new(ErrorKind::Unreadable)
                .with_detail("the source of a file gave another number of bytes")
        };
        let mut left = length;
        source.read(id.cast_unsigned(), start, length, &mut |piece| {
            self.check_deadline()?;
            left = left.checked_sub(piece.len() as u64).ok_or_else(wrong)?;
            sink(piece);
            Ok(())
        })?;
        if left > 0 { Err(wrong()) } else { Ok(()) }
    }

    /// Whether a content is outside of the workspace.
    pub(super) fn is_outside(&self, content: Content) -> Result<bool> {
        if content.stream.is_some() || !self.has_source() {
            return Ok(false);
        }
        let stored = self
            .store
            .row("SELECT 1 FROM inline WHERE id = ?1", [content.id], |_| {
                Ok(())
            })?;
        Ok(stored.is_none())
    }
}

impl WriteTxn<'_> {
    fn seed_one(&self, parent: i64, name: &str, number: i64, entry: &Seed) -> Result<()> {
        self.check_deadline()?;
        let (kind, size, target) = match &entry.kind {
            SeedKind::File(size) => (FileKind::File, *size, None),
            SeedKind::Directory => (FileKind::Directory, 0, None),
            SeedKind::Symlink(target) => (
                FileKind::Symlink,
                target.len() as u64,
                Some(target.as_str()),
            ),
        };
        let has_bytes = kind == FileKind::File && size > 0;
        self.execute(
            "INSERT INTO node (parent, name, kind, id, mode, size, mtime_us, content, target)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            (
                parent,
                name,
                kind.code(),
                if kind == FileKind::Directory {
                    number
                } else {
                    0
                },
                entry.mode & 0o7777,
                int(size),
                entry.mtime.as_micros(),
                has_bytes.then_some(number),
                target,
            ),
        )?;
        if has_bytes {
            self.execute(
                "INSERT INTO content (id, refs, size, stream, sum) VALUES (?1, 1, ?2, NULL, 0)",
                (number, int(size)),
            )?;
        }
        Ok(())
    }
}
