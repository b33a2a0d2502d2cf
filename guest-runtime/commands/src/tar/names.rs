//! Names of members: which are meant, what is left out, and how they are changed.

use crate::bytes::cat;
use crate::glob::{self, Rules};
use crate::regex::Regex;

/// One pattern of `--exclude`, or one name of the command line.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) text: Vec<u8>,
    pub(super) has_wildcards: bool,
    /// Whether it begins at the beginning of the name alone.
    pub(super) is_anchored: bool,
    pub(super) ignores_case: bool,
    pub(super) was_found: bool,
}

impl Pattern {
    /// Whether it is the name, or a directory above it.
    pub(super) fn fits(&self, name: &[u8]) -> bool {
        let name = crate::paths::without_slashes(name);
        let rules = Rules {
            period: false,
            ignores_case: self.ignores_case,
        };
        let starts = name
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'/')
            .map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(starts.filter(|_| !self.is_anchored));
        for start in starts {
            let rest = &name[start..];
            let ends = rest
                .iter()
                .enumerate()
                .filter(|(at, byte)| **byte == b'/' && *at > 0)
                .map(|(at, _)| at);
            for end in ends.chain(std::iter::once(rest.len())) {
                let part = &rest[..end];
                let fits = if self.has_wildcards {
                    glob::fits(&self.text, part, rules)
                } else if self.ignores_case {
                    self.text.eq_ignore_ascii_case(part)
                } else {
                    self.text == part
                };
                if fits {
                    return true;
                }
            }
        }
        false
    }
}

/// A change of names: `s/REGEX/TEXT/FLAGS`.
pub(super) struct Change {
    regex: Regex,
    is_at_start: bool,
    text: Vec<u8>,
    is_global: bool,
    which: usize,
    /// What is changed: names of members, targets of links and of hard links.
    pub(super) regular: bool,
    pub(super) links: bool,
    pub(super) hard_links: bool,
}

impl Change {
    /// Reads one expression, or several with semicolons between them.
    pub(super) fn parse(mut text: &[u8]) -> Option<Vec<Self>> {
        let mut changes = Vec::new();
        loop {
            let (change, rest) = Self::first(text)?;
            changes.push(change);
            match rest {
                [] => return Some(changes),
                [b';', rest @ ..] => text = rest,
                _ => return None,
            }
        }
    }

    fn first(text: &[u8]) -> Option<(Self, &[u8])> {
        let [b's', divider, rest @ ..] = text else {
            return None;
        };
        let (pattern, rest) = part(rest, *divider)?;
        let (replacement, rest) = part(rest, *divider)?;
        let mut change = Self {
            regex: Regex::basic(&['x']).ok()?,
            is_at_start: false,
            text: replacement,
            is_global: false,
            which: 1,
            regular: true,
            links: true,
            hard_links: true,
        };
        let (mut at, mut ignores_case, mut is_extended) = (0, false, false);
        while let Some(flag) = rest.get(at) {
            match flag {
                b'g' => change.is_global = true,
                b'i' => ignores_case = true,
                b'x' => is_extended = true,
                b'r' => change.regular = true,
                b'R' => change.regular = false,
                b's' => change.links = true,
                b'S' => change.links = false,
                b'h' => change.hard_links = true,
                b'H' => change.hard_links = false,
                b'0'..=b'9' => {
                    let digits = rest[at..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_digit())
                        .count();
                    change.which = crate::bytes::number(&rest[at..at + digits])?;
                    at += digits - 1;
                }
                b';' => break,
                _ => return None,
            }
            at += 1;
        }
        let pattern = if is_extended {
            basic_of(&pattern)
        } else {
            pattern
        };
        let pattern = if ignores_case {
            of_any_case(&pattern)
        } else {
            pattern
        };
        change.is_at_start = pattern.first() == Some(&b'^');
        let characters: Vec<char> = pattern.iter().map(|byte| char::from(*byte)).collect();
        change.regex = Regex::basic(&characters).ok()?;
        Some((change, &rest[at..]))
    }

    /// The name after the change; none if that takes too long.
    pub(super) fn apply(&self, name: &[u8]) -> Option<Vec<u8>> {
        // Bytes are characters here: a name need not be UTF-8.
        let characters: Vec<char> = name.iter().map(|byte| char::from(*byte)).collect();
        let mut out = Vec::new();
        let (mut at, mut count) = (0, 0);
        while at <= name.len() {
            if self.is_at_start && at > 0 {
                break;
            }
            let groups = self.regex.at_start(&characters[at..]).ok()?;
            let Some(groups) = groups else {
                if let Some(byte) = name.get(at) {
                    out.push(*byte);
                }
                at += 1;
                continue;
            };
            let length = groups[0].map_or(0, |(_, end)| end);
            count += 1;
            let is_meant = count == self.which || (self.is_global && count > self.which);
            if is_meant {
                self.replace(&name[at..], &groups, &mut out);
            } else {
                out.extend_from_slice(&name[at..at + length]);
            }
            at += length;
            if length == 0 {
                if let Some(byte) = name.get(at) {
                    out.push(*byte);
                }
                at += 1;
            }
            if is_meant && !self.is_global {
                break;
            }
        }
        out.extend_from_slice(name.get(at..).unwrap_or_default());
        Some(out)
    }

    fn replace(&self, text: &[u8], groups: &[Option<(usize, usize)>], out: &mut Vec<u8>) {
        let mut bytes = self.text.iter();
        let group = |number: usize, out: &mut Vec<u8>| {
            if let Some(Some((start, end))) = groups.get(number) {
                out.extend_from_slice(&text[*start..*end]);
            }
        };
        while let Some(byte) = bytes.next() {
            match byte {
                b'&' => group(0, out),
                b'\\' => match bytes.next() {
                    Some(digit @ b'0'..=b'9') => group(usize::from(digit - b'0'), out),
                    Some(b'n') => out.push(b'\n'),
                    Some(other) => out.push(*other),
                    None => out.push(b'\\'),
                },
                other => out.push(*other),
            }
        }
    }
}

/// The text up to a divider, and what is behind that.
fn part(text: &[u8], divider: u8) -> Option<(Vec<u8>, &[u8])> {
    let mut out = Vec::new();
    let mut at = 0;
    loop {
        match text.get(at)? {
            b'\\' if text.get(at + 1) == Some(&divider) => {
                out.push(divider);
                at += 2;
            }
            b'\\' => {
                out.extend_from_slice(text.get(at..at + 2)?);
                at += 2;
            }
            byte if *byte == divider => return Some((out, &text[at + 1..])),
            byte => {
                out.push(*byte);
                at += 1;
            }
        }
    }
}

/// An extended expression in the words of a basic one.
fn basic_of(pattern: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = pattern.iter();
    let mut in_set = false;
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if !in_set => {
                let next = bytes.next().copied().unwrap_or(b'\\');
                if !b"+?(){}|".contains(&next) {
                    out.push(b'\\');
                }
                out.push(next);
            }
            b'+' | b'?' | b'(' | b')' | b'{' | b'}' | b'|' if !in_set => out.extend([b'\\', *byte]),
            other => {
                in_set = (in_set || *other == b'[') && *other != b']';
                out.push(*other);
            }
        }
    }
    out
}

/// An expression in which letters outside of sets mean both cases.
fn of_any_case(pattern: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut is_escaped, mut in_set) = (false, false);
    for byte in pattern {
        if byte.is_ascii_alphabetic() && !is_escaped && !in_set {
            out.extend([
                b'[',
                byte.to_ascii_lowercase(),
                byte.to_ascii_uppercase(),
                b']',
            ]);
        } else {
            in_set = !is_escaped && (in_set || *byte == b'[') && *byte != b']';
            out.push(*byte);
        }
        is_escaped = *byte == b'\\' && !is_escaped;
    }
    out
}

/// The name as it is safe to use: relative and without `..`, and what was before it.
pub(super) fn relative(name: &[u8]) -> (&[u8], &[u8]) {
    let mut cut = 0;
    let mut at = 0;
    while at < name.len() {
        let end = name[at..]
            .iter()
            .position(|byte| *byte == b'/')
            .map_or(name.len(), |slash| at + slash);
        if &name[at..end] == b".." {
            cut = end;
        }
        at = end + 1;
    }
    while name.get(cut) == Some(&b'/') {
        cut += 1;
    }
    let (before, rest) = name.split_at(cut);
    if rest.is_empty() && !name.is_empty() {
        return (b".", before);
    }
    (rest, before)
}

/// Whether a part of a name is `..`.
pub(super) fn leads_up(name: &[u8]) -> bool {
    name.split(|byte| *byte == b'/').any(|part| part == b"..")
}

/// Without so many parts at its beginning; none if there are not more.
pub(super) fn stripped(name: &[u8], count: usize) -> Option<Vec<u8>> {
    let mut rest = name;
    for _ in 0..count {
        let slash = rest.iter().position(|byte| *byte == b'/')?;
        rest = &rest[slash..];
        let start = rest
            .iter()
            .position(|byte| *byte != b'/')
            .unwrap_or(rest.len());
        rest = &rest[start..];
    }
    (count == 0 || !rest.is_empty()).then(|| rest.to_vec())
}

/// The name below a directory, unless it is there already.
pub(super) fn below(directory: &[u8], name: &[u8]) -> Vec<u8> {
    let name = name.strip_prefix(b"./").unwrap_or(name);
    if name == directory || name.starts_with(&cat![directory, "/"]) {
        return name.to_vec();
    }
    if name.is_empty() || name == b"." {
        return cat![directory, "/"];
    }
    cat![directory, "/", name]
}
