//! `undo`, `history`, `checkpoint`, `restore` and `watch`.

use std::io::{self, Write as _};
use std::time::Duration;

use isolate_tools::{Cancel, ExitCode, Feed};
use serde_json::{Value as Json, json};

use super::Database;
use super::output::{Refusal, Use, body};
use crate::report;

#[derive(Debug, clap::Args)]
pub(crate) struct Undo {
    /// Number of the operation, as printed by history, watch and --json [default: the last one that is not undone]
    op_id: Option<i64>,
    /// Print what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    database: Database,
}

impl Undo {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let args = json!({ "opId": self.op_id, "by": "anyone", "dryRun": self.dry_run });
        self.database.call(Use::Change, "undo", args, |reply| {
            let data = reply.data();
            let word = if reply.receipt().is_dry_run {
                "would undo"
            } else {
                "undone"
            };
            format!("{word}: operation {}\n{}", data["undone"], paths(&data))
        })
    }
}

/// Each path with its change.
fn paths(data: &Json) -> String {
    let mut text = String::new();
    for (sign, key) in [('+', "created"), ('~', "changed"), ('-', "deleted")] {
        for path in data[key].as_array().into_iter().flatten() {
            let path = path.as_str().unwrap_or_default();
            text.push_str(&format!("{sign} {path}\n"));
        }
    }
    text
}

#[derive(Debug, clap::Args)]
pub(crate) struct History {
    /// Only operations that changed this path or something below it
    path: Option<String>,
    /// Only operations before this one
    #[arg(long, value_name = "OP")]
    before: Option<i64>,
    /// Number of operations, at most 1000
    #[arg(long, default_value_t = 200)]
    limit: usize,
    #[command(flatten)]
    database: Database,
}

impl History {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let args = json!({ "path": self.path, "before": self.before, "limit": self.limit });
        self.database.call(Use::Look, "history", args, body)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Checkpoint {
    /// Name: letters, digits, dots, dashes and underscores
    name: String,
    /// Move an existing checkpoint of this name
    #[arg(short = 'f', long)]
    overwrite: bool,
    #[command(flatten)]
    database: Database,
}

impl Checkpoint {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let args = json!({ "name": self.name, "overwrite": self.overwrite });
        self.database
            .call(Use::Create, "checkpoint", args, |_| String::new())
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Restore {
    /// Name of the checkpoint
    name: String,
    /// Print what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    database: Database,
}

impl Restore {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let args = json!({ "name": self.name, "dryRun": self.dry_run });
        self.database.call(Use::Change, "restore", args, |reply| {
            let data = reply.data();
            let word = if reply.receipt().is_dry_run {
                "would undo"
            } else {
                "undone"
            };
            format!(
                "{word}: {} operations\n{}",
                data["operations"],
                paths(&data)
            )
        })
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Watch {
    /// Begin after this operation; 0 prints the whole history [default: now]
    #[arg(long, value_name = "OP")]
    since: Option<i64>,
    /// Print the changes so far, and exit
    #[arg(long)]
    once: bool,
    #[command(flatten)]
    database: Database,
}

impl Watch {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let tools = self.database.tools(Use::Look)?;
        let fault = |error: isolate_tools::ToolError| Refusal::usage(error.to_string());
        let mut feed = match self.since {
            Some(since) => Feed::after(tools.workspace(), since),
            None => Feed::from_now(tools.workspace()).map_err(fault)?,
        };
        let cancel = Cancel::new();
        loop {
            let polled = if self.once {
                feed.poll()
            } else {
                feed.wait(Duration::from_secs(3_600), &cancel)
            };
            let polled = polled.map_err(fault)?;
            let mut lines = String::new();
            if polled.resync_required {
                let _ = writeln!(
                    io::stderr(),
                    "note: some operations in between are no longer in the history"
                );
            }
            for event in &polled.events {
                if self.database.is_json() {
                    lines.push_str(&report::json_escaped(&event.to_json().to_string()));
                } else {
                    lines.push_str(&report::escaped(&event.to_string()));
                }
                lines.push('\n');
            }
            let printed = io::stdout()
                .write_all(lines.as_bytes())
                .and_then(|()| io::stdout().flush());
            if self.once && !polled.has_more || printed.is_err() {
                return Ok(report::written(printed, ExitCode::Success.code()));
            }
        }
    }
}
