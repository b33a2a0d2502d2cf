//! Permission bits: as texts, and as `chmod` changes them.

use crate::files::{Kind, Stat};

/// All bits that can be changed.
pub(crate) const ALL: u32 = 0o7777;

const SET_USER: u32 = 0o4000;
const SET_GROUP: u32 = 0o2000;
const STICKY: u32 = 0o1000;

/// What `ls -l` has for a mode: the letter of the kind and nine of permissions.
pub(crate) fn letters(stat: &Stat) -> String {
    let kind = match stat.kind {
        Kind::File => '-',
        Kind::Directory => 'd',
        Kind::Link => 'l',
    };
    let mut text = String::from(kind);
    text.push_str(&permissions(stat.mode));
    text
}

/// The nine letters of permissions.
pub(crate) fn permissions(mode: u32) -> String {
    let special = [
        (SET_USER, 's', 'S'),
        (SET_GROUP, 's', 'S'),
        (STICKY, 't', 'T'),
    ];
    let mut text = String::new();
    for (place, (bit, with, without)) in special.into_iter().enumerate() {
        let bits = mode >> (6 - 3 * place);
        text.push(if bits & 4 != 0 { 'r' } else { '-' });
        text.push(if bits & 2 != 0 { 'w' } else { '-' });
        text.push(match (mode & bit != 0, bits & 1 != 0) {
            (true, true) => with,
            (true, false) => without,
            (false, true) => 'x',
            (false, false) => '-',
        });
    }
    text
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The bits as they are.
    Bits,
    /// Those of the user, the group or others, for everyone.
    Existing,
    /// Also execution, where it is a directory or somebody may execute.
    ExecutionIfAny,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clause {
    operator: u8,
    source: Source,
    affected: u32,
    value: u32,
    mentioned: u32,
}

/// A change of permissions, as `755`, `u+x` or `go=u-w` name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change(Vec<Clause>);

impl Change {
    /// The change that sets the bits of a file.
    pub(crate) fn to(mode: u32) -> Self {
        Self(vec![Clause {
            operator: b'=',
            source: Source::Bits,
            affected: ALL,
            value: mode,
            mentioned: ALL,
        }])
    }

    /// Reads a mode; none if it is not one.
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        if text.first().is_some_and(|byte| (b'0'..b'8').contains(byte)) {
            let (mode, rest) = octal(text)?;
            if !rest.is_empty() {
                return None;
            }
            let mentioned = if text.len() < 5 {
                (mode & (SET_USER | SET_GROUP)) | STICKY | 0o777
            } else {
                ALL
            };
            return Some(Self(vec![Clause {
                operator: b'=',
                source: Source::Bits,
                affected: ALL,
                value: mode,
                mentioned,
            }]));
        }
        let mut clauses = Vec::new();
        for part in text.split(|byte| *byte == b',') {
            clauses_of(part, &mut clauses)?;
        }
        Some(Self(clauses))
    }

    /// The mode after the change of an entry that has `old`, and the bits that the change named.
    pub(crate) fn apply(&self, old: u32, is_directory: bool, umask: u32) -> (u32, u32) {
        let mut mode = old & ALL;
        let mut bits = 0;
        for clause in &self.0 {
            let kept = if is_directory {
                SET_USER | SET_GROUP
            } else {
                0
            } & !clause.mentioned;
            let mut value = clause.value;
            match clause.source {
                Source::Bits => {}
                Source::Existing => {
                    value &= mode;
                    for bit in [0o444, 0o222, 0o111] {
                        if value & bit != 0 {
                            value |= bit;
                        }
                    }
                }
                Source::ExecutionIfAny => {
                    if is_directory || mode & 0o111 != 0 {
                        value |= 0o111;
                    }
                }
            }
            let reached = if clause.affected == 0 {
                !umask
            } else {
                clause.affected
            };
            value &= reached & !kept;
            match clause.operator {
                b'=' => {
                    let others = if clause.affected == 0 {
                        0
                    } else {
                        !clause.affected
                    };
                    let preserved = others | kept;
                    bits |= ALL & !preserved;
                    mode = (mode & preserved) | value;
                }
                b'+' => {
                    bits |= value;
                    mode |= value;
                }
                _ => {
                    bits |= value;
                    mode &= !value;
                }
            }
        }
        (mode & ALL, bits)
    }
}

/// A number in octal at the beginning, of twelve bits at most.
fn octal(text: &[u8]) -> Option<(u32, &[u8])> {
    let count = text
        .iter()
        .take_while(|byte| (b'0'..b'8').contains(byte))
        .count();
    let mut mode = 0;
    for byte in &text[..count] {
        mode = mode * 8 + u32::from(byte - b'0');
        if mode > ALL {
            return None;
        }
    }
    Some((mode, &text[count..]))
}

fn clauses_of(part: &[u8], clauses: &mut Vec<Clause>) -> Option<()> {
    let who = part
        .iter()
        .take_while(|byte| b"ugoa".contains(byte))
        .count();
    let mut affected = 0;
    for byte in &part[..who] {
        affected |= match byte {
            b'u' => SET_USER | 0o700,
            b'g' => SET_GROUP | 0o070,
            b'o' => STICKY | 0o007,
            _ => ALL,
        };
    }
    let mut rest = &part[who..];
    if rest.is_empty() {
        return None;
    }
    while let Some((operator, after)) = rest.split_first() {
        if !b"=+-".contains(operator) {
            return None;
        }
        let mut clause = Clause {
            operator: *operator,
            source: Source::Bits,
            affected,
            value: 0,
            mentioned: 0,
        };
        match after.first() {
            Some(b'0'..=b'7') => {
                let (mode, behind) = octal(after)?;
                if affected != 0 || !behind.is_empty() {
                    return None;
                }
                clause.affected = ALL;
                clause.mentioned = ALL;
                clause.value = mode;
                rest = behind;
            }
            Some(byte @ (b'u' | b'g' | b'o')) => {
                clause.source = Source::Existing;
                clause.value = match byte {
                    b'u' => 0o700,
                    b'g' => 0o070,
                    _ => 0o007,
                };
                rest = &after[1..];
            }
            _ => {
                let count = after
                    .iter()
                    .take_while(|byte| b"rwxXst".contains(byte))
                    .count();
                for byte in &after[..count] {
                    match byte {
                        b'r' => clause.value |= 0o444,
                        b'w' => clause.value |= 0o222,
                        b'x' => clause.value |= 0o111,
                        b's' => clause.value |= SET_USER | SET_GROUP,
                        b't' => clause.value |= STICKY,
                        _ => clause.source = Source::ExecutionIfAny,
                    }
                }
                rest = &after[count..];
            }
        }
        if clause.mentioned == 0 {
            clause.mentioned = match affected {
                0 => clause.value,
                affected => affected & clause.value,
            };
        }
        clauses.push(clause);
    }
    Some(())
}
