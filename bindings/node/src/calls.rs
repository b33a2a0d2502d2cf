//! Calls from programs to functions of Node, on the thread of the event loop that has them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use isolate_host::{FunctionError, Scope, Value};
use napi::Status;
use napi::bindgen_prelude::{Buffer, FnArgs, Function};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi_derive::napi;
use serde_json::Value as Json;
use tokio::sync::oneshot;

use crate::work::{decoded, encoded};

/// The number of the call, its argument, and the number of the context of its run; 0 for none.
pub(crate) type CallArguments = (u32, Buffer, u32);

/// A function that is called with these. It does not keep the process.
pub(crate) type Called =
    ThreadsafeFunction<CallArguments, (), FnArgs<CallArguments>, Status, false, true>;

/// The number of the context that a run was started in.
#[derive(Clone, Copy)]
pub(crate) struct RunContext(pub(crate) u32);

/// A function that is told a number. It does not keep the process.
pub(crate) type Told = ThreadsafeFunction<u32, (), FnArgs<(u32,)>, Status, false, true>;

/// What a call has answered.
type Answer = Result<Value, FunctionError>;

/// The calls on their way, by their numbers.
static CALLS: Mutex<Calls> = Mutex::new(Calls {
    next: 0,
    waiting: BTreeMap::new(),
});

struct Calls {
    next: u32,
    waiting: BTreeMap<u32, Waiting>,
}

struct Waiting {
    answer: oneshot::Sender<Answer>,
    scope: Option<Scope>,
}

fn calls() -> std::sync::MutexGuard<'static, Calls> {
    CALLS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn called(function: Function<'_, FnArgs<CallArguments>, ()>) -> napi::Result<Called> {
    function
        .build_threadsafe_function::<CallArguments>()
        .weak::<true>()
        .build_callback(|context| Ok(FnArgs::from(context.value)))
}

pub(crate) fn told(function: Function<'_, FnArgs<(u32,)>, ()>) -> napi::Result<Told> {
    function
        .build_threadsafe_function::<u32>()
        .weak::<true>()
        .build_callback(|context| Ok(FnArgs::from((context.value,))))
}

/// A call whose future may be dropped before it has answered.
struct Dropping {
    number: Option<u32>,
    cancelled: Option<Arc<Told>>,
}

impl Drop for Dropping {
    fn drop(&mut self) {
        if let Some(number) = self.number.take()
            && calls().waiting.remove(&number).is_some()
            && let Some(cancelled) = &self.cancelled
        {
            // An event loop that has ended has nothing to cancel.
            let _ = cancelled.call(number, ThreadsafeFunctionCallMode::NonBlocking);
        }
    }
}

/// Calls a function, and waits for its answer. `context` is that of the run.
pub(crate) async fn call(
    function: Arc<Called>,
    cancelled: Option<Arc<Told>>,
    argument: Value,
    scope: Option<Scope>,
    context: Option<Arc<RunContext>>,
) -> Answer {
    let (sender, receiver) = oneshot::channel();
    let context = context.map_or(0, |context| context.0);
    let number = {
        let mut calls = calls();
        // After four thousand million calls a number may be that of a call that waits.
        loop {
            calls.next = calls.next.wrapping_add(1);
            if !calls.waiting.contains_key(&calls.next) {
                break;
            }
        }
        let number = calls.next;
        let waiting = Waiting {
            answer: sender,
            scope,
        };
        calls.waiting.insert(number, waiting);
        number
    };
    let mut dropping = Dropping {
        number: Some(number),
        cancelled,
    };
    let told = function.call(
        (number, encoded(&argument), context),
        ThreadsafeFunctionCallMode::NonBlocking,
    );
    let ended = || FunctionError::new("the event loop of the function has ended");
    if told != Status::Ok {
        calls().waiting.remove(&number);
        dropping.number = None;
        return Err(ended());
    }
    let answer = receiver.await;
    dropping.number = None;
    answer.unwrap_or_else(|_| Err(ended()))
}

/// Asks a function that is no part of a program; what it does is not cancelled.
pub(crate) async fn asked(function: Arc<Called>, argument: Value, context: RunContext) -> Answer {
    call(function, None, argument, None, Some(Arc::new(context))).await
}

fn answered(number: u32, answer: Answer) {
    if let Some(waiting) = calls().waiting.remove(&number) {
        // Nobody may wait any more.
        let _ = waiting.answer.send(answer);
    }
}

/// A call has returned this.
#[napi]
pub fn answer(number: u32, value: Buffer) -> napi::Result<()> {
    answered(number, Ok(decoded(&value)?));
    Ok(())
}

/// A call has failed with this: a message, a code, data as JSON, and whether its argument was wrong.
#[napi]
pub fn fail(
    number: u32,
    message: String,
    code: Option<String>,
    data: Option<String>,
    is_argument: bool,
) {
    let mut error = match is_argument {
        true => FunctionError::argument(message),
        false => FunctionError::new(message),
    };
    if let Some(code) = code {
        error = error.with_code(code);
    }
    let data = data.and_then(|data| serde_json::from_str::<Json>(&data).ok());
    if let Some(data) = data {
        error = error.with_data(data);
    }
    answered(number, Err(error));
}

/// Sets the note of a call.
#[napi]
pub fn note(number: u32, text: String) {
    let scope = calls()
        .waiting
        .get(&number)
        .and_then(|call| call.scope.clone());
    if let Some(scope) = scope {
        scope.note(text);
    }
}
