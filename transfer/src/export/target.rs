//! The open directories of the disk between the target and an entry.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io;

use isolate_text::VPath;
use isolate_vfs::{FileKind, Timestamp, ViewEntry};

use crate::directory::{Directory, Kind, Metadata};

/// A directory that is open, and what is known of it.
pub(super) struct Level {
    pub(super) path: VPath,
    /// None for one that is missing, while conflicts are searched.
    pub(super) directory: Option<Directory>,
    /// The names that the disk lists in it.
    names: HashSet<OsString>,
    /// The mode and the time that it gets when it is left.
    made: Option<(u32, Timestamp)>,
}

impl Level {
    pub(super) fn missing(path: VPath) -> Self {
        Self {
            path,
            directory: None,
            names: HashSet::new(),
            made: None,
        }
    }

    /// A directory that was there.
    pub(super) fn found(path: VPath, directory: Directory) -> io::Result<Self> {
        Ok(Self {
            path,
            names: directory.names()?.into_iter().collect(),
            directory: Some(directory),
            made: None,
        })
    }

    /// A directory that was made for an entry.
    pub(super) fn made(entry: &ViewEntry, directory: Directory) -> Self {
        Self {
            path: entry.path.clone(),
            directory: Some(directory),
            names: HashSet::new(),
            made: Some((entry.stat.mode, entry.stat.mtime)),
        }
    }

    /// What is at a name.
    pub(super) fn look(&self, name: &OsStr) -> io::Result<Found> {
        let Some(directory) = &self.directory else {
            return Ok(Found::Nothing);
        };
        Ok(found(directory.metadata(name)?, self.names.contains(name)))
    }

    /// Notes an entry that was made.
    pub(super) fn note(&mut self, name: &OsStr) {
        self.names.insert(name.to_owned());
    }

    /// Gives a directory that was made its mode and time, after everything in it was written.
    pub(super) fn leave(self) -> io::Result<()> {
        match (self.directory, self.made) {
            (Some(directory), Some((mode, mtime))) => directory.set_metadata(mode, Some(mtime)),
            _ => Ok(()),
        }
    }
}

/// What is at a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Nothing,
    Entry(Metadata),
    /// An entry that is listed by another name: the disk takes both for one.
    Another,
}

fn found(metadata: Option<Metadata>, is_listed: bool) -> Found {
    match (metadata, is_listed) {
        (None, _) => Found::Nothing,
        (Some(metadata), true) => Found::Entry(metadata),
        (Some(_), false) => Found::Another,
    }
}

/// The conflict of an entry with what is on the disk, if there is one, and whether overwriting helps.
pub(super) fn in_the_way(entry: FileKind, there: Kind) -> Option<(&'static str, bool)> {
    match (entry, there) {
        (FileKind::Directory, Kind::Directory) => None,
        (FileKind::Directory, Kind::Symlink) => {
            Some(("a link, where a directory is needed", false))
        }
        (FileKind::Directory, _) => Some(("a file, where a directory is needed", false)),
        (_, Kind::Directory) => Some(("a directory", false)),
        (_, Kind::Pipe | Kind::Socket | Kind::Device) => Some(("not a file", false)),
        (FileKind::File, Kind::Symlink) => Some(("a link", true)),
        (FileKind::File, Kind::File) => Some(("a file that differs", true)),
        (FileKind::Symlink, Kind::Symlink) => Some(("a link to something else", true)),
        (FileKind::Symlink, Kind::File) => Some(("a file", true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a disk that takes `a` and `A` for one, the second is found and not listed.
    #[test]
    fn a_name_that_the_disk_lists_otherwise_is_another_entry() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a"), "").unwrap();
        let directory = Directory::open(folder.path()).unwrap();
        let metadata = directory.metadata(OsStr::new("a")).unwrap();
        assert_eq!(found(metadata, true), Found::Entry(metadata.unwrap()));
        assert_eq!(found(metadata, false), Found::Another);
        assert_eq!(found(None, false), Found::Nothing);
        let mut level = Level::found(VPath::root(), directory).unwrap();
        assert_eq!(level.look(OsStr::new("b")).unwrap(), Found::Nothing);
        std::fs::write(folder.path().join("b"), "").unwrap();
        assert_eq!(level.look(OsStr::new("b")).unwrap(), Found::Another);
        level.note(OsStr::new("b"));
        assert!(matches!(
            level.look(OsStr::new("b")).unwrap(),
            Found::Entry(_)
        ));
    }
}
