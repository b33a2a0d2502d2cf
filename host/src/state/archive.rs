//! Archives and compression.

use std::collections::BTreeSet;

use isolate_protocol::{ErrorCode, Value};
use isolate_vfs::budget::{self, Exhausted};
use isolate_vfs::ops::archive::{
    AbsolutePaths, Entries, Entry, EntryKind, Format, Guard, Limits, NewKind, Writer, open, to_zip,
};
use isolate_vfs::ops::compress::{GunzipErrorKind, decompressed_path, gunzip, gzip};
use isolate_vfs::{
    CopyOptions, Error, ErrorKind, FileKind, MkdirOptions, RemoveOptions, TreeNode, VPath,
    WalkOptions, is_internal,
};

use super::directories::kind_name;
use super::{Call, Fault, Trouble};
use crate::stop::Stop;

/// Memory of a listed entry, without its path.
const TOLD_BYTES: usize = 96;

/// An entry in an answer.
struct Told {
    path: String,
    kind: FileKind,
    size: usize,
}

impl Told {
    fn of(entry: &Entry<'_>) -> Result<Self, Exhausted> {
        budget::charge(entry.path.len() + TOLD_BYTES)?;
        Ok(Self {
            path: entry.path.clone(),
            kind: match entry.kind {
                EntryKind::Directory => FileKind::Directory,
                EntryKind::Symlink(_) => FileKind::Symlink,
                EntryKind::File | EntryKind::HardLink(_) | EntryKind::Unsupported(_) => {
                    FileKind::File
                }
            },
            size: entry.data.len(),
        })
    }
}

fn put_entries(call: &mut Call<'_>, entries: &[Told]) -> Result<(), Fault> {
    call.out.array(entries.len());
    for entry in entries {
        call.out.entry(3);
        call.out.string("path");
        call.out.string(&entry.path);
        call.out.string("type");
        call.out.string(kind_name(entry.kind));
        call.out.string("size");
        put_count(call, entry.size);
        call.told()?;
    }
    Ok(())
}

fn put_count(call: &mut Call<'_>, count: usize) {
    #[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
    call.out.number(count as f64);
}

pub(super) fn create_archive(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let sources = sources(call)?;
    let format = Format::of_name(path.name().unwrap_or_default()).unwrap_or(Format::Tar);
    let unsupported = |call: &Call<'_>| {
        let text = "that format cannot be written: name the archive .tar, .tar.gz, .tgz or .zip";
        call.error_at(ErrorCode::NotSupported, text, path.as_str())
    };
    if format == Format::Unsupported {
        return Err(unsupported(call));
    }
    let file_bytes_max = call.tree.quota().file_bytes_max;
    let tree = call.tree;
    let created: Result<(Vec<Told>, usize), Trouble> = tree.atomically(|tree| {
        let mut packer = Packer {
            writer: Writer::new(usize::try_from(file_bytes_max).unwrap_or(usize::MAX)),
            entries: Vec::new(),
        };
        let options = WalkOptions::new().entries_max(Limits::default().entries_max);
        for source in &sources {
            let root = tree.walk(source, &options)?;
            packer.add(call, &path, &root)?;
        }
        let tar = packer
            .writer
            .finish()
            .map_err(|error| Trouble::archive(error, &path))?;
        let bytes_max = usize::try_from(file_bytes_max).unwrap_or(usize::MAX);
        let bytes = match format {
            Format::Tar => tar,
            Format::Gzip => gzip(&tar).map_err(|_| Fault::Stop(Stop::Halted))?,
            Format::Zip => {
                to_zip(&tar, bytes_max).map_err(|error| Trouble::archive(error, &path))?
            }
            Format::Unsupported => return Err(unsupported(call).into()),
        };
        call.write(&path, &bytes)?;
        Ok((packer.entries, bytes.len()))
    });
    let (entries, bytes) = created.map_err(|trouble| call.fault(trouble))?;
    let label = call.text(0)?.to_owned();
    call.out.object(3);
    call.out.string("path");
    call.out.string(&label);
    call.out.string("entries");
    put_entries(call, &entries)?;
    call.out.string("bytesWritten");
    put_count(call, bytes);
    Ok(())
}

fn sources(call: &Call<'_>) -> Result<Vec<VPath>, Fault> {
    let Value::Array(items) = &call.values[1] else {
        return Ok(Vec::new());
    };
    items
        .iter()
        .map(|item| call.parse_path(item, "sources"))
        .collect()
}

/// An archive that is being written, with its entries so far.
struct Packer {
    writer: Writer,
    entries: Vec<Told>,
}

impl Packer {
    /// Adds a tree, parents first; links are left out. Times are 0, so that equal trees make
    /// equal archives. Recurses once a level of directories, which paths bound.
    fn add(
        &mut self,
        call: &mut Call<'_>,
        archive: &VPath,
        node: &TreeNode,
    ) -> Result<(), Trouble> {
        let name = match node.path.as_str() {
            "/" => ".",
            path => &path[1..],
        };
        let bytes = match node.kind {
            FileKind::Symlink => return Ok(()),
            FileKind::Directory => Vec::new(),
            FileKind::File => call.read(&node.path)?,
        };
        let kind = match node.kind {
            FileKind::File => NewKind::File(&bytes),
            FileKind::Directory | FileKind::Symlink => NewKind::Directory,
        };
        let entries_max = Limits::default().entries_max;
        if self.entries.len() == entries_max {
            let text = format!("the archive would have more than {entries_max} entries");
            return Err(call
                .error_at(ErrorCode::TooBig, &text, archive.as_str())
                .into());
        }
        self.writer
            .add(name, kind, node.kind.default_mode(), 0)
            .map_err(|error| Trouble::archive(error, archive))?;
        // It is a part of the archive now.
        budget::release(bytes.len());
        budget::charge(name.len() + TOLD_BYTES)?;
        self.entries.push(Told {
            path: name.to_owned(),
            kind: node.kind,
            size: bytes.len(),
        });
        for child in node.children.iter().flatten() {
            self.add(call, archive, child)?;
        }
        Ok(())
    }
}

/// Reads an archive and gives its entries to `each`, in its order.
fn each_entry(
    call: &mut Call<'_>,
    path: &VPath,
    mut each: impl FnMut(&mut Call<'_>, &Entry<'_>) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let limits = Limits::default();
    let bytes = call.read(path)?;
    // An empty file is an archive without entries.
    if bytes.is_empty() {
        return Ok(());
    }
    let tar = open(&bytes, &limits).map_err(|error| Trouble::archive(error, path))?;
    call.meter.read(tar.len() as u64).map_err(Fault::Stop)?;
    for entry in Entries::new(&tar, &limits) {
        let entry = entry.map_err(|error| Trouble::archive(error, path))?;
        each(call, &entry)?;
    }
    Ok(())
}

pub(super) fn list_archive(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let mut entries = Vec::new();
    each_entry(call, &path, |_, entry| {
        entries.push(Told::of(entry)?);
        Ok(())
    })
    .map_err(|trouble| call.fault(trouble))?;
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    put_entries(call, &entries)
}

pub(super) fn extract_archive(call: &mut Call<'_>) -> Result<(), Fault> {
    let (path, folder) = (call.path(0)?, call.path(1)?);
    let tree = call.tree;
    let extracted: Result<(Vec<Told>, usize), Trouble> = tree.atomically(|_| {
        // A link to the root leads there too.
        let real = match tree.real_path(&folder) {
            Err(error) if error.kind() == ErrorKind::NotDirectory => {
                return Err(Error::at(ErrorKind::NotDirectory, &folder).into());
            }
            real => real.unwrap_or_else(|_| folder.clone()),
        };
        let mut unpacking = Unpacking {
            archive: &path,
            folder: &folder,
            real,
            guard: Guard::new(AbsolutePaths::Strip),
            folders: BTreeSet::new(),
        };
        let (mut entries, mut internal) = (Vec::new(), 0);
        each_entry(call, &path, |call, entry| {
            match unpacking.extract(call, entry)? {
                true => entries.push(Told::of(entry)?),
                false => internal += 1,
            }
            Ok(())
        })?;
        Ok((entries, internal))
    });
    let (entries, internal) = extracted.map_err(|trouble| call.fault(trouble))?;
    call.note_internal(internal);
    let label = call.text(1)?.to_owned();
    call.out.object(2);
    call.out.string("destination");
    call.out.string(&label);
    call.out.string("entries");
    put_entries(call, &entries)
}

/// An archive that is being extracted into a directory.
struct Unpacking<'a> {
    archive: &'a VPath,
    folder: &'a VPath,
    /// The same directory without links in its path.
    real: VPath,
    guard: Guard,
    /// Directories of entries that are known not to be links.
    folders: BTreeSet<VPath>,
}

impl Unpacking<'_> {
    /// Whether a place in the directory belongs to the workspace alone, where the directory does not.
    fn is_internal(&self, place: &str) -> bool {
        let path = VPath::parse(&format!("{}/{place}", self.real));
        !is_internal(&self.real) && path.is_ok_and(|path| is_internal(&path))
    }

    /// Writes an entry. Answers whether it did: one that would be taken for a checkpoint, or for output
    /// that the workspace keeps, is passed over.
    fn extract(&mut self, call: &mut Call<'_>, entry: &Entry<'_>) -> Result<bool, Trouble> {
        let place = self
            .guard
            .check(entry)
            .map_err(|error| Trouble::archive(error, self.archive))?;
        if self.is_internal(&place) {
            return Ok(false);
        }
        let path = self.below(call, entry, &place)?;
        // An existing link is replaced; its target is not written.
        if entry.kind != EntryKind::Directory
            && let Some(stat) = call.tree.lstat(&path)?
            && (stat.kind == FileKind::Symlink
                || stat.kind == FileKind::File && matches!(entry.kind, EntryKind::Symlink(_)))
        {
            call.tree.remove(&path, &RemoveOptions::new())?;
        }
        match &entry.kind {
            EntryKind::Directory => call.tree.mkdir(&path, &MkdirOptions::new().recursive())?,
            EntryKind::File => call.write(&path, entry.data)?,
            EntryKind::Symlink(target) => call.tree.symlink(target, &path)?,
            EntryKind::HardLink(target) => {
                let target = self
                    .guard
                    .link_target(entry, target)
                    .map_err(|error| Trouble::archive(error, self.archive))?;
                if target.is_empty() {
                    let text = format!("archive entry '{}': its link has no target", entry.path);
                    return Err(call
                        .error_at(ErrorCode::BadFormat, &text, self.archive.as_str())
                        .into());
                }
                if self.is_internal(&target) {
                    return Ok(false);
                }
                let target = self.below(call, entry, &target)?;
                if target != path {
                    let size = call.tree.lstat(&target)?.map_or(0, |stat| stat.size);
                    call.meter
                        .write(usize::try_from(size).unwrap_or(usize::MAX))
                        .map_err(Fault::Stop)?;
                    call.tree.copy(&target, &path, &CopyOptions::new())?;
                }
            }
            // The guard has refused it.
            EntryKind::Unsupported(_) => {}
        }
        Ok(true)
    }

    /// The path of an entry, none of whose directories below the destination may be a link: an
    /// existing link could lead out of the destination. The path of the destination itself may
    /// contain links.
    fn below(&mut self, call: &Call<'_>, entry: &Entry<'_>, place: &str) -> Result<VPath, Trouble> {
        let path = VPath::parse(&format!("{}/{place}", self.folder))?;
        let mut above = path.parent();
        let mut passed = Vec::new();
        while let Some(folder) = above
            && folder.depth() > self.folder.depth()
            && !self.folders.contains(&folder)
        {
            above = folder.parent();
            passed.push(folder);
        }
        // From the destination downwards, so that the target of a link is never examined.
        for folder in passed.into_iter().rev() {
            let stat = call.tree.lstat(&folder)?;
            if stat.is_some_and(|stat| stat.kind == FileKind::Symlink) {
                let text = format!(
                    "archive entry '{}': '{folder}' is a link, and nothing is unpacked through \
                     links: remove it, or unpack into another folder",
                    entry.path
                );
                return Err(call
                    .error_at(ErrorCode::Invalid, &text, self.archive.as_str())
                    .into());
            }
            self.folders.insert(folder);
        }
        Ok(path)
    }
}

pub(super) fn compress_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let label = match destination(call)? {
        Some(label) => label,
        None => format!("{}.gz", call.text(0)?),
    };
    rewrite(call, &path, &label, |_, bytes| {
        gzip(&bytes).map_err(|_| Fault::Stop(Stop::Halted))
    })
}

pub(super) fn decompress_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let label = match destination(call)? {
        Some(label) => label,
        None => decompressed_path(call.text(0)?).ok_or_else(|| {
            if let Ok(None) = call.tree.stat(&path) {
                return call.fault(call.tree.not_found(&path));
            }
            let text = "the path does not end in .gz or .tgz: pass a destination, as in \
                        decompressFile(path, destination)";
            call.error_at(ErrorCode::Invalid, text, path.as_str())
        })?,
    };
    let bytes_max = usize::try_from(call.tree.quota().file_bytes_max).unwrap_or(usize::MAX);
    rewrite(call, &path, &label, |call, bytes| {
        gunzip(&bytes, bytes_max).map_err(|error| match error.kind() {
            GunzipErrorKind::Stopped => Fault::Stop(Stop::Halted),
            GunzipErrorKind::TooLarge => {
                call.error_at(ErrorCode::FileTooLarge, &error.to_string(), path.as_str())
            }
            GunzipErrorKind::NotGzip | GunzipErrorKind::Damaged | GunzipErrorKind::Followed => {
                let message = format!("cannot decompress '{path}': {error}");
                call.own_words(ErrorCode::BadFormat, message, &path)
            }
        })
    })
}

fn destination(call: &Call<'_>) -> Result<Option<String>, Fault> {
    match &call.values[1] {
        Value::Undefined => Ok(None),
        _ => Ok(Some(call.text(1)?.to_owned())),
    }
}

/// Writes the result of `make` for the bytes of a file to another file.
fn rewrite(
    call: &mut Call<'_>,
    path: &VPath,
    label: &str,
    make: impl FnOnce(&Call<'_>, Vec<u8>) -> Result<Vec<u8>, Fault>,
) -> Result<(), Fault> {
    let destination = call.parse_path(&Value::String(label.into()), "destination")?;
    let tree = call.tree;
    let written: Result<usize, Trouble> = tree.atomically(|_| {
        let bytes = call.read(path)?;
        let bytes = make(call, bytes)?;
        call.write(&destination, &bytes)?;
        Ok(bytes.len())
    });
    let written = written.map_err(|trouble| call.fault(trouble))?;
    let source = call.text(0)?.to_owned();
    call.out.object(3);
    call.out.string("path");
    call.out.string(&source);
    call.out.string("destination");
    call.out.string(label);
    call.out.string("bytesWritten");
    put_count(call, written);
    Ok(())
}
