//! The trait over the disk, by the system calls of this machine.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

use isolate_shell_commands::{Answer, Entry, Errno, Files, Kind, Open, Stat, Then};

/// All files of the disk, by their absolute paths.
pub(crate) struct Disk;

fn at(path: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(path))
}

/// The code of an error of the system. No crate names them for the standard library.
pub(crate) fn errno(error: &io::Error) -> Errno {
    let code = match error.raw_os_error() {
        Some(1) => "EPERM",
        Some(2) => "ENOENT",
        Some(13) => "EACCES",
        Some(16) => "EBUSY",
        Some(17) => "EEXIST",
        Some(18) => "EXDEV",
        Some(20) => "ENOTDIR",
        Some(21) => "EISDIR",
        Some(22) => "EINVAL",
        Some(27) => "EFBIG",
        Some(28) => "ENOSPC",
        Some(30) => "EROFS",
        Some(36) => "ENAMETOOLONG",
        Some(39) => "ENOTEMPTY",
        Some(40) => "ELOOP",
        Some(95) => "EOPNOTSUPP",
        _ => "EIO",
    };
    Errno::from_code(code)
}

fn answer<T>(result: io::Result<T>) -> Answer<T> {
    result.map_err(|error| errno(&error))
}

fn set_mode(path: &Path, mode: u32) -> Answer<()> {
    answer(fs::set_permissions(path, fs::Permissions::from_mode(mode)))
}

impl Files for Disk {
    fn stat(&self, path: &[u8], follow: bool) -> Answer<Stat> {
        let data = if follow {
            fs::metadata(at(path))
        } else {
            fs::symlink_metadata(at(path))
        };
        let data = answer(data)?;
        Ok(Stat {
            kind: match data.file_type() {
                kind if kind.is_symlink() => Kind::Link,
                kind if kind.is_dir() => Kind::Directory,
                _ => Kind::File,
            },
            mode: data.mode() & 0o7777,
            size: data.size(),
            mtime_us: data.mtime() * 1_000_000 + data.mtime_nsec() / 1000,
            links: data.nlink(),
            number: data.ino(),
        })
    }

    fn read_link(&self, path: &[u8]) -> Answer<Vec<u8>> {
        answer(fs::read_link(at(path))).map(|target| target.into_os_string().into_vec())
    }

    fn real_path(&self, path: &[u8]) -> Answer<Vec<u8>> {
        answer(fs::canonicalize(at(path))).map(|path| path.into_os_string().into_vec())
    }

    fn list(&self, path: &[u8]) -> Answer<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in answer(fs::read_dir(at(path)))? {
            let entry = answer(entry)?;
            let kind = answer(entry.file_type())?;
            let kind = if kind.is_dir() {
                Kind::Directory
            } else if kind.is_symlink() {
                Kind::Link
            } else {
                Kind::File
            };
            entries.push(Entry {
                name: entry.file_name().into_vec(),
                kind,
            });
        }
        Ok(entries)
    }

    fn read(&self, path: &[u8], offset: u64, length: usize) -> Answer<Vec<u8>> {
        let mut file = answer(fs::File::open(at(path)))?;
        answer(file.seek(SeekFrom::Start(offset)))?;
        let mut bytes = Vec::new();
        answer(file.take(length as u64).read_to_end(&mut bytes))?;
        Ok(bytes)
    }

    fn open(&self, path: &[u8], how: Open, mode: u32, then: Then<'_>) -> Answer<()> {
        let is_new = fs::metadata(at(path)).is_err();
        let mut options = OpenOptions::new();
        options.write(true).mode(mode);
        if how.append {
            options.append(true);
        }
        if how.exclusive {
            options.create_new(true);
        } else {
            options.create(how.create).truncate(how.truncate);
        }
        let mut file = answer(options.open(at(path)))?;
        if is_new {
            answer(file.set_permissions(fs::Permissions::from_mode(mode)))?;
        }
        match then {
            Then::Close => Ok(()),
            Then::Write(bytes) => answer(file.write_all(bytes)),
            Then::Length(length) => answer(file.set_len(length)),
        }
    }

    fn make_directory(&self, path: &[u8], mode: u32) -> Answer<()> {
        answer(fs::create_dir(at(path)))?;
        set_mode(at(path), mode)
    }

    fn remove_directory(&self, path: &[u8]) -> Answer<()> {
        answer(fs::remove_dir(at(path)))
    }

    fn unlink(&self, path: &[u8]) -> Answer<()> {
        answer(fs::remove_file(at(path)))
    }

    fn rename(&self, from: &[u8], to: &[u8]) -> Answer<()> {
        answer(fs::rename(at(from), at(to)))
    }

    fn symlink(&self, target: &[u8], path: &[u8]) -> Answer<()> {
        answer(std::os::unix::fs::symlink(at(target), at(path)))
    }

    fn set_mode(&self, path: &[u8], mode: u32) -> Answer<()> {
        set_mode(at(path), mode)
    }

    fn set_time(&self, path: &[u8], mtime_us: i64, follow: bool) -> Answer<()> {
        set_time(at(path), mtime_us, follow)
    }

    fn copy_file(&self, from: &[u8], to: &[u8], exclusive: bool) -> Answer<()> {
        let bytes = answer(fs::read(at(from)))?;
        let mode = answer(fs::metadata(at(from)))?.mode() & 0o7777;
        let how = Open {
            create: true,
            exclusive,
            truncate: true,
            append: false,
        };
        self.open(to, how, mode, Then::Write(&bytes))?;
        set_mode(at(to), mode)
    }
}

/// Sets the time of the last change, and that of the last access.
pub(crate) fn set_time(path: &Path, mtime_us: i64, follow: bool) -> Answer<()> {
    use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
    let time = Timespec {
        tv_sec: mtime_us.div_euclid(1_000_000),
        tv_nsec: mtime_us.rem_euclid(1_000_000) * 1000,
    };
    let flags = if follow {
        AtFlags::empty()
    } else {
        AtFlags::SYMLINK_NOFOLLOW
    };
    let times = Timestamps {
        last_access: time,
        last_modification: time,
    };
    utimensat(CWD, path, &times, flags).map_err(|error| errno(&error.into()))
}
