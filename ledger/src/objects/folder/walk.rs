//! The objects of a folder, in the order of their names.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::SystemTime;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use super::place::{Kind, read};
use super::{FOLDER_FLAGS, STAGED, STAGED_SECONDS_MAX, seconds};
use crate::objects::{Listed, check_name};

/// What is asked for, and what was found of it.
pub(super) struct Walk<'a> {
    pub(super) prefix: &'a str,
    pub(super) after: Option<&'a str>,
    pub(super) limit: usize,
    /// The time, as the file system has it.
    pub(super) now: SystemTime,
    pub(super) found: Vec<Listed>,
}

impl Walk<'_> {
    /// Adds the objects of a folder, whose names begin with `base`.
    pub(super) fn folder(&mut self, folder: &OwnedFd, base: &str) -> Result<(), Errno> {
        let mut entries = Vec::new();
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().to_str() else {
                continue;
            };
            if name.starts_with(STAGED) {
                self.clean(folder.as_fd(), name);
            } else if let Some((text, kind)) = read(name)
                && self.may_have(&format!("{base}{text}"), &kind)
            {
                entries.push((text, kind, name.to_owned()));
            }
        }
        entries.sort_unstable();
        for (text, kind, entry) in entries {
            if self.found.len() >= self.limit {
                break;
            }
            let name = format!("{base}{text}");
            match kind {
                Kind::Object => self.object(folder.as_fd(), &entry, name)?,
                Kind::Folder => {
                    match rustix::fs::openat(folder, entry, FOLDER_FLAGS, Mode::empty()) {
                        Ok(folder) => self.folder(&folder, &name)?,
                        // What is not there any more, is a link or no folder has no objects.
                        Err(Errno::NOENT | Errno::LOOP | Errno::NOTDIR | Errno::MLINK) => {}
                        Err(error) => return Err(error),
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether an object of this name is asked for, or one whose name begins with it.
    fn may_have(&self, name: &str, kind: &Kind) -> bool {
        let after = self.after.unwrap_or_default();
        match kind {
            Kind::Object => {
                name.starts_with(self.prefix) && name > after && check_name(name).is_ok()
            }
            Kind::Folder => {
                let has_prefix = name.starts_with(self.prefix) || self.prefix.starts_with(name);
                // Some name begins so: folders of others may be nested without end.
                let is_ours = check_name(&format!("{name}a")).is_ok() || check_name(name).is_ok();
                has_prefix && is_ours && (name > after || after.starts_with(name))
            }
        }
    }

    fn object(&mut self, folder: BorrowedFd<'_>, entry: &str, name: String) -> Result<(), Errno> {
        let stat = match rustix::fs::statat(folder, entry, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => stat,
            Err(Errno::NOENT) => return Ok(()),
            Err(error) => return Err(error),
        };
        if FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile {
            self.found.push(listed(name, &stat));
        }
        Ok(())
    }

    /// Removes what a process that was killed has left.
    fn clean(&self, folder: BorrowedFd<'_>, name: &str) {
        if let Ok(stat) = rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
            && FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
            && stat.st_mtime.saturating_add(STAGED_SECONDS_MAX) < seconds(self.now)
        {
            // It is in nobody's way: another list tries again.
            let _ = rustix::fs::unlinkat(folder, name, AtFlags::empty());
        }
    }
}

fn listed(name: String, stat: &Stat) -> Listed {
    let (seconds, nanos) = (stat.st_mtime, stat.st_mtime_nsec);
    let modified = seconds
        .saturating_mul(1000)
        .saturating_add(i64::try_from(nanos / 1_000_000).unwrap_or(0));
    Listed {
        name,
        size: u64::try_from(stat.st_size).unwrap_or(0),
        version: Some(format!("{:x}-{seconds:x}-{nanos:x}", stat.st_ino)),
        modified_ms: u64::try_from(modified).unwrap_or(0),
    }
}

/// How a folder is opened.
pub(super) const fn folder_flags() -> OFlags {
    OFlags::RDONLY
        .union(OFlags::DIRECTORY)
        .union(OFlags::NOFOLLOW)
        .union(OFlags::CLOEXEC)
}
