//! Values as text, in the form of Node's `util.inspect`.
//!
//! Properties are read as they are stored and getters are named, not called. A proxy's handler and
//! the method with which an object shows itself alone are asked, and what they throw is dropped. So
//! printing never fails, whatever the object.

mod class;
mod layout;
mod objects;
mod quote;

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::value::JsVariant;
use boa_engine::{Context, JsObject, JsString, JsValue, js_string};

use crate::convert::{filled, key_text};
use crate::peek;
use crate::shared::Shared;

pub(crate) use layout::width;
pub(crate) use quote::quoted;

/// Blanks before what is in something else.
const STEP: usize = 2;

/// Bytes at which the depth is cut, so that a wide tree stays printable.
const BYTES_MAX: usize = 1 << 20;

/// Levels that are printed at most.
pub(crate) const DEPTH_MAX: i32 = 50;

/// Properties of a proxy that are asked for.
const PROXY_KEYS_MAX: u32 = 100;

/// How much is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// Levels below the first; -1 prints the names of objects alone.
    pub(crate) depth: i32,
    /// Items of an array, map or set.
    pub(crate) items_max: usize,
    /// Characters of a string inside of an object.
    pub(crate) text_max: usize,
    /// Columns of a line.
    pub(crate) line_width: usize,
    pub(crate) compact: Compact,
    /// Whether members are sorted by what is printed of them.
    pub(crate) is_sorted: bool,
}

/// What may share a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compact {
    /// So many levels, and the items of an array in columns; nothing for 0.
    Levels(i32),
    /// All that fits, without columns.
    All,
}

/// What a property is in the object that is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A member of an object.
    Member,
    /// A member beside the items of an array.
    Extra,
    /// An item of an array.
    Item,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            depth: 2,
            items_max: 100,
            text_max: 10_000,
            line_width: 80,
            compact: Compact::Levels(3),
            is_sorted: false,
        }
    }
}

/// A depth that a program asks for, within what native stack there is.
#[expect(clippy::cast_possible_truncation, reason = "casts from f64 saturate")]
pub(crate) fn depth_of(asked: f64) -> i32 {
    asked.clamp(0.0, f64::from(DEPTH_MAX)) as i32
}

/// A number of items, characters or columns that a program asks for; far from where sums of them
/// would be too large.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts from f64 saturate"
)]
pub(crate) fn size_of(asked: f64) -> usize {
    asked.clamp(0.0, f64::from(i32::MAX)) as usize
}

/// The value as the console prints it.
pub(crate) fn inspect(value: &JsValue, context: &mut Context) -> String {
    inspect_with(value, Options::default(), context)
}

/// The value with these options.
pub(crate) fn inspect_with(value: &JsValue, options: Options, context: &mut Context) -> String {
    let mut printer = Printer {
        options,
        context,
        seen: Vec::new(),
        circular: Rc::default(),
        indent: 0,
        current_depth: 0,
        custom_depth: 0,
        bytes: 0,
    };
    printer.value(value, 0)
}

/// A number as the language prints it, but `-0`.
pub(crate) fn number(value: f64) -> String {
    if value == 0.0 && value.is_sign_negative() {
        return "-0".to_owned();
    }
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    ryu_js::Buffer::new().format_finite(value).to_owned()
}

pub(super) struct Printer<'a> {
    options: Options,
    context: &'a mut Context,
    /// Objects that are being printed.
    seen: Vec<JsObject>,
    /// Objects that stand inside themselves, in the order in which that was found.
    circular: Rc<RefCell<Vec<JsObject>>>,
    indent: usize,
    current_depth: i32,
    /// Objects that show themselves, each within what the one before has shown.
    custom_depth: i32,
    bytes: usize,
}

impl Printer<'_> {
    fn value(&mut self, value: &JsValue, depth: i32) -> String {
        match value.variant() {
            JsVariant::Undefined => "undefined".to_owned(),
            JsVariant::Null => "null".to_owned(),
            JsVariant::Boolean(value) => value.to_string(),
            JsVariant::Integer32(value) => value.to_string(),
            JsVariant::Float64(value) => number(value),
            JsVariant::BigInt(value) => format!("{}n", value.to_string_radix(10)),
            JsVariant::Symbol(symbol) => symbol.descriptive_string().to_std_string_lossy(),
            JsVariant::String(text) => self.string(&text),
            JsVariant::Object(object) => self.object(&object, depth),
        }
    }

    fn string(&self, text: &JsString) -> String {
        let len = text.len();
        let text_max = self.options.text_max;
        let (text, trailer) = if len > text_max {
            let left_out = len - text_max;
            let s = if left_out > 1 { "s" } else { "" };
            let head = text.slice(0, text_max);
            (head, format!("... {left_out} more character{s}"))
        } else {
            (text.clone(), String::new())
        };
        let units = text.to_vec();
        let is_long = units.len() > 16 && units.len() + self.indent + 4 > self.options.line_width;
        let is_line = self.options.compact == Compact::All;
        if is_line || !is_long || !units[..units.len() - 1].contains(&u16::from(b'\n')) {
            return quoted(&units) + &trailer;
        }
        let lines: Vec<String> = units
            .split_inclusive(|&unit| unit == u16::from(b'\n'))
            .map(quoted)
            .collect();
        lines.join(&format!(" +\n{}", " ".repeat(self.indent + 2))) + &trailer
    }

    fn object(&mut self, object: &JsObject, depth: i32) -> String {
        let object = match without_proxy(object, self.context) {
            Some(object) => object,
            None => return "<Revoked Proxy>".to_owned(),
        };
        if let Some(text) = self.custom(&object, depth) {
            return text;
        }
        if self.seen.iter().any(|seen| JsObject::equals(seen, &object)) {
            let mut circular = self.circular.borrow_mut();
            let at = circular
                .iter()
                .position(|other| JsObject::equals(other, &object))
                .unwrap_or_else(|| {
                    circular.push(object.clone());
                    circular.len() - 1
                });
            return format!("[Circular *{}]", at + 1);
        }
        self.raw(&object, depth)
    }

    /// What an object shows of itself, if it has a method for that. What the method throws is dropped.
    fn custom(&mut self, object: &JsObject, depth: i32) -> Option<String> {
        let (symbol, shown) = self.shared().custom_inspect.borrow().clone()?;
        let method = peek::data(object, &PropertyKey::from(symbol))?;
        if !method.is_callable() || self.custom_depth >= DEPTH_MAX {
            return None;
        }
        let args = [
            object.clone().into(),
            (self.options.depth - depth).into(),
            self.options.depth.into(),
        ];
        let shown = shown
            .call(&JsValue::undefined(), &args, self.context)
            .ok()?;
        if let Some(text) = shown.as_string() {
            let line = format!("\n{}", " ".repeat(self.indent));
            return Some(text.to_std_string_lossy().replace('\n', &line));
        }
        let is_itself = shown
            .as_object()
            .is_some_and(|shown| JsObject::equals(&shown, object));
        if is_itself {
            return None;
        }
        self.custom_depth += 1;
        let text = self.value(&shown, depth);
        self.custom_depth -= 1;
        Some(text)
    }

    /// Own enumerable keys that are no array index, if `named_only`.
    fn keys(&self, object: &JsObject, named_only: bool) -> Vec<PropertyKey> {
        peek::own_keys(object)
            .into_iter()
            .filter(|key| !(named_only && matches!(key, PropertyKey::Index(_))))
            .filter(|key| peek::own(object, key).is_some_and(|own| own.enumerable() == Some(true)))
            .collect()
    }

    /// `key: value`, or the value alone for an item of an array.
    fn property(&mut self, object: &JsObject, key: &PropertyKey, depth: i32, role: Role) -> String {
        let Some(own) = peek::own(object, key) else {
            return "undefined".to_owned();
        };
        let own = filled(object, key, own, self.context);
        let is_dense = self.options.compact == Compact::All && role == Role::Member;
        let step = if is_dense { 3 } else { STEP };
        let text = self.described(&own, depth, step);
        if role == Role::Item {
            return text;
        }
        let is_value = own.value().is_some_and(|value| !value.is_undefined());
        let gap = match is_dense && is_value && width(&text) > self.options.line_width {
            true => format!("\n{}", " ".repeat(self.indent + step)),
            false => " ".to_owned(),
        };
        format!("{}:{gap}{text}", key_name(key, &own))
    }

    fn described(&mut self, own: &PropertyDescriptor, depth: i32, step: usize) -> String {
        let is_set = |value: Option<&JsValue>| value.is_some_and(|value| !value.is_undefined());
        match (is_set(own.get()), is_set(own.set())) {
            (true, true) => "[Getter/Setter]".to_owned(),
            (true, false) => "[Getter]".to_owned(),
            (false, true) => "[Setter]".to_owned(),
            (false, false) => {
                let value = own.value().cloned().unwrap_or_default();
                self.indented_by(step, |printer| printer.value(&value, depth))
            }
        }
    }

    fn indented<T>(&mut self, print: impl FnOnce(&mut Self) -> T) -> T {
        self.indented_by(STEP, print)
    }

    fn indented_by<T>(&mut self, step: usize, print: impl FnOnce(&mut Self) -> T) -> T {
        self.indent += step;
        let printed = print(self);
        self.indent -= step;
        printed
    }

    /// Calls one of the engine's own methods.
    fn original(&mut self, function: &JsFunction, this: &JsObject) -> Option<String> {
        let text = function
            .call(&this.clone().into(), &[], self.context)
            .ok()?;
        text.as_string().map(|text| text.to_std_string_lossy())
    }

    fn shared(&self) -> Rc<Shared> {
        Shared::of(self.context)
    }
}

fn key_name(key: &PropertyKey, own: &PropertyDescriptor) -> String {
    let text = key_text(key);
    let name = text.to_std_string_lossy();
    if name == "__proto__" {
        return "['__proto__']".to_owned();
    }
    if own.enumerable() == Some(false) {
        return format!("[{name}]");
    }
    if matches!(key, PropertyKey::Symbol(_)) {
        return name;
    }
    let mut bytes = name.bytes();
    let is_identifier = bytes
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_identifier {
        name
    } else {
        quoted(&text.to_vec())
    }
}

/// Something to print instead of a proxy, whose target the engine does not give away: a copy of
/// what it shows, an array if that is one. The handler's code runs for it, and whatever that throws is
/// dropped; `None` where it does not even give its keys.
pub(crate) fn without_proxy(object: &JsObject, context: &mut Context) -> Option<JsObject> {
    if !object.is::<Proxy>() {
        return Some(object.clone());
    }
    let originals = Shared::of(context).originals();
    let proxy = [object.clone().into()];
    let keys = originals
        .object_keys
        .call(&JsValue::undefined(), &proxy, context)
        .ok()?
        .as_object()?;
    let is_array = originals
        .is_array
        .call(&JsValue::undefined(), &proxy, context)
        .ok()?
        .to_boolean();
    let copy = if is_array {
        let copy = JsObject::from(JsArray::from_iter([], context));
        let length = object.get(js_string!("length"), context).ok();
        let length = length.unwrap_or_else(|| JsValue::from(0));
        let _ = copy.set(js_string!("length"), length, false, context);
        copy
    } else {
        JsObject::with_object_proto(context.intrinsics())
    };
    for at in 0..PROXY_KEYS_MAX {
        let Some(key) = keys.get(at, context).ok().filter(JsValue::is_string) else {
            break;
        };
        let key = key.to_property_key(context).ok()?;
        let value = object
            .get(key.clone(), context)
            .unwrap_or_else(|_| JsValue::from(js_string!("<threw>")));
        let property = PropertyDescriptor::builder()
            .value(value)
            .writable(true)
            .enumerable(true)
            .configurable(true);
        copy.insert_property(key, property);
    }
    Some(copy)
}
