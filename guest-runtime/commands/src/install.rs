//! `install`.

use crate::backup;
use crate::bytes::cat;
use crate::copy::{Copier, Deref, Rules};
use crate::mkdir::Maker;
use crate::mode::Change;
use crate::options::{Options, Table, Value, both, long, short, unsupported};
use crate::paths;
use crate::run::{Run, Step};
use crate::targets::{self, Target};

static TABLE: Table = Table {
    flags: &[
        long("backup", Value::Maybe),
        both("C", "compare", Value::No),
        both("Z", "context", Value::No),
        both("d", "directory", Value::No),
        both("g", "group", Value::Needed),
        both("m", "mode", Value::Needed),
        both("T", "no-target-directory", Value::No),
        both("o", "owner", Value::Needed),
        both("p", "preserve-timestamps", Value::No),
        both("s", "strip", Value::No),
        both("S", "suffix", Value::Needed),
        both("t", "target-directory", Value::Needed),
        both("v", "verbose", Value::No),
        short("b", Value::No),
        short("c", Value::No),
        short("D", Value::No),
    ],
    help: "[OPTION]... [-T] SOURCE DEST
  or:  install [OPTION]... SOURCE... DIRECTORY
  or:  install [OPTION]... -t DIRECTORY SOURCE...
  or:  install [OPTION]... -d DIRECTORY...
Copies files and sets their modes, or makes directories.

  -d             makes directories with those above
  -m MODE        the mode, as for chmod; rwxr-xr-x without it
  -D             makes the directories of DEST, or the one of -t
  -p             keeps times
  -b, --backup[=KIND], -S SUFFIX
                 keeps what would be overwritten under another name
  -t DIRECTORY, -T
                 where the files go; DEST is no directory
  -v             says what is done
There are no owners and nothing is stripped: -o, -g and -s are refused.",
    misused: 1,
    permutes: true,
};

const MODE: u32 = 0o755;

pub(crate) async fn install(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut rules = Rules::new();
    rules.installs = true;
    rules.removes_first = true;
    rules.deref = Deref::Always;
    let (mut makes_directories, mut makes_parents, mut mode) = (false, false, None);
    let mut backup = backup::Wish::default();
    let mut target = targets::Wish::default();
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "b" | "backup" | "S" => backup.take(id, value),
            "d" => makes_directories = true,
            "D" => makes_parents = true,
            "m" => mode = value,
            "p" => rules.keeps_times = true,
            "T" => target.is_no_directory = true,
            "t" => target.choose_directory(run, value)?,
            "v" => rules.verbose = true,
            "c" => {}
            other => return unsupported(run, other, 1),
        }
    }
    if makes_directories && target.directory.is_some() {
        return run.die(
            1,
            "target directory not allowed when installing a directory",
        );
    }
    rules.backup = backup.settle(run)?;
    let mut operands = options.operands();
    if operands.is_empty() && makes_directories {
        return run.misused(1, "missing file operand");
    }
    let target = if makes_directories {
        if let (true, Some(extra)) = (target.is_no_directory, operands.get(2)) {
            let shown = run.q(extra);
            return run.misused(1, cat!["extra operand ", shown]);
        }
        None
    } else {
        let directory = target.directory.clone();
        Some((
            targets::settle(run, target, std::mem::take(&mut operands), makes_parents)?,
            directory,
        ))
    };
    let change = match &mode {
        None => Change::to(MODE),
        Some(text) => match Change::parse(text) {
            Some(change) => change,
            None => {
                let shown = run.word(text);
                return run.die(1, cat!["invalid mode ", shown]);
            }
        },
    };
    rules.set_mode = Some(change.apply(0, false, 0).0);
    let maker = Maker {
        parent_mode: MODE,
        verbose: rules.verbose,
    };
    let directory_mode = change.apply(0, true, 0).0;
    let Some((target, directory)) = target else {
        for operand in &operands {
            maker.make(run, operand, directory_mode, Some(directory_mode))?;
        }
        return Ok(());
    };
    let mut copier = Copier::new(&rules);
    let pairs: Vec<(Vec<u8>, Vec<u8>)> = match target {
        Target::Into(into, sources) => {
            if makes_parents && directory.is_some() && run.stat(&into).is_err() {
                maker.above(run, &into)?;
                if !maker.make(run, &into, MODE, None)? {
                    return Ok(());
                }
            }
            let name = |source: Vec<u8>| {
                let dest = targets::in_directory(&into, &source);
                (source, dest)
            };
            sources.into_iter().map(name).collect()
        }
        Target::Onto(source, dest) => {
            if makes_parents && !maker.above(run, paths::without_slashes(&dest))? {
                return Ok(());
            }
            vec![(source, dest)]
        }
    };
    for (source, dest) in pairs {
        if !copier.operand(run, &source, &dest).await? {
            run.status = 1;
        }
    }
    Ok(())
}
