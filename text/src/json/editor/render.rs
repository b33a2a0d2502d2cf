//! The new text of a document: the old one, with what has changed.
//!
//! Does not call itself: what a container consists of waits on a stack.

use super::super::layout::TooLong;
use super::container::Container;
use super::part::{Edit, Part, applied};
use super::{Editor, Id, Kind, NONE, index};
use crate::budget::charge;
use crate::stop::Pace;

/// Text that is charged at once.
const CHARGED_BYTES: usize = 64 << 10;

/// Parts between two checks whether to stop.
const PARTS_BETWEEN_LOOKS: u32 = 1 << 12;

impl Editor<'_> {
    /// The text of the document.
    ///
    /// # Errors
    /// It would have more than `bytes_max` bytes, or the work has to stop.
    pub(in crate::json) fn render(&self, bytes_max: usize) -> Result<String, TooLong> {
        let too_long = || TooLong { bytes_max };
        charge(self.text.len()).map_err(|_exhausted| too_long())?;
        let mut out = String::with_capacity(self.text.len());
        let mut charged = self.text.len();
        let mut pace = Pace::every(PARTS_BETWEEN_LOOKS);
        let root = self.slot(self.root);
        let mut rest = vec![
            Part::Text(self.text[index(root.end)..].to_owned()),
            Part::Value(self.root),
            Part::Text(self.text[..index(root.start)].to_owned()),
        ];
        while let Some(part) = rest.pop() {
            match part {
                Part::Source(start, end) => out.push_str(self.source(start, end)),
                Part::Text(text) => out.push_str(&text),
                Part::Moved(start, old, new) => self.indent_again(&mut out, start, &old, &new),
                Part::Value(id) => rest.extend(self.parts_of(id).into_iter().rev()),
                Part::New(id, line) => {
                    rest.extend(self.parts_of_new(id, line, out.len()).into_iter().rev());
                }
            }
            if out.len() > charged + CHARGED_BYTES {
                charge(out.len() - charged).map_err(|_exhausted| too_long())?;
                charged = out.len();
            }
            if out.len() > bytes_max || pace.step().is_err() {
                return Err(too_long());
            }
        }
        Ok(out)
    }

    /// What a value in its place in the document consists of.
    fn parts_of(&self, id: Id) -> Vec<Part> {
        let slot = self.slot(id);
        if slot.instead != NONE {
            let line = self.line_of(index(slot.start)).map(str::to_owned);
            return vec![Part::New(self.value(id), line)];
        }
        if !slot.is_changed || slot.kind == Kind::Scalar {
            return vec![Part::Source(slot.start, slot.end)];
        }
        let has_text = |id: Id| !self.slot(id).is_new;
        let is_other = |id: Id| self.slot(id).is_new || self.slot(id).is_removed;
        if !self.all_items(id).any(is_other) {
            let changed = self
                .all_items(id)
                .filter(|item| self.is_other_inside(*item));
            let edits = changed.map(|item| self.edit_inside(item)).collect();
            return applied(index(slot.start), index(slot.end), edits);
        }
        let container = Container::of(self, slot, self.all_items(id).filter(|id| has_text(*id)));
        if container.is_blank() {
            let line = self.line_of(index(slot.start)).map(str::to_owned);
            return self.parts_of_printed(id, line);
        }
        container.parts(self.all_items(id))
    }

    /// Whether an item of the text has another value, or another one inside.
    pub(super) fn is_other_inside(&self, id: Id) -> bool {
        self.slot(id).is_changed || self.slot(id).instead != NONE
    }

    pub(super) fn edit_inside(&self, id: Id) -> Edit {
        let slot = self.slot(id);
        Edit {
            start: index(slot.start),
            end: index(slot.end),
            part: Some(Part::Value(id)),
        }
    }

    /// What a value that is new in its place consists of; `at` is where its text will begin.
    fn parts_of_new(&self, id: Id, line: Option<String>, at: usize) -> Vec<Part> {
        let id = self.value(id);
        if !self.is_of_document(id) {
            return self.parts_of_printed(id, line);
        }
        // Moved or copied: its comments come with it.
        let old = self.line_of(index(self.slot(id).start)).unwrap_or_default();
        let mut parts = self.parts_of(id);
        if let Some(line) = line
            && line != old
        {
            parts.push(Part::Moved(at, old.to_owned(), line));
        }
        parts
    }

    /// What a value consists of that is printed as `JSON.stringify` does: over several lines if its
    /// neighbours are on lines of their own.
    fn parts_of_printed(&self, id: Id, line: Option<String>) -> Vec<Part> {
        let slot = self.slot(id);
        let (open, close) = match slot.kind {
            Kind::Scalar => return vec![Part::Source(slot.start, slot.end)],
            Kind::Array => ('[', ']'),
            Kind::Object => ('{', '}'),
        };
        let inner = line.as_ref().and_then(|line| self.deeper(line));
        let separator = |line: Option<&String>| match line {
            Some(line) => format!("{}{line}", self.newline),
            None => String::new(),
        };
        let before = separator(inner.as_ref());
        let mut parts = Vec::new();
        for item in self.items(id) {
            let comma = if parts.is_empty() { open } else { ',' };
            parts.push(Part::Text(format!("{comma}{before}")));
            let slot = self.slot(item);
            if slot.key_start != slot.key_end {
                parts.push(Part::Source(slot.key_start, slot.key_end));
                let colon = if inner.is_some() { ": " } else { ":" };
                parts.push(Part::Text(colon.to_owned()));
            }
            parts.push(Part::New(item, inner.clone()));
        }
        let end = match parts.is_empty() {
            true => format!("{open}{close}"),
            false => format!("{}{close}", separator(inner.as_ref().and(line.as_ref()))),
        };
        parts.push(Part::Text(end));
        parts
    }

    /// The indentation of what is in a container on a line with this indentation; none in a document
    /// that is not indented.
    pub(super) fn deeper(&self, line: &str) -> Option<String> {
        let indent = self.indent.as_str();
        (!indent.is_empty()).then(|| format!("{line}{indent}"))
    }

    /// The indentation of the line that a position of the document is in; none in a text of one line.
    pub(super) fn line_of(&self, at: usize) -> Option<&str> {
        let first = self.first_newline?;
        let start = match first < at {
            true => self.text[..at].rfind('\n').map_or(0, |at| at + 1),
            false => 0,
        };
        let line = self.text[start..].trim_start_matches('\u{feff}');
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        Some(&line[..blank])
    }

    /// Gives the lines of a moved value, but the first one, another indentation.
    fn indent_again(&self, out: &mut String, start: usize, old: &str, new: &str) {
        let moved = out.split_off(start);
        let mut lines = moved.split('\n');
        out.push_str(lines.next().unwrap_or_default());
        for line in lines {
            out.push('\n');
            match line.strip_prefix(old) {
                Some(rest) if !line.trim().is_empty() => {
                    out.push_str(new);
                    out.push_str(rest);
                }
                _ => out.push_str(line),
            }
        }
    }
}
