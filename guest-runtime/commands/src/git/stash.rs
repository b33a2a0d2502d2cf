//! `git stash`: changes put aside, as points of the history.

use super::changes::{Paths, Wanted, changes};
use super::commit::unwritable;
use super::repo::{Commit, Repo};
use super::show::{Forms, put_changes};
use super::{End, Words, error, files, instead, option, restore, status, unknown};
use crate::bytes::cat;
use crate::history::Point;
use crate::run::{Run, Step};

pub(super) async fn stash(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut rest = arguments;
    let name = match rest.first() {
        Some(word) if !word.starts_with(b"-") => {
            let word = rest.remove(0);
            String::from_utf8_lossy(&word).into_owned()
        }
        _ => "push".to_owned(),
    };
    match name.as_str() {
        "push" | "save" => push(run, rest, name == "save"),
        "list" => list(run),
        "pop" => take(run, rest, true),
        "apply" => take(run, rest, false),
        "drop" => drop_one(run, rest),
        "clear" => {
            let repo = Repo::open(run)?;
            for stash in &repo.stashes {
                repo.forget(run, stash)?;
            }
            Ok(())
        }
        "show" => show(run, rest).await,
        other => instead(
            run,
            cat![
                "stash: ",
                other,
                " is not there: push, pop, apply, list, show, drop and clear are"
            ],
        ),
    }
}

fn push(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>, saves: bool) -> Step<()> {
    let words = Words::new(arguments, &["-m", "--message"]);
    let (mut message, mut is_quiet) = (None, false);
    for word in &words.options {
        let (name, value) = option(word);
        match (name.as_str(), value) {
            ("-m" | "--message" | "-um", Some(text)) => message = Some(text),
            // New files are tracked, too.
            ("-u" | "--include-untracked" | "-a" | "--all", None) => {}
            ("-q" | "--quiet", None) => is_quiet = true,
            _ => return unknown(run, "stash push", word),
        }
    }
    let operands = words.all_operands();
    if saves {
        message = message.or_else(|| {
            let words: Vec<_> = operands
                .iter()
                .map(|word| String::from_utf8_lossy(word))
                .collect();
            (!words.is_empty()).then(|| words.join(" "))
        });
    } else if !operands.is_empty() {
        return instead(
            run,
            "stash push: all changes are put aside together: leave the paths out",
        );
    }
    let mut repo = Repo::open(run)?;
    let Some(head) = repo.head() else {
        return error(run, "You do not have the initial commit yet");
    };
    let own = repo.branches.own.clone();
    let message = match message {
        Some(text) => format!("On {own}: {}", text.replace('\n', " ")),
        None => format!("WIP on {own}: {} {}", head.short(), head.subject()),
    };
    let everything = Paths::default();
    if repo.changes(run, &everything, Wanted::Names)?.is_empty() {
        return run.put("No local changes to save\n");
    }
    repo.make_stash(run, &message)?;
    restore::back_to_head(run, &repo)?;
    match is_quiet {
        true => Ok(()),
        false => run.put(format!(
            "Saved working directory and index state {message}\n"
        )),
    }
}

fn list(run: &mut Run<'_, '_>) -> Step<()> {
    let repo = Repo::open(run)?;
    for (at, stash) in repo.stashes.iter().rev().enumerate() {
        run.put(format!("stash@{{{at}}}: {}\n", stash.message))?;
    }
    Ok(())
}

/// The stash that the first word names, or the last one, and its number.
fn named<'r>(
    run: &mut Run<'_, '_>,
    repo: &'r Repo<'_>,
    words: &[Vec<u8>],
) -> Step<(usize, &'r Commit)> {
    let text = words.first().map_or_else(
        || "stash@{0}".to_owned(),
        |word| {
            let text = String::from_utf8_lossy(word).into_owned();
            match text.parse::<usize>() {
                Ok(number) => format!("stash@{{{number}}}"),
                Err(_) => text,
            }
        },
    );
    if let Some(stash) = repo.stash(&text) {
        let older = repo
            .stashes
            .iter()
            .position(|known| known == stash)
            .unwrap_or_default();
        return Ok((repo.stashes.len() - 1 - older, stash));
    }
    run.flush()?;
    let message = match repo.stashes.is_empty() {
        true => "No stash entries found.\n".to_owned(),
        false => format!("error: {text} is not a valid reference\n"),
    };
    run.put_error(message)?;
    Err(End(1))
}

fn take(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>, drops: bool) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let mut is_quiet = false;
    for word in &words.options {
        match word.as_slice() {
            b"-q" | b"--quiet" => is_quiet = true,
            b"--index" => {}
            option => return unknown(run, "stash pop", option),
        }
    }
    let repo = Repo::open(run)?;
    let (number, stash) = named(run, &repo, &words.operands)?;
    let everything = Paths::default();
    let ends = (stash.before(), stash.point());
    let aside = changes(run, repo.history, ends, &everything, Wanted::Contents)?;
    let since = changes(
        run,
        repo.history,
        (stash.before(), Point::Now),
        &everything,
        Wanted::Names,
    )?;
    let touched = |path: &[u8]| {
        since
            .iter()
            .any(|change| change.path == path || change.from.as_deref() == Some(path))
    };
    let mut in_the_way: Vec<&[u8]> = Vec::new();
    for change in &aside {
        let paths = [Some(change.path.as_slice()), change.from.as_deref()];
        in_the_way.extend(paths.into_iter().flatten().filter(|path| touched(path)));
    }
    if !in_the_way.is_empty() {
        run.flush()?;
        run.put_error(
            "error: Your local changes to the following files would be overwritten by merge:\n",
        )?;
        for path in in_the_way {
            run.put_error(cat!["\t", path, "\n"])?;
        }
        run.put_error(
            "Please commit your changes or stash them before you merge.\nAborting\nThe stash entry is kept in case \
             you need it again.\n",
        )?;
        return Err(End(1));
    }
    for change in &aside {
        if let Some(from) = &change.from
            && let Err(errno) = files::remove(run, from)
        {
            return unwritable(run, from, errno);
        }
        if let Err(errno) = files::put(run, &change.path, change.after.as_ref()) {
            return unwritable(run, &change.path, errno);
        }
    }
    if !is_quiet {
        let all = repo.changes(run, &everything, Wanted::Names)?;
        status::long(run, &repo, &all, "No commits yet")?;
    }
    if !drops {
        return Ok(());
    }
    repo.forget(run, stash)?;
    match is_quiet {
        true => Ok(()),
        false => run.put(format!(
            "Dropped refs/stash@{{{number}}} ({})\n",
            stash.hash
        )),
    }
}

fn drop_one(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let repo = Repo::open(run)?;
    let (number, stash) = named(run, &repo, &words.operands)?;
    repo.forget(run, stash)?;
    run.put(format!("Dropped stash@{{{number}}} ({})\n", stash.hash))
}

async fn show(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let mut forms = Forms::default();
    for word in &words.options {
        let (name, value) = option(word);
        if !forms.take(&name, value.as_deref()) {
            return unknown(run, "stash show", word);
        }
    }
    if forms.is_default() {
        forms.stat = true;
    }
    let repo = Repo::open(run)?;
    let (_, stash) = named(run, &repo, &words.operands)?;
    let ends = (stash.before(), stash.point());
    let all = changes(run, repo.history, ends, &Paths::default(), forms.wanted())?;
    put_changes(run, &all, forms).await
}
