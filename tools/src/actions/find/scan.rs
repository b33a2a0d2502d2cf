//! One walk over a text: fences, thoughts, and JSON that may be actions.

use serde_json::{Map, Value as Json};

use super::tag;
use crate::error::ToolError;

/// Places where JSON may begin that are tried: each costs a scan.
const TRIES_MAX: usize = 2_000;
/// The least length of the marks of a fence, and how far they may be indented.
const FENCE_MARKS_MIN: usize = 3;
const FENCE_INDENT_MAX: usize = 64;

const MENTION: &str = "\"action\"";

/// JSON with actions outside of thoughts.
#[derive(Debug)]
pub(super) struct Piece {
    /// Its first byte, and the byte after it.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) in_fence: bool,
    /// Thoughts before it.
    pub(super) thoughts: usize,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    Actions(Vec<Map<String, Json>>),
    /// It looks like an action, and is no JSON.
    Broken(serde_json::Error),
    /// There is an action inside of it.
    Wrapped,
}

/// A thought that does not end.
#[derive(Debug)]
pub(super) struct Thought {
    pub(super) at: usize,
    pub(super) tag: &'static str,
    pub(super) holds_action: bool,
}

/// What a text has outside of thoughts.
#[derive(Debug, Default)]
pub(super) struct Scan {
    pub(super) pieces: Vec<Piece>,
    /// Ends of tags and of marks of fences. What is before one is no part of the line behind it.
    pub(super) edges: Vec<usize>,
    /// The first thing that looks like an action.
    pub(super) broken: Option<(usize, serde_json::Error)>,
    /// The tag of thoughts that hold an action.
    pub(super) thought: Option<&'static str>,
    /// The thought that the text ends in.
    pub(super) open: Option<Thought>,
    tries: usize,
    fence: Option<Fence>,
    /// Whether the text has an action between the ends of two thoughts, of which the second has
    /// no beginning.
    pub(super) is_torn: bool,
    thoughts: usize,
    /// Where the last thought ends.
    thought_end: Option<usize>,
    /// Where the line begins that holds the byte `seen`.
    line: usize,
    seen: usize,
    last_mention: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Fence {
    at: usize,
    mark: char,
    len: usize,
}

impl Scan {
    /// # Errors
    /// The text has too many braces.
    pub(super) fn of(text: &str) -> Result<Self, ToolError> {
        let mut scan = Self {
            last_mention: text.rfind(MENTION),
            ..Self::default()
        };
        let mut at = 0;
        while let Some(step) = text[at..].find(['{', '[', '<', '◁', '`', '~']) {
            at += step;
            at = match tag::at(&text[at..]) {
                Some(tag) if tag.is_end => scan.end_of_thought(text, at, tag),
                Some(tag) => scan.begin_of_thought(text, at, tag),
                None => match text[at..].chars().next() {
                    Some('{' | '[') => scan.json(text, at)?,
                    Some(mark @ ('`' | '~')) => scan.marks(text, at, mark),
                    Some(other) => at + other.len_utf8(),
                    None => break,
                },
            };
        }
        Ok(scan)
    }

    /// The byte after a thought. Tags and JSON inside of it are text.
    fn begin_of_thought(&mut self, text: &str, at: usize, begin: tag::Tag) -> usize {
        let inside = at + begin.len;
        let end = text[inside..]
            .match_indices(['<', '[', '◁'])
            .find_map(|(step, _)| {
                let tag = tag::at(&text[inside + step..])?;
                (tag.is_end && tag.name == begin.name).then_some((inside + step, tag.len))
            });
        let thought = &text[inside..end.map_or(text.len(), |(end, _)| end)];
        let holds_action = thought.contains(MENTION);
        if holds_action {
            self.thought = Some(begin.name);
        }
        let Some((end, len)) = end else {
            self.open = Some(Thought {
                at,
                tag: begin.name,
                holds_action,
            });
            return text.len();
        };
        self.end_at(end + len);
        end + len
    }

    fn end_at(&mut self, end: usize) {
        self.thoughts += 1;
        self.thought_end = Some(end);
        self.edges.push(end);
    }

    /// The byte after the end of a thought that has no beginning: the text begins inside of it.
    fn end_of_thought(&mut self, text: &str, at: usize, end: tag::Tag) -> usize {
        if self.thought_end.is_some() && !self.pieces.is_empty() {
            self.is_torn = true;
        }
        if text[self.thought_end.unwrap_or(0)..at].contains(MENTION) {
            self.thought = Some(end.name);
        }
        self.pieces.clear();
        self.broken = None;
        self.fence = None;
        self.end_at(at + end.len);
        at + end.len
    }

    /// The byte after marks that may begin or end a fence.
    fn marks(&mut self, text: &str, at: usize, mark: char) -> usize {
        let len = text[at..].len() - text[at..].trim_start_matches(mark).len();
        let end = at + len;
        if let Some(newline) = text[self.seen..at].rfind('\n') {
            self.line = self.seen + newline + 1;
        }
        self.seen = at;
        let line = self.line;
        let is_first = at - line <= FENCE_INDENT_MAX && text[line..at].trim().is_empty();
        match self.fence {
            None if len >= FENCE_MARKS_MIN && is_first => {
                let info = text[end..]
                    .find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '+' | '_' | '.')))
                    .unwrap_or(text[end..].len());
                self.fence = Some(Fence { at, mark, len });
                self.edges.push(end + info);
            }
            Some(fence)
                if fence.mark == mark && len >= fence.len && (is_first || fence.at >= line) =>
            {
                self.fence = None;
                self.edges.push(end);
            }
            _ => {}
        }
        end
    }

    /// The byte at which the search goes on behind the beginning of what may be JSON.
    fn json(&mut self, text: &str, at: usize) -> Result<usize, ToolError> {
        self.tries += 1;
        if self.tries > TRIES_MAX {
            return Err(ToolError::invalid(format!(
                "the text has more than {TRIES_MAX} braces and brackets outside of actions"
            ))
            .with_hint("write the actions with less text around them"));
        }
        let rest = &text[at..];
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Json>();
        match stream.next() {
            Some(Ok(value)) => {
                let end = at + stream.byte_offset();
                if let Some(content) = content(value) {
                    self.add(at, end, content);
                }
                Ok(end)
            }
            Some(Err(error)) => {
                let read = offset_of(rest, &error).min(rest.len());
                let mention = memchr::memmem::find(&rest.as_bytes()[..read], MENTION.as_bytes());
                if mention.is_some() {
                    self.add(at, at + 1, Content::Broken(error));
                } else if self.broken.is_none() && self.last_mention >= Some(at) {
                    self.broken = Some((at, error));
                }
                Ok(at + 1)
            }
            None => Ok(at + 1),
        }
    }

    fn add(&mut self, start: usize, end: usize, content: Content) {
        self.pieces.push(Piece {
            start,
            end,
            in_fence: self.fence.is_some(),
            thoughts: self.thoughts,
            content,
        });
    }
}

/// The byte at which a parser has stopped.
pub(super) fn offset_of(text: &str, error: &serde_json::Error) -> usize {
    let before: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    before + error.column()
}

/// What JSON has of actions.
fn content(value: Json) -> Option<Content> {
    if !holds_action(&value) {
        return None;
    }
    Some(match listed(value) {
        Some(actions) => Content::Actions(actions),
        None => Content::Wrapped,
    })
}

/// The actions of JSON that is nothing else: one, an array of them, or `{"actions": […]}`.
fn listed(value: Json) -> Option<Vec<Map<String, Json>>> {
    match value {
        Json::Object(object) if object.contains_key("action") => Some(vec![object]),
        Json::Object(mut object) => {
            let list = object.remove("actions").filter(Json::is_array)?;
            (!object.values().any(holds_action)).then(|| listed(list))?
        }
        Json::Array(items) => items
            .into_iter()
            .map(|item| match item {
                Json::Object(object) if object.contains_key("action") => Some(object),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

fn holds_action(value: &Json) -> bool {
    match value {
        Json::Object(object) => object.contains_key("action") || object.values().any(holds_action),
        Json::Array(items) => items.iter().any(holds_action),
        _ => false,
    }
}
