//! `stack`, which each error has of its own, as in V8: an accessor that all objects share, behind
//! which is where the error was made, until a text was worked out or something else was set.

use boa_gc::{Finalize, Trace};

use super::{Error, ErrorKind};
use crate::{
    Context, JsArgs, JsData, JsResult, JsString, JsValue,
    builtins::BuiltInBuilder,
    error::IgnoreEq,
    js_string,
    object::{JsObject, PrivateElement, PrivateName},
    property::{PropertyDescriptor, PropertyKey},
    realm::Realm,
    vm::shadow_stack::{ErrorStack, ShadowEntry},
};

/// Frames that are kept at most, whatever `Error.stackTraceLimit` says.
const FRAMES_MAX: u32 = 200;

/// A call of a program's that was under way when an error was made.
#[derive(Debug, Clone)]
pub struct ErrorFrame {
    /// What the function is called; empty where it has no name.
    pub function: JsString,
    /// The path of its source.
    pub path: String,
    /// From 1.
    pub line: u32,
    /// Characters of the line, from 1.
    pub column: u32,
    /// Whether it was called by `new`.
    pub is_constructor: bool,
}

/// What the accessor `stack` finds.
#[derive(Debug, Clone)]
pub enum ErrorStackState {
    /// What was set, or kept.
    Value(JsValue),
    /// The calls, the innermost first.
    Frames(Vec<ErrorFrame>),
    /// No calls were noted, since `Error.stackTraceLimit` is no number.
    Unknown,
}

/// What is known beyond the error itself, in an object behind a private name.
#[derive(Debug, Default, Trace, Finalize, JsData)]
struct Kept {
    /// Noted by `Error.captureStackTrace`.
    captured: Option<Error>,
    value: Option<JsValue>,
}

/// No class of a program has an identity of 0.
fn kept_name() -> PrivateName {
    PrivateName::new(js_string!("stack"), 0)
}

fn kept(object: &JsObject) -> Option<JsObject> {
    let element = object.private_element_find(&kept_name(), false, false)?;
    let PrivateElement::Field(value) = &element else {
        return None;
    };
    value.as_object()
}

fn kept_or_new(object: &JsObject, context: &mut Context) -> JsObject {
    kept(object).unwrap_or_else(|| {
        let new = JsObject::from_proto_and_data_with_shared_shape(
            context.root_shape(),
            None,
            Kept::default(),
        )
        .upcast();
        let element = PrivateElement::Field(new.clone().into());
        object
            .borrow_mut()
            .append_private_element(kept_name(), element);
        new
    })
}

impl Error {
    /// `Error.stackTraceLimit`, which is looked at without running any code.
    pub(super) fn limit(context: &Context) -> Option<u32> {
        let constructor = context.intrinsics().constructors().error().constructor();
        let key = PropertyKey::from(js_string!("stackTraceLimit"));
        let property = constructor.borrow().properties().get(&key);
        let number = property?.value()?.as_number()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "NaN and what is below 0 are 0"
        )]
        let limit = number as u32;
        Some(limit.min(FRAMES_MAX))
    }

    /// An object with the data of an error, and its `stack`.
    pub(crate) fn object(self, prototype: JsObject, context: &mut Context) -> JsObject {
        let object =
            JsObject::from_proto_and_data_with_shared_shape(context.root_shape(), prototype, self)
                .upcast();
        object.insert_property(js_string!("stack"), Self::accessor(context));
        object
    }

    fn accessor(context: &Context) -> PropertyDescriptor {
        let (get, set) = context.intrinsics().objects().error_stack();
        PropertyDescriptor::builder()
            .get(get)
            .set(set)
            .enumerable(false)
            .configurable(true)
            .build()
    }

    /// `Error.captureStackTrace ( object, function )`: notes the calls that are under way, without
    /// those from the function's on, and makes `stack` the accessor of them.
    ///
    /// # Errors
    ///
    /// Where the object takes no property `stack`.
    pub fn capture(
        object: &JsObject,
        until: Option<&JsObject>,
        context: &mut Context,
    ) -> JsResult<()> {
        object.define_property_or_throw(js_string!("stack"), Self::accessor(context), context)?;
        let error = Self::with_calls_below(until, context);
        let kept = kept_or_new(object, context);
        if let Some(mut kept) = kept.downcast_mut::<Kept>() {
            *kept = Kept {
                captured: Some(error),
                value: None,
            };
        }
        Ok(())
    }

    /// Replaces what `stack` of an object gives.
    pub fn set_stack(object: &JsObject, value: JsValue, context: &mut Context) {
        let kept = kept_or_new(object, context);
        if let Some(mut kept) = kept.downcast_mut::<Kept>() {
            kept.value = Some(value);
        }
    }

    /// What stands behind `stack` of this very object; none where it has never had one.
    #[must_use]
    pub fn stack_of(object: &JsObject) -> Option<ErrorStackState> {
        if let Some(kept) = kept(object)
            && let Some(kept) = kept.downcast_ref::<Kept>()
        {
            if let Some(value) = &kept.value {
                return Some(ErrorStackState::Value(value.clone()));
            }
            if let Some(error) = &kept.captured {
                return Some(error.state());
            }
        }
        Some(object.downcast_ref::<Self>()?.state())
    }

    fn state(&self) -> ErrorStackState {
        let Some(limit) = self.frames_max else {
            return ErrorStackState::Unknown;
        };
        let mut frames = self.calls();
        frames.truncate(limit as usize);
        ErrorStackState::Frames(frames)
    }

    /// The calls that were under way where an object became an error, all that were noted.
    #[must_use]
    pub fn frames_of(object: &JsObject) -> Vec<ErrorFrame> {
        if let Some(error) = object.downcast_ref::<Self>() {
            return error.calls();
        }
        let kept = kept(object);
        let kept = kept.as_ref().and_then(|kept| kept.downcast_ref::<Kept>());
        let captured = kept.as_ref().and_then(|kept| kept.captured.as_ref());
        captured.map_or_else(Vec::new, Self::calls)
    }

    fn calls(&self) -> Vec<ErrorFrame> {
        let ErrorStack::Backtrace(backtrace) = &self.stack.0 else {
            return Vec::new();
        };
        let call = |entry: &ShadowEntry| {
            let ShadowEntry::Bytecode {
                pc,
                source_info,
                is_constructor,
            } = entry
            else {
                return None;
            };
            let position = source_info.map().find(*pc)?;
            Some(ErrorFrame {
                function: source_info.function_name().clone(),
                path: source_info.map().path().to_string(),
                line: position.line_number(),
                column: position.column_number(),
                is_constructor: *is_constructor,
            })
        };
        backtrace.iter().rev().filter_map(call).collect()
    }

    /// How many calls are noted for a limit of what is shown.
    pub(super) fn kept(frames_max: Option<u32>, context: &Context) -> usize {
        let limit = context.runtime_limits().backtrace_limit();
        frames_max.map_or(limit, |max| limit.max(max as usize))
    }

    fn with_calls_below(until: Option<&JsObject>, context: &Context) -> Self {
        let frames_max = Self::limit(context);
        let kept = Self::kept(frames_max, context);
        let vm = &context.vm;
        let backtrace = vm.shadow_stack.calls_below(vm, until, kept);
        Self {
            tag: ErrorKind::Error,
            stack: IgnoreEq(ErrorStack::Backtrace(backtrace)),
            frames_max,
        }
    }
}

/// Makes the functions of the accessor.
pub(super) fn init(realm: &Realm) {
    let (get, set) = realm.intrinsics().objects().error_stack();
    BuiltInBuilder::callable_with_object(realm, get.into(), get_stack)
        .length(0)
        .build();
    BuiltInBuilder::callable_with_object(realm, set.into(), set_stack)
        .length(1)
        .build();
}

/// The object that has something behind `stack`: the error, or one that it is a prototype of.
fn holder(this: &JsValue) -> Option<(JsObject, ErrorStackState)> {
    let mut object = this.as_object()?;
    loop {
        if let Some(state) = Error::stack_of(&object) {
            return Some((object, state));
        }
        // A proxy has no prototype of its own, and is not asked.
        let prototype = object.prototype()?;
        object = prototype;
    }
}

fn get_stack(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some((object, state)) = holder(this) else {
        return Ok(JsValue::undefined());
    };
    let frames = match state {
        ErrorStackState::Value(value) => return Ok(value),
        ErrorStackState::Unknown => return Ok(JsValue::undefined()),
        ErrorStackState::Frames(frames) => frames,
    };
    let hooks = context.host_hooks().clone();
    let value = hooks.error_stack(&object, frames, context)?;
    Error::set_stack(&object, value.clone(), context);
    Ok(value)
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn set_stack(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let Some((object, _)) = holder(this) {
        Error::set_stack(&object, args.get_or_undefined(0).clone(), context);
    }
    Ok(JsValue::undefined())
}
