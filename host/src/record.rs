//! What the history keeps of a program that ran.
//!
//! Each piece is a part of the run, under the name below. The program and its input are stored once
//! for all runs with the same ones.

use isolate_protocol::wire::{Decoder, Encoder};
use isolate_protocol::{ErrorCode, Value};
use isolate_vfs::{
    CONFLICT, Error, OpenRun, Part, Quota, RunId, RunInfo, RunState, Timestamp, Tree,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::answers::Recording;
use crate::cuts::{RESULT_CUT, ResultCut};
use crate::limits::Limits;
use crate::nested::ExecRules;
use crate::options::{Commit, RunOptions};
use crate::outcome::{Conflict, Outcome, PartialRun};
use crate::report::{ErrorForm, REFUSAL, status_of};
use crate::source::{Setting, Source};
use crate::workspace::{Workspace, WorkspaceTree};

/// The text of the program.
const PROGRAM: &str = "program";
/// The argument of the program, as messages to the guest encode it.
const INPUT: &str = "input";
/// [`OptionsForm`] as JSON.
const OPTIONS: &str = "options";
/// The JSON object of the run without its result, its log and its effects.
const REPORT: &str = "report";
/// The result of the program as JSON.
const RESULT: &str = "result";
/// Where a command of a shell ran, as JSON; programs have none.
const COMMAND: &str = "command";
/// The entries of the log as a JSON array.
const LOGS: &str = "logs";
/// The answers to the program that do not follow from its files: see [`crate::answers`].
const ANSWERS: &str = "answers";
/// The member of the report for replays.
const REPLAY: &str = "replay";

/// The engine of this build, and its shell.
pub(crate) const GUEST: &str = env!("ISOLATE_GUEST");
pub(crate) const SHELL: &str = env!("ISOLATE_SHELL");

/// The status of a run in which the sandbox failed.
const INTERNAL: &str = "internal";

/// How a program was run, as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OptionsForm {
    version: String,
    seed: u64,
    is_seeded: bool,
    now_ms: f64,
    commit: String,
    read_only: bool,
    javascript_only: bool,
    no_code_from_text: bool,
    limits: Limits,
    functions: Vec<String>,
    /// The engine, or the shell, that ran it.
    guest: String,
    /// Most bytes of all files, entries, and bytes of one file.
    quota: [u64; 3],
    /// Whether rules about paths applied.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_guarded: bool,
    /// The digest of its preludes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    preludes: Option<String>,
    /// Which commands its program may run, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exec: Option<ExecRules>,
    /// What ran within it, if anything did: the shell, or the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    other_guest: Option<String>,
}

/// What a replay needs besides the parts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ReplayForm {
    /// The clock of the workspace before the first change, in microseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clock_us: Option<i64>,
    /// Whether others changed files between its changes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_interleaved: bool,
    /// Errors of the storage that its calls failed with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) storage_errors: Vec<String>,
    /// Bytes of the part with its answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answers_bytes: Option<usize>,
}

/// The parts that are known at the begin of a run.
pub(crate) fn beginning(
    source: &Source,
    options: &RunOptions,
    (seed, now_ms): (u64, f64),
    workspace: &Workspace,
    preludes: &Option<String>,
) -> Vec<Part> {
    let mut functions = Vec::new();
    for namespace in options.functions.names() {
        let names = namespace.functions.iter();
        functions.extend(names.map(|name| format!("{}.{name}", namespace.name)));
    }
    let quota = workspace.quota();
    let form = OptionsForm {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed,
        is_seeded: options.seed.is_some(),
        now_ms,
        commit: options.commit.as_str().to_owned(),
        read_only: options.read_only,
        javascript_only: options.javascript_only,
        no_code_from_text: options.no_code_from_text,
        limits: options.limits,
        functions,
        guest: match source {
            Source::Program(_) => GUEST.to_owned(),
            Source::Command(_) => SHELL.to_owned(),
        },
        quota: [quota.bytes(), quota.entries(), quota.file_bytes()],
        is_guarded: workspace.guard().is_some(),
        preludes: preludes.clone(),
        exec: options.exec.clone(),
        other_guest: match source {
            Source::Program(_) => options.exec.is_some().then(|| SHELL.to_owned()),
            Source::Command(_) => Some(GUEST.to_owned()),
        },
    };
    let mut parts = vec![Part::new(PROGRAM, source.text().as_bytes()).shared()];
    let mut input = options.input.as_ref().map(encoded);
    if let Some(command) = source.command() {
        let json = serde_json::to_vec(&command.setting).ok();
        parts.extend(json.map(|json| Part::new(COMMAND, json)));
        let stdin = (!command.stdin.is_empty()).then(|| Value::Bytes(command.stdin.clone()));
        input = stdin.as_ref().map(encoded);
    }
    let form = serde_json::to_vec(&form).ok();
    parts.extend(form.map(|json| Part::new(OPTIONS, json)));
    parts.extend(input.map(|input| Part::new(INPUT, input).shared()));
    parts
}

fn encoded(value: &Value) -> Vec<u8> {
    let mut encoder = Encoder::new();
    encoder.value(value);
    encoder.into_bytes()
}

/// What a program returned, as the history keeps it.
pub(crate) struct Returned<'a> {
    /// The JSON text.
    pub(crate) text: Option<Vec<u8>>,
    /// What was left out of it.
    pub(crate) cuts: &'a [ResultCut],
    /// Why its changes were refused.
    pub(crate) refusal: Option<&'a str>,
}

/// Adds the parts that are known at the end of a run, before its changes are committed.
pub(crate) fn end(
    tree: &OpenRun<WorkspaceTree>,
    outcome: &Result<Outcome, crate::Error>,
    mut returned: Returned<'_>,
    done: &PartialRun,
    recording: Option<Recording>,
    storage_errors: &[ErrorCode],
) {
    tree.set_status(outcome.as_ref().map_or(INTERNAL, status_of));
    let mut report = Map::new();
    match outcome {
        Ok(Outcome::Returned(_)) => {
            if let Some(text) = returned.text.take() {
                keep_bytes(tree, RESULT, text);
            }
            if !returned.cuts.is_empty() {
                put(&mut report, RESULT_CUT, &returned.cuts);
            }
        }
        Ok(outcome) => {
            let error = outcome.error();
            let form = error.map(|error| ErrorForm { error, frame: None });
            put(&mut report, "error", &form);
        }
        Err(failure) => {
            let reason = std::error::Error::source(failure).map(ToString::to_string);
            let error = serde_json::json!({ "message": failure.to_string(), "reason": reason });
            report.insert("error".to_owned(), error);
        }
    }
    if !done.logs.is_empty() {
        keep(tree, LOGS, &done.logs);
    }
    if done.logs_dropped.entries > 0 {
        put(&mut report, "logsDropped", &done.logs_dropped);
    }
    if !done.calls.entries.is_empty() {
        put(&mut report, "calls", &done.calls.entries);
    }
    if done.calls.omitted > 0 {
        put(&mut report, "callsOmitted", &done.calls.omitted);
    }
    if !done.is_committed {
        put(&mut report, "committed", &false);
    }
    if let Some(refusal) = returned.refusal {
        put(&mut report, REFUSAL, &refusal);
    }
    put(&mut report, "usage", &done.usage);
    let answers = recording.and_then(Recording::into_bytes);
    let replay = ReplayForm {
        clock_us: tree.clock_before().map(Timestamp::as_micros),
        is_interleaved: tree.is_interleaved(),
        storage_errors: storage_errors
            .iter()
            .map(|code| code.as_str().to_owned())
            .collect(),
        answers_bytes: answers.as_ref().map(Vec::len),
    };
    if replay != ReplayForm::default() {
        put(&mut report, REPLAY, &replay);
    }
    if let Some(answers) = answers {
        keep_bytes(tree, ANSWERS, answers);
    }
    keep(tree, REPORT, &report);
}

fn put(report: &mut Map<String, Json>, name: &str, value: &impl Serialize) {
    if let Ok(json) = serde_json::to_value(value) {
        report.insert(name.to_owned(), json);
    }
}

fn keep(tree: &OpenRun<WorkspaceTree>, name: &str, value: &impl Serialize) {
    if let Ok(json) = serde_json::to_vec(value) {
        keep_bytes(tree, name, json);
    }
}

fn keep_bytes(tree: &OpenRun<WorkspaceTree>, name: &str, bytes: Vec<u8>) {
    // Each name is used once, and nothing else can be wrong.
    let _ = tree.keep_part(Part::new(name, bytes));
}

/// How a run of the history ended, or how far it is: the words of [`recorded_status`].
pub const RECORDED_STATUSES: [&str; 11] = [
    "ok",
    "error",
    "limit",
    "internal",
    "running",
    "suspended",
    "cancelled",
    "interrupted",
    "abandoned",
    "discarded",
    "conflict",
];

/// How a run of the history ended, or how far it is, in one of [`RECORDED_STATUSES`].
#[must_use]
pub fn recorded_status(run: &RunInfo) -> &str {
    match (run.state, run.status.as_deref()) {
        (RunState::Open, _) => "running",
        (RunState::Suspended, _) => "suspended",
        (RunState::Interrupted, _) => "interrupted",
        // It returned, and its changes were not kept.
        (RunState::Abandoned, Some("ok")) => "discarded",
        (RunState::Abandoned, None) => "abandoned",
        (_, Some(status)) => status,
        (_, None) => "ok",
    }
}

/// A run as the history of a workspace has it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RecordedRun {
    /// When it began and ended, who made it, and how many paths it changed.
    pub info: RunInfo,
    /// The text of the program; `None` if the run was no program, or is not recorded.
    pub program: Option<String>,
    /// The argument of the program.
    pub input: Option<Value>,
    /// The seed: given, or taken from the machine.
    pub seed: Option<u64>,
    /// Whether the seed was given, which fixes the clock as well.
    pub is_seeded: bool,
    /// When its changes were to be kept.
    pub commit: Option<Commit>,
    /// Whether it was only allowed to read.
    pub is_read_only: bool,
    /// Its limits.
    pub limits: Option<Limits>,
    /// What was in the way of its changes, if they were not taken over: at most 1,000 paths.
    pub conflict: Option<Conflict>,
    /// How it ended, in the form of `isolate-run --json` without the effects; `None` if it has not
    /// ended or was interrupted.
    pub report: Option<Json>,
}

impl RecordedRun {
    /// The fuel that it used, if it has ended.
    #[must_use]
    pub fn fuel(&self) -> Option<u64> {
        self.report.as_ref().and_then(fuel_of)
    }
}

/// What the history has of a run; `None` if it does not have it.
///
/// ```
/// use isolate_host::{Sandbox, Workspace, WorkspaceOptions, recorded_run, vfs::RunId};
///
/// let workspace = Workspace::builder().records(true).memory()?;
/// Sandbox::new()?.run(&workspace, "() => 1 + 1").blocking()?;
/// let run = recorded_run(&*workspace.tree()?, RunId::from(1))?.expect("it was recorded");
/// assert_eq!(run.program.as_deref(), Some("() => 1 + 1"));
/// assert_eq!(run.report.expect("it has ended")["result"], 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As every read: `Busy`, `Corrupt` or `Storage`. Parts that cannot be understood, because something
/// else has written them, are left out.
pub fn recorded_run(tree: &Tree, run: RunId) -> Result<Option<RecordedRun>, Error> {
    tree.snapshot(|tree| {
        let Some(info) = tree.run_info(run)? else {
            return Ok(None);
        };
        let run = info.id;
        let part = |name| tree.part(run, name);
        let options = json_part::<OptionsForm>(tree, run, OPTIONS)?;
        let input = part(INPUT)?.and_then(|bytes| Decoder::new(&bytes).value().ok());
        let report = match part(REPORT)? {
            None => None,
            Some(report) => whole_report(&info, &report, part(RESULT)?, part(LOGS)?),
        };
        let conflict = match (info.status.as_deref(), &info.branch) {
            (Some(CONFLICT), Some(branch)) => {
                let paths = part(CONFLICT)?.unwrap_or_default();
                let paths = String::from_utf8_lossy(&paths).into_owned();
                Some(Conflict {
                    run,
                    branch: branch.clone(),
                    paths: paths.lines().filter_map(|path| path.parse().ok()).collect(),
                })
            }
            _ => None,
        };
        Ok(Some(RecordedRun {
            conflict,
            program: part(PROGRAM)?.and_then(|text| String::from_utf8(text).ok()),
            input,
            seed: options.as_ref().map(|form| form.seed),
            is_seeded: options.as_ref().is_some_and(|form| form.is_seeded),
            commit: (options.as_ref()).and_then(|form| Commit::named(&form.commit)),
            is_read_only: options.as_ref().is_some_and(|form| form.read_only),
            limits: options.map(|form| form.limits),
            report,
            info,
        }))
    })
}

/// How a recorded run was made, for a replay.
pub(crate) struct Making {
    /// The version and the engine that made it.
    pub(crate) version: String,
    pub(crate) guest: String,
    /// Where it ran, if it was a command of a shell.
    pub(crate) command: Option<Setting>,
    pub(crate) quota: Quota,
    pub(crate) now_ms: f64,
    pub(crate) is_guarded: bool,
    pub(crate) preludes: Option<String>,
    pub(crate) is_javascript_only: bool,
    pub(crate) is_code_from_text_refused: bool,
    pub(crate) exec: Option<ExecRules>,
    pub(crate) other_guest: Option<String>,
    pub(crate) functions: Vec<String>,
    pub(crate) replay: ReplayForm,
    pub(crate) answers: Option<Vec<u8>>,
}

/// How a run was made; `None` if that is not recorded.
pub(crate) fn making_of(tree: &Tree, run: RunId) -> Result<Option<Making>, Error> {
    let Some(options) = json_part::<OptionsForm>(tree, run, OPTIONS)? else {
        return Ok(None);
    };
    let [bytes_max, entries_max, file_bytes_max] = options.quota;
    let mut report = json_part::<Json>(tree, run, REPORT)?;
    let replay = report.as_mut().and_then(|report| report.get_mut(REPLAY));
    let replay = replay.map(Json::take).map(serde_json::from_value);
    Ok(Some(Making {
        version: options.version,
        guest: options.guest,
        command: json_part(tree, run, COMMAND)?,
        quota: Quota::new()
            .bytes_max(bytes_max)
            .entries_max(entries_max)
            .file_bytes_max(file_bytes_max),
        now_ms: options.now_ms,
        is_guarded: options.is_guarded,
        preludes: options.preludes,
        is_javascript_only: options.javascript_only,
        is_code_from_text_refused: options.no_code_from_text,
        exec: options.exec,
        other_guest: options.other_guest,
        functions: options.functions,
        replay: replay.transpose().ok().flatten().unwrap_or_default(),
        answers: tree.part(run, ANSWERS)?,
    }))
}

/// The fuel that a recorded run used; `None` if that is not known.
///
/// # Errors
/// As every read: `Busy`, `Corrupt` or `Storage`.
pub fn recorded_fuel(tree: &Tree, run: RunId) -> Result<Option<u64>, Error> {
    Ok(json_part::<Json>(tree, run, REPORT)?.and_then(|report| fuel_of(&report)))
}

fn fuel_of(report: &Json) -> Option<u64> {
    report.get("usage")?.get("fuel")?.as_u64()
}

/// A part of a run that is JSON; `None` if it is missing or cannot be understood.
fn json_part<T: DeserializeOwned>(tree: &Tree, run: RunId, name: &str) -> Result<Option<T>, Error> {
    let json = tree.part(run, name)?;
    Ok(json.and_then(|json| serde_json::from_slice(&json).ok()))
}

/// The report with the pieces that are kept beside it, in the order of `isolate-run --json`.
fn whole_report(
    info: &RunInfo,
    report: &[u8],
    result: Option<Vec<u8>>,
    logs: Option<Vec<u8>>,
) -> Option<Json> {
    let Ok(Json::Object(mut report)) = serde_json::from_slice(report) else {
        return None;
    };
    let read = |json: Option<Vec<u8>>| json.and_then(|json| serde_json::from_slice(&json).ok());
    let mut whole = Map::new();
    whole.insert("status".to_owned(), info.status.clone().into());
    if let Some(result) = read(result) {
        whole.insert("result".to_owned(), result);
    }
    for name in [RESULT_CUT, "error"] {
        if let Some(value) = report.shift_remove(name) {
            whole.insert(name.to_owned(), value);
        }
    }
    report.shift_remove(REPLAY);
    let logs = read(logs).unwrap_or_else(|| Json::Array(Vec::new()));
    whole.insert("logs".to_owned(), logs);
    whole.extend(report);
    Some(Json::Object(whole))
}
