//! `JSON.stringify`: one pass over the value, without recursion.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::RawJson;
use super::text::{Out, quote};
use crate::builtins::Array;
use crate::object::JsObject;
use crate::object::shape::Shape;
use crate::object::shape::slot::SlotAttributes;
use crate::property::{PropertyKey, PropertyNameKind};
use crate::{Context, JsBigInt, JsError, JsNativeError, JsResult, JsString, JsValue, js_string};

/// Open objects that are compared one by one before a set is used.
pub(super) const COMPARED: usize = 16;

/// Levels that are written, where a replacer could go on making new ones for ever.
pub(super) const DEPTH_MAX: usize = 20_000;

/// A member of all objects of one shape.
pub(super) struct Member {
    key: PropertyKey,
    /// The name as it is written: behind a comma, with quotes and colon.
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
    has_gap: bool,
    replacer: Option<JsObject>,
    names: Option<Vec<JsString>>,
    pub(super) open: Vec<Open>,
    pub(super) deep: FxHashSet<usize>,
    /// By address of the shape; empty again once the program's code may have run.
    plans: FxHashMap<usize, Option<Rc<Plan>>>,
    /// Whether arrays that have nothing of their own are known to have no `toJSON`; forgotten as
    /// often as the plans are.
    arrays_are_plain: bool,
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
        has_gap: !gap.is_empty(),
        gap,
        replacer,
        names,
        open: Vec::new(),
        deep: FxHashSet::default(),
        plans: FxHashMap::default(),
        arrays_are_plain: false,
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
                let dense = object.peek().properties().get_dense_property(next as u32);
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
                let properties = object.peek().properties();
                let stored = (properties.shape.to_addr_usize() == address)
                    .then(|| properties.storage[member.slot].clone());
                let value = match stored {
                    Some(value) => value,
                    None => self.get(&object, &member.key)?,
                };
                self.value(Some(&object), &member.key, value, Some(&member.head))?;
            }
            Members::Names(names) if next < names.len() => {
                let (object, name) = (open.object.clone(), names[next].clone());
                let head = head_of(&name);
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
        self.out.byte(if is_array { b']' } else { b'}' });
    }

    /// The start of a line, where there is a gap.
    #[inline(always)]
    fn line(&mut self) {
        if self.has_gap {
            self.begin_line();
        }
    }

    #[inline(never)]
    fn begin_line(&mut self) {
        self.out.latin1(b"\n");
        for _ in 0..self.open.len() {
            self.out.text(self.gap.as_str());
        }
    }

    /// What stands before a member.
    fn separator(&mut self) {
        if let Some(open) = self.open.last_mut()
            && !std::mem::replace(&mut open.is_empty, false)
        {
            self.out.byte(b',');
        }
        self.line();
    }

    fn head(&mut self, head: Option<&Out>) {
        let Some(head) = head else {
            return;
        };
        if self.has_gap {
            self.separator();
            self.out.append(head, 1);
            self.out.byte(b' ');
        } else if let Some(open) = self.open.last_mut() {
            // The first member has no comma before it.
            let is_first = std::mem::replace(&mut open.is_empty, false);
            self.out.append(head, usize::from(is_first));
        }
    }

    fn get(&mut self, object: &JsObject, key: &PropertyKey) -> JsResult<JsValue> {
        self.forget();
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
        if let Some(object) = value.peek_object() {
            plan = self.plan(&object);
            if plan.is_none() && !self.is_known_array(&object) {
                value = self.replaced_by_own(value, key)?;
            }
        } else if value.is_bigint() {
            value = self.replaced_by_own(value, key)?;
        }
        if let (Some(replacer), Some(holder)) = (self.replacer.clone(), holder) {
            self.forget();
            plan = None;
            let args = [text_of(key).into(), value];
            value = replacer.call(&holder.clone().into(), &args, self.context)?;
        }
        if let Some(object) = value.peek_object() {
            let object = JsObject::clone(&object);
            return match plan {
                Some(plan) => self.open(object, key, head, Some(plan)),
                None => self.object(object, key, head),
            };
        }
        if value.is_undefined() || value.is_symbol() {
            return Ok(false);
        }
        self.head(head);
        self.primitive(&value)?;
        Ok(true)
    }

    fn primitive(&mut self, value: &JsValue) -> JsResult<()> {
        if let Some(text) = value.peek_string() {
            quote(&text, &mut self.out);
        } else if let Some(number) = value.integer() {
            self.out.integer(number);
        } else if let Some(truth) = value.as_boolean() {
            self.out.latin1(if truth { b"true" } else { b"false" });
        } else if let Some(number) = value.as_number()
            && number.is_finite()
        {
            let mut buffer = ryu_js::Buffer::new();
            self.out.latin1(buffer.format(number).as_bytes());
        } else if value.is_bigint() {
            return Err(JsNativeError::typ()
                .with_message("Do not know how to serialize a BigInt")
                .into());
        } else {
            // What is no finite number, too.
            self.out.latin1(b"null");
        }
        Ok(())
    }

    /// Forgets what the program's code, which may run now, may change.
    fn forget(&mut self) {
        self.plans.clear();
        self.arrays_are_plain = false;
    }

    /// Whether an array has nothing of its own, and all of those have no `toJSON`.
    fn is_known_array(&self, object: &JsObject) -> bool {
        self.arrays_are_plain && self.is_bare_array(object)
    }

    fn have_arrays_no_to_json(&self) -> bool {
        let to_json = PropertyKey::from(js_string!("toJSON"));
        let constructors = self.context.intrinsics().constructors();
        let arrays = constructors.array().prototype();
        let objects = constructors.object().prototype();
        let next = arrays.prototype();
        next.is_some_and(|next| JsObject::equals(&next, &objects))
            && objects.prototype().is_none()
            && [arrays, objects]
                .iter()
                .all(|object| !object.peek().properties().contains_key(&to_json))
    }

    fn is_bare_array(&self, object: &JsObject) -> bool {
        let bare = self.context.intrinsics().templates().array().shape();
        let shape = &object.peek().properties().shape;
        object.is::<Array>() && shape.to_addr_usize() == bare.to_addr_usize()
    }

    fn replaced_by_own(&mut self, value: JsValue, key: &PropertyKey) -> JsResult<JsValue> {
        let object = value.as_object();
        // Nothing can stand in the way of finding none on a plain array.
        let to_json = value.get_v(js_string!("toJSON"), self.context)?;
        let Some(to_json) = to_json.as_callable() else {
            if let Some(object) = object {
                if !object.is::<Array>() {
                    self.forget();
                } else if self.is_bare_array(&object) {
                    self.arrays_are_plain = self.have_arrays_no_to_json();
                }
            }
            return Ok(value);
        };
        self.forget();
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
            self.forget();
            Some(value.to_number(self.context)?.into())
        } else if object.is::<JsString>() {
            self.forget();
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
                self.forget();
            }
            let length = object.length_of_array_like(self.context)?;
            Members::Elements { length }
        } else if let Some(names) = &self.names {
            Members::Names(names.clone())
        } else {
            self.forget();
            let names =
                object.enumerable_own_property_names(PropertyNameKind::Key, self.context)?;
            Members::Names(names.iter().filter_map(JsValue::as_string).collect())
        };
        self.head(head);
        let is_array = matches!(members, Members::Elements { .. });
        self.out.byte(if is_array { b'[' } else { b'{' });
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
        let properties = object.peek().properties();
        let shape = &properties.shape;
        if !shape.is_shared()
            || !is_ordinary(object)
            || properties.index_property_keys().next().is_some()
        {
            return None;
        }
        let address = shape.to_addr_usize();
        if let Some(known) = self.plans.get(&address) {
            return known.clone().map(|plan| (plan, address));
        }
        let plan = self.make_plan(shape).map(Rc::new);
        self.plans.insert(address, plan.clone());
        plan.map(|plan| (plan, address))
    }

    fn make_plan(&self, shape: &Shape) -> Option<Plan> {
        let to_json = PropertyKey::from(js_string!("toJSON"));
        let base = self
            .context
            .intrinsics()
            .constructors()
            .object()
            .prototype();
        match shape.prototype() {
            None => {}
            Some(prototype)
                if JsObject::equals(&prototype, &base)
                    && base.borrow().properties().get(&to_json).is_none()
                    && base.prototype().is_none() => {}
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
                let head = head_of(name);
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

/// The name of a member as it is written behind another.
fn head_of(name: &JsString) -> Out {
    let mut head = Out::default();
    head.byte(b',');
    quote(name, &mut head);
    head.byte(b':');
    head
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
    methods.has_ordinary_get()
        && methods.has_ordinary_get_own()
        && methods.has_ordinary_own_keys()
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
