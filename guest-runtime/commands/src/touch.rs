//! `touch`.

use crate::Errno;
use crate::bytes::cat;
use crate::dates;
use crate::files::{Open, Then};
use crate::options::{Options, Table, Value, both, choice, long, short};
use crate::run::{Run, Step};

static TABLE: Table = Table {
    flags: &[
        long("time", Value::Needed),
        both("c", "no-create", Value::No),
        both("d", "date", Value::Needed),
        both("r", "reference", Value::Needed),
        both("h", "no-dereference", Value::No),
        short("a", Value::No),
        short("f", Value::No),
        short("m", Value::No),
        short("t", Value::Needed),
    ],
    help: "[OPTION]... FILE...
Sets the time of the last change, to now unless another is named, and makes files that are missing.

  -c         makes nothing
  -d TEXT    the time that TEXT names: 2026-01-31 12:00, @0, 2 days ago, next monday
  -t STAMP   the time [[CC]YY]MMDDhhmm[.ss]
  -r FILE    the time of FILE
  -h         the time of a link itself
  -m         the time of the last change, which is the only one: -a without it is refused",
    misused: 1,
    permutes: true,
};

pub(crate) fn touch(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (mut access, mut modification) = (false, false);
    let (mut no_create, mut follow) = (false, true);
    let (mut date, mut reference, mut stamp) = (None, None, None);
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "a" => access = true,
            "m" => modification = true,
            "c" => no_create = true,
            "h" => follow = false,
            "d" => date = value,
            "r" => reference = value,
            "t" => {
                let text = value.unwrap_or_default();
                let found = std::str::from_utf8(&text).ok();
                stamp = match found.and_then(|text| dates::stamp(text, run.ctx.now_us)) {
                    Some(time) => Some(time),
                    None => {
                        let shown = run.word(&text);
                        return run.die(1, cat!["invalid date format ", shown]);
                    }
                };
            }
            "time" => {
                let words: &[&[&str]] = &[&["atime", "access", "use"], &["mtime", "modify"]];
                match choice(run, "--time", &value.unwrap_or_default(), words, 1)? {
                    "atime" => access = true,
                    _ => modification = true,
                }
            }
            _ => {}
        }
    }
    if stamp.is_some() && (date.is_some() || reference.is_some()) {
        return run.misused(1, "cannot specify times from more than one source");
    }
    let mut time = stamp;
    if let Some(reference) = &reference {
        let found = if follow {
            run.stat(reference)
        } else {
            run.lstat(reference)
        };
        match found {
            Ok(stat) => time = Some(stat.mtime_us),
            Err(errno) => {
                let shown = run.q(reference);
                return run.die(1, cat!["failed to get attributes of ", shown, ": ", errno]);
            }
        }
    }
    if let Some(text) = &date {
        let start = time.unwrap_or(run.ctx.now_us);
        let found = std::str::from_utf8(text).ok();
        match found.and_then(|text| dates::parse(text, start)) {
            Some(found) => time = Some(found),
            None => {
                let shown = run.word(text);
                return run.die(1, cat!["invalid date format ", shown]);
            }
        }
    }
    let operands = options.operands();
    if operands.is_empty() {
        return run.misused(1, "missing file operand");
    }
    let time = time.unwrap_or(run.ctx.now_us);
    let access_alone = access && !modification;
    for operand in &operands {
        touch_one(run, operand, time, (no_create, follow), access_alone)?;
    }
    Ok(())
}

fn touch_one(
    run: &mut Run<'_, '_>,
    operand: &[u8],
    time: i64,
    (no_create, follow): (bool, bool),
    access_alone: bool,
) -> Step<()> {
    let path = run.at(operand);
    let shown = run.q(operand);
    let was_there = run.files().stat(&path, follow).is_ok();
    let mut opened = Ok(());
    if !no_create && follow && !was_there {
        let mode = 0o666 & !run.ctx.umask;
        let how = Open {
            create: true,
            ..Open::default()
        };
        opened = run.files().open(&path, how, mode, Then::Close);
    }
    if access_alone {
        if was_there {
            let why = "files have the time of their last change alone";
            return run.fail(cat!["cannot set the access time of ", shown, ": ", why]);
        }
        if opened.is_ok() {
            return Ok(());
        }
    }
    let Err(errno) = run.files().set_time(&path, time, follow) else {
        return Ok(());
    };
    match opened {
        Err(opened) if !matches!(opened, Errno::IsDirectory | Errno::Invalid) => {
            run.fail(cat!["cannot touch ", shown, ": ", opened])
        }
        _ if no_create && errno == Errno::NotFound => Ok(()),
        _ => run.fail(cat!["setting times of ", shown, ": ", errno]),
    }
}
