//! Arrays, typed arrays, sets and maps before they are printed.

use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::object::builtins::{JsMap, JsSet, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsValue, js_string};

use super::{Contents, Draft};
use crate::inspect::Printer;
use crate::inspect::class::prefix;
use crate::inspect::layout::Kind;
use crate::peek;

impl Printer<'_> {
    /// Arrays, sets, maps and typed arrays.
    pub(super) fn collection(
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
}
