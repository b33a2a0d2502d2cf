//! Archives that are made, and added to.

use std::collections::HashMap;

use super::header::{self, BLOCK, Member, Type};
use super::settings::{Action, Operand, Packing, Settings};
use super::{Listing, Removed, unrecoverable};
use crate::Errno;
use crate::bytes::cat;
use crate::codec::{Encode, Format};
use crate::files::{Open, Stat, Then};
use crate::paths;
use crate::run::{OWNER, OWNER_NUMBER, Run, Step};
use crate::streams::{NewFile, Sink, Source};

/// An archive is a whole number of these.
const RECORD_BYTES: u64 = 20 * BLOCK as u64;

/// Where an archive goes.
struct Writer {
    sink: Sink,
    packer: Option<Box<dyn Encode>>,
    packed: Vec<u8>,
    /// Bytes of the archive so far, before compression.
    written: u64,
    name: Vec<u8>,
}

impl Writer {
    async fn put(&mut self, run: &mut Run<'_, '_>, bytes: &[u8]) -> Step<()> {
        self.written += bytes.len() as u64;
        let put = match &mut self.packer {
            None => self.sink.put(run, bytes).await?,
            Some(packer) => {
                packer.encode(bytes, &mut self.packed);
                let packed = std::mem::take(&mut self.packed);
                self.sink.put(run, &packed).await?
            }
        };
        match put {
            Ok(()) => Ok(()),
            Err(errno) => self.lost(run, errno),
        }
    }

    fn lost(&self, run: &mut Run<'_, '_>, errno: Errno) -> Step<()> {
        run.flush()?;
        run.say(cat![run.escaped(&self.name), ": Cannot write: ", errno])?;
        unrecoverable(run)
    }

    /// Zeros up to a whole number of blocks.
    async fn pad(&mut self, run: &mut Run<'_, '_>) -> Step<()> {
        let end = self.written.next_multiple_of(BLOCK as u64);
        let zeros = usize::try_from(end - self.written).expect("less than a block");
        self.put(run, &[0; BLOCK][..zeros]).await
    }

    async fn finish(&mut self, run: &mut Run<'_, '_>, mode: Option<u32>) -> Step<()> {
        self.put(run, &[0; 2 * BLOCK]).await?;
        while !self.written.is_multiple_of(RECORD_BYTES) {
            self.put(run, &[0; BLOCK]).await?;
        }
        if let Some(packer) = &mut self.packer {
            packer.finish(&mut self.packed);
            let packed = std::mem::take(&mut self.packed);
            if let Err(errno) = self.sink.put(run, &packed).await? {
                self.lost(run, errno)?;
            }
        }
        match std::mem::replace(&mut self.sink, Sink::Nothing) {
            Sink::File(file) => {
                let closed = match mode {
                    Some(mode) => file.finish(run.files(), mode, None),
                    None => file.close(run.files()),
                };
                match closed {
                    Ok(()) => Ok(()),
                    Err(errno) => self.lost(run, errno),
                }
            }
            _ => Ok(()),
        }
    }
}

/// The format that the name of an archive says.
fn format_of(name: &[u8]) -> Result<Option<Format>, &'static str> {
    let ends = |suffixes: &[&str]| {
        suffixes
            .iter()
            .any(|suffix| name.ends_with(suffix.as_bytes()))
    };
    if ends(&[".gz", ".tgz", ".taz"]) {
        Ok(Some(Format::Gzip))
    } else if ends(&[".bz2", ".tbz", ".tbz2", ".tz2"]) {
        Ok(Some(Format::Bzip2))
    } else if ends(&[".xz", ".txz"]) {
        Ok(Some(Format::Xz))
    } else if ends(&[
        ".lzma", ".tlz", ".zst", ".tzst", ".Z", ".taZ", ".lz", ".lzo",
    ]) {
        Err("this compression is not supported here: use .tar.gz, .tar.bz2 or .tar.xz")
    } else {
        Ok(None)
    }
}

fn packer(run: &mut Run<'_, '_>, settings: &Settings) -> Step<Option<Box<dyn Encode>>> {
    let format = match settings.packing {
        Packing::Unsaid => None,
        Packing::Said(format) => Some(format),
        Packing::Auto => match format_of(&settings.archive) {
            Ok(format) => format,
            Err(why) => return run.die(2, cat![run.escaped(&settings.archive), ": ", why]),
        },
    };
    Ok(format.map(Format::encoder))
}

/// A run of `tar` that saves files.
struct Creating {
    settings: Settings,
    writer: Writer,
    listing: Listing,
    removed: Removed,
    /// The number of the archive itself.
    itself: Option<u64>,
    /// Times of the members that are there, when these are updated.
    known: HashMap<Vec<u8>, i64>,
    /// Names of files that may come again, as hard links, by their numbers.
    seen: Option<HashMap<u64, Vec<u8>>>,
    /// Files that are to be removed, with their names.
    saved: Vec<(Vec<u8>, Vec<u8>)>,
    /// Directories that are to be removed.
    emptied: Vec<Vec<u8>>,
}

/// Says that the archive cannot be opened.
fn unopened(run: &mut Run<'_, '_>, settings: &Settings, errno: Errno) -> Step<()> {
    run.say(cat![
        run.escaped(&settings.archive),
        ": Cannot open: ",
        errno
    ])?;
    unrecoverable(run)
}

pub(super) async fn create(run: &mut Run<'_, '_>, settings: Settings) -> Step<()> {
    let packer = packer(run, &settings)?;
    let mode = 0o666 & !run.ctx.umask;
    // One that is there, as /dev/null, keeps its mode.
    let (mut sink, mut itself, mut kept) = (Sink::Output, None, Some(mode));
    if settings.archive != b"-" {
        let path = run.at(&settings.archive);
        let before = run.files().stat(&path, true);
        if before.is_ok() {
            kept = None;
        }
        match NewFile::make(run.files(), path.clone(), true) {
            Ok(file) => sink = Sink::File(file),
            Err(errno) => {
                return unopened(run, &settings, errno);
            }
        }
        itself = run.files().stat(&path, true).ok().map(|stat| stat.number);
    }
    let mut creating = Creating::new(settings, sink, itself);
    creating.writer.packer = packer;
    creating.all(run).await?;
    creating.writer.finish(run, kept).await?;
    creating.end(run)
}

pub(super) async fn append(run: &mut Run<'_, '_>, settings: Settings) -> Step<()> {
    if settings.archive == b"-" {
        return run.die(2, "cannot append to the output: name a file with -f");
    }
    let path = run.at(&settings.archive);
    let stat = match run.files().stat(&path, true) {
        Ok(stat) => stat,
        Err(Errno::NotFound) => return create(run, settings).await,
        Err(errno) => {
            return unopened(run, &settings, errno);
        }
    };
    let start = run.files().read(&path, 0, 10).unwrap_or_default();
    if settings.packing != Packing::Unsaid && settings.packing != Packing::Auto
        || Format::of_start(&start).is_some()
    {
        run.say("Cannot update compressed archives")?;
        return unrecoverable(run);
    }
    let mut known = HashMap::new();
    let mut end = 0;
    if stat.size > 0 {
        let mut archive = super::opened(run, &settings).await?;
        while let Some(member) = archive.next(run).await? {
            let name = paths::without_slashes(&member.name).to_vec();
            known.insert(name, member.mtime_us);
        }
        end = archive.end;
        if run.status != 0 {
            return unrecoverable(run);
        }
    }
    if settings.action == Action::Append {
        known.clear();
    }
    let opened = run
        .files()
        .open(&path, Open::default(), 0, Then::Length(end));
    if let Err(errno) = opened {
        return unopened(run, &settings, errno);
    }
    let sink = Sink::File(NewFile::further(path));
    let mut creating = Creating::new(settings, sink, Some(stat.number));
    creating.writer.written = end;
    creating.known = known;
    creating.all(run).await?;
    creating.writer.finish(run, None).await?;
    creating.end(run)
}

impl Creating {
    fn new(settings: Settings, sink: Sink, itself: Option<u64>) -> Self {
        Self {
            writer: Writer {
                sink,
                packer: None,
                packed: Vec::new(),
                written: 0,
                name: settings.archive.clone(),
            },
            listing: Listing::new(),
            removed: Removed::default(),
            itself,
            known: HashMap::new(),
            seen: (settings.operands.len() > 1 || settings.follows).then(HashMap::new),
            saved: Vec::new(),
            emptied: Vec::new(),
            settings,
        }
    }

    async fn all(&mut self, run: &mut Run<'_, '_>) -> Step<()> {
        for operand in std::mem::take(&mut self.settings.operands) {
            self.tree(run, &operand).await?;
        }
        Ok(())
    }

    fn end(&mut self, run: &mut Run<'_, '_>) -> Step<()> {
        if self.settings.totals {
            run.flush()?;
            let bytes = self.writer.written;
            let shown = human(bytes);
            run.put_error(format!("Total bytes written: {bytes} ({shown}, ?/s)\n"))?;
        }
        for (path, name) in std::mem::take(&mut self.saved) {
            let removed = run.files().unlink(&path);
            if let Err(errno) = removed
                && errno != Errno::NotFound
            {
                let message = cat![run.escaped(&name), ": Cannot unlink: ", errno];
                run.fail_with(2, message)?;
            }
        }
        while let Some(directory) = self.emptied.pop() {
            let removed = run.files().remove_directory(&directory);
            if let Err(errno) = removed
                && errno != Errno::NotFound
            {
                let message = cat![run.escaped(&directory), ": Cannot rmdir: ", errno];
                run.fail_with(2, message)?;
            }
        }
        Ok(())
    }

    fn is_excluded(&self, name: &[u8]) -> bool {
        self.settings
            .excluded
            .iter()
            .any(|pattern| pattern.fits(name))
    }

    /// Saves an operand, with all below it.
    async fn tree(&mut self, run: &mut Run<'_, '_>, operand: &Operand) -> Step<()> {
        if operand.name.is_empty() {
            return run.fail_with(2, cat![": Cannot stat: ", Errno::NotFound]);
        }
        let root = paths::without_slashes(&operand.name).to_vec();
        // What is still to be saved, the next one last, with the directories that it lies in.
        let mut left = vec![(root, 0_usize)];
        let mut above: Vec<u64> = Vec::new();
        while let Some((name, depth)) = left.pop() {
            run.turn().await;
            above.truncate(depth);
            if self.is_excluded(&name) {
                continue;
            }
            let path = if name.starts_with(b"/") {
                name.clone()
            } else {
                paths::join(&operand.directory, &name)
            };
            let stat = match run.files().stat(&path, self.settings.follows) {
                Ok(stat) => stat,
                Err(errno) => {
                    if !self.settings.is_absolute {
                        self.removed.relative(run, &name, false)?;
                    }
                    if self.settings.ignores_unreadable {
                        run.flush()?;
                        run.say(cat![run.escaped(&name), ": Warning: Cannot stat: ", errno])?;
                        continue;
                    }
                    let message = cat![run.escaped(&name), ": Cannot stat: ", errno];
                    run.fail_with(2, message)?;
                    continue;
                }
            };
            let is_old = self
                .settings
                .newer_us
                .is_some_and(|time| stat.mtime_us < time);
            if stat.is_directory() {
                // A link leads to a directory above.
                if above.contains(&stat.number) {
                    let message = cat![run.escaped(&name), ": file system loop; not dumped"];
                    run.fail_with(2, message)?;
                    continue;
                }
                if !self.save(run, &path, &name, stat).await? || !self.settings.recurses {
                    continue;
                }
                let mut entries = match run.files().list(&path) {
                    Ok(entries) => entries,
                    Err(errno) => {
                        let message = cat![run.escaped(&name), ": Cannot open: ", errno];
                        run.fail_with(2, message)?;
                        continue;
                    }
                };
                entries.sort_unstable_by(|a, b| b.name.cmp(&a.name));
                above.push(stat.number);
                left.extend(
                    entries
                        .into_iter()
                        .map(|entry| (paths::join(&name, &entry.name), depth + 1)),
                );
                if self.settings.removes {
                    self.emptied.push(path);
                }
            } else if !is_old && self.save(run, &path, &name, stat).await? && self.settings.removes
            {
                self.saved.push((path, name));
            }
        }
        Ok(())
    }

    /// The member that a file is, and the name that it is listed with.
    fn member(
        &mut self,
        run: &mut Run<'_, '_>,
        path: &[u8],
        name: &[u8],
        stat: Stat,
    ) -> Step<Option<(Member, Vec<u8>)>> {
        let settings = &self.settings;
        let shown = if stat.is_directory() && !name.ends_with(b"/") {
            cat![name, "/"]
        } else {
            name.to_vec()
        };
        let (mut stored, mut link) = (shown.clone(), Vec::new());
        if stat.is_link() {
            link = match run.files().read_link(path) {
                Ok(target) => target,
                Err(errno) => {
                    let message = cat![run.escaped(name), ": Cannot readlink: ", errno];
                    run.fail_with(2, message)?;
                    return Ok(None);
                }
            };
        }
        for change in &settings.changes {
            let changed = if change.regular {
                change.apply(&stored)
            } else {
                Some(stored.clone())
            };
            let target = if change.links && stat.is_link() {
                change.apply(&link)
            } else {
                Some(link.clone())
            };
            let (Some(changed), Some(target)) = (changed, target) else {
                return run.die(2, "a transform expression takes too long: make it simpler");
            };
            (stored, link) = (changed, target);
        }
        let is_absolute = settings.is_absolute;
        let stored = if is_absolute {
            stored
        } else {
            self.removed.relative(run, &stored, false)?
        };
        let stored = if stat.is_directory() && !stored.ends_with(b"/") {
            cat![stored, "/"]
        } else {
            stored
        };
        let settings = &self.settings;
        let known = |given: &Option<(Vec<u8>, Option<u64>)>| {
            let owner = (OWNER.as_bytes().to_vec(), u64::from(OWNER_NUMBER));
            match given {
                None => owner,
                Some((name, Some(number))) => (name.clone(), *number),
                Some((name, None)) => (name.clone(), owner.1),
            }
        };
        let ((user, user_number), (group, group_number)) =
            (known(&settings.user), known(&settings.group));
        let mode = match &settings.mode {
            Some(change) => {
                change
                    .apply(stat.mode, stat.is_directory(), run.ctx.umask)
                    .0
            }
            None => stat.mode,
        };
        let without = |name: Vec<u8>| {
            if settings.has_numbers {
                Vec::new()
            } else {
                name
            }
        };
        let mtime_us = settings.mtime_us.unwrap_or(stat.mtime_us);
        let what = match () {
            () if stat.is_directory() => Type::Directory,
            () if stat.is_link() => Type::Link,
            () => Type::File,
        };
        let size = if what == Type::File { stat.size } else { 0 };
        let (user, group) = (without(user), without(group));
        let member = Member {
            name: stored,
            what,
            link,
            mode,
            user,
            group,
            user_number,
            group_number,
            size,
            mtime_us,
            device: (0, 0),
        };
        Ok(Some((member, shown)))
    }

    /// Saves one file; answers whether it is in the archive.
    async fn save(
        &mut self,
        run: &mut Run<'_, '_>,
        path: &[u8],
        name: &[u8],
        stat: Stat,
    ) -> Step<bool> {
        if self.itself == Some(stat.number) {
            run.flush()?;
            run.say(cat![run.escaped(name), ": file is the archive; not dumped"])?;
            return Ok(false);
        }
        let Some((mut member, shown)) = self.member(run, path, name, stat)? else {
            return Ok(false);
        };
        if self.settings.action == Action::Update
            && self
                .known
                .get(paths::without_slashes(&member.name))
                .is_some_and(|time| {
                    stat.mtime_us.div_euclid(1_000_000) <= time.div_euclid(1_000_000)
                })
        {
            return Ok(stat.is_directory());
        }
        if let Some(first) = self.seen.as_ref().and_then(|seen| seen.get(&stat.number))
            && member.what != Type::Directory
        {
            let mut link = first.clone();
            for change in &self.settings.changes {
                if change.hard_links {
                    link = change.apply(&link).unwrap_or(link);
                }
            }
            member.link = if self.settings.is_absolute {
                link
            } else {
                self.removed.relative(run, &link, true)?
            };
            (member.what, member.size) = (Type::HardLink, 0);
        }
        let mut source = Source::file(path.to_vec());
        let mut first = Vec::new();
        if member.what == Type::File && member.size > 0 {
            first = match source.read(run).await {
                Ok(first) => first,
                Err(errno) => {
                    let message = cat![run.escaped(name), ": Cannot open: ", errno];
                    run.fail_with(2, message)?;
                    return Ok(false);
                }
            };
        }
        let written = header::write(&member, self.settings.layout);
        let blocks = match written {
            Ok(blocks) => blocks,
            Err(why) => {
                let message = cat![run.escaped(&member.name), ": ", why];
                run.fail_with(2, message)?;
                return Ok(false);
            }
        };
        if let Some(seen) = &mut self.seen {
            seen.entry(stat.number).or_insert_with(|| shown.clone());
        }
        self.list(run, &member, &shown, stat)?;
        self.writer.put(run, &blocks).await?;
        self.content(run, name, source, first, member.size).await
    }

    fn list(
        &mut self,
        run: &mut Run<'_, '_>,
        member: &Member,
        shown: &[u8],
        stat: Stat,
    ) -> Step<()> {
        if self.settings.verbose == 0 {
            return Ok(());
        }
        let shown = if self.settings.shows_changed {
            member.name.clone()
        } else {
            shown.to_vec()
        };
        let mut listed = member.clone();
        listed.mtime_us = stat.mtime_us;
        let line = self.listing.line(
            run,
            &self.settings,
            &listed,
            &shown,
            self.settings.verbose > 1,
        );
        if self.settings.archive == b"-" {
            run.put_error(line)
        } else {
            run.put(line)
        }
    }

    async fn content(
        &mut self,
        run: &mut Run<'_, '_>,
        name: &[u8],
        mut source: Source,
        first: Vec<u8>,
        size: u64,
    ) -> Step<bool> {
        let mut rest = size;
        let mut bytes = first;
        let mut is_whole = true;
        while rest > 0 {
            if bytes.is_empty() {
                let lost = format!(": File shrank by {rest} bytes; padding with zeros");
                run.flush()?;
                run.say(cat![run.escaped(name), lost])?;
                run.status = run.status.max(1);
                is_whole = false;
                let zeros = usize::try_from(rest).unwrap_or(usize::MAX).min(1 << 16);
                bytes = vec![0; zeros];
            }
            let count = usize::try_from(rest).unwrap_or(usize::MAX).min(bytes.len());
            self.writer.put(run, &bytes[..count]).await?;
            rest -= count as u64;
            if rest == 0 {
                break;
            }
            bytes = if is_whole {
                match source.read(run).await {
                    Ok(bytes) => bytes,
                    Err(errno) => {
                        let message = cat![run.escaped(name), ": Read error: ", errno];
                        run.fail_with(2, message)?;
                        Vec::new()
                    }
                }
            } else {
                vec![0; usize::try_from(rest).unwrap_or(usize::MAX).min(1 << 16)]
            };
        }
        self.writer.pad(run).await?;
        Ok(is_whole)
    }
}

/// A number of bytes with a unit, rounded up.
fn human(bytes: u64) -> String {
    let mut value = bytes as f64;
    let units = ["", "KiB", "MiB", "GiB", "TiB"];
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    if value < 10.0 && unit > 0 {
        let tenths = (value * 10.0).ceil() / 10.0;
        return format!("{tenths:.1}{}", units[unit]);
    }
    format!(
        "{:.0}{}",
        value.ceil(),
        if unit == 0 { "B" } else { units[unit] }
    )
}
