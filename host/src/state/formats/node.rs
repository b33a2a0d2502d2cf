//! Values that are read from a file, before they are the reply.
//!
//! They and their texts lie in an arena, which is freed as a whole: freeing millions of values one by one
//! would take longer than a run may go on after its deadline.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bumpalo::Bump;
use isolate_formats::{Build, Error};
use isolate_protocol::wire::tag;
use isolate_text::VPath;
use isolate_text::json::{Json, Number, Object, parse};

use super::super::rounded::Rounded;
use super::super::{Call, Fault};
use super::Halt;
use crate::charge::made;
use crate::json::parse_iso_date;
use crate::stop::Stop;

/// A value that was read. An alias of YAML is the same value again, so that what aliases stand for takes
/// memory where it is written out, and is charged there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node<'a> {
    Null,
    Bool(bool),
    Number(f64),
    /// An integer beyond 2^53.
    Integer(&'a str),
    String(&'a str),
    Bytes(&'a [u8]),
    /// A point in time, as it is written.
    Date(&'a str),
    Array(&'a [&'a Self]),
    Object(&'a [(&'a str, &'a Self)]),
}

const _: () = assert!(
    !std::mem::needs_drop::<Node<'_>>(),
    "values are not freed one by one"
);

/// What a value takes beside its text: its own memory in an arena that grows to twice its size, its place
/// in a list, also while that grows, and what the reading holds for it meanwhile.
const NODE_BYTES: usize = 2 * size_of::<Node<'_>>() + 4 * size_of::<usize>();

/// What a member takes beside its value: its name, also as the reading compares it with others.
const MEMBER_BYTES: usize = 6 * size_of::<usize>();

/// Bytes that a reader takes at once, before which the deadline is checked.
const CHECKED_BYTES: usize = 1 << 10;

/// Makes [`Node`]s, and charges each.
pub(super) struct Nodes<'a>(pub(super) &'a Bump);

impl<'a> Nodes<'a> {
    fn node(&self, node: Node<'a>, bytes: usize) -> Result<&'a Node<'a>, Halt> {
        made(NODE_BYTES + bytes)?;
        Ok(self.0.alloc(node))
    }

    /// A value that has a text.
    fn with_text(
        &self,
        text: &str,
        node: impl FnOnce(&'a str) -> Node<'a>,
    ) -> Result<&'a Node<'a>, Halt> {
        made(NODE_BYTES + text.len())?;
        Ok(self.0.alloc(node(self.0.alloc_str(text))))
    }
}

/// An object that is being filled.
#[derive(Default)]
pub(super) struct Members<'a> {
    list: Vec<(&'a str, &'a Node<'a>)>,
    /// Where each member is, once a merge needs to know.
    names: Option<HashMap<&'a str, usize>>,
}

impl<'a> Members<'a> {
    fn set(&mut self, key: &'a str, value: &'a Node<'a>) {
        if let Some(names) = &mut self.names {
            if let Some(&at) = names.get(key) {
                self.list[at].1 = value;
                return;
            }
            names.insert(key, self.list.len());
        }
        self.list.push((key, value));
    }
}

impl<'a> Build for Nodes<'a> {
    type Value = &'a Node<'a>;
    type Array = Vec<&'a Node<'a>>;
    type Object = Members<'a>;
    type Error = Halt;

    fn null(&mut self) -> Result<&'a Node<'a>, Halt> {
        self.node(Node::Null, 0)
    }

    fn bool(&mut self, value: bool) -> Result<&'a Node<'a>, Halt> {
        self.node(Node::Bool(value), 0)
    }

    fn number(&mut self, value: f64) -> Result<&'a Node<'a>, Halt> {
        self.node(Node::Number(value), 0)
    }

    fn integer(&mut self, digits: &str) -> Result<&'a Node<'a>, Halt> {
        self.with_text(digits, Node::Integer)
    }

    fn string(&mut self, value: &str) -> Result<&'a Node<'a>, Halt> {
        self.with_text(value, Node::String)
    }

    fn bytes(&mut self, value: Vec<u8>) -> Result<&'a Node<'a>, Halt> {
        made(NODE_BYTES + value.len())?;
        Ok(self.0.alloc(Node::Bytes(self.0.alloc_slice_copy(&value))))
    }

    fn date(&mut self, text: &str) -> Result<&'a Node<'a>, Halt> {
        self.with_text(text, Node::Date)
    }

    fn array(&mut self) -> Result<Vec<&'a Node<'a>>, Halt> {
        Ok(Vec::new())
    }

    fn push(&mut self, array: &mut Vec<&'a Node<'a>>, value: &'a Node<'a>) -> Result<(), Halt> {
        // The value may be an alias, which was not made anew.
        made(size_of::<&Node<'_>>())?;
        array.push(value);
        Ok(())
    }

    fn end_array(&mut self, array: Vec<&'a Node<'a>>) -> Result<&'a Node<'a>, Halt> {
        self.node(Node::Array(self.0.alloc_slice_copy(&array)), 0)
    }

    fn object(&mut self) -> Result<Members<'a>, Halt> {
        Ok(Members::default())
    }

    fn insert(
        &mut self,
        object: &mut Members<'a>,
        key: &str,
        value: &'a Node<'a>,
    ) -> Result<(), Halt> {
        made(MEMBER_BYTES + 2 * key.len())?;
        object.set(self.0.alloc_str(key), value);
        Ok(())
    }

    fn merge(&mut self, object: &mut Members<'a>, from: &&'a Node<'a>) -> Result<bool, Halt> {
        let Node::Object(members) = **from else {
            return Ok(false);
        };
        if object.names.is_none() {
            let mut names = HashMap::new();
            for (at, (name, _)) in object.list.iter().enumerate() {
                made(MEMBER_BYTES + name.len())?;
                names.insert(*name, at);
            }
            object.names = Some(names);
        }
        for (key, value) in members {
            made(0)?;
            if !object
                .names
                .as_ref()
                .is_some_and(|names| names.contains_key(key))
            {
                made(2 * MEMBER_BYTES + 2 * key.len())?;
                object.set(key, value);
            }
        }
        Ok(true)
    }

    fn end_object(&mut self, object: Members<'a>) -> Result<&'a Node<'a>, Halt> {
        self.node(Node::Object(self.0.alloc_slice_copy(&object.list)), 0)
    }

    fn hold(&mut self, bytes: usize) -> Result<(), Halt> {
        if bytes >= CHECKED_BYTES {
            // The work of many values is next.
            Stop::check()?;
        }
        Ok(made(bytes)?)
    }
}

/// How values that JSON does not have are answered.
#[derive(Clone, Copy)]
pub(super) struct Reply<'p> {
    pub(super) path: &'p VPath,
    /// Whether integers beyond 2^53 are big integers, or numbers.
    pub(super) has_big_integers: bool,
}

impl Reply<'_> {
    /// Writes a value to the reply. Recurses once per level.
    pub(super) fn put(self, node: &Node<'_>, call: &mut Call<'_>) -> Result<(), Fault> {
        made(0).map_err(|_| Stop::Halted)?;
        call.charge_reply()?;
        match node {
            Node::Null => call.out.null(),
            Node::Bool(value) => call.out.boolean(*value),
            Node::Number(value) => call.out.number(*value),
            Node::Integer(digits) if self.has_big_integers => {
                call.out.u8(tag::BIGINT);
                call.out.string(digits);
            }
            Node::Integer(digits) => {
                let number = rounded(digits, self.path, call.rounded);
                call.out.number(number);
            }
            Node::String(text) => call.put_string(text)?,
            Node::Bytes(bytes) => call.out.bytes(bytes),
            Node::Date(text) => match milliseconds(text) {
                Some(time) => call.out.date(time),
                None => call.out.string(text),
            },
            Node::Array(items) => {
                call.out.array(items.len());
                for item in *items {
                    self.put(item, call)?;
                }
            }
            Node::Object(members) => {
                call.out.object(members.len());
                for (key, value) in *members {
                    call.put_string(key)?;
                    self.put(value, call)?;
                }
            }
        }
        Ok(())
    }
}

/// The number of an integer that JavaScript rounds, which is remembered for the note at writing.
fn rounded(digits: &str, path: &VPath, rounded: &mut Rounded) -> f64 {
    match digits_of(digits) {
        Some(number) => {
            if !number.is_exact() {
                rounded.remember(&number, path);
            }
            number.as_f64()
        }
        None => f64::NAN,
    }
}

fn digits_of(digits: &str) -> Option<Number> {
    match parse(digits) {
        Ok(Json::Number(number)) => Some(number),
        _ => None,
    }
}

/// The point in time of a date of RFC 3339, in milliseconds since 1970.
fn milliseconds(text: &str) -> Option<f64> {
    parse_iso_date(&text.to_ascii_uppercase())
}

/// What a value is turned into JSON for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Purpose {
    /// To be looked at.
    Query,
    /// To be changed and written back: what JSON cannot hold is an error.
    Update,
}

/// A value as JSON: dates are texts as they are written, bytes are Base64.
pub(super) fn to_json(node: &Node<'_>, purpose: Purpose) -> Result<Json, Halt> {
    made(size_of::<Json>())?;
    Ok(match node {
        Node::Null => Json::Null,
        Node::Bool(value) => Json::Bool(*value),
        Node::Number(value) if value.is_finite() || purpose == Purpose::Query => Json::from(*value),
        Node::Number(value) if value.is_nan() => {
            return Err(Error::new(
                "it has a NaN, which cannot be kept here: change the text with state.replaceInFile",
            )
            .into());
        }
        // A number of JSON beyond all doubles is read as this one.
        Node::Number(value) => {
            let text = if *value > 0.0 { "1e999" } else { "-1e999" };
            digits_of(text).map_or(Json::Null, Json::Number)
        }
        Node::Integer(digits) => {
            made(digits.len())?;
            digits_of(digits).map_or(Json::Null, Json::Number)
        }
        Node::String(text) | Node::Date(text) => {
            made(text.len())?;
            Json::from(*text)
        }
        Node::Bytes(bytes) => {
            if purpose == Purpose::Update {
                return Err(Error::new(
                    "it has !!binary, which cannot be kept here: change the text with state.replaceInFile",
                )
                .into());
            }
            made(2 * bytes.len())?;
            Json::from(STANDARD.encode(bytes).as_str())
        }
        Node::Array(items) => {
            let items = items.iter().map(|item| to_json(item, purpose));
            Json::Array(items.collect::<Result<_, _>>()?)
        }
        Node::Object(members) => {
            let mut list = Vec::new();
            for (key, value) in *members {
                made(MEMBER_BYTES + key.len())?;
                list.push(((*key).into(), to_json(value, purpose)?));
            }
            Json::Object(Object::from_members(list))
        }
    })
}

/// Whether two values are the same: members in any order.
pub(super) fn is_same(one: &Node<'_>, other: &Node<'_>) -> Result<bool, Halt> {
    made(0)?;
    Ok(match (one, other) {
        (Node::Null, Node::Null) => true,
        (Node::Bool(one), Node::Bool(other)) => one == other,
        (Node::Number(one), Node::Number(other)) => one == other || one.is_nan() && other.is_nan(),
        (Node::Integer(one), Node::Integer(other))
        | (Node::String(one), Node::String(other))
        | (Node::Date(one), Node::Date(other)) => one == other,
        (Node::Bytes(one), Node::Bytes(other)) => one == other,
        (Node::Array(one), Node::Array(other)) => {
            if one.len() != other.len() {
                return Ok(false);
            }
            for (one, other) in one.iter().zip(*other) {
                if !is_same(one, other)? {
                    return Ok(false);
                }
            }
            true
        }
        (Node::Object(one), Node::Object(other)) => {
            if one.len() != other.len() {
                return Ok(false);
            }
            made(other.len() * MEMBER_BYTES)?;
            let other: HashMap<&str, &Node<'_>> = other.iter().copied().collect();
            for (key, value) in *one {
                match other.get(key) {
                    Some(other) if is_same(value, other)? => {}
                    _ => return Ok(false),
                }
            }
            true
        }
        _ => false,
    })
}
