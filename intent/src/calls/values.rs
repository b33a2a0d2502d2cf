//! Values as their types declare them.

use std::mem;

use isolate_protocol::{Shape, StateError, Text, Type, TypeDef, Value, plain};

use super::{Members, Rewrite};
use crate::check::{fits, tag};
use crate::spellings::{Also, Spelling, also, field, knows, says, spelling, word};

impl Rewrite {
    /// Members with their names as declared.
    fn named(
        &self,
        def: &'static TypeDef,
        members: Members,
        at: &str,
        is_declared: impl Fn(&str) -> bool,
    ) -> Result<Members, StateError> {
        let mut named: Vec<(Text, Value, String)> = Vec::with_capacity(members.len());
        let mut put = |target: &str, value: Value, written: &str| {
            let have = named.iter().find(|(key, _, _)| key.text == target);
            match have {
                None => named.push((target.into(), value, written.to_owned())),
                Some((_, have, _)) if *have == value => {}
                Some((_, _, other)) => {
                    let place = if at.is_empty() {
                        String::new()
                    } else {
                        format!("{at}.")
                    };
                    return Err(self.twice(&format!("{place}{target}"), other, written));
                }
            }
            Ok(())
        };
        for (key, value) in members {
            let written = key.text.as_str();
            let said = says(def, written, &value);
            if said.is_none() && is_declared(written) {
                put(written, value, written)?;
                continue;
            }
            if matches!(value, Value::Undefined) {
                continue;
            }
            match said.unwrap_or_else(|| spelling(def, written)) {
                Spelling::Nothing => {}
                Spelling::Unknown => put(written, value, written)?,
                Spelling::Name(name) => {
                    self.refuse_age(name, &value, written)?;
                    put(name, value, written)?;
                }
                Spelling::Not(name) => match value {
                    Value::Boolean(value) => put(name, Value::Boolean(!value), written)?,
                    other => put(written, other, written)?,
                },
                Spelling::Both(names) => {
                    for name in names {
                        put(name, value.clone(), written)?;
                    }
                }
                Spelling::Given(name, given) => put(name, given.value(), written)?,
            }
        }
        Ok(named
            .into_iter()
            .map(|(key, value, _)| (key, value))
            .collect())
    }

    /// Refuses an age in place of a time: `{ olderThan: 7 }` would be a moment of 1970.
    fn refuse_age(&self, name: &str, value: &Value, written: &str) -> Result<(), StateError> {
        /// Milliseconds since 1970 below which a number is rather an age: some months of it.
        const AGE_MAX: f64 = 1e10;
        match value {
            Value::Number(age) if name.starts_with("mtime") && *age > 0.0 && *age < AGE_MAX => {
                Err(self.refusal(&format!(
                    "\"{written}\" is a time, not an age: for {age} days write \
                     {{ {name}: new Date(Date.now() - {age} * 24 * 3600_000) }}"
                )))
            }
            _ => Ok(()),
        }
    }

    /// A value as its type declares it.
    pub(super) fn declared(&self, ty: &Type, value: Value, at: &str) -> Result<Value, StateError> {
        if matches!(value, Value::Undefined | Value::Null) {
            return Ok(value);
        }
        match ty {
            Type::Array(item) => self.declared_array(item, value, at),
            Type::Union(members) => self.declared_union(members, value, at),
            Type::Named(def) => match &def.shape {
                Shape::Alias(Type::Union(members)) => {
                    let value = self.tagged(def, members, value, at)?;
                    self.declared_union(members, value, at)
                }
                Shape::Alias(ty) => self.declared(ty, value, at),
                Shape::Options(_) => self.declared_options(def, value, at),
                Shape::Object(_) => self.declared_data(def, value, at),
            },
            _ => Ok(value),
        }
    }

    fn declared_array(&self, item: &Type, value: Value, at: &str) -> Result<Value, StateError> {
        let items = match value {
            Value::Array(items) | Value::Set(items) => items,
            other @ Value::Function(_) => return Ok(other),
            one => {
                let meant = self.declared(item, one.clone(), at)?;
                return Ok(if fits(item, &meant) {
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
            .map(|(index, one)| self.declared(item, one, &format!("{at}[{index}]")));
        Ok(Value::Array(items.collect::<Result<_, _>>()?))
    }

    fn declared_union(
        &self,
        members: &[Type],
        value: Value,
        at: &str,
    ) -> Result<Value, StateError> {
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
            if fits(member, &value) {
                return Ok(value);
            }
        }
        let mut refused = None;
        for member in members {
            match self.declared(member, value.clone(), at) {
                Ok(meant) if fits(member, &meant) => return Ok(meant),
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
                    .is_some_and(|found| fits(&tag.ty, found))
            {
                return self.declared(member, value, at).map(Some);
            }
        }
        Ok(None)
    }

    /// Data of a union whose members carry a tag: with its names and words as declared, and with
    /// the tag, where only one member fits without it.
    fn tagged(
        &self,
        def: &'static TypeDef,
        members: &[Type],
        value: Value,
        at: &str,
    ) -> Result<Value, StateError> {
        let (object, key_of_tag) = match (value, tag_of(members)) {
            (Value::String(text), _) => return Ok(word(def, text)),
            (Value::Object(object), Some(tag)) => (object, tag),
            (other, _) => return Ok(other),
        };
        let original = object.clone();
        let mut object = self.named(def, object, at, |key| {
            members.iter().any(|member| has_field(member, key))
        })?;
        // A plain object in place of all operations, its names as they are. One in a list lacks its
        // tag, and is refused for that.
        let whole = also(def).find_map(|also| match also {
            Also::Whole(field, beside) => Some((field, beside)),
            _ => None,
        });
        if let Some((field, beside)) = whole
            && !at.ends_with(']')
            && !object.iter().any(|(key, _)| key.text == "path")
            && !original.iter().any(|(key, _)| key.text == key_of_tag)
        {
            self.refuse_paths(&original)?;
            let mut made: Members = beside
                .iter()
                .map(|(key, given)| ((*key).into(), given.value()))
                .collect();
            made.push(((*field).into(), Value::Object(original)));
            return Ok(Value::Object(made));
        }
        if let Some((_, found)) = object.iter_mut().find(|(key, _)| key.text == key_of_tag)
            && let Value::String(text) = found
        {
            *found = word(def, mem::take(text));
            return Ok(Value::Object(object));
        }
        // What all members have identifies none of them: `{ path }` is no deletion.
        let is_telling = |key: &str| !members.iter().all(|member| has_field(member, key));
        if !object.iter().any(|(key, _)| is_telling(&key.text)) {
            return Ok(Value::Object(object));
        }
        let fitting: Vec<&'static str> = members
            .iter()
            .filter_map(|member| {
                let (_, literal) = tag(member)?;
                let mut tried = object.clone();
                tried.push((key_of_tag.into(), Value::String(literal.into())));
                let meant = self.declared(member, Value::Object(tried), at).ok()?;
                fits(member, &meant).then_some(literal)
            })
            .collect();
        if let [only] = fitting[..] {
            object.insert(0, (key_of_tag.into(), Value::String(only.into())));
        }
        Ok(Value::Object(object))
    }

    fn declared_options(
        &self,
        def: &'static TypeDef,
        value: Value,
        at: &str,
    ) -> Result<Value, StateError> {
        let members = match value {
            Value::Object(members) => members,
            other => {
                let field = also(def).find_map(|also| match (also, &other) {
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
        let members = self.named(def, members, at, |key| field(def, key).is_some())?;
        self.typed(def, members, at)
    }

    /// Data with its names as declared; options beside its members are moved into
    /// them.
    fn declared_data(
        &self,
        def: &'static TypeDef,
        value: Value,
        at: &str,
    ) -> Result<Value, StateError> {
        let original = value.clone();
        let Value::Object(members) = value else {
            return Ok(value);
        };
        let mut members = self.named(def, members, at, |key| field(def, key).is_some())?;
        if let Some(options) = field(def, "options")
            && let Type::Named(inner) = options.ty
        {
            let (flat, rest): (Members, Members) = members
                .into_iter()
                .partition(|(key, _)| field(def, &key.text).is_none() && knows(inner, &key.text));
            members = rest;
            if !flat.is_empty() {
                match members.iter_mut().find(|(key, _)| key.text == "options") {
                    Some((_, Value::Object(have))) => have.extend(flat),
                    _ => members.push(("options".into(), Value::Object(flat))),
                }
            }
        }
        let meant = self.typed(def, members, at)?;
        for kind in def.kinds {
            if fits(&Type::Named(def), &meant) {
                break;
            }
            let other = self.declared(kind, original.clone(), at)?;
            if fits(kind, &other) {
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
            let value = match field(def, &key.text) {
                Some(field) => self.declared(&field.ty, value, &format!("{at}.{}", field.name))?,
                None => value,
            };
            Ok((key, value))
        });
        Ok(Value::Object(typed.collect::<Result<_, StateError>>()?))
    }
}

/// The name of the tag that all members of a union carry.
fn tag_of(members: &[Type]) -> Option<&'static str> {
    let mut names = members
        .iter()
        .map(|member| tag(member).map(|(name, _)| name));
    let first = names.next()??;
    names.all(|name| name == Some(first)).then_some(first)
}

fn has_field(member: &Type, key: &str) -> bool {
    matches!(member, Type::Named(def) if field(def, key).is_some())
}
