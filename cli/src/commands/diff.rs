//! `diff`: what is different between two points of the history.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use isolate_host::vfs::ops::git::{BinaryFiles, LineCounts};
use isolate_host::vfs::{CheckpointError, Difference, FileKind, Point, RunId, Tree, VPath};
use isolate_tools::ExitCode;
use serde_json::{Value as Json, json};

use super::Database;
use super::output::{Refusal, Use, print_bytes, print_json};
use crate::report;

#[derive(Debug, clap::Args)]
pub(crate) struct Diff {
    /// What to compare: RUN for what a run changed, NAME for what has changed since a checkpoint,
    /// FROM..TO for the states after two runs or at checkpoints, FROM.. for one of them and now
    /// [default: the last run that changed something]; then PATHs, to show only what is at or below them
    #[arg(value_name = "RUN|NAME|FROM..TO|PATH")]
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
        let workspace = self.database.workspace(Use::Look, None)?;
        let tree = workspace.tree()?;
        let Some((from, to)) = points_of(&tree, points.first().map(|text| text.as_str()))? else {
            return self.print(&tree, &[]);
        };
        let mut differences = tree.differences(from, to)?;
        differences.retain(|difference| is_within(difference, &paths));
        self.print(&tree, &differences)
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
        let mut answer = json!({ "ok": true, "files": files });
        if !self.name_only && !self.stat {
            answer["patch"] = Json::String(patch);
        }
        Ok(print_json(&answer, ExitCode::Success.code()))
    }
}

/// The points that an argument names; `None` for the last operation of a history without any.
fn points_of(tree: &Tree, text: Option<&str>) -> Result<Option<(Point, Point)>, Refusal> {
    let whole = |run: RunId| (Point::Before(run), Point::After(run));
    let point = |text: &str| point_of(tree, text);
    match text.map(|text| (text, text.split_once(".."))) {
        None => Ok(tree.history(1)?.first().map(|last| whole(last.id))),
        Some((text, None)) => Ok(Some(match point(text)? {
            Point::After(run) if text.parse::<RunId>().is_ok() => whole(run),
            checkpoint => (checkpoint, Point::Now),
        })),
        Some((text, Some(("", _)))) => Err(Refusal::usage(format!(
            "{text} has no beginning: write FROM..TO, or FROM.. to compare with the present state"
        ))),
        Some((_, Some((from, "")))) => Ok(Some((point(from)?, Point::Now))),
        Some((_, Some((from, to)))) => Ok(Some((point(from)?, point(to)?))),
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
            let way_out = match names.is_empty() {
                true => "there are no checkpoints".to_owned(),
                false => format!("the checkpoints are {}", names.join(", ")),
            };
            Err(Refusal::usage(format!(
                "{text:?} is not the number of a run, which `isolate-run log` lists, and {error}: {way_out}"
            )))
        }
    }
}

/// An operation that the history has.
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

/// The path, with a slash after that of a directory, and with the path before a move.
fn named(difference: &Difference) -> String {
    let side = difference.after.as_ref().or(difference.before.as_ref());
    let slash = match side.is_some_and(|side| side.stat.kind == FileKind::Directory) {
        true => "/",
        false => "",
    };
    match &difference.moved_from {
        Some(from) => format!("{from} -> {}{slash}", difference.path),
        None => format!("{}{slash}", difference.path),
    }
}
