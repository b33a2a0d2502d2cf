//! Changes a text so that it has another value, and keeps its comments, order and styles, or says
//! which lines would be lost.

mod nodes;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use granit_parser::ScalarStyle;

use super::write::{Quotes, key, line, nested};
use super::{Options, Style, parse, write};
use crate::source::gather;
use crate::{Error, Source, Tree, Trees, Walk};
use nodes::{Kind, Member, Node, Nodes};

/// Changes a text of one document until it is read as `value`. What is the same stays as it is
/// written. Where a change would lose comments, anchors or aliases it is refused, unless it may be
/// `lossy`.
///
/// # Errors
///
/// The text is no YAML, the change is refused, or `source` fails.
pub fn update<S: Source>(
    text: &str,
    source: &mut S,
    value: &S::Value,
    options: &Options,
    lossy: bool,
) -> Result<String, S::Error> {
    let new = gather(source, value, 0)?;
    let old = parse(text, options, &mut Trees)?;
    if old.is_same(&new) {
        return Ok(text.to_owned());
    }
    let nodes = Nodes::new(text)?;
    let mut lost = Vec::new();
    for keeps_aliases in [true, false] {
        let mut update = Update {
            text,
            kept: &nodes.kept,
            lossy,
            keeps_aliases,
            edits: Vec::new(),
            lost: Vec::new(),
        };
        let root = nodes.root.as_ref();
        let is_done = root.is_some_and(|root| update.node(root, &old, &new, 0));
        if is_done && update.lost.is_empty() {
            let changed = update.applied();
            if parse(&changed, options, &mut Trees).is_ok_and(|read| read.is_same(&new)) {
                return Ok(changed);
            }
        }
        lost = update.lost;
    }
    if lost.is_empty() {
        // An anchor that is used elsewhere, or a place that is not understood.
        lost.clone_from(&nodes.kept);
    }
    if !lossy {
        if !lost.is_empty() {
            return Err(refused(text, &lost).into());
        }
        let style = Style::default();
        if write(&mut Walk::default(), &&old, &style).is_ok_and(|written| written != text) {
            let message =
                "the text would be written anew, without its styles: { lossy: true } does that";
            return Err(Error::new(message).into());
        }
    }
    let mut whole = write(&mut Walk::default(), &&new, &Style::default())?;
    if text.contains("\r\n") {
        whole = whole.replace('\n', "\r\n");
    }
    Ok(whole)
}

fn refused(text: &str, lost: &[usize]) -> Error {
    let mut lost = lost.to_vec();
    lost.sort_unstable();
    let (mut line, mut counted) = (1, 0);
    let mut lines: Vec<usize> = Vec::new();
    for at in &lost {
        line += text[counted..*at].matches('\n').count();
        counted = *at;
        lines.push(line);
    }
    lines.dedup();
    let more = lines.len().saturating_sub(LINES_SHOWN_MAX);
    let shown: Vec<String> = lines
        .iter()
        .take(LINES_SHOWN_MAX)
        .map(usize::to_string)
        .collect();
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    let (word, it) = if lines.len() == 1 {
        ("line", "it")
    } else {
        ("lines", "them")
    };
    let message = format!(
        "the change would lose comments, anchors or aliases of {word} {}{more}: {{ lossy: true }} gives {it} up",
        shown.join(", ")
    );
    Error::at(text, lost[0], message)
}

/// The key that copies the members of another object.
const MERGE: &str = "<<";

/// Lines that a refusal names.
const LINES_SHOWN_MAX: usize = 20;

struct Update<'a> {
    text: &'a str,
    kept: &'a [usize],
    lossy: bool,
    keeps_aliases: bool,
    edits: Vec<(Range<usize>, String)>,
    /// What would be lost.
    lost: Vec<usize>,
}

impl Update<'_> {
    /// Changes a node whose own lines begin at `column`. Answers false if it cannot.
    fn node(&mut self, node: &Node, old: &Tree, new: &Tree, column: usize) -> bool {
        if old.is_same(new) {
            return true;
        }
        let before = self.edits.len();
        let is_changed = match (&node.kind, old, new) {
            (Kind::Object { members, is_flow }, Tree::Object(_), Tree::Object(wanted))
                if !wanted.is_empty() =>
            {
                self.object(members, *is_flow, old, wanted)
            }
            (Kind::List { items, is_flow }, Tree::Array(old), Tree::Array(new))
                if !new.is_empty() =>
            {
                self.list(items, *is_flow, old, new)
            }
            _ => false,
        };
        if is_changed {
            return true;
        }
        self.edits.truncate(before);
        self.replace(node, new, column)
    }

    /// Writes another value in the place of a node.
    fn replace(&mut self, node: &Node, new: &Tree, column: usize) -> bool {
        let is_line = !matches!(new, Tree::Array(items) if !items.is_empty())
            && !matches!(new, Tree::Object(members) if !members.is_empty());
        match &node.kind {
            Kind::Scalar(
                style
                @ (ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted),
            ) if is_line && node.from != usize::MAX => {
                let gap = if node.from == node.range.start
                    && self.text[..node.from].ends_with([':', '-'])
                {
                    " "
                } else {
                    ""
                };
                let quotes = match style {
                    ScalarStyle::SingleQuoted => Some(Quotes::Single),
                    ScalarStyle::DoubleQuoted => Some(Quotes::Double),
                    _ => None,
                };
                self.put(node.range.clone(), format!("{gap}{}", line(new, quotes)))
            }
            // It may be what it stands for that changes.
            Kind::Alias if self.keeps_aliases => true,
            Kind::Alias if is_line => {
                self.edits.push((node.range.clone(), line(new, None)));
                true
            }
            Kind::Object { is_flow: true, .. } | Kind::List { is_flow: true, .. } => {
                self.put(node.range.clone(), flow(new))
            }
            _ if node.from == usize::MAX || node.from == node.range.start && column == 0 => false,
            _ => {
                let Ok((text, is_block)) =
                    nested(&mut Walk::default(), &new, &Style::default(), column)
                else {
                    return false;
                };
                let gap = if is_block {
                    format!("\n{}", " ".repeat(column))
                } else {
                    " ".to_owned()
                };
                self.put(node.from..node.range.end, gap + &text)
            }
        }
    }

    fn object<'t>(
        &mut self,
        members: &[Member],
        is_flow: bool,
        old: &'t Tree,
        wanted: &'t [(String, Tree)],
    ) -> bool {
        let Tree::Object(before) = old else {
            return false;
        };
        let by_name = |members: &'t [(String, Tree)]| -> HashMap<&'t str, &'t Tree> {
            members
                .iter()
                .map(|(name, value)| (name.as_str(), value))
                .collect()
        };
        let (old, new) = (by_name(before), by_name(wanted));
        let own: HashSet<&str> = members.iter().map(|member| member.name.as_str()).collect();
        // Names that were written in another way, as numbers are, cannot be told from merged ones.
        let is_unknown = |name: &str| name != MERGE && !old.contains_key(name);
        // What comes from a merge cannot be taken away.
        let is_bound = |name: &str| !own.contains(name) && !new.contains_key(name);
        if own.iter().any(|name| is_unknown(name)) || before.iter().any(|(name, _)| is_bound(name))
        {
            return false;
        }
        let gone: Vec<bool> = members
            .iter()
            .map(|member| member.name != MERGE && !new.contains_key(member.name.as_str()))
            .collect();
        let is_merged =
            |name: &str, value: &Tree| old.get(name).is_some_and(|merged| merged.is_same(value));
        let added: Vec<&(String, Tree)> = wanted
            .iter()
            .filter(|(name, value)| !own.contains(name.as_str()) && !is_merged(name, value))
            .collect();
        if is_flow && (gone.contains(&true) || !added.is_empty()) || gone.iter().all(|gone| *gone) {
            return false;
        }
        let Some(column) = members
            .first()
            .and_then(|member| self.column(member.key.start))
        else {
            return false;
        };
        for (member, gone) in members.iter().zip(gone) {
            let name = member.name.as_str();
            if gone {
                let end = member.value.range.end.max(member.key.end + 1);
                if !self.remove(member.key.start, end) {
                    return false;
                }
            } else if let (Some(before), Some(value)) = (old.get(name), new.get(name))
                && !self.node(&member.value, before, value, column + 2)
            {
                return false;
            }
        }
        let Some(last) = members.last() else {
            return false;
        };
        let end = last.value.range.end.max(last.key.end + 1);
        for (name, value) in added {
            let Ok((text, is_block)) =
                nested(&mut Walk::default(), &value, &Style::default(), column + 2)
            else {
                return false;
            };
            let gap = if is_block {
                format!("\n{}", " ".repeat(column + 2))
            } else {
                " ".to_owned()
            };
            let entry = format!(
                "\n{}{}:{gap}{text}",
                " ".repeat(column),
                key(name, &Style::default())
            );
            self.append(end, entry);
        }
        true
    }

    fn list(&mut self, items: &[Node], is_flow: bool, old: &[Tree], new: &[Tree]) -> bool {
        if items.len() != old.len() {
            return false;
        }
        let first = old
            .iter()
            .zip(new)
            .take_while(|(old, new)| old.is_same(new))
            .count();
        let rest = old[first..].iter().rev().zip(new[first..].iter().rev());
        let last = rest.take_while(|(old, new)| old.is_same(new)).count();
        let (gone, come) = (old.len() - last, new.len() - last);
        if is_flow {
            let is_aligned = gone == come;
            return is_aligned
                && (first..gone).all(|at| self.node(&items[at], &old[at], &new[at], 0));
        }
        let Some(column) = items
            .first()
            .filter(|item| item.from != usize::MAX)
            .and_then(|item| self.column(item.from - 1))
        else {
            return false;
        };
        for at in first..gone.max(come) {
            if at < gone.min(come) {
                if !self.node(&items[at], &old[at], &new[at], column + 2) {
                    return false;
                }
            } else if at < gone {
                if items[at].from == usize::MAX
                    || !self.remove(items[at].from - 1, items[at].range.end.max(items[at].from))
                {
                    return false;
                }
            } else {
                let Some(before) = gone.checked_sub(1).and_then(|before| items.get(before)) else {
                    return false;
                };
                let Ok((text, _)) = nested(
                    &mut Walk::default(),
                    &&new[at],
                    &Style::default(),
                    column + 2,
                ) else {
                    return false;
                };
                self.append(
                    before.range.end.max(before.from),
                    format!("\n{}- {text}", " ".repeat(column)),
                );
            }
        }
        true
    }

    /// The column of a place, if there is nothing but spaces, dashes and keys before it that a
    /// further line would repeat as spaces.
    fn column(&self, at: usize) -> Option<usize> {
        let start = self.line_start(at);
        let before = &self.text[start..at];
        before
            .is_ascii()
            .then_some(before.len())
            .filter(|_| before.bytes().all(|c| matches!(c, b' ' | b'-')))
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |end| end + 1)
    }

    /// Removes whole lines.
    fn remove(&mut self, from: usize, to: usize) -> bool {
        let start = self.line_start(from);
        if !self.text[start..from].bytes().all(|c| c == b' ') {
            return false;
        }
        let end = self.text[to..]
            .find('\n')
            .map_or(self.text.len(), |end| to + end + 1);
        self.put(start..end, String::new())
    }

    /// Adds lines after the one in which something ends.
    fn append(&mut self, end: usize, lines: String) {
        let line = &self.text[end..];
        let at = end + line.find('\n').unwrap_or(line.len());
        let at = if self.text[..at].ends_with('\r') {
            at - 1
        } else {
            at
        };
        let lines = if self.text.contains("\r\n") {
            lines.replace('\n', "\r\n")
        } else {
            lines
        };
        self.edits.push((at..at, lines));
    }

    /// Replaces a range, unless something would be lost that is to be kept.
    fn put(&mut self, range: Range<usize>, text: String) -> bool {
        if !self.lossy {
            self.lost
                .extend(self.kept.iter().filter(|at| range.contains(at)));
        }
        let text = if self.text.contains("\r\n") {
            text.replace('\n', "\r\n")
        } else {
            text
        };
        self.edits.push((range, text));
        true
    }

    fn applied(&mut self) -> String {
        self.edits.sort_by_key(|(range, _)| range.start);
        let mut changed = String::new();
        let mut at = 0;
        for (range, text) in &self.edits {
            changed.push_str(&self.text[at.min(range.start)..range.start]);
            changed.push_str(text);
            at = range.end;
        }
        changed.push_str(&self.text[at..]);
        changed
    }
}

/// A value in brackets, as JSON has it but for strings that need no quotes.
fn flow(tree: &Tree) -> String {
    match tree {
        Tree::Array(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Tree::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| {
                    format!("{}: {}", flow(&Tree::String(name.clone())), flow(value))
                })
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        scalar => line(scalar, None),
    }
}
