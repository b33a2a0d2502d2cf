//! Where control goes in a function, and what a pass through it is expected to cost.
//!
//! A function is cut into regions: its body without its loops, and each loop without the loops
//! inside of it. One pass through a region takes some of its blocks; which ones is not known
//! here, so every way out of a branch is taken to be as likely as the others, except those that
//! can only end in a trap, which are not taken at all.

use std::ops::Range;

use anyhow::{Result, bail};
use wasmparser::{FunctionBody, Operator};

/// What one pass through a region is expected to do.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Region {
    /// Instructions, those of callees not counted.
    pub(super) instructions: f64,
    /// Functions that are called directly, with how often.
    pub(super) calls: Vec<(u32, f64)>,
    /// Whether something in it pays besides the pass itself: a callee, a loop, a bulk copy.
    pub(super) has_payments: bool,
}

/// A function, analysed.
#[derive(Debug, Default)]
pub(super) struct Flow {
    /// The function without its loops.
    pub(super) body: Region,
    /// The loops in the order in which they begin.
    pub(super) loops: Vec<Region>,
    /// What is known of each `if` and `br_if`, in order.
    pub(super) hints: Vec<Hint>,
    /// Instructions in all, each counted once.
    pub(super) size: u32,
    pub(super) has_indirect_call: bool,
    /// Whether the function says what its loops cost.
    pub(super) pays_itself: bool,
}

/// Whether a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    Likely,
    Unlikely,
    Unknown,
}

/// Stands for the way out of the function.
const EXIT: usize = usize::MAX;

/// Instructions with one way in and one set of ways out.
#[derive(Default)]
struct Block {
    instructions: u32,
    calls: Vec<u32>,
    has_payments: bool,
    next: Vec<usize>,
    /// For the first block of a loop: the block after the loop's last one.
    loop_end: Option<usize>,
    /// Whether some way from here does not end in a trap.
    is_warm: bool,
}

/// A construct that has not ended yet.
struct Frame {
    /// Where a branch to a loop goes. Branches to other constructs wait for their end.
    header: Option<usize>,
    /// Edges to the end: block and position in its `next`.
    waiting: Vec<(usize, usize)>,
    /// The edge from an `if` that is taken when its condition does not hold.
    otherwise: Option<(usize, usize)>,
}

impl Flow {
    /// Analyses a function. `spend` is the import by which it would pay itself.
    pub(super) fn new(body: &FunctionBody<'_>, spend: Option<u32>) -> Result<Self> {
        let mut graph = Graph::new(spend);
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            graph.add(&operators.read()?)?;
        }
        Ok(graph.finish())
    }

    /// Whether it may call a function that returns, the import by which it pays aside.
    pub(super) fn calls_another(&self) -> bool {
        self.has_indirect_call || self.regions().any(|region| !region.calls.is_empty())
    }

    pub(super) fn regions(&self) -> impl Iterator<Item = &Region> {
        std::iter::once(&self.body).chain(&self.loops)
    }
}

struct Graph {
    blocks: Vec<Block>,
    frames: Vec<Frame>,
    /// Blocks that end in an `if` or a `br_if`; the way that is taken when the condition holds
    /// is the first.
    conditions: Vec<usize>,
    is_reachable: bool,
    has_indirect_call: bool,
    spend: Option<u32>,
    pays_itself: bool,
}

impl Graph {
    fn new(spend: Option<u32>) -> Self {
        Self {
            blocks: vec![Block::default()],
            frames: vec![Frame {
                header: None,
                waiting: Vec::new(),
                otherwise: None,
            }],
            conditions: Vec::new(),
            is_reachable: true,
            has_indirect_call: false,
            spend,
            pays_itself: false,
        }
    }

    fn add(&mut self, operator: &Operator<'_>) -> Result<()> {
        if self.is_reachable {
            self.block().instructions += cost(operator);
        }
        match operator {
            Operator::Block { .. } => self.open(None),
            Operator::Loop { .. } => {
                let header = self.follow();
                self.open(Some(header));
            }
            Operator::If { .. } => {
                let from = self.current();
                self.conditions.push(from);
                let then = self.follow();
                debug_assert_eq!(self.blocks[from].next, [then]);
                self.blocks[from].next.push(EXIT);
                self.open(None);
                let frame = self.frames.last_mut().expect("just opened");
                frame.otherwise = Some((from, 1));
            }
            Operator::Else => {
                let from = self.current();
                if self.is_reachable {
                    self.edge_to_end(from, 0);
                }
                let start = self.start();
                let frame = self.frames.last_mut().expect("an else lies in an if");
                let (block, position) = frame.otherwise.take().expect("an if has one else");
                self.blocks[block].next[position] = start;
            }
            Operator::End => self.close(),
            Operator::Br { relative_depth } => {
                self.branch(*relative_depth);
                self.stop();
            }
            Operator::BrIf { relative_depth } => {
                let from = self.current();
                self.conditions.push(from);
                self.branch(*relative_depth);
                self.follow();
            }
            Operator::BrTable { targets } => {
                for depth in targets.targets() {
                    self.branch(depth?);
                }
                self.branch(targets.default());
                self.stop();
            }
            Operator::Return => {
                self.block().next.push(EXIT);
                self.stop();
            }
            Operator::Unreachable => self.stop(),
            Operator::Call { function_index } if Some(*function_index) == self.spend => {
                self.pays_itself = true;
            }
            Operator::Call { function_index } => {
                self.block().calls.push(*function_index);
                self.block().has_payments = true;
            }
            Operator::CallIndirect { .. } => {
                self.has_indirect_call = true;
                self.block().has_payments = true;
            }
            Operator::MemoryCopy { .. } | Operator::MemoryFill { .. } => {
                self.block().has_payments = true;
            }
            other if is_plain(other) => {}
            other => bail!("the meter does not know where {other:?} goes"),
        }
        Ok(())
    }

    fn current(&self) -> usize {
        self.blocks.len() - 1
    }

    fn block(&mut self) -> &mut Block {
        self.blocks.last_mut().expect("there is a first block")
    }

    /// Begins a block that nothing leads to yet.
    fn start(&mut self) -> usize {
        self.blocks.push(Block::default());
        self.is_reachable = true;
        self.current()
    }

    /// Begins a block that the current one leads to.
    fn follow(&mut self) -> usize {
        let from = self.current();
        let was_reachable = self.is_reachable;
        let next = self.start();
        self.blocks[from].next.push(next);
        self.is_reachable = was_reachable;
        next
    }

    /// What follows is never reached.
    fn stop(&mut self) {
        self.start();
        self.is_reachable = false;
    }

    fn open(&mut self, header: Option<usize>) {
        self.frames.push(Frame {
            header,
            waiting: Vec::new(),
            otherwise: None,
        });
    }

    fn branch(&mut self, depth: u32) {
        let from = self.current();
        self.edge_to_end(from, depth as usize);
    }

    /// Adds a way from a block to where a branch to the construct `depth` levels out goes.
    fn edge_to_end(&mut self, from: usize, depth: usize) {
        let index = self.frames.len() - 1 - depth;
        let frame = &mut self.frames[index];
        let position = self.blocks[from].next.len();
        if frame.header.is_none() {
            frame.waiting.push((from, position));
        }
        let to = frame.header.unwrap_or(EXIT);
        self.blocks[from].next.push(to);
    }

    fn close(&mut self) {
        let frame = self.frames.pop().expect("ends and beginnings match");
        if self.frames.is_empty() {
            // The function's own end; what waits leaves the function.
            if self.is_reachable {
                self.block().next.push(EXIT);
            }
            return;
        }
        let was_reachable = self.is_reachable;
        let from = self.current();
        let after = self.start();
        self.is_reachable = was_reachable || !frame.waiting.is_empty() || frame.otherwise.is_some();
        if was_reachable {
            self.blocks[from].next.push(after);
        }
        for (block, position) in frame.waiting.into_iter().chain(frame.otherwise) {
            self.blocks[block].next[position] = after;
        }
        if let Some(header) = frame.header {
            self.blocks[header].loop_end = Some(after);
        }
    }

    fn finish(mut self) -> Flow {
        self.find_warm();
        let mut flow = Flow {
            hints: self.hints(),
            size: self.blocks.iter().map(|block| block.instructions).sum(),
            has_indirect_call: self.has_indirect_call,
            pays_itself: self.pays_itself,
            ..Flow::default()
        };
        let mut loops = Vec::new();
        let mut exits = Vec::new();
        flow.body = self.pass(0..self.blocks.len(), None, &mut loops, &mut exits);
        loops.sort_by_key(|(header, _)| *header);
        flow.loops = loops.into_iter().map(|(_, region)| region).collect();
        flow
    }

    /// Finds the blocks that do not only lead to a trap. All ways but those back to the start of
    /// a loop go forward, so one pass from the end finds them.
    fn find_warm(&mut self) {
        for index in (0..self.blocks.len()).rev() {
            let is_warm = self.blocks[index]
                .next
                .iter()
                .any(|&next| next == EXIT || next <= index || self.blocks[next].is_warm);
            self.blocks[index].is_warm = is_warm;
        }
    }

    fn is_warm(&self, block: usize) -> bool {
        block == EXIT || self.blocks[block].is_warm
    }

    fn hints(&self) -> Vec<Hint> {
        self.conditions
            .iter()
            .map(|&block| match self.blocks[block].next[..] {
                [then, otherwise] => match (self.is_warm(then), self.is_warm(otherwise)) {
                    (true, false) => Hint::Likely,
                    (false, true) => Hint::Unlikely,
                    _ => Hint::Unknown,
                },
                // Never reached.
                _ => Hint::Unknown,
            })
            .collect()
    }

    /// Passes once through the blocks from `first` to `end`: the function, or the loop that `own`
    /// begins. Adds what lies inside to `loops`, and where the pass goes on to `exits`.
    fn pass(
        &self,
        blocks: Range<usize>,
        own: Option<usize>,
        loops: &mut Vec<(usize, Region)>,
        exits: &mut Vec<(usize, f64)>,
    ) -> Region {
        let mut region = Region::default();
        let mut chances = vec![0.0; blocks.len()];
        chances[0] = 1.0;
        let mut index = blocks.start;
        while index < blocks.end {
            let chance: f64 = chances[index - blocks.start];
            let block = &self.blocks[index];
            let mut ways = Vec::new();
            if let Some(after) = block.loop_end.filter(|_| own != Some(index)) {
                let inner = self.pass(index..after, Some(index), loops, &mut ways);
                loops.push((index, inner));
                region.has_payments = true;
                // Sooner or later a loop is left.
                let total: f64 = ways.iter().map(|way| way.1).sum();
                for way in &mut ways {
                    way.1 *= if total > 0.0 { chance / total } else { 0.0 };
                }
                index = after;
            } else {
                region.instructions += chance * f64::from(block.instructions);
                // Also those with hardly a chance: they may close a cycle.
                if block.is_warm {
                    region.has_payments |= block.has_payments;
                    let calls = block.calls.iter().map(|&call| (call, chance));
                    region.calls.extend(calls);
                }
                let warm = block.next.iter().filter(|&&next| self.is_warm(next));
                #[expect(clippy::cast_precision_loss, reason = "a number of ways")]
                let part = chance / warm.clone().count() as f64;
                ways.extend(warm.map(|&next| (next, part)));
                index += 1;
            }
            for (to, chance) in ways {
                if blocks.contains(&to) && own != Some(to) {
                    chances[to - blocks.start] += chance;
                } else if own != Some(to) {
                    exits.push((to, chance));
                }
            }
        }
        region
    }
}

/// What an instruction costs: one, unless no machine code comes of it. A call through the table
/// pays for a short callee.
fn cost(operator: &Operator<'_>) -> u32 {
    match operator {
        Operator::Nop
        | Operator::Drop
        | Operator::Block { .. }
        | Operator::Loop { .. }
        | Operator::Unreachable
        | Operator::Return
        | Operator::Else
        | Operator::End => 0,
        Operator::CallIndirect { .. } => 10,
        _ => 1,
    }
}

/// Whether an instruction is followed by the next one.
fn is_plain(operator: &Operator<'_>) -> bool {
    !matches!(
        operator,
        Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. }
            | Operator::ReturnCallRef { .. }
            | Operator::CallRef { .. }
            | Operator::BrOnNull { .. }
            | Operator::BrOnNonNull { .. }
            | Operator::BrOnCast { .. }
            | Operator::BrOnCastFail { .. }
            | Operator::TryTable { .. }
            | Operator::Try { .. }
            | Operator::Catch { .. }
            | Operator::CatchAll
            | Operator::Delegate { .. }
            | Operator::Throw { .. }
            | Operator::ThrowRef
            | Operator::Rethrow { .. }
    )
}
