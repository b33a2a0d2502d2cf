//! `JSON.parse`: one pass over the text, without recursion.
//!
//! Objects with the same keys in the same order share their shape: the keys seen so far form a
//! tree of templates, and the key that followed last time is compared with the text first.

use rustc_hash::FxHashMap;

use super::fault::{Fault, Kind};
use crate::builtins::{Array, OrdinaryObject};
use crate::object::shape::shared_shape::template::ObjectTemplate;
use crate::object::JsObject;
use crate::property::{Attribute, PropertyDescriptor, PropertyKey};
use crate::string::{JsStr, JsStrVariant};
use crate::{Context, JsResult, JsString, JsValue};

/// Templates in the tree, and children of one; an object past them is built key by key.
const NODES_MAX: usize = 4096;
const CHILDREN_MAX: usize = 8;

/// Keys of an object that have templates.
const TEMPLATE_KEYS_MAX: usize = 64;

/// Keys that are remembered beside the tree.
const KEYS_MAX: usize = 8192;

/// A unit of the text in either form that the engine holds text in.
pub(super) trait Unit: Copy + Eq + std::hash::Hash {
    fn code(self) -> u16;

    fn text(units: &[Self]) -> JsString;
}

impl Unit for u8 {
    fn code(self) -> u16 {
        self.into()
    }

    fn text(units: &[Self]) -> JsString {
        JsString::from(JsStr::latin1(units))
    }
}

impl Unit for u16 {
    fn code(self) -> u16 {
        self
    }

    /// Narrow where it can be, as everywhere else in the engine.
    fn text(units: &[Self]) -> JsString {
        if units.iter().all(|unit| *unit <= 0xff) {
            let narrow: Vec<u8> = units.iter().map(|unit| *unit as u8).collect();
            return u8::text(&narrow);
        }
        JsString::from(units)
    }
}

/// Parses a text.
pub(super) fn parse(text: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let parsed = match text.as_str().variant() {
        JsStrVariant::Latin1(units) => Parser::new(units, context).document(),
        JsStrVariant::Utf16(units) => Parser::new(units, context).document(),
    };
    parsed.map_err(|fault| fault.into_error(text))
}

/// Where the value that comes next belongs in its object.
#[derive(Clone)]
enum Place {
    /// After the others.
    Next,
    /// In place of an earlier one of the same key.
    Slot(usize),
    /// In an object that has no template.
    Key(PropertyKey),
}

enum Open {
    Array {
        base: usize,
    },
    Object {
        base: usize,
        node: usize,
        place: Place,
        /// The object, where it has no template.
        object: Option<JsObject>,
    },
}

struct Child<'a, U> {
    /// The key as it stands in the text.
    raw: &'a [U],
    /// The template of an object that has it, too; none where the key is there already.
    to: Result<usize, usize>,
}

struct Node<'a, U> {
    template: ObjectTemplate,
    length: usize,
    children: Vec<Child<'a, U>>,
    /// The child that was taken last.
    last: usize,
}

struct Parser<'a, 'context, U> {
    text: &'a [U],
    at: usize,
    values: Vec<JsValue>,
    open: Vec<Open>,
    nodes: Vec<Node<'a, U>>,
    keys: FxHashMap<&'a [U], PropertyKey>,
    context: &'context mut Context,
}

impl<'a, 'context, U: Unit> Parser<'a, 'context, U> {
    fn new(text: &'a [U], context: &'context mut Context) -> Self {
        let root = Node {
            template: context
                .intrinsics()
                .templates()
                .ordinary_object()
                .clone(),
            length: 0,
            children: Vec::new(),
            last: 0,
        };
        Self {
            text,
            at: 0,
            values: Vec::new(),
            open: Vec::new(),
            nodes: vec![root],
            keys: FxHashMap::default(),
            context,
        }
    }

    /// The unit at the cursor; 0 at the end, which is no part of any token.
    #[inline]
    fn peek(&self) -> u16 {
        self.text.get(self.at).map_or(0, |unit| unit.code())
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    #[inline]
    fn space(&mut self) {
        while matches!(self.peek(), 0x20 | 0x0a | 0x0d | 0x09) {
            self.at += 1;
        }
    }

    fn fault<T>(&self, kind: Kind) -> Result<T, Fault> {
        Err(Fault { at: self.at, kind })
    }

    fn unexpected<T>(&self) -> Result<T, Fault> {
        self.fault(self.unexpected_kind())
    }

    fn unexpected_kind(&self) -> Kind {
        match self.peek() {
            _ if self.is_at_end() => Kind::End,
            0x22 => Kind::String,
            0x2d | 0x30..=0x39 => Kind::Number,
            _ => Kind::Token,
        }
    }

    fn document(&mut self) -> Result<JsValue, Fault> {
        loop {
            let mut value = match self.value()? {
                Some(value) => value,
                None => continue,
            };
            loop {
                value = match self.open.pop() {
                    None => {
                        self.space();
                        if self.is_at_end() {
                            return Ok(value);
                        }
                        return self.fault(Kind::Trailing);
                    }
                    Some(Open::Array { base }) => match self.after_element(base, value)? {
                        Some(array) => array,
                        None => break,
                    },
                    Some(Open::Object {
                        base,
                        node,
                        place,
                        object,
                    }) => {
                        self.put(base, place, object.as_ref(), value);
                        match self.after_member(base, node, object)? {
                            Some(object) => object,
                            None => break,
                        }
                    }
                };
            }
        }
    }

    /// Reads a value; none where it opened an array or object that is not empty.
    fn value(&mut self) -> Result<Option<JsValue>, Fault> {
        self.space();
        Ok(Some(match self.peek() {
            0x22 => self.string()?.into(),
            0x7b => {
                self.at += 1;
                self.space();
                let base = self.values.len();
                if self.peek() == 0x7d {
                    self.at += 1;
                    return Ok(Some(self.object(base, 0)));
                }
                if self.peek() != 0x22 {
                    return self.fault(Kind::FirstName);
                }
                self.key(base, 0, None)?;
                return Ok(None);
            }
            0x5b => {
                self.at += 1;
                self.space();
                let base = self.values.len();
                if self.peek() == 0x5d {
                    self.at += 1;
                    return Ok(Some(self.array(base)));
                }
                self.open.push(Open::Array { base });
                return Ok(None);
            }
            0x2d | 0x30..=0x39 => self.number()?,
            0x74 => self.literal(b"true", JsValue::from(true))?,
            0x66 => self.literal(b"false", JsValue::from(false))?,
            0x6e => self.literal(b"null", JsValue::null())?,
            _ => return self.unexpected(),
        }))
    }

    fn literal(&mut self, name: &[u8], value: JsValue) -> Result<JsValue, Fault> {
        for byte in name {
            if self.peek() != u16::from(*byte) {
                return self.unexpected();
            }
            self.at += 1;
        }
        Ok(value)
    }

    fn after_element(&mut self, base: usize, value: JsValue) -> Result<Option<JsValue>, Fault> {
        self.values.push(value);
        self.space();
        match self.peek() {
            0x2c => {
                self.at += 1;
                self.open.push(Open::Array { base });
                Ok(None)
            }
            0x5d => {
                self.at += 1;
                Ok(Some(self.array(base)))
            }
            _ => self.fault(Kind::AfterElement),
        }
    }

    fn array(&mut self, base: usize) -> JsValue {
        Array::create_array_from_list(self.values.drain(base..), self.context).into()
    }

    fn put(&mut self, base: usize, place: Place, object: Option<&JsObject>, value: JsValue) {
        match (place, object) {
            (Place::Key(key), Some(object)) => insert(object, key, value),
            (Place::Slot(slot), _) => self.values[base + slot] = value,
            _ => self.values.push(value),
        }
    }

    fn after_member(
        &mut self,
        base: usize,
        node: usize,
        object: Option<JsObject>,
    ) -> Result<Option<JsValue>, Fault> {
        self.space();
        match self.peek() {
            0x2c => {
                self.at += 1;
                self.space();
                if self.peek() != 0x22 {
                    return self.fault(Kind::Name);
                }
                let key = self.key(base, node, object);
                key.map_err(|fault| match fault.kind {
                    // Only the first member has a wording of its own.
                    Kind::Colon => Fault {
                        kind: self.unexpected_kind(),
                        ..fault
                    },
                    _ => fault,
                })?;
                Ok(None)
            }
            0x7d => {
                self.at += 1;
                Ok(Some(match object {
                    Some(object) => object.into(),
                    None => self.object(base, node),
                }))
            }
            _ => self.fault(Kind::AfterMember),
        }
    }

    fn object(&mut self, base: usize, node: usize) -> JsValue {
        let storage = self.values.split_off(base);
        self.nodes[node]
            .template
            .create(OrdinaryObject, storage)
            .into()
    }

    /// Reads a key and its colon, and opens the object with it.
    fn key(
        &mut self,
        base: usize,
        node: usize,
        mut object: Option<JsObject>,
    ) -> Result<(), Fault> {
        let mut to = node;
        let child = match &object {
            None => self.expected(node),
            Some(_) => None,
        };
        let place = match child {
            Some(Ok(next)) => {
                to = next;
                Place::Next
            }
            Some(Err(slot)) => Place::Slot(slot),
            None => {
                let (raw, key) = self.name()?;
                let child = match &object {
                    None => self.child(node, raw, &key),
                    Some(_) => None,
                };
                match child {
                    Some(Ok(next)) => {
                        to = next;
                        Place::Next
                    }
                    Some(Err(slot)) => Place::Slot(slot),
                    None => {
                        if object.is_none() {
                            object = self.object(base, node).as_object();
                        }
                        Place::Key(key)
                    }
                }
            }
        };
        self.space();
        if self.peek() != 0x3a {
            return self.fault(Kind::Colon);
        }
        self.at += 1;
        self.open.push(Open::Object {
            base,
            node: to,
            place,
            object,
        });
        Ok(())
    }

    /// Steps over a key that is already a child of the node.
    fn expected(&mut self, node: usize) -> Option<Result<usize, usize>> {
        let rest = self.text.get(self.at + 1..)?;
        let node = self.nodes.get_mut(node)?;
        let is_next = |child: &Child<'a, U>| {
            rest.get(..child.raw.len()) == Some(child.raw)
                && rest
                    .get(child.raw.len())
                    .is_some_and(|unit| unit.code() == 0x22)
        };
        let at = match node.children.get(node.last) {
            Some(child) if is_next(child) => node.last,
            Some(_) => node.children.iter().position(is_next)?,
            None => return None,
        };
        node.last = at;
        self.at += node.children[at].raw.len() + 2;
        Some(node.children[at].to)
    }

    /// A key with its quotes.
    fn name(&mut self) -> Result<(&'a [U], PropertyKey), Fault> {
        let start = self.at + 1;
        let text = self.text;
        let mut end = start;
        while let Some(unit) = text.get(end).map(|unit| unit.code())
            && unit != 0x22
            && unit != 0x5c
            && unit >= 0x20
        {
            end += 1;
        }
        if text.get(end).is_some_and(|unit| unit.code() == 0x22)
            && let Some(key) = self.keys.get(&text[start..end])
        {
            self.at = end + 1;
            return Ok((&text[start..end], key.clone()));
        }
        let key = PropertyKey::from(self.string()?);
        let raw = &text[start..self.at - 1];
        if self.keys.len() < KEYS_MAX {
            self.keys.insert(raw, key.clone());
        }
        Ok((raw, key))
    }

    /// A new child, where there is room for one.
    fn child(
        &mut self,
        node: usize,
        raw: &'a [U],
        key: &PropertyKey,
    ) -> Option<Result<usize, usize>> {
        let next = self.nodes.len();
        let parent = &mut self.nodes[node];
        if matches!(key, PropertyKey::Index(_)) || parent.children.len() >= CHILDREN_MAX {
            return None;
        }
        if let Some(slot) = parent.template.shape().lookup(key) {
            let to = Err(slot.index as usize);
            parent.children.push(Child { raw, to });
            return Some(to);
        }
        if next >= NODES_MAX || parent.length >= TEMPLATE_KEYS_MAX {
            return None;
        }
        let mut template = parent.template.clone();
        template.property(
            key.clone(),
            Attribute::WRITABLE | Attribute::ENUMERABLE | Attribute::CONFIGURABLE,
        );
        let length = parent.length + 1;
        parent.children.push(Child { raw, to: Ok(next) });
        parent.last = parent.children.len() - 1;
        self.nodes.push(Node {
            template,
            length,
            children: Vec::new(),
            last: 0,
        });
        Some(Ok(next))
    }

    fn number(&mut self) -> Result<JsValue, Fault> {
        let start = self.at;
        let is_negative = self.peek() == 0x2d;
        if is_negative {
            self.at += 1;
        }
        let digits = self.at;
        let mut whole = 0_i32;
        match self.peek() {
            0x30 => {
                self.at += 1;
                if matches!(self.peek(), 0x30..=0x39) {
                    return self.fault(Kind::Number);
                }
            }
            0x31..=0x39 => {
                while let digit @ 0x30..=0x39 = self.peek() {
                    whole = whole.wrapping_mul(10).wrapping_add(i32::from(digit) - 0x30);
                    self.at += 1;
                }
            }
            _ => return self.fault(Kind::Minus),
        }
        let length = self.at - digits;
        let mut is_whole = true;
        if self.peek() == 0x2e {
            self.at += 1;
            is_whole = false;
            self.digits(Kind::Fraction)?;
        }
        if matches!(self.peek(), 0x65 | 0x45) {
            self.at += 1;
            is_whole = false;
            if matches!(self.peek(), 0x2b | 0x2d) {
                self.at += 1;
            }
            self.digits(Kind::Exponent)?;
        }
        if is_whole && length <= 9 && !(is_negative && whole == 0) {
            return Ok(JsValue::from(if is_negative { -whole } else { whole }));
        }
        let text: String = self.text[start..self.at]
            .iter()
            .map(|unit| unit.code() as u8 as char)
            .collect();
        let number: f64 = text.parse().unwrap_or(f64::NAN);
        Ok(JsValue::from(number))
    }

    fn digits(&mut self, kind: Kind) -> Result<(), Fault> {
        if !matches!(self.peek(), 0x30..=0x39) {
            return self.fault(kind);
        }
        while matches!(self.peek(), 0x30..=0x39) {
            self.at += 1;
        }
        Ok(())
    }

    fn string(&mut self) -> Result<JsString, Fault> {
        self.at += 1;
        let start = self.at;
        loop {
            match self.peek() {
                0x22 => {
                    let text = U::text(&self.text[start..self.at]);
                    self.at += 1;
                    return Ok(text);
                }
                0x5c => break,
                0..=0x1f => return self.bad_string(),
                _ => self.at += 1,
            }
        }
        let mut units: Vec<u16> = self.text[start..self.at]
            .iter()
            .map(|unit| unit.code())
            .collect();
        loop {
            match self.peek() {
                0x22 => {
                    self.at += 1;
                    return Ok(u16::text(&units));
                }
                0x5c => {
                    self.at += 1;
                    let unit = self.escape()?;
                    units.push(unit);
                }
                0..=0x1f => return self.bad_string(),
                unit => {
                    units.push(unit);
                    self.at += 1;
                }
            }
        }
    }

    fn bad_string<T>(&self) -> Result<T, Fault> {
        self.fault(if self.is_at_end() {
            Kind::Unterminated
        } else {
            Kind::Control
        })
    }

    fn escape(&mut self) -> Result<u16, Fault> {
        let unit = match self.peek() {
            unit @ (0x22 | 0x5c | 0x2f) => unit,
            0x62 => 0x08,
            0x66 => 0x0c,
            0x6e => 0x0a,
            0x72 => 0x0d,
            0x74 => 0x09,
            0x75 => {
                self.at += 1;
                let mut unit = 0;
                for _ in 0..4 {
                    let digit = match self.peek() {
                        digit @ 0x30..=0x39 => digit - 0x30,
                        digit @ 0x41..=0x46 => digit - 0x37,
                        digit @ 0x61..=0x66 => digit - 0x57,
                        _ => return self.fault(Kind::Unicode),
                    };
                    unit = unit << 4 | digit;
                    self.at += 1;
                }
                return Ok(unit);
            }
            _ if self.is_at_end() => return self.fault(Kind::End),
            0x100.. => return self.fault(Kind::Token),
            _ => return self.fault(Kind::Escape),
        };
        self.at += 1;
        Ok(unit)
    }
}

fn insert(object: &JsObject, key: PropertyKey, value: JsValue) {
    let property = PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(true)
        .configurable(true);
    object.insert_property(key, property);
}
