//! The copy of one entry.

use super::same::same_name;
use super::{Copied, Copier, Deref, Overwrite};
use crate::Errno;
use crate::bytes::cat;
use crate::files::{Kind, Open, Stat, Then};
use crate::mode;
use crate::paths;
use crate::run::{Run, Step};

/// What was found at the destination, and what happens to it.
struct Dest {
    /// Nothing is there, or nothing any more.
    is_new: bool,
    stat: Option<Stat>,
    backup: Option<Vec<u8>>,
}

/// Whether the copy goes on, or is over with this answer.
enum Checked {
    GoOn(Dest),
    Over(bool),
}

impl Copier<'_> {
    pub(super) async fn entry(
        &mut self,
        run: &mut Run<'_, '_>,
        source: &[u8],
        dest: &[u8],
        is_operand: bool,
        is_below_new: bool,
    ) -> Step<Copied> {
        let rules = self.rules;
        let mut is_renamed = false;
        let mut rename_error = None;
        if rules.moves && is_operand {
            // As with RENAME_NOREPLACE.
            match run.lstat(paths::without_slashes(dest)) {
                Err(Errno::NotFound) => match run.files().rename(&run.at(source), &run.at(dest)) {
                    Ok(()) => is_renamed = true,
                    Err(errno) => rename_error = Some(errno),
                },
                Err(errno) => rename_error = Some(errno),
                Ok(_) => rename_error = Some(Errno::Exists),
            }
            if is_renamed {
                if rules.verbose {
                    self.tell(run, "renamed ", source, dest, None)?;
                }
                if let Ok(stat) = run.lstat(dest) {
                    self.made.insert((run.at(dest), stat.number));
                }
                return Ok(Copied::Done(true));
            }
            if rename_error == Some(Errno::Exists) && rules.overwrite == Overwrite::No {
                return Ok(Copied::Done(true));
            }
        }
        let follows = match rules.deref {
            Deref::Always => true,
            Deref::Operands => is_operand,
            Deref::Never => false,
        };
        let stat = match run.files().stat(&run.at(source), follows) {
            Ok(stat) => stat,
            Err(errno) => {
                let shown = run.q(source);
                run.fail(cat!["cannot stat ", shown, ": ", errno])?;
                return Ok(Copied::Done(false));
            }
        };
        if stat.is_directory() && !rules.recursive {
            let shown = run.q(source);
            let why = if rules.installs {
                ""
            } else {
                "-r not specified; "
            };
            run.fail(cat![why, "omitting directory ", shown])?;
            return Ok(Copied::Done(false));
        }
        if is_operand && !rules.moves && !rules.installs {
            let is_seen = match self.sources.get(&stat.number) {
                Some(name) => same_name(run, name, source),
                None => {
                    self.sources.insert(stat.number, source.to_vec());
                    false
                }
            };
            if is_seen && (stat.is_directory() || rules.backup.is_none()) {
                let kind = if stat.is_directory() {
                    "directory"
                } else {
                    "file"
                };
                let shown = run.q(source);
                run.say(cat![
                    "warning: source ",
                    kind,
                    " ",
                    shown,
                    " specified more than once"
                ])?;
                return Ok(Copied::Done(true));
            }
        }
        let checked = if is_below_new {
            Checked::GoOn(Dest {
                is_new: true,
                stat: None,
                backup: None,
            })
        } else {
            self.check_dest(run, (source, &stat), dest, is_operand)
                .await?
        };
        let found = match checked {
            Checked::Over(answer) => return Ok(Copied::Done(answer)),
            Checked::GoOn(found) => found,
        };
        let backup = found.backup.clone();
        let made = if rules.moves {
            self.rename(run, source, dest, &found)?
        } else {
            if rules.verbose && !stat.is_directory() {
                self.tell(run, "", source, dest, found.backup.as_deref())?;
            }
            self.make(run, source, dest, &stat, &found, is_operand)?
        };
        match made {
            Some(copied) => {
                if is_operand && let Ok(new) = run.lstat(dest) {
                    self.made.insert((run.at(dest), new.number));
                }
                Ok(copied)
            }
            None => {
                // What was put aside comes back.
                if let Some(backup) = backup {
                    let (from, to) = (run.at(&backup), run.at(dest));
                    if let Err(errno) = run.files().rename(&from, &to) {
                        let shown = run.q(dest);
                        run.fail(cat!["cannot un-backup ", shown, ": ", errno])?;
                    } else if rules.verbose {
                        let (from, to) = (run.q(&backup), run.q(dest));
                        run.put(cat![from, " -> ", to, " (unbackup)\n"])?;
                    }
                }
                Ok(Copied::Done(false))
            }
        }
    }

    /// What is at the destination: whether it may be overwritten, and is out of the way.
    async fn check_dest(
        &mut self,
        run: &mut Run<'_, '_>,
        (source, stat): (&[u8], &Stat),
        dest: &[u8],
        is_operand: bool,
    ) -> Step<Checked> {
        let rules = self.rules;
        let looks_at_link = !stat.is_file()
            || rules.moves
            || rules.symbolic
            || rules.backup.is_some()
            || rules.removes_first;
        let name = if rules.moves {
            paths::without_slashes(dest)
        } else {
            dest
        };
        let to = match run.files().stat(&run.at(name), !looks_at_link) {
            Ok(to) => to,
            Err(Errno::NotFound) => {
                return Ok(Checked::GoOn(Dest {
                    is_new: true,
                    stat: None,
                    backup: None,
                }));
            }
            Err(Errno::Loop) if rules.force && !looks_at_link => {
                let link = run.lstat(dest).ok();
                return Ok(Checked::GoOn(Dest {
                    is_new: false,
                    stat: link,
                    backup: None,
                }));
            }
            Err(errno) => {
                let shown = run.q(dest);
                run.fail(cat!["cannot stat ", shown, ": ", errno])?;
                return Ok(Checked::Over(false));
            }
        };
        let (from_q, to_q) = (run.q(source), run.q(dest));
        if rules.overwrite != Overwrite::No && !self.is_safe(run, (source, stat), (dest, &to)) {
            run.fail(cat![from_q, " and ", to_q, " are the same file"])?;
            return Ok(Checked::Over(false));
        }
        if rules.update && !stat.is_directory() && to.mtime_us >= stat.mtime_us {
            return Ok(Checked::Over(true));
        }
        let is_asked = rules.moves || !stat.is_directory();
        if is_asked && rules.overwrite == Overwrite::No {
            return Ok(Checked::Over(true));
        }
        if is_asked && rules.overwrite == Overwrite::Ask && !self.may_overwrite(run, dest).await? {
            return Ok(Checked::Over(true));
        }
        if !to.is_directory() {
            if stat.is_directory() && !(rules.moves && rules.backup.is_some()) {
                run.fail(cat![
                    "cannot overwrite non-directory ",
                    to_q,
                    " with directory ",
                    from_q
                ])?;
                return Ok(Checked::Over(false));
            }
            let is_made_here = is_operand && self.made.contains(&(run.at(dest), to.number));
            let is_kept = rules
                .backup
                .as_ref()
                .is_some_and(crate::backup::Backup::is_numbered);
            if is_made_here && !is_kept {
                run.fail(cat![
                    "will not overwrite just-created ",
                    to_q,
                    " with ",
                    from_q
                ])?;
                return Ok(Checked::Over(false));
            }
        } else if !(stat.is_directory() || (rules.moves && rules.backup.is_some())) {
            run.fail(cat![
                "cannot overwrite directory ",
                to_q,
                " with non-directory"
            ])?;
            return Ok(Checked::Over(false));
        }
        self.clear_dest(run, (source, stat), dest, to)
    }

    async fn may_overwrite(&self, run: &mut Run<'_, '_>, dest: &[u8]) -> Step<bool> {
        let (name, shown) = (run.name, run.q(dest));
        run.ask(cat![name, ": overwrite ", shown, "? "]).await
    }

    /// Moves a destination aside or removes it, as far as the rules want that.
    fn clear_dest(
        &mut self,
        run: &mut Run<'_, '_>,
        (source, stat): (&[u8], &Stat),
        dest: &[u8],
        to: Stat,
    ) -> Step<Checked> {
        let rules = self.rules;
        let path = run.at(dest);
        let to_q = run.q(dest);
        if let Some(backup) = &rules.backup
            && !paths::is_dots(paths::base_name(dest))
            && (rules.moves || !to.is_directory())
        {
            let is_own_backup = backup.is_simple()
                && [paths::base_name(dest), backup.suffix()].concat() == paths::base_name(source)
                && run
                    .stat(&[dest, backup.suffix()].concat())
                    .is_ok_and(|there| there.number == stat.number);
            if is_own_backup {
                let (done, from_q) = (if rules.moves { "moved" } else { "copied" }, run.q(source));
                let message = cat![
                    "backing up ",
                    to_q,
                    " might destroy source;  ",
                    from_q,
                    " not ",
                    done
                ];
                run.fail(message)?;
                return Ok(Checked::Over(false));
            }
            let name = backup.name(run, dest);
            return match run.files().rename(&path, &run.at(&name)) {
                Ok(()) => Ok(Checked::GoOn(Dest {
                    is_new: true,
                    stat: None,
                    backup: Some(name),
                })),
                Err(Errno::NotFound) => Ok(Checked::GoOn(Dest {
                    is_new: true,
                    stat: None,
                    backup: None,
                })),
                Err(errno) => {
                    run.fail(cat!["cannot backup ", to_q, ": ", errno])?;
                    Ok(Checked::Over(false))
                }
            };
        }
        let is_removed = !to.is_directory()
            && !rules.moves
            && (rules.removes_first || (rules.deref == Deref::Never && !stat.is_file()));
        if is_removed {
            match run.files().unlink(&path) {
                Ok(()) | Err(Errno::NotFound) => {}
                Err(errno) => {
                    run.fail(cat!["cannot remove ", to_q, ": ", errno])?;
                    return Ok(Checked::Over(false));
                }
            }
            if rules.verbose {
                run.put(cat!["removed ", to_q, "\n"])?;
            }
            return Ok(Checked::GoOn(Dest {
                is_new: true,
                stat: None,
                backup: None,
            }));
        }
        Ok(Checked::GoOn(Dest {
            is_new: false,
            stat: Some(to),
            backup: None,
        }))
    }

    /// Renames over what may be overwritten.
    fn rename(
        &mut self,
        run: &mut Run<'_, '_>,
        source: &[u8],
        dest: &[u8],
        found: &Dest,
    ) -> Step<Option<Copied>> {
        match run.files().rename(&run.at(source), &run.at(dest)) {
            Ok(()) => {
                if self.rules.verbose {
                    self.tell(run, "renamed ", source, dest, found.backup.as_deref())?;
                }
                Ok(Some(Copied::Done(true)))
            }
            Err(Errno::Invalid) => {
                let (from, to) = (run.q(&self.top_source), run.q(&self.top_dest));
                run.fail(cat![
                    "cannot move ",
                    from,
                    " to a subdirectory of itself, ",
                    to
                ])?;
                self.into_itself = true;
                Ok(Some(Copied::Done(true)))
            }
            Err(errno) => {
                let (from, to) = (run.q(source), run.q(dest));
                run.fail(cat!["cannot move ", from, " to ", to, ": ", errno])?;
                Ok(None)
            }
        }
    }

    /// Makes the copy; none if that failed.
    fn make(
        &mut self,
        run: &mut Run<'_, '_>,
        source: &[u8],
        dest: &[u8],
        stat: &Stat,
        found: &Dest,
        is_operand: bool,
    ) -> Step<Option<Copied>> {
        match stat.kind {
            Kind::Directory => self.make_directory(run, source, dest, stat, found, is_operand),
            _ if self.rules.symbolic => self.make_symbolic(run, source, dest, found),
            Kind::Link => self.make_link(run, source, dest, stat, found),
            Kind::File => self.make_file(run, source, dest, stat, found),
        }
    }

    fn make_directory(
        &mut self,
        run: &mut Run<'_, '_>,
        source: &[u8],
        dest: &[u8],
        stat: &Stat,
        found: &Dest,
        is_operand: bool,
    ) -> Step<Option<Copied>> {
        let rules = self.rules;
        if let Some(copy) = self.copied.get(&stat.number).cloned() {
            if same_name(run, source, &copy) {
                let (from, to) = (run.q(&self.top_source), run.q(&self.top_dest));
                if !self.into_itself {
                    run.fail(cat![
                        "cannot copy a directory, ",
                        from,
                        ", into itself, ",
                        to
                    ])?;
                }
                self.into_itself = true;
                return Ok(None);
            }
            if same_name(run, dest, &copy) {
                let shown = run.q(&self.top_source);
                run.say(cat![
                    "warning: source directory ",
                    shown,
                    " specified more than once"
                ])?;
                return Ok(Some(Copied::Done(true)));
            }
            let follows = match rules.deref {
                Deref::Always => true,
                Deref::Operands => is_operand,
                Deref::Never => false,
            };
            if !follows {
                let (to, other) = (run.q(dest), run.q(&copy));
                run.fail(cat![
                    "will not create hard link ",
                    to,
                    " to directory ",
                    other
                ])?;
                return Ok(None);
            }
        } else if is_operand {
            self.copied.insert(stat.number, dest.to_vec());
        }
        if self.above.contains(&stat.number) {
            let shown = run.q(source);
            run.fail(cat!["cannot copy cyclic symbolic link ", shown])?;
            return Ok(None);
        }
        if !found.is_new {
            let mode = rules.keeps_mode.then_some(stat.mode);
            return Ok(Some(Copied::Descend {
                stat: *stat,
                final_mode: mode,
            }));
        }
        let path = run.at(dest);
        let umask = run.ctx.umask;
        let wished = if rules.default_mode { 0o777 } else { stat.mode };
        let final_mode = wished & 0o1777 & !umask;
        // The owner can always write into a directory while it is filled.
        if let Err(errno) = run.files().make_directory(&path, final_mode | 0o700) {
            let shown = run.q(dest);
            run.fail(cat!["cannot create directory ", shown, ": ", errno])?;
            return Ok(None);
        }
        if let Ok(made) = run.files().stat(&path, false) {
            self.copied.insert(made.number, dest.to_vec());
        }
        if rules.verbose {
            self.tell(run, "", source, dest, None)?;
        }
        Ok(Some(Copied::Descend {
            stat: *stat,
            final_mode: Some(final_mode),
        }))
    }

    /// `cp -s`.
    fn make_symbolic(
        &self,
        run: &mut Run<'_, '_>,
        source: &[u8],
        dest: &[u8],
        _found: &Dest,
    ) -> Step<Option<Copied>> {
        let in_place = !dest.contains(&b'/') || {
            let here = run.stat(b".").ok().map(|stat| stat.number);
            here.is_some()
                && here
                    == run
                        .stat(&paths::directory_of(dest))
                        .ok()
                        .map(|stat| stat.number)
        };
        let shown = run.qf(dest);
        if !source.starts_with(b"/") && !in_place {
            run.fail(cat![
                shown,
                ": can make relative symbolic links only in current directory"
            ])?;
            return Ok(None);
        }
        let path = run.at(dest);
        let mut made = run.files().symlink(source, &path);
        if made == Err(Errno::Exists) && self.rules.force {
            made = run
                .files()
                .unlink(&path)
                .and_then(|()| run.files().symlink(source, &path));
        }
        if let Err(errno) = made {
            let (to, from) = (run.q(dest), run.q(source));
            run.fail(cat![
                "cannot create symbolic link ",
                to,
                " to ",
                from,
                ": ",
                errno
            ])?;
            return Ok(None);
        }
        Ok(Some(Copied::Done(true)))
    }

    fn make_link(
        &self,
        run: &mut Run<'_, '_>,
        source: &[u8],
        dest: &[u8],
        stat: &Stat,
        _found: &Dest,
    ) -> Step<Option<Copied>> {
        let target = match run.read_link(source) {
            Ok(target) => target,
            Err(errno) => {
                let shown = run.q(source);
                run.fail(cat!["cannot read symbolic link ", shown, ": ", errno])?;
                return Ok(None);
            }
        };
        let path = run.at(dest);
        let mut made = run.files().symlink(&target, &path);
        if made == Err(Errno::Exists) && self.rules.force {
            made = run
                .files()
                .unlink(&path)
                .and_then(|()| run.files().symlink(&target, &path));
        }
        if made == Err(Errno::Exists) && self.rules.update {
            let is_same = run
                .files()
                .read_link(&path)
                .is_ok_and(|there| there == target);
            if is_same {
                made = Ok(());
            }
        }
        if let Err(errno) = made {
            let shown = run.q(dest);
            run.fail(cat!["cannot create symbolic link ", shown, ": ", errno])?;
            return Ok(None);
        }
        if self.rules.keeps_times
            && let Err(errno) = run.files().set_time(&path, stat.mtime_us, false)
        {
            let shown = run.q(dest);
            run.fail(cat!["preserving times for ", shown, ": ", errno])?;
        }
        Ok(Some(Copied::Done(true)))
    }

    fn make_file(
        &self,
        run: &mut Run<'_, '_>,
        source: &[u8],
        dest: &[u8],
        stat: &Stat,
        found: &Dest,
    ) -> Step<Option<Copied>> {
        let rules = self.rules;
        let (from, to) = (run.at(source), run.at(dest));
        let umask = run.ctx.umask;
        let new_mode = match (rules.set_mode, rules.default_mode) {
            (Some(mode), _) => mode & 0o777 & 0o700,
            (None, true) => 0o666 & !umask,
            (None, false) => stat.mode & !umask & if rules.keeps_mode { mode::ALL } else { 0o777 },
        };
        let mut is_new = found.is_new;
        let mut opened = Ok(());
        if !is_new {
            opened = run.files().open(&to, Open::default(), 0, Then::Close);
            if opened.is_err() && rules.force {
                match run.files().unlink(&to) {
                    Ok(()) => {
                        if rules.verbose {
                            let shown = run.q(dest);
                            run.put(cat!["removed ", shown, "\n"])?;
                        }
                        is_new = true;
                    }
                    Err(Errno::NotFound) => is_new = true,
                    Err(errno) => {
                        let shown = run.q(dest);
                        run.fail(cat!["cannot remove ", shown, ": ", errno])?;
                        return Ok(None);
                    }
                }
            }
        }
        let kept_mode = if is_new {
            None
        } else {
            found.stat.map(|stat| stat.mode)
        };
        if is_new {
            if run
                .files()
                .stat(&to, false)
                .is_ok_and(|there| there.is_link())
            {
                let shown = run.q(dest);
                run.fail(cat!["not writing through dangling symlink ", shown])?;
                return Ok(None);
            } else {
                opened = Ok(());
            }
        }
        let copied = opened.and_then(|()| {
            if rules.attributes_only {
                let how = Open {
                    create: true,
                    exclusive: is_new,
                    ..Open::default()
                };
                run.files().open(&to, how, new_mode, Then::Close)
            } else {
                run.files().copy_file(&from, &to, is_new)
            }
        });
        if let Err(errno) = copied {
            if let Err(errno) = run.files().stat(&from, true) {
                let shown = run.q(source);
                run.fail(cat!["cannot open ", shown, " for reading: ", errno])?;
                return Ok(None);
            }
            let errno = if errno == Errno::IsDirectory && dest.ends_with(b"/") {
                Errno::NotDirectory
            } else {
                errno
            };
            let shown = run.q(dest);
            run.fail(cat!["cannot create regular file ", shown, ": ", errno])?;
            return Ok(None);
        }
        // The copy has the mode of its source so far.
        let mode = kept_mode.unwrap_or(new_mode);
        let has_mode = run.files().stat(&to, true).map(|stat| stat.mode);
        if has_mode.is_ok_and(|has| has != mode)
            && let Err(errno) = run.files().set_mode(&to, mode)
        {
            let shown = run.q(dest);
            run.fail(cat!["setting permissions for ", shown, ": ", errno])?;
            return Ok(None);
        }
        let default = (rules.default_mode && !is_new).then_some(mode);
        let done = self.attributes(run, dest, stat, rules.set_mode.or(default))?;
        Ok(done.then_some(Copied::Done(true)))
    }
}
