//! The quick matcher: searches of Latin-1 text by the patterns that most programs write.
//!
//! A search is one function that calls nothing, with its state in locals, so that a compiler of
//! WebAssembly keeps it in registers of the machine. What it does is what the backtracker does,
//! instruction by instruction; only places where the match could not go on are passed over. What
//! is not for it, such as text of two bytes a character, goes to the backtracker.
//!
//! It pays for itself: each operation, each entry that is taken back and each unit that is passed
//! adds to its work, and it looks at the balance of fuel after some 1,000 of them. There it can be
//! left and entered again, and so it can where the stack is full.
//!
//! What these files rely on, and their `unsafe` with them:
//!
//! - A program comes from [`Program::of`] alone, which ends it with [`Op::Fail`] and checks every
//!   target, class and slot: after each operation that goes on comes another one, and whatever an
//!   operation names exists.
//! - `pos` never lies behind the end of the text. Places in a [`Standing`] and in an [`Entry`] that
//!   is on the stack were such a `pos`, in the same text. What is in a slot is compared alone.
//! - The lowest entry of the stack is the one that says that nothing is left to try, and `top` is
//!   at least 1 and at most the length of the stack.

mod ahead;
mod compile;
mod run;
mod view;

use crate::classicalbacktrack::scan::Begin;
use core::cell::Cell;
use core::ops::Range;

/// Stands for an index in a slot that has none.
const NONE: u32 = u32::MAX;

/// A class by its number: see [`Program::classes`].
type Class = u8;

/// Whether each unit belongs to a class: 1 or 0.
type Table = [u8; 256];

/// The class of all units.
const ANY: Class = 0;

/// The class of the characters of words.
const WORD: Class = 1;

/// One instruction. Targets are indices of operations.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Op {
    Unit(u8),
    /// Two units, the first in the low byte.
    Two(u16),
    /// Four units, the first in the lowest byte.
    Four(u32),
    Class(Class),
    /// As many units of a class as there are, up to `max`, but `min` of them. `max` is `NONE`
    /// where nothing bounds it.
    Run {
        tail: Tail,
        class: Class,
        next: Class,
        /// Whether the text may end where the run does.
        ends: bool,
        min: u32,
        max: u32,
    },
    /// As few units of a class as will do, `max` at most.
    Lazy {
        class: Class,
        next: Class,
        ends: bool,
        max: u32,
    },
    TextStart,
    LineStart,
    TextEnd,
    LineEnd,
    /// Where a word begins or ends; the other way round if inverted.
    Boundary {
        invert: bool,
    },
    Begin {
        slot: u16,
    },
    End {
        slot: u16,
    },
    Reset {
        slot: u16,
    },
    Alt {
        second: u32,
    },
    Jump {
        target: u32,
    },
    Enter {
        is_greedy: bool,
        slot: u16,
        min: u32,
        max: u32,
        exit: u32,
    },
    /// The target is an `Enter`.
    Again {
        begin: u32,
    },
    /// Lets a long program pay.
    Pause,
    Goal,
    Fail,
}

const _: () = assert!(size_of::<Op>() == 16, "an operation is found by a shift");

/// What can follow a run.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Tail {
    /// The match goes on at the end of the run, or never.
    Any,
    /// The same, and a unit of the class `next` stands there, none of which is in a run.
    Next,
    /// The match goes on at the end of the run or before, where a unit of the class `next` stands.
    Back,
}

/// What a match begins with.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Lead {
    /// Anything, or nothing.
    Unknown,
    /// A unit that is not in Latin-1.
    Never,
    Unit(u8),
    Class(Class),
}

/// Where a match begins.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Place {
    Anywhere,
    TextStart,
    LineStart,
    Boundary { invert: bool },
}

/// A pattern, compiled for the quick matcher.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    ops: Box<[Op]>,
    classes: Box<[Table]>,
    lead: Lead,
    place: Place,
    /// The first operation where `place` is known to hold.
    behind_place: u32,
    /// The run that a match begins with.
    lead_op: u32,
    /// The same, where nothing bounds it: where a match fails from some place on, it fails from
    /// every place of that run.
    lead_run: u32,
    /// The lazy part of that run.
    lead_lazy: u32,
    groups: usize,
    /// Those of groups, then those of loops.
    slots: usize,
    spare: Spare,
}

/// What is saved for the case that the match does not go on.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// A kind in the lowest three bits, an operation or a slot in the others.
    what: u32,
    values: [u32; 3],
}

impl Entry {
    /// Nothing is left to try.
    const EXHAUSTED: u32 = 0;
    /// Goes on at an operation and a place.
    const GO_ON: u32 = 1;
    /// Puts two values back into a slot.
    const SLOT: u32 = 2;
    /// A run gives back: its least and its present end.
    const RUN: u32 = 3;
    /// A lazy run takes more: its present end and its limit.
    const LAZY: u32 = 4;
    /// A lazy loop is entered after all: its former entry, its count and its place.
    const ENTER: u32 = 5;

    const LOWEST: Self = Self {
        what: Self::EXHAUSTED,
        values: [0; 3],
    };
}

/// How many operations a program may have, so that an entry can name each.
const OPS_MAX: usize = 1 << 28;

/// Why the search stopped.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Stop {
    Found,
    Nothing,
    /// The stack is full.
    Room,
    /// The portion of fuel is used up.
    Between,
}

/// Where a search stands.
#[derive(Debug, Clone, Copy)]
struct Standing {
    /// Whether the next place to try is yet to be found.
    is_seeking: bool,
    begin: Begin,
    /// Where the match begins.
    start: usize,
    /// How far no match begins.
    tried: usize,
    /// How far a run has come that was interrupted, or 0.
    reached: usize,
    op: usize,
    /// Where the match ends, as far as it goes.
    pos: usize,
    top: usize,
}

/// Memory for a search.
#[derive(Debug, Default)]
struct Buffers {
    stack: Vec<Entry>,
    slots: Vec<[u32; 2]>,
}

/// Entries that a stack has in the beginning, enough for most searches.
const ENTRIES: usize = 32;

/// A stack that has grown beyond this many entries is not kept, 16 KiB.
const SPARE_ENTRIES_MAX: usize = 1024;

/// The memory of the last search; empty while another one uses it.
#[derive(Default)]
struct Spare(Cell<Buffers>);

impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl core::fmt::Debug for Spare {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Spare")
    }
}

/// Finds the matches of a program in a text.
#[derive(Debug)]
pub(crate) struct Search<'r, 't> {
    program: &'r Program,
    text: &'t [u8],
    buffers: Buffers,
}

impl<'r, 't> Search<'r, 't> {
    /// A search, unless the text is too long for it.
    pub(crate) fn new(program: &'r Program, text: &'t [u8]) -> Option<Self> {
        if text.len() >= NONE as usize {
            return None;
        }
        let mut buffers = program.spare.0.take();
        if buffers.stack.is_empty() {
            buffers = Buffers {
                stack: vec![Entry::LOWEST; ENTRIES],
                slots: vec![[NONE; 2]; program.slots],
            };
        }
        Some(Self {
            program,
            text,
            buffers,
        })
    }

    pub(crate) fn group(&self, index: usize) -> Option<Range<usize>> {
        let groups = self.buffers.slots.get(..self.program.groups)?;
        let [start, end] = *groups.get(index)?;
        (start != NONE && end != NONE).then_some(start as usize..end as usize)
    }

    pub(crate) fn find(&mut self, start: usize, begin: Begin) -> Option<Range<usize>> {
        let Buffers { stack, slots } = &mut self.buffers;
        for group in &mut slots[..self.program.groups] {
            *group = [NONE; 2];
        }
        if start > self.text.len() {
            return None;
        }
        let mut standing = Standing {
            is_seeking: begin == Begin::AtOrAfter,
            begin,
            start,
            tried: 0,
            reached: 0,
            op: 0,
            pos: start,
            top: 1,
        };
        // Each pass is paid for like any other: here the guest gets its next portion of fuel.
        loop {
            match run::run(self.program, self.text, stack, slots, &mut standing) {
                Stop::Found => return Some(standing.start..standing.pos),
                Stop::Nothing => return None,
                Stop::Room => stack.resize(stack.len() * 2, Entry::LOWEST),
                Stop::Between => {}
            }
        }
    }
}

impl Drop for Search<'_, '_> {
    fn drop(&mut self) {
        if self.buffers.stack.len() <= SPARE_ENTRIES_MAX {
            let buffers = core::mem::take(&mut self.buffers);
            self.program.spare.0.set(buffers);
        }
    }
}
