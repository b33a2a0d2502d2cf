//! Comparing contents, piece by piece.

use super::PIECE_BYTES;
use crate::error::{ErrorKind, Result};
use crate::tree::Tree;

impl Tree {
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

    /// Whether two contents hold the same bytes, reading at most `allowance` bytes, from which it
    /// subtracts what it read. A damaged content equals no other.
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
}

/// The result of a comparison in which damage makes a difference.
fn is_equal(compared: Result<bool>) -> Result<bool> {
    match compared {
        Err(error) if error.kind() == ErrorKind::Corrupt => Ok(false),
        compared => compared,
    }
}
