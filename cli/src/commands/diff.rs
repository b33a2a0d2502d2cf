//! `diff`: what is different between two points of the history.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use isolate_host::text::VPath;
use isolate_host::text::git::{BinaryFiles, LineCounts};
use isolate_host::vfs::{CheckpointError, Difference, FileKind, MAIN, Point, RunId, Tree};
use isolate_tools::ExitCode;
use serde_json::{Value as Json, json};

use super::Database;
use super::answer::print_found;
use super::output::{Refusal, Use, print_bytes};
use crate::limits::FileLimits;
use crate::paths::workspace_path;
use crate::report;

#[derive(Debug, clap::Args)]
pub(crate) struct Diff {
    /// What to compare: RUN for what a run changed, NAME for what has changed since a checkpoint or what
    /// a branch has changed since it was made or merged, FROM..TO for the states after two runs, at
    /// checkpoints or on branches, FROM.. for one of them and now
    /// [default: the last run that changed something]; then PATHs, to show only what is at or below them
    #[arg(value_name = "RUN|NAME|FROM..TO|PATH", value_parser = workspace_path)]
    arguments: Vec<String>,
    /// Print how many lines of each file were added and removed
    #[arg(long, conflicts_with = "name_only")]
    stat: bool,
    /// Print only the paths, with A for added, D for deleted, M for modified, R for moved
    #[arg(long)]
    name_only: bool,
    #[command(flatten)]
    database: Database,
}

impl Diff {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        if self.database.policy.is_some() {
            return Err(Refusal::usage(
                "diff compares whole states and takes no --policy",
            ));
        }
        let (points, paths): (Vec<&String>, Vec<&String>) = self
            .arguments
            .iter()
            .partition(|argument| !argument.starts_with('/'));
        if let [_, more, ..] = points[..] {
            return Err(Refusal::usage(format!(
                "{more} is one point too many: write FROM..TO; paths begin with /"
            )));
        }
        let paths = paths.into_iter().map(|path| VPath::parse(path));
        let paths = paths.collect::<Result<Vec<VPath>, _>>()?;
        let workspace = self.database.workspace(Use::Look, FileLimits::default())?;
        let tree = workspace.tree()?;
        for path in &paths {
            tree.check_ending(path)?;
        }
        let text = points.first().map(|text| text.as_str());
        if let Some(Ends::Between(End::Branch(from), End::Branch(_))) = ends_of(&tree, text)? {
            tree.switch_branch(from)?;
        }
        // Others may write meanwhile, and what they replace may be gone.
        tree.snapshot(|tree| {
            let mut differences = differences(tree, ends_of(tree, text)?)?;
            differences.retain(|difference| is_within(difference, &paths));
            self.print(tree, &differences)
        })
    }

    fn print(&self, tree: &Tree, differences: &[Difference]) -> Result<u8, Refusal> {
        let is_terminal = io::stdout().is_terminal();
        let binary = match is_terminal && !self.database.is_json() {
            true => BinaryFiles::Named,
            false => BinaryFiles::Whole,
        };
        if self.database.is_json() {
            return self.print_json(tree, differences, binary);
        }
        let mut totals = LineCounts::default();
        for difference in differences {
            let mut text = String::new();
            if self.name_only {
                let _infallible = writeln!(text, "{} {}", letter(difference), named(difference));
            } else {
                let mut patch = String::new();
                let counts = tree.write_patch(difference, binary, &mut patch)?;
                totals.added += counts.added;
                totals.removed += counts.removed;
                match self.stat {
                    true => {
                        let (added, removed) = (counts.added, counts.removed);
                        let _infallible =
                            writeln!(text, "+{added}\t-{removed}\t{}", named(difference));
                    }
                    false => text = patch,
                }
            }
            let text = match is_terminal {
                true => report::diff_shown(&text, report::allows_colours(is_terminal)),
                false => text,
            };
            let code = print_bytes(text.as_bytes(), ExitCode::Success.code());
            if code != ExitCode::Success.code() {
                return Ok(code);
            }
        }
        if self.stat && !differences.is_empty() {
            let text = format!("+{}\t-{}\tin all\n", totals.added, totals.removed);
            return Ok(print_bytes(text.as_bytes(), ExitCode::Success.code()));
        }
        Ok(ExitCode::Success.code())
    }

    fn print_json(
        &self,
        tree: &Tree,
        differences: &[Difference],
        binary: BinaryFiles,
    ) -> Result<u8, Refusal> {
        let mut files = Vec::with_capacity(differences.len());
        let mut patch = String::new();
        for difference in differences {
            let mut file = json!({
                "path": difference.path.as_str(),
                "status": letter(difference).to_string(),
            });
            if let Some(from) = &difference.moved_from {
                file["from"] = from.as_str().into();
            }
            let size = |side: &Option<_>| -> Option<u64> {
                side.as_ref()
                    .map(|side: &isolate_host::vfs::Side| side.stat.size)
            };
            file["sizeBefore"] = size(&difference.before).into();
            file["sizeAfter"] = size(&difference.after).into();
            if !self.name_only {
                let counts = tree.write_patch(difference, binary, &mut patch)?;
                file["added"] = counts.added.into();
                file["removed"] = counts.removed.into();
            }
            files.push(file);
        }
        let mut answer = json!({ "files": files });
        if !self.name_only && !self.stat {
            answer["patch"] = Json::String(patch);
        }
        Ok(print_found(answer, None))
    }
}

/// What is compared.
enum Ends<'a> {
    /// What a branch has changed.
    OfBranch(&'a str),
    /// Two states.
    Between(End<'a>, End<'a>),
}

/// A state.
enum End<'a> {
    /// The present branch, at a point of its history.
    Point(Point),
    /// Another branch, as it is.
    Branch(&'a str),
}

/// The differences between two ends. Where both are branches, the tree is on the first.
fn differences(tree: &Tree, ends: Option<Ends<'_>>) -> Result<Vec<Difference>, Refusal> {
    Ok(match ends {
        None => Vec::new(),
        Some(Ends::OfBranch(name)) => tree.differences_of_branch(name)?,
        Some(Ends::Between(End::Point(from), End::Point(to))) => tree.differences(from, to)?,
        Some(Ends::Between(End::Point(from), End::Branch(to))) => {
            tree.differences_to_branch(from, to)?
        }
        Some(Ends::Between(End::Branch(_), End::Branch(to))) => {
            tree.differences_to_branch(Point::Now, to)?
        }
        Some(Ends::Between(End::Branch(from), End::Point(to))) => {
            let mut back = tree.differences_to_branch(to, from)?;
            back.iter_mut().for_each(Difference::reverse);
            back
        }
    })
}

/// What an argument says is to be compared; `None` for the last run of a history without any.
fn ends_of<'a>(tree: &Tree, text: Option<&'a str>) -> Result<Option<Ends<'a>>, Refusal> {
    let whole = |run: RunId| {
        Ends::Between(
            End::Point(Point::Before(run)),
            End::Point(Point::After(run)),
        )
    };
    let end = |text: &'a str| end_of(tree, text);
    let now = End::Point(Point::Now);
    match text.map(|text| (text, text.split_once(".."))) {
        None => Ok(tree.history(1)?.first().map(|last| whole(last.id))),
        Some((text, None)) => Ok(Some(match end(text)? {
            End::Branch(name) => Ends::OfBranch(name),
            End::Point(Point::After(run)) if text.parse::<RunId>().is_ok() => whole(run),
            checkpoint @ End::Point(_) => Ends::Between(checkpoint, now),
        })),
        Some((text, Some(("", _)))) => Err(Refusal::usage(format!(
            "{text} has no beginning: write FROM..TO, or FROM.. to compare with the present state"
        ))),
        Some((_, Some((from, "")))) => Ok(Some(Ends::Between(end(from)?, now))),
        Some((_, Some((from, to)))) => Ok(Some(Ends::Between(end(from)?, end(to)?))),
    }
}

/// A run, a checkpoint or a branch.
fn end_of<'a>(tree: &Tree, text: &'a str) -> Result<End<'a>, Refusal> {
    let is_branch = text == MAIN || tree.branches()?.iter().any(|branch| branch.name == text);
    let is_checkpoint = tree.checkpoints()?.iter().any(|name| name == text);
    match (is_branch, is_checkpoint) {
        (true, true) => Err(Refusal::usage(format!(
            "{text} is the name of a branch and of a checkpoint: `isolate-run rm /.checkpoints/{text}` removes the checkpoint"
        ))),
        // The main branch has changed everything that it has.
        (true, false) if text == MAIN && tree.branch() == MAIN => Ok(End::Point(Point::Now)),
        (true, false) => Ok(End::Branch(text)),
        (false, _) => point_of(tree, text).map(End::Point),
    }
}

/// The state after a run, of which the number is given, or that at which a checkpoint was made.
pub(super) fn point_of(tree: &Tree, text: &str) -> Result<Point, Refusal> {
    if let Ok(run) = text.parse() {
        return Ok(Point::After(known(tree, run)?));
    }
    match tree.checkpoint_point(text) {
        Ok(Some(point)) => Ok(point),
        Ok(None) => Err(Refusal::usage(format!(
            "checkpoint {text} was made in the middle of a run, so it can only be restored as a whole"
        ))),
        Err(CheckpointError::Tree(error)) => Err(error.into()),
        Err(error) => {
            let names = tree.checkpoints()?;
            let mut way_out = match names.is_empty() {
                true => "there are no checkpoints".to_owned(),
                false => format!("the checkpoints are {}", names.join(", ")),
            };
            let branches: Vec<String> = tree
                .branches()?
                .into_iter()
                .map(|branch| branch.name)
                .collect();
            if !branches.is_empty() {
                let _infallible = write!(way_out, "; the branches are {}", branches.join(", "));
            }
            Err(Refusal::usage(format!(
                "{text:?} is not the number of a run, which `isolate-run log` lists, and {error}: {way_out}"
            )))
        }
    }
}

/// A run that the history has.
pub(super) fn known(tree: &Tree, run: RunId) -> Result<RunId, Refusal> {
    if tree.run_info(run)?.is_some() {
        return Ok(run);
    }
    Err(Refusal::usage(match tree.run_span()? {
        Some((oldest, newest)) => {
            format!("the history has no run {run}: it has {oldest} to {newest}")
        }
        None => format!("the history has no run {run}: it is empty"),
    }))
}

fn is_within(difference: &Difference, paths: &[VPath]) -> bool {
    let is_below = |path: &VPath| paths.iter().any(|above| path.starts_with(above));
    paths.is_empty()
        || is_below(&difference.path)
        || difference.moved_from.as_ref().is_some_and(is_below)
}

/// The letter by which git names such a change.
fn letter(difference: &Difference) -> char {
    match (
        &difference.moved_from,
        &difference.before,
        &difference.after,
    ) {
        (Some(_), ..) => 'R',
        (_, None, _) => 'A',
        (_, _, None) => 'D',
        _ => 'M',
    }
}

/// The path as an argument takes it, with a slash after that of a directory, and with the path before
/// a move.
fn named(difference: &Difference) -> String {
    let side = difference.after.as_ref().or(difference.before.as_ref());
    let slash = match side.is_some_and(|side| side.stat.kind == FileKind::Directory) {
        true => "/",
        false => "",
    };
    let path = format!("{}{slash}", difference.path);
    match &difference.moved_from {
        Some(from) => format!("{} -> {}", report::name(from.as_str()), report::name(&path)),
        None => report::name(&path).into_owned(),
    }
}
