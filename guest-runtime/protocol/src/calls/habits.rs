//! Calls in other spellings, as they are declared.
//!
//! A call that fits its row as it is never comes here. One that does not is rewritten by what
//! the table says of other spellings, and is then checked as any other call: what is still not
//! understood is refused.

mod arguments;
mod keys;
mod operators;
mod places;
mod repairs;
mod rewrite;
mod sed;
mod spellings;
mod values;
mod written;

use std::mem;

use crate::error::StateError;
use crate::table::{Alias, Method, Order};
use crate::types::Given;
use crate::value::Value;
use rewrite::Rewrite;
use spellings::value_of;
pub use written::source;

/// Rewrites the values of a call: one for each parameter, those that are not told included.
pub(super) fn as_declared(
    method: &'static Method,
    alias: Option<&'static Alias>,
    values: Vec<Value>,
) -> Result<Vec<Value>, StateError> {
    let call = Rewrite {
        method,
        params: method.all_params().collect(),
    };
    let mut values = values;
    call.path_into_items(&mut values);
    let mut values = call.without_surplus(values)?;
    if alias.is_none_or(|alias| alias.order != Order::FilesFirstOrLast) {
        call.refuse_flags(&values)?;
    }
    call.refuse_member(&values, alias.is_some())?;
    if alias.is_some_and(|alias| alias.order == Order::FilesFirstOrLast) {
        call.files_first(alias.map_or("", |alias| alias.name), &mut values)?;
    }
    let mut bound = match call.object_form(values)? {
        Ok(bound) => bound,
        Err(mut values) => {
            let rest = call.spread(&mut values)?;
            values.resize_with(call.params.len(), || Value::Undefined);
            call.put_members(&mut values, rest)?;
            values
        }
    };
    call.refuse_known(&bound)?;
    for (index, param) in call.params.iter().enumerate() {
        let value = mem::replace(&mut bound[index], Value::Undefined);
        bound[index] = call.meant(&param.ty, value, param.name)?;
    }
    for (option, given) in alias.map_or(&[][..], |alias| alias.presets) {
        call.preset(&mut bound, option, *given);
    }
    Ok(bound)
}

impl Rewrite {
    /// Sets an option that the method's name stands for.
    fn preset(&self, bound: &mut [Value], option: &str, given: Given) {
        let Some((index, _)) = self.options_at() else {
            return;
        };
        if !matches!(bound[index], Value::Object(_)) {
            bound[index] = Value::Object(Vec::new());
        }
        // What the call says counts; and a name for files alone says nothing of a whole tree.
        let says = |name: &str| {
            bound[index]
                .member(name)
                .is_some_and(|value| *value != Value::Undefined)
        };
        if says(option)
            || (option == "only" && bound[index].member("recursive") == Some(&Value::Boolean(true)))
        {
            return;
        }
        if let Value::Object(members) = &mut bound[index] {
            members.push((option.into(), value_of(given)));
        }
    }
}

#[cfg(test)]
mod tests;
