//! `realpath` and `readlink`.

use crate::Errno;
use crate::bytes::cat;
use crate::files::Answer;
use crate::options::{Options, Table, Value, both, long, same, short};
use crate::resolve::{self, Dots, Missing};
use crate::run::{Run, Step};

static REALPATH: Table = Table {
    flags: &[
        both("e", "canonicalize-existing", Value::No),
        both("m", "canonicalize-missing", Value::No),
        long("relative-to", Value::Needed),
        long("relative-base", Value::Needed),
        both("q", "quiet", Value::No),
        same("strip", "s", Value::No),
        both("s", "no-symlinks", Value::No),
        both("z", "zero", Value::No),
        both("L", "logical", Value::No),
        both("P", "physical", Value::No),
    ],
    help: "[OPTION]... FILE...
Prints absolute paths without links and dots; all but the last part must exist.

  -e, -m     all must exist; nothing needs to
  -L, -P     .. before links, or after
  -s         links stay
  -q         says nothing of errors
  -z         ends each path with NUL
      --relative-to=DIR, --relative-base=DIR
             paths from DIR; absolute ones unless below DIR",
    misused: 1,
    permutes: true,
};

struct Way {
    missing: Missing,
    is_logical: bool,
    keeps_links: bool,
}

impl Way {
    fn of(&self, run: &Run<'_, '_>, name: &[u8]) -> Answer<Vec<u8>> {
        let dots = if self.keeps_links || self.is_logical {
            Dots::Textual
        } else {
            Dots::Physical
        };
        let path = resolve::canonical(run, name, self.missing, dots)?;
        if self.is_logical && !self.keeps_links {
            return resolve::canonical(run, &path, self.missing, Dots::Physical);
        }
        Ok(path)
    }

    /// The directory of an option.
    fn directory(&self, run: &mut Run<'_, '_>, name: &[u8]) -> Step<Vec<u8>> {
        let found = self.of(run, name).and_then(|path| {
            let is_directory = run
                .files()
                .stat(&path, true)
                .is_ok_and(|stat| stat.is_directory());
            if self.missing == Missing::None && !is_directory {
                return Err(Errno::NotDirectory);
            }
            Ok(path)
        });
        match found {
            Ok(path) => Ok(path),
            Err(errno) => {
                let shown = run.qf(name);
                run.die(1, cat![shown, ": ", errno])
            }
        }
    }
}

pub(crate) fn realpath(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut way = Way {
        missing: Missing::Last,
        is_logical: false,
        keeps_links: false,
    };
    let (mut to, mut base) = (None, None);
    let (mut is_quiet, mut end) = (false, "\n");
    let mut options = Options::new(&REALPATH, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "e" => way.missing = Missing::None,
            "m" => way.missing = Missing::All,
            "L" => (way.is_logical, way.keeps_links) = (true, false),
            "P" => (way.is_logical, way.keeps_links) = (false, false),
            "s" => (way.is_logical, way.keeps_links) = (false, true),
            "q" => is_quiet = true,
            "z" => end = "\0",
            "relative-to" => to = value,
            _ => base = value,
        }
    }
    let operands = options.operands();
    if operands.is_empty() {
        return run.misused(1, "missing operand");
    }
    let to = to.or_else(|| base.clone());
    let mut to = match &to {
        Some(to) => Some(way.directory(run, to)?),
        None => None,
    };
    let mut below = None;
    if let Some(base) = &base {
        let base = way.directory(run, base)?;
        if to.as_ref().is_some_and(|to| resolve::is_below(&base, to)) {
            below = Some(base);
        } else {
            to = None;
        }
    }
    for operand in &operands {
        match way.of(run, operand) {
            Ok(path) => {
                let is_relative = below
                    .as_ref()
                    .is_none_or(|base| resolve::is_below(base, &path));
                let shown = match &to {
                    Some(to) if is_relative => resolve::relative(&path, to),
                    _ => path,
                };
                run.put(cat![shown, end])?;
            }
            Err(errno) => {
                run.status = 1;
                if !is_quiet {
                    let shown = run.qf(operand);
                    run.fail(cat![shown, ": ", errno])?;
                }
            }
        }
    }
    Ok(())
}

static READLINK: Table = Table {
    flags: &[
        both("f", "canonicalize", Value::No),
        both("e", "canonicalize-existing", Value::No),
        both("m", "canonicalize-missing", Value::No),
        both("n", "no-newline", Value::No),
        both("q", "quiet", Value::No),
        both("s", "silent", Value::No),
        both("v", "verbose", Value::No),
        both("z", "zero", Value::No),
        short("q", Value::No),
    ],
    help: "[OPTION]... FILE...
Prints where links lead, or absolute paths without links.

  -f         the path; all but the last part must exist
  -e, -m     the path; all must exist; nothing needs to
  -n         no line break at the end
  -q, -s     says nothing of errors
  -v         says what is wrong
  -z         ends each line with NUL",
    misused: 1,
    permutes: true,
};

pub(crate) fn readlink(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut missing = None;
    let (mut verbose, mut no_newline, mut end) = (false, false, "\n");
    let mut options = Options::new(&READLINK, arguments);
    while let Some((id, _)) = options.next(run)? {
        match id {
            "f" => missing = Some(Missing::Last),
            "e" => missing = Some(Missing::None),
            "m" => missing = Some(Missing::All),
            "n" => no_newline = true,
            "v" => verbose = true,
            "z" => end = "\0",
            _ => verbose = false,
        }
    }
    let operands = options.operands();
    if operands.is_empty() {
        return run.misused(1, "missing operand");
    }
    if no_newline && operands.len() > 1 {
        run.say("ignoring --no-newline with multiple arguments")?;
        no_newline = false;
    }
    for operand in &operands {
        let found = match missing {
            Some(missing) => resolve::canonical(run, operand, missing, Dots::Physical),
            None => run.read_link(operand),
        };
        match found {
            Ok(path) => run.put(cat![path, if no_newline { "" } else { end }])?,
            Err(errno) => {
                run.status = 1;
                if verbose {
                    let shown = run.qf(operand);
                    run.fail(cat![shown, ": ", errno])?;
                }
            }
        }
    }
    Ok(())
}
