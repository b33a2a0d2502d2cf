//! Where the operands of a command go: into a directory, or one onto another.

use crate::Errno;
use crate::bytes::cat;
use crate::paths;
use crate::run::{Run, Step};

/// What the options say of the target.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wish {
    /// `-t`.
    pub(crate) directory: Option<Vec<u8>>,
    /// `-T`.
    pub(crate) is_no_directory: bool,
}

impl Wish {
    /// Takes the value of `-t`.
    pub(crate) fn choose_directory(
        &mut self,
        run: &mut Run<'_, '_>,
        value: Option<Vec<u8>>,
    ) -> Step<()> {
        if self.directory.is_some() {
            return run.die(1, "multiple target directories specified");
        }
        self.directory = value;
        Ok(())
    }
}

/// Where operands go.
pub(crate) enum Target {
    /// All of them into a directory.
    Into(Vec<u8>, Vec<Vec<u8>>),
    /// One onto another name.
    Onto(Vec<u8>, Vec<u8>),
}

/// The error of a path that is to be a directory.
pub(crate) fn directory_error(run: &Run<'_, '_>, path: &[u8]) -> Option<Errno> {
    match run.stat(path) {
        Ok(stat) if stat.is_directory() => None,
        Ok(_) => Some(Errno::NotDirectory),
        Err(errno) => Some(errno),
    }
}

/// Decides where the operands go. `is_missing_fine` is for a directory of `-t` that is made later.
pub(crate) fn settle(
    run: &mut Run<'_, '_>,
    wish: Wish,
    mut operands: Vec<Vec<u8>>,
    is_missing_fine: bool,
) -> Step<Target> {
    if operands.len() <= usize::from(wish.directory.is_none()) {
        let message = match operands.first() {
            None => b"missing file operand".to_vec(),
            Some(first) => {
                let shown = run.q(first);
                cat!["missing destination file operand after ", shown]
            }
        };
        return run.misused(1, message);
    }
    if wish.is_no_directory {
        if wish.directory.is_some() {
            let message = "cannot combine --target-directory (-t) and --no-target-directory (-T)";
            return run.die(1, message);
        }
        if let Some(extra) = operands.get(2) {
            let shown = run.q(extra);
            return run.misused(1, cat!["extra operand ", shown]);
        }
        let dest = operands.pop().unwrap_or_default();
        return Ok(Target::Onto(operands.pop().unwrap_or_default(), dest));
    }
    if let Some(directory) = wish.directory {
        if let Some(errno) = directory_error(run, &directory)
            && !(is_missing_fine && errno == Errno::NotFound)
        {
            let shown = run.q(&directory);
            let what = if run.name == "install" {
                "failed to access "
            } else {
                "target directory "
            };
            return run.die(1, cat![what, shown, ": ", errno]);
        }
        return Ok(Target::Into(directory, operands));
    }
    let last = operands.pop().unwrap_or_default();
    match directory_error(run, &last) {
        None => Ok(Target::Into(last, operands)),
        Some(errno) if operands.len() > 1 => {
            let shown = run.q(&last);
            run.die(1, cat!["target ", shown, ": ", errno])
        }
        Some(_) => Ok(Target::Onto(operands.pop().unwrap_or_default(), last)),
    }
}

/// The name that an operand gets in a directory.
pub(crate) fn in_directory(directory: &[u8], operand: &[u8]) -> Vec<u8> {
    let last = paths::last_part(operand);
    let name = if last.is_empty() {
        b"".as_slice()
    } else {
        paths::without_slashes(last)
    };
    if name.is_empty() {
        return paths::join(directory, b"");
    }
    paths::join(directory, name)
}
