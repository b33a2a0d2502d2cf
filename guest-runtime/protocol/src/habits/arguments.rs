//! Values of a call before they are parameters: which there are, and in which order.

use super::Rewrite;
use crate::error::StateError;
use crate::names::plain;
use crate::types::Type;
use crate::wire::Value;

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
    pub(super) fn files_first(&self, name: &str, values: &mut [Value]) -> Result<(), StateError> {
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
