//! `exec`: a command through one of the backends.

use std::time::Duration;

use isolate_prompt::{ToolAnnotations, ToolSpec};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::{Tool, begun};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::exec::{ExecFault, ExecRequest, ExecResult};
use crate::js;
use crate::parts::{self, Changes, CutMark, Part, ShownChanges};
use crate::program::Step;
use crate::reply::{Answer, Body};
use crate::services::{Backend, Services};
use crate::structure::Report;

pub(crate) const TOOL: Tool = Tool {
    prepare: Some(list_environment),
    adapt: Some(adapt),
    is_offered: |services| !services.backends.is_empty(),
    ..Tool::runs::<Args, Executed>(
        "exec",
        "Runs a command on the workspace in a sandbox, never on the machine. All of its \
            changes are kept if it ends with exit code 0, otherwise none.",
        ToolAnnotations::CHANGES,
        |context, args| begun(context, args, exec),
    )
};

const TIMEOUT_MS_DEFAULT: u64 = 60_000;
const TIMEOUT_MS_MAX: u64 = 600_000;
/// Bytes of a command and of its input.
const TEXT_BYTES_MAX: usize = 1 << 20;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The command.
    command: String,
    /// The directory that it starts in. Default: /.
    cwd: Option<String>,
    /// Its environment: lines of NAME=value, or an object.
    env: Option<Vec<String>>,
    /// Its standard input.
    stdin: Option<String>,
    /// How long it may take, in milliseconds, at most 600000. Default: 60000.
    timeout_ms: Option<u64>,
    /// What runs it.
    backend: Option<String>,
    /// Show what would change, and keep nothing.
    dry_run: Option<bool>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Executed {
    exit_code: i32,
    /// Whether the changes were kept.
    committed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fuel_used: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit_hit: Option<String>,
    stdout: String,
    stderr: String,
    #[serde(flatten)]
    changes: ShownChanges,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stdout_cut: Option<CutMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr_cut: Option<CutMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes_cut: Option<CutMark>,
}

impl Report for Executed {
    const TEXTS: &'static [&'static str] = &["stdout", "stderr", "changes"];
}

/// An environment as an object, as the list that the tool takes.
fn list_environment(args: &mut Json) {
    let Some(env) = args.get_mut("env") else {
        return;
    };
    let Some(object) = env.as_object() else {
        return;
    };
    let is_plain = |value: &Json| !value.is_object() && !value.is_array() && !value.is_null();
    if !object.values().all(is_plain) {
        return;
    }
    *env = object
        .iter()
        .map(|(name, value)| match value.as_str() {
            Some(text) => format!("{name}={text}"),
            None => format!("{name}={value}"),
        })
        .collect();
}

/// Lists the backends in the schema, and removes the argument if there is only one.
fn adapt(services: &Services, spec: &mut ToolSpec) {
    let about: Vec<String> = services
        .backends
        .iter()
        .map(|backend| format!("{}: {}.", backend.name(), backend.about()))
        .collect();
    spec.description.push_str(" A command is, for backend ");
    spec.description.push_str(&about.join(" For backend "));
    let Some(members) = spec
        .input
        .get_mut("properties")
        .and_then(Json::as_object_mut)
    else {
        return;
    };
    if services.backends.len() == 1 {
        members.remove("backend");
        return;
    }
    let names: Vec<&str> = services
        .backends
        .iter()
        .map(|backend| backend.name())
        .collect();
    if let Some(member) = members.get_mut("backend").and_then(Json::as_object_mut) {
        member.insert("enum".to_owned(), names.into());
    }
    if let Some(required) = spec.input.get_mut("required").and_then(Json::as_array_mut) {
        required.push("backend".into());
    }
}

fn exec(context: &Context<'_>, args: Args) -> Result<Step, ToolError> {
    let backend = backend(context, args.backend.as_deref())?;
    let stdin = args.stdin.unwrap_or_default();
    if args.command.len().max(stdin.len()) > TEXT_BYTES_MAX {
        return Err(ToolError::new(
            Code::TooLarge,
            format!("command and stdin may have at most {TEXT_BYTES_MAX} bytes each"),
        )
        .with_hint("write it to a file first"));
    }
    let timeout_ms = args.timeout_ms.unwrap_or(TIMEOUT_MS_DEFAULT);
    if timeout_ms == 0 || timeout_ms > TIMEOUT_MS_MAX {
        return Err(ToolError::invalid(format!(
            "timeoutMs must be a number from 1 to {TIMEOUT_MS_MAX}"
        )));
    }
    let cwd = context.path(args.cwd.as_deref().unwrap_or("/"))?;
    if context.existing(&cwd)?.kind != isolate_vfs::FileKind::Directory {
        return Err(ToolError::at(Code::NotADirectory, &cwd, "is a file"));
    }
    let env = environment(&args.env.unwrap_or_default())?;
    let is_dry_run = args.dry_run == Some(true);
    let heard = &context.services.heard;
    let request = ExecRequest {
        workspace: &context.services.workspace,
        command: &args.command,
        cwd: cwd.as_str(),
        env: &env,
        stdin: &stdin,
        timeout: Duration::from_millis(timeout_ms),
        is_dry_run,
        actor: &context.settings.actor,
        label: "exec",
        cancel: context.cancel,
        heard,
    };
    match backend {
        Backend::Js(js) => {
            let running = js.begin(&request);
            Ok(Step::program(running, heard, move |context, run| {
                ended(context, is_dry_run, js::result(run, &args.command))
            }))
        }
        Backend::Other(other) => ended(context, is_dry_run, other.exec(&request)).map(Step::Done),
    }
}

/// The answer to a command that has ended.
fn ended(
    context: &Context<'_>,
    is_dry_run: bool,
    result: Result<ExecResult, ExecFault>,
) -> Result<Answer, ToolError> {
    let result = result.map_err(|fault| {
        let code = if fault.is_temporary {
            Code::Busy
        } else {
            Code::Internal
        };
        ToolError::new(code, fault.message)
    })?;
    context.run_id.set(result.run_id);
    context.effects.replace(result.effects);
    if result.exit_code != 0 && !result.changes.is_empty() && !result.is_committed {
        context.notice("the command failed; its changes were undone");
    }
    let changes = Changes {
        listed: &result.changes,
        omitted: result.changes_omitted,
        is_committed: result.is_committed,
        is_dry_run,
    };
    let streams = [
        Part::stream("stdout", "stdout", result.stdout, false),
        Part::stream("stderr", "stderr", result.stderr, false),
    ];
    let mut shown = parts::show(context, &streams, changes);
    let answer = Answer::of(&Executed {
        exit_code: result.exit_code,
        committed: result.is_committed,
        fuel_used: result.fuel_used,
        limit_hit: result.limit_hit,
        stdout: shown.text("stdout").unwrap_or_default(),
        stderr: shown.text("stderr").unwrap_or_default(),
        truncated: shown.is_cut().then_some(true),
        stdout_cut: shown.cut("stdout"),
        stderr_cut: shown.cut("stderr"),
        changes_cut: shown.cut("changes"),
        changes: shown.changes,
    });
    Ok(answer.body(Body::Text(shown.body)))
}

fn backend<'a>(context: &'a Context<'_>, name: Option<&str>) -> Result<&'a Backend, ToolError> {
    let backends = &context.services.backends;
    let found = match (name, backends.as_slice()) {
        (None, [only]) => Some(only),
        (None, _) => None,
        (Some(name), all) => all.iter().find(|backend| backend.name() == name),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = backends.iter().map(|backend| backend.name()).collect();
        ToolError::invalid(match name {
            Some(name) => format!("there is no backend {}", crate::text::shown(name)),
            None => "there are several backends".to_owned(),
        })
        .with_hint(format!("set backend to one of: {}", names.join(", ")))
    })
}

fn environment(lines: &[String]) -> Result<Vec<(String, String)>, ToolError> {
    let mut env = Map::new();
    for line in lines {
        match line.split_once('=') {
            Some((name, value)) if !name.is_empty() => {
                env.insert(name.to_owned(), value.into());
            }
            _ => {
                return Err(ToolError::invalid(format!(
                    "{} is not of the form NAME=value",
                    crate::text::shown(line)
                )));
            }
        }
    }
    let mut pairs: Vec<(String, String)> = env
        .into_iter()
        .map(|(name, value)| (name, value.as_str().unwrap_or_default().to_owned()))
        .collect();
    pairs.sort();
    Ok(pairs)
}
