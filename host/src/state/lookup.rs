//! What the shell asks about many files at once: trees with their metadata, and lines that may match.

use std::ops::ControlFlow;

use isolate_protocol::Value;
use isolate_protocol::wire::tag;
use isolate_text::budget;
use isolate_text::search::{FoundLine, LineFinder};

use super::args::text_of;
use super::posix::type_bits;
use super::{Call, Fault};
use crate::cast::to_integer;

/// Bytes that one search reads at most, but for those of its last file: some milliseconds of work.
const SEARCHED_BYTES_MAX: usize = 8 << 20;

/// Bytes of the answer of one search at most, but for those of its last file.
const ANSWER_BYTES_MAX: usize = 1 << 20;

/// Bytes of the lines of one file; a file with more is read by whoever asks.
const LINES_BYTES_MAX: usize = 1 << 18;

/// Bytes of a file that is answered as a whole; a larger one is read by whoever asks.
const WHOLE_BYTES_MAX: usize = 1 << 18;

/// Bytes of a line beside its text.
const LINE_BYTES: usize = 24;

pub(super) fn list(call: &mut Call<'_>) -> Result<(), Fault> {
    let from = text_of(&call.values[1]).unwrap_or_default();
    let entries_max: usize = match &call.values[2] {
        Value::Number(number) => to_integer(*number),
        _ => 0,
    };
    let listed = call
        .tree
        .posix()
        .list_detailed(path(call), from, entries_max);
    let listings = listed.map_err(|error| call.system_fault(error))?;
    call.out.array(listings.len() * 2);
    for listing in listings {
        call.out.string(&listing.below);
        call.out.array(listing.entries.len() * 4);
        for (name, stat) in listing.entries {
            let time = call.answers.exact_time(stat.kind, stat.mtime)?;
            call.out.string(&name);
            call.out.number(f64::from(type_bits(stat.kind) | stat.mode));
            call.out.number(stat.size as f64);
            call.out.number(time);
            call.charge_reply()?;
        }
    }
    Ok(())
}

fn path<'c>(call: &'c Call<'_>) -> &'c str {
    text_of(&call.values[0]).unwrap_or_default()
}

/// For each path, in turn, the lines that match, or null where whoever asks has to read it: it is no text
/// file, has too many lines that match, or cannot be read.
pub(super) fn search(call: &mut Call<'_>) -> Result<(), Fault> {
    let expression = text_of(&call.values[1]).unwrap_or_default();
    let finder = LineFinder::new(expression).map_err(|error| {
        let code = isolate_protocol::ErrorCode::Invalid;
        call.own_words(code, format!("{code}: {error}"), None)
    })?;
    let lines_max: usize = match &call.values[2] {
        Value::Number(number) => to_integer(*number),
        _ => 0,
    };
    let is_whole = matches!(call.values.get(3), Some(Value::Boolean(true)));
    let Value::Array(paths) = &call.values[0] else {
        call.out.array(0);
        return Ok(());
    };
    let count = paths.len();
    let start = call.out.len();
    let count_at = call.out.open(tag::ARRAY);
    let (mut answered, mut searched) = (0, 0);
    while answered < count
        && (answered == 0
            || searched < SEARCHED_BYTES_MAX && call.out.len() - start < ANSWER_BYTES_MAX)
    {
        let scratch = budget::scratch();
        match content(call, answered)? {
            Some(bytes) if is_text(&bytes) && !(is_whole && bytes.len() > WHOLE_BYTES_MAX) => {
                searched += bytes.len();
                match is_whole {
                    true => put_whole(call, &finder, &bytes)?,
                    false => put_lines(call, &finder, &bytes, lines_max)?,
                }
            }
            other => {
                searched += other.map_or(0, |bytes| bytes.len());
                call.out.null();
            }
        }
        drop(scratch);
        call.charge_reply()?;
        answered += 1;
    }
    call.out.set_count(count_at, answered);
    Ok(())
}

/// What the file at a path of the list holds, if it can be read.
fn content(call: &mut Call<'_>, index: usize) -> Result<Option<Vec<u8>>, Fault> {
    let Value::Array(paths) = &call.values[0] else {
        return Ok(None);
    };
    let Some(path) = paths.get(index).and_then(text_of) else {
        return Ok(None);
    };
    let (tree, meter) = (call.tree, &mut *call.meter);
    let read: Result<Option<Vec<u8>>, Fault> = tree.posix().read_with(path, |reader| {
        meter.read(reader.size())?;
        reader.charge(reader.size())?;
        let mut bytes = Vec::new();
        reader.for_each_piece(|piece| bytes.extend_from_slice(piece))?;
        Ok(bytes)
    });
    match read.map_err(|fault| call.system_fault(fault)) {
        Ok(bytes) => Ok(bytes),
        Err(Fault::Error(_)) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// Whether a text is the same for all that search it: to some, a mark of the order of bytes is none of it.
fn is_text(bytes: &[u8]) -> bool {
    !bytes.contains(&0) && !bytes.starts_with(b"\xef\xbb\xbf") && std::str::from_utf8(bytes).is_ok()
}

/// Writes a file if a line of it matches, and otherwise nothing.
fn put_whole(call: &mut Call<'_>, finder: &LineFinder, bytes: &[u8]) -> Result<(), Fault> {
    let mut has_match = false;
    let found = finder.each(bytes, |_| {
        has_match = true;
        ControlFlow::Break(())
    });
    found.map_err(|stopped| Fault::Op(isolate_ops::OpError::from(stopped)))?;
    call.out.array(usize::from(has_match));
    if has_match {
        call.out.bytes(bytes);
    }
    Ok(())
}

/// Writes the lines that match as index, offset and bytes, in turn; and `true` behind `lines_max` lines if
/// there are more.
fn put_lines(
    call: &mut Call<'_>,
    finder: &LineFinder,
    bytes: &[u8],
    lines_max: usize,
) -> Result<(), Fault> {
    let start = call.out.len();
    let out = &mut *call.out;
    let count_at = out.open(tag::ARRAY);
    let (mut lines, mut has_more, mut is_long) = (0, false, false);
    let found = finder.each(bytes, |found: FoundLine<'_>| {
        if lines == lines_max {
            has_more = true;
            return ControlFlow::Break(());
        }
        if out.len() - start + found.line.len() + LINE_BYTES > LINES_BYTES_MAX {
            is_long = true;
            return ControlFlow::Break(());
        }
        out.number(found.index as f64);
        out.number(found.offset as f64);
        out.bytes(found.line);
        lines += 1;
        ControlFlow::Continue(())
    });
    found.map_err(|stopped| Fault::Op(isolate_ops::OpError::from(stopped)))?;
    if is_long {
        out.truncate(start);
        out.null();
        return Ok(());
    }
    if has_more {
        out.boolean(true);
    }
    out.set_count(count_at, lines * 3 + usize::from(has_more));
    Ok(())
}
