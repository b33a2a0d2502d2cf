//! Names and words of a type, as they are declared.

use super::rewrite::{Members, Rewrite};
use crate::error::StateError;
use crate::names::plain;
use crate::types::{Also, Field, Given, TypeDef};
use crate::value::{Text, Value};

impl Rewrite {
    /// Members with their names as declared.
    pub(super) fn named(
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
                Spelling::Given(name, given) => put(name, value_of(given), written)?,
            }
        }
        Ok(named
            .into_iter()
            .map(|(key, value, _)| (key, value))
            .collect())
    }

    /// Refuses an age where a time is meant: `{ olderThan: 7 }` would be a moment of 1970.
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
}

/// What a key that is not declared stands for.
pub(super) enum Spelling {
    Nothing,
    Unknown,
    Name(&'static str),
    Not(&'static str),
    Both([&'static str; 2]),
    Given(&'static str, Given),
}

/// What a member with one certain value stands for.
pub(super) fn says(def: &'static TypeDef, key: &str, value: &Value) -> Option<Spelling> {
    let wanted = plain(key);
    let said = as_text(value)?;
    def.also
        .iter()
        .copied()
        .flatten()
        .find_map(|also| match also {
            Also::Says(name, text, target) if is_key(name, key, &wanted) && said == *text => {
                Some(match target {
                    None => Spelling::Nothing,
                    Some((target, given)) => Spelling::Given(target, *given),
                })
            }
            _ => None,
        })
}

fn spelling(def: &'static TypeDef, key: &str) -> Spelling {
    let wanted = plain(key);
    let is = |name: &str| is_key(name, key, &wanted);
    let also = || def.also.iter().copied().flatten();
    let fields = def.fields().iter();
    let more = also().filter_map(|also| match also {
        Also::Field(field) => Some(field),
        _ => None,
    });
    if let Some(Field { name, .. }) = fields.chain(more).find(|field| is(field.name)) {
        return Spelling::Name(name);
    }
    for also in also() {
        match also {
            Also::Name(name, target) if is(name) => return Spelling::Name(target),
            Also::Not(name, target) if is(name) => return Spelling::Not(target),
            Also::Both(name, targets) if is(name) => return Spelling::Both(*targets),
            _ => {}
        }
    }
    Spelling::Unknown
}

/// Whether a key is a name, which is `wanted` when it is spelt plainly. The case of a single
/// letter counts; the hyphen of a shell before it does not.
fn is_key(name: &str, key: &str, wanted: &str) -> bool {
    plain(name) == wanted && (name.len() > 1 || name == key.trim_start_matches('-'))
}

/// Whether a key is a member, or another name of one.
pub(super) fn is_known(def: &'static TypeDef, key: &str) -> bool {
    def.field(key).is_some() || !matches!(spelling(def, key), Spelling::Unknown)
}

/// The member that another name stands for.
pub(super) fn meant_by(def: &'static TypeDef, key: &str) -> Option<&'static str> {
    match spelling(def, key) {
        Spelling::Name(name) => Some(name),
        _ => None,
    }
}

/// Whether a key means anything to a type.
pub(super) fn knows(def: &'static TypeDef, key: &str) -> bool {
    let wanted = plain(key);
    let is = |name: &str| is_key(name, key, &wanted);
    def.refusal(key).is_some()
        || def.fields().iter().any(|field| is(field.name))
        || def.also.iter().copied().flatten().any(|also| match also {
            Also::Name(name, _)
            | Also::Not(name, _)
            | Also::Both(name, _)
            | Also::Says(name, _, _)
            | Also::Passed(name) => is(name),
            Also::Field(field) => is(field.name),
            _ => false,
        })
}

/// Another word for a literal.
pub(super) fn word(def: &'static TypeDef, text: Text) -> Value {
    let wanted = plain(&text.text);
    let meant = def
        .also
        .iter()
        .copied()
        .flatten()
        .find_map(|also| match also {
            Also::Word(word, literal) if plain(word) == wanted => Some(*literal),
            _ => None,
        });
    Value::String(meant.map_or(text, Text::from))
}

/// What a plain object in place of tagged data stands for.
pub(super) fn whole(
    def: &'static TypeDef,
) -> Option<(&'static str, &'static [(&'static str, Given)])> {
    def.also
        .iter()
        .copied()
        .flatten()
        .find_map(|also| match also {
            Also::Whole(field, beside) => Some((*field, *beside)),
            _ => None,
        })
}

fn as_text(value: &Value) -> Option<String> {
    Some(match value {
        Value::String(text) => text.text.clone(),
        Value::Boolean(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::Null => "null".to_owned(),
        _ => return None,
    })
}

pub(super) fn value_of(given: Given) -> Value {
    match given {
        Given::Boolean(value) => Value::Boolean(value),
        Given::Number(value) => Value::Number(value),
        Given::Text(text) => Value::String(text.into()),
    }
}
