//! Values as their types declare them.

use std::mem;

use super::rewrite::{Members, Rewrite};
use super::spellings::{knows, value_of, whole, word};
use crate::error::StateError;
use crate::names::plain;
use crate::types::{Also, Shape, Type, TypeDef};
use crate::value::Value;

impl Rewrite {
    /// A value as its type declares it.
    pub(super) fn meant(&self, ty: &Type, value: Value, at: &str) -> Result<Value, StateError> {
        if matches!(value, Value::Undefined | Value::Null) {
            return Ok(value);
        }
        match ty {
            Type::Array(item) => self.meant_array(item, value, at),
            Type::Union(members) => self.meant_union(members, value, at),
            Type::Named(def) => match &def.shape {
                Shape::Alias(Type::Union(members)) => {
                    let value = self.tagged(def, members, value, at)?;
                    self.meant_union(members, value, at)
                }
                Shape::Alias(ty) => self.meant(ty, value, at),
                Shape::Options(_) => self.meant_options(def, value, at),
                Shape::Object(_) => self.meant_data(def, value, at),
            },
            _ => Ok(value),
        }
    }

    fn meant_array(&self, item: &Type, value: Value, at: &str) -> Result<Value, StateError> {
        let items = match value {
            Value::Array(items) | Value::Set(items) => items,
            other @ Value::Function(_) => return Ok(other),
            one => {
                let meant = self.meant(item, one.clone(), at)?;
                return Ok(if item.check(&meant).is_ok() {
                    Value::Array(vec![meant])
                } else if matches!((item, &one), (Type::Named(_), Value::Object(_))) {
                    // The complaint is about the item, not about the brackets around it.
                    Value::Array(vec![meant])
                } else {
                    one
                });
            }
        };
        let items = items
            .into_iter()
            .enumerate()
            .map(|(index, one)| self.meant(item, one, &format!("{at}[{index}]")));
        Ok(Value::Array(items.collect::<Result<_, _>>()?))
    }

    fn meant_union(&self, members: &[Type], value: Value, at: &str) -> Result<Value, StateError> {
        if let Value::String(text) = &value {
            let wanted = plain(&text.text);
            let literal = members.iter().find_map(|member| match member {
                Type::Literal(literal) if plain(literal) == wanted => Some(*literal),
                _ => None,
            });
            if let Some(literal) = literal {
                return Ok(Value::String(literal.into()));
            }
        }
        for member in members {
            if member.check(&value).is_ok() {
                return Ok(value);
            }
        }
        let mut refused = None;
        for member in members {
            match self.meant(member, value.clone(), at) {
                Ok(meant) if member.check(&meant).is_ok() => return Ok(meant),
                Ok(_) => {}
                Err(error) => refused = Some(error),
            }
        }
        match refused {
            Some(error) => Err(error),
            // The member with this tag says best what is wrong.
            None => Ok(self.by_tag(members, value.clone(), at)?.unwrap_or(value)),
        }
    }

    /// The value as the member of a union means it whose tag it carries.
    fn by_tag(
        &self,
        members: &[Type],
        value: Value,
        at: &str,
    ) -> Result<Option<Value>, StateError> {
        for member in members {
            if let Type::Named(def) = member
                && let Shape::Object([tag, ..]) = def.shape
                && value
                    .member(tag.name)
                    .is_some_and(|found| tag.ty.check(found).is_ok())
            {
                return self.meant(member, value, at).map(Some);
            }
        }
        Ok(None)
    }

    /// Data of a union whose members carry a tag: with its names and words as declared, and with
    /// the tag, where only one member fits without it.
    pub(super) fn tagged(
        &self,
        def: &'static TypeDef,
        members: &[Type],
        value: Value,
        at: &str,
    ) -> Result<Value, StateError> {
        let value = match value {
            Value::String(text) => return Ok(word(def, text)),
            Value::Object(object) => Value::Object(object),
            other => return Ok(other),
        };
        let Some(tag) = tag_of(members) else {
            return Ok(value);
        };
        let Value::Object(object) = value else {
            return Ok(value);
        };
        let original = object.clone();
        let mut object = self.named(def, object, at, |key| {
            members.iter().any(|member| has_field(member, key))
        })?;
        // A plain object in place of all operations, its names as they are. One in a list lacks its
        // tag, and is refused for that.
        if let Some((field, beside)) = whole(def)
            && !at.ends_with(']')
            && !object.iter().any(|(key, _)| key.text == "path")
            && !original.iter().any(|(key, _)| key.text == tag)
        {
            self.refuse_paths(&original)?;
            let mut made: Members = beside
                .iter()
                .map(|(key, given)| ((*key).into(), value_of(*given)))
                .collect();
            made.push((field.into(), Value::Object(original)));
            return Ok(Value::Object(made));
        }
        if let Some((_, found)) = object.iter_mut().find(|(key, _)| key.text == tag)
            && let Value::String(text) = found
        {
            *found = word(def, mem::take(text));
            return Ok(Value::Object(object));
        }
        // What all members have tells none of them: `{ path }` is no deletion.
        let is_telling = |key: &str| !members.iter().all(|member| has_field(member, key));
        if !object.iter().any(|(key, _)| is_telling(&key.text)) {
            return Ok(Value::Object(object));
        }
        let fitting: Vec<&'static str> = members
            .iter()
            .filter_map(|member| {
                let literal = literal_tag(member)?;
                let mut tried = object.clone();
                tried.push((tag.into(), Value::String(literal.into())));
                let meant = self.meant(member, Value::Object(tried), at).ok()?;
                member.check(&meant).is_ok().then_some(literal)
            })
            .collect();
        if let [only] = fitting[..] {
            object.insert(0, (tag.into(), Value::String(only.into())));
        }
        Ok(Value::Object(object))
    }

    fn meant_options(
        &self,
        def: &'static TypeDef,
        value: Value,
        at: &str,
    ) -> Result<Value, StateError> {
        let members = match value {
            Value::Object(members) => members,
            other => {
                let also = def.also.iter().copied().flatten();
                let field = also.into_iter().find_map(|also| match (also, &other) {
                    (Also::Text(field), Value::String(_))
                    | (Also::Count(field), Value::Number(_))
                    | (Also::Switch(field), Value::Boolean(_))
                    | (Also::List(field), Value::Array(_)) => Some(*field),
                    _ => None,
                });
                match field {
                    Some(field) => vec![(field.into(), other)],
                    None => return Ok(other),
                }
            }
        };
        let members = self.named(def, members, at, |key| def.field(key).is_some())?;
        self.typed(def, members, at)
    }

    /// Data with its names as declared; options that stand beside its members are moved into
    /// them.
    fn meant_data(
        &self,
        def: &'static TypeDef,
        value: Value,
        at: &str,
    ) -> Result<Value, StateError> {
        let original = value.clone();
        let Value::Object(members) = value else {
            return Ok(value);
        };
        let mut members = self.named(def, members, at, |key| def.field(key).is_some())?;
        if let Some(options) = def.field("options")
            && let Type::Named(inner) = options.ty
        {
            let (flat, rest): (Members, Members) = members
                .into_iter()
                .partition(|(key, _)| def.field(&key.text).is_none() && knows(inner, &key.text));
            members = rest;
            if !flat.is_empty() {
                match members.iter_mut().find(|(key, _)| key.text == "options") {
                    Some((_, Value::Object(have))) => have.extend(flat),
                    _ => members.push(("options".into(), Value::Object(flat))),
                }
            }
        }
        let meant = self.typed(def, members, at)?;
        for kind in def.kinds() {
            if Type::Named(def).check(&meant).is_ok() {
                break;
            }
            let other = self.meant(kind, original.clone(), at)?;
            if kind.check(&other).is_ok() {
                return Ok(other);
            }
        }
        Ok(meant)
    }

    /// The values of declared members as their types declare them.
    fn typed(
        &self,
        def: &'static TypeDef,
        members: Members,
        at: &str,
    ) -> Result<Value, StateError> {
        let typed = members.into_iter().map(|(key, value)| {
            let value = match def.field(&key.text) {
                Some(field) => self.meant(&field.ty, value, &format!("{at}.{}", field.name))?,
                None => value,
            };
            Ok((key, value))
        });
        Ok(Value::Object(typed.collect::<Result<_, StateError>>()?))
    }
}

/// The name of the tag that all members of a union carry.
fn tag_of(members: &[Type]) -> Option<&'static str> {
    let tag = |member: &Type| match member {
        Type::Named(TypeDef {
            shape: Shape::Object([tag, ..]),
            ..
        }) if matches!(tag.ty, Type::Literal(_)) => Some(tag.name),
        _ => None,
    };
    let first = tag(members.first()?)?;
    members
        .iter()
        .all(|member| tag(member) == Some(first))
        .then_some(first)
}

fn literal_tag(member: &Type) -> Option<&'static str> {
    match member {
        Type::Named(TypeDef {
            shape: Shape::Object([tag, ..]),
            ..
        }) => match tag.ty {
            Type::Literal(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}

fn has_field(member: &Type, key: &str) -> bool {
    matches!(member, Type::Named(def) if def.field(key).is_some())
}
