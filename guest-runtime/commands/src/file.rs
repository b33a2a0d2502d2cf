//! `file`: kinds by the first bytes, for what is met in a workspace.

mod json;
mod kinds;
mod text;

use crate::bytes::cat;
use crate::files::Kind;
use crate::options::{Options, Table, Value, both, long, short};
use crate::run::{Run, Step};

static TABLE: Table = Table {
    flags: &[
        both("b", "brief", Value::No),
        both("i", "mime", Value::No),
        long("mime-type", Value::No),
        long("mime-encoding", Value::No),
        both("L", "dereference", Value::No),
        both("h", "no-dereference", Value::No),
        both("N", "no-pad", Value::No),
        both("F", "separator", Value::Needed),
        short("E", Value::No),
    ],
    help: "[OPTION]... FILE...
Tells what files are by their first bytes.

  -b               without names
  -i, --mime-type, --mime-encoding
                   media type and encoding
  -L, -h           follows links, or not
  -N               names are not padded
  -F SEPARATOR     instead of the colon
  -E               a file that cannot be opened is an error",
    misused: 1,
    permutes: true,
};

/// Bytes that are looked at.
const LOOKED_AT: usize = 1 << 20;

/// What a file is: in words, as a media type, and its encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) words: String,
    pub(super) mime: String,
    pub(super) encoding: String,
    /// Whether these are the words of an error.
    is_error: bool,
    /// Whether its encoding is all that is known of it.
    is_plain: bool,
}

impl Found {
    pub(super) fn new(words: impl Into<String>, mime: &str, encoding: &str) -> Self {
        Self {
            words: words.into(),
            mime: mime.to_owned(),
            encoding: encoding.to_owned(),
            is_error: false,
            is_plain: false,
        }
    }
}

/// What is shown instead of words: a media type, an encoding, or both.
#[derive(Clone, Copy, Default)]
struct Shows {
    mime: bool,
    encoding: bool,
}

pub(crate) fn file(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (mut brief, mut follow, mut pads, mut is_strict) = (false, false, true, false);
    let mut shows = Shows::default();
    let mut separator = b":".to_vec();
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "b" => brief = true,
            "i" => (shows.mime, shows.encoding) = (true, true),
            "mime-type" => shows.mime = true,
            "mime-encoding" => shows.encoding = true,
            "L" => follow = true,
            "h" => follow = false,
            "N" => pads = false,
            "F" => separator = value.unwrap_or_default(),
            _ => is_strict = true,
        }
    }
    let operands = options.operands();
    if operands.is_empty() {
        return run.misused(1, "missing operand");
    }
    let shown: Vec<Vec<u8>> = operands.iter().map(|name| escaped(run, name)).collect();
    let width = shown.iter().map(Vec::len).max().unwrap_or(0);
    for (operand, name) in operands.iter().zip(&shown) {
        let found = look(run, operand, follow, is_strict)?;
        let text = match (shows.mime, shows.encoding) {
            (false, false) => found.words,
            (true, true) if found.is_error || found.encoding.is_empty() => found.mime,
            (true, true) => format!("{}; charset={}", found.mime, found.encoding),
            (true, false) => found.mime,
            (false, true) => found.encoding,
        };
        if brief || width == 0 {
            run.put(cat![text, "\n"])?;
        } else {
            let blanks = if pads { width - name.len() } else { 0 };
            run.put(cat![name, separator, " ".repeat(blanks + 1), text, "\n"])?;
        }
    }
    Ok(())
}

/// A name with octal numbers for what cannot be printed.
fn escaped(run: &Run<'_, '_>, name: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.first() {
        let character = crate::quote::first_character(rest);
        let is_fine = |character: char| match run.charset {
            crate::quote::Charset::Utf8 => !character.is_control(),
            crate::quote::Charset::Ascii => character.is_ascii() && !character.is_control(),
        };
        match character {
            Some(character) if is_fine(character) => {
                out.extend_from_slice(&rest[..character.len_utf8()]);
                rest = &rest[character.len_utf8()..];
            }
            _ => {
                out.extend(format!("\\{first:03o}").bytes());
                rest = &rest[1..];
            }
        }
    }
    out
}

fn look(run: &mut Run<'_, '_>, operand: &[u8], follow: bool, is_strict: bool) -> Step<Found> {
    let cannot_open = |run: &mut Run<'_, '_>, errno: crate::Errno| {
        let name = String::from_utf8_lossy(&escaped(run, operand)).into_owned();
        let words = format!("cannot open `{name}' ({errno})");
        if is_strict {
            run.status = 1;
        }
        Ok(Found {
            mime: words.clone(),
            encoding: words.clone(),
            words,
            is_error: true,
            is_plain: false,
        })
    };
    let found = if follow {
        run.stat(operand)
    } else {
        run.lstat(operand)
    };
    let stat = match found {
        Ok(stat) => stat,
        Err(errno) => return cannot_open(run, errno),
    };
    let special = [(0o4000, "setuid"), (0o2000, "setgid"), (0o1000, "sticky")];
    let special: Vec<&str> = special
        .into_iter()
        .filter(|(bit, _)| stat.mode & bit != 0)
        .map(|(_, word)| word)
        .collect();
    let special = special.join(", ");
    let comma = if special.is_empty() { "" } else { ", " };
    match stat.kind {
        Kind::Directory => {
            return Ok(Found::new(
                format!("{special}{comma}directory"),
                "inode/directory",
                "binary",
            ));
        }
        Kind::Link => {
            let target = match run.read_link(operand) {
                Ok(target) => String::from_utf8_lossy(&escaped(run, &target)).into_owned(),
                Err(errno) => return cannot_open(run, errno),
            };
            return Ok(if run.stat(operand).is_ok() {
                Found::new(
                    format!("symbolic link to {target}"),
                    "inode/symlink",
                    "binary",
                )
            } else {
                Found::new(
                    format!("broken symbolic link to {target}"),
                    "inode/symlink",
                    "",
                )
            });
        }
        Kind::File if stat.size == 0 => {
            return Ok(Found::new(
                format!("{special}{comma}empty"),
                "inode/x-empty",
                "binary",
            ));
        }
        Kind::File => {}
    }
    let bytes = match run.files().read(&run.at(operand), 0, LOOKED_AT) {
        Ok(bytes) => bytes,
        Err(errno) => return cannot_open(run, errno),
    };
    let mut found = kinds::of(&bytes);
    if !special.is_empty() {
        let comma = if found.is_plain { ", " } else { "" };
        found.words = format!("{special} {comma}{}", found.words);
    }
    Ok(found)
}
