//! `tree`: several levels of a directory, as an indented text.

use std::collections::BTreeMap;

use isolate_text::VPath;
use isolate_vfs::{FileKind, FindOptions, TreeNode, WalkOptions};
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
use crate::skipped::{Excluded, Passed};
use crate::structure::Report;

pub(crate) const TOOL: Tool = Tool::reads::<Args, Drawn>(
    "tree",
    "Shows several levels of a directory as an indented list. Leaves out directories of \
            generated or installed files (node_modules, target, …) and names them; exclude: [] \
            shows them.",
    |context, args| typed(context, args, tree),
);

/// Entries that are visited to draw a tree.
const ENTRIES_MAX: usize = 100_000;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Absolute path of the directory. Default: /.
    pub(crate) path: Option<String>,
    /// Levels below it. Default: 4.
    pub(crate) depth: Option<u32>,
    /// Rows, at most 400. Default: 400.
    pub(crate) limit: Option<usize>,
    /// Patterns to leave out at any depth, besides node_modules and so on; /a/b is a whole path, [] drops all.
    pub(crate) exclude: Option<Vec<String>>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Drawn {
    path: String,
    files: u64,
    directories: u64,
    depth: u32,
    /// How many entries each pattern skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<BTreeMap<String, u64>>")]
    passed_over: Option<Map<String, Json>>,
    /// The paths of the skipped entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    excluded: Option<Vec<String>>,
    /// Files below the last level.
    #[serde(skip_serializing_if = "Option::is_none")]
    files_deeper: Option<u64>,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted_entries: Option<u64>,
}

impl Report for Drawn {
    const TEXTS: &'static [&'static str] = &["excluded", "text"];
}

struct Drawing<'a> {
    text: String,
    rows: usize,
    rows_max: usize,
    directory_rows_max: usize,
    /// Rows that there was no room for.
    left_out: u64,
    files: u64,
    directories: u64,
    /// Files below the last level.
    deeper: u64,
    /// Entries that are skipped, with the number of the pattern.
    skipped: BTreeMap<VPath, usize>,
    /// Paths that are skipped, and the files in them.
    passed_over: Vec<String>,
    passed: Passed,
    context: &'a Context<'a>,
}

pub(crate) fn tree(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(args.path.as_deref().unwrap_or("/"))?;
    if context.existing(&path)?.kind != FileKind::Directory {
        return Err(ToolError::at(Code::NotADirectory, &path, "is a file"));
    }
    let real = context.tree.real_path(&path)?;
    let depth = args.depth.unwrap_or(4);
    let options = WalkOptions::new().depth_max(depth).entries_max(ENTRIES_MAX);
    let root = context.tree.walk(&real, &options).map_err(|error| {
        let error = ToolError::from(error);
        match error.code {
            Code::TooLarge => error.with_hint("use a directory further down, or fewer levels"),
            _ => error,
        }
    })?;
    context.cancel.check()?;
    let caps = &context.settings.caps;
    let excluded = Excluded::new(context, args.exclude.as_deref(), &path)?;
    let mut drawing = Drawing {
        text: String::new(),
        rows: 0,
        rows_max: args
            .limit
            .unwrap_or(caps.tree_rows)
            .clamp(1, caps.tree_rows),
        directory_rows_max: caps.tree_directory_rows,
        left_out: 0,
        files: 0,
        directories: 0,
        deeper: 0,
        skipped: excluded.skipped(context, &real, depth)?,
        passed_over: Vec::new(),
        passed: excluded.nothing_passed(),
        context,
    };
    drawing.draw(&root, 0)?;
    drawing.passed.note(context, "files");
    let next = context.phrase(Phrase::MoreRows);
    let cut = Cut::of_list("entries", drawing.rows, drawing.left_out, next);
    let answer = Answer::of(&Drawn {
        path: path.to_string(),
        files: drawing.files,
        directories: drawing.directories,
        depth,
        passed_over: drawing.passed.counts(),
        excluded: Some(drawing.passed_over).filter(|paths| !paths.is_empty()),
        files_deeper: (drawing.deeper > 0).then_some(drawing.deeper),
        text: drawing.text,
        omitted_entries: None,
    });
    Ok(answer.cut(cut).body(Body::Item("text")))
}

impl Drawing<'_> {
    /// The files at or below a path that is not drawn.
    fn files_in(&self, path: &VPath) -> Result<u64, ToolError> {
        self.context.cancel.check()?;
        let options = FindOptions::new().kinds([FileKind::File, FileKind::Symlink]);
        Ok(self.context.tree.find(path, &options)?.len() as u64)
    }

    fn draw(&mut self, of: &TreeNode, depth: usize) -> Result<(), ToolError> {
        let Some(children) = &of.children else {
            return Ok(());
        };
        let mut in_directory = 0;
        let mut here_left_out = 0_u64;
        for child in children {
            let name = child.path.name().unwrap_or("/");
            if let Some(&pattern) = self.skipped.get(&child.path) {
                self.passed_over.push(child.path.as_str().to_owned());
                let files = self.files_in(&child.path)?;
                self.passed.count(pattern, files);
                continue;
            }
            if child.kind == FileKind::Directory {
                self.directories += 1;
            } else {
                self.files += 1;
            }
            if in_directory >= self.directory_rows_max || self.rows >= self.rows_max {
                here_left_out += 1;
                self.left_out += 1;
                if child.kind == FileKind::Directory {
                    self.count_below(child);
                }
                continue;
            }
            in_directory += 1;
            self.rows += 1;
            let indent = "  ".repeat(depth);
            let mark = match child.kind {
                FileKind::Directory => "/",
                FileKind::Symlink => "@",
                FileKind::File => "",
            };
            // A directory of the last level is not read, so it must not look empty.
            let is_closed = child.kind == FileKind::Directory && child.children.is_none();
            if is_closed {
                self.deeper += self.files_in(&child.path)?;
            }
            let name = format!("{name}{mark}");
            let name = self.context.name(&name);
            self.text.push_str(&format!("{indent}{name}\n"));
            self.draw(child, depth + 1)?;
        }
        if here_left_out > 0 {
            let indent = "  ".repeat(depth);
            self.text
                .push_str(&format!("{indent}… {here_left_out} more\n"));
        }
        Ok(())
    }

    fn count_below(&mut self, of: &TreeNode) {
        for child in of.children.iter().flatten() {
            if self.skipped.contains_key(&child.path) {
                continue;
            }
            self.left_out += 1;
            if child.kind == FileKind::Directory {
                self.directories += 1;
                self.count_below(child);
            } else {
                self.files += 1;
            }
        }
    }
}
