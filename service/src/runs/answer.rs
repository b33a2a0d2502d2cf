//! Runs as answers show them.

use std::borrow::Cow;
use std::time::SystemTime;

use isolate_host::vfs::{Change, EFFECTS_MAX, Effects, RunId, RunInfo, Timestamp, Tree};
use isolate_host::{
    CallState, Limits, PendingCall, PendingRun, RECORDED_STATUSES, RecordedRun, Run, iso_time,
    recorded_status, to_json,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::problem::Problem;
use crate::runs::{LiveRun, Phase};

/// Changes that are read together.
const PAGE: usize = 1_000;

/// A run, as far as it is known.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunAnswer<'a> {
    pub(crate) id: &'a str,
    pub(crate) workspace: &'a str,
    #[serde(flatten)]
    pub(crate) run: &'a Run,
}

/// The schema of every answer about one run; a test compares the answers with it.
pub(crate) struct RunDocument;

impl JsonSchema for RunDocument {
    fn schema_name() -> Cow<'static, str> {
        "Run".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let paths = json!({ "type": "array", "items": { "type": "string" } });
        let text = |what: &str| json!({ "type": "string", "description": what });
        let number = |what: &str| json!({ "type": "integer", "description": what });
        let effects = generator.subschema_for::<EffectsForm>();
        let entry = generator.subschema_for::<LogForm>();
        let problem = generator.subschema_for::<crate::problem::ProblemBody>();
        let calls = generator.subschema_for::<CallForm>();
        let statuses: Vec<&str> = ["queued", "failed"]
            .into_iter()
            .chain(RECORDED_STATUSES)
            .collect();
        let time = json!({ "type": "string", "format": "date-time" });
        json_schema!({
            "description": "A run. Which members it has depends on how far it is and how it ended.",
            "type": "object",
            "required": ["id", "workspace", "status"],
            "additionalProperties": false,
            "properties": {
                "id": text("The name of the run in this interface."),
                "workspace": text("The name of the workspace."),
                "run": {
                    "type": ["integer", "null"],
                    "description": "The number of the run in the history; null where the history has none.",
                },
                "status": {
                    "type": "string",
                    "enum": statuses,
                    "description": "How far it is, or how it ended: ok, or error if the program threw, or \
                        limit if a limit ended it; suspended if it waits for an approval, and cancelled if \
                        it was ended then; conflict if others had changed the same paths while an \
                        atomic run waited.",
                },
                "label": text("The name of the run in the history."),
                "actor": { "type": ["string", "null"], "description": "Who has started it." },
                "branch": text("The branch, if it is not main."),
                "startedAt": time,
                "finishedAt": time,
                "undoes": number("The run that it undid."),
                "undoneBy": number("The run that undid it."),
                "program": { "type": ["string", "null"] },
                "input": { "description": "The argument of the program." },
                "seed": { "type": ["integer", "null"] },
                "isSeeded": { "type": "boolean" },
                "commit": { "type": ["string", "null"] },
                "isReadOnly": { "type": "boolean" },
                "limits": { "type": ["object", "null"] },
                "result": { "description": "What the program returned." },
                "resultCut": {
                    "type": "array",
                    "items": {},
                    "description": "The places at which something was left out of the result.",
                },
                "error": {
                    "type": "object",
                    "required": ["name", "message"],
                    "properties": {
                        "name": { "type": "string" },
                        "message": { "type": "string" },
                        "code": { "type": "string" },
                        "line": { "type": "integer" },
                        "column": { "type": "integer" },
                        "frame": { "type": "string" },
                        "limit": { "type": "string" },
                    },
                },
                "logs": { "type": "array", "items": entry },
                "logsDropped": { "type": "object" },
                "effects": effects,
                "waitingFor": { "type": "array", "items": calls },
                "conflict": {
                    "type": "object",
                    "description": "Of a run whose changes were not taken over: the branch that has them, and \
                        the paths that others have changed too.",
                    "required": ["branch", "paths"],
                    "properties": { "branch": { "type": "string" }, "paths": paths },
                },
                "calls": { "type": "array", "items": { "type": "object" } },
                "callsOmitted": number("Calls of functions that are not listed."),
                "committed": {
                    "type": "boolean",
                    "description": "Whether the changes were kept; missing if they were.",
                },
                "refusal": text("Why the changes of a reviewed run were not kept."),
                "diff": text("A patch of the changes, if it was asked for."),
                "usage": { "type": "object" },
                "problem": problem,
                "detail": text("What else is known of a run that did not end."),
                "paths": paths,
            },
        })
    }
}

/// An entry of a log.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LogEntry")]
pub(crate) struct LogForm {
    level: String,
    text: String,
}

/// A call that waits for an approval or for its answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PendingCall")]
pub(crate) struct CallForm {
    /// Its number in the run.
    call: u32,
    /// The name of the function; `state.approve` where the program itself asks, and `state.review` where all
    /// changes of the run are to be approved.
    function: String,
    /// What it waits for: `approval`, the `answer` of a function that was called and is answered later, that
    /// of a `function` that was called and takes long, or a `review` of all changes.
    awaits: &'static str,
    /// How far a function is that takes long and has no answer: `underWay` in this server or
    /// `underWayElsewhere`, after which its answer is kept; `interrupted`, so that it is called again when the
    /// run is resumed; or `unknown`: it was interrupted, and somebody has to give its answer as a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    /// What the function does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    description: String,
    /// Its argument; for `state.approve` what the program says; for `state.review` how many paths were
    /// created, changed and deleted, and the first of them.
    argument: Json,
    /// What an answer has to name: it differs where the function, the argument, or what the run has
    /// changed so far do.
    digest: String,
}

impl From<PendingCall> for CallForm {
    fn from(call: PendingCall) -> Self {
        Self {
            call: call.call,
            function: call.function,
            awaits: call.awaits.as_str(),
            state: call.state.map(CallState::as_str),
            description: call.description,
            argument: call.argument,
            digest: call.digest,
        }
    }
}

/// A run that waits for approvals.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Pending")]
pub(crate) struct PendingForm {
    /// The name of the run in this interface.
    id: String,
    /// Its number in the history.
    run: i64,
    /// Since when it waits.
    since: String,
    /// Until when it waits; if it is resumed later, its calls fail with ETIMEDOUT.
    until: String,
    /// Calls without an answer. The run can be resumed if one of its calls has an answer or is interrupted, and
    /// none is under way elsewhere.
    pub(crate) waiting_for: Vec<CallForm>,
    /// Calls that have an answer, which the run gets when it is resumed.
    answered: Vec<CallForm>,
    /// Why it cannot be read what it waits for, if that is damaged. Such a run can only be cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<String>,
}

impl From<PendingRun> for PendingForm {
    fn from(pending: PendingRun) -> Self {
        let calls = |calls: Vec<PendingCall>| calls.into_iter().map(CallForm::from).collect();
        let time = |time: SystemTime| iso_time(Timestamp::from(time));
        Self {
            id: pending.run.to_string(),
            run: pending.run.into(),
            since: time(pending.since),
            until: time(pending.until),
            waiting_for: calls(pending.waiting_for),
            answered: calls(pending.answered),
            damage: pending.damage,
        }
    }
}

/// The paths that a run changed: at most 10,000.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Effects")]
pub(crate) struct EffectsForm {
    created: Vec<String>,
    changed: Vec<String>,
    deleted: Vec<String>,
    /// How many more there were.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<OmittedForm>,
}

/// Paths that are counted and not listed.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Omitted")]
pub(crate) struct OmittedForm {
    created: u64,
    changed: u64,
    deleted: u64,
    /// Whether there may be more than those.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_partial: bool,
}

/// What an operation on a workspace did.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Change")]
pub(crate) struct ChangeForm {
    /// The number of its run in the history; null if it changed nothing.
    pub(crate) run: Option<i64>,
    pub(crate) effects: EffectsForm,
}

impl From<&Effects> for EffectsForm {
    fn from(effects: &Effects) -> Self {
        let paths = |entries: &[isolate_host::EffectEntry]| {
            entries.iter().map(|entry| entry.path.to_string()).collect()
        };
        let omitted = &effects.omitted;
        Self {
            created: paths(&effects.created),
            changed: paths(&effects.changed),
            deleted: paths(&effects.deleted),
            omitted: (!omitted.is_empty()).then_some(OmittedForm {
                created: omitted.created,
                changed: omitted.changed,
                deleted: omitted.deleted,
                is_partial: omitted.is_partial,
            }),
        }
    }
}

impl From<&Effects> for ChangeForm {
    fn from(effects: &Effects) -> Self {
        Self {
            run: effects.run.map(i64::from),
            effects: effects.into(),
        }
    }
}

impl EffectsForm {
    /// What the history says that a run changed.
    fn of(tree: &Tree, run: RunId) -> Result<Self, Problem> {
        let mut form = Self::default();
        let mut omitted = OmittedForm::default();
        let (mut listed, mut after) = (0, None);
        loop {
            let page = tree.changes_page(run, after.as_ref(), PAGE)?;
            let is_last = page.len() < PAGE;
            for change in &page {
                let (list, count) = match (&change.before, &change.after) {
                    (None, _) => (&mut form.created, &mut omitted.created),
                    (_, None) => (&mut form.deleted, &mut omitted.deleted),
                    _ if is_of_time_alone(change) => continue,
                    _ => (&mut form.changed, &mut omitted.changed),
                };
                match listed < EFFECTS_MAX {
                    true => list.push(change.path.to_string()),
                    false => *count += 1,
                }
                listed += 1;
            }
            if is_last {
                break;
            }
            after = page.last().map(|change| change.path.clone());
        }
        form.omitted = (listed > EFFECTS_MAX).then_some(omitted);
        Ok(form)
    }
}

/// Whether a directory or a link has got another time and nothing else.
fn is_of_time_alone(change: &Change) -> bool {
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => {
            let same = (before.stat.kind, before.stat.mode, &before.target)
                == (after.stat.kind, after.stat.mode, &after.target);
            same && before.stat.kind != isolate_host::vfs::FileKind::File
        }
        _ => false,
    }
}

/// A run on its way.
pub(crate) fn live_json(run: &LiveRun) -> Json {
    let since = run.begun.duration_since(std::time::UNIX_EPOCH);
    let ms = i64::try_from(since.unwrap_or_default().as_millis()).unwrap_or(i64::MAX);
    json!({
        "id": run.id,
        "workspace": &*run.workspace,
        "status": match run.phase() {
            Phase::Queued => "queued",
            Phase::Running | Phase::Ended(_) => "running",
        },
        "label": run.label,
        "actor": &*run.by,
        "startedAt": iso_time(Timestamp::from_millis(ms)),
    })
}

/// A run of the history in a list.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RunEntry")]
pub(crate) struct RunRow {
    /// The name of the run in this interface.
    id: String,
    /// Its number in the history.
    run: i64,
    /// How it ended: ok, error, limit, internal, running, suspended, cancelled, interrupted, abandoned
    /// or discarded.
    status: String,
    label: String,
    actor: Option<String>,
    /// The branch, if it is not main.
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<String>,
    started_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished_at: Option<String>,
    /// Paths that it created.
    created: u64,
    /// Paths that it changed.
    changed: u64,
    /// Paths that it deleted.
    deleted: u64,
    fuel: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undoes: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undone_by: Option<i64>,
}

impl RunRow {
    pub(crate) fn of(
        tree: &Tree,
        run: &RunInfo,
        undone_by: Option<RunId>,
    ) -> Result<Self, Problem> {
        let [created, changed, deleted] = tree.change_counts(run.id)?;
        Ok(Self {
            id: run.id.to_string(),
            run: run.id.into(),
            status: recorded_status(run).to_owned(),
            label: run.label.clone(),
            actor: run.actor.clone(),
            branch: run.branch.clone(),
            started_at: iso_time(run.machine_started),
            finished_at: run.finished.map(iso_time),
            created,
            changed,
            deleted,
            fuel: isolate_host::recorded_fuel(tree, run.id)?,
            undoes: run.undoes.map(i64::from),
            undone_by: undone_by.map(i64::from),
        })
    }
}

/// A run of the history with all that is known of it.
pub(crate) fn recorded_json(
    tree: &Tree,
    id: &str,
    workspace: &str,
    recorded: &RecordedRun,
) -> Result<Json, Problem> {
    let info = &recorded.info;
    let undone = tree.undone(std::slice::from_ref(info))?;
    let limits = recorded.limits.map(|limits| {
        let rows = Limits::rows().iter();
        rows.map(|row| (row.json.to_owned(), Json::from(row.value(&limits))))
            .collect::<Map<_, _>>()
    });
    let mut whole = Map::new();
    for (name, value) in [
        ("id", id.into()),
        ("workspace", workspace.into()),
        ("status", recorded_status(info).into()),
        ("run", i64::from(info.id).into()),
        ("label", info.label.as_str().into()),
        ("actor", info.actor.clone().into()),
        ("startedAt", iso_time(info.machine_started).into()),
        ("program", recorded.program.clone().into()),
        ("input", recorded.input.as_ref().and_then(to_json).into()),
        ("seed", recorded.seed.into()),
        ("isSeeded", recorded.is_seeded.into()),
        (
            "commit",
            recorded.commit.map(isolate_host::Commit::as_str).into(),
        ),
        ("isReadOnly", recorded.is_read_only.into()),
        ("limits", limits.map_or(Json::Null, Json::Object)),
    ] {
        whole.insert(name.to_owned(), value);
    }
    let conflict = recorded.conflict.as_ref().map(|conflict| {
        let paths: Vec<&str> = conflict.paths.iter().map(|path| path.as_str()).collect();
        json!({ "branch": conflict.branch, "paths": paths })
    });
    for (name, value) in [
        ("conflict", conflict),
        ("branch", info.branch.clone().map(Json::from)),
        (
            "finishedAt",
            info.finished.map(|time| iso_time(time).into()),
        ),
        ("undoes", info.undoes.map(|run| i64::from(run).into())),
        (
            "undoneBy",
            undone.get(&info.id).map(|run| i64::from(*run).into()),
        ),
    ] {
        if let Some(value) = value {
            whole.insert(name.to_owned(), value);
        }
    }
    if let Some(Json::Object(report)) = recorded.report.clone() {
        for (name, value) in report {
            whole.entry(name).or_insert(value);
        }
    }
    let effects = EffectsForm::of(tree, info.id)?;
    whole.insert(
        "effects".to_owned(),
        serde_json::to_value(effects).unwrap_or_default(),
    );
    Ok(Json::Object(whole))
}
