//! `exec`: a command through one of the backends.

use std::time::Duration;

use isolate_host::ErrorKind;
use isolate_prompt::{ToolAnnotations, ToolSpec};
use isolate_text::VPath;
use isolate_text::git::BinaryFiles;
use isolate_vfs::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::{Tool, begun};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::exec::{ExecFault, ExecRequest, ExecResult};
use crate::js;
use crate::parts::{self, Changes, CutMark, Part, Reader, ShownChanges};
use crate::program::Step;
use crate::reply::{Answer, Body};
use crate::services::{Backend, Services};
use crate::shell;
use crate::structure::Report;

pub(crate) const TOOL: Tool = Tool {
    prepare: Some(list_environment),
    adapt: Some(adapt),
    is_offered: |services| !services.backends.is_empty(),
    ..Tool::runs::<Args, Executed>(
        "exec",
        "Runs a command on the files of the workspace in a sandbox, never on the machine.",
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
    /// Where it starts. Default: where the session is, or /.
    cwd: Option<String>,
    /// Lines of NAME=value, or an object.
    env: Option<Vec<String>>,
    /// Its standard input.
    stdin: Option<String>,
    /// Its time, at most 600000. Default: 60000.
    timeout_ms: Option<u64>,
    /// What runs it.
    backend: Option<String>,
    /// Show what would change, and keep nothing.
    dry_run: Option<bool>,
    /// Commands of one session share variables, functions, options and the directory.
    session: Option<String>,
    /// success: keep its changes at exit code 0 only.
    keep: Option<Keep>,
}

/// When the changes of a command are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Keep {
    Always,
    Success,
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
    /// How the files would change, of a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    #[serde(flatten)]
    changes: ShownChanges,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stdout_cut: Option<CutMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr_cut: Option<CutMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff_cut: Option<CutMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes_cut: Option<CutMark>,
}

impl Report for Executed {
    const TEXTS: &'static [&'static str] = &["stdout", "stderr", "diff", "changes"];
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
        .map(|backend| {
            let default = if is_shell(backend) {
                ", the default"
            } else {
                ""
            };
            format!(" Backend {}{default}: {}.", backend.name(), backend.about())
        })
        .collect();
    spec.description.push_str(&about.concat());
    if let Some(allowed) = &services.settings.policy.allowed_commands {
        let allowed = match allowed[..] {
            [] => "nothing but what is built into bash".to_owned(),
            _ => format!("{} and what is built into bash", allowed.join(", ")),
        };
        spec.description
            .push_str(&format!(" The shell may run {allowed}."));
    }
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
    let has_default = services.backends.iter().any(is_shell);
    if !has_default
        && let Some(required) = spec.input.get_mut("required").and_then(Json::as_array_mut)
    {
        required.push("backend".into());
    }
}

const fn is_shell(backend: &Backend) -> bool {
    matches!(backend, Backend::Shell(_))
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
    let cwd = match (args.cwd.as_deref(), &args.session) {
        (None, Some(_)) => None,
        (cwd, _) => Some(context.path(cwd.unwrap_or("/"))?),
    };
    if let Some(cwd) = &cwd
        && context.existing(cwd)?.kind != isolate_vfs::FileKind::Directory
    {
        return Err(ToolError::at(Code::NotADirectory, cwd, "is a file"));
    }
    if args.session.is_some() && !context.services.has_history() {
        return Err(
            ToolError::invalid("there are no sessions here: these files have no history")
                .with_hint("leave out session, and do what belongs together in one command"),
        );
    }
    if matches!(backend, Backend::Js(_)) {
        if args.session.is_some() {
            return Err(ToolError::invalid("programs have no sessions")
                .with_hint("leave out session, and keep what lasts in files"));
        }
        if args.keep == Some(Keep::Always) {
            return Err(ToolError::invalid(
                "the changes of a program are kept at exit code 0 only",
            )
            .with_hint("leave out keep, and catch the errors of the program"));
        }
    }
    let env = environment(&args.env.unwrap_or_default())?;
    let is_dry_run = args.dry_run == Some(true);
    let heard = &context.services.heard;
    let request = ExecRequest {
        workspace: &context.services.workspace,
        command: &args.command,
        cwd: cwd.as_ref().map_or("", VPath::as_str),
        env: &env,
        stdin: &stdin,
        timeout: Duration::from_millis(timeout_ms),
        is_dry_run,
        actor: &context.settings.actor,
        label: "exec",
        session: args.session.as_deref(),
        keep_on_success: args.keep == Some(Keep::Success),
        allowed_commands: context.settings.policy.allowed_commands.as_deref(),
        cancel: context.cancel,
        heard,
        diff_bytes_max: context.settings.caps.diff_bytes,
    };
    match backend {
        Backend::Js(js) => {
            let running = js::told(js.begin(&request), heard);
            Ok(Step::program(running, move |context, run| {
                let result = js::result(run, &args.command).map_err(of_fault)?;
                Ok(ended(context, is_dry_run, Reader::Program, result))
            }))
        }
        Backend::Shell(shell) => {
            let running = shell.begin(&request);
            Ok(Step::program(running, move |context, run| {
                let mut result = shell::result(run).map_err(|error| match error.kind() {
                    ErrorKind::Refused => ToolError::invalid(error.to_string()),
                    _ => error.into(),
                })?;
                if result.is_committed {
                    count_lines(context, &mut result);
                }
                Ok(ended(context, is_dry_run, Reader::Command, result))
            }))
        }
        Backend::Other(other) => {
            let result = other.exec(&request).map_err(of_fault)?;
            Ok(Step::Done(ended(
                context,
                is_dry_run,
                Reader::Command,
                result,
            )))
        }
    }
}

fn of_fault(fault: ExecFault) -> ToolError {
    let code = if fault.is_temporary {
        Code::Busy
    } else {
        Code::Internal
    };
    ToolError::new(code, fault.message)
}

/// Bytes of a file, and of all files together, whose changed lines are counted.
const COUNTED_BYTES_MAX: u64 = 1 << 20;
const COUNTED_BYTES_OF_ALL_MAX: u64 = 8 << 20;

/// Counts the lines that a command has changed: in texts that are not large.
fn count_lines(context: &Context<'_>, result: &mut ExecResult) {
    let Some(run) = result.run_id else { return };
    // It is an extra: where it cannot be had, the changes are listed without.
    let Ok(differences) = context.tree.differences_of(&[run]) else {
        return;
    };
    let mut counted = 0_u64;
    for difference in differences.iter().take(parts::CHANGES_MAX) {
        let size = |side: &Option<Side>| side.as_ref().map_or(0, |side| side.stat.size);
        let bytes = size(&difference.before).max(size(&difference.after));
        counted = counted.saturating_add(bytes);
        if bytes > COUNTED_BYTES_MAX || counted > COUNTED_BYTES_OF_ALL_MAX {
            continue;
        }
        let path = difference.path.as_str();
        let found = result
            .changes
            .binary_search_by(|one| one.path.as_str().cmp(path));
        let mut patch = String::new();
        if let Ok(at) = found
            && let Ok(lines) = context
                .tree
                .write_patch(difference, BinaryFiles::Named, &mut patch)
            && (lines.added, lines.removed) != (0, 0)
        {
            result.changes[at].lines = Some(lines);
        }
    }
}

/// The answer to a command that has ended.
fn ended(context: &Context<'_>, is_dry_run: bool, by: Reader, result: ExecResult) -> Answer {
    context.run_id.set(result.run_id);
    context.effects.replace(result.effects);
    if !is_dry_run && !result.changes.is_empty() && !result.is_committed {
        context.notice(match result.limit_hit {
            Some(_) => "a limit ended the command; its changes were undone",
            None => "the command failed; its changes were undone",
        });
    }
    for (name, omitted) in [("stdout", result.omitted[0]), ("stderr", result.omitted[1])] {
        if omitted > 0 {
            context.notice(format!(
                "[cut: {name} had {omitted} more bytes at its end, which are not kept: write it to a file instead]"
            ));
        }
    }
    let changes = Changes {
        by,
        listed: &result.changes,
        omitted: result.changes_omitted,
        is_committed: result.is_committed,
        is_dry_run,
    };
    let mut streams = vec![
        Part::stream("stdout", "stdout", result.stdout, result.omitted[0] > 0),
        Part::stream("stderr", "stderr", result.stderr, result.omitted[1] > 0),
    ];
    if let Some(diff) = result.diff.filter(|diff| !diff.is_empty()) {
        streams.push(Part::stream("diff", "diff.txt", diff, false));
    }
    let mut shown = parts::show(context, &streams, changes);
    let answer = Answer::of(&Executed {
        exit_code: result.exit_code,
        committed: result.is_committed,
        fuel_used: result.fuel_used,
        limit_hit: result.limit_hit,
        stdout: shown.text("stdout").unwrap_or_default(),
        stderr: shown.text("stderr").unwrap_or_default(),
        diff: shown.text("diff"),
        truncated: shown.is_cut().then_some(true),
        stdout_cut: shown.cut("stdout"),
        stderr_cut: shown.cut("stderr"),
        diff_cut: shown.cut("diff"),
        changes_cut: shown.cut("changes"),
        changes: shown.changes,
    });
    answer.body(Body::Text(shown.body))
}

fn backend<'a>(context: &'a Context<'_>, name: Option<&str>) -> Result<&'a Backend, ToolError> {
    let backends = &context.services.backends;
    let found = match (name, backends.as_slice()) {
        (None, [only]) => Some(only),
        (None, all) => all.iter().find(|backend| is_shell(backend)),
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
