//! Reading contents.

use super::{Content, damaged};
use crate::error::{Error, ErrorKind, Result};
use crate::store::{Row, int, sum, unsigned};
use crate::txn::ReadTxn;

impl ReadTxn<'_> {
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
            check_sum(row, 2, sum::of_content(id, size, stream))?;
        }
        Ok(Content { id, size, stream })
    }

    pub(super) fn inline_bytes(&self, content: Content) -> Result<Vec<u8>> {
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
                    check_sum(row, 1, sum::of_inline(content.id, data))?;
                    if data.len() as u64 != content.size {
                        return Err(Error::corrupt("bytes do not match their size"));
                    }
                    sink(&data[index(start)?..index(end)?]);
                    Ok(())
                },
            )?;
            return match found {
                Some(()) => Ok(()),
                None => self.read_outside(content.id, start, end - start, sink),
            };
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
                check_sum(row, 3, sum::of_piece(piece, first, data))?;
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
}

/// Compares the checksum in a column with what it should be.
pub(in crate::tree) fn check_sum(row: &Row<'_>, column: usize, sum: i64) -> Result<()> {
    match row.get::<Option<i64>>(column)? {
        Some(known) if known == sum => Ok(()),
        _ => Err(damaged()),
    }
}

/// A position in memory; one beyond it is in no file that is read.
pub(in crate::tree) fn index(number: u64) -> Result<usize> {
    usize::try_from(number).map_err(|_| Error::new(ErrorKind::FileTooLarge))
}
