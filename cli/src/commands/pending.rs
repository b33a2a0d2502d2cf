//! `pending`, `approve`, `deny`, `answer`, `resume` and `end`: runs that wait for an approval or an answer.

use std::fmt::Write as _;

use isolate_host::vfs::RunId;
use isolate_host::{
    Answer, CancelToken, FunctionError, PendingCall, PendingRun, RunOptions, Sandbox, Workspace,
    iso_time, recorded_run,
};
use isolate_tools::{ExitCode, Policy};
use serde_json::{Value as Json, json};

use super::answer::{Answer as Printed, print_found};
use super::log::{parse_run, refuse_policy};
use super::output::{Refusal, Use, print_text};
use super::{Database, quoted_database};
use crate::functions::{Outside, Reach};
use crate::limits::FileLimits;
use crate::preludes::Preludes;
use crate::report::{self, Program, Style};
use crate::signals::Interruption;
use crate::traces;

#[derive(Debug, clap::Args)]
pub(crate) struct Pending {
    /// Number of one run [default: all that wait]
    #[arg(value_parser = parse_run)]
    run: Option<RunId>,
    #[command(flatten)]
    database: Database,
}

/// Which call is answered, and how the run goes on.
#[derive(Debug, clap::Args)]
struct Answered {
    /// Number of the run, as pending prints it
    #[arg(value_parser = parse_run)]
    run: RunId,
    /// Number of the call, if the run waits for several
    #[arg(long, value_name = "CALL")]
    call: Option<u32>,
    /// Answer only what has this digest, as pending prints it
    #[arg(long, value_name = "DIGEST")]
    digest: Option<String>,
    /// Keep the answer, and let another process resume the run
    #[arg(long)]
    no_resume: bool,
    #[command(flatten)]
    resumed: Resumed,
}

/// What a run goes on with.
#[derive(Debug, clap::Args)]
struct Resumed {
    #[command(flatten)]
    preludes: Preludes,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    database: Database,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Approve {
    #[command(flatten)]
    answered: Answered,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Deny {
    /// Why: the program catches an error with this reason; of a review, the run ends with it
    #[arg(long, value_name = "TEXT", default_value = "a person has refused it")]
    reason: String,
    #[command(flatten)]
    answered: Answered,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AnswerLater {
    /// What the function answers
    #[arg(long, value_name = "JSON", required_unless_present = "error")]
    value: Option<String>,
    /// Why the function has failed: the program catches an error with this message
    #[arg(long, value_name = "TEXT", conflicts_with = "value")]
    error: Option<String>,
    /// The code of that error
    #[arg(
        long,
        value_name = "CODE",
        requires = "error",
        default_value = "EHOSTFN"
    )]
    code: String,
    #[command(flatten)]
    answered: Answered,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Resume {
    /// Number of the run, as pending prints it
    #[arg(value_parser = parse_run)]
    run: RunId,
    #[command(flatten)]
    resumed: Resumed,
}

#[derive(Debug, clap::Args)]
pub(crate) struct End {
    /// Number of the run, as pending prints it
    #[arg(value_parser = parse_run)]
    run: RunId,
    #[command(flatten)]
    database: Database,
}

impl Pending {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "pending")?;
        let workspace = self.database.workspace(Use::Look, FileLimits::default())?;
        let runs = match self.run {
            Some(run) => vec![workspace.pending_run(run)?],
            None => workspace.pending()?,
        };
        if self.database.is_json() {
            let rows: Vec<Json> = runs.iter().map(row).collect();
            return Ok(print_found(json!({ "pending": rows }), None));
        }
        let database = quoted_database(&self.database)?;
        let mut text = String::new();
        for run in &runs {
            write_run(&mut text, run, &workspace, &database);
        }
        Ok(print_text(&text, ExitCode::Success.code()))
    }
}

impl Approve {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        self.answered.answer(Answer::Approve)
    }
}

impl Deny {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let answer = Answer::deny(self.reason);
        self.answered.answer(answer)
    }
}

impl AnswerLater {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let answer = match (self.value, self.error) {
            (Some(value), _) => {
                let json = serde_json::from_str::<Json>(&value).map_err(|error| {
                    Refusal::usage(format!(
                        "--value is no JSON: {error}; a text needs quotes: --value '\"text\"'"
                    ))
                })?;
                Answer::value(json)
            }
            (None, message) => {
                let failure = FunctionError::new(message.unwrap_or_default()).with_code(self.code);
                Answer::failed(&failure)
            }
        };
        self.answered.answer(answer)
    }
}

impl Resume {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let workspace = self.resumed.workspace()?;
        self.resumed.resume(&workspace, self.run)
    }
}

impl End {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "the end of a run that waits")?;
        let workspace = self
            .database
            .workspace(Use::Change, FileLimits::default())?;
        workspace.end_pending(self.run)?;
        match self.database.is_json() {
            true => Ok(Printed::new(json!({ "run": self.run })).print()),
            false => {
                let ended = format!("ended run {}\n", self.run);
                Ok(print_text(&ended, ExitCode::Success.code()))
            }
        }
    }
}

impl Answered {
    fn answer(self, answer: Answer) -> Result<u8, Refusal> {
        let workspace = self.resumed.workspace()?;
        let pending = workspace.pending_run(self.run)?;
        let mut call = self.wanted(&pending)?.clone();
        if let Some(digest) = &self.digest {
            call.digest.clone_from(digest);
        }
        workspace.answer(self.run, &call, answer)?;
        if !self.no_resume {
            return self.resumed.resume(&workspace, self.run);
        }
        let kept = format!("answered call {} of run {}\n", call.call, self.run);
        match self.resumed.database.is_json() {
            true => {
                let data = json!({ "run": self.run, "call": call.call });
                Ok(Printed::new(data).print())
            }
            false => Ok(print_text(&kept, ExitCode::Success.code())),
        }
    }

    /// The call that is meant.
    fn wanted<'r>(&self, pending: &'r PendingRun) -> Result<&'r PendingCall, Refusal> {
        let numbers = || {
            let numbers = pending.waiting_for.iter();
            let shown: Vec<_> = numbers
                .map(|call| format!("{} ({})", call.call, call.function))
                .collect();
            shown.join(", ")
        };
        let found = match (self.call, &pending.waiting_for[..]) {
            (Some(number), calls) => calls.iter().find(|call| call.call == number),
            (None, [only]) => Some(only),
            (None, []) => {
                return Err(Refusal::usage(format!(
                    "run {} has all of its answers: isolate-run resume {0}",
                    self.run
                )));
            }
            (None, _) => None,
        };
        found.ok_or_else(|| {
            Refusal::usage(format!(
                "run {} waits for several calls, or for others: name one with --call: {}",
                self.run,
                numbers()
            ))
        })
    }
}

impl Resumed {
    fn workspace(&self) -> Result<Workspace, Refusal> {
        refuse_policy(&self.database, "a run that goes on")?;
        self.database.workspace(Use::Change, FileLimits::default())
    }

    /// Resumes a run, and prints it as a program that was run.
    fn resume(&self, workspace: &Workspace, run: RunId) -> Result<u8, Refusal> {
        let cancel = CancelToken::new();
        let interruption = Interruption::listen(&cancel);
        let reach = self.outside.open().map_err(Refusal::usage)?;
        let functions = reach.as_ref().map(Reach::functions).unwrap_or_default();
        let sandbox = Sandbox::builder().threads(1).runs(1);
        let sandbox = self.preludes.add_to(sandbox).map_err(Refusal::usage)?;
        let sandbox = sandbox.build()?;
        let options = RunOptions::new().functions(functions).cancel(cancel);
        // Functions end with the command.
        let options = options.read_rules(Policy::read_guard).suspend_after(None);
        let options = traces::of_environment(options);
        let done = sandbox.resume(workspace, run).options(options).blocking();
        if let Some(reach) = reach {
            reach.close();
        }
        let done = done?;
        let tree = workspace.tree()?;
        let recorded = recorded_run(&tree, run)?;
        let name = format!("run {run}");
        let source = recorded.and_then(|recorded| recorded.program);
        let program = Program {
            name: &name,
            source: source.as_deref().unwrap_or_default(),
        };
        let style = Style::of_database(self.database.is_json(), &self.database.named()?);
        Ok(report::run(
            &done,
            &program,
            &style,
            interruption.exit_code(),
        ))
    }
}

fn row(run: &PendingRun) -> Json {
    let mut row = json!({
        "run": run.run,
        "since": iso_time(run.since.into()),
        "until": iso_time(run.until.into()),
        "waitingFor": run.waiting_for,
        "answered": run.answered,
        "bytes": run.bytes,
    });
    if let Some(damage) = &run.damage {
        row["damage"] = damage.as_str().into();
    }
    row
}

fn write_run(text: &mut String, run: &PendingRun, workspace: &Workspace, database: &str) {
    let number = run.run;
    let label = workspace
        .tree()
        .ok()
        .and_then(|tree| tree.run_info(number).ok().flatten());
    let label = label.map_or_else(String::new, |info| info.title().into_owned());
    let since = iso_time(run.since.into());
    let _infallible = writeln!(text, "{number}\t{since}\t{label}");
    if let Some(damage) = &run.damage {
        let damage = report::escaped(damage);
        let _infallible = writeln!(
            text,
            "  it cannot be read what it waits for: {damage}\n  isolate-run end {number}{database}"
        );
        return;
    }
    for call in &run.waiting_for {
        report::write_pending(text, call);
    }
    for call in &run.answered {
        let _infallible = writeln!(text, "  call {} has an answer", call.call);
    }
    for line in report::ways_on(number, &run.waiting_for, Some(database)) {
        let _infallible = writeln!(text, "  {line}");
    }
}
