//! What a match has to begin with, so that most places of a text are passed without trying.

use crate::bytesearch::ByteSet;
use crate::insn::{CompiledRegex, Insn};
use crate::types::IP;

/// Code units that are told apart one by one; all above count as one.
const UNITS: usize = 256;

/// Any code unit above them.
const ABOVE: u32 = 256;

/// Conditions that every match fulfils where it begins.
#[derive(Debug, Clone)]
pub(crate) struct Lead {
    /// Whether a match may begin with each of the lowest units, and, at the end, with any other.
    /// `None` where a match may be empty, or begins with what is not known.
    pub(crate) units: Option<Box<[bool; UNITS + 1]>>,
    pub(crate) place: Place,
    /// The instruction of an unbounded loop over one character that a match begins with: where a
    /// match fails from some place on, it fails from every place of that run.
    pub(crate) run: Option<IP>,
}

/// Where a match may begin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Place {
    Anywhere,
    /// Where the text begins.
    Start,
    /// Where the text or a line begins.
    LineStart,
    /// Where a word begins or ends; the other way round if inverted.
    Boundary {
        invert: bool,
    },
}

impl Lead {
    pub(crate) fn unknown() -> Self {
        Self {
            units: None,
            place: Place::Anywhere,
            run: None,
        }
    }

    pub(crate) fn of(re: &CompiledRegex) -> Self {
        let mut first = First {
            re,
            units: Box::new([false; UNITS + 1]),
            seen: vec![false; re.insns.len()],
        };
        let is_known = first.visit(0);
        let units = first.units;
        let (place, run) = shape(re);
        Self {
            units: is_known.then_some(units),
            place,
            run,
        }
    }
}

/// The assertion, and the loop behind it, that a pattern begins with.
fn shape(re: &CompiledRegex) -> (Place, Option<IP>) {
    let mut place = Place::Anywhere;
    for (ip, insn) in re.insns.iter().enumerate() {
        match insn {
            Insn::BeginCaptureGroup(_) | Insn::ResetCaptureGroup(_) => {}
            Insn::StartOfLine { multiline } if place == Place::Anywhere => {
                place = if *multiline {
                    Place::LineStart
                } else {
                    Place::Start
                };
            }
            Insn::WordBoundary { invert } if place == Place::Anywhere => {
                place = Place::Boundary { invert: *invert };
            }
            _ => return (place, run(re, ip)),
        }
    }
    (place, None)
}

/// The unbounded loop over one character that begins at an instruction: itself, or behind the
/// characters that it has at least, which are compiled one by one.
fn run(re: &CompiledRegex, start: IP) -> Option<IP> {
    let mut ip = start;
    while is_same(re, ip, start) {
        ip += 1;
    }
    let Insn::Loop1CharBody { max_iters, .. } = re.insns.get(ip)? else {
        return None;
    };
    // What a reference back stands for depends on where the match began.
    let has_reference = re
        .insns
        .iter()
        .any(|insn| matches!(insn, Insn::BackRef { .. }));
    let is_run = ip == start || is_same(re, ip + 1, start);
    (*max_iters == usize::MAX && is_run && !has_reference).then_some(ip)
}

/// Whether two instructions match the same single characters.
fn is_same(re: &CompiledRegex, left: IP, right: IP) -> bool {
    let (Some(left), Some(right)) = (re.insns.get(left), re.insns.get(right)) else {
        return false;
    };
    match (left, right) {
        (Insn::Char(left), Insn::Char(right)) => left == right,
        (Insn::CharSet(left), Insn::CharSet(right)) => left == right,
        (Insn::AsciiBracket(left), Insn::AsciiBracket(right)) => left.0 == right.0,
        (Insn::Bracket(left), Insn::Bracket(right)) => {
            let (left, right) = (&re.brackets[*left], &re.brackets[*right]);
            left.invert == right.invert && left.cps == right.cps
        }
        (Insn::MatchAny, Insn::MatchAny)
        | (Insn::MatchAnyExceptLineTerminator, Insn::MatchAnyExceptLineTerminator) => true,
        _ => false,
    }
}

struct First<'r> {
    re: &'r CompiledRegex,
    units: Box<[bool; UNITS + 1]>,
    seen: Vec<bool>,
}

impl First<'_> {
    fn add(&mut self, unit: u32) {
        self.units[(unit as usize).min(UNITS)] = true;
    }

    /// Adds the characters that one instruction matches; false if it is no such instruction.
    fn add_insn(&mut self, ip: IP) -> bool {
        match &self.re.insns[ip] {
            Insn::Char(unit) => self.add(*unit),
            Insn::CharSet(units) => {
                for unit in units {
                    self.add(*unit);
                }
            }
            Insn::AsciiBracket(bitmap) => {
                for unit in 0..128_u8 {
                    if bitmap.contains(unit) {
                        self.add(unit.into());
                    }
                }
            }
            Insn::Bracket(index) => {
                let bracket = &self.re.brackets[*index];
                for unit in 0..ABOVE {
                    if bracket.cps.contains(unit) != bracket.invert {
                        self.add(unit);
                    }
                }
                self.add(ABOVE);
            }
            Insn::MatchAny => self.units.fill(true),
            Insn::MatchAnyExceptLineTerminator => {
                let terminators = [usize::from(b'\n'), usize::from(b'\r')];
                for (unit, may_begin) in self.units.iter_mut().enumerate() {
                    *may_begin |= !terminators.contains(&unit);
                }
            }
            Insn::JustFail => {}
            _ => return false,
        }
        true
    }

    /// Adds what may come first from an instruction on; false where nothing needs to.
    fn visit(&mut self, start: IP) -> bool {
        let mut open = vec![start];
        while let Some(ip) = open.pop() {
            if core::mem::replace(&mut self.seen[ip], true) || self.add_insn(ip) {
                continue;
            }
            match &self.re.insns[ip] {
                Insn::BeginCaptureGroup(_)
                | Insn::EndCaptureGroup(_)
                | Insn::ResetCaptureGroup(_)
                | Insn::WordBoundary { .. }
                | Insn::WordBoundaryUnicodeICase { .. }
                | Insn::StartOfLine { .. }
                | Insn::EndOfLine { .. } => open.push(ip + 1),
                Insn::Lookahead { continuation, .. } | Insn::Lookbehind { continuation, .. } => {
                    open.push(*continuation as IP);
                }
                Insn::Jump { target } => open.push(*target as IP),
                Insn::Alt { secondary } => open.extend([ip + 1, *secondary as IP]),
                Insn::EnterLoop(fields) => {
                    open.push(ip + 1);
                    if fields.min_iters == 0 {
                        open.push(fields.exit as IP);
                    }
                }
                // Reached only where the loop's body may be empty.
                Insn::LoopAgain { .. } => open.push(ip + 1),
                Insn::Loop1CharBody { min_iters, .. } => {
                    if !self.add_insn(ip + 1) {
                        return false;
                    }
                    if *min_iters == 0 {
                        open.push(ip + 2);
                    }
                }
                _ => return false,
            }
        }
        true
    }
}
