//! `git diff` and `git show`, and what all that prints changes has in common.

use super::changes::{Change, Paths, Status, Wanted, changes, top_path};
use super::log::put_commit;
use super::patch::{self, CONTEXT};
use super::repo::Repo;
use super::{End, Words, fatal, option, stale, stat, unknown};
use crate::bytes::{cat, number};
use crate::history::Point;
use crate::run::{Run, Step};

/// How changes are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Forms {
    pub(super) patch: bool,
    pub(super) stat: bool,
    pub(super) shortstat: bool,
    pub(super) numstat: bool,
    pub(super) summary: bool,
    pub(super) names: bool,
    pub(super) statuses: bool,
    pub(super) none: bool,
    context: Option<usize>,
    ends_with_zero: bool,
}

impl Forms {
    /// Reads an option; answers whether it is one of these.
    pub(super) fn take(&mut self, name: &str, value: Option<&str>) -> bool {
        match (name, value) {
            ("-p" | "-u" | "--patch", None) => self.patch = true,
            ("--stat", _) => self.stat = true,
            ("--shortstat", None) => self.shortstat = true,
            ("--numstat", None) => self.numstat = true,
            ("--summary", None) => self.summary = true,
            ("--patch-with-stat", None) => (self.patch, self.stat) = (true, true),
            ("--name-only", None) => self.names = true,
            ("--name-status", None) => self.statuses = true,
            ("-s" | "--no-patch", None) => self.none = true,
            ("-z", None) => self.ends_with_zero = true,
            ("--unified", Some(count)) => self.context = count.parse().ok(),
            (
                "--no-color" | "--color" | "--no-ext-diff" | "--no-renames" | "-M"
                | "--find-renames" | "--text" | "-a" | "--minimal" | "--histogram" | "--patience"
                | "--no-textconv" | "--full-index",
                _,
            ) => {}
            (short, None) => match short
                .strip_prefix("-U")
                .and_then(|count| number(count.as_bytes()))
            {
                Some(count) => self.context = Some(count),
                None => return false,
            },
            _ => return false,
        }
        true
    }

    /// Whether none was asked for.
    pub(super) const fn is_default(self) -> bool {
        !(self.patch
            || self.stat
            || self.shortstat
            || self.numstat
            || self.summary
            || self.names
            || self.statuses
            || self.none)
    }

    pub(super) const fn wanted(self) -> Wanted {
        match self.patch || self.stat || self.shortstat || self.numstat {
            true => Wanted::Contents,
            false => Wanted::Names,
        }
    }
}

/// The number of columns of a terminal, as `COLUMNS` says.
fn columns(run: &Run<'_, '_>) -> usize {
    run.variable("COLUMNS")
        .and_then(number)
        .filter(|count| *count > 0)
        .unwrap_or(stat::WIDTH)
}

/// Prints changes.
pub(super) async fn put_changes(run: &mut Run<'_, '_>, all: &[Change], forms: Forms) -> Step<()> {
    if forms.none {
        return Ok(());
    }
    let end = if forms.ends_with_zero { "\0" } else { "\n" };
    let name = |path: &[u8]| {
        if forms.ends_with_zero {
            path.to_vec()
        } else {
            patch::quoted(path)
        }
    };
    for change in all.iter().filter(|_| forms.names) {
        run.put(cat![name(&change.path), end])?;
    }
    for change in all.iter().filter(|_| forms.statuses) {
        let score = match &change.from {
            Some(_) => format!("{:03}", change.score * 100 / super::similar::SAME),
            None => String::new(),
        };
        let between = if forms.ends_with_zero { "\0" } else { "\t" };
        let from = change
            .from
            .as_ref()
            .map(|from| cat![name(from), between])
            .unwrap_or_default();
        let letter = format!("{}{score}", change.status.letter());
        run.put(cat![letter, between, from, name(&change.path), end])?;
    }
    if forms.numstat {
        run.put(stat::numstat(all))?;
    }
    if forms.stat {
        let width = columns(run);
        run.put(stat::stat(all, width))?;
    }
    if forms.shortstat {
        run.put(stat::shortstat(all))?;
    }
    if forms.summary {
        run.put(stat::summary(all))?;
    }
    if !forms.patch {
        return Ok(());
    }
    if forms.stat && !all.is_empty() {
        run.put("\n")?;
    }
    for change in all {
        run.put(patch::patch(change, forms.context.unwrap_or(CONTEXT)))?;
        run.turn().await;
    }
    Ok(())
}

/// `git diff`: from the last commit to the present files, or between commits.
pub(super) async fn diff(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &["-U", "--unified"]);
    let (mut forms, mut tells, mut is_quiet, mut reverse) = (Forms::default(), false, false, false);
    let mut shows_empty = false;
    for word in &words.options {
        let (name, value) = option(word);
        match name.as_str() {
            // There is no index: what is committed next is what is there.
            "--cached" | "--staged" => shows_empty = true,
            "--merge-base" => {}
            "--exit-code" => tells = true,
            "--quiet" => (tells, is_quiet) = (true, true),
            "-R" => reverse = true,
            name if forms.take(name, value.as_deref()) => {}
            _ => return unknown(run, "diff", word),
        }
    }
    if forms.is_default() {
        forms.patch = true;
    }
    let repo = Repo::open(run)?;
    let (points, paths) = points_and_paths(run, &repo, &words)?;
    let (mut from, mut to) = match points[..] {
        [] => (repo.head_point(), Point::Now),
        [from] => (from, Point::Now),
        [from, to] => (from, to),
        _ => return fatal(run, "more than two revisions"),
    };
    if reverse {
        (from, to) = (to, from);
    }
    let of = Paths::new(run, &paths);
    let mut all = changes(run, repo.history, (from, to), &of, forms.wanted())?;
    if !shows_empty && to == Point::Now {
        // That which the diff is written to is one.
        all.retain(|change| {
            let is_empty = change.after.as_ref().is_some_and(|after| after.size == 0);
            !(change.status == Status::Added && is_empty)
        });
    }
    if !is_quiet {
        put_changes(run, &all, forms).await?;
    }
    if tells && !all.is_empty() {
        run.status = 1;
    }
    Ok(())
}

/// The points that the first words name, and the paths that the others are.
fn points_and_paths<'r>(
    run: &mut Run<'_, '_>,
    repo: &'r Repo<'_>,
    words: &Words,
) -> Step<(Vec<Point<'r>>, Vec<Vec<u8>>)> {
    let (mut points, mut paths) = (Vec::new(), Vec::new());
    for word in &words.operands {
        let text = String::from_utf8_lossy(word).into_owned();
        if let Some((from, to)) = text.split_once("...").or_else(|| text.split_once(".."))
            && words.operands.len() == 1
            && run.lstat(word).is_err()
        {
            let end = |text: &str| {
                if text.is_empty() {
                    b"HEAD".to_vec()
                } else {
                    text.as_bytes().to_vec()
                }
            };
            points.push(repo.point(run, &end(from))?);
            points.push(repo.point(run, &end(to))?);
            continue;
        }
        let is_revision = paths.is_empty()
            && (repo.find(&text).is_some() || matches!(text.as_str(), "HEAD" | "@"))
            && (words.paths.is_some() || run.lstat(word).is_err() || text == "HEAD");
        if is_revision || words.paths.is_some() {
            points.push(repo.point(run, word)?);
            continue;
        }
        let is_pattern = word.iter().any(|byte| b"*?[:".contains(byte));
        if !is_pattern && run.lstat(word).is_err() && !was_there(run, repo, word)? {
            points.push(repo.point(run, word)?);
            continue;
        }
        paths.push(word.clone());
    }
    paths.extend(words.paths.iter().flatten().cloned());
    Ok((points, paths))
}

/// Whether the last commit has a file of this name.
fn was_there(run: &mut Run<'_, '_>, repo: &Repo<'_>, word: &[u8]) -> Step<bool> {
    match repo.history.read_at(repo.head_point(), &[run.at(word)]) {
        Ok(read) => Ok(read.first().is_some_and(Option::is_some)),
        Err(errno) => stale(run, errno),
    }
}

/// `git show`.
pub(super) async fn show(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &["-U", "--unified"]);
    let (mut forms, mut line) = (Forms::default(), super::log::Line::default());
    for word in &words.options {
        let (name, value) = option(word);
        if !forms.take(&name, value.as_deref()) && !line.take(&name, value.as_deref()) {
            return unknown(run, "show", word);
        }
    }
    if forms.is_default() {
        forms.patch = true;
    }
    let repo = Repo::open(run)?;
    let mut shown = words.operands.clone();
    if shown.is_empty() {
        shown.push(b"HEAD".to_vec());
    }
    let of = Paths::new(run, words.paths.as_deref().unwrap_or_default());
    for (at, word) in shown.iter().enumerate() {
        if let Some(colon) = word.iter().position(|byte| *byte == b':') {
            put_file(run, &repo, &word[..colon], &word[colon + 1..])?;
            continue;
        }
        repo.needs_commits(run)?;
        let commit = repo.commit(run, word)?;
        if at > 0 && !line.is_short() {
            run.put("\n")?;
        }
        let all = changes(
            run,
            repo.history,
            (commit.before(), commit.point()),
            &of,
            forms.wanted(),
        )?;
        put_commit(run, &repo, commit, &line)?;
        if !all.is_empty() && !forms.none {
            line.put_gap(run, forms)?;
            put_changes(run, &all, forms).await?;
        }
    }
    Ok(())
}

/// What a file held at a point, or the names in a directory.
fn put_file(run: &mut Run<'_, '_>, repo: &Repo<'_>, revision: &[u8], path: &[u8]) -> Step<()> {
    let point = match revision {
        // The next commit has what is there now.
        b"" | b"0" => Point::Now,
        revision => repo.point(run, revision)?,
    };
    let is_from_here = path.starts_with(b"./") || path.starts_with(b"../");
    let whole = if is_from_here {
        top_path(&run.at(path))
    } else {
        top_path(path)
    };
    let read = match repo
        .history
        .read_at(point, &[super::changes::absolute(&whole)])
    {
        Ok(read) => read,
        Err(errno) => return stale(run, errno),
    };
    match read.into_iter().next().flatten() {
        Some(bytes) => run.put(bytes),
        None => {
            let shown = String::from_utf8_lossy(path).into_owned();
            let revision = String::from_utf8_lossy(revision).into_owned();
            run.flush()?;
            run.put_error(format!(
                "fatal: path '{shown}' does not exist in '{revision}'\n"
            ))?;
            Err(End(super::FATAL))
        }
    }
}
