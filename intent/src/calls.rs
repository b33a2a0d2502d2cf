//! From the values of a call to the parameters of a method.
//!
//! A call that fits its row is bound as it is. One that does not is rewritten by what the tables say
//! of other spellings, and is then checked as any other call: what is still not understood is refused.

mod arguments;
mod keys;
mod operators;
mod sed;
mod values;

use std::mem;

use isolate_protocol::{Method, Param, StateError, Text, Type, TypeDef, Value};

use crate::advice;
use crate::check::{check, fits};
use crate::line::{Fault, options_at};
use crate::params::{Order, order, presets};
use crate::spellings::{self, Given};

/// The arguments of a call, one for each parameter, checked against its type; an optional one
/// that was left out is [`Value::Undefined`].
#[derive(Debug, PartialEq)]
pub struct Arguments(pub Vec<Value>);

/// Binds the values of a call to the parameters of `method`, which was called by its own name or by an
/// alias, and checks each.
///
/// Two forms are declared: positional, and one object whose keys are all parameter names. `null`
/// and `undefined` both leave an optional parameter out. A call that fits neither is read again
/// with the other spellings that the tables know: names of parameters and options, shorthands,
/// surplus arguments of `Array.prototype.map`.
///
/// # Errors
///
/// An argument error that names the method, the parameter, what came and the right form.
pub fn bind(
    method: &'static Method,
    alias: Option<&'static str>,
    values: Vec<Value>,
) -> Result<Arguments, StateError> {
    let is_plain = alias.is_none()
        || presets(method, alias).is_empty() && order(method, alias) == Order::Declared;
    let is_declared = is_plain && are_declared(method, &values);
    let mut bound = match is_declared {
        true => values,
        false => Rewrite::new(method).as_declared(alias, values)?,
    };
    bound.resize_with(method.params.len() + method.more.len(), || Value::Undefined);
    leave_out(method, &mut bound);
    if !is_declared {
        for (index, param) in method.all_params().enumerate() {
            check_bound(method, index, param, &bound)?;
        }
    }
    Ok(Arguments(bound))
}

/// Whether the values are what is declared, one after the other.
fn are_declared(method: &'static Method, values: &[Value]) -> bool {
    if values.len() > method.params.len() + method.more.len() {
        return false;
    }
    let mut all = method.all_params().enumerate();
    all.all(|(index, param)| match values.get(index) {
        None | Some(Value::Undefined) => param.optional,
        Some(Value::Null) if param.optional => true,
        Some(value) => fits(&param.ty, value),
    })
}

/// `null` leaves an optional parameter out.
fn leave_out(method: &'static Method, bound: &mut [Value]) {
    for (param, value) in method.all_params().zip(bound) {
        if param.optional
            && matches!(value, Value::Null)
            && !matches!(param.ty, Type::Json | Type::Data | Type::Kept)
        {
            *value = Value::Undefined;
        }
    }
}

fn check_bound(
    method: &'static Method,
    index: usize,
    param: &Param,
    bound: &[Value],
) -> Result<(), StateError> {
    let value = &bound[index];
    let (at, what) = match value {
        Value::Undefined if param.optional => return Ok(()),
        Value::Undefined => {
            let what = format!("missing required parameter \"{}\"", param.name);
            (param.name.to_owned(), what)
        }
        value => match check(&param.ty, value) {
            Ok(()) => return Ok(()),
            Err(mismatch) => {
                let at = format!("{}{}", param.name, mismatch.at);
                let what = format!("\"{at}\" {}", mismatch.problem);
                (at, what)
            }
        },
    };
    let line = advice::of_argument(&Fault::of(method, bound), index, &at);
    let line = line.map_or_else(String::new, |line| format!("; {line}"));
    let signature = method.signature();
    Err(refusal(
        method,
        &format!("{what} — expected {signature}{line}"),
    ))
}

fn refusal(method: &Method, text: &str) -> StateError {
    StateError::argument(format!("state.{}: {text}", method.name))
}

/// The members of an object.
type Members = Vec<(Text, Value)>;

/// A call of a method that is being rewritten.
struct Rewrite {
    method: &'static Method,
    /// All parameters of the method, those that are not declared last.
    params: Vec<&'static Param>,
}

impl Rewrite {
    fn new(method: &'static Method) -> Self {
        let params = method.all_params().collect();
        Self { method, params }
    }

    /// Rewrites the values of a call: one for each parameter, those that are not declared included.
    fn as_declared(
        &self,
        alias: Option<&'static str>,
        mut values: Vec<Value>,
    ) -> Result<Vec<Value>, StateError> {
        self.path_into_items(&mut values);
        let mut values = self.without_surplus(values)?;
        match alias.filter(|_| order(self.method, alias) == Order::FilesFirstOrLast) {
            None => {
                self.refuse_flags(&values)?;
                self.refuse_member(&values, alias.is_some())?;
            }
            Some(name) => self.files_first(name, &mut values)?,
        }
        let mut bound = match self.object_form(values)? {
            Ok(bound) => bound,
            Err(mut values) => {
                let rest = self.spread(&mut values);
                values.resize_with(self.params.len(), || Value::Undefined);
                self.put_members(&mut values, rest)?;
                values
            }
        };
        self.refuse_known(&bound)?;
        for (index, param) in self.params.iter().enumerate() {
            let value = mem::replace(&mut bound[index], Value::Undefined);
            bound[index] = self.declared(&param.ty, value, param.name)?;
        }
        for (option, given) in presets(self.method, alias) {
            self.preset(&mut bound, option, *given);
        }
        Ok(bound)
    }

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
            let value = bound[index].member(name);
            value.is_some_and(|value| *value != Value::Undefined)
        };
        if says(option)
            || (option == "only" && bound[index].member("recursive") == Some(&Value::Boolean(true)))
        {
            return;
        }
        if let Value::Object(members) = &mut bound[index] {
            members.push((option.into(), given.value()));
        }
    }

    /// Refuses an option whose intention is known and that nothing here does.
    fn refuse_known(&self, bound: &[Value]) -> Result<(), StateError> {
        let Some((index, def)) = self.options_at() else {
            return Ok(());
        };
        let Some(Value::Object(members)) = bound.get(index) else {
            return Ok(());
        };
        for (key, value) in members {
            let key = key.text.as_str();
            let is_meant = matches!(value, Value::Undefined)
                || spellings::says(def, key, value).is_some()
                || spellings::is_known(def, key);
            let Some(line) = spellings::refusal(def, key).filter(|_| !is_meant) else {
                continue;
            };
            let call = Fault {
                key,
                it: value,
                ..Fault::of(self.method, bound)
            };
            let line = call.line(line);
            let text = format!(
                "\"options.{key}\" is no option; {line} — expected {}",
                self.method.signature()
            );
            return Err(self.refusal(&text));
        }
        Ok(())
    }

    fn refusal(&self, text: &str) -> StateError {
        refusal(self.method, text)
    }

    fn options_def(&self) -> Option<&'static TypeDef> {
        self.options_at().map(|(_, def)| def)
    }

    fn options_at(&self) -> Option<(usize, &'static TypeDef)> {
        options_at(self.method)
    }

    fn twice(&self, what: &str, one: &str, other: &str) -> StateError {
        self.refusal(&format!(
            "\"{what}\" is given twice, as \"{one}\" and as \"{other}\", and they differ — expected {}",
            self.method.signature()
        ))
    }
}

#[cfg(test)]
mod tests;
