//! What a run waits for.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue, Module, js_string};

use super::calling::{callable, called};
use crate::program::Form;
use crate::shared::Shared;

/// What the run waits for.
pub(super) struct Running {
    pub(super) promise: JsPromise,
    /// What is to be done when the modules that the program imports have been evaluated.
    pub(super) imports: Option<Imports>,
    /// What a function that the program results in is to be called with.
    pub(super) calls_result: Option<Vec<JsValue>>,
    /// Whether the program is a function, which ends with its promise: a script ends when nothing is
    /// left that it waits for.
    pub(super) is_function: bool,
    /// Whether the program gives its result in an array, so that nobody handles it.
    pub(super) is_boxed: bool,
    /// What was in that array.
    pub(super) unboxed: Option<JsValue>,
    pub(super) result_bytes_max: usize,
}

/// A program that is called when the modules that it imports have been evaluated.
pub(super) struct Imports {
    pub(super) program: Module,
    pub(super) input: Vec<JsValue>,
    pub(super) form: Form,
}

impl Running {
    /// Does what comes after what was waited for, and tells whether there is more to wait for.
    pub(super) fn go_on(&mut self, value: &JsValue, context: &mut Context) -> JsResult<bool> {
        if let Some(imports) = self.imports.take() {
            self.is_function = imports.form.is_function();
            self.is_boxed = imports.form.is_boxed();
            (self.promise, self.calls_result) = imports.call(context)?;
            return Ok(true);
        }
        if std::mem::take(&mut self.is_boxed)
            && let Some(boxed) = value.as_object()
        {
            self.unboxed = Some(boxed.get(0, context)?);
        }
        let program = callable(value);
        let Some((program, input)) = program.zip(self.calls_result.take()) else {
            return Ok(false);
        };
        self.is_function = true;
        let value = program.call(&JsValue::undefined(), &input, context)?;
        self.promise = JsPromise::resolve(value, context)?;
        Ok(true)
    }

    /// Goes on without the program's promise, whose failure the program has taken.
    pub(super) fn leave(&mut self, context: &mut Context) -> JsResult<()> {
        self.imports = None;
        self.calls_result = None;
        self.promise = JsPromise::resolve(JsValue::undefined(), context)?;
        Ok(())
    }

    /// The result, if the program's promise gives this.
    pub(super) fn result(&mut self, value: JsValue) -> JsValue {
        let Some(unboxed) = self.unboxed.take() else {
            return value;
        };
        let promise = unboxed.as_object().map(JsPromise::from_object);
        match promise.and_then(Result::ok).map(|promise| promise.state()) {
            None => unboxed,
            Some(PromiseState::Fulfilled(value)) => value,
            // Handlers have been told of a rejection, and nothing is left that could fulfil it.
            Some(_) => JsValue::undefined(),
        }
    }
}

impl Imports {
    /// Calls the program.
    fn call(self, context: &mut Context) -> JsResult<(JsPromise, Option<Vec<JsValue>>)> {
        let value = self.program.get_value(js_string!("default"), context)?;
        Shared::of(context).jobs.delay_ticks();
        let (value, calls_result) = called(&value, &self.form, &self.input, context)?;
        Ok((JsPromise::resolve(value, context)?, calls_result))
    }
}
