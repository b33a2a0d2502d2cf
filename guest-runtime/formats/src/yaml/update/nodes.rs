//! Where the values of a text are written.

use std::ops::Range;

use granit_parser::{Event, ScalarStyle, StructureStyle};

use super::super::events::Events;
use crate::{Error, Source};

/// A value, and where it is.
#[derive(Debug)]
pub(super) struct Node {
    /// From after the `:` or `-` in front of it: white space, an anchor and a tag belong to that.
    pub(super) from: usize,
    /// Its own text, without what is in front.
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Scalar(ScalarStyle),
    Alias,
    List { items: Vec<Node>, is_flow: bool },
    Object { members: Vec<Member>, is_flow: bool },
}

/// A member of an object.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) key: Range<usize>,
    /// The key as a plain text is written, to be compared with what it was read as.
    pub(super) name: String,
    pub(super) value: Node,
}

/// The nodes of a text of one document.
#[derive(Debug)]
pub(super) struct Nodes {
    pub(super) root: Option<Node>,
    /// Where comments, anchors and aliases are, in order.
    pub(super) kept: Vec<usize>,
}

/// What is open: the nodes of it so far, keys among them.
struct Open {
    start: usize,
    is_flow: bool,
    is_object: bool,
    nodes: Vec<Node>,
    names: Vec<String>,
}

impl Nodes {
    /// Reads a text that is known to be right.
    pub(super) fn new<S: Source>(text: &str, source: &mut S) -> Result<Self, S::Error> {
        let options = granit_parser::options! {
            strict_indentation: false,
            emit_comments: true,
            emit_anchor_events: true,
            max_buffered_comment_events: text.len(),
            flow_nesting_limit: crate::DEPTH_MAX + 2,
            block_nesting_limit: crate::DEPTH_MAX + 2,
        };
        let mut nodes = Self {
            root: None,
            kept: Vec::new(),
        };
        let mut open: Vec<Open> = Vec::new();
        for event in Events::new(text, options) {
            source.between_steps()?;
            let (event, span) = event.map_err(|error| Error::new(error.info()))?;
            let range = span.byte_range().unwrap_or(0..0);
            let node = match event {
                Event::Comment(..) | Event::Anchor(..) => {
                    nodes.kept.push(range.start);
                    continue;
                }
                Event::Alias(_) => {
                    nodes.kept.push(range.start);
                    (range, Kind::Alias, String::new())
                }
                Event::Scalar(value, style, ..) => {
                    let end = range.start + text[range.clone()].trim_end().len();
                    (range.start..end, Kind::Scalar(style), value.into_owned())
                }
                Event::SequenceStart(style, ..) | Event::MappingStart(style, ..) => {
                    open.push(Open {
                        start: range.start,
                        is_flow: style == StructureStyle::Flow,
                        is_object: matches!(event, Event::MappingStart(..)),
                        nodes: Vec::new(),
                        names: Vec::new(),
                    });
                    continue;
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    let Some(closed) = open.pop() else { continue };
                    let last = closed
                        .nodes
                        .last()
                        .map_or(closed.start, |node| node.range.end);
                    let range = closed.start..if closed.is_flow { range.end } else { last };
                    (range, closed.kind(text), String::new())
                }
                _ => continue,
            };
            let (range, kind, name) = node;
            let node = Node {
                from: range.start,
                range,
                kind,
            };
            match open.last_mut() {
                None => nodes.root = Some(node),
                Some(open) => {
                    open.nodes.push(node);
                    open.names.push(name);
                }
            }
        }
        nodes.kept.sort_unstable();
        Ok(nodes)
    }
}

impl Open {
    fn kind(self, text: &str) -> Kind {
        let is_flow = self.is_flow;
        if self.is_object {
            let mut members = Vec::new();
            let mut nodes = self.nodes.into_iter().zip(self.names);
            while let (Some((key, name)), Some((mut value, _))) = (nodes.next(), nodes.next()) {
                // Explicit keys, whose `:` is in another line, are left as they are.
                let after = &text[key.range.end..];
                let colon = after.len() - after.trim_start_matches([' ', '\t']).len();
                let is_here = after[colon..].starts_with(':');
                value.begin(
                    text,
                    if is_here {
                        key.range.end + colon + 1
                    } else {
                        usize::MAX
                    },
                );
                members.push(Member {
                    key: key.range,
                    name,
                    value,
                });
            }
            return Kind::Object { members, is_flow };
        }
        let mut items = Vec::new();
        let mut at = self.start;
        for mut item in self.nodes {
            if !is_flow {
                at = skip(text, at);
                let is_here = text[at..].starts_with('-');
                item.begin(text, if is_here { at + 1 } else { usize::MAX });
                at = item.range.end.max(at + 1);
            }
            items.push(item);
        }
        Kind::List { items, is_flow }
    }
}

impl Node {
    /// Something is in front of the node: a value that is not written is right after that.
    fn begin(&mut self, text: &str, from: usize) {
        self.from = from;
        // Its place may be given as one in front of the colon.
        let before = text.get(from..self.range.start);
        let is_missing = self.range.is_empty() && from != usize::MAX;
        if is_missing && before.is_none_or(|before| before.trim().is_empty()) {
            self.range = from..from;
        }
    }
}

/// Where the next text is that is neither white space nor a comment.
fn skip(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if !trimmed.starts_with('#') {
            return at;
        }
        at += trimmed.find('\n').unwrap_or(trimmed.len());
    }
}
