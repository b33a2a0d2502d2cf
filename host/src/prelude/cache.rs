//! Images of preludes as files, so that another process need not load them again.
//!
//! The name of a file is the digest of the engine and of all texts. What it holds is checked when it
//! is read: a file that is damaged, cut off or of another version is as good as none. It decides what
//! programs find loaded, and nothing else: like the code that it replaces, it runs in the sandbox.
//!
//! ```text
//! MAGIC, digest (64 bytes), u64 bytes of the memory,
//! { u32 first part, u32 number of parts, their bytes } …, u64 checksum of all that comes before
//! ```
//!
//! Numbers have their lowest byte first. Parts that no entry names are zero.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use twox_hash::XxHash3_64;

use super::Digest;
use crate::image::{Image, PART_BYTES};

const MAGIC: &[u8; 16] = b"isolate-prelude2";

const EXTENSION: &str = "preludes";

/// Files that a folder keeps; those that were not used for longest go.
const FILES_MAX: usize = 16;

/// Largest file that is read.
const FILE_BYTES_MAX: u64 = 1 << 30;

fn place(folder: &Path, digest: &Digest) -> PathBuf {
    folder.join(&digest.0).with_extension(EXTENSION)
}

/// The image of this digest, if the folder has it as it was written.
pub(super) fn read(folder: &Path, digest: &Digest) -> Option<Image> {
    let path = place(folder, digest);
    let file = File::open(&path).ok()?;
    if file.metadata().ok()?.len() > FILE_BYTES_MAX {
        return None;
    }
    let mut bytes = Vec::new();
    (&file).take(FILE_BYTES_MAX).read_to_end(&mut bytes).ok()?;
    let image = decode(&bytes, digest);
    if image.is_none() {
        tracing::debug!(path = %path.display(), "a damaged file of preludes is not used");
    }
    // Which files are in use decides which ones are kept; a folder that may not be changed keeps all.
    let _ = file.set_modified(SystemTime::now());
    image
}

/// Keeps an image. Whoever reads meanwhile sees the whole of it or nothing.
pub(super) fn write(folder: &Path, digest: &Digest, image: &Image) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&encode(&image.read()?, digest))?;
    file.persist(place(folder, digest))?;
    prune(folder)
}

/// Removes the files that were not used for longest.
fn prune(folder: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if path
            .extension()
            .is_some_and(|extension| extension == EXTENSION)
        {
            // One that another process has removed meanwhile counts as the oldest.
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
    use super::{Digest, FILES_MAX, PART_BYTES, decode, encode, place, read, write};
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
        assert!(read(&folder, &digest(0)).is_none());
        assert!(read(&folder, &digest(1)).is_none());
        assert!(read(&folder, &digest(last)).is_some());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), FILES_MAX);
        let path = place(&folder, &digest(2));
        std::fs::write(path, "damaged").unwrap();
        assert!(read(&folder, &digest(2)).is_none());
    }
}
