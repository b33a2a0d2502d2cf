//! A text as the quick matcher reads it. Everything here becomes part of the one function.

use super::{Class, Place, Program, WORD};

/// Units that are passed before the balance of fuel is looked at.
pub(super) const CHUNK: usize = 1024;

#[inline(always)]
const fn is_line_terminator(unit: u8) -> bool {
    matches!(unit, b'\n' | b'\r')
}

/// A text, read where something stands for sure.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) text: &'a [u8],
    pub(super) program: &'a Program,
}

impl View<'_> {
    /// The unit at a place before the end.
    #[inline(always)]
    pub(super) fn unit(self, at: usize) -> u8 {
        debug_assert!(at < self.text.len());
        // SAFETY: Each caller has compared the place with the length.
        unsafe { *self.text.get_unchecked(at) }
    }

    /// The units from a place on, where there are that many.
    #[inline(always)]
    pub(super) fn word<Word: Copy>(self, at: usize) -> Word {
        debug_assert!(at + size_of::<Word>() <= self.text.len());
        // SAFETY: Each caller has compared the place with the length. `Word` is an integer.
        unsafe { self.text.as_ptr().add(at).cast::<Word>().read_unaligned() }
    }

    #[inline(always)]
    pub(super) fn is_in(self, class: Class, unit: u8) -> bool {
        debug_assert!(usize::from(class) < self.program.classes.len());
        // SAFETY: Classes that a program names exist, and so do `ANY` and `WORD`.
        let table = unsafe { self.program.classes.get_unchecked(usize::from(class)) };
        table[usize::from(unit)] != 0
    }

    /// Whether a word begins or ends here.
    #[inline(always)]
    pub(super) fn is_boundary(self, at: usize) -> bool {
        let before = at > 0 && self.is_in(WORD, self.unit(at - 1));
        let after = at < self.text.len() && self.is_in(WORD, self.unit(at));
        before != after
    }

    #[inline(always)]
    pub(super) fn begins_line(self, at: usize) -> bool {
        at == 0 || is_line_terminator(self.unit(at - 1))
    }

    #[inline(always)]
    pub(super) fn ends_line(self, at: usize) -> bool {
        at == self.text.len() || is_line_terminator(self.unit(at))
    }

    /// Whether a match may go on behind a run.
    #[inline(always)]
    pub(super) fn can_go_on(self, at: usize, next: Class, ends: bool) -> bool {
        if at == self.text.len() {
            ends
        } else {
            self.is_in(next, self.unit(at))
        }
    }

    #[inline(always)]
    pub(super) fn is_at(self, place: Place, at: usize) -> bool {
        match place {
            Place::Anywhere => true,
            Place::TextStart => at == 0,
            Place::LineStart => self.begins_line(at),
            Place::Boundary { invert } => self.is_boundary(at) != invert,
        }
    }

    /// The next place that has a unit, up to `limit`, which is one where there is none.
    #[inline(always)]
    pub(super) fn find_unit(self, mut at: usize, limit: usize, unit: u8) -> usize {
        const LOW: u64 = u64::from_ne_bytes([0x01; 8]);
        const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
        let wanted = u64::from(unit) * LOW;
        while limit - at >= 8 {
            // The lowest byte that is the unit has its high bit in `equal`, and none below it.
            let other = u64::from_le(self.word::<u64>(at)) ^ wanted;
            let equal = other.wrapping_sub(LOW) & !other & HIGH;
            if equal != 0 {
                return at + (equal.trailing_zeros() / 8) as usize;
            }
            at += 8;
        }
        while at < limit && self.unit(at) != unit {
            at += 1;
        }
        at
    }

    /// The next place that has a unit of a class, or one that has not, up to `limit`.
    #[inline(always)]
    pub(super) fn find_class(
        self,
        mut at: usize,
        limit: usize,
        class: Class,
        is_in: bool,
    ) -> usize {
        while limit - at >= 4 {
            if self.is_in(class, self.unit(at)) == is_in {
                return at;
            }
            if self.is_in(class, self.unit(at + 1)) == is_in {
                return at + 1;
            }
            if self.is_in(class, self.unit(at + 2)) == is_in {
                return at + 2;
            }
            if self.is_in(class, self.unit(at + 3)) == is_in {
                return at + 3;
            }
            at += 4;
        }
        while at < limit && self.is_in(class, self.unit(at)) != is_in {
            at += 1;
        }
        at
    }
}

/// The lesser of a place and the limit of a chunk that begins at another.
#[inline(always)]
pub(super) fn chunk_end(from: usize, limit: usize) -> usize {
    if limit - from > CHUNK {
        from + CHUNK
    } else {
        limit
    }
}
