//! What the values of options stand for.

use super::settings::invalid;
use crate::bytes::{cat, number};
use crate::dates;
use crate::run::{End, Run, Step};
use crate::streams::Source;

/// A name, a number, or both with a colon between.
pub(super) fn owner(text: &[u8]) -> (Vec<u8>, Option<u64>) {
    match text.iter().position(|byte| *byte == b':') {
        Some(at) => (text[..at].to_vec(), number(&text[at + 1..])),
        None => match number(text) {
            Some(id) => (Vec::new(), Some(id)),
            None => (text.to_vec(), None),
        },
    }
}

/// A date, or the time of a file whose name begins with `/` or `.`.
pub(super) fn time_of(run: &mut Run<'_, '_>, text: &[u8]) -> Step<i64> {
    if text.starts_with(b"/") || text.starts_with(b".") {
        return match run.stat(text) {
            Ok(stat) => Ok(stat.mtime_us),
            Err(errno) => {
                run.say(cat![run.escaped(text), ": Cannot stat: ", errno])?;
                super::unrecoverable(run)?;
                Err(End(2))
            }
        };
    }
    let now = run.ctx.now_us;
    match std::str::from_utf8(text)
        .ok()
        .and_then(|text| dates::parse(text, now))
    {
        Some(time) => Ok(time),
        None => invalid(run, cat!["Invalid date ", run.word(text)]),
    }
}

/// The directory that `-C` names.
pub(super) fn changed(run: &mut Run<'_, '_>, from: &[u8], to: &[u8]) -> Step<Vec<u8>> {
    let path = if to.starts_with(b"/") {
        to.to_vec()
    } else {
        crate::paths::join(from, to)
    };
    let found = run.files().stat(&path, true);
    let errno = match found {
        Ok(stat) if stat.is_directory() => return Ok(path),
        Ok(_) => crate::Errno::NotDirectory,
        Err(errno) => errno,
    };
    run.flush()?;
    run.say(cat![run.escaped(to), ": Cannot open: ", errno])?;
    super::unrecoverable(run)?;
    Err(End(2))
}

/// What a file of names has, or the input.
pub(super) async fn lines_of(
    run: &mut Run<'_, '_>,
    name: &[u8],
    divider: u8,
) -> Step<Vec<Vec<u8>>> {
    let mut source = if name == b"-" {
        Source::Input
    } else {
        Source::file(run.at(name))
    };
    let mut text = Vec::new();
    loop {
        match source.read(run).await {
            Ok(bytes) if bytes.is_empty() => break,
            Ok(bytes) => text.extend(bytes),
            Err(errno) => {
                run.flush()?;
                run.say(cat![run.escaped(name), ": Cannot open: ", errno])?;
                super::unrecoverable(run)?;
            }
        }
    }
    let lines = text.split(|byte| *byte == divider);
    Ok(lines
        .filter(|line| !line.is_empty())
        .map(<[u8]>::to_vec)
        .collect())
}

/// The name of an archive without what says its format.
pub(super) fn without_suffix(name: &[u8]) -> Option<Vec<u8>> {
    const SUFFIXES: &[&str] = &[
        ".tar", ".taz", ".tgz", ".tar.gz", ".tar.Z", ".tbz", ".tbz2", ".tar.bz2", ".txz",
        ".tar.xz", ".tzst", ".tar.zst",
    ];
    let fitting = SUFFIXES
        .iter()
        .filter(|suffix| name.ends_with(suffix.as_bytes()) && name.len() > suffix.len());
    let longest = fitting.map(|suffix| suffix.len()).max()?;
    Some(name[..name.len() - longest].to_vec())
}
