//! `patch`, for patches of `diff` and of git.

mod apply;
mod other;
pub(crate) mod parse;
mod save;
mod target;

use crate::Errno;
use crate::bytes::{cat, number};
use crate::options::{Options, Table, Value, both, long, short};
use crate::run::{Run, Step};
use apply::{Went, apply, is_in};
use parse::{FilePatch, Hunk, Says, Wrong, parse};
use save::{remove, save, write};
use target::target;

static TABLE: Table = Table {
    flags: &[
        both("p", "strip", Value::Needed),
        both("i", "input", Value::Needed),
        both("o", "output", Value::Needed),
        both("r", "reject-file", Value::Needed),
        both("d", "directory", Value::Needed),
        both("R", "reverse", Value::No),
        both("N", "forward", Value::No),
        both("F", "fuzz", Value::Needed),
        both("s", "quiet", Value::No),
        long("silent", Value::No),
        long("verbose", Value::No),
        long("dry-run", Value::No),
        both("b", "backup", Value::No),
        long("no-backup-if-mismatch", Value::No),
        long("backup-if-mismatch", Value::No),
        both("z", "suffix", Value::Needed),
        both("E", "remove-empty-files", Value::No),
        both("f", "force", Value::No),
        both("t", "batch", Value::No),
        both("u", "unified", Value::No),
        both("c", "context", Value::No),
        both("n", "normal", Value::No),
        long("binary", Value::No),
        long("posix", Value::No),
        short("l", Value::No),
    ],
    help: "[OPTION]... [FILE [PATCH]]
Puts the changes of a patch into files.

  -p N           without N leading directories of names
  -i PATCH       the patch; - or none is standard input
  -d DIR         names are those in DIR
  -o FILE        the result goes to FILE
  -R             takes the changes out
  -N             passes over patches that are in already
  -F N           up to N lines around a change may differ; 2
  -b, -z SUFFIX  keeps the files as they were, in FILE.orig or FILESUFFIX
  -r FILE        what does not fit goes to FILE instead of FILE.rej
  -E             removes files that are empty then
  -s             says only what is wrong
      --dry-run  changes nothing

Ends with 0; with 1 if a change does not fit, with 2 if something is wrong.",
    misused: 2,
    permutes: true,
};

struct Settings {
    strip: Option<usize>,
    output: Option<Vec<u8>>,
    rejects: Option<Vec<u8>>,
    reverse: bool,
    forward: bool,
    force: bool,
    batch: bool,
    fuzz: usize,
    is_quiet: bool,
    is_dry: bool,
    backup: bool,
    backup_if_off: bool,
    suffix: Vec<u8>,
    removes_empty: bool,
}

/// The end of a command whose patch cannot be used.
fn fatal<T>(run: &mut Run<'_, '_>, message: Vec<u8>) -> Step<T> {
    run.die(2, cat!["**** ", message])
}

pub(crate) async fn patch(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    run.help_has_name = true;
    let mut settings = Settings {
        strip: None,
        output: None,
        rejects: None,
        reverse: false,
        forward: false,
        force: false,
        batch: false,
        fuzz: 2,
        is_quiet: false,
        is_dry: false,
        backup: false,
        backup_if_off: true,
        suffix: b".orig".to_vec(),
        removes_empty: false,
    };
    let (mut input, mut directory) = (None, None);
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "p" | "F" => {
                let text = value.unwrap_or_default();
                let Some(count) = number(&text) else {
                    let what = if id == "p" {
                        "strip count "
                    } else {
                        "fuzz factor "
                    };
                    return fatal(run, cat![what, text, " is not a number"]);
                };
                if id == "p" {
                    settings.strip = Some(count);
                } else {
                    settings.fuzz = count;
                }
            }
            "i" => input = value,
            "o" => settings.output = value,
            "r" => settings.rejects = value,
            "d" => directory = value,
            "R" => settings.reverse = true,
            "N" => settings.forward = true,
            "s" | "silent" => settings.is_quiet = true,
            "dry-run" => settings.is_dry = true,
            "b" => settings.backup = true,
            "no-backup-if-mismatch" => settings.backup_if_off = false,
            "backup-if-mismatch" => settings.backup_if_off = true,
            "z" => settings.suffix = value.unwrap_or_default(),
            "E" => settings.removes_empty = true,
            "f" => settings.force = true,
            "t" => settings.batch = true,
            "l" => return run.die(2, "option '-l' is not supported"),
            _ => {}
        }
    }
    let mut operands = options.operands().into_iter();
    let (file, named) = (operands.next(), operands.next());
    if let Some(extra) = operands.next() {
        return run.misused(2, cat![extra, ": extra operand"]);
    }
    if let Some(directory) = directory {
        match run.stat(&directory) {
            Ok(stat) if stat.is_directory() => run.ctx.directory = run.at(&directory),
            other => {
                let errno = other.err().unwrap_or(Errno::NotDirectory);
                let message = cat!["Can't change to directory ", directory, " : ", errno];
                return fatal(run, message);
            }
        }
    }
    let text = patch_text(run, input.or(named)).await?;
    let patches = match parse(&text, file.is_some()) {
        Ok(patches) => patches,
        Err(Wrong::Garbage) if text.is_empty() => return Ok(()),
        Err(Wrong::Garbage) => {
            let message = b"Only garbage was found in the patch input.".to_vec();
            return fatal(run, message);
        }
        Err(Wrong::Malformed(line, text)) => {
            let at = format!("malformed patch at line {line}: ");
            return fatal(run, cat![at, text]);
        }
        Err(Wrong::Other(what)) => return fatal(run, what.as_bytes().to_vec()),
    };
    for patch in patches {
        let patch = if settings.reverse {
            patch.reversed()
        } else {
            patch
        };
        one(run, &settings, &patch, file.as_deref())?;
        run.turn().await;
    }
    Ok(())
}

async fn patch_text(run: &mut Run<'_, '_>, name: Option<Vec<u8>>) -> Step<Vec<u8>> {
    if let Some(name) = name.filter(|name| name != b"-") {
        return match run.files().read(&run.at(&name), 0, usize::MAX) {
            Ok(text) => Ok(text),
            Err(errno) => fatal(run, cat!["Can't open patch file ", name, " : ", errno]),
        };
    }
    match run.rest_of_input().await {
        Ok(text) => Ok(text),
        Err(_) => fatal(run, b"read error : Input/output error".to_vec()),
    }
}

fn plural(count: usize) -> String {
    format!("{count} hunk{}", if count == 1 { "" } else { "s" })
}

/// Puts one file's changes in.
fn one(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    patch: &FilePatch,
    file: Option<&[u8]>,
) -> Step<()> {
    let found = match file {
        Some(file) => Some((file.to_vec(), file.to_vec())),
        None => target(run, settings, patch)?,
    };
    let Some((name, new_name)) = found else {
        return nowhere(run, settings, patch);
    };
    let path = run.at(&name);
    let old = run.files().read(&path, 0, usize::MAX);
    let old_stat = run.stat(&name).ok();
    let old_mode = old_stat.as_ref().map(|stat| stat.mode);
    let content = match &old {
        Ok(content) => content.clone(),
        Err(Errno::NotFound | Errno::NotDirectory) => Vec::new(),
        Err(errno) => {
            let message = cat!["Can't open file ", name, " : ", errno];
            return fatal(run, message);
        }
    };
    let says = [patch.says(0), patch.says(1)];
    let is_taken = match content.is_empty() {
        true => says[1] != Says::Full && !(old.is_err() && says == [Says::Missing, Says::Empty]),
        false => says[0] == Says::Missing,
    };
    if is_taken && !patch.hunks.is_empty() {
        let is = (old.is_ok(), content.is_empty());
        let what = impossible(run, settings, &name, is);
        if !settings.force {
            return ignored(run, settings, patch, what);
        }
        run.put(cat![what, "  Applying it anyway.\n"])?;
    }
    let shown = settings.output.as_ref().unwrap_or(&new_name);
    if !settings.is_quiet {
        let verb = if settings.is_dry {
            "checking"
        } else {
            "patching"
        };
        let behind = match &settings.output {
            Some(_) => cat![" (read from ", name, ")"],
            None if name != new_name && patch.copies => cat![" (copied from ", name, ")"],
            None if name != new_name => cat![" (renamed from ", name, ")"],
            None => Vec::new(),
        };
        run.put(cat![verb, " file ", shown, behind, "\n"])?;
    }
    let back = patch.clone().reversed();
    let (mut patch, mut is_off) = (patch, false);
    if !settings.force {
        let first = patch.hunks.first().zip(back.hunks.first());
        let is_in = |(hunk, back): (&Hunk, &Hunk)| is_in(&content, hunk, back, settings.fuzz);
        if first.is_some_and(is_in) {
            if !settings.batch || settings.reverse {
                return reversed(run, settings, patch, shown);
            }
            run.put("Reversed (or previously applied) patch detected!  Assuming -R.\n")?;
            (patch, is_off) = (&back, true);
        }
    }
    let applied = apply(&content, &patch.hunks, settings.fuzz);
    let mut rejects: Vec<&Hunk> = Vec::new();
    for (index, (hunk, went)) in patch.hunks.iter().zip(&applied.went).enumerate() {
        let index = index + 1;
        match went {
            Went::Failed { at } => {
                rejects.push(hunk);
                is_off = true;
                if !settings.is_quiet {
                    run.put(format!("Hunk #{index} FAILED at {at}.\n"))?;
                }
            }
            Went::In { at, offset, fuzz } if *offset != 0 || *fuzz > 0 => {
                is_off = true;
                if settings.is_quiet {
                    continue;
                }
                let mut line = format!("Hunk #{index} succeeded at {at}");
                if *fuzz > 0 {
                    line.push_str(&format!(" with fuzz {fuzz}"));
                }
                if *offset != 0 {
                    let end = if *offset == 1 { "" } else { "s" };
                    line.push_str(&format!(" (offset {offset} line{end})"));
                }
                run.put(format!("{line}.\n"))?;
            }
            Went::In { .. } => {}
        }
    }
    let target = settings.output.clone().unwrap_or_else(|| new_name.clone());
    let is_all = rejects.len() == patch.hunks.len() && !rejects.is_empty();
    if !settings.is_dry {
        if old.is_ok() && settings.output.is_none() {
            let keeps = settings.backup || (is_off && settings.backup_if_off);
            if keeps {
                let backup = cat![name, settings.suffix];
                write(run, &backup, &content, old_mode)?;
                if let (Some(stat), false) = (&old_stat, is_all) {
                    // It is the file that was there, and so as old as that.
                    let _ = run.files().set_time(&run.at(&backup), stat.mtime_us, true);
                }
            }
        }
        if !is_all {
            let removes = applied.content.is_empty()
                && (says[1] == Says::Missing || settings.removes_empty)
                && settings.output.is_none();
            if removes {
                remove(run, &name)?;
            } else {
                let mode = patch.mode.map(|mode| mode & 0o777).or(old_mode);
                write(run, &target, &applied.content, mode)?;
                if name != new_name && !patch.copies && settings.output.is_none() {
                    remove(run, &name)?;
                }
            }
        }
    }
    if rejects.is_empty() {
        return Ok(());
    }
    run.status = run.status.max(1);
    let (count, all) = (rejects.len(), plural(patch.hunks.len()));
    let saved = save(run, settings, patch, &rejects, &target)?;
    run.put(cat![format!("{count} out of {all} FAILED"), saved, "\n"])
}

/// What is said of a patch that would make a file that is there, or remove one that is not.
fn impossible(
    run: &Run<'_, '_>,
    settings: &Settings,
    name: &[u8],
    (exists, is_empty): (bool, bool),
) -> Vec<u8> {
    let when = if settings.reverse {
        ", when reversed,"
    } else {
        ""
    };
    let (verb, why) = match (exists, is_empty) {
        (false, _) => ("delete", "does not exist"),
        (true, true) => ("empty out", "is already empty"),
        (true, false) => ("create", "already exists"),
    };
    let shown = run.qf(name);
    let start = cat!["The next patch", when, " would ", verb, " the file "];
    cat![start, shown, ",\nwhich ", why, "!"]
}

/// Passes over a patch that cannot be put in.
fn ignored(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    patch: &FilePatch,
    what: Vec<u8>,
) -> Step<()> {
    refuse(run, settings, what)?;
    run.status = run.status.max(1);
    let (count, all) = (patch.hunks.len(), plural(patch.hunks.len()));
    run.put(format!("{count} out of {all} ignored\n"))
}

/// Says that a patch is passed over, since nobody is there to be asked.
fn refuse(run: &mut Run<'_, '_>, settings: &Settings, what: Vec<u8>) -> Step<()> {
    if settings.forward {
        return run.put(cat![what, "  Skipping patch.\n"]);
    }
    let question = if settings.reverse {
        "Ignore -R?"
    } else {
        "Assume -R?"
    };
    let skipping = if settings.is_quiet {
        ""
    } else {
        "Skipping patch.\n"
    };
    let again = " [n] \nApply anyway? [n] \n";
    run.put(cat![what, "  ", question, again, skipping])
}

/// No file of the patch is there.
fn nowhere(run: &mut Run<'_, '_>, settings: &Settings, patch: &FilePatch) -> Step<()> {
    let line = patch.line + 1;
    if !settings.is_quiet {
        run.put(format!("can't find file to patch at input line {line}\n"))?;
        let hint = match settings.strip {
            Some(_) => "Perhaps you used the wrong -p or --strip option?\n",
            None => "Perhaps you should have used the -p or --strip option?\n",
        };
        run.put(hint)?;
    }
    run.put("The text leading up to this was:\n--------------------------\n")?;
    for line in &patch.leading {
        run.put(cat!["|", line, "\n"])?;
    }
    run.put("--------------------------\n")?;
    if settings.force || settings.batch {
        run.put("No file to patch.  Skipping patch.\n")?;
    } else {
        run.put("File to patch: \nSkip this patch? [y] \n")?;
        if !settings.is_quiet {
            run.put("Skipping patch.\n")?;
        }
    }
    run.status = run.status.max(1);
    let (count, all) = (patch.hunks.len(), plural(patch.hunks.len()));
    run.put(format!("{count} out of {all} ignored\n"))
}

/// A patch that is in already: nobody is there to be asked.
fn reversed(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    patch: &FilePatch,
    target: &[u8],
) -> Step<()> {
    let what = if settings.reverse {
        "Unreversed patch detected!"
    } else {
        "Reversed (or previously applied) patch detected!"
    };
    refuse(run, settings, what.as_bytes().to_vec())?;
    run.status = run.status.max(1);
    let hunks: Vec<&Hunk> = patch.hunks.iter().collect();
    let (count, all) = (hunks.len(), plural(hunks.len()));
    let saved = save(run, settings, patch, &hunks, target)?;
    run.put(cat![format!("{count} out of {all} ignored"), saved, "\n"])
}
