//! Bytes of files: immutable, shared, counted.
//!
//! A content is either inline (one row of bytes) or a prefix of a stream, which is a list of
//! extents over pieces. References are counted in a row of `content`, which an inline content
//! gets with its second reference: most files are small and are never shared, and so are one row.
//! Appending extends the stream; a content that is not at the end of its stream gets a stream of
//! its own over the same pieces. Overwriting a large file makes a stream that shares the pieces
//! whose bytes are in the new content, too, at the same or at another offset. An empty file has no
//! content.
//!
//! Invariant: bytes leave this module only after their checksum was compared.

mod compare;
mod overwrite;
mod read;
mod references;

use isolate_text::budget;
pub(super) use overwrite::Overwrite;
pub(super) use read::{check_sum, index};

use crate::error::{Error, Result};
use crate::store::{int, sum, unsigned};
use crate::txn::WriteTxn;

/// Contents up to this size are one row: two pages at most.
const INLINE_BYTES_MAX: usize = 8 * 1024;
/// 16 pages: large enough to read at memory speed, small enough to copy at an edge.
const PIECE_BYTES: usize = 64 * 1024;
/// A last piece below this is rewritten by an append instead of getting a neighbour, so
/// that a file of many appends has pieces of a page at least.
const TAIL_BYTES_MIN: u64 = 4096;

/// Where the bytes of a content are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Content {
    pub(crate) id: i64,
    pub(crate) size: u64,
    pub(crate) stream: Option<i64>,
}

/// What happened to the reference that an entry held on its old content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dropped {
    /// Released: the file has other bytes now, or was removed.
    Replaced,
    /// Released, but the new content shares some of its bytes.
    Rewritten {
        /// How many bytes of the old content are in the new one.
        shared: u64,
    },
    /// Released, but another content still covers its bytes.
    Extended,
    /// The entry still holds it.
    Kept,
}

impl WriteTxn<'_> {
    /// Stores bytes; the caller owns the one reference. None for no bytes.
    pub(crate) fn put_content(&self, data: &[u8]) -> Result<Option<i64>> {
        if data.is_empty() {
            return Ok(None);
        }
        if self.store.is_in_memory() {
            budget::charge(data.len())?;
        }
        let id = self.new_id()?;
        if data.len() <= INLINE_BYTES_MAX {
            self.execute(
                "INSERT INTO inline (id, data, sum) VALUES (?1, ?2, ?3)",
                (id, data, sum::of_inline(id, data)),
            )?;
        } else {
            let stream = self.new_stream()?;
            self.extend_stream(stream, 0, data)?;
            self.link_stream(stream, data.len() as u64)?;
            self.insert_content(id, data.len() as u64, stream)?;
        }
        Ok(Some(id))
    }

    /// Stores the bytes of `old` followed by `data`, and shares the old bytes when they are many.
    /// Returns whether they are shared.
    pub(crate) fn append_content(
        &self,
        old: Option<i64>,
        data: &[u8],
    ) -> Result<(Option<i64>, Dropped)> {
        let Some(old) = old else {
            return Ok((self.put_content(data)?, Dropped::Replaced));
        };
        let old = self.content(old)?;
        let size = old.size + data.len() as u64;
        let Some(stream) = old.stream else {
            let mut bytes = self.inline_bytes(old)?;
            bytes.extend_from_slice(data);
            return Ok((self.put_content(&bytes)?, Dropped::Replaced));
        };
        let end = self
            .store
            .row("SELECT size FROM stream WHERE id = ?1", [stream], |row| {
                unsigned(row, 0)
            })?
            .ok_or_else(|| Error::corrupt("a content without its stream"))?;
        let stream = if end == old.size {
            stream
        } else {
            self.fork_stream(stream, old.size)?
        };
        self.extend_stream(stream, old.size, data)?;
        self.link_stream(stream, size)?;
        let id = self.new_id()?;
        self.insert_content(id, size, stream)?;
        Ok((Some(id), Dropped::Extended))
    }

    fn insert_content(&self, id: i64, size: u64, stream: i64) -> Result<()> {
        self.execute(
            "INSERT INTO content (id, refs, size, stream, sum) VALUES (?1, 1, ?2, ?3, ?4)",
            (id, int(size), stream, sum::of_content(id, size, stream)),
        )?;
        Ok(())
    }

    fn new_stream(&self) -> Result<i64> {
        let stream = self.new_id()?;
        self.execute(
            "INSERT INTO stream (id, contents, size) VALUES (?1, 0, 0)",
            [stream],
        )?;
        Ok(stream)
    }

    /// Counts one more content over a stream that now ends at `size`.
    fn link_stream(&self, stream: i64, size: u64) -> Result<()> {
        self.execute(
            "UPDATE stream SET contents = contents + 1, size = ?2 WHERE id = ?1",
            (stream, int(size)),
        )?;
        Ok(())
    }

    /// Makes a stream over the first `size` bytes of another; copies no bytes. Sums are
    /// of whole pieces, whose positions stay the same.
    fn fork_stream(&self, stream: i64, size: u64) -> Result<i64> {
        let fork = self.new_stream()?;
        self.execute(
            "INSERT INTO extent (stream, start, length, piece, sum)
             SELECT ?2, start, min(length, ?3 - start), piece, sum FROM extent WHERE stream = ?1 AND start < ?3",
            (stream, fork, int(size)),
        )?;
        Ok(fork)
    }

    /// Adds bytes at the end of a stream, which no content covers yet.
    fn extend_stream(&self, stream: i64, size: u64, data: &[u8]) -> Result<()> {
        let mut start = size;
        let mut rest = data;
        if size > 0 {
            let taken = self.extend_tail(stream, rest)?;
            start += taken as u64;
            rest = &rest[taken..];
        }
        self.insert_pieces(stream, start, rest.chunks(PIECE_BYTES))
    }

    /// Adds new pieces to a stream, one behind the other from `start`.
    fn insert_pieces<'a>(
        &self,
        stream: i64,
        start: u64,
        pieces: impl Iterator<Item = &'a [u8]>,
    ) -> Result<()> {
        let mut start = start;
        for bytes in pieces {
            self.check_deadline()?;
            let piece = self.new_id()?;
            self.execute(
                "INSERT INTO piece (id, data) VALUES (?1, ?2)",
                (piece, bytes),
            )?;
            let sum = sum::of_piece(piece, start, bytes);
            self.insert_extent(stream, start, bytes.len(), piece, sum)?;
            start += bytes.len() as u64;
        }
        Ok(())
    }

    /// Adds a piece to a stream; the sum is of the whole piece at its offset.
    fn insert_extent(
        &self,
        stream: i64,
        start: u64,
        length: usize,
        piece: i64,
        sum: i64,
    ) -> Result<()> {
        self.execute(
            "INSERT INTO extent (stream, start, length, piece, sum) VALUES (?1, ?2, ?3, ?4, ?5)",
            (stream, int(start), int(length as u64), piece, sum),
        )?;
        Ok(())
    }

    /// Puts bytes into the last piece when it is small and is used nowhere else. Returns how many.
    fn extend_tail(&self, stream: i64, data: &[u8]) -> Result<usize> {
        let tail = self.store.row(
            "SELECT start, length, piece, sum FROM extent WHERE stream = ?1 ORDER BY start DESC LIMIT 1",
            [stream],
            |row| {
                Ok((
                    unsigned(row, 0)?,
                    unsigned(row, 1)?,
                    row.get::<i64>(2)?,
                    row.get::<i64>(3)?,
                ))
            },
        )?;
        let Some((start, length, piece, known)) = tail else {
            return Ok(0);
        };
        if length >= TAIL_BYTES_MIN {
            return Ok(0);
        }
        let uses = self
            .store
            .row(
                "SELECT count(*) FROM (SELECT 1 FROM extent WHERE piece = ?1 LIMIT 2)",
                [piece],
                |row| row.get::<i64>(0),
            )?
            .unwrap_or(0);
        if uses != 1 {
            return Ok(0);
        }
        let mut bytes = self
            .store
            .row("SELECT data FROM piece WHERE id = ?1", [piece], |row| {
                row.get::<Vec<u8>>(0)
            })?
            .ok_or_else(|| Error::corrupt("an extent without its piece"))?;
        // A new sum over damaged bytes would make them good.
        if known != sum::of_piece(piece, start, &bytes) {
            return Err(damaged());
        }
        bytes.truncate(usize::try_from(length).expect("the length of a tail is below 4096"));
        let taken = data.len().min(PIECE_BYTES - bytes.len());
        bytes.extend_from_slice(&data[..taken]);
        self.execute("UPDATE piece SET data = ?2 WHERE id = ?1", (piece, &bytes))?;
        self.execute(
            "UPDATE extent SET length = ?3, sum = ?4 WHERE stream = ?1 AND start = ?2",
            (
                stream,
                int(start),
                int(bytes.len() as u64),
                sum::of_piece(piece, start, &bytes),
            ),
        )?;
        Ok(taken)
    }
}

/// The error for stored bytes that do not match their checksum.
fn damaged() -> Error {
    Error::corrupt("stored bytes do not match their checksum")
}
