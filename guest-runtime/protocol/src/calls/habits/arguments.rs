//! Values of a call before they are parameters: which there are, and in which order.

use super::repairs::source;
use super::rewrite::Rewrite;
use crate::error::StateError;
use crate::names::plain;
use crate::types::Type;
use crate::value::Value;

impl Rewrite {
    /// Values without those that `map` adds, and without trailing ones that say nothing.
    pub(super) fn without_surplus(&self, mut values: Vec<Value>) -> Result<Vec<Value>, StateError> {
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
                let text = match values.first().and_then(source) {
                    Some(path) => text.replace("Json(path", &format!("Json({path}")),
                    None => text,
                };
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
    pub(super) fn files_first(
        &self,
        name: &str,
        values: &mut Vec<Value>,
    ) -> Result<(), StateError> {
        let texts = self
            .method
            .params
            .iter()
            .filter(|param| !param.optional)
            .count();
        if matches!(values.first(), Some(Value::Object(_))) {
            return Ok(());
        }
        self.refuse_shell(name, values)?;
        if values.len() <= texts
            && let Some(place) = self.take_first(values)
        {
            values.insert(0, place);
            return Ok(());
        }
        if values.len() < texts {
            return match &values[..] {
                [one] if !is_place(one) => {
                    let text = format!(
                        "state.{name} is {0}: say which files, as in await state.{1}(\"/**\", {2})",
                        self.method.signature(),
                        self.method.name,
                        source(one).unwrap_or_else(|| self.params[1].name.to_owned())
                    );
                    Err(self.refusal(&text))
                }
                _ => Ok(()),
            };
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

    /// Refuses the flags of a shell beside other arguments: `rm("-rf", "/src")`.
    pub(super) fn refuse_flags(&self, values: &[Value]) -> Result<(), StateError> {
        let given = |value: &Value| match value {
            Value::String(text) if is_flag(&text.text) && text.text.len() <= 12 => {
                Some(text.text.clone())
            }
            _ => None,
        };
        let Some((at, flag)) = values
            .iter()
            .enumerate()
            .find_map(|(at, value)| Some((at, given(value)?)))
        else {
            return Ok(());
        };
        // What is written to a file or looked for may look so.
        let takes_any = self.params.get(at).is_none_or(|param| {
            !matches!(param.ty, Type::Named(_)) && param.name != "path" && param.name != "src"
        });
        if values.len() < 2 || takes_any {
            return Ok(());
        }
        let options: Vec<String> = match self.options_def() {
            Some(def) => flag
                .chars()
                .filter_map(|letter| super::spellings::meant_by(def, &letter.to_string()))
                .map(|name| format!("{name}: true"))
                .collect(),
            None => Vec::new(),
        };
        let rest = values.iter().filter(|value| given(value).is_none());
        let mut args: Vec<String> = rest.filter_map(source).collect();
        if !options.is_empty() {
            args.push(format!("{{ {} }}", options.join(", ")));
        }
        let text = format!(
            "{flag:?} is a flag of a shell: write await state.{}({})",
            self.method.name,
            args.join(", ")
        );
        Err(self.refusal(&text))
    }

    /// Refuses what a shell reads and no method does: flags, and the expressions of sed.
    fn refuse_shell(&self, name: &str, values: &[Value]) -> Result<(), StateError> {
        let texts = values.iter().filter_map(|value| match value {
            Value::String(text) => Some(text.text.as_str()),
            _ => None,
        });
        let place = values.iter().find(|value| is_place(value)).and_then(source);
        let place = place.unwrap_or_else(|| "\"/**\"".to_owned());
        for text in texts.clone() {
            if let Some((search, replacement, flags)) = substitution(text) {
                let text = format!(
                    "{text:?} is an expression of sed: write await state.replaceInFiles({place}, \
                     /{search}/{flags}, {replacement:?})"
                );
                return Err(self.refusal(&text));
            }
        }
        for text in texts {
            if is_flag(text) {
                let query = values.iter().filter(|value| !is_place(value));
                let query = query
                    .filter(|value| !matches!(value, Value::String(text) if is_flag(&text.text)))
                    .filter_map(source);
                let rest: Vec<String> = std::iter::once(place).chain(query).collect();
                let text = format!(
                    "{text:?} is a flag of a shell's {name}; flags are options here, such as {{ ignoreCase: true }}: \
                     await state.{}({})",
                    self.method.name,
                    rest.join(", ")
                );
                return Err(self.refusal(&text));
            }
        }
        Ok(())
    }

    /// `applyEdits(path, [edit, …])`: the path belongs into each.
    pub(super) fn path_into_items(&self, values: &mut Vec<Value>) {
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
}

/// Whether a text is a flag of a command: `-rn`, `--include=*.ts`.
fn is_flag(text: &str) -> bool {
    let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'));
    name.is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains([' ', '\n'])
    })
}

/// The parts of `s/search/replacement/flags`.
fn substitution(text: &str) -> Option<(&str, &str, &str)> {
    let rest = text.strip_prefix('s')?;
    let mark = rest.chars().next().filter(|c| "/|#,@".contains(*c))?;
    let mut parts = rest[mark.len_utf8()..].split(mark);
    let (search, replacement, flags) = (parts.next()?, parts.next()?, parts.next()?);
    let is_whole = parts.next().is_none() && flags.chars().all(|c| "gimI".contains(c));
    (is_whole && !search.is_empty()).then_some((search, replacement, flags))
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
