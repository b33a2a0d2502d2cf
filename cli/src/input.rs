//! What the command reads whole, from files and standard input, each with a bound.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use isolate_host::vfs::NameFault;
use isolate_host::{JsonCount, Value, exact_json, from_json_as};
use serde_json::Value as Json;

use crate::reason;

/// What some editors write in front of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// How many bytes are read at most, and what to do instead of giving more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) bytes: u64,
    /// What the bound is one of, with the way out: `the limit for …`.
    pub(crate) about: &'static str,
}

impl Bound {
    /// A program, its input, or JSON for tools. Models write far less, and the syntax tree of the
    /// engine takes about a hundred times as much memory.
    pub(crate) const TEXT: Self = Self {
        bytes: 16 << 20,
        about: "the limit for the text of a program: keep data in files",
    };
    /// Rules about paths. People write them by hand.
    pub(crate) const POLICY: Self = Self {
        bytes: 1 << 20,
        about: "the limit for a policy: use patterns instead of single paths",
    };
    /// The token of a server.
    pub(crate) const TOKEN: Self = Self {
        bytes: 8 << 10,
        about: "the limit for a token: give a file that holds nothing else",
    };
    /// The content of one file of a workspace, as large as a file may be there.
    pub(crate) const CONTENT: Self = Self {
        bytes: 64 << 20,
        about: "the limit for a file of a workspace: write it in parts with append",
    };

    fn beyond(self, name: &str) -> String {
        let size = match self.bytes >> 20 {
            0 => format!("{} KiB", self.bytes >> 10),
            mib => format!("{mib} MiB"),
        };
        format!("{name} is larger than {size}, {}", self.about)
    }
}

/// The text of a file, without a byte order mark.
pub(crate) fn file(path: &Path, bound: Bound) -> Result<String, String> {
    let name = path.to_string_lossy();
    let file = File::open(path).map_err(|cause| cannot_read(&name, &cause))?;
    text(file, &name, bound)
}

/// What is to be read from somewhere, as text without a byte order mark.
pub(crate) fn text(from: impl Read, name: &str, bound: Bound) -> Result<String, String> {
    let mut text = String::from_utf8(bytes(from, name, bound)?).map_err(|cause| {
        let at = cause.utf8_error().valid_up_to();
        format!("{name} is not UTF-8 text: byte {at} is invalid")
    })?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len_utf8());
    }
    Ok(text)
}

/// What is to be read from somewhere.
pub(crate) fn bytes(from: impl Read, name: &str, bound: Bound) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    from.take(bound.bytes + 1)
        .read_to_end(&mut bytes)
        .map_err(|cause| cannot_read(name, &cause))?;
    if bytes.len() as u64 > bound.bytes {
        return Err(bound.beyond(name));
    }
    Ok(bytes)
}

/// JSON values that a text may have: a hundred bytes are used for each, in several copies.
const VALUES_MAX: u64 = 1_000_000;

/// Refuses a JSON text of which too much would be made.
pub(crate) fn check_values(text: &str, name: &str) -> Result<(), String> {
    match JsonCount::of(text.as_bytes()).values {
        values if values > VALUES_MAX => Err(format!(
            "{name} has more than {VALUES_MAX} values, the limit for JSON: keep data in files"
        )),
        _ => Ok(()),
    }
}

/// The values of a JSON text given as `name`, with every digit and every member.
pub(crate) fn json(text: &str, name: &str) -> Result<Json, String> {
    check_values(text, name)?;
    exact_json(text.as_bytes()).map_err(|fault| fault.about(name))
}

/// The JSON text of `--input` as a program receives it.
pub(crate) fn json_value(text: &str) -> Result<Value, String> {
    let json = json(text, "--input")?;
    from_json_as(&json, None).map_err(|inexact| format!("--input: {inexact}"))
}

/// Refuses names of a database that SQLite takes for something else than a file of that name, in the words
/// of the command.
pub(crate) fn check_database(path: &Path) -> Result<(), String> {
    Err(match NameFault::of(path) {
        None => return Ok(()),
        Some(NameFault::Empty) => "--db has an empty name: give a file, or leave it out".to_owned(),
        Some(NameFault::Memory) => {
            "--db :memory: would keep nothing: leave out --db for files in memory, or write --db ./:memory: for a file of this name"
                .to_owned()
        }
        Some(NameFault::Uri) => {
            let name = path.to_string_lossy();
            let plain = name.trim_start_matches("file:").split('?').next().unwrap_or_default();
            format!(
                "--db {name} is no URI here: write --db {plain}, or --db ./{name} for a file of this name"
            )
        }
    })
}

fn cannot_read(name: &str, cause: &io::Error) -> String {
    format!("cannot read {name}: {}", reason::of(cause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_no_files_for_sqlite_are_refused_with_what_to_write() {
        let refused = |name: &str| check_database(Path::new(name)).unwrap_err();
        assert!(refused(":memory:").contains("leave out --db"));
        let message = refused("file:x.sqlite?mode=memory");
        assert!(
            message.contains("write --db x.sqlite, or --db ./file:x.sqlite?mode=memory"),
            "{message}"
        );
        assert!(refused("").contains("empty name"));
        assert_eq!(check_database(Path::new("./file:x")), Ok(()));
    }

    #[test]
    fn what_is_larger_than_its_bound_is_refused_and_never_cut() {
        let bound = Bound {
            bytes: 4096,
            about: "the limit here",
        };
        assert_eq!(text(&[b'a'; 4096][..], "x", bound).unwrap().len(), 4096);
        let refused = text(io::repeat(b'a'), "x", bound).unwrap_err();
        assert_eq!(refused, "x is larger than 4 KiB, the limit here");
        let refused = bytes(io::repeat(0), "x", Bound::POLICY).unwrap_err();
        assert!(refused.starts_with("x is larger than 1 MiB, "), "{refused}");
        let refused = text(&b"ab\xff"[..], "x", bound).unwrap_err();
        assert_eq!(refused, "x is not UTF-8 text: byte 2 is invalid");
        assert_eq!(
            text("\u{feff}a\u{feff}".as_bytes(), "x", bound).unwrap(),
            "a\u{feff}"
        );
    }
}
