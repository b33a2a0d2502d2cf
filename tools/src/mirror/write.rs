//! Writing to the store what a call has changed in the mirror.
//!
//! A store that can make several changes as one gets all of them. Any other one gets them one after the
//! other: where one fails, those before it are put back, each only if nobody has changed it meanwhile, and
//! the error says what could not be put back.

mod back;

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use isolate_host::CancelToken;
use isolate_text::VPath;
use isolate_text::hash::{Algorithm, hash};
use isolate_text::quoting::quote;
use isolate_vfs::{RunId, SeedKind, Tree};

use super::Mirror;
use super::ask::{Fault, Link};
use super::known::{Entry, Known};
use super::past::Change;
use super::plan::{Changed, Plan, Step, What};
use super::source::Origin;
use crate::error::{Code, ToolError};
use crate::store::{Expected, StoreChange, StoreStat, Version};

/// How long putting one file back may take: the call is over by then, whatever it was given.
const PUT_BACK_TIME: Duration = Duration::from_secs(10);
/// Bytes of what is replaced that are kept for putting it back.
const KEPT_BYTES_MAX: u64 = 64 << 20;

/// What was written to a store.
#[derive(Default)]
pub(crate) struct Written {
    steps: Vec<(Step, Option<Version>)>,
    /// What it has replaced.
    change: Option<Change>,
    /// What the reply has to say.
    pub(crate) notices: Vec<String>,
}

impl Written {
    pub(crate) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

impl Mirror {
    /// Writes changes, sorted by path, to the store: all of them, or an error that says what is different now.
    pub(super) fn write_back(
        &self,
        tree: &Tree,
        changed: &[Changed],
        actor: &str,
        cancel: &CancelToken,
    ) -> Result<Written, ToolError> {
        let known = self.known();
        let mut written = Written::default();
        let steps = Plan::of(self, &known, changed, &mut written.notices)?;
        if steps.is_empty() {
            return Ok(written);
        }
        written.change = self.kept(&known, changed, actor);
        drop(known);
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
    pub(super) fn accept(&self, written: &mut Written) -> Option<RunId> {
        self.accepted(written).unwrap_or_else(|_| {
            // The store has it. The next call looks at everything again.
            self.is_unsettled.store(true, Ordering::Release);
            None
        })
    }

    pub(super) fn accepted(&self, written: &mut Written) -> Result<Option<RunId>, ToolError> {
        if written.is_empty() {
            return Ok(None);
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
        let change = written.change.take();
        Ok(change.map(|change| self.remember(&known, change)))
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
