//! The small commands: `branch`, `init`, `rev-parse`, `ls-files`, `rm`, `mv` and `config`.

use super::changes::{Paths, Wanted, top_path};
use super::commit::unwritable;
use super::patch::quoted;
use super::repo::Repo;
use super::status::relative;
use super::{End, Words, fatal, files, instead, unknown};
use crate::Errno;
use crate::bytes::cat;
use crate::paths;
use crate::run::{Run, Step};
use crate::walk::{At, Follow, Walk};

pub(super) fn branch(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let repo = Repo::open(run)?;
    for word in &words.options {
        match word.as_slice() {
            b"--show-current" => return run.put(cat![repo.branches.own, "\n"]),
            b"-a" | b"--all" | b"-v" | b"-vv" | b"--list" | b"-l" | b"--no-color" => {}
            _ => {
                return instead(
                    run,
                    "branch: branches are those of the workspace: whoever runs this makes them with isolate-run \
                     branch NAME, merges them with isolate-run merge NAME, and deletes them with isolate-run branch \
                     NAME --delete",
                );
            }
        }
    }
    if let Some(name) = words.operands.first() {
        return instead(
            run,
            cat![
                "branch: a command works on one branch of the workspace: whoever runs it makes another with \
                 isolate-run branch ",
                name,
                ", and runs commands on it with --branch ",
                name
            ],
        );
    }
    let mut all: Vec<&String> = repo.branches.others.iter().collect();
    all.push(&repo.branches.own);
    all.sort_unstable();
    for name in all {
        let mark = if *name == repo.branches.own {
            "* "
        } else {
            "  "
        };
        run.put(cat![mark, name, "\n"])?;
    }
    Ok(())
}

pub(super) fn init(run: &mut Run<'_, '_>) -> Step<()> {
    Repo::open(run)?;
    run.put("The workspace has a history already: commits are checkpoints of it, and all files are tracked\n")
}

pub(super) fn rev_parse(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let repo = Repo::open(run)?;
    let (mut is_short, mut is_name, mut is_quiet) = (false, false, false);
    for word in &arguments {
        match word.as_slice() {
            b"--show-toplevel" => run.put("/\n")?,
            b"--show-cdup" => {
                let top = top_path(&run.ctx.directory);
                let depth = top
                    .split(|byte| *byte == b'/')
                    .filter(|name| !name.is_empty())
                    .count();
                run.put(cat!["../".repeat(depth), "\n"])?;
            }
            b"--show-prefix" => {
                let top = top_path(&run.ctx.directory);
                let end = if top.is_empty() { "\n" } else { "/\n" };
                run.put(cat![top, end])?;
            }
            b"--is-inside-work-tree" => run.put("true\n")?,
            b"--is-inside-git-dir" | b"--is-bare-repository" => run.put("false\n")?,
            b"--short" => is_short = true,
            b"--abbrev-ref" => is_name = true,
            b"--verify" => {}
            b"-q" | b"--quiet" => is_quiet = true,
            b"--git-dir" | b"--absolute-git-dir" | b"--git-common-dir" => {
                return instead(
                    run,
                    "rev-parse: there is no folder .git: the history is that of the workspace",
                );
            }
            option if option.starts_with(b"--short=") => is_short = true,
            option if option.starts_with(b"-") => return unknown(run, "rev-parse", option),
            name => {
                let text = String::from_utf8_lossy(name).into_owned();
                if is_name && (matches!(text.as_str(), "HEAD" | "@") || text == repo.branches.own) {
                    run.put(cat![repo.branches.own, "\n"])?;
                    continue;
                }
                match repo.find(&text) {
                    Some(commit) if is_short => run.put(cat![commit.short(), "\n"])?,
                    Some(commit) => run.put(cat![commit.hash, "\n"])?,
                    None if is_quiet => return Err(End(1)),
                    None if repo.commits.is_empty() => repo.needs_commits(run)?,
                    None => drop(repo.commit(run, name)?),
                }
            }
        }
    }
    Ok(())
}

pub(super) async fn ls_files(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let (mut ends_with_zero, mut modified, mut deleted, mut others, mut must_be) =
        (false, false, false, false, false);
    for word in &words.options {
        match word.as_slice() {
            b"-z" => ends_with_zero = true,
            b"-m" | b"--modified" => modified = true,
            b"-d" | b"--deleted" => deleted = true,
            b"-o" | b"--others" => others = true,
            b"-c" | b"--cached" | b"--exclude-standard" | b"--full-name" => {}
            b"--error-unmatch" => must_be = true,
            option => return unknown(run, "ls-files", option),
        }
    }
    let repo = Repo::open(run)?;
    let operands = words.all_operands();
    let of = Paths::new(run, &operands);
    let end = if ends_with_zero { "\0" } else { "\n" };
    let directory = run.ctx.directory.clone();
    let shown = |path: &[u8]| {
        let path = relative(path, &directory);
        if ends_with_zero { path } else { quoted(&path) }
    };
    if modified || deleted {
        let all = repo.changes(run, &of, Wanted::Names)?;
        for change in all.iter().filter(|change| change.before.is_some()) {
            if modified || change.after.is_none() {
                run.put(cat![shown(&change.path), end])?;
            }
        }
        return Ok(());
    }
    // All files are tracked.
    if others {
        return Ok(());
    }
    let mut found: Vec<Vec<u8>> = Vec::new();
    let mut walk = Walk::new(&directory, Follow::Never);
    while let Some(at) = walk.next(run) {
        match at {
            At::Leaf(_) => {
                let path = top_path(walk.path());
                if of.has(&path) {
                    found.push(path);
                }
            }
            At::Enter(_) if is_internal(walk.path()) => walk.skip(),
            _ => {}
        }
        run.turn().await;
    }
    if must_be
        && let Some(at) =
            of.unmatched(|spec| found.iter().any(|path| super::changes::is_in(path, spec)))
    {
        run.flush()?;
        run.put_error(cat![
            "error: pathspec '",
            operands[at],
            "' did not match any file(s) known to git\nDid you forget to 'git add'?\n"
        ])?;
        return Err(End(1));
    }
    found.sort_unstable();
    for path in found {
        run.put(cat![shown(&path), end])?;
    }
    Ok(())
}

/// Whether a directory is one of the workspace itself, and no work of a user.
fn is_internal(path: &[u8]) -> bool {
    matches!(path, b"/.checkpoints" | b"/.runs")
}

pub(super) fn rm(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let (mut recursive, mut is_quiet, mut is_dry, mut may_miss) = (false, false, false, false);
    for word in &words.options {
        match word.as_slice() {
            b"-r" => recursive = true,
            b"-f" | b"--force" => {}
            b"-rf" | b"-fr" => recursive = true,
            b"-q" | b"--quiet" => is_quiet = true,
            b"-n" | b"--dry-run" => is_dry = true,
            b"--ignore-unmatch" => may_miss = true,
            b"--cached" => return instead(run, "rm: --cached is not there: all files are tracked"),
            option => return unknown(run, "rm", option),
        }
    }
    Repo::open(run)?;
    let operands = words.all_operands();
    if operands.is_empty() {
        return fatal(run, "No pathspec was given. Which files should I remove?");
    }
    let mut gone: Vec<Vec<u8>> = Vec::new();
    for word in &operands {
        match run.lstat(word) {
            Ok(stat) if stat.is_directory() && !recursive => {
                return fatal(
                    run,
                    cat!["not removing '", word, "' recursively without -r"],
                );
            }
            Ok(_) => {
                let root = run.at(word);
                let mut walk = Walk::new(&root, Follow::Never);
                while let Some(at) = walk.next(run) {
                    match at {
                        At::Leaf(_) => gone.push(top_path(walk.path())),
                        At::Enter(_) if is_internal(walk.path()) => walk.skip(),
                        _ => {}
                    }
                }
            }
            Err(_) if may_miss => {}
            Err(_) => return fatal(run, cat!["pathspec '", word, "' did not match any files"]),
        }
    }
    gone.sort_unstable();
    gone.dedup();
    for path in gone {
        if !is_quiet {
            run.put(cat!["rm '", path, "'\n"])?;
        }
        if is_dry {
            continue;
        }
        if let Err(errno) = files::remove(run, &path) {
            return unwritable(run, &path, errno);
        }
    }
    Ok(())
}

pub(super) fn mv(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let mut is_forced = false;
    for word in &words.options {
        match word.as_slice() {
            b"-f" | b"--force" => is_forced = true,
            b"-k" | b"-v" | b"--verbose" => {}
            option => return unknown(run, "mv", option),
        }
    }
    Repo::open(run)?;
    let mut operands = words.all_operands();
    let Some(target) = operands.pop().filter(|_| !operands.is_empty()) else {
        return fatal(run, "usage: git mv [-f] SOURCE... DESTINATION");
    };
    let into = run.stat(&target).is_ok_and(|stat| stat.is_directory());
    if operands.len() > 1 && !into {
        return fatal(run, cat!["destination '", target, "' is not a directory"]);
    }
    for source in &operands {
        let to = match into {
            true => paths::join(&run.at(&target), paths::base_name(source)),
            false => run.at(&target),
        };
        let (shown_from, shown_to) = (
            relative(&top_path(&run.at(source)), b"/"),
            relative(&top_path(&to), b"/"),
        );
        let ends = cat![", source=", shown_from, ", destination=", shown_to];
        if run.lstat(source).is_err() {
            return fatal(run, cat!["bad source", ends]);
        }
        if !is_forced && run.files().stat(&to, false).is_ok() {
            return fatal(run, cat!["destination exists", ends]);
        }
        match run.files().rename(&run.at(source), &to) {
            Ok(()) => {}
            Err(Errno::NotFound) => {
                return fatal(run, cat!["destination directory does not exist", ends]);
            }
            Err(errno) => return fatal(run, cat!["renaming '", shown_from, "' failed: ", errno]),
        }
    }
    Ok(())
}

/// Settings are not kept: what a script sets before it commits is passed over with a word.
pub(super) fn config(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let words = Words::new(arguments, &[]);
    let reads = words
        .options
        .iter()
        .any(|word| word.starts_with(b"--get") || *word == b"-l" || *word == b"--list");
    if reads || words.operands.len() < 2 {
        run.status = 1;
        return Ok(());
    }
    run.put_error(
        "git: config: settings are not kept: the author is that of GIT_AUTHOR_NAME and GIT_AUTHOR_EMAIL\n",
    )
}
