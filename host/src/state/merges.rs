//! Keys of an object that is merged into a JSON file, and that are probably paths.

use isolate_intent::source;
use isolate_protocol::Value;
use isolate_text::VPath;
use isolate_text::json::{Answer, Json, query};

use super::args::Options;
use super::{Call, Fault};

impl Call<'_> {
    /// Refuses `updateJson(path, { "server.port": 1 })` if the file has an object `server`, which is
    /// probably the intended one. For an explicit merge operation, it only logs a note.
    pub(super) fn check_merges(&mut self, path: &VPath, document: &Json) -> Result<(), Fault> {
        let Value::Array(operations) = &self.values[1] else {
            return Ok(());
        };
        let mut told = Vec::new();
        for operation in operations {
            let is_whole = matches!(operation.member("path"), Some(Value::String(path)) if ["", "$", "."].contains(&path.text.as_str()));
            let is_merge =
                matches!(operation.member("op"), Some(Value::String(op)) if op.text == "merge");
            let Some(Value::Object(members)) = operation.member("value") else {
                continue;
            };
            if !(is_whole && is_merge) {
                continue;
            }
            for (key, value) in members {
                let key = key.text.as_str();
                let Some(head) = head_of(document, key) else {
                    continue;
                };
                let given = source(value).unwrap_or_else(|| "value".to_owned());
                let line = format!("[{{ op: \"set\", path: {key:?}, value: {given} }}]");
                if Options::of(operation).flag("plain") {
                    return Err(self.argument_error(format!(
                        "'{path}' has {head:?}, and a key {key:?} would stand beside it: \
                         write await state.updateJson({0:?}, {line}), or for a key of that name \
                         [{{ op: \"merge\", path: \"$\", value: {{ {key:?}: {given} }} }}]",
                        path.as_str()
                    )));
                }
                told.push(format!(
                    "updateJson merged the key {key:?} into '{path}', which has {head:?}: a member \
                     of that is changed by {line}"
                ));
            }
        }
        for text in told {
            self.note(text);
        }
        Ok(())
    }

    /// Logs a note if the fallback is the name of a member of the file that was read.
    pub(super) fn note_member(&mut self, path: &VPath, document: &Json) {
        if let (Value::String(key), Json::Object(object)) = (&self.values[1], document)
            && (object.get(&key.text.as_str().into()).is_some()
                || key.text.starts_with(['.', '/', '$'])
                    && query(document, &key.text)
                        .is_ok_and(|found| matches!(found.answer, Answer::One(_))))
        {
            let text = format!(
                "{0:?} was taken as the value for a missing file: one member is await \
                 state.queryJson({1:?}, {0:?})",
                key.text,
                path.as_str()
            );
            self.note(text);
        }
    }
}

/// The first part of a dotted key, if it names an object or an array of the document, and the
/// document does not have the whole key.
fn head_of<'k>(document: &Json, key: &'k str) -> Option<&'k str> {
    let Json::Object(object) = document else {
        return None;
    };
    let (head, rest) = key.split_once('.')?;
    if rest.is_empty() || object.get(&key.into()).is_some() {
        return None;
    }
    matches!(
        object.get(&head.into()),
        Some(Json::Object(_) | Json::Array(_))
    )
    .then_some(head)
}
