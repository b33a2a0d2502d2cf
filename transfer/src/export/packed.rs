//! Writing to an archive.

use std::ffi::OsStr;
use std::io::{self, BufWriter, Seek as _};
use std::path::Path;

use isolate_text::archive::{Format, NewEntry, Packer, leads_out};
use isolate_vfs::{FileKind, Tree, ViewEntry};

use super::Export;
use super::selection::Selection;
use crate::compare::{Comparison, each_piece};
use crate::directory::{Directory, Existing, Kind, NewFile, identities};
use crate::error::{Conflicts, Error, ErrorKind, Result, shown};
use crate::report::{Progress, Reason, Report};

/// What a new archive may be used for, as far as the process lets new files be.
const MODE: u32 = 0o666;

/// Bytes that are written at once.
const BUFFER_BYTES: usize = 256 * 1024;

/// Writes entries to an archive, which appears under its name when it is complete.
pub(super) fn write(
    export: &Export,
    tree: &Tree,
    selection: &Selection<'_>,
    format: Format,
    target: &Path,
    progress: &mut dyn FnMut(Progress),
) -> Result<Report> {
    if format == Format::Unsupported {
        return Err(Error::new(
            ErrorKind::Target,
            format!(
                "{}: that format cannot be written: name the archive .tar, .tar.gz, .tgz or .zip",
                shown(target)
            ),
        ));
    }
    let failed = |cause| Error::io(ErrorKind::Target, "write", &shown(target), cause);
    let parent = match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let name = target.file_name().unwrap_or_default();
    let directory = Directory::open(parent).map_err(failed)?;
    let there = directory.metadata(name).map_err(failed)?;
    let own = identities(&tree.files_on_disk());
    if there.is_some_and(|there| own.contains(&there.identity())) {
        return in_the_way(target, "a file of the workspace itself", false);
    }
    let _in_use = directory.in_use();
    let file = directory.create_file(MODE).map_err(failed)?;
    let packer = Packer::new(format, BufWriter::with_capacity(BUFFER_BYTES, file));
    let mut writer = Writer {
        selection,
        packer: packer.map_err(failed)?,
        report: Report::default(),
        progress,
        failed: &failed,
    };
    selection.each(|entry| writer.add(entry))?;
    let Writer {
        packer, mut report, ..
    } = writer;
    let buffer = packer.finish().map_err(failed)?;
    let mut file = buffer
        .into_inner()
        .map_err(|error| failed(error.into_error()))?;
    file.sync().map_err(failed)?;
    let existing = match there.map(|there| there.kind) {
        None => Existing::Keep,
        Some(Kind::File) if is_same(&mut file, &directory, name).map_err(failed)? => {
            return Ok(Report {
                unchanged: 1,
                skipped: report.skipped,
                skipped_total: report.skipped_total,
                ..Report::default()
            });
        }
        Some(Kind::File | Kind::Symlink) if export.overwrite => Existing::Replace,
        Some(Kind::File) => return in_the_way(target, "a file that differs", true),
        Some(Kind::Symlink) => return in_the_way(target, "a link", true),
        Some(_) => return in_the_way(target, "not a file", false),
    };
    file.commit(name, None, None, existing).map_err(failed)?;
    report.written.add(shown(target), there.is_some());
    Ok(report)
}

fn in_the_way(target: &Path, what: &'static str, can_overwrite: bool) -> Result<Report> {
    let mut conflicts = Conflicts::default();
    conflicts.add(shown(target), what, can_overwrite);
    conflicts.into_result().map(|()| Report::default())
}

/// Whether a new file holds what the file of a name holds.
fn is_same(file: &mut NewFile<'_>, directory: &Directory, name: &OsStr) -> io::Result<bool> {
    let (other, metadata) = directory.open_file(name)?;
    if file.stream_position()? != metadata.size {
        return Ok(false);
    }
    file.rewind()?;
    let mut comparison = Comparison::new(other);
    each_piece(file, |piece| comparison.next(piece))?;
    comparison.finish()
}

struct Writer<'a> {
    selection: &'a Selection<'a>,
    packer: Packer<BufWriter<NewFile<'a>>>,
    report: Report,
    progress: &'a mut dyn FnMut(Progress),
    failed: &'a dyn Fn(io::Error) -> Error,
}

impl Writer<'_> {
    fn add(&mut self, entry: &ViewEntry) -> Result<()> {
        let path = entry.path.as_str().trim_start_matches('/');
        let mode = entry.stat.mode;
        let target = entry.target.as_deref().unwrap_or_default();
        let (kind, count) = match entry.stat.kind {
            FileKind::Directory => (NewEntry::Directory, &mut self.report.directories),
            FileKind::Symlink if leads_out(path, target) => {
                self.report.skip(entry.path.as_str(), Reason::LeadsOut);
                return Ok(());
            }
            FileKind::Symlink => (NewEntry::Symlink(target), &mut self.report.links),
            FileKind::File => (NewEntry::File(entry.stat.size), &mut self.report.files),
        };
        self.packer.add(path, kind, mode).map_err(self.failed)?;
        *count += 1;
        if entry.stat.kind == FileKind::File {
            let mut written = Ok(());
            let packer = &mut self.packer;
            self.selection.view.read(entry, |piece| {
                if written.is_ok() {
                    written = packer.write(piece);
                }
            })?;
            written.map_err(self.failed)?;
            self.report.bytes += entry.stat.size;
        }
        (self.progress)(self.report.progress());
        Ok(())
    }
}
