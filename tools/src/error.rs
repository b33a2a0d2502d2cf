//! Errors that a model reads: a stable code, what happened, and what to do next.

use std::fmt;

use isolate_text::VPath;
use isolate_text::quoting::quote;
use isolate_text::text_edit::TextEditErrorKind;
use isolate_vfs::ErrorKind;
use serde_json::{Map, Value as Json, json};

use crate::exit::ExitCode;
use crate::interface::Interface;

/// The recommended reaction to an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Retry {
    /// Call again with other arguments.
    FixArgs,
    /// Read the file again, then decide.
    Reread,
    /// The same call may work later.
    Later,
    /// Calling again does not help.
    Never,
}

impl Retry {
    const fn as_str(self) -> &'static str {
        match self {
            Self::FixArgs => "fix_args",
            Self::Reread => "reread",
            Self::Later => "later",
            Self::Never => "never",
        }
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident $text:literal $retry:ident exit $exit:ident $hint:expr;)*) => {
        /// The kind of error, for branching. The codes are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Code { $($(#[$doc])* $code,)* }

        impl Code {
            /// The code in replies.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$code => $text,)* }
            }

            /// What a caller should do.
            #[must_use]
            pub const fn retry(self) -> Retry {
                match self { $(Self::$code => Retry::$retry,)* }
            }

            /// The exit code of a command that ends with such an error.
            const fn exit_code(self) -> ExitCode {
                match self { $(Self::$code => ExitCode::$exit,)* }
            }

            /// The next step when nothing more exact is known, for JSON tools.
            pub(crate) const fn hint_of_tools(self) -> &'static str {
                match self { $(Self::$code => $hint,)* }
            }
        }
    };
}

codes! {
    /// The path is missing.
    NotFound "not_found" FixArgs exit Failure "use ls or glob to find a path that exists";
    /// The path is not a file.
    NotAFile "not_a_file" FixArgs exit Failure "use the path of a file";
    /// The path is not a directory.
    NotADirectory "not_a_directory" FixArgs exit Failure "use the path of a directory, or read for a file";
    /// The path is a directory.
    IsDirectory "is_directory" FixArgs exit Failure "use the path of a file; ls lists a directory";
    /// The path exists.
    Exists "exists" FixArgs exit Failure "use another path, or ask for the file to be replaced";
    /// The directory has entries.
    NotEmpty "not_empty" FixArgs exit Failure "set recursive to remove a directory with everything in it";
    /// A rule of the policy forbids it.
    Denied "denied" Never exit Failure "this is a rule of the workspace: use a path that the rules allow, or ask for the rule to be changed";
    /// A rule of the policy requires an approval.
    ApprovalNeeded "approval_needed" Later exit Failure "ask for approval, then make exactly the same call again";
    /// The path is outside of the workspace.
    OutsideScope "outside_scope" FixArgs exit Usage "use an absolute path inside the workspace, without `..`";
    /// The workspace is read-only.
    ReadOnly "read_only" Never exit Storage "this workspace is read-only: only read files";
    /// A bound is exceeded.
    TooLarge "too_large" FixArgs exit Failure TextEditErrorKind::TooLarge.hint();
    /// The text is not a path.
    InvalidPath "invalid_path" FixArgs exit Usage "use an absolute path such as /src/main.rs";
    /// The arguments are not valid.
    InvalidArgument "invalid_argument" FixArgs exit Usage TextEditErrorKind::Invalid.hint();
    /// The pattern does not parse.
    InvalidPattern "invalid_pattern" FixArgs exit Usage "correct the pattern";
    /// The file is not text.
    Binary "binary" FixArgs exit Failure "the file is not text: stat shows its type; use a program to read bytes";
    /// The file is not UTF-8.
    NotUtf8 "not_utf8" FixArgs exit Failure TextEditErrorKind::NotUtf8.hint();
    /// The file has changed since it was read.
    Stale "stale" Reread exit Failure "read the file again, then change its current content";
    /// The file has not been read.
    NotRead "not_read" Reread exit Failure "read the file first";
    /// An edit has no text to replace.
    EditEmpty "edit_empty" FixArgs exit Failure TextEditErrorKind::Empty.hint();
    /// The text to replace is not in the file.
    EditNotFound "edit_not_found" Reread exit Failure TextEditErrorKind::NotFound.hint();
    /// The text to replace occurs several times.
    EditAmbiguous "edit_ambiguous" FixArgs exit Failure TextEditErrorKind::Ambiguous.hint();
    /// Two edits overlap.
    EditOverlap "edit_overlap" FixArgs exit Failure TextEditErrorKind::Overlap.hint();
    /// An edit changes nothing.
    EditNoChange "edit_no_change" FixArgs exit Failure TextEditErrorKind::NoChange.hint();
    /// Symbolic links form a loop.
    SymlinkLoop "symlink_loop" FixArgs exit Failure "remove or correct the link";
    /// The workspace is full.
    Quota "quota" Never exit Storage "remove files that are not needed, then try again";
    /// The call was cancelled.
    Cancelled "cancelled" Later exit Cancelled TextEditErrorKind::Stopped.hint();
    /// The time limit was reached.
    Timeout "timeout" FixArgs exit Exhausted "do less at once, or give it more time";
    /// A program threw.
    ProgramThrew "program_threw" FixArgs exit Failure "correct the program at the place shown, and run it again";
    /// A program does not parse.
    ProgramUnparsable "program_unparsable" FixArgs exit Unparsable "correct the program at the place shown; it did not run";
    /// An atomic program had to wait, and others have changed the same files meanwhile.
    Conflict "conflict" Reread exit Failure "read the files again, and run the program again; or merge the branch that has its changes";
    /// The fuel limit was reached.
    Fuel "fuel" FixArgs exit Exhausted "do less at once";
    /// The memory limit was reached.
    Memory "memory" FixArgs exit Memory "keep less in memory at once";
    /// A store of files failed, or gave an answer that cannot be right.
    StoreFailed "store_failed" Later exit Storage "this is a fault of the place where the files are: try again later, or tell the user";
    /// A store of files cannot do it.
    Unsupported "unsupported" Never exit Failure "the place where the files are cannot do this: do it in another way, or tell the user";
    /// Another writer holds the workspace.
    Busy "busy" Later exit Storage "another call is writing: try again";
    /// An internal error.
    Internal "internal" Never exit Storage "this is a fault of the system, not of the call: tell the user";
}

/// Why a call failed. A failed call has changed nothing.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolError {
    /// The kind of error.
    pub code: Code,
    /// What happened, as a sentence.
    pub message: String,
    /// The next step.
    pub hint: String,
    /// Data for programs: candidates, positions, versions.
    pub details: Box<Map<String, Json>>,
    /// Text of files that explains the error.
    pub excerpt: Option<String>,
    /// Data that contains text of the workspace or of a program. It is never part of the line of
    /// facts that a model reads.
    pub items: Box<Map<String, Json>>,
    /// The path that the message names.
    path: Option<VPath>,
    /// Whether the hint is more exact than that of the code.
    has_own_hint: bool,
    /// Whether the rule that refused the call asks for an approval.
    pub(crate) can_be_approved: bool,
    /// The exit code, where the code of the error does not say it.
    pub(crate) exit: Option<ExitCode>,
}

impl ToolError {
    /// An error with the next step that the code has, for JSON tools.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: code.hint_of_tools().to_owned(),
            details: Box::default(),
            excerpt: None,
            items: Box::default(),
            path: None,
            has_own_hint: false,
            can_be_approved: false,
            exit: None,
        }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(Code::InvalidArgument, message)
    }

    /// An error about a path: the message is the path, followed by what is wrong with it.
    pub(crate) fn at(code: Code, path: &VPath, what: impl fmt::Display) -> Self {
        Self::new(code, format!("{} {what}", quote(path.as_str()))).about(path)
    }

    /// Records that the message names this path.
    pub(crate) fn about(mut self, path: &VPath) -> Self {
        self.path = Some(path.clone());
        self.with("path", path.as_str())
    }

    /// Names the file that was worked on, where the message names no path.
    pub(crate) fn in_file(mut self, path: &VPath) -> Self {
        if self.code == Code::Cancelled || self.path.is_some() {
            return self;
        }
        self.message = format!("{}: {}", quote(path.as_str()), self.message);
        self.about(path)
    }

    /// Replaces the next step by a more exact one.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self.has_own_hint = true;
        self
    }

    /// Puts the hint of the code into the terms of an interface; a more exact one has them.
    pub(crate) fn for_interface(mut self, interface: Interface) -> Self {
        if !self.has_own_hint {
            self.hint = self.code.hint(interface).to_owned();
        }
        self
    }

    /// Adds data for programs.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Json>) -> Self {
        self.details.insert(key.to_owned(), value.into());
        self
    }

    pub(crate) fn with_excerpt(mut self, excerpt: impl Into<String>) -> Self {
        self.excerpt = Some(excerpt.into());
        self
    }

    /// The exit code of a command that ends with this error.
    #[must_use]
    pub const fn exit_code(&self) -> ExitCode {
        if let Some(exit) = self.exit {
            return exit;
        }
        self.code.exit_code()
    }

    /// The error as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut details = self.details.clone();
        details.extend((*self.items).clone());
        if let Some(excerpt) = &self.excerpt {
            details.insert("excerpt".to_owned(), excerpt.clone().into());
        }
        json!({
            "code": self.code.as_str(),
            "message": self.message,
            "hint": self.hint,
            "retry": self.code.retry().as_str(),
            "details": details,
        })
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.hint)
    }
}

impl std::error::Error for ToolError {}

impl Code {
    /// The next step when nothing more exact is known.
    pub(crate) const fn hint(self, interface: Interface) -> &'static str {
        use Interface::{Actions, CommandLine};
        match (self, interface) {
            (Self::NotFound, Actions) => "use list_files or search_code to find a path that exists",
            (Self::NotFound, CommandLine) => "use ls or find to find a path that exists",
            (Self::NotADirectory, Actions) => {
                "use the path of a directory, or read_file for a file"
            }
            (Self::NotADirectory, CommandLine) => "use the path of a directory, or cat for a file",
            (Self::IsDirectory, Actions) => "use the path of a file; list_files lists a directory",
            (Self::NotEmpty, Actions) => "delete its files one by one",
            (Self::NotEmpty, CommandLine) => "give -r to remove a directory with everything in it",
            (Self::Binary, Actions) => "the file is not text: use another file",
            _ => self.hint_of_tools(),
        }
    }
}

/// Whether a rule of the policy refused the operation.
pub(crate) fn is_refused(error: &isolate_vfs::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotPermitted | ErrorKind::ApprovalNeeded
    )
}

impl From<isolate_text::PathError> for ToolError {
    fn from(error: isolate_text::PathError) -> Self {
        isolate_vfs::Error::from(error).into()
    }
}

impl From<isolate_vfs::Error> for ToolError {
    fn from(error: isolate_vfs::Error) -> Self {
        let code = match error.kind() {
            ErrorKind::NotFound | ErrorKind::NoBranch => Code::NotFound,
            ErrorKind::Exists => Code::Exists,
            ErrorKind::IsDirectory => Code::IsDirectory,
            ErrorKind::NotDirectory => Code::NotADirectory,
            ErrorKind::NotEmpty => Code::NotEmpty,
            ErrorKind::Invalid => Code::InvalidArgument,
            // Only a call of a tool that can wait for an approval says that it is needed.
            ErrorKind::NotPermitted | ErrorKind::ApprovalNeeded => Code::Denied,
            ErrorKind::Loop => Code::SymlinkLoop,
            ErrorKind::NameTooLong => Code::InvalidPath,
            ErrorKind::FileTooLarge | ErrorKind::TooLarge => Code::TooLarge,
            ErrorKind::NoSpace => Code::Quota,
            ErrorKind::Deadline => Code::Timeout,
            ErrorKind::Stale => Code::Stale,
            ErrorKind::Busy | ErrorKind::Raced => Code::Busy,
            ErrorKind::ReadOnly => Code::ReadOnly,
            _ => Code::Internal,
        };
        let mut made = Self::new(code, error.to_string());
        made.can_be_approved = error.kind() == ErrorKind::ApprovalNeeded;
        if let Some(path) = error.path() {
            made = made.about(path);
        }
        if let Some(meant) = error.suggestion() {
            made = made.with_hint(format!("use {}", quote(meant.as_str())));
        }
        if !error.paths().is_empty() {
            let paths: Vec<&str> = error.paths().iter().map(|path| path.as_str()).collect();
            made = made.with("paths", paths);
        }
        made
    }
}

impl From<isolate_host::Error> for ToolError {
    fn from(error: isolate_host::Error) -> Self {
        use std::error::Error as _;
        match error
            .source()
            .and_then(|cause| cause.downcast_ref::<isolate_vfs::Error>())
        {
            Some(cause) if cause.kind() == ErrorKind::Busy => {
                Self::new(Code::Busy, cause.to_string())
            }
            Some(cause) if cause.kind() == ErrorKind::ReadOnly => {
                Self::new(Code::ReadOnly, cause.to_string())
            }
            // A model learns nothing of the machine's own paths.
            _ => {
                let mut made = Self::new(Code::Internal, error.reason());
                made.exit = Some(ExitCode::of_fault(error.kind()));
                made
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_named_once() {
        let path = VPath::parse("/a").unwrap();
        let named = ToolError::at(Code::Exists, &path, "exists").in_file(&path);
        assert_eq!(named.message, "/a exists");
        // A message that holds the text of the path need not name the path.
        let unnamed = ToolError::invalid("no line reads \"see /a\"").in_file(&path);
        assert_eq!(unnamed.message, "/a: no line reads \"see /a\"");
        assert_eq!(unnamed.details["path"], "/a");
    }
}
