//! What stands before the braces, or for the whole object.

use boa_engine::builtins::error::{Error, ErrorStackState};
use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsString, JsValue};

use crate::frames::frames_of;
use crate::inspect::Printer;
use crate::inspect::class::prefix;
use crate::peek;

impl Printer<'_> {
    pub(super) fn boxed(
        &mut self,
        value: &JsValue,
        constructor: Option<&str>,
        tag: &str,
    ) -> String {
        let kind = match value.type_of() {
            "number" => "Number",
            "string" => "String",
            "boolean" => "Boolean",
            "bigint" => "BigInt",
            _ => "Symbol",
        };
        let class = match constructor {
            None => " (null prototype)".to_owned(),
            Some(name) if name != kind => format!(" ({name})"),
            Some(_) => String::new(),
        };
        let tag = if tag.is_empty() || Some(tag) == constructor {
            String::new()
        } else {
            format!(" [{tag}]")
        };
        format!("[{kind}{class}: {}]{tag}", self.value(value, 0))
    }

    /// An error with its stack; what the stack says is left out of `keys`, and a cause added.
    pub(super) fn error(
        &mut self,
        error: &JsObject,
        constructor: Option<&str>,
        keys: &mut Vec<PropertyKey>,
    ) -> String {
        let text = |name| peek::text(error, name).map(|text: JsString| text.to_std_string_lossy());
        let mut name = text("name").unwrap_or_else(|| "Error".to_owned());
        let message = text("message").unwrap_or_default();
        if let Some(class) = constructor
            && class != name
        {
            name = if class.contains(&name) {
                class.to_owned()
            } else {
                format!("{class} [{name}]")
            };
        }
        let key = |name: &str| PropertyKey::from(JsString::from(name));
        keys.retain(|own| ![key("name"), key("message"), key("stack")].contains(own));
        for extra in ["cause", "errors"] {
            let extra = key(extra);
            if peek::own(error, &extra).is_some() && !keys.contains(&extra) {
                keys.push(extra);
            }
        }
        let head = match (name.is_empty(), message.is_empty()) {
            (true, _) => message,
            (_, true) => name,
            _ => format!("{name}: {message}"),
        };
        let own = peek::own(error, &key("stack")).and_then(|own| own.value()?.as_string());
        let own = own.or_else(|| match Error::stack_of(error)? {
            ErrorStackState::Value(value) => value.as_string(),
            _ => None,
        });
        let frames = match own {
            // A stack of the program's own making.
            Some(stack) => {
                let stack = stack.to_std_string_lossy();
                stack
                    .find("\n    at ")
                    .map_or_else(String::new, |at| stack[at + 1..].to_owned())
            }
            None => frames_of(error, self.context).text(),
        };
        let text = if frames.is_empty() {
            format!("[{head}]")
        } else {
            format!("{head}\n{frames}")
        };
        text.replace('\n', &format!("\n{}", " ".repeat(self.indent)))
    }
}

/// The class before a date or expression, where it is not the usual one.
pub(super) fn class_before(constructor: Option<&str>, tag: &str, usual: &str) -> String {
    let class = prefix(constructor, tag, usual, "");
    if class.trim_end() == usual {
        String::new()
    } else {
        class
    }
}
