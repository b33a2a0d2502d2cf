//! What brings files back: `git checkout`, `restore`, `switch`, `reset` and `clean`.

use super::changes::{Change, Paths, Status, Wanted, changes, is_in, top_path};
use super::commit::unwritable;
use super::repo::Repo;
use super::{End, Words, error, fatal, files, instead, option, unknown};
use crate::bytes::cat;
use crate::history::Point;
use crate::run::{Run, Step};

/// How a command comes to another branch.
fn other_branch<T>(run: &mut Run<'_, '_>, name: &[u8]) -> Step<T> {
    instead(
        run,
        cat![
            "a command works on one branch of the workspace: whoever runs it makes another with isolate-run branch ",
            name,
            ", and runs commands on it with --branch ",
            name
        ],
    )
}

/// What is said of the branch that a command works on already.
fn stay(run: &mut Run<'_, '_>, repo: &Repo<'_>) -> Step<()> {
    for change in unlike(run, repo, repo.head_point(), &Paths::default())? {
        let letter = change.status.letter().to_string();
        run.put(cat![letter, "\t", super::patch::quoted(&change.path), "\n"])?;
    }
    run.flush()?;
    run.put_error(format!("Already on '{}'\n", repo.branches.own))
}

/// What is different now from a point, at some paths, with renamed files as deleted and added ones.
fn unlike(
    run: &mut Run<'_, '_>,
    repo: &Repo<'_>,
    from: Point<'_>,
    of: &Paths,
) -> Step<Vec<Change>> {
    let all = changes(run, repo.history, (from, Point::Now), of, Wanted::Contents)?;
    let mut parts = Vec::with_capacity(all.len());
    for mut change in all {
        if let Some(from) = change.from.take() {
            parts.push(Change {
                path: from,
                status: Status::Deleted,
                from: None,
                before: change.before.take(),
                after: None,
                score: 0,
            });
            change.status = Status::Added;
        }
        parts.push(change);
    }
    Ok(parts)
}

/// Gives paths what they were at a point. What was not there then stays, unless `removes`.
fn bring_back(run: &mut Run<'_, '_>, all: &[Change], removes: bool) -> Step<usize> {
    let mut count = 0;
    // What is removed makes room for directories.
    let (gone, there): (Vec<&Change>, Vec<&Change>) =
        all.iter().partition(|change| change.before.is_none());
    for change in gone.into_iter().filter(|_| removes).chain(there) {
        if let Err(errno) = files::put(run, &change.path, change.before.as_ref()) {
            return unwritable(run, &change.path, errno);
        }
        count += 1;
    }
    Ok(count)
}

/// Gives all files what they were at the last commit.
pub(super) fn back_to_head(run: &mut Run<'_, '_>, repo: &Repo<'_>) -> Step<()> {
    let all = unlike(run, repo, repo.head_point(), &Paths::default())?;
    bring_back(run, &all, true).map(drop)
}

/// Refuses words that name nothing at a point or now.
fn check_known(run: &mut Run<'_, '_>, words: &[Vec<u8>], all: &[Change]) -> Step<()> {
    for word in words {
        let spec = top_path(&run.at(word));
        let is_added = |change: &&Change| change.before.is_none() && change.path == spec;
        let is_new = all.iter().any(|change| is_added(&change));
        let is_changed = all
            .iter()
            .any(|change| change.before.is_some() && is_in(&change.path, &spec));
        if is_changed || (run.lstat(word).is_ok() && !is_new) {
            continue;
        }
        return error(
            run,
            cat![
                "pathspec '",
                word,
                "' did not match any file(s) known to git"
            ],
        );
    }
    Ok(())
}

pub(super) fn checkout(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &["-b", "-B"]);
    let mut is_quiet = false;
    for word in &words.options {
        let (name, value) = option(word);
        match (name.as_str(), value) {
            ("-b" | "-B" | "--orphan", name) => {
                return other_branch(run, name.unwrap_or_else(|| "NAME".to_owned()).as_bytes());
            }
            ("-q" | "--quiet", None) => is_quiet = true,
            ("-f" | "--force" | "--no-progress" | "--progress", None) => {}
            ("-", None) => return other_branch(run, b"NAME"),
            _ => return unknown(run, "checkout", word),
        }
    }
    let repo = Repo::open(run)?;
    let (revision, paths) = match (&words.operands[..], &words.paths) {
        ([], Some(paths)) => (None, paths.clone()),
        ([revision], Some(paths)) => (Some(revision.clone()), paths.clone()),
        ([first, rest @ ..], None) => {
            let text = String::from_utf8_lossy(first).into_owned();
            if rest.is_empty()
                && (text == repo.branches.own || matches!(text.as_str(), "HEAD" | "@"))
            {
                return stay(run, &repo);
            }
            if rest.is_empty() && repo.branches.others.contains(&text) {
                return other_branch(run, first);
            }
            let is_revision = repo.find(&text).is_some() || text == "HEAD";
            if is_revision && rest.is_empty() && run.lstat(first).is_err() {
                let message = cat![
                    "checkout: files alone are brought back: git checkout ",
                    first,
                    " -- PATH..., or git reset --hard ",
                    first,
                    ", which removes later commits"
                ];
                return instead(run, message);
            }
            match is_revision && !rest.is_empty() {
                true => (Some(first.clone()), rest.to_vec()),
                false => (None, words.operands.clone()),
            }
        }
        ([], None) => return Ok(()),
        (_, Some(_)) => return fatal(run, "only one revision can be given before --"),
    };
    let (point, from) = match &revision {
        None => (repo.head_point(), "the index".to_owned()),
        Some(revision) => {
            if repo.find(&String::from_utf8_lossy(revision)).is_none()
                && !matches!(&revision[..], b"HEAD" | b"@")
            {
                return fatal(run, cat!["invalid reference: ", revision]);
            }
            let point = repo.point(run, revision)?;
            let short = repo
                .find(&String::from_utf8_lossy(revision))
                .map(|commit| commit.short().to_owned());
            (point, short.unwrap_or_else(|| "the beginning".to_owned()))
        }
    };
    repo.needs_head(run)?;
    let of = Paths::new(run, &paths);
    let all = unlike(run, &repo, point, &of)?;
    check_known(run, &paths, &all)?;
    let count = bring_back(run, &all, false)?;
    if is_quiet {
        return Ok(());
    }
    run.flush()?;
    let plural = if count == 1 { "" } else { "s" };
    run.put_error(format!("Updated {count} path{plural} from {from}\n"))
}

pub(super) fn switch(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &["-c", "-C", "--create"]);
    let repo = Repo::open(run)?;
    if let Some(word) = words.options.first() {
        let (name, value) = option(word);
        return match (name.as_str(), value) {
            ("-c" | "-C" | "--create", Some(name)) => other_branch(run, name.as_bytes()),
            _ => unknown(run, "switch", word),
        };
    }
    match words.operands.first() {
        None => fatal(run, "missing branch or commit argument"),
        Some(name) if *name == repo.branches.own.as_bytes() => stay(run, &repo),
        Some(name)
            if repo
                .branches
                .others
                .iter()
                .any(|other| other.as_bytes() == name) =>
        {
            other_branch(run, name)
        }
        Some(name) => {
            let name = String::from_utf8_lossy(name).into_owned();
            fatal(run, format!("invalid reference: {name}"))
        }
    }
}

pub(super) fn restore(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &["-s", "--source"]);
    let (mut source, mut staged, mut worktree) = (None, false, false);
    for word in &words.options {
        let (name, value) = option(word);
        match (name.as_str(), value) {
            ("-s" | "--source", Some(revision)) => source = Some(revision.into_bytes()),
            ("-S" | "--staged", None) => staged = true,
            ("-W" | "--worktree", None) => worktree = true,
            ("-q" | "--quiet" | "--progress" | "--no-progress", None) => {}
            _ => return unknown(run, "restore", word),
        }
    }
    let paths = words.all_operands();
    if paths.is_empty() {
        return fatal(run, "you must specify path(s) to restore");
    }
    if staged && !worktree {
        return instead(
            run,
            "restore: there is no index, so nothing is staged: all changes are in the next commit; git restore \
             PATH takes a change back",
        );
    }
    let repo = Repo::open(run)?;
    repo.needs_head(run)?;
    let point = match &source {
        None => repo.head_point(),
        Some(revision) => repo.point(run, revision)?,
    };
    let of = Paths::new(run, &paths);
    let all = unlike(run, &repo, point, &of)?;
    check_known(run, &paths, &all)?;
    bring_back(run, &all, false).map(drop)
}

pub(super) fn reset(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let (mut is_hard, mut is_quiet) = (false, false);
    for word in &words.options {
        match word.as_slice() {
            b"--hard" => is_hard = true,
            b"--soft" | b"--mixed" => is_hard = false,
            b"-q" | b"--quiet" => is_quiet = true,
            option => return unknown(run, "reset", option),
        }
    }
    let repo = Repo::open(run)?;
    let revision = match (&words.operands[..], &words.paths) {
        ([], None) => None,
        ([revision], None)
            if run.lstat(revision).is_err()
                || repo.find(&String::from_utf8_lossy(revision)).is_some() =>
        {
            Some(revision)
        }
        _ if is_hard => return fatal(run, "Cannot do hard reset with paths."),
        // There is no index that paths could be taken out of.
        _ => return Ok(()),
    };
    match revision {
        Some(_) => repo.needs_commits(run)?,
        None if is_hard => repo.needs_head(run)?,
        None => {}
    }
    let target = match revision {
        None => repo.head(),
        Some(revision) => Some(repo.commit(run, revision)?),
    };
    let point = target.map_or(Point::Start, super::repo::Commit::point);
    if is_hard {
        let all = unlike(run, &repo, point, &Paths::default())?;
        bring_back(run, &all, true)?;
    }
    let later = repo
        .commits
        .iter()
        .rev()
        .take_while(|commit| Some(*commit) != target);
    for commit in later.filter(|_| target.is_some()) {
        repo.forget(run, commit)?;
    }
    match target {
        Some(commit) if is_hard && !is_quiet => run.put(cat![
            "HEAD is now at ",
            commit.short(),
            " ",
            commit.subject(),
            "\n"
        ]),
        _ => Ok(()),
    }
}

/// Removes files that the last commit does not have.
pub(super) fn clean(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let (mut is_dry, mut is_forced, mut is_quiet) = (false, false, false);
    for word in &words.options {
        match word.as_slice() {
            b"--dry-run" => is_dry = true,
            b"--force" => is_forced = true,
            b"--quiet" => is_quiet = true,
            [b'-', letters @ ..] if letters.iter().all(|letter| b"fdnqx".contains(letter)) => {
                is_dry |= letters.contains(&b'n');
                is_forced |= letters.contains(&b'f');
                is_quiet |= letters.contains(&b'q');
            }
            option => return unknown(run, "clean", option),
        }
    }
    if !is_dry && !is_forced {
        run.put_error("fatal: clean.requireForce is true and -f not given: refusing to clean\n")?;
        return Err(End(super::FATAL));
    }
    let repo = Repo::open(run)?;
    repo.needs_head(run)?;
    let mut operands = words.all_operands();
    if operands.is_empty() {
        operands.push(b".".to_vec());
    }
    let of = Paths::new(run, &operands);
    let all = unlike(run, &repo, repo.head_point(), &of)?;
    for change in all.iter().filter(|change| change.before.is_none()) {
        let shown =
            super::patch::quoted(&super::status::relative(&change.path, &run.ctx.directory));
        if is_dry {
            run.put(cat!["Would remove ", shown, "\n"])?;
            continue;
        }
        if let Err(errno) = files::remove(run, &change.path) {
            return unwritable(run, &change.path, errno);
        }
        if !is_quiet {
            run.put(cat!["Removing ", shown, "\n"])?;
        }
    }
    Ok(())
}
