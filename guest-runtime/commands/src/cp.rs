//! `cp`.

use crate::backup;
use crate::bytes::cat;
use crate::copy::{Copier, Deref, Overwrite, Rules};
use crate::options::{Options, Table, Value, both, choice, long, short, unsupported};
use crate::paths;
use crate::run::{Run, Step};
use crate::targets::{self, Target};

static TABLE: Table = Table {
    flags: &[
        both("a", "archive", Value::No),
        long("attributes-only", Value::No),
        long("backup", Value::Maybe),
        long("copy-contents", Value::No),
        both("L", "dereference", Value::No),
        both("f", "force", Value::No),
        both("i", "interactive", Value::No),
        both("l", "link", Value::No),
        both("n", "no-clobber", Value::No),
        both("P", "no-dereference", Value::No),
        long("no-preserve", Value::Needed),
        both("T", "no-target-directory", Value::No),
        both("x", "one-file-system", Value::No),
        long("parents", Value::No),
        long("preserve", Value::Maybe),
        both("R", "recursive", Value::No),
        long("remove-destination", Value::No),
        long("sparse", Value::Needed),
        long("reflink", Value::Maybe),
        long("strip-trailing-slashes", Value::No),
        both("S", "suffix", Value::Needed),
        both("s", "symbolic-link", Value::No),
        both("t", "target-directory", Value::Needed),
        both("u", "update", Value::No),
        both("v", "verbose", Value::No),
        both("Z", "context", Value::No),
        short("b", Value::No),
        short("d", Value::No),
        short("H", Value::No),
        short("p", Value::No),
        short("r", Value::No),
    ],
    help: "[OPTION]... [-T] SOURCE DEST
  or:  cp [OPTION]... SOURCE... DIRECTORY
  or:  cp [OPTION]... -t DIRECTORY SOURCE...
Copies files, and with -R directories with all that is in them.

  -a                     as -dR --preserve=all
  -R, -r                 directories, too
  -p, --preserve[=LIST]  keeps mode and time; LIST of mode, timestamps, ownership, links, all
      --no-preserve=LIST does not
  -d, -P, -H, -L         links as links (-d, -P); follows those of the command line, or all
  -f                     removes a file that cannot be written, and tries again
  -i, -n, -u             asks before it overwrites; overwrites nothing; only what is older
  -b, --backup[=KIND], -S SUFFIX
                         keeps what would be overwritten under another name
  -s                     makes symbolic links instead of copies
  -t DIRECTORY, -T       where the files go; DEST is no directory
  -v                     says what is copied
      --attributes-only  no content
      --parents          makes the directories of SOURCE in DIRECTORY
      --remove-destination, --strip-trailing-slashes
There are no hard links: -l is refused.",
    misused: 1,
    permutes: true,
};

struct Settings {
    rules: Rules,
    with_parents: bool,
    strips_slashes: bool,
}

pub(crate) async fn cp(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut rules = Rules::new();
    let (mut with_parents, mut strips_slashes) = (false, false);
    let mut backup = backup::Wish::default();
    let mut target = targets::Wish::default();
    let mut deref = None;
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "a" => {
                deref = Some(Deref::Never);
                rules.recursive = true;
                (rules.keeps_mode, rules.keeps_times) = (true, true);
            }
            "attributes-only" => rules.attributes_only = true,
            "b" | "backup" | "S" => backup.take(id, value),
            "d" | "P" => deref = Some(Deref::Never),
            "H" => deref = Some(Deref::Operands),
            "L" => deref = Some(Deref::Always),
            "f" => rules.force = true,
            "i" => rules.overwrite = Overwrite::Ask,
            "n" => rules.overwrite = Overwrite::No,
            "p" => (rules.keeps_mode, rules.keeps_times) = (true, true),
            "preserve" => match value {
                Some(list) => attributes(run, &mut rules, &list, "--preserve", true)?,
                None => (rules.keeps_mode, rules.keeps_times) = (true, true),
            },
            "no-preserve" => {
                attributes(
                    run,
                    &mut rules,
                    &value.unwrap_or_default(),
                    "--no-preserve",
                    false,
                )?;
            }
            "R" | "r" => rules.recursive = true,
            "remove-destination" => rules.removes_first = true,
            "reflink" => {
                let words: &[&[&str]] = &[&["auto"], &["always"], &["never"]];
                if let Some(value) = value {
                    choice(run, "--reflink", &value, words, 1)?;
                }
            }
            "sparse" => {
                let words: &[&[&str]] = &[&["never"], &["auto"], &["always"]];
                choice(run, "--sparse", &value.unwrap_or_default(), words, 1)?;
            }
            "strip-trailing-slashes" => strips_slashes = true,
            "s" => rules.symbolic = true,
            "t" => target.choose_directory(run, value)?,
            "T" => target.is_no_directory = true,
            "u" => rules.update = true,
            "v" => rules.verbose = true,
            "parents" => with_parents = true,
            // There is one filesystem, and nothing but files.
            "x" | "copy-contents" => {}
            "l" => {
                let message = "hard links are not supported: leave -l out for copies, or use -s for symbolic links";
                return run.die(1, message);
            }
            other => return unsupported(run, other, 1),
        }
    }
    if rules.overwrite == Overwrite::No {
        if backup.is_wanted {
            let message = "options --backup and --no-clobber are mutually exclusive";
            return run.misused(1, message);
        }
        rules.update = false;
    }
    rules.backup = backup.settle(run)?;
    rules.deref = deref.unwrap_or(if rules.recursive {
        Deref::Never
    } else {
        Deref::Always
    });
    let settings = Settings {
        rules,
        with_parents,
        strips_slashes,
    };
    copy_all(run, settings, target, options.operands()).await
}

async fn copy_all(
    run: &mut Run<'_, '_>,
    settings: Settings,
    target: targets::Wish,
    operands: Vec<Vec<u8>>,
) -> Step<()> {
    let Settings {
        mut rules,
        with_parents,
        strips_slashes,
    } = settings;
    match targets::settle(run, target, operands, false)? {
        Target::Into(directory, sources) => {
            let mut copier = Copier::new(&rules);
            for source in sources {
                let source = if strips_slashes {
                    paths::without_slashes(&source).to_vec()
                } else {
                    source
                };
                let mut made = Vec::new();
                let dest = if with_parents {
                    let source = paths::without_slashes(&source);
                    let start = source.iter().take_while(|byte| **byte == b'/').count();
                    let dest = paths::join(&directory, &source[start..]);
                    match parents(run, &rules, source, &directory)? {
                        Some(new) => made = new,
                        None => continue,
                    }
                    dest
                } else {
                    into(&directory, &source)
                };
                copier.is_new = made.iter().any(|(_, _, is_new)| *is_new);
                if !copier.operand(run, &source, &dest).await? {
                    run.status = 1;
                }
                for (source, dest, _) in made.iter().rev() {
                    if let Ok(stat) = run.stat(source) {
                        copier.attributes(run, dest, &stat, None)?;
                    }
                }
            }
        }
        Target::Onto(source, dest) => {
            if with_parents {
                return run.misused(1, "with --parents, the destination must be a directory");
            }
            let source = if strips_slashes {
                paths::without_slashes(&source).to_vec()
            } else {
                source
            };
            let mut dest = dest;
            // A file onto itself makes its backup.
            if rules.force
                && source == dest
                && run.stat(&dest).is_ok_and(|stat| stat.is_file())
                && let Some(backup) = rules.backup.take()
            {
                dest = backup.name(run, &dest);
            }
            if !Copier::new(&rules).operand(run, &source, &dest).await? {
                run.status = 1;
            }
        }
    }
    Ok(())
}

/// The name of a source in a directory; one that ends in `..` is the directory itself.
fn into(directory: &[u8], source: &[u8]) -> Vec<u8> {
    let last = paths::last_part(source);
    if paths::without_slashes(last) == b".." {
        return paths::join(directory, b".");
    }
    targets::in_directory(directory, source)
}

/// A directory above a source, that of its copy, and whether it was made here.
type Parent = (Vec<u8>, Vec<u8>, bool);

/// Makes the directories that a source lies in, inside a directory. Answers all of them, source and
/// copy, or none if that failed.
fn parents(
    run: &mut Run<'_, '_>,
    rules: &Rules,
    source: &[u8],
    directory: &[u8],
) -> Step<Option<Vec<Parent>>> {
    let mut found = Vec::new();
    let start = source.iter().take_while(|byte| **byte == b'/').count();
    let slashes = source.iter().enumerate().skip(start);
    for (at, _) in slashes.filter(|(_, byte)| **byte == b'/') {
        let prefix = &source[..at];
        if prefix.ends_with(b"/") {
            continue;
        }
        let dest = paths::join(directory, &prefix[start..]);
        let mut is_new = false;
        match run.stat(&dest) {
            Ok(stat) if stat.is_directory() => {}
            Ok(_) => {
                let shown = run.q(&dest);
                run.fail(cat![shown, " exists but is not a directory"])?;
                return Ok(None);
            }
            Err(_) => {
                let stat = match run.stat(prefix) {
                    Ok(stat) if stat.is_directory() => stat,
                    other => {
                        let errno = other.err().unwrap_or(crate::Errno::NotDirectory);
                        let shown = run.q(prefix);
                        run.fail(cat!["failed to get attributes of ", shown, ": ", errno])?;
                        return Ok(None);
                    }
                };
                let mode = stat.mode & 0o1777 & !run.ctx.umask;
                if let Err(errno) = run.files().make_directory(&run.at(&dest), mode | 0o700) {
                    let shown = run.q(&dest);
                    run.fail(cat!["cannot make directory ", shown, ": ", errno])?;
                    return Ok(None);
                }
                is_new = true;
                if rules.verbose {
                    run.put(cat![prefix, " -> ", dest, "\n"])?;
                }
            }
        }
        found.push((prefix.to_vec(), dest, is_new));
    }
    Ok(Some(found))
}

/// Takes a list of what is kept, or not.
fn attributes(
    run: &mut Run<'_, '_>,
    rules: &mut Rules,
    list: &[u8],
    option: &str,
    is_kept: bool,
) -> Step<()> {
    let words: &[&[&str]] = &[
        &["mode"],
        &["timestamps"],
        &["ownership"],
        &["links"],
        &["context"],
        &["xattr"],
        &["all"],
    ];
    for word in list.split(|byte| *byte == b',') {
        match choice(run, option, word, words, 1)? {
            "mode" => {
                rules.keeps_mode = is_kept;
                rules.default_mode = !is_kept;
            }
            "timestamps" => rules.keeps_times = is_kept,
            "all" => {
                rules.keeps_mode = is_kept;
                rules.keeps_times = is_kept;
                rules.default_mode = !is_kept;
            }
            // There are none of these.
            _ => {}
        }
    }
    Ok(())
}
