//! `changes`: what has happened to the workspace since a caller last looked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::context::Context;
use crate::cut::Cut;
use crate::error::ToolError;
use crate::reply::{Answer, Body};
use crate::structure::Report;
use crate::tool::glob::pattern;
use crate::tool::ls::limit_of;
use crate::watch::{self, Event, EventRow};

pub(crate) const TOOL: Tool = Tool::reads::<Args, Changes>(
    "changes",
    "Lists what was created, changed, deleted and moved after a run, and which call or \
            program did it; without since, the latest changes. Pass the run of the answer as \
            since to see only newer ones.",
    |context, args| typed(context, args, changes),
);

/// The number of runs that are reported by default.
const LAST_RUNS: usize = 20;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// Only changes after this run: the one of an earlier answer.
    since: Option<i64>,
    /// Only paths that this pattern matches.
    glob: Option<String>,
    /// Number of changes, at most 1000. Default: 200.
    limit: Option<usize>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Changes {
    /// Where the next call goes on: `since`.
    run: i64,
    count: usize,
    /// Whether the history no longer has all of the runs.
    resync_required: bool,
    changes: Vec<EventRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted_changes: Option<u64>,
}

impl Report for Changes {
    const TEXTS: &'static [&'static str] = &["changes"];
}

fn changes(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let limit = limit_of(context, args.limit)?;
    let pattern = args
        .glob
        .as_deref()
        .map(|text| pattern(text, &isolate_text::VPath::root()))
        .transpose()?;
    let since = match args.since {
        Some(since) => since,
        None => {
            let last = context.tree.history(LAST_RUNS)?;
            last.last()
                .map_or(0, |oldest| i64::from(oldest.id).saturating_sub(1))
        }
    };
    let fits = |event: &Event| {
        pattern.as_ref().is_none_or(|pattern| {
            let from = event.from.as_ref();
            let fits = |path: &isolate_text::VPath| pattern.is_match(path.as_str());
            fits(&event.path) || from.is_some_and(fits)
        })
    };
    // One more than is reported shows where the rest begins.
    let mut first: Vec<Event> = Vec::new();
    let mut wanted = 0_u64;
    let found = watch::each_since(context.tree, since, |event| {
        if fits(&event) {
            wanted += 1;
            if first.len() <= limit {
                first.push(event);
            }
        }
    })?;
    let mut last = found.last_run;
    if first.len() > limit {
        // Whole runs, so that the next call begins with the one that is left out; of one
        // that is too large by itself, the beginning.
        let cut = first[limit].run_id;
        let whole = first.partition_point(|event| event.run_id < cut);
        let count = if whole > 0 {
            last = i64::from(cut) - 1;
            whole
        } else {
            last = i64::from(cut);
            limit
        };
        first.truncate(count);
    }
    let omitted = wanted - first.len() as u64;
    let mut text = String::new();
    for event in &first {
        text.push_str(&event.line(context.interface()));
        text.push('\n');
    }
    let shown = first.len();
    let answer = Answer::of(&Changes {
        run: last,
        count: shown,
        resync_required: found.resync_required,
        changes: first.iter().map(EventRow::of).collect(),
        omitted_changes: None,
    })
    .body(Body::Text(text));
    let next = "call again with since set to run, or narrow it with glob";
    Ok(answer.cut(Cut::of_list("changes", shown, omitted, next)))
}
