//! The system calls of the file commands: operations of the host.
//!
//! What is below `/dev` is none of the host's: there the shell has its devices, and what its redirections
//! name. Its own layers answer for that, and they are always ready.

use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use bashkit::FileSystem;
use isolate_protocol::{StateError, Value};
use isolate_shell_commands::{Answer, Entry, Errno, Files, History, Kind, Open, Stat, Then};

use crate::calls::{Argument, Operation};
use crate::files::Files as Host;

/// Flags of the system call `open`, as Linux has them.
const WRITE_ONLY: u32 = 0o1;
const CREATE: u32 = 0o100;
const EXCLUSIVE: u32 = 0o200;
const TRUNCATE: u32 = 0o1000;
const APPEND: u32 = 0o2000;

/// Bits of a mode that say what an entry is, and those that are permissions.
const TYPE_BITS: u32 = 0o170_000;
const PERMISSION_BITS: u32 = 0o7777;

/// The files that a command sees.
pub(super) struct System {
    host: Arc<Host>,
    /// The files of the shell, with its devices.
    shell: Arc<dyn FileSystem>,
}

impl System {
    pub(super) fn new(host: Arc<Host>, shell: Arc<dyn FileSystem>) -> Self {
        Self { host, shell }
    }

    /// The files of the host.
    pub(super) fn host(&self) -> &Host {
        &self.host
    }

    pub(super) fn ask(&self, operation: Operation, arguments: &[Argument<'_>]) -> Answer<Value> {
        let answer = self.host.asked(operation, arguments);
        answer.map_err(|error| errno(&error))
    }

    pub(super) fn done(&self, operation: Operation, arguments: &[Argument<'_>]) -> Answer<()> {
        self.ask(operation, arguments).map(drop)
    }
}

/// The error of an operation.
fn errno(error: &StateError) -> Errno {
    Errno::from_code(match error.code.as_str() {
        "ENOTSUP" => "EOPNOTSUPP",
        code => code,
    })
}

/// The error of a layer of the shell.
fn errno_of(error: &bashkit::Error) -> Errno {
    use std::io::ErrorKind;
    let bashkit::Error::Io(error) = error else {
        return Errno::Io;
    };
    match error.kind() {
        ErrorKind::NotFound => Errno::NotFound,
        ErrorKind::PermissionDenied => Errno::Access,
        ErrorKind::AlreadyExists => Errno::Exists,
        ErrorKind::IsADirectory => Errno::IsDirectory,
        ErrorKind::NotADirectory => Errno::NotDirectory,
        ErrorKind::InvalidInput => Errno::Invalid,
        ErrorKind::Unsupported => Errno::NotSupported,
        ErrorKind::StorageFull => Errno::NoSpace,
        ErrorKind::ReadOnlyFilesystem => Errno::ReadOnly,
        _ => Errno::Io,
    }
}

/// A path as the host reads it: it has no names that are not UTF-8.
pub(super) fn text(path: &[u8]) -> Answer<&str> {
    std::str::from_utf8(path).map_err(|_| Errno::NotText)
}

/// Whether a path is one of the shell's own.
fn device(path: &[u8]) -> Option<&Path> {
    let path = std::str::from_utf8(path).ok()?;
    let below = path.strip_prefix("/dev")?;
    let is_below = below.is_empty() || below.starts_with('/');
    let leads_up = below.split('/').any(|name| name == "..");
    (is_below && !leads_up).then(|| Path::new(path))
}

/// Bytes of a device without an end, that are read at once at most.
const ENDLESS_BYTES_MAX: usize = 64 << 10;

/// The next bytes of a device that has no end.
fn endless(device: &Path, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length.min(ENDLESS_BYTES_MAX)];
    match device.to_str()? {
        "/dev/zero" => {}
        "/dev/random" | "/dev/urandom" => getrandom::fill(&mut bytes).ok()?,
        _ => return None,
    }
    Some(bytes)
}

/// What the shell's layers answer, at once.
fn at_once<T>(asked: impl Future<Output = bashkit::Result<T>>) -> Answer<T> {
    let mut asked = pin!(asked);
    match asked.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer.map_err(|error| errno_of(&error)),
        Poll::Pending => Err(Errno::Io),
    }
}

pub(super) fn number(value: &Value) -> Answer<f64> {
    match value {
        Value::Number(number) => Ok(*number),
        _ => Err(Errno::Io),
    }
}

pub(super) fn words(value: Value) -> Answer<Vec<u8>> {
    match value {
        Value::String(text) => Ok(text.text.into_bytes()),
        _ => Err(Errno::Io),
    }
}

/// A number that is none below zero; a float holds all that the host has.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast from a float saturates"
)]
pub(super) const fn whole(number: f64) -> u64 {
    number as u64
}

const fn kind_of(mode: u32) -> Kind {
    match mode & TYPE_BITS {
        0o040_000 => Kind::Directory,
        0o120_000 => Kind::Link,
        _ => Kind::File,
    }
}

/// What `fs.stat` answers: mode, links, number, bytes, milliseconds.
fn stat_of(answer: &Value) -> Answer<Stat> {
    let Value::Array(numbers) = answer else {
        return Err(Errno::Io);
    };
    let [mode, links, inode, size, time] = numbers.as_slice() else {
        return Err(Errno::Io);
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from a float saturates"
    )]
    let (mode, mtime_us) = (number(mode)? as u32, (number(time)? * 1e3).round() as i64);
    Ok(Stat {
        kind: kind_of(mode),
        mode: mode & PERMISSION_BITS,
        size: whole(number(size)?),
        mtime_us,
        links: whole(number(links)?),
        number: whole(number(inode)?),
    })
}

/// The number of a device: beyond those of the host, which have 53 bits.
fn number_of(path: &Path) -> u64 {
    let bytes = path.as_os_str().as_encoded_bytes();
    bytes.iter().fold(1 << 60, |number, byte| {
        number ^ (number << 5).wrapping_add(u64::from(*byte)) & ((1 << 60) - 1)
    })
}

impl System {
    fn stat_device(&self, path: &Path) -> Answer<Stat> {
        let metadata = at_once(self.shell.stat(path))?;
        let kind = match metadata.file_type {
            bashkit::FileType::Directory => Kind::Directory,
            bashkit::FileType::Symlink => Kind::Link,
            _ => Kind::File,
        };
        let after = metadata
            .modified
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default();
        Ok(Stat {
            kind,
            mode: metadata.mode & PERMISSION_BITS,
            size: metadata.size,
            mtime_us: i64::try_from(after.as_micros()).unwrap_or_default(),
            links: 1,
            number: number_of(path),
        })
    }

    fn write_device(&self, path: &Path, how: Open, then: Then<'_>) -> Answer<()> {
        let exists = at_once(self.shell.exists(path))?;
        if exists && how.exclusive {
            return Err(Errno::Exists);
        }
        if !exists && !how.create {
            return Err(Errno::NotFound);
        }
        match then {
            Then::Write(bytes) if how.append => at_once(self.shell.append_file(path, bytes)),
            Then::Write(bytes) => at_once(self.shell.write_file(path, bytes)),
            Then::Close if exists => Ok(()),
            Then::Close => at_once(self.shell.write_file(path, &[])),
            Then::Length(_) => Err(Errno::Invalid),
        }
    }
}

impl Files for System {
    fn stat(&self, path: &[u8], follow: bool) -> Answer<Stat> {
        if let Some(device) = device(path)
            && let Ok(stat) = self.stat_device(device)
        {
            return Ok(stat);
        }
        let arguments = [Argument::Text(text(path)?), Argument::Flag(follow)];
        stat_of(&self.ask(Operation::Stat, &arguments)?)
    }

    fn read_link(&self, path: &[u8]) -> Answer<Vec<u8>> {
        words(self.ask(Operation::Readlink, &[Argument::Text(text(path)?)])?)
    }

    fn real_path(&self, path: &[u8]) -> Answer<Vec<u8>> {
        if let Some(device) = device(path)
            && self.stat_device(device).is_ok()
        {
            return Ok(path.to_vec());
        }
        words(self.ask(Operation::Realpath, &[Argument::Text(text(path)?)])?)
    }

    fn list(&self, path: &[u8]) -> Answer<Vec<Entry>> {
        if let Some(device) = device(path)
            && let Ok(entries) = at_once(self.shell.read_dir(device))
        {
            let entry = |entry: bashkit::DirEntry| Entry {
                name: entry.name.into_bytes(),
                kind: match entry.metadata.file_type {
                    bashkit::FileType::Directory => Kind::Directory,
                    bashkit::FileType::Symlink => Kind::Link,
                    _ => Kind::File,
                },
            };
            return Ok(entries.into_iter().map(entry).collect());
        }
        let answer = self.ask(Operation::Readdir, &[Argument::Text(text(path)?)])?;
        let Value::Array(listed) = answer else {
            return Err(Errno::Io);
        };
        let mut entries = Vec::with_capacity(listed.len() / 2);
        let mut listed = listed.into_iter();
        while let (Some(name), Some(kind)) = (listed.next(), listed.next()) {
            entries.push(Entry {
                name: words(name)?,
                kind: match whole(number(&kind)?) {
                    2 => Kind::Directory,
                    3 => Kind::Link,
                    _ => Kind::File,
                },
            });
        }
        Ok(entries)
    }

    fn read(&self, path: &[u8], offset: u64, length: usize) -> Answer<Vec<u8>> {
        if let Some(device) = device(path)
            && self.stat_device(device).is_ok()
        {
            if let Some(bytes) = endless(device, length) {
                return Ok(bytes);
            }
            let bytes = at_once(self.shell.read_file(device))?;
            let start = usize::try_from(offset).unwrap_or(usize::MAX);
            let rest = bytes.get(start..).unwrap_or_default();
            return Ok(rest[..length.min(rest.len())].to_vec());
        }
        let arguments = [
            Argument::Text(text(path)?),
            Argument::Number(offset as f64),
            Argument::Number(length as f64),
        ];
        match self.ask(Operation::ReadPart, &arguments)? {
            Value::Bytes(bytes) => Ok(bytes),
            _ => Err(Errno::Io),
        }
    }

    fn open(&self, path: &[u8], how: Open, mode: u32, then: Then<'_>) -> Answer<()> {
        if let Some(device) = device(path)
            && self.stat_device(device).is_ok()
        {
            return self.write_device(device, how, then);
        }
        let flags = [
            (how.create, CREATE),
            (how.exclusive, EXCLUSIVE),
            (how.truncate, TRUNCATE),
            (how.append, APPEND),
        ];
        let flags = flags.iter().filter(|(is_set, _)| *is_set);
        let flags = flags.fold(WRITE_ONLY, |all, (_, flag)| all | flag);
        let arguments = [
            Argument::Text(text(path)?),
            Argument::Number(f64::from(flags)),
            Argument::Number(f64::from(mode)),
            Argument::Flag(false),
            match then {
                Then::Close => Argument::Nothing,
                Then::Write(bytes) => Argument::Bytes(bytes),
                Then::Length(length) => Argument::Number(length as f64),
            },
            // The mode is what is left of it.
            Argument::Number(0.0),
        ];
        self.done(Operation::Open, &arguments)
    }

    fn make_directory(&self, path: &[u8], mode: u32) -> Answer<()> {
        let arguments = [
            Argument::Text(text(path)?),
            Argument::Number(f64::from(mode)),
            Argument::Flag(false),
            Argument::Number(0.0),
        ];
        self.done(Operation::Mkdir, &arguments)
    }

    fn remove_directory(&self, path: &[u8]) -> Answer<()> {
        self.done(Operation::Rmdir, &[Argument::Text(text(path)?)])
    }

    fn unlink(&self, path: &[u8]) -> Answer<()> {
        self.done(Operation::Unlink, &[Argument::Text(text(path)?)])
    }

    fn rename(&self, from: &[u8], to: &[u8]) -> Answer<()> {
        let arguments = [Argument::Text(text(from)?), Argument::Text(text(to)?)];
        self.done(Operation::Rename, &arguments)
    }

    fn symlink(&self, target: &[u8], path: &[u8]) -> Answer<()> {
        let arguments = [Argument::Text(text(target)?), Argument::Text(text(path)?)];
        self.done(Operation::Symlink, &arguments)
    }

    fn set_mode(&self, path: &[u8], mode: u32) -> Answer<()> {
        let arguments = [
            Argument::Text(text(path)?),
            Argument::Number(f64::from(mode)),
        ];
        self.done(Operation::Chmod, &arguments)
    }

    fn set_time(&self, path: &[u8], mtime_us: i64, follow: bool) -> Answer<()> {
        let arguments = [
            Argument::Text(text(path)?),
            Argument::Number(mtime_us as f64 / 1e3),
            Argument::Flag(follow),
        ];
        self.done(Operation::Utimes, &arguments)
    }

    fn copy_file(&self, from: &[u8], to: &[u8], exclusive: bool) -> Answer<()> {
        let is_device = |path| device(path).is_some_and(|path| self.stat_device(path).is_ok());
        if is_device(from) || is_device(to) {
            let bytes = self.read(from, 0, usize::MAX)?;
            let how = Open {
                create: true,
                exclusive,
                truncate: true,
                append: false,
            };
            let mode = self.stat(from, true)?.mode;
            return self.open(to, how, mode, Then::Write(&bytes));
        }
        let arguments = [
            Argument::Text(text(from)?),
            Argument::Text(text(to)?),
            Argument::Flag(exclusive),
        ];
        self.done(Operation::CopyFile, &arguments)
    }

    fn history(&self) -> Option<&dyn History> {
        Some(self)
    }
}
