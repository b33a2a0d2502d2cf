//! Unpacking an archive.

use std::collections::BTreeSet;

use isolate_ops::OpError;
use isolate_protocol::ErrorCode;
use isolate_text::archive::{AbsolutePaths, Entries, Entry, EntryKind, Guard, Limits};
use isolate_text::glob::Glob;
use isolate_text::{VPath, budget};
use isolate_vfs::{
    CopyOptions, Error, ErrorKind, FileKind, MkdirOptions, RemoveOptions, Stat, is_internal,
};

use super::{Listed, each_entry, permissions, put_entries};
use crate::state::members::Members as _;
use crate::state::{Call, Fault};

pub(in crate::state) fn extract_archive(call: &mut Call<'_>) -> Result<(), Fault> {
    let (path, folder) = (call.path(0)?, call.path(1)?);
    let include = Include::of(call)?;
    let tree = call.tree;
    let extracted: Result<(Vec<Listed>, usize), Fault> = tree.atomically(|_| {
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
            guard: Guard::new(AbsolutePaths::Strip).into_folder(real.as_str()),
            real,
            folders: BTreeSet::new(),
            made: BTreeSet::new(),
        };
        let (mut entries, mut internal) = (Vec::new(), 0);
        each_entry(call, &path, |call, entry, tar| {
            if !include.takes(&unpacking.guard, entry) {
                return Ok(());
            }
            match unpacking.extract(call, entry, tar)? {
                true => entries.push(Listed::of(entry)?),
                false => internal += 1,
            }
            Ok(())
        })?;
        Ok((entries, internal))
    });
    let (entries, internal) = extracted?;
    call.note_internal(internal);
    if entries.is_empty() && !include.patterns.is_empty() {
        call.note(format!(
            "nothing was unpacked: no entry of '{path}' matches {}; state.listArchive(path) lists them",
            include.patterns.join(", ")
        ));
    }
    let label = call.text(1)?.to_owned();
    call.out.object(2);
    call.out.member("destination", &label);
    call.out.string("entries");
    put_entries(call, &entries)
}

/// Patterns of one `include`, at most: each is tried on every entry.
const INCLUDED_MAX: usize = 256;

/// Which entries are unpacked.
struct Include {
    /// As they were given; all entries if there are none.
    patterns: Vec<String>,
    /// Those without a slash, for names at any depth.
    names: Vec<Glob>,
    /// Those with one, for whole names of entries.
    paths: Vec<Glob>,
}

impl Include {
    fn of(call: &Call<'_>) -> Result<Self, Fault> {
        let patterns = call.options(2).texts("include").unwrap_or_default();
        if patterns.len() > INCLUDED_MAX {
            return Err(call.usage_error(format!(
                "\"options.include\" has {} patterns, at most {INCLUDED_MAX} are allowed; join some with braces: {{a,b}}",
                patterns.len()
            )));
        }
        let (mut names, mut paths) = (Vec::new(), Vec::new());
        for pattern in &patterns {
            let plain = pattern.trim_end_matches('/');
            if plain.is_empty() {
                return Err(call.usage_error(
                    "\"options.include\" has an empty pattern; leave it out to unpack everything",
                ));
            }
            budget::charge(Glob::bytes_max(plain))?;
            let (list, glob) = match plain.contains('/') {
                true => (&mut paths, Glob::new(plain)),
                false => (&mut names, Glob::find_name(plain)),
            };
            list.push(glob?);
        }
        Ok(Self {
            names,
            paths,
            patterns: patterns.into_iter().map(str::to_owned).collect(),
        })
    }

    /// Whether an entry, or a directory that it lies in, is to be unpacked.
    fn takes(&self, guard: &Guard, entry: &Entry<'_>) -> bool {
        // What leads out is refused, whatever is chosen.
        let (Ok(path), false) = (guard.path_of(entry), self.patterns.is_empty()) else {
            return true;
        };
        let ends = path.match_indices('/').map(|(at, _)| at);
        let mut above = ends.chain([path.len()]).map(|end| &path[..end]);
        above.any(|path| {
            let is_named = |pattern: &String| pattern.trim_matches('/') == path;
            let name = path.rsplit('/').next().unwrap_or_default();
            let whole = format!("/{path}");
            self.patterns.iter().any(is_named)
                || self.names.iter().any(|glob| glob.is_match(name))
                || self.paths.iter().any(|glob| glob.is_match(&whole))
        })
    }
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
    /// Directories that were missing.
    made: BTreeSet<VPath>,
}

impl Unpacking<'_> {
    /// Whether a path in the directory belongs to the workspace alone, where the directory does not.
    fn is_internal(&self, place: &str) -> bool {
        let path = VPath::parse(&format!("{}/{place}", self.real));
        !is_internal(&self.real) && path.is_ok_and(|path| is_internal(&path))
    }

    /// Writes an entry. Answers whether it did: one that would be taken for a checkpoint, or for output
    /// that the workspace keeps, is passed over.
    fn extract(
        &mut self,
        call: &mut Call<'_>,
        entry: &Entry<'_>,
        tar: &[u8],
    ) -> Result<bool, Fault> {
        let place = self
            .guard
            .check(entry)
            .map_err(|error| OpError::archive(error, self.archive))?;
        if self.is_internal(&place) {
            return Ok(false);
        }
        let path = self.below(call, entry, &place)?;
        // An existing link is replaced; its target is not written.
        let mut old = call.tree.lstat(&path)?;
        if entry.kind != EntryKind::Directory
            && let Some(stat) = old
            && (stat.kind == FileKind::Symlink
                || stat.kind == FileKind::File && matches!(entry.kind, EntryKind::Symlink(_)))
        {
            call.tree.remove(&path, &RemoveOptions::new())?;
            old = None;
        }
        match &entry.kind {
            EntryKind::Directory => self.make_directory(call, &path, permissions(entry), old)?,
            EntryKind::File => {
                call.write(&path, entry.data)?;
                set_mode(call, &path, FileKind::File, entry.mode, old)?;
            }
            EntryKind::Symlink(target) => call.tree.symlink(target, &path)?,
            EntryKind::HardLink(target) => {
                return self.link(call, entry, target, &path, tar);
            }
            // The guard has refused it.
            EntryKind::Unsupported(_) => {}
        }
        Ok(true)
    }

    /// Makes a directory. One that was there before keeps its permissions.
    fn make_directory(
        &mut self,
        call: &Call<'_>,
        path: &VPath,
        mode: u32,
        old: Option<Stat>,
    ) -> Result<(), Fault> {
        call.tree.mkdir(path, &MkdirOptions::new().recursive())?;
        if old.is_none() || self.made.contains(path) {
            set_mode(call, path, FileKind::Directory, mode, old)?;
        }
        Ok(())
    }

    /// Writes a hard link as a copy of what it links to, which may not have been unpacked.
    fn link(
        &mut self,
        call: &mut Call<'_>,
        entry: &Entry<'_>,
        target: &str,
        path: &VPath,
        tar: &[u8],
    ) -> Result<bool, Fault> {
        let place = self
            .guard
            .link_target(entry, target)
            .map_err(|error| OpError::archive(error, self.archive))?;
        if place.is_empty() {
            let text = format!("archive entry '{}': its link has no target", entry.path);
            return Err(call.error_at(ErrorCode::BadFormat, &text, self.archive.as_str()));
        }
        if self.is_internal(&place) {
            return Ok(false);
        }
        let target = self.below(call, entry, &place)?;
        if target == *path {
            return Ok(true);
        }
        let Some(stat) = call.tree.lstat(&target)? else {
            let mut entries = Entries::new(tar, &Limits::default()).flatten();
            let linked = entries.find(|other| {
                other.kind == EntryKind::File
                    && self.guard.path_of(other).is_ok_and(|path| path == place)
            });
            let Some(linked) = linked else {
                return Err(Error::at(ErrorKind::NotFound, &target).into());
            };
            call.write(path, linked.data)?;
            set_mode(call, path, FileKind::File, linked.mode, None)?;
            return Ok(true);
        };
        call.meter.write(stat.size)?;
        call.tree.copy(&target, path, &CopyOptions::new())?;
        Ok(true)
    }

    /// The path of an entry, none of whose directories below the destination may be a link: an
    /// existing link could lead out of the destination. The path of the destination itself may
    /// contain links.
    fn below(&mut self, call: &Call<'_>, entry: &Entry<'_>, place: &str) -> Result<VPath, Fault> {
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
            if stat.is_none() {
                self.made.insert(folder.clone());
            }
            if stat.is_some_and(|stat| stat.kind == FileKind::Symlink) {
                let text = format!(
                    "archive entry '{}': '{folder}' is a link, and nothing is unpacked through \
                     links: remove it, or unpack into another folder",
                    entry.path
                );
                return Err(call.error_at(ErrorCode::Invalid, &text, self.archive.as_str()));
            }
            self.folders.insert(folder);
        }
        Ok(path)
    }
}

/// Sets the permissions of an entry that was written, where they are others than it has.
fn set_mode(
    call: &Call<'_>,
    path: &VPath,
    kind: FileKind,
    mode: u32,
    old: Option<Stat>,
) -> Result<(), Fault> {
    let now = old.map_or(kind.default_mode(), |old| old.mode);
    if now != mode && !path.is_root() {
        call.tree.set_mode(path, mode)?;
    }
    Ok(())
}
