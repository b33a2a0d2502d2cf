//! The JSON answers of the subcommands, which `docs/json.schema.json` describes: one shape for those that
//! change something and for every command that could not do its work.

use isolate_host::vfs::{EFFECTS_MAX, EffectEntry, Effects, RunId};
use isolate_tools::{ActionsReply, Code, ExitCode, Reply, ToolError};
use isolate_transfer::ChangeKind;
use serde_json::{Map, Value as Json, json};

use super::print::{exit_code, print_json};

/// What a command answers that changes something.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// The run in the history that the command recorded.
    run: Option<RunId>,
    data: Map<String, Json>,
    conflicts: Vec<Json>,
    notices: Vec<String>,
    failure: Option<Failure>,
}

/// Why a command did not do all that was asked, with its exit code.
#[derive(Debug)]
pub(super) struct Failure {
    error: Json,
    code: u8,
}

impl Failure {
    pub(super) fn new(error: &ToolError, code: ExitCode) -> Self {
        Self::with_code(error, code.code())
    }

    pub(super) fn with_code(error: &ToolError, code: u8) -> Self {
        Self {
            error: error.to_json(),
            code,
        }
    }

    /// Replaces the word for the kind of error by one that tools do not have.
    pub(super) fn called(mut self, word: &str) -> Self {
        self.error["code"] = word.into();
        self
    }
}

impl Answer {
    /// The answer of a command that did what was asked. Anything but an object has no data.
    pub(super) fn new(data: Json) -> Self {
        Self {
            data: match data {
                Json::Object(data) => data,
                _ => Map::new(),
            },
            ..Self::default()
        }
    }

    /// The answer of a command that did nothing.
    pub(super) fn failed(failure: Failure) -> Self {
        Self {
            failure: Some(failure),
            ..Self::default()
        }
    }

    /// The answer of a command that did not start.
    pub(super) fn refused(error: &ToolError, code: ExitCode) -> Self {
        Self::failed(Failure::new(error, code)).conflicts(conflicts_of(error))
    }

    /// The answer to a call of a tool.
    pub(super) fn of_reply(reply: &Reply) -> Self {
        let receipt = reply.receipt();
        let mut answer = Self::new(reply.data());
        answer.data.insert("receipt".to_owned(), receipt.to_json());
        answer = answer.changes(Paths::of(&receipt.effects));
        answer.run = receipt.effects.run;
        answer.notices = reply.notices().to_vec();
        answer.fail_with(reply)
    }

    /// The answer to actions. The first that failed is why none was kept.
    pub(super) fn of_actions(done: &ActionsReply) -> Self {
        let mut results = done.to_json();
        let data = json!({ "committed": done.is_committed, "results": results["results"].take() });
        let mut answer = Self::new(data).changes(Paths::of(&done.effects));
        answer.run = done.effects.run;
        match done.results.iter().find(|reply| !reply.is_ok()) {
            None => answer,
            Some(reply) => answer.fail_with(reply).ending_with(ExitCode::Failure),
        }
    }

    /// The failure of a reply, if it is one.
    fn fail_with(mut self, reply: &Reply) -> Self {
        let Some(error) = reply.error() else {
            return self;
        };
        self.conflicts = conflicts_of(error);
        self.failing(Failure::with_code(error, exit_code(reply)))
    }

    fn ending_with(mut self, code: ExitCode) -> Self {
        if let Some(failure) = &mut self.failure {
            failure.code = code.code();
        }
        self
    }

    /// Sets the run that the command recorded, and that `undo` takes.
    pub(super) fn recorded(mut self, run: Option<RunId>) -> Self {
        self.run = run;
        self
    }

    /// Sets the run that the command recorded in the history of another branch.
    pub(super) fn recorded_elsewhere(mut self, run: Option<RunId>) -> Self {
        self.run = run;
        self
    }

    /// Sets the paths that the command changed.
    pub(super) fn changes(mut self, paths: Paths) -> Self {
        paths.put(&mut self.data);
        self
    }

    /// Adds paths that are in the way: each has `path`, `reason`, and may have more.
    pub(super) fn conflicts(mut self, conflicts: impl IntoIterator<Item = Json>) -> Self {
        self.conflicts.extend(conflicts);
        self
    }

    pub(super) fn notices(mut self, notices: impl IntoIterator<Item = String>) -> Self {
        self.notices.extend(notices);
        self
    }

    pub(super) fn failing(mut self, failure: Failure) -> Self {
        self.failure = Some(failure);
        self
    }

    /// The exit code that belongs to the answer.
    pub(super) fn code(&self) -> u8 {
        let success = ExitCode::Success.code();
        self.failure
            .as_ref()
            .map_or(success, |failure| failure.code)
    }

    pub(super) fn to_json(&self) -> Json {
        let mut json = json!({ "ok": self.failure.is_none(), "run": self.run });
        json["data"] = self.data.clone().into();
        json["conflicts"] = self.conflicts.clone().into();
        json["notices"] = self.notices.clone().into();
        if let Some(failure) = &self.failure {
            json["error"] = failure.error.clone();
        }
        json
    }

    /// Prints the answer. Returns the exit code.
    pub(super) fn print(&self) -> u8 {
        print_json(&self.to_json(), self.code())
    }
}

/// The paths that are in the way: they exist, or others have changed them.
fn conflicts_of(error: &ToolError) -> Vec<Json> {
    let reason = match error.code {
        Code::Stale => "changed since",
        Code::Exists => "exists",
        _ => return Vec::new(),
    };
    let paths = match (error.details.get("paths"), error.details.get("path")) {
        (Some(Json::Array(paths)), _) => paths.clone(),
        (_, path) => path.cloned().into_iter().collect(),
    };
    let conflicts = paths.into_iter();
    conflicts
        .map(|path| json!({ "path": path, "reason": reason }))
        .collect()
}

/// Prints what a command that only reads has found. The command can fail although it found something:
/// `check` a damaged file. Returns the exit code.
pub(super) fn print_found(found: Json, failure: Option<Failure>) -> u8 {
    let mut answer = json!({ "ok": failure.is_none() });
    if let (Json::Object(answer), Json::Object(mut found)) = (&mut answer, found) {
        found.shift_remove("ok");
        answer.extend(found);
    }
    let code = match failure {
        None => ExitCode::Success.code(),
        Some(failure) => {
            answer["error"] = failure.error;
            failure.code
        }
    };
    print_json(&answer, code)
}

/// Paths that were created, changed and deleted: as many as [`Effects`] names, the others are counted.
#[derive(Debug, Default)]
pub(super) struct Paths {
    lists: [Vec<String>; 3],
    omitted: [u64; 3],
    is_partial: bool,
}

impl Paths {
    const NAMES: [&str; 3] = ["created", "changed", "deleted"];

    pub(super) fn of(effects: &Effects) -> Self {
        let paths = |entries: &[EffectEntry]| {
            let paths = entries.iter().map(|entry| entry.path.as_str().to_owned());
            paths.collect()
        };
        let omitted = &effects.omitted;
        Self {
            lists: [
                paths(&effects.created),
                paths(&effects.changed),
                paths(&effects.deleted),
            ],
            omitted: [omitted.created, omitted.changed, omitted.deleted],
            is_partial: omitted.is_partial,
        }
    }

    /// Adds a path, as long as there is room for its name.
    pub(super) fn add(&mut self, kind: ChangeKind, path: &str) {
        let named: usize = self.lists.iter().map(Vec::len).sum();
        match named < EFFECTS_MAX {
            true => self.lists[Self::place(kind)].push(path.to_owned()),
            false => self.omit(kind, 1),
        }
    }

    /// Counts paths that are not named.
    pub(super) fn omit(&mut self, kind: ChangeKind, count: u64) {
        self.omitted[Self::place(kind)] += count;
    }

    /// Where the paths are that this became of.
    const fn place(kind: ChangeKind) -> usize {
        match kind {
            ChangeKind::Created => 0,
            ChangeKind::Deleted => 2,
            _ => 1,
        }
    }

    /// Adds the lists to the data of an answer. Each replaces the value of the tool with the same name.
    fn put(self, data: &mut Map<String, Json>) {
        for (name, list) in Self::NAMES.into_iter().zip(self.lists) {
            data.shift_remove(name);
            data.insert(name.to_owned(), list.into());
        }
        data.shift_remove("omitted");
        if self.omitted == [0; 3] && !self.is_partial {
            return;
        }
        let counts = Self::NAMES.into_iter().zip(self.omitted);
        let mut omitted: Map<String, Json> = counts
            .map(|(name, count)| (name.to_owned(), count.into()))
            .collect();
        if self.is_partial {
            omitted.insert("isPartial".to_owned(), true.into());
        }
        data.insert("omitted".to_owned(), omitted.into());
    }
}
