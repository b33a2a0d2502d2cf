//! `truncate`.

use crate::Errno;
use crate::bytes::cat;
use crate::files::{Open, Then};
use crate::options::{Options, Table, Value, both};
use crate::run::{Run, Step};
use crate::sizes::{self, SizeError};

static TABLE: Table = Table {
    flags: &[
        both("c", "no-create", Value::No),
        both("o", "io-blocks", Value::No),
        both("r", "reference", Value::Needed),
        both("s", "size", Value::Needed),
    ],
    help: "OPTION... FILE...
Sets the length of files, and makes those that are missing; what is added is zero.

  -s SIZE    a number with K, M, G, T, KB, MB and so on; with + - < > / % before it: longer,
             shorter, at most, at least, rounded down, rounded up
  -r FILE    the length of FILE
  -o         SIZE counts blocks of 4096 bytes
  -c         makes nothing",
    misused: 1,
    permutes: true,
};

pub(crate) fn truncate(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (mut no_create, mut in_blocks) = (false, false);
    let mut reference = None;
    let mut size: Option<(u8, u64)> = None;
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "c" => no_create = true,
            "o" => in_blocks = true,
            "r" => reference = value,
            _ => {
                let before = size.map_or(b'=', |(how, _)| how);
                size = Some(size_of(run, &value.unwrap_or_default(), before)?);
            }
        }
    }
    let operands = options.operands();
    if size.is_none() && reference.is_none() {
        return run.misused(1, "you must specify either '--size' or '--reference'");
    }
    if reference.is_some() && size.is_some_and(|(how, _)| how == b'=') {
        return run.misused(1, "you must specify a relative '--size' with '--reference'");
    }
    if in_blocks && size.is_none() {
        return run.misused(1, "'--io-blocks' was specified but '--size' was not");
    }
    if operands.is_empty() {
        return run.misused(1, "missing file operand");
    }
    let mut base = None;
    if let Some(reference) = &reference {
        match run.stat(reference) {
            Ok(stat) => base = Some(stat.size),
            Err(errno) => {
                let shown = run.q(reference);
                return run.die(1, cat!["cannot stat ", shown, ": ", errno]);
            }
        }
    }
    for operand in &operands {
        cut(run, operand, no_create, in_blocks, size, base)?;
    }
    Ok(())
}

/// How a size is meant, and the number; `before` is how the last one was meant.
fn size_of(run: &mut Run<'_, '_>, value: &[u8], before: u8) -> Step<(u8, u64)> {
    let text = value.trim_ascii_start();
    let (mut how, mut text) = match text.first() {
        Some(sign) if b"<>/%".contains(sign) => (*sign, text[1..].trim_ascii_start()),
        // How an earlier size was meant holds on.
        _ => (if before == b'-' { b'+' } else { before }, text),
    };
    let mut sign_given = None;
    if let Some(sign) = text.first().filter(|sign| b"+-".contains(sign)) {
        if how != b'=' {
            return run.misused(1, "multiple relative modifiers specified");
        }
        how = *sign;
        sign_given = Some(how);
        text = &text[1..];
    }
    let number = if text.first().is_some_and(u8::is_ascii_digit)
        || text.first().is_some_and(u8::is_ascii_alphabetic)
    {
        sizes::size(text, "EgGkKmMPtTYZ0")
    } else {
        Err(SizeError::Invalid)
    };
    let number = match number {
        Ok(number) if i64::try_from(number).is_ok() => number,
        Ok(_) | Err(SizeError::TooLarge) => {
            let shown = run.word(&cat![sign_given.as_slice(), text]);
            let message = cat![
                "Invalid number: ",
                shown,
                ": Value too large for defined data type"
            ];
            return run.die(1, message);
        }
        Err(_) => {
            let shown = run.word(&cat![sign_given.as_slice(), text]);
            return run.die(1, cat!["Invalid number: ", shown]);
        }
    };
    if number == 0 && matches!(how, b'/' | b'%') {
        return run.die(1, "division by zero");
    }
    Ok((how, number))
}

fn cut(
    run: &mut Run<'_, '_>,
    operand: &[u8],
    no_create: bool,
    in_blocks: bool,
    size: Option<(u8, u64)>,
    base: Option<u64>,
) -> Step<()> {
    let path = run.at(operand);
    let shown = run.q(operand);
    let mode = 0o666 & !run.ctx.umask;
    let how = Open {
        create: !no_create,
        ..Open::default()
    };
    if let Err(errno) = run.files().open(&path, how, mode, Then::Close) {
        if no_create && errno == Errno::NotFound {
            return Ok(());
        }
        return run.fail(cat!["cannot open ", shown, " for writing: ", errno]);
    }
    let own = match run.files().stat(&path, true) {
        Ok(stat) => stat.size,
        Err(errno) => return run.fail(cat!["cannot fstat ", shown, ": ", errno]),
    };
    let start = base.unwrap_or(own);
    let length = match size {
        None => Some(start),
        Some((how, number)) => {
            let unit = if in_blocks { sizes::BLOCK_BYTES } else { 1 };
            number.checked_mul(unit).and_then(|number| match how {
                b'+' => start.checked_add(number),
                b'-' => Some(start.saturating_sub(number)),
                b'<' => Some(start.min(number)),
                b'>' => Some(start.max(number)),
                b'/' => Some(start / number * number),
                b'%' => start.div_ceil(number).checked_mul(number),
                _ => Some(number),
            })
        }
    };
    let Some(length) = length.filter(|length| i64::try_from(*length).is_ok()) else {
        return run.fail(cat!["overflow extending size of file ", shown]);
    };
    if let Err(errno) = run
        .files()
        .open(&path, Open::default(), mode, Then::Length(length))
    {
        let message = format!(" at {length} bytes: {errno}");
        return run.fail(cat!["failed to truncate ", shown, message]);
    }
    Ok(())
}
