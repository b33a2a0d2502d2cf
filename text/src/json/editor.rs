//! The text of a document that is being changed.
//!
//! Each value, each key and each comma knows where it is in the text, so what is not changed is
//! never printed anew: numbers keep their digits, equal keys their places, comments their neighbours.
//! New values stand in a text of their own behind that of the document.
//!
//! Invariant: a value that is replaced or removed keeps its place in the list of its siblings, so that
//! printing finds the text that goes.

mod container;
mod copy;
mod part;
mod put;
mod render;
#[cfg(test)]
mod tests;
mod trivia;

use super::{Indent, Json, JsonString, Layout, parse};
use crate::aside::VALUES_BETWEEN_LOOKS;
use crate::budget::charge;
use crate::stop::{Pace, Stopped};

/// The position of a value in [`Editor::slots`].
pub(super) type Id = u32;

/// No value.
const NONE: Id = Id::MAX;

/// Slots that are charged at once.
const CHARGED_SLOTS: usize = 1 << 10;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Scalar,
    Array,
    Object,
}

/// A value in its place, with its key.
#[derive(Debug, Clone)]
struct Slot {
    kind: Kind,
    /// Where the value is.
    start: u32,
    end: u32,
    /// Where the key is; empty for an element.
    key_start: u32,
    key_end: u32,
    parent: Id,
    /// The first and the last member or element, and the next one of its parent.
    first: Id,
    last: Id,
    next: Id,
    /// The value that has taken its place.
    instead: Id,
    is_removed: bool,
    /// Whether its parent did not have it in the text.
    is_new: bool,
    /// Whether anything in it has changed.
    is_changed: bool,
}

/// A document that is being changed.
#[derive(Debug)]
pub(super) struct Editor<'t> {
    text: &'t str,
    /// The text of new values. Their positions count on from the end of the document.
    added: String,
    slots: Vec<Slot>,
    root: Id,
    pace: Pace,
    indent: Indent,
    newline: &'static str,
    /// Where the first line ends.
    first_newline: Option<usize>,
    /// Whether the text has no blanks between values.
    is_tight: bool,
}

impl<'t> Editor<'t> {
    /// The editor of a document. `bare` is its text without comments, place by place, and is JSON.
    pub(super) fn new(text: &'t str, bare: &str) -> Result<Self, Stopped> {
        let mut editor = Self {
            text,
            added: String::new(),
            slots: Vec::new(),
            root: NONE,
            pace: Pace::every(VALUES_BETWEEN_LOOKS),
            indent: Layout::detect(text).indent().clone(),
            newline: match text.contains("\r\n") {
                true => "\r\n",
                false => "\n",
            },
            first_newline: text.find('\n'),
            is_tight: !bare.contains(", ") && !bare.contains(": "),
        };
        editor.root = editor.scan(bare, 0)?;
        Ok(editor)
    }

    /// Whether anything has changed.
    pub(super) fn is_changed(&self) -> bool {
        let root = &self.slots[index(self.root)];
        root.is_changed || root.instead != NONE
    }

    pub(super) fn root(&self) -> Id {
        self.root
    }

    /// The present value of a slot.
    fn value(&self, id: Id) -> Id {
        let mut id = id;
        while self.slots[index(id)].instead != NONE {
            id = self.slots[index(id)].instead;
        }
        id
    }

    fn slot(&self, id: Id) -> &Slot {
        &self.slots[index(id)]
    }

    fn slot_mut(&mut self, id: Id) -> &mut Slot {
        &mut self.slots[index(id)]
    }

    /// The text between two positions, of the document or of new values.
    fn source(&self, start: u32, end: u32) -> &str {
        let (start, end, len) = (index(start), index(end), self.text.len());
        match start < len {
            true => &self.text[start..end],
            false => &self.added[start - len..end - len],
        }
    }

    /// Whether a value is in the text of the document.
    fn is_of_document(&self, id: Id) -> bool {
        index(self.slot(id).start) < self.text.len()
    }

    pub(super) fn kind(&self, id: Id) -> Kind {
        self.slot(self.value(id)).kind
    }

    /// The text of a scalar.
    fn scalar(&self, id: Id) -> &str {
        let slot = self.slot(self.value(id));
        self.source(slot.start, slot.end)
    }

    pub(super) fn is_null(&self, id: Id) -> bool {
        self.kind(id) == Kind::Scalar && self.scalar(id) == "null"
    }

    /// A scalar as a value; `null` for another.
    pub(super) fn scalar_json(&self, id: Id) -> Json {
        match self.kind(id) {
            Kind::Scalar => parse(self.scalar(id)).unwrap_or(Json::Null),
            Kind::Array | Kind::Object => Json::Null,
        }
    }

    /// What a value is, in the words of an error.
    pub(super) fn describe(&self, id: Id) -> &'static str {
        match self.kind(id) {
            Kind::Array => Json::Array(Vec::new()).describe(),
            Kind::Object => Json::Object(super::Object::new()).describe(),
            Kind::Scalar => self.scalar_json(id).describe(),
        }
    }

    /// The key of a member.
    fn key(&self, id: Id) -> JsonString {
        let slot = self.slot(id);
        match parse(self.source(slot.key_start, slot.key_end)) {
            Ok(Json::String(key)) => key,
            _ => JsonString::default(),
        }
    }

    fn has_key(&self, id: Id, name: &JsonString) -> bool {
        let slot = self.slot(id);
        let key = self.source(slot.key_start, slot.key_end);
        match name.as_str() {
            Some(name) if !key.contains('\\') => key.get(1..key.len() - 1) == Some(name),
            _ => self.key(id) == *name,
        }
    }

    /// The members or elements that a value has now.
    fn items(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        self.all_items(id).filter(|id| !self.slot(*id).is_removed)
    }

    /// The members or elements of a value, and those that were removed.
    fn all_items(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let first = self.slot(self.value(id)).first;
        let known = |id: Id| (id != NONE).then_some(id);
        std::iter::successors(known(first), move |id| known(self.slot(*id).next))
    }

    /// How many members or elements a value has.
    pub(super) fn len(&self, id: Id) -> usize {
        self.items(id).count()
    }

    /// The member of a name: of equal keys the last.
    pub(super) fn member(&self, id: Id, name: &JsonString) -> Option<Id> {
        self.items(id)
            .filter(|item| self.has_key(*item, name))
            .last()
    }

    pub(super) fn element(&self, id: Id, at: usize) -> Option<Id> {
        self.items(id).nth(at)
    }

    /// Notes that something in a value has changed.
    fn touch(&mut self, id: Id) {
        let mut id = id;
        while id != NONE && !self.slot(id).is_changed {
            self.slot_mut(id).is_changed = true;
            id = self.slot(id).parent;
        }
    }

    /// Removes a member or an element.
    pub(super) fn remove(&mut self, id: Id) {
        let parent = self.slot(id).parent;
        self.slot_mut(id).is_removed = true;
        self.touch(parent);
    }

    /// Removes all members of a name.
    pub(super) fn remove_all(&mut self, id: Id, name: &JsonString) {
        let named: Vec<Id> = self
            .items(id)
            .filter(|item| self.has_key(*item, name))
            .collect();
        for member in named {
            self.remove(member);
        }
    }

    /// Adds a member, or an element, as the last.
    pub(super) fn push(
        &mut self,
        parent: Id,
        key: Option<&JsonString>,
        item: Id,
    ) -> Result<(), Stopped> {
        let last = self.slot(self.value(parent)).last;
        self.link(parent, last, key, item)
    }

    /// Puts an element before the one at an index, which may be behind the last.
    pub(super) fn insert(&mut self, parent: Id, at: usize, item: Id) -> Result<(), Stopped> {
        let before = match at.checked_sub(1) {
            None => NONE,
            Some(before) => self.element(parent, before).unwrap_or(NONE),
        };
        self.link(parent, before, None, item)
    }

    /// Puts a new item behind another one of its parent, or in front of all.
    fn link(
        &mut self,
        parent: Id,
        before: Id,
        key: Option<&JsonString>,
        item: Id,
    ) -> Result<(), Stopped> {
        let parent = self.value(parent);
        let (key_start, key_end) = match key {
            None => (0, 0),
            Some(key) => self.add(&Json::String(key.clone()))?,
        };
        let next = match before {
            NONE => self.slot(parent).first,
            before => self.slot(before).next,
        };
        let slot = self.slot_mut(item);
        (slot.key_start, slot.key_end) = (key_start, key_end);
        (slot.parent, slot.next, slot.is_new) = (parent, next, true);
        match before {
            NONE => self.slot_mut(parent).first = item,
            before => self.slot_mut(before).next = item,
        }
        if next == NONE {
            self.slot_mut(parent).last = item;
        }
        self.touch(parent);
        Ok(())
    }

    /// A value that nothing holds yet.
    pub(super) fn graft(&mut self, value: &Json) -> Result<Id, Stopped> {
        let (start, end) = self.add(value)?;
        let text = self.source(start, end).to_owned();
        self.scan(&text, start)
    }

    /// Writes a value behind the text of the document.
    fn add(&mut self, value: &Json) -> Result<(u32, u32), Stopped> {
        let layout = Layout::stringify(Indent::compact());
        let bytes_max = usize::MAX;
        let text = layout
            .print(value, bytes_max)
            .map_err(|_too_long| Stopped)?;
        let start = self.text.len() + self.added.len();
        let place = (narrow(start)?, narrow(start + text.len())?);
        self.added.push_str(&text);
        Ok(place)
    }

    fn keep(&mut self, slot: Slot) -> Result<Id, Stopped> {
        self.pace.step()?;
        if self.slots.len().is_multiple_of(CHARGED_SLOTS) {
            charge(CHARGED_SLOTS * size_of::<Slot>())?;
        }
        let id = narrow(self.slots.len())?;
        self.slots.push(slot);
        Ok(id)
    }

    /// Reads a text that is known to be JSON, whose positions begin at `offset`.
    fn scan(&mut self, bare: &str, offset: u32) -> Result<Id, Stopped> {
        let end_of_all = narrow(bare.len())?;
        let bytes = bare.as_bytes();
        let mut open: Vec<Id> = Vec::new();
        let mut key = None;
        let mut at = match bare.starts_with('\u{feff}') {
            true => '\u{feff}'.len_utf8(),
            false => 0,
        };
        while let Some(&byte) = bytes.get(at) {
            let start = at;
            at = end_of_token(bytes, at);
            let place = (narrow(start)? + offset, narrow(at)? + offset);
            let closed = match byte {
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => continue,
                b'}' | b']' => {
                    let Some(id) = open.pop() else { break };
                    self.slot_mut(id).end = place.1;
                    id
                }
                b'"' if key.is_none() && self.is_in_object(&open) => {
                    key = Some(place);
                    continue;
                }
                _ => {
                    let kind = match byte {
                        b'{' => Kind::Object,
                        b'[' => Kind::Array,
                        _ => Kind::Scalar,
                    };
                    let parent = open.last().copied().unwrap_or(NONE);
                    let id = self.read(kind, place, key.take(), parent)?;
                    if kind != Kind::Scalar {
                        open.push(id);
                        continue;
                    }
                    id
                }
            };
            if open.is_empty() {
                return Ok(closed);
            }
        }
        // Not reached: the text is JSON.
        let place = (offset, offset + end_of_all);
        self.read(Kind::Scalar, place, None, NONE)
    }

    fn is_in_object(&self, open: &[Id]) -> bool {
        open.last()
            .is_some_and(|id| self.slot(*id).kind == Kind::Object)
    }

    /// Keeps a value that was read, as the last of its parent.
    fn read(
        &mut self,
        kind: Kind,
        place: (u32, u32),
        key: Option<(u32, u32)>,
        parent: Id,
    ) -> Result<Id, Stopped> {
        let (key_start, key_end) = key.unwrap_or_default();
        let id = self.keep(Slot {
            kind,
            start: place.0,
            end: place.1,
            key_start,
            key_end,
            parent,
            first: NONE,
            last: NONE,
            next: NONE,
            instead: NONE,
            is_removed: false,
            is_new: false,
            is_changed: false,
        })?;
        if parent != NONE {
            match self.slot(parent).last {
                NONE => self.slot_mut(parent).first = id,
                last => self.slot_mut(last).next = id,
            }
            self.slot_mut(parent).last = id;
        }
        Ok(id)
    }
}

/// Where the string, the bracket or the word at a position ends.
fn end_of_token(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    match bytes[start] {
        b'"' => loop {
            match bytes.get(at) {
                Some(b'\\') => at += 2,
                Some(b'"') => return at + 1,
                Some(_) => at += 1,
                None => return bytes.len(),
            }
        },
        b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' | b'{' | b'}' | b'[' | b']' => at,
        _ => {
            let is_end = |byte: &u8| b" \t\n\r,]}".contains(byte);
            let rest = bytes[at..].iter().position(is_end);
            rest.map_or(bytes.len(), |more| at + more)
        }
    }
}

fn index(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

/// A position in a text; one beyond 4 GiB, which no file has, ends the work.
fn narrow(place: usize) -> Result<u32, Stopped> {
    u32::try_from(place).map_err(|_too_far| Stopped)
}
