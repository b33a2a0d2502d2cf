//! Runs programs in the guest's engine on this machine, without WebAssembly: what the sandbox costs,
//! and where an engine's time goes, is seen from here. They are those that arguments name, or else
//! those whose paths standard input names, a line each. Each is answered with a line: `{"ms":…}` or
//! `{"error":…}`.
//!
//! A run without work comes first, since what a process does once is not counted. See `cargo xtask
//! versus native`.
#![expect(
    clippy::print_stdout,
    reason = "a tool for engineers, which reports what it did"
)]

use std::time::Instant;

use isolate_guest_runtime::{Host, Runtime};
use isolate_protocol::Value;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Start, Step, reply};

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

/// Runs a program and answers with the milliseconds that it took, or how else it ended.
fn run(source: &str) -> String {
    let start = Start::new(source);
    let mut message = Encoder::new();
    start.encode(&mut message);
    let mut runtime = Runtime::new(Box::new(Nothing));
    let begun = Instant::now();
    let step = runtime.start(message.as_bytes());
    let taken = begun.elapsed().as_secs_f64() * 1000.0;
    match Step::decode(&step) {
        Ok(Step::Returned(_)) => format!("{{\"ms\":{taken}}}"),
        Ok(Step::Threw(_)) => "{\"error\":\"it threw\"}".to_owned(),
        _ => "{\"error\":\"it did not finish\"}".to_owned(),
    }
}

fn main() {
    run("() => {}");
    let answer = |path: String| {
        let source = std::fs::read_to_string(&path).expect("a program that can be read");
        println!("{}", run(&source));
    };
    let named = std::env::args().skip(1);
    if named.len() > 0 {
        named.for_each(answer);
    } else {
        let lines = std::io::stdin().lines();
        lines.map_while(Result::ok).for_each(answer);
    }
}
