//! What the two sides say to each other.
//!
//! ```text
//! host  ── start(Start) ──►  guest            guest ── call(Request) ──► host ── Reply ──► guest
//! host  ◄── Step ──────────  guest (returned from `start` and from `resume`)
//! host  ── resume(Completion) ──►  guest
//! ```
//!
//! A [`Step::Waiting`] means that no job of the program can go on until the host has completed
//! one of the calls that it answered with [`reply::PENDING`].

use super::{DecodeError, Decoder, Encoder};
use crate::error::{ErrorCode, StateError};
use crate::value::Value;

/// First byte of a request, after which its own parts follow.
pub mod request {
    /// A `state` call: `u16` index in `METHODS`, `u8` count of arguments, values.
    pub const STATE: u8 = 1;
    /// Text for the log: `u8` level, `u8` [`Line`](super::Line), text value, `u32` count of bytes left out
    /// of it.
    pub const LOG: u8 = 2;
    /// A call of a host function: `NAMESPACE.NAME` as a text value, one value.
    pub const FUNCTION: u8 = 3;
    /// A text that was sent as [`tag::LAZY`](super::super::tag::LAZY) in an earlier reply: its `u32` id.
    pub const FETCH: u8 = 4;
    /// A command of a shell that a program runs: the time of its clock in milliseconds since 1970, `u8`
    /// count of arguments, values. It is answered with an object.
    pub const EXEC: u8 = 5;
    /// A program that a command of a shell runs: a [`Program`](super::super::shell::Program). It is answered
    /// with the value of a [`Progress`](super::super::shell::Progress).
    pub const PROGRAM: u8 = 6;
    /// The same program goes on, or ends: a [`GoOn`](super::super::shell::GoOn). It is answered as before;
    /// with `undefined` where it ends.
    pub const GO_ON: u8 = 7;
    /// A piece of the standard input of a program that a command runs. It is answered with bytes; none at
    /// the end.
    pub const INPUT: u8 = 8;
}

/// First byte of a reply.
pub mod reply {
    /// A value follows.
    pub const VALUE: u8 = 0;
    /// A [`StateError`](crate::StateError) follows.
    pub const ERROR: u8 = 1;
    /// The call goes on in the host: `u32` id follows.
    pub const PENDING: u8 = 2;
    /// A [`FunctionFault`](super::FunctionFault) follows.
    pub const FAULT: u8 = 3;
}

/// Level of a log entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Level {
    /// `console.debug`, `console.trace`.
    Debug,
    /// `console.log`, `console.table`, `console.dir` …
    Log,
    /// `console.info`.
    Info,
    /// `console.warn`.
    Warn,
    /// `console.error`, a failed `console.assert`.
    Error,
}

impl Level {
    /// Every level, in the order of its number on the wire.
    pub const ALL: [Self; 5] = [Self::Debug, Self::Log, Self::Info, Self::Warn, Self::Error];

    /// Its name, as in `console.NAME`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Log => "log",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }

    /// Whether it is written to standard error, as in a terminal.
    #[must_use]
    pub const fn is_of_errors(self) -> bool {
        matches!(self, Self::Warn | Self::Error)
    }

    /// The level with this number on the wire.
    #[must_use]
    pub fn from_wire(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

/// How text for the log is related to the text before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Line {
    /// Goes on with the line that the same stream has begun, if it has, and ends it.
    Ended,
    /// The same, and the line goes on.
    Begun,
    /// An entry of its own, which is not of the program.
    Alone,
}

impl Line {
    /// All of them, in the order of their numbers on the wire.
    pub const ALL: [Self; 3] = [Self::Ended, Self::Begun, Self::Alone];

    /// The one with this number on the wire.
    #[must_use]
    pub fn from_wire(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

/// A namespace of host functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Namespace {
    /// Its name; one that begins with `$` is no global.
    pub name: String,
    /// The names of its functions, sorted.
    pub functions: Vec<String>,
}

/// What a program is given that a command of a shell runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    /// `process.argv`.
    pub arguments: Vec<String>,
    /// The variables of its environment, with their values: `process.env`.
    pub environment: Vec<(String, String)>,
    /// The absolute path of its directory.
    pub directory: String,
    /// The bytes of its standard input; `None` where it asks for them with [`request::INPUT`].
    pub stdin: Option<Vec<u8>>,
    /// Whether its result is printed.
    pub prints_result: bool,
}

impl Process {
    /// Writes it.
    pub fn encode(&self, out: &mut Encoder) {
        out.count(self.arguments.len());
        for argument in &self.arguments {
            out.string(argument);
        }
        out.count(self.environment.len());
        for (name, value) in &self.environment {
            out.string(name);
            out.string(value);
        }
        out.string(&self.directory);
        out.u8(u8::from(self.stdin.is_some()));
        if let Some(bytes) = &self.stdin {
            out.count(bytes.len());
            out.raw(bytes);
        }
        out.u8(u8::from(self.prints_result));
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`].
    pub fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let mut arguments = Vec::new();
        for _ in 0..decoder.count()? {
            arguments.push(decoder.string()?);
        }
        let mut environment = Vec::new();
        for _ in 0..decoder.count()? {
            environment.push((decoder.string()?, decoder.string()?));
        }
        let directory = decoder.string()?;
        let stdin = match decoder.u8()? {
            0 => None,
            _ => {
                let length = decoder.count()?;
                Some(decoder.take(length)?.to_vec())
            }
        };
        Ok(Self {
            arguments,
            environment,
            directory,
            stdin,
            prints_result: decoder.u8()? != 0,
        })
    }
}

/// What the guest needs to run a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// The text, as the user gave it.
    pub source: String,
    /// The program's argument; `None` calls it without one.
    pub input: Option<Value>,
    /// Seeds `Math.random` and everything else that is random.
    pub seed: u64,
    /// Where the program's clock starts, in milliseconds since 1970.
    pub now_ms: f64,
    /// Names of the host functions by namespace, each of which becomes a global.
    pub functions: Vec<Namespace>,
    /// Refuses TypeScript, whose types are erased otherwise.
    pub is_javascript_only: bool,
    /// Refuses `eval` and the constructors of functions.
    pub is_code_from_text_refused: bool,
    /// Bytes of the encoded result at which the rest is cut.
    pub result_bytes_max: u32,
    /// Bytes of one log entry's text at which the rest is cut.
    pub log_entry_bytes_max: u32,
    /// Bytes of the largest file, and of what is decompressed at most.
    pub file_bytes_max: u64,
    /// Whether `state.exec` is there, which runs commands of a shell.
    pub has_exec: bool,
    /// What it is given by a command that runs it; `None` if none does.
    pub process: Option<Process>,
}

impl Start {
    /// A program without an argument and functions, whose clock and seed are fixed, and whose result
    /// may have 1 MiB, an entry of its log 64 KiB, and a file 64 MiB.
    #[must_use]
    pub fn new(source: impl Into<String>) -> Self {
        Self {
            source: source.into(),
            input: None,
            seed: 0,
            now_ms: 1_700_000_000_000.0,
            functions: Vec::new(),
            is_javascript_only: false,
            is_code_from_text_refused: false,
            result_bytes_max: 1 << 20,
            log_entry_bytes_max: 1 << 16,
            file_bytes_max: 64 << 20,
            has_exec: false,
            process: None,
        }
    }

    /// Writes it.
    pub fn encode(&self, out: &mut Encoder) {
        out.string(&self.source);
        match &self.input {
            None => out.u8(0),
            Some(input) => {
                out.u8(1);
                out.value(input);
            }
        }
        out.u64(self.seed);
        out.f64(self.now_ms);
        out.count(self.functions.len());
        for namespace in &self.functions {
            out.string(&namespace.name);
            out.count(namespace.functions.len());
            for name in &namespace.functions {
                out.string(name);
            }
        }
        out.u8(u8::from(self.is_javascript_only));
        out.u8(u8::from(self.is_code_from_text_refused));
        out.u32(self.result_bytes_max);
        out.u32(self.log_entry_bytes_max);
        out.u64(self.file_bytes_max);
        out.u8(u8::from(self.has_exec));
        out.u8(u8::from(self.process.is_some()));
        if let Some(process) = &self.process {
            process.encode(out);
        }
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`].
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut decoder = Decoder::new(bytes);
        let source = decoder.string()?;
        let input = match decoder.u8()? {
            0 => None,
            1 => Some(decoder.value()?),
            other => return Err(DecodeError::UnknownTag(other)),
        };
        let seed = decoder.u64()?;
        let now_ms = decoder.f64()?;
        let count = decoder.count()?;
        let mut functions = Vec::new();
        for _ in 0..count {
            let name = decoder.string()?;
            let mut names = Vec::new();
            for _ in 0..decoder.count()? {
                names.push(decoder.string()?);
            }
            functions.push(Namespace {
                name,
                functions: names,
            });
        }
        let start = Self {
            source,
            input,
            seed,
            now_ms,
            functions,
            is_javascript_only: decoder.u8()? != 0,
            is_code_from_text_refused: decoder.u8()? != 0,
            result_bytes_max: decoder.u32()?,
            log_entry_bytes_max: decoder.u32()?,
            file_bytes_max: decoder.u64()?,
            has_exec: decoder.u8()? != 0,
            process: match decoder.u8()? {
                0 => None,
                _ => Some(Process::decode(&mut decoder)?),
            },
        };
        decoder.finish()?;
        Ok(start)
    }
}

/// A library that the programs of a sandbox find loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// What programs import it by.
    pub name: String,
    /// Its text.
    pub source: String,
}

impl Library {
    /// Writes it.
    pub fn encode(&self, out: &mut Encoder) {
        out.string(&self.name);
        out.string(&self.source);
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`].
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut decoder = Decoder::new(bytes);
        let library = Self {
            name: decoder.string()?,
            source: decoder.string()?,
        };
        decoder.finish()?;
        Ok(library)
    }
}

/// Writes an error after a [`reply::ERROR`] byte.
pub fn encode_error(error: &StateError, out: &mut Encoder) {
    out.u8(error.code.to_wire());
    out.u8(u8::from(error.is_argument_error));
    out.string(&error.message);
    match &error.path {
        None => out.undefined(),
        Some(path) => out.string(path),
    }
}

/// Reads what [`encode_error`] wrote.
///
/// # Errors
///
/// Any [`DecodeError`].
pub fn decode_error(decoder: &mut Decoder<'_>) -> Result<StateError, DecodeError> {
    let number = decoder.u8()?;
    let code = ErrorCode::from_wire(number).ok_or(DecodeError::UnknownTag(number))?;
    let is_argument_error = decoder.u8()? != 0;
    let message = decoder.string()?;
    let path = match decoder.value()? {
        Value::String(path) => Some(path.text),
        _ => None,
    };
    Ok(StateError {
        code,
        is_argument_error,
        message,
        path,
    })
}

/// An error of a host function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionFault {
    /// `error.code`.
    pub code: String,
    /// `error.message`.
    pub message: String,
    /// `error.data`.
    pub data: Option<Value>,
    /// Whether it is a `TypeError`.
    pub is_argument_error: bool,
}

impl FunctionFault {
    /// Writes it after a [`reply::FAULT`] byte. The data comes last.
    pub fn encode(&self, out: &mut Encoder) {
        out.u8(u8::from(self.is_argument_error));
        out.string(&self.code);
        out.string(&self.message);
        match &self.data {
            None => out.undefined(),
            Some(data) => out.value(data),
        }
    }
}

/// An answer to a call that was pending: `u32` id, then a [`reply`] of a value or a fault.
pub fn encode_completion(id: u32, result: &Result<Value, FunctionFault>, out: &mut Encoder) {
    out.u32(id);
    match result {
        Ok(value) => {
            out.u8(reply::VALUE);
            out.value(value);
        }
        Err(fault) => {
            out.u8(reply::FAULT);
            fault.encode(out);
        }
    }
}

/// What a thrown value was, or what stopped the program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thrown {
    /// `error.name`; `Error` for a thrown value that is no error.
    pub name: String,
    /// `error.message`, or the thrown value as text.
    pub message: String,
    /// `error.code`, where it is text.
    pub code: Option<String>,
    /// `error.path`, where it is text.
    pub path: Option<String>,
    /// First line of the position in the user's text, from 1.
    pub line: Option<u32>,
    /// Column in UTF-16 units, from 1.
    pub column: Option<u32>,
    /// Frames in the user's text, innermost first.
    pub stack: String,
    /// The thrown value, where it is no error object.
    pub value: Option<Value>,
    /// `error.cause`, as text.
    pub cause: Option<String>,
}

/// What the guest returned with.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The program returned.
    Returned(Value),
    /// The program threw, or its promise was rejected.
    Threw(Thrown),
    /// The text does not parse; nothing has run.
    Unparsable(Thrown),
    /// The program waits for calls that are pending.
    Waiting,
    /// The program waits for a promise that nothing can settle any more.
    Stalled,
}

mod step {
    pub(super) const RETURNED: u8 = 0;
    pub(super) const THREW: u8 = 1;
    pub(super) const UNPARSABLE: u8 = 2;
    pub(super) const WAITING: u8 = 3;
    pub(super) const STALLED: u8 = 4;
}

impl Step {
    /// Begins a [`Step::Returned`]; the value must follow.
    pub fn encode_returned(out: &mut Encoder) {
        out.u8(step::RETURNED);
    }

    /// Writes it.
    pub fn encode(&self, out: &mut Encoder) {
        match self {
            Self::Returned(value) => {
                out.u8(step::RETURNED);
                out.value(value);
            }
            Self::Threw(thrown) => {
                out.u8(step::THREW);
                thrown.encode(out);
            }
            Self::Unparsable(thrown) => {
                out.u8(step::UNPARSABLE);
                thrown.encode(out);
            }
            Self::Waiting => out.u8(step::WAITING),
            Self::Stalled => out.u8(step::STALLED),
        }
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// Any [`DecodeError`].
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut decoder = Decoder::new(bytes);
        let step = match decoder.u8()? {
            step::RETURNED => Self::Returned(decoder.value()?),
            step::THREW => Self::Threw(Thrown::decode(&mut decoder)?),
            step::UNPARSABLE => Self::Unparsable(Thrown::decode(&mut decoder)?),
            step::WAITING => Self::Waiting,
            step::STALLED => Self::Stalled,
            other => return Err(DecodeError::UnknownTag(other)),
        };
        decoder.finish()?;
        Ok(step)
    }
}

impl Thrown {
    fn encode(&self, out: &mut Encoder) {
        let text = |out: &mut Encoder, text: &Option<String>| match text {
            None => out.undefined(),
            Some(text) => out.string(text),
        };
        out.string(&self.name);
        out.string(&self.message);
        text(out, &self.code);
        text(out, &self.path);
        out.u32(self.line.unwrap_or(0));
        out.u32(self.column.unwrap_or(0));
        out.string(&self.stack);
        match &self.value {
            None => out.u8(0),
            Some(value) => {
                out.u8(1);
                out.value(value);
            }
        }
        text(out, &self.cause);
    }

    fn decode(decoder: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        fn text(decoder: &mut Decoder<'_>) -> Result<Option<String>, DecodeError> {
            Ok(match decoder.value()? {
                Value::String(text) => Some(text.text),
                _ => None,
            })
        }
        Ok(Self {
            name: decoder.string()?,
            message: decoder.string()?,
            code: text(decoder)?,
            path: text(decoder)?,
            line: Some(decoder.u32()?).filter(|&line| line > 0),
            column: Some(decoder.u32()?).filter(|&column| column > 0),
            stack: decoder.string()?,
            value: match decoder.u8()? {
                0 => None,
                _ => Some(decoder.value()?),
            },
            cause: text(decoder)?,
        })
    }
}
