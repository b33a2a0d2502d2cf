//! Writing to an archive.

use std::ffi::OsStr;
use std::io::{self, BufWriter, Read as _, Seek as _};
use std::path::Path;

use isolate_text::archive::{Format, NewEntry, Packer, leads_out};
use isolate_vfs::{FileKind, Tree, ViewEntry};

use super::Export;
use super::selection::Selection;
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
    let (mut other, metadata) = directory.open_file(name)?;
    if file.stream_position()? != metadata.size {
        return Ok(false);
    }
    file.rewind()?;
    let (mut one, mut two) = (vec![0; BUFFER_BYTES], Vec::with_capacity(BUFFER_BYTES));
    loop {
        let count = file.read(&mut one)?;
        two.clear();
        (&mut other).take(count as u64).read_to_end(&mut two)?;
        if one[..count] != two[..] {
            return Ok(false);
        }
        if count == 0 {
            return Ok(true);
        }
    }
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
        match (entry.stat.kind, &entry.target) {
            (FileKind::Directory, _) => {
                let added = self.packer.add(path, NewEntry::Directory, mode);
                added.map_err(self.failed)?;
                self.report.directories += 1;
            }
            (FileKind::Symlink, target) => {
                let target = target.as_deref().unwrap_or_default();
                if leads_out(path, target) {
                    self.report.skip(entry.path.as_str(), Reason::LeadsOut);
                    return Ok(());
                }
                let added = self.packer.add(path, NewEntry::Symlink(target), mode);
                added.map_err(self.failed)?;
                self.report.links += 1;
            }
            (FileKind::File, _) => {
                let added = self.packer.add(path, NewEntry::File(entry.stat.size), mode);
                added.map_err(self.failed)?;
                let mut written = Ok(());
                let packer = &mut self.packer;
                self.selection.view.read(entry, |piece| {
                    if written.is_ok() {
                        written = packer.write(piece);
                    }
                })?;
                written.map_err(self.failed)?;
                self.report.files += 1;
                self.report.bytes += entry.stat.size;
            }
        }
        (self.progress)(self.report.progress());
        Ok(())
    }
}
