//! Values of a call before they are parameters: which there are, and in which order.

use isolate_protocol::{Effect, MethodId, StateError, Type, Value, plain};

use super::Rewrite;
use super::sed::Substitution;
use crate::advice;
use crate::check::fits;
use crate::line::Fault;
use crate::source::source;
use crate::spellings::{Spelling, is_known, knows, says, spelling};

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
            .is_some_and(|param| fits(&param.ty, &Value::Number(0.0)));
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
            if let Some(line) = advice::of_function(&Fault::of(self.method, &values), param) {
                return Err(self.refusal(&line));
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
                [one] if !is_path(one) => {
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
        let (first, last) = (is_path(&values[0]), is_path(&values[texts - 1]));
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
        let flags: Vec<String> = values.iter().filter_map(given).collect();
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let rest = values.iter().filter(|value| given(value).is_none());
        let mut args: Vec<String> = rest.filter_map(source).collect();
        args.extend(self.flags_as_options(&flags));
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
        let place = values.iter().find(|value| is_path(value)).and_then(source);
        let place = place.unwrap_or_else(|| "\"/**\"".to_owned());
        let is_extended = texts
            .clone()
            .any(|text| is_flag(text) && !text.starts_with("--") && text.contains(['E', 'r']));
        for text in texts.clone() {
            let Some(substitution) = Substitution::parse(text) else {
                continue;
            };
            let line = match substitution.as_javascript(is_extended) {
                Some((search, replacement)) => {
                    format!("write await state.replaceInFiles({place}, {search}, {replacement:?})")
                }
                None => {
                    "give the pattern and the replacement as two arguments, and every match is \
                         replaced"
                        .to_owned()
                }
            };
            return Err(self.refusal(&format!("{text:?} is an expression of sed: {line}")));
        }
        let flags: Vec<&str> = texts.filter(|text| is_flag(text)).collect();
        let Some(first) = flags.first() else {
            return Ok(());
        };
        let query = values.iter().filter(|value| !is_path(value));
        let query = query
            .filter(|value| !matches!(value, Value::String(text) if is_flag(&text.text)))
            .filter_map(source);
        let mut rest: Vec<String> = std::iter::once(place).chain(query).collect();
        rest.extend(self.flags_as_options(&flags));
        let text = format!(
            "{first:?} is a flag of a shell's {name}; flags are options here: await state.{}({})",
            self.method.name,
            rest.join(", ")
        );
        Err(self.refusal(&text))
    }

    /// The options that flags of a shell stand for; `…` for those that are none here.
    fn flags_as_options(&self, flags: &[&str]) -> Option<String> {
        let def = self.options_def()?;
        let mut options: Vec<String> = Vec::new();
        for flag in flags {
            let letters = flag.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
            let names: Vec<String> = match letters {
                Some(letters) => letters.chars().map(|letter| letter.to_string()).collect(),
                None => vec![camel_case(flag.trim_start_matches('-'))],
            };
            for name in names {
                let is_recursive =
                    ["r", "R"].contains(&name.as_str()) && is_known(def, "recursive");
                let name = if is_recursive {
                    "recursive".to_owned()
                } else {
                    name
                };
                let is_loud = ["v", "verbose"].contains(&name.as_str());
                // How a shell shows what it lists.
                let is_shown = self.method.effect == Effect::Read
                    && ["l", "a", "A", "h", "1"].contains(&name.as_str())
                    && !knows(def, &name);
                let says_nothing = matches!(
                    says(def, &name, &Value::Boolean(true)),
                    Some(Spelling::Nothing)
                );
                if says_nothing
                    || is_shown
                    || (is_loud && self.method.id() != MethodId::SearchFiles)
                {
                    continue;
                }
                let option = match spelling(def, &name) {
                    Spelling::Name(name) => format!("{name}: true"),
                    _ if knows(def, &name) => format!("{name}: true"),
                    _ => "…".to_owned(),
                };
                if !options.contains(&option) {
                    options.push(option);
                }
            }
        }
        (!options.is_empty()).then(|| format!("{{ {} }}", options.join(", ")))
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

/// `files-with-matches` as an option is written: `filesWithMatches`.
fn camel_case(text: &str) -> String {
    let mut parts = text.split('-');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut name, part| {
        let mut letters = part.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(letters.as_str());
        name
    })
}

/// Whether a value looks like a path in the tree: an absolute path, or a glob with a directory.
fn is_path(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty() && items.iter().all(is_path),
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
