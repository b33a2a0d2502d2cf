//! `JSON.stringify`: one pass over the value, without recursion.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::RawJson;
use super::text::{Out, quote};
use crate::builtins::Array;
use crate::object::internal_methods::{
    ordinary_get, ordinary_get_own_property, ordinary_own_property_keys,
};
use crate::object::shape::Shape;
use crate::object::shape::slot::SlotAttributes;
use crate::object::JsObject;
use crate::property::{PropertyKey, PropertyNameKind};
use crate::value::JsVariant;
use crate::{Context, JsBigInt, JsError, JsNativeError, JsResult, JsString, JsValue, js_string};

/// Open objects that are compared one by one before a set is used.
pub(super) const COMPARED: usize = 16;

/// Levels that are written, where a replacer could go on making new ones for ever.
pub(super) const DEPTH_MAX: usize = 20_000;

/// A member of all objects of one shape.
pub(super) struct Member {
    key: PropertyKey,
    /// The name as it is written, with quotes and colon.
    head: Out,
    slot: usize,
}

/// What is known of the objects of one shape: no accessors, no `toJSON`, names in order.
pub(super) struct Plan {
    /// Keeps the shape's address its own.
    _shape: Shape,
    members: Vec<Member>,
}

pub(super) enum Members {
    Elements { length: u64 },
    Planned { plan: Rc<Plan>, address: usize },
    Names(Vec<JsString>),
}

/// An array or object that is being written.
pub(super) struct Open {
    pub(super) object: JsObject,
    /// Where it stands in the one around it.
    pub(super) key: PropertyKey,
    members: Members,
    next: usize,
    is_empty: bool,
}

pub(super) struct Writer<'a> {
    out: Out,
    gap: JsString,
    replacer: Option<JsObject>,
    names: Option<Vec<JsString>>,
    pub(super) open: Vec<Open>,
    pub(super) deep: FxHashSet<usize>,
    /// By address of the shape; empty again once the program's code may have run.
    plans: FxHashMap<usize, Option<Rc<Plan>>>,
    context: &'a mut Context,
}

/// The steps of `JSON.stringify` after its arguments have been looked at.
pub(super) fn stringify(
    value: &JsValue,
    replacer: Option<JsObject>,
    names: Option<Vec<JsString>>,
    gap: JsString,
    context: &mut Context,
) -> JsResult<JsValue> {
    let mut writer = Writer {
        out: Out::default(),
        gap,
        replacer,
        names,
        open: Vec::new(),
        deep: FxHashSet::default(),
        plans: FxHashMap::default(),
        context,
    };
    let holder = match &writer.replacer {
        None => None,
        Some(_) => {
            let wrapper = JsObject::with_object_proto(writer.context.intrinsics());
            wrapper.create_data_property_or_throw(js_string!(), value.clone(), writer.context)?;
            Some(wrapper)
        }
    };
    let key = PropertyKey::from(js_string!());
    if !writer.value(holder.as_ref(), &key, value.clone(), None)? {
        return Ok(JsValue::undefined());
    }
    while !writer.open.is_empty() {
        writer.member()?;
    }
    Ok(writer.out.into_text().into())
}

impl Writer<'_> {
    /// Writes the next member of the innermost object, or its end.
    fn member(&mut self) -> JsResult<()> {
        let Some(open) = self.open.last_mut() else {
            return Ok(());
        };
        let next = open.next;
        open.next += 1;
        match &open.members {
            Members::Elements { length } if (next as u64) < *length => {
                let object = open.object.clone();
                let key = PropertyKey::from(next as u64);
                let dense = object.borrow().properties().get_dense_property(next as u32);
                let value = match dense {
                    Some(value) if object.is::<Array>() => value,
                    _ => self.get(&object, &key)?,
                };
                self.separator();
                if !self.value(Some(&object), &key, value, None)? {
                    self.out.latin1(b"null");
                }
            }
            Members::Planned { plan, address } if next < plan.members.len() => {
                let (object, plan, address) = (open.object.clone(), Rc::clone(plan), *address);
                let member = &plan.members[next];
                let stored = {
                    let object = object.borrow();
                    let properties = object.properties();
                    (properties.shape.to_addr_usize() == address)
                        .then(|| properties.storage[member.slot].clone())
                };
                let value = match stored {
                    Some(value) => value,
                    None => self.get(&object, &member.key)?,
                };
                self.value(Some(&object), &member.key, value, Some(&member.head))?;
            }
            Members::Names(names) if next < names.len() => {
                let (object, name) = (open.object.clone(), names[next].clone());
                let mut head = Out::default();
                quote(&name, &mut head);
                head.latin1(b":");
                let key = PropertyKey::from(name);
                let value = self.get(&object, &key)?;
                self.value(Some(&object), &key, value, Some(&head))?;
            }
            _ => self.close(),
        }
        Ok(())
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        if self.open.len() >= COMPARED {
            self.deep.remove(&address(&open.object));
        }
        if !open.is_empty {
            self.line();
        }
        let is_array = matches!(open.members, Members::Elements { .. });
        self.out.latin1(if is_array { b"]" } else { b"}" });
    }

    /// The start of a line, where there is a gap.
    fn line(&mut self) {
        if !self.gap.is_empty() {
            self.out.latin1(b"\n");
            for _ in 0..self.open.len() {
                self.out.text(self.gap.as_str());
            }
        }
    }

    /// What stands before a member.
    fn separator(&mut self) {
        if let Some(open) = self.open.last_mut()
            && !std::mem::replace(&mut open.is_empty, false)
        {
            self.out.latin1(b",");
        }
        self.line();
    }

    fn head(&mut self, head: Option<&Out>) {
        if let Some(head) = head {
            self.separator();
            self.out.append(head);
            if !self.gap.is_empty() {
                self.out.latin1(b" ");
            }
        }
    }

    fn get(&mut self, object: &JsObject, key: &PropertyKey) -> JsResult<JsValue> {
        self.plans.clear();
        object.get(key.clone(), self.context)
    }

    /// Writes a value after its head; answers whether there is something to write.
    fn value(
        &mut self,
        holder: Option<&JsObject>,
        key: &PropertyKey,
        value: JsValue,
        head: Option<&Out>,
    ) -> JsResult<bool> {
        let mut value = value;
        let mut plan = None;
        if let Some(object) = value.as_object() {
            plan = self.plan(&object);
            if plan.is_none() {
                value = self.to_json(value, key)?;
            }
        } else if value.is_bigint() {
            value = self.to_json(value, key)?;
        }
        if let (Some(replacer), Some(holder)) = (self.replacer.clone(), holder) {
            self.plans.clear();
            plan = None;
            let args = [text_of(key).into(), value];
            value = replacer.call(&holder.clone().into(), &args, self.context)?;
        }
        match value.variant() {
            JsVariant::Object(object) => {
                return match plan {
                    Some(plan) => self.open(object.clone(), key, head, Some(plan)),
                    None => self.object(object.clone(), key, head),
                };
            }
            JsVariant::Undefined | JsVariant::Symbol(_) => return Ok(false),
            _ => self.head(head),
        }
        self.primitive(&value)?;
        Ok(true)
    }

    fn primitive(&mut self, value: &JsValue) -> JsResult<()> {
        match value.variant() {
            JsVariant::Null => self.out.latin1(b"null"),
            JsVariant::Boolean(true) => self.out.latin1(b"true"),
            JsVariant::Boolean(false) => self.out.latin1(b"false"),
            JsVariant::String(text) => quote(&text, &mut self.out),
            JsVariant::Integer32(number) => self.out.integer(number),
            JsVariant::Float64(number) if number.is_finite() => {
                let mut buffer = ryu_js::Buffer::new();
                self.out.latin1(buffer.format(number).as_bytes());
            }
            JsVariant::Float64(_) => self.out.latin1(b"null"),
            JsVariant::BigInt(_) => {
                return Err(JsNativeError::typ()
                    .with_message("Do not know how to serialize a BigInt")
                    .into());
            }
            _ => {}
        }
        Ok(())
    }

    fn to_json(&mut self, value: JsValue, key: &PropertyKey) -> JsResult<JsValue> {
        let object = value.as_object();
        // Nothing can stand in the way of finding none on a plain array.
        let to_json = value.get_v(js_string!("toJSON"), self.context)?;
        let Some(to_json) = to_json.as_callable() else {
            if object.is_some_and(|object| !object.is::<Array>()) {
                self.plans.clear();
            }
            return Ok(value);
        };
        self.plans.clear();
        to_json.call(&value, &[text_of(key).into()], self.context)
    }

    /// An object without a plan.
    fn object(
        &mut self,
        object: JsObject,
        key: &PropertyKey,
        head: Option<&Out>,
    ) -> JsResult<bool> {
        let value = JsValue::from(object.clone());
        let boxed = if object.is::<f64>() {
            self.plans.clear();
            Some(value.to_number(self.context)?.into())
        } else if object.is::<JsString>() {
            self.plans.clear();
            Some(value.to_string(self.context)?.into())
        } else if let Some(boolean) = object.downcast_ref::<bool>() {
            Some((*boolean).into())
        } else {
            object
                .downcast_ref::<JsBigInt>()
                .map(|number| JsValue::from(number.clone()))
        };
        if let Some(boxed) = boxed {
            self.head(head);
            self.primitive(&boxed)?;
            return Ok(true);
        }
        if object.is::<RawJson>() {
            let raw = self.get(&object, &PropertyKey::from(js_string!("rawJSON")))?;
            self.head(head);
            self.out.text(raw.as_string().unwrap_or_default().as_str());
            return Ok(true);
        }
        if object.is_callable() {
            return Ok(false);
        }
        self.open(object, key, head, None)
    }

    fn open(
        &mut self,
        object: JsObject,
        key: &PropertyKey,
        head: Option<&Out>,
        plan: Option<(Rc<Plan>, usize)>,
    ) -> JsResult<bool> {
        self.refuse_circle(&object, key)?;
        if self.open.len() >= DEPTH_MAX {
            return Err(too_deep());
        }
        let members = if let Some((plan, address)) = plan
            && self.names.is_none()
        {
            Members::Planned { plan, address }
        } else if object.is_array_abstract()? {
            if !object.is::<Array>() {
                self.plans.clear();
            }
            let length = object.length_of_array_like(self.context)?;
            Members::Elements { length }
        } else if let Some(names) = &self.names {
            Members::Names(names.clone())
        } else {
            self.plans.clear();
            let names = object.enumerable_own_property_names(PropertyNameKind::Key, self.context)?;
            Members::Names(names.iter().filter_map(JsValue::as_string).collect())
        };
        self.head(head);
        let is_array = matches!(members, Members::Elements { .. });
        self.out.latin1(if is_array { b"[" } else { b"{" });
        if self.open.len() >= COMPARED {
            self.deep.insert(address(&object));
        }
        self.open.push(Open {
            object,
            key: key.clone(),
            members,
            next: 0,
            is_empty: true,
        });
        Ok(true)
    }

    /// What is known of an object that is plain through and through.
    fn plan(&mut self, object: &JsObject) -> Option<(Rc<Plan>, usize)> {
        let (shape, has_elements) = {
            let object = object.borrow();
            let properties = object.properties();
            let has_elements = properties.index_property_keys().next().is_some();
            (properties.shape.clone(), has_elements)
        };
        if has_elements || !shape.is_shared() || !is_ordinary(object) {
            return None;
        }
        let address = shape.to_addr_usize();
        if let Some(known) = self.plans.get(&address) {
            return known.clone().map(|plan| (plan, address));
        }
        let plan = self.make_plan(&shape).map(Rc::new);
        self.plans.insert(address, plan.clone());
        plan.map(|plan| (plan, address))
    }

    fn make_plan(&self, shape: &Shape) -> Option<Plan> {
        let to_json = PropertyKey::from(js_string!("toJSON"));
        let base = self.context.intrinsics().constructors().object().prototype();
        match shape.prototype() {
            None => {}
            Some(prototype) if JsObject::equals(&prototype, &base) => {
                if base.borrow().properties().get(&to_json).is_some() || base.prototype().is_some() {
                    return None;
                }
            }
            Some(_) => return None,
        }
        let mut members = Vec::new();
        for key in shape.keys() {
            let slot = shape.lookup(&key)?;
            if key == to_json || slot.attributes.is_accessor_descriptor() {
                return None;
            }
            if let PropertyKey::String(name) = &key
                && slot.attributes.contains(SlotAttributes::ENUMERABLE)
            {
                let mut head = Out::default();
                quote(name, &mut head);
                head.latin1(b":");
                members.push(Member {
                    key,
                    head,
                    slot: slot.index as usize,
                });
            }
        }
        Some(Plan {
            _shape: shape.clone(),
            members,
        })
    }
}

pub(super) fn too_deep() -> JsError {
    JsNativeError::range()
        .with_message("Maximum call stack size exceeded")
        .into()
}

pub(super) fn address(object: &JsObject) -> usize {
    std::ptr::from_ref(object.as_ref()).cast::<u8>() as usize
}

/// Whether reading its own members is what it is for any object.
fn is_ordinary(object: &JsObject) -> bool {
    let methods = object.vtable();
    methods.__get__ as usize == ordinary_get as usize
        && methods.__get_own_property__ as usize == ordinary_get_own_property as usize
        && methods.__own_property_keys__ as usize == ordinary_own_property_keys as usize
        && !object.is_callable()
        && !object.is::<f64>()
        && !object.is::<bool>()
        && !object.is::<JsString>()
        && !object.is::<JsBigInt>()
        && !object.is::<RawJson>()
}

pub(super) fn text_of(key: &PropertyKey) -> JsString {
    match key {
        PropertyKey::String(name) => name.clone(),
        PropertyKey::Index(index) => JsString::from(index.get().to_string()),
        PropertyKey::Symbol(_) => js_string!(),
    }
}
