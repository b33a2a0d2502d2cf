//! What can come behind a run: where it cannot go on, the run need not give back.

use super::Table;
use super::compile::{Compiler, Single};
use crate::insn::Insn;
use crate::types::IP;

/// Instructions that are looked at to learn what follows a run.
const LOOK_AHEAD_MAX: usize = 24;

impl Compiler<'_> {
    /// Whether nothing but the ends of groups come before the goal.
    pub(super) fn is_goal(&self, mut ip: IP) -> bool {
        while let Some(Insn::EndCaptureGroup(_)) = self.re.insns.get(ip) {
            ip += 1;
        }
        matches!(self.re.insns.get(ip), Some(Insn::Goal))
    }

    /// Adds the units that a match can go on with from an instruction on; false where it need not
    /// go on with any, or where it takes too long to learn.
    pub(super) fn look_ahead(&self, start: IP, ahead: &mut Ahead) -> bool {
        let mut open = vec![start];
        let mut looked_at = 0;
        while let Some(ip) = open.pop() {
            looked_at += 1;
            if looked_at > LOOK_AHEAD_MAX {
                return false;
            }
            if let Some(single) = self.singles[ip] {
                ahead.add(single, &self.classes);
                continue;
            }
            match &self.re.insns[ip] {
                Insn::BeginCaptureGroup(_)
                | Insn::EndCaptureGroup(_)
                | Insn::ResetCaptureGroup(_)
                | Insn::WordBoundary { .. }
                | Insn::StartOfLine { .. } => open.push(ip + 1),
                Insn::EndOfLine { multiline } => {
                    ahead.ends = true;
                    if *multiline {
                        ahead.table[usize::from(b'\n')] = 1;
                        ahead.table[usize::from(b'\r')] = 1;
                    }
                }
                Insn::Jump { target } => open.push(*target as IP),
                Insn::Alt { secondary } => open.extend([ip + 1, *secondary as IP]),
                Insn::EnterLoop(fields) => open.extend([ip + 1, fields.exit as IP]),
                Insn::LoopAgain { begin } => open.extend([*begin as IP + 1, ip + 1]),
                Insn::Loop1CharBody { min_iters, .. } => {
                    if let Some(single) = self.singles[ip + 1] {
                        ahead.add(single, &self.classes);
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

/// What a match can go on with.
pub(super) struct Ahead {
    pub(super) table: Table,
    /// Whether it can go on where the text ends.
    pub(super) ends: bool,
}

impl Default for Ahead {
    fn default() -> Self {
        Self {
            table: [0; 256],
            ends: false,
        }
    }
}

impl Ahead {
    fn add(&mut self, single: Single, classes: &[Table]) {
        match single {
            Single::Unit(unit) => self.table[usize::from(unit)] = 1,
            Single::Class(class) => {
                let class = &classes[usize::from(class)];
                for (is_in, other) in self.table.iter_mut().zip(class) {
                    *is_in |= other;
                }
            }
        }
    }
}
