//! `git log`.

use super::changes::{Paths, changes};
use super::repo::{Commit, Repo};
use super::show::{Forms, put_changes};
use super::{Words, option, unknown};
use crate::bytes::cat;
use crate::run::{Run, Step};
use crate::times::{self, Moment};

/// How a commit is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    is_oneline: bool,
    whole_hash: bool,
    format: Option<String>,
    ends_each: bool,
    marks_head: bool,
}

impl Line {
    /// Reads an option; answers whether it is one of these.
    pub(super) fn take(&mut self, name: &str, value: Option<&str>) -> bool {
        match (name, value) {
            ("--oneline", None) => self.is_oneline = true,
            ("--pretty" | "--format", Some("oneline")) => {
                (self.is_oneline, self.whole_hash) = (true, true)
            }
            ("--pretty" | "--format", Some("medium" | "full" | "short") | None) => {}
            ("--pretty" | "--format", Some(format)) => {
                let separated = format.strip_prefix("format:");
                let format = separated
                    .or_else(|| format.strip_prefix("tformat:"))
                    .unwrap_or(format);
                self.ends_each = separated.is_none();
                self.format = Some(format.to_owned());
            }
            ("--decorate", _) => self.marks_head = value != Some("no"),
            ("--abbrev-commit" | "--no-decorate" | "--no-color" | "--color" | "--date", _) => {}
            _ => return false,
        }
        true
    }

    pub(super) const fn is_short(&self) -> bool {
        self.is_oneline || self.format.is_some()
    }

    /// What stands between a commit and its changes.
    pub(super) fn put_gap(&self, run: &mut Run<'_, '_>, forms: Forms) -> Step<()> {
        if self.is_oneline {
            return Ok(());
        }
        if self.is_separated() {
            run.put("\n")?;
        }
        run.put(if forms.patch && forms.stat {
            "---\n"
        } else {
            "\n"
        })
    }

    /// Whether a line break stands between commits, and not behind each.
    const fn is_separated(&self) -> bool {
        self.format.is_some() && !self.ends_each
    }
}

fn date(time_us: i64) -> String {
    let text = times::format(&Moment::at(time_us), b"%a %b %-d %H:%M:%S %Y %z");
    String::from_utf8_lossy(&text).into_owned()
}

/// The names that point to a commit.
fn decoration(repo: &Repo<'_>, commit: &Commit) -> Option<String> {
    let is_head = repo.head().is_some_and(|head| head.name == commit.name);
    is_head.then(|| format!("HEAD -> {}", repo.branches.own))
}

/// Prints what a commit says.
pub(super) fn put_commit(
    run: &mut Run<'_, '_>,
    repo: &Repo<'_>,
    commit: &Commit,
    line: &Line,
) -> Step<()> {
    let names = decoration(repo, commit).filter(|_| line.marks_head);
    let names = names.map(|names| format!(" ({names})")).unwrap_or_default();
    if let Some(format) = &line.format {
        run.put(formatted(repo, commit, format))?;
        return run.put(if line.is_separated() { "" } else { "\n" });
    }
    if line.is_oneline {
        let hash = if line.whole_hash {
            &commit.hash
        } else {
            commit.short()
        };
        return run.put(cat![hash, names, " ", commit.subject(), "\n"]);
    }
    let head = format!(
        "commit {}{names}\nAuthor: {}\nDate:   {}\n\n",
        commit.hash,
        commit.author,
        date(commit.time_us)
    );
    run.put(head)?;
    for text in commit.message.trim_end().lines() {
        run.put(cat!["    ", text, "\n"])?;
    }
    Ok(())
}

fn formatted(repo: &Repo<'_>, commit: &Commit, format: &str) -> String {
    let (name, email) = commit
        .author
        .split_once(" <")
        .unwrap_or((&commit.author, ""));
    let email = email.trim_end_matches('>');
    let iso = |format: &[u8]| {
        String::from_utf8_lossy(&times::format(&Moment::at(commit.time_us), format)).into_owned()
    };
    let body = commit
        .message
        .split_once('\n')
        .map_or("", |(_, body)| body.trim_start_matches('\n'));
    let values = [
        ("%H", commit.hash.clone()),
        ("%h", commit.short().to_owned()),
        ("%s", commit.subject().to_owned()),
        (
            "%b",
            if body.is_empty() {
                String::new()
            } else {
                format!("{}\n", body.trim_end())
            },
        ),
        ("%B", format!("{}\n", commit.message.trim_end())),
        ("%an", name.to_owned()),
        ("%ae", email.to_owned()),
        ("%cn", name.to_owned()),
        ("%ce", email.to_owned()),
        ("%ad", date(commit.time_us)),
        ("%cd", date(commit.time_us)),
        ("%as", iso(b"%Y-%m-%d")),
        ("%cs", iso(b"%Y-%m-%d")),
        ("%ai", iso(b"%Y-%m-%d %H:%M:%S %z")),
        ("%ci", iso(b"%Y-%m-%d %H:%M:%S %z")),
        ("%at", (commit.time_us.div_euclid(1_000_000)).to_string()),
        ("%ct", (commit.time_us.div_euclid(1_000_000)).to_string()),
        (
            "%d",
            decoration(repo, commit)
                .map(|names| format!(" ({names})"))
                .unwrap_or_default(),
        ),
        ("%D", decoration(repo, commit).unwrap_or_default()),
        ("%n", "\n".to_owned()),
        ("%%", "%".to_owned()),
    ];
    let mut out = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        // The longest key first: `%an` before a shorter one.
        let known = values
            .iter()
            .filter(|(key, _)| rest.starts_with(key))
            .max_by_key(|(key, _)| key.len());
        match known {
            Some((key, value)) => {
                out.push_str(value);
                rest = &rest[key.len()..];
            }
            None => {
                out.push('%');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// What `git log` is asked.
#[derive(Default)]
struct Asked {
    forms: Forms,
    line: Line,
    most: Option<usize>,
    skipped: usize,
    is_reversed: bool,
    marks_graph: bool,
    grep: Option<String>,
}

fn asked(run: &mut Run<'_, '_>, words: &Words) -> Step<Asked> {
    let mut asked = Asked::default();
    for word in &words.options {
        let (name, value) = option(word);
        let count = |text: &str| text.parse::<usize>().ok();
        match (name.as_str(), value.as_deref()) {
            ("-n" | "--max-count", Some(text)) if count(text).is_some() => asked.most = count(text),
            ("--skip", Some(text)) if count(text).is_some() => {
                asked.skipped = count(text).unwrap_or_default();
            }
            ("--reverse", None) => asked.is_reversed = true,
            ("--graph", None) => asked.marks_graph = true,
            ("--grep", Some(text)) => asked.grep = Some(text.to_owned()),
            (
                "--all" | "--follow" | "--first-parent" | "--no-merges" | "--topo-order"
                | "--date-order" | "--branches",
                _,
            ) => {}
            (short, None)
                if short
                    .strip_prefix("-n")
                    .or_else(|| short.strip_prefix('-'))
                    .and_then(count)
                    .is_some() =>
            {
                asked.most = count(short.trim_start_matches(['-', 'n']));
            }
            (name, value) if asked.forms.take(name, value) || asked.line.take(name, value) => {}
            _ => {
                unknown::<()>(run, "log", word)?;
            }
        }
    }
    Ok(asked)
}

pub(super) async fn log(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(
        arguments,
        &[
            "-n",
            "--max-count",
            "--skip",
            "--grep",
            "--format",
            "--pretty",
        ],
    );
    let asked = asked(run, &words)?;
    let repo = Repo::open(run)?;
    repo.needs_commits(run)?;
    let mut paths = words.paths.clone().unwrap_or_default();
    let mut span = 0..repo.commits.len();
    for word in &words.operands {
        let text = String::from_utf8_lossy(word).into_owned();
        let place = |commit: &Commit| {
            repo.commits
                .iter()
                .position(|known| known.name == commit.name)
        };
        if let Some((from, to)) = text.split_once("..").filter(|_| run.lstat(word).is_err()) {
            let end = |text: &str| {
                if text.is_empty() {
                    b"HEAD".to_vec()
                } else {
                    text.as_bytes().to_vec()
                }
            };
            let (from, to) = (repo.commit(run, &end(from))?, repo.commit(run, &end(to))?);
            span = place(from).map_or(0, |at| at + 1)..place(to).map_or(0, |at| at + 1);
        } else if let Some(commit) = repo.find(&text).filter(|_| run.lstat(word).is_err()) {
            span.end = place(commit).map_or(0, |at| at + 1);
        } else if words.paths.is_none() && (run.lstat(word).is_ok() || word.contains(&b'*')) {
            paths.push(word.clone());
        } else {
            repo.commit(run, word)?;
        }
    }
    let of = Paths::new(run, &paths);
    let mut shown: Vec<&Commit> = Vec::new();
    let all = repo.commits.get(span).unwrap_or_default();
    let limit = asked.most.unwrap_or(usize::MAX);
    let mut skipped = asked.skipped;
    for commit in all.iter().rev() {
        if shown.len() >= limit {
            break;
        }
        if asked
            .grep
            .as_ref()
            .is_some_and(|text| !commit.message.contains(text))
        {
            continue;
        }
        if !of.is_everything() {
            let ends = (commit.before(), commit.point());
            if changes(run, repo.history, ends, &of, Forms::default().wanted())?.is_empty() {
                continue;
            }
        }
        if skipped > 0 {
            skipped -= 1;
            continue;
        }
        shown.push(commit);
    }
    if asked.is_reversed {
        shown.reverse();
    }
    for (at, commit) in shown.into_iter().enumerate() {
        put_one(run, &repo, (at, commit), &asked, &of).await?;
    }
    Ok(())
}

async fn put_one(
    run: &mut Run<'_, '_>,
    repo: &Repo<'_>,
    (at, commit): (usize, &Commit),
    asked: &Asked,
    of: &Paths,
) -> Step<()> {
    if at > 0 && (!asked.line.is_short() || asked.line.is_separated()) {
        run.put("\n")?;
    }
    if asked.marks_graph {
        run.put("* ")?;
    }
    put_commit(run, repo, commit, &asked.line)?;
    if asked.forms.is_default() {
        return Ok(());
    }
    let all = changes(
        run,
        repo.history,
        (commit.before(), commit.point()),
        of,
        asked.forms.wanted(),
    )?;
    if !all.is_empty() {
        asked.line.put_gap(run, asked.forms)?;
        put_changes(run, &all, asked.forms).await?;
    }
    run.turn().await;
    Ok(())
}
