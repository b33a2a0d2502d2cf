//! `rm`.

use std::collections::BTreeSet;

use crate::Errno;
use crate::bytes::cat;
use crate::files::{Kind, Stat};
use crate::options::{Options, Table, Value, Words, both, long, pick, short};
use crate::paths;
use crate::run::{Run, Step};
use crate::walk::{At, Follow, Walk};

static TABLE: Table = Table {
    flags: &[
        both("f", "force", Value::No),
        long("interactive", Value::Maybe),
        long("one-file-system", Value::No),
        long("no-preserve-root", Value::No),
        long("preserve-root", Value::Maybe),
        both("r", "recursive", Value::No),
        both("d", "dir", Value::No),
        both("v", "verbose", Value::No),
        short("i", Value::No),
        short("I", Value::No),
        short("R", Value::No),
    ],
    help: "[OPTION]... [FILE]...
Removes files, and with -r directories with all that is in them.

  -f             ignores what is missing, and never asks
  -i, -I, --interactive[=WHEN]
                 asks before each; once before many or -r; WHEN is never, once or always
  -r, -R         directories with all that is in them
  -d             empty directories
  -v             says what is removed
      --no-preserve-root, --preserve-root[=all], --one-file-system",
    misused: 1,
    permutes: true,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    Never,
    Once,
    Always,
}

/// The words of `--interactive`.
const ASKS: &[Words<Asks>] = &[
    (&["never", "no", "none"], Asks::Never),
    (&["once"], Asks::Once),
    (&["always", "yes"], Asks::Always),
];

struct Settings {
    asks: bool,
    recursive: bool,
    empty_directories: bool,
    ignores_missing: bool,
    verbose: bool,
    preserves_root: bool,
}

pub(crate) async fn rm(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut settings = Settings {
        asks: false,
        recursive: false,
        empty_directories: false,
        ignores_missing: false,
        verbose: false,
        preserves_root: true,
    };
    let mut asks = Asks::Never;
    let is_dashed = |word: &&Vec<u8>| word.len() > 1 && word[0] == b'-';
    run.dashed = arguments.iter().filter(is_dashed).cloned().collect();
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "f" => {
                asks = Asks::Never;
                settings.ignores_missing = true;
            }
            "i" => {
                asks = Asks::Always;
                settings.ignores_missing = false;
            }
            "I" => {
                asks = Asks::Once;
                settings.ignores_missing = false;
            }
            "interactive" => {
                asks = match value {
                    Some(value) => pick(run, "--interactive", &value, ASKS, 1)?,
                    None => Asks::Always,
                };
                settings.ignores_missing &= asks == Asks::Never;
            }
            "r" | "R" => settings.recursive = true,
            "d" => settings.empty_directories = true,
            "v" => settings.verbose = true,
            "no-preserve-root" => settings.preserves_root = false,
            "preserve-root" => match value.as_deref() {
                None | Some(b"all") => settings.preserves_root = true,
                Some(other) => {
                    let shown = run.word(other);
                    return run.die(1, cat!["unrecognized --preserve-root argument: ", shown]);
                }
            },
            // There is one filesystem.
            _ => {}
        }
    }
    let operands = options.operands();
    if operands.is_empty() {
        if settings.ignores_missing {
            return Ok(());
        }
        return run.misused(1, "missing operand");
    }
    settings.asks = asks == Asks::Always;
    if asks == Asks::Once && (settings.recursive || operands.len() > 3) {
        let count = operands.len();
        let plural = if count == 1 { "" } else { "s" };
        let how = if settings.recursive {
            " recursively"
        } else {
            ""
        };
        if !run
            .ask(format!("rm: remove {count} argument{plural}{how}? "))
            .await?
        {
            return Ok(());
        }
    }
    for operand in &operands {
        remove(run, &settings, operand).await?;
    }
    Ok(())
}

/// Removes one operand.
async fn remove(run: &mut Run<'_, '_>, settings: &Settings, operand: &[u8]) -> Step<()> {
    let found = run.lstat(operand);
    let is_directory = found.is_ok_and(|stat| stat.is_directory());
    if settings.recursive || is_directory {
        if settings.recursive && found.is_ok() && paths::is_dots(paths::base_name(operand)) {
            let shown = run.q(operand);
            return run.fail(cat![
                "refusing to remove '.' or '..' directory: skipping ",
                shown
            ]);
        }
        let root = run.files().stat(b"/", true).ok().map(|root| root.number);
        let is_root = is_directory && root.is_some() && found.ok().map(|stat| stat.number) == root;
        if settings.recursive && settings.preserves_root && is_root {
            let shown = run.q(operand);
            let same = if operand == b"/" {
                ""
            } else {
                " (same as '/')"
            };
            run.fail(cat![
                "it is dangerous to operate recursively on ",
                shown,
                same
            ])?;
            return run.say("use --no-preserve-root to override this failsafe");
        }
    }
    let mut walk = Walk::new(paths::with_one_slash(operand), Follow::Never);
    let mut kept: BTreeSet<usize> = BTreeSet::new();
    while let Some(at) = walk.next(run) {
        run.turn().await;
        let depth = walk.depth();
        let path = walk.path().to_vec();
        let is_kept;
        match at {
            At::Missing(errno) => {
                // What cannot be asked for may have another reason why it cannot be removed.
                let errno = run.files().unlink(&run.at(&path)).err().unwrap_or(errno);
                is_kept = !missing(run, settings, &path, errno)?;
            }
            At::Leaf(stat) => is_kept = !leaf(run, settings, &path, &stat).await?,
            At::Enter(_) => {
                kept.remove(&(depth + 1));
                let (is_over, keeps) = enter(run, settings, &path).await?;
                is_kept = keeps;
                if is_over {
                    walk.skip();
                }
            }
            At::Leave(_) => {
                if kept.remove(&(depth + 1)) {
                    // Something in it stays, and that has been said.
                    is_kept = true;
                } else if settings.asks {
                    let shown = run.q(&path);
                    is_kept = !run.ask(cat!["rm: remove directory ", shown, "? "]).await?
                        || !remove_directory(run, settings, &path)?;
                } else {
                    is_kept = !remove_directory(run, settings, &path)?;
                }
            }
            At::Unlisted(_, errno) => {
                let shown = run.q(&path);
                run.fail(cat!["cannot remove ", shown, ": ", errno])?;
                is_kept = true;
            }
            At::Cycle(_) => is_kept = true,
        }
        if is_kept {
            kept.insert(depth);
        }
    }
    Ok(())
}

fn missing(run: &mut Run<'_, '_>, settings: &Settings, path: &[u8], errno: Errno) -> Step<bool> {
    let is_ignored = settings.ignores_missing
        && matches!(
            errno,
            Errno::NotFound | Errno::NotDirectory | Errno::Invalid | Errno::NameTooLong
        );
    // Only what cannot exist is ignored.
    if is_ignored && errno != Errno::NameTooLong {
        return Ok(true);
    }
    let shown = run.q(path);
    run.fail(cat!["cannot remove ", shown, ": ", errno])?;
    Ok(false)
}

/// What a question calls a file.
fn kind_word(stat: &Stat) -> &'static str {
    match stat.kind {
        Kind::Link => "symbolic link",
        Kind::Directory => "directory",
        Kind::File if stat.size == 0 => "regular empty file",
        Kind::File => "regular file",
    }
}

async fn leaf(run: &mut Run<'_, '_>, settings: &Settings, path: &[u8], stat: &Stat) -> Step<bool> {
    if settings.asks {
        let shown = run.q(path);
        if !run
            .ask(cat!["rm: remove ", kind_word(stat), " ", shown, "? "])
            .await?
        {
            return Ok(false);
        }
    }
    match run.files().unlink(&run.at(path)) {
        Ok(()) => {
            if settings.verbose {
                let shown = run.q(path);
                run.put(cat!["removed ", shown, "\n"])?;
            }
            Ok(true)
        }
        Err(errno) => missing(run, settings, path, errno),
    }
}

/// Decides about a directory before what is in it: whether that is all, and whether it stays.
async fn enter(run: &mut Run<'_, '_>, settings: &Settings, path: &[u8]) -> Step<(bool, bool)> {
    if settings.recursive && !settings.asks {
        return Ok((false, false));
    }
    let shown = run.q(path);
    if !(settings.recursive || (settings.empty_directories && is_empty(run, path))) {
        let errno = if settings.empty_directories {
            Errno::NotEmpty
        } else {
            Errno::IsDirectory
        };
        run.fail(cat!["cannot remove ", shown, ": ", errno])?;
        return Ok((true, true));
    }
    if !settings.asks {
        let removed = remove_directory(run, settings, path)?;
        return Ok((true, !removed));
    }
    if is_empty(run, path) {
        let is_wanted = run.ask(cat!["rm: remove directory ", shown, "? "]).await?;
        let removed = is_wanted && remove_directory(run, settings, path)?;
        return Ok((true, !removed));
    }
    let is_wanted = run
        .ask(cat!["rm: descend into directory ", shown, "? "])
        .await?;
    Ok((!is_wanted, !is_wanted))
}

fn is_empty(run: &Run<'_, '_>, path: &[u8]) -> bool {
    let entries = run.files().list(&run.at(path));
    entries.is_ok_and(|entries| entries.is_empty())
}

fn remove_directory(run: &mut Run<'_, '_>, settings: &Settings, path: &[u8]) -> Step<bool> {
    match run.files().remove_directory(&run.at(path)) {
        Ok(()) => {
            if settings.verbose {
                let shown = run.q(path);
                run.put(cat!["removed directory ", shown, "\n"])?;
            }
            Ok(true)
        }
        Err(errno) => missing(run, settings, path, errno),
    }
}
