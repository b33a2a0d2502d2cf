//! Commits and stashes: points of the history whose notes say so.
//!
//! A commit is a point named `commit-N`, a stash one named `stash-N`, with rising numbers. The last commit is
//! HEAD. What the note of each says makes its hash, with that of the commit before.

use super::changes::{Change, Paths, Wanted, changes};
use super::hash;
use super::{fatal, no_history};
use crate::Errno;
use crate::history::{Branches, History, Point};
use crate::run::{Run, Step};

const COMMIT: &str = "commit-";
const STASH: &str = "stash-";

/// The first line of a note.
const FORM: &str = "git 1";

/// Commits and stashes of each kind that are kept: what is older goes.
pub(super) const COMMITS_MAX: usize = 1000;

/// The author, unless the environment names another.
const AUTHOR: &str = "user <user@isolate>";

/// A commit or a stash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Commit {
    /// The name of its point.
    pub(super) name: String,
    number: u64,
    pub(super) hash: String,
    /// The point of the commit before; none of the first.
    pub(super) parent: Option<String>,
    pub(super) author: String,
    pub(super) time_us: i64,
    pub(super) message: String,
}

impl Commit {
    pub(super) fn point(&self) -> Point<'_> {
        Point::Mark(&self.name)
    }

    /// The state that it has changed.
    pub(super) fn before(&self) -> Point<'_> {
        self.parent.as_deref().map_or(Point::Start, Point::Mark)
    }

    pub(super) fn short(&self) -> &str {
        &self.hash[..7]
    }

    pub(super) fn subject(&self) -> &str {
        self.message.lines().next().unwrap_or_default()
    }
}

/// What the history has.
pub(super) struct Repo<'h> {
    pub(super) history: &'h dyn History,
    pub(super) branches: Branches,
    /// The oldest first.
    pub(super) commits: Vec<Commit>,
    pub(super) stashes: Vec<Commit>,
}

impl<'h> Repo<'h> {
    pub(super) fn open<'a: 'h>(run: &mut Run<'_, 'a>) -> Step<Self> {
        let Some(history) = run.files().history() else {
            return no_history(run);
        };
        let branches = match history.branches() {
            Ok(branches) => branches,
            Err(Errno::NotSupported) => return no_history(run),
            Err(errno) => return fatal(run, format!("cannot read the history: {errno}")),
        };
        if branches.tells_of_folder {
            run.put_error(
                "git: the repository of this folder is not read: what differs is counted from the beginning of \
                 this run, and commits are checkpoints of its files\n",
            )?;
        }
        let notes = match history.notes() {
            Ok(notes) => notes,
            Err(errno) => return fatal(run, format!("cannot read the history: {errno}")),
        };
        let of = |kind: &str| {
            let mut found: Vec<Commit> = notes
                .iter()
                .filter_map(|(name, note)| read(kind, name, note))
                .collect();
            found.sort_by_key(|commit| commit.number);
            found
        };
        let (mut commits, mut stashes) = (of(COMMIT), of(STASH));
        let mut parent: Option<(String, String)> = None;
        for commit in &mut commits {
            let before = parent.as_ref().map_or("", |(_, hash)| hash);
            commit.hash = hash_of(before, commit);
            // One whose parent was removed follows what there is.
            commit.parent = parent.map(|(name, _)| name);
            parent = Some((commit.name.clone(), commit.hash.clone()));
        }
        for stash in &mut stashes {
            stash.hash = hash_of("stash", stash);
            if stash
                .parent
                .as_ref()
                .is_some_and(|name| !commits.iter().any(|known| known.name == *name))
            {
                stash.parent = None;
            }
        }
        Ok(Self {
            history,
            branches,
            commits,
            stashes,
        })
    }

    pub(super) fn head(&self) -> Option<&Commit> {
        self.commits.last()
    }

    /// What has changed since the last commit.
    pub(super) fn changes(
        &self,
        run: &mut Run<'_, '_>,
        of: &Paths,
        wanted: Wanted,
    ) -> Step<Vec<Change>> {
        let points = (self.head_point(), Point::Now);
        changes(run, self.history, points, of, wanted)
    }

    /// The state of HEAD; without a commit, that with which the history begins.
    pub(super) fn head_point(&self) -> Point<'_> {
        self.head().map_or(Point::Start, Commit::point)
    }

    /// What a text names, if it names a commit or a stash.
    pub(super) fn find(&self, text: &str) -> Option<&Commit> {
        let end = text.find(['~', '^']).unwrap_or(text.len());
        let (base, mut steps) = text.split_at(end);
        let mut back = 0_usize;
        while let Some(mark) = steps.chars().next() {
            steps = &steps[1..];
            let digits = steps.len() - steps.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count = match &steps[..digits] {
                "" => 1,
                number => number.parse().ok()?,
            };
            steps = &steps[digits..];
            match (mark, count) {
                ('~', count) => back = back.checked_add(count)?,
                ('^', 0) => {}
                // There is one commit before each.
                ('^', 1) => back += 1,
                _ => return None,
            }
        }
        if let Some(stash) = self.stash(base) {
            return match back {
                0 => Some(stash),
                back => {
                    let parent = stash.parent.as_ref()?;
                    let at = self
                        .commits
                        .iter()
                        .position(|commit| commit.name == *parent)?;
                    self.commits.get(at.checked_sub(back - 1)?)
                }
            };
        }
        let at = self.position(base)?;
        self.commits.get(at.checked_sub(back)?)
    }

    fn position(&self, base: &str) -> Option<usize> {
        let last = self.commits.len().checked_sub(1);
        if matches!(base, "HEAD" | "@") || base == self.branches.own {
            return last;
        }
        if let Some(at) = self.commits.iter().position(|commit| commit.name == base) {
            return Some(at);
        }
        let is_hash = base.len() >= 4 && base.chars().all(|digit| digit.is_ascii_hexdigit());
        let base = base.to_ascii_lowercase();
        let mut fits = self
            .commits
            .iter()
            .enumerate()
            .filter(|(_, commit)| is_hash && commit.hash.starts_with(&base));
        let (at, _) = fits.next()?;
        fits.next().is_none().then_some(at)
    }

    /// The stash of `stash@{N}`, or of its number; the newest is 0.
    pub(super) fn stash(&self, text: &str) -> Option<&Commit> {
        let number = match text {
            "stash" | "refs/stash" => "0",
            text => text.strip_prefix("stash@{")?.strip_suffix('}')?,
        };
        let number: usize = number.parse().ok()?;
        self.stashes
            .get(self.stashes.len().checked_sub(number.checked_add(1)?)?)
    }

    /// The commit that a text names.
    pub(super) fn commit(&self, run: &mut Run<'_, '_>, text: &[u8]) -> Step<&Commit> {
        let shown = String::from_utf8_lossy(text).into_owned();
        match self.find(&shown) {
            Some(commit) => Ok(commit),
            None => fatal(
                run,
                format!(
                    "ambiguous argument '{shown}': unknown revision or path not in the working tree: commits are \
                     listed by git log"
                ),
            ),
        }
    }

    /// A point that a text names; HEAD is one before the first commit, too.
    pub(super) fn point(&self, run: &mut Run<'_, '_>, text: &[u8]) -> Step<Point<'_>> {
        if self.commits.is_empty() && matches!(text, b"HEAD" | b"@") {
            return Ok(Point::Start);
        }
        let shown = String::from_utf8_lossy(text).into_owned();
        // What is before the first commit.
        if let Some(before) = shown.strip_suffix('^').or_else(|| shown.strip_suffix("~1"))
            && let Some(commit) = self.find(before)
            && self.find(&shown).is_none()
        {
            return Ok(commit.before());
        }
        Ok(self.commit(run, text)?.point())
    }

    /// Ends the command where there is no commit.
    pub(super) fn needs_commits(&self, run: &mut Run<'_, '_>) -> Step<()> {
        if self.commits.is_empty() {
            let own = &self.branches.own;
            return fatal(
                run,
                format!("your current branch '{own}' does not have any commits yet"),
            );
        }
        Ok(())
    }

    /// Ends the command where there is nothing to go back to: neither a commit, nor a folder as it was.
    pub(super) fn needs_head(&self, run: &mut Run<'_, '_>) -> Step<()> {
        match self.branches.is_folder {
            true => Ok(()),
            false => self.needs_commits(run),
        }
    }

    /// Makes a commit of the present state, and answers what it is then.
    pub(super) fn make_commit(&mut self, run: &mut Run<'_, '_>, message: &str) -> Step<()> {
        let author = author(run);
        let number = self.commits.last().map_or(1, |last| last.number + 1);
        let parent = self
            .head()
            .map(|commit| (commit.name.clone(), commit.hash.clone()));
        let before = parent.as_ref().map_or("", |(_, hash)| hash);
        let mut commit = Commit {
            name: format!("{COMMIT}{number:06}"),
            number,
            hash: String::new(),
            parent: parent.as_ref().map(|(name, _)| name.clone()),
            author,
            time_us: run.ctx.now_us,
            message: message.to_owned(),
        };
        commit.hash = hash_of(before, &commit);
        mark(run, self.history, &commit)?;
        self.commits.push(commit);
        for old in self
            .commits
            .drain(..self.commits.len().saturating_sub(COMMITS_MAX))
        {
            // What is left of it then is a checkpoint.
            let _ = self.history.unmark(&old.name);
        }
        Ok(())
    }

    /// Makes a stash of the present state.
    pub(super) fn make_stash(&mut self, run: &mut Run<'_, '_>, message: &str) -> Step<()> {
        let number = self.stashes.last().map_or(1, |last| last.number + 1);
        let mut stash = Commit {
            name: format!("{STASH}{number:06}"),
            number,
            hash: String::new(),
            parent: self.head().map(|commit| commit.name.clone()),
            author: author(run),
            time_us: run.ctx.now_us,
            message: message.to_owned(),
        };
        stash.hash = hash_of("stash", &stash);
        mark(run, self.history, &stash)?;
        self.stashes.push(stash);
        Ok(())
    }

    /// Takes a commit or a stash away; its files stay as they are.
    pub(super) fn forget(&self, run: &mut Run<'_, '_>, commit: &Commit) -> Step<()> {
        match self.history.unmark(&commit.name) {
            Ok(()) => Ok(()),
            Err(errno) => fatal(run, format!("cannot remove {}: {errno}", commit.short())),
        }
    }
}

fn author(run: &Run<'_, '_>) -> String {
    let variable = |name: &str| {
        run.variable(name)
            .map(|value| String::from_utf8_lossy(value).into_owned())
    };
    let clean = |text: String| text.replace(['\n', '<', '>'], " ");
    match (variable("GIT_AUTHOR_NAME"), variable("GIT_AUTHOR_EMAIL")) {
        (None, None) => AUTHOR.to_owned(),
        (name, email) => {
            let name = clean(name.unwrap_or_else(|| "user".to_owned()));
            let email = clean(email.unwrap_or_else(|| "user@isolate".to_owned()));
            format!("{name} <{email}>")
        }
    }
}

fn mark(run: &mut Run<'_, '_>, history: &dyn History, commit: &Commit) -> Step<()> {
    let parent = commit.parent.as_deref().unwrap_or("-");
    let Commit {
        author,
        time_us,
        message,
        ..
    } = commit;
    let note = format!("{FORM}\nparent {parent}\ntime {time_us}\nauthor {author}\n\n{message}");
    match history.mark(&commit.name, &note) {
        Ok(()) => Ok(()),
        Err(Errno::TooLarge) => fatal(
            run,
            "what this command has changed so far is too much to be kept in the middle of it: commit in a \
             command of its own, or before the changes",
        ),
        Err(errno) => fatal(run, format!("cannot commit: {errno}")),
    }
}

fn read(kind: &str, name: &str, note: &str) -> Option<Commit> {
    let number = name.strip_prefix(kind)?.parse().ok()?;
    let (head, message) = note.split_once("\n\n")?;
    let mut lines = head.lines();
    if lines.next() != Some(FORM) {
        return None;
    }
    let mut line = |key: &str| {
        lines
            .next()?
            .strip_prefix(key)?
            .strip_prefix(' ')
            .map(str::to_owned)
    };
    let parent = line("parent")?;
    Some(Commit {
        name: name.to_owned(),
        number,
        hash: String::new(),
        parent: (parent != "-").then_some(parent),
        time_us: line("time")?.parse().ok()?,
        author: line("author")?,
        message: message.to_owned(),
    })
}

fn hash_of(before: &str, commit: &Commit) -> String {
    let Commit {
        name,
        author,
        time_us,
        message,
        ..
    } = commit;
    let text = format!("{before}\n{name}\n{author}\n{time_us}\n{message}");
    hash::of_bytes(text.as_bytes())
}
