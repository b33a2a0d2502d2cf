//! What is printed before the properties.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsArrayBuffer;
use boa_engine::property::PropertyKey;
use boa_engine::{JsObject, JsValue};

use crate::inspect::{Printer, Role};
use crate::peek;

/// Bytes of a buffer that are printed.
const BUFFER_BYTES_MAX: usize = 100;

/// What is printed before the properties.
pub(super) enum Contents {
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
    pub(super) fn contents(
        &mut self,
        object: &JsObject,
        contents: Contents,
        depth: i32,
    ) -> Vec<String> {
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
                    entries.push(self.property(&fields, &key, depth, Role::Member));
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
    pub(super) fn described_by_class(&mut self, object: &JsObject) -> Option<Contents> {
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
            entries.push(self.property(array, &PropertyKey::from(at), depth, Role::Item));
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
}

pub(super) fn buffer_lines(object: &JsObject) -> Vec<String> {
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
