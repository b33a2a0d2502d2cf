//! Entries with contents outside of the workspace, brought up to date and let go.

use isolate_text::VPath;

use super::resolve::Position;
use crate::error::{Error, ErrorKind, Result};
use crate::node::{FileKind, Node};
use crate::outside::{Reseed, Seed, SeedKind};
use crate::store::int;
use crate::txn::{ROOT, Tree, WriteTxn};

use super::write::MODE_BITS;

impl Tree {
    /// Brings entries of a tree with a [`ContentSource`](crate::ContentSource) up to date, all or none
    /// of them, in their order. Nothing of it is in the history.
    ///
    /// The directories above an entry that is put are made where they are missing; what is in their place
    /// is removed. Returns the number of each change: that of the bytes of a file, and 0 for everything
    /// else.
    ///
    /// # Errors
    /// `Invalid` for a tree that has no source, has branches or an open run, for the root, and for a number
    /// whose bytes have another size; `NoSpace` for more than the quota allows.
    pub fn reseed(&self, changes: &[Reseed]) -> Result<Vec<u64>> {
        if self.store.source().is_none() {
            return Err(invalid("only a workspace with a source can be seeded"));
        }
        if self.run.copied().is_some() {
            return Err(invalid("a run is open"));
        }
        self.atomically(|txn| {
            if txn.branch_number().is_some() || txn.state()?.branches > 0 {
                return Err(invalid("a workspace with branches cannot be seeded"));
            }
            changes
                .iter()
                .map(|change| txn.reseed_one(change))
                .collect()
        })
    }

    /// The number of the bytes of a file, wherever they are; `None` for what has none, and where nothing
    /// is. No link is followed, at the end of the path or before.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn content_number(&self, path: &VPath) -> Result<Option<u64>> {
        self.snapshot(|txn| {
            let node = txn.exact(path)?.and_then(|position| position.node);
            Ok(node.and_then(|node| node.content).map(i64::cast_unsigned))
        })
    }

    /// Lets the stored bytes of a file go: from now on, the source is asked for them under the number that
    /// they have. Returns that number; `None` if nothing of it was stored. The version of the file stays.
    ///
    /// # Errors
    /// `Invalid` for a tree that has no source; as every write.
    pub fn unload(&self, path: &VPath) -> Result<Option<u64>> {
        if self.store.source().is_none() {
            return Err(invalid("only a workspace with a source can let bytes go"));
        }
        self.atomically(|txn| {
            let node = txn.exact(path)?.and_then(|position| position.node);
            let Some((id, size)) = node.and_then(|node| Some((node.content?, node.size))) else {
                return Ok(None);
            };
            let content = txn.content_of(id, size)?;
            if txn.is_outside(content)? {
                return Ok(None);
            }
            if let Some(stream) = content.stream {
                txn.execute(
                    "UPDATE content SET stream = NULL, sum = 0 WHERE id = ?1",
                    [id],
                )?;
                txn.unlink_stream(stream, 1, size)?;
            } else {
                txn.execute("DELETE FROM inline WHERE id = ?1", [id])?;
                txn.execute(
                    "INSERT INTO content (id, refs, size, stream, sum) VALUES (?1, 1, ?2, NULL, 0)
                     ON CONFLICT (id) DO NOTHING",
                    (id, int(size)),
                )?;
            }
            Ok(Some(id.cast_unsigned()))
        })
    }
}

fn invalid(text: &str) -> Error {
    Error::new(ErrorKind::Invalid).with_detail(text)
}

impl WriteTxn<'_> {
    fn reseed_one(&self, change: &Reseed) -> Result<u64> {
        self.check_deadline()?;
        match change {
            Reseed::Put { seed, number } => {
                let position = self.seed_position(&seed.path)?;
                self.put_seed(position, seed, *number)
                    .map_err(|error| error.naming(&seed.path))
            }
            Reseed::Gone(path) => {
                if path.is_root() {
                    return Err(invalid("the root cannot be removed"));
                }
                if let Some(mut position) = self.exact(path)?
                    && let Some(node) = position.node.take()
                {
                    self.unseed(&position, &node)?;
                }
                Ok(0)
            }
        }
    }

    /// Where an entry is to be put. The directories above it are there afterwards.
    fn seed_position(&self, path: &VPath) -> Result<Position> {
        if path.is_root() {
            return Err(invalid("the root is there already"));
        }
        let mut dirs = vec![ROOT];
        let mut names = path.components();
        let name = names.next_back().unwrap_or_default();
        for (depth, parent) in names.enumerate() {
            let holder = dirs[depth];
            let found = self.lookup(holder, parent)?;
            if let Some(node) = &found
                && node.is_dir()
            {
                dirs.push(node.id);
                continue;
            }
            let at = Position {
                path: VPath::from_names(path.components().take(depth + 1)),
                dirs: dirs.clone(),
                node: None,
            };
            if let Some(node) = found {
                self.unseed(&at, &node)?;
            }
            let node = Node {
                kind: FileKind::Directory,
                id: self.new_id()?,
                mode: FileKind::Directory.default_mode(),
                size: 0,
                mtime_us: self.stamp()?,
                content: None,
                target: None,
            };
            self.insert_node(&at, &node)?;
            self.count(0, 0, 1, 0)?;
            dirs.push(node.id);
        }
        let parent = dirs.last().copied().unwrap_or(ROOT);
        Ok(Position {
            node: self.lookup(parent, name)?,
            path: path.clone(),
            dirs,
        })
    }

    fn put_seed(&self, mut position: Position, seed: &Seed, number: Option<u64>) -> Result<u64> {
        let mut old = position.node.take();
        let (kind, size, target) = match &seed.kind {
            SeedKind::File(size) => (FileKind::File, *size, None),
            SeedKind::Directory => (FileKind::Directory, 0, None),
            SeedKind::Symlink(target) => {
                (FileKind::Symlink, target.len() as u64, Some(target.clone()))
            }
        };
        if let Some(node) = &old
            && node.kind != kind
        {
            self.unseed(&position, node)?;
            old = None;
        }
        let content = match kind {
            FileKind::File if size > 0 => Some(self.hold_outside(number, size)?),
            _ => None,
        };
        let id = match (&old, kind) {
            (Some(node), _) => node.id,
            (None, FileKind::Directory) => self.new_id()?,
            (None, _) => 0,
        };
        let node = Node {
            kind,
            id,
            mode: seed.mode & MODE_BITS,
            size,
            mtime_us: seed.mtime.as_micros(),
            content,
            target,
        };
        let bytes = |node: &Node| node.content.map_or(0, |_| node.size);
        match &old {
            Some(old) => {
                self.update_node(&position, &node)?;
                self.count(bytes(&node), bytes(old), 0, 0)?;
                self.release_seed(old)?;
            }
            None => {
                self.insert_node(&position, &node)?;
                self.count(bytes(&node), 0, 1, 0)?;
            }
        }
        Ok(content.map_or(0, i64::cast_unsigned))
    }

    /// One more reference on bytes that the source has, under this number or a new one.
    fn hold_outside(&self, number: Option<u64>, size: u64) -> Result<i64> {
        let id = match number {
            None => self.new_id()?,
            Some(number) => {
                let id = i64::try_from(number)
                    .ok()
                    .filter(|id| (1..i64::MAX).contains(id))
                    .ok_or_else(|| invalid("not a number of bytes"))?;
                let known = self.store.row(
                    "SELECT size FROM content WHERE id = ?1
                     UNION ALL SELECT length(data) FROM inline WHERE id = ?1 LIMIT 1",
                    [id],
                    |row| row.get::<i64>(0),
                )?;
                match known {
                    Some(known) if known == int(size) => {
                        self.hold_content(id)?;
                        return Ok(id);
                    }
                    Some(_) => return Err(invalid("the bytes of that number have another size")),
                    None => {}
                }
                self.update_state(|state| state.next_id = state.next_id.max(id + 1))?;
                id
            }
        };
        self.execute(
            "INSERT INTO content (id, refs, size, stream, sum) VALUES (?1, 1, ?2, NULL, 0)",
            (id, int(size)),
        )?;
        Ok(id)
    }

    /// Removes what is at a position, with everything below it.
    fn unseed(&self, position: &Position, node: &Node) -> Result<()> {
        if node.is_dir() && !self.is_empty_dir(node.id)? {
            let extent = self.gather(position, node)?;
            self.count(0, extent.bytes, 0, extent.entries)?;
            self.release_gathered(extent)?;
            return self.delete_gathered(position);
        }
        let bytes = node.content.map_or(0, |_| node.size);
        self.count(0, bytes, 0, 1)?;
        self.delete_node(position)?;
        self.release_seed(node)
    }

    fn release_seed(&self, node: &Node) -> Result<()> {
        let Some(content) = node.content else {
            return Ok(());
        };
        let freed = self.release_content(content, node.size)?;
        self.charge_history(node.size.saturating_sub(freed))
    }
}
