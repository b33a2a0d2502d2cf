//! Bringing the mirror up to date.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use isolate_host::CancelToken;
use isolate_text::VPath;
use isolate_vfs::{Reseed, SeedKind, Timestamp, Tree, is_internal};

use super::Mirror;
use super::ask::{Cause, Fault, Link};
use super::known::{Entry, Known};
use super::plan::Changed;
use super::reach::Reach;
use super::source::Origin;
use crate::error::ToolError;
use crate::store::{
    Depth, ListRequest, Listing, SearchRequest, StoreEntry, StoreErrorKind, StoreKind, StorePage,
    StoreStat,
};

/// Links on the way to one path, as in a workspace.
const HOPS_MAX: usize = 40;
/// Entries of a page.
const PAGE_ENTRIES: usize = 1_000;
/// Pages without entries that may follow each other.
const EMPTY_PAGES_MAX: usize = 1_000;
/// Bytes of a version, and of where a page begins.
const TEXT_BYTES_MAX: usize = 1_024;
/// Bytes of the target of a link.
const TARGET_BYTES_MAX: usize = isolate_text::PATH_BYTES_MAX;
/// Entries that are looked at around a path that was not found, and listings that are asked for.
const AROUND_ENTRIES_MAX: u64 = 20_000;
const AROUND_LISTINGS_MAX: usize = 50;

/// Changes of the mirror that were found, which are made together.
struct Sync<'m> {
    mirror: &'m Mirror,
    cancel: CancelToken,
    known: std::sync::MutexGuard<'m, Known>,
    changes: Vec<Reseed>,
    /// The files among the changes, by their places.
    files: Vec<(usize, VPath)>,
    now: Timestamp,
    entries_left: u64,
    listings_left: usize,
}

impl Mirror {
    /// Brings up to date what a call will look at.
    pub(super) fn sync(&self, reach: &Reach) -> Result<(), ToolError> {
        let mut sync = self.begin_sync(self.link.options.entries, usize::MAX);
        let gathered = sync.reach(reach);
        // What was found before a fault is true all the same.
        let applied = sync.apply();
        gathered?;
        applied
    }

    /// Looks for paths that an error may propose. What cannot be looked at is not proposed.
    pub(super) fn look_around(&self) {
        if self.link.can.list == Listing::None {
            return;
        }
        let mut sync = self.begin_sync(AROUND_ENTRIES_MAX, AROUND_LISTINGS_MAX);
        let _ = sync.list(&VPath::root(), Depth::Subtree);
        let _ = sync.apply();
    }

    fn begin_sync(&self, entries_left: u64, listings_left: usize) -> Sync<'_> {
        Sync {
            mirror: self,
            cancel: self.source.cancel(),
            known: self.known(),
            changes: Vec::new(),
            files: Vec::new(),
            now: Timestamp::from(std::time::SystemTime::now()),
            entries_left,
            listings_left,
        }
    }

    /// Forgets files that were not what they were when they were looked at.
    pub(super) fn forget_changed(&self, tree: &Tree) -> Result<(), ToolError> {
        let changed = self.source.take_changed();
        self.gone(tree, &changed)
    }

    fn gone(&self, tree: &Tree, paths: &[VPath]) -> Result<(), ToolError> {
        let mut known = self.known();
        let mut changes = Vec::new();
        for path in paths {
            for (path, entry) in known.remove(path) {
                self.source.remove(entry.number, &path);
            }
            changes.push(Reseed::Gone(path.clone()));
        }
        if !changes.is_empty() {
            tree.reseed(&changes)?;
        }
        Ok(())
    }

    /// Makes the mirror what it was before a program changed it.
    pub(super) fn restore(&self, tree: &Tree, changed: &[Changed]) -> Result<(), ToolError> {
        let known = self.known();
        let mut changes = Vec::new();
        let paths: Vec<&VPath> = changed.iter().map(|one| &one.path).collect();
        for path in &paths {
            if known.get(path).is_none() {
                changes.push(Reseed::Gone((*path).clone()));
            }
        }
        for path in &paths {
            if let Some(entry) = known.get(path) {
                changes.push(entry.put(path));
            }
        }
        tree.reseed(&changes)?;
        Ok(())
    }
}

impl Sync<'_> {
    fn reach(&mut self, reach: &Reach) -> Result<(), ToolError> {
        let is_listed = |path: &&VPath| reach.listed.iter().any(|(listed, _)| listed == *path);
        for path in reach.paths.iter().filter(|path| !is_listed(path)) {
            self.looked_for(path)?;
        }
        for (path, depth) in &reach.listed {
            let Some((real, is_directory)) = self.looked_for(path)? else {
                continue;
            };
            if !is_directory {
                continue;
            }
            if self.mirror.link.can.list == Listing::None {
                if reach.may_be_unlisted {
                    continue;
                }
                return Err(self.mirror.link.lacks("list", "list files"));
            }
            self.list(&real, *depth)?;
            if let Some(text) = &reach.text
                && self.mirror.link.can.search
            {
                let found = self.search(&real, text)?;
                self.mirror.set_candidates(Some(found));
            }
            if *depth == Depth::Entries {
                self.links_of(&real)?;
            }
        }
        Ok(())
    }

    /// Brings a path that a call names up to date. Where nothing is there, and it reads like a pattern, the
    /// error of the call says what that matches.
    fn looked_for(&mut self, path: &VPath) -> Result<Option<(VPath, bool)>, ToolError> {
        let found = self.path(path)?;
        let is_pattern = path.as_str().contains(['*', '?', '[', '{']);
        if found.is_none() && is_pattern && self.mirror.link.can.list != Listing::None {
            self.list(&VPath::root(), Depth::Subtree)?;
        }
        Ok(found)
    }

    /// Brings a path up to date, with where its links lead. Returns the path without links, and whether it
    /// is a directory; `None` if nothing is there.
    fn path(&mut self, path: &VPath) -> Result<Option<(VPath, bool)>, ToolError> {
        let mut path = path.without_slash();
        for _ in 0..=HOPS_MAX {
            if is_internal(&path) {
                return Ok(None);
            }
            match self.step(&path)? {
                Step::Found(is_directory) => return Ok(Some((path, is_directory))),
                Step::Missing => return Ok(None),
                Step::Link(next) => path = next,
            }
        }
        // The mirror finds the loop, too.
        Ok(None)
    }

    /// Goes along a path up to its end, or to the first link.
    fn step(&mut self, path: &VPath) -> Result<Step, ToolError> {
        if path.is_root() {
            return Ok(Step::Found(true));
        }
        if !self.mirror.link.can.links {
            return self.at_once(path);
        }
        let names: Vec<&str> = path.components().collect();
        for depth in 1..=names.len() {
            let here = VPath::from_names(names[..depth].iter().copied());
            let Some(stat) = self.stat(&here)? else {
                self.put_gone(&here);
                return Ok(Step::Missing);
            };
            self.put(&here, &stat);
            match &stat.kind {
                StoreKind::Directory => {}
                StoreKind::File(_) => {
                    return Ok(match depth == names.len() {
                        true => Step::Found(false),
                        false => Step::Missing,
                    });
                }
                StoreKind::Link(target) => {
                    let Some(next) = linked(&names, depth, target) else {
                        return Ok(Step::Missing);
                    };
                    return Ok(Step::Link(next));
                }
            }
        }
        Ok(Step::Found(true))
    }

    /// The same in a store without links, where what is at a path says what is above it.
    fn at_once(&mut self, path: &VPath) -> Result<Step, ToolError> {
        if let Some(stat) = self.stat(path)? {
            self.put(path, &stat);
            return Ok(Step::Found(stat.kind == StoreKind::Directory));
        }
        self.put_gone(path);
        let mut above = path.parent();
        while let Some(parent) = above.filter(|parent| !parent.is_root()) {
            match self.stat(&parent)? {
                Some(stat) => {
                    self.put(&parent, &stat);
                    break;
                }
                None => self.put_gone(&parent),
            }
            above = parent.parent();
        }
        Ok(Step::Missing)
    }

    /// Where the links of a directory lead.
    fn links_of(&mut self, directory: &VPath) -> Result<(), ToolError> {
        if !self.mirror.link.can.links {
            return Ok(());
        }
        let depth = directory.depth() + 1;
        let links: Vec<VPath> = self
            .known
            .below(directory)
            .filter(|(path, entry)| {
                matches!(entry.kind, SeedKind::Symlink(_)) && path.depth() == depth
            })
            .map(|(path, _)| path.clone())
            .collect();
        for link in links {
            self.path(&link)?;
        }
        Ok(())
    }

    fn stat(&mut self, path: &VPath) -> Result<Option<StoreStat>, ToolError> {
        let link = &self.mirror.link;
        let stat = link.ask("look at", path, &self.cancel, || link.store.stat(path))?;
        match stat {
            None => Ok(None),
            Some(stat) => {
                self.check("look at", path, &stat)?;
                Ok(Some(stat))
            }
        }
    }

    fn check(&self, doing: &'static str, path: &VPath, stat: &StoreStat) -> Result<(), Fault> {
        check(&self.mirror.link, doing, path, stat)
    }

    /// Notes what is at a path.
    fn put(&mut self, path: &VPath, stat: &StoreStat) {
        let listing = self.known.listing;
        let mut number = 0;
        if let Some(entry) = self.known.get_mut(path) {
            if entry.is_same(stat) {
                entry.listing = listing;
                entry.mtime_ms = stat.mtime_ms.or(entry.mtime_ms);
                self.put_parents(path);
                return;
            }
            if entry.is_directory() && stat.kind == StoreKind::Directory {
                entry.listing = listing;
                self.put_parents(path);
                return;
            }
            let (old_number, was_directory) = (entry.number, entry.is_directory());
            if entry.has_same_bytes(stat) {
                number = old_number;
            } else {
                self.mirror.source.remove(old_number, path);
            }
            if was_directory {
                self.put_gone(path);
            }
        }
        self.put_parents(path);
        let mut entry = Entry::of(stat, self.now);
        entry.listing = listing;
        entry.number = number;
        if let (SeedKind::File(1..), 0) = (&entry.kind, number) {
            self.files.push((self.changes.len(), path.clone()));
        }
        self.changes.push(entry.put(path));
        self.known.insert(path.clone(), entry);
    }

    /// Notes that there are directories above a path.
    fn put_parents(&mut self, path: &VPath) {
        let listing = self.known.listing;
        let mut above = path.parent();
        while let Some(parent) = above.filter(|parent| !parent.is_root()) {
            match self.known.get_mut(&parent) {
                Some(entry) if entry.is_directory() => {
                    if entry.listing == listing {
                        return;
                    }
                    entry.listing = listing;
                }
                _ => {
                    self.put_gone(&parent);
                    let mut entry = Entry::of(&StoreStat::directory(), self.now);
                    entry.listing = listing;
                    // The mirror makes it with what is below.
                    self.known.insert(parent.clone(), entry);
                }
            }
            above = parent.parent();
        }
    }

    /// Notes that nothing is at a path.
    fn put_gone(&mut self, path: &VPath) {
        let gone = self.known.remove(path);
        if gone.is_empty() {
            return;
        }
        for (path, entry) in &gone {
            self.mirror.source.remove(entry.number, path);
        }
        self.changes.push(Reseed::Gone(path.clone()));
    }

    /// Brings the entries of a directory up to date.
    fn list(&mut self, directory: &VPath, depth: Depth) -> Result<(), ToolError> {
        self.known.listing += 1;
        let can = self.mirror.link.can.list;
        if depth == Depth::Entries || can == Listing::Subtrees {
            self.pages(directory, depth)?;
            return Ok(());
        }
        let mut waiting = vec![directory.clone()];
        while let Some(directory) = waiting.pop() {
            self.known.listing += 1;
            let below = self.pages(&directory, Depth::Entries)?;
            waiting.extend(below);
        }
        Ok(())
    }

    /// The files in which a text may occur.
    fn search(&mut self, directory: &VPath, text: &str) -> Result<BTreeSet<VPath>, ToolError> {
        let link = &self.mirror.link;
        let doing = "search";
        let mut request = SearchRequest::new(directory.clone(), text, PAGE_ENTRIES);
        let (mut found, mut pages) = (BTreeSet::new(), 0_u64);
        loop {
            let page = link.ask(doing, directory, &self.cancel, || {
                link.store.search(&request)
            })?;
            for path in page.paths {
                let is_file = self
                    .known
                    .get(&path)
                    .is_some_and(|entry| matches!(entry.kind, SeedKind::File(_)));
                // One that was made since it was listed is left for the next call.
                if is_file {
                    found.insert(path);
                }
            }
            pages += 1;
            let Some(next) = page.next else {
                return Ok(found);
            };
            if pages > link.options.entries || request.after.as_ref() == Some(&next) {
                let what = "pages without end";
                return Err(link.lie(doing, directory, what).into());
            }
            request.after = Some(next);
        }
    }

    /// One listing, page by page. Returns the directories that it has shown.
    fn pages(&mut self, directory: &VPath, depth: Depth) -> Result<Vec<VPath>, ToolError> {
        let link = &self.mirror.link;
        let doing = "list";
        let mut request = ListRequest::new(directory.clone(), depth, PAGE_ENTRIES);
        let (mut directories, mut empty_pages) = (Vec::new(), 0);
        let limit = |what: String| link.fault(doing, directory, Cause::TooMuch(what));
        loop {
            self.listings_left = match self.listings_left.checked_sub(1) {
                Some(left) => left,
                None => return Err(limit("too many questions".to_owned()).into()),
            };
            let page: StorePage =
                match link.ask(doing, directory, &self.cancel, || link.store.list(&request)) {
                    Ok(page) => page,
                    // It was there a moment ago.
                    Err(fault)
                        if matches!(&fault.cause, Cause::Said(StoreErrorKind::NotFound, _))
                            && request.after.is_none()
                            && !directory.is_root() =>
                    {
                        self.put_gone(directory);
                        return Ok(directories);
                    }
                    Err(fault) => return Err(fault.into()),
                };
            if page.entries.is_empty() {
                empty_pages += 1;
            } else {
                empty_pages = 0;
            }
            let count = page.entries.len() as u64;
            self.entries_left = match self.entries_left.checked_sub(count) {
                Some(left) => left,
                None => {
                    let most = link.options.entries;
                    let what = format!("there are more than {most} entries");
                    return Err(limit(what).into());
                }
            };
            for entry in self.unknown(directory, depth, page.entries, &mut directories)? {
                self.listed(directory, depth, &entry, &mut directories)?;
            }
            let Some(next) = page.next else {
                break;
            };
            if next.len() > 64 * TEXT_BYTES_MAX || request.after.as_ref() == Some(&next) {
                return Err(link.lie(doing, directory, "a page leads to itself").into());
            }
            if empty_pages > EMPTY_PAGES_MAX {
                return Err(link
                    .lie(doing, directory, "pages without entries and without end")
                    .into());
            }
            request.after = Some(next);
        }
        self.sweep(directory, depth);
        Ok(directories)
    }

    /// Marks the entries of a page that are as before, and returns the others. Both the page and what is
    /// known are sorted as a rule, and are compared side by side.
    fn unknown(
        &mut self,
        directory: &VPath,
        depth: Depth,
        entries: Vec<StoreEntry>,
        directories: &mut Vec<VPath>,
    ) -> Result<Vec<StoreEntry>, ToolError> {
        let is_sorted = entries.is_sorted_by(|one, other| one.path < other.path);
        let (Some(first), true) = (entries.first(), is_sorted && depth == Depth::Subtree) else {
            return Ok(entries);
        };
        let listing = self.known.listing;
        let link = &self.mirror.link;
        let mut others = Vec::new();
        let mut parent: Option<VPath> = None;
        let start = first.path.clone();
        let mut known = self.known.from(&start).peekable();
        for entry in entries {
            while known.next_if(|(path, _)| **path < entry.path).is_some() {}
            let same = known.next_if(|(path, own)| {
                **path == entry.path && own.is_same(&entry.stat) && path.starts_with(directory)
            });
            let Some((path, own)) = same.filter(|(path, _)| *path != directory) else {
                others.push(entry);
                continue;
            };
            check(link, "list", path, &entry.stat)?;
            own.listing = listing;
            own.mtime_ms = entry.stat.mtime_ms.or(own.mtime_ms);
            if own.is_directory() {
                directories.push(entry.path);
                continue;
            }
            // The directory above was shown before, or is marked with one of its files.
            let above = path
                .as_str()
                .rsplit_once('/')
                .map_or("", |(above, _)| above);
            if parent
                .as_ref()
                .is_none_or(|parent| parent.as_str() != above)
            {
                parent = path.parent();
                others.push(entry);
            }
        }
        Ok(others)
    }

    fn listed(
        &mut self,
        directory: &VPath,
        depth: Depth,
        entry: &StoreEntry,
        directories: &mut Vec<VPath>,
    ) -> Result<(), ToolError> {
        let link = &self.mirror.link;
        let doing = "list";
        let path = &entry.path;
        if self.known.get(path).is_none() {
            let is_normal = VPath::parse(path.as_str()).is_ok_and(|same| same == *path);
            let is_below = is_normal && path.starts_with(directory) && path != directory;
            let is_wanted = depth == Depth::Subtree || path.depth() == directory.depth() + 1;
            if !is_below || !is_wanted {
                let what = format!(
                    "{} is not one of its entries",
                    crate::text::shown(path.as_str())
                );
                return Err(link.lie(doing, directory, what).into());
            }
        } else if !path.starts_with(directory) || path == directory {
            let what = format!(
                "{} is not one of its entries",
                crate::text::shown(path.as_str())
            );
            return Err(link.lie(doing, directory, what).into());
        }
        if is_internal(path) {
            return Ok(());
        }
        self.check(doing, path, &entry.stat)?;
        let mut above = path.parent().filter(|_| depth == Depth::Subtree);
        while let Some(parent) = above.filter(|parent| parent != directory && !parent.is_root()) {
            match self.known.get(&parent) {
                Some(known) if known.listing == self.known.listing && !known.is_directory() => {
                    let what = "it is a file or a link, and something is below it";
                    return Err(link.lie(doing, &parent, what).into());
                }
                Some(known) if known.listing == self.known.listing => break,
                _ => {}
            }
            above = parent.parent();
        }
        if entry.stat.kind == StoreKind::Directory {
            directories.push(path.clone());
        }
        self.put(path, &entry.stat);
        Ok(())
    }

    /// Removes what a listing has not shown.
    fn sweep(&mut self, directory: &VPath, depth: Depth) {
        let (listing, own_depth) = (self.known.listing, directory.depth() + 1);
        let gone: Vec<VPath> = self
            .known
            .below(directory)
            .filter(|(path, entry)| {
                entry.listing != listing && (depth == Depth::Subtree || path.depth() == own_depth)
            })
            .map(|(path, _)| path.clone())
            .collect();
        for path in gone {
            self.put_gone(&path);
        }
    }

    /// Makes the changes in the mirror.
    fn apply(mut self) -> Result<(), ToolError> {
        if self.changes.is_empty() {
            return Ok(());
        }
        let tree = self.mirror.workspace.tree()?;
        let numbers = match tree.reseed(&self.changes) {
            Ok(numbers) => numbers,
            Err(error) => {
                // What is known is not in the mirror: all of it is looked at again.
                self.mirror.is_unsettled.store(true, Ordering::Release);
                return Err(error.into());
            }
        };
        for (at, path) in self.files {
            let Some(entry) = self.known.get_mut(&path) else {
                continue;
            };
            let SeedKind::File(size) = entry.kind else {
                continue;
            };
            entry.number = numbers[at];
            let origin = Origin {
                path,
                size,
                version: entry.version.clone(),
                digest: None,
            };
            self.mirror.source.add(numbers[at], origin);
        }
        Ok(())
    }
}

/// How far a way along a path leads.
enum Step {
    /// To its end, which is a directory or not.
    Found(bool),
    Missing,
    /// To a link, which leads on to this path.
    Link(VPath),
}

/// The path to continue with behind the link that the first `depth` names lead to.
fn linked(names: &[&str], depth: usize, target: &str) -> Option<VPath> {
    let mut text = String::new();
    if !target.starts_with('/') {
        text.push('/');
        text.push_str(&names[..depth - 1].join("/"));
        text.push('/');
    }
    text.push_str(target);
    let base = VPath::parse(&text).ok()?;
    let rest = names[depth..].join("/");
    VPath::parse(&format!("{base}/{rest}"))
        .ok()
        .map(|path| path.without_slash())
}

/// Refuses what cannot be true.
fn check(link: &Link, doing: &'static str, path: &VPath, stat: &StoreStat) -> Result<(), Fault> {
    let lie = |what: &str| Err(link.lie(doing, path, what));
    match &stat.kind {
        StoreKind::File(bytes) if *bytes > 1 << 46 => return lie("a file of such a size"),
        StoreKind::Link(_) if !link.can.links => {
            return lie("a link, and the store does not have the capability links");
        }
        StoreKind::Link(target)
            if target.is_empty() || target.len() > TARGET_BYTES_MAX || target.contains('\0') =>
        {
            return lie("a link whose target is no path");
        }
        StoreKind::File(_) | StoreKind::Directory | StoreKind::Link(_) => {}
    }
    let has_version = link.can.versions && stat.kind != StoreKind::Directory;
    match &stat.version {
        Some(version) if version.as_str().is_empty() || version.as_str().len() > TEXT_BYTES_MAX => {
            lie("a version that does not have 1 to 1024 bytes")
        }
        None if has_version => lie("no version, and the store has the capability versions"),
        Some(_) if !has_version => lie(match link.can.versions {
            true => "a version of a directory",
            false => "a version, and the store does not have the capability versions",
        }),
        _ => Ok(()),
    }
}
