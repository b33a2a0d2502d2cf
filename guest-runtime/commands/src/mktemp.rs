//! `mktemp`.

use crate::Errno;
use crate::bytes::cat;
use crate::files::{Open, Then};
use crate::options::{Options, Table, Value, both, long, short};
use crate::paths;
use crate::run::{Run, Step};

static TABLE: Table = Table {
    flags: &[
        both("d", "directory", Value::No),
        both("q", "quiet", Value::No),
        both("u", "dry-run", Value::No),
        long("suffix", Value::Needed),
        long("tmpdir", Value::Maybe),
        short("p", Value::Needed),
        short("t", Value::No),
    ],
    help: "[OPTION]... [TEMPLATE]
Makes a new file that only its owner can read, and prints its name. TEMPLATE has three X or more,
which are replaced; without one it is tmp.XXXXXXXXXX in $TMPDIR or /tmp.

  -d             a directory
  -p DIR, --tmpdir[=DIR]
                 in DIR, else in $TMPDIR or /tmp
  -t             the template is a name in that directory
  -u             makes nothing
  -q             says nothing of errors
      --suffix=SUFFIX",
    misused: 1,
    permutes: true,
};

/// Names that are tried; there are 62³ of the shortest template.
const TRIES_MAX: u32 = 62 * 62 * 62;

const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

pub(crate) fn mktemp(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (mut is_directory, mut is_quiet, mut is_dry) = (false, false, false);
    let (mut uses_directory, mut is_old_form) = (false, false);
    let (mut suffix, mut directory) = (None, None);
    let mut options = Options::new(&TABLE, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "d" => is_directory = true,
            "q" => is_quiet = true,
            "u" => is_dry = true,
            "suffix" => suffix = value,
            "p" | "tmpdir" => {
                uses_directory = true;
                directory = value;
            }
            _ => {
                uses_directory = true;
                is_old_form = true;
            }
        }
    }
    let operands = options.operands();
    if operands.len() > 1 {
        return run.misused(1, "too many templates");
    }
    let template = operands.into_iter().next().unwrap_or_else(|| {
        uses_directory = true;
        b"tmp.XXXXXXXXXX".to_vec()
    });
    let (template, suffix) = match suffix {
        Some(suffix) => {
            if template.last() != Some(&b'X') {
                let shown = run.word(&template);
                return run.die(1, cat!["with --suffix, template ", shown, " must end in X"]);
            }
            (template, suffix)
        }
        None => {
            let end = template
                .iter()
                .rposition(|byte| *byte == b'X')
                .map_or(0, |at| at + 1);
            let suffix = if end == 0 {
                Vec::new()
            } else {
                template[end..].to_vec()
            };
            let stem = if end == 0 {
                template
            } else {
                template[..end].to_vec()
            };
            (stem, suffix)
        }
    };
    if suffix.contains(&b'/') {
        let shown = run.word(&suffix);
        return run.die(
            1,
            cat!["invalid suffix ", shown, ", contains directory separator"],
        );
    }
    let whole = cat![template, suffix];
    let count = template
        .iter()
        .rev()
        .take_while(|byte| **byte == b'X')
        .count();
    if count < 3 {
        let shown = run.word(&whole);
        return run.die(1, cat!["too few X's in template ", shown]);
    }
    let mut path = whole.clone();
    if uses_directory {
        let variable = run.variable("TMPDIR").map(<[u8]>::to_vec);
        let given = directory.filter(|given: &Vec<u8>| !given.is_empty());
        let directory = if is_old_form {
            variable.or(given)
        } else {
            given.or(variable)
        };
        let directory = directory.unwrap_or_else(|| b"/tmp".to_vec());
        if is_old_form {
            if whole.contains(&b'/') {
                let shown = run.word(&whole);
                let message = cat![
                    "invalid template, ",
                    shown,
                    ", contains directory separator"
                ];
                return run.die(1, message);
            }
        } else if whole.starts_with(b"/") {
            let shown = run.word(&whole);
            let message = cat![
                "invalid template, ",
                shown,
                "; with --tmpdir, it may not be absolute"
            ];
            return run.die(1, message);
        }
        path = paths::join(&directory, &whole);
    }
    let start = path.len() - suffix.len() - count;
    match make(run, &path, start, count, is_directory, is_dry) {
        Ok(name) => run.put(cat![name, "\n"]),
        Err(errno) => {
            run.status = 1;
            if is_quiet {
                return Ok(());
            }
            let shown = run.word(&path);
            let what = if is_directory {
                "failed to create directory via template "
            } else {
                "failed to create file via template "
            };
            run.fail(cat![what, shown, ": ", errno])
        }
    }
}

fn make(
    run: &mut Run<'_, '_>,
    template: &[u8],
    start: usize,
    count: usize,
    is_directory: bool,
    is_dry: bool,
) -> Result<Vec<u8>, Errno> {
    let mut random = vec![0; count];
    for _ in 0..TRIES_MAX {
        (run.ctx.random)(&mut random);
        let mut name = template.to_vec();
        for (byte, random) in name[start..start + count].iter_mut().zip(&random) {
            *byte = LETTERS[usize::from(*random) % LETTERS.len()];
        }
        let path = run.at(&name);
        let made = if is_dry {
            match run.files().stat(&path, false) {
                Ok(_) => Err(Errno::Exists),
                Err(Errno::NotFound) => Ok(()),
                Err(errno) => Err(errno),
            }
        } else if is_directory {
            run.files().make_directory(&path, 0o700 & !run.ctx.umask)
        } else {
            let how = Open {
                create: true,
                exclusive: true,
                ..Open::default()
            };
            run.files()
                .open(&path, how, 0o600 & !run.ctx.umask, Then::Close)
        };
        match made {
            Ok(()) => return Ok(name),
            Err(Errno::Exists) => {}
            Err(errno) => return Err(errno),
        }
    }
    Err(Errno::Exists)
}
