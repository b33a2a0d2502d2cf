//! The workspaces of many users: one file each in a folder, or what a [`WorkspaceSource`] has.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

use isolate_vfs::Publishers;

use super::idle::{IDLE_MAX, Pool};
use super::{Place, Shared, Workspace, WorkspaceOptions};
use crate::error::Error;
use crate::lock::locked;

/// Characters of a name.
const NAME_CHARS_MAX: usize = 100;

/// What a file of a workspace ends with.
const ENDING: &str = ".sqlite";

/// Names that are forgotten at the latest when so many are known of which no workspace is open.
const FORGOTTEN_MIN: usize = 64;

/// Where [`Workspaces`] are that are no files of a folder: a store that many hosts share, for example.
///
/// Names are those that [`Workspaces::check_name`] accepts. What is asked may block.
pub trait WorkspaceSource: fmt::Debug + Send + Sync {
    /// A local copy of the workspace of a name, which is new, and what
    /// [decides](WorkspaceOptions::copy_of) about its changes. Without a workspace of the name it is
    /// made if `makes` says so, for all hosts, and there is none otherwise.
    ///
    /// # Errors
    /// The source does not answer.
    fn open(&self, name: &str, makes: bool) -> Result<Option<WorkspaceCopy>, Error>;

    /// Removes the workspace of a name with its history, for good and for all hosts. Returns whether there
    /// was one.
    ///
    /// # Errors
    /// The source does not answer; some of it may be left then.
    fn remove(&self, name: &str) -> Result<bool, Error>;

    /// The names after `after`, sorted by their bytes, `most` at most and fewer only where there are no
    /// more.
    ///
    /// # Errors
    /// The source does not answer.
    fn names(&self, after: &str, most: usize) -> Result<Vec<String>, Error>;

    /// What the source has done, for metrics. The default has nothing.
    fn counters(&self) -> Vec<SourceCounter> {
        Vec::new()
    }
}

/// A local copy of a workspace of a [`WorkspaceSource`].
#[derive(Clone, Debug)]
pub struct WorkspaceCopy {
    /// The file.
    pub file: PathBuf,
    /// What decides about its changes.
    pub publishers: Arc<dyn Publishers>,
}

/// A number that a [`WorkspaceSource`] counts up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceCounter {
    /// Its name, in lower-case letters and underscores.
    pub name: &'static str,
    /// A kind of what is counted, by which several of one name differ.
    pub kind: Option<&'static str>,
    /// What is counted, in a sentence.
    pub what: &'static str,
    /// The number.
    pub count: u64,
}

/// The workspaces of many users: one file each in a folder, made when it is first asked for.
///
/// A workspace that nobody uses holds nothing but its idle connections, and of those all workspaces
/// together have a bound; so thousands can be used in turn by one process. Cheap to clone.
///
/// ```
/// use isolate_host::{Sandbox, Workspaces};
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().join("data");
/// let workspaces = Workspaces::new(&folder)?;
/// let sandbox = Sandbox::new()?;
/// for user in ["ann", "ben"] {
///     let code = "async () => { await state.writeFile('/a', ''); return await state.readdir('/'); }";
///     let run = sandbox.run(&workspaces.open(user)?, code).blocking()?;
///     assert_eq!(run.result::<Vec<String>>()?, ["a"]);
/// }
/// assert_eq!(workspaces.names()?, ["ann", "ben"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Workspaces {
    shared: Arc<Folder>,
}

struct Folder {
    path: PathBuf,
    /// Where the workspaces are, if they are not in the folder.
    source: Option<Arc<dyn WorkspaceSource>>,
    options: WorkspaceOptions,
    pool: Arc<Pool>,
    /// Those that somebody has.
    open: Mutex<BTreeMap<String, Arc<Slot>>>,
}

/// A workspace that is open, or about to be opened: once, and without holding up those of other names.
type Slot = Mutex<Weak<Shared>>;

impl fmt::Debug for Workspaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workspaces")
            .field("path", &self.shared.path)
            .finish_non_exhaustive()
    }
}

/// How to open [`Workspaces`].
#[derive(Clone, Debug)]
pub struct WorkspacesOptions {
    workspace: WorkspaceOptions,
    idle_max: usize,
}

impl Default for WorkspacesOptions {
    fn default() -> Self {
        Self {
            workspace: WorkspaceOptions::default(),
            idle_max: IDLE_MAX,
        }
    }
}

impl WorkspacesOptions {
    /// Sets how each workspace is opened. Default: the defaults of a workspace.
    #[must_use]
    pub fn workspace(mut self, options: WorkspaceOptions) -> Self {
        self.workspace = options;
        self
    }

    /// Connections that stay open for their next use, of all workspaces together, at most; what has been
    /// idle longest is closed. Each has up to three descriptors and a few hundred KiB. Runs have their
    /// connections beside these. Default: 128.
    #[must_use]
    pub const fn idle_connections(mut self, idle_max: usize) -> Self {
        self.idle_max = idle_max;
        self
    }

    /// Opens the folder, and makes it if it is missing.
    ///
    /// # Errors
    ///
    /// As [`Workspaces::new`].
    pub fn open(&self, folder: impl AsRef<Path>) -> Result<Workspaces, Error> {
        self.opened(folder.as_ref(), None)
    }

    /// The workspaces of a source. The folder, which is made if it is missing, is for what this process keeps
    /// beside them.
    ///
    /// # Errors
    ///
    /// As [`Workspaces::new`].
    pub fn over(
        &self,
        source: Arc<dyn WorkspaceSource>,
        folder: impl AsRef<Path>,
    ) -> Result<Workspaces, Error> {
        self.opened(folder.as_ref(), Some(source))
    }

    fn opened(
        &self,
        folder: &Path,
        source: Option<Arc<dyn WorkspaceSource>>,
    ) -> Result<Workspaces, Error> {
        let path = folder.to_path_buf();
        std::fs::create_dir_all(&path).map_err(|cause| unusable(&path, &cause))?;
        Ok(Workspaces {
            shared: Arc::new(Folder {
                path,
                source,
                options: self.workspace.clone(),
                pool: Arc::new(Pool::new(self.idle_max)),
                open: Mutex::default(),
            }),
        })
    }
}

impl Workspaces {
    /// Opens a folder with default options, and makes it if it is missing.
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) for a path at which no folder is and none can be made.
    pub fn new(folder: impl AsRef<Path>) -> Result<Self, Error> {
        Self::builder().open(folder)
    }

    /// Options of workspaces.
    #[must_use]
    pub fn builder() -> WorkspacesOptions {
        WorkspacesOptions::default()
    }

    /// The workspace of a name, which is made if there is none.
    ///
    /// A name has at most 100 characters: lower-case letters, digits, dots, dashes and underscores, of which
    /// the first is a letter or a digit. Names that differ in case only would be one file on some disks.
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) for another name; else as [`Workspace::open`].
    pub fn open(&self, name: &str) -> Result<Workspace, Error> {
        let opened = self.opened(name, true)?;
        opened.ok_or_else(|| Error::refused(format!("the workspace {name} cannot be made")))
    }

    fn opened(&self, name: &str, makes: bool) -> Result<Option<Workspace>, Error> {
        check_name(name)?;
        if !makes && self.shared.source.is_none() && !self.path(name).is_file() {
            return Ok(None);
        }
        let slot = self.slot(name);
        let mut open = locked(&slot);
        let opened = open.upgrade().map(Workspace::sharing);
        if let Some(workspace) = opened.filter(|workspace| !workspace.has_ended()) {
            return Ok(Some(workspace));
        }
        let mut options = self.shared.options.clone();
        let place = match &self.shared.source {
            None => Place::File(self.path(name)),
            Some(source) => {
                let Some(copy) = source.open(name, makes)? else {
                    return Ok(None);
                };
                options = options.copy_of(copy.publishers);
                Place::File(copy.file)
            }
        };
        let pool = Arc::clone(&self.shared.pool);
        let workspace = Workspace::in_pool(place, &options, pool)?;
        *open = Arc::downgrade(&workspace.shared);
        Ok(Some(workspace))
    }

    /// Checks that a workspace could have a name: see [`Workspaces::open`].
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) if none could, with the reason.
    pub fn check_name(name: &str) -> Result<(), Error> {
        check_name(name)
    }

    /// The workspace of a name, if there is one.
    ///
    /// # Errors
    ///
    /// As [`Workspaces::open`].
    pub fn find(&self, name: &str) -> Result<Option<Workspace>, Error> {
        self.opened(name, false)
    }

    /// Removes the workspace of a name with its history, for good. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// [`Busy`](crate::ErrorKind::Busy) while somebody has the workspace or a run on it goes on in this
    /// process: nothing is removed then. [`Refused`](crate::ErrorKind::Refused) for a name that cannot be
    /// one, and for a file that cannot be removed.
    pub fn remove(&self, name: &str) -> Result<bool, Error> {
        check_name(name)?;
        let slot = self.slot(name);
        // Who opens it meanwhile waits, and makes a new one.
        let open = locked(&slot);
        if open.strong_count() > 0 {
            return Err(Error::busy(format!(
                "the workspace {name} is in use: remove it when its runs have ended"
            )));
        }
        if let Some(source) = &self.shared.source {
            return source.remove(name);
        }
        let path = self.path(name);
        if !path.is_file() {
            return Ok(false);
        }
        // The log first: SQLite would take it for that of a later file of this name.
        for ending in ["-wal", "-shm", "-journal", "-reserve", ""] {
            let mut file = path.clone().into_os_string();
            file.push(ending);
            let file = PathBuf::from(file);
            match std::fs::remove_file(&file) {
                Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                    return Err(unusable(&file, &cause));
                }
                _ => {}
            }
        }
        Ok(true)
    }

    /// The folder: that of the workspaces, or that of what this process keeps beside those of a source.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.shared.path
    }

    /// Where the workspaces are, if they are not in the folder.
    #[must_use]
    pub fn source(&self) -> Option<&dyn WorkspaceSource> {
        self.shared.source.as_deref()
    }

    /// The names of the workspaces, sorted.
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) if the folder cannot be read; those of a source.
    pub fn names(&self) -> Result<Vec<String>, Error> {
        self.names_after("", usize::MAX)
    }

    /// The names of the workspaces after `after`, sorted, `most` at most and fewer only where there are no
    /// more.
    ///
    /// # Errors
    ///
    /// As [`Workspaces::names`].
    pub fn names_after(&self, after: &str, most: usize) -> Result<Vec<String>, Error> {
        if let Some(source) = &self.shared.source {
            return source.names(after, most);
        }
        let unreadable = |cause: io::Error| unusable(&self.shared.path, &cause);
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&self.shared.path).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let file = entry.file_name();
            let name = file.to_str().and_then(|file| file.strip_suffix(ENDING));
            if let Some(name) = name
                && name > after
                && check_name(name).is_ok()
                && entry.file_type().is_ok_and(|kind| kind.is_file())
            {
                names.push(name.to_owned());
            }
        }
        names.sort_unstable();
        names.truncate(most);
        Ok(names)
    }

    fn slot(&self, name: &str) -> Arc<Slot> {
        let mut open = locked(&self.shared.open);
        if let Some(slot) = open.get(name) {
            return Arc::clone(slot);
        }
        if open.len() >= FORGOTTEN_MIN && open.len().is_power_of_two() {
            // One that is locked or shared is being opened.
            open.retain(|_, slot| {
                let is_closed = slot.try_lock().is_ok_and(|open| open.strong_count() == 0);
                !is_closed || Arc::strong_count(slot) > 1
            });
        }
        Arc::clone(open.entry(name.to_owned()).or_default())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.shared.path.join(format!("{name}{ENDING}"))
    }
}

fn unusable(path: &Path, cause: &io::Error) -> Error {
    Error::refused(format!("cannot use the folder of workspaces: {cause}")).at(path)
}

fn check_name(name: &str) -> Result<(), Error> {
    let is_inside = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'_')
    };
    let is_first = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let reason = if name.is_empty() {
        "it is empty"
    } else if name.len() > NAME_CHARS_MAX {
        "it has more than 100 characters"
    } else if !name.as_bytes().first().is_some_and(is_first) {
        "the first character is a lower-case letter or a digit"
    } else if !name.bytes().all(is_inside) {
        "it may have lower-case letters, digits, dots, dashes and underscores"
    } else {
        return Ok(());
    };
    let mut shown: String = name.chars().take(NAME_CHARS_MAX).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    Err(Error::refused(format!(
        "a workspace cannot be called {shown:?}: {reason}"
    )))
}
