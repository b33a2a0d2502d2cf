//! A host that records and answers.

use std::cell::RefCell;
use std::rc::Rc;

use isolate_guest_runtime::{Host, Runtime};
use isolate_protocol::wire::message::{
    FunctionFault, Level, Line, Namespace, Start, Step, encode_completion, encode_error, reply,
    request,
};
use isolate_protocol::wire::{Decoder, Encoder};
use isolate_protocol::{METHODS, StateError, Value};

/// What the host answers.
pub(crate) enum Answer {
    Value(Value),
    Error(StateError),
    Pending(u32),
}

type Handler = Box<dyn Fn(&str, Vec<Value>) -> Answer>;

/// What has been said.
#[derive(Default)]
pub(crate) struct Record {
    pub(crate) logs: Vec<(Level, String, u32)>,
    pub(crate) calls: Vec<(String, Vec<Value>)>,
}

struct FakeHost {
    record: Rc<RefCell<Record>>,
    handler: Handler,
}

impl Host for FakeHost {
    fn call(&self, message: &[u8], read: &mut dyn FnMut(&[u8])) {
        let mut decoder = Decoder::new(message);
        let mut out = Encoder::new();
        let answer = match decoder.u8().unwrap() {
            request::LOG => {
                let level = Level::from_wire(decoder.u8().unwrap()).unwrap();
                Line::from_wire(decoder.u8().unwrap()).unwrap();
                let text = decoder.string().unwrap();
                let left_out = decoder.u32().unwrap();
                self.record.borrow_mut().logs.push((level, text, left_out));
                Answer::Value(Value::Undefined)
            }
            kind => {
                let (name, count) = if kind == request::STATE {
                    let name = METHODS[usize::from(decoder.u16().unwrap())].name.to_owned();
                    (name, decoder.u8().unwrap())
                } else {
                    (decoder.string().unwrap(), 1)
                };
                let args: Vec<Value> = (0..count).map(|_| decoder.value().unwrap()).collect();
                decoder.finish().unwrap();
                self.record
                    .borrow_mut()
                    .calls
                    .push((name.clone(), args.clone()));
                (self.handler)(&name, args)
            }
        };
        match answer {
            Answer::Value(value) => {
                out.u8(reply::VALUE);
                out.value(&value);
            }
            Answer::Error(error) => {
                out.u8(reply::ERROR);
                encode_error(&error, &mut out);
            }
            Answer::Pending(id) => {
                out.u8(reply::PENDING);
                out.u32(id);
            }
        }
        read(out.as_bytes());
    }
}

/// One run.
pub(crate) struct Run {
    pub(crate) runtime: Runtime,
    pub(crate) record: Rc<RefCell<Record>>,
    pub(crate) start: Start,
}

impl Run {
    pub(crate) fn new(handler: impl Fn(&str, Vec<Value>) -> Answer + 'static) -> Self {
        let record = Rc::new(RefCell::new(Record::default()));
        let host = FakeHost {
            record: Rc::clone(&record),
            handler: Box::new(handler),
        };
        Self {
            runtime: Runtime::new(Box::new(host)),
            record,
            start: Start {
                source: String::new(),
                input: None,
                seed: 7,
                now_ms: 1_700_000_000_000.0,
                functions: vec![
                    Namespace {
                        name: "github".to_owned(),
                        functions: vec!["createIssue".to_owned(), "listIssues".to_owned()],
                    },
                    Namespace {
                        name: "tools".to_owned(),
                        functions: vec!["slow".to_owned()],
                    },
                ],
                is_javascript_only: false,
                is_code_from_text_refused: false,
                result_bytes_max: 1 << 20,
                log_entry_bytes_max: 1 << 16,
                file_bytes_max: 64 << 20,
                has_exec: false,
                process: None,
            },
        }
    }

    pub(crate) fn start(&mut self, source: &str) -> Step {
        self.start.source = source.to_owned();
        let mut out = Encoder::new();
        self.start.encode(&mut out);
        Step::decode(&self.runtime.start(out.as_bytes())).unwrap()
    }

    pub(crate) fn resume(&mut self, id: u32, result: &Result<Value, FunctionFault>) -> Step {
        let mut out = Encoder::new();
        encode_completion(id, result, &mut out);
        Step::decode(&self.runtime.resume(out.as_bytes())).unwrap()
    }

    pub(crate) fn logs(&self) -> Vec<String> {
        self.record
            .borrow()
            .logs
            .iter()
            .map(|(_, text, _)| text.clone())
            .collect()
    }
}

/// Runs a program on a host that knows one file.
pub(crate) fn run(source: &str) -> Step {
    Run::new(one_file).start(source)
}

/// A program's console, an entry a line.
pub(crate) fn logged(source: &str) -> String {
    let mut run = Run::new(one_file);
    let step = run.start(source);
    assert!(matches!(step, Step::Returned(_)), "{step:?}");
    run.logs().join("\n")
}

pub(crate) fn one_file(name: &str, args: Vec<Value>) -> Answer {
    match (name, args.first()) {
        ("exists", Some(Value::String(path))) => Answer::Value(Value::Boolean(path.text == "/a")),
        ("readFile", Some(Value::String(path))) if path.text == "/a" => {
            Answer::Value(Value::String("text".into()))
        }
        ("readFile", Some(Value::String(path))) => Answer::Error(StateError::at_path(
            isolate_protocol::ErrorCode::NotFound,
            "no such file or directory",
            "readFile",
            &path.text,
        )),
        _ => Answer::Value(args.first().cloned().unwrap_or(Value::Undefined)),
    }
}
