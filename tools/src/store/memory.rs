//! A store in memory.

use std::collections::BTreeMap;
use std::future::ready;
use std::ops::{Bound, Range};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use isolate_text::VPath;

use super::{
    Capabilities, Depth, Expected, FileStore, ListRequest, Listing, SearchPage, SearchRequest,
    StoreBytes, StoreChange, StoreEntry, StoreError, StoreErrorKind, StoreFuture, StoreKind,
    StorePage, StoreStat, Version,
};

/// Files in memory, with every capability. Cheap to clone; clones share the files.
///
/// ```
/// use isolate_tools::store::MemoryFiles;
/// use isolate_tools::{CancelToken, Settings, Toolbox};
/// use serde_json::json;
/// use std::sync::Arc;
///
/// let files = MemoryFiles::new("notes");
/// files.put("/a.txt", "one\n")?;
/// let tools = Toolbox::over_store(Arc::new(files.clone()), &Settings::default())?;
/// let cancel = CancelToken::new();
/// assert!(tools.call("read", json!({ "path": "/a.txt" }), &cancel).is_ok());
/// let edits = json!([{ "oldText": "one", "newText": "two" }]);
/// assert!(tools.call("edit", json!({ "path": "/a.txt", "edits": edits }), &cancel).is_ok());
/// assert_eq!(files.get("/a.txt").as_deref(), Some(&b"two\n"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MemoryFiles {
    name: Arc<str>,
    capabilities: Capabilities,
    entries: Arc<Mutex<Entries>>,
}

#[derive(Debug, Default)]
struct Entries {
    by_path: BTreeMap<VPath, Entry>,
    /// The last version that was given.
    last: u64,
    /// Whether a directory goes with the last file below it.
    drops_directories: bool,
    /// What was at the paths that several changes have touched, while these are made as one.
    replaced: Option<Vec<(VPath, Option<Entry>)>>,
}

#[derive(Clone, Debug)]
struct Entry {
    what: What,
    version: Version,
    mtime_ms: i64,
    mode: u32,
}

#[derive(Clone, Debug)]
enum What {
    File(Arc<[u8]>),
    Directory,
    Link(String),
}

impl MemoryFiles {
    /// No files, under this name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let all = Capabilities::new()
            .versions(true)
            .list(Listing::Subtrees)
            .remove(true)
            .rename(true)
            .directories(true)
            .links(true)
            .modes(true)
            .search(true)
            .atomic(true);
        Self::with_capabilities(name, all)
    }

    /// No files, and only these capabilities: for tests of what needs more.
    #[must_use]
    pub fn with_capabilities(name: &str, capabilities: Capabilities) -> Self {
        Self {
            name: name.into(),
            capabilities,
            entries: Arc::new(Mutex::new(Entries {
                drops_directories: !capabilities.directories,
                ..Entries::default()
            })),
        }
    }

    /// Writes a file, as [`FileStore::write`] does, whatever is there.
    ///
    /// # Errors
    /// The path is not valid, or leads through a file or to a directory.
    pub fn put(&self, path: &str, bytes: impl AsRef<[u8]>) -> Result<(), StoreError> {
        let invalid =
            |cause| StoreError::new(StoreErrorKind::Failed, "not a path").with_source(cause);
        let path = VPath::parse(path).map_err(invalid)?;
        self.lock()
            .write(&path, bytes.as_ref(), &Expected::Any, None)?;
        Ok(())
    }

    /// The bytes of a file; `None` if there is none at the path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<Vec<u8>> {
        match &self.lock().by_path.get(&VPath::parse(path).ok()?)?.what {
            What::File(bytes) => Some(bytes.to_vec()),
            What::Directory | What::Link(_) => None,
        }
    }

    /// The paths of all entries, sorted.
    #[must_use]
    pub fn paths(&self) -> Vec<VPath> {
        self.lock().by_path.keys().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stat_of(&self, entry: &Entry) -> StoreStat {
        let kind = match &entry.what {
            What::File(bytes) => StoreKind::File(bytes.len() as u64),
            What::Directory => StoreKind::Directory,
            What::Link(target) => StoreKind::Link(target.clone()),
        };
        let mut stat = StoreStat::new(kind).with_mtime_ms(entry.mtime_ms);
        if self.capabilities.modes {
            stat = stat.with_mode(entry.mode);
        }
        if self.capabilities.versions && !matches!(entry.what, What::Directory) {
            stat = stat.with_version(entry.version.clone());
        }
        stat
    }

    fn answer<'a, T: Send + 'a>(result: Result<T, StoreError>) -> StoreFuture<'a, T> {
        Box::pin(ready(result))
    }

    fn version(&self, made: Option<Version>) -> Option<Version> {
        made.filter(|_| self.capabilities.versions)
    }
}

impl Entries {
    /// A new entry of this moment.
    fn entry(&mut self, what: What, mode: u32) -> Entry {
        self.last += 1;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Entry {
            what,
            version: Version::new(self.last.to_string()),
            mtime_ms: now.map_or(0, |now| i64::try_from(now.as_millis()).unwrap_or(i64::MAX)),
            mode,
        }
    }

    fn set(&mut self, path: VPath, entry: Entry) {
        match &mut self.replaced {
            None => drop(self.by_path.insert(path, entry)),
            Some(replaced) => {
                let old = self.by_path.insert(path.clone(), entry);
                replaced.push((path, old));
            }
        }
    }

    /// Whether there was something to take away.
    fn take(&mut self, path: &VPath) -> bool {
        let old = self.by_path.remove(path);
        let was_there = old.is_some();
        if let (Some(replaced), true) = (&mut self.replaced, was_there) {
            replaced.push((path.clone(), old));
        }
        was_there
    }

    /// Makes all of the changes, or none.
    fn change_all(&mut self, changes: &[StoreChange]) -> Result<Vec<Option<Version>>, StoreError> {
        self.replaced = Some(Vec::new());
        let made = changes.iter().map(|change| self.change(change)).collect();
        let replaced = self.replaced.take().unwrap_or_default();
        if let Err(error) = made {
            for (path, old) in replaced.into_iter().rev() {
                match old {
                    Some(entry) => self.by_path.insert(path, entry),
                    None => self.by_path.remove(&path),
                };
            }
            return Err(error);
        }
        made
    }

    fn check(&self, path: &VPath, expected: &Expected) -> Result<(), StoreError> {
        let found = self.by_path.get(path);
        match (expected, found) {
            (Expected::Any, _) | (Expected::Missing, None) => Ok(()),
            (Expected::Version(version), Some(entry)) if *version == entry.version => Ok(()),
            _ => Err(StoreError::changed().at(path)),
        }
    }

    /// Makes the directories above a path.
    fn make_parents(&mut self, path: &VPath) -> Result<(), StoreError> {
        let Some(parent) = path.parent().filter(|parent| !parent.is_root()) else {
            return Ok(());
        };
        match self.by_path.get(&parent).map(|entry| &entry.what) {
            Some(What::Directory) => Ok(()),
            Some(_) => Err(StoreError::new(
                StoreErrorKind::NotADirectory,
                "a directory of its path is something else",
            )
            .at(path)),
            None => {
                self.make_parents(&parent)?;
                let entry = self.entry(What::Directory, 0o755);
                self.set(parent, entry);
                Ok(())
            }
        }
    }

    fn put(&mut self, path: &VPath, what: What, mode: u32) -> Result<Version, StoreError> {
        self.make_parents(path)?;
        let entry = self.entry(what, mode);
        let version = entry.version.clone();
        self.set(path.clone(), entry);
        Ok(version)
    }

    fn write(
        &mut self,
        path: &VPath,
        bytes: &[u8],
        expected: &Expected,
        mode: Option<u32>,
    ) -> Result<Option<Version>, StoreError> {
        self.check(path, expected)?;
        let old = self.by_path.get(path);
        if path.is_root() || matches!(old.map(|old| &old.what), Some(What::Directory)) {
            let error = StoreError::new(StoreErrorKind::IsADirectory, "it is a directory");
            return Err(error.at(path));
        }
        let mode = mode.unwrap_or_else(|| old.map_or(0o644, |old| old.mode));
        self.put(path, What::File(bytes.into()), mode).map(Some)
    }

    fn remove(&mut self, path: &VPath, expected: &Expected) -> Result<(), StoreError> {
        self.check(path, expected)?;
        if self.below(path).next().is_some() {
            return Err(StoreError::new(StoreErrorKind::NotEmpty, "it has entries").at(path));
        }
        if !self.take(path) {
            return Err(StoreError::changed().at(path));
        }
        self.drop_parents(path);
        Ok(())
    }

    /// Removes the directories above a path that hold nothing any more, where those do not stay.
    fn drop_parents(&mut self, path: &VPath) {
        let above = std::iter::successors(path.parent(), VPath::parent);
        if !self.drops_directories {
            return;
        }
        for parent in above {
            if self.below(&parent).next().is_some() {
                return;
            }
            self.take(&parent);
        }
    }

    fn rename(
        &mut self,
        from: &VPath,
        to: &VPath,
        expected: &Expected,
    ) -> Result<Option<Version>, StoreError> {
        self.check(from, expected)?;
        self.check(to, &Expected::Missing)?;
        let entry = match self.by_path.get(from) {
            Some(entry) if !matches!(entry.what, What::Directory) => entry.clone(),
            _ => return Err(StoreError::not_found().at(from)),
        };
        let version = self.put(to, entry.what, entry.mode)?;
        self.take(from);
        self.drop_parents(from);
        Ok(Some(version))
    }

    fn make_directory(&mut self, path: &VPath) -> Result<(), StoreError> {
        match self.by_path.get(path).map(|entry| &entry.what) {
            Some(What::Directory) => Ok(()),
            Some(_) => {
                Err(StoreError::new(StoreErrorKind::NotADirectory, "it is no directory").at(path))
            }
            None if path.is_root() => Ok(()),
            None => self.put(path, What::Directory, 0o755).map(drop),
        }
    }

    fn make_link(&mut self, path: &VPath, target: &str) -> Result<Option<Version>, StoreError> {
        self.check(path, &Expected::Missing)?;
        self.put(path, What::Link(target.to_owned()), 0o777)
            .map(Some)
    }

    fn change(&mut self, change: &StoreChange) -> Result<Option<Version>, StoreError> {
        match change {
            StoreChange::Write {
                path,
                bytes,
                expected,
                mode,
            } => self.write(path, bytes, expected, *mode),
            StoreChange::Remove { path, expected } => self.remove(path, expected).map(|()| None),
            StoreChange::Rename { from, to, expected } => self.rename(from, to, expected),
            StoreChange::MakeDirectory { path } => self.make_directory(path).map(|()| None),
            StoreChange::MakeLink { path, target } => self.make_link(path, target),
        }
    }

    fn is_directory(&self, path: &VPath) -> bool {
        path.is_root()
            || matches!(
                self.by_path.get(path).map(|entry| &entry.what),
                Some(What::Directory)
            )
    }

    /// The entries below a directory, in order: paths are compared name by name, so that what is below one
    /// follows it.
    fn below(&self, path: &VPath) -> impl Iterator<Item = (&VPath, &Entry)> {
        let below = format!("{}/", path.as_str().trim_end_matches('/'));
        self.by_path
            .range((
                Bound::Included(VPath::from_normal(below.clone())),
                Bound::Unbounded,
            ))
            .take_while(move |(path, _)| path.as_str().starts_with(&below))
    }
}

impl FileStore for MemoryFiles {
    fn name(&self) -> &str {
        &self.name
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    fn stat<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, Option<StoreStat>> {
        let entries = self.lock();
        let found = match path.is_root() {
            true => Some(StoreStat::directory()),
            false => entries.by_path.get(path).map(|entry| self.stat_of(entry)),
        };
        Self::answer(Ok(found))
    }

    fn read<'a>(&'a self, path: &'a VPath, range: Range<u64>) -> StoreFuture<'a, StoreBytes> {
        let entries = self.lock();
        Self::answer(match entries.by_path.get(path) {
            Some(Entry {
                what: What::File(bytes),
                version,
                ..
            }) => {
                let at = |place: u64| {
                    usize::try_from(place)
                        .unwrap_or(usize::MAX)
                        .min(bytes.len())
                };
                let (start, end) = (at(range.start), at(range.end));
                let piece = bytes[start..end.max(start)].to_vec();
                Ok(StoreBytes::new(piece, self.version(Some(version.clone()))))
            }
            _ => Err(StoreError::not_found()),
        })
    }

    fn write<'a>(
        &'a self,
        path: &'a VPath,
        bytes: &'a [u8],
        expected: &'a Expected,
        mode: Option<u32>,
    ) -> StoreFuture<'a, Option<Version>> {
        let written = self.lock().write(path, bytes, expected, mode);
        Self::answer(written.map(|version| self.version(version)))
    }

    fn list<'a>(&'a self, request: &'a ListRequest) -> StoreFuture<'a, StorePage> {
        let is_too_deep =
            request.depth == Depth::Subtree && self.capabilities.list != Listing::Subtrees;
        if self.capabilities.list == Listing::None || is_too_deep {
            return Self::answer(Err(StoreError::unsupported("list")));
        }
        let entries = self.lock();
        let directory = &request.directory;
        if !entries.is_directory(directory) {
            return Self::answer(Err(StoreError::not_found()));
        }
        let mut page = StorePage::default();
        let after = request.after.as_deref().unwrap_or_default();
        let from = format!("{}/", directory.as_str().trim_end_matches('/'));
        let start = VPath::from_normal(if after.is_empty() { &*from } else { after });
        let mut rest = entries
            .by_path
            .range((Bound::Excluded(start), Bound::Unbounded));
        while let Some((path, entry)) = rest.next() {
            let Some(below) = path.as_str().strip_prefix(&from) else {
                break;
            };
            if request.depth == Depth::Entries
                && let Some(slash) = below.find('/')
            {
                // What is below an entry is passed over: `0` is the character behind the slash.
                let behind = VPath::from_normal(format!("{from}{}0", &below[..slash]));
                rest = entries
                    .by_path
                    .range((Bound::Included(behind), Bound::Unbounded));
                continue;
            }
            if page.entries.len() >= request.count_max {
                page.next = page.entries.last().map(|last| last.path.to_string());
                break;
            }
            page.entries
                .push(StoreEntry::new(path.clone(), self.stat_of(entry)));
        }
        Self::answer(Ok(page))
    }

    fn search<'a>(&'a self, request: &'a SearchRequest) -> StoreFuture<'a, SearchPage> {
        if !self.capabilities.search {
            return Self::answer(Err(StoreError::unsupported("search")));
        }
        let entries = self.lock();
        if !entries.is_directory(&request.directory) {
            return Self::answer(Err(StoreError::not_found()));
        }
        let text = memchr::memmem::Finder::new(&request.text);
        let mut page = SearchPage::default();
        for (path, entry) in entries.below(&request.directory) {
            let is_before = |after: &String| path.as_str() <= after.as_str();
            if request.after.as_ref().is_some_and(is_before) {
                continue;
            }
            if page.paths.len() >= request.count_max {
                page.next = page.paths.last().map(ToString::to_string);
                break;
            }
            if let What::File(bytes) = &entry.what
                && text.find(bytes).is_some()
            {
                page.paths.push(path.clone());
            }
        }
        Self::answer(Ok(page))
    }

    fn remove<'a>(&'a self, path: &'a VPath, expected: &'a Expected) -> StoreFuture<'a, ()> {
        if !self.capabilities.remove {
            return Self::answer(Err(StoreError::unsupported("remove")));
        }
        Self::answer(self.lock().remove(path, expected))
    }

    fn rename<'a>(
        &'a self,
        from: &'a VPath,
        to: &'a VPath,
        expected: &'a Expected,
    ) -> StoreFuture<'a, Option<Version>> {
        if !self.capabilities.rename {
            return Self::answer(Err(StoreError::unsupported("rename")));
        }
        let renamed = self.lock().rename(from, to, expected);
        Self::answer(renamed.map(|version| self.version(version)))
    }

    fn make_directory<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, ()> {
        if !self.capabilities.directories {
            return Self::answer(Err(StoreError::unsupported("directories")));
        }
        Self::answer(self.lock().make_directory(path))
    }

    fn make_link<'a>(
        &'a self,
        path: &'a VPath,
        target: &'a str,
    ) -> StoreFuture<'a, Option<Version>> {
        if !self.capabilities.links {
            return Self::answer(Err(StoreError::unsupported("links")));
        }
        let made = self.lock().make_link(path, target);
        Self::answer(made.map(|version| self.version(version)))
    }

    fn change_all<'a>(
        &'a self,
        changes: &'a [StoreChange],
    ) -> StoreFuture<'a, Vec<Option<Version>>> {
        if !self.capabilities.atomic {
            return Self::answer(Err(StoreError::unsupported("atomic")));
        }
        let made = self.lock().change_all(changes);
        let of_store = |made: Vec<_>| made.into_iter().map(|made| self.version(made)).collect();
        Self::answer(made.map(of_store))
    }
}
