//! `branch`, `branches` and `merge`: lines of work beside the main one.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use isolate_host::iso_time;
use isolate_host::vfs::{
    BranchInfo, BranchOptions, MAIN, MergeOptions, Merged, Point, RunId, RunOptions, Tree,
};
use isolate_tools::{Code, ExitCode, ToolError};
use serde_json::{Value as Json, json};

use super::answer::{Answer, Failure, Paths, print_found};
use super::diff::point_of;
use super::history::signed;
use super::log::refuse_policy;
use super::output::{Refusal, Use, print_text};
use super::{Changing, Database};
use crate::limits::FileLimits;
use crate::report;

#[derive(Debug, clap::Args)]
pub(crate) struct Branch {
    /// Name: letters, digits, '-', '_', '.' and '/'; without a name, the branches are listed
    name: Option<String>,
    /// The files as they were after a run or at a checkpoint [default: as they are]
    #[arg(
        long,
        value_name = "RUN|NAME",
        conflicts_with = "delete",
        requires = "name"
    )]
    at: Option<String>,
    /// Delete the branch, with what only it has
    #[arg(short, long, requires = "name")]
    delete: bool,
    #[command(flatten)]
    database: Database,
}

impl Branch {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let Some(name) = &self.name else {
            let database = self.database;
            return Branches { database }.run();
        };
        refuse_policy(&self.database, "branch")?;
        let purpose = match self.delete {
            true => Use::Change,
            false => Use::Create,
        };
        let workspace = self.database.workspace(purpose, FileLimits::default())?;
        let tree = workspace.tree()?;
        let run = match self.delete {
            true => tree.delete_branch(name).map_err(refused)?,
            false => self.create(&tree, name)?,
        };
        match self.database.is_json() {
            true => {
                let answer = Answer::new(json!({ "branch": name })).recorded_elsewhere(run);
                Ok(answer.print())
            }
            false => Ok(ExitCode::Success.code()),
        }
    }

    /// Makes the branch. Returns the run in its history that took it back to an earlier point.
    fn create(&self, tree: &Tree, name: &str) -> Result<Option<RunId>, Refusal> {
        let at = match &self.at {
            Some(at) => point_of(tree, at)?,
            None => Point::Now,
        };
        let options = BranchOptions::new().at(at).actor(crate::ACTOR);
        tree.create_branch(name, &options).map_err(refused)?;
        let mut branches = tree.branches()?.into_iter();
        let made = branches.find(|branch| branch.name == name);
        Ok(made.and_then(|branch| branch.last_run))
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Branches {
    #[command(flatten)]
    database: Database,
}

impl Branches {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "branches")?;
        let workspace = self.database.workspace(Use::Look, FileLimits::default())?;
        // Others may write and delete branches meanwhile.
        workspace.tree()?.snapshot(|tree| self.print(tree))
    }

    fn print(&self, tree: &Tree) -> Result<u8, Refusal> {
        let branches = tree.branches()?;
        let code = ExitCode::Success.code();
        if self.database.is_json() {
            let rows = branches
                .iter()
                .map(|branch| row_json(tree, branch))
                .collect::<Result<Vec<Json>, Refusal>>()?;
            return Ok(print_found(json!({ "branches": rows }), None));
        }
        let mut text = format!("{MAIN}\n");
        for branch in &branches {
            let changed = tree.differences_of_branch(&branch.name)?.len();
            let _infallible = writeln!(
                text,
                "{}\tfrom {}\t{}\t{changed} changed\tlast run {}",
                branch.name,
                branch.parent,
                iso_time(branch.created),
                branch
                    .last_run
                    .map_or_else(|| "-".to_owned(), |run| run.to_string()),
            );
        }
        Ok(print_text(&text, code))
    }
}

fn row_json(tree: &Tree, branch: &BranchInfo) -> Result<Json, Refusal> {
    Ok(json!({
        "name": branch.name,
        "parent": branch.parent,
        "forked": branch.forked,
        "createdAt": iso_time(branch.created),
        "bytes": branch.stored.bytes,
        "entries": branch.stored.entries,
        "changed": tree.differences_of_branch(&branch.name)?.len(),
        "lastRun": branch.last_run,
    }))
}

#[derive(Debug, clap::Args)]
pub(crate) struct Merge {
    /// Branch whose changes are merged into the one that --branch names
    name: String,
    /// Merge in spite of conflicts, and write both versions into the files, between markers
    #[arg(long)]
    markers: bool,
    #[command(flatten)]
    changing: Changing,
}

impl Merge {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.changing.database, "merge")?;
        let workspace = self
            .changing
            .database
            .workspace(Use::Change, FileLimits::default())?;
        let tree = workspace.tree()?;
        let mut options = MergeOptions::new().actor(crate::ACTOR);
        if self.markers {
            options = options.markers();
        }
        let merged = match self.changing.dry_run {
            true => {
                let run = tree.begin(&RunOptions::new("").dry_run())?;
                run.merge_branch(&self.name, &options)
            }
            false => tree.merge_branch(&self.name, &options),
        };
        let merged = merged.map_err(refused)?;
        let code = match merged.conflicts.is_empty() {
            true => ExitCode::Success.code(),
            false => ExitCode::Failure.code(),
        };
        if self.changing.database.is_json() {
            return Ok(self.answer(&merged).print());
        }
        let effects = &merged.effects;
        let lists = [&effects.created, &effects.changed, &effects.deleted];
        let mut text = signed(lists.map(|entries| entries.iter().map(|entry| entry.path.as_str())));
        if effects.omitted.total() > 0 {
            let _infallible = writeln!(text, "… and {} more paths", effects.omitted.total());
        }
        let printed = print_text(&text, code);
        let mut complaints = String::new();
        for conflict in &merged.conflicts {
            let _infallible = writeln!(
                complaints,
                "conflict: {}: {}",
                report::name(conflict.path.as_str()),
                conflict.kind.text()
            );
        }
        if !merged.is_done {
            let _infallible = writeln!(complaints, "error: {NOT_MERGED}: {WAY_OUT}");
        }
        let _ = io::stderr().write_all(report::escaped(&complaints).as_bytes());
        Ok(printed)
    }

    fn answer(&self, merged: &Merged) -> Answer {
        let data = json!({ "merged": merged.is_done && !self.changing.dry_run });
        let conflicts = merged.conflicts.iter().map(|conflict| {
            json!({
                "path": conflict.path.as_str(),
                "reason": conflict.kind.text(),
                "kind": conflict.kind.as_str(),
            })
        });
        let answer = Answer::new(data)
            .changes(Paths::of(&merged.effects))
            .recorded(merged.effects.run.filter(|_| !self.changing.dry_run))
            .conflicts(conflicts);
        if merged.conflicts.is_empty() {
            return answer;
        }
        let (message, hint) = match merged.is_done {
            true => (
                "both versions of what is in conflict are in the files, between markers, or one of them",
                "edit the files of the conflicts, or take the merge back with undo",
            ),
            false => (NOT_MERGED, WAY_OUT),
        };
        let error = ToolError::new(Code::Stale, message).with_hint(hint);
        answer.failing(Failure::new(&error, ExitCode::Failure).called("conflict"))
    }
}

/// What is said of a merge that conflicts have stopped.
const NOT_MERGED: &str = "nothing was merged";
const WAY_OUT: &str =
    "make both branches agree on these paths, or merge with --markers and edit the result";

/// What the user can repair is an error of usage; what the storage says is one of the storage.
fn refused(error: isolate_host::vfs::Error) -> Refusal {
    use isolate_host::vfs::ErrorKind as Kind;
    match error.kind() {
        Kind::NoBranch | Kind::NotFound => Refusal::misuse(Code::NotFound, error.to_string()),
        Kind::Exists => Refusal::misuse(Code::Exists, error.to_string()),
        Kind::NotEmpty => Refusal::misuse(Code::NotEmpty, error.to_string()),
        Kind::TooLarge => Refusal::misuse(Code::TooLarge, error.to_string()),
        Kind::Invalid => Refusal::usage(error.to_string()),
        _ => error.into(),
    }
}
