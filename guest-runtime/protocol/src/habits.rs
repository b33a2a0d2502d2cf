//! Calls in other spellings, as they are declared.
//!
//! A call that fits its row as it is never comes here. One that does not is rewritten by what
//! the table says of other spellings, and is then checked as any other call: what is still not
//! understood is refused.

use std::mem;

use crate::error::StateError;
use crate::methods::{Alias, Method, Order, Param};
use crate::names::plain;
use crate::types::{Also, Field, Given, Shape, Type, TypeDef};
use crate::wire::{Text, Value};

type Members = Vec<(Text, Value)>;

/// Rewrites the values of a call: one for each parameter, those that are not told included.
pub(crate) fn as_declared(
    method: &'static Method,
    alias: Option<&'static Alias>,
    values: Vec<Value>,
) -> Result<Vec<Value>, StateError> {
    let call = Rewrite {
        method,
        params: method.all_params().collect(),
    };
    let mut values = call.without_surplus(values)?;
    if alias.is_some_and(|alias| alias.order == Order::FilesFirstOrLast) {
        call.files_first(alias.map_or("", |alias| alias.name), &mut values)?;
    }
    call.path_into_items(&mut values);
    let mut bound = match call.object_form(values)? {
        Ok(bound) => bound,
        Err(mut values) => {
            let rest = call.spread(&mut values)?;
            values.resize_with(call.params.len(), || Value::Undefined);
            call.put_members(&mut values, rest)?;
            values
        }
    };
    for (index, param) in call.params.iter().enumerate() {
        let value = mem::replace(&mut bound[index], Value::Undefined);
        bound[index] = call.meant(&param.ty, value, param.name)?;
    }
    for (option, given) in alias.map_or(&[][..], |alias| alias.presets) {
        call.preset(&mut bound, option, *given);
    }
    Ok(bound)
}

struct Rewrite {
    method: &'static Method,
    params: Vec<&'static Param>,
}

/// Where a key of an object call belongs.
enum Home {
    Param(usize),
    Option,
}

impl Rewrite {
    fn refusal(&self, text: &str) -> StateError {
        StateError::argument(format!("state.{}: {text}", self.method.name))
    }

    /// Values without those that `map` adds, and without trailing ones that say nothing.
    fn without_surplus(&self, mut values: Vec<Value>) -> Result<Vec<Value>, StateError> {
        let told = self.method.params;
        let required = told.iter().filter(|param| !param.optional).count();
        if required == 1 && matches!(values[..], [_, Value::Number(_), Value::Array(_)]) {
            values.truncate(1);
        }
        // `Array.from(paths, state.stat)` passes an index.
        let takes_number = self
            .params
            .get(1)
            .is_some_and(|param| param.ty.check(&Value::Number(0.0)).is_ok());
        if told.len() == 1 && !takes_number && matches!(values[..], [_, Value::Number(_)]) {
            values.truncate(1);
        }
        while values.len() > self.params.len()
            && matches!(values.last(), Some(Value::Undefined | Value::Null))
        {
            values.pop();
        }
        if let Some(at) = values
            .iter()
            .position(|value| matches!(value, Value::Function(_)))
        {
            let param = self.params.get(at).map_or("", |param| param.name);
            if let Some(text) = self.function_refusal(param, values.len()) {
                return Err(self.refusal(&text));
            }
        }
        if values.len() > self.params.len() {
            let surplus = &values[self.params.len()];
            let text = format!(
                "argument {} is one too many: {} — expected {}",
                self.params.len() + 1,
                surplus.described(),
                self.method.signature()
            );
            return Err(self.refusal(&text));
        }
        Ok(values)
    }

    /// What to write where a function was passed.
    fn function_refusal(&self, param: &str, count: usize) -> Option<String> {
        let name = self.method.name;
        Some(match (name, param) {
            (_, "replacement") if name == "replaceInFiles" => {
                "a function as replacement works for one file: for (const path of await \
                 state.glob(pattern)) await state.replaceInFile(path, search, replacement)"
                    .to_owned()
            }
            ("updateJson", _) => {
                "a function cannot change the file: const value = await state.readJson(path), then \
                 change value, then await state.writeJson(path, value)"
                    .to_owned()
            }
            ("find" | "glob" | "readdir" | "listFiles" | "searchFiles" | "searchText", _) => {
                format!(
                    "a function is no argument of it: filter what comes back, (await state.{name}(…)).filter((found) => …)"
                )
            }
            (_, "value" | "content" | "replacement" | "fallback") => return None,
            _ if count > 1 => format!(
                "it takes no callback: it gives a promise, so write const result = await {}",
                self.method.signature()
            ),
            _ => return None,
        })
    }

    /// Puts the files before what is looked for, where the order of a shell was written.
    fn files_first(&self, name: &str, values: &mut [Value]) -> Result<(), StateError> {
        let texts = self
            .method
            .params
            .iter()
            .filter(|param| !param.optional)
            .count();
        if values.len() < texts || matches!(values.first(), Some(Value::Object(_))) {
            return Ok(());
        }
        let (first, last) = (is_place(&values[0]), is_place(&values[texts - 1]));
        match (first, last) {
            (true, false) => {}
            (false, true) => values[..texts].rotate_right(1),
            _ => {
                let text = format!(
                    "state.{name} is {}: the files come first, and which argument they are cannot \
                     be told; write the call so",
                    self.method.signature()
                );
                return Err(self.refusal(&text));
            }
        }
        Ok(())
    }

    /// `applyEdits(path, [edit, …])`: the path belongs into each.
    fn path_into_items(&self, values: &mut Vec<Value>) {
        let is_list = matches!(self.params[0].ty, Type::Array(Type::Named(_)));
        if !is_list
            || !matches!(
                values[..],
                [Value::String(_), Value::Array(_) | Value::Object(_), ..]
            )
        {
            return;
        }
        let path = values.remove(0);
        let add = |item: &mut Value| {
            if let Value::Object(members) = item
                && !members.iter().any(|(key, _)| plain(&key.text) == "path")
            {
                members.push(("path".into(), path.clone()));
            }
        };
        match &mut values[0] {
            Value::Array(items) => items.iter_mut().for_each(add),
            item => add(item),
        }
    }

    /// The values of a call with one object, or the values as they came.
    fn object_form(
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
    fn spread(&self, values: &mut Vec<Value>) -> Result<Members, StateError> {
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

    fn options_def(&self) -> Option<&'static TypeDef> {
        self.options_at().map(|(_, def)| def)
    }

    fn options_at(&self) -> Option<(usize, &'static TypeDef)> {
        self.params
            .iter()
            .enumerate()
            .find_map(|(index, param)| match &param.ty {
                Type::Named(def) if matches!(def.shape, Shape::Options(_)) => Some((index, *def)),
                _ => None,
            })
    }

    /// Puts the members of an object where they belong.
    fn put_members(&self, bound: &mut [Value], members: Members) -> Result<(), StateError> {
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

    fn twice(&self, what: &str, one: &str, other: &str) -> StateError {
        self.refusal(&format!(
            "\"{what}\" is given twice, as \"{one}\" and as \"{other}\", and they differ — expected {}",
            self.method.signature()
        ))
    }

    /// Sets an option that the method's name stands for.
    fn preset(&self, bound: &mut [Value], option: &str, given: Given) {
        let Some((index, _)) = self.options_at() else {
            return;
        };
        if !matches!(bound[index], Value::Object(_)) {
            bound[index] = Value::Object(Vec::new());
        }
        // What the call says counts; and a name for files alone says nothing of a whole tree.
        let says = |name: &str| {
            bound[index]
                .member(name)
                .is_some_and(|value| *value != Value::Undefined)
        };
        if says(option)
            || (option == "only" && bound[index].member("recursive") == Some(&Value::Boolean(true)))
        {
            return;
        }
        if let Value::Object(members) = &mut bound[index] {
            members.push((option.into(), value_of(given)));
        }
    }

    /// A value as its type declares it.
    fn meant(&self, ty: &Type, value: Value, at: &str) -> Result<Value, StateError> {
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
    fn tagged(
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
        // A plain object in place of an operation, its names as they are.
        if let Some((field, beside)) = whole(def)
            && !object.iter().any(|(key, _)| key.text == "path")
            && !original.iter().any(|(key, _)| key.text == tag)
        {
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
                Spelling::Name(name) => put(name, value, written)?,
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
}

/// What a key that is not declared stands for.
enum Spelling {
    Nothing,
    Unknown,
    Name(&'static str),
    Not(&'static str),
    Both([&'static str; 2]),
    Given(&'static str, Given),
}

/// What a member with one certain value stands for.
fn says(def: &'static TypeDef, key: &str, value: &Value) -> Option<Spelling> {
    let wanted = plain(key);
    let said = as_text(value)?;
    def.also
        .iter()
        .copied()
        .flatten()
        .find_map(|also| match also {
            Also::Says(name, text, target) if plain(name) == wanted && said == *text => {
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
    let is = |name: &str| plain(name) == wanted && (name.len() > 1 || name == key);
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

/// Whether a key means anything to a type.
fn knows(def: &'static TypeDef, key: &str) -> bool {
    let wanted = plain(key);
    let is = |name: &str| plain(name) == wanted && (name.len() > 1 || name == key);
    def.fields().iter().any(|field| is(field.name))
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
fn word(def: &'static TypeDef, text: Text) -> Value {
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
fn whole(def: &'static TypeDef) -> Option<(&'static str, &'static [(&'static str, Given)])> {
    def.also
        .iter()
        .copied()
        .flatten()
        .find_map(|also| match also {
            Also::Whole(field, beside) => Some((*field, *beside)),
            _ => None,
        })
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

/// Whether a value looks like a place in the tree: an absolute path, or a glob with a directory.
fn is_place(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty() && items.iter().all(is_place),
        Value::String(text) => {
            let text = text.text.as_str();
            let is_one_line = !text.contains(['\n', ' ', '(', '\\']);
            is_one_line
                && (text.starts_with('/') && !text.starts_with("//")
                    || text.starts_with("./")
                    || text.starts_with("**")
                    || text.starts_with("*.")
                    || text.contains("/**")
                    || text.contains("/*."))
        }
        _ => false,
    }
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

fn value_of(given: Given) -> Value {
    match given {
        Given::Boolean(value) => Value::Boolean(value),
        Given::Number(value) => Value::Number(value),
        Given::Text(text) => Value::String(text.into()),
    }
}

#[cfg(test)]
mod tests;
