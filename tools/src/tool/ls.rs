//! `ls`: the entries of a directory.

use isolate_text::VPath;
use isolate_vfs::FileKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::cut::Cut;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::reply::{Answer, Body};
use crate::structure::Report;

pub(crate) const TOOL: Tool = Tool::reads::<Args, Listing>(
    "ls",
    "Lists a directory with kinds and sizes. Use tree for several levels, glob to find \
            files by name.",
    |context, args| typed(context, args, ls),
);

/// The order of a listing.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Sort {
    #[default]
    Name,
    Mtime,
    Size,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// Absolute path of the directory. Default: /.
    path: Option<String>,
    /// Number of entries, at most 1000. Default: 200.
    limit: Option<usize>,
    /// The cursor of an earlier answer, to continue it.
    cursor: Option<String>,
    /// name, mtime (newest first) or size (largest first). Default: name.
    sort: Option<Sort>,
}

/// The number of entries that a caller gets.
pub(crate) fn limit_of(context: &Context<'_>, asked: Option<usize>) -> Result<usize, ToolError> {
    let caps = &context.settings.caps;
    match asked {
        None => Ok(caps.entries_default),
        Some(0) => Err(ToolError::invalid("limit must be at least 1")),
        Some(limit) => {
            if limit > caps.entries {
                context.notice(format!(
                    "limit was reduced to {}, the maximum",
                    caps.entries
                ));
            }
            Ok(limit.min(caps.entries))
        }
    }
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Listing {
    path: String,
    /// How many entries the directory has.
    total: usize,
    count: usize,
    entries: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted_entries: Option<u64>,
}

impl Report for Listing {
    const TEXTS: &'static [&'static str] = &["entries"];
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Row {
    name: String,
    kind: &'static str,
    size: u64,
    mtime_ms: i64,
    /// The version of what a read of it would give.
    #[serde(skip_serializing_if = "Option::is_none")]
    etag: Option<String>,
    /// Of a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
}

impl Row {
    /// Its line in the text of the answer.
    fn line(&self, context: &Context<'_>) -> String {
        let name = context.name(&self.name);
        match &self.target {
            Some(target) => format!("{name} -> {}\n", context.name(target)),
            None if self.kind == FileKind::Directory.as_str() => {
                format!("{}\n", context.name(&format!("{}/", self.name)))
            }
            None => format!("{name}\t{}\n", self.size),
        }
    }
}

fn ls(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(args.path.as_deref().unwrap_or("/"))?;
    let limit = limit_of(context, args.limit)?;
    let stat = context.existing(&path)?;
    if stat.kind != FileKind::Directory {
        return Err(ToolError::at(Code::NotADirectory, &path, "is a file")
            .with_hint(context.phrase(Phrase::ReadFile)));
    }
    let entries = context.tree.read_dir(&path)?;
    let total = entries.len();
    let sort = args.sort.unwrap_or_default();
    let (mut rows, omitted) = rows(context, &path, entries, sort, &args.cursor, limit)?;
    rows.truncate(limit);
    let count = rows.len();
    let cursor = (omitted > 0).then(|| match (sort, rows.last()) {
        (Sort::Name, Some(last)) => last.name.clone(),
        _ => (total - omitted).to_string(),
    });
    let next = context.phrase(Phrase::MoreEntries);
    let cut = Cut::of_list("entries", count, omitted as u64, next);
    let text: String = rows.iter().map(|row| row.line(context)).collect();
    let answer = Answer::of(&Listing {
        path: path.to_string(),
        total,
        count,
        entries: rows,
        cursor,
        omitted_entries: None,
    });
    Ok(answer.cut(cut).body(Body::Text(text)))
}

/// The rows from the cursor on, at least `limit` of them if there are, and how many more.
fn rows(
    context: &Context<'_>,
    path: &VPath,
    mut entries: Vec<isolate_vfs::DirEntry>,
    sort: Sort,
    cursor: &Option<String>,
    limit: usize,
) -> Result<(Vec<Row>, usize), ToolError> {
    if sort == Sort::Name {
        // Only shown entries need their metadata.
        if let Some(after) = cursor {
            entries.retain(|entry| entry.name.as_str() > after.as_str());
        }
        let omitted = entries.len().saturating_sub(limit);
        entries.truncate(limit);
        let rows = entries
            .into_iter()
            .map(|entry| row(context, path, entry))
            .collect::<Result<Vec<Row>, ToolError>>()?;
        return Ok((rows, omitted));
    }
    let mut rows = Vec::new();
    for entry in entries {
        context.cancel.check()?;
        rows.push(row(context, path, entry)?);
    }
    match sort {
        Sort::Mtime => rows.sort_by_key(|row| std::cmp::Reverse(row.mtime_ms)),
        _ => rows.sort_by_key(|row| std::cmp::Reverse(row.size)),
    }
    let skip: usize = match cursor {
        None => 0,
        Some(cursor) => cursor.parse().map_err(|_| {
            ToolError::invalid("this cursor is from a listing with another sort order")
        })?,
    };
    rows.drain(..skip.min(rows.len()));
    let omitted = rows.len().saturating_sub(limit);
    Ok((rows, omitted))
}

fn row(
    context: &Context<'_>,
    path: &VPath,
    entry: isolate_vfs::DirEntry,
) -> Result<Row, ToolError> {
    let own = path.join(&format!("./{}", entry.name))?;
    let stat = context.tree.lstat(&own)?;
    let target = match entry.kind {
        FileKind::Symlink => context.tree.read_link(&own).ok(),
        _ => None,
    };
    Ok(Row {
        // The target of a link may be missing or not readable.
        etag: context.tree.version(&own).ok().flatten(),
        name: entry.name,
        kind: entry.kind.as_str(),
        size: stat.map_or(0, |stat| stat.size),
        mtime_ms: stat.map_or(0, |stat| stat.mtime.as_millis()),
        target,
    })
}
