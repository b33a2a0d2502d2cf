//! Files with one JSON text a line.

use isolate_protocol::wire::tag;
use isolate_protocol::{ErrorCode, Value};
use isolate_text::budget;
use isolate_text::json::{Document, Indent, Json, Layout, parse};

use super::super::json_values::{put, to_json};
use super::super::{Call, Fault};
use super::{Halt, bare};
use crate::charge::made;
use crate::stop::Stop;

pub(in super::super) fn read_ndjson(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let text = call.read_utf8(&path, "NDJSON")?;
    let count_at = call.out.open(tag::ARRAY);
    let mut count = 0;
    for (index, line) in bare(&text).split('\n').enumerate() {
        made(0).map_err(|_| Stop::Halted)?;
        if line.trim().is_empty() {
            continue;
        }
        let _freed = budget::scratch();
        let document: Document = match parse(line) {
            Ok(value) => value.into(),
            Err(error) => {
                let shown: String = line.trim().chars().take(80).collect();
                let message = format!(
                    "Invalid NDJSON in {path}: {} (line {}, column {})\n  {shown}",
                    error.problem(),
                    index + 1,
                    error.column()
                );
                return Err(call.own_words(ErrorCode::BadFormat, message, Some(&path)));
            }
        };
        put(call, &path, &document)?;
        count += 1;
    }
    call.out.set_count(count_at, count);
    call.charge_reply()
}

pub(in super::super) fn write_ndjson(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    call.charge_document()?;
    let rows = match std::mem::replace(&mut call.values[1], Value::Undefined) {
        Value::Array(rows) => rows,
        _ => Vec::new(),
    };
    let layout = Layout::new(Indent::compact());
    let bytes_max = call.file_bytes_max();
    let mut text = String::new();
    for row in &rows {
        made(0).map_err(|_| Stop::Halted)?;
        let value = to_json(row).unwrap_or(Json::Null);
        let line = layout.print(&value, bytes_max.saturating_sub(text.len()));
        let line = line.map_err(|_| call.halted_writing(Halt::TooLong, "NDJSON", &path))?;
        text.push_str(&line);
        call.note_rounded(&path, &value);
    }
    call.write(&path, text.as_bytes())?;
    call.done()
}
