//! A directory of the disk as a store.

use std::ffi::{OsStr, OsString};
use std::future::ready;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use isolate_text::VPath;
use isolate_transfer::directory::{Directory, Existing, Kind, Metadata, TEMPORARY};

use super::{
    Capabilities, Depth, Expected, FileStore, ListRequest, Listing, StoreBytes, StoreEntry,
    StoreError, StoreErrorKind, StoreFuture, StoreKind, StorePage, StoreStat, Version,
};

/// Permission bits of a new file, as far as the process lets new files have them.
const FILE_MODE: u32 = 0o666;
/// Permission bits of a new directory.
const DIRECTORY_MODE: u32 = 0o755;

/// A directory of the disk as a store. Nothing outside of it is read or written: links are shown, and never
/// followed.
///
/// A version is made of the number, the size, the permissions and the times of a file. It is compared just
/// before a file is put in the place of another one: of several changes by one `DirectoryFiles`, one is
/// made, and what another program changes in the moment between is overwritten. A file that must not exist
/// is never overwritten.
///
/// Names that are not UTF-8, and what is neither a file nor a directory nor a link, are not shown. Calls
/// read and write on the thread that polls them: use a store of your own for a disk that may hang, such as
/// one on a network.
///
/// ```
/// use isolate_tools::store::DirectoryFiles;
/// use isolate_tools::{CancelToken, Settings, Toolbox};
/// use serde_json::json;
/// use std::sync::Arc;
///
/// let folder = tempfile::tempdir()?;
/// let files = DirectoryFiles::open("project", folder.path())?;
/// let tools = Toolbox::over_store(Arc::new(files), &Settings::default())?;
/// let args = json!({ "path": "/src/a.rs", "content": "fn a() {}\n" });
/// assert!(tools.call("write", args, &CancelToken::new()).is_ok());
/// assert_eq!(std::fs::read_to_string(folder.path().join("src/a.rs"))?, "fn a() {}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DirectoryFiles {
    name: String,
    top: Directory,
    /// Held from the comparison of a version to the change.
    changing: Mutex<()>,
}

impl DirectoryFiles {
    /// Opens a directory by its path on the machine, in which links are followed. `name` is what models
    /// read.
    ///
    /// # Errors
    /// The directory cannot be opened.
    pub fn open(name: &str, path: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self {
            name: name.to_owned(),
            top: Directory::open(path.as_ref())?,
            changing: Mutex::default(),
        })
    }

    fn changing(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The directory of a path, and the name there; `None` where there is no such directory, or one of its
    /// parts is something else.
    fn parent(&self, path: &VPath) -> io::Result<Option<(Directory, OsString)>> {
        let mut names = path.components();
        let Some(name) = names.next_back() else {
            return Ok(None);
        };
        let mut directory = self.top.again()?;
        for part in names {
            directory = match directory.open_dir(OsStr::new(part)) {
                Ok(below) => below,
                Err(cause)
                    if matches!(
                        cause.kind(),
                        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                    ) =>
                {
                    return Ok(None);
                }
                Err(cause) => return Err(cause),
            };
        }
        Ok(Some((directory, name.into())))
    }

    /// The directory of a path, which is made where it is missing.
    fn make_parent(&self, path: &VPath) -> Result<(Directory, OsString), StoreError> {
        let mut names = path.components();
        let name = names
            .next_back()
            .ok_or_else(|| StoreError::new(StoreErrorKind::IsADirectory, "it is a directory"))?;
        let mut directory = self.top.again()?;
        for part in names {
            directory = made(&directory, OsStr::new(part))?;
        }
        Ok((directory, name.into()))
    }

    /// The directory at a path.
    fn directory(&self, path: &VPath) -> Result<Directory, StoreError> {
        let mut directory = self.top.again()?;
        for part in path.components() {
            directory =
                directory
                    .open_dir(OsStr::new(part))
                    .map_err(|cause| match cause.kind() {
                        io::ErrorKind::NotADirectory => StoreError::not_found(),
                        _ => cause.into(),
                    })?;
        }
        Ok(directory)
    }

    fn answer<'a, T: Send + 'a>(result: Result<T, StoreError>) -> StoreFuture<'a, T> {
        Box::pin(ready(result))
    }
}

/// Opens a directory, and makes it before that where nothing is.
fn made(directory: &Directory, name: &OsStr) -> Result<Directory, StoreError> {
    match directory.open_dir(name) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
        opened => return Ok(opened?),
    }
    match directory.make_dir(name) {
        // Somebody else has made it.
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => Ok(directory.open_dir(name)?),
        made => {
            made?;
            let opened = directory.open_dir(name)?;
            opened.set_metadata(DIRECTORY_MODE, None)?;
            Ok(opened)
        }
    }
}

fn version_of(metadata: &Metadata) -> Version {
    Version::new(metadata.version())
}

/// What is shown of an entry.
fn stat_of(
    directory: &Directory,
    name: &OsStr,
    metadata: &Metadata,
) -> Result<Option<StoreStat>, StoreError> {
    let kind = match metadata.kind {
        Kind::File => StoreKind::File(metadata.size),
        Kind::Directory => StoreKind::Directory,
        Kind::Symlink => match directory.read_link(name)?.into_string() {
            Ok(target) => StoreKind::Link(target),
            Err(_) => return Ok(None),
        },
        _ => return Ok(None),
    };
    let is_directory = kind == StoreKind::Directory;
    let mut stat = StoreStat::new(kind)
        .with_mtime_ms(metadata.mtime.as_millis())
        .with_mode(metadata.mode);
    if !is_directory {
        stat = stat.with_version(version_of(metadata));
    }
    Ok(Some(stat))
}

fn check(directory: &Directory, name: &OsStr, expected: &Expected) -> Result<(), StoreError> {
    let found = directory.metadata(name)?;
    match (expected, found) {
        (Expected::Any, _) | (Expected::Missing, None) => Ok(()),
        (Expected::Version(wanted), Some(found)) if *wanted == version_of(&found) => Ok(()),
        _ => Err(StoreError::changed()),
    }
}

fn version_at(directory: &Directory, name: &OsStr) -> Result<Option<Version>, StoreError> {
    Ok(directory.metadata(name)?.as_ref().map(version_of))
}

impl DirectoryFiles {
    fn stat_now(&self, path: &VPath) -> Result<Option<StoreStat>, StoreError> {
        if path.is_root() {
            return Ok(Some(StoreStat::directory()));
        }
        let Some((directory, name)) = self.parent(path)? else {
            return Ok(None);
        };
        match directory.metadata(&name)? {
            Some(metadata) => stat_of(&directory, &name, &metadata),
            None => Ok(None),
        }
    }

    fn read_now(&self, path: &VPath, range: Range<u64>) -> Result<StoreBytes, StoreError> {
        let (directory, name) = self.parent(path)?.ok_or_else(StoreError::not_found)?;
        let (mut file, metadata) =
            directory
                .open_file(&name)
                .map_err(|cause| match directory.metadata(&name) {
                    Ok(Some(found)) if found.kind == Kind::File => cause.into(),
                    _ => StoreError::not_found(),
                })?;
        let end = range.end.min(metadata.size);
        let length = end.saturating_sub(range.start);
        file.seek(SeekFrom::Start(range.start))?;
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes)?;
        Ok(StoreBytes::new(bytes, Some(version_of(&metadata))))
    }

    fn write_now(
        &self,
        path: &VPath,
        bytes: &[u8],
        expected: &Expected,
        mode: Option<u32>,
    ) -> Result<Option<Version>, StoreError> {
        let (directory, name) = self.make_parent(path)?;
        let found = directory.metadata(&name)?;
        if found.is_some_and(|found| found.kind == Kind::Directory) {
            let error = StoreError::new(StoreErrorKind::IsADirectory, "it is a directory");
            return match expected {
                Expected::Any => Err(error),
                _ => Err(StoreError::changed()),
            };
        }
        let kept = found
            .filter(|found| found.kind == Kind::File)
            .map(|found| found.mode);
        let mut file = directory.create_file(FILE_MODE)?;
        file.write_all(bytes)?;
        file.sync()?;
        let _changing = self.changing();
        check(&directory, &name, expected)?;
        let existing = match expected {
            Expected::Missing => Existing::Keep,
            _ => Existing::Replace,
        };
        file.commit(&name, mode.or(kept), None, existing)?;
        directory.sync()?;
        version_at(&directory, &name)
    }

    fn list_now(&self, request: &ListRequest) -> Result<StorePage, StoreError> {
        let directory = self.directory(&request.directory)?;
        let base = request.directory.as_str().trim_end_matches('/');
        let mut page = StorePage::default();
        for name in directory.names()? {
            let Some(text) = name.to_str() else {
                continue;
            };
            let is_before = |after: &String| text <= after.as_str();
            if text.starts_with(TEMPORARY) || request.after.as_ref().is_some_and(is_before) {
                continue;
            }
            if page.entries.len() >= request.count_max {
                let last = page.entries.last().and_then(|last| last.path.name());
                page.next = last.map(str::to_owned);
                break;
            }
            let Some(metadata) = directory.metadata(&name)? else {
                continue;
            };
            let Some(stat) = stat_of(&directory, &name, &metadata)? else {
                continue;
            };
            let path = VPath::from_normal(format!("{base}/{text}"));
            page.entries.push(StoreEntry::new(path, stat));
        }
        Ok(page)
    }

    fn remove_now(&self, path: &VPath, expected: &Expected) -> Result<(), StoreError> {
        let (directory, name) = self.parent(path)?.ok_or_else(StoreError::changed)?;
        let _changing = self.changing();
        check(&directory, &name, expected)?;
        match directory.metadata(&name)? {
            None => Err(StoreError::changed()),
            Some(found) if found.kind == Kind::Directory => Ok(directory.remove_dir(&name)?),
            Some(_) => Ok(directory.remove_file(&name)?),
        }
    }

    fn make_link_now(&self, path: &VPath, target: &str) -> Result<Option<Version>, StoreError> {
        let (directory, name) = self.make_parent(path)?;
        directory.make_link(&name, OsStr::new(target), Existing::Keep)?;
        version_at(&directory, &name)
    }
}

impl FileStore for DirectoryFiles {
    fn name(&self) -> &str {
        &self.name
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::new()
            .versions(true)
            .list(Listing::Directories)
            .remove(true)
            .directories(true)
            .links(true)
            .modes(true)
    }

    fn stat<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, Option<StoreStat>> {
        Self::answer(self.stat_now(path))
    }

    fn read<'a>(&'a self, path: &'a VPath, range: Range<u64>) -> StoreFuture<'a, StoreBytes> {
        Self::answer(self.read_now(path, range))
    }

    fn write<'a>(
        &'a self,
        path: &'a VPath,
        bytes: &'a [u8],
        expected: &'a Expected,
        mode: Option<u32>,
    ) -> StoreFuture<'a, Option<Version>> {
        Self::answer(self.write_now(path, bytes, expected, mode))
    }

    fn list<'a>(&'a self, request: &'a ListRequest) -> StoreFuture<'a, StorePage> {
        Self::answer(match request.depth {
            Depth::Entries => self.list_now(request),
            Depth::Subtree => Err(StoreError::unsupported("list of subtrees")),
        })
    }

    fn remove<'a>(&'a self, path: &'a VPath, expected: &'a Expected) -> StoreFuture<'a, ()> {
        Self::answer(self.remove_now(path, expected))
    }

    fn make_directory<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, ()> {
        let make = || {
            let mut directory = self.top.again()?;
            for part in path.components() {
                directory = made(&directory, OsStr::new(part))?;
            }
            Ok(())
        };
        Self::answer(make())
    }

    fn make_link<'a>(
        &'a self,
        path: &'a VPath,
        target: &'a str,
    ) -> StoreFuture<'a, Option<Version>> {
        Self::answer(self.make_link_now(path, target))
    }
}
