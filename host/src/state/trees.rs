//! Whole trees: finding, walking, summarising, matching.

use std::collections::BTreeSet;

use isolate_intent::source;
use isolate_protocol::{ErrorCode, Value};
use isolate_text::budget;
use isolate_text::{VPath, glob::Glob};
use isolate_vfs::{
    ENTRIES_MAX_DEFAULT, FileKind, FindEntry, FindOptions, GlobOptions, Skip, Timestamp, TreeNode,
    WalkOptions,
};

use super::args::Options;
use super::members::Members as _;
use super::{Call, Fault};
use crate::cast::to_integer;
use crate::json::parse_iso_date;
use crate::stop::Stop;

pub(super) fn find(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let options = find_options(call, 1)?;
    let entries = found(call, &path, &options)?;
    if entries.is_empty() && (path.as_str().contains('*') || call.is_pattern(&path)) {
        let option = match path.name().unwrap_or_default() {
            name if name.contains('*') => format!("name: {name:?}"),
            _ => format!("pathPattern: {:?}", path.as_str()),
        };
        call.note(format!(
            "'{path}' is no folder: a pattern is an option, await state.find(\"/\", {{ {option} }})"
        ));
    }
    call.out.array(entries.len());
    for entry in &entries {
        call.out.entry(6);
        encode_place(call, &entry.path);
        call.out.member("type", entry.kind.as_str());
        call.out.member("depth", entry.depth);
        call.out.member("size", entry.size);
        call.out.string("mtime");
        let time = call.answers.time(entry.kind, entry.mtime)?;
        call.out.date(time);
        call.charge_reply()?;
    }
    Ok(())
}

/// Finds entries, with the notes about what was left out.
fn found(
    call: &mut Call<'_>,
    path: &VPath,
    options: &FindOptions,
) -> Result<Vec<FindEntry>, Fault> {
    let found = call.tree.find(path, options);
    call.meter.read(options.skip.bytes_read())?;
    call.note_unread_rules(&options.skip);
    let entries = found?;
    call.note_unused(&options.skip);
    Ok(entries)
}

/// Writes `path` and `name`; the root's name is "/".
fn encode_place(call: &mut Call<'_>, path: &VPath) {
    call.out.member("path", path.as_str());
    call.out.member("name", path.name().unwrap_or("/"));
}

fn find_options(call: &Call<'_>, index: usize) -> Result<FindOptions, Fault> {
    let options = call.options(index);
    let mut names = options.text("name").map(str::to_owned);
    let mut paths = options.text("pathPattern").map(str::to_owned);
    if let Some(glob) = options.text("glob") {
        let place = if glob.contains('/') {
            &mut paths
        } else {
            &mut names
        };
        if place.as_deref().is_some_and(|other| other != glob) {
            return Err(call.usage_error("a pattern is given twice, and they differ"));
        }
        *place = Some(glob.to_owned());
    }
    if let Some(extensions) = options.texts("extension") {
        if names.is_some() {
            return Err(call.usage_error(
                "\"name\" and \"extension\" cannot both be given: write name: \"*.ts\"",
            ));
        }
        let bare: Vec<&str> = extensions
            .iter()
            .map(|extension| extension.trim_start_matches(['*', '.']))
            .collect();
        names = Some(match bare[..] {
            [only] => format!("*.{only}"),
            _ => format!("*.{{{}}}", bare.join(",")),
        });
    }
    let mut wanted = FindOptions::new()
        .depth_min(depth(call, options, "minDepth")?.unwrap_or(0))
        .skip(call.skip(index)?)
        .entries_max(ENTRIES_MAX_DEFAULT);
    wanted.kinds = options
        .texts("type")
        .map(|names| names.iter().filter_map(|name| kind_of(name)).collect());
    wanted.name = names.map(|name| Glob::find_name(&name)).transpose()?;
    wanted.path = paths.map(|path| Glob::find_path(&path)).transpose()?;
    // Sizes are whole: at least 1.5 bytes is at least 2.
    let size_min = options.number("sizeMin");
    wanted.size_min = size_min.map(|bytes| to_integer(bytes.ceil()));
    wanted.size_max = options
        .bound("sizeMax")
        .or_else(|| below_everything(options, "sizeMax"));
    wanted.mtime_after = time(call, options, "mtimeAfter")?.map(Timestamp::from_millis);
    wanted.mtime_before = time(call, options, "mtimeBefore")?.map(Timestamp::from_millis);
    let is_about = |kind| {
        wanted
            .kinds
            .as_ref()
            .is_none_or(|kinds| kinds.contains(&kind))
    };
    if (wanted.mtime_after.is_some() || wanted.mtime_before.is_some())
        && is_about(FileKind::Directory)
    {
        call.answers.searches_times();
    }
    wanted.empty = match options.member("empty") {
        Some(Value::Boolean(empty)) => Some(*empty),
        _ => None,
    };
    wanted.depth_max = depth(call, options, "maxDepth")?;
    Ok(wanted)
}

pub(super) fn list_files(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let mut options = find_options(call, 1)?;
    options.kinds.get_or_insert_with(|| vec![FileKind::File]);
    let entries = found(call, &path, &options)?;
    call.out.array(entries.len());
    for entry in &entries {
        call.out.string(entry.path.as_str());
        call.charge_reply()?;
    }
    Ok(())
}

/// Negative infinity as a largest size excludes everything; positive infinity and NaN nothing.
fn below_everything(options: Options<'_>, name: &str) -> Option<u64> {
    (options.number(name) == Some(f64::NEG_INFINITY)).then_some(0)
}

fn depth(call: &Call<'_>, options: Options<'_>, name: &str) -> Result<Option<u32>, Fault> {
    let depth = options.whole(call, name)?;
    Ok(depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)))
}

fn kind_of(name: &str) -> Option<FileKind> {
    [FileKind::File, FileKind::Directory, FileKind::Symlink]
        .into_iter()
        .find(|kind| kind.as_str() == name)
}

/// A time as a `Date`, a number of milliseconds or ISO text; 0 and "" are no condition.
fn time(call: &Call<'_>, options: Options<'_>, name: &str) -> Result<Option<i64>, Fault> {
    let milliseconds = match options.member(name) {
        None => return Ok(None),
        Some(Value::Number(0.0)) => return Ok(None),
        Some(Value::Number(number) | Value::Date(number)) => Some(*number).filter(|n| !n.is_nan()),
        Some(Value::String(text)) if text.text.is_empty() => return Ok(None),
        Some(Value::String(text)) => parse_iso_date(&text.text),
        Some(_) => None,
    };
    let Some(milliseconds) = milliseconds else {
        let text = format!(
            "\"options.{name}\" is no date: give a Date, milliseconds, or text such as \"2025-01-31T12:00:00Z\""
        );
        return Err(call.error(ErrorCode::Invalid, &text));
    };
    Ok(Some(to_integer(milliseconds)))
}

/// How far `walkTree` and `summarizeTree` go.
fn walk_options(call: &Call<'_>) -> Result<WalkOptions, Fault> {
    let mut options = WalkOptions::new();
    options.depth_max = depth(call, call.options(1), "maxDepth")?;
    Ok(options)
}

pub(super) fn walk_tree(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let options = walk_options(call)?;
    let root = call.tree.walk(&path, &options)?;
    encode_node(call, &root)
}

/// Recurses once per level of directories, whose number the length of paths limits.
fn encode_node(call: &mut Call<'_>, node: &TreeNode) -> Result<(), Fault> {
    call.out.entry(if node.children.is_some() { 5 } else { 4 });
    encode_place(call, &node.path);
    call.out.member("type", node.kind.as_str());
    call.out.member("size", node.size);
    if let Some(children) = &node.children {
        call.out.list("children", children.len());
        for child in children {
            encode_node(call, child)?;
        }
    }
    call.charge_reply()
}

pub(super) fn summarize_tree(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let options = walk_options(call)?;
    let summary = call.tree.summarize(&path, &options)?;
    call.out.object(5);
    for (name, count) in [
        ("files", summary.files),
        ("directories", summary.directories),
        ("symlinks", summary.symlinks),
        ("totalBytes", summary.bytes),
        ("maxDepth", u64::from(summary.depth_max)),
    ] {
        call.out.member(name, count);
    }
    Ok(())
}

pub(super) fn glob(call: &mut Call<'_>) -> Result<(), Fault> {
    let options = call.options(1);
    let cwd = options
        .text("cwd")
        .map(|cwd| call.parse_path(&Value::String(cwd.into()), "cwd"))
        .transpose()?;
    if let Some(cwd) = options.text("cwd")
        && cwd.contains(['*', '?', '{'])
    {
        let pattern = call.globs(0)?.first().copied().unwrap_or_default();
        let members = match &call.values[1] {
            Value::Object(members) => &members[..],
            _ => &[],
        };
        let others: String = members
            .iter()
            .filter(|(key, _)| key.text != "cwd")
            .map(|(key, value)| {
                let value = source(value).unwrap_or_else(|| "…".to_owned());
                format!(", {}: {value}", key.text)
            })
            .collect();
        let text = format!(
            "\"cwd\" is a folder, and {cwd:?} is a pattern: write state.glob({cwd:?}, {{ cwd: {pattern:?}{others} }})"
        );
        return Err(call.usage_error(&text));
    }
    let kind = match (options.flag("nodir"), options.flag("onlyDirectories")) {
        (true, true) => {
            return Err(call.usage_error("\"nodir\" and \"onlyDirectories\" exclude each other"));
        }
        (true, false) => Some(FileKind::File),
        (false, true) => Some(FileKind::Directory),
        (false, false) => None,
    };
    let hides_dotfiles = options.boolean("dot") == Some(false);
    // With a directory to start from, globbers answer with what lies below it by its name there.
    let is_absolute = options.boolean("absolute").unwrap_or(cwd.is_none());
    let base = cwd.unwrap_or_else(VPath::root);
    let start = base.as_str().trim_end_matches('/').len() + 1;
    let patterns: Vec<String> = call.globs(0)?.into_iter().map(str::to_owned).collect();
    let mut matches = call.matching_globs(&patterns, 1, &base)?;
    matches.retain(|(path, found)| {
        let is_hidden = || {
            path.as_str()
                .get(start..)
                .unwrap_or_default()
                .split('/')
                .any(|name| name.starts_with('.'))
        };
        let is_kind = match kind {
            Some(FileKind::File) => *found != FileKind::Directory,
            Some(kind) => *found == kind,
            None => true,
        };
        is_kind && !(hides_dotfiles && is_hidden())
    });
    if matches.is_empty() && base.is_root() {
        call.note_no_file(1);
    }
    call.out.array(matches.len());
    for (path, _) in &matches {
        let below = path
            .as_str()
            .get(start..)
            .filter(|_| !is_absolute && path.starts_with(&base));
        call.out.string(below.unwrap_or(path.as_str()));
        call.charge_reply()?;
    }
    Ok(())
}

impl Call<'_> {
    /// The entries that globs match, in order; the globs are relative to a directory. Among several
    /// globs, those that begin with `!` exclude.
    pub(super) fn matching_globs(
        &mut self,
        patterns: &[String],
        options: usize,
        base: &VPath,
    ) -> Result<Vec<(VPath, FileKind)>, Fault> {
        let (found, skip) = self.matching_and_skipped(patterns, options, base)?;
        self.note_unused(&skip);
        Ok(found)
    }

    /// The same, with what was left out and no note about it.
    pub(super) fn matching_and_skipped(
        &mut self,
        patterns: &[String],
        options: usize,
        base: &VPath,
    ) -> Result<(Vec<(VPath, FileKind)>, Skip), Fault> {
        // `!(a)` is a pattern of its own.
        let excludes =
            |glob: &str| glob.len() > 1 && glob.starts_with('!') && !glob.starts_with("!(");
        let (negated, plain): (Vec<&String>, Vec<&String>) = patterns
            .iter()
            .partition(|glob| patterns.len() > 1 && excludes(glob));
        let compile = |pattern: &str| {
            budget::charge(Glob::bytes_max(pattern))?;
            if self.tree.is_stopped() {
                return Err(Fault::Stop(Stop::Halted));
            }
            let glob = match pattern.starts_with('/') || base.is_root() {
                true => Glob::new(pattern),
                false => Glob::within(base.as_str(), pattern),
            };
            Ok::<_, Fault>(glob?)
        };
        let left_out: Vec<Glob> = negated
            .iter()
            .map(|pattern| compile(&pattern[1..]))
            .collect::<Result<_, _>>()?;
        let globs: Vec<Glob> = plain
            .iter()
            .map(|pattern| compile(pattern))
            .collect::<Result<_, _>>()?;
        if globs.is_empty() {
            return Err(
                self.usage_error("every pattern of the list leaves out: one must say what to take")
            );
        }
        let depth_max = depth(self, self.options(options), "maxDepth")?;
        let mut options = GlobOptions::new().skip(self.skip(options)?);
        options.depth_max = depth_max;
        let all: Vec<_> = globs
            .iter()
            .map(|glob| self.tree.glob(glob, &options))
            .collect();
        self.meter.read(options.skip.bytes_read())?;
        self.note_unread_rules(&options.skip);
        let mut found = Vec::new();
        for one in all {
            found.append(&mut one?);
        }
        if globs.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        let mut others = BTreeSet::new();
        for glob in &left_out {
            let all = self.tree.glob(glob, &GlobOptions::new());
            others.extend(all?);
        }
        found.retain(|entry| !others.contains(entry));
        Ok((found, options.skip))
    }

    /// What the options at parameter `index` exclude.
    fn skip(&self, index: usize) -> Result<Skip, Fault> {
        let options = self.options(index);
        let patterns = options.texts("exclude").unwrap_or_default();
        let skip = Skip::new(&patterns)?.gitignore_bytes_max(self.meter.bytes_left());
        Ok(match options.flag("gitignore") {
            true => skip.gitignore(),
            false => skip,
        })
    }
}
