//! What calls have changed in a store, for `undo`.
//!
//! A store keeps no history, so what a call replaces is kept here, in memory, before it is written: the last
//! changes of all sessions over the mirror. A change is undone as any call changes files: in the mirror
//! first, and then in the store, where each file must have the version that it is based on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, MutexGuard, PoisonError};

use isolate_ops::{OpError, Problem, Target};
use isolate_text::VPath;
use isolate_vfs::{
    ErrorKind, FileKind, MkdirOptions, RemoveOptions, RunId, SeedKind, Tree, is_internal,
};

use super::Mirror;
use super::known::{Entry, Known};
use super::plan::Changed;
use super::reach::Reach;
use crate::error::{Code, ToolError};
use crate::store::{Depth, Listing};

/// Changes that are kept.
const CHANGES_MAX: usize = 64;
/// Files that are read only because they are replaced: each is a question to the store.
const UNREAD_MAX: usize = 256;

/// The last changes, oldest first.
#[derive(Default)]
pub(super) struct Past {
    changes: VecDeque<Change>,
    newest: i64,
    /// What the open call undoes.
    undoes: Option<i64>,
}

/// What one call has changed.
pub(crate) struct Change {
    number: i64,
    actor: String,
    undoes: Option<i64>,
    undone_by: Option<i64>,
    /// By path; those that are as they were are not among them.
    paths: BTreeMap<VPath, Replaced>,
    /// Bytes that are kept for it.
    bytes: u64,
    /// Why it cannot be undone.
    lost: Option<String>,
}

/// What was at a path, and what is there since.
struct Replaced {
    before: Option<Entry>,
    bytes: Kept,
    after: Option<Entry>,
}

/// The bytes that a file had.
enum Kept {
    /// There were none, or they are there still.
    Nothing,
    Bytes(Arc<[u8]>),
    /// They are at another path now.
    MovedTo(VPath),
}

/// Which change is undone if none is named.
pub(crate) struct Candidates {
    pub(crate) own: BTreeSet<RunId>,
    /// Whose changes count beside these.
    pub(crate) actor: Option<String>,
    pub(crate) anyone: bool,
}

/// The paths of a change that was undone.
#[derive(Default)]
pub(crate) struct Undone {
    pub(crate) number: i64,
    pub(crate) created: Vec<VPath>,
    pub(crate) changed: Vec<VPath>,
    pub(crate) deleted: Vec<VPath>,
}

impl Change {
    fn counts(&self, candidates: &Candidates) -> bool {
        self.undone_by.is_none()
            && self.undoes.is_none()
            && (candidates.anyone
                || candidates.own.contains(&RunId::from(self.number))
                || candidates.actor.as_deref() == Some(&*self.actor))
    }
}

impl Past {
    fn named(&self, number: i64) -> Option<&Change> {
        self.changes.iter().find(|change| change.number == number)
    }

    fn chosen(&self, run: Option<i64>, candidates: &Candidates) -> Option<&Change> {
        match run {
            Some(number) => self.named(number),
            None => self
                .changes
                .iter()
                .rev()
                .find(|change| change.counts(candidates)),
        }
    }

    fn undone_by(&mut self, number: i64, undo: Option<i64>) {
        let change = self
            .changes
            .iter_mut()
            .find(|change| change.number == number);
        let Some(change) = change else { return };
        change.undone_by = undo;
        // Undoing an undo applies again what that has undone.
        if let (Some(undone), Some(_)) = (change.undoes, undo) {
            self.undone_by(undone, None);
        }
    }

    /// What an undo has put back has the bytes that it had, and another version.
    fn renew(&mut self, undone: i64, known: &Known) {
        let Some(undone) = self.named(undone) else {
            return;
        };
        let renewed: Vec<(VPath, Entry, Entry)> = undone
            .paths
            .iter()
            .filter_map(|(path, one)| {
                Some((path.clone(), one.before.clone()?, known.get(path)?.clone()))
            })
            .collect();
        for (path, old, new) in &renewed {
            let others = self.changes.iter_mut();
            for replaced in others.filter_map(|change| change.paths.get_mut(path)) {
                for side in [&mut replaced.before, &mut replaced.after] {
                    if let Some(entry) = side
                        && is_as(entry, old)
                    {
                        entry.version.clone_from(&new.version);
                    }
                }
            }
        }
    }

    fn push(&mut self, change: Change, bytes_max: u64) {
        if let Some(undone) = change.undoes {
            self.undone_by(undone, Some(change.number));
        }
        self.changes.push_back(change);
        let mut bytes: u64 = self.changes.iter().map(|change| change.bytes).sum();
        while (self.changes.len() > CHANGES_MAX || bytes > bytes_max)
            && let Some(oldest) = self.changes.pop_front()
        {
            bytes -= oldest.bytes;
        }
    }
}

impl Mirror {
    /// Whether changes can be undone: only a version tells that a file has not changed since.
    pub(crate) fn can_undo(&self) -> bool {
        self.link.can.versions && self.link.options.undo_bytes > 0
    }

    fn past(&self) -> MutexGuard<'_, Past> {
        self.past.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the last change.
    pub(crate) fn newest_change(&self) -> i64 {
        self.past().newest
    }

    pub(super) fn begin_change(&self) {
        self.past().undoes = None;
    }

    /// What an undo will look at.
    pub(crate) fn reach_of_undo(&self, run: Option<i64>, candidates: &Candidates) -> Reach {
        let past = self.past();
        let mut reach = Reach {
            may_be_unlisted: true,
            ..Reach::default()
        };
        for (path, replaced) in past
            .chosen(run, candidates)
            .iter()
            .flat_map(|change| &change.paths)
        {
            // It stays where others have put something into it.
            match replaced.has_made_directory() {
                true => reach.listed.push((path.clone(), Depth::Entries)),
                false => reach.paths.push(path.clone()),
            }
        }
        reach
    }

    /// Keeps what is about to be replaced in the store.
    pub(super) fn kept(&self, known: &Known, changed: &[Changed], actor: &str) -> Option<Change> {
        if !self.can_undo() {
            return None;
        }
        let mut change = Change {
            number: 0,
            actor: actor.to_owned(),
            undoes: self.past().undoes,
            undone_by: None,
            paths: BTreeMap::new(),
            bytes: 0,
            lost: None,
        };
        let numbers = |one: &Changed| one.after.as_ref().and_then(|side| side.number);
        let mut moved: BTreeMap<u64, &VPath> = changed
            .iter()
            .filter(|one| known.get(&one.path).is_none())
            .filter_map(|one| Some((numbers(one)?, &one.path)))
            .collect();
        let mut unread = 0;
        for one in changed.iter().filter(|one| !is_internal(&one.path)) {
            let before = known.get(&one.path).cloned();
            let mut bytes = Kept::Nothing;
            if let Some(Entry {
                kind: SeedKind::File(size @ 1..),
                number,
                ..
            }) = &before
                && numbers(one) != Some(*number)
            {
                bytes = match moved.remove(number).filter(|_| one.after.is_none()) {
                    Some(to) => Kept::MovedTo(to.clone()),
                    None => {
                        change.bytes += size;
                        unread += usize::from(!self.source.has(*number));
                        match self.bytes_for_undo(&change, *number, unread) {
                            Ok(bytes) => Kept::Bytes(bytes),
                            Err(why) => {
                                change.lost = Some(why);
                                change.bytes = 0;
                                change.paths.clear();
                                return Some(change);
                            }
                        }
                    }
                };
            }
            if before.is_some() || one.after.is_some() {
                let replaced = Replaced {
                    before,
                    bytes,
                    after: None,
                };
                change.paths.insert(one.path.clone(), replaced);
            }
        }
        Some(change)
    }

    fn bytes_for_undo(
        &self,
        change: &Change,
        number: u64,
        unread: usize,
    ) -> Result<Arc<[u8]>, String> {
        let most = self.link.options.undo_bytes;
        if change.bytes > most {
            return Err(format!(
                "it has replaced more than the {most} bytes that are kept for that"
            ));
        }
        if unread > UNREAD_MAX {
            return Err(format!(
                "it has replaced more than {UNREAD_MAX} files that nothing had read"
            ));
        }
        self.source.whole(number).map_err(|fault| fault.to_string())
    }

    /// Notes a change that is in the store now. Returns its number.
    pub(super) fn remember(&self, known: &Known, mut change: Change) -> RunId {
        for (path, replaced) in &mut change.paths {
            replaced.after = known.get(path).cloned();
        }
        let mut past = self.past();
        past.newest += 1;
        change.number = past.newest;
        if let Some(undone) = change.undoes {
            past.renew(undone, known);
        }
        past.push(change, self.link.options.undo_bytes);
        RunId::from(past.newest)
    }

    /// Makes files of the mirror what they were before a change, within the open run of `tree`.
    pub(crate) fn undo(
        &self,
        tree: &Tree,
        run: Option<i64>,
        candidates: &Candidates,
        is_forced: bool,
    ) -> Result<Undone, OpError> {
        let mut past = self.past();
        let change = past.chosen(run, candidates).ok_or_else(|| match run {
            Some(number) => OpError::refused(unknown(number, past.changes.len())),
            None => Problem::NothingToUndo.into(),
        })?;
        let number = change.number;
        if let Some(why) = &change.lost {
            let text = format!("the change {number} cannot be undone: {why}");
            let error = ToolError::new(Code::Unsupported, text);
            return Err(OpError::refused(
                error.with_hint("change the files back with other calls"),
            ));
        }
        let changed_since = self.changed_since(tree, change)?;
        let is_changed = |path: &VPath| changed_since.contains(path);
        let mut moved = change
            .paths
            .iter()
            .filter_map(|(path, one)| Some((path, one.moved_to()?)));
        if is_forced && let Some((path, to)) = moved.find(|(_, to)| is_changed(to)) {
            let text = format!("has changed since {path} was moved there: its old bytes are gone");
            return Err(OpError::refused(ToolError::at(Code::Stale, to, text)));
        }
        if !is_forced && !changed_since.is_empty() {
            return Err(Problem::ChangedSince {
                target: Target::Run(RunId::from(number)),
                paths: changed_since,
                is_of_open_run: false,
            }
            .into());
        }
        let undone = reverse(tree, change, self.link.can.list != Listing::None)?;
        past.undoes = Some(number);
        Ok(undone)
    }

    fn changed_since(&self, tree: &Tree, change: &Change) -> isolate_vfs::Result<Vec<VPath>> {
        let known = self.known();
        let mut paths = Vec::new();
        for (path, replaced) in &change.paths {
            let is_same = match (&replaced.after, known.get(path)) {
                (None, None) => true,
                (Some(after), Some(now)) => is_as(after, now),
                _ => false,
            };
            if !is_same || tree.is_changed_by_open_run(path)? {
                paths.push(path.clone());
            }
        }
        Ok(paths)
    }
}

/// Whether two entries of a path have the same bytes.
fn is_as(one: &Entry, other: &Entry) -> bool {
    one.kind == other.kind && one.version == other.version
}

fn unknown(number: i64, kept: usize) -> ToolError {
    let text = format!("there is no change {number} that could be undone");
    let hint = match kept {
        0 => "nothing was changed here yet".to_owned(),
        _ => format!("the last {kept} changes are kept: use the run of a later answer"),
    };
    ToolError::new(Code::NotFound, text).with_hint(hint)
}

/// Puts back what a change has replaced, in an order in which that can be done. Where nothing can be listed,
/// directories stay: nobody knows whether they are empty.
fn reverse(tree: &Tree, change: &Change, can_list: bool) -> isolate_vfs::Result<Undone> {
    let mut undone = Undone {
        number: change.number,
        ..Undone::default()
    };
    let came_from: BTreeSet<&VPath> = change
        .paths
        .values()
        .filter_map(Replaced::moved_to)
        .collect();
    for (path, replaced) in &change.paths {
        let is_directory = replaced.before.as_ref().is_some_and(Entry::is_directory);
        if is_directory && replaced.after.is_none() {
            tree.mkdir(path, &MkdirOptions::new().recursive())?;
        }
    }
    for (path, replaced) in &change.paths {
        if let Some(to) = replaced.moved_to() {
            tree.rename(to, path)?;
        }
    }
    // What is below a directory goes before it.
    for (path, replaced) in change.paths.iter().rev() {
        let is_made = replaced.before.is_none() && replaced.after.is_some();
        let stays = came_from.contains(path) || (replaced.has_made_directory() && !can_list);
        if is_made && !stays {
            remove(tree, path)?;
        }
    }
    for (path, replaced) in &change.paths {
        if let Some(before) = &replaced.before {
            replaced.put_back(tree, path, before)?;
        }
        match (&replaced.before, &replaced.after) {
            (None, None) => {}
            (None, Some(_)) => undone.deleted.push(path.clone()),
            (Some(_), None) => undone.created.push(path.clone()),
            (Some(_), Some(_)) => undone.changed.push(path.clone()),
        }
    }
    Ok(undone)
}

/// Removes an entry that is there, and a directory only if nothing else is in it by now.
fn remove(tree: &Tree, path: &VPath) -> isolate_vfs::Result<()> {
    match tree.remove(path, &RemoveOptions::new()) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotEmpty) => Ok(()),
        removed => removed,
    }
}

impl Replaced {
    fn has_made_directory(&self) -> bool {
        self.before.is_none() && self.after.as_ref().is_some_and(Entry::is_directory)
    }

    fn moved_to(&self) -> Option<&VPath> {
        match &self.bytes {
            Kept::MovedTo(path) => Some(path),
            _ => None,
        }
    }

    fn put_back(&self, tree: &Tree, path: &VPath, before: &Entry) -> isolate_vfs::Result<()> {
        let now = tree.lstat(path)?;
        let is_other_kind = now
            .as_ref()
            .is_some_and(|stat| stat.kind != before.file_kind());
        if is_other_kind {
            tree.remove(path, &RemoveOptions::new())?;
        }
        let is_there = now.is_some() && !is_other_kind;
        match (&before.kind, &self.bytes) {
            (SeedKind::Directory, _) if is_there => {}
            (SeedKind::Directory, _) => tree.mkdir(path, &MkdirOptions::new().recursive())?,
            (SeedKind::Symlink(target), _) => {
                if is_there {
                    tree.remove(path, &RemoveOptions::new())?;
                }
                tree.symlink(target, path)?;
            }
            (SeedKind::File(_), Kept::Bytes(bytes)) => tree.write(path, bytes)?,
            (SeedKind::File(0), _) => tree.write(path, &[])?,
            (SeedKind::File(_), _) => {}
        }
        match tree.lstat(path)? {
            Some(stat) if stat.kind == FileKind::File && stat.mode != before.mode => {
                tree.set_mode(path, before.mode)
            }
            _ => Ok(()),
        }
    }
}
