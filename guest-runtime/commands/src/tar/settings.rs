//! The command line of `tar`.

use super::header::Layout;
use super::names::{Change, Pattern};
use crate::bytes::{cat, number};
use crate::codec::Format;
use crate::dates;
use crate::mode;
use crate::options::{Flag, Options, Table, Value, both, long, same, short};
use crate::run::{End, Run, Step};
use crate::streams::Source;
use crate::times::{self, Moment};

static TABLE: Table = Table {
    flags: &[
        both("A", "catenate", Value::No),
        same("concatenate", "A", Value::No),
        both("a", "auto-compress", Value::No),
        both("b", "blocking-factor", Value::Needed),
        both("B", "read-full-records", Value::No),
        both("C", "directory", Value::Needed),
        both("c", "create", Value::No),
        both("d", "diff", Value::No),
        same("compare", "d", Value::No),
        both("f", "file", Value::Needed),
        both("F", "info-script", Value::Needed),
        both("G", "incremental", Value::No),
        both("g", "listed-incremental", Value::Needed),
        both("h", "dereference", Value::No),
        both("I", "use-compress-program", Value::Needed),
        both("i", "ignore-zeros", Value::No),
        both("J", "xz", Value::No),
        both("j", "bzip2", Value::No),
        both("k", "keep-old-files", Value::No),
        both("K", "starting-file", Value::Needed),
        both("L", "tape-length", Value::Needed),
        both("l", "check-links", Value::No),
        both("M", "multi-volume", Value::No),
        both("m", "touch", Value::No),
        both("N", "newer", Value::Needed),
        both("n", "seek", Value::No),
        both("O", "to-stdout", Value::No),
        both("o", "no-same-owner", Value::No),
        both("P", "absolute-names", Value::No),
        both("p", "preserve-permissions", Value::No),
        same("same-permissions", "p", Value::No),
        both("R", "block-number", Value::No),
        both("r", "append", Value::No),
        both("S", "sparse", Value::No),
        both("s", "preserve-order", Value::No),
        same("same-order", "s", Value::No),
        both("T", "files-from", Value::Needed),
        both("t", "list", Value::No),
        both("U", "unlink-first", Value::No),
        both("u", "update", Value::No),
        both("V", "label", Value::Needed),
        both("v", "verbose", Value::No),
        both("W", "verify", Value::No),
        both("w", "interactive", Value::No),
        both("X", "exclude-from", Value::Needed),
        both("x", "extract", Value::No),
        same("get", "x", Value::No),
        both("Z", "compress", Value::No),
        same("uncompress", "Z", Value::No),
        both("z", "gzip", Value::No),
        same("gunzip", "z", Value::No),
        same("ungzip", "z", Value::No),
        long("acls", Value::No),
        long("anchored", Value::No),
        long("delete", Value::No),
        long("exclude", Value::Needed),
        long("exclude-vcs", Value::No),
        long("force-local", Value::No),
        long("format", Value::Needed),
        Flag {
            short: Some(b'H'),
            long: "",
            value: Value::Needed,
            id: "format",
        },
        long("full-time", Value::No),
        long("group", Value::Needed),
        long("ignore-case", Value::No),
        long("ignore-failed-read", Value::No),
        long("keep-directory-symlink", Value::No),
        long("keep-newer-files", Value::No),
        long("lzma", Value::No),
        long("mode", Value::Needed),
        long("mtime", Value::Needed),
        long("no-acls", Value::No),
        long("no-anchored", Value::No),
        long("no-auto-compress", Value::No),
        long("no-ignore-case", Value::No),
        long("no-overwrite-dir", Value::No),
        long("no-recursion", Value::No),
        long("no-same-permissions", Value::No),
        long("no-selinux", Value::No),
        long("no-wildcards", Value::No),
        long("no-wildcards-match-slash", Value::No),
        long("no-xattrs", Value::No),
        long("null", Value::No),
        long("no-null", Value::No),
        long("numeric-owner", Value::No),
        long("old-archive", Value::No),
        long("one-file-system", Value::No),
        long("one-top-level", Value::Maybe),
        long("overwrite", Value::No),
        long("overwrite-dir", Value::No),
        long("owner", Value::Needed),
        same("portability", "old-archive", Value::No),
        long("posix", Value::No),
        long("quoting-style", Value::Needed),
        long("recursion", Value::No),
        long("recursive-unlink", Value::No),
        long("remove-files", Value::No),
        long("same-owner", Value::No),
        same("preserve-owner", "same-owner", Value::No),
        long("selinux", Value::No),
        long("show-transformed-names", Value::No),
        same("show-stored-names", "show-transformed-names", Value::No),
        long("skip-old-files", Value::No),
        long("sort", Value::Needed),
        long("strip-components", Value::Needed),
        long("to-command", Value::Needed),
        long("totals", Value::Maybe),
        long("transform", Value::Needed),
        same("xform", "transform", Value::Needed),
        long("utc", Value::No),
        long("verbatim-files-from", Value::No),
        long("warning", Value::Needed),
        long("wildcards", Value::No),
        long("wildcards-match-slash", Value::No),
        long("xattrs", Value::No),
        long("zstd", Value::No),
        short("?", Value::No),
    ],
    help: "[OPTION...] [FILE]...
Saves many files in one archive, lists it, and extracts files from it.

  -c, -x, -t, -r, -u  creates, extracts, lists, appends, updates
  -f ARCHIVE          names the archive; - is the input, or the output
  -z, -j, -a          compresses with gzip, bzip2, or as the name says
  -C DIR              changes the directory
  -v                  names the files; twice: with all that is known of them
  -h, -k, -m, -O, -p, -P, -T FILE, -X FILE
  --exclude=PATTERN --strip-components=N --transform=EXPRESSION --wildcards
  --owner=NAME --group=NAME --mode=MODE --mtime=DATE --sort=name
  --format=gnu|ustar|pax|v7 --null --no-recursion --one-top-level[=DIR]
  --overwrite --keep-newer-files --skip-old-files --remove-files --totals",
    misused: 64,
    permutes: true,
};

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Create,
    Extract,
    List,
    Append,
    Update,
}

/// What is done with a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Old {
    Replace,
    Overwrite,
    Keep,
    Skip,
    KeepNewer,
}

/// How an archive is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// Not at all, or as its start says.
    Unsaid,
    /// As its name says.
    Auto,
    Said(Format),
}

/// A name to save, with the directory that it lies in.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub(super) directory: Vec<u8>,
    pub(super) name: Vec<u8>,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(super) struct Settings {
    pub(super) action: Action,
    pub(super) archive: Vec<u8>,
    pub(super) packing: Packing,
    pub(super) verbose: usize,
    pub(super) operands: Vec<Operand>,
    /// Where members are extracted: absolute.
    pub(super) directory: Vec<u8>,
    pub(super) excluded: Vec<Pattern>,
    pub(super) changes: Vec<Change>,
    pub(super) strip: usize,
    pub(super) wanted: Vec<Pattern>,
    pub(super) is_absolute: bool,
    pub(super) follows: bool,
    pub(super) old: Old,
    pub(super) to_stdout: bool,
    pub(super) keeps_modes: bool,
    pub(super) touches: bool,
    pub(super) user: Option<(Vec<u8>, Option<u64>)>,
    pub(super) group: Option<(Vec<u8>, Option<u64>)>,
    pub(super) mode: Option<mode::Change>,
    pub(super) mtime_us: Option<i64>,
    pub(super) has_numbers: bool,
    pub(super) layout: Layout,
    pub(super) recurses: bool,
    pub(super) removes: bool,
    pub(super) totals: bool,
    pub(super) full_time: bool,
    pub(super) shows_changed: bool,
    pub(super) top: Option<Vec<u8>>,
    pub(super) newer_us: Option<i64>,
    pub(super) has_wildcards: bool,
    pub(super) ignores_zeros: bool,
    pub(super) ignores_unreadable: bool,
}

/// How patterns are read from here on.
struct PatternRules {
    wildcards: Option<bool>,
    anchored: Option<bool>,
    ignores_case: bool,
}

/// What is known while the options are read.
struct Reading {
    settings: Settings,
    action: Option<Action>,
    archives: Vec<Vec<u8>>,
    rules: PatternRules,
    /// Directories, with how many operands come before them.
    directories: Vec<(usize, Vec<u8>)>,
    /// Files with names, with how many operands come before them.
    lists: Vec<(usize, Vec<u8>, bool)>,
    has_nulls: bool,
    top: Option<Option<Vec<u8>>>,
    /// What `--mtime` was given.
    date: Option<Vec<u8>>,
}

/// Letters without dashes, in front, are options whose values follow in order.
fn with_dashes(run: &mut Run<'_, '_>, mut words: Vec<Vec<u8>>) -> Step<Vec<Vec<u8>>> {
    let is_old = words
        .first()
        .is_some_and(|word| !word.is_empty() && !word.starts_with(b"-"));
    if !is_old {
        return Ok(words);
    }
    let letters = words.remove(0);
    let mut rest = words.into_iter();
    let mut all = Vec::new();
    for letter in letters {
        let flag = TABLE.flags.iter().find(|flag| flag.short == Some(letter));
        all.push(vec![b'-', letter]);
        if flag.is_some_and(|flag| flag.value == Value::Needed) {
            let Some(value) = rest.next() else {
                let message = cat!["Old option '", [letter], "' requires an argument."];
                return run.misused(2, message);
            };
            all.push(value);
        }
    }
    all.extend(rest);
    Ok(all)
}

fn refuse<T>(run: &mut Run<'_, '_>, what: &str, way: &str) -> Step<T> {
    run.die(2, format!("{what} is not supported here{way}"))
}

fn invalid<T>(run: &mut Run<'_, '_>, message: impl AsRef<[u8]>) -> Step<T> {
    run.misused(2, message)
}

pub(super) async fn read(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<Settings> {
    let words = with_dashes(run, arguments)?;
    let mut reading = Reading {
        settings: Settings {
            action: Action::List,
            archive: b"-".to_vec(),
            packing: Packing::Unsaid,
            verbose: 0,
            operands: Vec::new(),
            directory: Vec::new(),
            excluded: Vec::new(),
            changes: Vec::new(),
            strip: 0,
            wanted: Vec::new(),
            is_absolute: false,
            follows: false,
            old: Old::Replace,
            to_stdout: false,
            keeps_modes: false,
            touches: false,
            user: None,
            group: None,
            mode: None,
            mtime_us: None,
            has_numbers: false,
            layout: Layout::Gnu,
            recurses: true,
            removes: false,
            totals: false,
            full_time: false,
            shows_changed: false,
            top: None,
            newer_us: None,
            has_wildcards: false,
            ignores_zeros: false,
            ignores_unreadable: false,
        },
        action: None,
        archives: Vec::new(),
        rules: PatternRules {
            wildcards: None,
            anchored: None,
            ignores_case: false,
        },
        directories: Vec::new(),
        lists: Vec::new(),
        has_nulls: false,
        top: None,
        date: None,
    };
    let mut options = Options::new(&TABLE, words);
    while let Some((id, value)) = options.next(run)? {
        let before = options.operands_so_far();
        let value = value.unwrap_or_default();
        reading.option(run, id, value, before).await?;
    }
    reading.finish(run, options.operands()).await
}

impl Reading {
    fn act(&mut self, run: &mut Run<'_, '_>, action: Action) -> Step<()> {
        if self.action.is_some_and(|known| known != action) {
            let message = "You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option";
            return invalid(run, message);
        }
        self.action = Some(action);
        Ok(())
    }

    fn exclude(&mut self, text: &[u8]) {
        self.settings.excluded.push(Pattern {
            text: text.to_vec(),
            has_wildcards: self.rules.wildcards.unwrap_or(true),
            is_anchored: self.rules.anchored.unwrap_or(false),
            ignores_case: self.rules.ignores_case,
            was_found: false,
        });
    }

    /// What is done with files that are there: one answer alone.
    fn old(&mut self, run: &mut Run<'_, '_>, id: &'static str) -> Step<()> {
        let names = [
            (Old::Keep, "keep-old-files"),
            (Old::Skip, "skip-old-files"),
            (Old::KeepNewer, "keep-newer-files"),
            (Old::Overwrite, "overwrite"),
        ];
        let id = if id == "k" { "keep-old-files" } else { id };
        let chosen = names.into_iter().find(|(_, name)| *name == id);
        let (chosen, _) = chosen.expect("it is one of them");
        let known = names.into_iter().find(|(old, _)| *old == self.settings.old);
        match known {
            Some((old, name)) if old != chosen => {
                invalid(run, format!("'--{id}' cannot be used with '--{name}'"))
            }
            _ => {
                self.settings.old = chosen;
                Ok(())
            }
        }
    }

    async fn option(
        &mut self,
        run: &mut Run<'_, '_>,
        id: &'static str,
        value: Vec<u8>,
        before: usize,
    ) -> Step<()> {
        let settings = &mut self.settings;
        match id {
            "c" => return self.act(run, Action::Create),
            "x" => return self.act(run, Action::Extract),
            "t" => return self.act(run, Action::List),
            "r" => return self.act(run, Action::Append),
            "u" => return self.act(run, Action::Update),
            "f" => self.archives.push(value),
            "a" => settings.packing = Packing::Auto,
            "no-auto-compress" => settings.packing = Packing::Unsaid,
            "z" | "j" => {
                let format = if id == "z" {
                    Format::Gzip
                } else {
                    Format::Bzip2
                };
                if let Packing::Said(known) = settings.packing
                    && known != format
                {
                    return invalid(run, "Conflicting compression options");
                }
                settings.packing = Packing::Said(format);
            }
            "I" => {
                let program = value.split(|byte| *byte == b' ').next().unwrap_or_default();
                match crate::paths::base_name(program) {
                    b"gzip" | b"pigz" | b"gunzip" => settings.packing = Packing::Said(Format::Gzip),
                    b"bzip2" | b"pbzip2" | b"bunzip2" => {
                        settings.packing = Packing::Said(Format::Bzip2);
                    }
                    _ => {
                        return refuse(
                            run,
                            &format!("option -I '{}'", value.escape_ascii()),
                            ": use gzip or bzip2",
                        );
                    }
                }
            }
            "C" => self.directories.push((before, value)),
            "T" => self.lists.push((before, value, self.has_nulls)),
            "null" => self.has_nulls = true,
            "no-null" => self.has_nulls = false,
            "X" => {
                for line in lines_of(run, &value, b'\n').await? {
                    self.exclude(&line);
                }
            }
            "exclude" => self.exclude(&value),
            "exclude-vcs" => {
                for name in [
                    ".git",
                    ".gitignore",
                    ".gitmodules",
                    ".gitattributes",
                    ".svn",
                    ".hg",
                    ".hgignore",
                    ".hgtags",
                    ".bzr",
                    ".bzrignore",
                    "CVS",
                    ".cvsignore",
                    "RCS",
                    "SCCS",
                    "_darcs",
                ] {
                    self.exclude(name.as_bytes());
                }
            }
            "wildcards" => self.rules.wildcards = Some(true),
            "no-wildcards" => self.rules.wildcards = Some(false),
            "anchored" => self.rules.anchored = Some(true),
            "no-anchored" => self.rules.anchored = Some(false),
            "ignore-case" => self.rules.ignores_case = true,
            "no-ignore-case" => self.rules.ignores_case = false,
            "one-top-level" => self.top = Some(Some(value).filter(|name| !name.is_empty())),
            "sort" => {
                let groups: &[&[&'static str]] = &[&["none"], &["name"], &["inode"]];
                if !groups
                    .iter()
                    .any(|words| words[0].as_bytes().starts_with(&value))
                {
                    run.flush()?;
                    run.say(cat!["invalid argument ", run.word(&value), " for '--sort'"])?;
                    run.put_error("Valid arguments are:\n  - 'none'\n  - 'name'\n  - 'inode'\n")?;
                    return Err(End(2));
                }
            }
            _ => return self.more(run, id, value),
        }
        Ok(())
    }

    fn more(&mut self, run: &mut Run<'_, '_>, id: &'static str, value: Vec<u8>) -> Step<()> {
        let settings = &mut self.settings;
        match id {
            "h" => settings.follows = true,
            "i" => settings.ignores_zeros = true,
            "k" | "skip-old-files" | "keep-newer-files" | "overwrite" => return self.old(run, id),
            "m" => settings.touches = true,
            "O" => settings.to_stdout = true,
            "P" => settings.is_absolute = true,
            "p" => settings.keeps_modes = true,
            "no-same-permissions" => settings.keeps_modes = false,
            "v" => settings.verbose += 1,
            "numeric-owner" => settings.has_numbers = true,
            "owner" => settings.user = Some(owner(&value)),
            "group" => settings.group = Some(owner(&value)),
            "no-recursion" => settings.recurses = false,
            "recursion" => settings.recurses = true,
            "ignore-failed-read" => settings.ignores_unreadable = true,
            "remove-files" => settings.removes = true,
            "totals" => settings.totals = true,
            "full-time" => settings.full_time = true,
            "show-transformed-names" => settings.shows_changed = true,
            "posix" => settings.layout = Layout::Pax,
            "old-archive" => settings.layout = Layout::V7,
            "mode" => match mode::Change::parse(&value) {
                Some(change) => settings.mode = Some(change),
                None => return invalid(run, "Invalid mode given on option"),
            },
            "format" => {
                settings.layout = match value.as_slice() {
                    b"gnu" | b"oldgnu" => Layout::Gnu,
                    b"ustar" => Layout::Ustar,
                    b"pax" | b"posix" => Layout::Pax,
                    b"v7" => Layout::V7,
                    _ => return invalid(run, cat![value, ": Invalid archive format"]),
                };
            }
            "mtime" | "N" => {
                let time = time_of(run, &value)?;
                if id == "N" {
                    settings.newer_us = Some(time);
                } else {
                    settings.mtime_us = Some(time);
                    self.date = Some(value);
                }
            }
            "strip-components" => match number(&value) {
                Some(count) => settings.strip = count,
                None => {
                    let message = cat![value, ": Invalid number of elements"];
                    return invalid(run, message);
                }
            },
            "transform" => match Change::parse(&value) {
                Some(changes) => settings.changes.extend(changes),
                None => return invalid(run, "Invalid transform expression"),
            },
            "J" | "lzma" | "zstd" | "Z" => {
                let option = if id.len() == 1 {
                    format!("-{id}")
                } else {
                    format!("--{id}")
                };
                return refuse(
                    run,
                    &format!("option '{option}'"),
                    ": use -z (gzip) or -j (bzip2)",
                );
            }
            "A" | "d" | "delete" => {
                let option = if id.len() == 1 {
                    format!("-{id}")
                } else {
                    format!("--{id}")
                };
                let way = ": extract the archive, and make a new one";
                return refuse(run, &format!("option '{option}'"), way);
            }
            "F" | "G" | "g" | "K" | "L" | "M" | "R" | "V" | "W" | "w" | "to-command" => {
                let option = if id.len() == 1 {
                    format!("-{id}")
                } else {
                    format!("--{id}")
                };
                return refuse(run, &format!("option '{option}'"), "");
            }
            "quoting-style" if value != b"escape" => {
                return refuse(run, "another quoting style than 'escape'", "");
            }
            "?" => {
                return Options::new(&TABLE, vec![b"--help".to_vec()])
                    .next(run)
                    .map(drop);
            }
            // Owners, attributes, holes and the sizes of records are nothing here.
            _ => {}
        }
        Ok(())
    }

    async fn finish(mut self, run: &mut Run<'_, '_>, operands: Vec<Vec<u8>>) -> Step<Settings> {
        let Some(action) = self.action else {
            let message =
                "You must specify one of the '-Acdtrux', '--delete' or '--test-label' options";
            return invalid(run, message);
        };
        self.settings.action = action;
        if self.archives.len() > 1 {
            return invalid(run, "Multiple archive files require '-M' option");
        }
        if let Some(archive) = self.archives.pop() {
            self.settings.archive = archive;
        }
        if let Some(top) = self.top.take() {
            if self.settings.is_absolute {
                let message = "'--one-top-level' cannot be used with '--absolute-names'";
                return invalid(run, message);
            }
            let archive = crate::paths::base_name(&self.settings.archive);
            let name = top.or_else(|| without_suffix(archive));
            let Some(name) = name else {
                return invalid(
                    run,
                    "Cannot deduce top-level directory name; please set it explicitly with --one-top-level=DIR",
                );
            };
            self.settings.top = Some(name);
        }
        if let (Some(date), Some(time)) = (&self.date, self.settings.mtime_us)
            && self.settings.verbose > 0
        {
            let moment = times::format(&Moment::at(time), b"%Y-%m-%d %H:%M:%S");
            let date = run.word(date);
            run.say(cat!["Option --mtime: Treating date ", date, " as ", moment])?;
        }
        let mut directory = run.ctx.directory.clone();
        let mut all = Vec::new();
        for (at, name) in operands.iter().map(Some).chain([None]).enumerate() {
            for (_, to) in self.directories.iter().filter(|(before, _)| *before == at) {
                directory = changed(run, &directory, to)?;
            }
            for (_, file, has_nulls) in self.lists.iter().filter(|(before, ..)| *before == at) {
                let divider = if *has_nulls { 0 } else { b'\n' };
                let mut names = lines_of(run, file, divider).await?.into_iter();
                while let Some(name) = names.next() {
                    if *has_nulls || !name.starts_with(b"-") {
                        all.push(Operand {
                            directory: directory.clone(),
                            name,
                        });
                        continue;
                    }
                    let to = match name.strip_prefix(b"-C") {
                        Some(b"") => names.next().unwrap_or_default(),
                        Some(rest) => rest.trim_ascii_start().to_vec(),
                        None => {
                            let message = cat![
                                name,
                                ": options in a list of files are not supported here, but -C"
                            ];
                            return run.die(2, message);
                        }
                    };
                    directory = changed(run, &directory, &to)?;
                }
            }
            if let Some(name) = name {
                all.push(Operand {
                    directory: directory.clone(),
                    name: name.clone(),
                });
            }
        }
        let settings = &mut self.settings;
        settings.directory = directory;
        settings.has_wildcards = self.rules.wildcards == Some(true);
        let wanted = all.iter().map(|operand| Pattern {
            text: crate::paths::without_slashes(&operand.name).to_vec(),
            has_wildcards: settings.has_wildcards,
            is_anchored: self.rules.anchored.unwrap_or(true),
            ignores_case: self.rules.ignores_case,
            was_found: false,
        });
        settings.wanted = wanted.collect();
        settings.operands = all;
        if action == Action::Create && settings.operands.is_empty() && self.lists.is_empty() {
            return invalid(run, "Cowardly refusing to create an empty archive");
        }
        Ok(self.settings)
    }
}

/// A name, a number, or both with a colon between.
fn owner(text: &[u8]) -> (Vec<u8>, Option<u64>) {
    match text.iter().position(|byte| *byte == b':') {
        Some(at) => (text[..at].to_vec(), number(&text[at + 1..])),
        None => match number(text) {
            Some(id) => (Vec::new(), Some(id)),
            None => (text.to_vec(), None),
        },
    }
}

/// A date, or the time of a file whose name begins with `/` or `.`.
fn time_of(run: &mut Run<'_, '_>, text: &[u8]) -> Step<i64> {
    if text.starts_with(b"/") || text.starts_with(b".") {
        return match run.stat(text) {
            Ok(stat) => Ok(stat.mtime_us),
            Err(errno) => {
                run.say(cat![run.escaped(text), ": Cannot stat: ", errno])?;
                super::unrecoverable(run)?;
                Err(End(2))
            }
        };
    }
    let now = run.ctx.now_us;
    match std::str::from_utf8(text)
        .ok()
        .and_then(|text| dates::parse(text, now))
    {
        Some(time) => Ok(time),
        None => invalid(run, cat!["Invalid date ", run.word(text)]),
    }
}

/// The directory that `-C` names.
fn changed(run: &mut Run<'_, '_>, from: &[u8], to: &[u8]) -> Step<Vec<u8>> {
    let path = if to.starts_with(b"/") {
        to.to_vec()
    } else {
        crate::paths::join(from, to)
    };
    let found = run.files().stat(&path, true);
    let errno = match found {
        Ok(stat) if stat.is_directory() => return Ok(path),
        Ok(_) => crate::Errno::NotDirectory,
        Err(errno) => errno,
    };
    run.flush()?;
    run.say(cat![run.escaped(to), ": Cannot open: ", errno])?;
    super::unrecoverable(run)?;
    Err(End(2))
}

/// What a file of names has, or the input.
async fn lines_of(run: &mut Run<'_, '_>, name: &[u8], divider: u8) -> Step<Vec<Vec<u8>>> {
    let mut source = if name == b"-" {
        Source::Input
    } else {
        Source::file(run.at(name))
    };
    let mut text = Vec::new();
    loop {
        match source.read(run).await {
            Ok(bytes) if bytes.is_empty() => break,
            Ok(bytes) => text.extend(bytes),
            Err(errno) => {
                run.flush()?;
                run.say(cat![run.escaped(name), ": Cannot open: ", errno])?;
                super::unrecoverable(run)?;
            }
        }
    }
    let lines = text.split(|byte| *byte == divider);
    Ok(lines
        .filter(|line| !line.is_empty())
        .map(<[u8]>::to_vec)
        .collect())
}

/// The name of an archive without what says its format.
fn without_suffix(name: &[u8]) -> Option<Vec<u8>> {
    const SUFFIXES: &[&str] = &[
        ".tar", ".taz", ".tgz", ".tar.gz", ".tar.Z", ".tbz", ".tbz2", ".tar.bz2", ".txz",
        ".tar.xz", ".tzst", ".tar.zst",
    ];
    let fitting = SUFFIXES
        .iter()
        .filter(|suffix| name.ends_with(suffix.as_bytes()) && name.len() > suffix.len());
    let longest = fitting.map(|suffix| suffix.len()).max()?;
    Some(name[..name.len() - longest].to_vec())
}
