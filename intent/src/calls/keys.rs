//! Keys of an object that stands for several arguments.

use std::mem;

use isolate_protocol::{MethodId, Param, StateError, Text, Type, Value, plain};

use super::operators::{is_operator, operations_line, operator_line, setting};
use super::{Members, Rewrite};
use crate::line::Fault;
use crate::params::other_names;
use crate::spellings::{field, knows};

/// Where a key of an object call belongs.
#[derive(Clone, Copy, PartialEq)]
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
        let homes = self.homes(&members)?;
        let has_param = homes
            .iter()
            .any(|home| matches!(home, Some(Home::Param(_))));
        let stranger = homes.iter().position(Option::is_none);
        // Where nothing has to be given, options may come alone.
        let is_options = !takes_object && self.params.iter().all(|param| param.optional);
        // Where an object may be the argument itself, its name distinguishes the two forms.
        let is_named = || {
            let (Type::Named(def) | Type::Array(Type::Named(def))) = &self.params[0].ty else {
                return false;
            };
            let own = self.params[0].name;
            !knows(def, own) && members.iter().any(|(key, _)| key.text == own)
        };
        if !(has_param || is_options) || (takes_object && stranger.is_some() && !is_named()) {
            return Ok(Err(vec![Value::Object(members)]));
        }
        if let Some(at) = stranger {
            return Err(self.unknown_parameter(&members, at));
        }
        let mut bound = vec![Value::Undefined; self.params.len()];
        self.put_members(&mut bound, members)?;
        Ok(Ok(bound))
    }

    /// Refuses the name of a member where a method takes the value of a whole file:
    /// `setJson(path, "version", 2)`.
    pub(super) fn refuse_member(&self, values: &[Value], is_alias: bool) -> Result<(), StateError> {
        let id = self.method.id();
        let call = Fault::of(self.method, values);
        if let (MethodId::QueryJson, [_, Value::Array(steps)]) = (id, values)
            && let Some(query) = joined(steps)
        {
            let it = &Value::String(query.as_str().into());
            let line = Fault { it, ..call }.line("await state.queryJson({0}, {it})");
            return Err(self.refusal(&format!("a JSON path is one text: {line}")));
        }
        let [_, Value::String(key), rest @ ..] = values else {
            return Ok(());
        };
        // Under its own name the method has options, and one that is unknown is named.
        let is_options = match (rest.first(), self.options_def()) {
            (None | Some(Value::Undefined | Value::Null), _) => true,
            (Some(Value::Object(members)), Some(def)) => {
                !is_alias || members.iter().all(|(key, _)| knows(def, &key.text))
            }
            _ => false,
        };
        let line = match id {
            MethodId::WriteJson if !(key.text.starts_with(['{', '[']) || is_options) => {
                "it writes a whole file, and {1} would be all that is in it; for one value: await \
                 state.updateJson({0}, [{ op: \"set\", path: {1}, value: {2} }])"
            }
            MethodId::ReadFileBytes if rest.is_empty() => {
                "it gives bytes; text is await state.readFile({0}, {1})"
            }
            MethodId::ReadJson if is_alias && rest.is_empty() && !is_encoding(&key.text) => {
                "it reads a whole file; for one value: await state.queryJson({0}, {1}); for {1} where the \
                 file is missing: await state.readJson({0}, { default: {1} })"
            }
            _ => return Ok(()),
        };
        Err(self.refusal(&call.line(line)))
    }

    /// Refuses paths, operators and operations as keys of what is merged into a file: as keys they would
    /// be written beside what they mean.
    pub(super) fn refuse_paths(&self, members: &Members) -> Result<(), StateError> {
        let refused = members.iter().find_map(|(key, value)| {
            let key = key.text.as_str();
            if is_operator(key) {
                let line = operator_line(key, value).unwrap_or_else(|| {
                    "read the value with await state.queryJson(path, …), compute the new one, and set it \
                     with await state.updateJson(path, [{ op: \"set\", path: …, value: … }])"
                        .to_owned()
                });
                return Some((key, "is an operator of another library", line));
            }
            if members.len() == 1
                && let Some(line) = operations_line(key, value)
            {
                let what = "would be a key in the file, and names an operation";
                return Some((key, what, line));
            }
            is_json_path(key).then(|| (key, "is a path and no key", setting(key, value)))
        });
        let Some((key, what, line)) = refused else {
            return Ok(());
        };
        Err(self.refusal(&format!(
            "{key:?} {what}: {line}, or for a key of that name \
             [{{ op: \"merge\", path: \"$\", value: {{ {key:?}: … }} }}]"
        )))
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
    pub(super) fn spread(&self, values: &mut Vec<Value>) -> Members {
        let at = values.len().wrapping_sub(1);
        let (Some(Value::Object(members)), Some(param)) = (values.last_mut(), self.params.get(at))
        else {
            return Members::new();
        };
        let is_data = match param.ty {
            Type::Content | Type::Bytes | Type::Json | Type::Data | Type::Kept => true,
            Type::Union(all) => all.iter().any(|ty| matches!(ty, Type::Bytes)),
            Type::Array(item) => item.takes_object(),
            _ => param.ty.takes_object(),
        };
        let fits = |(key, _): &(Text, Value)| self.home(&key.text, at).is_some();
        if at == 0 || is_data || members.is_empty() || !members.iter().all(fits) {
            return Members::new();
        }
        let members = mem::take(members);
        values.pop();
        members
    }

    fn is_other_name(&self, param: &Param, wanted: &str) -> bool {
        other_names(self.method, param).any(|name| plain(name) == wanted)
    }

    /// Where a key belongs: to a parameter from `from` on, or to the options.
    fn home(&self, key: &str, from: usize) -> Option<Home> {
        let options = self.options_def();
        let params = || self.params.iter().enumerate().skip(from);
        if let Some((index, _)) = params().find(|(_, param)| param.name == key) {
            return Some(Home::Param(index));
        }
        if options.is_some_and(|def| field(def, key).is_some()) {
            return Some(Home::Option);
        }
        let wanted = plain(key);
        let by_alias = params()
            .find(|(_, param)| plain(param.name) == wanted || self.is_other_name(param, &wanted));
        match by_alias {
            Some((index, _)) => Some(Home::Param(index)),
            None => options.filter(|def| knows(def, key)).map(|_| Home::Option),
        }
    }

    /// Takes the first parameter out of an object at the end that names it.
    pub(super) fn take_first(&self, values: &mut [Value]) -> Option<Value> {
        let Some(Value::Object(members)) = values.last_mut() else {
            return None;
        };
        let at = members
            .iter()
            .position(|(key, _)| self.home(&key.text, 0) == Some(Home::Param(0)))?;
        Some(members.remove(at).1)
    }

    /// Where each key belongs. One that names two parameters is the later one where the earlier
    /// one is given under another name: `{ path: "/src", pattern: "TODO" }`.
    fn homes(&self, members: &Members) -> Result<Vec<Option<Home>>, StateError> {
        let mut homes: Vec<Option<Home>> = members
            .iter()
            .map(|(key, _)| self.home(&key.text, 0))
            .collect();
        for at in 0..homes.len() {
            let Some(Home::Param(index)) = homes[at] else {
                continue;
            };
            let wanted = plain(&members[at].0.text);
            let is_twice = homes.iter().filter(|home| **home == homes[at]).count() > 1;
            let later = self.params.iter().enumerate().skip(index + 1);
            let other = later
                .into_iter()
                .find(|(_, param)| self.is_other_name(param, &wanted));
            let Some((other, _)) = other.filter(|_| is_twice) else {
                continue;
            };
            if homes.contains(&Some(Home::Param(other))) {
                continue;
            }
            if let Value::String(text) = &members[at].1
                && is_name_pattern(&text.text)
            {
                let text = format!(
                    "files whose names match {0:?} are found by await state.find(path, {{ name: {0:?} }}); \
                     this searches what files hold — expected {1}",
                    text.text,
                    self.method.signature()
                );
                return Err(self.refusal(&text));
            }
            homes[at] = Some(Home::Param(other));
        }
        Ok(homes)
    }

    /// Puts the members of an object where they belong.
    pub(super) fn put_members(
        &self,
        bound: &mut [Value],
        members: Members,
    ) -> Result<(), StateError> {
        let mut written: Vec<Option<String>> = vec![None; bound.len()];
        let homes = self.homes(&members)?;
        for ((key, value), home) in members.into_iter().zip(homes) {
            let index = match home {
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

/// Whether a key is rather a path: a pointer, JSONPath, or with an index in brackets.
fn is_json_path(key: &str) -> bool {
    let has_index = key.split_once('[').is_some_and(|(front, rest)| {
        !front.is_empty()
            && rest.split_once(']').is_some_and(|(index, _)| {
                !index.is_empty() && index.bytes().all(|c| c.is_ascii_digit())
            })
    });
    has_index
        || key.starts_with("$.")
        || key.starts_with("$[")
        || (key.len() > 1 && key.starts_with('/'))
        || key
            .strip_prefix('.')
            .is_some_and(|rest| rest.contains(['.', '[']))
}

/// The path whose steps are keys and indices.
fn joined(steps: &[Value]) -> Option<String> {
    let mut path = String::new();
    for step in steps {
        match step {
            Value::Number(index) if *index >= 0.0 && index.fract() == 0.0 => {
                path.push_str(&format!("[{index}]"));
            }
            Value::String(key)
                if !key.text.is_empty()
                    && key.text.chars().all(|c| c.is_alphanumeric() || c == '_') =>
            {
                path.push('.');
                path.push_str(&key.text);
            }
            Value::String(key) => path.push_str(&format!("[{:?}]", key.text)),
            _ => return None,
        }
    }
    (!path.is_empty()).then_some(path)
}

fn is_encoding(text: &str) -> bool {
    matches!(plain(text).as_str(), "utf8" | "json")
}

/// Whether a text is a pattern of names of files: `*.ts`, `**/*.js`.
fn is_name_pattern(text: &str) -> bool {
    text.starts_with("*.") || text.starts_with("**")
}
