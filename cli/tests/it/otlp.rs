//! Spans that are sent to a collector: a build with the feature `otlp`.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::service::Service;
use crate::{Folder, answer};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN: &str = "00f067aa0ba902b7";

/// A field of a message of Protocol Buffers.
enum Part<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// The fields of a message, with their numbers.
fn parts(mut bytes: &[u8]) -> Vec<(u64, Part<'_>)> {
    fn number(bytes: &mut &[u8]) -> u64 {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = bytes.split_first().unwrap();
            *bytes = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        number
    }
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let tag = number(&mut bytes);
        let mut take = |count: usize| {
            let (taken, rest) = bytes.split_at(count);
            bytes = rest;
            taken
        };
        let part = match tag & 7 {
            0 => Part::Number(number(&mut bytes)),
            1 => Part::Number(u64::from_le_bytes(take(8).try_into().unwrap())),
            5 => Part::Number(u32::from_le_bytes(take(4).try_into().unwrap()).into()),
            2 => {
                let length = usize::try_from(number(&mut bytes)).unwrap();
                let (taken, rest) = bytes.split_at(length);
                bytes = rest;
                Part::Bytes(taken)
            }
            other => panic!("wire type {other}"),
        };
        found.push((tag >> 3, part));
    }
    found
}

/// The messages in a field.
fn messages(bytes: &[u8], field: u64) -> impl Iterator<Item = &[u8]> {
    parts(bytes).into_iter().filter_map(move |part| match part {
        (number, Part::Bytes(bytes)) if number == field => Some(bytes),
        _ => None,
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Attributes in a field of key-value pairs, as text.
fn attributes(bytes: &[u8], field: u64) -> BTreeMap<String, String> {
    let pairs = messages(bytes, field).map(|pair| {
        let key = messages(pair, 1).map(text).next().unwrap();
        let value = messages(pair, 2).next().unwrap_or_default();
        let value = match parts(value).first() {
            Some((1, Part::Bytes(words))) => text(words),
            Some((_, Part::Number(number))) => number.to_string(),
            _ => String::new(),
        };
        (key, value)
    });
    pairs.collect()
}

#[derive(Debug)]
struct Sent {
    name: String,
    trace: String,
    id: String,
    parent: String,
    kind: u64,
    service: String,
    attributes: BTreeMap<String, String>,
    /// The spans that it is linked with, each as its trace and its own number.
    links: Vec<(String, String)>,
}

impl Sent {
    fn all(request: &[u8]) -> Vec<Self> {
        let mut all = Vec::new();
        for resource_spans in messages(request, 1) {
            let resource = messages(resource_spans, 1).next().unwrap();
            let service = attributes(resource, 1)["service.name"].clone();
            for span in messages(resource_spans, 2).flat_map(|scope| messages(scope, 2)) {
                let one = |field| messages(span, field).next().unwrap_or_default();
                let links = messages(span, 13).map(|link| {
                    let one = |field| messages(link, field).next().unwrap_or_default();
                    (hex(one(1)), hex(one(2)))
                });
                let kind = parts(span).into_iter().find_map(|part| match part {
                    (6, Part::Number(kind)) => Some(kind),
                    _ => None,
                });
                all.push(Self {
                    name: text(one(5)),
                    trace: hex(one(1)),
                    id: hex(one(2)),
                    parent: hex(one(4)),
                    kind: kind.unwrap_or_default(),
                    service: service.clone(),
                    attributes: attributes(span, 9),
                    links: links.collect(),
                });
            }
        }
        all
    }

    fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }
}

/// A collector on this machine.
struct Collector {
    address: String,
    /// The bodies of requests.
    received: Receiver<Vec<u8>>,
}

impl Collector {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (sender, received) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let sender = sender.clone();
                std::thread::spawn(move || serve(stream.unwrap(), &sender));
            }
        });
        Self { address, received }
    }

    /// A command that sends its spans here.
    fn told<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", &self.address)
            .env("OTEL_EXPORTER_OTLP_HEADERS", "x-key=secret-key")
    }

    /// All spans that were sent, after the command has ended.
    fn spans(&self) -> Vec<Sent> {
        let bodies: Vec<_> = self.received.try_iter().collect();
        let whole = String::from_utf8_lossy(&bodies.concat()).into_owned();
        assert!(!whole.contains("secret"), "{whole}");
        bodies.iter().flat_map(|body| Sent::all(body)).collect()
    }
}

/// Answers the requests of one connection.
fn serve(stream: TcpStream, bodies: &Sender<Vec<u8>>) {
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let mut reader = BufReader::new(stream);
    loop {
        let (mut length, mut first, mut has_key) = (0, String::new(), false);
        if reader.read_line(&mut first).unwrap_or(0) == 0 {
            return;
        }
        assert_eq!(first, "POST /v1/traces HTTP/1.1\r\n");
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            has_key |= line == "x-key: secret-key";
            if line.is_empty() {
                break;
            }
        }
        assert!(has_key);
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        bodies.send(body).unwrap();
        let answer =
            "HTTP/1.1 200 OK\r\nContent-Type: application/x-protobuf\r\nContent-Length: 0\r\n\r\n";
        reader.get_mut().write_all(answer.as_bytes()).unwrap();
    }
}

fn find<'a>(spans: &'a [Sent], name: &str) -> &'a Sent {
    let mut found = spans.iter().filter(|span| span.name == name);
    let span = found.next().unwrap_or_else(|| panic!("{name}: {spans:#?}"));
    assert!(found.next().is_none(), "{name}: {spans:#?}");
    span
}

#[test]
fn a_run_is_a_part_of_the_trace_of_its_caller() {
    let (folder, collector) = (Folder::new(), Collector::start());
    let code = "async () => { await state.writeFile('/secret', 'secret'); throw new TypeError('secret'); }";
    let mut command = folder.command(["--eval", code]);
    command.env("TRACEPARENT", format!("00-{TRACE}-{SPAN}-01"));
    let answer = answer(collector.told(&mut command));
    assert_eq!(answer.code, Some(1), "{answer}");
    let spans = collector.spans();
    assert_eq!(spans.len(), 2, "{spans:#?}");
    let run = find(&spans, "execute_tool run");
    assert_eq!((run.trace.as_str(), run.parent.as_str()), (TRACE, SPAN));
    assert_eq!(run.service, "isolate-run");
    // Internal.
    assert_eq!(run.kind, 1);
    for (name, value) in [
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "run"),
        ("isolate.outcome", "threw"),
        ("error.type", "TypeError"),
    ] {
        assert_eq!(run.attribute(name), value, "{name}");
    }
    let segment = find(&spans, "isolate.segment");
    assert_eq!((&segment.trace, &segment.parent), (&run.trace, &run.id));
}

#[test]
fn a_resumed_run_is_linked_with_its_first_part() {
    let (folder, collector) = (Folder::new(), Collector::start());
    let code = "async () => { await state.approve('secret'); return 1; }";
    let mut command = folder.command(["--db", "w.sqlite", "--eval", code]);
    let waits = answer(collector.told(&mut command));
    assert_eq!(waits.code, Some(75), "{waits}");
    let before = collector.spans();
    let mut command = folder.command(["approve", "1", "--db", "w.sqlite"]);
    let resumed = answer(collector.told(&mut command));
    assert_eq!(resumed.code, Some(0), "{resumed}");
    let after = collector.spans();
    let put_away = find(&before, "execute_tool run");
    let run = find(&after, "execute_tool run");
    assert_ne!(run.trace, put_away.trace);
    let linked = |link: &(String, String)| {
        let is_it = |span: &&Sent| (&span.trace, &span.id) == (&link.0, &link.1);
        before.iter().find(is_it).map(|span| span.name.as_str())
    };
    let links: Vec<_> = run.links.iter().map(linked).collect();
    assert_eq!(links, [Some("isolate.segment")]);
}

#[test]
fn a_request_is_above_its_run_and_contents_can_be_asked_for() {
    let (folder, collector) = (Folder::new(), Collector::start());
    let mut command = folder.command(["serve", "--http", "0", "--data", "data"]);
    command
        .env("OTEL_SERVICE_NAME", "workspaces")
        .env("ISOLATE_TRACE_CONTENTS", "results")
        .env("ISOLATE_TRACE_LEVEL", "trace");
    let mut service = Service::started(collector.told(&mut command));
    let head = format!("traceparent: 00-{TRACE}-{SPAN}-01\r\n");
    let code = "async () => { await state.writeFile('/secret', 'secret'); return 'a result'; }";
    let (status, _) = service.run("secret-name", &head, code);
    assert_eq!(status, 200);
    service.signal("-TERM");
    service.child.wait().unwrap();
    let spans = collector.spans();
    let request = find(&spans, "POST /v1/workspaces/{name}/runs");
    assert_eq!(
        (request.trace.as_str(), request.parent.as_str()),
        (TRACE, SPAN)
    );
    assert_eq!(request.service, "workspaces");
    // Of a server.
    assert_eq!(request.kind, 2);
    assert_eq!(request.attribute("http.response.status_code"), "200");
    let run = find(&spans, "execute_tool run");
    assert_eq!(run.parent, request.id);
    assert_eq!(run.attribute("gen_ai.tool.call.result"), "\"a result\"");
    assert_eq!(run.attribute("isolate.program"), "");
    let segment = find(&spans, "isolate.segment");
    assert_eq!(segment.parent, run.id);
    let write = find(&spans, "state");
    assert_eq!(write.parent, segment.id);
    assert_eq!(write.attribute("isolate.method"), "writeFile");
}

/// Whether a run succeeded, and what it said on standard error.
fn noted(variables: &[(&str, &str)]) -> String {
    let folder = Folder::new();
    let mut command = folder.command(["--eval", "1 + 1"]);
    command.envs(variables.iter().copied());
    let answer = answer(&mut command);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(0), "2\n"),
        "{answer}"
    );
    answer.err
}

#[test]
fn what_is_wrong_with_the_export_is_told_and_ends_no_run() {
    assert_eq!(noted(&[]), "");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://user:secret@{}", closed.local_addr().unwrap());
    drop(closed);
    let said = noted(&[("OTEL_EXPORTER_OTLP_ENDPOINT", &address)]);
    assert!(
        said.starts_with("note: spans were not exported: Connection refused"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
    let said = noted(&[
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &address),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
    ]);
    assert_eq!(
        said,
        "note: spans are not exported: OTEL_EXPORTER_OTLP_PROTOCOL is \"grpc\", and this command sends \
         http/protobuf\n"
    );
    let said = noted(&[("OTEL_TRACES_EXPORTER", "zipkin")]);
    assert_eq!(
        said,
        "note: spans are not exported: OTEL_TRACES_EXPORTER is \"zipkin\", and this command knows otlp and \
         none\n"
    );
    let said = noted(&[
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &address),
        ("ISOLATE_TRACE_CONTENTS", "results,everything"),
    ]);
    assert_eq!(
        said.lines().next(),
        Some(
            "note: spans have no contents: ISOLATE_TRACE_CONTENTS has \"everything\"; it may have programs, \
             arguments and results"
        )
    );
    for off in [
        ("OTEL_SDK_DISABLED", "TRUE"),
        ("OTEL_TRACES_EXPORTER", "none"),
    ] {
        assert_eq!(noted(&[("OTEL_EXPORTER_OTLP_ENDPOINT", &address), off]), "");
    }
}
