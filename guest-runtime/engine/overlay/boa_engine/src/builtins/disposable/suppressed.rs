//! The global `SuppressedError` object.
//!
//! More information:
//!  - [ECMAScript reference][spec]
//!
//! [spec]: https://tc39.es/ecma262/#sec-suppressederror-objects

use crate::builtins::error::{Error, ErrorKind};
use crate::builtins::{BuiltInBuilder, BuiltInConstructor, BuiltInObject, IntrinsicObject};
use crate::context::intrinsics::{Intrinsics, StandardConstructor, StandardConstructors};
use crate::object::{JsObject, internal_methods::get_prototype_from_constructor};
use crate::property::Attribute;
use crate::realm::Realm;
use crate::string::StaticJsStrings;
use crate::vm::shadow_stack::ErrorStack;
use crate::{Context, JsArgs, JsResult, JsString, JsValue, js_string};

/// An error that was thrown while another one was.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SuppressedError;

impl IntrinsicObject for SuppressedError {
    fn init(realm: &Realm) {
        let attribute = Attribute::WRITABLE | Attribute::NON_ENUMERABLE | Attribute::CONFIGURABLE;
        let error = realm.intrinsics().constructors().error();
        BuiltInBuilder::from_standard_constructor::<Self>(realm)
            .prototype(error.constructor())
            .inherits(Some(error.prototype()))
            .property(js_string!("name"), Self::NAME, attribute)
            .property(js_string!("message"), js_string!(), attribute)
            .build();
    }

    fn get(intrinsics: &Intrinsics) -> JsObject {
        Self::STANDARD_CONSTRUCTOR(intrinsics.constructors()).constructor()
    }
}

impl BuiltInObject for SuppressedError {
    const NAME: JsString = StaticJsStrings::SUPPRESSED_ERROR;
}

impl BuiltInConstructor for SuppressedError {
    const CONSTRUCTOR_ARGUMENTS: usize = 3;
    const PROTOTYPE_STORAGE_SLOTS: usize = 2;
    const CONSTRUCTOR_STORAGE_SLOTS: usize = 0;

    const STANDARD_CONSTRUCTOR: fn(&StandardConstructors) -> &StandardConstructor =
        StandardConstructors::suppressed_error;

    /// `SuppressedError ( error, suppressed, message )`
    ///
    /// More information:
    ///  - [ECMAScript reference][spec]
    ///
    /// [spec]: https://tc39.es/ecma262/#sec-suppressederror
    fn constructor(
        new_target: &JsValue,
        args: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let new_target = if new_target.is_undefined() {
            let intrinsics = context.intrinsics();
            context
                .active_function_object()
                .unwrap_or_else(|| Self::get(intrinsics))
                .into()
        } else {
            new_target.clone()
        };
        let prototype = get_prototype_from_constructor(
            &new_target,
            StandardConstructors::suppressed_error,
            context,
        )?;
        let error =
            Error::with_caller_position(ErrorKind::Error, context).object(prototype, context);
        let message = args.get_or_undefined(2);
        if !message.is_undefined() {
            let message = message.to_string(context)?;
            error.create_non_enumerable_data_property_or_throw(
                js_string!("message"),
                message,
                context,
            );
        }
        define(
            &error,
            args.get_or_undefined(0),
            args.get_or_undefined(1),
            context,
        );
        Ok(error.into())
    }
}

impl SuppressedError {
    /// What is thrown where disposing throws an error while another one is thrown already.
    pub(super) fn of(error: JsValue, suppressed: JsValue, context: &mut Context) -> JsObject {
        let prototype = context
            .intrinsics()
            .constructors()
            .suppressed_error()
            .prototype();
        let limit = context.runtime_limits().backtrace_limit();
        let calls = context.vm.shadow_stack.take(&context.vm.frames, limit);
        let object = Error::with_stack(ErrorKind::Error, ErrorStack::Backtrace(calls), context)
            .object(prototype, context);
        object.create_non_enumerable_data_property_or_throw(
            js_string!("message"),
            js_string!("An error was suppressed during disposal"),
            context,
        );
        define(&object, &error, &suppressed, context);
        object
    }
}

fn define(object: &JsObject, error: &JsValue, suppressed: &JsValue, context: &mut Context) {
    for (name, value) in [
        (js_string!("error"), error),
        (js_string!("suppressed"), suppressed),
    ] {
        object.create_non_enumerable_data_property_or_throw(name, value.clone(), context);
    }
}
