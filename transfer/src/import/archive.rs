//! Reading an archive.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use isolate_text::VPath;
use isolate_text::archive::{
    AbsolutePaths, ArchiveError, ArchiveErrorKind, Entry, EntryKind, Guard, Limits, foreign_name,
    leads_out, refused, stream,
};
use isolate_vfs::{Timestamp, Tree};

use super::Import;
use super::sink::{Sink, Source};
use crate::error::{Error, ErrorKind, Result, shown};
use crate::ignored::GIT;
use crate::report::Reason;

/// Reads an archive of the disk.
pub(super) fn archive(
    import: &Import,
    tree: &Tree,
    source: &Path,
    sink: &mut Sink<'_>,
) -> Result<()> {
    let failed = |cause| Error::io(ErrorKind::Source, "read", &shown(source), cause);
    let file = File::open(source).map_err(failed)?;
    let quota = tree.quota();
    let number = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    let limits = Limits {
        // Directories that are only passed through, and what is left out, count as well.
        entries_max: number(quota.entries().saturating_add(1)),
        // What the whole workspace may take on the disk.
        bytes_max: number(quota.storage_bytes_max()),
    };
    let mut unpacking = Unpacking {
        import,
        source,
        sink,
        guard: Guard::new(AbsolutePaths::Strip),
        directories: Vec::new(),
    };
    let done = stream(file, &limits, |entry, content| {
        unpacking.take(entry, content)
    });
    done.map_err(|stop| match stop {
        Stop::Archive(error) => archive_error(source, &error),
        Stop::Other(error) => error,
    })?;
    // Each gets its time after everything in it was written.
    let directories = std::mem::take(&mut unpacking.directories);
    for (path, mtime) in directories.into_iter().rev() {
        unpacking.sink.leave(&path, mtime)?;
    }
    Ok(())
}

struct Unpacking<'a, 'b> {
    import: &'a Import,
    source: &'a Path,
    sink: &'a mut Sink<'b>,
    guard: Guard,
    /// The directories with their times, in the order of the archive.
    directories: Vec<(String, Timestamp)>,
}

/// Why reading ends early.
enum Stop {
    Archive(ArchiveError),
    Other(Error),
}

impl From<ArchiveError> for Stop {
    fn from(error: ArchiveError) -> Self {
        Self::Archive(error)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

impl Unpacking<'_, '_> {
    fn take(&mut self, entry: &Entry<'_>, content: &mut dyn Read) -> Result<(), Stop> {
        self.sink.check_stopped()?;
        let inside = self.guard.path_of(entry)?;
        let path = format!("/{inside}");
        if let EntryKind::Unsupported(what) = &entry.kind {
            self.sink.skip(&path, Reason::Special(what));
            return Ok(());
        }
        match self.guard.check(entry) {
            Err(_) if self.is_link_out(entry, &inside) => {
                self.sink.skip(&path, Reason::LeadsOut);
                return Ok(());
            }
            checked => drop(checked?),
        }
        if inside.is_empty() {
            return Ok(());
        }
        if self.is_left_out(&inside) {
            self.sink.report().ignored += 1;
            return Ok(());
        }
        let mtime = entry.mtime.filter(|seconds| *seconds > 0).map(|seconds| {
            Timestamp::from_millis(
                i64::try_from(seconds)
                    .unwrap_or(i64::MAX)
                    .saturating_mul(1000),
            )
        });
        let source = Source {
            mode: entry.mode,
            mtime,
        };
        match &entry.kind {
            EntryKind::Directory => {
                let is_there = self.sink.directory(&path, Some(entry.mode))?;
                if let (true, Some(mtime)) = (is_there, mtime) {
                    self.directories.push((path, mtime));
                }
            }
            EntryKind::File => {
                let archive = self.source;
                let failed = |cause| archive_error(archive, &ArchiveError::of_content(cause));
                self.sink.file(&path, content, source, &failed)?;
            }
            EntryKind::Symlink(target) => self.sink.link(&path, target)?,
            EntryKind::HardLink(target) => {
                let target = format!("/{}", self.guard.link_target(entry, target)?);
                self.sink.copy(&path, &target, source.mtime)?;
            }
            EntryKind::Unsupported(_) => {}
        }
        Ok(())
    }

    /// Whether all that is wrong with an entry is that it is a link that leads out.
    fn is_link_out(&self, entry: &Entry<'_>, inside: &str) -> bool {
        match &entry.kind {
            EntryKind::Symlink(target) => !inside.is_empty() && leads_out(inside, target),
            _ => false,
        }
    }

    /// Whether an entry, or a directory that it lies in, is to be left out.
    fn is_left_out(&self, inside: &str) -> bool {
        let ends = inside.match_indices('/').map(|(at, _)| at);
        let mut above = ends.chain([inside.len()]).map(|end| &inside[..end]);
        above.any(|path| {
            let is_git = path.rsplit('/').next() == Some(GIT);
            let is_excluded =
                VPath::parse(path).is_ok_and(|path| self.import.exclude.is_match(&path));
            is_excluded || is_git && self.import.without_git
        })
    }
}

/// The error of an archive that cannot be read.
fn archive_error(source: &Path, error: &ArchiveError) -> Error {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let source = shown(source);
    let (kind, text) = match error.kind() {
        ArchiveErrorKind::NotTar if let Some(format) = foreign_name(&name) => {
            (ErrorKind::Archive, format!("{source}: {}", refused(format)))
        }
        ArchiveErrorKind::NotTar => (
            ErrorKind::Archive,
            format!("{source} is neither a directory nor a tar, tar.gz or zip archive"),
        ),
        ArchiveErrorKind::TooLarge => (ErrorKind::TooLarge, format!("{source}: {error}")),
        _ => (ErrorKind::Archive, format!("{source}: {error}")),
    };
    Error::new(kind, text)
}
