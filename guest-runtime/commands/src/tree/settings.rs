//! The command line of `tree`.

use crate::bytes::{cat, number};
use crate::run::{Run, Step};

const HELP: &str = "[OPTION]... [--] [DIRECTORY]...
Prints what is in directories as a tree.

  -a             also names that begin with a dot
  -d             only directories
  -L N           N levels
  -f, -i         whole paths; no lines of the tree
  -P, -I PATTERN only files that fit; nothing that fits; patterns are joined with |
  -F, -p, -s, -h a character for the kind; the mode; the size, for people
  -t, -v, -U, --sort=WHAT
                 sorted by time, version, in the order of the directory; WHAT is name, version, size or mtime
  -r             the other way round
  -x             (there is one filesystem)
  --dirsfirst, --filesfirst
  --noreport     no numbers at the end
  -J             as JSON
  -n, -N         (no colours, names as they are)

      --help     print this and end
      --version  print the version and end
";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Name,
    Version,
    Size,
    Time,
    /// The order in which a directory lists its names, which is that of their bytes.
    None,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    Neither,
    Directories,
    Files,
}

pub(super) struct Settings {
    pub(super) all: bool,
    pub(super) only_directories: bool,
    pub(super) whole_paths: bool,
    pub(super) no_lines: bool,
    pub(super) marks: bool,
    pub(super) modes: bool,
    pub(super) sizes: Option<bool>,
    pub(super) sort: Sort,
    pub(super) reverse: bool,
    pub(super) as_json: bool,
    pub(super) raw_names: bool,
    pub(super) first: First,
    pub(super) levels: usize,
    pub(super) include: Vec<Vec<u8>>,
    pub(super) exclude: Vec<Vec<u8>>,
    pub(super) ignores_case: bool,
}

/// The operands, and whether the report is left out.
pub(super) type Operands = (Vec<Vec<u8>>, bool);

pub(super) fn read(
    run: &mut Run<'_, '_>,
    arguments: Vec<Vec<u8>>,
) -> Step<Option<(Settings, Operands)>> {
    let mut settings = Settings {
        all: false,
        only_directories: false,
        whole_paths: false,
        no_lines: false,
        marks: false,
        modes: false,
        sizes: None,
        sort: Sort::Name,
        reverse: false,
        as_json: false,
        raw_names: false,
        first: First::Neither,
        levels: usize::MAX,
        include: Vec::new(),
        exclude: Vec::new(),
        ignores_case: false,
    };
    let (mut operands, mut no_report, mut is_over) = (Vec::new(), false, false);
    let mut words = arguments.into_iter();
    while let Some(word) = words.next() {
        if is_over || word.len() < 2 || word[0] != b'-' {
            operands.push(word);
            continue;
        }
        match word.as_slice() {
            b"--" => is_over = true,
            b"--help" => {
                run.put(format!("Usage: tree {HELP}"))?;
                return Ok(None);
            }
            b"--version" => {
                run.put(format!("tree (isolate) {}\n", env!("CARGO_PKG_VERSION")))?;
                return Ok(None);
            }
            b"--noreport" => no_report = true,
            b"--dirsfirst" => settings.first = First::Directories,
            b"--filesfirst" => settings.first = First::Files,
            b"--ignore-case" => settings.ignores_case = true,
            sort if sort == b"--sort" || sort.starts_with(b"--sort=") => {
                let by = match sort.strip_prefix(b"--sort=") {
                    Some(by) => by.to_vec(),
                    None => match words.next() {
                        Some(by) => by,
                        None => {
                            run.put_error("tree: missing argument to --sort\n")?;
                            return Err(crate::run::End(1));
                        }
                    },
                };
                settings.sort = match by.to_ascii_lowercase().as_slice() {
                    b"name" => Sort::Name,
                    b"version" => Sort::Version,
                    b"size" => Sort::Size,
                    b"mtime" => Sort::Time,
                    _ => {
                        let valid = "' not valid, should be one of: name,version,size,mtime\n";
                        run.put_error(cat!["tree: Sort type '", by, valid])?;
                        return Err(crate::run::End(1));
                    }
                };
            }
            long if long.starts_with(b"--") => {
                let shown = long.to_vec();
                run.put_error(cat![
                    "tree: Invalid argument `",
                    shown,
                    "'.\nTry 'tree --help' for more information.\n"
                ])?;
                return Err(crate::run::End(1));
            }
            letters => {
                let letters = letters[1..].to_vec();
                for letter in letters {
                    match letter {
                        b'a' => settings.all = true,
                        b'd' => settings.only_directories = true,
                        b'f' => settings.whole_paths = true,
                        b'i' => settings.no_lines = true,
                        b'F' => settings.marks = true,
                        b'p' => settings.modes = true,
                        b's' => settings.sizes = settings.sizes.or(Some(false)),
                        b'h' => settings.sizes = Some(true),
                        b't' => settings.sort = Sort::Time,
                        b'v' => settings.sort = Sort::Version,
                        b'U' => settings.sort = Sort::None,
                        b'r' => settings.reverse = true,
                        b'J' => settings.as_json = true,
                        b'N' => settings.raw_names = true,
                        b'n' | b'x' => {}
                        b'L' => {
                            let Some(value) = words.next() else {
                                run.put_error("tree: Missing argument to -L option.\n")?;
                                return Err(crate::run::End(1));
                            };
                            match number::<usize>(&value) {
                                Some(levels) if levels > 0 => settings.levels = levels,
                                _ => {
                                    run.put_error(
                                        "tree: Invalid level, must be greater than 0.\n",
                                    )?;
                                    return Err(crate::run::End(1));
                                }
                            }
                        }
                        b'P' | b'I' => {
                            let Some(value) = words.next() else {
                                let letter = [letter];
                                run.put_error(cat![
                                    "tree: missing argument to -",
                                    letter,
                                    " option.\n"
                                ])?;
                                return Err(crate::run::End(1));
                            };
                            let list = if letter == b'P' {
                                &mut settings.include
                            } else {
                                &mut settings.exclude
                            };
                            list.extend(value.split(|byte| *byte == b'|').map(<[u8]>::to_vec));
                        }
                        other => {
                            run.put_error(cat![
                                "tree: Invalid argument -`",
                                [other],
                                "'.\nTry 'tree --help' for more information.\n"
                            ])?;
                            return Err(crate::run::End(1));
                        }
                    }
                }
            }
        }
    }
    Ok(Some((settings, (operands, no_report))))
}
