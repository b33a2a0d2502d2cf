//! Writing the sources back: files of our own to the overlay, commits to patches.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::checkout::{Saved, State, state};
use super::overlay::Companions;
use super::repository::{Repository, output};
use super::upstream::Upstream;
use super::{Place, fields, names};
use crate::manifest::hash_folder;

/// A commit that becomes a patch.
struct Patch {
    commit: String,
    subject: String,
    /// What its file is called by.
    topic: String,
    /// The published files that it changes.
    files: BTreeSet<String>,
}

/// `cargo xtask engine save`.
pub(super) fn save(place: &Place, into: Option<&str>) -> Result<()> {
    let repository = match state(place)? {
        State::Missing => bail!("there are no sources to save: `cargo xtask engine checkout`"),
        State::Outdated => bail!(
            "nothing to save; the engine's folder has changed since: `cargo xtask engine checkout`"
        ),
        State::Current | State::Unsaved => Repository::create(&place.sources)?,
    };
    ensure!(
        !repository.is_rebasing(),
        "a rebase is going on: end it with `git rebase --continue` in {}",
        repository.folder().display()
    );
    if let Some(saved) = Saved::read(&repository) {
        ensure!(
            hash_folder(&place.folder)? == saved.hash,
            "the engine's folder has changed since the sources were checked out, so that saving would \
             take that back: `cargo xtask engine checkout --discard` keeps your work on a branch, \
             `git cherry-pick` brings it over"
        );
    }
    fold(place, &repository, into)?;

    let published = repository.published()?;
    let theirs = repository.files(&published)?;
    let tree = repository.work_tree()?;
    let patches = patches(&repository, &theirs)?;
    let left: Vec<String> = repository.dirt()?.intersection(&theirs).cloned().collect();
    ensure!(left.is_empty(), "these changes are in no commit: {left:?}");

    // Everything is written aside first, and has to make the same sources again.
    let aside = place.aside.join("saved");
    if aside.exists() {
        fs::remove_dir_all(&aside)?;
    }
    fs::create_dir_all(aside.join("patches"))?;
    let upstream = repository.upstream()?;
    upstream.write(&aside)?;
    write_overlay(
        &repository,
        &tree,
        &theirs,
        &upstream,
        &aside.join("overlay"),
    )?;
    companions(&repository, &tree, &theirs, &patches)?.write(&aside)?;
    let mut head = write_patches(place, &repository, &patches, &aside, true)?;
    if !head
        .as_ref()
        .is_some_and(|head| is_same(&repository, head, &tree))
    {
        head = write_patches(place, &repository, &patches, &aside, false)?;
    }
    let head = head.context("the patches do not apply one after the other")?;
    let differing = repository.changed(&head, &tree)?;
    ensure!(
        differing.is_empty(),
        "overlay and patches would not make the same sources: {differing:?}"
    );

    let changed = replace(&aside, &place.folder)?;
    fs::remove_dir_all(&aside)?;
    repository.git(&["reset", "--quiet", "--mixed", &head])?;
    Saved::write(&repository, &place.folder, &head)?;
    set_versions(&place.manifest, &upstream)?;
    if changed.is_empty() {
        println!("nothing to save");
    }
    for file in changed {
        println!("{file}");
    }
    Ok(())
}

/// The commits that change published files.
fn patches(repository: &Repository, theirs: &BTreeSet<String>) -> Result<Vec<Patch>> {
    let mut patches: Vec<Patch> = Vec::new();
    for commit in repository.commits()? {
        let subject = repository.subject(&commit)?;
        let shown = format!("commit {} ({subject})", &commit[..10]);
        for wrong in ["fixup!", "squash!", "amend!"] {
            ensure!(
                !subject.starts_with(wrong),
                "{shown} waits to be folded into another: `git rebase -i --autosquash --root`"
            );
        }
        let parents = repository.line(&["log", "-1", "--format=%P", &commit])?;
        ensure!(
            !parents.contains(' '),
            "{shown} is a merge; patches are one line of commits"
        );
        let all = repository.changed(&parents, &commit)?;
        let files: BTreeSet<String> = all.intersection(theirs).cloned().collect();
        if files.is_empty() {
            continue;
        }
        let message = repository.git(&["log", "-1", "--format=%B", &commit])?;
        fields::check(&message).with_context(|| {
            format!(
                "{shown}: see the others with `git log`; mend it with `git rebase -i`, `reword`"
            )
        })?;
        let topic = names::topic(&subject).with_context(|| {
            format!("{shown}: a subject has the form `Topic: what changes`, of which the topic names the file")
        })?;
        ensure!(
            patches.iter().all(|other| other.topic != topic),
            "{shown}: there is a patch of that topic already: fold it into that one, or find another"
        );
        patches.push(Patch {
            commit,
            subject,
            topic,
            files,
        });
    }
    Ok(patches)
}

fn topics(patches: &[Patch]) -> Vec<String> {
    patches.iter().map(|patch| patch.topic.clone()).collect()
}

/// Folds changes of published files that are not committed into the patch that they belong to.
fn fold(place: &Place, repository: &Repository, into: Option<&str>) -> Result<()> {
    let theirs = repository.files(&repository.published()?)?;
    let changed: BTreeSet<String> = repository.dirt()?.intersection(&theirs).cloned().collect();
    if changed.is_empty() {
        ensure!(
            into.is_none(),
            "all changes of published files are committed: nothing to fold"
        );
        return Ok(());
    }
    let patches = patches(repository, &theirs)?;
    let numbers = names::list(&place.patches())?;
    let target = match into {
        Some(number) => {
            let place = numbers
                .iter()
                .position(|patch| {
                    number
                        .parse()
                        .is_ok_and(|wanted: u32| wanted == patch.number)
                })
                .with_context(|| format!("there is no patch {number}"))?;
            let name = &numbers[place].name;
            let named = names::assign(&topics(&patches), &numbers);
            let place = named.iter().position(|other| other == name);
            &patches[place.with_context(|| format!("no commit stands for {name} any more"))?]
        }
        None => {
            let touching: Vec<&Patch> = patches
                .iter()
                .filter(|patch| !patch.files.is_disjoint(&changed))
                .collect();
            match touching[..] {
                [one] if changed.is_subset(&one.files) => one,
                _ => bail!("{}", undecided(repository, &changed, &touching)),
            }
        }
    };
    println!("folding {changed:?} into \"{}\"", target.subject);
    rewrite(place, repository, target, &changed)
}

fn undecided(repository: &Repository, changed: &BTreeSet<String>, touching: &[&Patch]) -> String {
    let mut text = format!(
        "these changes are not committed, and no patch alone touches the same files: {changed:?}\n\
         Commit them in {} as a patch of their own, with a message like those that `git log` shows, \
         or fold them into one with `cargo xtask engine save --into NUMBER`.",
        repository.folder().display()
    );
    if !touching.is_empty() {
        text.push_str(" Patches that touch some of them:");
    }
    for patch in touching {
        text.push_str(&format!("\n  {}", patch.subject));
    }
    text
}

/// Rewrites the commits with a change folded into one of them, in a work tree of its own, so that
/// the files that are compiled stay as they are.
fn rewrite(
    place: &Place,
    repository: &Repository,
    target: &Patch,
    changed: &BTreeSet<String>,
) -> Result<()> {
    // The work tree with these changes alone.
    let head = repository.line(&["rev-parse", "HEAD"])?;
    repository.git(&["reset", "--quiet"])?;
    let mut add = repository.command();
    output(add.args(["add", "--all", "--"]).args(changed))?;
    let tree = repository.line(&["write-tree"])?;
    repository.git(&["reset", "--quiet"])?;
    let message = format!("fixup! {}", target.commit);
    let fixup = repository.commit(&tree, Some(&head), &message)?;

    let beside = place.aside.join("folded");
    drop(fs::remove_dir_all(&beside));
    repository.git(&["worktree", "prune"])?;
    let place = beside.display().to_string();
    repository.git(&["worktree", "add", "--quiet", "--detach", &place, &fixup])?;
    let mut rebase = repository.command();
    rebase
        .current_dir(&beside)
        .env("GIT_SEQUENCE_EDITOR", "true")
        .env("GIT_EDITOR", "true")
        .args(["rebase", "--quiet", "--interactive", "--autosquash"])
        .arg(repository.published()?);
    let folded = output(&mut rebase).and_then(|_| {
        let mut read = repository.command();
        read.current_dir(&beside).args(["rev-parse", "HEAD"]);
        Ok(String::from_utf8(output(&mut read)?)?.trim_end().to_owned())
    });
    repository.git(&["worktree", "remove", "--force", &place])?;
    let Ok(folded) = folded else {
        bail!(
            "patches after \"{}\" change the same lines. Fold by hand, in {}: `git commit --fixup {} \
             FILES`, `git rebase -i --autosquash --root`; then save",
            target.subject,
            repository.folder().display(),
            &target.commit[..10]
        );
    };
    let differing = repository.changed(&folded, &tree)?;
    ensure!(
        differing.is_empty(),
        "folding changed other files: {differing:?}"
    );
    repository
        .git(&["reset", "--quiet", "--mixed", &folded])
        .map(drop)
}

/// Which patch each file of our own comes with: the commit that first has it, or the next one after
/// that changes published files. What is in no commit yet comes with the last patch.
fn companions(
    repository: &Repository,
    tree: &str,
    theirs: &BTreeSet<String>,
    patches: &[Patch],
) -> Result<Companions> {
    let mut left: BTreeSet<String> = repository
        .files(tree)?
        .difference(theirs)
        .cloned()
        .collect();
    let mut found = Companions::default();
    let mut waiting = BTreeSet::new();
    for commit in repository.commits()? {
        let here = repository.files(&commit)?;
        waiting.extend(left.intersection(&here).cloned());
        left.retain(|file| !waiting.contains(file));
        if let Some(patch) = patches.iter().find(|patch| patch.commit == commit) {
            let files = std::mem::take(&mut waiting);
            found
                .files
                .extend(files.into_iter().map(|file| (file, patch.topic.clone())));
        }
    }
    if let Some(last) = patches.last() {
        let files = left.into_iter().chain(waiting);
        found
            .files
            .extend(files.map(|file| (file, last.topic.clone())));
    }
    Ok(found)
}

/// Writes all files of a tree that are not the published crates'.
fn write_overlay(
    repository: &Repository,
    tree: &str,
    theirs: &BTreeSet<String>,
    upstream: &Upstream,
    overlay: &Path,
) -> Result<()> {
    for file in repository.files(tree)?.difference(theirs) {
        let is_in_a_crate = file
            .split_once('/')
            .is_some_and(|(name, _)| upstream.crates.iter().any(|known| known.name == name));
        ensure!(
            is_in_a_crate,
            "{file} lies in none of the crates: remove it"
        );
        let path = overlay.join(file);
        fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
        let mut show = repository.command();
        show.args(["cat-file", "blob", &format!("{tree}:{file}")]);
        fs::write(path, output(&mut show)?)?;
    }
    Ok(())
}

/// Writes the patches and tells the commit that all files together make, if they make one.
///
/// A patch that only stands at other lines than before, because an earlier one has grown, may stay
/// as it is: git finds the place. A change of one patch then is a change of one file.
fn write_patches(
    place: &Place,
    repository: &Repository,
    patches: &[Patch],
    aside: &Path,
    may_stay: bool,
) -> Result<Option<String>> {
    let existing = names::list(&place.patches())?;
    let names = names::assign(&topics(patches), &existing);
    for (patch, name) in patches.iter().zip(names) {
        let mut text = repository.export(&patch.commit, &patch.files)?;
        if may_stay
            && let Ok(before) = fs::read_to_string(place.patches().join(&name))
            && without_places(&before) == without_places(&text)
        {
            text = before;
        }
        fs::write(aside.join("patches").join(name), text)?;
    }
    match repository.build(aside) {
        Ok(head) => Ok(Some(head)),
        Err(_) if may_stay => Ok(None),
        Err(error) => Err(error),
    }
}

/// A patch without what only tells where a change stands.
fn without_places(patch: &str) -> String {
    let lines = patch
        .lines()
        .map(|line| if line.starts_with("@@ -") { "@@" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

fn is_same(repository: &Repository, commit: &str, tree: &str) -> bool {
    repository
        .changed(commit, tree)
        .is_ok_and(|differing| differing.is_empty())
}

/// Makes a folder hold what another holds, and tells which files that changed. What is neither
/// overlay nor patch is left alone: it is written by hand.
fn replace(from: &Path, to: &Path) -> Result<Vec<String>> {
    let wanted = crate::manifest::files(from)?;
    let found = crate::manifest::files(to)?;
    let mut changed = Vec::new();
    let is_saved = |file: &&String| file.starts_with("overlay/") || file.starts_with("patches/");
    for file in found.difference(&wanted).filter(is_saved) {
        fs::remove_file(to.join(file))?;
        changed.push(format!("removed  {file}"));
    }
    for file in &wanted {
        let bytes = fs::read(from.join(file))?;
        let is_new = !found.contains(file);
        if is_new || fs::read(to.join(file))? != bytes {
            let path = to.join(file);
            fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
            fs::write(path, bytes)?;
            changed.push(format!(
                "{}  {file}",
                if is_new { "added  " } else { "changed" }
            ));
        }
    }
    Ok(changed)
}

/// Lets the guest's manifest ask for the version of Boa that the engine's folder has: cargo takes a
/// changed crate only in the place of one with the same version.
fn set_versions(path: &Path, upstream: &Upstream) -> Result<()> {
    let boa = upstream
        .crates
        .iter()
        .find(|published| published.name == "boa_engine")
        .context("the engine has no crate boa_engine")?;
    let text = fs::read_to_string(path)?;
    let lines = text.lines().map(|line| {
        let is_boas = line.starts_with("boa_") && line.contains("{ version = \"");
        match line.split('"').nth(1) {
            Some(now) if is_boas => line.replacen(now, &format!("={}", boa.version), 1),
            _ => line.to_owned(),
        }
    });
    let changed = lines.collect::<Vec<_>>().join("\n") + "\n";
    if changed != text {
        fs::write(path, changed)?;
        println!("changed  ../Cargo.toml: look at its features, then `cargo update --workspace`");
    }
    Ok(())
}
