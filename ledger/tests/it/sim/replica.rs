//! A small workspace: a few numbers, which runs ended, and which are claimed.

use std::collections::BTreeMap;

use isolate_ledger::{Author, JobId, Outcome, PackName, Position};

pub(crate) const CELLS: usize = 5;

/// The result of a run that had to call other functions when it was repeated.
pub(crate) const NOT_REPEATABLE: u64 = u64::MAX;
/// The result of a run whose key, or whose suspended run, another one has.
pub(crate) const TAKEN: u64 = u64::MAX - 1;

/// The pack of a value whose entry is not made yet.
const LATER: PackName = PackName {
    number: u64::MAX,
    author: Author {
        instance: 0,
        sequence: 0,
    },
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) value: u64,
    /// Where the value is, if it is large.
    pub(crate) pack: Option<PackName>,
}

/// What a cell has after somebody changed an entry.
pub(crate) const HARM: u64 = 0xbad0_bad0_bad0_bad0;

/// What a claim is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Claim {
    Run(u64),
    Key(u64),
    Suspended(u64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Replica {
    pub(crate) position: Position,
    pub(crate) cells: [Cell; CELLS],
    pub(crate) ended: BTreeMap<JobId, u64>,
    pub(crate) claims: BTreeMap<Claim, JobId>,
}

impl Default for Replica {
    fn default() -> Self {
        Self {
            position: Position::START,
            cells: Default::default(),
            ended: BTreeMap::new(),
            claims: BTreeMap::new(),
        }
    }
}

/// A change, as the body of an entry has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Set(usize, u64),
    SetLarge(usize, u64, PackName),
    End(JobId, u64),
    Claim(Claim, JobId),
}

impl Replica {
    pub(crate) fn apply(&mut self, op: Op) {
        match op {
            Op::Set(cell, value) => self.cells[cell] = Cell { value, pack: None },
            Op::SetLarge(cell, value, pack) => {
                let pack = Some(pack);
                self.cells[cell] = Cell { value, pack };
            }
            Op::End(job, result) => {
                self.ended.insert(job, result);
            }
            Op::Claim(claim, job) => {
                self.claims.insert(claim, job);
            }
        }
    }

    /// The packs that its cells are in.
    pub(crate) fn packs(&self) -> Vec<PackName> {
        self.cells.iter().filter_map(|cell| cell.pack).collect()
    }
}

fn words(op: &Op) -> [u64; 6] {
    let word = |JobId(job): JobId| u64::try_from(job).unwrap();
    match *op {
        Op::Set(cell, value) => [0, cell as u64, value, 0, 0, 0],
        Op::SetLarge(cell, value, pack) => {
            let instance = u64::try_from(pack.author.instance).unwrap();
            [
                1,
                cell as u64,
                value,
                pack.number,
                instance,
                pack.author.sequence,
            ]
        }
        Op::End(job, result) => [2, word(job), result, 0, 0, 0],
        Op::Claim(claim, job) => {
            let (kind, number) = match claim {
                Claim::Run(number) => (0, number),
                Claim::Key(number) => (1, number),
                Claim::Suspended(number) => (2, number),
            };
            [3, kind, number, word(job), 0, 0]
        }
    }
}

pub(crate) fn encode(ops: &[Op]) -> Vec<u8> {
    let words = ops.iter().flat_map(words);
    words.flat_map(u64::to_le_bytes).collect()
}

pub(crate) fn decode(body: &[u8]) -> Vec<Op> {
    let words: Vec<u64> = body
        .chunks_exact(8)
        .map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap()))
        .collect();
    let job = |word: u64| JobId(u128::from(word));
    let op = |words: &[u64]| match *words {
        [0, cell, value, ..] => Op::Set(cell as usize, value),
        [1, cell, value, number, instance, sequence] => {
            let instance = u128::from(instance);
            let author = Author { instance, sequence };
            Op::SetLarge(cell as usize, value, PackName { number, author })
        }
        [2, name, result, ..] => Op::End(job(name), result),
        [3, kind, number, name, ..] => {
            let claim = match kind {
                0 => Claim::Run(number),
                1 => Claim::Key(number),
                _ => Claim::Suspended(number),
            };
            Op::Claim(claim, job(name))
        }
        _ => panic!("no change: {words:?}"),
    };
    words.chunks_exact(6).map(op).collect()
}

/// What a client asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Program {
    Add {
        cell: usize,
        by: u64,
    },
    Move {
        from: usize,
        to: usize,
    },
    Read {
        cell: usize,
    },
    Large {
        cell: usize,
    },
    Effects {
        claim: Claim,
        cell: usize,
        calls: usize,
    },
}

/// A run on a host: what it called so far.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    pub(crate) program: Program,
    /// Arguments and answers of its calls.
    pub(crate) answers: Vec<(u64, u64)>,
    /// The call that it waits for: its arguments.
    pub(crate) calls_with: u64,
    pub(crate) result: u64,
}

/// The transaction in which runs are executed.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub(crate) replica: Replica,
    pub(crate) ops: Vec<Op>,
}

impl Open {
    pub(crate) fn new(replica: Replica) -> Self {
        Self {
            replica,
            ops: Vec::new(),
        }
    }

    fn push(&mut self, op: Op) {
        self.replica.apply(op);
        self.ops.push(op);
    }

    pub(crate) fn execute(
        &mut self,
        job: JobId,
        running: &mut Running,
        skips_claim: impl Fn(Claim) -> bool,
    ) -> Outcome {
        let value = |open: &Self, cell: usize| open.replica.cells[cell].value;
        let (changes, result) = match running.program {
            Program::Read { cell } => {
                running.result = value(self, cell);
                return Outcome::Read;
            }
            Program::Add { cell, by } => {
                let result = value(self, cell).wrapping_add(by);
                (vec![(cell, result)], result)
            }
            Program::Move { from, to } => {
                let (from_value, to_value) = (value(self, from), value(self, to));
                let moved = from_value / 2;
                let left = (from, from_value - moved);
                (vec![left, (to, to_value.wrapping_add(moved))], moved)
            }
            Program::Large { cell } => {
                let result = value(self, cell).wrapping_mul(31).wrapping_add(7);
                running.result = result;
                self.push(Op::SetLarge(cell, result, LATER));
                self.push(Op::End(job, result));
                return Outcome::Wrote { large: true };
            }
            Program::Effects { claim, cell, calls } => {
                match self.replica.claims.get(&claim) {
                    Some(owner) if *owner != job => {
                        running.result = self.replica.ended.get(owner).copied().unwrap_or(TAKEN);
                        return Outcome::Read;
                    }
                    None if !skips_claim(claim) => {
                        running.calls_with = value(self, cell);
                        self.push(Op::Claim(claim, job));
                        return Outcome::Claims;
                    }
                    _ => {}
                }
                let mut sum = value(self, cell);
                for call in 0..calls {
                    match running.answers.get(call) {
                        Some((arguments, answer)) if *arguments == sum => {
                            sum = sum.wrapping_add(*answer);
                        }
                        Some(_) => {
                            running.result = NOT_REPEATABLE;
                            self.push(Op::End(job, NOT_REPEATABLE));
                            return Outcome::Wrote { large: false };
                        }
                        None => {
                            running.calls_with = sum;
                            return Outcome::Calls;
                        }
                    }
                }
                (vec![(cell, sum)], sum)
            }
        };
        for (cell, value) in changes {
            self.push(Op::Set(cell, value));
        }
        running.result = result;
        self.push(Op::End(job, result));
        Outcome::Wrote { large: false }
    }

    /// The body of the entry, with the large values in this pack.
    pub(crate) fn body(&self, pack: Option<PackName>) -> Vec<u8> {
        let mut ops = self.ops.clone();
        for op in &mut ops {
            if let Op::SetLarge(_, _, name) = op {
                *name = pack.expect("large values need a pack");
            }
        }
        encode(&ops)
    }

    /// What the pack has: the large values.
    pub(crate) fn large(&self) -> Vec<u64> {
        let large = self.ops.iter().filter_map(|op| match op {
            Op::SetLarge(_, value, _) => Some(*value),
            _ => None,
        });
        large.collect()
    }
}
