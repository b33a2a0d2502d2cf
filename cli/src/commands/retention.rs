//! `retention` and `gc`: how much history is kept, and removing what is too much.

use std::fmt::Write as _;
use std::time::Duration;

use isolate_host::vfs::Retention as Bounds;
use isolate_tools::ExitCode;
use serde_json::json;

use super::Database;
use super::answer::Answer;
use super::log::refuse_policy;
use super::output::{Refusal, Use, print_text};
use crate::amounts::{parse_age, parse_size};
use crate::limits::FileLimits;

/// How much history is kept: of what is not given, as much as before.
#[derive(Debug, clap::Args)]
struct Kept {
    /// Most runs
    #[arg(long, value_name = "COUNT")]
    runs: Option<u64>,
    /// Age at which a run is removed, such as 12h or 30d, or `forever`
    #[arg(long, value_name = "AGE", value_parser = parse_age_max)]
    age: Option<Duration>,
    /// Most bytes that only the history holds, such as 512M or 1G
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    bytes: Option<u64>,
}

impl Kept {
    const fn is_given(&self) -> bool {
        self.runs.is_some() || self.age.is_some() || self.bytes.is_some()
    }

    fn over(&self, bounds: Bounds) -> Bounds {
        bounds
            .runs_max(self.runs.unwrap_or(bounds.runs()))
            .age_max(self.age.unwrap_or(bounds.age()))
            .bytes_max(self.bytes.unwrap_or(bounds.bytes()))
    }
}

fn parse_age_max(text: &str) -> Result<Duration, String> {
    match text {
        "forever" => Ok(Duration::MAX),
        text => parse_age(text),
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Retention {
    #[command(flatten)]
    kept: Kept,
    #[command(flatten)]
    database: Database,
}

impl Retention {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "retention")?;
        let purpose = match self.kept.is_given() {
            true => Use::Change,
            false => Use::Look,
        };
        let workspace = self.database.workspace(purpose, FileLimits::default())?;
        let tree = workspace.tree()?;
        if self.kept.is_given() {
            tree.set_retention(&self.kept.over(tree.retention()?))?;
        }
        let bounds = tree.retention()?;
        if self.database.is_json() {
            let age_ms = is_bounded(bounds.age()).then(|| millis(bounds.age()));
            let data = json!({
                "runs": bounds.runs(), "ageMs": age_ms, "bytes": bounds.bytes(),
            });
            return Ok(Answer::new(data).print());
        }
        let mut text = String::new();
        let _infallible = writeln!(text, "runs\t{}", bounds.runs());
        let _infallible = writeln!(text, "age\t{}", age_text(bounds.age()));
        let _infallible = writeln!(text, "bytes\t{}", bounds.bytes());
        Ok(print_text(&text, ExitCode::Success.code()))
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Gc {
    #[command(flatten)]
    kept: Kept,
    /// With --store: how long a snapshot has to be there before what it covers goes from the log
    #[arg(long, value_name = "AGE", requires = "store", value_parser = parse_age, default_value = "24h")]
    gc_age: Duration,
    #[command(flatten)]
    database: Database,
}

impl Gc {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "gc")?;
        let workspace = self
            .database
            .workspace(Use::Change, FileLimits::default())?;
        let tree = workspace.tree()?;
        let collected = tree.collect(&self.kept.over(tree.retention()?))?;
        drop(tree);
        let of_log = self.database.store.collect(self.gc_age)?;
        if self.database.is_json() {
            let mut data = json!({
                "runs": collected.runs,
                "bytesBefore": collected.bytes_before,
                "bytesAfter": collected.bytes_after,
            });
            if let Some(of_log) = of_log {
                data["log"] = json!({
                    "entries": of_log.entries,
                    "snapshots": of_log.snapshots,
                    "packs": of_log.packs,
                });
            }
            return Ok(Answer::new(data).print());
        }
        let runs = if collected.runs == 1 { "run" } else { "runs" };
        let mut text = format!(
            "removed {} {runs}; the file has {} bytes, {} less\n",
            collected.runs,
            collected.bytes_after,
            collected.bytes_before.saturating_sub(collected.bytes_after),
        );
        if let Some(of_log) = of_log {
            let _infallible = writeln!(
                text,
                "removed from the log: {} bodies of entries, {} snapshots, {} packs",
                of_log.entries, of_log.snapshots, of_log.packs
            );
        }
        Ok(print_text(&text, ExitCode::Success.code()))
    }
}

fn millis(age: Duration) -> u64 {
    u64::try_from(age.as_millis()).unwrap_or(u64::MAX)
}

/// Whether runs go at an age: the largest that the file can hold is none.
fn is_bounded(age: Duration) -> bool {
    millis(age) < i64::MAX.cast_unsigned()
}

fn age_text(age: Duration) -> String {
    const DAY_MS: u64 = 24 * 60 * 60 * 1000;
    let age_ms = millis(age);
    match age_ms {
        _ if !is_bounded(age) => "forever".to_owned(),
        _ if age_ms.is_multiple_of(DAY_MS) => format!("{}d", age_ms / DAY_MS),
        _ => format!("{age_ms}ms"),
    }
}
