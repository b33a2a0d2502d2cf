//! `git` over the history of the files: commits are points of it that have names, and nothing of them is a file.
//!
//! All files are tracked, and all that has changed is in the next commit: there is no index. What is printed has
//! the format of git; hashes of commits follow from their notes, those of files are git's.

mod apply;
mod changes;
mod commit;
mod files;
mod hash;
mod log;
mod missing;
mod other;
mod patch;
mod repo;
mod restore;
mod show;
mod similar;
mod stash;
mod stat;
mod status;

use crate::Errno;
use crate::bytes::cat;
use crate::run::{End, Run, Step};

/// What git ends with where something is wrong.
const FATAL: u8 = 128;

const HELP: &str = "usage: git [-C DIR] COMMAND [ARGUMENTS]
The history of the workspace; all files are tracked, and commits are checkpoints.

  status [-s] [PATH...]            what has changed since the last commit
  diff [--stat] [REV [REV]] [-- PATH...]
  log [--oneline] [-n N] [-p] [--stat] [-- PATH...]
  show [REV[:PATH]]
  add, commit -m MESSAGE           all changes are committed
  restore [-s REV] PATH..., checkout [REV] -- PATH...
  reset [--soft | --hard] [REV]
  apply [--check] [-R] [--stat] [FILE]
  stash [push | pop | apply | list | show | drop | clear]
  rm, mv, clean -f, ls-files, grep, branch, rev-parse, init
";

/// Ends the command as git does where something is wrong.
fn fatal<T>(run: &mut Run<'_, '_>, message: impl AsRef<[u8]>) -> Step<T> {
    run.flush()?;
    run.put_error(cat!["fatal: ", message, "\n"])?;
    Err(End(FATAL))
}

/// Ends the command with an error of its own.
fn error<T>(run: &mut Run<'_, '_>, message: impl AsRef<[u8]>) -> Step<T> {
    run.flush()?;
    run.put_error(cat!["error: ", message, "\n"])?;
    Err(End(1))
}

/// Ends the command with a line that names what to do instead.
fn instead<T>(run: &mut Run<'_, '_>, message: impl AsRef<[u8]>) -> Step<T> {
    run.flush()?;
    run.put_error(cat!["git: ", message, "\n"])?;
    Err(End(1))
}

fn no_history<T>(run: &mut Run<'_, '_>) -> Step<T> {
    fatal(
        run,
        "these files have no history: compare copies with diff -u, and change files with patch",
    )
}

/// The end where the history cannot be asked.
fn stale<T>(run: &mut Run<'_, '_>, errno: Errno) -> Step<T> {
    match errno {
        Errno::Stale => fatal(
            run,
            "the history of the workspace no longer reaches back to that commit, only its message is left: make a \
             commit, and compare with later ones",
        ),
        Errno::NotSupported => no_history(run),
        errno => fatal(run, format!("cannot read the history: {errno}")),
    }
}

/// An argument that the command does not have.
fn unknown<T>(run: &mut Run<'_, '_>, command: &str, option: &[u8]) -> Step<T> {
    instead(
        run,
        cat![command, ": ", option, " is not there: see git --help"],
    )
}

/// Words of a command line: options, what is before `--`, and the paths behind it.
struct Words {
    options: Vec<Vec<u8>>,
    operands: Vec<Vec<u8>>,
    /// Behind `--`, if it is there.
    paths: Option<Vec<Vec<u8>>>,
}

impl Words {
    /// `valued` are the options whose value is the next word: it is joined with `=`.
    fn new(arguments: Vec<Vec<u8>>, valued: &[&str]) -> Self {
        let mut words = Self {
            options: Vec::new(),
            operands: Vec::new(),
            paths: None,
        };
        let mut rest = arguments.into_iter();
        while let Some(word) = rest.next() {
            if let Some(paths) = &mut words.paths {
                paths.push(word);
            } else if word == b"--" {
                words.paths = Some(Vec::new());
            } else if word.starts_with(b"-") && word.len() > 1 {
                let takes_next = valued.iter().any(|name| name.as_bytes() == word);
                match takes_next.then(|| rest.next()).flatten() {
                    Some(value) => words.options.push(cat![word, "=", value]),
                    None => words.options.push(word),
                }
            } else {
                words.operands.push(word);
            }
        }
        words
    }

    /// What is before `--` and behind it.
    fn all_operands(&self) -> Vec<Vec<u8>> {
        let behind = self.paths.iter().flatten();
        self.operands.iter().chain(behind).cloned().collect()
    }
}

/// An option as text, and its value.
fn option(word: &[u8]) -> (String, Option<String>) {
    let text = String::from_utf8_lossy(word).into_owned();
    match text.split_once('=') {
        Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
        None => (text, None),
    }
}

/// A setting for this command: of those that git has, the author counts.
fn set(run: &mut Run<'_, '_>, setting: &[u8]) {
    let names = [
        ("user.name=", "GIT_AUTHOR_NAME"),
        ("user.email=", "GIT_AUTHOR_EMAIL"),
    ];
    for (key, name) in names {
        if let Some(value) = setting.strip_prefix(key.as_bytes()) {
            run.ctx
                .environment
                .insert(name.as_bytes().to_vec(), value.to_vec());
        }
    }
}

pub(crate) async fn git(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut rest = arguments.into_iter();
    let name = loop {
        let Some(word) = rest.next() else {
            run.put(HELP)?;
            return Err(End(1)).or_else(|end| run.flush().and(Err(end)));
        };
        match word.as_slice() {
            b"-C" => {
                let directory = rest.next().unwrap_or_default();
                match run.stat(&directory) {
                    Ok(stat) if stat.is_directory() => run.ctx.directory = run.at(&directory),
                    other => {
                        let errno = other.err().unwrap_or(Errno::NotDirectory);
                        return fatal(run, cat!["cannot change to '", directory, "': ", errno]);
                    }
                }
            }
            b"-c" => set(run, &rest.next().unwrap_or_default()),
            b"--no-pager"
            | b"-P"
            | b"-p"
            | b"--paginate"
            | b"--no-optional-locks"
            | b"--literal-pathspecs" => {}
            b"--version" | b"-v" => return run.put("git version 2.47.3\n"),
            b"--help" | b"-h" | b"help" => return run.put(HELP),
            option if option.starts_with(b"-") => {
                return instead(
                    run,
                    cat![
                        option,
                        " is not there: there is one history, that of the workspace"
                    ],
                );
            }
            _ => break word,
        }
    };
    let name = String::from_utf8_lossy(&name).into_owned();
    let arguments: Vec<Vec<u8>> = rest.collect();
    match name.as_str() {
        "status" => status::status(run, arguments),
        "diff" => show::diff(run, arguments).await,
        "log" => log::log(run, arguments).await,
        "show" => show::show(run, arguments).await,
        "add" | "stage" => commit::add(run, arguments),
        "commit" => commit::commit(run, arguments),
        "checkout" => restore::checkout(run, arguments),
        "switch" => restore::switch(run, arguments),
        "restore" => restore::restore(run, arguments),
        "reset" => restore::reset(run, arguments),
        "clean" => restore::clean(run, arguments),
        "apply" => apply::apply(run, arguments).await,
        "stash" => stash::stash(run, arguments).await,
        "branch" => other::branch(run, arguments),
        "init" => other::init(run),
        "rev-parse" => other::rev_parse(run, arguments),
        "ls-files" => other::ls_files(run, arguments).await,
        "rm" => other::rm(run, arguments),
        "mv" => other::mv(run, arguments),
        "config" => other::config(run, arguments),
        name => missing::said(run, name, &arguments),
    }
}
