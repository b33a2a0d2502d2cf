//! Objects of every kind.

mod base;
mod collections;
mod contents;

use boa_engine::builtins::array_buffer::{ArrayBuffer, SharedArrayBuffer};
use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsSymbol, js_string};

use super::class::{constructor_name, prefix, tag};
use super::layout::Kind;
use super::{BYTES_MAX, Compact, Printer, Role};
use crate::convert::boxed;
use crate::peek;

use base::class_before;
use contents::{Contents, buffer_lines};

/// An object that is about to be printed.
struct Draft {
    base: String,
    braces: (String, &'static str),
    kind: Kind,
    keys: Vec<PropertyKey>,
    contents: Contents,
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
        // The items of an array keep their order.
        let (role, first_sorted) = match draft.kind {
            Kind::Object => (Role::Member, 0),
            Kind::Array { .. } => (Role::Extra, entries.len()),
        };
        for key in &draft.keys {
            entries.push(self.property(object, key, depth, role));
        }
        if self.options.is_sorted {
            entries[first_sorted..]
                .sort_by(|left, right| left.encode_utf16().cmp(right.encode_utf16()));
        }
        self.seen.pop();
        let circular = self
            .circular
            .borrow()
            .iter()
            .position(|other| JsObject::equals(other, object));
        let (mut base, mut opening) = (draft.base, draft.braces.0);
        if let Some(at) = circular {
            let reference = format!("<ref *{}>", at + 1);
            if self.options.compact == Compact::All {
                opening = format!("{reference} {opening}");
            } else if base.is_empty() {
                base = reference;
            } else {
                base = format!("{reference} {base}");
            }
        }
        let braces = (opening.as_str(), draft.braces.1);
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
