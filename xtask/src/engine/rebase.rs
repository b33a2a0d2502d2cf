//! Moving to another release of Boa.

use anyhow::{Result, bail, ensure};

use super::Place;
use super::checkout::{State, ensure as ensure_sources};
use super::repository::{BRANCH, Repository};

/// `cargo xtask engine rebase VERSION`.
///
/// The crates of the release become a first commit of their own, and git replays overlay and patches
/// on it: three-way merges, which stop at conflicts as any rebase does.
pub(super) fn rebase(place: &Place, version: &str) -> Result<()> {
    ensure!(
        ensure_sources(place)? == State::Current,
        "{} has work that is not saved, or a rebase that has not ended: save it first",
        place.sources.display()
    );
    let repository = Repository::create(&place.sources)?;
    let now = repository.upstream()?;
    let next = now.of_release(version)?;
    ensure!(next != now, "the engine is made of Boa {version} already");
    for (now, next) in now.crates.iter().zip(&next.crates) {
        println!("{}: {} to {}", now.name, now.version, next.version);
    }
    let old = repository.published()?;
    let new = repository.commit_published(&next)?;
    println!("$ git rebase --onto {} {} {BRANCH}", &new[..10], &old[..10]);
    // The user's own git, which the user goes on with: its colours, its editor, its rerere.
    let status = std::process::Command::new("git")
        .current_dir(&place.sources)
        .args([
            "-c",
            "core.hooksPath=/dev/null",
            "rebase",
            "--onto",
            &new,
            &old,
            BRANCH,
        ])
        .status()?;
    if !status.success() {
        bail!(
            "git has stopped. In {}: resolve what `git status` names, `git add`, `git rebase \
             --continue`, and so on; `git rebase --abort` takes everything back. At the end: `cargo \
             xtask engine save`",
            place.sources.display()
        );
    }
    println!("replayed without a conflict: `cargo xtask engine save`");
    Ok(())
}
