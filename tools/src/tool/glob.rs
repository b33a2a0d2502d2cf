//! `glob`: files by name.

use isolate_text::quoting::quote;
use isolate_text::{VPath, glob::Glob};
use isolate_vfs::{FileKind, FindEntry, FindOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::{Tool, typed};
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::cut::Cut;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::reply::{Answer, Body};
use crate::skipped::{Excluded, compiled};
use crate::structure::Report;
use crate::tool::ls::limit_of;

pub(crate) const TOOL: Tool = Tool::reads::<Args, Paths>(
    "glob",
    "Finds files and directories by a pattern. * and ? match within a name, ** across \
            directories, [abc] and {a,b} as usual. A pattern without a slash matches names at \
            any depth.",
    |context, args| typed(context, args, glob),
);

/// Alternatives in braces: a bound on what one pattern costs.
const ALTERNATIVES_MAX: usize = 64;

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Sort {
    #[default]
    Path,
    Mtime,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The pattern, relative to path.
    pattern: String,
    /// Absolute path of the directory to look below. Default: /.
    path: Option<String>,
    /// Patterns to leave out at any depth, besides node_modules and so on; /a/b is a whole path, [] drops all.
    exclude: Option<Vec<String>>,
    /// Number of entries, at most 1000. Default: 200.
    limit: Option<usize>,
    /// path, or mtime (newest first). Default: path.
    sort: Option<Sort>,
    /// The cursor of an earlier answer, to continue it.
    cursor: Option<String>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Paths {
    path: String,
    total: usize,
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    passed_over: Option<Map<String, Json>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    entries: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted_entries: Option<u64>,
}

impl Report for Paths {
    const TEXTS: &'static [&'static str] = &["entries"];
}

#[derive(Serialize, JsonSchema)]
struct Row {
    path: String,
    kind: &'static str,
}

/// Compiles a pattern relative to a directory; one without a slash is for names at any depth.
pub(crate) fn pattern(text: &str, base: &VPath) -> Result<Glob, ToolError> {
    if text.is_empty() {
        return Err(ToolError::new(Code::InvalidPattern, "the pattern is empty")
            .with_hint("use * for the entries of a directory, ** for everything below it"));
    }
    if text.matches(',').count() > ALTERNATIVES_MAX {
        return Err(ToolError::new(
            Code::InvalidPattern,
            format!("the pattern has more than {ALTERNATIVES_MAX} alternatives"),
        )
        .with_hint("split it into several patterns"));
    }
    compiled(match text.contains('/') || text == "**" {
        true => Glob::within(base.as_str(), text.trim_start_matches('/')),
        false => Glob::name_within(base.as_str(), text),
    })
}

fn glob(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(args.path.as_deref().unwrap_or("/"))?;
    let limit = limit_of(context, args.limit)?;
    context.existing(&path)?;
    let excluded = Excluded::new(context, args.exclude.as_deref(), &path)?;
    let real = context.tree.real_path(&path)?;
    let pattern = pattern(&args.pattern, &real)?;
    let options = FindOptions::new().depth_min(1).path(pattern);
    let (mut found, passed) = excluded.find(context, &real, options)?;
    context.cancel.check()?;
    let sort = args.sort.unwrap_or_default();
    match sort {
        Sort::Path => found.sort_by(|a, b| a.path.cmp(&b.path)),
        Sort::Mtime => found.sort_by(|a, b| {
            let newest_first = b.mtime.as_millis().cmp(&a.mtime.as_millis());
            newest_first.then_with(|| a.path.cmp(&b.path))
        }),
    }
    let total = found.len();
    let skip = match (&args.cursor, sort) {
        (None, _) => 0,
        (Some(after), Sort::Path) => {
            found.partition_point(|entry| entry.path.as_str() <= after.as_str())
        }
        (Some(cursor), Sort::Mtime) => cursor
            .parse::<usize>()
            .map_err(|_| {
                ToolError::invalid("this cursor is from a listing with another sort order")
            })?
            .min(total),
    };
    let shown: Vec<_> = found.iter().skip(skip).take(limit).collect();
    let omitted = total - skip - shown.len();
    let (entries, text) = listed(context, &shown);
    if total == 0 {
        context.notice(format!("nothing matches below {}", quote(path.as_str())));
    }
    passed.note(context, "matching entries");
    let cursor = (omitted > 0).then(|| match sort {
        Sort::Path => shown
            .last()
            .map_or_else(String::new, |entry| entry.path.as_str().to_owned()),
        Sort::Mtime => (skip + shown.len()).to_string(),
    });
    let report = Paths {
        path: path.as_str().to_owned(),
        total,
        count: entries.len(),
        passed_over: passed.counts(),
        cursor,
        entries,
        omitted_entries: None,
    };
    let next = context.phrase(Phrase::MorePaths);
    let cut = Cut::of_list("entries", shown.len(), omitted as u64, next);
    Ok(Answer::of(&report).body(Body::Text(text)).cut(cut))
}

/// Entries as data and as lines.
fn listed(context: &Context<'_>, shown: &[&FindEntry]) -> (Vec<Row>, String) {
    let mut text = String::new();
    let entries = shown
        .iter()
        .map(|entry| {
            let mark = if entry.kind == FileKind::Directory {
                "/"
            } else {
                ""
            };
            text.push_str(&context.name(&format!("{}{mark}", entry.path)));
            text.push('\n');
            Row {
                path: entry.path.as_str().to_owned(),
                kind: entry.kind.as_str(),
            }
        })
        .collect();
    (entries, text)
}
