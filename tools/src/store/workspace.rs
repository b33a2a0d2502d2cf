//! A workspace as a store.

use std::collections::BTreeSet;
use std::future::ready;
use std::ops::Range;

use isolate_host::{Workspace, WorkspaceTree};
use isolate_text::VPath;
use isolate_vfs::{
    ErrorKind, FileKind, FindOptions, MkdirOptions, RemoveOptions, RunOptions, Stat, Tree,
    is_internal,
};

use super::{
    Capabilities, Depth, Expected, FileStore, ListRequest, Listing, StoreBytes, StoreChange,
    StoreEntry, StoreError, StoreErrorKind, StoreFuture, StoreKind, StorePage, StoreStat, Version,
};

/// The files of a [`Workspace`] as a store, with every capability but `search`.
///
/// Each change is a run of its history, which `undo` of a toolbox over the workspace itself reverts. The
/// rules of a [guarded](Workspace::guarded) workspace apply. Checkpoints and the folder `/.runs` are not
/// shown.
///
/// A toolbox over a workspace needs no store: [`Toolbox::new`](crate::Toolbox::new) has the history, too.
/// This is for whoever takes any store.
#[derive(Clone, Debug)]
pub struct WorkspaceFiles {
    name: String,
    workspace: Workspace,
}

impl WorkspaceFiles {
    /// The files of a workspace, under this name.
    #[must_use]
    pub fn new(name: &str, workspace: &Workspace) -> Self {
        Self {
            name: name.to_owned(),
            workspace: workspace.clone(),
        }
    }

    fn with<'a, T: Send + 'a>(
        &self,
        work: impl FnOnce(&Tree) -> Result<T, StoreError>,
    ) -> StoreFuture<'a, T> {
        let opened = self.workspace.tree().map_err(|cause| {
            StoreError::new(StoreErrorKind::Unavailable, cause.reason()).with_source(cause)
        });
        let worked = opened.and_then(|tree: WorkspaceTree| work(&tree));
        Box::pin(ready(worked))
    }

    fn changing<'a, T: Send + 'a>(
        &self,
        label: String,
        work: impl FnOnce(&Tree) -> Result<T, StoreError>,
    ) -> StoreFuture<'a, T> {
        self.with(|tree| {
            let run = tree.begin(&RunOptions::new(label).atomic())?;
            let done = work(&run)?;
            run.commit()?;
            Ok(done)
        })
    }
}

impl From<isolate_vfs::Error> for StoreError {
    fn from(cause: isolate_vfs::Error) -> Self {
        let kind = match cause.kind() {
            ErrorKind::NotFound => StoreErrorKind::NotFound,
            ErrorKind::Exists | ErrorKind::Stale => StoreErrorKind::Changed,
            ErrorKind::IsDirectory => StoreErrorKind::IsADirectory,
            ErrorKind::NotDirectory => StoreErrorKind::NotADirectory,
            ErrorKind::NotEmpty => StoreErrorKind::NotEmpty,
            ErrorKind::NotPermitted | ErrorKind::ApprovalNeeded | ErrorKind::ReadOnly => {
                StoreErrorKind::Denied
            }
            ErrorKind::NoSpace | ErrorKind::FileTooLarge => StoreErrorKind::Full,
            ErrorKind::Busy | ErrorKind::Raced | ErrorKind::Unavailable => {
                StoreErrorKind::Unavailable
            }
            _ => StoreErrorKind::Failed,
        };
        Self::new(kind, cause.reason()).with_source(cause)
    }
}

/// Whether a path is shown, and has no links but at its end.
fn is_plain(tree: &Tree, path: &VPath) -> Result<bool, StoreError> {
    if is_internal(path) {
        return Ok(false);
    }
    let Some(parent) = path.parent().filter(|parent| !parent.is_root()) else {
        return Ok(true);
    };
    match tree.real_path(&parent) {
        Ok(real) => Ok(real == parent),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotDirectory) => {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

fn version(tree: &Tree, path: &VPath, stat: &Stat) -> Result<Option<Version>, StoreError> {
    Ok(match stat.kind {
        FileKind::Directory => None,
        FileKind::File => tree.version(path)?.map(Version::new),
        // The time of each change is later than that of every one before.
        FileKind::Symlink => Some(Version::new(format!("link-{:x}", stat.mtime.as_micros()))),
    })
}

fn stat_of(tree: &Tree, path: &VPath, stat: &Stat) -> Result<StoreStat, StoreError> {
    let kind = match stat.kind {
        FileKind::File => StoreKind::File(stat.size),
        FileKind::Directory => StoreKind::Directory,
        FileKind::Symlink => StoreKind::Link(tree.read_link(path)?),
    };
    let mut made = StoreStat::new(kind)
        .with_mtime_ms(stat.mtime.as_millis())
        .with_mode(stat.mode);
    made.version = version(tree, path, stat)?;
    Ok(made)
}

fn found(tree: &Tree, path: &VPath) -> Result<Option<Stat>, StoreError> {
    Ok(match is_plain(tree, path)? {
        true => tree.lstat(path)?,
        false => None,
    })
}

fn version_at(tree: &Tree, path: &VPath) -> Result<Option<Version>, StoreError> {
    match found(tree, path)? {
        Some(stat) => version(tree, path, &stat),
        None => Ok(None),
    }
}

fn check(tree: &Tree, path: &VPath, expected: &Expected) -> Result<(), StoreError> {
    let as_expected = match expected {
        Expected::Any => true,
        Expected::Missing => found(tree, path)?.is_none(),
        Expected::Version(wanted) => version_at(tree, path)?.as_ref() == Some(wanted),
    };
    match as_expected {
        true => Ok(()),
        false => Err(StoreError::changed().at(path)),
    }
}

fn change(tree: &Tree, change: &StoreChange) -> Result<Option<Version>, StoreError> {
    if is_internal(change.path()) {
        return Err(StoreError::new(
            StoreErrorKind::Denied,
            "the workspace keeps its own files there",
        ));
    }
    match change {
        StoreChange::Write {
            path,
            bytes,
            expected,
            mode,
        } => {
            check(tree, path, expected)?;
            if let Some(stat) = found(tree, path)?
                && stat.kind == FileKind::Symlink
            {
                // The link is replaced, not what it leads to.
                tree.remove(path, &RemoveOptions::new())?;
            }
            tree.write(path, bytes)?;
            if let Some(mode) = mode {
                tree.set_mode(path, *mode)?;
            }
            version_at(tree, path)
        }
        StoreChange::Remove { path, expected } => {
            check(tree, path, expected)?;
            if found(tree, path)?.is_none() {
                return Err(StoreError::changed());
            }
            tree.remove(path, &RemoveOptions::new())?;
            Ok(None)
        }
        StoreChange::Rename { from, to, expected } => {
            check(tree, from, expected)?;
            check(tree, to, &Expected::Missing)?;
            match found(tree, from)? {
                Some(stat) if stat.kind != FileKind::Directory => {}
                _ => return Err(StoreError::not_found()),
            }
            if let Some(parent) = to.parent() {
                tree.mkdir(&parent, &MkdirOptions::new().recursive())?;
            }
            tree.rename(from, to)?;
            version_at(tree, to)
        }
        StoreChange::MakeDirectory { path } => {
            tree.mkdir(path, &MkdirOptions::new().recursive())
                .map_err(|cause| match cause.kind() {
                    ErrorKind::Exists => {
                        StoreError::new(StoreErrorKind::NotADirectory, "it is no directory")
                    }
                    _ => cause.into(),
                })?;
            Ok(None)
        }
        StoreChange::MakeLink { path, target } => {
            check(tree, path, &Expected::Missing)?;
            tree.symlink(target, path)?;
            version_at(tree, path)
        }
    }
}

impl FileStore for WorkspaceFiles {
    fn name(&self) -> &str {
        &self.name
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::new()
            .versions(true)
            .list(Listing::Subtrees)
            .remove(true)
            .rename(true)
            .directories(true)
            .links(true)
            .modes(true)
            .atomic(true)
    }

    fn stat<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, Option<StoreStat>> {
        self.with(|tree| match found(tree, path)? {
            Some(stat) => stat_of(tree, path, &stat).map(Some),
            None => Ok(None),
        })
    }

    fn read<'a>(&'a self, path: &'a VPath, range: Range<u64>) -> StoreFuture<'a, StoreBytes> {
        self.with(|tree| {
            tree.snapshot(|tree| {
                let stat = found(tree, path)?.filter(|stat| stat.kind == FileKind::File);
                let stat = stat.ok_or_else(StoreError::not_found)?;
                let length = range.end.saturating_sub(range.start);
                let bytes = tree.read_range(path, range.start, length)?;
                Ok(StoreBytes::new(bytes, version(tree, path, &stat)?))
            })
        })
    }

    fn write<'a>(
        &'a self,
        path: &'a VPath,
        bytes: &'a [u8],
        expected: &'a Expected,
        mode: Option<u32>,
    ) -> StoreFuture<'a, Option<Version>> {
        let one = StoreChange::Write {
            path: path.clone(),
            bytes: bytes.to_vec(),
            expected: expected.clone(),
            mode,
        };
        self.changing(format!("write {path}"), |tree| change(tree, &one))
    }

    fn list<'a>(&'a self, request: &'a ListRequest) -> StoreFuture<'a, StorePage> {
        self.with(|tree| {
            tree.snapshot(|tree| {
                let directory = &request.directory;
                let stat = found(tree, directory)?;
                if stat.is_none_or(|stat| stat.kind != FileKind::Directory) {
                    return Err(StoreError::not_found());
                }
                let mut paths = BTreeSet::new();
                match request.depth {
                    Depth::Entries => {
                        for entry in tree.read_dir(directory)? {
                            let base = directory.as_str().trim_end_matches('/');
                            paths.insert(VPath::from_normal(format!("{base}/{}", entry.name)));
                        }
                    }
                    Depth::Subtree => {
                        let everything = FindOptions::new().entries_max(usize::MAX);
                        let entries = tree.find(directory, &everything)?;
                        paths.extend(entries.into_iter().map(|entry| entry.path));
                    }
                }
                let mut page = StorePage::default();
                for path in paths {
                    let is_before = |after: &String| path.as_str() <= after.as_str();
                    if path == *directory
                        || is_internal(&path)
                        || request.after.as_ref().is_some_and(is_before)
                    {
                        continue;
                    }
                    if page.entries.len() >= request.count_max {
                        page.next = page.entries.last().map(|last| last.path.to_string());
                        break;
                    }
                    if let Some(stat) = tree.lstat(&path)? {
                        let stat = stat_of(tree, &path, &stat)?;
                        page.entries.push(StoreEntry::new(path, stat));
                    }
                }
                Ok(page)
            })
        })
    }

    fn remove<'a>(&'a self, path: &'a VPath, expected: &'a Expected) -> StoreFuture<'a, ()> {
        let (path, expected) = (path.clone(), expected.clone());
        self.changing(format!("remove {path}"), |tree| {
            change(tree, &StoreChange::Remove { path, expected }).map(drop)
        })
    }

    fn rename<'a>(
        &'a self,
        from: &'a VPath,
        to: &'a VPath,
        expected: &'a Expected,
    ) -> StoreFuture<'a, Option<Version>> {
        let (from, to, expected) = (from.clone(), to.clone(), expected.clone());
        self.changing(format!("rename {from}"), |tree| {
            change(tree, &StoreChange::Rename { from, to, expected })
        })
    }

    fn make_directory<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, ()> {
        let path = path.clone();
        self.changing(format!("mkdir {path}"), |tree| {
            change(tree, &StoreChange::MakeDirectory { path }).map(drop)
        })
    }

    fn make_link<'a>(
        &'a self,
        path: &'a VPath,
        target: &'a str,
    ) -> StoreFuture<'a, Option<Version>> {
        let (path, target) = (path.clone(), target.to_owned());
        self.changing(format!("link {path}"), |tree| {
            change(tree, &StoreChange::MakeLink { path, target })
        })
    }

    fn change_all<'a>(
        &'a self,
        changes: &'a [StoreChange],
    ) -> StoreFuture<'a, Vec<Option<Version>>> {
        self.changing(format!("{} changes", changes.len()), |tree| {
            let made = changes
                .iter()
                .map(|one| change(tree, one).map_err(|error| error.at(one.path())));
            made.collect()
        })
    }
}
