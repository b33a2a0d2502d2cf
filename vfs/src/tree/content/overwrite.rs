//! Overwriting a large content: the new one shares the extents whose bytes it has too.
//!
//! The extents of the old content are compared with the new bytes from the beginning until one
//! differs, then from the end, and then those in between, each near the offset where the one before
//! it was found. What no extent holds is written as new pieces of about equal size.
//!
//! Invariant: only bytes that were compared, and whose checksum matched, are shared.

use isolate_text::budget;
use memchr::memmem;

use super::{INLINE_BYTES_MAX, PIECE_BYTES};
use crate::error::{ErrorKind, Result};
use crate::node::Node;
use crate::store::{Row, int, sum, unsigned};
use crate::txn::{ReadTxn, WriteTxn};

/// A region of new bytes below this is stored together with a neighbour, so that pieces do not get
/// smaller with every edit.
const REGION_BYTES_MIN: usize = 16 * 1024;
/// A shorter extent is stored anew: it costs less than a row, and bounds the list of the shared ones.
const SHARED_BYTES_MIN: u64 = 1024;
/// How far from its expected offset an extent is looked for: edits in between may shift it so far.
const SHIFT_BYTES_MAX: usize = 64 * 1024;
/// An extent is looked for by its first bytes.
const KEY_BYTES: usize = 64;
/// How many offsets that begin like an extent are compared with it.
const OFFSETS_MAX: usize = 4;
/// What a row of `extent` takes, with its entry in the index.
const EXTENT_BYTES: u64 = 64;

/// How new bytes of a file compare with those it has.
#[derive(Debug)]
pub(in crate::tree) enum Overwrite {
    /// They are the same.
    Same,
    /// Some are the same.
    Shares(Layout),
    /// They share nothing, or are few.
    Anew,
}

/// Where the bytes of a new content are to be: from the beginning to the end, without gaps.
#[derive(Debug)]
pub(in crate::tree) struct Layout {
    spans: Vec<Span>,
    /// How many bytes are shared with the old content.
    pub(in crate::tree) shared: u64,
}

#[derive(Debug)]
enum Span {
    /// A piece that is there.
    Shared(Shared),
    /// Bytes from a position to another that are not there yet.
    New(usize, usize),
}

/// A piece at its offset in the new content.
#[derive(Debug)]
struct Shared {
    start: usize,
    length: usize,
    piece: i64,
    sum: i64,
}

impl Shared {
    fn end(&self) -> usize {
        self.start + self.length
    }
}

/// An extent of the old content, cut where the content ends.
struct Old<'a> {
    start: u64,
    length: u64,
    piece: i64,
    sum: i64,
    /// The whole piece.
    data: &'a [u8],
}

impl<'a> Old<'a> {
    fn read(row: &Row<'a>, size: u64) -> Result<Self> {
        let start = unsigned(row, 0)?;
        Ok(Self {
            start,
            length: unsigned(row, 1)?.min(size.saturating_sub(start)),
            piece: row.get(2)?,
            sum: row.get(3)?,
            data: row.blob(4)?,
        })
    }

    fn bytes(&self) -> Option<&'a [u8]> {
        self.data.get(..usize::try_from(self.length).ok()?)
    }

    fn end(&self) -> u64 {
        self.start.saturating_add(self.length)
    }

    /// The extent at an offset in new bytes, if they have its bytes there. A damaged one is nowhere.
    fn at(&self, offset: usize, new: &[u8]) -> Option<Shared> {
        let bytes = self.bytes()?;
        let is_equal = !bytes.is_empty() && new.get(offset..)?.starts_with(bytes);
        if !is_equal || self.sum != sum::of_piece(self.piece, self.start, self.data) {
            return None;
        }
        let start = offset as u64;
        let sum = match start == self.start {
            true => self.sum,
            false => sum::of_piece(self.piece, start, self.data),
        };
        Some(Shared {
            start: offset,
            length: bytes.len(),
            piece: self.piece,
            sum,
        })
    }
}

/// In which order extents are compared.
#[derive(Clone, Copy)]
enum Order {
    Forward,
    Backward,
}

impl ReadTxn<'_> {
    /// Compares new bytes of a file with those it has, as far as they can be shared. Damage is a
    /// difference, so that it can be replaced by what should be there.
    pub(in crate::tree) fn compare_overwrite(
        &self,
        old: Option<&Node>,
        data: &[u8],
    ) -> Result<Overwrite> {
        let Some(old) = old else {
            return Ok(Overwrite::Anew);
        };
        if data.len() <= INLINE_BYTES_MAX {
            let is_same =
                old.size == data.len() as u64 && self.content_equals(old.content, data)?;
            return Ok(if is_same {
                Overwrite::Same
            } else {
                Overwrite::Anew
            });
        }
        let Some(content) = old.content else {
            return Ok(Overwrite::Anew);
        };
        match self.compare_stream(content, data) {
            Err(error) if error.kind() == ErrorKind::Corrupt => Ok(Overwrite::Anew),
            compared => compared,
        }
    }

    fn compare_stream(&self, content: i64, data: &[u8]) -> Result<Overwrite> {
        let content = self.content(content)?;
        let Some(stream) = content.stream else {
            let is_same =
                self.is_outside(content)? && self.content_equals(Some(content.id), data)?;
            return Ok(match is_same {
                true => Overwrite::Same,
                false => Overwrite::Anew,
            });
        };
        let size = content.size;
        let mut shared = Vec::new();
        let keep = |found: Shared, shared: &mut Vec<Shared>| {
            if found.length as u64 >= SHARED_BYTES_MIN {
                shared.push(found);
            }
        };
        // From the beginning.
        let mut head = 0_usize;
        self.each_extent(stream, size, (0, size), Order::Forward, |old| {
            let found = old.at(head, data).filter(|_| old.start == head as u64);
            let Some(found) = found else {
                return Ok(false);
            };
            head = found.end();
            keep(found, &mut shared);
            Ok(true)
        })?;
        if head as u64 == size && head == data.len() {
            return Ok(Overwrite::Same);
        }
        // From the end: `tail` bytes are compared.
        let mut tail = 0_usize;
        let mut last = Vec::new();
        let below = |tail: usize| size.checked_sub(tail as u64);
        self.each_extent(stream, size, (head as u64, size), Order::Backward, |old| {
            let length = old.bytes().map_or(0, <[u8]>::len);
            let offset = data.len().checked_sub(tail + length);
            let found = offset
                .filter(|offset| *offset >= head && below(tail) == Some(old.end()))
                .and_then(|offset| old.at(offset, data));
            let Some(found) = found else {
                return Ok(false);
            };
            tail += length;
            keep(found, &mut last);
            Ok(true)
        })?;
        // In between.
        let middle = (head as u64, size.saturating_sub(tail as u64));
        let mut search = Search {
            data: &data[..data.len() - tail],
            cursor: head,
            shift: 0,
            allowance: data.len().saturating_mul(2).saturating_add(SHIFT_BYTES_MAX),
        };
        self.each_extent(stream, size, middle, Order::Forward, |old| {
            if let Some(found) = search.find(old) {
                keep(found, &mut shared);
            }
            Ok(search.cursor < search.data.len())
        })?;
        shared.extend(last.into_iter().rev());
        let layout = lay_out(shared, data.len());
        Ok(match layout.shared {
            0 => Overwrite::Anew,
            _ => Overwrite::Shares(layout),
        })
    }

    /// Calls `read` for the extents that begin in a range of a content, until it returns false.
    fn each_extent(
        &self,
        stream: i64,
        size: u64,
        range: (u64, u64),
        order: Order,
        mut read: impl FnMut(&Old<'_>) -> Result<bool>,
    ) -> Result<()> {
        macro_rules! sql {
            ($order:literal) => {
                concat!(
                    "SELECT e.start, e.length, e.piece, e.sum, p.data FROM extent e JOIN piece p ON p.id = e.piece
                     WHERE e.stream = ?1 AND +e.stream = ?1 AND e.start >= ?2 AND e.start < ?3 ORDER BY e.start ",
                    $order
                )
            };
        }
        let sql = match order {
            Order::Forward => sql!("ASC"),
            Order::Backward => sql!("DESC"),
        };
        let range = (stream, int(range.0), int(range.1));
        self.store.each_while(sql, range, |row| {
            self.check_deadline()?;
            read(&Old::read(row, size)?)
        })?;
        Ok(())
    }
}

impl WriteTxn<'_> {
    /// Stores a content that shares bytes with another; the caller owns the one reference.
    pub(in crate::tree) fn put_layout(&self, layout: &Layout, data: &[u8]) -> Result<i64> {
        if self.store.is_in_memory() {
            budget::charge(usize::try_from(layout.added_bytes(data)).unwrap_or(usize::MAX))?;
        }
        let id = self.new_id()?;
        let stream = self.new_stream()?;
        for span in &layout.spans {
            self.check_deadline()?;
            match span {
                Span::Shared(shared) => {
                    let (start, length) = (shared.start as u64, shared.length);
                    self.insert_extent(stream, start, length, shared.piece, shared.sum)?;
                }
                Span::New(start, end) => {
                    let bytes = &data[*start..*end];
                    let count = bytes.len().div_ceil(PIECE_BYTES);
                    let length = bytes.len().div_ceil(count);
                    self.insert_pieces(stream, *start as u64, bytes.chunks(length))?;
                }
            }
        }
        let size = data.len() as u64;
        self.link_stream(stream, size)?;
        self.insert_content(id, size, stream)?;
        Ok(id)
    }
}

impl Layout {
    /// What storing it adds to the database, with its rows.
    pub(in crate::tree) fn added_bytes(&self, data: &[u8]) -> u64 {
        let rows = EXTENT_BYTES.saturating_mul(self.spans.len() as u64);
        (data.len() as u64)
            .saturating_sub(self.shared)
            .saturating_add(rows)
    }
}

/// The search for extents in new bytes, whose order there is the same.
struct Search<'a> {
    data: &'a [u8],
    /// Where the last extent that was found ends.
    cursor: usize,
    /// How much further the last one that was found is than it was.
    shift: i64,
    /// How many bytes may still be searched, which bounds the time of the whole comparison.
    allowance: usize,
}

impl Search<'_> {
    fn find(&mut self, old: &Old<'_>) -> Option<Shared> {
        let expected = usize::try_from(int(old.start).saturating_add(self.shift)).ok();
        let found = expected
            .filter(|offset| *offset >= self.cursor)
            .and_then(|offset| old.at(offset, self.data))
            .or_else(|| self.search(old, expected.unwrap_or(0)))?;
        self.cursor = found.end();
        self.shift = int(found.start as u64).saturating_sub(int(old.start));
        Some(found)
    }

    /// Looks for an extent around an offset, by its first bytes.
    fn search(&mut self, old: &Old<'_>, expected: usize) -> Option<Shared> {
        let bytes = old.bytes()?;
        let key = bytes.get(..KEY_BYTES)?;
        let last = self.data.len().checked_sub(bytes.len())?;
        let from = expected.saturating_sub(SHIFT_BYTES_MAX).max(self.cursor);
        let to = expected.saturating_add(SHIFT_BYTES_MAX).min(last);
        let range = self.data.get(from..to.checked_add(KEY_BYTES)?)?;
        self.allowance = self.allowance.checked_sub(range.len())?;
        memmem::find_iter(range, key)
            .take(OFFSETS_MAX)
            .find_map(|offset| old.at(from + offset, self.data))
    }
}

/// Fills the gaps between shared extents with new regions. Small ones take in what is beside them.
fn lay_out(shared: Vec<Shared>, size: usize) -> Layout {
    let mut spans: Vec<Span> = Vec::with_capacity(shared.len() + 8);
    let mut rest = shared.into_iter().peekable();
    let mut end = 0;
    loop {
        let next = rest.peek().map_or(size, |shared| shared.start);
        if next > end {
            let (mut from, mut to) = (end, next);
            while to - from < REGION_BYTES_MIN {
                let before = match spans.last() {
                    Some(Span::Shared(shared)) => Some(shared.length),
                    _ => None,
                };
                let after = rest.peek().map(|shared| shared.length);
                match (before, after) {
                    (None, None) => break,
                    (Some(before), after) if after.is_none_or(|after| before <= after) => {
                        spans.pop();
                        from -= before;
                        // What was before that is new, too.
                        if let Some(Span::New(start, _)) = spans.last() {
                            from = *start;
                            spans.pop();
                        }
                    }
                    _ => {
                        rest.next();
                        to = rest.peek().map_or(size, |shared| shared.start);
                    }
                }
            }
            spans.push(Span::New(from, to));
        }
        let Some(next) = rest.next() else { break };
        end = next.end();
        spans.push(Span::Shared(next));
    }
    let shared = spans.iter().map(|span| match span {
        Span::Shared(shared) => shared.length as u64,
        Span::New(..) => 0,
    });
    Layout {
        shared: shared.sum(),
        spans,
    }
}
