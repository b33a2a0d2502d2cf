//! What a request says about a run.

use std::borrow::Cow;
use std::collections::BTreeMap;

use isolate_host::{Limits, RunOptions};
use isolate_tools::Policy;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value as Json};

use crate::problem::Problem;

/// Bytes of a label.
pub(crate) const LABEL_BYTES_MAX: usize = 200;

/// A program to run.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "RunRequest")]
pub(crate) struct RunForm {
    /// The text of the program: an async arrow function, statements or a module.
    pub(crate) code: String,
    /// The argument of the program. Default: it is called without one.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Json")]
    pub(crate) input: Option<Json>,
    /// The name of the run in the history, at most 200 bytes.
    #[serde(default)]
    pub(crate) label: String,
    /// The branch that it reads and changes. Default: main.
    #[serde(default)]
    pub(crate) branch: Option<String>,
    /// When its changes are kept. Default: perCall.
    #[serde(default)]
    pub(crate) commit: CommitForm,
    /// Whether its changes are kept when they were approved, all or none: the run then waits for
    /// `state.review`. It is atomic.
    #[serde(default)]
    pub(crate) review: bool,
    /// Refuses every call that may change files.
    #[serde(default)]
    pub(crate) read_only: bool,
    /// Whether the program runs commands of a shell, with `state.exec`, or which: names, each with the arguments
    /// that it has to begin with, if any. Default: false.
    #[serde(default)]
    pub(crate) exec: ExecForm,
    /// Seeds everything that is random, and fixes the clock.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// Adds a patch of the changes to the answer.
    #[serde(default)]
    pub(crate) diff: bool,
    /// Limits that are smaller than those of the server.
    #[serde(default)]
    pub(crate) limits: LimitsForm,
}

/// A member that is there counts, also if it is null.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

/// When the changes of a program are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Commit")]
pub(crate) enum CommitForm {
    /// Those of each call when it returns.
    #[default]
    PerCall,
    /// All when the program returns, and none when it fails.
    Atomic,
    /// None: the answer says what they would be.
    DryRun,
}

/// Whether a program runs commands of a shell, or which.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "exec is true, false, or a list of commands")]
#[schemars(rename = "Exec")]
pub(crate) enum ExecForm {
    /// All of them, or none.
    Is(bool),
    /// These alone, beside what is built into the language.
    Commands(Vec<String>),
}

impl Default for ExecForm {
    fn default() -> Self {
        Self::Is(false)
    }
}

/// Limits of a run by their names.
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct LimitsForm(BTreeMap<String, u64>);

impl JsonSchema for LimitsForm {
    fn schema_name() -> Cow<'static, str> {
        "Limits".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut members = Map::new();
        for row in Limits::rows() {
            let member = json_schema!({
                "description": row.what,
                "type": "integer",
                "minimum": 0,
            });
            members.insert(row.json.to_owned(), member.into());
        }
        json_schema!({
            "type": "object",
            "properties": members,
            "additionalProperties": false,
        })
    }
}

impl LimitsForm {
    /// The limits that count: what is asked for, where it is not more than what may be.
    pub(crate) fn within(&self, most: Limits) -> Result<Limits, Problem> {
        let mut limits = most;
        for (name, value) in &self.0 {
            let Some(row) = Limits::rows().iter().find(|row| row.json == *name) else {
                let names: Vec<&str> = Limits::rows().iter().map(|row| row.json).collect();
                let shown: String = name.chars().take(100).collect();
                return Err(Problem::invalid(format!(
                    "limits: {shown:?} is no limit: there are {}",
                    names.join(", ")
                )));
            };
            let allowed = row.value(&most);
            let narrowed = row.with(&limits, *value).filter(|_| *value <= allowed);
            limits = narrowed.ok_or_else(|| {
                Problem::invalid(format!(
                    "limits: {name} is {value}, and at most {allowed} is allowed here"
                ))
            })?;
        }
        Ok(limits)
    }
}

impl RunForm {
    /// The options of the run.
    pub(crate) fn options(
        &self,
        most: Limits,
        diff_bytes: usize,
        policy: Option<&Policy>,
    ) -> Result<RunOptions, Problem> {
        if self.label.len() > LABEL_BYTES_MAX {
            return Err(Problem::invalid(format!(
                "the label has {} bytes, and at most {LABEL_BYTES_MAX} are kept: shorten it",
                self.label.len()
            )));
        }
        let mut options = RunOptions::new()
            .limits(self.limits.within(most)?)
            .label(self.label.as_str());
        options = match self.commit {
            CommitForm::PerCall => options,
            CommitForm::Atomic => options.atomic(),
            CommitForm::DryRun => options.dry_run(),
        };
        if self.review {
            if self.commit == CommitForm::DryRun {
                return Err(Problem::invalid(
                    "review: a dry run keeps nothing that could be approved: leave out review, or commit",
                ));
            }
            options = options.review(true);
        }
        if let Some(input) = &self.input {
            options = options.input(input)?;
        }
        if let Some(seed) = self.seed {
            options = options.seed(seed);
        }
        if self.read_only {
            options = options.read_only();
        }
        let own = match &self.exec {
            ExecForm::Is(false) => None,
            ExecForm::Is(true) => Some(None),
            ExecForm::Commands(commands) => Some(Some(commands.as_slice())),
        };
        if let Some(own) = own {
            options = match policy.map_or_else(
                || own.map(<[String]>::to_vec),
                |policy| policy.commands_within(own),
            ) {
                Some(commands) => options.exec_commands(commands),
                None => options.exec(),
            };
        }
        if self.diff {
            options = options.diff_bytes(diff_bytes);
        }
        Ok(options)
    }
}
