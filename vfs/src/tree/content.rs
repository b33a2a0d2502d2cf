//! Bytes of files: immutable, shared, counted.
//!
//! A content is either inline (one row of bytes) or a prefix of a stream, which is a list of
//! extents over pieces. References are counted in a row of `content`, which an inline content
//! gets with its second reference: most files are small and are never shared, and so are one row. Appending extends the stream; a content that is not at the end of
//! its stream gets a stream of its own over the same pieces. An empty file has no content.
//!
//! Invariant: bytes leave this module only after their checksum was compared.

use super::{Dropped, Tree};
use crate::budget;
use crate::error::{Error, ErrorKind, Result};
use crate::store::{Row, int, sum, unsigned};

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

/// What became of a reference that was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Released {
    /// Its bytes are gone.
    Freed,
    /// Something else still holds its bytes.
    Shared,
}

impl Tree {
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
            self.store.execute(
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

    /// Stores the bytes of `old` followed by `data`, sharing the old bytes when they are many;
    /// tells whether they are shared.
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
        self.store.execute(
            "INSERT INTO content (id, refs, size, stream, sum) VALUES (?1, 1, ?2, ?3, ?4)",
            (id, int(size), stream, sum::of_content(id, size, stream)),
        )?;
        Ok(())
    }

    fn new_stream(&self) -> Result<i64> {
        let stream = self.new_id()?;
        self.store.execute(
            "INSERT INTO stream (id, contents, size) VALUES (?1, 0, 0)",
            [stream],
        )?;
        Ok(stream)
    }

    /// Counts one more content over a stream that now ends at `size`.
    fn link_stream(&self, stream: i64, size: u64) -> Result<()> {
        self.store.execute(
            "UPDATE stream SET contents = contents + 1, size = ?2 WHERE id = ?1",
            (stream, int(size)),
        )?;
        Ok(())
    }

    /// Makes a stream over the first `size` bytes of another; costs entries, not bytes. Sums are
    /// of whole pieces, which lie where they lay.
    fn fork_stream(&self, stream: i64, size: u64) -> Result<i64> {
        let fork = self.new_stream()?;
        self.store.execute(
            "INSERT INTO extent (stream, start, length, piece, sum)
             SELECT ?2, start, min(length, ?3 - start), piece, sum FROM extent WHERE stream = ?1 AND start < ?3",
            (stream, fork, int(size)),
        )?;
        Ok(fork)
    }

    /// Adds bytes at the end of a stream that nobody sees yet.
    fn extend_stream(&self, stream: i64, size: u64, data: &[u8]) -> Result<()> {
        let mut start = size;
        let mut rest = data;
        if size > 0 {
            let taken = self.extend_tail(stream, rest)?;
            start += taken as u64;
            rest = &rest[taken..];
        }
        for bytes in rest.chunks(PIECE_BYTES) {
            self.check_deadline()?;
            let piece = self.new_id()?;
            self.store.execute(
                "INSERT INTO piece (id, data) VALUES (?1, ?2)",
                (piece, bytes),
            )?;
            self.store.execute(
                "INSERT INTO extent (stream, start, length, piece, sum) VALUES (?1, ?2, ?3, ?4, ?5)",
                (
                    stream,
                    int(start),
                    int(bytes.len() as u64),
                    piece,
                    sum::of_piece(piece, start, bytes),
                ),
            )?;
            start += bytes.len() as u64;
        }
        Ok(())
    }

    /// Puts bytes into the last piece when it is small and nobody else's; returns how many.
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
        self.store
            .execute("UPDATE piece SET data = ?2 WHERE id = ?1", (piece, &bytes))?;
        self.store.execute(
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

    pub(crate) fn content(&self, id: i64) -> Result<Content> {
        self.store
            .row(
                "SELECT size, stream, sum FROM content WHERE id = ?1
                 UNION ALL SELECT length(data), NULL, 0 FROM inline WHERE id = ?1 LIMIT 1",
                [id],
                |row| self.read_content(id, row),
            )?
            .ok_or_else(|| Error::corrupt("a file without its content"))
    }

    /// The content of an entry of a size. That of inline bytes is compared when they are read.
    pub(crate) fn content_of(&self, id: i64, size: u64) -> Result<Content> {
        let row = self.store.row(
            "SELECT size, stream, sum FROM content WHERE id = ?1",
            [id],
            |row| self.read_content(id, row),
        )?;
        Ok(row.unwrap_or(Content {
            id,
            size,
            stream: None,
        }))
    }

    /// A content from its size, its stream and their sum.
    fn read_content(&self, id: i64, row: &Row<'_>) -> Result<Content> {
        let (size, stream) = (unsigned(row, 0)?, row.get::<Option<i64>>(1)?);
        if let Some(stream) = stream {
            self.check_sum(row, 2, || sum::of_content(id, size, stream))?;
        }
        Ok(Content { id, size, stream })
    }

    /// Compares the sum in a column with what it should be.
    pub(super) fn check_sum(
        &self,
        row: &Row<'_>,
        column: usize,
        sum: impl FnOnce() -> i64,
    ) -> Result<()> {
        match row.get::<Option<i64>>(column)? {
            Some(known) if known == sum() => Ok(()),
            None if !self.store.has_sums() => Ok(()),
            _ => Err(damaged()),
        }
    }

    fn inline_bytes(&self, content: Content) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.content_pieces(content, 0, content.size, &mut |piece| {
            bytes.extend_from_slice(piece)
        })?;
        Ok(bytes)
    }

    /// Calls `sink` with the bytes of a content from `start`, at most `length` of them.
    pub(crate) fn content_pieces(
        &self,
        content: Content,
        start: u64,
        length: u64,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<()> {
        let end = content.size.min(start.saturating_add(length));
        if start >= end {
            return Ok(());
        }
        let Some(stream) = content.stream else {
            let found = self.store.row(
                "SELECT data, sum FROM inline WHERE id = ?1",
                [content.id],
                |row| {
                    let data = row.blob(0)?;
                    self.check_sum(row, 1, || sum::of_inline(content.id, data))?;
                    if data.len() as u64 != content.size {
                        return Err(Error::corrupt("bytes do not match their size"));
                    }
                    sink(&data[index(start)?..index(end)?]);
                    Ok(())
                },
            )?;
            return found.ok_or_else(|| Error::corrupt("a content without its bytes"));
        };
        let mut at = start;
        self.store.each(
            "SELECT e.start, e.length, p.data, e.sum, e.piece FROM extent e JOIN piece p ON p.id = e.piece
             WHERE e.stream = ?1 AND +e.stream = ?1 AND e.start < ?3
             AND e.start >= (SELECT max(start) FROM extent WHERE stream = ?1 AND start <= ?2)
             ORDER BY e.start",
            (stream, int(start), int(end)),
            |row| {
                self.check_deadline()?;
                let (first, length) = (unsigned(row, 0)?, unsigned(row, 1)?);
                let data = row.blob(2)?;
                let piece = row.get(4)?;
                self.check_sum(row, 3, || sum::of_piece(piece, first, data))?;
                let last = first.saturating_add(length).min(end);
                if first > at || last <= at || length > data.len() as u64 {
                    return Err(Error::corrupt("a stream with a gap"));
                }
                sink(&data[index(at - first)?..index(last - first)?]);
                at = last;
                Ok(())
            },
        )?;
        if at < end {
            Err(Error::corrupt("a stream shorter than its content"))
        } else {
            Ok(())
        }
    }

    /// Whether a content holds exactly these bytes; a damaged one does not, so that it can be
    /// replaced by what it should hold.
    pub(crate) fn content_equals(&self, content: Option<i64>, data: &[u8]) -> Result<bool> {
        is_equal(self.compare_content(content, data))
    }

    fn compare_content(&self, content: Option<i64>, data: &[u8]) -> Result<bool> {
        let Some(id) = content else {
            return Ok(data.is_empty());
        };
        let content = self.content(id)?;
        if content.size != data.len() as u64 {
            return Ok(false);
        }
        // The first piece decides nearly always.
        let mut at = 0_usize;
        let mut equal = true;
        while equal && at < data.len() {
            let length = PIECE_BYTES.min(data.len() - at);
            let expected = &data[at..at + length];
            let mut offset = 0_usize;
            self.content_pieces(content, at as u64, length as u64, &mut |piece| {
                equal &= expected.get(offset..offset + piece.len()) == Some(piece);
                offset += piece.len();
            })?;
            at += length;
        }
        Ok(equal)
    }

    /// Whether two contents hold the same bytes, as far as reading `allowance` bytes tells; takes
    /// what it read off that. Damaged ones hold no others'.
    pub(crate) fn contents_equal(
        &self,
        one: Option<i64>,
        other: Option<i64>,
        allowance: &mut u64,
    ) -> Result<bool> {
        is_equal(self.compare_contents(one, other, allowance))
    }

    fn compare_contents(
        &self,
        one: Option<i64>,
        other: Option<i64>,
        allowance: &mut u64,
    ) -> Result<bool> {
        let (Some(one), Some(other)) = (one, other) else {
            return Ok(one == other);
        };
        if one == other {
            return Ok(true);
        }
        let (one, other) = (self.content(one)?, self.content(other)?);
        if one.size != other.size {
            return Ok(false);
        }
        let mut at = 0;
        while at < one.size {
            let length = (PIECE_BYTES as u64).min(one.size - at);
            let Some(left_over) = allowance.checked_sub(length) else {
                return Ok(false);
            };
            *allowance = left_over;
            let (mut left, mut right) = (Vec::new(), Vec::new());
            self.content_pieces(one, at, length, &mut |piece| left.extend_from_slice(piece))?;
            self.content_pieces(other, at, length, &mut |piece| {
                right.extend_from_slice(piece)
            })?;
            if left != right {
                return Ok(false);
            }
            at += length;
        }
        Ok(true)
    }

    /// Adds a reference.
    pub(crate) fn hold_content(&self, id: i64) -> Result<()> {
        let held = self
            .store
            .execute("UPDATE content SET refs = refs + 1 WHERE id = ?1", [id])?;
        if held > 0 {
            return Ok(());
        }
        let counted = self.store.execute(
            "INSERT INTO content (id, refs, size, stream, sum)
             SELECT id, 2, length(data), NULL, 0 FROM inline WHERE id = ?1",
            [id],
        )?;
        if counted == 0 {
            return Err(Error::corrupt("a file without its content"));
        }
        Ok(())
    }

    /// Gives up a reference; the last one takes the bytes with it.
    pub(crate) fn release_content(&self, id: i64) -> Result<Released> {
        let row = self.store.row(
            "UPDATE content SET refs = refs - 1 WHERE id = ?1 RETURNING refs, stream",
            [id],
            |row| Ok((row.get::<i64>(0)?, row.get::<Option<i64>>(1)?)),
        )?;
        let stream = match row {
            Some((1.., _)) => return Ok(Released::Shared),
            Some((_, stream)) => {
                self.store
                    .execute("DELETE FROM content WHERE id = ?1", [id])?;
                stream
            }
            None => None,
        };
        if let Some(stream) = stream {
            return self.unlink_stream(stream, 1);
        }
        if self
            .store
            .execute("DELETE FROM inline WHERE id = ?1", [id])?
            == 0
        {
            return Err(Error::corrupt("a file without its content"));
        }
        Ok(Released::Freed)
    }

    /// Counts `fewer` contents less over a stream, which goes with the last one.
    pub(crate) fn unlink_stream(&self, stream: i64, fewer: i64) -> Result<Released> {
        let left = self.store.row(
            "UPDATE stream SET contents = contents - ?2 WHERE id = ?1 RETURNING contents",
            (stream, fewer),
            |row| row.get::<i64>(0),
        )?;
        let Some(left) = left else {
            return Err(Error::corrupt("a content without its stream"));
        };
        if left > 0 {
            return Ok(Released::Shared);
        }
        self.store.execute(
            "DELETE FROM piece WHERE id IN (SELECT piece FROM extent WHERE stream = ?1)
             AND NOT EXISTS (SELECT 1 FROM extent e WHERE e.piece = piece.id AND e.stream <> ?1)",
            [stream],
        )?;
        self.store
            .execute("DELETE FROM extent WHERE stream = ?1", [stream])?;
        self.store
            .execute("DELETE FROM stream WHERE id = ?1", [stream])?;
        Ok(Released::Freed)
    }

    /// Counts bytes that no file holds any more, as far as is known without a recount.
    pub(crate) fn charge_history(&self, bytes: u64) -> Result<()> {
        if bytes > 0 {
            self.update_state(|state| {
                state.history_bytes = state.history_bytes.saturating_add(bytes)
            })?;
        }
        Ok(())
    }

    /// Adds the numbers in the scratch table `touched` to the references of contents.
    pub(crate) fn hold_touched(&self) -> Result<()> {
        self.store.execute(
            "UPDATE content SET refs = refs + t.n FROM temp.touched t WHERE t.id = content.id",
            [],
        )?;
        self.store.execute(
            "INSERT INTO content (id, refs, size, stream, sum)
             SELECT i.id, 1 + t.n, length(i.data), NULL, 0 FROM temp.touched t JOIN inline i ON i.id = t.id
             WHERE NOT EXISTS (SELECT 1 FROM content c WHERE c.id = t.id)",
            [],
        )?;
        Ok(())
    }

    /// Takes the numbers in `touched` off and removes what nobody holds; returns the bytes
    /// that were freed.
    pub(crate) fn release_touched(&self) -> Result<u64> {
        self.store.execute(
            "UPDATE content SET refs = refs - t.n FROM temp.touched t WHERE t.id = content.id",
            [],
        )?;
        // What has no row had one reference.
        self.store.execute(
            "DELETE FROM temp.touched WHERE EXISTS
             (SELECT 1 FROM content c WHERE c.id = touched.id AND c.refs > 0)",
            [],
        )?;
        let mut streams = Vec::new();
        self.store.each(
            "SELECT c.stream, count(*), max(c.size) FROM temp.touched t JOIN content c ON c.id = t.id
             WHERE c.stream IS NOT NULL GROUP BY c.stream",
            [],
            |row| {
                streams.push((row.get::<i64>(0)?, row.get::<i64>(1)?, unsigned(row, 2)?));
                Ok(())
            },
        )?;
        let mut freed = self
            .store
            .row(
                "SELECT coalesce(sum(length(i.data)), 0) FROM temp.touched t JOIN inline i ON i.id = t.id",
                [],
                |row| unsigned(row, 0),
            )?
            .unwrap_or(0);
        self.store.execute(
            "DELETE FROM inline WHERE id IN (SELECT id FROM temp.touched)",
            [],
        )?;
        self.store.execute(
            "DELETE FROM content WHERE id IN (SELECT id FROM temp.touched)",
            [],
        )?;
        for (stream, contents, bytes) in streams {
            if self.unlink_stream(stream, contents)? == Released::Freed {
                freed += bytes;
            }
        }
        Ok(freed)
    }
}

/// What is said of stored bytes that are not those that were stored.
pub(super) fn damaged() -> Error {
    Error::corrupt("stored bytes do not match their checksum")
}

/// The result of a comparison in which damage makes a difference.
fn is_equal(compared: Result<bool>) -> Result<bool> {
    match compared {
        Err(error) if error.kind() == ErrorKind::Corrupt => Ok(false),
        compared => compared,
    }
}

pub(super) fn index(number: u64) -> Result<usize> {
    usize::try_from(number).map_err(|_| Error::new(ErrorKind::FileTooLarge))
}
