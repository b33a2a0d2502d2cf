//! Whether a value is of a type, and what is wrong where it is not.

use super::{Also, Field, Shape, Type, TypeDef, object_text};
use crate::names::{nearest_name, plain};
use crate::value::Value;

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
    pub(super) fn new(expected: &str, value: &Value) -> Self {
        Self {
            at: String::new(),
            problem: format!("must be {expected}, but is {}", value.described()),
            is_wrong_value: true,
        }
    }

    /// The same, seen from one level further out. Built on the way back, so that a value that
    /// fits costs no text.
    pub(super) fn under(mut self, step: &str) -> Self {
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
            Self::Kept => true,
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
                return checked
                    .or_else(|mismatch| check_kinds(def, value).unwrap_or(Err(mismatch)));
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
            Self::Json | Self::Kept => true,
            Self::Union(members) => members.iter().any(Self::takes_object),
            Self::Named(def) => match &def.shape {
                Shape::Alias(ty) => ty.takes_object(),
                Shape::Options(_) | Shape::Object(_) => true,
            },
            _ => false,
        }
    }

    /// Whether any value of JSON may stand in a value of this type.
    pub(crate) fn holds_json(&self) -> bool {
        match self {
            Self::Json => true,
            Self::Array(item) => item.holds_json(),
            Self::Union(members) => members.iter().any(Self::holds_json),
            Self::Named(def) => {
                let declared = match &def.shape {
                    Shape::Alias(ty) => ty.holds_json(),
                    Shape::Options(fields) | Shape::Object(fields) => {
                        fields.iter().any(|field| field.ty.holds_json())
                    }
                };
                declared || def.kinds().any(Self::holds_json)
            }
            _ => false,
        }
    }

    fn check_union(&self, members: &[Self], value: &Value) -> Result<(), Mismatch> {
        if members.iter().any(|member| member.check(value).is_ok()) {
            return Ok(());
        }
        // An object is compared with the member that its literal tag (`kind`, `op`) selects, so
        // that the message speaks of the member that was meant.
        if let Some(meant) = members.iter().find(|member| member.is_tagged(value)) {
            return meant.check(value);
        }
        Err(unknown_tag(members, value).unwrap_or_else(|| self.mismatch(value)))
    }

    /// Whether the literal tag of an object says that it is of this type.
    fn is_tagged(&self, value: &Value) -> bool {
        match self {
            Self::Union(members) => members.iter().any(|member| member.is_tagged(value)),
            Self::Named(def) => match &def.shape {
                Shape::Alias(ty) => ty.is_tagged(value),
                Shape::Options(fields) | Shape::Object(fields) => {
                    fields.first().is_some_and(|tag| {
                        let found = value.member(tag.name);
                        matches!(tag.ty, Self::Literal(_))
                            && found.is_some_and(|found| tag.ty.check(found).is_ok())
                    })
                }
            },
            _ => false,
        }
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
            Self::Kept => "any value".to_owned(),
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

/// JSON has no big integers and no cycles, and loses what a `Map` or a `Set` holds. `undefined`, functions and symbols pass: they are
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
        Value::Map(_) => Err(Mismatch::new(
            "a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map))",
            value,
        )),
        Value::Set(_) => Err(Mismatch::new(
            "a JSON value (JSON keeps no items of a Set: write [...set])",
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

/// Checks a value as one of the further kinds of a type: any that it is, or else the one that its tag
/// names. Nothing where it is of none.
fn check_kinds(def: &'static TypeDef, value: &Value) -> Option<Result<(), Mismatch>> {
    if def.kinds().any(|kind| kind.check(value).is_ok()) {
        return Some(Ok(()));
    }
    let meant = def.kinds().find(|kind| kind.is_tagged(value))?;
    Some(meant.check(value))
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
            Also::Passed(passed) if plain(passed) == plain(key) => return Ok(()),
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
fn unknown_member(def: &'static TypeDef, key: &str) -> String {
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
    let mut others: Vec<&str> = Vec::new();
    for also in def.also.iter().copied().flatten() {
        match also {
            Also::Name(name, _) | Also::Not(name, _) | Also::Both(name, _) => others.push(name),
            Also::Field(field) => others.push(field.name),
            _ => {}
        }
    }
    let meant = match nearest_name(key, &known).or_else(|| nearest_name(key, &others)) {
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
