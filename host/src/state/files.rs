//! Reading and writing files.

use isolate_protocol::wire::tag;
use isolate_protocol::{MethodId, Value};
use isolate_text::{budget, lossy};

use super::archive::entry_name;
use super::content::HEAD_BYTES;
use super::encoding::Encoding;
use super::{Call, Fault};
use crate::cast::to_integer;

/// Largest memory for text in another encoding, for each byte of the file.
const ENCODED_BYTES_A_BYTE: usize = 3;

pub(super) fn read_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let encoding = Encoding::of(call, 1)?;
    if encoding == Encoding::Bytes {
        return read_file_bytes(call);
    }
    if let Some(lines) = Lines::of(call)? {
        return read_lines(call, &path, lines, encoding);
    }
    let window = Window::of(call, 1)?;
    let is_whole = window.is_whole();
    if encoding != Encoding::Utf8 {
        let start = call.out.len();
        copy_window(call, &path, window)?;
        let bytes = call.take_reply(start);
        budget::charge(bytes.len() * ENCODED_BYTES_A_BYTE)?;
        let text = call.decoded(&path, &bytes, encoding, window.offset == 0)?;
        return call.put_string(&text);
    }
    // ASCII, which nearly all text is, is copied from the database to the reply.
    let count_at = call.out.open(tag::LATIN1);
    let start = call.out.len();
    copy_window(call, &path, window)?;
    let bytes = &call.out.as_bytes()[start..];
    if bytes.is_ascii() {
        let count = bytes.len();
        // UTF-16 of ASCII is ASCII too, with NULs.
        let head = bytes[..count.min(HEAD_BYTES)].to_vec();
        call.out.set_count(count_at, count);
        call.note_utf16(&path, &head);
        return Ok(());
    }
    let bytes = call.take_reply(count_at - 1);
    let bytes = &bytes[start + 1 - count_at..];
    if window.offset == 0 {
        call.note_utf16(&path, bytes);
    }
    let bytes = if is_whole {
        bytes
    } else {
        whole_characters(bytes)
    };
    call.put_string(&lossy(bytes)?)
}

/// Lines of a file, counted from 1, both ends included.
#[derive(Clone, Copy)]
struct Lines {
    first: u64,
    last: u64,
}

impl Lines {
    /// The lines that the options name: `startLine` and `endLine`, `line` and the number `lines`,
    /// or `lines: [first, last]`.
    fn of(call: &Call<'_>) -> Result<Option<Self>, Fault> {
        let options = call.options(1);
        let start = options.whole(call, "startLine")?;
        let end = options.whole(call, "endLine")?;
        let line = options.whole(call, "line")?;
        let refuse = |text: &str| Err(call.usage_error(text));
        let mut count = None;
        let mut range = None;
        match options.member("lines") {
            None => {}
            Some(Value::Array(items)) => match items[..] {
                [Value::Number(first), Value::Number(last)] => range = Some((first, last)),
                _ => return refuse("\"options.lines\" must be [first, last]"),
            },
            Some(_) => count = options.whole(call, "lines")?,
        }
        let is_by_ends = start.is_some() || end.is_some();
        let is_counted = line.is_some() || count.is_some();
        let ways = [is_by_ends, is_counted, range.is_some()];
        let ways = ways.into_iter().filter(|is_used| *is_used).count();
        if ways == 0 {
            return Ok(None);
        }
        let bytes = ["byteOffset", "byteLength", "offset", "limit"];
        if bytes.iter().any(|name| options.member(name).is_some()) {
            return refuse(
                "lines and bytes cannot both be chosen: use startLine and endLine, or byteOffset and byteLength",
            );
        }
        if ways > 1 {
            return refuse("the lines are named twice: use startLine and endLine alone");
        }
        let (first, last) = if let Some((first, last)) = range {
            let whole = |number: f64| number.fract() == 0.0 && number >= 0.0 && number.is_finite();
            if !whole(first) || !whole(last) {
                return refuse("\"options.lines\" must be whole numbers from 1 on");
            }
            (to_integer(first), to_integer(last))
        } else if is_counted {
            // One line, unless a number is given; the first ones, unless a line is given.
            let (line, count) = (line.unwrap_or(1), count.unwrap_or(1));
            (line, line.saturating_add(count).saturating_sub(1))
        } else {
            (start.unwrap_or(1), end.unwrap_or(u64::MAX))
        };
        if first == 0 {
            return refuse("lines are counted from 1");
        }
        Ok(Some(Self { first, last }))
    }
}

/// Answers with some lines of a file, joined by their line breaks.
fn read_lines(
    call: &mut Call<'_>,
    path: &isolate_text::VPath,
    lines: Lines,
    encoding: Encoding,
) -> Result<(), Fault> {
    if !encoding.is_of_text() {
        return Err(call.usage_error(
            "lines are those of a text: choose byteOffset and byteLength of an encoded file",
        ));
    }
    let bytes = match entry_name(call) {
        Some(entry) => call.read_entry(path, &entry),
        None => call.read(path),
    };
    let bytes = bytes?;
    let text = if encoding == Encoding::Utf8 {
        call.note_utf16(path, &bytes);
        lossy(&bytes)?
    } else {
        budget::charge(bytes.len() * ENCODED_BYTES_A_BYTE)?;
        call.decoded(path, &bytes, encoding, true)?.into()
    };
    let lines_max = text.bytes().filter(|byte| *byte == b'\n').count() + 1;
    budget::charge(lines_max * size_of::<&str>() * 3 / 2 + text.len())?;
    let skipped = usize::try_from(lines.first - 1).unwrap_or(usize::MAX);
    let count = lines.last.saturating_sub(lines.first - 1);
    let chosen: Vec<&str> = text
        .split('\n')
        .skip(skipped)
        .take(usize::try_from(count).unwrap_or(usize::MAX))
        .collect();
    call.put_string(&chosen.join("\n"))
}

pub(super) fn read_file_bytes(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let window = Window::of(call, 1)?;
    let count_at = call.out.open(tag::BYTES);
    let start = call.out.len();
    copy_window(call, &path, window)?;
    let count = call.out.len() - start;
    call.out.set_count(count_at, count);
    Ok(())
}

/// Part of a file, in bytes.
#[derive(Clone, Copy)]
struct Window {
    offset: u64,
    limit: u64,
}

impl Window {
    fn of(call: &mut Call<'_>, index: usize) -> Result<Self, Fault> {
        let options = call.options(index);
        let old = (
            options.whole(call, "offset")?,
            options.whole(call, "limit")?,
        );
        let offset = options.whole(call, "byteOffset")?;
        let limit = options.whole(call, "byteLength")?;
        for (old, new, names) in [
            (old.0, offset, "\"offset\" and \"byteOffset\""),
            (old.1, limit, "\"limit\" and \"byteLength\""),
        ] {
            if old.is_some() && new.is_some() && old != new {
                return Err(
                    call.usage_error(format!("{names} are the same option, and they differ"))
                );
            }
        }
        if old.0.is_some() || old.1.is_some() {
            let lines = if call.method.id() == MethodId::ReadFile {
                "; lines are startLine and endLine"
            } else {
                ""
            };
            let text = format!(
                "offset and limit of state.{} count bytes: write byteOffset and byteLength{lines}",
                call.method.name
            );
            call.note(text);
        }
        Ok(Self {
            offset: offset.or(old.0).unwrap_or(0),
            limit: limit.or(old.1).unwrap_or(u64::MAX),
        })
    }

    /// The part of bytes in memory.
    fn of_bytes(self, bytes: &[u8]) -> &[u8] {
        let length = bytes.len() as u64;
        let start = self.offset.min(length);
        let end = start.saturating_add(self.limit).min(length);
        let at = |place: u64| usize::try_from(place).unwrap_or(bytes.len());
        &bytes[at(start)..at(end)]
    }

    const fn is_whole(self) -> bool {
        self.offset == 0 && self.limit == u64::MAX
    }
}

/// Copies a part of a file into the reply.
fn copy_window(
    call: &mut Call<'_>,
    path: &isolate_text::VPath,
    window: Window,
) -> Result<(), Fault> {
    if let Some(entry) = entry_name(call) {
        let bytes = call.read_entry(path, &entry);
        let bytes = bytes?;
        call.out.raw(window.of_bytes(&bytes));
        call.reply_is_charged();
        return Ok(());
    }
    let (tree, meter, out) = (call.tree, &mut *call.meter, &mut *call.out);
    if window.is_whole() {
        let copied: Result<(), Fault> = tree.read_with(path, |reader| {
            meter.read(reader.size())?;
            reader.charge(reader.size())?;
            Ok(reader.for_each_piece(|piece| out.raw(piece))?)
        });
        copied?;
    } else {
        let bytes = tree.read_range(path, window.offset, window.limit)?;
        meter.read(bytes.len() as u64)?;
        budget::charge(bytes.len())?;
        out.raw(&bytes);
    }
    call.reply_is_charged();
    Ok(())
}

/// Removes the incomplete characters at the ends of a window.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    let is_continuation = |byte: &u8| byte & 0b1100_0000 == 0b1000_0000;
    // A character has at most three continuation bytes.
    let skipped = bytes
        .iter()
        .take(3)
        .take_while(|byte| is_continuation(byte))
        .count();
    let bytes = &bytes[skipped..];
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

/// Also for `writeFileBytes`: the table says which contents each of them takes.
pub(super) fn write_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let appends = call.options(2).flag("append");
    write_with(call, appends)
}

fn write_with(call: &mut Call<'_>, appends: bool) -> Result<(), Fault> {
    let path = call.path(0)?;
    let options = call.options(2);
    let mut encoding = Encoding::of(call, 2)?;
    let replaces = options.boolean("overwrite").unwrap_or(true);
    let mode = call.mode(options.member("mode"))?;
    match encoding {
        Encoding::Utf8 | Encoding::Bytes => {}
        // A text may take more bytes than in UTF-8, as with escapes between two alphabets.
        Encoding::Labelled(_) => call.charge_copies(4)?,
        _ => call.charge_copies(2)?,
    }
    if let Encoding::Labelled(_) = encoding
        && matches!(call.tree.stat(&path), Ok(Some(_)))
    {
        // An error is that of the write.
        let head = call.tree.read_range(&path, 0, 2).unwrap_or_default();
        encoding = encoding.after(&head, appends);
    }
    let length = call.encoded(1, encoding)?.len();
    call.meter.write(length as u64)?;
    let content = call.encoded(1, encoding)?;
    let write = || match appends {
        true => call.tree.append(&path, &content),
        false => call.tree.write(&path, &content),
    };
    if replaces && mode.is_none() {
        write()?;
    } else {
        let written: Result<(), Fault> = call.tree.atomically(|tree| {
            let is_there = tree.lstat(&path)?.is_some();
            if is_there && !replaces {
                return Err(call.exists_already(path.as_str()));
            }
            write()?;
            // An existing file keeps its mode.
            if let (Some(mode), false) = (mode, is_there) {
                tree.set_mode(&path, mode)?;
            }
            Ok(())
        });
        written?;
    }
    call.note_swapped_write();
    call.done()
}

pub(super) fn append_file(call: &mut Call<'_>) -> Result<(), Fault> {
    write_with(call, true)
}

/// Creates a missing file; sets the time of an existing one to now.
pub(super) fn touch(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    call.tree.touch(&path)?;
    call.done()
}

#[cfg(test)]
mod tests {
    use super::whole_characters;

    #[test]
    fn a_window_drops_halves_of_characters_at_its_edges() {
        let text = "aé😀b".as_bytes();
        assert_eq!(whole_characters(&text[2..]), "😀b".as_bytes());
        assert_eq!(whole_characters(&text[..5]), "aé".as_bytes());
        assert_eq!(whole_characters(text), text);
        assert_eq!(whole_characters(&[0xff, b'a']), &[0xff, b'a']);
    }
}
