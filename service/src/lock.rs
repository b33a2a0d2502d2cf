//! One server for a folder of workspaces.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

/// The file that the server of a folder has locked.
const NAME: &str = "lock";

/// Bytes of what it says of the server.
const TEXT_BYTES_MAX: u64 = 1_000;

/// Keeps other servers from a folder of workspaces, as long as it is held. The system releases it with the
/// process, however that ends. Commands that work on a workspace need no lock.
///
/// ```
/// use isolate_service::FolderLock;
///
/// let folder = tempfile::tempdir()?;
/// let mut lock = FolderLock::take(folder.path())?;
/// lock.say("http://127.0.0.1:8931")?;
/// let error = FolderLock::take(folder.path()).unwrap_err();
/// assert!(error.to_string().contains("http://127.0.0.1:8931"));
/// drop(lock);
/// FolderLock::take(folder.path())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FolderLock {
    file: File,
}

/// Why a folder cannot be served.
#[derive(Debug)]
pub struct LockError {
    folder: PathBuf,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    /// Another server has it, and says this of itself.
    Taken(String),
    Io(io::Error),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.folder.display();
        match &self.reason {
            Reason::Taken(server) if server.is_empty() => {
                write!(
                    f,
                    "another server has the folder {folder}: use that one, or end it"
                )
            }
            Reason::Taken(server) => write!(
                f,
                "another server has the folder {folder}, {server}: use that one, or end it"
            ),
            Reason::Io(cause) => write!(f, "cannot lock the folder {folder}: {cause}"),
        }
    }
}

impl std::error::Error for LockError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Reason::Taken(_) => None,
            Reason::Io(cause) => Some(cause),
        }
    }
}

impl FolderLock {
    /// Locks a folder, which is made if it is missing.
    ///
    /// # Errors
    /// Another server has it; or the folder cannot be used.
    pub fn take(folder: &Path) -> Result<Self, LockError> {
        let failed = |reason| LockError {
            folder: folder.to_path_buf(),
            reason,
        };
        let own = folder.join(crate::FOLDER);
        let opened = fs::create_dir_all(&own).and_then(|()| {
            File::options()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(own.join(NAME))
        });
        let file = opened.map_err(|cause| failed(Reason::Io(cause)))?;
        match file.try_lock() {
            Ok(()) => {
                let mut lock = Self { file };
                let process = format!("process {}", std::process::id());
                lock.write(&process)
                    .map_err(|cause| failed(Reason::Io(cause)))?;
                Ok(lock)
            }
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                // What it says is only for people.
                let _ = file.take(TEXT_BYTES_MAX).read_to_string(&mut text);
                Err(failed(Reason::Taken(text.trim().to_owned())))
            }
            Err(TryLockError::Error(cause)) => Err(failed(Reason::Io(cause))),
        }
    }

    /// Says where the server listens, to whoever tries to serve the folder too.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn say(&mut self, address: &str) -> io::Result<()> {
        self.write(&format!("process {} at {address}", std::process::id()))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(text.as_bytes())
    }
}
