//! Whether a value is of a type, and what is wrong where it is not.

use isolate_protocol::{Field, Mismatch, Shape, Type, TypeDef, Value, nearest, object_text, plain};

use crate::spellings::{self, Also, also};

/// Checks a value that a program passes, which may be more than is declared.
///
/// # Errors
///
/// The first position at which the value does not fit.
pub(crate) fn check(ty: &Type, value: &Value) -> Result<(), Mismatch> {
    let fits = match ty {
        Type::Void => matches!(value, Value::Undefined),
        Type::String => matches!(value, Value::String(_)),
        Type::Content => matches!(value, Value::String(_) | Value::Bytes(_)),
        Type::Query => matches!(value, Value::String(_) | Value::RegExp { .. }),
        Type::Globs => match value {
            Value::Array(items) => {
                !items.is_empty() && items.iter().all(|item| matches!(item, Value::String(_)))
            }
            value => matches!(value, Value::String(_)),
        },
        Type::Number => matches!(value, Value::Number(_)),
        Type::Boolean => matches!(value, Value::Boolean(_)),
        Type::Bytes => is_bytes(value),
        Type::Date => matches!(value, Value::Date(_)),
        Type::Null => matches!(value, Value::Null | Value::Undefined),
        Type::Literal(text) => matches!(value, Value::String(found) if found.text == *text),
        Type::Json => return check_json(value),
        Type::Data => return check_data(value),
        Type::Kept => true,
        Type::Array(item) => {
            let Value::Array(items) = value else {
                return Err(mismatch(ty, value));
            };
            return items.iter().enumerate().try_for_each(|(index, element)| {
                check(item, element).map_err(|mismatch| mismatch.under(&format!("[{index}]")))
            });
        }
        Type::Union(members) => return check_union(ty, members, value),
        Type::Named(def) => {
            let checked = match &def.shape {
                Shape::Alias(ty) => check(ty, value),
                Shape::Options(fields) | Shape::Object(fields) => check_object(def, fields, value),
            };
            return checked.or_else(|mismatch| check_kinds(def, value).unwrap_or(Err(mismatch)));
        }
    };
    fits.then_some(()).ok_or_else(|| mismatch(ty, value))
}

pub(crate) fn fits(ty: &Type, value: &Value) -> bool {
    check(ty, value).is_ok()
}

fn check_union(union: &Type, members: &[Type], value: &Value) -> Result<(), Mismatch> {
    if members.iter().any(|member| fits(member, value)) {
        return Ok(());
    }
    // An object is compared with the member that its literal tag (`kind`, `op`) selects, so that the
    // message is about the intended member.
    match members.iter().find(|member| is_tagged(member, value)) {
        Some(member) => check(member, value),
        None => Err(unknown_tag(members, value).unwrap_or_else(|| mismatch(union, value))),
    }
}

/// Whether the literal tag of an object says that it is of this type.
fn is_tagged(ty: &Type, value: &Value) -> bool {
    match ty {
        Type::Union(members) => members.iter().any(|member| is_tagged(member, value)),
        Type::Named(def) => match &def.shape {
            Shape::Alias(ty) => is_tagged(ty, value),
            Shape::Options(fields) | Shape::Object(fields) => fields.first().is_some_and(|tag| {
                let found = value.member(tag.name);
                matches!(tag.ty, Type::Literal(_))
                    && found.is_some_and(|found| fits(&tag.ty, found))
            }),
        },
        _ => false,
    }
}

fn mismatch(ty: &Type, value: &Value) -> Mismatch {
    Mismatch::new(&described(ty), value)
}

fn described(ty: &Type) -> String {
    match ty {
        Type::String | Type::Query | Type::Globs => "a string".to_owned(),
        Type::Content => "a string or bytes".to_owned(),
        Type::Number => "a number".to_owned(),
        Type::Boolean => "true or false".to_owned(),
        Type::Bytes => "bytes (a Uint8Array or ArrayBuffer)".to_owned(),
        Type::Date => "a Date".to_owned(),
        Type::Array(item) => format!("an array ({item}[])"),
        Type::Named(def) => match &def.shape {
            Shape::Alias(ty) => described(ty),
            Shape::Options(fields) | Shape::Object(fields) => {
                format!("an object {}", object_text(fields))
            }
        },
        Type::Union(members) => {
            let all: Vec<String> = members.iter().map(described).collect();
            all.join(" or ")
        }
        Type::Json => "a JSON value".to_owned(),
        Type::Data => "a value that a file can hold".to_owned(),
        Type::Kept => "any value".to_owned(),
        Type::Void | Type::Null | Type::Literal(_) => ty.to_string(),
    }
}

/// The tag that data carries, such as `kind` or `op`: its name, and its value for this type.
pub(crate) fn tag(ty: &Type) -> Option<(&'static str, &'static str)> {
    match ty {
        Type::Named(TypeDef {
            shape: Shape::Object([tag, ..]),
            ..
        }) => match tag.ty {
            Type::Literal(text) => Some((tag.name, text)),
            _ => None,
        },
        _ => None,
    }
}

/// An object whose tag is none of those that the members carry.
fn unknown_tag(members: &[Type], value: &Value) -> Option<Mismatch> {
    let tags: Vec<_> = members.iter().map(tag).collect::<Option<_>>()?;
    let (name, _) = *tags.first()?;
    if !matches!(value, Value::Object(_)) {
        return None;
    }
    let found = value.member(name).unwrap_or(&Value::Undefined);
    let known: Vec<String> = tags.iter().map(|(_, text)| format!("\"{text}\"")).collect();
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

/// JSON has no big integers and no cycles, and loses what a `Map` or a `Set` holds. `undefined`,
/// functions and symbols pass: they are dropped or become `null`, as in `JSON.stringify`.
fn check_json(value: &Value) -> Result<(), Mismatch> {
    match value {
        Value::Array(items) => items.iter().enumerate().try_for_each(|(index, item)| {
            check_json(item).map_err(|mismatch| mismatch.under(&format!("[{index}]")))
        }),
        Value::Object(members) => members.iter().try_for_each(|(key, member)| {
            check_json(member).map_err(|mismatch| mismatch.under(&format!(".{}", key.text)))
        }),
        value => {
            let expected = match value {
                Value::BigInt(_) => "a JSON value (turn a BigInt into a string or a number first)",
                Value::Map(_) => {
                    "a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map))"
                }
                Value::Set(_) => "a JSON value (JSON keeps no items of a Set: write [...set])",
                Value::RegExp { .. } => {
                    "a JSON value (turn a regular expression into text first: re.source)"
                }
                Value::Reference(_) => "a JSON value without cycles",
                _ => return Ok(()),
            };
            Err(Mismatch::new(expected, value))
        }
    }
}

/// As [`check_json`], for formats that may also have dates, bytes and big integers.
fn check_data(value: &Value) -> Result<(), Mismatch> {
    match value {
        Value::Array(items) => items.iter().enumerate().try_for_each(|(index, item)| {
            check_data(item).map_err(|mismatch| mismatch.under(&format!("[{index}]")))
        }),
        Value::Object(members) => members.iter().try_for_each(|(key, member)| {
            check_data(member).map_err(|mismatch| mismatch.under(&format!(".{}", key.text)))
        }),
        Value::Map(_) => Err(held("write Object.fromEntries(map)", value)),
        Value::Set(_) => Err(held("write [...set]", value)),
        Value::RegExp { .. } => Err(held("write its text: re.source", value)),
        Value::Error { .. } => Err(held("write error.message", value)),
        Value::Reference(_) => Err(Mismatch::new("a value without cycles", value)),
        _ => Ok(()),
    }
}

fn held(how: &str, value: &Value) -> Mismatch {
    Mismatch::new(&format!("a value that a file can hold ({how})"), value)
}

/// Checks a value as one of the further kinds of a type: any that it is, or else the one that its tag
/// names. Nothing where it is of none.
fn check_kinds(def: &'static TypeDef, value: &Value) -> Option<Result<(), Mismatch>> {
    if def.kinds.iter().any(|kind| fits(kind, value)) {
        return Some(Ok(()));
    }
    let kind = def.kinds.iter().find(|kind| is_tagged(kind, value))?;
    Some(check(kind, value))
}

fn check_object(
    def: &'static TypeDef,
    fields: &'static [Field],
    value: &Value,
) -> Result<(), Mismatch> {
    if !matches!(value, Value::Object(_)) {
        return Err(mismatch(&Type::Named(def), value));
    }
    for field in fields {
        match value.member(field.name) {
            None | Some(Value::Undefined | Value::Null) if field.optional => {}
            None => {
                let expected = described(&field.ty);
                let nothing = Mismatch::new(&expected, &Value::Undefined);
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
    check(&field.ty, value).map_err(|mismatch| mismatch.under(&format!(".{}", field.name)))
}

/// Checks a member that is not declared: one that is accepted all the same, or an unknown one.
fn check_more(def: &'static TypeDef, key: &str, value: &Value) -> Result<(), Mismatch> {
    if matches!(value, Value::Undefined) {
        return Ok(());
    }
    if let Some(field) = spellings::field(def, key) {
        return match value {
            Value::Null if field.optional => Ok(()),
            value => check_member(field, value),
        };
    }
    let wanted = plain(key);
    if also(def)
        .any(|also| matches!(also, Also::Passed(names) if spellings::is_one_of(names, &wanted)))
    {
        return Ok(());
    }
    Err(Mismatch {
        at: format!(".{key}"),
        problem: unknown_member(def, key),
    })
}

/// Says of a member that it is unknown, which one is intended, and which there are.
fn unknown_member(def: &'static TypeDef, key: &str) -> String {
    let is_declared = !def.fields().is_empty();
    let known: Vec<&str> = match is_declared {
        true => def.fields().iter().map(|field| field.name).collect(),
        false => spellings::fields(def).map(|field| field.name).collect(),
    };
    let what = match def.shape {
        Shape::Options(_) => "option",
        _ => "member",
    };
    let others = also(def).flat_map(|also| match also {
        Also::Names(_, names) | Also::Not(_, names) | Also::Both(_, names) => names.split(' '),
        Also::Field(field) => field.name.split(' '),
        _ => "".split(' '),
    });
    let intended = nearest(key, known.iter().copied()).or_else(|| nearest(key, others));
    let meant = match intended {
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
