//! `mkdir` and `rmdir`.

use crate::Errno;
use crate::bytes::cat;
use crate::files::Answer;
use crate::mode::Change;
use crate::options::{Options, Table, Value, both, long, same, unsupported};
use crate::paths;
use crate::run::{Run, Step};

static MKDIR: Table = Table {
    flags: &[
        both("m", "mode", Value::Needed),
        both("p", "parents", Value::No),
        both("v", "verbose", Value::No),
        both("Z", "context", Value::No),
    ],
    help: "[OPTION]... DIRECTORY...
Makes directories.

  -m MODE    with this mode, as for chmod
  -p         with those above, and no error for one that is there
  -v         says what is made",
    misused: 1,
    permutes: true,
};

pub(crate) fn mkdir(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (mut with_parents, mut verbose, mut mode) = (false, false, None);
    let mut options = Options::new(&MKDIR, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "m" => mode = value,
            "p" => with_parents = true,
            "v" => verbose = true,
            other => return unsupported(run, other, 1),
        }
    }
    let operands = options.operands();
    if operands.is_empty() {
        return run.misused(1, "missing operand");
    }
    let umask = run.ctx.umask;
    let own_mode = match mode {
        None => 0o777 & !umask,
        Some(text) => match Change::parse(&text) {
            Some(change) => {
                // The mask holds for what the mode does not name.
                let (mode, named) = change.apply(0o777, true, umask);
                mode & (named | !umask)
            }
            None => {
                let shown = run.word(&text);
                return run.die(1, cat!["invalid mode ", shown]);
            }
        },
    };
    for operand in &operands {
        if with_parents {
            let maker = Maker {
                parent_mode: 0o777 & !umask | 0o300,
                verbose,
            };
            maker.make(run, operand, own_mode, None)?;
            continue;
        }
        let made = run.files().make_directory(&run.at(operand), own_mode);
        let shown = run.q(operand);
        match made {
            Ok(()) if verbose => run.put(cat!["mkdir: created directory ", shown, "\n"])?,
            Ok(()) => {}
            Err(errno) => {
                let shown = run.word(operand);
                run.fail(cat!["cannot create directory ", shown, ": ", errno])?;
            }
        }
    }
    Ok(())
}

/// Makes directories with those above them.
pub(crate) struct Maker {
    pub(crate) parent_mode: u32,
    pub(crate) verbose: bool,
}

impl Maker {
    /// Makes a directory and what is missing above it. One that is there gets `existing_mode`.
    pub(crate) fn make(
        &self,
        run: &mut Run<'_, '_>,
        operand: &[u8],
        mode: u32,
        existing_mode: Option<u32>,
    ) -> Step<bool> {
        if !self.above(run, operand)? {
            return Ok(false);
        }
        let path = run.at(operand);
        let made = run.files().make_directory(&path, mode);
        let answer = match made {
            Ok(()) => {
                self.tell(run, operand)?;
                Ok(())
            }
            Err(errno) => match (run.stat(operand), existing_mode) {
                (Ok(stat), None) if stat.is_directory() => Ok(()),
                (Ok(stat), Some(mode)) if stat.is_directory() => {
                    if let Err(errno) = run.files().set_mode(&path, mode) {
                        let shown = run.q(operand);
                        run.fail(cat!["cannot change permissions of ", shown, ": ", errno])?;
                        return Ok(false);
                    }
                    Ok(())
                }
                (Err(why), existing_mode)
                    if !matches!(why, Errno::NotFound | Errno::NotDirectory)
                        || (why == Errno::NotFound
                            && existing_mode.is_some()
                            && errno == Errno::Exists) =>
                {
                    let shown = run.word(operand);
                    let what = match existing_mode {
                        Some(_) => "cannot change permissions of ",
                        None => "cannot stat ",
                    };
                    run.fail(cat![what, shown, ": ", why])?;
                    return Ok(false);
                }
                _ => Err(errno),
            },
        };
        self.answer(run, operand, answer)
    }

    /// Makes what is missing above a path.
    pub(crate) fn above(&self, run: &mut Run<'_, '_>, operand: &[u8]) -> Step<bool> {
        let whole = paths::without_slashes(operand);
        let mut at = 0;
        while let Some(next) = whole[at..].iter().position(|byte| *byte == b'/') {
            let end = at + next;
            at = end + 1;
            let prefix = &whole[..end];
            if prefix.is_empty() || prefix.ends_with(b"/") {
                continue;
            }
            // Those that are there are not touched.
            if paths::is_dots(paths::base_name(prefix)) {
                if let Err(errno) = run.stat(prefix) {
                    return self.answer(run, prefix, Err(errno));
                }
                continue;
            }
            match run
                .files()
                .make_directory(&run.at(prefix), self.parent_mode)
            {
                Ok(()) => self.tell(run, prefix)?,
                Err(errno) => match run.stat(prefix) {
                    Ok(stat) if stat.is_directory() => {}
                    Ok(_) => return self.answer(run, prefix, Err(Errno::NotDirectory)),
                    Err(_) => return self.answer(run, prefix, Err(errno)),
                },
            }
        }
        Ok(true)
    }

    fn tell(&self, run: &mut Run<'_, '_>, path: &[u8]) -> Step<()> {
        if !self.verbose {
            return Ok(());
        }
        let (name, shown) = (run.name, run.q(path));
        let what = if name == "install" {
            "creating"
        } else {
            "created"
        };
        run.put(cat![name, ": ", what, " directory ", shown, "\n"])
    }

    fn answer(&self, run: &mut Run<'_, '_>, path: &[u8], answer: Answer<()>) -> Step<bool> {
        let Err(errno) = answer else {
            return Ok(true);
        };
        let shown = run.word(path);
        run.fail(cat!["cannot create directory ", shown, ": ", errno])?;
        Ok(false)
    }
}

static RMDIR: Table = Table {
    flags: &[
        long("ignore-fail-on-non-empty", Value::No),
        same("path", "p", Value::No),
        both("p", "parents", Value::No),
        both("v", "verbose", Value::No),
    ],
    help: "[OPTION]... DIRECTORY...
Removes empty directories.

  -p         and those above that are empty then
  -v         says what is removed
      --ignore-fail-on-non-empty
             no error for one that is not empty",
    misused: 1,
    permutes: true,
};

pub(crate) fn rmdir(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (mut with_parents, mut verbose, mut ignores_content) = (false, false, false);
    let mut options = Options::new(&RMDIR, arguments);
    while let Some((id, _)) = options.next(run)? {
        match id {
            "p" => with_parents = true,
            "v" => verbose = true,
            _ => ignores_content = true,
        }
    }
    let operands = options.operands();
    if operands.is_empty() {
        return run.misused(1, "missing operand");
    }
    for operand in &operands {
        let shown = run.q(operand);
        if verbose {
            run.put(cat!["rmdir: removing directory, ", shown, "\n"])?;
        }
        if let Err(errno) = run.files().remove_directory(&run.at(operand)) {
            if ignores_content && errno == Errno::NotEmpty {
                continue;
            }
            let link = paths::without_slashes(operand);
            let is_link = errno == Errno::NotDirectory
                && operand.ends_with(b"/")
                && run.lstat(link).is_ok_and(|stat| stat.is_link())
                && match run.stat(operand) {
                    Ok(stat) => stat.is_directory(),
                    Err(errno) => errno != Errno::NotDirectory,
                };
            let why = if is_link {
                "Symbolic link not followed"
            } else {
                errno.words()
            };
            run.fail(cat!["failed to remove ", shown, ": ", why])?;
            continue;
        }
        if with_parents {
            remove_above(run, operand, verbose, ignores_content)?;
        }
    }
    Ok(())
}

fn remove_above(
    run: &mut Run<'_, '_>,
    operand: &[u8],
    verbose: bool,
    ignores_content: bool,
) -> Step<()> {
    let mut path = paths::without_slashes(operand);
    while let Some(at) = path.iter().rposition(|byte| *byte == b'/') {
        path = paths::without_slashes(&path[..at]);
        if path.is_empty() {
            path = b"/";
        }
        let shown = run.q(path);
        if verbose {
            run.put(cat!["rmdir: removing directory, ", shown, "\n"])?;
        }
        if let Err(errno) = run.files().remove_directory(&run.at(path)) {
            if !(ignores_content && errno == Errno::NotEmpty) {
                run.fail(cat!["failed to remove directory ", shown, ": ", errno])?;
            }
            break;
        }
        if path == b"/" {
            break;
        }
    }
    Ok(())
}
