//! The recorded parts that a replay needs, or why it is not possible.

use std::sync::Arc;

use isolate_vfs::{ErrorKind as VfsErrorKind, RunId, RunInfo, RunState, Tree};
use serde_json::Value as Json;

use super::{Obstacle, ObstacleKind as Kind, Replay, unread};
use crate::answers::{Script, Unusable};
use crate::error::Error;
use crate::limits::Limit;
use crate::mismatch::{Aspect, Mismatch};
use crate::record::{GUEST, Making, RecordedRun, SHELL, making_of, recorded_run};

/// A run that can be made again.
pub(super) struct Plan {
    pub(super) info: RunInfo,
    pub(super) recorded: RecordedRun,
    pub(super) making: Making,
    pub(super) program: String,
    pub(super) report: Json,
    pub(super) script: Arc<Script>,
    /// The state that the session of a command had before.
    pub(super) session_state: Option<Vec<u8>>,
}

/// What a replay has besides the history.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    /// The digest of the preludes of the sandbox.
    pub(super) preludes: Option<&'a str>,
    /// Whether it has rules about paths.
    pub(super) has_rules: bool,
}

impl Plan {
    /// What a replay needs, or what is known without one.
    ///
    /// # Errors
    /// The history cannot be read.
    pub(super) fn of(
        tree: &Tree,
        run: RunId,
        means: Means<'_>,
    ) -> Result<Result<Self, Replay>, Error> {
        let read =
            recorded_run(tree, run).and_then(|recorded| Ok((recorded, making_of(tree, run)?)));
        let (recorded, making) = match read {
            Ok(read) => read,
            Err(cause) if cause.kind() == VfsErrorKind::Corrupt => {
                return Ok(Err(damaged(&cause.to_string())));
            }
            Err(cause) => return Err(unread(cause)),
        };
        let Some(recorded) = recorded else {
            return Ok(obstacle(Kind::NotRecorded, "the history does not have it"));
        };
        let info = &recorded.info;
        let Some(making) = making else {
            return Ok(obstacle(
                Kind::NotAProgram,
                match recorded.program {
                    Some(_) => "it was recorded without its options",
                    None => "it is not a recorded program",
                },
            ));
        };
        Ok(match (info.state, recorded.report.clone()) {
            (RunState::Open, _) => obstacle(Kind::Unfinished, "it has not ended"),
            (RunState::Interrupted, _) => {
                obstacle(Kind::Unfinished, "its process ended before it did")
            }
            (RunState::Abandoned, None) if info.status.is_none() => {
                obstacle(Kind::Unfinished, "it was given up before it had ended")
            }
            (_, None) => obstacle(Kind::NotRecorded, "the record has no end of it"),
            (_, Some(report)) => Self::made(tree, means, recorded, making, report),
        })
    }

    fn made(
        tree: &Tree,
        means: Means<'_>,
        mut recorded: RecordedRun,
        making: Making,
        report: Json,
    ) -> Result<Self, Replay> {
        let info = recorded.info.clone();
        let Some(program) = recorded.program.take() else {
            return obstacle(Kind::NotRecorded, "the record has no text of the program");
        };
        check_version(&making)?;
        means.check_preludes(making.preludes.as_deref())?;
        check_ending(&info, &report)?;
        if making.is_guarded && !means.has_rules {
            return obstacle(
                Kind::Policy,
                "rules about paths applied to it, which the history does not have",
            );
        }
        let script = script_of(&making, recorded.seed, &tree.branch())?;
        let part = (making.command.as_ref()).and_then(crate::source::Setting::part);
        let state = part.map(|part| tree.newest_part(&part, Some(info.id)));
        let session_state = match state.transpose() {
            Ok(state) => state.map(Option::unwrap_or_default),
            Err(cause) => return Err(damaged(&cause.to_string())),
        };
        Ok(Self {
            info,
            recorded,
            making,
            program,
            report,
            script: Arc::new(script),
            session_state,
        })
    }
}

impl Means<'_> {
    fn check_preludes(self, preludes: Option<&str>) -> Result<(), Replay> {
        let text = match preludes {
            preludes if preludes == self.preludes => return Ok(()),
            Some(_) => {
                "it found preludes loaded that are not those of this sandbox: replay it with the same names and texts, in the same order"
            }
            None => {
                "it found no preludes loaded, and this sandbox has some: replay it without them"
            }
        };
        obstacle(Kind::Preludes, text)
    }
}

fn check_version(making: &Making) -> Result<(), Replay> {
    let Making { version, guest, .. } = making;
    let (what, own) = match making.command {
        Some(_) => ("shell", SHELL),
        None => ("engine", GUEST),
    };
    if guest == own {
        return Ok(());
    }
    let text = format!(
        "it was made by version {version} with the {what} {guest}; this is version {} with the {what} {own}",
        env!("CARGO_PKG_VERSION")
    );
    obstacle(Kind::OtherVersion, text)
}

/// Refuses runs that were ended from outside.
fn check_ending(info: &RunInfo, report: &Json) -> Result<(), Replay> {
    match limit_of(report) {
        Some(limit) if limit == Limit::Timeout.as_str() => {
            obstacle(Kind::Ended, "its time limit ended it")
        }
        Some(limit) if limit == Limit::Cancelled.as_str() => {
            obstacle(Kind::Ended, "it was cancelled")
        }
        _ if info.status.as_deref() == Some("internal") => {
            obstacle(Kind::Internal, "the sandbox failed in it")
        }
        _ => Ok(()),
    }
}

/// What its functions answered, and its seed and clock.
fn script_of(making: &Making, seed: Option<u64>, branch: &str) -> Result<Script, Replay> {
    if making.replay.answers_bytes.is_some() && making.answers.is_none() {
        return obstacle(
            Kind::Answers,
            "there was no room for what its functions answered",
        );
    }
    let answers = making.answers.as_deref();
    let script = Script::new(seed.unwrap_or_default(), making.now_ms, branch, answers);
    script.or_else(|unusable| match unusable {
        Unusable::Cut => obstacle(
            Kind::Answers,
            "it was answered more than is kept: at most 4 MiB",
        ),
        Unusable::Withheld => obstacle(
            Kind::Answers,
            "it called a function that keeps its answers out of the history",
        ),
        Unusable::Damaged => Err(damaged("answers that cannot be read")),
    })
}

fn obstacle<T>(kind: Kind, text: impl Into<String>) -> Result<T, Replay> {
    Err(Replay::NotComparable(Obstacle::new(kind, text)))
}

/// The result for a damaged record.
pub(super) fn damaged(text: &str) -> Replay {
    Replay::Different(Mismatch::new(Aspect::Record, Some(text.to_owned()), None))
}

pub(super) fn limit_of(report: &Json) -> Option<&str> {
    report.get("error")?.get("limit")?.as_str()
}
