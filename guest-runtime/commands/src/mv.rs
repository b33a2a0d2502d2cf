//! `mv`.

use crate::backup;
use crate::copy::{Copier, Deref, Overwrite, Rules};
use crate::options::{Options, Table, Value, both, long, short, unsupported};
use crate::paths;
use crate::run::{Run, Step};
use crate::targets::{self, Target};

static TABLE: Table = Table {
    flags: &[
        long("backup", Value::Maybe),
        both("Z", "context", Value::No),
        both("f", "force", Value::No),
        both("i", "interactive", Value::No),
        both("n", "no-clobber", Value::No),
        both("T", "no-target-directory", Value::No),
        long("strip-trailing-slashes", Value::No),
        both("S", "suffix", Value::Needed),
        both("t", "target-directory", Value::Needed),
        both("u", "update", Value::No),
        both("v", "verbose", Value::No),
        short("b", Value::No),
    ],
    help: "[OPTION]... [-T] SOURCE DEST
  or:  mv [OPTION]... SOURCE... DIRECTORY
  or:  mv [OPTION]... -t DIRECTORY SOURCE...
Renames files and directories, or moves them into a directory.

  -f, -i, -n     overwrites; asks before; overwrites nothing; the last one counts
  -u             only where SOURCE is newer than what it overwrites
  -b, --backup[=KIND], -S SUFFIX
                 keeps what would be overwritten under another name
  -t DIRECTORY, -T
                 where the files go; DEST is no directory
  -v             says what is renamed
      --strip-trailing-slashes",
    misused: 1,
    permutes: true,
};

pub(crate) async fn mv(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut rules = Rules::new();
    rules.moves = true;
    rules.recursive = true;
    rules.deref = Deref::Never;
    let mut strips_slashes = false;
    let mut backup = backup::Wish::default();
    let mut target = targets::Wish::default();
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "b" | "backup" | "S" => backup.take(id, value),
            "f" => rules.overwrite = Overwrite::Yes,
            "i" => rules.overwrite = Overwrite::Ask,
            "n" => rules.overwrite = Overwrite::No,
            "strip-trailing-slashes" => strips_slashes = true,
            "t" => target.choose_directory(run, value)?,
            "T" => target.is_no_directory = true,
            "u" => rules.update = true,
            "v" => rules.verbose = true,
            other => return unsupported(run, other, 1),
        }
    }
    let operands = options.operands();
    let has_backups = backup.is_wanted;
    // A name that is free is taken at once, whatever the options say.
    let target = targets::settle(run, target, operands, false)?;
    if rules.overwrite == Overwrite::No {
        rules.update = false;
        if has_backups {
            let message = "options --backup and --no-clobber are mutually exclusive";
            return run.misused(1, message);
        }
    }
    rules.backup = backup.settle(run)?;
    let stripped = |name: Vec<u8>| {
        if strips_slashes {
            paths::without_slashes(&name).to_vec()
        } else {
            name
        }
    };
    let mut copier = Copier::new(&rules);
    let pairs: Vec<(Vec<u8>, Vec<u8>)> = match target {
        Target::Into(directory, sources) => sources
            .into_iter()
            .map(|source| {
                let source = stripped(source);
                let dest = targets::in_directory(&directory, &source);
                (source, dest)
            })
            .collect(),
        Target::Onto(source, dest) => vec![(stripped(source), stripped(dest))],
    };
    for (source, dest) in pairs {
        if !copier.operand(run, &source, &dest).await? {
            run.status = 1;
        }
    }
    Ok(())
}
