//! What an import or an export did.

use std::fmt;

use isolate_vfs::{Effects, RunId};

/// Most skipped entries that a report names; the others are counted.
const SKIPPED_MAX: usize = 10_000;

/// Most paths that a report names as written; the others are counted.
const WRITTEN_MAX: usize = 10_000;

/// What an import or an export did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Report {
    /// Files that were written.
    pub files: u64,
    /// Directories that were made.
    pub directories: u64,
    /// Links that were made.
    pub links: u64,
    /// Bytes of the files that were written.
    pub bytes: u64,
    /// Files and links that were there already, with the same content.
    pub unchanged: u64,
    /// Entries that a rule of a `.gitignore` file or an exclude pattern left out, and `.git`. What is
    /// below a directory counts with it.
    pub ignored: u64,
    /// The first 10,000 entries that could not be copied.
    pub skipped: Vec<Skipped>,
    /// The number of entries that could not be copied.
    pub skipped_total: u64,
    /// The run of the import; `None` for an export, and if nothing was changed.
    pub run: Option<RunId>,
    /// The paths of the workspace that an import changed; none for an export.
    pub effects: Effects,
    /// The paths of the disk that an export wrote; none for an import.
    pub written: WrittenPaths,
}

/// The paths of the disk that an export wrote: the first 10,000 of both lists together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct WrittenPaths {
    /// Paths at which nothing was before.
    pub created: Vec<String>,
    /// Paths whose file or link was replaced.
    pub changed: Vec<String>,
    /// How many were created beyond those that are named.
    pub created_omitted: u64,
    /// How many were replaced beyond those that are named.
    pub changed_omitted: u64,
}

impl WrittenPaths {
    /// Adds a path, which replaced what was there or is new.
    pub(crate) fn add(&mut self, path: String, is_replaced: bool) {
        let is_named = self.created.len() + self.changed.len() < WRITTEN_MAX;
        let (list, omitted) = match is_replaced {
            true => (&mut self.changed, &mut self.changed_omitted),
            false => (&mut self.created, &mut self.created_omitted),
        };
        match is_named {
            true => list.push(path),
            false => *omitted += 1,
        }
    }
}

impl Report {
    pub(crate) fn skip(&mut self, path: impl Into<String>, reason: Reason) {
        self.skipped_total += 1;
        if self.skipped.len() < SKIPPED_MAX {
            self.skipped.push(Skipped {
                path: path.into(),
                reason,
            });
        }
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress {
            entries: self.files + self.directories + self.links + self.unchanged,
            bytes: self.bytes,
        }
    }
}

/// The progress of an import or an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Entries that are done.
    pub entries: u64,
    /// Bytes that were written.
    pub bytes: u64,
}

/// An entry that could not be copied.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Its path: in the source of an import, in the workspace for an export.
    pub path: String,
    /// Why.
    pub reason: Reason,
}

/// Why an entry could not be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It is something that only a disk can hold, in words: `a socket`.
    Special(&'static str),
    /// It is a link that leads out of the source or the target.
    LeadsOut,
    /// Its name or the target of the link is not UTF-8 text.
    NotUtf8,
    /// Its name or path is longer than a workspace allows.
    TooLong,
    /// It is a file of the workspace itself.
    Workspace,
    /// It would be taken for a checkpoint, or for output that the workspace keeps in `/.runs`.
    Internal,
    /// The archive has a later entry of the same path, which counts.
    Repeated,
    /// It is a hard link to an entry that was not copied.
    NoTarget,
    /// The disk treats its name as that of another entry, such as one in other letter case.
    SameName,
    /// The disk does not allow its name, in the words of the system: `file name too long`.
    NameRefused(&'static str),
    /// It was removed while the source was read.
    Vanished,
    /// It is a directory that may not be read.
    Unreadable,
}

impl Reason {
    /// A stable word for programs: `leads-out`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Special(_) => "special",
            Self::LeadsOut => "leads-out",
            Self::NotUtf8 => "not-utf8",
            Self::TooLong => "too-long",
            Self::Workspace => "workspace",
            Self::Internal => "internal",
            Self::Repeated => "repeated",
            Self::NoTarget => "no-target",
            Self::SameName => "same-name",
            Self::NameRefused(_) => "name-refused",
            Self::Vanished => "vanished",
            Self::Unreadable => "unreadable",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NameRefused(reason) => {
                return write!(f, "the disk does not allow its name: {reason}");
            }
            Self::Special(what) => what,
            Self::LeadsOut => "a link that leads out",
            Self::NotUtf8 => "its name is not UTF-8",
            Self::TooLong => "its name or path is too long for a workspace",
            Self::Workspace => "a file of the workspace itself",
            Self::Internal => "checkpoints and /.runs belong to the workspace alone",
            Self::Repeated => "a later entry has the same path",
            Self::NoTarget => "a hard link to nothing that was taken along",
            Self::SameName => "the disk takes its name for that of another entry",
            Self::Vanished => "it was removed meanwhile",
            Self::Unreadable => "a directory that may not be read",
        })
    }
}
