//! Comparing contents.

use isolate_text::budget;

use super::{Content, PIECE_BYTES};
use crate::error::{Error, ErrorKind, Result};
use crate::store::{int, unsigned};
use crate::txn::ReadTxn;

impl ReadTxn<'_> {
    /// Whether a content holds exactly these bytes, which are few; one that is damaged or cannot be
    /// read does not, so that it can be replaced by what it should hold.
    pub(super) fn content_equals(&self, content: Option<i64>, data: &[u8]) -> Result<bool> {
        is_equal(self.compare_content(content, data))
    }

    fn compare_content(&self, content: Option<i64>, data: &[u8]) -> Result<bool> {
        let Some(id) = content else {
            return Ok(data.is_empty());
        };
        let content = self.content(id)?;
        Ok(content.size == data.len() as u64 && self.inline_bytes(content)? == data)
    }

    /// Whether two contents hold the same bytes, reading at most `allowance` bytes, from which it
    /// subtracts what it read. A content that is damaged or cannot be read equals no other.
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
        for range in self.ranges_to_compare(one, other)? {
            if !self.range_equals(one, other, range, allowance)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The parts of two contents of one size that are not in the same pieces at the same offsets.
    fn ranges_to_compare(&self, one: Content, other: Content) -> Result<Vec<(u64, u64)>> {
        let (Some(stream), Some(with)) = (one.stream, other.stream) else {
            return Ok(vec![(0, one.size)]);
        };
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        let mut at = 0;
        self.store.each(
            "SELECT e.start, e.length, EXISTS (SELECT 1 FROM extent o WHERE o.stream = ?2 AND o.start = e.start
                AND o.piece = e.piece AND o.length = e.length)
             FROM extent e WHERE e.stream = ?1 AND e.start < ?3 ORDER BY e.start",
            (stream, with, int(one.size)),
            |row| {
                let (start, length) = (unsigned(row, 0)?, unsigned(row, 1)?);
                if start != at {
                    return Err(Error::corrupt("a stream with a gap"));
                }
                at = start.saturating_add(length).min(one.size);
                match ranges.last_mut() {
                    _ if row.get::<bool>(2)? => {}
                    Some(last) if last.1 == start => last.1 = at,
                    _ => {
                        budget::charge(size_of::<(u64, u64)>())?;
                        ranges.push((start, at));
                    }
                }
                Ok(())
            },
        )?;
        if at < one.size {
            return Err(Error::corrupt("a stream shorter than its content"));
        }
        Ok(ranges)
    }

    fn range_equals(
        &self,
        one: Content,
        other: Content,
        range: (u64, u64),
        allowance: &mut u64,
    ) -> Result<bool> {
        let (mut at, end) = range;
        while at < end {
            let length = (PIECE_BYTES as u64).min(end - at);
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
}

/// The result of a comparison in which bytes that cannot be had are a difference.
fn is_equal(compared: Result<bool>) -> Result<bool> {
    match compared {
        Err(error) if error.kind() == ErrorKind::Corrupt || error.is_of_unreadable_file() => {
            Ok(false)
        }
        compared => compared,
    }
}
