//! Documents, archives, messages.

use std::io::Cursor;

use isolate_protocol::Value;
use isolate_protocol::wire::message::{Namespace, Start, Step};
use isolate_protocol::wire::{Decoder, Encoder};
use isolate_text::archive::{
    AbsolutePaths, ArchiveError, Entries, EntryKind, Guard, Limits, NewKind, Writer, open, stream,
};
use isolate_text::compress::{gunzip, gzip};
use isolate_text::json::{Indent, Json, Layout, Operation, Path, equal, parse, query, update};

use super::parts;
use crate::behaviour::{ended, saw, size};

const BYTES_MAX: usize = 1 << 22;

pub(super) fn json(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let parsed = parse(&text);
    ended("json", &parsed);
    let Ok(value) = parsed else {
        return;
    };
    saw_shape(&value, 0);
    for layout in [Layout::detect(&text), Layout::stringify(Indent::compact())] {
        check_printed(&value, &layout);
    }
}

/// Tells what kinds of values stand at what depth.
fn saw_shape(value: &Json, depth: usize) {
    let inner = |count: usize| (size(depth), size(count));
    match value {
        Json::Array(items) => {
            saw("array", inner(items.len()));
            items.iter().for_each(|item| saw_shape(item, depth + 1));
        }
        Json::Object(object) => {
            saw("object", inner(object.iter().count()));
            object
                .iter()
                .for_each(|(_, member)| saw_shape(member, depth + 1));
        }
        Json::Number(number) => {
            let double = number.as_f64();
            saw("number", (number.is_exact(), double.fract() == 0.0));
        }
        Json::String(text) => {
            let plain = text.as_str().map(str::is_ascii);
            saw("string", (plain, size(text.to_text().len())));
        }
        Json::Null | Json::Bool(_) => saw("word", depth.min(3)),
    }
}

fn check_printed(value: &Json, layout: &Layout) {
    let Ok(printed) = layout.print(value, BYTES_MAX) else {
        return;
    };
    let again = parse(&printed).expect("what is printed can be read");
    assert_eq!(equal(&again, value), Ok(true), "{printed}");
    assert_eq!(layout.print(&again, BYTES_MAX).as_ref(), Ok(&printed));
}

pub(super) fn json_path(data: &[u8]) {
    let [text, path] = parts(data);
    let Ok(document) = parse(&text) else {
        return;
    };
    let parsed = Path::parse(&path);
    ended("json path", &parsed);
    let found = query(&document, &path);
    ended("query", &found);
    assert!(parsed.is_ok() || found.is_err());
    for op in ["set", "delete", "insert", "append", "merge", "test"] {
        let value = (op != "delete").then(|| Json::from(7.0));
        let Ok(operation) = Operation::new(0, op, &path, value) else {
            continue;
        };
        let updated = update(&text, &text, &[operation]);
        ended(op, &updated);
        let Ok(updated) = updated else {
            continue;
        };
        let Ok(printed) = updated.text(BYTES_MAX) else {
            continue;
        };
        let after = parse(&printed).expect("what is written can be read");
        check_printed(&after, &Layout::stringify(Indent::compact()));
        if op == "test" {
            assert_eq!(printed, text);
        }
    }
}

fn limits() -> Limits {
    Limits {
        entries_max: 100,
        bytes_max: 1 << 20,
    }
}

/// The entries of an archive with the sizes of their contents, as they are read in pieces.
fn streamed(data: &[u8]) -> Result<Vec<(String, usize)>, ArchiveError> {
    let mut found = Vec::new();
    stream(Cursor::new(data), &limits(), |entry, content| {
        let mut bytes = Vec::new();
        // Half of the contents are passed over.
        if found.len() % 2 == 0 || entry.kind == EntryKind::File {
            let read = content.read_to_end(&mut bytes);
            read.map_err(ArchiveError::of_content)?;
        }
        let length = match entry.kind {
            EntryKind::File => bytes.len(),
            _ => 0,
        };
        found.push((entry.path.clone(), length));
        Ok::<(), ArchiveError>(())
    })?;
    assert!(found.len() <= limits().entries_max);
    Ok(found)
}

pub(super) fn archive(data: &[u8]) {
    let unpacked = gunzip(data, 1 << 20);
    ended("gunzip", &unpacked);
    if let Ok(bytes) = unpacked {
        assert!(bytes.len() <= 1 << 20);
    }
    let streamed = streamed(data);
    ended("stream", &streamed);
    let opened = open(data, &limits());
    ended("archive", &opened);
    let Ok(bytes) = opened else {
        return;
    };
    let mut guard = Guard::new(AbsolutePaths::Strip);
    let mut writer = Writer::new(BYTES_MAX);
    let mut written = Vec::new();
    let (mut entries, mut total) = (0, 0);
    for entry in Entries::new(&bytes, &limits()) {
        ended("entry", &entry);
        let Ok(entry) = entry else {
            break;
        };
        entries += 1;
        total += entry.data.len();
        let place = guard.check(&entry);
        ended("place", &place);
        saw(
            "kind",
            (
                std::mem::discriminant(&entry.kind),
                size(entry.data.len()),
                size(entries),
            ),
        );
        let Ok(place) = place else {
            continue;
        };
        assert!(!place.starts_with('/') && !place.contains('\0'));
        assert!(place.split('/').all(|name| name != ".." && name != "."));
        if let EntryKind::HardLink(target) = &entry.kind
            && let Ok(target) = guard.link_target(&entry, target)
        {
            assert!(!target.starts_with('/') && target.split('/').all(|name| name != ".."));
        }
        if entry.kind == EntryKind::File
            && writer
                .add(&place, NewKind::File(entry.data), entry.mode & 0o777, 0)
                .is_ok()
        {
            written.push((place, entry.data.to_vec()));
        }
    }
    assert!(entries <= limits().entries_max && total <= limits().bytes_max);
    // What is read as a whole in memory is read in pieces, too. A zip archive is counted otherwise.
    let all: Result<Vec<_>, _> = Entries::new(&bytes, &limits()).collect();
    if let (Ok(all), false) = (all, data.starts_with(b"PK")) {
        let all = all.into_iter().map(|entry| (entry.path, entry.data.len()));
        assert_eq!(streamed.map_err(|error| error.kind()), Ok(all.collect()));
    }
    let ours = writer.finish().expect("nothing stops it");
    let read: Vec<(String, Vec<u8>)> = Entries::new(&ours, &Limits::default())
        .map(|entry| entry.expect("what is written can be read"))
        .map(|entry| (entry.path, entry.data.to_vec()))
        .collect();
    assert_eq!(read, written);
}

pub(super) fn archives() -> Vec<Vec<u8>> {
    let long = "n".repeat(130);
    let mut all = Vec::new();
    for (name, kind) in [
        ("a.txt", NewKind::File(b"content")),
        ("folder", NewKind::Directory),
        ("link", NewKind::Symlink("a.txt")),
        (long.as_str(), NewKind::File(b"long")),
    ] {
        let mut writer = Writer::new(BYTES_MAX);
        writer
            .add(name, kind, 0o644, 0)
            .expect("a small archive can be written");
        let bytes = writer.finish().expect("nothing stops it");
        all.extend(gzip(&bytes));
        // Without the blocks of zeros at the end, so that two can be joined.
        all.push(bytes[..bytes.len() - 1024].to_vec());
        all.push(bytes);
    }
    all
}

pub(super) fn wire_decode(data: &[u8]) {
    ended("start", &Start::decode(data));
    ended("step", &Step::decode(data));
    ended("value", &Decoder::new(data).value());
    if let Ok(start) = Start::decode(data) {
        saw(
            "functions",
            (size(start.functions.len()), start.input.is_some()),
        );
        let again = encoded(|out| start.encode(out));
        let decoded = Start::decode(&again).expect("what is written can be read");
        assert_eq!(encoded(|out| decoded.encode(out)), again);
    }
    if let Ok(step) = Step::decode(data) {
        saw("which step", std::mem::discriminant(&step));
        let again = encoded(|out| step.encode(out));
        let decoded = Step::decode(&again).expect("what is written can be read");
        assert_eq!(encoded(|out| decoded.encode(out)), again);
    }
    if let Ok(value) = Decoder::new(data).value() {
        saw(
            "which value",
            (std::mem::discriminant(&value), size(data.len())),
        );
        let again = encoded(|out| out.value(&value));
        let decoded = Decoder::new(&again).value();
        let decoded = decoded.expect("what is written can be read");
        assert_eq!(encoded(|out| out.value(&decoded)), again);
    }
}

fn encoded(write: impl FnOnce(&mut Encoder)) -> Vec<u8> {
    let mut out = Encoder::new();
    write(&mut out);
    out.into_bytes()
}

pub(super) fn messages() -> Vec<Vec<u8>> {
    let value = Value::Object(vec![
        (
            "a".into(),
            Value::Array(vec![Value::Number(1.5), Value::Null]),
        ),
        (
            "b".into(),
            Value::Map(vec![(Value::String("k".into()), Value::Date(0.0))]),
        ),
        ("c".into(), Value::Set(vec![Value::BigInt("12".to_owned())])),
        ("d".into(), Value::Bytes(vec![0, 255])),
        ("e".into(), Value::Boolean(true)),
    ]);
    let start = Start {
        source: "() => 1".to_owned(),
        input: Some(value.clone()),
        seed: 1,
        now_ms: 0.0,
        functions: vec![Namespace {
            name: "tools".to_owned(),
            functions: vec!["f".to_owned()],
        }],
        is_javascript_only: true,
        is_code_from_text_refused: false,
        result_bytes_max: 100,
        log_entry_bytes_max: 10,
        file_bytes_max: 1_000,
        has_exec: true,
        process: None,
    };
    vec![
        encoded(|out| out.value(&value)),
        encoded(|out| start.encode(out)),
        encoded(|out| Step::Returned(value).encode(out)),
        encoded(|out| Step::Waiting.encode(out)),
    ]
}
