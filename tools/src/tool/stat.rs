//! `stat`: what is at a path.

use isolate_text::VPath;
use isolate_text::detect::{self, HEAD_BYTES};
use isolate_vfs::FileKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::context::Context;
use crate::error::{ToolError, is_refused};
use crate::reply::Answer;
use crate::structure::Report;
use crate::text::{Eol, line_count};

pub(crate) const TOOL: Tool = Tool::reads::<Args, Described>(
    "stat",
    "Describes what is at a path: kind, size, time, version (etag), and for a file its \
            type, lines and line endings.",
    |context, args| typed(context, args, stat),
);

/// Files up to this size are read to count their lines.
const COUNTED_BYTES_MAX: u64 = 4 << 20;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// Absolute path.
    path: String,
    /// Whether a link is followed. Default: true.
    follow_symlinks: Option<bool>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Described {
    path: String,
    kind: &'static str,
    size: u64,
    mtime_ms: i64,
    /// The permission bits, in base eight.
    mode: String,
    /// Of a link that is not followed: text of the workspace.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    etag: Option<String>,
    /// The path that links lead to, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_path: Option<String>,
    /// How many entries a directory has.
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<usize>,
    #[serde(flatten)]
    contents: Contents,
}

impl Report for Described {
    const TEXTS: &'static [&'static str] = &["target"];
}

/// What a file has in it, where it can be read.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Contents {
    #[serde(skip_serializing_if = "Option::is_none")]
    mime: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_text: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eol: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_with_newline: Option<bool>,
}

fn stat(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(&args.path)?;
    let follows = args.follow_symlinks.unwrap_or(true);
    let stat = if follows {
        context.tree.stat(&path)?
    } else {
        context.tree.lstat(&path)?
    };
    let stat = stat.ok_or_else(|| context.missing(&path))?;
    let mut described = Described {
        path: path.to_string(),
        kind: stat.kind.as_str(),
        size: stat.size,
        mtime_ms: stat.mtime.as_millis(),
        mode: format!("{:o}", stat.mode),
        target: None,
        etag: None,
        resolved_path: None,
        entries: None,
        contents: Contents::default(),
    };
    if stat.kind == FileKind::Symlink {
        described.target = Some(context.tree.read_link(&path)?);
        return Ok(Answer::of(&described));
    }
    described.etag = context.version(&path)?;
    let real = context.tree.real_path(&path)?;
    described.resolved_path = (real != path).then(|| real.to_string());
    if stat.kind == FileKind::Directory {
        described.entries = Some(context.tree.read_dir(&path)?.len());
    } else {
        described.contents = contents(context, &path, stat.size)?;
    }
    Ok(Answer::of(&described))
}

fn contents(context: &Context<'_>, path: &VPath, size: u64) -> Result<Contents, ToolError> {
    let bytes = match context.tree.read_range(path, 0, COUNTED_BYTES_MAX + 1) {
        // Listing a file and reading it are separate rights.
        Err(error) if is_refused(&error) => return Ok(Contents::default()),
        bytes => bytes?,
    };
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let kind = detect::detect(path.as_str(), head);
    let is_text = !kind.binary && !bytes.contains(&0);
    let mut contents = Contents {
        mime: Some(kind.mime),
        is_text: Some(is_text),
        ..Contents::default()
    };
    if is_text && size <= COUNTED_BYTES_MAX {
        let text = String::from_utf8_lossy(&bytes);
        contents.lines = Some(line_count(&text));
        contents.eol = Some(Eol::of(&bytes).as_str());
        contents.ends_with_newline = Some(bytes.ends_with(b"\n"));
    }
    Ok(contents)
}
