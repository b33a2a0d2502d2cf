//! `ls`.

mod colors;
mod columns;
mod long;
mod options;
mod settings;
mod words;

use std::collections::BTreeSet;

use crate::Errno;
use crate::bytes::cat;
use crate::files::{Kind, Stat};
use crate::glob;
use crate::paths;
use crate::quote;
use crate::run::{Run, Step};
use crate::sizes;
use settings::{Deref, Format, Hidden, Mark, Quoting, Settings, Sort};

/// One line of a listing.
pub(super) struct Item {
    /// As it is named: an operand, or a name in the directory.
    name: Vec<u8>,
    /// As it is printed.
    shown: Vec<u8>,
    kind: Kind,
    /// Of the entry, or of what a link leads to where links are followed.
    stat: Option<Stat>,
    /// Where a link leads, if that is printed.
    target: Option<Vec<u8>>,
    /// What is at the end of a link, if that was asked for.
    behind: Option<Stat>,
}

impl Item {
    fn is_directory(&self) -> bool {
        self.kind == Kind::Directory
    }

    fn leads_to_directory(&self) -> bool {
        self.is_directory() || self.behind.is_some_and(|stat| stat.is_directory())
    }
}

/// Directories that are still to be listed.
enum Pending {
    Directory {
        path: Vec<u8>,
        is_operand: bool,
    },
    /// All below a directory has been listed.
    Done(u64),
}

struct List<'s> {
    settings: &'s Settings,
    pending: Vec<Pending>,
    /// Directories that are being listed, against circles of links.
    above: BTreeSet<u64>,
    prints_names: bool,
    is_first: bool,
    painter: colors::Painter,
}

pub(crate) async fn ls(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (settings, operands) = settings::read(run, arguments)?;
    let painter = colors::Painter::new(run, &settings);
    let mut list = List {
        settings: &settings,
        pending: Vec::new(),
        above: BTreeSet::new(),
        prints_names: true,
        is_first: true,
        painter,
    };
    let count = operands.len();
    let operands = if operands.is_empty() {
        vec![b".".to_vec()]
    } else {
        operands
    };
    if count == 0 && !settings.directories_as_files {
        list.pending.push(Pending::Directory {
            path: b".".to_vec(),
            is_operand: true,
        });
    } else {
        let mut items = Vec::new();
        for name in operands {
            items.extend(list.operand(run, name)?);
        }
        list.sort(&mut items);
        let mut directories = Vec::new();
        if !settings.directories_as_files {
            let (inside, files): (Vec<_>, Vec<_>) =
                items.into_iter().partition(|item| item.is_directory());
            directories = inside;
            items = files;
        }
        let has_files = !items.is_empty();
        if has_files {
            list.print(run, &items, &directories)?;
            list.is_first = false;
        } else if count <= 1 && directories.len() == 1 {
            list.prints_names = false;
        }
        if has_files && !directories.is_empty() {
            run.put("\n")?;
            list.is_first = true;
        }
        for item in directories.into_iter().rev() {
            list.pending.push(Pending::Directory {
                path: item.name,
                is_operand: true,
            });
        }
    }
    if count == 0 {
        list.prints_names = false;
    }
    while let Some(pending) = list.pending.pop() {
        match pending {
            Pending::Directory { path, is_operand } => {
                list.directory(run, &path, is_operand)?;
                run.turn().await;
            }
            Pending::Done(number) => {
                list.above.remove(&number);
            }
        }
    }
    list.painter.end(run)
}

/// A problem of an operand is worse than one below it.
fn trouble(run: &mut Run<'_, '_>, is_operand: bool, message: Vec<u8>) -> Step<()> {
    run.fail(message)?;
    if is_operand {
        run.status = 2;
    }
    Ok(())
}

impl List<'_> {
    /// An operand, as far as it exists.
    fn operand(&mut self, run: &mut Run<'_, '_>, name: Vec<u8>) -> Step<Option<Item>> {
        let stat = match self.settings.deref {
            Deref::Always | Deref::Operands => run.stat(&name),
            Deref::OperandsToDirectories => match run.stat(&name) {
                Ok(stat) if !stat.is_directory() => run.lstat(&name),
                Err(Errno::NotFound) => run.lstat(&name),
                other => other,
            },
            Deref::Never => run.lstat(&name),
        };
        match stat {
            Ok(stat) => {
                let item = self.item(run, name.clone(), &name, stat.kind, Some(stat), true)?;
                Ok(Some(item))
            }
            Err(errno) => {
                let shown = run.q(&name);
                trouble(run, true, cat!["cannot access ", shown, ": ", errno])?;
                Ok(None)
            }
        }
    }

    fn item(
        &self,
        run: &mut Run<'_, '_>,
        name: Vec<u8>,
        path: &[u8],
        kind: Kind,
        stat: Option<Stat>,
        is_operand: bool,
    ) -> Step<Item> {
        let settings = self.settings;
        let shown = show(run, settings, &name);
        let mut item = Item {
            name,
            shown,
            kind,
            stat,
            target: None,
            behind: None,
        };
        let was_asked_in_vain = stat.is_none() && settings.needs_stat;
        if kind != Kind::Link || was_asked_in_vain {
            return Ok(item);
        }
        if settings.format == Format::Long {
            match run.read_link(path) {
                Ok(target) => item.target = Some(target),
                Err(errno) => {
                    let shown = run.q(path);
                    let message = cat!["cannot read symbolic link ", shown, ": ", errno];
                    trouble(run, is_operand, message)?;
                }
            }
        }
        let marks_targets = matches!(settings.mark, Mark::Classify | Mark::FileType);
        let is_long = settings.format == Format::Long;
        if settings.directories_first
            || (is_long && marks_targets)
            || self.painter.tells_ends_of_links(is_long)
        {
            item.behind = run.stat(path).ok();
        }
        Ok(item)
    }

    /// Lists one directory.
    fn directory(&mut self, run: &mut Run<'_, '_>, path: &[u8], is_operand: bool) -> Step<()> {
        let settings = self.settings;
        let entries = match run.list(path) {
            Ok(entries) => entries,
            Err(errno) => {
                let shown = run.q(path);
                let message = cat!["cannot open directory ", shown, ": ", errno];
                return trouble(run, is_operand, message);
            }
        };
        if settings.recursive
            && settings.deref == Deref::Always
            && let Ok(stat) = run.stat(path)
        {
            if !self.above.insert(stat.number) {
                let shown = run.qf(path);
                run.fail(cat![shown, ": not listing already-listed directory"])?;
                run.status = 2;
                return Ok(());
            }
            self.pending.push(Pending::Done(stat.number));
        }
        if settings.recursive || self.prints_names {
            if !self.is_first {
                run.put("\n")?;
            }
            self.is_first = false;
            let shown = show_directory(run, settings, path);
            self.painter.directory(run, &shown)?;
            run.put(":\n")?;
        }
        let mut items = Vec::new();
        let dots = [
            (b".".to_vec(), Kind::Directory),
            (b"..".to_vec(), Kind::Directory),
        ];
        let with_dots = settings.hidden == Hidden::Shown;
        let dots = dots.into_iter().filter(|_| with_dots);
        let named = entries.into_iter().map(|entry| (entry.name, entry.kind));
        for (name, kind) in dots.chain(named) {
            if settings.leaves_out(&name) {
                continue;
            }
            items.extend(self.entry(run, path, name, kind)?);
        }
        self.sort(&mut items);
        if settings.recursive {
            for item in items.iter().rev() {
                if item.is_directory() && !paths::is_dots(&item.name) {
                    let path = paths::join(path, &item.name);
                    self.pending.push(Pending::Directory {
                        path,
                        is_operand: false,
                    });
                }
            }
        }
        if settings.format == Format::Long || settings.prints_blocks {
            let total = items
                .iter()
                .filter_map(|item| item.stat)
                .map(|stat| sizes::allocated(&stat));
            let total = settings.block_unit.show(total.sum());
            let end = settings.line_end();
            run.put(cat!["total ", total, end])?;
        }
        self.print(run, &items, &[])
    }

    /// An entry of a directory, with what has to be asked for.
    fn entry(
        &self,
        run: &mut Run<'_, '_>,
        directory: &[u8],
        name: Vec<u8>,
        kind: Kind,
    ) -> Step<Option<Item>> {
        let settings = self.settings;
        // A name alone is the path in the working directory, as messages have it.
        let path = if directory == b"." {
            name.clone()
        } else {
            paths::join(directory, &name)
        };
        let follows = settings.deref == Deref::Always;
        let needs_kind =
            settings.recursive || settings.mark != Mark::None || settings.directories_first;
        let is_needed = settings.needs_stat
            || (follows && kind == Kind::Link && needs_kind)
            || (settings.mark == Mark::Classify && kind == Kind::File)
            || (settings.colors && (follows || kind != Kind::Link));
        let (mut kind, mut stat) = (kind, None);
        if is_needed {
            let asked = if follows {
                run.stat(&path)
            } else {
                run.lstat(&path)
            };
            match asked {
                Ok(found) => {
                    kind = found.kind;
                    stat = Some(found);
                }
                Err(errno) => {
                    let shown = run.q(&path);
                    trouble(run, false, cat!["cannot access ", shown, ": ", errno])?;
                }
            }
        }
        self.item(run, name, &path, kind, stat, false).map(Some)
    }

    fn sort(&self, items: &mut [Item]) {
        let settings = self.settings;
        let by_name = |a: &Item, b: &Item| a.name.cmp(&b.name);
        let mtime = |item: &Item| item.stat.map_or(0, |stat| stat.mtime_us);
        let size = |item: &Item| item.stat.map_or(0, |stat| stat.size);
        let order = |a: &Item, b: &Item| {
            let order = match settings.sort {
                Sort::None | Sort::Name => by_name(a, b),
                Sort::Extension => extension(&a.name).cmp(extension(&b.name)),
                Sort::Size => size(b).cmp(&size(a)),
                Sort::Time => mtime(b).cmp(&mtime(a)),
                Sort::Version => crate::versions::compare(&a.name, &b.name),
                Sort::Width => {
                    let width = |item: &Item| quote::width(&item.shown, settings.charset);
                    width(a).cmp(&width(b))
                }
            };
            let order = order.then_with(|| by_name(a, b));
            let order = if settings.reverse {
                order.reverse()
            } else {
                order
            };
            let first = if settings.directories_first {
                b.leads_to_directory().cmp(&a.leads_to_directory())
            } else {
                std::cmp::Ordering::Equal
            };
            first.then(order)
        };
        if settings.sort != Sort::None {
            items.sort_by(order);
        }
    }

    /// Prints items; `others` are measured with them, as operands that are listed later.
    fn print(&mut self, run: &mut Run<'_, '_>, items: &[Item], others: &[Item]) -> Step<()> {
        let aligns = match self.settings.format {
            Format::Long => true,
            Format::Down | Format::Across => self.settings.width > 0,
            Format::OneEach | Format::Commas => false,
        };
        let has_optional_quotes =
            matches!(self.settings.quoting, Quoting::Shell | Quoting::ShellEscape);
        let is_quoted = |item: &Item| item.shown != item.name;
        self.painter.pads =
            aligns && has_optional_quotes && items.iter().chain(others).any(is_quoted);
        match self.settings.format {
            Format::Long => long::print(run, self.settings, &mut self.painter, items, others),
            _ => columns::print(run, self.settings, &mut self.painter, items, others),
        }
    }
}

/// What stands behind the last dot, with it.
fn extension(name: &[u8]) -> &[u8] {
    name.iter()
        .rposition(|byte| *byte == b'.')
        .map_or(b"", |at| &name[at..])
}

/// A name as the settings want it quoted.
fn show(run: &Run<'_, '_>, settings: &Settings, name: &[u8]) -> Vec<u8> {
    let marks = match settings.mark {
        // It is GNU's order, although the star is a mark of the first alone.
        Mark::Classify => "=>@|",
        Mark::FileType => "*=>@|",
        Mark::None | Mark::Slash => "",
    };
    let blank = if settings.quoting == Quoting::Escape {
        " "
    } else {
        ""
    };
    show_with(run, settings, name, cat![marks, blank].as_slice())
}

/// A directory's name before its list: quoted for the colon behind it, too.
fn show_directory(run: &Run<'_, '_>, settings: &Settings, name: &[u8]) -> Vec<u8> {
    show_with(run, settings, name, b":")
}

/// A name in quotes; `special` are bytes that need them, too.
fn show_with(run: &Run<'_, '_>, settings: &Settings, name: &[u8], special: &[u8]) -> Vec<u8> {
    let charset = run.charset;
    let escaped = |quotes: &[u8], special: &[u8]| {
        let mut out = quotes.to_vec();
        quote::escaped_into(&mut out, name, charset, special);
        out.extend_from_slice(quotes);
        out
    };
    let shown = match settings.quoting {
        Quoting::Literal => name.to_vec(),
        Quoting::Shell | Quoting::ShellAlways => {
            let is_always = settings.quoting == Quoting::ShellAlways;
            let is_needed = is_always || name.iter().any(|byte| special.contains(byte));
            quote::raw(name, is_needed)
        }
        Quoting::ShellEscape => {
            if name.iter().any(|byte| special.contains(byte)) {
                quote::always(name, charset)
            } else {
                quote::as_needed(name, charset)
            }
        }
        Quoting::ShellEscapeAlways => quote::always(name, charset),
        Quoting::C => escaped(b"\"", cat!["\"", special].as_slice()),
        Quoting::Locale => escaped(b"'", cat!["'", special].as_slice()),
        Quoting::Escape => escaped(b"", special),
    };
    if settings.question_marks {
        return quote::with_question_marks(&shown, charset);
    }
    shown
}

/// The character that tells what an entry is.
fn mark_of(kind: Kind, stat: Option<&Stat>, mark: Mark) -> &'static str {
    match (mark, kind) {
        (Mark::None, _) => "",
        (_, Kind::Directory) => "/",
        (Mark::Slash, _) => "",
        (_, Kind::Link) => "@",
        (Mark::Classify, Kind::File) if stat.is_some_and(|stat| stat.mode & 0o111 != 0) => "*",
        _ => "",
    }
}

impl Settings {
    /// Whether a name is not to be seen.
    fn leaves_out(&self, name: &[u8]) -> bool {
        let rules = glob::Rules {
            period: true,
            ignores_case: false,
        };
        let is_hidden = match self.hidden {
            Hidden::LeftOut => name.first() == Some(&b'.'),
            Hidden::AlmostShown | Hidden::Shown => false,
        };
        is_hidden
            || (self.hidden == Hidden::LeftOut
                && self
                    .hide
                    .iter()
                    .any(|pattern| glob::fits(pattern, name, rules)))
            || self
                .ignore
                .iter()
                .any(|pattern| glob::fits(pattern, name, rules))
    }

    fn line_end(&self) -> &'static str {
        if self.ends_with_nul { "\0" } else { "\n" }
    }
}
