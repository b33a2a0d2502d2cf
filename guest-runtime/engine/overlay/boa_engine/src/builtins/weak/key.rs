//! What can be held weakly: objects, and symbols that no text leads to.
//!
//! A symbol is counted and never collected, so an object stands in for it, the same one for as
//! long as the run lasts.

use boa_gc::{Finalize, Trace};
use rustc_hash::FxHashMap;

use crate::{Context, JsData, JsObject, JsSymbol, JsValue, builtins::symbol::is_registered};

/// Stands in for a symbol.
#[derive(Debug, Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
struct StandIn(JsSymbol);

/// The objects that stand in for symbols.
#[derive(Debug, Default)]
pub(crate) struct StandIns {
    of_symbols: FxHashMap<JsSymbol, JsObject>,
}

/// `CanBeHeldWeakly ( v )`: the object that is held for a value, where there is one.
pub(crate) fn weak_key(value: &JsValue, context: &mut Context) -> Option<JsObject> {
    if let Some(object) = value.as_object() {
        return Some(object);
    }
    let symbol = value.as_symbol()?;
    if is_registered(&symbol) {
        return None;
    }
    let known = &mut context.vm.stand_ins.of_symbols;
    let stand_in = known
        .entry(symbol)
        .or_insert_with_key(|symbol| JsObject::from_proto_and_data(None, StandIn(symbol.clone())));
    Some(stand_in.clone())
}

/// The value that such an object is held for.
pub(crate) fn weak_value(object: JsObject) -> JsValue {
    let symbol = object
        .downcast_ref::<StandIn>()
        .map(|stand_in| stand_in.0.clone());
    symbol.map_or_else(|| object.into(), JsValue::from)
}
