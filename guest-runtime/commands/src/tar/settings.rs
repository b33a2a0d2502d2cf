//! The command line of `tar`.

use super::header::Layout;
use super::names::{Change, Pattern};
use super::options::{TABLE, with_dashes};
use super::values::{changed, lines_of, owner, time_of, without_suffix};
use crate::bytes::{cat, number};
use crate::codec::Format;
use crate::mode;
use crate::options::{Options, written};
use crate::run::{End, Run, Step};
use crate::times::{self, Moment};

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

fn refuse<T>(run: &mut Run<'_, '_>, what: &str, way: &str) -> Step<T> {
    run.die(2, format!("{what} is not supported here{way}"))
}

pub(super) fn invalid<T>(run: &mut Run<'_, '_>, message: impl AsRef<[u8]>) -> Step<T> {
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
            "z" | "j" | "J" => {
                let format = match id {
                    "z" => Format::Gzip,
                    "j" => Format::Bzip2,
                    _ => Format::Xz,
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
                    b"xz" | b"unxz" => settings.packing = Packing::Said(Format::Xz),
                    _ => {
                        return refuse(
                            run,
                            &format!("option -I '{}'", value.escape_ascii()),
                            ": use gzip, bzip2 or xz",
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
            "lzma" | "zstd" | "Z" => {
                return refuse(
                    run,
                    &format!("option '{}'", written(id)),
                    ": use -z (gzip), -j (bzip2) or -J (xz)",
                );
            }
            "A" | "d" | "delete" => {
                let way = ": extract the archive, and make a new one";
                return refuse(run, &format!("option '{}'", written(id)), way);
            }
            "F" | "G" | "g" | "K" | "L" | "M" | "R" | "V" | "W" | "w" | "to-command" => {
                return refuse(run, &format!("option '{}'", written(id)), "");
            }
            "quoting-style" if value != b"escape" => {
                return refuse(run, "another quoting style than 'escape'", "");
            }
            "?" => {
                return TABLE.help(run);
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
