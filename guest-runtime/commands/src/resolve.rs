//! Paths without links and dots, also of what is not there.

use std::collections::BTreeSet;

use crate::Errno;
use crate::files::Answer;
use crate::run::Run;

/// What may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Nothing.
    None,
    /// The last part.
    Last,
    /// Anything.
    All,
}

/// What `..` leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dots {
    /// The directory above, after links were followed.
    Physical,
    /// The path without its last part; links are not followed at all.
    Textual,
}

/// Links that may be met before circles are looked for.
const LINKS_MAX: usize = 20;

/// The absolute path of a name.
pub(crate) fn canonical(
    run: &Run<'_, '_>,
    name: &[u8],
    missing: Missing,
    dots: Dots,
) -> Answer<Vec<u8>> {
    if name.is_empty() {
        return Err(Errno::NotFound);
    }
    let mut path = if name.starts_with(b"/") {
        b"/".to_vec()
    } else {
        run.ctx.directory.clone()
    };
    let mut rest = name.to_vec();
    let mut seen = BTreeSet::new();
    let mut links = 0;
    loop {
        let start = rest.iter().take_while(|byte| **byte == b'/').count();
        rest.drain(..start);
        if rest.is_empty() {
            return Ok(path);
        }
        let end = rest
            .iter()
            .position(|byte| *byte == b'/')
            .unwrap_or(rest.len());
        let part: Vec<u8> = rest.drain(..end).collect();
        match part.as_slice() {
            b"." => continue,
            b".." => {
                pop(&mut path);
                continue;
            }
            _ => {}
        }
        if !path.ends_with(b"/") {
            path.push(b'/');
        }
        path.extend_from_slice(&part);
        let target = match dots {
            Dots::Physical => run.files().read_link(&path),
            Dots::Textual => Err(Errno::Invalid),
        };
        match target {
            Ok(target) => {
                links += 1;
                if links > LINKS_MAX && !seen.insert((path.clone(), rest.clone())) {
                    if missing == Missing::All {
                        continue;
                    }
                    return Err(Errno::Loop);
                }
                rest = [target.as_slice(), rest.as_slice()].concat();
                if target.starts_with(b"/") {
                    path = b"/".to_vec();
                } else {
                    pop(&mut path);
                }
            }
            Err(_) if missing == Missing::All => {}
            Err(errno) => {
                let found = if demands_directory(&rest) {
                    run.files()
                        .stat(&[&path, b"/".as_slice()].concat(), true)
                        .map(|_| ())
                } else if dots == Dots::Textual {
                    run.files().stat(&path, true).map(|_| ())
                } else if errno == Errno::Invalid {
                    Ok(())
                } else {
                    Err(errno)
                };
                if let Err(errno) = found {
                    // Without links, nothing depends on whether the parts before exist.
                    let is_last = dots == Dots::Textual || rest.iter().all(|byte| *byte == b'/');
                    if !(missing == Missing::Last && errno == Errno::NotFound && is_last) {
                        return Err(errno);
                    }
                }
            }
        }
    }
}

/// Takes the last part off a path.
fn pop(path: &mut Vec<u8>) {
    let at = path.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
    path.truncate(at.max(1));
}

/// Whether what follows a part is such that the part has to be a directory: slashes and dots.
fn demands_directory(rest: &[u8]) -> bool {
    let mut at = 0;
    while rest.get(at) == Some(&b'/') {
        while rest.get(at) == Some(&b'/') {
            at += 1;
        }
        match rest.get(at) {
            None => return true,
            Some(b'.') => {}
            Some(_) => return false,
        }
        at += 1;
        match (rest.get(at), rest.get(at + 1)) {
            (None, _) | (Some(b'.'), None | Some(b'/')) => return true,
            _ => {}
        }
    }
    false
}

/// Whether an absolute path is a directory or lies below it.
pub(crate) fn is_below(directory: &[u8], path: &[u8]) -> bool {
    if directory == b"/" {
        return !path.starts_with(b"//");
    }
    path.strip_prefix(directory)
        .is_some_and(|rest| rest.is_empty() || rest[0] == b'/')
}

/// The way from a directory to a path, both absolute and without links.
pub(crate) fn relative(path: &[u8], directory: &[u8]) -> Vec<u8> {
    let parts = |path: &[u8]| -> Vec<Vec<u8>> {
        let parts = path
            .split(|byte| *byte == b'/')
            .filter(|part| !part.is_empty());
        parts.map(<[u8]>::to_vec).collect()
    };
    let (to, from) = (parts(path), parts(directory));
    let common = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    let mut way: Vec<&[u8]> = vec![b".."; from.len() - common];
    way.extend(to[common..].iter().map(Vec::as_slice));
    if way.is_empty() {
        return b".".to_vec();
    }
    way.join(&b'/')
}
