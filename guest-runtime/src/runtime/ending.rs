//! How a run ends: with its result, with what was thrown, or as the program has said itself.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::error::bound;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{JsError, JsResult, JsValue, js_string};
use isolate_protocol::Value;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Level, Step, Thrown};

use super::{Runtime, step};
use crate::exit::Event;
use crate::timers::Timer;
use crate::{console, convert, errors, unawaited};

/// The code that Node gives to programs that fail.
const FAILED: i32 = 1;

/// Notes of one kind on one run.
const NOTES_MAX: usize = 5;

impl Runtime {
    /// Calls what the program has for rejections that nobody has handled, and tells whether it was
    /// called.
    pub(super) fn tell_of_rejections(&mut self) -> JsResult<bool> {
        let exit = &self.shared.exit;
        let mut handlers = exit.handlers_of(Event::Rejection);
        let is_exception = handlers.is_empty();
        if is_exception {
            handlers = exit.handlers_of(Event::Exception);
        }
        if handlers.is_empty() {
            return Ok(false);
        }
        let mut has_told = false;
        for promise in self.shared.take_unhandled() {
            let promise = JsPromise::from_object(promise)?;
            if let PromiseState::Rejected(reason) = promise.state() {
                has_told = true;
                let second: JsValue = match is_exception {
                    true => js_string!("unhandledRejection").into(),
                    false => promise.into(),
                };
                for handler in &handlers {
                    let args = [reason.clone(), second.clone()];
                    handler.call(&JsValue::undefined(), &args, &mut self.context)?;
                }
            }
        }
        Ok(has_told)
    }

    /// Calls what the program has for errors that nothing has caught, and answers with the error if
    /// there is nothing.
    pub(super) fn tell_of(&mut self, error: JsError) -> JsResult<()> {
        let handlers = self.shared.exit.handlers_of(Event::Exception);
        // No program sees a limit.
        if error.as_engine().is_some() || handlers.is_empty() {
            return Err(error);
        }
        let reason = error.into_opaque(&mut self.context)?;
        let args = [reason, js_string!("uncaughtException").into()];
        for handler in handlers {
            handler.call(&JsValue::undefined(), &args, &mut self.context)?;
        }
        Ok(())
    }

    /// Calls what a program has for the moment at which nothing is left to be done, and tells whether
    /// there is more to do now.
    pub(super) fn tell_before_exit(&mut self) -> JsResult<bool> {
        self.call_with_code(Event::BeforeExit)?;
        let is_waiting = !self.shared.pending.borrow().is_empty();
        Ok(is_waiting || self.shared.jobs.has_work())
    }

    /// Calls what a program has for its end; once.
    fn tell_of_exit(&mut self) -> JsResult<()> {
        let told = self.call_with_code(Event::Exit);
        self.shared.exit.handlers.borrow_mut().clear();
        told
    }

    fn call_with_code(&mut self, event: Event) -> JsResult<()> {
        for handler in self.shared.exit.handlers_of(event) {
            let code = self.shared.exit.code.get();
            handler.call(&JsValue::undefined(), &[code.into()], &mut self.context)?;
        }
        Ok(())
    }

    /// The end of a program with its result, unless something that it has left behind has failed.
    pub(super) fn returned(&mut self, value: &JsValue, bytes_max: usize) -> Vec<u8> {
        if let Some(thrown) = self.first_unhandled() {
            return self.failed(&thrown);
        }
        if let Err(error) = self.tell_of_exit() {
            return self.threw(error);
        }
        let code = self.shared.exit.code.get();
        if code != 0 {
            return self.exited(code);
        }
        let mut out = Encoder::new();
        Step::encode_returned(&mut out);
        // A script ends with the timer that it sets last, which is nothing to give.
        let is_timer = value.as_object().is_some_and(|value| value.is::<Timer>());
        let nothing = JsValue::undefined();
        let value = if is_timer { &nothing } else { value };
        // A command shows the result, if it is wanted, and hands over nothing.
        let process = self.shared.process.borrow();
        let prints = (process.as_ref()).map(|process| process.prints_result);
        drop(process);
        if prints == Some(true) {
            console::print_value(value, &mut self.context);
        }
        let value = if prints.is_some() { &nothing } else { value };
        match convert::encode_result(value, bytes_max, &mut out, &mut self.context) {
            Ok(note) => {
                if let Some(note) = note {
                    console::note(Level::Warn, &note, &self.shared);
                }
                unawaited::report(None, &self.shared);
                self.report_timers();
                // What a program has made of `Set` may fail: then there is nothing to say.
                let _: JsResult<()> = self.report_streams();
                out.into_bytes()
            }
            Err(error) => self.threw(error),
        }
    }

    /// The end of a program that has said so, with a code.
    fn exited(&mut self, code: i32) -> Vec<u8> {
        self.shared.jobs.clear();
        // Nobody has to handle what is over.
        self.shared.take_unhandled();
        if code == 0 {
            if let Some(process) = self.shared.process.borrow_mut().as_mut() {
                process.prints_result = false;
            }
            return self.returned(&JsValue::undefined(), usize::MAX);
        }
        // A command ends with the code.
        if self.shared.process.borrow().is_some() {
            return self.ended(&Step::Returned(Value::Number(f64::from(code))));
        }
        self.ended(&Step::Threw(Thrown {
            name: "Error".to_owned(),
            message: format!("exited with code {code}"),
            ..Thrown::default()
        }))
    }

    pub(super) fn threw(&mut self, error: JsError) -> Vec<u8> {
        if self.shared.exit.is_over.get() {
            // What is called for the end may end the program as well.
            let _: JsResult<()> = self.tell_of_exit();
            return self.exited(self.shared.exit.code.get());
        }
        let thrown = errors::thrown(error, &mut self.context);
        self.failed(&thrown)
    }

    /// The end of a program with an error.
    pub(super) fn failed(&mut self, thrown: &Thrown) -> Vec<u8> {
        self.shared.exit.code.set(FAILED);
        // The first error is the one of the program.
        let _: JsResult<()> = self.tell_of_exit();
        self.ended(&Step::Threw(thrown.clone()))
    }

    pub(super) fn ended(&mut self, last: &Step) -> Vec<u8> {
        self.running = None;
        let error = match last {
            Step::Threw(thrown) => Some(thrown),
            _ => None,
        };
        unawaited::report(error, &self.shared);
        self.report_unhandled();
        step(last)
    }

    /// Logs which timers were still waiting when the program's function ended.
    fn report_timers(&self) {
        for line in self.shared.jobs.timers.lines().into_iter().take(NOTES_MAX) {
            let text = format!(
                "note: line {line}: the program returned while this timer was waiting, and its function was \
                 not called; to wait: await new Promise((resolve) => setTimeout(resolve, ms)), then do it"
            );
            console::note(Level::Warn, &text, &self.shared);
        }
    }

    /// Logs which files were still being written when the program's function ended.
    fn report_streams(&mut self) -> JsResult<()> {
        let context = &mut self.context;
        let Some(helpers) = self.shared.web.borrow().clone() else {
            return Ok(());
        };
        let Some(node) = helpers.get(js_string!("node"), context)?.as_object() else {
            return Ok(());
        };
        let Some(notes) = node.get(js_string!("endNotes"), context)?.as_function() else {
            return Ok(());
        };
        let notes = notes.call(&JsValue::undefined(), &[], context)?;
        let Some(notes) = notes.as_object() else {
            return Ok(());
        };
        for at in 0..NOTES_MAX {
            let note = notes.get(at, context)?;
            let Some(note) = note.as_string() else { break };
            let text = format!("note: {}", note.to_std_string_lossy());
            console::note(Level::Warn, &text, &self.shared);
        }
        Ok(())
    }

    /// The rejection that nobody has handled, which fails the run.
    fn first_unhandled(&mut self) -> Option<Thrown> {
        let mut unhandled = self.shared.take_unhandled().into_iter();
        let reason =
            unhandled.find_map(
                |promise| match JsPromise::from_object(promise).ok()?.state() {
                    PromiseState::Rejected(reason) => Some(reason),
                    _ => None,
                },
            )?;
        // The others are logged.
        for promise in unhandled {
            self.shared.rejected(promise);
        }
        let thrown = errors::thrown_value(&reason, &mut self.context);
        let place = thrown
            .line
            .map_or_else(String::new, |line| format!("line {line}: "));
        let text = format!(
            "note: {place}nobody waited for what failed here: write `await` before it, or handle it with .catch"
        );
        console::note(Level::Warn, &text, &self.shared);
        Some(thrown)
    }

    /// Logs rejections that nobody has looked at: a call that failed without `await`.
    fn report_unhandled(&mut self) {
        for promise in self.shared.take_unhandled() {
            let Ok(promise) = JsPromise::from_object(promise) else {
                continue;
            };
            if let PromiseState::Rejected(reason) = promise.state() {
                let thrown = errors::thrown_value(&reason, &mut self.context);
                let place = thrown.line.map_or_else(String::new, |line| {
                    format!(" (line {line}; is an `await` missing?)")
                });
                let text = format!(
                    "Unhandled rejection: {}: {}{place}",
                    thrown.name, thrown.message
                );
                let text = bound::bounded(&text).unwrap_or(text);
                console::note(Level::Error, &text, &self.shared);
            }
        }
    }
}
