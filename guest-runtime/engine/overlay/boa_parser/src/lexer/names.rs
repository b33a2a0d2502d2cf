//! Words of a source, found again without being read into a text of their own.

use boa_ast::{Keyword, LinearPosition, LinearSpan, SourceText};
use boa_interner::{Interner, Sym};

use super::TokenKind;
use super::token::ContainsEscapeSequence;

/// Slots of the first table.
const SLOTS_MIN: usize = 256;

/// Longer ones are left to the interner alone.
pub(super) const LENGTH_MAX: usize = 64;

/// What a word is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Word {
    Name,
    Keyword(Keyword),
    Boolean(bool),
    Null,
}

impl Word {
    pub(super) fn kind(self, sym: Sym) -> TokenKind {
        match self {
            Self::Name => TokenKind::IdentifierName((sym, ContainsEscapeSequence(false))),
            Self::Keyword(keyword) => TokenKind::Keyword((keyword, false)),
            Self::Boolean(value) => {
                TokenKind::BooleanLiteral((value, ContainsEscapeSequence(false)))
            }
            Self::Null => TokenKind::NullLiteral(ContainsEscapeSequence(false)),
        }
    }

    fn of(word: &str) -> Self {
        match word {
            "true" => Self::Boolean(true),
            "false" => Self::Boolean(false),
            "null" => Self::Null,
            // Words that mean something in one place each, and are names everywhere else.
            "of" | "using" => Self::Name,
            _ => word.parse().map_or(Self::Name, Self::Keyword),
        }
    }
}

/// One word, and where the source has it.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    length: u32,
    /// In units.
    start: usize,
    sym: Sym,
    word: Word,
}

/// A table of words, by their hash.
#[derive(Debug, Default)]
pub(super) struct Names {
    slots: Vec<Option<Slot>>,
    used: usize,
}

/// The hash of a word, a step for each of its bytes.
#[inline]
pub(super) const fn hashed(hash: u32, byte: u8) -> u32 {
    (hash.rotate_left(5) ^ byte as u32).wrapping_mul(0x9E37_79B9)
}

impl Names {
    /// The symbol of a word of ASCII characters, and what it is. It is about to be taken in at
    /// `source`'s end, behind so many other characters.
    pub(super) fn find(
        &mut self,
        word: &[u8],
        hash: u32,
        behind: usize,
        source: &SourceText,
        interner: &mut Interner,
    ) -> (Sym, Word) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = spread(hash) & mask;
        while let Some(slot) = &self.slots[at] {
            if slot.hash == hash && slot.length as usize == word.len() {
                let span = LinearSpan::new(
                    LinearPosition::new(slot.start),
                    LinearPosition::new(slot.start + word.len()),
                );
                let units = source.get_code_points_from_span(span);
                if word.iter().zip(units).all(|(a, b)| u16::from(*a) == *b) {
                    return (slot.sym, slot.word);
                }
            }
            at = (at + 1) & mask;
        }
        let text = str::from_utf8(word).expect("words are ASCII");
        let sym = interner.get_or_intern(text);
        let kind = Word::of(text);
        self.used += 1;
        self.slots[at] = Some(Slot {
            hash,
            length: u32::try_from(word.len()).expect("words are short"),
            start: source.cur_linear_position().pos() + behind,
            sym,
            word: kind,
        });
        (sym, kind)
    }

    fn grow(&mut self) {
        let len = (self.slots.len() * 2).max(SLOTS_MIN);
        let old = std::mem::replace(&mut self.slots, vec![None; len]);
        for slot in old.into_iter().flatten() {
            let mut at = spread(slot.hash) & (len - 1);
            while self.slots[at].is_some() {
                at = (at + 1) & (len - 1);
            }
            self.slots[at] = Some(slot);
        }
    }
}

/// The slot that a hash begins at: its high bits are the better ones.
fn spread(hash: u32) -> usize {
    (hash ^ (hash >> 15)) as usize
}
