//! `branch`, `branches` and `merge`: lines of work beside the main one.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use isolate_host::vfs::{
    BranchInfo, BranchOptions, MAIN, MergeOptions, Merged, Point, RunOptions, Tree,
};
use isolate_tools::ExitCode;
use serde_json::{Value as Json, json};

use super::Database;
use super::diff::point_of;
use super::log::{iso, refuse_policy};
use super::output::{Refusal, Use, print_json, print_text};
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
        let workspace = self.database.workspace(purpose, None)?;
        let tree = workspace.tree()?;
        match self.delete {
            true => tree.delete_branch(name).map_err(refused)?,
            false => {
                let at = match &self.at {
                    Some(at) => point_of(&tree, at)?,
                    None => Point::Now,
                };
                let options = BranchOptions::new().at(at).actor(crate::ACTOR);
                tree.create_branch(name, &options).map_err(refused)?;
            }
        }
        let code = ExitCode::Success.code();
        match self.database.is_json() {
            true => Ok(print_json(&json!({ "ok": true, "branch": name }), code)),
            false => Ok(code),
        }
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
        let workspace = self.database.workspace(Use::Look, None)?;
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
            return Ok(print_json(&json!({ "ok": true, "branches": rows }), code));
        }
        let mut text = format!("{MAIN}\n");
        for branch in &branches {
            let changed = tree.differences_of_branch(&branch.name)?.len();
            let _infallible = writeln!(
                text,
                "{}\tfrom {}\t{}\t{changed} changed\tlast run {}",
                branch.name,
                branch.parent,
                iso(branch.created),
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
        "createdAt": iso(branch.created),
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
    /// Print what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    database: Database,
}

impl Merge {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        refuse_policy(&self.database, "merge")?;
        let workspace = self.database.workspace(Use::Change, None)?;
        let tree = workspace.tree()?;
        let mut options = MergeOptions::new().actor(crate::ACTOR);
        options.markers = self.markers;
        let merged = match self.dry_run {
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
        if self.database.is_json() {
            return Ok(print_json(&self.answer(&merged), code));
        }
        let mut text = String::new();
        let effects = &merged.effects;
        for (sign, entries) in [
            ('+', &effects.created),
            ('~', &effects.changed),
            ('-', &effects.deleted),
        ] {
            for entry in entries {
                let _infallible = writeln!(text, "{sign} {}", entry.path);
            }
        }
        if effects.omitted.total() > 0 {
            let _infallible = writeln!(text, "… and {} more paths", effects.omitted.total());
        }
        let printed = print_text(&text, code);
        let mut told = String::new();
        for conflict in &merged.conflicts {
            let _infallible = writeln!(
                told,
                "conflict: {}: {}",
                conflict.path,
                conflict.kind.text()
            );
        }
        if !merged.is_done {
            told.push_str(
                "error: nothing was merged: make both branches agree on these paths, or merge with --markers and edit the result\n",
            );
        }
        let _ = io::stderr().write_all(report::escaped(&told).as_bytes());
        Ok(printed)
    }

    fn answer(&self, merged: &Merged) -> Json {
        let paths = |entries: &[isolate_host::vfs::EffectEntry]| -> Vec<String> {
            let paths = entries.iter().map(|entry| entry.path.as_str().to_owned());
            paths.collect()
        };
        let conflicts = merged.conflicts.iter().map(|conflict| {
            json!({
                "path": conflict.path.as_str(),
                "kind": conflict.kind.as_str(),
                "text": conflict.kind.text(),
            })
        });
        let effects = &merged.effects;
        json!({
            // As the exit code says it.
            "ok": merged.conflicts.is_empty(),
            "merged": merged.is_done && !self.dry_run,
            "opId": effects.run.filter(|_| !self.dry_run),
            "created": paths(&effects.created),
            "changed": paths(&effects.changed),
            "deleted": paths(&effects.deleted),
            "omitted": effects.omitted.total(),
            "conflicts": conflicts.collect::<Vec<Json>>(),
        })
    }
}

/// What the user can repair is an error of usage; what the storage says is one of the storage.
pub(super) fn refused(error: isolate_host::vfs::Error) -> Refusal {
    use isolate_host::vfs::ErrorKind as Kind;
    match error.kind() {
        Kind::NoBranch
        | Kind::NotFound
        | Kind::Exists
        | Kind::Invalid
        | Kind::NotEmpty
        | Kind::TooLarge => Refusal::usage(error.to_string()),
        _ => error.into(),
    }
}
