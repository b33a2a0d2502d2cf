//! The files of the shell: those of the host, asked for each time.
//!
//! An operation is one system call, or as many as it takes. The host follows links, and bashkit's own
//! layer does where it asks what a path is: its other layers do not pass `lstat` on.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bashkit::{
    DirEntry, FileSystem, FileSystemExt, FileType, FsLimits, FsUsage, Metadata, async_trait,
};
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::request;
use isolate_protocol::wire::shell::{GoOn, Program, Progress};
use isolate_protocol::{ErrorCode, StateError, Value};

use crate::calls::{Argument, Host, Operation, Operations, answer, malformed};
use crate::errors::{io_error, not_text};

/// Flags of the system call `open`, as Linux has them.
const WRITE_ONLY: u32 = 0o1;
const CREATE: u32 = 0o100;
const TRUNCATE: u32 = 0o1000;
const APPEND: u32 = 0o2000;

/// Bits of a mode that new entries do not get, where a shell has not said others.
pub(crate) const DEFAULT_UMASK: u32 = 0o022;

/// Modes of what is made, from which the host takes the bits of the umask.
const FILE_MODE: f64 = 0o666 as f64;
const DIRECTORY_MODE: f64 = 0o777 as f64;

/// Bits of a mode that say what an entry is, and those that are permissions.
const TYPE_BITS: u32 = 0o170_000;
const PERMISSION_BITS: u32 = 0o7777;

/// The files of the host.
pub(crate) struct Files {
    host: Arc<dyn Host>,
    operations: Operations,
    umask: AtomicU32,
    /// Whether `git` has said what it is that it works on.
    has_told: AtomicBool,
}

/// Where temporary files are, and the mode of that directory.
const TEMPORARY: &str = "/tmp";
const TEMPORARY_MODE: f64 = 0o1777 as f64;

/// Whether an operation makes an entry directly in the directory of temporary files.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "flags are whole numbers"
)]
fn makes_temporary(operation: Operation, arguments: &[Argument<'_>]) -> bool {
    let made = match operation {
        Operation::Mkdir => arguments.first(),
        Operation::Open => {
            let makes = |flags: &f64| (*flags as u32) & CREATE != 0;
            let flags = match arguments.get(1) {
                Some(Argument::Number(flags)) => Some(flags),
                _ => None,
            };
            arguments.first().filter(|_| flags.is_some_and(makes))
        }
        Operation::CopyFile | Operation::Rename | Operation::Symlink => arguments.get(1),
        _ => None,
    };
    let Some(Argument::Text(path)) = made else {
        return false;
    };
    let name = path
        .strip_prefix(TEMPORARY)
        .and_then(|rest| rest.strip_prefix('/'));
    name.is_some_and(|name| !name.is_empty() && !name.trim_end_matches('/').contains('/'))
}

/// A path as the host reads it.
pub(crate) fn text(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or_else(not_text)
}

impl Files {
    pub(crate) fn new(host: Arc<dyn Host>) -> Self {
        Self {
            host,
            operations: Operations::new(),
            umask: AtomicU32::new(DEFAULT_UMASK),
            has_told: AtomicBool::new(false),
        }
    }

    /// Whether this is asked for the first time.
    pub(crate) fn tells_once(&self) -> bool {
        !self.has_told.swap(true, Ordering::Relaxed)
    }

    /// Bits of a mode that new entries do not get.
    pub(crate) fn umask(&self) -> u32 {
        self.umask.load(Ordering::Relaxed)
    }

    /// Sets the bits for what is made from now on: those of the shell that goes on.
    pub(crate) fn set_umask(&self, mask: u32) {
        self.umask.store(mask, Ordering::Relaxed);
    }

    pub(crate) fn asked(
        &self,
        operation: Operation,
        arguments: &[Argument<'_>],
    ) -> Result<Value, StateError> {
        let answer = self.operations.ask(&*self.host, operation, arguments);
        match &answer {
            Err(error)
                if error.code == ErrorCode::NotFound
                    && makes_temporary(operation, arguments)
                    && self.make_directory_for_temporary_files() =>
            {
                self.operations.ask(&*self.host, operation, arguments)
            }
            _ => answer,
        }
    }

    /// Makes `/tmp`, which every system has and an empty workspace does not. Whether it was missing.
    fn make_directory_for_temporary_files(&self) -> bool {
        let arguments = [
            Argument::Text(TEMPORARY),
            Argument::Number(TEMPORARY_MODE),
            Argument::Flag(false),
            Argument::Number(0.0),
        ];
        let made = self
            .operations
            .ask(&*self.host, Operation::Mkdir, &arguments);
        made.is_ok()
    }

    /// Has the host begin a program, and gives how far it has come.
    pub(crate) fn begin(&self, program: &Program) -> Result<Progress, StateError> {
        let mut out = Encoder::new();
        out.u8(request::PROGRAM);
        program.encode(&mut out);
        let answer = answer(&*self.host, out.as_bytes())?;
        Progress::of_value(answer).ok_or_else(malformed)
    }

    /// Lets a program go on that has stepped aside, with what it has asked for.
    pub(crate) fn go_on(&self, program: u32, input: Vec<u8>) -> Result<Progress, StateError> {
        let answer = self.tell(program, Some(input))?;
        Progress::of_value(answer).ok_or_else(malformed)
    }

    /// Ends such a program, whose output nobody reads any more.
    pub(crate) fn end(&self, program: u32) {
        // It is gone, whatever the answer is.
        let _ = self.tell(program, None);
    }

    fn tell(&self, program: u32, input: Option<Vec<u8>>) -> Result<Value, StateError> {
        let mut out = Encoder::new();
        out.u8(request::GO_ON);
        GoOn { program, input }.encode(&mut out);
        answer(&*self.host, out.as_bytes())
    }

    fn ask(&self, operation: Operation, arguments: &[Argument<'_>]) -> io::Result<Value> {
        self.asked(operation, arguments)
            .map_err(|error| io_error(&error))
    }

    /// Opens a file with these flags, and writes to it.
    fn write(&self, path: &Path, flags: u32, content: &[u8]) -> io::Result<()> {
        let arguments = [
            Argument::Text(text(path)?),
            Argument::Number(f64::from(WRITE_ONLY | CREATE | flags)),
            Argument::Number(FILE_MODE),
            Argument::Flag(false),
            Argument::Bytes(content),
            Argument::Number(f64::from(self.umask())),
        ];
        self.ask(Operation::Open, &arguments).map(drop)
    }

    /// What an entry is; of a link, what it leads to if that is asked for.
    pub(crate) fn facts(&self, path: &str, follows: bool) -> io::Result<Metadata> {
        let arguments = [Argument::Text(path), Argument::Flag(follows)];
        let answer = self.ask(Operation::Stat, &arguments)?;
        metadata(&answer).ok_or_else(|| io_error(&malformed()))
    }

    /// Removes a file, a link, or an empty directory.
    fn remove_one(&self, path: &str) -> io::Result<()> {
        let arguments = [Argument::Text(path)];
        match self.asked(Operation::Unlink, &arguments) {
            Ok(_) => Ok(()),
            Err(error) if is_of_directory(error.code) => {
                self.ask(Operation::Rmdir, &arguments).map(drop)
            }
            Err(error) => Err(io_error(&error)),
        }
    }

    fn entries(&self, path: &str) -> io::Result<Vec<DirEntry>> {
        let listed = self.listed(path, "", 0)?.into_iter().next();
        let (_, entries) = listed.ok_or_else(|| io_error(&malformed()))?;
        Ok(entries)
    }
}

/// Whether a file cannot be removed because it is a directory.
const fn is_of_directory(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::IsDirectory | ErrorCode::NotPermitted)
}

/// What `fs.stat` answers: mode, links, number, bytes, milliseconds.
fn metadata(answer: &Value) -> Option<Metadata> {
    let Value::Array(numbers) = answer else {
        return None;
    };
    let number = |index: usize| match numbers.get(index)? {
        Value::Number(number) => Some(*number),
        _ => None,
    };
    Some(metadata_of(number(0)?, number(3)?, number(4)?))
}

/// Of a mode with the bits of the type, bytes, and milliseconds.
pub(crate) fn metadata_of(mode: f64, size: f64, milliseconds: f64) -> Metadata {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from a float saturates"
    )]
    let (bits, size) = (mode as u32, size as u64);
    let modified = time(milliseconds);
    Metadata {
        file_type: match bits & TYPE_BITS {
            0o040_000 => FileType::Directory,
            0o120_000 => FileType::Symlink,
            _ => FileType::File,
        },
        size,
        mode: bits & PERMISSION_BITS,
        modified,
        created: modified,
    }
}

/// A time of so many milliseconds since 1970, by the microsecond.
fn time(milliseconds: f64) -> SystemTime {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from a float saturates"
    )]
    let distance = Duration::from_micros((milliseconds.abs() * 1e3).round() as u64);
    let time = match milliseconds < 0.0 {
        true => UNIX_EPOCH.checked_sub(distance),
        false => UNIX_EPOCH.checked_add(distance),
    };
    time.unwrap_or(UNIX_EPOCH)
}

/// Milliseconds since 1970.
fn milliseconds(time: SystemTime) -> f64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_secs_f64() * 1e3,
        Err(before) => -before.duration().as_secs_f64() * 1e3,
    }
}

#[async_trait]
impl FileSystemExt for Files {
    /// The quota is the host's.
    fn usage(&self) -> FsUsage {
        FsUsage::default()
    }

    fn limits(&self) -> FsLimits {
        FsLimits::unlimited()
    }

    async fn mkfifo(&self, _: &Path, _: u32) -> bashkit::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "Operation not supported").into())
    }
}

#[async_trait]
impl FileSystem for Files {
    fn set_umask(&self, mask: u32) {
        Self::set_umask(self, mask);
    }

    async fn read_file(&self, path: &Path) -> bashkit::Result<Vec<u8>> {
        let arguments = [Argument::Text(text(path)?), Argument::Flag(false)];
        match self.ask(Operation::Read, &arguments)? {
            Value::Bytes(bytes) => Ok(bytes),
            Value::Null => {
                Err(io::Error::new(io::ErrorKind::IsADirectory, "Is a directory").into())
            }
            _ => Err(io_error(&malformed()).into()),
        }
    }

    async fn write_file(&self, path: &Path, content: &[u8]) -> bashkit::Result<()> {
        Ok(self.write(path, TRUNCATE, content)?)
    }

    async fn append_file(&self, path: &Path, content: &[u8]) -> bashkit::Result<()> {
        Ok(self.write(path, APPEND, content)?)
    }

    async fn mkdir(&self, path: &Path, recursive: bool) -> bashkit::Result<()> {
        let arguments = [
            Argument::Text(text(path)?),
            Argument::Number(DIRECTORY_MODE),
            Argument::Flag(recursive),
            Argument::Number(f64::from(self.umask())),
        ];
        self.ask(Operation::Mkdir, &arguments)?;
        Ok(())
    }

    async fn remove(&self, path: &Path, recursive: bool) -> bashkit::Result<()> {
        let path = text(path)?;
        match recursive {
            true => self.ask(Operation::Rm, &[Argument::Text(path)]).map(drop)?,
            false => self.remove_one(path)?,
        }
        Ok(())
    }

    /// Of a link, what that is itself: the layer above asks for the path that it leads to.
    async fn stat(&self, path: &Path) -> bashkit::Result<Metadata> {
        Ok(self.facts(text(path)?, false)?)
    }

    async fn read_dir(&self, path: &Path) -> bashkit::Result<Vec<DirEntry>> {
        Ok(self.entries(text(path)?)?)
    }

    async fn exists(&self, path: &Path) -> bashkit::Result<bool> {
        let arguments = [Argument::Text(text(path)?), Argument::Number(0.0)];
        match self.asked(Operation::Access, &arguments) {
            Ok(_) => Ok(true),
            Err(error) => match error.code {
                ErrorCode::NotFound | ErrorCode::NotDirectory | ErrorCode::Loop => Ok(false),
                _ => Err(io_error(&error).into()),
            },
        }
    }

    async fn rename(&self, from: &Path, to: &Path) -> bashkit::Result<()> {
        let arguments = [Argument::Text(text(from)?), Argument::Text(text(to)?)];
        self.ask(Operation::Rename, &arguments)?;
        Ok(())
    }

    async fn copy(&self, from: &Path, to: &Path) -> bashkit::Result<()> {
        let arguments = [
            Argument::Text(text(from)?),
            Argument::Text(text(to)?),
            Argument::Flag(false),
        ];
        self.ask(Operation::CopyFile, &arguments)?;
        Ok(())
    }

    async fn symlink(&self, target: &Path, link: &Path) -> bashkit::Result<()> {
        let arguments = [Argument::Text(text(target)?), Argument::Text(text(link)?)];
        self.ask(Operation::Symlink, &arguments)?;
        Ok(())
    }

    async fn read_link(&self, path: &Path) -> bashkit::Result<PathBuf> {
        match self.ask(Operation::Readlink, &[Argument::Text(text(path)?)])? {
            Value::String(target) => Ok(PathBuf::from(target.text)),
            _ => Err(io_error(&malformed()).into()),
        }
    }

    async fn chmod(&self, path: &Path, mode: u32) -> bashkit::Result<()> {
        let arguments = [
            Argument::Text(text(path)?),
            Argument::Number(f64::from(mode)),
        ];
        self.ask(Operation::Chmod, &arguments)?;
        Ok(())
    }

    async fn set_modified_time(&self, path: &Path, time: SystemTime) -> bashkit::Result<()> {
        let arguments = [
            Argument::Text(text(path)?),
            Argument::Number(milliseconds(time)),
            Argument::Flag(true),
        ];
        self.ask(Operation::Utimes, &arguments)?;
        Ok(())
    }
}
