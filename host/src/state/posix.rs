//! The operations of Node's `fs`: system calls on paths as a kernel resolves them.
//!
//! Errors have a code and its words; which call it was, and its paths, the guest adds as Node does.

use isolate_protocol::wire::tag;
use isolate_protocol::{ErrorCode, Value};
use isolate_text::{VPath, lossy};
use isolate_vfs::{
    CopyLinks, CopyRules, DEFAULT_UMASK, DirEntry, FileFlags, FileKind, ListOrder, Posix, Then,
    Timestamp,
};

use super::args::text_of;
use super::{Call, Fault};
use crate::cast::to_integer;

/// Bits of a mode that say what an entry is.
pub(super) const fn type_bits(kind: FileKind) -> u32 {
    match kind {
        FileKind::File => 0o100_000,
        FileKind::Directory => 0o040_000,
        FileKind::Symlink => 0o120_000,
    }
}

/// The number of a kind in a listing, as libuv has it.
pub(super) const fn kind_number(kind: FileKind) -> f64 {
    match kind {
        FileKind::File => 1.0,
        FileKind::Directory => 2.0,
        FileKind::Symlink => 3.0,
    }
}

impl Call<'_> {
    /// Does an operation of the tree as a POSIX system shows it.
    fn done_by<T>(
        &self,
        operation: impl FnOnce(Posix<'_>) -> isolate_vfs::Result<T>,
    ) -> Result<T, Fault> {
        operation(self.tree.posix()).map_err(|error| self.system_fault(error))
    }

    /// The number at a parameter, as far as it is one of 32 bits.
    fn bits(&self, index: usize) -> u32 {
        match &self.values[index] {
            Value::Number(number) => to_integer(*number),
            _ => 0,
        }
    }

    /// The text at a parameter, whose type `bind` has checked.
    fn text_of(&self, index: usize) -> &str {
        text_of(&self.values[index]).unwrap_or_default()
    }

    /// The bits that new entries do not get, at an optional parameter.
    fn umask(&self, index: usize) -> u32 {
        match &self.values[index] {
            Value::Number(_) => self.bits(index),
            _ => DEFAULT_UMASK,
        }
    }

    fn is_set(&self, index: usize) -> bool {
        matches!(self.values[index], Value::Boolean(true))
    }
}

pub(super) fn stat(call: &mut Call<'_>) -> Result<(), Fault> {
    let facts = call.done_by(|posix| posix.facts(call.text_of(0), call.is_set(1)))?;
    let stat = facts.stat;
    let time = call.answers.exact_time(stat.kind, stat.mtime)?;
    let mode = type_bits(stat.kind) | stat.mode;
    let numbers = [
        f64::from(mode),
        facts.links as f64,
        facts.number as f64,
        stat.size as f64,
        time,
    ];
    call.out.array(numbers.len());
    for number in numbers {
        call.out.number(number);
    }
    Ok(())
}

pub(super) fn access(call: &mut Call<'_>) -> Result<(), Fault> {
    const EXECUTE: u32 = 1;
    let facts = call.done_by(|posix| posix.facts(call.text_of(0), true))?;
    let may_run = facts.stat.kind == FileKind::Directory || facts.stat.mode & 0o111 != 0;
    if call.bits(1) & EXECUTE != 0 && !may_run {
        let code = ErrorCode::AccessDenied;
        return Err(call.own_words(code, format!("{code}: permission denied"), None));
    }
    call.done()
}

pub(super) fn read(call: &mut Call<'_>) -> Result<(), Fault> {
    let start = call.out.len();
    let is_text = call.is_set(1);
    let kind = if is_text { tag::LATIN1 } else { tag::BYTES };
    let count_at = call.out.open(kind);
    let content = call.out.len();
    let (tree, meter, out) = (call.tree, &mut *call.meter, &mut *call.out);
    let path = text_of(&call.values[0]).unwrap_or_default();
    let read: Result<Option<()>, Fault> = tree.posix().read_with(path, |reader| {
        meter.read(reader.size())?;
        reader.charge(reader.size())?;
        reader.for_each_piece(|piece| out.raw(piece))?;
        Ok(())
    });
    if read.map_err(|fault| call.system_fault(fault))?.is_none() {
        call.out.truncate(start);
        call.out.null();
        return Ok(());
    }
    call.reply_is_charged();
    let bytes = &call.out.as_bytes()[content..];
    if !is_text || bytes.is_ascii() {
        let count = bytes.len();
        call.out.set_count(count_at, count);
        return Ok(());
    }
    let reply = call.take_reply(start);
    call.put_string(&lossy(&reply[content - start..])?)
}

pub(super) fn read_part(call: &mut Call<'_>) -> Result<(), Fault> {
    let whole = |value: &Value| match value {
        Value::Number(number) => to_integer(*number),
        _ => 0,
    };
    let (start, length): (u64, u64) = (whole(&call.values[1]), whole(&call.values[2]));
    let count_at = call.out.open(tag::BYTES);
    let content = call.out.len();
    let (tree, meter, out) = (call.tree, &mut *call.meter, &mut *call.out);
    let path = text_of(&call.values[0]).unwrap_or_default();
    let read: Result<Option<()>, Fault> = tree.posix().read_with(path, |reader| {
        let length = reader.size().saturating_sub(start).min(length);
        meter.read(length)?;
        reader.charge(length)?;
        reader.for_each_piece_of(start, length, |piece| out.raw(piece))?;
        Ok(())
    });
    if read.map_err(|fault| call.system_fault(fault))?.is_none() {
        let code = ErrorCode::IsDirectory;
        return Err(call.own_words(
            code,
            format!("{code}: illegal operation on a directory"),
            None,
        ));
    }
    call.reply_is_charged();
    let count = call.out.len() - content;
    call.out.set_count(count_at, count);
    Ok(())
}

pub(super) fn readlink(call: &mut Call<'_>) -> Result<(), Fault> {
    let target = call.done_by(|posix| posix.read_link(call.text_of(0)))?;
    call.out.string(&target);
    Ok(())
}

pub(super) fn realpath(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.done_by(|posix| posix.real_path(call.text_of(0)))?;
    call.out.string(&path);
    Ok(())
}

pub(super) fn readdir(call: &mut Call<'_>) -> Result<(), Fault> {
    let entries = call.done_by(|posix| posix.list(call.text_of(0)))?;
    put_entries(call, &entries)
}

pub(super) fn readdir_all(call: &mut Call<'_>) -> Result<(), Fault> {
    let order = match call.bits(1) {
        0 => ListOrder::Levels,
        1 => ListOrder::LastFirst,
        _ => ListOrder::LastFirstUnlinked,
    };
    let listings = call.done_by(|posix| posix.list_all(call.text_of(0), order))?;
    call.out.array(listings.len());
    for listing in &listings {
        call.out.array(2);
        call.out.string(&listing.below);
        put_entries(call, &listing.entries)?;
    }
    Ok(())
}

fn put_entries(call: &mut Call<'_>, entries: &[DirEntry]) -> Result<(), Fault> {
    call.out.array(entries.len() * 2);
    for entry in entries {
        call.out.string(&entry.name);
        call.out.number(kind_number(entry.kind));
        call.charge_reply()?;
    }
    Ok(())
}

pub(super) fn open(call: &mut Call<'_>) -> Result<(), Fault> {
    let written = match &call.values[4] {
        Value::String(_) | Value::Bytes(_) => call.content(4)?.len(),
        Value::Number(length) => to_integer(*length),
        _ => 0,
    };
    // What is longer than a file may be fails below, with an error that can be caught.
    let charged = written.min(call.file_bytes_max().saturating_add(1));
    call.meter.write(charged as u64)?;
    let content;
    let then = match &call.values[4] {
        Value::String(_) | Value::Bytes(_) => {
            content = call.content(4)?;
            Then::Write(&content)
        }
        Value::Number(length) => Then::Resize(to_integer(*length)),
        _ => Then::Close,
    };
    let flags = FileFlags::from_bits(call.bits(1));
    let (mode, makes_parents, umask) = (call.bits(2), call.is_set(3), call.umask(5));
    call.done_by(|posix| {
        let posix = posix.with_umask(umask);
        posix.open(call.text_of(0), flags, mode, makes_parents, then)
    })?;
    call.done()
}

pub(super) fn mkdir(call: &mut Call<'_>) -> Result<(), Fault> {
    let (mode, umask) = (call.bits(1), call.umask(3));
    let first = if call.is_set(2) {
        call.done_by(|posix| {
            posix
                .with_umask(umask)
                .make_directories(call.text_of(0), mode)
        })?
    } else {
        call.done_by(|posix| {
            posix
                .with_umask(umask)
                .make_directory(call.text_of(0), mode)
        })?;
        None
    };
    match first {
        Some(first) => call.out.string(&first),
        None => call.out.null(),
    }
    Ok(())
}

pub(super) fn rmdir(call: &mut Call<'_>) -> Result<(), Fault> {
    call.done_by(|posix| posix.remove_directory(call.text_of(0)))?;
    call.done()
}

pub(super) fn unlink(call: &mut Call<'_>) -> Result<(), Fault> {
    call.done_by(|posix| posix.unlink(call.text_of(0)))?;
    call.done()
}

pub(super) fn rename(call: &mut Call<'_>) -> Result<(), Fault> {
    call.done_by(|posix| posix.rename(call.text_of(0), call.text_of(1)))?;
    call.done()
}

pub(super) fn symlink(call: &mut Call<'_>) -> Result<(), Fault> {
    call.done_by(|posix| posix.make_link(call.text_of(0), call.text_of(1)))?;
    call.done()
}

pub(super) fn chmod(call: &mut Call<'_>) -> Result<(), Fault> {
    let mode = call.bits(1);
    call.done_by(|posix| posix.set_mode(call.text_of(0), mode))?;
    call.done()
}

pub(super) fn utimes(call: &mut Call<'_>) -> Result<(), Fault> {
    let micros = match &call.values[1] {
        Value::Number(milliseconds) => to_integer((milliseconds * 1000.0).round()),
        _ => 0,
    };
    let (time, follows) = (Timestamp::from_micros(micros), call.is_set(2));
    call.done_by(|posix| posix.set_time(call.text_of(0), time, follows))?;
    call.done()
}

pub(super) fn copy_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let exclusive = call.is_set(2);
    call.done_by(|posix| posix.copy_file(call.text_of(0), call.text_of(1), exclusive))?;
    call.done()
}

pub(super) fn copy_tree(call: &mut Call<'_>) -> Result<(), Fault> {
    let mut rules = CopyRules::new().links(match call.bits(2) {
        0 => CopyLinks::None,
        1 => CopyLinks::Absolute,
        _ => CopyLinks::All,
    });
    if call.is_set(3) {
        rules = rules.modes();
    }
    let copied = call.done_by(|posix| posix.copy_tree(call.text_of(0), call.text_of(1), rules))?;
    call.out.boolean(copied);
    Ok(())
}

pub(super) fn remove_tree(call: &mut Call<'_>) -> Result<(), Fault> {
    let removed = call.tree.posix().remove_tree(call.text_of(0));
    if let Err(error) = removed {
        let is_missing = error.kind() == isolate_vfs::ErrorKind::NotFound;
        let refused = is_missing.then(|| refused_pattern(call)).flatten();
        return Err(refused.unwrap_or_else(|| call.system_fault(error)));
    }
    call.done()
}

/// The error for a missing path that would match entries as a pattern: Node ignores it, and nothing
/// would be removed. The guest recognises its message.
fn refused_pattern(call: &Call<'_>) -> Option<Fault> {
    let path = VPath::parse(call.text_of(0)).ok()?;
    let entries = call.entries_as_pattern(&path)?;
    let code = ErrorCode::NotFound;
    let message = format!(
        "{code}: no such file or directory (as a pattern it matches {entries}: for (const path of \
         fs.globSync({:?})) fs.rmSync(path, {{ recursive: true }}))",
        path.as_str()
    );
    Some(call.own_words(code, message, None))
}
