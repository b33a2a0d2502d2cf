//! The copy of one entry.

use super::same::same_name;
use super::{Copied, Copier, Deref, Overwrite};
use crate::Errno;
use crate::bytes::cat;
use crate::files::Stat;
use crate::paths;
use crate::run::{Run, Step};

/// What was found at the destination, and what happens to it.
pub(super) struct Dest {
    /// Nothing is there, or nothing any more.
    pub(super) is_new: bool,
    pub(super) stat: Option<Stat>,
    pub(super) backup: Option<Vec<u8>>,
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
}
