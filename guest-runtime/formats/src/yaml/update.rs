//! Changes a text so that it has another value, and keeps its comments, order and styles, or says
//! which lines would be lost.

mod blocks;
mod nodes;

use std::borrow::Cow;
use std::ops::Range;

use granit_parser::ScalarStyle;

use super::write::{Quotes, line, nested};
use super::{Options, Style, parse, write};
use crate::source::gather;
use crate::{Error, Halt, Source, Stepped, Tree, Walk};
use nodes::{Kind, Node, Nodes};

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
    let old = parse(text, options, &mut Stepped(source)).map_err(Halt::into_error)?;
    source.between_steps()?;
    if old.is_same(&new) {
        return Ok(text.to_owned());
    }
    // Lines are added and taken away whole: the last one has an end while that is done.
    let is_open = !text.ends_with('\n');
    let lines: Cow<'_, str> = if is_open {
        format!("{text}\n").into()
    } else {
        text.into()
    };
    let nodes = Nodes::new(&lines, source)?;
    let mut lost = Vec::new();
    for keeps_aliases in [true, false] {
        let mut update = Update {
            text: &lines,
            kept: &nodes.kept,
            lossy,
            keeps_aliases,
            edits: Vec::new(),
            lost: Vec::new(),
        };
        let root = nodes.root.as_ref();
        source.between_steps()?;
        let is_done = root.is_some_and(|root| update.node(root, &old, &new, 0));
        if is_done && update.lost.is_empty() {
            let mut changed = update.applied(0..lines.len());
            if is_open && changed.ends_with('\n') {
                changed.truncate(changed.trim_end_matches(['\r', '\n']).len());
            }
            match parse(&changed, options, &mut Stepped(source)) {
                Ok(read) if read.is_same(&new) => return Ok(changed),
                Ok(_) | Err(Halt::Text(_)) => {}
                Err(Halt::Source(error)) => return Err(error),
            }
        }
        lost = update.lost;
    }
    if lost.is_empty() {
        // An anchor that is used elsewhere, or a place that is not understood.
        lost.clone_from(&nodes.kept);
    }
    source.between_steps()?;
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
    source.between_steps()?;
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
            (Kind::Object { is_flow: false, .. }, Tree::Object(_), Tree::Object(_)) => {
                self.emptied(node, "{}")
            }
            (Kind::List { is_flow: false, .. }, Tree::Array(_), Tree::Array(_)) => {
                self.emptied(node, "[]")
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
                // A comment behind the last of several lines is that of what is there.
                let is_long = self.text[node.from..node.range.end].contains('\n');
                let end = match node.kind {
                    Kind::Object { .. } | Kind::List { .. } if is_long => {
                        self.text_end(node.range.end)
                    }
                    _ => node.range.end,
                };
                self.put(node.from..end, gap + &text)
            }
        }
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

    /// Where the next line begins.
    fn line_end(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        at + rest.find('\n').map_or(rest.len(), |end| end + 1)
    }

    /// Where a line ends, without what ends it.
    fn text_end(&self, at: usize) -> usize {
        let line = &self.text[at..self.line_end(at)];
        at + line.trim_end_matches(['\r', '\n']).len()
    }

    /// Replaces a range, unless something would be lost that is to be kept.
    fn put(&mut self, range: Range<usize>, text: String) -> bool {
        if !self.lossy {
            self.lost
                .extend(self.kept.iter().filter(|at| range.contains(at)));
        }
        self.edit(range, text);
        true
    }

    fn edit(&mut self, range: Range<usize>, text: String) {
        let text = if self.text.contains("\r\n") {
            text.replace('\n', "\r\n")
        } else {
            text
        };
        self.edits.push((range, text));
    }

    /// What the edits make of a part of the text.
    fn applied(&mut self, part: Range<usize>) -> String {
        // In front of what is taken away, where both begin.
        self.edits
            .sort_by_key(|(range, _)| (range.start, range.end));
        let mut changed = String::new();
        let mut at = part.start;
        for (range, text) in &self.edits {
            changed.push_str(&self.text[at.min(range.start)..range.start]);
            changed.push_str(text);
            at = at.max(range.end);
        }
        changed.push_str(&self.text[at..part.end]);
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
