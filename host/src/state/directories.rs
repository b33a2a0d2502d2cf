//! Metadata and directories.

use isolate_protocol::{ErrorCode, Value};
use isolate_text::{VPath, budget};
use isolate_vfs::{
    ENTRIES_MAX_DEFAULT, FileKind, FindOptions, MkdirOptions, Stat, Timestamp, Tree,
};

use super::members::Members as _;
use super::{Call, Fault};
use crate::cast::to_integer;
use crate::json::parse_iso_date;

pub(super) fn exists(call: &mut Call<'_>) -> Result<(), Fault> {
    // A text that is not a path does not exist: `exists` does not fail for it.
    let exists = match call.path(0) {
        Ok(path) => {
            let exists = call.tree.exists(&path)?;
            if !exists {
                call.note_pattern(&path);
            }
            exists
        }
        Err(_) => false,
    };
    call.out.boolean(exists);
    Ok(())
}

pub(super) fn stat(call: &mut Call<'_>) -> Result<(), Fault> {
    stat_with(call, Tree::stat)
}

pub(super) fn lstat(call: &mut Call<'_>) -> Result<(), Fault> {
    stat_with(call, Tree::lstat)
}

/// One of the ways in which a tree describes an entry.
type Describe = fn(&Tree, &VPath) -> isolate_vfs::Result<Option<Stat>>;

fn stat_with(call: &mut Call<'_>, describe: Describe) -> Result<(), Fault> {
    let stat = match call.text(0)? {
        "" => None,
        _ => described(call, describe)?,
    };
    encode_stat(call, stat)
}

/// The entry at parameter 0, with a note if there is none and the path is a pattern that matches.
fn described(call: &mut Call<'_>, describe: Describe) -> Result<Option<Stat>, Fault> {
    let path = call.path(0)?;
    let stat = describe(call.tree, &path)?;
    if stat.is_none() {
        call.note_pattern(&path);
    }
    Ok(stat)
}

fn encode_stat(call: &mut Call<'_>, stat: Option<Stat>) -> Result<(), Fault> {
    let Some(stat) = stat else {
        call.out.null();
        return Ok(());
    };
    let time = call.answers.time(stat.kind, stat.mtime)?;
    call.out.entry(4);
    call.out.member("type", stat.kind.as_str());
    call.out.member("size", stat.size);
    call.out.string("mtime");
    call.out.date(time);
    call.out.member("mode", stat.mode);
    Ok(())
}

pub(super) fn mkdir(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let mut options = MkdirOptions::new();
    if call.options(1).flag("recursive") {
        options = options.recursive();
    }
    let mode = call.mode(call.options(1).member("mode"))?;
    let made: Result<(), Fault> = call.tree.atomically(|tree| {
        let is_there = tree.lstat(&path)?.is_some();
        tree.mkdir(&path, &options)?;
        if let (Some(mode), false) = (mode, is_there) {
            tree.set_mode(&path, mode)?;
        }
        Ok(())
    });
    made?;
    call.done()
}

/// Memory of an entry of a listing, without its names.
const LISTED_BYTES: usize = 96;

/// An entry of a listing, with its name, or its path relative to the listed directory.
struct Listed {
    name: String,
    parent: VPath,
    kind: FileKind,
}

/// The entries of a directory, or of everything below it, sorted by their names.
fn listed(call: &mut Call<'_>, path: &VPath, is_recursive: bool) -> Result<Vec<Listed>, Fault> {
    let entries = call.tree.read_dir(path)?;
    if !is_recursive {
        return Ok(entries
            .into_iter()
            .map(|entry| Listed {
                name: entry.name,
                parent: path.clone(),
                kind: entry.kind,
            })
            .collect());
    }
    // A link to a directory is listed as the directory is.
    let root = call.tree.real_path(path)?;
    let options = FindOptions::new()
        .depth_min(1)
        .entries_max(ENTRIES_MAX_DEFAULT);
    let found = call.tree.find(&root, &options)?;
    let base = root.as_str().trim_end_matches('/').len() + 1;
    let bytes = found
        .iter()
        .map(|entry| 2 * entry.path.as_str().len() + LISTED_BYTES);
    budget::charge(bytes.sum())?;
    let mut listed: Vec<Listed> = found
        .iter()
        .map(|entry| Listed {
            name: entry.path.as_str()[base..].to_owned(),
            parent: entry.path.parent().unwrap_or_else(VPath::root),
            kind: entry.kind,
        })
        .collect();
    listed.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(listed)
}

pub(super) fn readdir(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let options = call.options(1);
    let (is_typed, is_recursive) = (options.flag("withFileTypes"), options.flag("recursive"));
    let entries = listed(call, &path, is_recursive)?;
    call.out.array(entries.len());
    for entry in &entries {
        if !is_typed {
            call.out.string(&entry.name);
            call.charge_reply()?;
            continue;
        }
        let name = entry.name.rsplit('/').next().unwrap_or(&entry.name);
        call.out.entry(3);
        call.out.member("name", name);
        call.out.member("type", entry.kind.as_str());
        call.out.member("parentPath", entry.parent.as_str());
        call.charge_reply()?;
    }
    Ok(())
}

pub(super) fn readdir_with_file_types(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let is_recursive = call.options(1).flag("recursive");
    let entries = listed(call, &path, is_recursive)?;
    call.out.array(entries.len());
    for entry in &entries {
        call.out.entry(2);
        call.out.member("name", &entry.name);
        call.out.member("type", entry.kind.as_str());
        call.charge_reply()?;
    }
    Ok(())
}

/// Fails unless the path exists.
fn must_exist(call: &Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    if call.tree.exists(&path)? {
        return Ok(());
    }
    Err(call.tree.not_found(&path).into())
}

pub(super) fn access(call: &mut Call<'_>) -> Result<(), Fault> {
    must_exist(call)?;
    call.done()
}

pub(super) fn chmod(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    if let Some(mode) = call.mode(Some(&call.values[1]))? {
        call.tree.set_mode(&path, mode)?;
    }
    call.done()
}

impl Call<'_> {
    /// Permission bits, as a number or as digits of base eight.
    pub(super) fn mode(&self, given: Option<&Value>) -> Result<Option<u32>, Fault> {
        const MODE_MAX: f64 = 0o7777 as f64;
        let mode = match given {
            None | Some(Value::Undefined | Value::Null) => return Ok(None),
            Some(Value::Number(mode)) if mode.fract() == 0.0 && (0.0..=MODE_MAX).contains(mode) => {
                Some(to_integer(*mode))
            }
            Some(Value::String(text)) => {
                let digits = text.text.strip_prefix("0o").unwrap_or(&text.text);
                u32::from_str_radix(digits, 8)
                    .ok()
                    .filter(|mode| f64::from(*mode) <= MODE_MAX)
            }
            Some(_) => None,
        };
        mode.map(Some).ok_or_else(|| {
            let shown = given.map(Value::described).unwrap_or_default();
            self.argument_error(format!(
                "\"mode\" must be permission bits such as 0o755 or \"755\", but is {shown}"
            ))
        })
    }
}

/// The largest number that is read as seconds since 1970: the year 5138.
const SECONDS_MAX: f64 = 1e11;

/// Milliseconds since 1970 that a `Date` can hold.
const MILLISECONDS_MAX: f64 = 8.64e15;

/// Sets the time of the last change. As in Node a number counts seconds; one that is too large
/// for that counts milliseconds, as `Date.now()` does. Times of access are not kept.
pub(super) fn utimes(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let times = (time(call, 1)?, time(call, 2)?);
    if let Some(time) = times.1.or(times.0) {
        call.tree.set_mtime(&path, Timestamp::from_millis(time))?;
    } else {
        call.tree.touch(&path)?;
    }
    call.done()
}

/// The time at a parameter, in milliseconds since 1970.
fn time(call: &Call<'_>, index: usize) -> Result<Option<i64>, Fault> {
    let number_of = |number: f64| {
        if number.abs() < SECONDS_MAX {
            number * 1000.0
        } else {
            number
        }
    };
    let time = match &call.values[index] {
        Value::Undefined | Value::Null => return Ok(None),
        Value::Number(number) => number_of(*number),
        Value::Date(time) => *time,
        Value::String(text) => match text.text.trim().parse() {
            Ok(number) => number_of(number),
            Err(_) => parse_iso_date(&text.text).unwrap_or(f64::NAN),
        },
        _ => f64::NAN,
    };
    if time.is_nan() || time.abs() > MILLISECONDS_MAX {
        let text = format!(
            "\"{}\" is no time: give a Date, or seconds since 1970",
            call.method
                .all_params()
                .nth(index)
                .map_or("time", |param| param.name)
        );
        return Err(call.error(ErrorCode::Invalid, &text));
    }
    Ok(Some(to_integer(time)))
}

pub(super) fn is_file(call: &mut Call<'_>) -> Result<(), Fault> {
    is_kind(call, FileKind::File)
}

pub(super) fn is_directory(call: &mut Call<'_>) -> Result<(), Fault> {
    is_kind(call, FileKind::Directory)
}

fn is_kind(call: &mut Call<'_>, kind: FileKind) -> Result<(), Fault> {
    let stat = described(call, Tree::stat)?;
    call.out.boolean(stat.is_some_and(|stat| stat.kind == kind));
    Ok(())
}
