//! Runs programs in the guest's engine on this machine, without WebAssembly, and prints what each
//! writes to the console and what it ends with: `cargo run --example evaluate -- FILE…`.
//!
//! Overflows and debug assertions are checked here, and a debugger works. With `COLLECT_EVERY=1` in
//! the environment, garbage is collected before each large block, and what is freed is spoiled.
#![expect(
    clippy::print_stdout,
    reason = "a tool for engineers, which reports what it did"
)]

use isolate_guest_runtime::{Host, Runtime};
use isolate_protocol::Value;
use isolate_protocol::wire::message::{Level, Start, Step, reply, request};
use isolate_protocol::wire::{Decoder, Encoder};

/// Stack of the thread that programs run on: frames of a debug build are large.
const STACK_BYTES: usize = 1 << 30;

/// Prints log entries, and answers everything with `undefined`.
struct Console;

impl Host for Console {
    fn call(&self, message: &[u8], read: &mut dyn FnMut(&[u8])) {
        let mut decoder = Decoder::new(message);
        if decoder.u8().is_ok_and(|kind| kind == request::LOG) {
            let level = decoder.u8().ok().and_then(Level::from_wire);
            let _line = decoder.u8();
            let text = decoder.string().unwrap_or_default();
            println!("{}: {text}", level.map_or("log", Level::as_str));
        }
        let mut answer = Encoder::new();
        answer.u8(reply::VALUE);
        answer.value(&Value::Undefined);
        read(answer.as_bytes());
    }
}

fn run(source: String) -> Step {
    let start = Start::new(source);
    let mut message = Encoder::new();
    start.encode(&mut message);
    let answer = Runtime::new(Box::new(Console)).start(message.as_bytes());
    Step::decode(&answer).expect("an answer of the guest")
}

fn main() {
    let programs = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(|| {
            let every = std::env::var("COLLECT_EVERY").ok();
            boa_gc::collect_often(every.map_or(0, |text| text.parse().expect("a number")));
            for path in std::env::args().skip(1) {
                let source = std::fs::read_to_string(&path).expect("a program that can be read");
                println!("{path}: {:?}", run(source));
            }
        });
    programs
        .expect("a thread")
        .join()
        .expect("programs that end");
}
