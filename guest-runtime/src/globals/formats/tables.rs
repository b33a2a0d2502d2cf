//! `state.rows`: the rows of a table that is larger than memory. The file is read in pieces, by the
//! calls that a program makes itself.

use std::cell::RefCell;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::{
    Context, JsArgs, JsData, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue,
    NativeFunction, js_string,
};
use boa_gc::{Finalize, Trace};
use isolate_protocol::ErrorCode;

use super::rows::RowReader;
use crate::script::{Packed, script};
use crate::shared::Shared;
use crate::state::{member, name_fault};

const NAME: &str = "rows";

const SCRIPT: Packed = script!("globals/formats/tables.js");

/// A table that is being read.
#[derive(Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
struct Cursor {
    // A function among the options keeps itself alive.
    reader: RefCell<RowReader>,
}

/// Prepares the function, which `state` gives by its name.
pub(crate) fn install_rows(context: &mut Context) -> JsResult<()> {
    let made = SCRIPT.run(context)?;
    let Some(made) = made.as_function() else {
        return Ok(());
    };
    let helpers = JsObject::with_null_proto();
    let functions: [(&str, NativeFunction); 3] = [
        ("reader", NativeFunction::from_fn_ptr(reader)),
        ("read", NativeFunction::from_fn_ptr(read)),
        ("changed", NativeFunction::from_fn_ptr(changed)),
    ];
    for (name, function) in functions {
        let function = FunctionObjectBuilder::new(context.realm(), function).build();
        helpers.create_data_property_or_throw(JsString::from(name), function, context)?;
    }
    let state = context.global_object().get(js_string!("state"), context)?;
    let args = [state, helpers.into()];
    let rows = made.call(&JsValue::undefined(), &args, context)?;
    Shared::of(context).rows.replace(rows.as_function());
    Ok(())
}

/// `reader(path, options)`: what will read the pieces.
fn reader(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(path) = args.get_or_undefined(0).as_string() else {
        return Err(JsNativeError::typ()
            .with_message("state.rows: the path must be a string")
            .into());
    };
    let path = path.to_std_string_lossy();
    let reader = RowReader::new(&path, args.get_or_undefined(1), context)?;
    let cursor = Cursor {
        reader: RefCell::new(reader),
    };
    Ok(JsObject::from_proto_and_data(None, cursor).upcast().into())
}

/// `read(reader, bytes, isLast)`: the rows that are complete.
fn read(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = args.get_or_undefined(0).as_object().ok_or_else(not_one)?;
    let cursor = object.downcast_ref::<Cursor>().ok_or_else(not_one)?;
    let is_last = args.get_or_undefined(2).to_boolean();
    let mut reader = cursor.reader.try_borrow_mut().map_err(|_| not_one())?;
    reader.read(args.get_or_undefined(1), is_last, context)
}

fn not_one() -> JsError {
    JsNativeError::typ()
        .with_message("state.rows: the table is being read")
        .into()
}

/// `changed(path)`: the error of a file that has changed between two pieces.
fn changed(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let path = args.get_or_undefined(0).to_string(context)?;
    let message = format!(
        "ESTALE: {} has changed while its rows were read: read them all before you write the file, or write another one",
        path.to_std_string_lossy()
    );
    let constructor = context.intrinsics().constructors().error().constructor();
    let made = constructor.construct(&[JsString::from(message).into()], None, context)?;
    name_fault(&made, ErrorCode::Stale.as_str().into(), NAME);
    made.insert_property(js_string!("path"), member(path.into(), true));
    Ok(made.into())
}
