//! `ln` and `link`: symbolic links alone.

use crate::Errno;
use crate::backup;
use crate::bytes::cat;
use crate::options::{Options, Table, Value, both, long, same, short};
use crate::paths;
use crate::resolve;
use crate::run::{Run, Step};
use crate::targets;

static LN: Table = Table {
    flags: &[
        long("backup", Value::Maybe),
        same("directory", "F", Value::No),
        both("n", "no-dereference", Value::No),
        both("T", "no-target-directory", Value::No),
        both("f", "force", Value::No),
        both("i", "interactive", Value::No),
        both("S", "suffix", Value::Needed),
        both("t", "target-directory", Value::Needed),
        both("L", "logical", Value::No),
        both("P", "physical", Value::No),
        both("r", "relative", Value::No),
        both("s", "symbolic", Value::No),
        both("v", "verbose", Value::No),
        short("b", Value::No),
        short("d", Value::No),
        short("F", Value::No),
    ],
    help: "-s [OPTION]... [-T] TARGET LINK
  or:  ln -s [OPTION]... TARGET
  or:  ln -s [OPTION]... TARGET... DIRECTORY
  or:  ln -s [OPTION]... -t DIRECTORY TARGET...
Makes symbolic links. There are no hard links, so -s is needed.

  -s             symbolic links
  -f, -i         removes what has the name; asks before
  -n             a link to a directory is no directory
  -r             targets from where the link is
  -b, --backup[=KIND], -S SUFFIX
                 keeps what would be removed under another name
  -t DIRECTORY, -T
                 where the links go; LINK is no directory
  -v             says what is linked",
    misused: 1,
    permutes: true,
};

const REFUSED: &str =
    "hard links are not supported: use 'ln -s' for a symbolic link, or 'cp' for a copy";

struct Settings {
    force: bool,
    asks: bool,
    relative: bool,
    verbose: bool,
    backup: Option<backup::Backup>,
}

pub(crate) async fn ln(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (mut symbolic, mut no_dereference) = (false, false);
    let mut settings = Settings {
        force: false,
        asks: false,
        relative: false,
        verbose: false,
        backup: None,
    };
    let mut backup = backup::Wish::default();
    let mut target = targets::Wish::default();
    let mut options = Options::new(&LN, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "s" => symbolic = true,
            "f" => (settings.force, settings.asks) = (true, false),
            "i" => (settings.force, settings.asks) = (false, true),
            "n" => no_dereference = true,
            "r" => settings.relative = true,
            "v" => settings.verbose = true,
            "b" | "backup" | "S" => backup.take(id, value),
            "t" => match value.as_deref().map(|path| (path, run.stat(path))) {
                _ if target.directory.is_some() => {
                    return run.die(1, "multiple target directories specified");
                }
                Some((path, Err(errno))) => {
                    let shown = run.q(path);
                    return run.die(1, cat!["failed to access ", shown, ": ", errno]);
                }
                Some((path, Ok(stat))) if !stat.is_directory() => {
                    let shown = run.q(path);
                    return run.die(1, cat!["target ", shown, " is not a directory"]);
                }
                _ => target.directory = value,
            },
            "T" => target.is_no_directory = true,
            // They are about hard links.
            _ => {}
        }
    }
    let operands = options.operands();
    if operands.is_empty() {
        return run.misused(1, "missing file operand");
    }
    if settings.relative && !symbolic {
        return run.die(1, "cannot do --relative without --symbolic");
    }
    if !symbolic {
        return run.die(1, REFUSED);
    }
    let pairs = pairs(run, target, operands, no_dereference)?;
    settings.backup = backup.settle(run)?;
    for (source, dest) in pairs {
        make(run, &settings, &source, &dest).await?;
    }
    Ok(())
}

/// Each target with the name of its link.
fn pairs(
    run: &mut Run<'_, '_>,
    target: targets::Wish,
    mut operands: Vec<Vec<u8>>,
    no_dereference: bool,
) -> Step<Vec<(Vec<u8>, Vec<u8>)>> {
    let count = operands.len();
    let into = |directory: &[u8], sources: Vec<Vec<u8>>| {
        let pair = |source: Vec<u8>| {
            let dest = targets::in_directory(directory, &source);
            (source, dest)
        };
        sources.into_iter().map(pair).collect()
    };
    if target.is_no_directory {
        if target.directory.is_some() {
            let message = "cannot combine --target-directory and --no-target-directory";
            return run.die(1, message);
        }
        if count != 2 {
            let (what, at) = if count < 2 {
                ("missing destination file operand after ", 0)
            } else {
                ("extra operand ", 2)
            };
            let shown = run.q(&operands[at]);
            return run.misused(1, cat![what, shown]);
        }
        let dest = operands.pop().unwrap_or_default();
        return Ok(vec![(operands.pop().unwrap_or_default(), dest)]);
    }
    if let Some(directory) = target.directory {
        return Ok(into(&directory, operands));
    }
    if count < 2 {
        return Ok(into(b".", operands));
    }
    let last = operands.pop().unwrap_or_default();
    let found = if no_dereference {
        run.lstat(&last)
    } else {
        run.stat(&last)
    };
    if found.is_ok_and(|stat| stat.is_directory()) {
        return Ok(into(&last, operands));
    }
    if count > 2 {
        let errno = match run.stat(&last) {
            Err(errno) => errno,
            Ok(_) => Errno::NotDirectory,
        };
        let shown = run.q(&last);
        return run.die(1, cat!["target ", shown, ": ", errno]);
    }
    Ok(vec![(operands.pop().unwrap_or_default(), last)])
}

async fn make(run: &mut Run<'_, '_>, settings: &Settings, source: &[u8], dest: &[u8]) -> Step<()> {
    let target = if settings.relative {
        relative(run, source, dest)
    } else {
        source.to_vec()
    };
    let path = run.at(dest);
    let shown = run.q(dest);
    let mut backup = None;
    let mut result = run.files().symlink(&target, &path);
    let replaces = settings.force || settings.asks || settings.backup.is_some();
    if result.is_err() && replaces {
        match run.lstat(dest) {
            Ok(stat) if stat.is_directory() => {
                let name = run.qf(dest);
                return run.fail(cat![name, ": cannot overwrite directory"]);
            }
            Ok(there) => {
                let is_itself = settings.force
                    && settings.backup.is_none()
                    && run
                        .stat(&target)
                        .is_ok_and(|source| source.number == there.number);
                if is_itself {
                    let from = run.q(&target);
                    return run.fail(cat![from, " and ", shown, " are the same file"]);
                }
                if settings.asks && !run.ask(cat!["ln: replace ", shown, "? "]).await? {
                    return Ok(());
                }
                if let Some(kind) = &settings.backup {
                    let name = kind.name(run, dest);
                    if let Err(errno) = run.files().rename(&path, &run.at(&name)) {
                        return run.fail(cat!["cannot backup ", shown, ": ", errno]);
                    }
                    backup = Some(name);
                }
                result = match result {
                    // Nothing is removed for a link that cannot be made.
                    Err(Errno::Exists) => {
                        let removed = if backup.is_some() {
                            Ok(())
                        } else {
                            run.files().unlink(&path)
                        };
                        removed.and_then(|()| run.files().symlink(&target, &path))
                    }
                    other => other,
                };
            }
            Err(Errno::NotFound) => {}
            Err(errno) => return run.fail(cat!["failed to access ", shown, ": ", errno]),
        }
    }
    match result {
        Ok(()) => {
            if settings.verbose {
                let before = match &backup {
                    Some(backup) => {
                        let shown = run.q(backup);
                        cat![shown, " ~ "]
                    }
                    None => Vec::new(),
                };
                let to = run.q(&target);
                run.put(cat![before, shown, " -> ", to, "\n"])?;
            }
            Ok(())
        }
        Err(errno) => {
            let mut message = cat!["failed to create symbolic link ", shown];
            if target.is_empty() || errno == Errno::NameTooLong {
                let to = run.q(&target);
                message.extend(cat![" -> ", to]);
            }
            message.extend(cat![": ", errno]);
            run.fail(message)?;
            if let Some(backup) = backup
                && let Err(errno) = run.files().rename(&run.at(&backup), &path)
            {
                run.fail(cat!["cannot un-backup ", shown, ": ", errno])?;
            }
            Ok(())
        }
    }
}

/// The target of a link as seen from the directory of the link.
fn relative(run: &Run<'_, '_>, source: &[u8], dest: &[u8]) -> Vec<u8> {
    let directory = paths::directory_of(dest);
    let from = resolve::canonical(
        run,
        &directory,
        resolve::Missing::All,
        resolve::Dots::Physical,
    );
    let to = resolve::canonical(run, source, resolve::Missing::All, resolve::Dots::Physical);
    match (from, to) {
        (Ok(from), Ok(to)) => resolve::relative(&to, &from),
        _ => source.to_vec(),
    }
}

static LINK: Table = Table {
    flags: &[],
    help: "FILE1 FILE2
Would make a hard link, of which there are none: it always fails.",
    misused: 1,
    permutes: true,
};

/// `link`, which is refused.
pub(crate) fn link(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut options = Options::new(&LINK, arguments);
    while options.next(run)?.is_some() {}
    let operands = options.operands();
    let message = match operands.as_slice() {
        [] => b"missing operand".to_vec(),
        [first] => {
            let shown = run.q(first);
            cat!["missing operand after ", shown]
        }
        [_, _] => return run.die(1, REFUSED),
        [_, _, extra, ..] => {
            let shown = run.q(extra);
            cat!["extra operand ", shown]
        }
    };
    run.misused(1, message)
}
