//! Keys of an object that stands for several arguments.

use std::mem;

use super::spellings::knows;
use super::{Members, Rewrite};
use crate::error::StateError;
use crate::names::plain;
use crate::types::Type;
use crate::wire::{Text, Value};

/// Where a key of an object call belongs.
enum Home {
    Param(usize),
    Option,
}

impl Rewrite {
    /// The values of a call with one object, or the values as they came.
    pub(super) fn object_form(
        &self,
        mut values: Vec<Value>,
    ) -> Result<Result<Vec<Value>, Vec<Value>>, StateError> {
        let takes_object = self.params[0].ty.takes_object()
            || matches!(&self.params[0].ty, Type::Array(item) if item.takes_object());
        let members = match &mut values[..] {
            [Value::Object(members)] => mem::take(members),
            [Value::Object(members), Value::Object(options)] if !takes_object => {
                let mut all = mem::take(members);
                all.append(options);
                all
            }
            _ => return Ok(Err(values)),
        };
        let homes: Vec<Option<Home>> = members
            .iter()
            .map(|(key, _)| self.home(&key.text, 0))
            .collect();
        let has_param = homes
            .iter()
            .any(|home| matches!(home, Some(Home::Param(_))));
        let stranger = homes.iter().position(Option::is_none);
        // Where nothing has to be given, options may come alone.
        let is_options = !takes_object && self.params.iter().all(|param| param.optional);
        if !(has_param || is_options) || (takes_object && stranger.is_some()) {
            return Ok(Err(vec![Value::Object(members)]));
        }
        if let Some(at) = stranger {
            return Err(self.unknown_parameter(&members, at));
        }
        let mut bound = vec![Value::Undefined; self.params.len()];
        self.put_members(&mut bound, members)?;
        Ok(Ok(bound))
    }

    fn unknown_parameter(&self, members: &Members, at: usize) -> StateError {
        let key = &members[at].0.text;
        let has = |name: &str| members.iter().any(|(key, _)| key.text == name);
        let hint = if has("path") && has("type") {
            format!(
                "; of what find or readdir gave, pass the path: state.{}(entry.path)",
                self.method.name
            )
        } else if let Some(def) = self.options_def() {
            let known: Vec<&str> = def.fields().iter().map(|field| field.name).collect();
            match known[..] {
                [] => String::new(),
                _ => format!("; the options are {}", known.join(", ")),
            }
        } else {
            String::new()
        };
        self.refusal(&format!(
            "unknown parameter \"{key}\" — expected {}, or one object with these names{hint}",
            self.method.signature()
        ))
    }

    /// Takes an object at the end of a positional call apart that names parameters.
    pub(super) fn spread(&self, values: &mut Vec<Value>) -> Result<Members, StateError> {
        let at = values.len().wrapping_sub(1);
        let (Some(Value::Object(members)), Some(param)) = (values.last_mut(), self.params.get(at))
        else {
            return Ok(Members::new());
        };
        let is_data = match param.ty {
            Type::Content | Type::Bytes | Type::Json => true,
            Type::Union(all) => all.iter().any(|ty| matches!(ty, Type::Bytes)),
            Type::Array(item) => item.takes_object(),
            _ => param.ty.takes_object(),
        };
        let fits = |(key, _): &(Text, Value)| self.home(&key.text, at).is_some();
        if at == 0 || is_data || members.is_empty() || !members.iter().all(fits) {
            return Ok(Members::new());
        }
        let members = mem::take(members);
        values.pop();
        Ok(members)
    }

    /// Where a key belongs: to a parameter from `from` on, or to the options.
    fn home(&self, key: &str, from: usize) -> Option<Home> {
        let options = self.options_def();
        let params = || self.params.iter().enumerate().skip(from);
        if let Some((index, _)) = params().find(|(_, param)| param.name == key) {
            return Some(Home::Param(index));
        }
        if options.is_some_and(|def| def.field(key).is_some()) {
            return Some(Home::Option);
        }
        let wanted = plain(key);
        let by_alias = params().find(|(_, param)| {
            plain(param.name) == wanted || param.aliases.iter().any(|alias| plain(alias) == wanted)
        });
        match by_alias {
            Some((index, _)) => Some(Home::Param(index)),
            None => options.filter(|def| knows(def, key)).map(|_| Home::Option),
        }
    }
    /// Puts the members of an object where they belong.
    pub(super) fn put_members(
        &self,
        bound: &mut [Value],
        members: Members,
    ) -> Result<(), StateError> {
        let mut written: Vec<Option<String>> = vec![None; bound.len()];
        for (key, value) in members {
            let index = match self.home(&key.text, 0) {
                Some(Home::Param(index)) => index,
                _ => {
                    if let Some((index, _)) = self.options_at() {
                        if !matches!(bound[index], Value::Object(_)) {
                            bound[index] = Value::Object(Vec::new());
                        }
                        if let Value::Object(options) = &mut bound[index] {
                            options.push((key, value));
                        }
                    }
                    continue;
                }
            };
            if matches!(value, Value::Undefined) {
                continue;
            }
            let place = &mut bound[index];
            match (&mut *place, value) {
                (Value::Undefined, value) => *place = value,
                // Options beside flat ones.
                (Value::Object(have), Value::Object(more))
                    if Some(index) == self.options_at().map(|(at, _)| at) =>
                {
                    have.extend(more);
                }
                (have, value) if *have == value => {}
                _ => {
                    let other = written[index].as_deref().unwrap_or(self.params[index].name);
                    return Err(self.twice(self.params[index].name, other, &key.text));
                }
            }
            written[index] = Some(key.text);
        }
        Ok(())
    }
}
