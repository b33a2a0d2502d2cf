//! Whole trees: finding, walking, summing up, matching.

use isolate_protocol::ErrorCode;
use isolate_protocol::wire::Value;
use isolate_vfs::{
    ENTRIES_MAX_DEFAULT, FileKind, FindOptions, Glob, GlobOptions, Skip, TreeNode, VPath,
};

use super::args::Options;
use super::directories::kind_name;
use super::{Call, Fault};
use crate::json::parse_iso_date;

pub(super) fn find(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let options = find_options(call, 1)?;
    let found = call.tree.find(&path, &options);
    call.meter.read(options.skip.bytes_read())?;
    let entries = found.map_err(|error| call.fault(error))?;
    call.out.array(entries.len());
    for entry in &entries {
        call.out.object(6);
        encode_place(call, &entry.path);
        call.out.string("type");
        call.out.string(kind_name(entry.kind));
        call.out.string("depth");
        call.out.number(f64::from(entry.depth));
        call.out.string("size");
        #[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
        call.out.number(entry.size as f64);
        call.out.string("mtime");
        #[expect(clippy::cast_precision_loss, reason = "times are far below 2^53")]
        call.out.date(entry.mtime_ms as f64);
    }
    Ok(())
}

/// Writes `path` and `name`; the root's name is "/".
fn encode_place(call: &mut Call<'_>, path: &VPath) {
    call.out.string("path");
    call.out.string(path.as_str());
    call.out.string("name");
    call.out.string(path.name().unwrap_or("/"));
}

fn find_options(call: &Call<'_>, index: usize) -> Result<FindOptions, Fault> {
    let options = call.options(index);
    let pattern = |name: &str, compile: fn(&str) -> Result<Glob, _>| {
        options
            .text(name)
            .map(|pattern| compile(pattern).map_err(|error| call.pattern_fault(&error)))
            .transpose()
    };
    Ok(FindOptions {
        kinds: options
            .texts("type")
            .map(|names| names.iter().filter_map(|name| kind_of(name)).collect()),
        name: pattern("name", Glob::find_name)?,
        path: pattern("pathPattern", Glob::find_path)?,
        size_min: options.number("sizeMin").map(ceil),
        size_max: options
            .bound("sizeMax")
            .or_else(|| below_everything(options, "sizeMax")),
        mtime_after_ms: time(call, options, "mtimeAfter")?,
        mtime_before_ms: time(call, options, "mtimeBefore")?,
        empty: match options.member("empty") {
            Some(Value::Boolean(empty)) => Some(*empty),
            _ => None,
        },
        depth_min: depth(call, options, "minDepth")?.unwrap_or(0),
        depth_max: depth(call, options, "maxDepth")?,
        skip: call.skip(index)?,
        entries_max: ENTRIES_MAX_DEFAULT,
    })
}

/// Sizes are whole: at least 1.5 bytes is at least 2.
fn ceil(number: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from a float saturates, negative ones at 0"
    )]
    let whole = number.ceil() as u64;
    whole
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
        .find(|kind| kind_name(*kind) == name)
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
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a cast from a float saturates"
    )]
    Ok(Some(milliseconds as i64))
}

pub(super) fn walk_tree(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let depth_max = depth(call, call.options(1), "maxDepth")?;
    let root = call
        .tree
        .walk(&path, depth_max, ENTRIES_MAX_DEFAULT)
        .map_err(|error| call.fault(error))?;
    encode_node(call, &root);
    Ok(())
}

/// Recurses once a level of directories, which paths bound.
fn encode_node(call: &mut Call<'_>, node: &TreeNode) {
    call.out.object(if node.children.is_some() { 5 } else { 4 });
    encode_place(call, &node.path);
    call.out.string("type");
    call.out.string(kind_name(node.kind));
    call.out.string("size");
    #[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
    call.out.number(node.size as f64);
    if let Some(children) = &node.children {
        call.out.string("children");
        call.out.array(children.len());
        for child in children {
            encode_node(call, child);
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts and sizes are far below 2^53"
)]
pub(super) fn summarize_tree(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let depth_max = depth(call, call.options(1), "maxDepth")?;
    let summary = call
        .tree
        .summarize(&path, depth_max, ENTRIES_MAX_DEFAULT)
        .map_err(|error| call.fault(error))?;
    call.out.object(5);
    for (name, count) in [
        ("files", summary.files),
        ("directories", summary.directories),
        ("symlinks", summary.symlinks),
        ("totalBytes", summary.bytes),
        ("maxDepth", u64::from(summary.depth_max)),
    ] {
        call.out.string(name);
        call.out.number(count as f64);
    }
    Ok(())
}

pub(super) fn glob(call: &mut Call<'_>) -> Result<(), Fault> {
    let matches = call.matching(0, 1)?;
    call.out.array(matches.len());
    for (path, _) in &matches {
        call.out.string(path.as_str());
    }
    Ok(())
}

impl Call<'_> {
    /// What the pattern at parameter `index` matches, in order.
    pub(super) fn matching(
        &mut self,
        index: usize,
        options: usize,
    ) -> Result<Vec<(VPath, FileKind)>, Fault> {
        let pattern = Glob::new(self.text(index)?).map_err(|error| self.pattern_fault(&error))?;
        let options = GlobOptions {
            skip: self.skip(options)?,
            depth_max: depth(self, self.options(options), "maxDepth")?,
            ..GlobOptions::default()
        };
        let found = self.tree.glob_with(&pattern, &options);
        self.meter.read(options.skip.bytes_read())?;
        found.map_err(|error| self.fault(error))
    }

    /// What the options at parameter `index` leave out.
    fn skip(&self, index: usize) -> Result<Skip, Fault> {
        let options = self.options(index);
        let patterns = options.texts("exclude").unwrap_or_default();
        Skip::new(&patterns, options.flag("gitignore"))
            .map(|skip| skip.reading_at_most(self.meter.bytes_left()))
            .map_err(|error| self.fault(error))
    }

    fn pattern_fault(&self, error: &isolate_vfs::ops::glob::PatternError) -> Fault {
        self.error(ErrorCode::Invalid, &error.to_string())
    }
}
