//! A rebase onto another release that is only counted: how many conflicts each patch has there.
//!
//! Each conflict is resolved by taking the patch's side, so that later patches find what they
//! change. The result need not compile; it is left in a work tree to look at.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::Place;
use super::checkout::{State, ensure as ensure_sources};
use super::repository::{Repository, output};

/// `cargo xtask engine rehearse VERSION`.
pub(super) fn rehearse(place: &Place, version: &str) -> Result<()> {
    ensure!(
        ensure_sources(place)? == State::Current,
        "{} has work that is not saved: save it first",
        place.sources.display()
    );
    let repository = Repository::create(&place.sources)?;
    let next = repository.upstream()?.of_release(version)?;
    let base = repository.commit_published(&next)?;
    let folder = place.aside.join("rehearsal");
    drop(fs::remove_dir_all(&folder));
    repository.git(&["worktree", "prune"])?;
    let shown = folder.display().to_string();
    repository.git(&["worktree", "add", "--quiet", "--detach", &shown, &base])?;
    let beside = Repository::find(&folder).context("git has made no work tree")?;

    let mut clean = 0;
    let mut all = Conflicts::default();
    let commits = repository.commits()?;
    for commit in &commits {
        let subject = repository.subject(commit)?;
        let found = pick(&beside, commit)?;
        if found.files == 0 {
            clean += 1;
        }
        println!("{:>4} in {:>2} files  {subject}", found.places, found.files);
        all.places += found.places;
        all.files += found.files;
        all.missing += found.missing;
    }
    println!(
        "{} of {} patches have no conflict; the others have {} in {} files, {} of which are not there",
        clean,
        commits.len(),
        all.places,
        all.files,
        all.missing
    );
    println!("with the patches' sides of them: {shown}");
    Ok(())
}

/// Conflicts of a patch.
#[derive(Debug, Default, PartialEq, Eq)]
struct Conflicts {
    /// Lines that both have changed.
    places: usize,
    files: usize,
    /// Files that one of both does not have.
    missing: usize,
}

/// Applies a commit, counts its conflicts, and takes its side of each.
fn pick(beside: &Repository, commit: &str) -> Result<Conflicts> {
    let mut found = Conflicts::default();
    let mut pick = beside.command();
    pick.args(["cherry-pick", "--allow-empty", "--keep-redundant-commits"])
        .arg(commit);
    if output(&mut pick).is_ok() {
        return Ok(found);
    }
    let unmerged = beside.git(&["diff", "--name-only", "-z", "--diff-filter=U"])?;
    ensure!(
        !unmerged.is_empty(),
        "{commit} cannot be applied, and git names no conflict"
    );
    for file in unmerged.split_terminator('\0') {
        found.files += 1;
        let path = beside.folder().join(file);
        let places = if path.exists() { resolve(&path)? } else { 0 };
        if places == 0 {
            found.missing += 1;
        }
        found.places += places.max(1);
    }
    beside.git(&["add", "--all"])?;
    let mut go_on = beside.command();
    go_on
        .env("GIT_EDITOR", "true")
        .args(["cherry-pick", "--continue"]);
    output(&mut go_on)?;
    Ok(found)
}

/// Takes the patch's side of each conflict in a file, and tells how many there were.
fn resolve(path: &Path) -> Result<usize> {
    let text = fs::read_to_string(path)?;
    let (kept, places) = theirs(&text);
    fs::write(path, kept)?;
    Ok(places)
}

fn theirs(text: &str) -> (String, usize) {
    let mut kept = String::new();
    let mut places = 0;
    let mut is_kept = true;
    for line in text.split_inclusive('\n') {
        if line.starts_with("<<<<<<< ") {
            places += 1;
            is_kept = false;
        } else if line.starts_with(">>>>>>> ") || !is_kept && line.trim_end() == "=======" {
            is_kept = true;
        } else if is_kept {
            kept.push_str(line);
        }
    }
    (kept, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_of_the_patch_is_taken() {
        let text = "a\n<<<<<<< HEAD\nb\n||||||| before\nc\n=======\nd\n>>>>>>> patch\ne\n";
        assert_eq!(theirs(text), ("a\nd\ne\n".to_owned(), 1));
        assert_eq!(theirs("a\nb"), ("a\nb".to_owned(), 0));
    }
}
