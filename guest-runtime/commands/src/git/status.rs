//! `git status`.

use super::changes::{Change, Paths, Status, Wanted};
use super::patch::quoted;
use super::repo::Repo;
use super::{Words, option, unknown};
use crate::bytes::cat;
use crate::run::{Run, Step};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Long,
    Short,
    /// Short, with paths from the top.
    Porcelain,
}

pub(super) fn status(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let (mut form, mut shows_branch, mut ends_with_zero) = (Form::Long, false, false);
    for word in &words.options {
        let (name, value) = option(word);
        match (name.as_str(), value.as_deref()) {
            ("-s" | "--short", _) => form = Form::Short,
            ("-sb" | "-bs", _) => (form, shows_branch) = (Form::Short, true),
            ("-b" | "--branch", _) => shows_branch = true,
            ("--porcelain", None | Some("v1" | "1")) => form = Form::Porcelain,
            ("--long", _) => form = Form::Long,
            ("-z", _) => (form, ends_with_zero) = (Form::Porcelain, true),
            // All files are tracked.
            (
                "-u" | "-uall" | "-uno" | "-unormal" | "--untracked-files" | "--ignored" | "-v"
                | "--no-ahead-behind",
                _,
            ) => {}
            _ => return unknown(run, "status", word),
        }
    }
    let repo = Repo::open(run)?;
    let of = Paths::new(run, &words.all_operands());
    let all = repo.changes(run, &of, Wanted::Names)?;
    if form != Form::Long {
        if shows_branch {
            let begins = if repo.commits.is_empty() {
                "## No commits yet on "
            } else {
                "## "
            };
            run.put(cat![begins, repo.branches.own, "\n"])?;
        }
        for change in &all {
            short(run, form, change, ends_with_zero)?;
        }
        return Ok(());
    }
    long(run, &repo, &all, "No commits yet")
}

/// A name in quotes where it has blanks, too.
fn short_name(name: &[u8]) -> Vec<u8> {
    let shown = quoted(name);
    if shown == name && name.contains(&b' ') {
        return cat!["\"", name, "\""];
    }
    shown
}

fn short(run: &mut Run<'_, '_>, form: Form, change: &Change, ends_with_zero: bool) -> Step<()> {
    let letter = change.status.letter().to_string();
    if ends_with_zero {
        let from = change
            .from
            .as_ref()
            .map(|from| cat!["\0", from])
            .unwrap_or_default();
        return run.put(cat![letter, "  ", change.path, from, "\0"]);
    }
    let name = |path: &[u8]| match form {
        Form::Porcelain => short_name(path),
        _ => short_name(&relative(path, &run.ctx.directory)),
    };
    let from = change
        .from
        .as_ref()
        .map(|from| cat![name(from), " -> "])
        .unwrap_or_default();
    let line = cat![letter, "  ", from, name(&change.path), "\n"];
    run.put(line)
}

/// A path as it is seen from a directory.
pub(super) fn relative(path: &[u8], directory: &[u8]) -> Vec<u8> {
    let from = super::changes::top_path(directory);
    let from: Vec<&[u8]> = from
        .split(|byte| *byte == b'/')
        .filter(|name| !name.is_empty())
        .collect();
    let to: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
    let same = from
        .iter()
        .zip(&to)
        .take_while(|(a, b)| a == b)
        .count()
        .min(to.len() - 1);
    let mut names: Vec<&[u8]> = vec![b".."; from.len() - same];
    names.extend(&to[same..]);
    names.join(&b'/')
}

/// The whole answer of `git status`, as it is printed after `git stash pop`, too; `first` is what is said before the
/// first commit.
pub(super) fn long(
    run: &mut Run<'_, '_>,
    repo: &Repo<'_>,
    all: &[Change],
    first: &str,
) -> Step<()> {
    run.put(cat!["On branch ", repo.branches.own, "\n"])?;
    if repo.commits.is_empty() {
        run.put(cat!["\n", first, "\n\n"])?;
    }
    if all.is_empty() {
        let line = match repo.commits.is_empty() {
            true => "nothing to commit\n",
            false => "nothing to commit, working tree clean\n",
        };
        return run.put(line);
    }
    run.put("Changes to be committed:\n")?;
    for change in all {
        let name = |path: &[u8]| quoted(&relative(path, &run.ctx.directory));
        let from = change
            .from
            .as_ref()
            .map(|from| cat![name(from), " -> "])
            .unwrap_or_default();
        let what = match change.status {
            Status::Added => "new file:   ",
            Status::Deleted => "deleted:    ",
            Status::Modified => "modified:   ",
            Status::Renamed => "renamed:    ",
            Status::Retyped => "typechange: ",
        };
        let line = cat!["\t", what, from, name(&change.path), "\n"];
        run.put(line)?;
    }
    run.put("\n")
}
