//! `structuredClone`.
//!
//! Objects whose contents are still to be copied stand on a list instead of the stack, so that no
//! depth of nesting is too deep.

mod buffers;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::builtins::{JsArray, JsDate, JsMap, JsSet};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::value::JsVariant;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue,
    js_string,
};

use super::exception::exception;
use crate::convert::{boxed, enumerable_keys};
use crate::peek;
use crate::shared::Shared;

/// Characters of a function that an error shows.
const SHOWN_MAX: usize = 60;

/// What no clone is made of, by the name that each of its kind has.
const REFUSED: &[&str] = &[
    "AsyncDisposableStack",
    "AsyncGenerator",
    "DisposableStack",
    "Generator",
    "Promise",
    "WeakMap",
    "WeakRef",
    "WeakSet",
];

pub(super) fn install(context: &mut Context) {
    let global = context.global_object();
    super::add(&global, "structuredClone", 2, structured_clone, context);
}

fn structured_clone(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(value) = args.first() else {
        return Err(JsNativeError::typ()
            .with_message("The \"value\" argument must be specified")
            .into());
    };
    let transferred = buffers::transfer_list(args.get_or_undefined(1), context)?;
    let mut cloner = Cloner {
        context,
        seen: HashMap::default(),
        open: Vec::new(),
    };
    let copy = cloner.value(value)?;
    while let Some(open) = cloner.open.pop() {
        cloner.go_on(open)?;
    }
    for buffer in transferred {
        cloner.transfer(&buffer)?;
    }
    Ok(copy)
}

/// Hashes an address: no hash table may ask for random numbers, which a program would notice in
/// its own.
#[derive(Default)]
struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        // 2^64 divided by the golden ratio spreads addresses, which are multiples of eight.
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// An object whose contents are copied one by one.
enum Open {
    Members {
        source: JsObject,
        copy: JsObject,
        keys: std::vec::IntoIter<PropertyKey>,
    },
    Elements {
        source: JsObject,
        copy: JsObject,
        next: u64,
        length: u64,
    },
    Entries {
        copy: JsMap,
        entries: std::vec::IntoIter<(JsValue, JsValue)>,
    },
    Items {
        copy: JsSet,
        items: std::vec::IntoIter<JsValue>,
    },
}

struct Cloner<'a> {
    context: &'a mut Context,
    seen: HashMap<JsObject, JsObject, BuildHasherDefault<AddressHasher>>,
    open: Vec<Open>,
}

impl Cloner<'_> {
    fn value(&mut self, value: &JsValue) -> JsResult<JsValue> {
        match value.variant() {
            JsVariant::Object(object) => Ok(self.object(&object)?.into()),
            JsVariant::Symbol(symbol) => Err(self.refuse(&symbol.descriptive_string())),
            _ => Ok(value.clone()),
        }
    }

    fn object(&mut self, object: &JsObject) -> JsResult<JsObject> {
        if let Some(copy) = self.seen.get(object) {
            return Ok(copy.clone());
        }
        if object.is_callable() {
            let to_string = Shared::of(self.context).originals().function_to_string;
            let text = to_string.call(&object.clone().into(), &[], self.context)?;
            let text = text.to_string(self.context)?;
            return Err(self.refuse(&text));
        }
        if object.is_ordinary() {
            return self.members(object);
        }
        if peek::is_proxy(object) {
            return Err(self.refuse(&js_string!("#<Object>")));
        }
        if object.is_array() {
            return self.array(object);
        }
        if let Some(copy) = self.leaf(object)? {
            self.seen.insert(object.clone(), copy.clone());
            return Ok(copy);
        }
        if let Ok(map) = JsMap::from_object(object.clone()) {
            let mut entries = Vec::new();
            map.for_each_native(|key, value| {
                entries.push((key, value));
                Ok(())
            })?;
            let copy = JsMap::new(self.context);
            self.seen.insert(object.clone(), copy.clone().into());
            self.open.push(Open::Entries {
                copy: copy.clone(),
                entries: entries.into_iter(),
            });
            return Ok(copy.into());
        }
        if let Ok(set) = JsSet::from_object(object.clone()) {
            let mut items = Vec::new();
            set.for_each_native(|item| {
                items.push(item);
                Ok(())
            })?;
            let copy = JsSet::new(self.context);
            self.seen.insert(object.clone(), copy.clone().into());
            self.open.push(Open::Items {
                copy: copy.clone(),
                items: items.into_iter(),
            });
            return Ok(copy.into());
        }
        if object.is::<Error>() {
            return self.error(object);
        }
        let tag = PropertyKey::from(JsSymbol::to_string_tag());
        let tag = peek::data(object, &tag).and_then(|tag| tag.as_string());
        if let Some(tag) = tag.filter(|tag| REFUSED.iter().any(|name| tag == name)) {
            let shown = format!("#<{}>", tag.to_std_string_lossy());
            return Err(self.refuse(&shown.into()));
        }
        self.members(object)
    }

    fn members(&mut self, object: &JsObject) -> JsResult<JsObject> {
        let keys = enumerable_keys(object, self.context)?;
        let copy = JsObject::with_object_proto(self.context.intrinsics());
        self.seen.insert(object.clone(), copy.clone());
        self.open.push(Open::Members {
            source: object.clone(),
            copy: copy.clone(),
            keys: keys.into_iter(),
        });
        Ok(copy)
    }

    fn array(&mut self, object: &JsObject) -> JsResult<JsObject> {
        let length = object.get(js_string!("length"), self.context)?;
        let length = length.to_length(self.context)?;
        let copy: JsObject = JsArray::new(self.context)?.into();
        self.seen.insert(object.clone(), copy.clone());
        let elements = object.borrow().properties().index_property_keys().count();
        if elements as u64 == length && object.borrow().shape().keys().len() == 1 {
            self.open.push(Open::Elements {
                source: object.clone(),
                copy: copy.clone(),
                next: 0,
                length,
            });
            return Ok(copy);
        }
        // With gaps, or with members that have names.
        copy.set(js_string!("length"), length, true, self.context)?;
        let keys = enumerable_keys(object, self.context)?;
        self.open.push(Open::Members {
            source: object.clone(),
            copy: copy.clone(),
            keys: keys.into_iter(),
        });
        Ok(copy)
    }

    /// Copies what an object holds, up to the next object in it, which comes first.
    fn go_on(&mut self, mut open: Open) -> JsResult<()> {
        let others = self.open.len();
        while self.open.len() == others {
            match &mut open {
                Open::Members { source, copy, keys } => {
                    let Some(key) = keys.next() else {
                        return Ok(());
                    };
                    // A getter of an earlier member may have removed it.
                    let Some(own) = peek::own(source, &key) else {
                        continue;
                    };
                    let value = match own.value() {
                        Some(value) => value.clone(),
                        None => source.get(key.clone(), self.context)?,
                    };
                    let value = self.value(&value)?;
                    copy.create_data_property(key, value, self.context)?;
                }
                Open::Elements {
                    source,
                    copy,
                    next,
                    length,
                } => {
                    if next == length {
                        return Ok(());
                    }
                    let value = source.get(*next, self.context)?;
                    let value = self.value(&value)?;
                    copy.create_data_property(*next, value, self.context)?;
                    *next += 1;
                }
                Open::Entries { copy, entries } => {
                    let Some((key, value)) = entries.next() else {
                        return Ok(());
                    };
                    let key = self.value(&key)?;
                    let value = self.value(&value)?;
                    copy.set(key, value, self.context)?;
                }
                Open::Items { copy, items } => {
                    let Some(item) = items.next() else {
                        return Ok(());
                    };
                    let item = self.value(&item)?;
                    copy.add(item, self.context)?;
                }
            }
        }
        self.open.insert(others, open);
        Ok(())
    }

    /// Objects that hold no other values; `None` for those that may.
    fn leaf(&mut self, object: &JsObject) -> JsResult<Option<JsObject>> {
        let constructors = self.context.intrinsics().constructors();
        if object.is::<Date>() {
            let constructor = constructors.date().constructor();
            let time = JsDate::from_object(object.clone())?.get_time(self.context)?;
            return constructor.construct(&[time], None, self.context).map(Some);
        }
        if object.is::<RegExp>() {
            let constructor = constructors.regexp().constructor();
            let source = object.get(js_string!("source"), self.context)?;
            let flags = object.get(js_string!("flags"), self.context)?;
            return constructor
                .construct(&[source, flags], None, self.context)
                .map(Some);
        }
        if let Some(copy) = self.bytes(object)? {
            return Ok(Some(copy));
        }
        match boxed(object) {
            Some(value) if !value.is_symbol() => value.to_object(self.context).map(Some),
            Some(_) => Err(self.refuse(&js_string!("#<Symbol>"))),
            None => Ok(None),
        }
    }

    fn error(&mut self, error: &JsObject) -> JsResult<JsObject> {
        let name = error.get(js_string!("name"), self.context)?;
        let name = name.to_string(self.context)?.to_std_string_lossy();
        let constructors = self.context.intrinsics().constructors();
        let constructor = match name.as_str() {
            "EvalError" => constructors.eval_error(),
            "RangeError" => constructors.range_error(),
            "ReferenceError" => constructors.reference_error(),
            "SyntaxError" => constructors.syntax_error(),
            "TypeError" => constructors.type_error(),
            "URIError" => constructors.uri_error(),
            _ => constructors.error(),
        }
        .constructor();
        let message = error.get(js_string!("message"), self.context)?;
        let copy = constructor.construct(&[message], None, self.context)?;
        self.seen.insert(error.clone(), copy.clone());
        let hide = |name: JsString, value: JsValue| {
            let property = PropertyDescriptor::builder()
                .value(value)
                .writable(true)
                .enumerable(false)
                .configurable(true);
            copy.insert_property(name, property);
        };
        if error.has_property(js_string!("cause"), self.context)? {
            let cause = error.get(js_string!("cause"), self.context)?;
            hide(js_string!("cause"), self.value(&cause)?);
        }
        let stack = error.get(js_string!("stack"), self.context)?;
        Error::set_stack(&copy, stack, self.context);
        Ok(copy)
    }

    fn refuse(&mut self, what: &JsString) -> JsError {
        let what: String = what.to_std_string_lossy().chars().take(SHOWN_MAX).collect();
        let message = format!("{what} could not be cloned.");
        exception("DataCloneError", &message, self.context)
    }
}
