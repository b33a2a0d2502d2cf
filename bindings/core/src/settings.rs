//! Options by their names.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use isolate_host::trace::TraceContents;
use isolate_host::{
    Commit, IdempotencyKey, Limits, RunOptions, Sandbox, SandboxOptions, Workspace,
    WorkspaceOptions, strict_json,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// Characters of what is wrong with an option.
const MISTAKE_CHARS_MAX: usize = 300;

/// What is wrong with an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The name of the option, as TypeScript has it; empty where it is about all of them.
    pub option: String,
    /// What it is and what it takes, to be read behind the name.
    pub text: String,
}

impl Mistake {
    /// A mistake about an option.
    pub fn new(option: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            option: option.into(),
            text: text.into(),
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.option.as_str() {
            "" => f.write_str(&self.text),
            option => write!(f, "{option}: {}", self.text),
        }
    }
}

impl std::error::Error for Mistake {}

/// Reads options from JSON.
///
/// # Errors
///
/// A [`Mistake`] for an unknown name, and for a value of another type; a list is no object, at any depth.
pub fn read<T: DeserializeOwned>(options: Json) -> Result<T, Mistake> {
    serde_path_to_error::deserialize(strict_json(options)).map_err(|error| {
        let path = error.path().to_string();
        let option = if path == "." { String::new() } else { path };
        Mistake::new(option, in_plain_words(&error.inner().to_string()))
    })
}

/// What was expected, without the names of types of Rust.
fn in_plain_words(text: &str) -> String {
    const WORDS: [(&str, &str); 14] = [
        ("missing field", "missing"),
        ("expected map with a single key", "expected a name"),
        ("invalid type: map", "invalid type: object"),
        ("invalid type: sequence", "invalid type: list"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected an object"),
        ("expected struct ", "expected an object: "),
        ("expected u64", "expected a whole number of 0 or more"),
        ("expected u32", "expected a whole number of 0 or more"),
        ("expected usize", "expected a whole number of 0 or more"),
        ("expected i64", "expected a whole number"),
        ("expected f64", "expected a number"),
        ("unit variant", "text"),
        ("unknown variant", "unknown name"),
    ];
    let mut text = text.to_owned();
    for (theirs, ours) in WORDS {
        text = text.replace(theirs, ours);
    }
    // It may quote all of a long text.
    if let Some((cut, _)) = text.char_indices().nth(MISTAKE_CHARS_MAX) {
        text.truncate(cut);
        text.push('…');
    }
    text
}

/// The options of one run.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct RunSettings {
    limits: BTreeMap<String, f64>,
    seed: Option<u64>,
    /// Milliseconds since 1970.
    now: Option<f64>,
    commit: Option<CommitName>,
    diff_bytes: Option<usize>,
    review: bool,
    read_only: bool,
    typescript: Option<bool>,
    code_from_text: Option<bool>,
    exec: Option<Exec>,
    branch: Option<String>,
    label: Option<String>,
    actor: Option<String>,
    suspension: Option<bool>,
    suspend_after_ms: Option<Wait>,
    wait_max_ms: Option<f64>,
    idempotency_key: Option<String>,
    principal: Option<String>,
    traceparent: Option<String>,
    trace_contents: Vec<TraceContent>,
}

/// When changes are kept.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum CommitName {
    PerCall,
    Atomic,
    DryRun,
}

/// Milliseconds, or `false` for never.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "it takes milliseconds, or false for never")]
enum Wait {
    Milliseconds(f64),
    Is(bool),
}

/// Whether programs run commands, or which.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "it takes true, false, or a list of commands")]
pub(crate) enum Exec {
    Is(bool),
    Commands(Vec<String>),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum TraceContent {
    Programs,
    Arguments,
    Results,
}

pub(crate) fn duration(name: &str, ms: f64) -> Result<Duration, Mistake> {
    Duration::try_from_secs_f64(ms / 1e3)
        .map_err(|_| Mistake::new(name, format!("{ms} ms is no time of 0 or more")))
}

pub(crate) fn limits(given: &BTreeMap<String, f64>) -> Result<Limits, Mistake> {
    let mut limits = Limits::new();
    for (name, value) in given {
        let Some(row) = Limits::rows().iter().find(|row| row.json == *name) else {
            let names: Vec<&str> = Limits::rows().iter().map(|row| row.json).collect();
            let text = format!("there is no such limit: there are {}", names.join(", "));
            return Err(Mistake::new(format!("limits.{name}"), text));
        };
        let is_time = name.ends_with("Ms");
        let is_whole = is_time || value.fract() == 0.0;
        let is_exact = *value >= 0.0 && *value <= 9_007_199_254_740_991.0;
        let whole = (is_whole && is_exact).then(|| value.round());
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is in the range of exact integers"
        )]
        let set = whole.and_then(|whole| row.with(&limits, whole as u64));
        limits = set.ok_or_else(|| {
            let text = format!("{value} is no whole number of 0 or more");
            Mistake::new(format!("limits.{name}"), text)
        })?;
    }
    Ok(limits)
}

impl RunSettings {
    /// The options of the run, without what only a language can give it: input, functions, listeners.
    ///
    /// # Errors
    ///
    /// A [`Mistake`] for a value out of its range.
    pub fn options(&self) -> Result<RunOptions, Mistake> {
        let mut options = RunOptions::new().limits(limits(&self.limits)?);
        if let Some(commit) = self.commit {
            options = options.commit(match commit {
                CommitName::PerCall => Commit::PerCall,
                CommitName::Atomic => Commit::Atomic,
                CommitName::DryRun => Commit::DryRun,
            });
        }
        if self.review {
            options = options.review(true);
        }
        if let Some(seed) = self.seed {
            options = options.seed(seed);
        }
        if let Some(now) = self.now {
            options = options.now(time(now)?);
        }
        if let Some(bytes) = self.diff_bytes {
            options = options.diff_bytes(bytes);
        }
        if self.read_only {
            options = options.read_only();
        }
        if self.typescript == Some(false) {
            options = options.javascript_only();
        }
        if self.code_from_text == Some(false) {
            options = options.no_code_from_text();
        }
        match &self.exec {
            None | Some(Exec::Is(false)) => {}
            Some(Exec::Is(true)) => options = options.exec(),
            Some(Exec::Commands(commands)) => {
                options = options.exec_commands(commands.iter().cloned());
            }
        }
        if let Some(branch) = &self.branch {
            options = options.branch(branch);
        }
        if let Some(label) = &self.label {
            options = options.label(label);
        }
        if let Some(actor) = &self.actor {
            options = options.actor(actor);
        }
        if self.suspension == Some(false) {
            options = options.no_suspension("it was started with suspension off");
        }
        match self.suspend_after_ms {
            // Whoever awaits a run in their own process wants its value, however long their functions take.
            None | Some(Wait::Is(false)) => options = options.suspend_after(None),
            Some(Wait::Is(true)) => {}
            Some(Wait::Milliseconds(ms)) => {
                options = options.suspend_after(duration("suspendAfterMs", ms)?);
            }
        }
        if let Some(ms) = self.wait_max_ms {
            options = options.wait_max(duration("waitMaxMs", ms)?);
        }
        if let Some(key) = &self.idempotency_key {
            let key = IdempotencyKey::new(key)
                .map_err(|error| Mistake::new("idempotencyKey", error.to_string()))?;
            options = options.idempotency_key(match &self.principal {
                Some(principal) => key.of(principal),
                None => key,
            });
        } else if self.principal.is_some() {
            let text = "it says whose idempotency key it is, and there is no key";
            return Err(Mistake::new("principal", text));
        }
        if let Some(traceparent) = &self.traceparent {
            options = options.traceparent(traceparent);
        }
        if !self.trace_contents.is_empty() {
            let contents = self.trace_contents.iter();
            let contents = contents.fold(TraceContents::new(), |all, content| match content {
                TraceContent::Programs => all.programs(),
                TraceContent::Arguments => all.arguments(),
                TraceContent::Results => all.results(),
            });
            options = options.trace_contents(contents);
        }
        Ok(options)
    }
}

fn time(ms: f64) -> Result<SystemTime, Mistake> {
    let since = Duration::try_from_secs_f64(ms / 1e3).ok();
    since
        .and_then(|since| UNIX_EPOCH.checked_add(since))
        .ok_or_else(|| Mistake::new("now", format!("{ms} ms since 1970 is no time since then")))
}

fn at_least_one<T: Default + PartialEq>(name: &str, number: T) -> Result<T, Mistake> {
    match number == T::default() {
        true => Err(Mistake::new(name, "it is 0, and takes 1 or more")),
        false => Ok(number),
    }
}

/// The options of a sandbox.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct SandboxSettings {
    threads: Option<usize>,
    runs: Option<u32>,
    runs_of_workspace: Option<u32>,
    queue: Option<usize>,
    queue_wait_ms: Option<f64>,
    detached_calls: Option<usize>,
    preludes: Vec<(String, String)>,
    prelude_cache: Option<PathBuf>,
    prelude_limits: BTreeMap<String, f64>,
    code_from_text: Option<bool>,
}

impl SandboxSettings {
    /// The longest queue where only its time is given, as in the library.
    const QUEUE: usize = 10_000;

    /// The options of the sandbox. Its key for images is no JSON: the package adds it.
    ///
    /// # Errors
    ///
    /// A [`Mistake`] for a value out of its range.
    pub fn options(&self) -> Result<SandboxOptions, Mistake> {
        let mut options = Sandbox::builder();
        if let Some(threads) = self.threads {
            options = options.threads(at_least_one("threads", threads)?);
        }
        if let Some(runs) = self.runs {
            options = options.runs(at_least_one("runs", runs)?);
        }
        if let Some(runs) = self.runs_of_workspace {
            options = options.runs_of_workspace(at_least_one("runsOfWorkspace", runs)?);
        }
        if self.queue.is_some() || self.queue_wait_ms.is_some() {
            let wait = self.queue_wait_ms.unwrap_or(60_000.0);
            let wait = duration("queueWaitMs", wait)?;
            options = options.queue(self.queue.unwrap_or(Self::QUEUE), wait);
        }
        if let Some(calls) = self.detached_calls {
            options = options.detached_calls(calls);
        }
        for (name, source) in &self.preludes {
            options = options.prelude(name, source.as_str());
        }
        if let Some(folder) = &self.prelude_cache {
            options = options.prelude_cache(folder);
        }
        if !self.prelude_limits.is_empty() {
            options = options.prelude_limits(limits(&self.prelude_limits)?);
        }
        if self.code_from_text == Some(false) {
            options = options.no_code_from_text();
        }
        Ok(options)
    }
}

/// The options of a workspace.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct WorkspaceSettings {
    quota_bytes: Option<u64>,
    file_bytes: Option<u64>,
    entries: Option<u64>,
    busy_timeout_ms: Option<f64>,
    read_only: bool,
    records: Option<bool>,
}

impl WorkspaceSettings {
    /// The options of the workspace.
    ///
    /// # Errors
    ///
    /// A [`Mistake`] for a value out of its range.
    pub fn options(&self) -> Result<WorkspaceOptions, Mistake> {
        let mut options = Workspace::builder().read_only(self.read_only);
        if let Some(bytes) = self.quota_bytes {
            options = options.quota_bytes(bytes);
        }
        if let Some(bytes) = self.file_bytes {
            options = options.file_bytes(bytes);
        }
        if let Some(entries) = self.entries {
            options = options.entries(entries);
        }
        if let Some(ms) = self.busy_timeout_ms {
            options = options.busy_timeout(duration("busyTimeoutMs", ms)?);
        }
        if let Some(records) = self.records {
            options = options.records(records);
        }
        Ok(options)
    }
}
