//! `git add` and `git commit`.

use super::changes::{Paths, Wanted, top_path};
use super::repo::Repo;
use super::{End, Words, error, fatal, instead, option, stat, status, unknown};
use crate::Errno;
use crate::bytes::cat;
use crate::run::{Run, Step};

/// Bytes of a message.
const MESSAGE_BYTES_MAX: usize = 64 << 10;

/// All files are tracked: only names that are nothing are refused.
pub(super) fn add(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let (mut is_all, mut is_told) = (false, false);
    for word in &words.options {
        match word.as_slice() {
            b"-A" | b"--all" | b"-u" | b"--update" | b"--no-ignore-removal" => is_all = true,
            b"-v" | b"--verbose" | b"-n" | b"--dry-run" => is_told = true,
            b"-f" | b"--force" | b"-N" | b"--intent-to-add" | b"--ignore-errors" => {}
            b"-p" | b"--patch" | b"-i" | b"--interactive" | b"-e" | b"--edit" => {
                return instead(
                    run,
                    "add: nothing is asked here: all changes are in the next commit",
                );
            }
            option => return unknown(run, "add", option),
        }
    }
    let repo = Repo::open(run)?;
    let operands = words.all_operands();
    if operands.is_empty() && !is_all {
        run.put_error("Nothing specified, nothing added.\n")?;
        return run.put_error(
            "hint: all files are tracked here, and all changes are in the next commit\n",
        );
    }
    let of = Paths::new(run, &operands);
    let mut known = None;
    for word in &operands {
        let is_pattern = word.iter().any(|byte| b"*?[".contains(byte));
        if is_pattern || word.starts_with(b":/") || run.lstat(word).is_ok() {
            continue;
        }
        // What was deleted is named by what it was.
        if known.is_none() {
            let all = Paths::default();
            known = Some(repo.changes(run, &all, Wanted::Names)?);
        }
        let spec = top_path(&run.at(word));
        let is_known = known.iter().flatten().any(|change| {
            super::changes::is_in(&change.path, &spec)
                || change
                    .from
                    .as_ref()
                    .is_some_and(|from| super::changes::is_in(from, &spec))
        });
        if !is_known {
            return fatal(run, cat!["pathspec '", word, "' did not match any files"]);
        }
    }
    if is_told {
        for change in repo.changes(run, &of, Wanted::Names)? {
            let what = if change.after.is_some() {
                "add '"
            } else {
                "remove '"
            };
            run.put(cat![what, change.path, "'\n"])?;
        }
    }
    Ok(())
}

/// What `git commit` is asked.
#[derive(Default)]
struct Asked {
    message: Option<Vec<u8>>,
    file: Option<String>,
    is_quiet: bool,
    may_be_empty: bool,
    is_dry: bool,
}

fn asked(run: &mut Run<'_, '_>, words: &Words) -> Step<Asked> {
    let mut asked = Asked::default();
    for word in &words.options {
        let (name, value) = option(word);
        match (name.as_str(), value) {
            ("-m" | "--message" | "-am" | "-qm" | "-qam" | "-aqm", Some(text)) => {
                asked.is_quiet |= name.contains('q');
                let before = asked.message.take().map(|before| cat![before, "\n\n"]);
                asked.message = Some(cat![before.unwrap_or_default(), text]);
            }
            ("-F" | "--file", Some(name)) => asked.file = Some(name),
            ("-q" | "--quiet" | "-aq" | "-qa", None) => asked.is_quiet = true,
            ("--allow-empty", None) => asked.may_be_empty = true,
            ("--dry-run", None) => asked.is_dry = true,
            // All that has changed is committed, and nothing else runs.
            (
                "-a"
                | "--all"
                | "-n"
                | "--no-verify"
                | "-v"
                | "--verbose"
                | "--no-edit"
                | "--no-gpg-sign"
                | "-s"
                | "--signoff"
                | "--allow-empty-message"
                | "--no-status",
                None,
            ) => {}
            ("--author" | "--date", Some(_)) => {
                return instead(
                    run,
                    "commit: the author is that of GIT_AUTHOR_NAME and GIT_AUTHOR_EMAIL, and the time is now",
                );
            }
            ("--amend", None) => {
                return instead(
                    run,
                    "commit: --amend is not there: take the last commit back with git reset --soft HEAD~1, and \
                     commit again",
                );
            }
            (short, None) if short.starts_with("-m") && !short.starts_with("--") => {
                asked.message = Some(word[2..].to_vec());
            }
            (short, Some(_)) if short.starts_with("-m") && !short.starts_with("--") => {
                asked.message = Some(word[2..].to_vec());
            }
            ("-p" | "--patch" | "-i" | "--interactive", None) => {
                return instead(
                    run,
                    "commit: nothing is asked here: all changes are committed together",
                );
            }
            _ => {
                unknown::<()>(run, "commit", word)?;
            }
        }
    }
    Ok(asked)
}

fn message(run: &mut Run<'_, '_>, asked: &Asked) -> Step<String> {
    let bytes = match (&asked.message, &asked.file) {
        (Some(message), _) => message.clone(),
        (None, Some(name)) if name == "-" => {
            let mut text = Vec::new();
            // What is there already: a command that waits for input is asked again.
            match std::io::Read::read_to_end(&mut run.ctx.stdin, &mut text) {
                Ok(_) => text,
                Err(_) => return instead(run, "commit: give the message with -m"),
            }
        }
        (None, Some(name)) => {
            match run
                .files()
                .read(&run.at(name.as_bytes()), 0, MESSAGE_BYTES_MAX + 1)
            {
                Ok(text) => text,
                Err(errno) => {
                    return fatal(run, format!("could not read log file '{name}': {errno}"));
                }
            }
        }
        (None, None) => {
            return instead(
                run,
                "commit: there is no editor here: give the message with -m",
            );
        }
    };
    if bytes.len() > MESSAGE_BYTES_MAX {
        return instead(
            run,
            format!("commit: a message has at most {MESSAGE_BYTES_MAX} bytes"),
        );
    }
    // Blanks at the ends of lines, and empty lines around, are none of the message.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let text = lines.join("\n");
    let text = text.trim_matches('\n');
    if text.trim().is_empty() {
        run.flush()?;
        run.put_error("Aborting commit due to empty commit message.\n")?;
        return Err(End(1));
    }
    Ok(text.to_owned())
}

pub(super) fn commit(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(
        arguments,
        &[
            "-m",
            "--message",
            "-am",
            "-qm",
            "-qam",
            "-aqm",
            "-F",
            "--file",
            "--author",
            "--date",
        ],
    );
    let asked = asked(run, &words)?;
    if !words.all_operands().is_empty() {
        return instead(
            run,
            "commit: single paths are not committed: all changes are, so leave the paths out",
        );
    }
    let mut repo = Repo::open(run)?;
    let text = match asked.is_dry {
        true => String::new(),
        false => message(run, &asked)?,
    };
    let everything = Paths::default();
    let wanted = if asked.is_quiet {
        Wanted::Names
    } else {
        Wanted::Contents
    };
    let all = repo.changes(run, &everything, wanted)?;
    if asked.is_dry || all.is_empty() && !asked.may_be_empty {
        status::long(run, &repo, &all, "Initial commit")?;
        run.status = u8::from(all.is_empty());
        return Ok(());
    }
    let is_first = repo.commits.is_empty();
    repo.make_commit(run, &text)?;
    let Some(made) = repo.head().filter(|_| !asked.is_quiet) else {
        return Ok(());
    };
    let root = if is_first { " (root-commit)" } else { "" };
    run.put(cat![
        "[",
        repo.branches.own,
        root,
        " ",
        made.short(),
        "] ",
        made.subject(),
        "\n"
    ])?;
    run.put(stat::shortstat(&all))?;
    run.put(stat::summary(&all))
}

/// The error of a file that cannot be written.
pub(super) fn unwritable<T>(run: &mut Run<'_, '_>, path: &[u8], errno: Errno) -> Step<T> {
    error(run, cat!["unable to write file '", path, "': ", errno])
}
