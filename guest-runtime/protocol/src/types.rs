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
    /// Text. Bytes are taken, too; the declaration speaks of text alone.
    Content,
    /// Text to search for. A regular expression literal is taken, too.
    Query,
    /// A glob. A list of globs, of which those after a `!` leave out, is taken, too.
    Globs,
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
    /// What is taken beyond that, and not declared.
    pub also: &'static [&'static [Also]],
}

/// What a named type stands for.
#[derive(Debug)]
pub enum Shape {
    /// Another name for a type.
    Alias(Type),
    /// Options: an object with these members and no others.
    Options(&'static [Field]),
    /// Data: an object with these members and no others.
    Object(&'static [Field]),
}

/// A value that another spelling stands for.
#[derive(Clone, Copy, Debug)]
pub enum Given {
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(&'static str),
}

/// A spelling that a type takes and that no declaration shows.
#[derive(Debug)]
pub enum Also {
    /// Another name of a member: as written, then as declared.
    Name(&'static str, &'static str),
    /// A name that says the opposite of a member that is true or false.
    Not(&'static str, &'static str),
    /// A member that is not told.
    Field(Field),
    /// One member that stands for two.
    Both(&'static str, [&'static str; 2]),
    /// A member with this value, as text, stands for another member with a value; for nothing
    /// where there is none.
    Says(&'static str, &'static str, Option<(&'static str, Given)>),
    /// A plain object in place of tagged data is this member, beside members with values.
    Whole(&'static str, &'static [(&'static str, Given)]),
    /// A further kind of data that may stand in this place.
    Kind(Type),
    /// A member that results of methods have, which programs hand back: passed over.
    Passed(&'static str),
    /// Another word for a literal: as written, then as declared.
    Word(&'static str, &'static str),
    /// A text in place of the options is this member.
    Text(&'static str),
    /// A number in place of the options is this member.
    Count(&'static str),
    /// `true` or `false` in place of the options is this member.
    Switch(&'static str),
    /// An array in place of the options is this member.
    List(&'static str),
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
            Self::String | Self::Content | Self::Query | Self::Globs => f.write_str("string"),
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
    /// The members of an object type that are declared.
    #[must_use]
    pub const fn fields(&self) -> &'static [Field] {
        match self.shape {
            Shape::Alias(_) => &[],
            Shape::Options(fields) | Shape::Object(fields) => fields,
        }
    }

    /// Further kinds of data that are taken in its place.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &'static Type> {
        self.also
            .iter()
            .copied()
            .flatten()
            .filter_map(|also| match also {
                Also::Kind(kind) => Some(kind),
                _ => None,
            })
    }

    /// A member of an object type, declared or not.
    pub(crate) fn field(&self, name: &str) -> Option<&'static Field> {
        let declared = self.fields().iter().find(|field| field.name == name);
        declared.or_else(|| {
            self.also
                .iter()
                .copied()
                .flatten()
                .find_map(|also| match also {
                    Also::Field(field) if field.name == name => Some(field),
                    _ => None,
                })
        })
    }

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
    /// What is wrong there: `must be a number, but is true`.
    pub problem: String,
    /// Whether the value is none that the type may have; a missing or an unknown member is not
    /// meant.
    pub is_wrong_value: bool,
}

impl Mismatch {
    fn new(expected: &str, value: &Value) -> Self {
        Self {
            at: String::new(),
            problem: format!("must be {expected}, but is {}", value.described()),
            is_wrong_value: true,
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
            Self::Content => matches!(value, Value::String(_) | Value::Bytes(_)),
            Self::Query => matches!(value, Value::String(_) | Value::RegExp { .. }),
            Self::Globs => match value {
                Value::Array(items) => {
                    !items.is_empty() && items.iter().all(|item| matches!(item, Value::String(_)))
                }
                value => matches!(value, Value::String(_)),
            },
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
                let checked = match &def.shape {
                    Shape::Alias(ty) => ty.check(value),
                    Shape::Options(fields) | Shape::Object(fields) => {
                        check_object(def, fields, value)
                    }
                };
                return checked.or_else(|mismatch| {
                    let is_other_kind = def.kinds().any(|kind| kind.check(value).is_ok());
                    if is_other_kind { Ok(()) } else { Err(mismatch) }
                });
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
        Mismatch::new(&self.described(), value)
    }

    fn described(&self) -> String {
        match self {
            Self::String | Self::Query | Self::Globs => "a string".to_owned(),
            Self::Content => "a string or bytes".to_owned(),
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
    Some(Mismatch::new(&expected, found).under(&format!(".{name}")))
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
            "a JSON value (turn a BigInt into a string or a number first)",
            value,
        )),
        Value::RegExp { .. } => Err(Mismatch::new(
            "a JSON value (turn a regular expression into text first: re.source)",
            value,
        )),
        Value::Reference(_) => Err(Mismatch::new("a JSON value without cycles", value)),
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
                let expected = field.ty.described();
                let nothing = Mismatch {
                    is_wrong_value: false,
                    ..Mismatch::new(&expected, &Value::Undefined)
                };
                return Err(nothing.under(&format!(".{}", field.name)));
            }
            Some(found) => check_member(field, found)?,
        }
    }
    let Value::Object(members) = value else {
        return Ok(());
    };
    // Data is declared member by member; what is left over is asked for one by one.
    for (key, member) in members {
        if fields.iter().any(|field| field.name == key.text) {
            continue;
        }
        check_more(def, &key.text, member)?;
    }
    Ok(())
}

fn check_member(field: &'static Field, value: &Value) -> Result<(), Mismatch> {
    field
        .ty
        .check(value)
        .map_err(|mismatch| mismatch.under(&format!(".{}", field.name)))
}

/// Checks a member that is not declared: one that is taken all the same, or a stranger.
fn check_more(def: &'static TypeDef, key: &str, value: &Value) -> Result<(), Mismatch> {
    if matches!(value, Value::Undefined) {
        return Ok(());
    }
    for also in def.also.iter().copied().flatten() {
        match also {
            Also::Field(field) if field.name == key => {
                return match value {
                    Value::Null if field.optional => Ok(()),
                    value => check_member(field, value),
                };
            }
            Also::Passed(passed) if *passed == key => return Ok(()),
            _ => {}
        }
    }
    Err(Mismatch {
        at: format!(".{key}"),
        problem: unknown_member(def, key),
        is_wrong_value: false,
    })
}

/// Says of a member that it is unknown, which one was meant, and which there are.
pub(crate) fn unknown_member(def: &'static TypeDef, key: &str) -> String {
    let mut known: Vec<&str> = def.fields().iter().map(|field| field.name).collect();
    if known.is_empty() {
        known.extend(
            def.also
                .iter()
                .copied()
                .flatten()
                .filter_map(|also| match also {
                    Also::Field(field) => Some(field.name),
                    _ => None,
                }),
        );
    }
    let what = match def.shape {
        Shape::Options(_) => "option",
        _ => "member",
    };
    let meant = match nearest_name(key, &known) {
        Some(name) => format!("; did you mean \"{name}\"?"),
        None => String::new(),
    };
    let listed = match known[..] {
        [] => format!("there are no {what}s"),
        _ => format!("the {what}s are {}", known.join(", ")),
    };
    let stop = if meant.is_empty() { ";" } else { "" };
    format!("is no {what}{meant}{stop} {listed}")
}

/// The name that was meant by another one: a letter or two apart, or part of it.
pub(crate) fn nearest_name<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let plain = |name: &str| {
        let name = name.chars().filter(|c| c.is_ascii_alphanumeric());
        name.collect::<String>().to_ascii_lowercase()
    };
    let wanted = plain(given);
    let scored = known.iter().map(|name| {
        let name_plain = plain(name);
        let distance = edit_distance(wanted.as_bytes(), name_plain.as_bytes());
        let is_part = wanted.len() >= 3
            && name_plain.len() >= 3
            && (name_plain.contains(&wanted) || wanted.contains(&name_plain));
        (if is_part { distance.min(1) } else { distance }, *name)
    });
    scored
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, name)| *distance <= (name.len() / 4).max(1))
        .map(|(_, name)| name)
}
