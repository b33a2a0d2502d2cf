//! Where the values of a parsed text stand in it, for the third argument of a reviver.
//!
//! The text has been parsed, so nothing here can be wrong with it.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::object::JsObject;
use crate::property::PropertyKey;
use crate::{Context, JsString, JsValue};

/// A value as it was parsed.
struct Record {
    value: JsValue,
    place: Range<usize>,
    members: Members,
}

enum Members {
    None,
    Elements(Vec<usize>),
    /// The last of those with the same name.
    Entries(FxHashMap<PropertyKey, usize>),
}

/// All values of a text; the first one is the outermost. They are numbered, not nested, since text
/// may nest deeper than the stack.
pub(super) struct Sources {
    text: JsString,
    units: Vec<u16>,
    at: usize,
    records: Vec<Record>,
}

impl Sources {
    pub(super) fn of(text: &JsString, value: &JsValue, context: &mut Context) -> Self {
        let mut sources = Self {
            text: text.clone(),
            units: text.to_vec(),
            at: 0,
            records: Vec::new(),
        };
        sources.read(value, context);
        sources
    }

    /// The number of a member's record, if that is the value which the member still has.
    pub(super) fn member(&self, of: usize, key: &PropertyKey) -> Option<usize> {
        match (&self.records[of].members, key) {
            (Members::Elements(elements), PropertyKey::Index(index)) => {
                elements.get(index.get() as usize).copied()
            }
            (Members::Entries(entries), key) => entries.get(key).copied(),
            _ => None,
        }
    }

    /// Whether a value is the one that was parsed.
    pub(super) fn is_of(&self, record: usize, value: &JsValue) -> bool {
        JsValue::same_value(&self.records[record].value, value)
    }

    /// The text of a value that has no members.
    pub(super) fn text(&self, record: usize) -> JsString {
        let place = self.records[record].place.clone();
        self.text.get_expect(place)
    }

    fn peek(&self) -> u16 {
        self.units.get(self.at).copied().unwrap_or_default()
    }

    fn space(&mut self) {
        while matches!(self.peek(), 0x20 | 0x0a | 0x0d | 0x09) {
            self.at += 1;
        }
    }

    /// Passes a token that is no bracket.
    fn token(&mut self) -> Range<usize> {
        let start = self.at;
        if self.peek() == 0x22 {
            self.at += 1;
            while self.at < self.units.len() && self.peek() != 0x22 {
                self.at += if self.peek() == 0x5c { 2 } else { 1 };
            }
            self.at += 1;
        } else {
            while !matches!(
                self.peek(),
                0 | 0x20 | 0x0a | 0x0d | 0x09 | 0x2c | 0x5d | 0x7d
            ) {
                self.at += 1;
            }
        }
        start..self.at
    }

    /// The name of the member that comes next, and passes its colon.
    fn name(&mut self, context: &mut Context) -> PropertyKey {
        let place = self.token();
        let quoted = self.text.get_expect(place);
        let name = super::parse::parse(&quoted, context).ok();
        let name = name.and_then(|name| name.as_string()).unwrap_or_default();
        self.space();
        self.at += 1;
        name.into()
    }

    /// Reads the text, along with what it was parsed to.
    fn read(&mut self, value: &JsValue, context: &mut Context) {
        let mut open: Vec<usize> = Vec::new();
        let mut value = value.clone();
        loop {
            self.space();
            let record = self.records.len();
            let members = match self.peek() {
                0x5b => Members::Elements(Vec::new()),
                0x7b => Members::Entries(FxHashMap::default()),
                _ => Members::None,
            };
            let is_open = !matches!(members, Members::None);
            let place = if is_open {
                self.at += 1;
                0..0
            } else {
                self.token()
            };
            self.records.push(Record {
                value,
                place,
                members,
            });
            if is_open {
                open.push(record);
            }
            // Ends what ends here, and goes on to the next value.
            value = loop {
                self.space();
                let Some(around) = open.last().copied() else {
                    return;
                };
                match self.peek() {
                    0x5d | 0x7d => {
                        self.at += 1;
                        open.pop();
                    }
                    0x2c => self.at += 1,
                    0 => return,
                    _ => break self.enter(around, context),
                }
            };
        }
    }

    /// Numbers the value that comes next as a member, and gives what it was parsed to.
    fn enter(&mut self, around: usize, context: &mut Context) -> JsValue {
        let next = self.records.len();
        let key = match &mut self.records[around].members {
            Members::Elements(elements) => {
                elements.push(next);
                PropertyKey::from(elements.len() as u64 - 1)
            }
            _ => self.name(context),
        };
        let value = self.records[around].value.as_object();
        if let Members::Entries(entries) = &mut self.records[around].members {
            entries.insert(key.clone(), next);
        }
        value
            .and_then(|object| own_value(&object, &key))
            .unwrap_or_default()
    }
}

/// A member of what was parsed, which is plain data.
fn own_value(object: &JsObject, key: &PropertyKey) -> Option<JsValue> {
    let object = object.borrow();
    let property = object.properties().get(key)?;
    property.value().cloned()
}
