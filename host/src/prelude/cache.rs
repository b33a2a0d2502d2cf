//! Images of preludes as files, so that another process need not load them again.
//!
//! The name of a file is the digest of the engine and of all texts. A file is checked when it is read:
//! one that is damaged, truncated or of another version is ignored. It decides which libraries
//! programs have, and nothing else: like the code that it replaces, it runs in the sandbox.
//!
//! Files of other users are not used: the folder and its regular files belong to the user, nobody else
//! may enter the folder, and no file is larger than those that are written here.
//!
//! ```text
//! MAGIC, digest (64 bytes), u64 bytes of the memory,
//! { u32 first part, u32 number of parts, their bytes } …, u64 checksum of all that comes before
//! ```
//!
//! Numbers have their lowest byte first. Parts that no entry names are zero.

use std::fs::{self, DirBuilder, File, Metadata};
use std::io::{self, Read as _, Write as _};
use std::ops::Range;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::SystemTime;

use rustix::fs::{Mode, OFlags, openat};
use twox_hash::XxHash3_64;

use super::Digest;
use crate::image::{Image, PART_BYTES};

const MAGIC: &[u8; 16] = b"isolate-prelude2";

const EXTENSION: &str = "preludes";

/// Files that a folder keeps: the most recently used.
const FILES_MAX: usize = 16;

/// Permissions of the folder: nobody else may enter it.
const FOLDER_MODE: u32 = 0o700;

/// The largest file for a memory of so many bytes: adjacent parts that are not zero are one entry.
const fn file_bytes_max(memory_bytes: u64) -> u64 {
    const ENDS: u64 = (MAGIC.len() + 64 + 8 + 8) as u64;
    let parts = memory_bytes / PART_BYTES as u64 + 1;
    memory_bytes.saturating_add(parts * 8).saturating_add(ENDS)
}

/// A folder of the user that nobody else may enter.
struct Folder(File);

impl Folder {
    fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = File::from(rustix::fs::open(path, flags, Mode::empty())?);
        let metadata = folder.metadata()?;
        if !is_own(&metadata) {
            return Err(io::Error::other("its folder belongs to another user"));
        }
        let mode = metadata.mode() & 0o7777;
        if mode != FOLDER_MODE {
            let folder = path.display();
            return Err(io::Error::other(format!(
                "others may enter its folder (mode {mode:04o}): chmod 700 {folder}"
            )));
        }
        Ok(Self(folder))
    }

    /// Opens a file without waiting for a pipe or a device.
    fn file(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(openat(&self.0, name, flags, Mode::empty())?.into())
    }
}

/// Whether something belongs to the user whose process this is.
fn is_own(metadata: &Metadata) -> bool {
    // Whoever makes a file owns it.
    static USER: LazyLock<Option<u32>> = LazyLock::new(|| {
        let made = tempfile::tempfile().and_then(|file| file.metadata());
        made.ok().map(|metadata| metadata.uid())
    });
    *USER == Some(metadata.uid())
}

fn name(digest: &Digest) -> String {
    format!("{}.{EXTENSION}", digest.0)
}

fn place(folder: &Path, digest: &Digest) -> PathBuf {
    folder.join(name(digest))
}

/// The image of this digest, if the folder has it as it was written; its memory has at most so many
/// bytes. An error says why a file is not used.
pub(super) fn read(
    folder: &Path,
    digest: &Digest,
    memory_bytes_max: u64,
) -> Result<Option<Image>, String> {
    let refused = |why: &dyn std::fmt::Display| {
        let path = place(folder, digest);
        format!("{} is not used: {why}", path.display())
    };
    let opened = Folder::open(folder).and_then(|folder| folder.file(&name(digest)));
    let file = match opened {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(refused(&error)),
    };
    let metadata = file.metadata().map_err(|error| refused(&error))?;
    if !metadata.is_file() || !is_own(&metadata) {
        return Err(refused(&"it is not a regular file of this user"));
    }
    let most = file_bytes_max(memory_bytes_max);
    if metadata.len() > most {
        let bytes = metadata.len();
        return Err(refused(&format_args!(
            "it has {bytes} bytes, and such a file has at most {most}"
        )));
    }
    let mut bytes = Vec::new();
    (&file)
        .take(most)
        .read_to_end(&mut bytes)
        .map_err(|error| refused(&error))?;
    let Some(image) = decode(&bytes, digest) else {
        return Err(refused(&"it is damaged, or of another version"));
    };
    // Which files are in use decides which ones are kept; a folder that may not be changed keeps all.
    let _ = file.set_modified(SystemTime::now());
    Ok(Some(image))
}

/// Writes an image, atomically for readers.
pub(super) fn write(folder: &Path, digest: &Digest, image: &Image) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(FOLDER_MODE)
        .create(folder)?;
    Folder::open(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&encode(&image.read()?, digest))?;
    file.persist(place(folder, digest))?;
    prune(folder)
}

/// Removes the least recently used files.
fn prune(folder: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if path
            .extension()
            .is_some_and(|extension| extension == EXTENSION)
        {
            // A file that another process has just removed counts as the oldest.
            let used = entry.metadata().and_then(|metadata| metadata.modified());
            files.push((used.unwrap_or(SystemTime::UNIX_EPOCH), path));
        }
    }
    files.sort_unstable();
    let surplus = files.len().saturating_sub(FILES_MAX);
    for (_, path) in &files[..surplus] {
        // Another process may do the same.
        let _ = fs::remove_file(path);
    }
    Ok(())
}

fn encode(memory: &[u8], digest: &Digest) -> Vec<u8> {
    let put = |out: &mut Vec<u8>, number: usize| {
        let number = u32::try_from(number).expect("a memory of 32 bits has fewer parts");
        out.extend_from_slice(&number.to_le_bytes());
    };
    let mut out = Vec::new();
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(digest.0.as_bytes());
    out.extend_from_slice(&(memory.len() as u64).to_le_bytes());
    let is_zero = |part: &[u8]| part.iter().all(|&byte| byte == 0);
    let parts: Vec<&[u8]> = memory.chunks(PART_BYTES).collect();
    let mut first = 0;
    for run in parts.chunk_by(|one, next| is_zero(one) == is_zero(next)) {
        if !is_zero(run[0]) {
            put(&mut out, first);
            put(&mut out, run.len());
            run.iter().for_each(|part| out.extend_from_slice(part));
        }
        first += run.len();
    }
    let checksum = XxHash3_64::oneshot(&out);
    out.extend_from_slice(&checksum.to_le_bytes());
    out
}

fn decode(bytes: &[u8], digest: &Digest) -> Option<Image> {
    let (checked, checksum) = bytes.split_last_chunk::<8>()?;
    if XxHash3_64::oneshot(checked) != u64::from_le_bytes(*checksum) {
        return None;
    }
    let rest = checked.strip_prefix(MAGIC)?;
    let rest = rest.strip_prefix(digest.0.as_bytes())?;
    let (memory_bytes, mut rest) = rest.split_first_chunk::<8>()?;
    let memory_bytes = usize::try_from(u64::from_le_bytes(*memory_bytes)).ok()?;
    if memory_bytes > 4 << 30 {
        return None;
    }
    let mut runs = Vec::new();
    while !rest.is_empty() {
        let range = range(&mut rest)?;
        let (run, after) = rest.split_at_checked(range.len())?;
        runs.push((range.start, run));
        rest = after;
    }
    Image::of_parts(memory_bytes, runs.into_iter()).ok()
}

/// Reads a number from the front.
fn number(rest: &mut &[u8]) -> Option<u32> {
    let (number, after) = rest.split_first_chunk::<4>()?;
    *rest = after;
    Some(u32::from_le_bytes(*number))
}

/// Reads a range of parts from the front, in bytes.
fn range(rest: &mut &[u8]) -> Option<Range<usize>> {
    let start = (number(rest)? as usize).checked_mul(PART_BYTES)?;
    let len = (number(rest)? as usize).checked_mul(PART_BYTES)?;
    Some(start..start.checked_add(len)?)
}

#[cfg(test)]
mod tests {
    use super::{
        Digest, FILES_MAX, PART_BYTES, decode, encode, file_bytes_max, place, read, write,
    };
    use crate::image::Image;

    fn memory() -> Vec<u8> {
        let mut memory = vec![0; 128 << 10];
        memory[1] = 7;
        memory[PART_BYTES] = 8;
        memory[100 << 10] = 9;
        memory
    }

    fn digest(number: u8) -> Digest {
        Digest(format!("{number:064x}"))
    }

    #[test]
    fn an_image_is_read_as_it_was_written() {
        let memory = memory();
        let bytes = encode(&memory, &digest(1));
        assert!(bytes.len() < 4 * PART_BYTES, "zeros take no room");
        let image = decode(&bytes, &digest(1)).unwrap();
        assert_eq!(image.read().unwrap(), memory);
        assert!(decode(&bytes, &digest(2)).is_none(), "of other preludes");
    }

    #[test]
    fn a_damaged_file_is_as_good_as_none() {
        let bytes = encode(&memory(), &digest(1));
        for at in (0..bytes.len()).step_by(97) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(decode(&damaged, &digest(1)).is_none(), "{at}");
            assert!(decode(&bytes[..at], &digest(1)).is_none(), "{at}");
        }
    }

    #[test]
    fn a_folder_keeps_the_files_that_were_used_last() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("made/here");
        let image = Image::of(&memory()).unwrap();
        let last = u8::try_from(FILES_MAX).unwrap() + 1;
        for number in 0..=last {
            write(&folder, &digest(number), &image).unwrap();
            let long_ago = std::time::SystemTime::now()
                - std::time::Duration::from_secs(1000 - u64::from(number));
            let file = std::fs::File::open(place(&folder, &digest(number))).unwrap();
            file.set_modified(long_ago).unwrap();
        }
        let read = |number| read(&folder, &digest(number), 128 << 10);
        assert!(read(0).unwrap().is_none());
        assert!(read(1).unwrap().is_none());
        assert!(read(last).unwrap().is_some());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), FILES_MAX);
        let path = place(&folder, &digest(2));
        std::fs::write(path, "damaged").unwrap();
        let unused = read(2).err().unwrap();
        assert!(
            unused.ends_with("it is damaged, or of another version"),
            "{unused}"
        );
    }

    /// Where others can write, they can put anything in the place of a file.
    #[test]
    fn only_a_regular_file_of_the_right_size_in_a_closed_folder_is_read() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("preludes");
        std::fs::create_dir(&folder).unwrap();
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o777)).unwrap();
        let image = Image::of(&memory()).unwrap();
        let read = || read(&folder, &digest(1), 128 << 10);
        let open = read().err().unwrap();
        assert!(open.contains("(mode 0777): chmod 700"), "{open}");
        assert!(write(&folder, &digest(1), &image).is_err());
        // A folder that is there stays as its owner has made it.
        let mode = || folder.metadata().unwrap().permissions().mode() & 0o7777;
        assert_eq!(mode(), 0o777);
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700)).unwrap();
        write(&folder, &digest(1), &image).unwrap();
        assert!(read().unwrap().is_some());
        let path = place(&folder, &digest(1));
        let elsewhere = folder.join("elsewhere");
        std::fs::rename(&path, &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
        assert!(read().is_err(), "a link");
        std::fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        assert!(read().is_err(), "a link to a device");
        std::fs::remove_file(&path).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        assert!(read().is_err(), "a pipe, which nobody writes to");
        std::fs::remove_file(&path).unwrap();
        let large = std::fs::File::create(&path).unwrap();
        large.set_len(1 << 30).unwrap();
        assert!(read().is_err(), "a file of a gigabyte");
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        assert!(read().is_err(), "a folder");
    }

    #[test]
    fn the_largest_file_is_as_large_as_its_bound_says() {
        let mut memory = vec![0; 128 << 10];
        memory
            .chunks_mut(2 * PART_BYTES)
            .for_each(|parts| parts[0] = 1);
        let bytes = encode(&memory, &digest(1)).len() as u64;
        assert!(bytes < file_bytes_max(128 << 10));
        memory.fill(1);
        let bytes = encode(&memory, &digest(1)).len() as u64;
        assert!(bytes < file_bytes_max(128 << 10));
    }
}
