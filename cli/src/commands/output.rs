//! Opens a workspace for a subcommand and prints the reply or the error.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use isolate_host::vfs::ErrorKind as StorageKind;
use isolate_host::{Error, ErrorKind, JsonFault, Limits, Workspace, exact_json};
use isolate_tools::{
    Boundary, CancelToken, Caps, Code, ExitCode, Freshness, Interface, Policy, Reply, Settings,
    ToolError, ToolSet, Toolbox, UndoScope,
};
use serde_json::Value as Json;

use super::answer::Answer;
pub(crate) use super::print::{exit_code, print_bytes, print_json, print_text};
use super::{Changing, Database};
use crate::args::Bounds;
use crate::input::{self, Bound};
use crate::limits::FileLimits;
use crate::report;

/// The maximum size that a person or a script may write or edit at once: that of a file.
const FILE_BYTES_MAX: usize = 64 << 20;

/// Why a subcommand did not start, with its exit code.
#[derive(Debug)]
pub(crate) struct Refusal {
    error: Box<ToolError>,
    code: ExitCode,
}

/// The next step after an error of the arguments.
const HELP: &str = "see isolate-run COMMAND --help";

impl Refusal {
    pub(crate) fn usage(text: impl Into<String>) -> Self {
        Self::misuse(Code::InvalidArgument, text)
    }

    /// An error that the user repairs, of another kind than a wrong argument.
    pub(super) fn misuse(code: Code, text: impl Into<String>) -> Self {
        Self {
            error: Box::new(ToolError::new(code, text).with_hint(HELP)),
            code: ExitCode::Usage,
        }
    }

    /// The storage that failed.
    pub(super) fn storage(kind: StorageKind, text: impl Into<String>) -> Self {
        let error = match kind {
            StorageKind::Busy => ToolError::new(Code::Busy, text),
            StorageKind::ReadOnly => ToolError::new(Code::ReadOnly, text),
            StorageKind::NoSpace => ToolError::new(Code::Quota, text),
            StorageKind::NotFound | StorageKind::NoBranch => {
                ToolError::new(Code::NotFound, text).with_hint(HELP)
            }
            _ => ToolError::new(Code::Internal, text),
        };
        Self {
            error: Box::new(error),
            code: ExitCode::Storage,
        }
    }

    /// A file of the disk that is there already.
    pub(super) fn in_the_way(path: &Path, text: impl Into<String>) -> Self {
        let error = ToolError::new(Code::Exists, text).with_hint("choose another name");
        Self {
            error: Box::new(error.with("path", path.to_string_lossy())),
            code: ExitCode::Storage,
        }
    }

    /// An error of a workspace that cannot be opened, or whose sandbox failed. `database` is how the
    /// user named it.
    fn of_fault(fault: &Error, database: Option<&str>) -> Self {
        let text = report::fault_text(fault, database);
        match (fault.kind(), report::storage_kind(fault)) {
            (ErrorKind::Refused, _) => Self::usage(text),
            (ErrorKind::Storage, Some(kind)) => Self::storage(kind, text),
            (kind, _) => Self {
                error: Box::new(ToolError::new(Code::Internal, text)),
                code: ExitCode::of_fault(kind),
            },
        }
    }

    pub(crate) fn print(&self) -> u8 {
        let text = report::escaped(&self.error.message);
        let _ = writeln!(io::stderr(), "error: {text}");
        match report::wants_json() {
            true => Answer::refused(&self.error, self.code).print(),
            false => self.code.code(),
        }
    }
}

impl From<Error> for Refusal {
    fn from(fault: Error) -> Self {
        Self::of_fault(&fault, None)
    }
}

impl From<isolate_host::text::PathError> for Refusal {
    fn from(error: isolate_host::text::PathError) -> Self {
        Self {
            error: Box::new(error.into()),
            code: ExitCode::Usage,
        }
    }
}

impl From<isolate_host::vfs::Error> for Refusal {
    fn from(fault: isolate_host::vfs::Error) -> Self {
        // The path that was given is wrong, not the storage.
        if fault.suggestion().is_some() {
            return Self {
                error: Box::new(fault.into()),
                code: ExitCode::Failure,
            };
        }
        Self::storage(fault.kind(), fault.to_string())
    }
}

/// The access of a subcommand to the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Reads. The file is never created.
    Look,
    /// Changes existing contents. The file is not created.
    Change,
    /// Creates the file if it does not exist.
    Create,
}

impl Database {
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// The database, from the arguments or the environment.
    pub(super) fn path(&self) -> Result<PathBuf, Refusal> {
        if self.store.is_given() {
            return Err(Refusal::usage(
                "this is done with a file: give --db FILE in place of --store",
            ));
        }
        let path = self.db.clone().or_else(super::default_database);
        let path =
            path.ok_or_else(|| Refusal::usage("no database: give --db FILE, or set ISOLATE_DB"))?;
        input::check_database(&path).map_err(Refusal::usage)?;
        Ok(path)
    }

    /// What messages call it.
    pub(super) fn named(&self) -> Result<PathBuf, Refusal> {
        match self.store.name() {
            Some(name) => Ok(name.into()),
            None => self.path(),
        }
    }

    pub(crate) fn workspace(&self, purpose: Use, files: FileLimits) -> Result<Workspace, Refusal> {
        if self.store.is_given() {
            return self.shared(files);
        }
        let path = self.path()?;
        if purpose == Use::Change && !path.exists() {
            let name = path.to_string_lossy();
            let text = format!("{}: no such workspace file", report::name(&name));
            return Err(Refusal::storage(StorageKind::NotFound, text));
        }
        let options = files.set(Workspace::builder().read_only(purpose == Use::Look));
        let refused = |fault: Error| Refusal::of_fault(&fault, Some(&path.to_string_lossy()));
        let workspace = options.open(&path).map_err(refused)?;
        match &self.branch {
            Some(name) => workspace.on_branch(name).map_err(refused),
            None => Ok(workspace),
        }
    }

    /// The workspace in a store. What only reads needs a copy that is brought up to date, too.
    fn shared(&self, files: FileLimits) -> Result<Workspace, Refusal> {
        let options = files.set(Workspace::builder());
        let workspace = self.store.workspace(&options)?;
        let workspace = workspace.ok_or_else(|| Refusal::usage("give --store with --workspace"))?;
        match &self.branch {
            Some(name) => Ok(workspace.on_branch(name)?),
            None => Ok(workspace),
        }
    }

    fn policy(&self) -> Result<Policy, Refusal> {
        let Some(path) = &self.policy else {
            return Ok(Policy::default());
        };
        let name = path.to_string_lossy();
        let text = input::file(path, Bound::POLICY).map_err(Refusal::usage)?;
        Policy::parse(&text).map_err(|cause| {
            Refusal::usage(match exact_json(text.as_bytes()) {
                // It names the member.
                Err(fault @ (JsonFault::Inexact(_) | JsonFault::Repeated(_))) => fault.about(&name),
                _ => format!("{name} is not a valid policy: {cause}"),
            })
        })
    }

    /// Tools for people and scripts: a file need not be read before it is changed, and the limits
    /// are those of files.
    pub(crate) fn tools(&self, purpose: Use) -> Result<Toolbox, Refusal> {
        self.tools_for(Interface::CommandLine, purpose, None)
    }

    /// The same tools for JSON arguments, with limits for programs.
    pub(crate) fn json_tools(
        &self,
        purpose: Use,
        bounds: Option<&Bounds>,
    ) -> Result<Toolbox, Refusal> {
        self.tools_for(Interface::Tools, purpose, bounds)
    }

    /// The directory that relative paths start from, as given.
    fn cwd(bounds: Option<&Bounds>) -> Result<Option<String>, Refusal> {
        match bounds.and_then(|bounds| bounds.cwd.as_deref()) {
            Some(cwd) if !cwd.starts_with('/') => Err(Refusal::usage(format!(
                "--cwd must be an absolute path of the workspace, such as /{cwd}"
            ))),
            cwd => Ok(cwd.map(str::to_owned)),
        }
    }

    fn tools_for(
        &self,
        interface: Interface,
        purpose: Use,
        bounds: Option<&Bounds>,
    ) -> Result<Toolbox, Refusal> {
        let caps = Caps::new()
            .write_bytes(FILE_BYTES_MAX)
            .edit_bytes(FILE_BYTES_MAX as u64)
            .recursive_entries(u64::MAX)
            .diff_bytes(crate::DIFF_BYTES_MAX)
            .grep_file_bytes(FILE_BYTES_MAX as u64);
        let mut settings = Settings::new()
            .policy(self.policy()?)
            .caps(caps)
            .freshness(Freshness::Off)
            .boundary(Boundary::None)
            .interface(interface)
            .planned_diffs()
            .cwd(Self::cwd(bounds)?.unwrap_or_else(|| "/".to_owned()))
            .run_limits(bounds.map_or_else(Limits::default, |bounds| bounds.limits.run))
            .actor(crate::ACTOR)
            // Each call is a process of its own.
            .undo_scope(UndoScope::Actor);
        if let Some(bounds) = bounds {
            settings = bounds.exec.set(settings);
        }
        let files = bounds.map_or_else(FileLimits::default, |bounds| bounds.limits.files);
        Toolbox::new(&self.workspace(purpose, files)?, &settings)
            .map_err(|fault| Refusal::usage(fault.to_string()))
    }

    /// Tools for a model.
    pub(crate) fn model_tools(
        &self,
        purpose: Use,
        boundary: Boundary,
        tools: ToolSet,
        bounds: &Bounds,
    ) -> Result<Toolbox, Refusal> {
        let mut settings = Settings::new()
            .policy(self.policy()?)
            .boundary(boundary)
            .tools(tools)
            .run_limits(bounds.limits.run);
        settings = bounds.exec.set(settings);
        if let Some(cwd) = Self::cwd(Some(bounds))? {
            settings = settings.cwd(cwd);
        }
        Toolbox::new(&self.workspace(purpose, bounds.limits.files)?, &settings)
            .map_err(|fault| Refusal::usage(fault.to_string()))
    }

    /// Calls a tool and prints its reply, formatted by `shown`.
    pub(crate) fn call(
        &self,
        purpose: Use,
        name: &str,
        args: Json,
        shown: impl FnOnce(&Reply) -> String,
    ) -> Result<u8, Refusal> {
        let reply = self.tools(purpose)?.call(name, args, &CancelToken::new());
        Ok(self.print(purpose, &reply, shown))
    }

    /// Prints a reply. Errors and notices go to standard error.
    pub(crate) fn print(
        &self,
        purpose: Use,
        reply: &Reply,
        shown: impl FnOnce(&Reply) -> String,
    ) -> u8 {
        match (self.json, purpose) {
            (true, Use::Look) => return print_json(&reply.to_json(), exit_code(reply)),
            (true, _) => return Answer::of_reply(reply).print(),
            (false, _) => {}
        }
        for notice in reply.notices() {
            let _ = writeln!(io::stderr(), "note: {}", report::escaped(notice));
        }
        if let Some(error) = reply.error() {
            if let Some(excerpt) = &error.excerpt {
                let _ = io::stderr().write_all(report::escaped(excerpt).as_bytes());
            }
            let text = error.to_string();
            let _ = writeln!(io::stderr(), "error: {}", report::escaped(&text));
            return exit_code(reply);
        }
        if let Some(cut) = reply.data().get("notice").and_then(Json::as_str) {
            let _ = writeln!(io::stderr(), "note: {}", report::escaped(cut));
        }
        print_text(&shown(reply), exit_code(reply))
    }
}

impl Changing {
    /// Calls a tool that changes files. Prints nothing, except in a dry run.
    pub(crate) fn call(&self, purpose: Use, name: &str, mut args: Json) -> Result<u8, Refusal> {
        args["dryRun"] = self.dry_run.into();
        let database = &self.database;
        database.call(purpose, name, args, |reply| match self.dry_run {
            true => summary(name, reply) + reply.planned_diff().unwrap_or_default(),
            false => String::new(),
        })
    }
}

/// The JSON form of an error of the arguments of a subcommand.
pub(super) fn refusal_json(text: &str) -> Json {
    let Refusal { error, code } = Refusal::usage(text);
    Answer::refused(&error, code).to_json()
}

/// What a call in a dry run would do.
fn summary(name: &str, reply: &Reply) -> String {
    let data = reply.data();
    let text = |key: &str| data.get(key).and_then(Json::as_str).map(report::name);
    match (text("from"), text("to"), text("path")) {
        (Some(from), Some(to), _) => format!("would {name} {from} {to}\n"),
        (_, _, Some(path)) => format!("would {name} {path}\n"),
        _ => String::new(),
    }
}

/// The text of files in a reply.
pub(crate) fn body(reply: &Reply) -> String {
    reply.body().unwrap_or_default()
}
