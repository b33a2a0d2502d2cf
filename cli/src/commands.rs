//! The subcommands: files of a workspace for people and scripts, and what models are told.
//!
//! Each is a thin form of a tool: arguments in, one call, an answer and an exit code out.

mod files;
mod history;
mod models;
mod output;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::report::exit;

/// Their names, by which `isolate-run` tells them from a script.
const NAMES: [&str; 17] = [
    "ls", "cat", "write", "edit", "grep", "tree", "rm", "mv", "cp", "stat", "watch", "call", "act",
    "prompt", "schema", "serve", "undo",
];

/// Files of a workspace, and what models are told
#[derive(Debug, Parser)]
#[command(name = "isolate-run", version)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List a directory
    Ls(files::Ls),
    /// Print a file
    Cat(files::Cat),
    /// Write a file from standard input or --content
    Write(files::Write),
    /// Replace parts of a file, and print the difference
    Edit(files::Edit),
    /// Search files; exit code 1 when nothing matches
    Grep(files::Grep),
    /// Show several levels of a directory
    Tree(files::Tree),
    /// Remove a file, or with -r a tree
    Rm(files::Rm),
    /// Move or rename
    Mv(files::Mv),
    /// Copy a file, or with -r a tree
    Cp(files::Cp),
    /// Tell what is at a path
    Stat(files::Stat),
    /// Take back what an operation changed
    Undo(history::Undo),
    /// Print changes as they happen, by any process
    Watch(history::Watch),
    /// Call any tool with JSON arguments
    Call(models::Call),
    /// Carry out the JSON actions on standard input
    Act(models::Act),
    /// Print what a model is told about `state`
    Prompt(models::Prompt),
    /// Print the schemas of all tools
    Schema(models::Schema),
    /// Serve the tools over standard input and output (Model Context Protocol)
    Serve(models::Serve),
}

/// The workspace of a subcommand.
#[derive(Debug, clap::Args)]
pub(crate) struct Database {
    /// SQLite file that holds the filesystem
    #[arg(long, value_name = "FILE")]
    db: PathBuf,

    /// JSON file with rules about paths, sizes and extensions
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The subcommands, for whoever completes them.
pub(crate) fn all() -> Vec<clap::Command> {
    let command = <Line as clap::CommandFactory>::command();
    command.get_subcommands().cloned().collect()
}

/// Runs a subcommand if the arguments name one; answers its exit code.
pub(crate) fn run() -> Option<u8> {
    let first = std::env::args_os().nth(1)?;
    if !NAMES.iter().any(|name| first == *name) {
        return None;
    }
    let line = match Line::try_parse() {
        Ok(line) => line,
        Err(help_or_usage) => {
            // A closed pipe is no reason to complain.
            let _ = help_or_usage.print();
            let is_usage = help_or_usage.use_stderr();
            return Some(if is_usage { exit::USAGE } else { exit::OK });
        }
    };
    let done = match line.command {
        Command::Ls(args) => args.run(),
        Command::Cat(args) => args.run(),
        Command::Write(args) => args.run(),
        Command::Edit(args) => args.run(),
        Command::Grep(args) => args.run(),
        Command::Tree(args) => args.run(),
        Command::Rm(args) => args.run(),
        Command::Mv(args) => args.run(),
        Command::Cp(args) => args.run(),
        Command::Stat(args) => args.run(),
        Command::Undo(args) => args.run(),
        Command::Watch(args) => args.run(),
        Command::Call(args) => args.run(),
        Command::Act(args) => args.run(),
        Command::Prompt(args) => Ok(args.run()),
        Command::Schema(args) => args.run(),
        Command::Serve(args) => args.run(),
    };
    Some(done.unwrap_or_else(|refusal| refusal.print()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subcommands_are_well_formed_and_listed() {
        let command = <Line as clap::CommandFactory>::command();
        command.clone().debug_assert();
        let mut found: Vec<&str> = command
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        found.sort_unstable();
        let mut names = NAMES;
        names.sort_unstable();
        assert_eq!(found, names);
    }
}
