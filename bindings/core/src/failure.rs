//! Errors as the packages raise them.

use std::io;

use isolate_host::Error;
use isolate_host::vfs::{self, ErrorKind as Cause};
use isolate_tools::{fault_code, fault_name};
use serde::Serialize;
use serde_json::Value as Json;

/// An error, with the members of the JSON object of the command.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// The name of its class: `StorageError`, `UsageError`, `InternalError`, `BusyError`, `RepeatedError`,
    /// `SandboxError` or `FileError`.
    pub name: &'static str,
    /// What is wrong with which input, and the way out.
    pub message: String,
    /// A stable code, such as `ENOENT`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// The path in the workspace that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// All paths that it is about, where there can be several.
    #[serde(skip_serializing_if = "is_empty")]
    pub paths: Box<[String]>,
    /// What the run had done before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial_run: Option<Box<Json>>,
    /// The run that was begun before with the same idempotency key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earlier_run: Option<i64>,
}

impl Failure {
    /// A wrong option, or something used in a wrong way.
    pub fn usage(message: impl Into<String>) -> Self {
        Self {
            name: "UsageError",
            message: message.into(),
            ..Self::default()
        }
    }
}

impl From<crate::Mistake> for Failure {
    fn from(mistake: crate::Mistake) -> Self {
        Self::usage(mistake.to_string())
    }
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Self {
        let mut message = match error.path() {
            Some(path) => format!("{}: {}", path.display(), error.reason()),
            None => error.reason().to_owned(),
        };
        let cause = std::error::Error::source(error);
        let of_files = cause.and_then(|cause| cause.downcast_ref::<vfs::Error>());
        if fault_name(error.kind()) == "InternalError" || fault_name(error.kind()) == "SandboxError"
        {
            // For a bug report: its causes belong to it.
            let mut cause = cause;
            while let Some(why) = cause {
                message.push_str(": ");
                message.push_str(&why.to_string());
                cause = why.source();
            }
        }
        Self {
            name: fault_name(error.kind()),
            message,
            code: fault_code(error),
            path: of_files.and_then(vfs::Error::path).map(ToString::to_string),
            paths: of_files.map(paths).unwrap_or_default(),
            partial_run: error
                .partial_run()
                .and_then(|run| serde_json::to_value(run).ok())
                .map(Box::new),
            earlier_run: error.earlier_run().map(|earlier| earlier.run.into()),
        }
    }
}

fn is_empty(paths: &[String]) -> bool {
    paths.is_empty()
}

fn paths(error: &vfs::Error) -> Box<[String]> {
    error.paths().iter().map(ToString::to_string).collect()
}

/// An error about a path is a `FileError`. One about something that has a name or a number, such as a branch or a
/// run, is a `UsageError`, as the host has it for those that go through its own methods.
fn name_of(error: &vfs::Error) -> &'static str {
    let is_of_path = error.path().is_some() || !error.paths().is_empty();
    match error.kind() {
        Cause::NoBranch => "UsageError",
        Cause::NotFound | Cause::Exists | Cause::Invalid if !is_of_path => "UsageError",
        _ => "FileError",
    }
}

impl From<&vfs::Error> for Failure {
    fn from(error: &vfs::Error) -> Self {
        Self {
            name: name_of(error),
            message: error.to_string(),
            code: Some(error.kind().code()),
            path: error.path().map(ToString::to_string),
            paths: paths(error),
            ..Self::default()
        }
    }
}

impl From<isolate_transfer::Error> for Failure {
    fn from(error: isolate_transfer::Error) -> Self {
        use isolate_transfer::ErrorKind;

        let cause = std::error::Error::source(&error);
        if let Some(of_files) = cause.and_then(|cause| cause.downcast_ref::<vfs::Error>()) {
            return of_files.into();
        }
        let of_disk = cause.and_then(|cause| cause.downcast_ref::<io::Error>());
        let conflicts = error.conflicts().iter();
        Self {
            name: "FileError",
            message: error.to_string(),
            code: Some(match (error.kind(), of_disk.map(io::Error::kind)) {
                (ErrorKind::Conflict, _) => "EEXIST",
                (ErrorKind::TooLarge, _) => "EFBIG",
                (ErrorKind::Archive, _) => "EINVAL",
                (_, Some(io::ErrorKind::NotFound)) => "ENOENT",
                (_, Some(io::ErrorKind::PermissionDenied)) => "EACCES",
                (_, Some(io::ErrorKind::NotADirectory)) => "ENOTDIR",
                (_, Some(io::ErrorKind::StorageFull)) => "ENOSPC",
                (ErrorKind::Source, None) => "EINVAL",
                _ => "EIO",
            }),
            paths: conflicts.map(|conflict| conflict.path.clone()).collect(),
            ..Self::default()
        }
    }
}
