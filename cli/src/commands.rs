//! The subcommands: files of a workspace for people and scripts, and prompts for models.
//!
//! Each subcommand is one call of a tool: it converts the arguments, prints the reply, and returns an
//! exit code.

mod answer;
mod branch;
mod check;
mod diff;
mod directories;
mod files;
mod grep;
mod history;
mod log;
mod models;
mod output;
mod pending;
mod print;
mod replay;
mod retention;
mod serve;
mod service;
mod sh;
mod shared;
mod transfer;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};

use crate::store::StoreArgs;
use crate::{command_line, report};
use output::Refusal;

/// Names of other commands that do the same work.
const OTHER_NAMES: &[(&str, &str)] = &[
    // A program needs no subcommand.
    ("run", "SCRIPT"),
    ("start", "SCRIPT"),
    ("node", "SCRIPT"),
    ("js", "SCRIPT"),
    ("exec", "--eval CODE"),
    ("bash", "sh"),
    ("shell", "sh"),
    ("eval", "--eval CODE"),
    ("help", "--help"),
    ("version", "--version"),
    ("dir", "ls"),
    ("list", "ls"),
    ("read", "cat"),
    ("type", "cat"),
    ("put", "write"),
    ("touch", "append"),
    ("sed", "edit"),
    ("replace", "edit"),
    ("rg", "grep"),
    ("search", "grep"),
    ("glob", "find"),
    ("del", "rm"),
    ("delete", "rm"),
    ("unlink", "rm"),
    ("remove", "rm"),
    ("rmdir", "rm"),
    ("move", "mv"),
    ("rename", "mv"),
    ("ren", "mv"),
    ("copy", "cp"),
    ("md", "mkdir"),
    ("fsck", "check"),
    ("verify", "check"),
    ("repair", "check --repair"),
    ("rerun", "replay"),
    ("audit", "replay --all"),
    ("prune", "gc"),
    ("vacuum", "gc"),
    ("logs", "log"),
    ("waiting", "pending"),
    ("reject", "deny"),
    ("refuse", "deny"),
    ("accept", "approve"),
    ("continue", "resume"),
    ("runs", "log"),
    ("load", "import"),
    ("unpack", "import"),
    ("extract", "import"),
    ("unzip", "import"),
    ("dump", "export"),
    ("checkout", "--branch NAME"),
    ("switch", "--branch NAME"),
    ("backup", "fork"),
    ("pack", "export"),
    ("zip", "export"),
    ("tar", "export"),
    ("changes", "watch"),
    ("revert", "undo"),
    ("rollback", "restore"),
    ("snapshot", "checkpoint"),
    ("mcp", "serve"),
    ("config", "mcp-config"),
    ("install", "mcp-config"),
    ("server", "serve"),
    ("tool", "call"),
    ("tools", "schema"),
];

/// Files of a workspace, and prompts for models
#[derive(Debug, Parser)]
#[command(name = "isolate-run", version)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

/// Declares the subcommands: variant, arguments and name.
macro_rules! subcommands {
    ($($(#[$about:meta])* $variant:ident($args:ty) = $name:tt;)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($(#[$about])* #[command(name = $name)] $variant($args),)*
        }

        impl Command {
            fn run(self) -> Result<u8, Refusal> {
                match self {
                    $(Self::$variant(args) => args.run(),)*
                }
            }
        }

        /// The names that are subcommands and not the path of a script.
        pub(crate) const NAMES: &[&str] = &[$($name),*];
    };
}

subcommands! {
    /// List a directory
    Ls(files::Ls) = "ls";
    /// Print a file
    Cat(files::Cat) = "cat";
    /// Write a file from standard input or --content
    Write(files::Write) = "write";
    /// Add standard input or --content to the end of a file
    Append(files::Append) = "append";
    /// Replace parts of a file, and print the diff
    Edit(files::Edit) = "edit";
    /// Search files; exit code 1 if nothing matches
    Grep(grep::Grep) = "grep";
    /// Find files and directories by a pattern
    Find(directories::Find) = "find";
    /// Show a directory tree
    Tree(files::Tree) = "tree";
    /// Create a directory and its parents
    Mkdir(directories::Mkdir) = "mkdir";
    /// Remove a file, or a directory tree with -r
    Rm(files::Rm) = "rm";
    /// Move or rename
    Mv(files::Mv) = "mv";
    /// Copy a file, or a directory tree with -r
    Cp(files::Cp) = "cp";
    /// Show the metadata of a path
    Stat(directories::Stat) = "stat";
    /// Run a command of a shell on the files: pipes, loops, and the usual commands for files and text
    Sh(sh::Sh) = "sh";
    /// Read a directory or an archive of the disk into the workspace
    Import(transfer::Import) = "import";
    /// Write files of the workspace to a directory or an archive of the disk
    Export(transfer::Export) = "export";
    /// Copy the workspace to a new file, also while others write to it
    Fork(transfer::Fork) = "fork";
    /// Put a copy of a file into a store, as a workspace that many hosts share
    Push(shared::Push) = "push";
    /// Copy a workspace of a store to a new file
    Clone(shared::Clone) = "clone";
    /// Print the last entry in the log of a workspace of a store, for --expect-head
    Head(shared::Head) = "head";
    /// List the workspaces of a store, or remove one
    Workspaces(shared::Workspaces) = "workspaces";
    /// Make a branch, in which changes do not touch the files of the others, or delete one
    Branch(branch::Branch) = "branch";
    /// List the branches
    Branches(branch::Branches) = "branches";
    /// Merge the changes of a branch
    Merge(branch::Merge) = "merge";
    /// Revert the changes of a run
    Undo(history::Undo) = "undo";
    /// Do an undone run again
    Redo(history::Redo) = "redo";
    /// Print changes by any process as they happen
    Watch(history::Watch) = "watch";
    /// List the runs of all processes, newest first
    History(history::History) = "history";
    /// List the runs of all processes, newest first, also those that changed nothing
    Log(log::Log) = "log";
    /// Print the program, input, result, log and changes of a run
    Show(log::Show) = "show";
    /// List the runs that wait for an approval
    Pending(pending::Pending) = "pending";
    /// Approve what a run waits for, and let it go on
    Approve(pending::Approve) = "approve";
    /// Refuse what a run waits for, and let it go on
    Deny(pending::Deny) = "deny";
    /// Give the answer of a function that a run waits for, and let it go on
    Answer(pending::AnswerLater) = "answer";
    /// Let a run go on whose calls have answers
    Resume(pending::Resume) = "resume";
    /// End a run that waits; what it has changed stays, unless it is atomic
    End(pending::End) = "end";
    /// Make a recorded run again and compare it with its record; exit code 1 if it is different
    Replay(replay::Replay) = "replay";
    /// Print or change how much history is kept
    Retention(retention::Retention) = "retention";
    /// Remove history beyond the retention now, and make the file smaller
    Gc(retention::Gc) = "gc";
    /// Print what runs changed, as a patch that `git apply` accepts
    Diff(diff::Diff) = "diff";
    /// Verify the integrity of the file, and repair it with --repair; exit code 1 if it is damaged
    Check(check::Check) = "check";
    /// Name the current state of the workspace
    Checkpoint(history::Checkpoint) = "checkpoint";
    /// Restore the workspace to a checkpoint, or files to what they were after a run
    Restore(history::Restore) = "restore";
    /// Call any tool with JSON arguments
    Call(models::Call) = "call";
    /// Execute the JSON actions on standard input
    Act(models::Act) = "act";
    /// Print the prompt that describes `state` to a model
    Prompt(models::Prompt) = "prompt";
    /// Print the methods of `state` that do something: "unzip", "read lines", "delete a file"
    Describe(models::Describe) = "describe";
    /// Print the schemas of all tools
    Schema(models::Schema) = "schema";
    /// Serve the tools over the Model Context Protocol (standard input and output, or HTTP)
    Serve(serve::Serve) = "serve";
    /// Make a token for a server of many workspaces (serve --data), and print it
    Token(service::Token) = "token";
    /// Print the configuration that makes a client use the tools
    McpConfig(serve::McpConfig) = "mcp-config";
}

/// The workspace of a subcommand.
#[derive(Debug, clap::Args)]
pub(crate) struct Database {
    /// SQLite file that holds the filesystem [default: ISOLATE_DB]
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    db: Option<PathBuf>,

    #[command(flatten)]
    store: StoreArgs,

    /// Branch to work on [default: main]
    #[arg(long, value_name = "NAME")]
    branch: Option<String>,

    /// JSON file with rules about paths, sizes and extensions
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The workspace of a subcommand that changes files.
#[derive(Debug, clap::Args)]
pub(crate) struct Changing {
    /// Print what would change, and change nothing
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    database: Database,
}

/// The subcommands, for completion scripts.
pub(crate) fn all() -> Vec<clap::Command> {
    let command = <Line as clap::CommandFactory>::command();
    command.get_subcommands().cloned().collect()
}

/// The option that names the database of a subcommand, for a line that a person types; empty where it is
/// the default.
fn quoted_database(database: &Database) -> Result<String, Refusal> {
    let given = database.store.given();
    if !given.is_empty() {
        let shown = given.iter();
        return Ok(shown
            .map(|(option, value)| format!(" {option} {}", report::name(value)))
            .collect());
    }
    let path = database.path()?;
    Ok(match default_database() {
        Some(default) if default == path => String::new(),
        _ => format!(" --db {}", report::name(&path.to_string_lossy())),
    })
}

/// The default database.
pub(crate) fn default_database() -> Option<PathBuf> {
    let name = std::env::var_os("ISOLATE_DB")?;
    (!name.is_empty()).then(|| name.into())
}

/// The subcommand closest to a word that is neither a subcommand nor a script.
fn similar(word: &OsStr) -> Option<&'static str> {
    let word = word.to_str()?;
    let is_a_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic());
    if !is_a_word || Path::new(word).exists() {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let other = OTHER_NAMES.iter().find(|(name, _)| *name == word);
    if let Some((_, name)) = other {
        return Some(name);
    }
    if let Some(known) = NAMES.iter().find(|name| **name == word) {
        return Some(known);
    }
    // What the parser would suggest.
    let parsed = Line::try_parse_from(["isolate-run", &word]).err()?;
    let near = match parsed.get(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::String(near)) => Some(near.clone()),
        Some(ContextValue::Strings(near)) => near.last().cloned(),
        _ => None,
    };
    // What destroys is suggested only for what can hardly mean something else.
    let near = near.filter(|near| near != "rm" || word.starts_with("rm"))?;
    NAMES.iter().find(|name| **name == near).copied()
}

/// The replacement for `find FOLDER -name PATTERN`.
fn find_of_a_shell() -> Option<String> {
    let arguments: Vec<String> = command_line::arguments()
        .iter()
        .skip(2)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let at = arguments.iter().position(|argument| {
        [
            "-name",
            "--name",
            "-iname",
            "-path",
            "-type",
            "-regex",
            "-maxdepth",
        ]
        .contains(&argument.as_str())
    })?;
    let after = |flag: &str| {
        let at = arguments
            .iter()
            .position(|argument| argument.trim_start_matches('-') == flag)?;
        arguments.get(at + 1).cloned()
    };
    let pattern = after("name").or_else(|| after("path"));
    let pattern = pattern.unwrap_or_else(|| "*".to_owned()).replace('\'', "");
    let folder = match at {
        0 => "/",
        _ => arguments[0].as_str(),
    };
    Some(format!(
        "{} is not an option of find, which takes the pattern first: isolate-run find '{pattern}' {folder}",
        arguments[at]
    ))
}

/// Runs a subcommand if the arguments name one. Returns its exit code.
pub(crate) fn run() -> Option<u8> {
    let first = command_line::arguments().get(1)?;
    if !NAMES.iter().any(|name| first == *name) {
        let similar = similar(first)?;
        let first = first.to_string_lossy();
        let complaint = format!(
            "there is no script and no subcommand {first}; did you mean `isolate-run {similar}`?"
        );
        return Some(report::usage(&complaint, report::wants_json()));
    }
    if first == "find"
        && let Some(complaint) = find_of_a_shell()
    {
        return Some(report::usage(&complaint, report::wants_json()));
    }
    let line = match Line::try_parse_from(command_line::arguments()) {
        Ok(line) => line,
        Err(help_or_usage) => return Some(report::parsed(&help_or_usage, output::refusal_json)),
    };
    let done = line.command.run();
    Some(done.unwrap_or_else(|refusal| refusal.print()))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    /// Every argument that takes a path of the workspace reads it as it is printed.
    #[test]
    fn paths_of_the_workspace_are_read_as_they_are_printed() {
        let is_quoted = |line: &[&str]| {
            let line = std::iter::once("isolate-run").chain(line.iter().copied());
            let refused = Line::try_parse_from(line.chain(["$'"])).map(drop);
            refused.is_err_and(|error| error.to_string().contains("quoted as in a shell"))
        };
        let mut found = String::new();
        let mut command = <Line as clap::CommandFactory>::command();
        command.build();
        for command in command.get_subcommands() {
            let name = command.get_name();
            let arguments = command.get_arguments();
            for arg in arguments.filter(|arg| arg.get_action().takes_values()) {
                let id = arg.get_id().as_str();
                let reads_quotes = match (arg.get_index(), arg.get_long()) {
                    (Some(index), _) => is_quoted(&[&[name][..], &vec!["1"; index - 1]].concat()),
                    (None, Some(long)) => is_quoted(&[name, &format!("--{long}")]),
                    (None, None) => false,
                };
                if reads_quotes {
                    found.push_str(&format!("{name} {id}\n"));
                }
                let value_names = arg.get_value_names().unwrap_or_default();
                let is_path = ["path", "from", "to", "cwd"].contains(&id)
                    || value_names.iter().any(|name| name.contains("PATH"));
                assert_eq!(is_path, reads_quotes, "{name} {id}");
            }
        }
        expect![[r#"
            ls path
            cat path
            write path
            append path
            edit path
            grep path
            find path
            tree path
            mkdir path
            rm path
            mv from
            mv to
            cp from
            cp to
            stat path
            sh cwd
            import to
            export paths
            history path
            log path
            diff arguments
            restore arguments
            call cwd
            serve cwd
        "#]]
        .assert_eq(&found);
    }

    #[test]
    fn the_subcommands_are_well_formed() {
        <Line as clap::CommandFactory>::command().debug_assert();
    }
}
