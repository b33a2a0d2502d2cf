//! `replay`: makes recorded runs again, and says whether they are what their record says.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use isolate_host::vfs::{RunId, RunInfo};
use isolate_host::{
    CancelToken, ObstacleKind, Replay as Replayed, ReplayCounts, ReplayOptions, Sandbox,
};
use isolate_tools::{Code, ExitCode, ToolError};
use serde_json::{Value as Json, json};

use super::Database;
use super::answer::{Failure, print_found};
use super::diff::known;
use super::log::{parse_run, refuse_policy};
use super::output::{Refusal, Use, print_text};
use crate::limits::FileLimits;
use crate::preludes::Preludes;
use crate::report;
use crate::signals::Interruption;

#[derive(Debug, clap::Args)]
pub(crate) struct Replay {
    /// Number of the run, as printed by log [default: the last one]
    #[arg(value_parser = parse_run, conflicts_with = "all")]
    run: Option<RunId>,
    /// Replay every run that can be compared
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    preludes: Preludes,
    #[command(flatten)]
    database: Database,
}

impl Replay {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "replay")?;
        let workspace = self.database.workspace(Use::Look, FileLimits::default())?;
        let cancel = CancelToken::new();
        let interruption = Interruption::listen(&cancel);
        let options = ReplayOptions::new().cancel(cancel);
        let sandbox = Sandbox::builder().threads(1).runs(1);
        let sandbox = self.preludes.add_to(sandbox).map_err(Refusal::usage)?;
        let sandbox = sandbox.build()?;
        if self.all {
            let mut summary = Summary::new(self.database.is_json());
            let counts = sandbox.replay_all(&workspace, &options, |info, replay| {
                summary.add(info, replay);
            })?;
            let signal = interruption.exit_code();
            return Ok(summary.finish(counts, signal));
        }
        let run = {
            let tree = workspace.tree()?;
            match (self.run, tree.run_span()?) {
                (Some(run), _) => known(&tree, run)?,
                (None, Some((_, newest))) => newest,
                (None, None) => {
                    let text = "the history is empty: there is no run to replay";
                    return Err(Refusal::usage(text));
                }
            }
        };
        let replay = sandbox.replay(&workspace, run, &options)?;
        let signal = interruption.exit_code();
        if self.database.is_json() {
            let failure = failure_of(run, &replay, signal);
            return Ok(print_found(row(run, &replay), failure));
        }
        let code = signal.unwrap_or_else(|| code_of(&replay));
        Ok(print_text(&line(run, &replay), code))
    }
}

/// The exit code for one run.
fn code_of(replay: &Replayed) -> u8 {
    match replay {
        Replayed::Same => ExitCode::Success.code(),
        Replayed::NotComparable(_) => ExitCode::Usage.code(),
        _ => ExitCode::Failure.code(),
    }
}

/// Why the replay of one run fails.
fn failure_of(run: RunId, replay: &Replayed, signal: Option<u8>) -> Option<Failure> {
    let code = code_of(replay);
    let word = match (signal, replay) {
        (Some(signal), _) => return Some(interrupted(signal)),
        (None, Replayed::Same) => return None,
        (None, Replayed::NotComparable(_)) => "not_comparable",
        (None, _) => DIFFERENT,
    };
    let error = ToolError::new(Code::Internal, format!("run {run}: {replay}"))
        .with_hint("docs/replay.md says what that can mean");
    Some(Failure::with_code(&error, code).called(word))
}

/// The word for a run that is not what its record says.
const DIFFERENT: &str = "different";

/// The failure of a replay that a signal ended.
fn interrupted(signal: u8) -> Failure {
    let error = ToolError::new(Code::Cancelled, "the replay was interrupted");
    Failure::with_code(&error, signal)
}

fn line(run: RunId, replay: &Replayed) -> String {
    let mut line = format!("{run}\t{replay}");
    if let Replayed::NotComparable(obstacle) = replay
        && let Some(mismatch) = &obstacle.mismatch
    {
        let _infallible = write!(line, " ({mismatch})");
    }
    let mut line = line.replace(['\n', '\r'], " ");
    line.push('\n');
    line
}

fn row(run: RunId, replay: &Replayed) -> Json {
    let mut row = json!({ "run": run });
    if let (Json::Object(row), Ok(Json::Object(members))) = (&mut row, serde_json::to_value(replay))
    {
        row.extend(members);
    }
    row
}

/// What is said of all runs.
struct Summary {
    is_json: bool,
    rows: Vec<Json>,
    /// Runs that are not comparable, by the reason.
    reasons: BTreeMap<ObstacleKind, u64>,
    /// Whether the output cannot be written.
    failed: Option<u8>,
}

impl Summary {
    fn new(is_json: bool) -> Self {
        Self {
            is_json,
            rows: Vec::new(),
            reasons: BTreeMap::new(),
            failed: None,
        }
    }

    /// Prints what is not the same as it is found.
    fn add(&mut self, info: &RunInfo, replay: &Replayed) {
        if let Replayed::NotComparable(obstacle) = replay {
            *self.reasons.entry(obstacle.kind).or_default() += 1;
        }
        if self.is_json {
            self.rows.push(row(info.id, replay));
            return;
        }
        let is_listed = match replay {
            Replayed::Same => false,
            // There may be thousands; the summary counts them.
            Replayed::NotComparable(obstacle) => obstacle.kind != ObstacleKind::NotAProgram,
            _ => true,
        };
        if is_listed && self.failed.is_none() {
            let code = print_text(&line(info.id, replay), ExitCode::Success.code());
            self.failed = Some(code).filter(|code| *code != ExitCode::Success.code());
        }
    }

    fn finish(self, counts: ReplayCounts, signal: Option<u8>) -> u8 {
        if self.is_json {
            return self.print_json(counts, signal);
        }
        let code = match (signal, counts.different) {
            (Some(signal), _) => signal,
            (None, 0) => ExitCode::Success.code(),
            (None, _) => ExitCode::Failure.code(),
        };
        let reasons = self.reasons.iter();
        if let Some(failed) = self.failed {
            return failed;
        }
        let ReplayCounts {
            same,
            different,
            not_comparable,
            ..
        } = counts;
        let mut text =
            format!("{same} same, {different} different, {not_comparable} not comparable");
        for (index, (kind, count)) in reasons.enumerate() {
            let before = if index == 0 { ": " } else { ", " };
            let _infallible = write!(text, "{before}{count} {}", words(*kind));
        }
        text.push('\n');
        if signal.is_some() {
            let note = "note: interrupted; older runs were not replayed\n";
            let _ = io::stderr().write_all(report::escaped(note).as_bytes());
        }
        print_text(&text, code)
    }

    fn print_json(self, counts: ReplayCounts, signal: Option<u8>) -> u8 {
        let failure = match (signal, counts.different) {
            (Some(signal), _) => Some(interrupted(signal)),
            (None, 0) => None,
            (None, count) => {
                let text = format!("{count} runs are not what their records say");
                let error = ToolError::new(Code::Internal, text)
                    .with_hint("docs/replay.md says what that can mean");
                Some(Failure::new(&error, ExitCode::Failure).called(DIFFERENT))
            }
        };
        let reasons = self.reasons.iter();
        let reasons: serde_json::Map<String, Json> = reasons
            .map(|(kind, count)| (kind.as_str().to_owned(), (*count).into()))
            .collect();
        let mut found = serde_json::to_value(counts).unwrap_or_else(|_| json!({}));
        found["reasons"] = Json::Object(reasons);
        found["isWhole"] = signal.is_none().into();
        found["runs"] = Json::Array(self.rows);
        print_found(found, failure)
    }
}

/// A reason in the words of a summary.
fn words(kind: ObstacleKind) -> &'static str {
    match kind {
        ObstacleKind::NotAProgram => "by tools and commands",
        ObstacleKind::Unfinished => "not ended",
        ObstacleKind::NotRecorded => "without a whole record",
        ObstacleKind::OtherVersion => "by another version",
        ObstacleKind::Ended => "ended by time or cancelled",
        ObstacleKind::Internal => "failed in the sandbox",
        ObstacleKind::Forgotten => "whose beginning is forgotten",
        ObstacleKind::Answers => "with too many answers of functions",
        ObstacleKind::Policy => "under rules about paths",
        ObstacleKind::Storage => "with a storage that failed",
        ObstacleKind::Others => "beside which others wrote",
        ObstacleKind::Times => "that depend on times of directories",
        ObstacleKind::HostMemory => "at the limit of host memory",
        ObstacleKind::Stopped => "that took too long",
        _ => "for another reason",
    }
}
