//! Writing to a directory: all conflicts are found first, then entries are written.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use isolate_text::VPath;
use isolate_text::archive::leads_out;
use isolate_vfs::{FileKind, Tree, ViewEntry};
use rustix::io::Errno;

use super::Export;
use super::selection::Selection;
use super::target::{Found, Level, in_the_way};
use crate::compare::Comparison;
use crate::directory::{Directory, EXECUTABLE, Existing, Identity, Kind, Metadata, identities};
use crate::error::{Conflicts, Error, ErrorKind, Result, shown};
use crate::report::{Progress, Reason, Report};

/// Writes entries to a directory of the disk.
pub(super) fn write(
    export: &Export,
    tree: &Tree,
    selection: &Selection<'_>,
    target: &Path,
    progress: &mut dyn FnMut(Progress),
) -> Result<Report> {
    let failed = |what, cause| Error::io(ErrorKind::Target, what, &shown(target), cause);
    let mut writer = Writer {
        export,
        selection,
        target,
        own: identities(&tree.files_on_disk()),
        levels: Vec::new(),
        without: None,
        conflicts: Conflicts::default(),
        report: Report::default(),
        progress,
    };
    match Directory::open(target) {
        Ok(directory) => {
            let top = Level::found(VPath::root(), directory);
            writer
                .levels
                .push(top.map_err(|cause| failed("read", cause))?);
            selection.each(|entry| writer.look(entry))?;
            std::mem::take(&mut writer.conflicts).into_result()?;
        }
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(target).map_err(|cause| failed("make the directory", cause))?;
        }
        Err(cause) => return Err(failed("write to", cause)),
    }
    let directory = Directory::open(target).map_err(|cause| failed("open", cause))?;
    let _in_use = directory.in_use();
    let top = Level::found(VPath::root(), directory);
    writer.levels = vec![top.map_err(|cause| failed("read", cause))?];
    writer.without = None;
    selection.each(|entry| writer.put(entry))?;
    writer.leave_to(0)?;
    Ok(writer.report)
}

struct Writer<'a> {
    export: &'a Export,
    selection: &'a Selection<'a>,
    target: &'a Path,
    /// The files of the workspace itself, which are never replaced.
    own: Vec<Identity>,
    /// The open directories from the target down to the current entry.
    levels: Vec<Level>,
    /// A directory that is not written, with everything below it.
    without: Option<VPath>,
    conflicts: Conflicts,
    report: Report,
    progress: &'a mut dyn FnMut(Progress),
}

impl Writer<'_> {
    /// Finds the conflict of an entry.
    fn look(&mut self, entry: &ViewEntry) -> Result<()> {
        let Some(name) = self.enter(entry)? else {
            return Ok(());
        };
        let Found::Entry(there) = self.found(entry, &name)? else {
            if entry.stat.kind == FileKind::Directory {
                self.levels.push(Level::missing(entry.path.clone()));
            }
            return Ok(());
        };
        if self.own.contains(&there.identity()) {
            let path = self.on_disk(&entry.path);
            self.conflicts
                .add(path, "a file of the workspace itself", false);
            return Ok(());
        }
        let Some((what, can_overwrite)) = in_the_way(entry.stat.kind, there.kind) else {
            let below = self.open(&name, &entry.path)?;
            self.levels.push(below);
            return Ok(());
        };
        let is_harmless = self.is_outside(entry)
            || can_overwrite && (self.export.overwrite || self.is_same(entry, &name, &there)?);
        if !is_harmless {
            let path = self.on_disk(&entry.path);
            self.conflicts.add(path, what, can_overwrite);
            self.without = Some(entry.path.clone());
        }
        Ok(())
    }

    /// Writes an entry.
    fn put(&mut self, entry: &ViewEntry) -> Result<()> {
        let Some(name) = self.enter(entry)? else {
            return Ok(());
        };
        let there = match self.found(entry, &name)? {
            Found::Entry(metadata) => Some(metadata),
            Found::Nothing => None,
            Found::Another => {
                self.skip(entry, Reason::SameName);
                return Ok(());
            }
        };
        match entry.stat.kind {
            FileKind::Directory => self.put_directory(entry, &name, there.is_some())?,
            FileKind::Symlink if self.is_outside(entry) => self.skip(entry, Reason::LeadsOut),
            FileKind::File | FileKind::Symlink => {
                if let Some(there) = &there
                    && self.is_same(entry, &name, there)?
                {
                    self.report.unchanged += 1;
                } else {
                    self.put_leaf(entry, &name, there.is_some())?;
                }
            }
        }
        (self.progress)(self.report.progress());
        Ok(())
    }

    fn put_directory(&mut self, entry: &ViewEntry, name: &str, is_there: bool) -> Result<()> {
        if is_there {
            let below = self.open(name, &entry.path)?;
            self.levels.push(below);
            return Ok(());
        }
        let name = OsStr::new(name);
        let made = self.here()?.make_dir(name);
        if !self.has_name(entry, &made) {
            return Ok(());
        }
        let here = self.here()?;
        let below = made.and_then(|()| here.open_dir(name));
        let below = below.map_err(|cause| self.failed("make the directory", &entry.path, cause))?;
        self.note(name);
        self.levels.push(Level::made(entry, below));
        self.report.directories += 1;
        self.report.written.add(self.on_disk(&entry.path), false);
        Ok(())
    }

    fn put_leaf(&mut self, entry: &ViewEntry, name: &str, is_there: bool) -> Result<()> {
        let name = OsStr::new(name);
        let existing = match is_there && self.export.overwrite {
            true => Existing::Replace,
            false => Existing::Keep,
        };
        let made = match entry.stat.kind {
            FileKind::Symlink => {
                let target = entry.target.as_deref().unwrap_or_default();
                self.here()?.make_link(name, OsStr::new(target), existing)
            }
            _ => self.put_file(entry, name, existing)?,
        };
        if !self.has_name(entry, &made) {
            return Ok(());
        }
        made.map_err(|cause| self.failed("write", &entry.path, cause))?;
        self.note(name);
        self.report.written.add(self.on_disk(&entry.path), is_there);
        match entry.stat.kind {
            FileKind::Symlink => self.report.links += 1,
            _ => {
                self.report.files += 1;
                self.report.bytes += entry.stat.size;
            }
        }
        Ok(())
    }

    /// Writes a file. The inner result is that of giving it its name.
    fn put_file(
        &self,
        entry: &ViewEntry,
        name: &OsStr,
        existing: Existing,
    ) -> Result<io::Result<()>> {
        let failed = |cause| self.failed("write", &entry.path, cause);
        let mut file = self.here()?.create_file(0o600).map_err(failed)?;
        let mut written = Ok(());
        self.selection.view.read(entry, |piece| {
            if written.is_ok() {
                written = file.write_all(piece);
            }
        })?;
        written.map_err(failed)?;
        Ok(file.commit(
            name,
            Some(entry.stat.mode),
            Some(entry.stat.mtime),
            existing,
        ))
    }

    /// Whether the entry on the disk has the content of this one.
    fn is_same(&self, entry: &ViewEntry, name: &str, there: &Metadata) -> Result<bool> {
        let failed = |cause| self.failed("read", &entry.path, cause);
        let name = OsStr::new(name);
        match (entry.stat.kind, there.kind) {
            (FileKind::Symlink, Kind::Symlink) => {
                let target = self.here()?.read_link(name).map_err(failed)?;
                Ok(entry.target.as_deref().is_some_and(|own| target == *own))
            }
            (FileKind::File, Kind::File) => {
                if entry.stat.size != there.size || (entry.stat.mode ^ there.mode) & EXECUTABLE != 0
                {
                    return Ok(false);
                }
                let (file, _) = self.here()?.open_file(name).map_err(failed)?;
                let mut comparison = Comparison::new(file);
                let mut compared = Ok(());
                self.selection.view.read(entry, |piece| {
                    if compared.is_ok() {
                        compared = comparison.next(piece);
                    }
                })?;
                compared.and_then(|()| comparison.finish()).map_err(failed)
            }
            _ => Ok(false),
        }
    }

    /// Whether an entry is a link that leads out of the target.
    fn is_outside(&self, entry: &ViewEntry) -> bool {
        let path = entry.path.as_str().trim_start_matches('/');
        let target = entry.target.as_deref();
        target.is_some_and(|target| leads_out(path, target))
    }

    /// Goes to the directory of an entry, and returns its name there. `None` for what lies below a
    /// directory that is not written.
    fn enter(&mut self, entry: &ViewEntry) -> Result<Option<String>> {
        if let Some(without) = &self.without {
            if entry.path.starts_with(without) {
                return Ok(None);
            }
            self.without = None;
        }
        let parent = entry.path.parent().unwrap_or_else(VPath::root);
        let depth = self
            .levels
            .iter()
            .rposition(|level| level.path == parent)
            .ok_or_else(|| isolate_vfs::Error::at(isolate_vfs::ErrorKind::Corrupt, &entry.path))?;
        self.leave_to(depth + 1)?;
        Ok(entry.path.name().map(str::to_owned))
    }

    /// Leaves the directories beyond a depth, the deepest first.
    fn leave_to(&mut self, depth: usize) -> Result<()> {
        while self.levels.len() > depth
            && let Some(level) = self.levels.pop()
        {
            let path = level.path.clone();
            level
                .leave()
                .map_err(|cause| self.failed("set the mode of", &path, cause))?;
        }
        Ok(())
    }

    /// Whether a name is one that the disk can hold; if not, the entry is skipped.
    fn has_name<T>(&mut self, entry: &ViewEntry, made: &io::Result<T>) -> bool {
        let refused = [
            (Errno::INVAL, "invalid argument"),
            (Errno::ILSEQ, "illegal byte sequence"),
            (Errno::NAMETOOLONG, "file name too long"),
        ];
        let code = made.as_ref().err().and_then(io::Error::raw_os_error);
        let reason = refused
            .iter()
            .find(|(errno, _)| Some(errno.raw_os_error()) == code);
        if let Some((_, reason)) = reason {
            self.skip(entry, Reason::NameRefused(reason));
        }
        reason.is_none()
    }

    fn skip(&mut self, entry: &ViewEntry, reason: Reason) {
        self.report.skip(entry.path.as_str(), reason);
        self.without = Some(entry.path.clone());
    }

    fn top(&self) -> Result<&Level> {
        self.levels.last().ok_or_else(|| self.gone())
    }

    /// What is on the disk at the name of an entry.
    fn found(&self, entry: &ViewEntry, name: &str) -> Result<Found> {
        let found = self.top()?.look(OsStr::new(name));
        found.map_err(|cause| self.failed("read", &entry.path, cause))
    }

    fn here(&self) -> Result<&Directory> {
        let level = self.top()?;
        level.directory.as_ref().ok_or_else(|| self.gone())
    }

    /// Records an entry that was made in the present directory.
    fn note(&mut self, name: &OsStr) {
        if let Some(level) = self.levels.last_mut() {
            level.note(name);
        }
    }

    /// Opens a directory that is there.
    fn open(&self, name: &str, path: &VPath) -> Result<Level> {
        let opened = self.here()?.open_dir(OsStr::new(name));
        opened
            .and_then(|directory| Level::found(path.clone(), directory))
            .map_err(|cause| self.failed("open", path, cause))
    }

    fn gone(&self) -> Error {
        self.failed("write to", &VPath::root(), io::ErrorKind::NotFound.into())
    }

    fn on_disk(&self, path: &VPath) -> String {
        shown(&self.target.join(path.as_str().trim_start_matches('/')))
    }

    fn failed(&self, what: &str, path: &VPath, cause: io::Error) -> Error {
        Error::io(ErrorKind::Target, what, &self.on_disk(path), cause)
    }
}
