//! Runs programs in the guest's engine on this machine, without WebAssembly, as many as come on
//! standard input: `cargo xtask programs` compares what they answer with what others do.
//!
//! A program comes as its length in four bytes, the lowest first, and its text. Its answer goes
//! the same way. A panic of the engine is an answer too.
//!
//! Building an engine takes longer than most programs: one is built, and each program runs in a
//! copy of this process, which also ends with it where a program crashes or does not end.

use std::ffi::c_int;
use std::io::{ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use isolate_guest_runtime::{Host, Runtime};
use isolate_protocol::Value;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Start, Step, reply};

/// Stack of the thread that programs run on: frames of a build with checks are large.
const STACK_BYTES: usize = 1 << 30;

/// Seconds that a program may take.
const SECONDS_MAX: u32 = 30;

/// The signal of [`alarm`].
const SIGALRM: c_int = 14;

// What the standard library is linked with on every Unix.
unsafe extern "C" {
    safe fn fork() -> c_int;
    safe fn alarm(seconds: u32) -> u32;
    fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn _exit(status: c_int) -> !;
}

/// What the last panic said.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Answers everything with `undefined`.
struct Nothing;

impl Host for Nothing {
    fn call(&self, _request: &[u8], read: &mut dyn FnMut(&[u8])) {
        let mut answer = Encoder::new();
        answer.u8(reply::VALUE);
        answer.value(&Value::Undefined);
        read(answer.as_bytes());
    }
}

/// The answer of a program, as the chore writes that of the sandbox.
fn run(runtime: &mut Runtime, source: String) -> String {
    let start = Start {
        is_javascript_only: true,
        is_code_from_text_refused: false,
        ..Start::new(source)
    };
    let mut message = Encoder::new();
    start.encode(&mut message);
    let answer = runtime.start(message.as_bytes());
    match Step::decode(&answer) {
        Ok(Step::Returned(Value::String(text))) => format!("returned\n{}", text.text),
        Ok(Step::Returned(other)) => format!("returned {other:?}"),
        Ok(Step::Threw(thrown)) => format!("threw {}: {}", thrown.name, thrown.message),
        Ok(Step::Unparsable(_)) => "refused".to_owned(),
        Ok(Step::Waiting | Step::Stalled) => "stalled".to_owned(),
        Err(error) => format!("answered what cannot be read: {error}"),
    }
}

fn write(answer: &str) -> std::io::Result<()> {
    let length = u32::try_from(answer.len()).expect("an answer has a bound");
    let mut output = std::io::stdout().lock();
    output.write_all(&length.to_le_bytes())?;
    output.write_all(answer.as_bytes())?;
    output.flush()
}

/// Runs a program and answers; whatever happens, nothing of this copy of the process goes on.
fn answer(runtime: &mut Runtime, source: String) -> ! {
    alarm(SECONDS_MAX);
    let answer = catch_unwind(AssertUnwindSafe(|| run(runtime, source))).unwrap_or_else(|_| {
        let said = PANIC
            .lock()
            .map_or_else(|_| String::new(), |text| text.clone());
        format!("panicked: {said}")
    });
    let status = c_int::from(write(&answer).is_err());
    // SAFETY: It ends this copy of the process, and has no condition.
    unsafe { _exit(status) }
}

/// Answers one program; false at the end of the input.
fn answer_next(runtime: &mut Runtime) -> std::io::Result<bool> {
    let mut input = std::io::stdin().lock();
    let mut length = [0; 4];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(false),
        other => other?,
    }
    let mut source = vec![0; u32::from_le_bytes(length) as usize];
    input.read_exact(&mut source)?;
    drop(input);
    let source = String::from_utf8_lossy(&source).into_owned();
    let process = fork();
    if process == 0 {
        answer(runtime, source);
    }
    let mut status = 0;
    // SAFETY: The place of the status is there until the call is over.
    let ended = unsafe { waitpid(process, &raw mut status, 0) };
    if process < 0 || ended != process {
        write("not run: no process can be made")?;
    } else if status & 0x7f == SIGALRM {
        write("hung")?;
    } else if status != 0 {
        write("crashed")?;
    }
    Ok(true)
}

fn main() {
    std::panic::set_hook(Box::new(|panic| {
        if let Ok(mut said) = PANIC.lock() {
            *said = panic.to_string().replace('\n', " ");
        }
    }));
    let programs = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(|| {
            let mut runtime = Runtime::new(Box::new(Nothing));
            while answer_next(&mut runtime).expect("a pipe that works") {}
        });
    programs
        .expect("a thread")
        .join()
        .expect("programs that end");
}
