//! Runs a program of the backtracking engine.

use super::{Exhausted, Instruction, Program, Slots, fold};
use crate::search::emit::{Anchors, Flags};
use crate::search::line;
use crate::search::parse::Set;
use crate::stop::is_due;

/// Most backtracking points of a match: 24 bytes each.
const STACK_MAX: usize = 1_000_000;

/// Steps between two checks whether to stop: less than a millisecond. A power of two.
const LOOK_STEPS: u64 = 1 << 15;

/// What to undo, or where to continue, when a match fails.
enum Undo {
    Branch {
        next: usize,
        position: usize,
        backward: bool,
    },
    Slot(usize, Option<usize>),
    Mark(usize, Option<usize>),
}

pub(super) struct Machine<'a> {
    program: &'a Program,
    text: &'a str,
    steps: &'a mut u64,
    slots: Slots,
    marks: Vec<Option<usize>>,
    stack: Vec<Undo>,
}

impl<'a> Machine<'a> {
    pub(super) fn new(program: &'a Program, text: &'a str, steps: &'a mut u64) -> Self {
        Self {
            program,
            text,
            steps,
            slots: vec![None; (program.groups + 1) * 2],
            marks: vec![None; program.marks],
            stack: Vec::new(),
        }
    }

    pub(super) fn into_slots(self) -> Slots {
        self.slots
    }

    /// Runs until a `Match`; the answer is where it ends. Calls itself once per look-around
    /// inside another.
    pub(super) fn run(
        &mut self,
        start: usize,
        position: usize,
        backward: bool,
    ) -> Result<Option<usize>, Exhausted> {
        let base = self.stack.len();
        let (mut at, mut position, mut backward) = (start, position, backward);
        let program = self.program;
        loop {
            *self.steps = self.steps.checked_sub(1).ok_or(Exhausted)?;
            if self.steps.is_multiple_of(LOOK_STEPS) && is_due() {
                return Err(Exhausted);
            }
            if self.stack.len() > STACK_MAX {
                return Err(Exhausted);
            }
            let mut next = at + 1;
            let matched = match &program.instructions[at] {
                Instruction::Char(c) => self.consume(&mut position, backward, |found| {
                    fold(found, program.flags) == *c
                }),
                Instruction::Set(set) => self.consume(&mut position, backward, |found| {
                    set_contains(set, found, program.flags)
                }),
                Instruction::Start => self.is_start(position),
                Instruction::End => self.is_end(position),
                Instruction::WordBoundary { negated } => {
                    let is_boundary =
                        is_word(self.before(position)) != is_word(self.after(position));
                    is_boundary != *negated
                }
                Instruction::WordEdge { is_start: true } => !is_in_word(self.before(position)),
                Instruction::WordEdge { is_start: false } => !is_in_word(self.after(position)),
                Instruction::BackReference(index) => {
                    self.back_reference(*index, &mut position, backward)?
                }
                Instruction::Save(slot) => {
                    self.set_slot(*slot, Some(position));
                    true
                }
                Instruction::Forget(first, last) => {
                    for slot in first * 2..last * 2 {
                        self.set_slot(slot, None);
                    }
                    true
                }
                Instruction::Split(first, second) => {
                    self.stack.push(Undo::Branch {
                        next: *second,
                        position,
                        backward,
                    });
                    next = *first;
                    true
                }
                Instruction::Jump(target) => {
                    next = *target;
                    true
                }
                Instruction::Mark(mark) => {
                    self.stack.push(Undo::Mark(*mark, self.marks[*mark]));
                    self.marks[*mark] = Some(position);
                    true
                }
                Instruction::CheckProgress(mark) => self.marks[*mark] != Some(position),
                Instruction::Look { negated, next: end } => {
                    next = *end;
                    let depth = self.stack.len();
                    let found = self.run(at + 1, position, backward)?.is_some();
                    if found && *negated {
                        self.undo_to(depth);
                    } else {
                        // The captures are kept; the alternatives are dropped.
                        self.drop_branches(depth);
                    }
                    found != *negated
                }
                Instruction::Backward(is_backward) => {
                    backward = *is_backward;
                    true
                }
                Instruction::Match => return Ok(Some(position)),
            };
            if matched {
                at = next;
                continue;
            }
            loop {
                if self.stack.len() == base {
                    return Ok(None);
                }
                match self.stack.pop() {
                    None => return Ok(None),
                    Some(Undo::Slot(slot, value)) => self.slots[slot] = value,
                    Some(Undo::Mark(mark, value)) => self.marks[mark] = value,
                    Some(Undo::Branch {
                        next,
                        position: from,
                        backward: direction,
                    }) => {
                        (at, position, backward) = (next, from, direction);
                        break;
                    }
                }
            }
        }
    }

    fn is_start(&self, position: usize) -> bool {
        match self.program.flags.anchors {
            Anchors::Text => position == 0,
            Anchors::Lines => line::starts_at(self.text, position),
            Anchors::LastLine => position == 0 || self.before(position) == Some('\n'),
        }
    }

    fn is_end(&self, position: usize) -> bool {
        match self.program.flags.anchors {
            Anchors::Text | Anchors::LastLine => position == self.text.len(),
            Anchors::Lines => line::ends_at(self.text, position),
        }
    }

    fn set_slot(&mut self, slot: usize, value: Option<usize>) {
        self.stack.push(Undo::Slot(slot, self.slots[slot]));
        self.slots[slot] = value;
    }

    fn undo_to(&mut self, depth: usize) {
        while self.stack.len() > depth {
            match self.stack.pop() {
                Some(Undo::Slot(slot, value)) => self.slots[slot] = value,
                Some(Undo::Mark(mark, value)) => self.marks[mark] = value,
                Some(Undo::Branch { .. }) | None => {}
            }
        }
    }

    fn drop_branches(&mut self, depth: usize) {
        let kept: Vec<Undo> = self
            .stack
            .drain(depth..)
            .filter(|undo| !matches!(undo, Undo::Branch { .. }))
            .collect();
        self.stack.extend(kept);
    }

    fn consume(&self, position: &mut usize, backward: bool, fits: impl Fn(char) -> bool) -> bool {
        let found = if backward {
            self.before(*position)
        } else {
            self.after(*position)
        };
        match found {
            Some(c) if fits(c) => {
                if backward {
                    *position -= c.len_utf8();
                } else {
                    *position += c.len_utf8();
                }
                true
            }
            _ => false,
        }
    }

    /// Matches the text of a group again; a group without text matches the empty text, which is
    /// always there.
    fn back_reference(
        &mut self,
        index: usize,
        position: &mut usize,
        backward: bool,
    ) -> Result<bool, Exhausted> {
        let (Some(start), Some(end)) = (self.slots[index * 2], self.slots[index * 2 + 1]) else {
            return Ok(true);
        };
        let text = self.text;
        let group = text.get(start..end).unwrap_or("");
        let cost = u64::try_from(group.len()).unwrap_or(u64::MAX);
        *self.steps = self.steps.checked_sub(cost).ok_or(Exhausted)?;
        let flags = self.program.flags;
        let same = |c: char| move |found: char| fold(found, flags) == fold(c, flags);
        Ok(if backward {
            group
                .chars()
                .rev()
                .all(|c| self.consume(position, true, same(c)))
        } else {
            group
                .chars()
                .all(|c| self.consume(position, false, same(c)))
        })
    }

    fn before(&self, position: usize) -> Option<char> {
        self.text[..position].chars().next_back()
    }

    fn after(&self, position: usize) -> Option<char> {
        self.text[position..].chars().next()
    }
}

/// As `\b` sees it: JavaScript's word characters are ASCII.
fn is_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_in_word(c: Option<char>) -> bool {
    c.is_some_and(regex_syntax::is_word_character)
}

fn set_contains(set: &Set, c: char, flags: Flags) -> bool {
    if !flags.ignore_case || set.ranges.is_empty() {
        return set.contains(c);
    }
    let folded = fold(c, flags);
    let is_listed = |c: char| set.contains(c) != set.negated;
    let mut cases = c.to_lowercase().chain(folded.to_lowercase());
    let listed = is_listed(c)
        || is_listed(folded)
        || cases.any(|other| fold(other, flags) == folded && is_listed(other));
    listed != set.negated
}
