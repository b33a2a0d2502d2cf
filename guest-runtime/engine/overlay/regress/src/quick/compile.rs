//! From the backtracker's instructions to the quick matcher's operations.

use super::ahead::Ahead;
use super::{ANY, Class, Lead, NONE, OPS_MAX, Op, Place, Program, Spare, Table, Tail, WORD};
use crate::bytesearch::ByteSet;
use crate::codepointset::Interval;
use crate::insn::{CompiledRegex, Insn};
use crate::lead;
use crate::types::IP;

/// Classes that a program may have.
const CLASSES_MAX: usize = 64;

/// Operations between two pauses.
const PAUSE: usize = 128;

/// What one instruction matches: single units are told apart from classes since most of them
/// never need one.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Single {
    Unit(u8),
    Class(Class),
}

impl Program {
    /// Compiles a pattern, unless it has an instruction that is not for the quick matcher.
    pub(crate) fn of(re: &CompiledRegex) -> Option<Box<Self>> {
        if cfg!(feature = "without-shortcuts") {
            return None;
        }
        let mut compiler = Compiler {
            re,
            singles: Vec::with_capacity(re.insns.len()),
            is_target: vec![false; re.insns.len() + 1],
            begins_run: vec![false; re.insns.len() + 1],
            classes: vec![[1; 256], word()],
            ops: Vec::new(),
            op_of: vec![0; re.insns.len()],
            lead_run: NONE,
            lead_lazy: NONE,
            since_pause: 0,
        };
        compiler.survey()?;
        let mut ip = 0;
        while ip < re.insns.len() {
            ip = compiler.insn(ip)?;
        }
        compiler.finish()
    }
}

fn word() -> Table {
    let mut table = [0; 256];
    for (unit, is_in) in (0_u8..=255).zip(&mut table) {
        *is_in = u8::from(unit.is_ascii_alphanumeric() || unit == b'_');
    }
    table
}

/// A count of a quantifier, none where nothing bounds it.
fn count(count: usize) -> Option<u32> {
    if count == usize::MAX {
        return Some(NONE);
    }
    u32::try_from(count).ok().filter(|count| *count != NONE)
}

pub(super) struct Compiler<'r> {
    pub(super) re: &'r CompiledRegex,
    /// What each instruction matches, where it matches one character.
    pub(super) singles: Vec<Option<Single>>,
    is_target: Vec<bool>,
    /// Whether a loop over one character begins at an instruction: itself, or behind the
    /// characters that it has at least, which are compiled one by one.
    begins_run: Vec<bool>,
    pub(super) classes: Vec<Table>,
    ops: Vec<Op>,
    /// The operation of each instruction.
    op_of: Vec<u32>,
    lead_run: u32,
    lead_lazy: u32,
    since_pause: usize,
}

impl Compiler<'_> {
    /// Learns what has to be known of all instructions before the first is compiled.
    fn survey(&mut self) -> Option<()> {
        for (ip, insn) in self.re.insns.iter().enumerate() {
            let single = self.single(insn)?;
            self.singles.push(single);
            match insn {
                Insn::Jump { target } => self.target(ip, *target)?,
                Insn::Alt { secondary } => self.target(ip, *secondary)?,
                Insn::EnterLoop(fields) => {
                    self.target(ip, fields.exit)?;
                    self.is_target[ip + 1] = true;
                }
                Insn::LoopAgain { begin } => {
                    let begin = *begin as IP;
                    let is_loop = matches!(self.re.insns.get(begin), Some(Insn::EnterLoop(_)));
                    if !is_loop || begin >= ip {
                        return None;
                    }
                }
                _ => {}
            }
        }
        // The last instruction goes nowhere.
        if !matches!(self.re.insns.last()?, Insn::Goal) {
            return None;
        }
        for ip in (0..self.re.insns.len()).rev() {
            self.begins_run[ip] = match self.re.insns[ip] {
                Insn::Loop1CharBody { .. } => self.singles.get(ip + 1)?.is_some(),
                _ => {
                    let same = self
                        .of_run(ip + 1)
                        .is_some_and(|of| Some(of) == self.singles[ip]);
                    same && !self.is_target[ip + 1] && !self.is_body(ip)
                }
            };
        }
        Some(())
    }

    /// What the run that begins at an instruction is made of.
    fn of_run(&self, ip: IP) -> Option<Single> {
        if !*self.begins_run.get(ip)? {
            return None;
        }
        match self.re.insns[ip] {
            Insn::Loop1CharBody { .. } => self.singles[ip + 1],
            _ => self.singles[ip],
        }
    }

    /// Whether an instruction is what a loop over one character repeats.
    fn is_body(&self, ip: IP) -> bool {
        ip > 0 && matches!(self.re.insns[ip - 1], Insn::Loop1CharBody { .. })
    }

    /// Notes where a jump goes, which is always forward.
    fn target(&mut self, ip: IP, target: u32) -> Option<()> {
        let target = target as IP;
        if target <= ip || target >= self.re.insns.len() {
            return None;
        }
        self.is_target[target] = true;
        Some(())
    }

    /// What an instruction matches, if it is one character; nothing where it is not known.
    fn single(&mut self, insn: &Insn) -> Option<Option<Single>> {
        let mut table = [0; 256];
        match insn {
            Insn::Char(unit) => {
                if let Ok(unit) = u8::try_from(*unit) {
                    return Some(Some(Single::Unit(unit)));
                }
            }
            Insn::JustFail => {}
            Insn::CharSet(units) => {
                for unit in units {
                    if let Some(is_in) = table.get_mut(*unit as usize) {
                        *is_in = 1;
                    }
                }
            }
            Insn::AsciiBracket(bitmap) => {
                for (unit, is_in) in (0_u8..128).zip(&mut table) {
                    *is_in = u8::from(bitmap.contains(unit));
                }
            }
            Insn::Bracket(index) => {
                let bracket = self.re.brackets.get(*index)?;
                for &Interval { first, last } in bracket.cps.intervals() {
                    if first < 256 {
                        table[first as usize..=last.min(255) as usize].fill(1);
                    }
                }
                if bracket.invert {
                    table.iter_mut().for_each(|is_in| *is_in ^= 1);
                }
            }
            Insn::MatchAny => return Some(Some(Single::Class(ANY))),
            Insn::MatchAnyExceptLineTerminator => {
                table = [1; 256];
                table[usize::from(b'\n')] = 0;
                table[usize::from(b'\r')] = 0;
            }
            Insn::Goal
            | Insn::StartOfLine { .. }
            | Insn::EndOfLine { .. }
            | Insn::EnterLoop(_)
            | Insn::LoopAgain { .. }
            | Insn::Loop1CharBody { .. }
            | Insn::Jump { .. }
            | Insn::Alt { .. }
            | Insn::BeginCaptureGroup(_)
            | Insn::EndCaptureGroup(_)
            | Insn::ResetCaptureGroup(_)
            | Insn::WordBoundary { .. } => return Some(None),
            _ => return None,
        }
        Some(Some(Single::Class(self.class(table)?)))
    }

    /// The number of a class.
    fn class(&mut self, table: Table) -> Option<Class> {
        let known = self.classes.iter().position(|known| *known == table);
        let index = known.unwrap_or(self.classes.len());
        if index >= CLASSES_MAX {
            return None;
        }
        if known.is_none() {
            self.classes.push(table);
        }
        Class::try_from(index).ok()
    }

    fn class_of(&mut self, single: Single) -> Option<Class> {
        match single {
            Single::Class(class) => Some(class),
            Single::Unit(unit) => {
                let mut table = [0; 256];
                table[usize::from(unit)] = 1;
                self.class(table)
            }
        }
    }

    fn push(&mut self, op: Op) {
        self.ops.push(op);
        self.since_pause += 1;
        if self.since_pause == PAUSE {
            self.since_pause = 0;
            self.ops.push(Op::Pause);
        }
    }

    /// Compiles an instruction, with those behind it that make one operation with it; answers
    /// with the next.
    fn insn(&mut self, ip: IP) -> Option<IP> {
        self.op_of[ip] = u32::try_from(self.ops.len()).ok()?;
        if self.begins_run[ip] {
            return self.run(ip);
        }
        if let Some(single) = self.singles[ip] {
            return self.single_ops(ip, single);
        }
        // Loops come behind groups. Targets stay instructions until all are compiled.
        let group = |index: u16| (u32::from(index) < self.re.groups).then_some(index);
        let op = match &self.re.insns[ip] {
            Insn::Goal => Op::Goal,
            Insn::StartOfLine { multiline: false } => Op::TextStart,
            Insn::StartOfLine { multiline: true } => Op::LineStart,
            Insn::EndOfLine { multiline: false } => Op::TextEnd,
            Insn::EndOfLine { multiline: true } => Op::LineEnd,
            Insn::WordBoundary { invert } => Op::Boundary { invert: *invert },
            Insn::Jump { target } => Op::Jump { target: *target },
            Insn::Alt { secondary } => Op::Alt { second: *secondary },
            Insn::BeginCaptureGroup(index) => Op::Begin {
                slot: group(*index)?,
            },
            Insn::EndCaptureGroup(index) => Op::End {
                slot: group(*index)?,
            },
            Insn::ResetCaptureGroup(index) => Op::Reset {
                slot: group(*index)?,
            },
            Insn::EnterLoop(fields) => {
                if u32::from(fields.loop_id) >= self.re.loops {
                    return None;
                }
                let slot = self.re.groups + u32::from(fields.loop_id);
                Op::Enter {
                    is_greedy: fields.greedy,
                    slot: u16::try_from(slot).ok()?,
                    min: count(fields.min_iters).filter(|min| *min != NONE)?,
                    max: count(fields.max_iters)?,
                    exit: fields.exit,
                }
            }
            Insn::LoopAgain { begin } => Op::Again { begin: *begin },
            _ => return None,
        };
        self.push(op);
        Some(ip + 1)
    }

    /// Characters one after the other, up to a run or to where something jumps.
    fn single_ops(&mut self, ip: IP, single: Single) -> Option<IP> {
        let Single::Unit(_) = single else {
            return self.repeated(ip, single);
        };
        let mut units = Vec::new();
        let mut end = ip;
        while let Some(Some(Single::Unit(unit))) = self.singles.get(end)
            && !self.begins_run[end]
            && (end == ip || !self.is_target[end])
        {
            units.push(*unit);
            end += 1;
        }
        let mut rest = units.as_slice();
        while let [first, behind @ ..] = rest {
            rest = if let [a, b, c, d, behind @ ..] = rest {
                self.push(Op::Four(u32::from_le_bytes([*a, *b, *c, *d])));
                behind
            } else if let [a, b, behind @ ..] = rest {
                self.push(Op::Two(u16::from_le_bytes([*a, *b])));
                behind
            } else {
                self.push(Op::Unit(*first));
                behind
            };
        }
        Some(end)
    }

    /// A class, as often as it comes.
    fn repeated(&mut self, ip: IP, single: Single) -> Option<IP> {
        let mut end = ip + 1;
        while self.singles.get(end) == Some(&Some(single))
            && !self.begins_run[end]
            && !self.is_target[end]
        {
            end += 1;
        }
        let class = self.class_of(single)?;
        let times = count(end - ip)?;
        self.push(if times == 1 {
            Op::Class(class)
        } else {
            Op::Run {
                tail: Tail::Any,
                class,
                next: ANY,
                ends: true,
                min: times,
                max: times,
            }
        });
        Some(end)
    }

    /// A loop over one character, with those before it that it has at least.
    fn run(&mut self, start: IP) -> Option<IP> {
        let mut ip = start;
        while self.singles[ip].is_some() {
            ip += 1;
        }
        let Insn::Loop1CharBody {
            min_iters,
            max_iters,
            greedy,
        } = self.re.insns[ip]
        else {
            return None;
        };
        let before = ip - start;
        let min = count(min_iters.checked_add(before)?).filter(|min| *min != NONE)?;
        let max = match count(max_iters)? {
            NONE => NONE,
            max => count(max as usize + before)?,
        };
        let class = self.class_of(self.singles[ip + 1]?)?;
        let next = ip + 2;
        let leads = self.re.lead.run == Some(ip);
        if leads {
            self.lead_run = u32::try_from(self.ops.len()).ok()?;
        }
        let mut ahead = Ahead::default();
        let is_known = self.look_ahead(next, &mut ahead);
        let is_last = self.is_goal(next);
        let (follow, ends) = match is_known.then(|| self.class(ahead.table)).flatten() {
            Some(follow) => (follow, ahead.ends),
            None => (ANY, true),
        };
        let of = |class: Class| self.classes[usize::from(class)];
        let is_apart = of(class).iter().zip(of(follow)).all(|(a, b)| a & b == 0);
        let run = |tail, max| Op::Run {
            tail,
            class,
            next: follow,
            ends,
            min,
            max,
        };
        if is_last {
            self.push(run(Tail::Any, if greedy { max } else { min }));
        } else if is_apart {
            self.push(run(Tail::Next, max));
        } else if greedy {
            self.push(run(Tail::Back, max));
        } else {
            if min > 0 {
                self.push(run(Tail::Any, min));
            }
            if leads {
                self.lead_lazy = u32::try_from(self.ops.len()).ok()?;
            }
            let max = if max == NONE { NONE } else { max - min };
            self.push(Op::Lazy {
                class,
                next: follow,
                ends,
                max,
            });
        }
        Some(next)
    }

    fn lead(&mut self) -> Option<Lead> {
        let Some(units) = &self.re.lead.units else {
            return Some(Lead::Unknown);
        };
        let mut table = [0; 256];
        for (is_in, may_begin) in table.iter_mut().zip(units.iter()) {
            *is_in = u8::from(*may_begin);
        }
        let mut first = (0_u8..=255).filter(|unit| table[usize::from(*unit)] != 0);
        Some(match (first.next(), first.next()) {
            (None, _) => Lead::Never,
            (Some(unit), None) => Lead::Unit(unit),
            (Some(_), Some(_)) => Lead::Class(self.class(table)?),
        })
    }

    fn finish(mut self) -> Option<Box<Program>> {
        let lead = self.lead()?;
        self.ops.push(Op::Fail);
        if self.ops.len() > OPS_MAX {
            return None;
        }
        for op in &mut self.ops {
            match op {
                Op::Jump { target: of } | Op::Alt { second: of } => *of = self.op_of[*of as IP],
                Op::Enter { exit: of, .. } | Op::Again { begin: of } => {
                    *of = self.op_of[*of as IP];
                }
                _ => {}
            }
        }
        let (place, op) = match self.re.lead.place {
            lead::Place::Anywhere => (Place::Anywhere, None),
            lead::Place::Start => (Place::TextStart, Some(Op::TextStart)),
            lead::Place::LineStart => (Place::LineStart, Some(Op::LineStart)),
            lead::Place::Boundary { invert } => {
                (Place::Boundary { invert }, Some(Op::Boundary { invert }))
            }
        };
        let leads = |op: &Op| !op.is_before_lead();
        let lead_op = self.ops.iter().position(leads)?;
        let is_first = op.is_some() && self.ops.first().copied() == op;
        debug_assert!(usize::from(WORD) < self.classes.len());
        Some(Box::new(Program {
            ops: self.ops.into(),
            classes: self.classes.into(),
            lead,
            place,
            behind_place: u32::from(is_first),
            lead_op: u32::try_from(lead_op).ok()?,
            lead_run: self.lead_run,
            lead_lazy: self.lead_lazy,
            groups: self.re.groups as usize,
            slots: (self.re.groups + self.re.loops) as usize,
            spare: Spare::default(),
        }))
    }
}

impl Op {
    /// Whether it takes nothing, and the match begins with what comes next all the same.
    fn is_before_lead(&self) -> bool {
        matches!(
            self,
            Self::Begin { .. }
                | Self::Reset { .. }
                | Self::Pause
                | Self::TextStart
                | Self::LineStart
                | Self::Boundary { .. }
        )
    }
}
