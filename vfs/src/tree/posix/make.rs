//! Making directories and links.

use isolate_text::PATH_BYTES_MAX;

use super::Posix;
use super::walk::{End, Last, find};
use crate::error::{Error, ErrorKind, Result};
use crate::txn::{ReadTxn, WriteTxn};

/// The directory that Node's `os.tmpdir()` names, which programs take to be there.
const TEMPORARY: &str = "/tmp/";

/// Bits of the mode of a new directory that count.
const DIRECTORY_BITS: u32 = 0o1777;

impl Posix<'_> {
    /// Makes a directory, which gets `mode` without the bits of the umask. One in `/tmp` makes that, too.
    ///
    /// # Errors
    /// `Exists`; `NotFound` for a missing parent; `NotDirectory`, `Loop`, `NameTooLong` or `NoSpace`.
    pub fn make_directory(&self, path: &str, mode: u32) -> Result<()> {
        let mode = mode & !self.umask;
        self.tree.call(|txn| make_directory_now(txn, path, mode))
    }

    /// Makes a directory with the missing ones above it, each of which gets the mode. Returns the
    /// path of the first that was made; none if the directory is there already.
    ///
    /// # Errors
    /// `Exists` where a file is; otherwise as [`Posix::make_directory`].
    pub fn make_directories(&self, path: &str, mode: u32) -> Result<Option<String>> {
        let mode = mode & !self.umask;
        self.tree.call(|txn| {
            let mut first = None;
            // The path and those above it that are missing, the topmost last; and whether the one
            // above is known to be there.
            let mut pending = vec![(path, false)];
            while let Some((next, has_parent)) = pending.pop() {
                txn.check_deadline()?;
                let Err(error) = make_directory_now(txn, next, mode) else {
                    first.get_or_insert_with(|| next.to_owned());
                    continue;
                };
                match (error.kind(), next.rsplit_once('/')) {
                    (ErrorKind::NotFound, Some((above, _))) if !has_parent && !above.is_empty() => {
                        pending.extend([(next, true), (above, false)]);
                    }
                    (ErrorKind::Exists, _) => {
                        check_directory(txn, next, error, !pending.is_empty())?;
                    }
                    _ => return Err(error),
                }
            }
            Ok(first)
        })
    }

    /// Makes a symbolic link at `path` with `target` as it is given. The target need not exist.
    ///
    /// # Errors
    /// `Exists`; `NotFound` for an empty target or a missing parent; `Invalid` for a target with a
    /// null character; `NameTooLong`, `NotDirectory`, `Loop` or `NoSpace`.
    pub fn make_link(&self, target: &str, path: &str) -> Result<()> {
        if target.is_empty() {
            return Err(Error::new(ErrorKind::NotFound));
        }
        if target.as_bytes().contains(&0) {
            return Err(Error::new(ErrorKind::Invalid));
        }
        if target.len() >= PATH_BYTES_MAX {
            return Err(Error::new(ErrorKind::NameTooLong));
        }
        self.tree.call(|txn| {
            let found = find(txn, path, End::Entry)?;
            if found.position.node.is_some() || found.last != Last::Name {
                return Err(Error::new(ErrorKind::Exists));
            }
            if found.has_slash {
                return Err(Error::new(ErrorKind::NotFound));
            }
            txn.make_link(target, &found.position)
        })
    }
}

fn make_directory_now(txn: &WriteTxn<'_>, path: &str, mode: u32) -> Result<()> {
    let found = find(txn, path, end_of_new_directory(path))?;
    let is_name = found.last == Last::Name;
    let (mut position, node) = found.take();
    if node.is_some() || !is_name {
        return Err(Error::new(ErrorKind::Exists));
    }
    txn.make_parents(&mut position)?;
    txn.make_dir(&position, mode & DIRECTORY_BITS).map(drop)
}

/// Passes over a directory that exists already.
fn check_directory(
    txn: &ReadTxn<'_>,
    path: &str,
    exists: Error,
    has_more_below: bool,
) -> Result<()> {
    let (_, node) = find(txn, path, End::Followed)?.existing()?;
    match node.is_dir() {
        true => Ok(()),
        false if has_more_below => Err(Error::new(ErrorKind::NotDirectory)),
        false => Err(exists),
    }
}

/// What a path of a directory that is to be made leads to.
fn end_of_new_directory(path: &str) -> End {
    let below = path.strip_prefix(TEMPORARY);
    match below.is_some_and(|name| !name.trim_end_matches('/').contains('/')) {
        true => End::EntryWithParents,
        false => End::Entry,
    }
}
