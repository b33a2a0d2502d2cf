//! Runs programs in the guest's engine on this machine, without WebAssembly, and prints the
//! milliseconds of the first run of each and of another: what the wall costs, and where an engine's
//! time goes, is seen from here. A run without work comes before them, since what a process does
//! once is not counted. See `cargo xtask compare native`.
#![expect(
    clippy::print_stdout,
    reason = "a tool for engineers, which reports what it did"
)]

use std::time::Instant;

use isolate_guest_runtime::{Host, Runtime};
use isolate_protocol::Value;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Start, reply};

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

/// Milliseconds that one run of a program takes.
fn run(source: &str) -> f64 {
    let start = Start::new(source);
    let mut message = Encoder::new();
    start.encode(&mut message);
    let mut runtime = Runtime::new(Box::new(Nothing));
    let begun = Instant::now();
    let step = runtime.start(message.as_bytes());
    let taken = begun.elapsed();
    assert_eq!(step.first(), Some(&0), "the program did not finish");
    taken.as_secs_f64() * 1000.0
}

fn main() {
    run("() => {}");
    for path in std::env::args().skip(1) {
        let source = std::fs::read_to_string(&path).expect("a program that can be read");
        let (first, again) = (run(&source), run(&source));
        println!("{{\"firstMs\":{first},\"againMs\":{again}}}");
    }
}
