//! Names of files: suffixes, and what a file is called that comes of another.

use super::{Settings, failed, warn};
use crate::Errno;
use crate::bytes::cat;
use crate::files::{Answer, Stat};
use crate::paths;
use crate::run::{Run, Step};

/// Suffixes of compressed files besides that of the command line.
const SUFFIXES: &[&str] = &[".gz", ".z", ".taz", ".tgz", "-gz", "-z", "_z"];

/// The file that a name stands for: with a suffix where it is missing and is to be decompressed.
pub(super) fn found(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    name: Vec<u8>,
) -> Step<Option<(Vec<u8>, Stat)>> {
    if name.is_empty() && !settings.decompresses {
        run.status = 1;
        run.say(Errno::NotFound)?;
        return Ok(None);
    }
    let follows = settings.to_stdout || settings.forces;
    let stat_of = |run: &mut Run<'_, '_>, name: &[u8]| -> Answer<Stat> {
        let stat = if follows {
            run.stat(name)?
        } else {
            run.lstat(name)?
        };
        if stat.is_link() {
            return Err(Errno::Loop);
        }
        Ok(stat)
    };
    let errno = match stat_of(run, &name) {
        Ok(stat) => return Ok(Some((name, stat))),
        Err(errno) => errno,
    };
    if errno != Errno::NotFound || !settings.decompresses || suffix_bytes(&name, settings).is_some()
    {
        failed(run, &name, errno)?;
        return Ok(None);
    }
    let own = settings.suffix.clone();
    let tried = [own.as_slice(), b".gz", b".z", b"-z", b".Z"];
    for suffix in tried {
        let with = cat![name, suffix];
        match stat_of(run, &with) {
            Ok(stat) => return Ok(Some((with, stat))),
            Err(Errno::NotFound) => {}
            Err(errno) => {
                failed(run, &with, errno)?;
                return Ok(None);
            }
        }
    }
    failed(run, &cat![name, own], errno)?;
    Ok(None)
}

/// How long the suffix of a compressed file's name is; none if it has none.
pub(super) fn suffix_bytes(name: &[u8], settings: &Settings) -> Option<usize> {
    let base = paths::last_part(name);
    let own = settings.suffix.as_slice();
    let known = SUFFIXES.iter().map(|suffix| suffix.as_bytes());
    std::iter::once(own)
        .chain(known)
        .find(|suffix| {
            let start = base.len().saturating_sub(suffix.len());
            base.len() > suffix.len() && base[start..].eq_ignore_ascii_case(suffix)
        })
        .map(<[u8]>::len)
}

/// The name of what comes of a file; none if it is left as it is, which was said.
pub(super) fn target(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    name: &[u8],
) -> Step<Option<Vec<u8>>> {
    let says = settings.is_verbose || (!settings.is_recursive && !settings.is_quiet);
    match (suffix_bytes(name, settings), settings.decompresses) {
        (Some(length), true) => {
            let (stem, suffix) = name.split_at(name.len() - length);
            let is_tar = [".tgz", ".taz"]
                .iter()
                .any(|tar| suffix.eq_ignore_ascii_case(tar.as_bytes()));
            Ok(Some(cat![stem, if is_tar { ".tar" } else { "" }]))
        }
        (None, true) => {
            if says {
                run.say(cat![name, ": unknown suffix -- ignored"])?;
                warn(run);
            }
            Ok(None)
        }
        (Some(length), false) if !settings.forces => {
            if says {
                let suffix = &name[name.len() - length..];
                run.say(cat![name, " already has ", suffix, " suffix -- unchanged"])?;
            }
            Ok(None)
        }
        (_, false) => Ok(Some(cat![name, settings.suffix])),
    }
}
