//! References on contents. With the last one the bytes are removed.

use crate::error::{Error, Result};
use crate::store::{int, unsigned};
use crate::txn::WriteTxn;

impl WriteTxn<'_> {
    /// Adds a reference.
    pub(crate) fn hold_content(&self, id: i64) -> Result<()> {
        let held = self.execute("UPDATE content SET refs = refs + 1 WHERE id = ?1", [id])?;
        if held > 0 {
            return Ok(());
        }
        let counted = self.execute(
            "INSERT INTO content (id, refs, size, stream, sum)
             SELECT id, 2, length(data), NULL, 0 FROM inline WHERE id = ?1",
            [id],
        )?;
        if counted == 0 {
            return Err(Error::corrupt("a file without its content"));
        }
        Ok(())
    }

    /// Adds a reference for each entry of a directory.
    pub(crate) fn hold_contents_in(&self, directory: i64) -> Result<()> {
        self.execute(
            "UPDATE content SET refs = refs + t.n FROM (
                SELECT content AS id, count(*) AS n FROM node WHERE parent = ?1 AND content IS NOT NULL GROUP BY content
             ) t WHERE t.id = content.id",
            [directory],
        )?;
        self.execute(
            "INSERT INTO content (id, refs, size, stream, sum)
             SELECT i.id, 1 + t.n, length(i.data), NULL, 0 FROM (
                SELECT content AS id, count(*) AS n FROM node WHERE parent = ?1 AND content IS NOT NULL GROUP BY content
             ) t JOIN inline i ON i.id = t.id WHERE NOT EXISTS (SELECT 1 FROM content c WHERE c.id = t.id)",
            [directory],
        )?;
        Ok(())
    }

    /// Releases a reference on a content of a size; with the last one the bytes are removed that
    /// nothing else holds. Returns how many of its bytes that are.
    pub(crate) fn release_content(&self, id: i64, size: u64) -> Result<u64> {
        let row = self.store.returning(
            self,
            "UPDATE content SET refs = refs - 1 WHERE id = ?1 RETURNING refs, stream",
            [id],
            |row| Ok((row.get::<i64>(0)?, row.get::<Option<i64>>(1)?)),
        )?;
        let stream = match row {
            Some((1.., _)) => return Ok(0),
            Some((_, stream)) => {
                self.execute("DELETE FROM content WHERE id = ?1", [id])?;
                stream
            }
            None => None,
        };
        if let Some(stream) = stream {
            return self.unlink_stream(stream, 1, size);
        }
        if self.execute("DELETE FROM inline WHERE id = ?1", [id])? == 0 && !self.has_source() {
            return Err(Error::corrupt("a file without its content"));
        }
        Ok(size)
    }

    /// Subtracts `fewer` contents of a stream, which is removed with the last one, and with it the
    /// pieces that no other stream has. Returns how many of its first `size` bytes that are.
    pub(crate) fn unlink_stream(&self, stream: i64, fewer: i64, size: u64) -> Result<u64> {
        let left = self.store.returning(
            self,
            "UPDATE stream SET contents = contents - ?2 WHERE id = ?1 RETURNING contents",
            (stream, fewer),
            |row| row.get::<i64>(0),
        )?;
        let Some(left) = left else {
            return Err(Error::corrupt("a content without its stream"));
        };
        if left > 0 {
            return Ok(0);
        }
        let mut freed = 0_u64;
        self.store.each_returned(
            self,
            "DELETE FROM piece WHERE id IN (SELECT piece FROM extent WHERE stream = ?1)
             AND NOT EXISTS (SELECT 1 FROM extent e WHERE e.piece = piece.id AND e.stream <> ?1)
             RETURNING (SELECT max(min(e.length, max(?2 - e.start, 0))) FROM extent e
                WHERE e.piece = piece.id AND e.stream = ?1)",
            (stream, int(size)),
            |row| {
                freed = freed.saturating_add(unsigned(row, 0)?);
                Ok(())
            },
        )?;
        self.execute("DELETE FROM extent WHERE stream = ?1", [stream])?;
        self.execute("DELETE FROM stream WHERE id = ?1", [stream])?;
        Ok(freed)
    }

    /// Adds the numbers in the scratch table `touched` to the references of contents.
    pub(crate) fn hold_touched(&self) -> Result<()> {
        self.execute(
            "UPDATE content SET refs = refs + t.n FROM temp.touched t WHERE t.id = content.id",
            [],
        )?;
        self.execute(
            "INSERT INTO content (id, refs, size, stream, sum)
             SELECT i.id, 1 + t.n, length(i.data), NULL, 0 FROM temp.touched t JOIN inline i ON i.id = t.id
             WHERE NOT EXISTS (SELECT 1 FROM content c WHERE c.id = t.id)",
            [],
        )?;
        Ok(())
    }

    /// Subtracts the numbers in `touched` and removes contents without references. Returns how many
    /// of their bytes nothing else holds.
    pub(crate) fn release_touched(&self) -> Result<u64> {
        self.execute(
            "UPDATE content SET refs = refs - t.n FROM temp.touched t WHERE t.id = content.id",
            [],
        )?;
        // A content without a row had one reference.
        self.execute(
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
        self.execute(
            "DELETE FROM inline WHERE id IN (SELECT id FROM temp.touched)",
            [],
        )?;
        self.execute(
            "DELETE FROM content WHERE id IN (SELECT id FROM temp.touched)",
            [],
        )?;
        for (stream, contents, bytes) in streams {
            freed += self.unlink_stream(stream, contents, bytes)?;
        }
        Ok(freed)
    }
}
