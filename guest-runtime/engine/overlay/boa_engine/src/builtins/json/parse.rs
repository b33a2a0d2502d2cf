//! `JSON.parse`: one pass over the text, without recursion.
//!
//! Objects with the same keys in the same order share their shape: the keys seen so far form a
//! tree of templates, and the key that followed last time is compared with the text first.

use rustc_hash::FxHashMap;

use super::fault::{Fault, Kind};
use super::keys::Node;
use super::scan::Unit;
use crate::builtins::{Array, OrdinaryObject};
use crate::object::JsObject;
use crate::property::{PropertyDescriptor, PropertyKey};
use crate::string::{JsStr, JsStrVariant, TextBuilder};
use crate::{Context, JsResult, JsString, JsValue};

/// Parses a text.
pub(super) fn parse(text: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let parsed = boa_gc::without_collections(|| match text.as_str().variant() {
        JsStrVariant::Latin1(units) => Parser::new(units, context).document(),
        JsStrVariant::Utf16(units) => Parser::new(units, context).document(),
    });
    parsed.map_err(|fault| fault.into_error(text))
}

/// Where the value that comes next belongs in its object.
#[derive(Clone)]
pub(super) enum Place {
    /// After the others.
    Next,
    /// In place of an earlier one of the same key.
    Slot(usize),
    /// In an object that has no template.
    Key(PropertyKey),
}

pub(super) enum Open {
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

pub(super) struct Parser<'a, 'context, U> {
    pub(super) text: &'a [U],
    pub(super) at: usize,
    values: Vec<JsValue>,
    pub(super) open: Vec<Open>,
    pub(super) nodes: Vec<Node<'a, U>>,
    pub(super) keys: FxHashMap<&'a [U], PropertyKey>,
    context: &'context mut Context,
}

impl<'a, 'context, U: Unit> Parser<'a, 'context, U> {
    fn new(text: &'a [U], context: &'context mut Context) -> Self {
        let plain = context.intrinsics().templates().ordinary_object().clone();
        Self {
            text,
            at: 0,
            values: Vec::new(),
            open: Vec::new(),
            nodes: vec![Node::root(plain)],
            keys: FxHashMap::default(),
            context,
        }
    }

    /// The unit at the cursor; 0 at the end, which is no part of any token.
    #[inline]
    pub(super) fn peek(&self) -> u16 {
        self.text.get(self.at).map_or(0, |unit| unit.code())
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    #[inline]
    pub(super) fn space(&mut self) {
        while matches!(self.peek(), 0x20 | 0x0a | 0x0d | 0x09) {
            self.at += 1;
        }
    }

    pub(super) fn fault<T>(&self, kind: Kind) -> Result<T, Fault> {
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
                self.key(base, node, object)?;
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

    pub(super) fn object(&mut self, base: usize, node: usize) -> JsValue {
        let storage = self.values.split_off(base);
        self.nodes[node]
            .template
            .create(OrdinaryObject, storage)
            .into()
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

    pub(super) fn string(&mut self) -> Result<JsString, Fault> {
        self.at += 1;
        let start = self.at;
        self.pass_plain();
        if self.peek() == 0x22 {
            let text = U::text(&self.text[start..self.at]);
            self.at += 1;
            return Ok(text);
        }
        let mut text = TextBuilder::default();
        U::push(&self.text[start..self.at], &mut text);
        loop {
            match self.peek() {
                0x22 => {
                    self.at += 1;
                    return Ok(text.build());
                }
                0x5c => {
                    self.at += 1;
                    text.push(JsStr::utf16(&[self.escape()?]));
                }
                _ => return self.bad_string(),
            }
            let start = self.at;
            self.pass_plain();
            U::push(&self.text[start..self.at], &mut text);
        }
    }

    /// Passes what stands in a string as it is.
    fn pass_plain(&mut self) {
        self.at += U::plain(&self.text[self.at..]);
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
