//! Text of one byte a character, which is what most strings are.

use crate::bytesearch;
use crate::cursor::Direction;
use crate::indexing::InputIndexer;
use crate::matchers;
use crate::position::IndexPosition;
use core::ops::Range;

/// Text in Latin-1. Code units are not "bytes" in the sense of the engine's UTF-8: patterns are
/// compiled to characters.
#[derive(Debug, Copy, Clone)]
pub(crate) struct Latin1Input<'t> {
    text: &'t [u8],
    unicode: bool,
}

impl<'t> Latin1Input<'t> {
    pub(crate) fn new(text: &'t [u8], unicode: bool) -> Self {
        Self { text, unicode }
    }

    fn range(&self, range: &Range<IndexPosition<'t>>) -> &'t [u8] {
        &self.text[self.pos_to_offset(range.start)..self.pos_to_offset(range.end)]
    }
}

impl<'t> InputIndexer for Latin1Input<'t> {
    type Position = IndexPosition<'t>;
    type Element = u32;
    type CharProps = matchers::Utf16CharProperties;
    const CODE_UNITS_ARE_BYTES: bool = false;

    #[inline(always)]
    fn unicode(&self) -> bool {
        self.unicode
    }

    fn subinput(&self, range: Range<Self::Position>) -> Self {
        Self::new(self.range(&range), self.unicode)
    }

    #[inline(always)]
    fn next_right(&self, pos: &mut Self::Position) -> Option<Self::Element> {
        let unit = *self.text.get(self.pos_to_offset(*pos))?;
        *pos += 1;
        Some(unit.into())
    }

    #[inline(always)]
    fn next_left(&self, pos: &mut Self::Position) -> Option<Self::Element> {
        let index = self.pos_to_offset(*pos).checked_sub(1)?;
        let unit = *self.text.get(index)?;
        *pos -= 1;
        Some(unit.into())
    }

    #[inline(always)]
    fn next_right_pos(&self, pos: Self::Position) -> Option<Self::Position> {
        self.try_move_right(pos, 1)
    }

    #[inline(always)]
    fn next_left_pos(&self, pos: Self::Position) -> Option<Self::Position> {
        self.try_move_left(pos, 1)
    }

    fn peek_byte_right(&self, pos: Self::Position) -> Option<u8> {
        self.text.get(self.pos_to_offset(pos)).copied()
    }

    fn peek_byte_left(&self, pos: Self::Position) -> Option<u8> {
        let index = self.pos_to_offset(pos).checked_sub(1)?;
        self.text.get(index).copied()
    }

    #[inline(always)]
    fn left_end(&self) -> Self::Position {
        Self::Position::new(0)
    }

    #[inline(always)]
    fn right_end(&self) -> Self::Position {
        Self::Position::new(self.text.len())
    }

    #[inline(always)]
    fn try_move_right(&self, pos: Self::Position, amt: usize) -> Option<Self::Position> {
        (self.right_end() - pos >= amt).then(|| pos + amt)
    }

    #[inline(always)]
    fn try_move_left(&self, pos: Self::Position, amt: usize) -> Option<Self::Position> {
        (pos - self.left_end() >= amt).then(|| pos - amt)
    }

    #[inline(always)]
    fn pos_to_offset(&self, pos: Self::Position) -> usize {
        pos - self.left_end()
    }

    fn find_bytes<Search: bytesearch::ByteSearcher>(
        &self,
        pos: Self::Position,
        _search: &Search,
    ) -> Option<Self::Position> {
        // Asked for UTF-8 only. Every place may be one.
        Some(pos)
    }

    fn subrange_eq<Dir: Direction>(
        &self,
        _dir: Dir,
        pos: &mut Self::Position,
        range: Range<Self::Position>,
    ) -> bool {
        let len = range.end - range.start;
        let other = if Dir::FORWARD {
            self.try_move_right(*pos, len).map(|end| *pos..end)
        } else {
            self.try_move_left(*pos, len).map(|start| start..*pos)
        };
        let Some(other) = other else {
            return false;
        };
        *pos = if Dir::FORWARD { other.end } else { other.start };
        self.range(&other) == self.range(&range)
    }

    fn match_bytes<const N: usize, Dir: Direction>(
        &self,
        _dir: Dir,
        pos: &mut Self::Position,
        bytes: &[u8; N],
    ) -> bool {
        // Never compiled to where UTF-16 is on.
        let start = *pos;
        *pos += N.min(self.right_end() - start);
        self.range(&(start..*pos)) == bytes
    }
}
