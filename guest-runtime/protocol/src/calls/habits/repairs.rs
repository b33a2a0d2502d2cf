//! The line to write instead, with what the program wrote in it.

use super::places::Places;
use super::rewrite::Rewrite;
use crate::error::StateError;
use crate::names::plain;
use crate::types::{Also, TypeDef};
use crate::value::Value;

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
                let places = Places {
                    call: self,
                    bound,
                    refused: &key.text,
                    it: value,
                };
                let text = format!(
                    "\"options.{}\" is no option; {} — expected {}",
                    key.text,
                    places.filled(advice),
                    self.method.signature()
                );
                return Err(self.refusal(&text));
            }
        }
        Ok(())
    }
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
