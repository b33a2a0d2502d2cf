//! Archives.

mod create;
mod entry;
mod extract;

use isolate_ops::OpError;
use isolate_text::VPath;
use isolate_text::archive::{
    ArchiveErrorKind, Entries, Entry, EntryKind, Limits, foreign_name, open, refused,
};
use isolate_text::budget::{self, Exhausted};
use isolate_vfs::FileKind;

use super::members::Members as _;
use super::{Call, Fault};

pub(super) use create::create_archive;
pub(super) use entry::entry_name;
pub(super) use extract::extract_archive;

/// Memory of a listed entry, without its path and target.
const LISTED_BYTES: usize = 96;

/// An entry in an answer.
struct Listed {
    path: String,
    kind: FileKind,
    size: usize,
    mode: u32,
    target: Option<String>,
}

impl Listed {
    fn new(
        path: &str,
        kind: FileKind,
        size: usize,
        mode: u32,
        target: Option<&str>,
    ) -> Result<Self, Exhausted> {
        budget::charge(path.len() + target.map_or(0, str::len) + LISTED_BYTES)?;
        Ok(Self {
            path: path.to_owned(),
            kind,
            size,
            mode,
            target: target.map(str::to_owned),
        })
    }

    fn of(entry: &Entry<'_>) -> Result<Self, Exhausted> {
        let (kind, target) = match &entry.kind {
            EntryKind::Directory => (FileKind::Directory, None),
            EntryKind::Symlink(target) => (FileKind::Symlink, Some(target.as_str())),
            EntryKind::File | EntryKind::HardLink(_) | EntryKind::Unsupported(_) => {
                (FileKind::File, None)
            }
        };
        let target = target.filter(|target| !target.is_empty());
        let mode = permissions(entry);
        Self::new(&entry.path, kind, entry.data.len(), mode, target)
    }

    /// The permissions, if they are not the default. Those of a link have no meaning.
    fn own_mode(&self) -> Option<u32> {
        let says_something = self.kind != FileKind::Symlink;
        (says_something && self.mode != self.kind.default_mode()).then_some(self.mode)
    }
}

/// The permissions of an entry. A directory that nobody may enter has the default: its archiver set none.
fn permissions(entry: &Entry<'_>) -> u32 {
    const ENTER: u32 = 0o111;
    match entry.kind {
        EntryKind::Directory if entry.mode & ENTER == 0 => FileKind::Directory.default_mode(),
        _ => entry.mode,
    }
}

fn put_entries(call: &mut Call<'_>, entries: &[Listed]) -> Result<(), Fault> {
    call.out.array(entries.len());
    for entry in entries {
        let mode = entry.own_mode();
        let more = usize::from(mode.is_some()) + usize::from(entry.target.is_some());
        call.out.entry(3 + more);
        call.out.member("path", &entry.path);
        call.out.member("type", entry.kind.as_str());
        call.out.member("size", entry.size);
        if let Some(mode) = mode {
            call.out.member("mode", mode);
        }
        if let Some(target) = &entry.target {
            call.out.member("target", target);
        }
        call.charge_reply()?;
    }
    Ok(())
}

/// Reads an archive, and calls `f` with its entries as tar data; none for an empty file.
fn opened<T>(
    call: &mut Call<'_>,
    path: &VPath,
    f: impl FnOnce(&mut Call<'_>, Option<&[u8]>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let foreign = foreign_name(path.name().unwrap_or_default());
    let bytes = call.read(path)?;
    if bytes.is_empty() {
        return match foreign {
            Some(format) => Err(OpError::archive(refused(format), path).into()),
            None => f(call, None),
        };
    }
    let tar = open(&bytes, &Limits::default()).map_err(|error| OpError::archive(error, path))?;
    call.meter.read(tar.len() as u64)?;
    let done = f(call, Some(&tar));
    done.map_err(|trouble| match (trouble, foreign) {
        // The name says what the content does not.
        (Fault::Op(OpError::Archive { error, .. }), Some(format))
            if error.kind() == ArchiveErrorKind::NotTar =>
        {
            OpError::archive(refused(format), path).into()
        }
        (trouble, _) => trouble,
    })
}

/// Reads an archive and gives its entries to `each`, in its order, with all of it as tar data.
fn each_entry(
    call: &mut Call<'_>,
    path: &VPath,
    mut each: impl FnMut(&mut Call<'_>, &Entry<'_>, &[u8]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    opened(call, path, |call, tar| {
        let Some(tar) = tar else { return Ok(()) };
        for entry in Entries::new(tar, &Limits::default()) {
            let entry = entry.map_err(|error| OpError::archive(error, path))?;
            each(call, &entry, tar)?;
        }
        Ok(())
    })
}

pub(super) fn list_archive(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let mut entries = Vec::new();
    each_entry(call, &path, |_, entry, _| {
        entries.push(Listed::of(entry)?);
        Ok(())
    })?;
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    put_entries(call, &entries)
}
