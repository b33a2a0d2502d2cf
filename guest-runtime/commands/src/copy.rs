//! Copies and moves: what `cp`, `mv` and `install` have in common.

mod entry;
mod make;
mod same;

use std::collections::{BTreeMap, BTreeSet};

use crate::backup::Backup;
use crate::bytes::cat;
use crate::files::{Entry, Stat};
use crate::paths;
use crate::run::{Run, Step};

/// Which links are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deref {
    Never,
    Operands,
    Always,
}

/// What happens to a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overwrite {
    /// It is overwritten.
    Yes,
    /// It is kept, without a word.
    No,
    /// Whoever runs the command is asked.
    Ask,
}

#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) moves: bool,
    pub(crate) installs: bool,
    pub(crate) recursive: bool,
    pub(crate) deref: Deref,
    pub(crate) overwrite: Overwrite,
    /// Only where the source is newer, or the destination is missing.
    pub(crate) update: bool,
    pub(crate) verbose: bool,
    /// A file that cannot be opened is removed and tried again.
    pub(crate) force: bool,
    /// Files are removed before they are written.
    pub(crate) removes_first: bool,
    pub(crate) keeps_mode: bool,
    pub(crate) keeps_times: bool,
    /// Modes are those of new files.
    pub(crate) default_mode: bool,
    /// The mode of what is installed.
    pub(crate) set_mode: Option<u32>,
    /// Links instead of copies.
    pub(crate) symbolic: bool,
    /// Only names, modes and times.
    pub(crate) attributes_only: bool,
    pub(crate) backup: Option<Backup>,
}

impl Rules {
    pub(crate) fn new() -> Self {
        Self {
            moves: false,
            installs: false,
            recursive: false,
            deref: Deref::Always,
            overwrite: Overwrite::Yes,
            update: false,
            verbose: false,
            force: false,
            removes_first: false,
            keeps_mode: false,
            keeps_times: false,
            default_mode: false,
            set_mode: None,
            symbolic: false,
            attributes_only: false,
            backup: None,
        }
    }
}

/// A directory that is being copied.
struct Task {
    entries: std::vec::IntoIter<Entry>,
    source: Vec<u8>,
    dest: Vec<u8>,
    stat: Stat,
    /// The mode that the new directory gets at the end, if it was made here.
    final_mode: Option<u32>,
}

/// One run of a command that copies.
pub(crate) struct Copier<'r> {
    pub(super) rules: &'r Rules,
    /// Names of sources of the command line, by their numbers.
    sources: BTreeMap<u64, Vec<u8>>,
    /// What was made here for an operand: path and number.
    made: BTreeSet<(Vec<u8>, u64)>,
    /// Directories that were made or copied, by number, with the path of the copy.
    copied: BTreeMap<u64, Vec<u8>>,
    /// Numbers of the directories that are being copied, the outermost first.
    pub(super) above: Vec<u64>,
    top_source: Vec<u8>,
    top_dest: Vec<u8>,
    into_itself: bool,
    /// Whether nothing can be at the destination of the next operand.
    pub(crate) is_new: bool,
}

/// How one entry was copied.
pub(super) enum Copied {
    /// Done, or failed with a message.
    Done(bool),
    /// A directory, whose entries are next.
    Descend { stat: Stat, final_mode: Option<u32> },
}

impl<'r> Copier<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            sources: BTreeMap::new(),
            made: BTreeSet::new(),
            copied: BTreeMap::new(),
            above: Vec::new(),
            top_source: Vec::new(),
            top_dest: Vec::new(),
            into_itself: false,
            is_new: false,
        }
    }

    /// Copies or moves what the command line names. Answers whether all of it was done; what was not
    /// has been said.
    pub(crate) async fn operand(
        &mut self,
        run: &mut Run<'_, '_>,
        source: &[u8],
        dest: &[u8],
    ) -> Step<bool> {
        self.top_source = source.to_vec();
        self.top_dest = dest.to_vec();
        self.into_itself = false;
        let mut tasks: Vec<Task> = Vec::new();
        let mut done = self.one(run, &mut tasks, source, dest, true).await?;
        while let Some(task) = tasks.last_mut() {
            run.turn().await;
            match task.entries.next() {
                Some(entry) => {
                    let source = paths::join(&task.source, &entry.name);
                    let dest = paths::join(&task.dest, &entry.name);
                    done &= self.one(run, &mut tasks, &source, &dest, false).await?;
                }
                None => {
                    self.above.pop();
                    if let Some(task) = tasks.pop() {
                        done &= self.finish(run, &task)?;
                    }
                }
            }
        }
        Ok(done && !self.into_itself)
    }

    async fn one(
        &mut self,
        run: &mut Run<'_, '_>,
        tasks: &mut Vec<Task>,
        source: &[u8],
        dest: &[u8],
        is_operand: bool,
    ) -> Step<bool> {
        let is_below_new = (is_operand && self.is_new)
            || tasks.last().is_some_and(|task| task.final_mode.is_some());
        let copied = self
            .entry(run, source, dest, is_operand, is_below_new)
            .await?;
        let Copied::Descend { stat, final_mode } = copied else {
            return Ok(matches!(copied, Copied::Done(true)));
        };
        match run.list(source) {
            Ok(entries) => {
                self.above.push(stat.number);
                tasks.push(Task {
                    entries: entries.into_iter(),
                    source: source.to_vec(),
                    dest: dest.to_vec(),
                    stat,
                    final_mode,
                });
                Ok(true)
            }
            Err(errno) => {
                let shown = run.q(source);
                run.fail(cat!["cannot access ", shown, ": ", errno])?;
                Ok(false)
            }
        }
    }

    /// What is left for a directory once all below it is copied.
    fn finish(&mut self, run: &mut Run<'_, '_>, task: &Task) -> Step<bool> {
        self.attributes(run, &task.dest, &task.stat, task.final_mode)
    }

    /// Sets the time and the mode of a copy, as far as they are kept.
    pub(super) fn attributes(
        &self,
        run: &mut Run<'_, '_>,
        dest: &[u8],
        stat: &Stat,
        final_mode: Option<u32>,
    ) -> Step<bool> {
        let path = run.at(dest);
        if self.rules.keeps_times
            && let Err(errno) = run.files().set_time(&path, stat.mtime_us, true)
        {
            let shown = run.q(dest);
            run.fail(cat!["preserving times for ", shown, ": ", errno])?;
        }
        let mode = if self.rules.keeps_mode {
            Some(stat.mode)
        } else {
            final_mode
        };
        if let Some(mode) = mode {
            let now = run.files().stat(&path, true);
            if now.is_ok_and(|now| now.mode == mode) {
                return Ok(true);
            }
            if let Err(errno) = run.files().set_mode(&path, mode) {
                let shown = run.q(dest);
                let what = if self.rules.keeps_mode {
                    "preserving"
                } else {
                    "setting"
                };
                run.fail(cat![what, " permissions for ", shown, ": ", errno])?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The line of `-v`.
    pub(super) fn tell(
        &self,
        run: &mut Run<'_, '_>,
        before: &str,
        source: &[u8],
        dest: &[u8],
        backup: Option<&[u8]>,
    ) -> Step<()> {
        let (from, to) = (run.q(source), run.q(dest));
        let mut line = cat![before, from, " -> ", to];
        if let Some(backup) = backup {
            let shown = run.q(backup);
            line.extend(cat![" (backup: ", shown, ")"]);
        }
        line.push(b'\n');
        run.put(line)
    }
}
