//! A backtracking engine for patterns that no automaton can match: look-around and back-references.
//!
//! Every step is counted against a budget, so a pattern that explodes ends in an error.

mod machine;

use super::emit::Flags;
use super::parse::{Node, Set};
use machine::Machine;

/// Most instructions of a program: counted repetitions are unrolled.
const INSTRUCTIONS_MAX: usize = 50_000;

#[derive(Debug, Clone)]
enum Instruction {
    Char(char),
    Set(Set),
    Start,
    End,
    WordBoundary {
        negated: bool,
    },
    WordEdge {
        is_start: bool,
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
        let last = match *node {
            Node::Empty => return Some(()),
            Node::Char(c) => Instruction::Char(fold(c, self.flags)),
            Node::Set(ref set) => Instruction::Set(set.clone()),
            Node::Start => Instruction::Start,
            Node::End => Instruction::End,
            Node::WordBoundary { negated } => Instruction::WordBoundary { negated },
            Node::WordEdge { is_start } => Instruction::WordEdge { is_start },
            Node::BackReference(index) => Instruction::BackReference(index),
            Node::Group(None, ref node) => return self.add(node, backward),
            Node::Group(Some(index), ref node) => {
                let (first, last) = if backward { (1, 0) } else { (0, 1) };
                self.push(Instruction::Save(index * 2 + first))?;
                self.add(node, backward)?;
                Instruction::Save(index * 2 + last)
            }
            Node::Sequence(ref nodes) if backward => {
                return nodes
                    .iter()
                    .rev()
                    .try_for_each(|node| self.add(node, backward));
            }
            Node::Sequence(ref nodes) => {
                return nodes.iter().try_for_each(|node| self.add(node, backward));
            }
            Node::Choice(ref nodes) => return self.add_choice(nodes, backward),
            Node::Repeat {
                ref node,
                min,
                max,
                greedy,
            } => return self.add_repeat(node, min, max, greedy, backward),
            Node::Look {
                ahead,
                negated,
                ref node,
            } => {
                let look = self.push(Instruction::Look { negated, next: 0 })?;
                self.push(Instruction::Backward(!ahead))?;
                self.add(node, !ahead)?;
                self.push(Instruction::Match)?;
                let next = self.instructions.len();
                self.instructions[look] = Instruction::Look { negated, next };
                Instruction::Backward(backward)
            }
        };
        self.push(last).map(drop)
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
        let end = self.instructions.len();
        for at in splits {
            self.instructions[at] = match greedy {
                true => Instruction::Split(at + 1, end),
                false => Instruction::Split(end, at + 1),
            };
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
        let mut machine = Machine::new(self, text, steps);
        let Some(end) = machine.run(0, start, false)? else {
            return Ok(None);
        };
        let mut slots = machine.into_slots();
        slots[0] = Some(start);
        slots[1] = Some(end);
        Ok(Some(slots))
    }
}

/// The numbers of the groups inside a node: from the first to before the second.
fn group_range(node: &Node) -> Option<(usize, usize)> {
    let join = |a: Option<(usize, usize)>, b: Option<(usize, usize)>| match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    };
    let own = match node {
        Node::Group(index, _) => index.map(|index| (index, index + 1)),
        _ => None,
    };
    node.children().iter().map(group_range).fold(own, join)
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
