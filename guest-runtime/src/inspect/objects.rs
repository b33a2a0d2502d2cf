//! Objects of every kind.

use boa_engine::builtins::array_buffer::{ArrayBuffer, SharedArrayBuffer};
use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::object::builtins::{JsArrayBuffer, JsMap, JsPromise, JsSet, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsString, JsSymbol, JsValue, js_string};

use super::class::{constructor_name, prefix, tag};
use super::layout::Kind;
use super::{BYTES_MAX, Printer};
use crate::convert::boxed;
use crate::{errors, peek};

/// Bytes of a buffer that are printed.
const BUFFER_BYTES_MAX: usize = 100;

/// An object that is about to be printed.
struct Draft {
    base: String,
    braces: (String, &'static str),
    kind: Kind,
    keys: Vec<PropertyKey>,
    contents: Contents,
}

/// What is printed before the properties.
enum Contents {
    None,
    Array(u64),
    TypedArray(Vec<JsValue>, usize),
    Set(Vec<JsValue>),
    Map(Vec<(JsValue, JsValue)>),
    Promise(PromiseState),
    Lines(Vec<String>),
    /// The members of another object, which its class shows.
    Fields(JsObject),
}

impl Printer<'_> {
    pub(super) fn raw(&mut self, object: &JsObject, depth: i32) -> String {
        let constructor = constructor_name(object);
        let constructor = constructor.as_deref();
        let tag = tag(object);
        let draft = match self.draft(object, constructor, &tag, depth) {
            Ok(draft) => draft,
            Err(text) => return text,
        };
        if depth > self.options.depth || self.bytes > BYTES_MAX {
            let fallback = if object.is_array() { "Array" } else { "Object" };
            let name = prefix(constructor, &tag, fallback, "");
            let name = name.trim_end();
            return if constructor.is_some() {
                format!("[{name}]")
            } else {
                name.to_owned()
            };
        }
        let depth = depth + 1;
        self.seen.push(object.clone());
        self.current_depth = depth;
        let mut entries = self.contents(object, draft.contents, depth);
        for key in &draft.keys {
            entries.push(self.property(object, key, depth, false));
        }
        self.seen.pop();
        let circular = self
            .circular
            .borrow()
            .iter()
            .position(|other| JsObject::equals(other, object));
        let mut base = draft.base;
        if let Some(at) = circular {
            let reference = format!("<ref *{}>", at + 1);
            base = if base.is_empty() {
                reference
            } else {
                format!("{reference} {base}")
            };
        }
        let braces = (draft.braces.0.as_str(), draft.braces.1);
        let text = self.lay_out(entries, &base, braces, draft.kind, depth);
        self.bytes += text.len();
        text
    }

    /// What is to be printed; as `Err` what is complete already.
    fn draft(
        &mut self,
        object: &JsObject,
        constructor: Option<&str>,
        tag: &str,
        depth: i32,
    ) -> Result<Draft, String> {
        if let Some(draft) = self.collection(object, constructor, tag)? {
            return Ok(draft);
        }
        let mut keys = self.keys(object, false);
        let mut draft = Draft {
            base: String::new(),
            braces: ("{".to_owned(), "}"),
            kind: Kind::Object,
            keys: Vec::new(),
            contents: Contents::None,
        };
        if object.is_callable() {
            draft.base = self.function(object, constructor, tag);
        } else if object.is::<RegExp>() {
            let to_string = self.shared().originals().regexp_to_string;
            draft.base = self.original(&to_string, object).unwrap_or_default();
            draft
                .base
                .insert_str(0, &class_before(constructor, tag, "RegExp"));
            if depth > self.options.depth {
                return Err(draft.base);
            }
        } else if object.is::<Date>() {
            let to_iso = self.shared().originals().date_to_iso_string;
            let iso = self.original(&to_iso, object);
            draft.base = iso.unwrap_or_else(|| "Invalid Date".to_owned());
            draft
                .base
                .insert_str(0, &class_before(constructor, tag, "Date"));
        } else if object.is::<Error>() {
            draft.base = self.error(object, constructor, &mut keys);
        } else if let Some(value) = boxed(object) {
            draft.base = self.boxed(&value, constructor, tag);
            if value.is_string() {
                keys.retain(|key| !matches!(key, PropertyKey::Index(_)));
            }
        } else if let Ok(promise) = JsPromise::from_object(object.clone()) {
            draft.braces.0 = format!("{}{{", prefix(constructor, tag, "Promise", ""));
            draft.contents = Contents::Promise(promise.state());
            draft.keys = keys;
            return Ok(draft);
        } else if object.is::<ArrayBuffer>() || object.is::<SharedArrayBuffer>() {
            draft.braces.0 = format!("{}{{", prefix(constructor, tag, "ArrayBuffer", ""));
            draft.contents = Contents::Lines(buffer_lines(object));
            draft.keys = keys;
            return Ok(draft);
        } else if matches!(tag, "WeakSet" | "WeakMap") {
            draft.braces.0 = format!("{}{{", prefix(constructor, tag, tag, ""));
            draft.contents = Contents::Lines(vec!["<items unknown>".to_owned()]);
            draft.keys = keys;
            return Ok(draft);
        } else if matches!(tag, "URL" | "URLSearchParams")
            && let Some(contents) = self.described_by_class(object)
        {
            if matches!(&contents, Contents::Map(items) if items.is_empty()) {
                return Err(format!("{}{{}}", prefix(constructor, tag, tag, "")));
            }
            draft.braces.0 = format!("{}{{", prefix(constructor, tag, tag, ""));
            draft.contents = contents;
            return Ok(draft);
        } else if constructor == Some("Object") {
            if is_arguments(object) {
                draft.braces.0 = "[Arguments] {".to_owned();
            } else if !tag.is_empty() {
                draft.braces.0 = format!("{}{{", prefix(constructor, tag, "Object", ""));
            }
        } else {
            draft.braces.0 = format!("{}{{", prefix(constructor, tag, "Object", ""));
        }
        if keys.is_empty() {
            return Err(if draft.base.is_empty() {
                format!("{}}}", draft.braces.0)
            } else {
                draft.base
            });
        }
        draft.keys = keys;
        Ok(draft)
    }

    /// Arrays, sets, maps and typed arrays.
    fn collection(
        &mut self,
        object: &JsObject,
        constructor: Option<&str>,
        tag: &str,
    ) -> Result<Option<Draft>, String> {
        let braces = |fallback: &str, size: usize, open: &str| {
            let size = format!("({size})");
            format!("{}{open}", prefix(constructor, tag, fallback, &size))
        };
        let (open, close, kind, contents, is_empty) = if object.is_array() {
            let len = peek::own(object, &PropertyKey::from(js_string!("length")))
                .and_then(|own| own.value()?.as_number())
                .unwrap_or(0.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a length"
            )]
            let len = len as u64;
            let open = if constructor == Some("Array") && tag.is_empty() {
                "[".to_owned()
            } else {
                braces("Array", usize::try_from(len).unwrap_or(0), "[")
            };
            let numbers = self.all_numbers(object, len);
            (
                open,
                "]",
                Kind::Array { numbers },
                Contents::Array(len),
                len == 0,
            )
        } else if object.is::<TypedArray>() {
            let (items, len) = self.typed_items(object);
            let open = braces("TypedArray", len, "[");
            let kind = Kind::Array { numbers: true };
            (open, "]", kind, Contents::TypedArray(items, len), len == 0)
        } else if let Ok(set) = JsSet::from_object(object.clone()) {
            let mut items = Vec::new();
            let _ = set.for_each_native(|item| {
                items.push(item);
                Ok(())
            });
            let open = braces("Set", items.len(), "{");
            let is_empty = items.is_empty();
            (open, "}", Kind::Object, Contents::Set(items), is_empty)
        } else if let Ok(map) = JsMap::from_object(object.clone()) {
            let mut entries = Vec::new();
            let _ = map.for_each_native(|key, value| {
                entries.push((key, value));
                Ok(())
            });
            let open = braces("Map", entries.len(), "{");
            let is_empty = entries.is_empty();
            (open, "}", Kind::Object, Contents::Map(entries), is_empty)
        } else {
            return Ok(None);
        };
        let keys = self.keys(object, true);
        if is_empty && keys.is_empty() {
            return Err(format!("{open}{close}"));
        }
        Ok(Some(Draft {
            base: String::new(),
            braces: (open, close),
            kind,
            keys,
            contents,
        }))
    }

    fn all_numbers(&self, array: &JsObject, len: u64) -> bool {
        let shown = len.min(self.options.items_max as u64 + 1);
        let is_number = |value: &JsValue| value.is_number() || value.is_bigint();
        (0..shown).all(|at| {
            let key = PropertyKey::from(at);
            peek::own(array, &key).is_some_and(|own| own.value().is_some_and(is_number))
        })
    }

    fn typed_items(&mut self, object: &JsObject) -> (Vec<JsValue>, usize) {
        let Ok(array) = JsTypedArray::from_object(object.clone()) else {
            return (Vec::new(), 0);
        };
        let len = array.length(self.context).unwrap_or(0);
        let items = (0..len.min(self.options.items_max))
            .map(|at| object.get(at as u64, self.context).unwrap_or_default())
            .collect();
        (items, len)
    }

    fn contents(&mut self, object: &JsObject, contents: Contents, depth: i32) -> Vec<String> {
        let items_max = self.options.items_max;
        let mut entries = Vec::new();
        let note = |entries: &mut Vec<String>, all: usize| {
            if all > items_max {
                let left_out = all - items_max;
                let s = if left_out > 1 { "s" } else { "" };
                entries.push(format!("... {left_out} more item{s}"));
            }
        };
        match contents {
            Contents::None => {}
            Contents::Lines(lines) => entries = lines,
            Contents::Fields(fields) => {
                for key in self.keys(&fields, false) {
                    entries.push(self.property(&fields, &key, depth, false));
                }
            }
            Contents::Array(len) => entries = self.items(object, len, depth),
            Contents::TypedArray(items, len) => {
                entries.extend(items.iter().map(|item| self.value(item, depth)));
                note(&mut entries, len);
            }
            Contents::Set(items) => {
                let shown = items.iter().take(items_max);
                entries =
                    self.indented(|printer| shown.map(|item| printer.value(item, depth)).collect());
                note(&mut entries, items.len());
            }
            Contents::Map(items) => {
                let shown = items.iter().take(items_max);
                entries = self.indented(|printer| {
                    shown
                        .map(|(key, value)| {
                            let key = printer.value(key, depth);
                            format!("{key} => {}", printer.value(value, depth))
                        })
                        .collect()
                });
                note(&mut entries, items.len());
            }
            Contents::Promise(state) => entries.push(match state {
                PromiseState::Pending => "<pending>".to_owned(),
                PromiseState::Fulfilled(value) => {
                    self.indented(|printer| printer.value(&value, depth))
                }
                PromiseState::Rejected(reason) => {
                    let text = self.indented(|printer| printer.value(&reason, depth));
                    format!("<rejected> {text}")
                }
            }),
        }
        entries
    }

    /// What a class of our own, which keeps its state to itself, has to show.
    fn described_by_class(&mut self, object: &JsObject) -> Option<Contents> {
        let describe = self.shared().describe.borrow().clone()?;
        let shown = describe
            .call(
                &JsValue::undefined(),
                &[object.clone().into()],
                self.context,
            )
            .ok()?
            .as_object()?;
        if !shown.is_array() {
            return Some(Contents::Fields(shown));
        }
        let mut items = Vec::new();
        let mut at: u32 = 0;
        while let Some(name) = peek::own(&shown, &PropertyKey::from(at)) {
            let value = peek::own(&shown, &PropertyKey::from(at + 1));
            let [name, value] = [Some(name), value]
                .map(|own| own.and_then(|own| own.value().cloned()).unwrap_or_default());
            items.push((name, value));
            at += 2;
        }
        Some(Contents::Map(items))
    }

    /// Items of an array, holes counted.
    fn items(&mut self, array: &JsObject, len: u64, depth: i32) -> Vec<String> {
        let mut entries = Vec::new();
        let mut present: Vec<u64> = array
            .borrow()
            .properties()
            .index_property_keys()
            .map(u64::from)
            .collect();
        present.sort_unstable();
        let holes = |count: u64| {
            let s = if count > 1 { "s" } else { "" };
            format!("<{count} empty item{s}>")
        };
        let mut next = 0;
        for at in present {
            if entries.len() >= self.options.items_max {
                break;
            }
            if at > next {
                entries.push(holes(at - next));
                next = at;
                if entries.len() >= self.options.items_max {
                    break;
                }
            }
            entries.push(self.property(array, &PropertyKey::from(at), depth, true));
            next = at + 1;
        }
        let left_out = len.saturating_sub(next);
        if left_out > 0 {
            if entries.len() < self.options.items_max {
                entries.push(holes(left_out));
            } else {
                let s = if left_out > 1 { "s" } else { "" };
                entries.push(format!("... {left_out} more item{s}"));
            }
        }
        entries
    }

    fn boxed(&mut self, value: &JsValue, constructor: Option<&str>, tag: &str) -> String {
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
    fn error(
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
        let frames = match peek::own(error, &key("stack")).and_then(|own| own.value()?.as_string())
        {
            // A stack of the program's own making.
            Some(stack) => {
                let stack = stack.to_std_string_lossy();
                stack
                    .find("\n    at ")
                    .map_or_else(String::new, |at| stack[at + 1..].to_owned())
            }
            None => errors::frames_of(error, self.context).text(),
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
fn class_before(constructor: Option<&str>, tag: &str, usual: &str) -> String {
    let class = prefix(constructor, tag, usual, "");
    if class.trim_end() == usual {
        String::new()
    } else {
        class
    }
}

/// Whether this is what `arguments` gives.
fn is_arguments(object: &JsObject) -> bool {
    let hidden = |key: PropertyKey| {
        peek::own(object, &key).is_some_and(|own| own.enumerable() == Some(false))
    };
    !object.is_ordinary()
        && hidden(js_string!("length").into())
        && hidden(js_string!("callee").into())
        && hidden(JsSymbol::iterator().into())
}

fn buffer_lines(object: &JsObject) -> Vec<String> {
    let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) else {
        return Vec::new();
    };
    let data = buffer.data();
    let Some(data) = data.as_deref() else {
        return vec!["(detached)".to_owned(), "byteLength: 0".to_owned()];
    };
    let hex: Vec<String> = data
        .iter()
        .take(BUFFER_BYTES_MAX)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let left_out = data.len().saturating_sub(BUFFER_BYTES_MAX);
    let s = if left_out > 1 { "s" } else { "" };
    let more = if left_out > 0 {
        format!(" ... {left_out} more byte{s}")
    } else {
        String::new()
    };
    vec![
        format!("[Uint8Contents]: <{}{more}>", hex.join(" ")),
        format!("byteLength: {}", data.len()),
    ]
}
