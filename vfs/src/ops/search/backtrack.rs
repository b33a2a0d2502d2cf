//! A backtracking engine for what no automaton can match: look-around and back-references.
//!
//! Every step is counted against a budget, so a pattern that explodes ends in an error.

use crate::ops::stop::is_due;

use super::emit::Flags;
use super::parse::{Node, Set};

/// Most instructions of a program: counted repetitions are unrolled.
const INSTRUCTIONS_MAX: usize = 50_000;

/// Most places to go back to that a match may remember: 24 bytes each.
const STACK_MAX: usize = 1_000_000;

/// Steps between two looks at whether to stop: less than a millisecond. A power of two.
const LOOK_STEPS: u64 = 1 << 15;

#[derive(Debug, Clone)]
enum Instruction {
    Char(char),
    Set(Set),
    Start,
    End,
    WordBoundary {
        negated: bool,
    },
    BackReference(usize),
    Save(usize),
    /// Forgets the groups from the first to before the second, as each repetition does.
    Forget(usize, usize),
    /// Goes to the first, and to the second if that fails.
    Split(usize, usize),
    Jump(usize),
    /// Remembers the position at the start of a repetition.
    Mark(usize),
    /// Fails if the repetition consumed nothing.
    CheckProgress(usize),
    /// Runs the program that follows; then goes to `next`.
    Look {
        negated: bool,
        next: usize,
    },
    Backward(bool),
    Match,
}

/// A compiled pattern.
#[derive(Debug, Clone)]
pub(super) struct Program {
    instructions: Vec<Instruction>,
    groups: usize,
    marks: usize,
    flags: Flags,
}

/// Why a match was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exhausted;

/// The start and end of each group; 0 is the whole match.
pub(super) type Slots = Vec<Option<usize>>;

impl Program {
    /// Compiles a pattern, unless it is too large.
    pub(super) fn compile(node: &Node, groups: usize, flags: Flags) -> Option<Self> {
        let mut program = Self {
            instructions: Vec::new(),
            groups,
            marks: 0,
            flags,
        };
        program.add(node, false)?;
        program.push(Instruction::Match)?;
        Some(program)
    }

    fn push(&mut self, instruction: Instruction) -> Option<usize> {
        self.instructions.push(instruction);
        (self.instructions.len() <= INSTRUCTIONS_MAX).then(|| self.instructions.len() - 1)
    }

    fn add(&mut self, node: &Node, backward: bool) -> Option<()> {
        match node {
            Node::Empty => {}
            Node::Char(c) => {
                self.push(Instruction::Char(fold(*c, self.flags)))?;
            }
            Node::Set(set) => {
                self.push(Instruction::Set(set.clone()))?;
            }
            Node::Start => {
                self.push(Instruction::Start)?;
            }
            Node::End => {
                self.push(Instruction::End)?;
            }
            Node::WordBoundary { negated } => {
                let negated = *negated;
                self.push(Instruction::WordBoundary { negated })?;
            }
            Node::BackReference(index) => {
                self.push(Instruction::BackReference(*index))?;
            }
            Node::Group(None, node) => self.add(node, backward)?,
            Node::Group(Some(index), node) => {
                let (first, last) = if backward { (1, 0) } else { (0, 1) };
                self.push(Instruction::Save(index * 2 + first))?;
                self.add(node, backward)?;
                self.push(Instruction::Save(index * 2 + last))?;
            }
            Node::Sequence(nodes) if backward => {
                for node in nodes.iter().rev() {
                    self.add(node, backward)?;
                }
            }
            Node::Sequence(nodes) => {
                for node in nodes {
                    self.add(node, backward)?;
                }
            }
            Node::Choice(nodes) => self.add_choice(nodes, backward)?,
            Node::Repeat {
                node,
                min,
                max,
                greedy,
            } => self.add_repeat(node, *min, *max, *greedy, backward)?,
            Node::Look {
                ahead,
                negated,
                node,
            } => {
                let negated = *negated;
                let look = self.push(Instruction::Look { negated, next: 0 })?;
                self.push(Instruction::Backward(!ahead))?;
                self.add(node, !ahead)?;
                self.push(Instruction::Match)?;
                let next = self.instructions.len();
                self.instructions[look] = Instruction::Look { negated, next };
                self.push(Instruction::Backward(backward))?;
            }
        }
        Some(())
    }

    fn add_choice(&mut self, nodes: &[Node], backward: bool) -> Option<()> {
        let mut ends = Vec::new();
        for (nth, node) in nodes.iter().enumerate() {
            if nth + 1 == nodes.len() {
                self.add(node, backward)?;
                break;
            }
            let split = self.push(Instruction::Split(0, 0))?;
            self.add(node, backward)?;
            ends.push(self.push(Instruction::Jump(0))?);
            self.instructions[split] = Instruction::Split(split + 1, self.instructions.len());
        }
        for end in ends {
            self.instructions[end] = Instruction::Jump(self.instructions.len());
        }
        Some(())
    }

    fn add_repeat(
        &mut self,
        node: &Node,
        min: u32,
        max: Option<u32>,
        greedy: bool,
        backward: bool,
    ) -> Option<()> {
        let (first, last) = group_range(node).unwrap_or((0, 0));
        for _ in 0..min {
            self.add_once(node, first, last, backward)?;
        }
        let split = |instructions: &mut Vec<Instruction>, at: usize| {
            let end = instructions.len();
            instructions[at] = if greedy {
                Instruction::Split(at + 1, end)
            } else {
                Instruction::Split(end, at + 1)
            };
        };
        let mark = self.marks;
        self.marks += 1;
        let mut splits = Vec::new();
        for _ in min..max.unwrap_or(min + 1) {
            let start = self.push(Instruction::Split(0, 0))?;
            splits.push(start);
            self.push(Instruction::Mark(mark))?;
            self.add_once(node, first, last, backward)?;
            self.push(Instruction::CheckProgress(mark))?;
            if max.is_none() {
                self.push(Instruction::Jump(start))?;
            }
        }
        for at in splits {
            split(&mut self.instructions, at);
        }
        Some(())
    }

    fn add_once(&mut self, node: &Node, first: usize, last: usize, backward: bool) -> Option<()> {
        if last > 0 {
            self.push(Instruction::Forget(first, last))?;
        }
        self.add(node, backward)
    }

    /// Matches at exactly `start`, and takes each step from `steps`.
    pub(super) fn run(
        &self,
        text: &str,
        start: usize,
        steps: &mut u64,
    ) -> Result<Option<Slots>, Exhausted> {
        let mut machine = Machine {
            program: self,
            text,
            steps,
            slots: vec![None; (self.groups + 1) * 2],
            marks: vec![None; self.marks],
            stack: Vec::new(),
        };
        let Some(end) = machine.run(0, start, false)? else {
            return Ok(None);
        };
        machine.slots[0] = Some(start);
        machine.slots[1] = Some(end);
        Ok(Some(machine.slots))
    }
}

/// The numbers of the groups inside a node: from the first to before the second.
fn group_range(node: &Node) -> Option<(usize, usize)> {
    let join = |a: Option<(usize, usize)>, b: Option<(usize, usize)>| match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    };
    match node {
        Node::Group(index, node) => join(index.map(|i| (i, i + 1)), group_range(node)),
        Node::Repeat { node, .. } | Node::Look { node, .. } => group_range(node),
        Node::Sequence(nodes) | Node::Choice(nodes) => {
            nodes.iter().map(group_range).fold(None, join)
        }
        Node::Empty
        | Node::Char(_)
        | Node::Set(_)
        | Node::Start
        | Node::End
        | Node::WordBoundary { .. }
        | Node::BackReference(_) => None,
    }
}

/// What to undo, or where to go on, when a match fails.
enum Undo {
    Branch {
        next: usize,
        position: usize,
        backward: bool,
    },
    Slot(usize, Option<usize>),
    Mark(usize, Option<usize>),
}

struct Machine<'a> {
    program: &'a Program,
    text: &'a str,
    steps: &'a mut u64,
    slots: Slots,
    marks: Vec<Option<usize>>,
    stack: Vec<Undo>,
}

impl Machine<'_> {
    /// Runs until a `Match`; the answer is where it ends. Calls itself once per look-around
    /// inside another.
    fn run(
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
                Instruction::Start => {
                    let any = program.flags.any_break && self.after(position) != Some('\n');
                    position == 0
                        || program.flags.multi_line
                            && match self.before(position) {
                                Some('\n') => true,
                                Some('\r') => any,
                                _ => false,
                            }
                }
                Instruction::End => {
                    let any = program.flags.any_break;
                    position == self.text.len()
                        || program.flags.multi_line
                            && match self.after(position) {
                                Some('\n') => !(any && self.before(position) == Some('\r')),
                                Some('\r') => any,
                                _ => false,
                            }
                }
                Instruction::WordBoundary { negated } => {
                    let is_boundary =
                        is_word(self.before(position)) != is_word(self.after(position));
                    is_boundary != *negated
                }
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
                        // What was captured stays; the ways to capture otherwise do not.
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

    /// Matches the text of a group again; a group without text matches nothing, which is
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

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
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

/// The form in which characters are compared: as JavaScript says, the upper case, if that is
/// one character, and not an ASCII one for a character that is none.
fn fold(c: char, flags: Flags) -> char {
    if !flags.ignore_case {
        return c;
    }
    if c.is_ascii() {
        return c.to_ascii_uppercase();
    }
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(upper), None) if !upper.is_ascii() => upper,
        _ => c,
    }
}
