//! Answers the guest's requests: the host's side of `state`.

mod answers;
mod archive;
mod args;
mod call;
mod compression;
mod content;
mod diff;
mod directories;
mod edit;
mod encoding;
mod fault;
mod files;
mod formats;
mod functions;
mod handlers;
mod hash;
mod hints;
mod history;
mod json;
mod json_values;
mod kept;
mod lazy;
mod line_ends;
mod log;
mod lookup;
mod members;
mod memory;
mod merges;
mod meter;
mod notes;
mod outline;
mod parts;
mod patch;
mod paths;
mod points;
mod posix;
mod query;
mod rounded;
mod search;
mod trees;

use std::time::{Duration, Instant};

use isolate_intent::{Arguments, bind};
use isolate_protocol::wire::message::{Level, Line, encode_error, reply, request};
use isolate_protocol::wire::shell::Printed;
use isolate_protocol::wire::{DecodeError, Decoder, Encoder};
use isolate_protocol::{Called, Effect, ErrorCode, Method, StateError, Value};
use isolate_text::budget::{self, Budget};
use isolate_vfs::{OpenRun, RunId};

use crate::answers::Answers;
use crate::decode::{self, Unread};
use crate::functions::{Allowance, Functions, Records, RunContext, Waiting};
use crate::held::Held;
use crate::limits::Limits;
use crate::messages::shortened;
use crate::nested::Within;
use crate::stop::Stop;
use crate::workspace::WorkspaceTree;

use call::{Call, Notes};
use fault::Fault;
use handlers::{HANDLERS, Handler};
use hints::Hints;
pub(crate) use kept::{KeptState, micros};
use lazy::Lazies;
use log::Log;
use memory::Grown;
pub(crate) use memory::weight_of_step;
use meter::Meter;
use rounded::Rounded;

/// Codes of failures of the storage, as opposed to mistakes of the program.
const STORAGE: [ErrorCode; 4] = [
    ErrorCode::NoSpace,
    ErrorCode::Io,
    ErrorCode::Busy,
    ErrorCode::ReadOnly,
];

/// How long a run lasts before it is recorded. A shorter one is recorded when it ends, in one
/// transaction.
const UNRECORDED_TIME_MAX: Duration = Duration::from_millis(50);

/// The state of one run in the host, which its calls read and change.
pub(crate) struct HostState {
    pub(crate) tree: OpenRun<WorkspaceTree>,
    pub(crate) meter: Meter,
    pub(crate) log: Log,
    pub(crate) waiting: Waiting,
    /// The memory of their arguments.
    pub(crate) waiting_bytes: u64,
    /// The memory that the host may hold for the run.
    pub(crate) budget: Budget,
    /// The peak of that before the run was taken up.
    pub(crate) peak_before: u64,
    grown: Grown,
    /// Whether the current call may change files.
    is_changing: bool,
    pub(crate) lazy: Lazies,
    /// Notes that have been logged.
    notes: Vec<String>,
    hints: Hints,
    rounded: Rounded,
    /// Operations that this run has undone.
    undone: Vec<RunId>,
    /// Codes of storage errors that calls have failed with, each once.
    pub(crate) storage_errors: Vec<ErrorCode>,
    functions: Functions,
    pub(crate) records: Records,
    pub(crate) answers: Answers,
    /// Whether a prelude is being loaded, which may call nothing.
    pub(crate) is_loading: bool,
    /// Whether the program has ended, so that no further call begins.
    pub(crate) has_ended: bool,
    allowance: Allowance,
    next_id: u32,
    is_read_only: bool,
    /// What it has of runs within it.
    pub(crate) within: Within,
    /// Whether one of them is under way now.
    pub(crate) is_within: bool,
    /// The log of the run, while that of a program within it takes its place.
    log_around: Option<Box<Log>>,
    /// How many texts there were before the programs within the run.
    texts_around: Option<lazy::Mark>,
    /// When a running run is recorded, so that the history has it even if the process is killed;
    /// `None` after that.
    records_at: Option<Instant>,
}

/// What was counted before a call.
pub(crate) struct Attempt {
    meter: Meter,
    storage_errors: usize,
    changed_rows: u64,
}

impl HostState {
    pub(crate) fn new(
        tree: OpenRun<WorkspaceTree>,
        functions: Functions,
        answers: Answers,
        limits: &Limits,
        is_read_only: bool,
        allowance: Allowance,
    ) -> Self {
        let grown = Grown::of(&tree);
        let budget = Budget::new(limits.host_memory_bytes);
        let allowance = Allowance {
            bounds: allowance.bounds.with_budget(&budget),
            ..allowance
        };
        Self {
            tree,
            budget,
            peak_before: 0,
            grown,
            is_changing: false,
            meter: Meter::new(limits),
            log: Log::within(limits),
            waiting: Waiting::new(),
            waiting_bytes: 0,
            lazy: Lazies::within(limits),
            notes: Vec::new(),
            hints: Hints::default(),
            rounded: Rounded::default(),
            undone: Vec::new(),
            storage_errors: Vec::new(),
            functions,
            records: Records::default(),
            answers,
            is_loading: false,
            has_ended: false,
            records_at: Some(allowance.started + UNRECORDED_TIME_MAX),
            allowance,
            next_id: 0,
            is_read_only,
            within: Within::default(),
            is_within: false,
            log_around: None,
            texts_around: None,
        }
    }

    /// For a run that calls no functions and may do everything else.
    pub(crate) fn plain(tree: OpenRun<WorkspaceTree>) -> Self {
        let (functions, allowance) = (Functions::new(), Allowance::anything());
        let limits = Limits::default();
        Self::new(tree, functions, Answers::Given, &limits, false, allowance)
    }

    /// The values that the embedder gives to functions.
    pub(crate) const fn context(&self) -> &RunContext {
        &self.allowance.context
    }

    /// The functions that the program may call.
    pub(crate) const fn functions(&self) -> &Functions {
        &self.functions
    }

    /// Whether the run has to be claimed before it calls a function that may write.
    pub(crate) const fn has_to_claim(&self) -> bool {
        self.allowance.has_to_claim
    }

    /// The run is claimed.
    pub(crate) const fn is_claimed(&mut self) {
        self.allowance.has_to_claim = false;
    }

    /// Whether another host was faster than the last call, which has done nothing then. It counts as if it
    /// had not been made.
    pub(crate) fn has_raced(&mut self, attempt: &Attempt) -> bool {
        let has_raced = self.tree.take_raced();
        if has_raced {
            self.meter = attempt.meter;
            self.storage_errors.truncate(attempt.storage_errors);
        }
        has_raced
    }

    /// Counts a call that begins a run within this one.
    pub(crate) fn counts_call(&mut self, bytes: usize) -> Result<(), Stop> {
        self.meter.call()?;
        Ok(budget::charge(bytes)?)
    }

    /// As at the end of a call.
    pub(crate) fn settles(&mut self) -> Result<(), Stop> {
        self.settle()
    }

    /// Begins a log of its own for a program within the run: what it prints is the output of a command.
    pub(crate) fn divert_log(&mut self) {
        let around = std::mem::replace(&mut self.log, Log::of_outputs());
        self.log_around = Some(Box::new(around));
        self.texts_around.get_or_insert_with(|| self.lazy.mark());
    }

    /// Goes on with the log of the run, and gives what was printed to the other.
    pub(crate) fn restore_log(&mut self) -> Vec<Printed> {
        match self.log_around.take() {
            Some(around) => std::mem::replace(&mut self.log, *around).into_outputs(),
            None => Vec::new(),
        }
    }

    /// Forgets the texts that programs within the run might ask for: there are none any more.
    pub(crate) fn forget_texts_within(&mut self) {
        if let Some(texts) = self.texts_around.take() {
            self.lazy.forget_since(texts);
        }
    }

    /// Records the run if it has lasted for a while.
    pub(crate) fn record_when_long(&mut self) {
        if self.records_at.is_some_and(|at| Instant::now() >= at) {
            self.record();
        }
    }

    /// Records the run, as is done once before it waits.
    pub(crate) fn record(&mut self) {
        if self.records_at.take().is_some() {
            self.tree.record();
        }
    }

    /// What a call may do again that another connection has kept from writing.
    pub(crate) fn attempt(&self) -> Attempt {
        Attempt {
            meter: self.meter,
            storage_errors: self.storage_errors.len(),
            changed_rows: self.tree.changed_rows(),
        }
    }

    /// Whether a call has missed the lock of the workspace and done nothing. Then it counts as if it had
    /// not been made.
    pub(crate) fn has_missed_lock(&mut self, attempt: &Attempt) -> bool {
        let has_missed = self.tree.take_missed_lock();
        if !has_missed || self.tree.changed_rows() != attempt.changed_rows {
            return false;
        }
        self.meter = attempt.meter;
        self.storage_errors.truncate(attempt.storage_errors);
        true
    }

    /// Answers one request; the reply goes to `out`.
    pub(crate) fn answer(&mut self, request: &[u8], out: &mut Encoder) -> Result<(), Stop> {
        let weight = memory::weight_of_request(request);
        let charged = match weight {
            0 => Ok(()),
            bytes => budget::charge(bytes),
        };
        let start = out.len();
        let answered = match charged {
            Err(exhausted) => Err(exhausted.into()),
            Ok(()) => self
                .answer_decoded(request, weight, out)
                .unwrap_or_else(|unread| {
                    Err(match unread {
                        Unread::Halted => Stop::Halted,
                        Unread::Malformed(_) => Stop::Hostile("a request that cannot be read"),
                    })
                }),
        };
        // First, since work that ran out of memory may have stopped for another reason.
        self.settle()?;
        if answered.is_ok() && matches!(request.first(), Some(&(request::STATE | request::FETCH))) {
            self.meter.replied(&out.as_bytes()[start..]);
        }
        answered
    }

    fn answer_decoded(
        &mut self,
        request: &[u8],
        weight: usize,
        out: &mut Encoder,
    ) -> Result<Result<(), Stop>, Unread> {
        let mut decoder = Decoder::new(request);
        match decoder.u8()? {
            request::STATE => {
                let number = decoder.u16()?;
                let count = decoder.u8()?;
                let mut values = Vec::with_capacity(usize::from(count));
                for _ in 0..count {
                    match decode::value(&mut decoder) {
                        Ok(value) => values.push(value),
                        Err(Unread::Malformed(DecodeError::TooDeep)) => {
                            let text =
                                format!("an argument is a value that is {}", DecodeError::TooDeep);
                            refuse(StateError::argument(text), out);
                            return Ok(Ok(()));
                        }
                        Err(other) => {
                            drop(Held::from(values));
                            return Err(other);
                        }
                    }
                }
                decoder.finish()?;
                let called =
                    Called::from_wire(number).ok_or(DecodeError::UnknownTag(request::STATE))?;
                Ok(self.call(called, values, weight, out))
            }
            request::LOG => {
                let level = decoder.u8()?;
                let level = Level::from_wire(level).ok_or(DecodeError::UnknownTag(level))?;
                let line = decoder.u8()?;
                let line = Line::from_wire(line).ok_or(DecodeError::UnknownTag(line))?;
                let text = decoder.string()?;
                let left_out = decoder.u32()?;
                self.log.write(level, line, &text, left_out);
                out.u8(reply::VALUE);
                out.undefined();
                Ok(Ok(()))
            }
            request::FUNCTION => {
                let name = decoder.string()?;
                let value = decode::value(&mut decoder)?;
                decoder.finish()?;
                Ok(self.function(&name, value, request, weight, out))
            }
            request::FETCH => {
                let id = decoder.u32()?;
                decoder.finish()?;
                Ok(self.fetch(id, out))
            }
            other => Err(DecodeError::UnknownTag(other).into()),
        }
    }

    fn call(
        &mut self,
        called: Called,
        values: Vec<Value>,
        weight: usize,
        out: &mut Encoder,
    ) -> Result<(), Stop> {
        let Called { row, method, alias } = called;
        let handler = HANDLERS[row].1;
        let _span = tracing::trace_span!("state", isolate.method = method.name).entered();
        self.meter.call()?;
        self.is_changing = method.effect == Effect::Write;
        let start = out.len();
        let refused = match bind(method, alias, values) {
            Err(error) => Some(error),
            Ok(Arguments(values)) => match self.refusal(method) {
                Some(error) => Some(error),
                None => self.handle(handler, method, values.into(), weight, out)?,
            },
        };
        if let Some(error) = refused {
            if STORAGE.contains(&error.code) && !self.storage_errors.contains(&error.code) {
                self.storage_errors.push(error.code);
            }
            out.truncate(start);
            refuse(error, out);
        }
        Ok(())
    }

    /// Why the run may not call a method now.
    fn refusal(&self, method: &Method) -> Option<StateError> {
        let (code, text) = if self.is_loading {
            let text = "a prelude cannot use files while it is loaded, which is \
                        before any run: use them in functions that programs call";
            (ErrorCode::NotPermitted, text)
        } else if method.effect == Effect::Write && self.is_read_only {
            (ErrorCode::ReadOnly, "this run may only read")
        } else {
            return None;
        };
        Some(StateError::plain(code, text, method.name))
    }

    /// Writes the answer of a handler to `out`, or returns the error that the program catches.
    fn handle(
        &mut self,
        handler: Handler,
        method: &'static Method,
        values: Held,
        weight: usize,
        out: &mut Encoder,
    ) -> Result<Option<StateError>, Stop> {
        let start = out.len();
        out.u8(reply::VALUE);
        let is_declared = answers::are_declared(method, &values);
        let mut call = Call {
            request: weight,
            charged_reply: out.len(),
            method,
            values,
            tree: &self.tree,
            meter: &mut self.meter,
            lazy: &mut self.lazy,
            answers: &mut self.answers,
            notes: Notes {
                logged: &mut self.notes,
                log: &mut self.log,
            },
            hints: &mut self.hints,
            rounded: &mut self.rounded,
            undone: &mut self.undone,
            out,
        };
        call.note_other_system();
        if let Err(fault) = handler(&mut call) {
            return call.hinted(fault).map(Some);
        }
        if is_declared {
            answers::check(method, &out.as_bytes()[start..]);
        }
        Ok(None)
    }

    /// Answers with a text that an earlier answer left in the host.
    fn fetch(&mut self, id: u32, out: &mut Encoder) -> Result<(), Stop> {
        self.meter.call()?;
        let start = out.len();
        out.u8(reply::VALUE);
        if !self.lazy.fetch(id, out)? {
            out.truncate(start);
            refuse(StateError::argument("there is no such text"), out);
        }
        Ok(())
    }
}

fn refuse(mut error: StateError, out: &mut Encoder) {
    out.u8(reply::ERROR);
    if let Some(message) = shortened(&error.message) {
        error.message = message;
    }
    encode_error(&error, out);
}
