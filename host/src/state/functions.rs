//! Calls of the embedder's functions.

use std::sync::Arc;

use isolate_protocol::wire::message::{Level, reply};
use isolate_protocol::wire::{Decoder, Encoder};
use isolate_protocol::{STATE_APPROVE, Value};

use super::HostState;
use crate::functions::{
    ARGUMENT_BYTES_MAX, Called, Function, FunctionError, Functions, PENDING_MAX, ParkedCall,
    Resolved, fault_of,
};
use crate::pending::Awaits;
use crate::stop::Stop;

/// Results of a search for functions, at most.
const FOUND_MAX: usize = 20;

impl HostState {
    /// Begins a call of a function, or answers one about the functions themselves.
    pub(super) fn function(
        &mut self,
        name: &str,
        value: Value,
        request: &[u8],
        weight: usize,
        out: &mut Encoder,
    ) -> Result<(), Stop> {
        self.meter.call()?;
        let functions = &self.functions;
        let answers = &mut self.answers;
        let answered = match name {
            "functions.search" => answers.reply(request, || search(functions, &value))?,
            "functions.describe" => answers.reply(request, || describe(functions, &value))?,
            _ => match self.begin(name, value, request, weight)? {
                Ok(id) => {
                    out.u8(reply::PENDING);
                    out.u32(id);
                    return Ok(());
                }
                Err(error) => Err(fault_of(error)),
            },
        };
        match answered {
            Ok(value) => {
                out.u8(reply::VALUE);
                out.value(&value);
            }
            Err(fault) => {
                out.u8(reply::FAULT);
                fault.encode(out);
            }
        }
        Ok(())
    }

    /// Begins a call of a function, and returns its number; or the error that the program catches.
    fn begin(
        &mut self,
        name: &str,
        value: Value,
        request: &[u8],
        weight: usize,
    ) -> Result<Result<u32, FunctionError>, Stop> {
        let Some(function) = self.functions.find(name).cloned() else {
            let text = format!("{name} is not a function");
            return Ok(Err(FunctionError::argument(text)));
        };
        if self.is_within {
            let text = format!("{name} cannot be called in a program that a command runs");
            return Ok(Err(FunctionError::new(text).with_code("EPERM")));
        }
        if self.has_ended {
            let text = format!("the program has ended, and {name} was not called");
            return Ok(Err(FunctionError::new(text).with_code("ECANCELED")));
        }
        if name == STATE_APPROVE && says_nothing(&value) {
            let text = "state.approve takes what is to be approved, in words that a person understands: await state.approve(\"Delete 3 files?\")";
            return Ok(Err(FunctionError::argument(text)));
        }
        if self.waiting.len() >= PENDING_MAX {
            let text = format!(
                "{name} was not called: {PENDING_MAX} calls of functions are under way already; await some before you make more, such as in batches of 100"
            );
            return Ok(Err(FunctionError::new(text).with_code("EAGAIN")));
        }
        self.next_id += 1;
        let id = self.next_id;
        let (allowance, records) = (&self.allowance, &self.records);
        let may_be_put_away = allowance.suspend_after.is_some()
            && function.may_go_on_alone()
            && !self.answers.is_withheld();
        let called = Called {
            function: &function,
            value,
            id,
            bytes: weight as u64,
            passed: may_be_put_away.then(|| passed(request)).flatten(),
        };
        let mut pending = self.functions.call(called, allowance, records);
        if function.is_unrecorded {
            self.answers.withhold();
        }
        if let Some(name) = self.answers.called(id, &pending.name, request)? {
            pending.name = name;
        }
        self.waiting_bytes += pending.bytes;
        self.waiting.push(pending);
        Ok(Ok(id))
    }

    /// The number of the call that would begin next.
    pub(crate) const fn next_call(&self) -> u32 {
        self.next_id.saturating_add(1)
    }

    /// The full names of the functions that the program may call.
    pub(crate) fn function_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for namespace in self.functions.names() {
            let functions = namespace.functions.iter();
            names.extend(functions.map(|name| format!("{}.{name}", namespace.name)));
        }
        names
    }

    /// Puts a call back that waited when the run was put away, with what became of it meanwhile.
    pub(crate) fn take_up(
        &mut self,
        function: &Arc<Function>,
        call: ParkedCall,
        resolved: Option<Resolved>,
        is_expired: bool,
    ) {
        let name = call.name.clone();
        let is_resolved = resolved.is_some();
        let what = match call.awaits {
            Awaits::Approval | Awaits::Review => "approved",
            Awaits::Answer | Awaits::Function => "answered",
        };
        let (allowance, records) = (&self.allowance, &self.records);
        let mut pending = (self.functions).take_up(function, call, resolved, allowance, records);
        if is_expired && !is_resolved {
            let text = format!("{name} was not {what} in the time that the run may wait");
            pending.refuse_parked(FunctionError::new(text).with_code("ETIMEDOUT"));
        }
        self.waiting.push(pending);
    }

    /// Logs a note: each text once, and a few at most.
    pub(crate) fn note(&mut self, text: &str) {
        const NOTES_MAX: usize = 5;
        let text = format!("note: {text}");
        if self.notes.len() < NOTES_MAX && !self.notes.contains(&text) {
            self.log.add(Level::Warn, text.clone());
            self.notes.push(text);
        }
    }
}

/// The argument of a request as it is encoded, unless it is too large to be kept.
fn passed(request: &[u8]) -> Option<Box<[u8]>> {
    let mut decoder = Decoder::new(request);
    decoder.u8().and_then(|_| decoder.string()).ok()?;
    let argument = decoder.rest();
    (argument.len() <= ARGUMENT_BYTES_MAX).then(|| argument.into())
}

/// Whether a person who is asked would see nothing.
fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Undefined | Value::Null => true,
        Value::String(text) => text.text.trim().is_empty(),
        _ => false,
    }
}

fn search(functions: &Functions, value: &Value) -> Result<Value, FunctionError> {
    let words = text_of(value, &["words", "query"]).ok_or_else(|| {
        FunctionError::argument(
            "functions.search takes words, such as functions.search(\"open an issue\")",
        )
    })?;
    let found = functions.search(&words, FOUND_MAX);
    let rows = found.into_iter().map(|(name, description, declaration)| {
        let member = |key: &str, text: String| (key.into(), Value::String(text.as_str().into()));
        Value::Object(vec![
            member("name", name),
            member("description", description),
            member("declaration", declaration),
        ])
    });
    Ok(Value::Array(rows.collect()))
}

fn describe(functions: &Functions, value: &Value) -> Result<Value, FunctionError> {
    let name = text_of(value, &["name", "function"]).ok_or_else(|| {
            FunctionError::argument(
                "functions.describe takes the name of a function, such as functions.describe(\"github.createIssue\")",
            )
        })?;
    match functions.declaration_of(&name) {
        Some(text) => Ok(Value::String(text.as_str().into())),
        None => {
            let near = functions.nearest(&name);
            let meant = near.map_or_else(String::new, |near| format!("; {near} may be meant"));
            Err(FunctionError::argument(format!(
                "there is no function {name:?}{meant}"
            )))
        }
    }
}

/// A text, given itself or as a member of an object.
fn text_of(value: &Value, members: &[&str]) -> Option<String> {
    match value {
        Value::String(text) => Some(text.text.clone()),
        Value::Object(entries) => entries
            .iter()
            .find(|(key, _)| members.contains(&key.text.as_str()))
            .and_then(|(_, value)| text_of(value, &[])),
        _ => None,
    }
}
