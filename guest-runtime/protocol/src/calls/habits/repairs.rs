//! The line to write instead, with what the program wrote in it.

use super::rewrite::Rewrite;
use crate::error::StateError;
use crate::names::plain;
use crate::types::{Also, TypeDef};
use crate::value::Value;

/// Characters of a value that a line shows; of a longer one its parameter's name is shown.
const SHOWN_MAX: usize = 60;

impl Rewrite {
    /// Refuses an option that is known to be meant and that nothing here does.
    pub(super) fn refuse_known(&self, bound: &[Value]) -> Result<(), StateError> {
        let Some((index, def)) = self.options_at() else {
            return Ok(());
        };
        let Some(Value::Object(members)) = bound.get(index) else {
            return Ok(());
        };
        for (key, value) in members {
            if matches!(value, Value::Undefined) || def.says(&key.text, value) {
                continue;
            }
            if super::spellings::is_known(def, &key.text) {
                continue;
            }
            if let Some(advice) = def.refusal(&key.text) {
                let text = format!(
                    "\"options.{}\" is no option; {} — expected {}",
                    key.text,
                    self.filled(advice, bound, value),
                    self.method.signature()
                );
                return Err(self.refusal(&text));
            }
        }
        Ok(())
    }

    /// A line with its places filled: `{0}` to `{2}` are arguments, `{it}` is the value of the
    /// option, `{re}` the same as a regular expression, `{below}` everything below the first
    /// argument, `{in}` what the option names below the first argument.
    fn filled(&self, line: &str, bound: &[Value], it: &Value) -> String {
        let argument = |index: usize| {
            let name = self.params.get(index).map_or("…", |param| param.name);
            let value = bound.get(index).unwrap_or(&Value::Undefined);
            source(value).unwrap_or_else(|| name.to_owned())
        };
        let text_of = |value: &Value| match value {
            Value::String(text) => Some(text.text.clone()),
            _ => None,
        };
        let folder = bound.first().and_then(text_of).map(|text| {
            let end = text.find(['*', '?', '{', '[']).unwrap_or(text.len());
            let end = if end < text.len() {
                text[..end].rfind('/').unwrap_or(0)
            } else {
                end
            };
            text[..end].trim_end_matches('/').to_owned()
        });
        let below = |rest: &str| match &folder {
            Some(folder) => format!("{:?}", format!("{folder}/**{rest}")),
            None => format!("\"/src/**{rest}\""),
        };
        let named = match text_of(it) {
            Some(text) => below(&format!(
                "/{}",
                text.trim_start_matches("**/").trim_start_matches('/')
            )),
            None => below("/*.ts"),
        };
        let pattern = match it {
            Value::String(text) if text.text.chars().count() <= SHOWN_MAX => {
                format!("/{}/", text.text.replace('/', "\\/"))
            }
            other => source(other).unwrap_or_else(|| "/…/".to_owned()),
        };
        line.replace("{0}", &argument(0))
            .replace("{1}", &argument(1))
            .replace("{2}", &argument(2))
            .replace("{it}", &source(it).unwrap_or_else(|| "…".to_owned()))
            .replace("{re}", &pattern)
            .replace("{below}", &below(""))
            .replace("{in}", &named)
    }
}

/// A value as a program writes it; `None` where it is long, or no value that is written so.
pub(crate) fn source(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => format!("{:?}", text.text),
        Value::Number(number) => number.to_string(),
        Value::Boolean(value) => value.to_string(),
        Value::RegExp { source, flags } => format!("/{source}/{flags}"),
        Value::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(source).collect();
            format!("[{}]", items?.join(", "))
        }
        _ => return None,
    };
    (text.chars().count() <= SHOWN_MAX).then_some(text)
}

impl TypeDef {
    /// What to write instead of a member that is known to be meant and that nothing does.
    pub(crate) fn refusal(&self, key: &str) -> Option<&'static str> {
        let wanted = plain(key);
        self.also
            .iter()
            .copied()
            .flatten()
            .find_map(|also| match also {
                Also::Refuse(names, advice) if names.iter().any(|name| plain(name) == wanted) => {
                    Some(*advice)
                }
                _ => None,
            })
    }

    /// Whether a member with this value is one that says something.
    fn says(&'static self, key: &str, value: &Value) -> bool {
        super::spellings::says(self, key, value).is_some()
    }
}
