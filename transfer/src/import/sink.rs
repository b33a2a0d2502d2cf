//! The workspace that entries are written to.

use std::collections::HashMap;
use std::io::{self, Read};

use isolate_text::VPath;
use isolate_text::quoting::quote;
use isolate_vfs::{
    ErrorKind as VfsErrorKind, FileKind, MkdirOptions, RemoveOptions, Stat, Timestamp, Tree,
    is_internal,
};

use super::Import;
use crate::directory::{EXECUTABLE, MODE_BITS};
use crate::error::{Conflicts, Error, ErrorKind, Result};
use crate::report::{Progress, Reason, Report};
use crate::walk::Failed;

/// What of a file is in memory at once.
const CHUNK_BYTES: u64 = 4 << 20;

/// What is known of a file beside its bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source {
    pub(super) mode: u32,
    pub(super) mtime: Option<Timestamp>,
}

/// Writes entries to a tree. After the first conflict nothing more is written, and the rest is only
/// compared, so that all conflicts are reported together.
pub(super) struct Sink<'a> {
    tree: &'a Tree,
    to: VPath,
    overwrite: bool,
    progress: &'a mut dyn FnMut(Progress),
    report: Report,
    conflicts: Conflicts,
    /// Paths within the source at which a directory is needed, and whether there is one that is no
    /// link.
    directories: HashMap<String, bool>,
}

impl<'a> Sink<'a> {
    pub(super) fn new(
        tree: &'a Tree,
        import: &Import,
        progress: &'a mut dyn FnMut(Progress),
    ) -> Result<Self> {
        // The caller named the destination, so links in its path are followed.
        tree.mkdir(&import.to, &MkdirOptions::new().recursive())
            .map_err(|error| match error.kind() {
                VfsErrorKind::Exists | VfsErrorKind::NotDirectory => Error::new(
                    ErrorKind::Workspace,
                    format!(
                        "{} is not a directory of the workspace",
                        quote(import.to.as_str())
                    ),
                ),
                _ => error.into(),
            })?;
        let to = tree.real_path(&import.to)?;
        if is_internal(&to) {
            let text = format!(
                "{} belongs to the workspace alone: import into another directory",
                quote(to.as_str())
            );
            return Err(Error::new(ErrorKind::Workspace, text));
        }
        Ok(Self {
            tree,
            to,
            overwrite: import.overwrite,
            progress,
            report: Report::default(),
            conflicts: Conflicts::default(),
            directories: HashMap::new(),
        })
    }

    /// The report, unless there are conflicts.
    pub(super) fn finish(self) -> Result<Report> {
        self.conflicts.into_result()?;
        Ok(self.report)
    }

    pub(super) fn skip(&mut self, path: &str, reason: Reason) {
        self.report.skip(path.trim_start_matches('/'), reason);
    }

    pub(super) fn report(&mut self) -> &mut Report {
        &mut self.report
    }

    pub(super) fn check_stopped(&self) -> Result<()> {
        if self.tree.is_stopped() {
            return Err(isolate_vfs::Error::new(VfsErrorKind::Deadline).into());
        }
        Ok(())
    }

    fn report_progress(&mut self) {
        (self.progress)(self.report.progress());
    }

    /// Makes a directory, or accepts one that is there. Returns whether there is one now.
    pub(super) fn directory(&mut self, path: &str, mode: Option<u32>) -> Result<bool> {
        if let Some(is_there) = self.directories.get(path) {
            return Ok(*is_there);
        }
        let Some(place) = self.place(path)? else {
            return Ok(false);
        };
        let found = self.tree.lstat(&place)?.map(|stat| stat.kind);
        let in_the_way = match found {
            None if !self.conflicts.is_empty() => None,
            None => {
                self.tree.mkdir(&place, &MkdirOptions::new())?;
                self.set_mode(&place, FileKind::Directory.default_mode(), mode)?;
                self.report.directories += 1;
                self.report_progress();
                None
            }
            Some(FileKind::Directory) => None,
            Some(FileKind::File) => Some("a file, where a directory is needed"),
            Some(FileKind::Symlink) => Some("a link, where a directory is needed"),
        };
        if let Some(what) = in_the_way {
            self.conflicts.add(place.as_str(), what, false);
        }
        self.directories
            .insert(path.to_owned(), in_the_way.is_none());
        Ok(in_the_way.is_none())
    }

    /// Gives a directory that this import made its time, after everything in it was written.
    pub(super) fn leave(&mut self, path: &str, mtime: Timestamp) -> Result<()> {
        if self.conflicts.is_empty() {
            let place = self.below(path)?;
            if self.is_ours(&place)? {
                self.tree.set_mtime(&place, mtime)?;
            }
        }
        Ok(())
    }

    /// Writes a file.
    pub(super) fn file(
        &mut self,
        path: &str,
        content: &mut dyn Read,
        source: Source,
        failed: Failed<'_>,
    ) -> Result<()> {
        let Some(place) = self.place(path)? else {
            return Ok(());
        };
        let old = self.tree.lstat(&place)?;
        if old.is_none() && !self.conflicts.is_empty() {
            return Ok(());
        }
        let first = next_chunk(content, failed)?;
        if let Some(old) = &old
            && !self.makes_way(path, &place, old, &first, content, source, failed)?
        {
            return Ok(());
        }
        if !self.conflicts.is_empty() {
            return Ok(());
        }
        let mut is_over = is_last(&first);
        self.tree.write(&place, &first)?;
        self.report.bytes += first.len() as u64;
        drop(first);
        while !is_over {
            self.check_stopped()?;
            let chunk = next_chunk(content, failed)?;
            is_over = is_last(&chunk);
            if !chunk.is_empty() {
                self.tree.append(&place, &chunk)?;
                self.report.bytes += chunk.len() as u64;
                self.report_progress();
            }
        }
        let mode = match old {
            Some(old) if old.kind == FileKind::File => old.mode,
            _ => FileKind::File.default_mode(),
        };
        self.set_mode(&place, mode, Some(source.mode))?;
        if let Some(mtime) = source.mtime {
            self.tree.set_mtime(&place, mtime)?;
        }
        self.report.files += 1;
        self.report_progress();
        Ok(())
    }

    /// Whether an entry is to be replaced by a file. If not, the report or the conflicts say why.
    #[expect(clippy::too_many_arguments, reason = "all that is known of both files")]
    fn makes_way(
        &mut self,
        path: &str,
        place: &VPath,
        old: &Stat,
        first: &[u8],
        content: &mut dyn Read,
        source: Source,
        failed: Failed<'_>,
    ) -> Result<bool> {
        if old.kind == FileKind::Directory {
            self.conflicts.add(place.as_str(), "a directory", false);
            return Ok(false);
        }
        let is_alike = old.kind == FileKind::File && (old.mode ^ source.mode) & EXECUTABLE == 0;
        if is_alike && is_last(first) && self.holds(place, old, first)? {
            self.leave_alone(place, path)?;
            return Ok(false);
        }
        if self.may_replace(place, old, path)? {
            if old.kind == FileKind::Symlink && self.conflicts.is_empty() {
                self.tree.remove(place, &RemoveOptions::new())?;
            }
            return Ok(true);
        }
        if is_alike && !is_last(first) && self.equals(place, old, first, content, failed)? {
            self.leave_alone(place, path)?;
        } else {
            let what = match old.kind {
                FileKind::Symlink => "a link",
                _ => "a file that differs",
            };
            self.conflicts.add(place.as_str(), what, true);
        }
        Ok(false)
    }

    /// Makes a link.
    pub(super) fn link(&mut self, path: &str, target: &str) -> Result<()> {
        let Some(place) = self.place(path)? else {
            return Ok(());
        };
        if let Some(old) = self.tree.lstat(&place)? {
            let (what, can_overwrite) = match old.kind {
                FileKind::Directory => ("a directory", false),
                FileKind::Symlink if self.tree.read_link(&place)? == target => {
                    return self.leave_alone(&place, path);
                }
                FileKind::Symlink => ("a link to something else", true),
                FileKind::File => ("a file", true),
            };
            if !can_overwrite || !self.may_replace(&place, &old, path)? {
                self.conflicts.add(place.as_str(), what, can_overwrite);
                return Ok(());
            }
            if self.conflicts.is_empty() {
                self.tree.remove(&place, &RemoveOptions::new())?;
            }
        }
        if !self.conflicts.is_empty() {
            return Ok(());
        }
        match self.tree.symlink(target, &place) {
            Err(error) if error.kind() == VfsErrorKind::NameTooLong => {
                self.skip(path, Reason::TooLong);
                return Ok(());
            }
            made => made?,
        }
        self.report.links += 1;
        self.report_progress();
        Ok(())
    }

    /// Writes a file with the content of another one of the same source.
    pub(super) fn copy(
        &mut self,
        path: &str,
        target: &str,
        mtime: Option<Timestamp>,
    ) -> Result<()> {
        if path == target {
            return Ok(());
        }
        let found = match self.below(target) {
            Ok(place) if !is_internal(&place) => self.tree.lstat(&place)?.map(|stat| (place, stat)),
            _ => None,
        };
        let found = found.filter(|(_, stat)| stat.kind == FileKind::File);
        let Some((place, stat)) = found else {
            // After a conflict the target may not have been written.
            if self.conflicts.is_empty() {
                self.skip(path, Reason::NoTarget);
            }
            return Ok(());
        };
        let bytes = self.tree.read(&place)?;
        let source = Source {
            mode: stat.mode,
            mtime,
        };
        let failed = |cause: io::Error| Error::io(ErrorKind::Source, "read", path, cause);
        self.file(path, &mut bytes.as_slice(), source, &failed)
    }

    /// Counts an entry whose content is there already. If this import wrote it, the source has it twice.
    fn leave_alone(&mut self, place: &VPath, path: &str) -> Result<()> {
        if self.is_ours(place)? {
            self.skip(path, Reason::Repeated);
        } else {
            self.report.unchanged += 1;
        }
        self.report_progress();
        Ok(())
    }

    /// Whether this import has changed what is at a path.
    fn is_ours(&self, place: &VPath) -> Result<bool> {
        Ok(self.tree.is_changed_by_open_run(place)?)
    }

    /// Whether a file or link may be replaced: as the caller said, or because an earlier entry of the
    /// same source made it.
    fn may_replace(&mut self, place: &VPath, old: &Stat, path: &str) -> Result<bool> {
        if !self.is_ours(place)? {
            return Ok(self.overwrite);
        }
        self.skip(path, Reason::Repeated);
        if old.kind == FileKind::File {
            self.report.files = self.report.files.saturating_sub(1);
            self.report.bytes = self.report.bytes.saturating_sub(old.size);
        } else {
            self.report.links = self.report.links.saturating_sub(1);
        }
        Ok(true)
    }

    fn holds(&self, place: &VPath, old: &Stat, bytes: &[u8]) -> Result<bool> {
        Ok(old.size == bytes.len() as u64 && self.tree.read(place)? == bytes)
    }

    /// Whether a large file holds what is read.
    fn equals(
        &self,
        place: &VPath,
        old: &Stat,
        first: &[u8],
        content: &mut dyn Read,
        failed: Failed<'_>,
    ) -> Result<bool> {
        let (mut chunk, mut at) = (first.to_vec(), 0);
        loop {
            self.check_stopped()?;
            let length = chunk.len() as u64;
            if self.tree.read_range(place, at, length)? != chunk {
                return Ok(false);
            }
            at += length;
            if is_last(&chunk) {
                return Ok(at == old.size);
            }
            chunk = next_chunk(content, failed)?;
        }
    }

    fn set_mode(&self, place: &VPath, now: u32, mode: Option<u32>) -> Result<()> {
        match mode.map(|mode| mode & MODE_BITS) {
            Some(mode) if mode != now => Ok(self.tree.set_mode(place, mode)?),
            _ => Ok(()),
        }
    }

    fn below(&self, path: &str) -> Result<VPath> {
        let base = self.to.as_str().trim_end_matches('/');
        Ok(VPath::parse(&format!("{base}{path}"))?)
    }

    /// The path in the workspace, whose directories are made. `None` if one of them is something else,
    /// or if the path is too long or belongs to the workspace alone.
    fn place(&mut self, path: &str) -> Result<Option<VPath>> {
        let Ok(place) = self.below(path) else {
            self.skip(path, Reason::TooLong);
            return Ok(None);
        };
        if is_internal(&place) {
            self.skip(path, Reason::Internal);
            return Ok(None);
        }
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        if parent.is_empty() || self.directory(parent, None)? {
            return Ok(Some(place));
        }
        Ok(None)
    }
}

/// The next bytes of a file. Fewer than a whole chunk are the last ones.
fn next_chunk(content: &mut dyn Read, failed: Failed<'_>) -> Result<Vec<u8>> {
    let mut chunk = Vec::new();
    let read = content.take(CHUNK_BYTES).read_to_end(&mut chunk);
    read.map(|_| chunk).map_err(failed)
}

fn is_last(chunk: &[u8]) -> bool {
    (chunk.len() as u64) < CHUNK_BYTES
}
