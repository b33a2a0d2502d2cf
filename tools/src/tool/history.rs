//! `history`: what was done in the workspace, call by call.

use isolate_ops::history::{ListOptions, ListedRun, Touched, list};
use isolate_vfs::RunId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::context::Context;
use crate::cut::Cut;
use crate::error::ToolError;
use crate::interface::Phrase;
use crate::reply::{Answer, Body};
use crate::structure::{Report, or_null};
use crate::tool::ls::limit_of;

pub(crate) const TOOL: Tool = Tool::reads::<Args, Runs>(
    "history",
    "Lists the calls, programs and commands that changed something, newest first, with \
            the number of changed paths and whether each was undone. With path, only those that \
            changed it or something below it, with the etag that a file had before, for diff.",
    |context, args| typed(context, args, history),
);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// Absolute path of a file or a directory.
    path: Option<String>,
    /// Only runs before this one: the cursor of an earlier answer.
    before: Option<i64>,
    /// Number of runs, at most 1000. Default: 200.
    limit: Option<usize>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Runs {
    count: usize,
    /// The last run that is listed, where there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<i64>,
    runs: Vec<Run>,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted_runs: Option<u64>,
}

impl Report for Runs {
    const TEXTS: &'static [&'static str] = &["runs"];
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Run {
    run: i64,
    by: String,
    at_ms: i64,
    state: &'static str,
    paths: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    undone_by: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undoes: Option<i64>,
    /// The version of the file that was there before; `null` if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "or_null::<String>")]
    etag_before: Option<Option<String>>,
}

impl Run {
    fn of(run: ListedRun) -> Self {
        Self {
            run: run.info.id.into(),
            by: run.info.title().into_owned(),
            at_ms: run.info.started.as_millis(),
            state: run.info.state.as_str(),
            paths: run.info.paths,
            undone_by: run.undone_by.map(i64::from),
            undoes: run.undoes.map(i64::from),
            etag_before: match run.touched {
                Some(Touched::Itself(etag)) => Some(etag),
                _ => None,
            },
        }
    }

    /// Its line in the text of the answer.
    fn line(&self, context: &Context<'_>) -> String {
        let Self { run, paths, .. } = self;
        let mut line = format!("{run}\t{paths} paths\t{}", context.name(&self.by));
        if let Some(by) = self.undone_by {
            line.push_str(&format!("\tundone by {by}"));
        }
        if let Some(etag) = &self.etag_before {
            line.push_str(&format!(
                "\tbefore: {}",
                etag.as_deref().unwrap_or("nothing")
            ));
        }
        line.push('\n');
        line
    }
}

fn history(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let options = ListOptions {
        before: args.before.map(RunId::from),
        path: args.path.map(|path| context.path(&path)).transpose()?,
        limit: limit_of(context, args.limit)?,
        counts_rest: true,
    };
    let listed = context.operation(|access| list(access, &options))?;
    let omitted = listed.omitted;
    let runs: Vec<Run> = listed.runs.into_iter().map(Run::of).collect();
    let text: String = runs.iter().map(|run| run.line(context)).collect();
    let shown = runs.len();
    let answer = Answer::of(&Runs {
        count: shown,
        before: runs.last().filter(|_| omitted > 0).map(|run| run.run),
        runs,
        omitted_runs: None,
    })
    .body(Body::Text(text));
    let next = context.phrase(Phrase::MoreRuns);
    Ok(answer.cut(Cut::of_list("runs", shown, omitted, next)))
}
