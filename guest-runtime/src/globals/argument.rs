//! Errors of arguments, in the words of Node.

use boa_engine::error::bound;
use boa_engine::value::JsVariant;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};

use super::add;
use crate::inspect::{self, Options};
use crate::peek;

/// Units of a text that are shown of one that is longer.
const TEXT_SHOWN: usize = 25;

/// Units of a text that is shown whole.
const TEXT_WHOLE: usize = 28;

/// Adds `bounded(message)` to the helpers of the preludes.
pub(super) fn install(helpers: &JsObject, context: &Context) {
    add(helpers, "bounded", 1, bounded, context);
}

/// `bounded(message)`: the message, cut in its middle where it is longer than messages may be. Scripts of
/// the program have theirs as they are, and so have parts of `node` that are loaded late.
fn bounded(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let message = args.get_or_undefined(0).to_string(context)?;
    let short = bound::bounded(&message.to_std_string_lossy());
    Ok(short.map_or(message, JsString::from).into())
}

/// `ERR_INVALID_ARG_TYPE` for a value that is not of the type.
pub(super) fn wrong_type(
    name: &str,
    expected: &str,
    given: &JsValue,
    context: &mut Context,
) -> JsError {
    let received = received(given, context);
    let message =
        format!("The \"{name}\" argument must be of type {expected}. Received {received}");
    let error = JsNativeError::typ().with_message(message);
    coded(error, "ERR_INVALID_ARG_TYPE", context)
}

/// `ERR_OUT_OF_RANGE` for a number that is no whole one.
pub(super) fn no_integer(name: &str, given: f64, context: &mut Context) -> JsError {
    let shown = inspect::number(given);
    let message =
        format!("The value of \"{name}\" is out of range. It must be an integer. Received {shown}");
    let error = JsNativeError::range().with_message(message);
    coded(error, "ERR_OUT_OF_RANGE", context)
}

fn coded(error: JsNativeError, code: &str, context: &mut Context) -> JsError {
    let made = error.into_opaque(context);
    // The error is new, and takes any member.
    let _: JsResult<bool> =
        made.create_data_property(js_string!("code"), JsString::from(code), context);
    JsError::from_opaque(made.into())
}

/// What a value is, in an error that wanted another.
fn received(value: &JsValue, context: &mut Context) -> String {
    match value.variant() {
        JsVariant::Undefined => "undefined".to_owned(),
        JsVariant::Null => "null".to_owned(),
        JsVariant::Boolean(_) => format!("type boolean ({})", inspect::inspect(value, context)),
        JsVariant::Integer32(_) | JsVariant::Float64(_) => {
            format!("type number ({})", inspect::inspect(value, context))
        }
        JsVariant::BigInt(_) => format!("type bigint ({})", inspect::inspect(value, context)),
        JsVariant::Symbol(_) => format!("type symbol ({})", inspect::inspect(value, context)),
        JsVariant::String(text) => {
            let text = if text.len() > TEXT_WHOLE {
                let head = text.slice(0, TEXT_SHOWN).to_std_string_lossy();
                format!("{head}...")
            } else {
                text.to_std_string_lossy()
            };
            let shown = JsValue::from(JsString::from(text));
            format!("type string ({})", inspect::inspect(&shown, context))
        }
        JsVariant::Object(object) if object.is_callable() => {
            let name = peek::text(&object, "name").unwrap_or_default();
            format!("function {}", name.to_std_string_lossy())
        }
        JsVariant::Object(object) => {
            let constructor = peek::data(&object, &js_string!("constructor").into());
            let name = constructor.and_then(|class| peek::text(&class.as_object()?, "name"));
            match name {
                Some(name) => format!("an instance of {}", name.to_std_string_lossy()),
                None => {
                    let options = Options {
                        depth: -1,
                        ..Options::default()
                    };
                    inspect::inspect_with(value, options, context)
                }
            }
        }
    }
}
