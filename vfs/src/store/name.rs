//! Names that SQLite takes for something else than a file of that name.

use std::path::Path;

use isolate_text::lines;

use crate::error::{Error, ErrorKind, Result};

/// Why a name is refused as that of a workspace file: SQLite would take it for something else, and keep
/// nothing or write elsewhere.
///
/// ```
/// use std::path::Path;
///
/// use isolate_vfs::NameFault;
///
/// assert_eq!(NameFault::of(Path::new("file:a.sqlite")), Some(NameFault::Uri));
/// assert_eq!(NameFault::of(Path::new("./file:a.sqlite")), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// It is empty, which is a temporary database.
    Empty,
    /// It is `:memory:`, a database without a file.
    Memory,
    /// It begins with `file:`, as a URI does.
    Uri,
}

impl NameFault {
    /// What is wrong with a name; `None` for every name of a file.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.as_os_str().as_encoded_bytes() {
            b"" => Some(Self::Empty),
            b":memory:" => Some(Self::Memory),
            bytes if bytes.starts_with(b"file:") => Some(Self::Uri),
            _ => None,
        }
    }
}

/// Refuses names that SQLite takes for something else than a file of that name.
pub(crate) fn check_name(path: &Path) -> Result<()> {
    let what = match NameFault::of(path) {
        None => return Ok(()),
        Some(NameFault::Empty) => "the name of a workspace file is not empty".to_owned(),
        Some(NameFault::Memory) => {
            let way_out = "a workspace in memory has no file: give no name, or ./:memory: for a file of this name";
            format!(":memory: is not taken as the name of a workspace file; {way_out}")
        }
        Some(NameFault::Uri) => {
            let shown = lines::shown(&path.to_string_lossy());
            format!(
                "{shown} is not taken as the name of a workspace file, since it may be a URI; give the path alone, or ./ before it for a file whose name begins with file:"
            )
        }
    };
    Err(Error::new(ErrorKind::Invalid).with_detail(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_file_is_taken() {
        for name in [
            "x",
            "./file:x",
            "/file:x",
            "./:memory:",
            ":memory",
            "FILE:x",
            "a?b#c%41",
        ] {
            assert!(check_name(Path::new(name)).is_ok(), "{name}");
        }
        for name in ["", ":memory:", "file:", "file:x?mode=memory", "file:///x"] {
            assert!(check_name(Path::new(name)).is_err(), "{name}");
        }
    }
}
