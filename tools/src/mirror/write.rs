//! Writing to the store what a call has changed in the mirror.
//!
//! A store that can make several changes as one gets all of them. Any other one gets them one after the
//! other: where one fails, those before it are put back, each only if nobody has changed it meanwhile, and
//! the error says what could not be put back.

mod back;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use isolate_host::CancelToken;
use isolate_text::VPath;
use isolate_text::hash::{Algorithm, hash};
use isolate_text::quoting::quote;
use isolate_vfs::{Difference, FileKind, SeedKind, Side, Tree, is_internal};

use super::Mirror;
use super::ask::{Fault, Link};
use super::known::{Entry, Known};
use super::source::Origin;
use crate::error::{Code, ToolError};
use crate::store::{Expected, StoreChange, StoreKind, StoreStat, Version};

/// How long putting one file back may take: the call is over by then, whatever it was given.
const PUT_BACK_TIME: Duration = Duration::from_secs(10);
/// Bytes of what is replaced that are kept for putting it back.
const KEPT_BYTES_MAX: u64 = 64 << 20;

/// What was written to a store.
#[derive(Default)]
pub(crate) struct Written {
    steps: Vec<(Step, Option<Version>)>,
    /// What the reply has to say.
    pub(crate) notices: Vec<String>,
}

impl Written {
    pub(crate) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

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

/// Files that have moved.
#[derive(Default)]
struct Moves {
    gone: BTreeSet<VPath>,
    /// From where, and what was there, by the new path.
    to: BTreeMap<VPath, (VPath, Entry)>,
}

/// One change of the store.
struct Step {
    path: VPath,
    what: What,
    /// What was there before, as the mirror knew it.
    before: Option<Entry>,
    /// What the mirror has there now.
    after: Option<Entry>,
}

enum What {
    Write { mode: Option<u32> },
    Link { target: String },
    MakeDirectory,
    Remove,
    Rename { from: VPath, from_before: Entry },
}

impl Step {
    const fn doing(&self) -> &'static str {
        match &self.what {
            What::Write { .. } => "write",
            What::Link { .. } => "make the link",
            What::MakeDirectory => "make the directory",
            What::Remove => "remove",
            What::Rename { .. } => "rename to",
        }
    }
}

impl Mirror {
    /// Writes changes, sorted by path, to the store: all of them, or an error that says what is different now.
    pub(super) fn write_back(
        &self,
        tree: &Tree,
        changed: &[Changed],
        cancel: &CancelToken,
    ) -> Result<Written, ToolError> {
        let known = self.known();
        let mut written = Written::default();
        let steps = self.plan(&known, changed, &mut written.notices)?;
        drop(known);
        if steps.is_empty() {
            return Ok(written);
        }
        if !self.link.can.versions {
            for step in &steps {
                self.compare(step, cancel)?;
            }
            written.notices.push(format!(
                "the store {} has no versions: what was replaced was compared just before, and not in one step \
                 with the change",
                self.link.name()
            ));
        }
        written.steps = match steps.len() {
            2.. if self.link.can.atomic => self.write_at_once(tree, steps, cancel)?,
            _ => self.write_in_turn(tree, steps, cancel)?,
        };
        Ok(written)
    }

    /// The changes in an order in which a store can make them, all of which it has the capabilities for.
    fn plan(
        &self,
        known: &Known,
        changed: &[Changed],
        notices: &mut Vec<String>,
    ) -> Result<Vec<Step>, ToolError> {
        let can = self.link.can;
        let is_replaced = |one: &Changed| match (known.get(&one.path), &one.after) {
            (Some(before), Some(after)) => before.file_kind() != after.stat.kind,
            _ => false,
        };
        // What takes the place of another kind of entry.
        let replaced: BTreeSet<&VPath> = changed
            .iter()
            .filter(|one| is_replaced(one))
            .map(|one| &one.path)
            .collect();
        let mut moves = self.moves(known, changed);
        let (mut first, mut makes, mut last) = (Vec::new(), Vec::new(), Vec::new());
        for one in changed {
            let path = &one.path;
            if is_internal(path) || moves.gone.contains(path) {
                continue;
            }
            if let Some((from, from_before)) = moves.to.remove(path) {
                makes.push(Step {
                    path: path.clone(),
                    what: What::Rename { from, from_before },
                    before: None,
                    after: one.after.as_ref().map(after),
                });
                continue;
            }
            let mut before_here = known.get(path).cloned();
            if before_here.is_some() && (one.after.is_none() || replaced.contains(path)) {
                let is_in_the_way = !replaced.is_empty()
                    && (replaced.contains(path)
                        || std::iter::successors(path.parent(), VPath::parent)
                            .any(|above| replaced.contains(&above)));
                let steps = if is_in_the_way { &mut first } else { &mut last };
                self.remove_step(path, before_here.take(), steps)?;
            }
            let Some(side) = &one.after else {
                continue;
            };
            let what = match side.stat.kind {
                FileKind::Directory => {
                    let old_mode = before_here
                        .as_ref()
                        .map_or(FileKind::Directory.default_mode(), |before| before.mode);
                    if side.stat.mode != old_mode {
                        notices.push(format!(
                            "stores have no permission bits of directories: those of {} were not changed",
                            quote(path.as_str())
                        ));
                    }
                    let base = format!("{path}/");
                    let first = changed.partition_point(|one| one.path.as_str() < &*base);
                    let holds_something = changed[first..]
                        .iter()
                        .take_while(|other| other.path.as_str().starts_with(&base))
                        .any(|other| other.after.is_some());
                    if before_here.is_some() || holds_something {
                        continue;
                    }
                    if !can.directories {
                        let what = format!("make the empty directory {}", quote(path.as_str()));
                        return Err(self.link.lacks("directories", &what));
                    }
                    What::MakeDirectory
                }
                FileKind::Symlink => {
                    let target = side.target.clone().unwrap_or_default();
                    let same = SeedKind::Symlink(target.clone());
                    if before_here.as_ref().is_some_and(|entry| entry.kind == same) {
                        continue;
                    }
                    if !can.links {
                        let what = format!("make the link {}", quote(path.as_str()));
                        return Err(self.link.lacks("links", &what));
                    }
                    if let Some(entry) = before_here.take() {
                        self.remove_step(path, Some(entry), &mut first)?;
                    }
                    What::Link { target }
                }
                FileKind::File => {
                    let new = after(side);
                    let is_same = |entry: &Entry| {
                        (&entry.kind, entry.number, entry.mode) == (&new.kind, new.number, new.mode)
                    };
                    // Only its time has changed.
                    if before_here.as_ref().is_some_and(is_same) {
                        continue;
                    }
                    let old_mode = before_here
                        .as_ref()
                        .map_or(FileKind::File.default_mode(), |before| before.mode);
                    let is_other_mode = side.stat.mode != old_mode;
                    if is_other_mode && !can.modes {
                        notices.push(format!(
                            "the store {} has no permission bits: those of {} were not changed",
                            self.link.name(),
                            quote(path.as_str())
                        ));
                    }
                    What::Write {
                        mode: (can.modes && is_other_mode).then_some(side.stat.mode),
                    }
                }
            };
            makes.push(Step {
                path: path.clone(),
                what,
                before: before_here,
                after: Some(after(side)),
            });
        }
        // A directory is empty when everything below it is gone.
        first.reverse();
        last.reverse();
        first.append(&mut makes);
        first.append(&mut last);
        Ok(first)
    }

    fn remove_step(
        &self,
        path: &VPath,
        before: Option<Entry>,
        steps: &mut Vec<Step>,
    ) -> Result<(), ToolError> {
        let can = self.link.can;
        let is_directory = before.as_ref().is_some_and(Entry::is_directory);
        if is_directory && !can.directories {
            return Ok(());
        }
        if !can.remove {
            let what = format!("remove {}", quote(path.as_str()));
            return Err(self.link.lacks("remove", &what));
        }
        steps.push(Step {
            path: path.clone(),
            what: What::Remove,
            before,
            after: None,
        });
        Ok(())
    }

    /// Which files have moved, in a store that can rename: those whose bytes are at a new path now.
    fn moves(&self, known: &Known, changed: &[Changed]) -> Moves {
        let mut moves = Moves::default();
        if !self.link.can.rename {
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

    fn expected(&self, before: Option<&Entry>) -> Expected {
        match before {
            None => Expected::Missing,
            Some(entry) => match &entry.version {
                Some(version) => Expected::Version(version.clone()),
                None => Expected::Any,
            },
        }
    }

    /// Compares a path with what the call was based on, in a store that cannot do that itself.
    fn compare(&self, step: &Step, cancel: &CancelToken) -> Result<(), ToolError> {
        self.compare_with(&step.path, step.before.as_ref(), cancel)?;
        if let What::Rename { from, from_before } = &step.what {
            self.compare_with(from, Some(from_before), cancel)?;
        }
        Ok(())
    }

    fn compare_with(
        &self,
        path: &VPath,
        before: Option<&Entry>,
        cancel: &CancelToken,
    ) -> Result<(), ToolError> {
        let link = &self.link;
        let stat = link.ask("look at", path, cancel, || link.store.stat(path))?;
        let as_expected = match (before, &stat) {
            (None, None) => true,
            (Some(entry), Some(stat)) => entry.is_same(stat),
            // A directory without files is not there.
            (Some(entry), None) => entry.is_directory() && !link.can.directories,
            (None, Some(_)) => false,
        };
        if !as_expected {
            return Err(self.stale(path));
        }
        let Some(entry) = before else {
            return Ok(());
        };
        if let (SeedKind::File(size), Some(digest)) =
            (&entry.kind, self.source.digest(entry.number))
        {
            let origin = Origin {
                path: path.clone(),
                size: *size,
                version: None,
                digest: Some(digest),
            };
            if let Err(fault) = self.source.fetch(&origin, cancel) {
                return Err(match fault.is_change() {
                    true => self.stale(path),
                    false => fault.into(),
                });
            }
        }
        Ok(())
    }

    fn stale(&self, path: &VPath) -> ToolError {
        let text = format!(
            "has changed in the store {} since this call read it; nothing was written",
            self.link.name()
        );
        ToolError::at(Code::Stale, path, text).with("store", self.link.name())
    }

    /// The bytes that a step writes.
    fn bytes(tree: &Tree, path: &VPath) -> Result<Vec<u8>, ToolError> {
        Ok(tree.read(path)?)
    }

    fn change(&self, tree: &Tree, step: &Step) -> Result<StoreChange, ToolError> {
        let path = step.path.clone();
        Ok(match &step.what {
            What::Write { mode } => StoreChange::Write {
                bytes: Self::bytes(tree, &path)?,
                expected: self.expected(step.before.as_ref()),
                mode: *mode,
                path,
            },
            What::Link { target } => StoreChange::MakeLink {
                path,
                target: target.clone(),
            },
            What::MakeDirectory => StoreChange::MakeDirectory { path },
            What::Remove => StoreChange::Remove {
                expected: self.expected_of_removed(step.before.as_ref()),
                path,
            },
            What::Rename { from, from_before } => StoreChange::Rename {
                from: from.clone(),
                to: path,
                expected: self.expected(Some(from_before)),
            },
        })
    }

    fn expected_of_removed(&self, before: Option<&Entry>) -> Expected {
        match before {
            // A directory has no version, and is removed only if it is empty.
            Some(entry) if entry.is_directory() => Expected::Any,
            _ => self.expected(before),
        }
    }

    fn make(
        &self,
        link: &Link,
        change: &StoreChange,
        doing: &'static str,
        cancel: &CancelToken,
    ) -> Result<Option<Version>, Fault> {
        let path = change.path();
        let store = &link.store;
        match change {
            StoreChange::Write {
                path,
                bytes,
                expected,
                mode,
            } => link.ask(doing, path, cancel, || {
                store.write(path, bytes, expected, *mode)
            }),
            StoreChange::Remove { path, expected } => link
                .ask(doing, path, cancel, || store.remove(path, expected))
                .map(|()| None),
            StoreChange::Rename { from, to, expected } => {
                link.ask(doing, to, cancel, || store.rename(from, to, expected))
            }
            StoreChange::MakeDirectory { path } => link
                .ask(doing, path, cancel, || store.make_directory(path))
                .map(|()| None),
            StoreChange::MakeLink { path, target } => {
                link.ask(doing, path, cancel, || store.make_link(path, target))
            }
        }
        .and_then(|version| self.checked(change, path, version))
    }

    /// Refuses a missing version. The change is made all the same: it is looked at again.
    fn checked(
        &self,
        change: &StoreChange,
        path: &VPath,
        version: Option<Version>,
    ) -> Result<Option<Version>, Fault> {
        let has_version = self.link.can.versions
            && !matches!(
                change,
                StoreChange::Remove { .. } | StoreChange::MakeDirectory { .. }
            );
        match (has_version, &version) {
            (true, None) => Err(self.link.lie(
                "write",
                path,
                "no version, and the store has the capability versions",
            )),
            (false, Some(_)) => Ok(None),
            _ => Ok(version),
        }
    }

    fn write_at_once(
        &self,
        tree: &Tree,
        steps: Vec<Step>,
        cancel: &CancelToken,
    ) -> Result<Vec<(Step, Option<Version>)>, ToolError> {
        let link = &self.link;
        let changes: Vec<StoreChange> = steps
            .iter()
            .map(|step| self.change(tree, step))
            .collect::<Result<_, _>>()?;
        let root = VPath::root();
        let path = steps.first().map_or(&root, |step| &step.path);
        let made = link.ask("change", path, cancel, || link.store.change_all(&changes));
        let made = made.and_then(|versions| {
            if versions.len() != changes.len() {
                let what = format!("{} versions for {} changes", versions.len(), changes.len());
                return Err(link.lie("change", path, what));
            }
            let checked = changes.iter().zip(versions);
            checked
                .map(|(change, version)| self.checked(change, change.path(), version))
                .collect::<Result<Vec<_>, _>>()
        });
        match made {
            Ok(versions) => Ok(steps.into_iter().zip(versions).collect()),
            Err(fault) => {
                let is_open = fault.is_open();
                self.forget_steps(steps.iter());
                let error = self.refused(fault);
                Err(match is_open {
                    false => nothing_written(error),
                    true => {
                        let count = steps.len();
                        let hint = "read the files again before you go on";
                        let text = format!(
                            "{}; it is not known whether the {count} changes were made: all of them or none",
                            error.message
                        );
                        with_message(error, text).with_hint(hint)
                    }
                })
            }
        }
    }

    fn write_in_turn(
        &self,
        tree: &Tree,
        steps: Vec<Step>,
        cancel: &CancelToken,
    ) -> Result<Vec<(Step, Option<Version>)>, ToolError> {
        let count = steps.len();
        let mut done: Vec<(Step, Option<Version>, Kept)> = Vec::with_capacity(count);
        let mut kept_bytes = 0;
        for (at, step) in steps.into_iter().enumerate() {
            let kept = match at + 1 < count {
                true => self.keep(&step, &mut kept_bytes),
                false => Ok(Kept::Nothing),
            };
            let made = kept.map_err(Failed::Fault).and_then(|kept| {
                let change = self.change(tree, &step).map_err(Failed::Here)?;
                let version = self
                    .make(&self.link, &change, step.doing(), cancel)
                    .map_err(Failed::Fault)?;
                Ok((version, kept))
            });
            match made {
                Ok((version, kept)) => done.push((step, version, kept)),
                Err(failed) => return Err(self.take_back(failed, &step, done)),
            }
        }
        Ok(done
            .into_iter()
            .map(|(step, version, _)| (step, version))
            .collect())
    }

    /// What a step replaces, for putting it back.
    fn keep(&self, step: &Step, kept_bytes: &mut u64) -> Result<Kept, Fault> {
        let before = match &step.what {
            What::Rename { .. } => return Ok(Kept::Nothing),
            _ => step.before.as_ref(),
        };
        let Some(entry) = before else {
            return Ok(Kept::Nothing);
        };
        match &entry.kind {
            SeedKind::Directory => Ok(Kept::Directory),
            SeedKind::Symlink(target) => Ok(Kept::Link(target.clone())),
            SeedKind::File(0) => Ok(Kept::File(Arc::default(), entry.mode)),
            SeedKind::File(size) => {
                *kept_bytes += size;
                if *kept_bytes > KEPT_BYTES_MAX {
                    return Ok(Kept::TooMuch);
                }
                let bytes = self.source.whole(entry.number)?;
                Ok(Kept::File(bytes, entry.mode))
            }
        }
    }

    fn refused(&self, fault: Fault) -> ToolError {
        match fault.is_change() {
            true => {
                let text = format!(
                    "has changed in the store {} since this call read it",
                    self.link.name()
                );
                ToolError::at(Code::Stale, fault.path(), text).with("store", self.link.name())
            }
            false => fault.into(),
        }
    }

    /// Forgets what is at the paths of steps: it is looked at anew.
    fn forget_steps<'s>(&self, steps: impl Iterator<Item = &'s Step>) {
        let mut known = self.known();
        for step in steps {
            let from = match &step.what {
                What::Rename { from, .. } => Some(from),
                _ => None,
            };
            for path in [Some(&step.path), from].into_iter().flatten() {
                if let Some(entry) = known.get_mut(path) {
                    // No store has it, so the next look finds a change.
                    entry.version = Some(Version::new("?"));
                    entry.mtime_ms = Some(i64::MIN);
                }
            }
        }
    }

    /// Forgets what was written, because the mirror does not have it.
    pub(super) fn forget(&self, written: &Written) {
        self.forget_steps(written.steps.iter().map(|(step, _)| step));
    }

    /// Notes that the mirror has what was written, and lets bytes go that the store has as well.
    pub(super) fn accept(&self, written: &Written) {
        if self.accepted(written).is_err() {
            // The store has it. The next call looks at everything again.
            self.is_unsettled.store(true, Ordering::Release);
        }
    }

    pub(super) fn accepted(&self, written: &Written) -> Result<(), ToolError> {
        if written.is_empty() {
            return Ok(());
        }
        let mut known = self.known();
        // Opened only where it is needed.
        let tree = OnceCell::new();
        let tree = || match tree.get() {
            Some(tree) => Ok(tree),
            None => {
                let opened = self.workspace.tree()?;
                Ok::<_, ToolError>(tree.get_or_init(|| opened))
            }
        };
        for (step, version) in &written.steps {
            if let What::Rename { from, .. } = &step.what {
                for (path, entry) in known.remove(from) {
                    self.source.remove(entry.number, &path);
                }
            }
            for (path, entry) in known_at(&mut known, step) {
                self.source.remove(entry.number, &path);
            }
            let Some(after) = &step.after else {
                known.resident.remove(&step.path);
                continue;
            };
            let mut entry = after.clone();
            entry.version.clone_from(version);
            if let SeedKind::File(size) = entry.kind
                && entry.number > 0
            {
                let digest = match self.link.can.versions {
                    true => None,
                    false => Some(hash(Algorithm::Sha256, &tree()?.read(&step.path)?)),
                };
                self.source.add(
                    entry.number,
                    Origin {
                        path: step.path.clone(),
                        size,
                        version: version.clone(),
                        digest,
                    },
                );
                known.resident.insert(step.path.clone());
                known.resident_bytes += size;
            }
            for above in std::iter::successors(step.path.parent(), VPath::parent) {
                if !above.is_root() && known.get(&above).is_none() {
                    let entry = Entry::of(&StoreStat::directory(), after.mtime);
                    known.insert(above, entry);
                }
            }
            known.insert(step.path.clone(), entry);
        }
        // Without versions, only reading tells whether they are still the bytes of the store.
        if known.resident_bytes > self.link.options.cache_bytes || !self.link.can.versions {
            for path in std::mem::take(&mut known.resident) {
                tree()?.unload(&path)?;
            }
            known.resident_bytes = 0;
        }
        Ok(())
    }
}

/// Takes away what was known at the path of a step, and below it if that was removed.
fn known_at(known: &mut Known, step: &Step) -> Vec<(VPath, Entry)> {
    match (&step.what, &step.after) {
        (What::MakeDirectory, _) => Vec::new(),
        _ => known.remove(&step.path),
    }
}

/// What a step has replaced.
enum Kept {
    Nothing,
    File(Arc<[u8]>, u32),
    Link(String),
    Directory,
    TooMuch,
}

/// Why a step was not made.
enum Failed {
    Fault(Fault),
    Here(ToolError),
}

fn nothing_written(error: ToolError) -> ToolError {
    let text = format!("{}; nothing was written", error.message);
    with_message(error, text)
}

fn with_message(mut error: ToolError, message: String) -> ToolError {
    error.message = message;
    error
}

/// Whether a change that may have been made was not.
fn is_as_before(link: &Link, step: &Step, cancel: &CancelToken) -> bool {
    let path = &step.path;
    let stat = link.ask("look at", path, cancel, || link.store.stat(path));
    match (stat, &step.before) {
        (Ok(None), None) => true,
        (Ok(Some(stat)), Some(before)) => stat.version.is_some() && before.is_same(&stat),
        _ => false,
    }
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
