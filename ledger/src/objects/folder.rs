//! A store in a folder of a file system.

mod place;
mod walk;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::os::fd::{AsFd as _, OwnedFd};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

use self::place::{Place, place};
use self::walk::{Walk, folder_flags};
use super::{Created, Listed, Objects, ObjectsError, ObjectsErrorKind, ObjectsFuture};
use super::{check_name, check_prefix};

/// Begins the names of files that are being written.
const STAGED: char = '~';

/// A file that is being written for longer than a day belongs to a process that was killed.
const STAGED_SECONDS_MAX: i64 = 24 * 60 * 60;

/// Folders known to be on the disk, at most; then they are looked at anew.
const SYNCED_MAX: usize = 10_000;

const FOLDER_FLAGS: OFlags = folder_flags();

/// Objects in a folder: `file:///dir`. Several processes may use it at once, and several machines
/// where the file system makes hard links only once, as NFS does.
///
/// An object is written to a file of its own, and then given its name by a hard link, which fails if
/// there is one, or by `rename`. Before it is answered, the file and its folder are on the disk. What
/// a process that was killed leaves is not seen, and removed by a list a day later.
///
/// No link below the folder is followed. Files of other names than those of objects are left alone.
/// Folders are not removed with their last object. A list reads each folder that it needs whole.
///
/// Calls of the file system run on tokio's threads for blocking work: its futures need a runtime of tokio.
#[derive(Clone, Debug)]
pub struct FolderObjects(Arc<Folder>);

#[derive(Debug)]
struct Folder {
    name: String,
    root: OwnedFd,
    /// The file system's time at the start, and ours.
    started: (SystemTime, Instant),
    /// Folders whose own entries are on the disk.
    synced: Mutex<BTreeSet<String>>,
    staged: AtomicU64,
}

/// Why a call failed: what was done, and what the system said.
struct Failure {
    kind: ObjectsErrorKind,
    why: String,
}

type Tried<T> = Result<T, Failure>;

impl FolderObjects {
    /// Uses a folder, and makes it if it is missing. Links in its own path are followed.
    ///
    /// # Errors
    /// It cannot be made, or not be written to.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ObjectsError> {
        let path = path.as_ref();
        let failed = |failure: Failure| {
            let name = format!("file://{}", path.display());
            ObjectsError::new(name, "open", failure.kind, failure.why)
        };
        let opened = (|| {
            fs::create_dir_all(path).map_err(|error| of_io("create the folder", &error))?;
            let path = fs::canonicalize(path).map_err(|error| of_io("find the folder", &error))?;
            let root = rustix::fs::open(&path, FOLDER_FLAGS, Mode::empty())
                .map_err(|errno| of_errno("open the folder", errno))?;
            let mut folder = Folder {
                name: format!("file://{}", path.display()),
                root,
                started: (UNIX_EPOCH, Instant::now()),
                synced: Mutex::default(),
                staged: AtomicU64::new(0),
            };
            let (staged, file) = folder.stage(&folder.root, &[])?;
            let modified = file.metadata().and_then(|metadata| metadata.modified());
            unlink(&folder.root, &staged)?;
            folder.started.0 = modified.map_err(|error| of_io("ask for the time", &error))?;
            Ok(folder)
        })();
        opened.map(|folder| Self(Arc::new(folder))).map_err(failed)
    }

    /// Does something on a thread for blocking work.
    fn run<'a, T: Send + 'static>(
        &'a self,
        what: &'a str,
        work: impl FnOnce(&Folder) -> Tried<T> + Send + 'static,
    ) -> ObjectsFuture<'a, T> {
        let folder = Arc::clone(&self.0);
        Box::pin(async move {
            let done = tokio::task::spawn_blocking(move || work(&folder)).await;
            let failure = match done {
                Ok(Ok(value)) => return Ok(value),
                Ok(Err(failure)) => failure,
                Err(error) => match error.try_into_panic() {
                    Ok(panic) => std::panic::resume_unwind(panic),
                    Err(error) => Failure::new(ObjectsErrorKind::Unclear, error.to_string()),
                },
            };
            let name = self.0.name.as_str();
            Err(ObjectsError::new(name, what, failure.kind, failure.why))
        })
    }
}

impl Objects for FolderObjects {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created> {
        let place = valid(name);
        self.run(name, move |folder| folder.create(&place?, &bytes))
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()> {
        let place = valid(name);
        self.run(name, move |folder| folder.put(&place?, &bytes))
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>> {
        let place = valid(name);
        self.run(name, move |folder| folder.get(&place?, range))
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> ObjectsFuture<'a, Vec<Listed>> {
        let (owned, after) = (prefix.to_owned(), after.map(str::to_owned));
        self.run(prefix, move |folder| {
            check_prefix(&owned).map_err(|why| Failure::new(ObjectsErrorKind::Invalid, why))?;
            let mut walk = Walk {
                prefix: &owned,
                after: after.as_deref(),
                limit,
                now: folder.now(),
                found: Vec::new(),
            };
            let root = rustix::fs::openat(&folder.root, ".", FOLDER_FLAGS, Mode::empty());
            root.and_then(|root| walk.folder(&root, ""))
                .map_err(|errno| of_errno("list", errno))?;
            Ok(walk.found)
        })
    }

    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()> {
        let places: Tried<Vec<Place>> = names.iter().map(|name| valid(name)).collect();
        let what = names.first().map_or("", String::as_str);
        self.run(what, move |folder| folder.delete(&places?))
    }
}

fn valid(name: &str) -> Tried<Place> {
    check_name(name).map_err(|why| Failure::new(ObjectsErrorKind::Invalid, why))?;
    Ok(place(name))
}

impl Folder {
    fn create(&self, place: &Place, bytes: &[u8]) -> Tried<Created> {
        let folder = self.made(place)?;
        if self.file(&folder, place)?.is_some() {
            return self.exists(&folder);
        }
        let (staged, file) = self.stage(&folder, bytes)?;
        let linked = rustix::fs::linkat(&folder, &staged, &folder, &place.file, AtFlags::empty());
        // A file system of the network may have lost its first answer, and said that there is one:
        // the file itself knows how many names it has.
        let is_linked =
            linked.is_ok() || rustix::fs::fstat(&file).is_ok_and(|stat| stat.st_nlink > 1);
        let unlinked = unlink(&folder, &staged);
        if is_linked {
            sync(&folder)?;
            return Ok(Created::Created);
        }
        let failure = match linked.err().unwrap_or(Errno::IO) {
            Errno::EXIST => return self.exists(&folder),
            Errno::PERM | Errno::OPNOTSUPP | Errno::NOSYS => Failure::new(
                ObjectsErrorKind::Invalid,
                "its file system has no hard links, by which objects are created: use a folder of another one",
            ),
            errno => of_errno("link the object", errno),
        };
        unlinked.and(Err(failure))
    }

    /// Who is told of an object may count on it: it is on the disk, although its maker may still be
    /// about to see to that.
    fn exists(&self, folder: &OwnedFd) -> Tried<Created> {
        sync(folder).map_err(|failure| Failure::new(ObjectsErrorKind::Unavailable, failure.why))?;
        Ok(Created::Exists)
    }

    fn put(&self, place: &Place, bytes: &[u8]) -> Tried<()> {
        let folder = self.made(place)?;
        // Links and folders are not replaced.
        self.file(&folder, place)?;
        let (staged, _) = self.stage(&folder, bytes)?;
        if let Err(errno) = rustix::fs::renameat(&folder, &staged, &folder, &place.file) {
            // What is left is removed by a list.
            let _ = unlink(&folder, &staged);
            return Err(of_errno("rename the object", errno));
        }
        sync(&folder)
    }

    fn get(&self, place: &Place, range: Option<Range<u64>>) -> Tried<Option<Vec<u8>>> {
        let Some(folder) = self.opened(place, false)? else {
            return Ok(None);
        };
        let Some(mut file) = self.file(&folder, place)? else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        let read = match range {
            None => file.read_to_end(&mut bytes),
            Some(range) => file.seek(SeekFrom::Start(range.start)).and_then(|_| {
                let length = range.end.saturating_sub(range.start);
                file.take(length).read_to_end(&mut bytes)
            }),
        };
        read.map_err(|error| of_io("read the object", &error))?;
        Ok(Some(bytes))
    }

    fn delete(&self, places: &[Place]) -> Tried<()> {
        let mut touched: Vec<(&[String], OwnedFd)> = Vec::new();
        for place in places {
            if touched
                .last()
                .is_none_or(|(folders, _)| *folders != place.folders)
            {
                if let Some((_, folder)) = touched.pop() {
                    sync(&folder)?;
                }
                let Some(folder) = self.opened(place, false)? else {
                    continue;
                };
                touched.push((&place.folders, folder));
            }
            if let Some((_, folder)) = touched.last() {
                unlink(folder, &place.file)?;
            }
        }
        touched.pop().map_or(Ok(()), |(_, folder)| sync(&folder))
    }

    /// The file of an object, if there is one; a link or a folder in its place is an error.
    fn file(&self, folder: &OwnedFd, place: &Place) -> Tried<Option<File>> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = match rustix::fs::openat(folder, &place.file, flags, Mode::empty()) {
            Ok(file) => file,
            Err(Errno::NOENT) => return Ok(None),
            Err(errno) => return Err(of_errno("open the object", errno)),
        };
        let stat =
            rustix::fs::fstat(&file).map_err(|errno| of_errno("look at the object", errno))?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            let why = format!("`{}` is no file: remove it", place.file);
            return Err(Failure::new(ObjectsErrorKind::Invalid, why));
        }
        Ok(Some(File::from(file)))
    }

    /// The folder of an object, made if it is missing.
    fn made(&self, place: &Place) -> Tried<OwnedFd> {
        let folder = self.opened(place, true)?;
        folder.ok_or_else(|| {
            let why = "its folder was removed meanwhile";
            Failure::new(ObjectsErrorKind::Unavailable, why)
        })
    }

    /// The folder of an object, opened part by part, so that no link is followed.
    fn opened(&self, place: &Place, make: bool) -> Tried<Option<OwnedFd>> {
        let open = |parent: &OwnedFd, part: &str| {
            rustix::fs::openat(parent, part, FOLDER_FLAGS, Mode::empty())
        };
        let failed = |errno| of_errno("open the folder", errno);
        let mut folder = open(&self.root, ".").map_err(failed)?;
        let mut path = String::new();
        for part in &place.folders {
            path.push_str(part);
            path.push('/');
            let mut next = open(&folder, part);
            if make && matches!(next, Err(Errno::NOENT)) {
                match rustix::fs::mkdirat(&folder, part, Mode::from_raw_mode(0o777)) {
                    Ok(()) | Err(Errno::EXIST) => next = open(&folder, part),
                    Err(errno) => return Err(of_errno("create the folder", errno)),
                }
            }
            let next = match next {
                Ok(next) => next,
                Err(Errno::NOENT) => return Ok(None),
                Err(Errno::LOOP | Errno::MLINK | Errno::NOTDIR) => {
                    let why = format!("`{path}` is a link or no folder: remove it");
                    return Err(Failure::new(ObjectsErrorKind::Invalid, why));
                }
                Err(errno) => return Err(failed(errno)),
            };
            if make {
                self.synced(&path, &folder)?;
            }
            folder = next;
        }
        Ok(Some(folder))
    }

    /// Sees to it that a folder's own entry is on the disk, whoever made it.
    fn synced(&self, path: &str, parent: &OwnedFd) -> Tried<()> {
        let known = || self.synced.lock().unwrap_or_else(PoisonError::into_inner);
        if known().contains(path) {
            return Ok(());
        }
        sync(parent).map_err(|failure| Failure::new(ObjectsErrorKind::Unavailable, failure.why))?;
        let mut known = known();
        if known.len() >= SYNCED_MAX {
            known.clear();
        }
        known.insert(path.to_owned());
        Ok(())
    }

    /// Writes a new file, to the disk: its name, and the file.
    fn stage(&self, folder: &OwnedFd, bytes: &[u8]) -> Tried<(String, File)> {
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        loop {
            let number = self.staged.fetch_add(1, Ordering::Relaxed);
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            let nanos = since.map_or(0, |since| since.as_nanos());
            let name = format!("{STAGED}{:x}-{nanos:x}-{number:x}", std::process::id());
            let file = match rustix::fs::openat(folder, &name, flags, Mode::from_raw_mode(0o666)) {
                Ok(file) => file,
                // Another machine or a container has the same number of a process.
                Err(Errno::EXIST) => continue,
                Err(errno) => return Err(of_errno("create a file", errno)),
            };
            let mut file = File::from(file);
            let written = file.write_all(bytes).and_then(|()| file.sync_all());
            if let Err(error) = written {
                // What is left is removed by a list.
                let _ = unlink(folder, &name);
                let failure = of_io("write the object", &error);
                let kind = match failure.kind {
                    // It has no name yet.
                    ObjectsErrorKind::Unclear => ObjectsErrorKind::Unavailable,
                    kind => kind,
                };
                return Err(Failure { kind, ..failure });
            }
            return Ok((name, file));
        }
    }

    /// The time, as the file system has it.
    fn now(&self) -> SystemTime {
        let (then, instant) = self.started;
        then.checked_add(instant.elapsed()).unwrap_or(then)
    }
}

impl Failure {
    fn new(kind: ObjectsErrorKind, why: impl Into<String>) -> Self {
        let why = why.into();
        Self { kind, why }
    }
}

/// Whole seconds since 1970.
fn seconds(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

fn sync(folder: &OwnedFd) -> Tried<()> {
    rustix::fs::fsync(folder.as_fd()).map_err(|errno| {
        let why = format!("write the folder to the disk: {}", io::Error::from(errno));
        Failure::new(ObjectsErrorKind::Unclear, why)
    })
}

/// Removes a file, if it is there.
fn unlink(folder: &OwnedFd, name: &str) -> Tried<()> {
    match rustix::fs::unlinkat(folder, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(errno) => Err(of_errno("remove a file", errno)),
    }
}

fn of_errno(what: &str, errno: Errno) -> Failure {
    of_io(what, &io::Error::from(errno))
}

/// What an error of the system says of the operation.
fn of_io(what: &str, error: &io::Error) -> Failure {
    let kind = match error.raw_os_error().map(Errno::from_raw_os_error) {
        Some(Errno::ACCESS | Errno::PERM | Errno::ROFS) => ObjectsErrorKind::Denied,
        Some(
            Errno::NOSPC
            | Errno::DQUOT
            | Errno::MFILE
            | Errno::NFILE
            | Errno::NOMEM
            | Errno::NOENT
            | Errno::MLINK,
        ) => ObjectsErrorKind::Unavailable,
        Some(
            Errno::NAMETOOLONG
            | Errno::INVAL
            | Errno::LOOP
            | Errno::NOTDIR
            | Errno::ISDIR
            | Errno::FBIG
            | Errno::EXIST,
        ) => ObjectsErrorKind::Invalid,
        _ => ObjectsErrorKind::Unclear,
    };
    Failure::new(kind, format!("{what}: {error}"))
}
