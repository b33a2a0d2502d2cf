//! Archives that are listed and extracted.

use std::collections::{BTreeMap, HashSet};

use super::header::{Member, Type};
use super::names;
use super::read::Archive;
use super::settings::{Action, Old, Settings};
use super::{Listing, Removed, opened};
use crate::Errno;
use crate::bytes::cat;
use crate::files::{Open, Stat, Then};
use crate::paths;
use crate::run::{Run, Step};
use crate::streams::NewFile;

/// A run of `tar` that reads an archive.
struct Extracting {
    settings: Settings,
    listing: Listing,
    removed: Removed,
    /// Mode and time of directories, which are set in the end: what is put into one changes its time.
    directories: BTreeMap<Vec<u8>, (u32, i64)>,
    /// Links that lead out of where they lie, made in the end: until then empty files are there, so that
    /// nothing is put through one.
    links: Vec<(Vec<u8>, Vec<u8>, i64)>,
    /// Files that stand for such links.
    placeholders: HashSet<Vec<u8>>,
}

pub(super) async fn extract(run: &mut Run<'_, '_>, settings: Settings) -> Step<()> {
    let mut archive = opened(run, &settings).await?;
    let mut extracting = Extracting {
        settings,
        listing: Listing::new(),
        removed: Removed::default(),
        directories: BTreeMap::new(),
        links: Vec::new(),
        placeholders: HashSet::new(),
    };
    while let Some(member) = archive.next(run).await? {
        run.turn().await;
        extracting.member(run, &mut archive, member).await?;
    }
    extracting.finish(run)
}

impl Extracting {
    fn is_wanted(&mut self, name: &[u8]) -> bool {
        let settings = &mut self.settings;
        let mut is_wanted = settings.wanted.is_empty();
        for pattern in &mut settings.wanted {
            if pattern.fits(name) {
                pattern.was_found = true;
                is_wanted = true;
                break;
            }
        }
        is_wanted && !settings.excluded.iter().any(|pattern| pattern.fits(name))
    }

    async fn member(
        &mut self,
        run: &mut Run<'_, '_>,
        archive: &mut Archive,
        mut member: Member,
    ) -> Step<()> {
        if !self.is_wanted(&member.name) {
            return Ok(());
        }
        let is_list = self.settings.action == Action::List;
        let original = member.name.clone();
        let newer = self.settings.newer_us;
        if newer.is_some_and(|time| member.mtime_us < time && member.what != Type::Directory) {
            return Ok(());
        }
        self.change(run, &mut member)?;
        let mut name = member.name.clone();
        if !self.settings.is_absolute {
            name = self.removed.relative(run, &name, false)?;
            if member.what == Type::HardLink {
                let target = self.removed.relative(run, &member.link.clone(), true)?;
                member.link = target;
            }
        }
        if is_list {
            let shown = if self.settings.shows_changed {
                member.name.clone()
            } else {
                original
            };
            return self.show(run, &member, &shown, self.settings.verbose > 0);
        }
        if !self.settings.is_absolute && names::leads_up(&member.name) {
            let message = cat![run.escaped(&original), ": Member name contains '..'"];
            return run.fail_with(2, message);
        }
        let strip = self.settings.strip;
        let Some(stripped) = names::stripped(&name, strip) else {
            return Ok(());
        };
        if member.what == Type::HardLink
            && let Some(target) = names::stripped(&member.link, strip)
        {
            member.link = target;
        }
        name = stripped;
        if let Some(top) = &self.settings.top {
            name = names::below(top, &name);
            if member.what == Type::HardLink {
                member.link = names::below(top, &member.link);
            }
        }
        if self.settings.verbose > 0 {
            let shown = if self.settings.shows_changed {
                name.clone()
            } else {
                original
            };
            self.show(run, &member, &shown, self.settings.verbose > 1)?;
        }
        if self.settings.to_stdout {
            if member.what == Type::File {
                self.print(run, archive).await?;
            }
            return Ok(());
        }
        self.place(run, archive, &member, &name).await
    }

    /// Prints the line of a member, beside what is extracted to the output.
    fn show(
        &mut self,
        run: &mut Run<'_, '_>,
        member: &Member,
        shown: &[u8],
        is_long: bool,
    ) -> Step<()> {
        let line = (self.listing).line(run, &self.settings, member, shown, is_long);
        if self.settings.to_stdout {
            run.flush()?;
            return run.put_error(line);
        }
        run.put(line)
    }

    fn change(&self, run: &mut Run<'_, '_>, member: &mut Member) -> Step<()> {
        for change in &self.settings.changes {
            let is_link = member.what == Type::Link && change.links
                || member.what == Type::HardLink && change.hard_links;
            let name = if change.regular {
                change.apply(&member.name)
            } else {
                Some(member.name.clone())
            };
            let link = if is_link {
                change.apply(&member.link)
            } else {
                Some(member.link.clone())
            };
            let (Some(name), Some(link)) = (name, link) else {
                return run.die(2, "a transform expression takes too long: make it simpler");
            };
            (member.name, member.link) = (name, link);
        }
        Ok(())
    }

    async fn print(&self, run: &mut Run<'_, '_>, archive: &mut Archive) -> Step<()> {
        loop {
            let bytes = archive.content(run).await?;
            if bytes.is_empty() {
                return Ok(());
            }
            run.put(&bytes)?;
            run.turn().await;
        }
    }

    fn path(&self, name: &[u8]) -> Vec<u8> {
        if name.starts_with(b"/") {
            return name.to_vec();
        }
        paths::join(&self.settings.directory, name)
    }

    /// The mode of what is extracted.
    fn mode(&self, run: &Run<'_, '_>, mode: u32) -> u32 {
        if self.settings.keeps_modes {
            mode
        } else {
            mode & 0o777 & !run.ctx.umask
        }
    }

    fn fail(run: &mut Run<'_, '_>, name: &[u8], what: &str, errno: Errno) -> Step<()> {
        let message = cat![run.escaped(name), ": ", what, ": ", errno];
        run.fail_with(2, message)
    }

    /// Makes the directories above a path.
    fn make_above(&self, run: &mut Run<'_, '_>, path: &[u8]) {
        let mut ends: Vec<usize> = Vec::new();
        let mut end = path.len();
        while let Some(slash) = path[..end].iter().rposition(|byte| *byte == b'/') {
            if slash == 0 || run.files().stat(&path[..slash], false).is_ok() {
                break;
            }
            ends.push(slash);
            end = slash;
        }
        let mode = 0o777 & !run.ctx.umask;
        while let Some(end) = ends.pop() {
            // What cannot be made is said where the file cannot be.
            let _ = run.files().make_directory(&path[..end], mode);
        }
    }

    /// Tries something that needs the name: makes the directories above where they are missing, and room
    /// where something is that may be replaced. Answers none if that was left as it is.
    fn with_room<T>(
        &self,
        run: &mut Run<'_, '_>,
        path: &[u8],
        member: &Member,
        mut make: impl FnMut(&mut Run<'_, '_>) -> Result<T, Errno>,
    ) -> Result<Option<T>, Errno> {
        for _ in 0..3 {
            match make(run) {
                Ok(made) => return Ok(Some(made)),
                Err(Errno::NotFound) => self.make_above(run, path),
                Err(Errno::IsDirectory) if self.settings.old == Old::Overwrite => {
                    return Err(Errno::IsDirectory);
                }
                Err(Errno::Exists | Errno::IsDirectory) => match self.settings.old {
                    Old::Keep => return Err(Errno::Exists),
                    Old::Skip => return Ok(None),
                    Old::KeepNewer
                        if run
                            .files()
                            .stat(path, false)
                            .is_ok_and(|stat| stat.mtime_us >= member.mtime_us) =>
                    {
                        return Ok(None);
                    }
                    _ => match run.files().stat(path, false)? {
                        stat if stat.is_directory() => run
                            .files()
                            .remove_directory(path)
                            .map_err(|_| Errno::Exists)?,
                        _ => run.files().unlink(path)?,
                    },
                },
                Err(errno) => return Err(errno),
            }
        }
        make(run).map(Some)
    }

    async fn place(
        &mut self,
        run: &mut Run<'_, '_>,
        archive: &mut Archive,
        member: &Member,
        name: &[u8],
    ) -> Step<()> {
        let path = self.path(paths::without_slashes(name));
        self.placeholders.remove(&path);
        match member.what {
            Type::Directory => self.directory(run, member, name, path),
            Type::File => self.file(run, archive, member, name, path).await,
            Type::Link => self.link(run, member, name, path),
            Type::HardLink => self.hard_link(run, member, name, path),
            Type::Pipe | Type::CharacterDevice | Type::BlockDevice => {
                let what = if member.what == Type::Pipe {
                    "Cannot mkfifo"
                } else {
                    "Cannot mknod"
                };
                Self::fail(run, name, what, Errno::NotPermitted)
            }
        }
    }

    fn directory(
        &mut self,
        run: &mut Run<'_, '_>,
        member: &Member,
        name: &[u8],
        path: Vec<u8>,
    ) -> Step<()> {
        let mode = self.mode(run, member.mode);
        for _ in 0..2 {
            match run.files().make_directory(&path, mode | 0o700) {
                Ok(()) => {
                    self.directories.insert(path, (mode, member.mtime_us));
                    return Ok(());
                }
                Err(Errno::NotFound) => self.make_above(run, &path),
                Err(Errno::Exists) => {
                    let found = run.files().stat(&path, false);
                    if found.is_ok_and(|stat| stat.is_directory()) {
                        if !matches!(self.settings.old, Old::Keep | Old::Skip) {
                            self.directories.insert(path, (mode, member.mtime_us));
                        }
                        return Ok(());
                    }
                    if matches!(self.settings.old, Old::Keep | Old::Skip) {
                        if run
                            .files()
                            .stat(&path, true)
                            .is_ok_and(|stat| stat.is_directory())
                        {
                            return Ok(());
                        }
                        if self.settings.old == Old::Skip {
                            return self.skipped(run, paths::without_slashes(name));
                        }
                        return Self::fail(run, name, "Cannot mkdir", Errno::Exists);
                    }
                    let removed = run.files().unlink(&path);
                    if let Err(errno) = removed {
                        return Self::fail(run, name, "Cannot mkdir", errno);
                    }
                }
                Err(errno) => return Self::fail(run, name, "Cannot mkdir", errno),
            }
        }
        match run.files().make_directory(&path, mode | 0o700) {
            Ok(()) => {
                self.directories.insert(path, (mode, member.mtime_us));
                Ok(())
            }
            Err(errno) => Self::fail(run, name, "Cannot mkdir", errno),
        }
    }

    /// Says that a file is left as it is.
    fn skipped(&self, run: &mut Run<'_, '_>, name: &[u8]) -> Step<()> {
        if self.settings.verbose == 0 || self.settings.old != Old::Skip {
            return Ok(());
        }
        run.flush()?;
        run.say(cat![run.escaped(name), ": skipping existing file"])
    }

    async fn file(
        &mut self,
        run: &mut Run<'_, '_>,
        archive: &mut Archive,
        member: &Member,
        name: &[u8],
        path: Vec<u8>,
    ) -> Step<()> {
        let overwrites = self.settings.old == Old::Overwrite;
        let made = self.with_room(run, &path, member, |run| {
            NewFile::make(run.files(), path.clone(), overwrites)
        });
        let mut file = match made {
            Ok(Some(file)) => file,
            Ok(None) => return self.skipped(run, name),
            Err(errno) => return Self::fail(run, name, "Cannot open", errno),
        };
        loop {
            // A file that ends too early stays, as that of GNU.
            let bytes = match archive.content(run).await {
                Ok(bytes) => bytes,
                Err(end) => {
                    let _ = file.finish(run.files(), self.mode(run, member.mode), None);
                    return Err(end);
                }
            };
            if bytes.is_empty() {
                break;
            }
            if let Err(errno) = file.put(run.files(), &bytes) {
                let _ = run.files().unlink(&path);
                return Self::fail(run, name, "Cannot write", errno);
            }
            run.turn().await;
        }
        let keeps_time = !self.settings.touches && !archive.is_cut;
        let time = keeps_time.then_some(member.mtime_us);
        match file.finish(run.files(), self.mode(run, member.mode), time) {
            Ok(()) => Ok(()),
            Err(errno) => Self::fail(run, name, "Cannot write", errno),
        }
    }

    fn link(
        &mut self,
        run: &mut Run<'_, '_>,
        member: &Member,
        name: &[u8],
        path: Vec<u8>,
    ) -> Step<()> {
        let leads_out = member.link.starts_with(b"/") || names::leads_up(&member.link);
        if leads_out && !self.settings.is_absolute {
            let how = Open {
                create: true,
                exclusive: true,
                ..Open::default()
            };
            let made = self.with_room(run, &path, member, |run| {
                run.files().open(&path, how, 0, Then::Close)
            });
            return match made {
                Ok(Some(())) => {
                    self.placeholders.insert(path.clone());
                    self.links
                        .push((path, member.link.clone(), member.mtime_us));
                    Ok(())
                }
                Ok(None) => self.skipped(run, name),
                Err(errno) => Self::fail(run, name, "Cannot open", errno),
            };
        }
        let made = self.with_room(run, &path, member, |run| {
            run.files().symlink(&member.link, &path)
        });
        match made {
            Ok(Some(())) => {
                if !self.settings.touches {
                    let _ = run.files().set_time(&path, member.mtime_us, false);
                }
                Ok(())
            }
            Ok(None) => self.skipped(run, name),
            Err(errno) => self.not_linked(run, member, name, errno),
        }
    }

    fn not_linked(
        &self,
        run: &mut Run<'_, '_>,
        member: &Member,
        name: &[u8],
        errno: Errno,
    ) -> Step<()> {
        let what = format!(
            "Cannot create symlink to {}",
            String::from_utf8_lossy(&run.q(&member.link))
        );
        Self::fail(run, name, &what, errno)
    }

    /// There are no hard links: the file is copied.
    fn hard_link(
        &mut self,
        run: &mut Run<'_, '_>,
        member: &Member,
        name: &[u8],
        path: Vec<u8>,
    ) -> Step<()> {
        let from = self.path(&member.link);
        if let Some((_, target, time)) = self
            .links
            .iter()
            .find(|(link, ..)| *link == from && self.placeholders.contains(link))
        {
            let copy = Member {
                link: target.clone(),
                mtime_us: *time,
                what: Type::Link,
                ..member.clone()
            };
            return self.link(run, &copy, name, path);
        }
        if from == path {
            return Ok(());
        }
        let found = run.files().stat(&from, false);
        let made = match found {
            Err(errno) => Err(errno),
            Ok(Stat {
                kind: crate::Kind::Link,
                ..
            }) => {
                let target = run.files().read_link(&from);
                target.and_then(|target| {
                    self.with_room(run, &path, member, |run| {
                        run.files().symlink(&target, &path)
                    })
                })
            }
            Ok(stat) if stat.is_directory() => Err(Errno::NotPermitted),
            Ok(stat) => {
                let made = self.with_room(run, &path, member, |run| {
                    run.files().copy_file(&from, &path, true)
                });
                if let Ok(Some(())) = made {
                    let _ = run.files().set_time(&path, stat.mtime_us, false);
                }
                made
            }
        };
        match made {
            Ok(Some(())) => Ok(()),
            Ok(None) => self.skipped(run, name),
            Err(errno) => {
                let what = format!(
                    "Cannot hard link to {}",
                    String::from_utf8_lossy(&run.q(&member.link))
                );
                Self::fail(run, name, &what, errno)
            }
        }
    }

    fn finish(&mut self, run: &mut Run<'_, '_>) -> Step<()> {
        for (path, target, time) in std::mem::take(&mut self.links) {
            if !self.placeholders.contains(&path) {
                continue;
            }
            let files = run.files();
            let made = files
                .unlink(&path)
                .and_then(|()| files.symlink(&target, &path));
            if let Err(errno) = made {
                let what = format!(
                    "Cannot create symlink to {}",
                    String::from_utf8_lossy(&run.q(&target))
                );
                Self::fail(run, &path, &what, errno)?;
            } else if !self.settings.touches {
                let _ = files.set_time(&path, time, false);
            }
        }
        // Those below first: their directories' times change no more.
        for (path, (mode, time)) in std::mem::take(&mut self.directories).into_iter().rev() {
            let files = run.files();
            if !files
                .stat(&path, false)
                .is_ok_and(|stat| stat.is_directory())
            {
                continue;
            }
            let mut set = files.set_mode(&path, mode);
            if !self.settings.touches {
                set = set.and_then(|()| files.set_time(&path, time, true));
            }
            if let Err(errno) = set {
                Self::fail(run, &path, "Cannot change mode", errno)?;
            }
        }
        self.missing(run)
    }

    /// Names of the command line that are not in the archive.
    fn missing(&mut self, run: &mut Run<'_, '_>) -> Step<()> {
        let looks_like_pattern = |text: &[u8]| text.iter().any(|byte| b"*?[".contains(byte));
        let missing: Vec<Vec<u8>> = self
            .settings
            .wanted
            .iter()
            .filter(|pattern| !pattern.was_found)
            .map(|pattern| pattern.text.clone())
            .collect();
        run.flush()?;
        if !self.settings.has_wildcards && missing.iter().any(|name| looks_like_pattern(name)) {
            run.say("Pattern matching characters used in file names")?;
            run.say("Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning")?;
        }
        for name in missing {
            let message = cat![run.escaped(&name), ": Not found in archive"];
            run.fail_with(2, message)?;
        }
        Ok(())
    }
}
