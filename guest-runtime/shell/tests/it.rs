//! The shell over a host of a few files in memory.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "it/disk.rs"]
mod disk;
#[path = "it/files.rs"]
mod files;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use isolate_protocol::wire::message::{Step, encode_error, reply};
use isolate_protocol::wire::shell::{Command, Exit};
use isolate_protocol::wire::{Decoder, Encoder};
use isolate_protocol::{ErrorCode, FIRST_OF_NODE, NODE, StateError, Value};
use isolate_shell_runtime::{Host, Shell};

/// The file of a path, and the operations that were asked for.
#[derive(Default)]
struct Files {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    asked: Mutex<Vec<String>>,
}

const APPEND: f64 = 1024.0;

impl Files {
    fn answer(&self, name: &str, arguments: &[Value]) -> Result<Value, ErrorCode> {
        let Some(Value::String(path)) = arguments.first() else {
            return Err(ErrorCode::Invalid);
        };
        let path = path.text.clone();
        self.asked.lock().unwrap().push(format!("{name} {path}"));
        let mut files = self.files.lock().unwrap();
        match (name, arguments) {
            ("fs.stat", _) if path == "/" => Ok(stat(0o040_755, 0)),
            ("fs.stat", _) => {
                let file = files.get(&path).ok_or(ErrorCode::NotFound)?;
                Ok(stat(0o100_644, file.len()))
            }
            ("fs.read", _) => {
                let file = files.get(&path).ok_or(ErrorCode::NotFound)?;
                Ok(Value::Bytes(file.clone()))
            }
            ("fs.open", [_, Value::Number(flags), _, _, Value::Bytes(content), _]) => {
                let file = files.entry(path).or_default();
                if flags % (2.0 * APPEND) < APPEND {
                    file.clear();
                }
                file.extend_from_slice(content);
                Ok(Value::Undefined)
            }
            ("fs.unlink", _) => match files.remove(&path) {
                Some(_) => Ok(Value::Undefined),
                None => Err(ErrorCode::NotFound),
            },
            _ => Err(ErrorCode::NotSupported),
        }
    }
}

fn stat(mode: u32, bytes: usize) -> Value {
    let numbers = [f64::from(mode), 1.0, 1.0, bytes as f64, 0.0];
    Value::Array(numbers.map(Value::Number).to_vec())
}

impl Host for Files {
    fn call(&self, request: &[u8], read: &mut dyn FnMut(&[u8])) {
        let mut decoder = Decoder::new(request);
        decoder.u8().unwrap();
        let row = usize::from(decoder.u16().unwrap()) - FIRST_OF_NODE;
        let count = decoder.u8().unwrap();
        let arguments: Vec<Value> = (0..count).map(|_| decoder.value().unwrap()).collect();
        decoder.finish().unwrap();
        let mut out = Encoder::new();
        match self.answer(NODE[row].name, &arguments) {
            Ok(value) => {
                out.u8(reply::VALUE);
                out.value(&value);
            }
            Err(code) => {
                out.u8(reply::ERROR);
                let error = StateError {
                    code,
                    is_argument_error: false,
                    message: code.to_string(),
                    path: None,
                };
                encode_error(&error, &mut out);
            }
        }
        read(out.as_bytes());
    }

    fn restart(&self, _: u64, _: f64) {}
}

fn command(source: &str) -> Command {
    Command {
        source: source.to_owned(),
        directory: "/".to_owned(),
        environment: Vec::new(),
        stdin: Vec::new(),
        seed: 1,
        now_ms: 0.0,
        output_bytes_max: 1000,
    }
}

fn run(host: &Arc<Files>, command: &Command) -> Exit {
    let mut shell = Shell::new(Arc::clone(host) as _);
    assert!(
        host.asked.lock().unwrap().is_empty(),
        "nothing is asked yet"
    );
    let mut message = Encoder::new();
    command.encode(&mut message);
    match Step::decode(&shell.run(message.as_bytes())) {
        Ok(Step::Returned(value)) => Exit::of_value(value).unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn operations_of_files_are_asked_of_the_host() {
    let host = Arc::new(Files::default());
    let exit = run(
        &host,
        &command("echo one > /f; echo two >> /f; cat /f; rm /f"),
    );
    assert_eq!(
        (exit.code, exit.stdout.bytes, exit.stderr.bytes),
        (0, b"one\ntwo\n".to_vec(), Vec::new())
    );
    assert!(host.files.lock().unwrap().is_empty());
    let asked = host.asked.lock().unwrap().join("\n");
    assert!(asked.contains("fs.open /f"), "{asked}");
    assert!(asked.ends_with("fs.unlink /f"), "{asked}");
}

#[test]
fn errors_of_the_host_have_the_words_of_the_system() {
    let host = Arc::new(Files::default());
    let exit = run(&host, &command("cat /none; mkdir /d"));
    assert_eq!(exit.code, 1);
    assert_eq!(
        String::from_utf8(exit.stderr.bytes).unwrap(),
        "cat: /none: No such file or directory\nmkdir: cannot create directory '/d': Operation not supported\n"
    );
}

#[test]
fn output_beyond_its_bound_is_counted() {
    let host = Arc::new(Files::default());
    let mut command = command("echo 0123456789");
    command.output_bytes_max = 4;
    let exit = run(&host, &command);
    assert_eq!(
        (&*exit.stdout.bytes, exit.stdout.omitted),
        (&b"0123"[..], 7)
    );
}

#[test]
fn a_message_that_is_none_is_an_error() {
    let mut shell = Shell::new(Arc::new(Files::default()));
    let answer = shell.run(&[1, 2, 3]);
    assert!(matches!(Step::decode(&answer), Ok(Step::Threw(_))));
}
