//! Writing the sources, and knowing whether they are what the engine's folder says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};

use super::Place;
use super::repository::{BRANCH, Repository};
use crate::manifest::hash_folder;

/// How the sources stand to the engine's folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// There are none yet.
    Missing,
    /// They are what the folder says.
    Current,
    /// The folder has changed since, by a pull perhaps; nothing was done to the sources.
    Outdated,
    /// Something was done to them that the folder does not have.
    Unsaved,
}

/// What was saved or written last: the hash of the folder, and the commit that stands for it.
pub(super) struct Saved {
    pub(super) hash: String,
    pub(super) commit: String,
}

impl Saved {
    fn path(repository: &Repository) -> PathBuf {
        repository.folder().join(".git/isolate-saved")
    }

    pub(super) fn read(repository: &Repository) -> Option<Self> {
        let text = fs::read_to_string(Self::path(repository)).ok()?;
        let (hash, commit) = text.trim_end().split_once(' ')?;
        Some(Self {
            hash: hash.to_owned(),
            commit: commit.to_owned(),
        })
    }

    /// Remembers that the engine's folder, as it is now, stands for a commit.
    pub(super) fn write(repository: &Repository, folder: &Path, commit: &str) -> Result<()> {
        let hash = hash_folder(folder)?;
        Ok(fs::write(
            Self::path(repository),
            format!("{hash} {commit}\n"),
        )?)
    }
}

/// How the sources stand to the engine's folder now.
pub(super) fn state(place: &Place) -> Result<State> {
    let Some(repository) = Repository::find(&place.sources) else {
        return Ok(State::Missing);
    };
    let Some(saved) = Saved::read(&repository) else {
        // The first checkout was interrupted.
        return Ok(State::Missing);
    };
    let is_untouched = !repository.is_rebasing()
        && repository.line(&["rev-parse", "HEAD"])? == saved.commit
        && repository.dirt()?.is_empty();
    Ok(if !is_untouched {
        State::Unsaved
    } else if hash_folder(&place.folder)? == saved.hash {
        State::Current
    } else {
        State::Outdated
    })
}

/// Makes sure that there are sources to compile, and tells how they stand: they are current or hold
/// unsaved work.
pub(super) fn ensure(place: &Place) -> Result<State> {
    match state(place)? {
        state @ (State::Current | State::Unsaved) => Ok(state),
        State::Missing | State::Outdated => {
            write(place, false)?;
            Ok(State::Current)
        }
    }
}

/// `cargo xtask engine checkout`.
pub(super) fn checkout(place: &Place, is_discarding: bool) -> Result<()> {
    match state(place)? {
        State::Current => println!(
            "{} is what the engine's folder says",
            place.sources.display()
        ),
        State::Missing | State::Outdated => write(place, false)?,
        State::Unsaved if is_discarding => write(place, true)?,
        State::Unsaved => bail!(
            "{} has work that is not saved: `cargo xtask engine status` shows it, `… save` writes it \
             to the engine's folder, and `… checkout --discard` leaves it behind on a branch",
            place.sources.display()
        ),
    }
    Ok(())
}

/// Builds the commits and checks the last out.
fn write(place: &Place, is_discarding: bool) -> Result<()> {
    let repository = Repository::create(&place.sources)?;
    let head = repository.build(&place.folder)?;
    if is_discarding {
        let branch = keep_aside(&repository)?;
        println!("what was not saved is on the branch {branch}");
    }
    // Only what differs is written, so that cargo compiles no more than that.
    repository.git(&["checkout", "--quiet", "--force", "-B", BRANCH, &head])?;
    if !is_discarding {
        let left: BTreeSet<String> = repository.dirt()?;
        ensure!(
            left.is_empty(),
            "{} already had other files: {left:?}",
            place.sources.display()
        );
    }
    Saved::write(&repository, &place.folder, &head)?;
    println!(
        "{} is checked out at {}",
        place.sources.display(),
        &head[..10]
    );
    Ok(())
}

/// Commits what is not committed and leaves a branch there.
fn keep_aside(repository: &Repository) -> Result<String> {
    ensure!(
        !repository.is_rebasing(),
        "a rebase is going on there: end it with `git rebase --abort` or `--continue` first"
    );
    let branches = repository.git(&[
        "branch",
        "--list",
        "discarded-*",
        "--format=%(refname:short)",
    ])?;
    let number = branches
        .lines()
        .filter_map(|name| name.strip_prefix("discarded-")?.parse::<u32>().ok())
        .max()
        .map_or(1, |last| last + 1);
    let branch = format!("discarded-{number}");
    let tree = repository.work_tree()?;
    let commit = repository.commit(&tree, Some("HEAD"), "What was not committed")?;
    repository.git(&["branch", &branch, &commit])?;
    // New files are on the branch now; a checkout alone would leave them here too.
    repository.git(&["reset", "--quiet", "--hard"])?;
    repository.git(&["clean", "--quiet", "--force", "-d"])?;
    Ok(branch)
}
