//! `stat`: what is at a path.

use isolate_prompt::ToolAnnotations;
use isolate_vfs::FileKind;
use schemars::JsonSchema;
use serde::Deserialize;
use isolate_text::detect::{self, HEAD_BYTES};

use super::{ALWAYS, Access, Tool, input, typed};
use crate::context::Context;
use crate::error::{ToolError, is_refused};
use crate::reply::Answer;
use crate::text::{Eol, line_count};
use crate::tool::ls::kind_name;

pub(crate) const TOOL: Tool = Tool {
    name: "stat",
    about: "Describes what is at a path: kind, size, time, version (etag), and for a file its \
            type, lines and line endings.",
    annotations: ToolAnnotations::READS,
    access: Access::Read,
    input: input::<Args>,
    output: || crate::structure::untyped("stat"),
    call: |context, args| typed(context, args, stat),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

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

fn stat(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(&args.path)?;
    let follows = args.follow_symlinks.unwrap_or(true);
    let stat = if follows {
        context.tree.stat(&path)?
    } else {
        context.tree.lstat(&path)?
    };
    let stat = stat.ok_or_else(|| context.missing(&path))?;
    let mut answer = Answer::new()
        .fact("path", path.as_str())
        .fact("kind", kind_name(stat.kind))
        .fact("size", stat.size)
        .fact("mtimeMs", stat.mtime.as_millis())
        .fact("mode", format!("{:o}", stat.mode));
    if stat.kind == FileKind::Symlink {
        return Ok(answer.item("target", context.tree.read_link(&path)?));
    }
    answer = answer.maybe("etag", context.version(&path)?);
    let real = context.tree.real_path(&path)?;
    if real != path {
        answer = answer.fact("resolvedPath", real.as_str());
    }
    if stat.kind == FileKind::Directory {
        return Ok(answer.fact("entries", context.tree.read_dir(&path)?.len()));
    }
    let bytes = match context.tree.read_range(&path, 0, COUNTED_BYTES_MAX + 1) {
        // Listing a file and reading it are separate rights.
        Err(error) if is_refused(&error) => return Ok(answer),
        bytes => bytes?,
    };
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let kind = detect::detect(path.as_str(), head);
    let is_text = !kind.binary && !bytes.contains(&0);
    answer = answer.fact("mime", kind.mime).fact("isText", is_text);
    if is_text && stat.size <= COUNTED_BYTES_MAX {
        let text = String::from_utf8_lossy(&bytes);
        answer = answer
            .fact("lines", line_count(&text))
            .fact("eol", Eol::of(&bytes).as_str())
            .fact("endsWithNewline", bytes.ends_with(b"\n"));
    }
    Ok(answer)
}
