//! What packages do with a workspace beside running programs: one list for all of them.

use std::path::PathBuf;

use isolate_host::text::VPath;
use isolate_host::vfs::{
    self, BranchOptions, CheckpointOptions, CopyOptions, FileKind, LogOptions, MAIN, MergeOptions,
    MkdirOptions, Point, RemoveOptions, RunId, Stat, Tree, UndoOptions,
};
use isolate_host::{Answer, Error, FunctionError, PendingCall, Workspace, diff_of_runs};
use isolate_transfer::{Export, Import};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::{Failure, Mistake, forms};

/// Something to do with a workspace, by its name and arguments. What it answers is JSON.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Operation {
    /// The runs, newest first.
    History {
        /// At most so many.
        limit: usize,
        /// Only those before this one.
        before: Option<i64>,
        /// Only those that changed this path or something below it.
        path: Option<String>,
        /// Those of all branches.
        all_branches: bool,
    },
    /// Takes back what a run changed.
    Undo {
        /// Its number.
        run: i64,
        /// Also what was changed since.
        force: bool,
    },
    /// What runs changed, as a patch.
    Diff {
        /// Their numbers.
        runs: Vec<i64>,
        /// The largest patch.
        bytes_max: usize,
    },
    /// Names the present state of the files.
    Checkpoint {
        /// The name.
        name: String,
        /// Whether it may have it already.
        overwrite: bool,
    },
    /// The names of the checkpoints.
    Checkpoints {},
    /// Takes all files back to a checkpoint.
    Restore {
        /// Its name.
        name: String,
    },
    /// The branches beside the main one.
    Branches {},
    /// Makes a branch.
    CreateBranch {
        /// Its name.
        name: String,
        /// The branch that it is made of.
        from: Option<String>,
        /// The run after which.
        at: Option<i64>,
    },
    /// Deletes a branch.
    DeleteBranch {
        /// Its name.
        name: String,
    },
    /// Merges a branch into another one.
    Merge {
        /// Its name.
        name: String,
        /// The other one.
        into: Option<String>,
        /// In spite of conflicts, with markers in the files.
        markers: bool,
    },
    /// The runs that wait, oldest first.
    Pending {},
    /// Answers a call that waits.
    Answer {
        /// The run.
        run: i64,
        /// The call as it was shown.
        call: PendingCall,
        /// The answer.
        answer: GivenAnswer,
    },
    /// Ends a run that waits.
    EndPending {
        /// The run.
        run: i64,
    },
    /// Copies a directory or an archive of the disk into the workspace.
    Import {
        /// Where it is on the disk.
        source: PathBuf,
        /// The directory of the workspace that gets it.
        to: String,
        /// Patterns of paths that are left out.
        exclude: Vec<String>,
        /// Also what `.gitignore` files leave out.
        ignored: bool,
        /// Also `.git`.
        git: bool,
        /// Whether files with other contents are replaced.
        overwrite: bool,
        /// Who is named in the history.
        actor: Option<String>,
    },
    /// Copies files of the workspace to a directory or an archive of the disk.
    Export {
        /// Where they go on the disk.
        target: PathBuf,
        /// The paths in the workspace; none for all.
        paths: Vec<String>,
        /// Whether files with other contents are replaced.
        overwrite: bool,
        /// As they were after this run.
        run: Option<i64>,
    },
    /// What is known of an entry; `null` if it is missing.
    Stat {
        /// Its path.
        path: String,
        /// Whether links are followed.
        follow: bool,
    },
    /// The entries of a directory, sorted.
    List {
        /// Its path.
        path: String,
    },
    /// Makes a directory.
    Mkdir {
        /// Its path.
        path: String,
        /// Also those above it.
        parents: bool,
    },
    /// Removes an entry.
    Remove {
        /// Its path.
        path: String,
        /// With all in it.
        recursive: bool,
        /// Whether it may be missing.
        missing_ok: bool,
    },
    /// Renames an entry.
    Rename {
        /// Its path.
        from: String,
        /// The new one.
        to: String,
    },
    /// Copies an entry.
    Copy {
        /// Its path.
        from: String,
        /// That of the copy.
        to: String,
        /// With all in it.
        recursive: bool,
    },
    /// Makes a symbolic link.
    Symlink {
        /// Where it leads.
        target: String,
        /// Its path.
        link: String,
    },
    /// Where a symbolic link leads.
    ReadLink {
        /// Its path.
        path: String,
    },
    /// A path without links.
    RealPath {
        /// The path.
        path: String,
    },
}

/// An answer to a call that waits.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum GivenAnswer {
    /// It is approved.
    Approve,
    /// It is refused.
    Deny {
        /// Why.
        reason: String,
    },
    /// What its function answers.
    Value {
        /// The answer.
        value: Json,
    },
    /// Why its function has failed.
    Failure {
        /// A stable code.
        code: String,
        /// What went wrong.
        message: String,
    },
}

impl From<GivenAnswer> for Answer {
    fn from(given: GivenAnswer) -> Self {
        match given {
            GivenAnswer::Approve => Self::Approve,
            GivenAnswer::Deny { reason } => Self::deny(reason),
            GivenAnswer::Value { value } => Self::value(value),
            GivenAnswer::Failure { code, message } => {
                Self::failed(&FunctionError::new(message).with_code(code))
            }
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        (&error).into()
    }
}

impl From<vfs::Error> for Failure {
    fn from(error: vfs::Error) -> Self {
        (&error).into()
    }
}

/// A path of a workspace.
///
/// # Errors
///
/// A `FileError` for a text that is none.
pub fn path(text: &str) -> Result<VPath, Failure> {
    VPath::parse(text).map_err(|error| Failure {
        name: "FileError",
        ..vfs::Error::from(error).into()
    })
}

impl Operation {
    /// An operation by its name and its arguments.
    ///
    /// # Errors
    ///
    /// A [`Mistake`] that names the argument.
    pub fn read(name: &str, arguments: Json) -> Result<Self, Mistake> {
        let mut named = serde_json::Map::new();
        named.insert(name.to_owned(), arguments);
        crate::read(Json::Object(named)).map_err(|mistake| {
            let option = mistake.option.strip_prefix(name).unwrap_or_default();
            Mistake::new(option.trim_start_matches('.'), mistake.text)
        })
    }

    /// Does it. It may wait for the disk and for other writers.
    ///
    /// # Errors
    ///
    /// Those of the operation.
    pub fn perform(self, workspace: &Workspace) -> Result<Json, Failure> {
        match self {
            Self::History {
                limit,
                before,
                path: below,
                all_branches,
            } => {
                let mut options = LogOptions::new().limit(limit);
                if let Some(before) = before {
                    options = options.before(RunId::from(before));
                }
                if let Some(below) = below {
                    options = options.path(path(&below)?);
                }
                if all_branches {
                    options = options.all_branches();
                }
                history(&*workspace.tree()?, &options)
            }
            Self::Undo { run, force } => {
                let options = UndoOptions::new();
                let options = if force { options.force() } else { options };
                let undone = workspace.undo(RunId::from(run), &options)?;
                Ok(forms::effects(&undone))
            }
            Self::Diff { runs, bytes_max } => {
                let tree = workspace.tree()?;
                let known = |run| known_run(&tree, run);
                let runs = runs.into_iter().map(known).collect::<Result<Vec<_>, _>>()?;
                Ok(diff_of_runs(&tree, &runs, bytes_max)?.into())
            }
            Self::Checkpoint { name, overwrite } => {
                let options = CheckpointOptions::new();
                let options = if overwrite {
                    options.overwrite()
                } else {
                    options
                };
                let run = workspace.checkpoint(&name, &options)?;
                Ok(run.map(i64::from).into())
            }
            Self::Checkpoints {} => {
                let names = workspace.tree()?.checkpoints();
                Ok(names?.into())
            }
            Self::Restore { name } => Ok(forms::effects(&workspace.restore(&name)?)),
            Self::Branches {} => {
                let branches = workspace.tree()?.branches()?;
                Ok(branches.iter().map(forms::branch).collect())
            }
            Self::CreateBranch { name, from, at } => {
                let tree = workspace.tree()?;
                if let Some(from) = from {
                    tree.switch_branch(&from)?;
                }
                let mut options = BranchOptions::new();
                if let Some(run) = at {
                    options = options.at(Point::After(RunId::from(run)));
                }
                tree.create_branch(&name, &options)?;
                Ok(Json::Null)
            }
            Self::DeleteBranch { name } => {
                workspace.tree()?.delete_branch(&name)?;
                Ok(Json::Null)
            }
            Self::Merge {
                name,
                into,
                markers,
            } => merge(&*workspace.tree()?, &name, into.as_deref(), markers),
            Self::Pending {} => {
                let pending = workspace.pending()?;
                Ok(pending.iter().map(forms::pending).collect())
            }
            Self::Answer { run, call, answer } => {
                workspace.answer(RunId::from(run), &call, answer.into())?;
                Ok(Json::Null)
            }
            Self::EndPending { run } => {
                workspace.end_pending(RunId::from(run))?;
                Ok(Json::Null)
            }
            Self::Import {
                source,
                to,
                exclude,
                ignored,
                git,
                overwrite,
                actor,
            } => {
                let mut import = Import::new().to(path(&to)?);
                let exclude: Vec<&str> = exclude.iter().map(String::as_str).collect();
                import = import.exclude(&exclude)?;
                for (is_wanted, set) in [
                    (ignored, Import::ignored_too as fn(Import) -> Import),
                    (git, Import::git_too),
                    (overwrite, Import::overwrite),
                ] {
                    if is_wanted {
                        import = set(import);
                    }
                }
                if let Some(actor) = actor {
                    import = import.actor(actor);
                }
                Ok(forms::transfer(&import.run(&*workspace.tree()?, &source)?))
            }
            Self::Export {
                target,
                paths,
                overwrite,
                run,
            } => {
                let mut export = Export::new();
                for text in &paths {
                    export = export.path(path(text)?);
                }
                if overwrite {
                    export = export.overwrite();
                }
                if let Some(run) = run {
                    export = export.at(Point::After(RunId::from(run)));
                }
                Ok(forms::transfer(&export.run(&*workspace.tree()?, &target)?))
            }
            of_files => of_files.perform_on(&*workspace.tree()?),
        }
    }

    /// Does what is about files.
    fn perform_on(self, tree: &Tree) -> Result<Json, Failure> {
        match self {
            Self::Stat { path: text, follow } => {
                let path = path(&text)?;
                let stat = match follow {
                    true => tree.stat(&path)?,
                    false => tree.lstat(&path)?,
                };
                return Ok(stat.as_ref().map_or(Json::Null, stat_form));
            }
            Self::List { path: text } => {
                let entries = tree.read_dir(&path(&text)?)?;
                let row =
                    |entry: &vfs::DirEntry| json!({ "name": entry.name, "kind": kind(entry.kind) });
                return Ok(entries.iter().map(row).collect());
            }
            Self::ReadLink { path: text } => return Ok(tree.read_link(&path(&text)?)?.into()),
            Self::RealPath { path: text } => {
                return Ok(tree.real_path(&path(&text)?)?.as_str().into());
            }
            Self::Mkdir {
                path: text,
                parents,
            } => {
                let options = MkdirOptions::new();
                let options = if parents {
                    options.recursive()
                } else {
                    options
                };
                tree.mkdir(&path(&text)?, &options)?;
            }
            Self::Remove {
                path: text,
                recursive,
                missing_ok,
            } => {
                let mut options = RemoveOptions::new();
                if recursive {
                    options = options.recursive();
                }
                if missing_ok {
                    options = options.force();
                }
                tree.remove(&path(&text)?, &options)?;
            }
            Self::Rename { from, to } => tree.rename(&path(&from)?, &path(&to)?)?,
            Self::Copy {
                from,
                to,
                recursive,
            } => {
                let options = CopyOptions::new();
                let options = if recursive {
                    options.recursive()
                } else {
                    options
                };
                tree.copy(&path(&from)?, &path(&to)?, &options)?;
            }
            Self::Symlink { target, link } => tree.symlink(&target, &path(&link)?)?,
            // All others are about the workspace.
            _ => {}
        }
        Ok(Json::Null)
    }
}

/// The number that a run of the history has now.
fn known_run(tree: &Tree, run: i64) -> Result<RunId, Failure> {
    let info = tree.run_info(RunId::from(run))?;
    info.map(|info| info.id).ok_or_else(|| Failure {
        code: Some(vfs::ErrorKind::NotFound.code()),
        ..Failure::usage(format!("no run {run} in the history"))
    })
}

fn history(tree: &Tree, options: &LogOptions) -> Result<Json, Failure> {
    let rows = tree.snapshot(|tree| {
        let runs = tree.log(options)?;
        let rows = runs.iter().map(|run| forms::run_row(tree, run));
        rows.collect::<Result<Vec<_>, vfs::Error>>()
    });
    Ok(Json::Array(rows?))
}

fn merge(tree: &Tree, name: &str, into: Option<&str>, markers: bool) -> Result<Json, Failure> {
    tree.switch_branch(into.unwrap_or(MAIN))?;
    let options = MergeOptions::new();
    let options = if markers { options.markers() } else { options };
    let merged = tree.merge_branch(name, &options)?;
    let conflict = |conflict: &vfs::Conflict| {
        let kind = conflict.kind;
        json!({ "path": conflict.path.as_str(), "kind": kind.as_str(), "text": kind.text() })
    };
    Ok(json!({
        "isDone": merged.is_done,
        "conflicts": merged.conflicts.iter().map(conflict).collect::<Vec<_>>(),
        "effects": forms::effects(&merged.effects),
    }))
}

fn stat_form(stat: &Stat) -> Json {
    json!({
        "kind": kind(stat.kind),
        "size": stat.size,
        "mode": stat.mode,
        "mtimeMs": stat.mtime.as_millis(),
    })
}

const fn kind(kind: FileKind) -> &'static str {
    match kind {
        FileKind::File => "file",
        FileKind::Directory => "directory",
        FileKind::Symlink => "symlink",
    }
}
