//! What is made where nothing is, or nothing any more.

use super::entry::Dest;
use super::same::same_name;
use super::{Copied, Copier, Deref};
use crate::Errno;
use crate::bytes::cat;
use crate::files::{Answer, Kind, Open, Stat, Then};
use crate::mode;
use crate::paths;
use crate::run::{Run, Step};

impl Copier<'_> {
    /// Makes the copy; none if that failed.
    pub(super) fn make(
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

    /// Makes a link, with force in place of what is there.
    fn symlink(&self, run: &mut Run<'_, '_>, target: &[u8], path: &[u8]) -> Answer<()> {
        match run.files().symlink(target, path) {
            Err(Errno::Exists) if self.rules.force => {
                run.files().unlink(path)?;
                run.files().symlink(target, path)
            }
            made => made,
        }
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
        if let Err(errno) = self.symlink(run, source, &path) {
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
        let mut made = self.symlink(run, &target, &path);
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
