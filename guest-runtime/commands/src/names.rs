//! `basename`, `dirname` and `unlink`.

use crate::bytes::cat;
use crate::options::{Options, Table, Value, both};
use crate::paths;
use crate::run::{Run, Step};

static BASENAME: Table = Table {
    flags: &[
        both("a", "multiple", Value::No),
        both("s", "suffix", Value::Needed),
        both("z", "zero", Value::No),
    ],
    help: "NAME [SUFFIX]
  or:  basename OPTION... NAME...
Prints names without the directories before them, and without SUFFIX at their ends.

  -a         each operand is a NAME
  -s SUFFIX  takes this off, and each operand is a NAME
  -z         ends each line with NUL",
    misused: 1,
    permutes: false,
};

pub(crate) fn basename(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (mut multiple, mut suffix, mut end) = (false, None, "\n");
    let mut options = Options::new(&BASENAME, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "a" => multiple = true,
            "s" => (multiple, suffix) = (true, value),
            _ => end = "\0",
        }
    }
    let mut operands = options.operands();
    if operands.is_empty() {
        return run.misused(1, "missing operand");
    }
    if !multiple {
        if let Some(extra) = operands.get(2) {
            let shown = run.word(extra);
            return run.misused(1, cat!["extra operand ", shown]);
        }
        if operands.len() == 2 {
            suffix = operands.pop();
        }
    }
    for operand in &operands {
        let name = paths::base_name(operand);
        let suffix = suffix.as_deref().unwrap_or_default();
        let cut = name
            .strip_suffix(suffix)
            .filter(|cut| !cut.is_empty() && name != b"/");
        run.put(cat![cut.unwrap_or(name), end])?;
    }
    Ok(())
}

static DIRNAME: Table = Table {
    flags: &[both("z", "zero", Value::No)],
    help: "[OPTION] NAME...
Prints names without their last part; . if there is no other.

  -z         ends each line with NUL",
    misused: 1,
    permutes: true,
};

pub(crate) fn dirname(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut end = "\n";
    let mut options = Options::new(&DIRNAME, arguments);
    while options.next(run)?.is_some() {
        end = "\0";
    }
    let operands = options.operands();
    if operands.is_empty() {
        return run.misused(1, "missing operand");
    }
    for operand in &operands {
        run.put(cat![paths::directory_of(operand), end])?;
    }
    Ok(())
}

static UNLINK: Table = Table {
    flags: &[],
    help: "FILE
Removes one file or link.",
    misused: 1,
    permutes: true,
};

pub(crate) fn unlink(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let mut options = Options::new(&UNLINK, arguments);
    while options.next(run)?.is_some() {}
    let operands = options.operands();
    let Some(operand) = operands.first() else {
        return run.misused(1, "missing operand");
    };
    if let Some(extra) = operands.get(1) {
        let shown = run.word(extra);
        return run.misused(1, cat!["extra operand ", shown]);
    }
    if let Err(errno) = run.files().unlink(&run.at(operand)) {
        let shown = run.q(operand);
        run.fail(cat!["cannot unlink ", shown, ": ", errno])?;
    }
    Ok(())
}
