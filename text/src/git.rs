//! Patches in git's extended format, which `git apply` accepts.
//!
//! Unlike a plain unified diff, they also carry binary files, symbolic links, permissions and
//! renames. They do not carry directories, times, or permissions other than "executable", because
//! git stores none of these.

#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::diff::{self, DiffError, DiffErrorKind};
use super::hash::{Algorithm, Hasher};
use crate::budget::{self, Exhausted, charge};

/// Bytes of one line of a binary patch before they are encoded.
const BINARY_LINE_BYTES: usize = 52;

/// A file or a symbolic link at one point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version<'a> {
    /// The path without the slash at its beginning.
    name: &'a str,
    mode: Mode,
    /// The content; of a link its target.
    bytes: &'a [u8],
}

/// What git stores of the permissions and the kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Plain,
    Executable,
    Link,
}

impl Mode {
    const fn text(self) -> &'static str {
        match self {
            Self::Plain => "100644",
            Self::Executable => "100755",
            Self::Link => "120000",
        }
    }
}

impl<'a> Version<'a> {
    /// The file at `path` with its content. Of its permissions, git stores whether it is executable.
    #[must_use]
    pub fn file(path: &'a str, is_executable: bool, bytes: &'a [u8]) -> Self {
        let mode = match is_executable {
            true => Mode::Executable,
            false => Mode::Plain,
        };
        Self::new(path, mode, bytes)
    }

    /// The symbolic link at `path` with its target.
    #[must_use]
    pub fn link(path: &'a str, target: &'a str) -> Self {
        Self::new(path, Mode::Link, target.as_bytes())
    }

    fn new(path: &'a str, mode: Mode, bytes: &'a [u8]) -> Self {
        Self {
            name: path.trim_start_matches('/'),
            mode,
            bytes,
        }
    }

    fn is_link(&self) -> bool {
        self.mode == Mode::Link
    }

    /// The content where it can be shown line by line.
    fn text(&self) -> Option<&'a str> {
        // git takes content with a null character for binary.
        std::str::from_utf8(self.bytes)
            .ok()
            .filter(|text| !text.contains('\0'))
    }

    /// The name that git gives this content.
    fn hash(&self) -> String {
        let mut hasher = Hasher::new(Algorithm::Sha1);
        hasher.update(format!("blob {}\0", self.bytes.len()).as_bytes());
        hasher.update(self.bytes);
        hasher.finish()
    }
}

/// How files that are not text are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum BinaryFiles {
    /// With their content, so that the patch can be applied.
    #[default]
    Whole,
    /// With a line that says that they differ.
    Named,
}

/// How many lines a patch removes and adds; of binary files none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct LineCounts {
    /// Lines that the patch adds.
    pub added: usize,
    /// Lines that it removes.
    pub removed: usize,
}

/// Appends the patch from `before` to `after`; nothing if they are the same. Two versions with
/// different names are a rename. Returns how many lines it changes.
///
/// # Errors
/// The work had to [stop](super::stop), or the memory of the budget is used up. What was appended
/// by then is not a complete patch.
pub fn write(
    before: Option<Version<'_>>,
    after: Option<Version<'_>>,
    binary: BinaryFiles,
    out: &mut String,
) -> Result<LineCounts, DiffError> {
    match (before, after) {
        (Some(before), Some(after)) if before == after => Ok(LineCounts::default()),
        // git has no change from a file to a link: one is deleted, the other is created.
        (Some(old), Some(new)) if old.is_link() != new.is_link() => {
            let removed = one(Some(old), None, binary, out)?.removed;
            let added = one(None, Some(new), binary, out)?.added;
            Ok(LineCounts { added, removed })
        }
        (None, None) => Ok(LineCounts::default()),
        _ => one(before, after, binary, out),
    }
}

fn one(
    before: Option<Version<'_>>,
    after: Option<Version<'_>>,
    binary: BinaryFiles,
    out: &mut String,
) -> Result<LineCounts, DiffError> {
    let (Some(old), Some(new)) = (before.or(after), after.or(before)) else {
        return Ok(LineCounts::default());
    };
    let label = |prefix: &str, version: Version<'_>| {
        diff::quoted(&format!("{prefix}/{}", version.name)).into_owned()
    };
    let _infallible = writeln!(out, "diff --git {} {}", label("a", old), label("b", new));
    match (before, after) {
        (None, _) => {
            let _infallible = writeln!(out, "new file mode {}", new.mode.text());
        }
        (_, None) => {
            let _infallible = writeln!(out, "deleted file mode {}", old.mode.text());
        }
        _ if old.mode != new.mode => {
            let _infallible = writeln!(
                out,
                "old mode {}\nnew mode {}",
                old.mode.text(),
                new.mode.text()
            );
        }
        _ => {}
    }
    if old.name != new.name {
        if old.bytes == new.bytes {
            out.push_str("similarity index 100%\n");
        }
        let _infallible = writeln!(
            out,
            "rename from {}\nrename to {}",
            diff::quoted(old.name),
            diff::quoted(new.name)
        );
    }
    let is_whole = before.is_none() || after.is_none();
    if old.bytes == new.bytes && !is_whole {
        return Ok(LineCounts::default());
    }
    let label = |prefix: &str, version: Option<Version<'_>>| match version {
        Some(version) => format!("{prefix}/{}", version.name),
        None => "/dev/null".to_owned(),
    };
    let (from, to) = (label("a", before), label("b", after));
    if let (Some(old), Some(new)) = (old.text(), new.text()) {
        let old = before.map_or("", |_| old);
        let new = after.map_or("", |_| new);
        match diff::compare(old, new, &from, &to) {
            Ok(compared) => {
                charge(compared.text.len())?;
                out.push_str(&compared.text);
                return Ok(LineCounts {
                    added: compared.added,
                    removed: compared.removed,
                });
            }
            Err(error) if error.kind() == DiffErrorKind::Stopped => return Err(error),
            // Too many lines to compare: as bytes.
            Err(_) => {}
        }
    }
    if binary == BinaryFiles::Named {
        out.push_str(&diff::binary_notice(&from, &to));
        return Ok(LineCounts::default());
    }
    // Without whole hashes git refuses a binary patch.
    let hash = |it: Option<Version<'_>>| it.map_or_else(|| "0".repeat(40), |it| it.hash());
    let (from, to) = (hash(before), hash(after));
    let _infallible = writeln!(out, "index {from}..{to}\nGIT binary patch");
    literal(after.map_or(&[], |version| version.bytes), out)?;
    literal(before.map_or(&[], |version| version.bytes), out)?;
    Ok(LineCounts::default())
}

/// Appends bytes as a part of a binary patch.
fn literal(bytes: &[u8], out: &mut String) -> Result<(), Exhausted> {
    let _packed = budget::scratch();
    charge(bytes.len() + bytes.len() / 1_000 + 64)?;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory takes every byte");
    let packed = encoder.finish().expect("memory takes every byte");
    let _infallible = writeln!(out, "literal {}", bytes.len());
    for line in packed.chunks(BINARY_LINE_BYTES) {
        let length = u8::try_from(line.len()).expect("a line has at most 52 bytes");
        out.push(char::from(match length {
            1..=26 => b'A' + length - 1,
            _ => b'a' + length - 27,
        }));
        base85(line, out);
        out.push('\n');
    }
    out.push('\n');
    Ok(())
}

/// Appends bytes in git's base 85: five digits for every four bytes, the last filled with zeros.
fn base85(bytes: &[u8], out: &mut String) {
    const DIGITS: &[u8; 85] =
        b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
    for group in bytes.chunks(4) {
        let mut word = [0; 4];
        word[..group.len()].copy_from_slice(group);
        let mut number = u32::from_be_bytes(word);
        let mut digits = ['0'; 5];
        for digit in digits.iter_mut().rev() {
            *digit = char::from(DIGITS[(number % 85) as usize]);
            number /= 85;
        }
        out.extend(digits);
    }
}
