//! Opening a file to make or change it.

use std::cell::Cell;

use isolate_text::budget;

use super::Posix;
use super::walk::{End, Found, Last, find};
use crate::error::{Error, ErrorKind, Result};
use crate::node::{FileKind, Node};
use crate::tree::resolve::Position;
use crate::tree::write::MODE_BITS;
use crate::txn::{ReadTxn, WriteTxn};

/// How a file is opened: the flags of `open`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileFlags {
    bits: u32,
}

impl FileFlags {
    const WRITES: u32 = 0o3;
    const CREATES: u32 = 0o100;
    const EXCLUSIVE: u32 = 0o200;
    const TRUNCATES: u32 = 0o1000;
    const APPENDS: u32 = 0o2000;
    const DIRECTORY: u32 = 0o200_000;
    const NO_FOLLOW: u32 = 0o400_000;

    /// The flags of these bits, which are those of Linux. Others change nothing here.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self { bits }
    }

    const fn has(self, bits: u32) -> bool {
        self.bits & bits != 0
    }

    /// What an open file wants of the end of its path.
    const fn end(self, makes_parents: bool) -> End {
        match (self.has(Self::CREATES), self.has(Self::NO_FOLLOW)) {
            (true, no_follow) if no_follow || self.has(Self::EXCLUSIVE) => match makes_parents {
                true => End::EntryWithParents,
                false => End::Entry,
            },
            (true, _) if makes_parents => End::FileWithParents,
            (true, _) => End::File,
            (false, true) => End::Itself,
            (false, false) => End::Followed,
        }
    }
}

/// What is done with an open file.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Then<'a> {
    /// Nothing.
    Close,
    /// These bytes are written, once, at the start or with the flag at the end.
    Write(&'a [u8]),
    /// It is cut, or filled with zeros, to this many bytes.
    Resize(u64),
}

impl Posix<'_> {
    /// Opens a file as the flags say, and does one thing with it. A new one gets `mode` without the
    /// bits of the umask. With `makes_parents`, missing directories above a new file are made.
    ///
    /// # Errors
    /// `NotFound`, `Exists`, `IsDirectory`, `NotDirectory`, `Loop`, `NameTooLong`, `FileTooLarge` or
    /// `NoSpace`.
    pub fn open(
        &self,
        path: &str,
        flags: FileFlags,
        mode: u32,
        makes_parents: bool,
        then: Then<'_>,
    ) -> Result<()> {
        self.tree.giving_back(|txn, gives_back| {
            let found = find(txn, path, flags.end(makes_parents))?;
            check(&found, flags)?;
            let (mut position, old) = found.take();
            if old.as_ref().is_some_and(|node| node.kind != FileKind::File) {
                // A directory that is opened to be looked at.
                return Ok(());
            }
            if old.is_none() {
                txn.make_parents(&mut position)?;
            }
            let mode = mode & !self.umask & MODE_BITS;
            filled(txn, &position, old.as_ref(), flags, mode, then, gives_back)
        })
    }
}

fn filled(
    txn: &WriteTxn<'_>,
    position: &Position,
    old: Option<&Node>,
    flags: FileFlags,
    mode: u32,
    then: Then<'_>,
    gives_back: &Cell<bool>,
) -> Result<()> {
    let write = |data: &[u8]| {
        txn.quota.check_file(data.len() as u64)?;
        txn.write_at(position, old, data, mode, gives_back)
    };
    let size = old.map_or(0, |node| node.size);
    let keeps = !flags.has(FileFlags::TRUNCATES) && size > 0;
    match then {
        Then::Close if old.is_some() && !flags.has(FileFlags::TRUNCATES) => Ok(()),
        Then::Close => write(&[]),
        Then::Write(data) if flags.has(FileFlags::APPENDS) && keeps => match data {
            [] => Ok(()),
            data => txn.append_at(position, old, data, mode),
        },
        Then::Write([]) if keeps => Ok(()),
        Then::Write(data) if keeps && (data.len() as u64) < size => {
            let mut bytes = first_bytes(txn, position, old, size)?;
            bytes[..data.len()].copy_from_slice(data);
            write(&bytes)
        }
        Then::Write(data) => write(data),
        Then::Resize(length) => {
            txn.quota.check_file(length)?;
            let mut bytes = first_bytes(txn, position, old, length)?;
            bytes.resize(usize::try_from(length).unwrap_or(usize::MAX), 0);
            write(&bytes)
        }
    }
}

/// The first `length` bytes of a file.
fn first_bytes(
    txn: &ReadTxn<'_>,
    position: &Position,
    old: Option<&Node>,
    length: u64,
) -> Result<Vec<u8>> {
    let capacity = usize::try_from(length).unwrap_or(usize::MAX);
    budget::charge(capacity)?;
    let Some(old) = old else {
        return Ok(Vec::new());
    };
    let reader = txn.content_reader(&position.path, old.content, old.size)?;
    reader.charge(old.size)?;
    let mut bytes = Vec::new();
    reader.for_each_piece(|piece| {
        let left = capacity.saturating_sub(bytes.len()).min(piece.len());
        bytes.extend_from_slice(&piece[..left]);
    })?;
    Ok(bytes)
}

/// Refuses what cannot be opened.
fn check(found: &Found, flags: FileFlags) -> Result<()> {
    let refuse = |kind| Err(Error::new(kind));
    let kind = found.position.node.as_ref().map(|node| node.kind);
    if flags.has(FileFlags::CREATES) {
        if found.names_directory() {
            return refuse(ErrorKind::IsDirectory);
        }
        if flags.has(FileFlags::EXCLUSIVE) && kind.is_some() {
            return refuse(ErrorKind::Exists);
        }
        if found.last != Last::Name {
            return refuse(ErrorKind::IsDirectory);
        }
    }
    match kind {
        Some(FileKind::Symlink) => refuse(ErrorKind::Loop),
        Some(FileKind::Directory)
            if flags.has(FileFlags::WRITES | FileFlags::CREATES | FileFlags::TRUNCATES) =>
        {
            refuse(ErrorKind::IsDirectory)
        }
        Some(FileKind::File) if flags.has(FileFlags::DIRECTORY) => refuse(ErrorKind::NotDirectory),
        _ => Ok(()),
    }
}
