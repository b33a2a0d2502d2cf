//! Names of classes and functions.

use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsSymbol, js_string};

use super::Printer;
use crate::peek;

/// Links of a prototype chain that are followed.
const CHAIN_MAX: usize = 100;

/// The name of the nearest constructor; `None` for an object without a prototype.
pub(super) fn constructor_name(object: &JsObject) -> Option<String> {
    let key = PropertyKey::from(js_string!("constructor"));
    let mut holder = Some(object.clone());
    for _ in 0..CHAIN_MAX {
        let current = holder?;
        if peek::is_proxy(&current) {
            return Some("Object".to_owned());
        }
        let constructor = peek::own(&current, &key)
            .and_then(|own| own.value()?.as_object())
            .filter(JsObject::is_callable);
        // A prototype is no instance of its own class.
        if let Some(constructor) = constructor
            && is_instance(object, &constructor)
            && let Some(name) = peek::text(&constructor, "name").filter(|name| !name.is_empty())
        {
            return Some(name.to_std_string_lossy());
        }
        holder = current.prototype();
    }
    None
}

fn is_instance(object: &JsObject, constructor: &JsObject) -> bool {
    let key = PropertyKey::from(js_string!("prototype"));
    let Some(prototype) = peek::own(constructor, &key).and_then(|own| own.value()?.as_object())
    else {
        return false;
    };
    let mut current = object.prototype();
    for _ in 0..CHAIN_MAX {
        match current {
            Some(link) if JsObject::equals(&link, &prototype) => return true,
            Some(link) => current = link.prototype(),
            None => return false,
        }
    }
    false
}

/// `Symbol.toStringTag`, where it says something.
pub(super) fn tag(object: &JsObject) -> String {
    let key = PropertyKey::from(JsSymbol::to_string_tag());
    if peek::own(object, &key).is_some_and(|own| own.enumerable() == Some(true)) {
        return String::new();
    }
    peek::data(object, &key)
        .and_then(|tag| tag.as_string())
        .map(|tag| tag.to_std_string_lossy())
        .unwrap_or_default()
}

/// `Class(size) [tag] `.
pub(super) fn prefix(constructor: Option<&str>, tag: &str, fallback: &str, size: &str) -> String {
    match constructor {
        None if !tag.is_empty() && tag != fallback => {
            format!("[{fallback}{size}: null prototype] [{tag}] ")
        }
        None => format!("[{fallback}{size}: null prototype] "),
        Some(name) if !tag.is_empty() && tag != name => format!("{name}{size} [{tag}] "),
        Some(name) => format!("{name}{size} "),
    }
}

impl Printer<'_> {
    /// `[Function: name]`, `[class Name extends Base]`.
    pub(super) fn function(
        &self,
        function: &JsObject,
        constructor: Option<&str>,
        tag: &str,
    ) -> String {
        let name = peek::text(function, "name")
            .map(|name| name.to_std_string_lossy())
            .unwrap_or_default();
        if peek::is_class(function) {
            let name = if name.is_empty() {
                "(anonymous)"
            } else {
                &name
            };
            let base = function
                .prototype()
                .and_then(|base| peek::text(&base, "name"))
                .filter(|base| !base.is_empty())
                .map_or_else(String::new, |base| {
                    format!(" extends {}", base.to_std_string_lossy())
                });
            return format!("[class {name}{base}]");
        }
        let kind = match tag {
            "AsyncFunction" | "GeneratorFunction" | "AsyncGeneratorFunction" => tag,
            _ => "Function",
        };
        let null = if constructor.is_none() {
            " (null prototype)"
        } else {
            ""
        };
        let mut text = if name.is_empty() {
            format!("[{kind}{null} (anonymous)]")
        } else {
            format!("[{kind}{null}: {name}]")
        };
        if let Some(constructor) = constructor
            && constructor != kind
            && constructor != "Function"
        {
            text.push(' ');
            text.push_str(constructor);
        }
        if !tag.is_empty() && constructor != Some(tag) && tag != kind {
            text.push_str(&format!(" [{tag}]"));
        }
        text
    }
}
