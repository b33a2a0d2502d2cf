//! Members that are extracted, printed or tested.

use super::names::{self, Target};
use super::say::method_name;
use super::settings::{Action, Old, Settings};
use super::{ERROR, NOT_FOUND, NOT_WRITTEN, WARNING, damaged, padded, shown};
use crate::Errno;
use crate::bytes::cat;
use crate::paths;
use crate::run::{Run, Step};
use crate::streams::{NewFile, Sink};
use crate::zip::archive::{Archive, Content};
use crate::zip::member::{BZIPPED, DEFLATED, Member, STORED};

/// Bytes of the target of a link: a longer one is none.
const TARGET_BYTES_MAX: u64 = 4096;

/// A link that is made in the end.
struct Link {
    path: Vec<u8>,
    name: Vec<u8>,
    target: Vec<u8>,
    mtime_us: i64,
}

/// A run of `unzip` over one archive.
pub(super) struct Extracting<'s> {
    pub(super) settings: &'s mut Settings,
    pub(super) archive_name: &'s [u8],
    /// Directories that were made, with mode and time, which are set in the end.
    directories: Vec<(Vec<u8>, u32, Option<i64>)>,
    /// Links, which are made in the end: until then empty files are there, so that nothing is put through
    /// one.
    links: Vec<Link>,
    /// Whether it was said that names have backslashes.
    has_backslashes: bool,
    pub(super) tested: u64,
    /// Members that were left out for their method, and for their encryption.
    pub(super) skipped: u64,
    pub(super) locked: u64,
    files: u64,
}

pub(super) async fn extract(
    run: &mut Run<'_, '_>,
    settings: &mut Settings,
    name: &[u8],
    archive: &mut Archive,
) -> Step<()> {
    let mut extracting = Extracting {
        settings,
        archive_name: name,
        directories: Vec::new(),
        links: Vec::new(),
        has_backslashes: false,
        tested: 0,
        skipped: 0,
        locked: 0,
        files: 0,
    };
    if !extracting.settings.freshens && !extracting.has_destination(run)? {
        return Ok(());
    }
    let mut directory = archive.directory();
    let mut number = 0;
    loop {
        let member = match directory.next(run) {
            Ok(Some(member)) => member,
            Ok(None) => break,
            Err(bad) => {
                damaged(run, extracting.settings, name, &bad)?;
                break;
            }
        };
        number += 1;
        let real = member.real_name();
        if !extracting.settings.wants(&real) {
            continue;
        }
        extracting.files += 1;
        extracting
            .member(run, archive, &member, &real, number)
            .await?;
        run.turn().await;
    }
    extracting.finish(run)
}

impl Extracting<'_> {
    fn writes_files(&self) -> bool {
        self.settings.action == Action::Extract
    }

    pub(super) fn is_quiet(&self) -> bool {
        self.settings.quiet > 0 || self.settings.is_pipe()
    }

    /// Makes the directory that is extracted into, unless it is there.
    fn has_destination(&mut self, run: &mut Run<'_, '_>) -> Step<bool> {
        let Some(destination) = &self.settings.destination else {
            return Ok(true);
        };
        if !self.writes_files() {
            return Ok(true);
        }
        let made = match run.stat(destination) {
            Ok(stat) if stat.is_directory() => Ok(()),
            Ok(_) => Err(Errno::Exists),
            Err(_) => run
                .files()
                .make_directory(&run.at(destination), 0o777 & !run.ctx.umask),
        };
        let Err(errno) = made else {
            return Ok(true);
        };
        run.flush()?;
        run.put_error(cat![
            "checkdir:  cannot create extraction directory: ",
            destination,
            "\n           ",
            errno,
            "\n"
        ])?;
        run.status = ERROR;
        Ok(false)
    }

    async fn member(
        &mut self,
        run: &mut Run<'_, '_>,
        archive: &mut Archive,
        member: &Member,
        real: &[u8],
        number: u64,
    ) -> Step<()> {
        if member.is_encrypted() {
            self.locked += 1;
            let text = "encrypted: encryption is not supported here";
            return self.skip(run, real, text);
        }
        if !matches!(member.method, STORED | DEFLATED | BZIPPED) {
            self.skipped += 1;
            let text = format!(
                "unsupported compression method {}",
                method_name(member.method)
            );
            return self.skip(run, real, &text);
        }
        let writes = self.writes_files();
        let is_directory = member.is_directory();
        if is_directory && writes && self.settings.freshens {
            return Ok(());
        }
        let target = if writes {
            let real = self.with_slashes(run, member, real)?;
            let Some(target) = self.target(run, member, &real)? else {
                return Ok(());
            };
            target
        } else {
            Vec::new()
        };
        if writes && is_directory {
            return self.directory(run, member, target);
        }
        let path = if writes {
            let path = self.path(run, &target);
            if !self.make_above(run, real, &target)? {
                return Ok(());
            }
            path
        } else {
            Vec::new()
        };
        let (target, path) = if writes {
            match self.room(run, member, target, path).await? {
                Some(places) => places,
                None => return Ok(()),
            }
        } else {
            (target, path)
        };
        let mut content = match archive.open_member(run, member) {
            Ok(content) => content,
            Err(bad) => return self.not_opened(run, real, &bad, number),
        };
        self.tested += 1;
        if writes && member.is_link() {
            return self.link(run, member, &mut content, target, path);
        }
        let shown_name = if writes { shown(&target) } else { shown(real) };
        let begun = self.begin(run, member, &shown_name)?;
        let mut sink = match self.settings.action {
            Action::Test => Sink::Nothing,
            Action::Extract => match NewFile::make(run.files(), path.clone(), false) {
                Ok(file) => Sink::File(file),
                Err(errno) => return self.not_written(run, begun, &shown_name, errno),
            },
            _ => Sink::Output,
        };
        let mut bytes = Vec::new();
        let ended = loop {
            let next = content.next(run, &mut bytes);
            if let Err(errno) = sink.put(run, &bytes).await? {
                let _ = run.files().unlink(&path);
                return self.not_written(run, begun, &shown_name, errno);
            }
            match next {
                Ok(()) if bytes.is_empty() => break Ok(()),
                Ok(()) => {}
                Err(bad) => break Err(bad),
            }
        };
        if let Sink::File(file) = sink {
            let time = (self.settings.without_times < 2).then(|| member.mtime_us());
            let mode = self.mode(run, member);
            if let Err(errno) = file.finish(run.files(), mode, time) {
                return self.not_written(run, begun, &shown_name, errno);
            }
        }
        self.end(run, &ended, begun, &shown_name)
    }

    /// The name with slashes, where it was made with backslashes in their place.
    fn with_slashes(
        &mut self,
        run: &mut Run<'_, '_>,
        member: &Member,
        real: &[u8],
    ) -> Step<Vec<u8>> {
        if !member.is_dos() || real.contains(&b'/') || !real.contains(&b'\\') {
            return Ok(real.to_vec());
        }
        if !std::mem::replace(&mut self.has_backslashes, true) {
            let name = self.archive_name;
            let text = " appears to use backslashes as path separators\n";
            self.warn(run, cat!["warning:  ", name, text])?;
        }
        let slashed = real
            .iter()
            .map(|byte| if *byte == b'\\' { b'/' } else { *byte });
        Ok(slashed.collect())
    }

    /// Says that a member is treated otherwise than its name says.
    fn warn(&self, run: &mut Run<'_, '_>, text: Vec<u8>) -> Step<()> {
        run.status = run.status.max(WARNING);
        run.flush()?;
        run.put_error(text)
    }

    /// The name that a member gets, with the directory before it; none where it is left out.
    fn target(&self, run: &mut Run<'_, '_>, member: &Member, real: &[u8]) -> Step<Option<Vec<u8>>> {
        let found = names::target(self.settings, real, member.is_directory());
        let Some(Target {
            path,
            was_absolute,
            led_up,
        }) = found
        else {
            return Ok(None);
        };
        if was_absolute {
            self.warn(
                run,
                cat![
                    "warning:  stripped absolute path spec from ",
                    shown(real),
                    "\n"
                ],
            )?;
        }
        if led_up && self.settings.quiet == 0 {
            run.status = run.status.max(WARNING);
            run.put(cat![
                "warning:  skipped \"../\" path component(s) in ",
                shown(real),
                "\n"
            ])?;
        }
        if path.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.below(&path)))
    }

    fn below(&self, path: &[u8]) -> Vec<u8> {
        match &self.settings.destination {
            Some(directory) => paths::join(directory, path),
            None => path.to_vec(),
        }
    }

    fn path(&self, run: &Run<'_, '_>, target: &[u8]) -> Vec<u8> {
        run.at(target)
    }

    /// The mode of what is extracted.
    fn mode(&self, run: &Run<'_, '_>, member: &Member) -> u32 {
        /// User, group and text bits, which are kept where that is asked for.
        const SPECIAL: u32 = 0o7000;
        let upper = member.external >> 16;
        if upper & 0o777 != 0 || member.unix_mode().is_some() {
            let kept = if self.settings.keeps_special {
                SPECIAL | 0o777
            } else {
                0o777
            };
            return upper & kept;
        }
        let is_read_only = member.external & 1 != 0;
        let mode = match (member.is_directory(), is_read_only) {
            (true, false) => 0o777,
            (true, true) => 0o555,
            (false, false) => 0o666,
            (false, true) => 0o444,
        };
        mode & !run.ctx.umask
    }

    /// Makes the directories above a file. Answers whether they are there.
    fn make_above(&self, run: &mut Run<'_, '_>, real: &[u8], target: &[u8]) -> Step<bool> {
        let start = self
            .settings
            .destination
            .as_ref()
            .map_or(0, |directory| paths::join(directory, b"x").len() - 1);
        let slashes: Vec<usize> = (start..target.len())
            .filter(|at| target[*at] == b'/')
            .collect();
        for end in slashes {
            let above = &target[..end];
            let path = self.path(run, above);
            let made = match run.files().stat(&path, true) {
                Ok(stat) if stat.is_directory() => continue,
                Ok(_) => Err(Errno::NotDirectory),
                Err(_) => run.files().make_directory(&path, 0o777 & !run.ctx.umask),
            };
            if let Err(errno) = made {
                self.not_made(run, real, above, errno)?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn directory(&mut self, run: &mut Run<'_, '_>, member: &Member, target: Vec<u8>) -> Step<()> {
        if !self.make_above(run, &member.name, &target)? {
            return Ok(());
        }
        let path = self.path(run, &target);
        match run.files().stat(&path, true) {
            Ok(stat) if stat.is_directory() => return Ok(()),
            Ok(_) => return self.not_made(run, &member.name, &target, Errno::NotDirectory),
            Err(_) => {}
        }
        let mode = self.mode(run, member);
        if let Err(errno) = run.files().make_directory(&path, mode | 0o700) {
            return self.not_made(run, &member.name, &target, errno);
        }
        let time = (self.settings.without_times < 1).then(|| member.mtime_us());
        self.directories.push((path, mode, time));
        if !self.is_quiet() {
            run.put(cat!["   creating: ", shown(&target), "/\n"])?;
        }
        Ok(())
    }

    /// Makes room for a file: removes what is there where it may be replaced. Answers the name and the path
    /// that it gets; none if it is left out.
    async fn room(
        &mut self,
        run: &mut Run<'_, '_>,
        member: &Member,
        mut target: Vec<u8>,
        mut path: Vec<u8>,
    ) -> Step<Option<(Vec<u8>, Vec<u8>)>> {
        loop {
            let Ok(stat) = run.files().stat(&path, false) else {
                if self.settings.freshens {
                    return Ok(None);
                }
                return Ok(Some((target, path)));
            };
            if stat.is_link() && self.settings.old != Old::Replace {
                let is_dangling = run.files().stat(&path, true).is_err();
                let end = if is_dangling {
                    " with no real file"
                } else {
                    ""
                };
                run.put(cat![
                    shown(&target),
                    " exists and is a symbolic link",
                    end,
                    ".\n"
                ])?;
            }
            if self.settings.updates && member.mtime_us() <= stat.mtime_us {
                return Ok(None);
            }
            let replaces = match self.settings.old {
                Old::Replace => true,
                Old::Keep => false,
                Old::Ask => match self.ask(run, &target).await? {
                    Reply::Yes => true,
                    Reply::No => false,
                    Reply::Name(name) => {
                        target = self.below(&name);
                        path = self.path(run, &target);
                        continue;
                    }
                },
            };
            if !replaces {
                return Ok(None);
            }
            let removed = if stat.is_directory() {
                Err(Errno::IsDirectory)
            } else {
                run.files().unlink(&path)
            };
            if let Err(errno) = removed {
                run.flush()?;
                run.status = run.status.max(NOT_WRITTEN);
                run.put_error(cat![
                    "error:  cannot delete old ",
                    shown(&target),
                    "\n        ",
                    errno,
                    "\n"
                ])?;
                return Ok(None);
            }
            self.links.retain(|link| link.path != path);
            return Ok(Some((target, path)));
        }
    }

    /// Asks whether a file is replaced.
    async fn ask(&mut self, run: &mut Run<'_, '_>, target: &[u8]) -> Step<Reply> {
        loop {
            run.flush()?;
            run.put_error(cat![
                "replace ",
                shown(target),
                "? [y]es, [n]o, [A]ll, [N]one, [r]ename: "
            ])?;
            let Some(line) = line(run).await else {
                run.put_error(" NULL\n(EOF or read error, treating as \"[N]one\" ...)\n")?;
                self.settings.old = Old::Keep;
                run.status = run.status.max(WARNING);
                return Ok(Reply::No);
            };
            match line.first() {
                Some(b'y' | b'Y') => return Ok(Reply::Yes),
                Some(b'n') => return Ok(Reply::No),
                Some(b'A') => {
                    self.settings.old = Old::Replace;
                    return Ok(Reply::Yes);
                }
                Some(b'N') => {
                    self.settings.old = Old::Keep;
                    return Ok(Reply::No);
                }
                Some(b'r') => {
                    run.put_error("new name: ")?;
                    let name = self::line(run).await.unwrap_or_default();
                    let target = names::target(self.settings, &name, false);
                    match target.filter(|target| !target.path.is_empty()) {
                        Some(target) => return Ok(Reply::Name(target.path)),
                        None => continue,
                    }
                }
                _ => {
                    let text = cat!["error:  invalid response [", shown(&line), "]\n"];
                    run.put_error(text)?;
                }
            }
        }
    }

    /// A link is noted, and an empty file made in its place.
    fn link(
        &mut self,
        run: &mut Run<'_, '_>,
        member: &Member,
        content: &mut Content,
        target: Vec<u8>,
        path: Vec<u8>,
    ) -> Step<()> {
        let shown_name = shown(&target);
        let (mut text, mut bytes) = (Vec::new(), Vec::new());
        loop {
            if let Err(bad) = content.next(run, &mut bytes) {
                return self.end(run, &Err(bad), false, &shown_name);
            }
            if bytes.is_empty() {
                break;
            }
            text.extend_from_slice(&bytes);
            if text.len() as u64 > TARGET_BYTES_MAX {
                return self.not_written(run, false, &shown_name, Errno::NameTooLong);
            }
        }
        if !self.is_quiet() {
            run.put(cat![
                "    linking: ",
                padded(&shown_name, 22),
                "  -> ",
                shown(&text),
                " \n"
            ])?;
        }
        match NewFile::make(run.files(), path.clone(), false) {
            Ok(_) => {
                self.links.push(Link {
                    path,
                    name: target,
                    target: text,
                    mtime_us: member.mtime_us(),
                });
                Ok(())
            }
            Err(errno) => self.not_written(run, false, &shown_name, errno),
        }
    }

    fn finish(mut self, run: &mut Run<'_, '_>) -> Step<()> {
        self.make_links(run)?;
        // Those below first: what is put into a directory changes its time.
        for (path, mode, time) in std::mem::take(&mut self.directories).into_iter().rev() {
            let files = run.files();
            let mut set = files.set_mode(&path, mode);
            if let Some(time) = time {
                set = set.and_then(|()| files.set_time(&path, time, true));
            }
            if let Err(errno) = set {
                run.flush()?;
                run.status = run.status.max(WARNING);
                run.put_error(cat![
                    "warning:  cannot set mode or time for ",
                    path,
                    "\n          ",
                    errno,
                    "\n"
                ])?;
            }
        }
        self.settings
            .say_missing(run, self.settings.action == Action::Test)?;
        if self.settings.action == Action::Test {
            self.say_tested(run)?;
        }
        if self.files == 0 && run.status == 0 {
            run.status = NOT_FOUND;
        }
        Ok(())
    }

    fn make_links(&mut self, run: &mut Run<'_, '_>) -> Step<()> {
        let links = std::mem::take(&mut self.links);
        if links.is_empty() {
            return Ok(());
        }
        if !self.is_quiet() {
            run.put("finishing deferred symbolic links:\n")?;
        }
        for link in links {
            let Link {
                path,
                name,
                target,
                mtime_us,
            } = link;
            if !self.is_quiet() {
                run.put(cat![
                    "  ",
                    padded(&shown(&name), 22),
                    " -> ",
                    shown(&target),
                    "\n"
                ])?;
            }
            let files = run.files();
            let made = files
                .unlink(&path)
                .and_then(|()| files.symlink(&target, &path));
            if let Err(errno) = made {
                self.not_written(run, false, &shown(&name), errno)?;
            } else if self.settings.without_times < 2 {
                let _ = files.set_time(&path, mtime_us, false);
            }
        }
        Ok(())
    }
}

/// The answer to a question.
enum Reply {
    Yes,
    No,
    Name(Vec<u8>),
}

/// A line of the input, without its end; none at the end of the input. The rest is for whoever reads next.
async fn line(run: &mut Run<'_, '_>) -> Option<Vec<u8>> {
    /// Longer lines are cut: nobody answers so much.
    const BYTES_MAX: usize = 4096;
    let mut line = Vec::new();
    let mut byte = [0];
    loop {
        match run.input(&mut byte).await {
            Ok(1..) if byte[0] == b'\n' => return Some(line),
            Ok(1..) if line.len() < BYTES_MAX => line.push(byte[0]),
            Ok(1..) => {}
            Ok(0) | Err(_) => return (!line.is_empty()).then_some(line),
        }
    }
}
