//! One engine and the life of one run.

mod calling;
mod ending;
mod running;

use std::path::Path;
use std::rc::Rc;

use boa_engine::builtins::error::ErrorFrame;
use boa_engine::builtins::promise::{OperationType, Promise, PromiseState};
use boa_engine::context::{ContextBuilder, HostHooks};
use boa_engine::object::builtins::{JsFunction, JsPromise};
use boa_engine::property::PropertyKey;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue};
use calling::called;
use isolate_protocol::Value;
use isolate_protocol::wire::message::{Level, Library, Start, Step, Thrown};
use isolate_protocol::wire::{Decoder, Encoder};
use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::SeedableRng as _;
use running::{Imports, Running};

use crate::clock::VirtualClock;
use crate::frames::place_of;
use crate::jobs::Jobs;
use crate::program::{self, Dialect, FILE_NAME, Form, Use};
use crate::shared::{Originals, Shared};
use crate::{
    Host, console, convert, errors, globals, libraries, modules, namespaces, state, unawaited,
};

/// Deepest recursion, in calls. A native call that calls back takes stack: 330 to 700 bytes of
/// the module's shadow stack a level in programs that do nothing else, and such a level counts
/// at least twice, so that this is 2.5 MiB at most. Calls of functions alone take none.
const CALL_DEPTH_MAX: usize = 7_000;

/// Values on the engine's own stack: a call of a small function takes about ten.
const STACK_VALUES_MAX: usize = 1 << 20;

/// Frames that an error's stack keeps.
const BACKTRACE_FRAMES_MAX: usize = 12;

/// Largest buffer that a program can make.
const BUFFER_BYTES_MAX: u64 = 256 << 20;

/// What the engine asks of its embedder.
struct Hooks;

impl HostHooks for Hooks {
    fn error_stack(
        &self,
        error: &JsObject,
        frames: Vec<ErrorFrame>,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        errors::stack(error, frames, context)
    }

    fn promise_rejection_tracker(
        &self,
        promise: &JsObject<Promise>,
        operation: OperationType,
        context: &mut Context,
    ) {
        let shared = Shared::of(context);
        let promise = promise.clone().upcast();
        match operation {
            OperationType::Reject => shared.rejected(promise),
            OperationType::Handle => shared.handled(&promise),
        }
    }

    fn ensure_can_compile_strings(
        &self,
        _realm: Realm,
        parameters: &[JsString],
        body: &JsString,
        direct: bool,
        context: &mut Context,
    ) -> JsResult<()> {
        let shared = Shared::of(context);
        if shared.refuses_code_from_text.get() {
            if !direct && parameters.is_empty() && globals::only_gives_the_global_object(body) {
                return Ok(());
            }
            return Err(JsNativeError::eval()
                .with_message("code cannot be made from text here: write the code directly")
                .into());
        }
        for text in parameters.iter().chain([body]) {
            if let Some(message) = program::too_much_text(&text.to_std_string_lossy()) {
                return Err(JsNativeError::syntax().with_message(message).into());
            }
        }
        Ok(())
    }

    fn syntax_error(
        &self,
        error: boa_parser::Error,
        text: &JsString,
        lines_before: u32,
        _context: &mut Context,
    ) -> JsNativeError {
        let message = program::explain_text(error, &text.to_std_string_lossy(), lines_before);
        JsNativeError::syntax().with_message(message)
    }

    fn missing_of_promise(&self, key: &PropertyKey, context: &mut Context) {
        unawaited::missing(key, context);
    }

    fn instead_of_method(&self, this: &JsValue, name: &str, context: &Context) -> Option<String> {
        namespaces::instead_of(this, name, &Shared::of(context))
    }

    fn local_timezone_offset_seconds(&self, _unix_time_seconds: i64) -> i32 {
        0
    }

    fn place_of_import(
        &self,
        error: &JsObject,
        path: Option<&Path>,
        specifier: &JsString,
        name: &JsString,
        context: &mut Context,
    ) {
        let path = path.and_then(Path::to_str).unwrap_or(FILE_NAME);
        let specifier = specifier.to_std_string_lossy();
        let name = name.to_std_string_lossy();
        modules::place(error, path, &specifier, Some(&name), context);
    }

    fn max_buffer_size(&self, _context: &mut Context) -> u64 {
        BUFFER_BYTES_MAX
    }
}

/// One engine.
pub struct Runtime {
    context: Context,
    shared: Rc<Shared>,
    running: Option<Running>,
}

impl std::fmt::Debug for Runtime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runtime").finish_non_exhaustive()
    }
}

impl Runtime {
    /// Builds an engine that calls `host` once a program runs, and not before.
    ///
    /// # Panics
    ///
    /// Never: what it installs is the same each time.
    #[must_use]
    pub fn new(host: Box<dyn Host>) -> Self {
        let clock = Rc::new(VirtualClock::default());
        let jobs = Rc::new(Jobs::default());
        let mut context = ContextBuilder::new()
            .host_hooks(Rc::new(Hooks))
            .clock(Rc::clone(&clock))
            .job_executor(Rc::clone(&jobs))
            .module_loader(Rc::new(modules::Loader))
            .can_block(false)
            .build()
            .expect("the engine builds without input");
        let limits = context.runtime_limits_mut();
        limits.set_recursion_limit(CALL_DEPTH_MAX);
        limits.set_stack_size_limit(STACK_VALUES_MAX);
        limits.set_backtrace_limit(BACKTRACE_FRAMES_MAX);
        let shared = Rc::new(Shared::new(host, clock, jobs));
        context.insert_data(Rc::clone(&shared));
        install(&shared, &mut context).expect("what is installed is the same each time");
        boa_gc::held::settle();
        Self {
            context,
            shared,
            running: None,
        }
    }

    /// Loads the library of a `Library` message, and answers with a `Step` message: it returned
    /// nothing, or threw. Programs that [`start`](Self::start) later find it loaded.
    pub fn load(&mut self, message: &[u8]) -> Vec<u8> {
        let library = match Library::decode(message) {
            Ok(library) => library,
            Err(error) => return fault(&format!("malformed library message: {error}")),
        };
        self.shared
            .random
            .replace(Xoshiro256StarStar::seed_from_u64(0));
        self.shared.clock.restart(libraries::CLOCK_MS);
        let is_library = &self.shared.modules.is_library;
        is_library.set(true);
        let loaded = libraries::load(&library, &mut self.context);
        is_library.set(false);
        if let Err(error) = loaded {
            return step(&Step::Threw(errors::thrown(error, &mut self.context)));
        }
        for promise in self.shared.take_unhandled() {
            if let Ok(promise) = JsPromise::from_object(promise)
                && let PromiseState::Rejected(reason) = promise.state()
            {
                let thrown = errors::thrown_value(&reason, &mut self.context);
                return step(&Step::Threw(thrown));
            }
        }
        boa_gc::force_collect();
        boa_gc::held::settle();
        step(&Step::Returned(Value::Undefined))
    }

    /// Runs the program of a `Start` message and answers with a `Step` message.
    pub fn start(&mut self, message: &[u8]) -> Vec<u8> {
        let start = match Start::decode(message) {
            Ok(start) => start,
            Err(error) => return fault(&format!("malformed start message: {error}")),
        };
        self.shared
            .random
            .replace(Xoshiro256StarStar::seed_from_u64(start.seed));
        self.shared.clock.restart(start.now_ms);
        #[cfg(target_arch = "wasm32")]
        isolate_boundary::wasi::restart(start.seed, start.now_ms, 0);
        self.shared
            .log_entry_bytes_max
            .set(start.log_entry_bytes_max as usize);
        self.shared.file_bytes_max.set(start.file_bytes_max);
        self.shared
            .refuses_code_from_text
            .set(start.is_code_from_text_refused);
        self.running = None;
        self.shared.pending.borrow_mut().clear();
        self.shared.exit.reset();
        self.shared.has_exec.set(start.has_exec);
        self.shared.process.replace(start.process.clone());
        let dialect = if start.is_javascript_only {
            Dialect::JavaScript
        } else {
            Dialect::TypeScript
        };
        let prepared = program::prepare(&start.source, dialect, &mut self.context);
        let program = match prepared {
            Ok(program) => program,
            Err(error) => return step(&Step::Unparsable(errors::unparsable(error))),
        };
        self.shared.positions.replace(program.positions);
        if let Some(refused) = program.uses.refused {
            return step(&Step::Threw(errors::refused(&refused)));
        }
        for Use { line, text, .. } in &program.uses.notes {
            let text = format!("note: line {line}: {text}");
            console::note(Level::Warn, &text, &self.shared);
            self.shared.told_lines.borrow_mut().push(*line);
        }
        self.shared.timer_lines.replace(program.uses.timers);
        if program.is_module {
            self.shared.jobs.delay_ticks();
        }
        let begun = self.begin(&start, program.script, &program.form);
        match begun {
            Ok(running) => {
                self.running = Some(running);
                self.go_on()
            }
            Err(error) => self.threw(error),
        }
    }

    /// Line and column at which the program stands, after a limit has stopped it.
    #[must_use]
    pub fn place(&self) -> Option<(u32, u32)> {
        place_of(&self.context)
    }

    /// Completes a pending call with a message of `encode_completion`, and goes on. After the end
    /// of the program only its jobs run: what they do changes nothing of how it ended.
    pub fn resume(&mut self, message: &[u8]) -> Vec<u8> {
        match state::complete(message, &mut self.context) {
            Ok(()) if self.running.is_none() => {
                if !self.shared.exit.is_over.get() {
                    let _ = self.context.run_jobs();
                }
                step(&Step::Stalled)
            }
            Ok(()) => self.go_on(),
            Err(error) => self.threw(error),
        }
    }

    fn begin(&mut self, start: &Start, script: program::Text, form: &Form) -> JsResult<Running> {
        let context = &mut self.context;
        state::functions::install(start.functions.clone(), context)?;
        globals::install_fetch(&start.functions, context)?;
        let input = match &start.input {
            None => Vec::new(),
            Some(input) => {
                let mut out = Encoder::new();
                out.value(input);
                vec![convert::decode(&mut Decoder::new(out.as_bytes()), context)?]
            }
        };
        let result_bytes_max = start.result_bytes_max as usize;
        if let Some(program) = script.module(context) {
            let program = program?;
            modules::complete(&program, context)?;
            program.link(context)?;
            return Ok(Running {
                promise: program.evaluate(context)?,
                imports: Some(Imports {
                    program,
                    input,
                    form: form.clone(),
                }),
                calls_result: None,
                is_function: false,
                is_boxed: false,
                unboxed: None,
                result_bytes_max,
            });
        }
        let value = script.script(context)?.evaluate(context)?;
        let (value, calls_result) = called(&value, form, &input, context)?;
        Ok(Running {
            promise: JsPromise::resolve(value, context)?,
            imports: None,
            calls_result,
            is_function: form.is_function(),
            is_boxed: form.is_boxed(),
            unboxed: None,
            result_bytes_max,
        })
    }

    /// Runs all jobs that can run.
    fn go_on(&mut self) -> Vec<u8> {
        let Some(mut running) = self.running.take() else {
            return fault("nothing is running");
        };
        loop {
            let ran = self.context.run_jobs();
            if let Err(error) = ran.or_else(|error| self.tell_of(error)) {
                return self.threw(error);
            }
            if let PromiseState::Rejected(reason) = running.promise.state() {
                self.shared.handled(&running.promise.clone().into());
                let told = match running.is_function {
                    true => Err(JsError::from_opaque(reason)),
                    false => self.tell_of(JsError::from_opaque(reason)),
                };
                match told.and_then(|()| running.leave(&mut self.context)) {
                    Ok(()) => continue,
                    Err(error) => return self.threw(error),
                }
            }
            match self.tell_of_rejections() {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => return self.threw(error),
            }
            let result = match running.promise.state() {
                PromiseState::Fulfilled(value) => match running.go_on(&value, &mut self.context) {
                    Ok(true) => continue,
                    Ok(false) => Some(value),
                    Err(error) => return self.threw(error),
                },
                PromiseState::Rejected(_) | PromiseState::Pending => None,
            };
            // Real calls come before virtual time: a time-out must not pass in no time at all
            // while a call is really under way.
            if !self.shared.pending.borrow().is_empty() {
                self.running = Some(running);
                return step(&Step::Waiting);
            }
            let is_over = result.is_some() && running.is_function;
            let run = || self.run_timer(result.is_none());
            match (!is_over).then(run).transpose() {
                Ok(Some(true)) => continue,
                Ok(_) => {}
                Err(error) => match self.tell_of(error) {
                    Ok(()) => continue,
                    Err(error) => return self.threw(error),
                },
            }
            let Some(value) = result else {
                return self.ended(&Step::Stalled);
            };
            match (!is_over).then(|| self.tell_before_exit()).transpose() {
                Ok(Some(true)) => {}
                Ok(_) => {
                    let value = running.result(value);
                    return self.returned(&value, running.result_bytes_max);
                }
                Err(error) => return self.threw(error),
            }
        }
    }

    /// Calls the timer that is due first, if one keeps the program from ending, and tells whether one
    /// was called.
    fn run_timer(&mut self, is_waiting: bool) -> JsResult<bool> {
        let jobs = Rc::clone(&self.shared.jobs);
        let clock = Rc::clone(&self.shared.clock);
        let advance_to = |nanos| clock.advance_to(nanos);
        jobs.timers
            .run_next(is_waiting, advance_to, &mut self.context)
    }
}

fn step(step: &Step) -> Vec<u8> {
    let mut out = Encoder::new();
    step.encode(&mut out);
    out.into_bytes()
}

/// A step for what no host does.
fn fault(message: &str) -> Vec<u8> {
    step(&Step::Threw(Thrown {
        name: "Error".to_owned(),
        message: message.to_owned(),
        ..Thrown::default()
    }))
}

fn install(shared: &Rc<Shared>, context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let object = constructors.object().constructor();
    let array = constructors.array().constructor();
    let function = constructors.function().prototype();
    let regexp = constructors.regexp().prototype();
    let date = constructors.date().prototype();
    let json = context
        .global_object()
        .get(JsString::from("JSON"), context)?;
    let json = json.as_object().unwrap_or_else(|| context.global_object());
    let originals = Originals {
        object_keys: method(&object, "keys", context)?,
        function_to_string: method(&function, "toString", context)?,
        json_stringify: method(&json, "stringify", context)?,
        json_parse: method(&json, "parse", context)?,
        is_raw_json: method(&json, "isRawJSON", context)?,
        is_array: method(&array, "isArray", context)?,
        regexp_to_string: method(&regexp, "toString", context)?,
        date_to_iso_string: method(&date, "toISOString", context)?,
    };
    shared.originals.replace(Some(originals));
    globals::install(context)?;
    console::install(context)?;
    state::install_state(context)?;
    globals::install_rows(context)?;
    state::functions::install(Vec::new(), context)
}

fn method(holder: &JsObject, name: &str, context: &mut Context) -> JsResult<JsFunction> {
    let value = holder.get(JsString::from(name), context)?;
    value.as_function().ok_or_else(|| {
        JsNativeError::typ()
            .with_message(format!("the engine has no {name}"))
            .into()
    })
}

#[cfg(test)]
mod tests {
    use boa_engine::js_string;

    use super::*;

    struct Silent;

    impl Host for Silent {
        fn call(&self, _: &[u8], read: &mut dyn FnMut(&[u8])) {
            let mut out = Encoder::new();
            out.u8(isolate_protocol::wire::message::reply::VALUE);
            out.value(&isolate_protocol::Value::Undefined);
            read(out.as_bytes());
        }
    }

    #[test]
    fn what_is_registered_is_found_first() {
        let mut runtime = Runtime::new(Box::new(Silent));
        let context = &mut runtime.context;
        let exports = JsObject::with_object_proto(context.intrinsics());
        exports
            .create_data_property_or_throw(js_string!("one"), 1, context)
            .expect("a new object takes members");
        runtime.shared.modules.register("path", exports.into());
        let source = "import all, { one } from 'path';\nreturn [one, all.one, require('path').one, (await import('path')).one];";
        let start = Start::new(source);
        let mut message = Encoder::new();
        start.encode(&mut message);
        let step = Step::decode(&runtime.start(message.as_bytes())).expect("a step");
        let number = isolate_protocol::Value::Number;
        let list = isolate_protocol::Value::Array(vec![number(1.0); 4]);
        assert_eq!(step, Step::Returned(list));
    }
}
