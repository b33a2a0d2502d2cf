//! From the tree of a pattern to the syntax of the linear-time engine.

use std::fmt::Write;

use super::parse::{Node, Set};

/// Removes line breaks from everything that a pattern may consume, so that no match, and no look-around
/// beside one, leaves its line.
pub(super) fn take_line_breaks(node: &mut Node) {
    match node {
        Node::Char('\n') => *node = Node::Set(Set::default()),
        Node::Set(set) if set.contains('\n') => {
            *node = Node::Set(without_line_break(std::mem::take(set)));
        }
        other => other.children_mut().iter_mut().for_each(take_line_breaks),
    }
}

fn without_line_break(mut set: Set) -> Set {
    if set.negated {
        set.ranges.push(('\n', '\n'));
        return Set {
            negated: true,
            ..Set::of(&set.ranges)
        };
    }
    let mut ranges = Vec::new();
    for (low, high) in set.ranges {
        if low <= '\n' && '\n' <= high {
            if low < '\n' {
                ranges.push((low, '\t'));
            }
            if high > '\n' {
                ranges.push(('\u{b}', high));
            }
        } else {
            ranges.push((low, high));
        }
    }
    set.ranges = ranges;
    set
}

/// Whether a pattern has a node of a kind.
pub(super) fn any(node: &Node, is_meant: &impl Fn(&Node) -> bool) -> bool {
    is_meant(node) || node.children().iter().any(|child| any(child, is_meant))
}

/// Whether only the backtracking engine can match a pattern.
pub(super) fn needs_backtracking(node: &Node) -> bool {
    any(node, &|node| {
        matches!(node, Node::BackReference(_) | Node::Look { .. })
    })
}

/// Whether a pattern has a repetition without an upper bound.
pub(super) fn repeats_without_bound(node: &Node) -> bool {
    any(node, &|node| matches!(node, Node::Repeat { max: None, .. }))
}

/// How a pattern is to be read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flags {
    pub(super) ignore_case: bool,
    pub(super) anchors: Anchors,
}

/// What `^` and `$` are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchors {
    /// The ends of the text.
    Text,
    /// The ends of each of its lines.
    Lines,
    /// The ends of the last line of the text, which has no line break: what is behind it is cut off.
    LastLine,
}

/// Appends the pattern in the syntax of the linear-time engine. It has no words for some conditions,
/// and then finds more than is meant: `^` also behind the last line, `$` also there and before a `\r`
/// that ends no line, and the edges of whole words also beside letters that are not ASCII.
pub(super) fn emit(node: &Node, flags: Flags, out: &mut String) {
    match node {
        Node::Empty => {}
        Node::Char(c) => char(*c, flags, out),
        Node::Set(set) => class(set, flags, out),
        Node::Start => out.push_str(match flags.anchors {
            Anchors::Text => "\\A",
            Anchors::Lines | Anchors::LastLine => "(?m:^)",
        }),
        Node::End => out.push_str(match flags.anchors {
            Anchors::Text | Anchors::LastLine => "\\z",
            Anchors::Lines => "(?mR:$)",
        }),
        Node::WordBoundary { negated: false } => out.push_str("(?-u:\\b)"),
        Node::WordBoundary { negated: true } => out.push_str("(?-u:\\B)"),
        Node::WordEdge { is_start: true } => out.push_str("(?-u:\\b{start-half})"),
        Node::WordEdge { is_start: false } => out.push_str("(?-u:\\b{end-half})"),
        Node::Group(index, node) => {
            out.push_str(if index.is_some() { "(" } else { "(?:" });
            emit(node, flags, out);
            out.push(')');
        }
        Node::Sequence(nodes) => {
            for node in nodes {
                let is_choice = matches!(node, Node::Choice(_));
                out.push_str(if is_choice { "(?:" } else { "" });
                emit(node, flags, out);
                out.push_str(if is_choice { ")" } else { "" });
            }
        }
        Node::Choice(nodes) => {
            for (nth, node) in nodes.iter().enumerate() {
                out.push_str(if nth == 0 { "" } else { "|" });
                emit(node, flags, out);
            }
        }
        Node::Repeat {
            node,
            min,
            max,
            greedy,
        } => {
            out.push_str("(?:");
            emit(node, flags, out);
            out.push(')');
            let _infallible = match (min, max) {
                (0, None) => out.write_char('*'),
                (1, None) => out.write_char('+'),
                (0, Some(1)) => out.write_char('?'),
                (min, None) => write!(out, "{{{min},}}"),
                (min, Some(max)) => write!(out, "{{{min},{max}}}"),
            };
            out.push_str(if *greedy { "" } else { "?" });
        }
        // Such a pattern goes to the other engine.
        Node::BackReference(_) | Node::Look { .. } => {}
    }
}

fn char(c: char, flags: Flags, out: &mut String) {
    if !flags.ignore_case || folds_to_ascii(c) || !c.is_alphabetic() {
        literal(c, out);
    } else if c.is_ascii() {
        // Not `(?i:k)`, which also matches the sign for kelvin.
        out.extend(['[', c.to_ascii_lowercase(), c.to_ascii_uppercase(), ']']);
    } else {
        out.push_str("(?i:");
        literal(c, out);
        out.push(')');
    }
}

/// The characters whose case folding is ASCII although they are not: JavaScript keeps them
/// apart.
fn folds_to_ascii(c: char) -> bool {
    matches!(c, '\u{17f}' | '\u{212a}')
}

fn class(set: &Set, flags: Flags, out: &mut String) {
    if set.ranges.is_empty() {
        out.push_str(if set.negated {
            "[\\x{0}-\\x{10FFFF}]"
        } else {
            "[^\\x{0}-\\x{10FFFF}]"
        });
        return;
    }
    out.push_str(if flags.ignore_case { "(?i:" } else { "" });
    out.push_str(if set.negated { "[^" } else { "[" });
    for &(low, high) in &set.ranges {
        literal(low, out);
        out.push('-');
        literal(high, out);
    }
    out.push(']');
    out.push_str(if flags.ignore_case { ")" } else { "" });
}

fn literal(c: char, out: &mut String) {
    if c.is_ascii_alphanumeric() || c == '_' || c == ' ' {
        out.push(c);
    } else {
        let _infallible = write!(out, "\\x{{{:x}}}", u32::from(c));
    }
}

/// The first bytes that a match may start with; `None` if a match may be empty or start
/// anywhere.
pub(super) fn first_bytes(node: &Node, flags: Flags) -> Option<Box<[bool; 256]>> {
    let mut bytes = Box::new([false; 256]);
    add_first(node, flags, &mut bytes).then_some(bytes)
}

/// Adds the first bytes of `node`; the answer says whether it always consumes something.
fn add_first(node: &Node, flags: Flags, bytes: &mut [bool; 256]) -> bool {
    match node {
        Node::Char(c) => {
            match u8::try_from(*c).ok().filter(u8::is_ascii) {
                None => bytes[0x80..].fill(true),
                Some(byte) if flags.ignore_case => {
                    bytes[usize::from(byte.to_ascii_lowercase())] = true;
                    bytes[usize::from(byte.to_ascii_uppercase())] = true;
                }
                Some(byte) => bytes[usize::from(byte)] = true,
            }
            true
        }
        Node::Set(set) => {
            bytes[0x80..].fill(true);
            for byte in 0..0x80_u8 {
                let c = char::from(byte);
                let listed = set.contains(c)
                    || flags.ignore_case
                        && (set.negated
                            || set.contains(c.to_ascii_lowercase())
                            || set.contains(c.to_ascii_uppercase()));
                bytes[usize::from(byte)] |= listed;
            }
            true
        }
        Node::Group(_, node) => add_first(node, flags, bytes),
        Node::Repeat { node, min, .. } => add_first(node, flags, bytes) && *min > 0,
        Node::Sequence(nodes) => nodes.iter().any(|node| add_first(node, flags, bytes)),
        Node::Choice(nodes) => {
            let mut all = true;
            for node in nodes {
                all &= add_first(node, flags, bytes);
            }
            all
        }
        Node::Empty
        | Node::Start
        | Node::End
        | Node::WordBoundary { .. }
        | Node::WordEdge { .. }
        | Node::Look { .. } => false,
        // What it refers to is not known, and may be empty.
        Node::BackReference(_) => {
            bytes.fill(true);
            false
        }
    }
}
