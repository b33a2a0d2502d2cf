//! Reading files, links and what is known about them.

use isolate_text::{VPath, budget};

use super::content::{Content, index};
use super::resolve::Follow;
use crate::error::{Error, ErrorKind, Result};
use crate::guard::Verb;
use crate::node::{FileKind, Node, Stat};
use crate::txn::{ReadTxn, Tree};

/// The bytes of one file, read piece by piece.
pub struct ContentReader<'tree> {
    tree: &'tree Tree,
    size: u64,
    source: Source<'tree>,
}

/// Where the bytes of a file come from.
enum Source<'a> {
    /// With the file, for errors about damage.
    Stored(&'a ReadTxn<'a>, Content, VPath),
    Here(&'a [u8]),
}

impl std::fmt::Debug for ContentReader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ContentReader")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl<'tree> ContentReader<'tree> {
    /// A file whose bytes have been read.
    pub(super) fn of_bytes(tree: &'tree Tree, bytes: &'tree [u8]) -> Self {
        Self {
            tree,
            size: bytes.len() as u64,
            source: Source::Here(bytes),
        }
    }

    /// The size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Charges the [budget](isolate_text::budget) for a copy of `length` bytes.
    ///
    /// # Errors
    /// `OutOfMemory`; the size in a damaged workspace may be any number.
    pub fn charge(&self, length: u64) -> Result<()> {
        let length = length.min(self.size).min(self.tree.quota.file_bytes_max);
        Ok(budget::charge(
            usize::try_from(length).unwrap_or(usize::MAX),
        )?)
    }

    /// Calls `sink` with each piece in order; together they are [`ContentReader::size`] bytes.
    ///
    /// # Errors
    /// `Corrupt`, with the path, when the pieces do not make up the file or are not what was
    /// stored; `Stale` or `Unreadable`, with the path, for a file outside of the workspace; `Deadline`,
    /// `Storage`.
    pub fn for_each_piece(&self, mut sink: impl FnMut(&[u8])) -> Result<()> {
        self.pieces(0, self.size, &mut sink)
    }

    /// Calls `sink` with each piece of at most `length` bytes from `start` on; none is beyond the end.
    ///
    /// # Errors
    /// As [`ContentReader::for_each_piece`].
    pub fn for_each_piece_of(
        &self,
        start: u64,
        length: u64,
        mut sink: impl FnMut(&[u8]),
    ) -> Result<()> {
        self.pieces(start, length, &mut sink)
    }

    fn pieces(&self, start: u64, length: u64, sink: &mut dyn FnMut(&[u8])) -> Result<()> {
        let read = &self.tree.bytes_read;
        read.set(read.get().saturating_add(length));
        match &self.source {
            Source::Stored(txn, content, path) => txn
                .content_pieces(*content, start, length, sink)
                .map_err(|error| error.naming(path)),
            Source::Here(bytes) => {
                let end = start.saturating_add(length).min(self.size);
                if start < end {
                    sink(&bytes[index(start)?..index(end)?]);
                }
                Ok(())
            }
        }
    }
}

impl Tree {
    /// Reads a whole file.
    ///
    /// # Errors
    /// `NotFound`, `IsDirectory` or `Loop`; `Corrupt`, with the path, when the stored bytes do not
    /// match their checksum; `Stale` or `Unreadable`, with the path, when bytes outside of the workspace
    /// have changed or cannot be read.
    pub fn read(&self, path: &VPath) -> Result<Vec<u8>> {
        self.read_range(path, 0, u64::MAX)
    }

    /// Reads at most `len` bytes of a file from `offset`; beyond the end it returns none.
    ///
    /// # Errors
    /// As [`Tree::read`].
    pub fn read_range(&self, path: &VPath, offset: u64, len: u64) -> Result<Vec<u8>> {
        self.read_with(path, |reader| {
            let length = reader.size().saturating_sub(offset).min(len);
            reader.charge(length)?;
            let mut bytes = Vec::with_capacity(
                usize::try_from(length.min(self.quota.file_bytes_max)).unwrap_or(0),
            );
            reader.pieces(offset, length, &mut |piece| bytes.extend_from_slice(piece))?;
            Ok(bytes)
        })
    }

    /// Reads a file piece by piece, without an intermediate copy.
    ///
    /// # Errors
    /// As [`Tree::read`], and what `f` returns.
    pub fn read_with<T, E: From<Error>>(
        &self,
        path: &VPath,
        f: impl FnOnce(&ContentReader<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.check_lost()?;
        let mut f = Some(f);
        // A guard needs the resolved path, which takes the longer way.
        if !self.is_guarded()
            && let Some(read) = self.read_at_once(path, &mut f)?
        {
            return Ok(read);
        }
        let f = f.expect("it is taken only by a read that succeeds or fails");
        self.snapshot(|txn| {
            let (position, node) = txn.existing(path, Follow::Yes)?;
            if node.is_dir() {
                return Err(Error::at(ErrorKind::IsDirectory, path).into());
            }
            txn.guard(Verb::Read, &position.path, node.size)?;
            f(&txn.content_reader(path, node.content, node.size)?)
        })
    }

    /// Whether a path exists; false for a link whose target is missing or that loops, and for a file
    /// whose path ends in a slash.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn exists(&self, path: &VPath) -> Result<bool> {
        if let Some(node) = self.peek(path, Follow::Yes)? {
            return Ok(self.may_see(path)? && node.is_some());
        }
        match self.snapshot(|txn| txn.locate(path, Follow::Yes)) {
            Ok(None) => Ok(false),
            Ok(Some(position)) => self.may_see(&position.path),
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::Loop | ErrorKind::NameTooLong | ErrorKind::NotDirectory
                ) =>
            {
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Metadata of a path, following links; `None` if it is missing, or is a file whose path ends in a
    /// slash. [`Tree::not_found`] has the error for it.
    ///
    /// # Errors
    /// `Loop`.
    pub fn stat(&self, path: &VPath) -> Result<Option<Stat>> {
        Ok(self.node_at(path, Follow::Yes)?.map(|node| node.stat()))
    }

    /// Metadata of a path, not following a link at its end; `None` if it is missing.
    ///
    /// # Errors
    /// `Loop`.
    pub fn lstat(&self, path: &VPath) -> Result<Option<Stat>> {
        Ok(self.node_at(path, Follow::No)?.map(|node| node.stat()))
    }

    /// A token for the current version of a path, following links; `None` if it is missing.
    ///
    /// Two equal tokens of one path mean that nothing has changed in between. No content is read.
    ///
    /// # Errors
    /// `Loop`.
    pub fn version(&self, path: &VPath) -> Result<Option<String>> {
        Ok(self.node_at(path, Follow::Yes)?.map(|node| node.version()))
    }

    fn node_at(&self, path: &VPath, follow: Follow) -> Result<Option<Node>> {
        if let Some(node) = self.peek(path, follow)? {
            let is_seen = self.may_see(path)?;
            return Ok(node.filter(|_| is_seen));
        }
        match self.snapshot(|txn| txn.locate(path, follow)) {
            Ok(Some(position)) => {
                let is_seen = self.may_see(&position.path)?;
                Ok(position.node.filter(|_| is_seen))
            }
            Ok(None) => Ok(None),
            Err(error) if error.kind() == ErrorKind::NotDirectory => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The target of a link, unchanged.
    ///
    /// # Errors
    /// `NotFound`; `Invalid` if it is not a link.
    pub fn read_link(&self, path: &VPath) -> Result<String> {
        self.snapshot(|txn| {
            let (position, node) = txn.existing(path, Follow::No)?;
            txn.guard(Verb::List, &position.path, 0)?;
            if node.kind != FileKind::Symlink {
                return Err(Error::at(ErrorKind::Invalid, path));
            }
            node.target
                .ok_or_else(|| Error::corrupt("a link without a target"))
        })
    }

    /// The path without any links.
    ///
    /// # Errors
    /// `NotFound` or `Loop`.
    pub fn real_path(&self, path: &VPath) -> Result<VPath> {
        self.snapshot(|txn| {
            let (position, _) = txn.existing(path, Follow::Yes)?;
            txn.guard(Verb::List, &position.path, 0)?;
            Ok(VPath::from_normal(position.path.as_str()))
        })
    }
}

impl ReadTxn<'_> {
    /// Reads the contents of a file now or earlier; `path` is for errors about damage.
    pub(crate) fn content_reader(
        &self,
        path: &VPath,
        content: Option<i64>,
        size: u64,
    ) -> Result<ContentReader<'_>> {
        let content = content
            .map(|id| self.content_of(id, size))
            .transpose()
            .map_err(|error| error.naming(path))?;
        if content.map_or(0, |content| content.size) != size {
            return Err(Error::corrupt("a file does not match its content").naming(path));
        }
        Ok(ContentReader {
            tree: self,
            size,
            source: content.map_or(Source::Here(&[]), |content| {
                Source::Stored(self, content, path.clone())
            }),
        })
    }
}
