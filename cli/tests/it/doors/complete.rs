//! Whatever can be asked for has a row in the table, or a reason for none: what is added later and has
//! neither is named here.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use isolate_host::Workspace;
use isolate_tools::{CancelToken, Settings, Toolbox};
use serde_json::json;

use super::{Door, commands, inside, requests, rust, sandbox};
use crate::{Folder, repository, serving};

/// Tools that have no row.
const TOOLS: &[(&str, &str)] = &[
    ("describe", "tells of methods, not of files"),
    (
        "exec",
        "runs programs as `run` does, and commands over the operations of `fs`, which have rows",
    ),
    ("run", "runs every program of the table"),
];

/// Subcommands with `--policy` that have no row of their own.
const COMMANDS: &[(&str, &str)] = &[
    ("serve", "serves every request of the table"),
    (
        "token",
        "keeps the rules for a server, and touches no workspace",
    ),
];

/// Calls of the Rust interface that have no row.
const CALLS: &[(&str, &str)] = &[
    (
        "Checkout::changes",
        "its tree is that of a directory that is read anyway",
    ),
    ("Checkout::differences", "as `changes`"),
    (
        "Checkout::write_back",
        "as `changes`; it writes to where the files are from",
    ),
    ("Export::run_with", "is `run`"),
    ("Import::run_with", "is `run`"),
    (
        "answer_suspended",
        "keeps an answer to a run that waits, which no path names",
    ),
    (
        "answer_suspended_for",
        "keeps an answer to a run that waits, which no path names",
    ),
    (
        "answered_runs",
        "numbers runs that wait, which no path names",
    ),
    (
        "apply_rows",
        "takes in rows of the caller, and is refused where there is a guard",
    ),
    ("atomically", "is what the calls within it are"),
    ("begin", "is what the calls within it are"),
    ("branch", "names the branch"),
    ("busy_timeout", "is a setting"),
    ("can_write_now", "is about the connection"),
    ("changed_rows", "counts"),
    ("check", "names what is damaged"),
    ("check_ending", "finds what `stat` finds"),
    ("check_file_path", "is about a text of the caller"),
    (
        "claim_key",
        "keeps digests of the caller beside a run that has done nothing",
    ),
    ("collect", "removes history"),
    ("content_number", "is a number of the caller"),
    ("count_as_pattern", "counts what `glob` finds"),
    (
        "effects_of_run",
        "lists what `changes_page` lists, with the same rules",
    ),
    (
        "end_left",
        "ends a run that a host has left open, and changes no file",
    ),
    (
        "end_suspended",
        "ends a run that waits, and changes no file",
    ),
    ("extend_label", "writes a text of the caller"),
    ("files_on_disk", "names files of the disk"),
    ("findings", "is `check`"),
    (
        "give_up_suspended",
        "says who works for a run that waits, and changes no file",
    ),
    ("has_open_run", "is about the connection"),
    ("identity", "is about the workspace"),
    ("keeps_history", "is a setting"),
    ("is_read_only", "is about the connection"),
    ("is_seeded", "is about the connection"),
    ("is_stopped", "is about the connection"),
    ("is_resting", "is about the connection"),
    ("apply_up_to", "as `apply_rows`"),
    ("publish_all", "as `apply_rows`"),
    ("is_published", "is about the connection"),
    ("place", "is about the connection"),
    ("take_raced", "is about the connection"),
    ("rest", "is about the connection"),
    (
        "set_publisher",
        "is a setting, and is refused where there is a guard",
    ),
    ("wake", "is about the connection"),
    ("hand_over", "is about the connection"),
    ("memory_bytes", "counts"),
    ("notes", "gives texts of the caller"),
    ("not_found", "words what `stat` has not found"),
    ("keyed_run", "finds the number of a run by a digest"),
    ("open", "makes a connection without rules"),
    ("open_memory", "makes a connection without rules"),
    ("open_run", "is about the connection"),
    ("newest_part", "as `part`"),
    ("part", "reads what a run has recorded, which no path names"),
    ("parts", "as `part`"),
    (
        "posix",
        "its operations are those of Node's `fs`, each of which programs try",
    ),
    ("prune", "removes history"),
    ("quota", "is a setting"),
    ("release_key", "forgets a run that has done nothing"),
    (
        "replace_suspended",
        "replaces the memory of a run that waits, which no path names",
    ),
    ("repair", "is for a damaged file"),
    ("repair_file", "is for a damaged file"),
    ("reseed", "makes files that the caller has"),
    ("retention", "is a setting"),
    ("run_span", "numbers"),
    ("set_lock_wait", "is a setting"),
    ("take_missed_lock", "is about the connection"),
    ("scratch_bytes", "counts"),
    ("seed", "makes files that the caller has"),
    ("seeded_number", "is a number of the caller"),
    ("set_clock", "is a setting"),
    ("set_deadline", "is a setting"),
    ("set_guard", "sets the rules"),
    ("set_retention", "is a setting"),
    ("set_stop_signal", "is a setting"),
    ("snapshot", "is what the calls within it are"),
    ("stored", "counts"),
    (
        "suspended_run",
        "reads what a run that waits has said, which no path names",
    ),
    ("suspended_page", "as `suspended_run`"),
    ("suspended_state", "as `suspended_run`"),
    ("suspended_runs", "as `suspended_run`"),
    (
        "switch_branch",
        "keeps the rules: what can be read of every branch is read after each row",
    ),
    ("unload", "lets bytes go that the caller has"),
];

/// Fails for what has neither a row nor a reason, and for a reason without use.
#[track_caller]
fn check(what: &str, all: &BTreeSet<String>, rows: &BTreeSet<String>, reasons: &[(&str, &str)]) {
    assert!(all.len() > 3, "{what}: {all:?}");
    let excepted: BTreeSet<String> = reasons.iter().map(|(name, _)| (*name).to_owned()).collect();
    let missing: Vec<&String> = all
        .iter()
        .filter(|name| !rows.contains(*name) && !excepted.contains(*name))
        .collect();
    assert!(
        missing.is_empty(),
        "{what} without a row in the table, or a reason for none: {missing:?}"
    );
    let idle: Vec<&String> = excepted
        .iter()
        .filter(|name| rows.contains(*name) || !all.contains(*name))
        .collect();
    assert!(
        idle.is_empty(),
        "{what} with a reason to have no row, and no need of it: {idle:?}"
    );
}

fn rows(doors: Vec<Door>, name: impl Fn(&Door) -> Option<String>) -> BTreeSet<String> {
    doors.iter().filter_map(name).collect()
}

/// The public methods of a source file that are about a tree: those of `Tree`, and those of other types
/// that take one. Formatted code begins and ends an `impl` at the margin.
fn calls_of(source: &str) -> Vec<String> {
    let mut calls = Vec::new();
    let source = source.replace("pub const fn ", "pub fn ");
    for block in source.split("\nimpl ").skip(1) {
        let block = block.split("\n}").next().unwrap();
        let of = block.split([' ', '<']).next().unwrap();
        for method in block.split("\n    pub fn ").skip(1) {
            let (signature, _) = method.split_once('{').unwrap();
            let (name, _) = signature.split_once(['(', '<']).unwrap();
            if of == "Tree" {
                calls.push(name.to_owned());
            } else if signature.contains("tree: &Tree") {
                calls.push(format!("{of}::{name}"));
            }
        }
    }
    calls
}

/// The sources of a folder, and of those in it.
fn sources(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push(fs::read_to_string(path).unwrap());
        }
    }
    all
}

#[test]
fn every_operation_has_a_row() {
    let tools = Toolbox::new(&Workspace::memory().unwrap(), &Settings::new()).unwrap();
    let tools = tools.with_sandbox(sandbox());
    let all = tools.specs().into_iter().map(|spec| spec.name).collect();
    let tried = rows(inside::operations(), |door| match door {
        Door::Tool(name, _) => Some(name.clone()),
        _ => None,
    });
    check("tools", &all, &tried, TOOLS);

    // An action that does not exist is answered with all that do.
    let answer = tools.act(&json!({ "action": "" }).to_string(), &CancelToken::new());
    let answer = answer.to_text(isolate_tools::Boundary::None);
    let (_, all) = answer.split_once("the actions are: ").unwrap();
    let all = all
        .split("; ")
        .map(|action| action.split(' ').next().unwrap().to_owned())
        .collect();
    let tried = rows(inside::operations(), |door| match door {
        Door::Action(action) => Some(action["action"].as_str().unwrap().to_owned()),
        _ => None,
    });
    check("actions", &all, &tried, &[]);

    let mut all = BTreeSet::new();
    for folder in ["vfs/src", "transfer/src"] {
        let sources = sources(&repository().join(folder));
        all.extend(sources.iter().flat_map(|source| calls_of(source)));
    }
    let tried = rows(rust::operations(), |door| match door {
        Door::Rust(call, _) => call.split('(').next().map(str::to_owned),
        _ => None,
    });
    check("calls of the Rust interface", &all, &tried, CALLS);
}

#[test]
fn every_subcommand_and_request_has_a_row() {
    let script = Folder::new().run(["--completions", "fish"]).out;
    let of_a_command = |line: &str| {
        let (_, command) = line.split_once("__fish_isolate_run_using_subcommand ")?;
        command.split('"').next().map(str::to_owned)
    };
    let with_policy = script.lines().filter(|line| line.contains(" -l policy "));
    let all = with_policy.filter_map(of_a_command).collect();
    let tried = rows(commands::operations(), |door| match door {
        Door::Command(arguments, _) => arguments.first().cloned(),
        _ => None,
    });
    check("subcommands", &all, &tried, COMMANDS);

    let input = format!("{}\n", serving::greeting());
    let served = Folder::new().run_with_stdin(input.as_bytes(), &["serve", "--db", "w.sqlite"]);
    let greeted = serving::answers(&served);
    let capabilities = greeted[0]["result"]["capabilities"].as_object().unwrap();
    // `completions` are asked for by `completion/complete`.
    let all = capabilities
        .keys()
        .map(|name| name.trim_end_matches('s').to_owned())
        .collect();
    let tried = rows(requests::operations(), |door| match door {
        Door::Request(method, _) => method
            .split('/')
            .next()
            .map(|name| name.trim_end_matches('s').to_owned()),
        _ => None,
    });
    check("requests", &all, &tried, &[]);
}
