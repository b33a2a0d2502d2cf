//! In which steps a store gets what a call has changed in the mirror.

use std::collections::{BTreeMap, BTreeSet};

use isolate_text::VPath;
use isolate_text::quoting::quote;
use isolate_vfs::{Difference, FileKind, SeedKind, Side, is_internal};

use super::Mirror;
use super::known::{Entry, Known};
use crate::error::ToolError;
use crate::store::{StoreKind, StoreStat};

/// A path that the mirror has changed, and what is there now.
pub(super) struct Changed {
    pub(super) path: VPath,
    pub(super) after: Option<Side>,
}

impl Changed {
    /// The changes between two points of the history of the mirror.
    pub(super) fn of(differences: Vec<Difference>) -> Vec<Self> {
        let mut changed = Vec::with_capacity(differences.len());
        for one in differences {
            if let Some(path) = one.moved_from {
                changed.push(Self { path, after: None });
            }
            changed.push(Self {
                path: one.path,
                after: one.after,
            });
        }
        changed.sort_by(|one, other| one.path.cmp(&other.path));
        changed
    }
}

/// One change of the store.
pub(super) struct Step {
    pub(super) path: VPath,
    pub(super) what: What,
    /// What was there before, as the mirror knew it.
    pub(super) before: Option<Entry>,
    /// What the mirror has there now.
    pub(super) after: Option<Entry>,
}

pub(super) enum What {
    Write { mode: Option<u32> },
    Link { target: String },
    MakeDirectory,
    Remove,
    Rename { from: VPath, from_before: Entry },
}

impl Step {
    pub(super) const fn doing(&self) -> &'static str {
        match &self.what {
            What::Write { .. } => "write",
            What::Link { .. } => "make the link",
            What::MakeDirectory => "make the directory",
            What::Remove => "remove",
            What::Rename { .. } => "rename to",
        }
    }
}

/// Steps, as changes are looked at one after the other.
pub(super) struct Plan<'p> {
    mirror: &'p Mirror,
    known: &'p Known,
    changed: &'p [Changed],
    /// What takes the place of another kind of entry.
    replaced: BTreeSet<&'p VPath>,
    moves: Moves,
    notices: &'p mut Vec<String>,
    /// Removals of what is in the way.
    first: Vec<Step>,
    makes: Vec<Step>,
    last: Vec<Step>,
}

impl<'p> Plan<'p> {
    /// The changes, sorted by path, in an order in which a store can make them, all of which it has the
    /// capabilities for.
    pub(super) fn of(
        mirror: &'p Mirror,
        known: &'p Known,
        changed: &'p [Changed],
        notices: &'p mut Vec<String>,
    ) -> Result<Vec<Step>, ToolError> {
        let is_replaced = |one: &&Changed| match (known.get(&one.path), &one.after) {
            (Some(before), Some(after)) => before.file_kind() != after.stat.kind,
            _ => false,
        };
        let replaced = changed.iter().filter(is_replaced).map(|one| &one.path);
        let mut plan = Self {
            mirror,
            known,
            changed,
            replaced: replaced.collect(),
            moves: moves(mirror, known, changed),
            notices,
            first: Vec::new(),
            makes: Vec::new(),
            last: Vec::new(),
        };
        for one in changed {
            plan.add(one)?;
        }
        // A directory is empty when everything below it is gone.
        plan.first.reverse();
        plan.last.reverse();
        let mut steps = plan.first;
        steps.append(&mut plan.makes);
        steps.append(&mut plan.last);
        Ok(steps)
    }

    fn add(&mut self, one: &Changed) -> Result<(), ToolError> {
        let path = &one.path;
        if is_internal(path) || self.moves.gone.contains(path) {
            return Ok(());
        }
        if let Some((from, from_before)) = self.moves.to.remove(path) {
            self.makes.push(Step {
                path: path.clone(),
                what: What::Rename { from, from_before },
                before: None,
                after: one.after.as_ref().map(after),
            });
            return Ok(());
        }
        let mut before = self.known.get(path).cloned();
        if before.is_some() && (one.after.is_none() || self.replaced.contains(path)) {
            let is_in_the_way = self.is_in_the_way(path);
            self.remove(path, before.take(), is_in_the_way)?;
        }
        let Some(side) = &one.after else {
            return Ok(());
        };
        let what = match side.stat.kind {
            FileKind::Directory => self.directory(path, side, before.as_ref())?,
            FileKind::Symlink => self.link(path, side, &mut before)?,
            FileKind::File => self.file(path, side, before.as_ref()),
        };
        if let Some(what) = what {
            self.makes.push(Step {
                path: path.clone(),
                what,
                before,
                after: Some(after(side)),
            });
        }
        Ok(())
    }

    /// Whether a path has to go before anything can be made in its place.
    fn is_in_the_way(&self, path: &VPath) -> bool {
        let above = || std::iter::successors(path.parent(), VPath::parent);
        !self.replaced.is_empty()
            && (self.replaced.contains(path) || above().any(|one| self.replaced.contains(&one)))
    }

    fn remove(
        &mut self,
        path: &VPath,
        before: Option<Entry>,
        is_in_the_way: bool,
    ) -> Result<(), ToolError> {
        let link = &self.mirror.link;
        let is_directory = before.as_ref().is_some_and(Entry::is_directory);
        if is_directory && !link.can.directories {
            return Ok(());
        }
        if !link.can.remove {
            let what = format!("remove {}", quote(path.as_str()));
            return Err(link.lacks("remove", &what));
        }
        let steps = match is_in_the_way {
            true => &mut self.first,
            false => &mut self.last,
        };
        steps.push(Step {
            path: path.clone(),
            what: What::Remove,
            before,
            after: None,
        });
        Ok(())
    }

    fn directory(
        &mut self,
        path: &VPath,
        side: &Side,
        before: Option<&Entry>,
    ) -> Result<Option<What>, ToolError> {
        let old_mode = before.map_or(FileKind::Directory.default_mode(), |entry| entry.mode);
        if side.stat.mode != old_mode {
            self.notices.push(format!(
                "stores have no permission bits of directories: those of {} were not changed",
                quote(path.as_str())
            ));
        }
        if before.is_some() || self.holds_something(path) {
            return Ok(None);
        }
        let link = &self.mirror.link;
        if !link.can.directories {
            let what = format!("make the empty directory {}", quote(path.as_str()));
            return Err(link.lacks("directories", &what));
        }
        Ok(Some(What::MakeDirectory))
    }

    /// Whether anything changed below a directory is there now: then that makes the directory.
    fn holds_something(&self, path: &VPath) -> bool {
        let base = format!("{path}/");
        let first = self
            .changed
            .partition_point(|one| one.path.as_str() < &*base);
        self.changed[first..]
            .iter()
            .take_while(|other| other.path.as_str().starts_with(&base))
            .any(|other| other.after.is_some())
    }

    fn link(
        &mut self,
        path: &VPath,
        side: &Side,
        before: &mut Option<Entry>,
    ) -> Result<Option<What>, ToolError> {
        let target = side.target.clone().unwrap_or_default();
        let same = SeedKind::Symlink(target.clone());
        if before.as_ref().is_some_and(|entry| entry.kind == same) {
            return Ok(None);
        }
        let link = &self.mirror.link;
        if !link.can.links {
            let what = format!("make the link {}", quote(path.as_str()));
            return Err(link.lacks("links", &what));
        }
        if let Some(entry) = before.take() {
            self.remove(path, Some(entry), true)?;
        }
        Ok(Some(What::Link { target }))
    }

    fn file(&mut self, path: &VPath, side: &Side, before: Option<&Entry>) -> Option<What> {
        let new = after(side);
        let is_same = |entry: &Entry| {
            (&entry.kind, entry.number, entry.mode) == (&new.kind, new.number, new.mode)
        };
        // Only its time has changed.
        if before.is_some_and(is_same) {
            return None;
        }
        let link = &self.mirror.link;
        let old_mode = before.map_or(FileKind::File.default_mode(), |entry| entry.mode);
        let is_other_mode = side.stat.mode != old_mode;
        if is_other_mode && !link.can.modes {
            self.notices.push(format!(
                "the store {} has no permission bits: those of {} were not changed",
                link.name(),
                quote(path.as_str())
            ));
        }
        Some(What::Write {
            mode: (link.can.modes && is_other_mode).then_some(side.stat.mode),
        })
    }
}

/// Files that have moved.
#[derive(Default)]
struct Moves {
    gone: BTreeSet<VPath>,
    /// From where, and what was there, by the new path.
    to: BTreeMap<VPath, (VPath, Entry)>,
}

/// Which files have moved, in a store that can rename: those whose bytes are at a new path now.
fn moves(mirror: &Mirror, known: &Known, changed: &[Changed]) -> Moves {
    let mut moves = Moves::default();
    if !mirror.link.can.rename {
        return moves;
    }
    let mut gone = BTreeMap::new();
    for one in changed.iter().filter(|one| one.after.is_none()) {
        if let Some(entry) = known.get(&one.path).filter(|entry| entry.number > 0) {
            gone.insert((entry.number, entry.mode), (&one.path, entry));
        }
    }
    for one in changed {
        if let (Some(side), None) = (&one.after, known.get(&one.path))
            && side.stat.kind == FileKind::File
            && let Some(number) = side.number
            && let Some((from, entry)) = gone.remove(&(number, side.stat.mode))
        {
            moves.gone.insert(from.clone());
            moves
                .to
                .insert(one.path.clone(), (from.clone(), entry.clone()));
        }
    }
    moves
}

/// What the mirror has at a path now.
fn after(side: &Side) -> Entry {
    let stat = match side.stat.kind {
        FileKind::File => StoreStat::file(side.stat.size),
        FileKind::Directory => StoreStat::directory(),
        FileKind::Symlink => {
            StoreStat::new(StoreKind::Link(side.target.clone().unwrap_or_default()))
        }
    };
    let mut entry = Entry::of(&stat.with_mode(side.stat.mode), side.stat.mtime);
    entry.number = side.number.unwrap_or(0);
    entry
}
