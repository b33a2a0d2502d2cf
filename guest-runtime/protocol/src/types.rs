//! Types of the `state` API, as data: rendered as TypeScript, and checked against values.

use std::fmt;

use crate::methods::edit_distance;
use crate::wire::Value;

/// A type of the `state` API.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// Any text.
    String,
    /// A number, the non-finite ones included.
    Number,
    /// `true` or `false`.
    Boolean,
    /// Bytes: a `Uint8Array`; an `ArrayBuffer` or another view is taken as its bytes.
    Bytes,
    /// A date.
    Date,
    /// Any value that JSON can hold.
    Json,
    /// `null`.
    Null,
    /// Exactly this text.
    Literal(&'static str),
    /// An array.
    Array(&'static Self),
    /// One of several.
    Union(&'static [Self]),
    /// A type with a name.
    Named(&'static TypeDef),
}

/// A named type.
#[derive(Debug)]
pub struct TypeDef {
    /// Its name in TypeScript.
    pub name: &'static str,
    /// What it stands for.
    pub shape: Shape,
}

/// What a named type stands for.
#[derive(Debug)]
pub enum Shape {
    /// Another name for a type.
    Alias(Type),
    /// Options: an object with these members; a misspelt one is refused.
    Options(&'static [Field]),
    /// Data: an object with at least these members; others are passed over.
    Object(&'static [Field]),
}

/// A member of an object type.
#[derive(Debug)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// The type of its value.
    pub ty: Type,
    /// Whether it may be left out; `undefined` and `null` count as left out.
    pub optional: bool,
}

/// A required member.
pub(crate) const fn field(name: &'static str, ty: Type) -> Field {
    Field {
        name,
        ty,
        optional: false,
    }
}

/// A member that may be left out.
pub(crate) const fn optional(name: &'static str, ty: Type) -> Field {
    Field {
        name,
        ty,
        optional: true,
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => f.write_str("void"),
            Self::String => f.write_str("string"),
            Self::Number => f.write_str("number"),
            Self::Boolean => f.write_str("boolean"),
            Self::Bytes => f.write_str("Uint8Array"),
            Self::Date => f.write_str("Date"),
            Self::Json => f.write_str("unknown"),
            Self::Null => f.write_str("null"),
            Self::Literal(text) => write!(f, "\"{text}\""),
            Self::Array(item @ Self::Union(_)) => write!(f, "({item})[]"),
            Self::Array(item) => write!(f, "{item}[]"),
            Self::Union(members) => {
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        f.write_str(" | ")?;
                    }
                    write!(f, "{member}")?;
                }
                Ok(())
            }
            Self::Named(def) => f.write_str(def.name),
        }
    }
}

impl TypeDef {
    /// The declaration in TypeScript, on one line.
    #[must_use]
    pub fn declaration(&self) -> String {
        match &self.shape {
            Shape::Alias(ty) => format!("type {} = {ty};", self.name),
            Shape::Options(fields) | Shape::Object(fields) => {
                format!("type {} = {};", self.name, object_text(fields))
            }
        }
    }
}

fn object_text(fields: &[Field]) -> String {
    let members: Vec<String> = fields
        .iter()
        .map(|field| {
            let mark = if field.optional { "?" } else { "" };
            format!("{}{mark}: {}", field.name, field.ty)
        })
        .collect();
    format!("{{ {} }}", members.join("; "))
}

/// Why a value is not of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where, from the parameter on: `options.maxDepth`, `edits[3].path`.
    pub at: String,
    /// What is needed there, in words and TypeScript.
    pub expected: String,
    /// What came.
    pub found: String,
}

impl Mismatch {
    fn new(expected: String, value: &Value) -> Self {
        Self {
            at: String::new(),
            expected,
            found: value.described(),
        }
    }

    /// The same, seen from one level further out. Built on the way back, so that a value that
    /// fits costs no text.
    fn under(mut self, step: &str) -> Self {
        self.at.insert_str(0, step);
        self
    }
}

impl Type {
    /// Checks `value`.
    ///
    /// # Errors
    ///
    /// The first place at which the value does not fit.
    pub fn check(&self, value: &Value) -> Result<(), Mismatch> {
        let fits = match self {
            Self::Void => matches!(value, Value::Undefined),
            Self::String => matches!(value, Value::String(_)),
            Self::Number => matches!(value, Value::Number(_)),
            Self::Boolean => matches!(value, Value::Boolean(_)),
            Self::Bytes => is_bytes(value),
            Self::Date => matches!(value, Value::Date(_)),
            Self::Null => matches!(value, Value::Null | Value::Undefined),
            Self::Literal(text) => matches!(value, Value::String(s) if s.text == *text),
            Self::Json => return check_json(value),
            Self::Array(item) => {
                let Value::Array(items) = value else {
                    return Err(self.mismatch(value));
                };
                for (index, element) in items.iter().enumerate() {
                    item.check(element)
                        .map_err(|mismatch| mismatch.under(&format!("[{index}]")))?;
                }
                true
            }
            Self::Union(members) => return self.check_union(members, value),
            Self::Named(def) => {
                return match &def.shape {
                    Shape::Alias(ty) => ty.check(value),
                    Shape::Options(fields) => {
                        check_object(def, fields, value)?;
                        check_no_misspelt(fields, value)
                    }
                    Shape::Object(fields) => check_object(def, fields, value),
                };
            }
        };
        if fits {
            Ok(())
        } else {
            Err(self.mismatch(value))
        }
    }

    /// Whether a plain object can be of this type.
    #[must_use]
    pub fn takes_object(&self) -> bool {
        match self {
            Self::Json => true,
            Self::Union(members) => members.iter().any(Self::takes_object),
            Self::Named(def) => match &def.shape {
                Shape::Alias(ty) => ty.takes_object(),
                Shape::Options(_) | Shape::Object(_) => true,
            },
            _ => false,
        }
    }

    fn check_union(&self, members: &[Self], value: &Value) -> Result<(), Mismatch> {
        if members.iter().any(|member| member.check(value).is_ok()) {
            return Ok(());
        }
        // An object is compared with the member that its literal tag (`kind`, `op`) selects, so
        // that the message speaks of the member that was meant.
        for member in members {
            if let Self::Named(def) = member
                && let Shape::Object(fields) = &def.shape
                && let Some(tag) = fields.first()
                && matches!(tag.ty, Self::Literal(_))
                && value
                    .member(tag.name)
                    .is_some_and(|found| tag.ty.check(found).is_ok())
            {
                return check_object(def, fields, value);
            }
        }
        Err(unknown_tag(members, value).unwrap_or_else(|| self.mismatch(value)))
    }

    fn mismatch(&self, value: &Value) -> Mismatch {
        Mismatch::new(self.described(), value)
    }

    fn described(&self) -> String {
        match self {
            Self::String => "a string".to_owned(),
            Self::Number => "a number".to_owned(),
            Self::Boolean => "true or false".to_owned(),
            Self::Bytes => "bytes (a Uint8Array or ArrayBuffer)".to_owned(),
            Self::Date => "a Date".to_owned(),
            Self::Array(item) => format!("an array ({item}[])"),
            Self::Named(def) => match &def.shape {
                Shape::Alias(ty) => ty.described(),
                Shape::Options(fields) | Shape::Object(fields) => {
                    format!("an object {}", object_text(fields))
                }
            },
            Self::Union(members) => {
                let all: Vec<String> = members.iter().map(Self::described).collect();
                all.join(" or ")
            }
            Self::Json => "a JSON value".to_owned(),
            Self::Void | Self::Null | Self::Literal(_) => self.to_string(),
        }
    }
}

/// An object whose tag (`kind`, `op`) is none of those that the members carry.
fn unknown_tag(members: &[Type], value: &Value) -> Option<Mismatch> {
    let mut name = None;
    let mut known = Vec::new();
    for member in members {
        let Type::Named(TypeDef {
            shape: Shape::Object([tag, ..]),
            ..
        }) = member
        else {
            return None;
        };
        let Type::Literal(text) = tag.ty else {
            return None;
        };
        name = Some(tag.name);
        known.push(format!("\"{text}\""));
    }
    let name = name?;
    if !matches!(value, Value::Object(_)) {
        return None;
    }
    let found = value.member(name).unwrap_or(&Value::Undefined);
    let expected = format!("one of {}", known.join(", "));
    Some(Mismatch::new(expected, found).under(&format!(".{name}")))
}

fn is_bytes(value: &Value) -> bool {
    match value {
        Value::Bytes(_) => true,
        Value::Array(items) => items.iter().all(
            |item| matches!(item, Value::Number(n) if n.fract() == 0.0 && (0.0..=255.0).contains(n)),
        ),
        _ => false,
    }
}

/// JSON has no big integers and no cycles. `undefined`, functions and symbols pass: they are
/// dropped or become `null`, as in `JSON.stringify`.
fn check_json(value: &Value) -> Result<(), Mismatch> {
    match value {
        Value::Array(items) => items.iter().enumerate().try_for_each(|(index, item)| {
            check_json(item).map_err(|mismatch| mismatch.under(&format!("[{index}]")))
        }),
        Value::Object(members) => members.iter().try_for_each(|(key, member)| {
            check_json(member).map_err(|mismatch| mismatch.under(&format!(".{}", key.text)))
        }),
        Value::BigInt(_) => Err(Mismatch::new(
            "a JSON value (turn a BigInt into a string or a number first)".to_owned(),
            value,
        )),
        Value::Reference(_) => Err(Mismatch::new(
            "a JSON value without cycles".to_owned(),
            value,
        )),
        _ => Ok(()),
    }
}

fn check_object(
    def: &'static TypeDef,
    fields: &'static [Field],
    value: &Value,
) -> Result<(), Mismatch> {
    if !matches!(value, Value::Object(_)) {
        return Err(Type::Named(def).mismatch(value));
    }
    for field in fields {
        match value.member(field.name) {
            None | Some(Value::Undefined | Value::Null) if field.optional => {}
            None => {
                let nothing = Mismatch::new(field.ty.described(), &Value::Undefined);
                return Err(nothing.under(&format!(".{}", field.name)));
            }
            Some(found) => field
                .ty
                .check(found)
                .map_err(|mismatch| mismatch.under(&format!(".{}", field.name)))?,
        }
    }
    Ok(())
}

/// Refuses a misspelt option. A name that is like none of them is passed over, as it is in
/// JavaScript: a program may hand the same object to several methods.
fn check_no_misspelt(fields: &'static [Field], value: &Value) -> Result<(), Mismatch> {
    let Value::Object(members) = value else {
        return Ok(());
    };
    for (key, member) in members {
        if fields.iter().any(|field| field.name == key.text) {
            continue;
        }
        let meant = fields
            .iter()
            .find(|field| is_similar(field.name, &key.text));
        if let Some(meant) = meant {
            let expected = format!("spelt \"{}\"", meant.name);
            return Err(Mismatch::new(expected, member).under(&format!(".{}", key.text)));
        }
    }
    Ok(())
}

/// Whether one name is a slip of the other: a letter or two, or upper and lower case.
fn is_similar(known: &str, given: &str) -> bool {
    let (known, given) = (known.to_ascii_lowercase(), given.to_ascii_lowercase());
    edit_distance(known.as_bytes(), given.as_bytes()) <= known.len() / 4
}
