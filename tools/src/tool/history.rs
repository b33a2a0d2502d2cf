//! `history`: what was done in the workspace, call by call.

use isolate_prompt::ToolAnnotations;
use isolate_vfs::{LogOptions, RunId, RunInfo};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use isolate_text::VPath;

use super::{ALWAYS, Access, Tool, input, typed};
use crate::context::Context;
use crate::cut::Cut;
use crate::error::ToolError;
use crate::interface::Phrase;
use crate::reply::{Answer, Body};
use crate::tool::ls::limit_of;

pub(crate) const TOOL: Tool = Tool {
    name: "history",
    about: "Lists the calls, programs and commands that changed something, newest first, with \
            the number of changed paths and whether each was undone. With path, only those that \
            changed it or something below it, with the etag that a file had before, for diff.",
    annotations: ToolAnnotations::READS,
    access: Access::Read,
    input: input::<Args>,
    call: |context, args| typed(context, args, history),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// Absolute path of a file or a directory.
    path: Option<String>,
    /// Only operations before this opId: the cursor of an earlier answer.
    before: Option<i64>,
    /// Number of operations, at most 1000. Default: 200.
    limit: Option<usize>,
}

fn history(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let limit = limit_of(context, args.limit)?;
    let path = args.path.map(|path| context.path(&path)).transpose()?;
    if let Some(path) = &path {
        context.tree.check_ending(path)?;
    }
    let mut wanted = LogOptions::new().limit(usize::MAX).only_changing();
    wanted.before = args.before.map(RunId::from);
    let (mut runs, mut omitted) = (Vec::new(), 0_u64);
    context.tree.each_run(&wanted, |run| {
        if context.cancel.is_cancelled() {
            return Ok(false);
        }
        let versions = match &path {
            None => None,
            Some(path) => match touched(context, run.id, path)? {
                None => return Ok(true),
                found => found,
            },
        };
        if runs.len() < limit {
            runs.push((run, versions));
        } else {
            omitted += 1;
        }
        Ok(true)
    })?;
    context.cancel.check()?;
    let listed: Vec<RunInfo> = runs.iter().map(|(run, _)| run.clone()).collect();
    let undone_by = context.tree.undone(&listed)?;
    let mut rows: Vec<Json> = Vec::new();
    let mut text = String::new();
    let mut last = 0_i64;
    for (run, versions) in &runs {
        let mut row = json!({
            "opId": run.id,
            "by": run.title(),
            "atMs": run.started.as_millis(),
            "state": run.state.as_str(),
            "paths": run.paths,
        });
        text.push_str(&format!(
            "{}\t{} paths\t{}",
            run.id,
            run.paths,
            context.name(&run.title())
        ));
        if let Some(by) = undone_by.get(&run.id) {
            row["undoneBy"] = i64::from(*by).into();
            text.push_str(&format!("\tundone by {by}"));
        }
        if let Some(target) = undone_by.iter().find(|(_, by)| **by == run.id) {
            row["undoes"] = i64::from(*target.0).into();
        }
        if let Some(Touched::File(etag)) = versions {
            text.push_str(&format!(
                "\tbefore: {}",
                etag.as_deref().unwrap_or("nothing")
            ));
            row["etagBefore"] = etag.clone().into();
        }
        text.push('\n');
        rows.push(row);
        last = run.id.into();
    }
    let shown = rows.len();
    let answer = Answer::new()
        .fact("count", shown)
        .item("operations", rows)
        .body(Body::Text(text));
    Ok(if omitted > 0 {
        answer.fact("before", last).cut(Some(Cut {
            limit: "entries",
            unit: "operations",
            shown: shown as u64,
            omitted: Some(omitted),
            next: context.phrase(Phrase::MoreOperations).to_owned(),
        }))
    } else {
        answer
    })
}

/// The change of a path by a run.
enum Touched {
    /// To the path itself; the version that was there before.
    File(Option<String>),
    Below,
}

fn touched(
    context: &Context<'_>,
    run: RunId,
    path: &VPath,
) -> Result<Option<Touched>, isolate_vfs::Error> {
    if let Some(change) = context.tree.change(run, path)? {
        let etag = change.before.as_ref().and_then(|side| side.version.clone());
        return Ok(Some(Touched::File(etag)));
    }
    let is_below = context.tree.has_changed(run, path)?;
    Ok(is_below.then_some(Touched::Below))
}
