//! What calls for runs within a run have in common.

use isolate_protocol::StateError;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{encode_error, reply};
use wasmtime::{Caller, Val};

use super::Host;

/// Takes the fuel back that the guest was given and has not used: the run within it may use it.
pub(super) fn give_fuel_back(caller: &mut Caller<'_, Host>) -> wasmtime::Result<()> {
    let Some(exports) = caller.data().exports.clone() else {
        return Ok(());
    };
    let balance = exports.fuel.get(&mut *caller).i64().unwrap_or(0);
    exports.fuel.set(&mut *caller, Val::I64(0))?;
    caller.data_mut().fuel.give_back(balance);
    Ok(())
}

/// The reply of a call that fails.
pub(super) fn refusal(error: &StateError) -> Vec<u8> {
    let mut out = Encoder::new();
    out.u8(reply::ERROR);
    encode_error(error, &mut out);
    out.into_bytes()
}
