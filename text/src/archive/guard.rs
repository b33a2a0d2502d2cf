//! Where an entry may be unpacked.

use std::collections::BTreeSet;

use super::{ArchiveError, ArchiveErrorKind, Entry, EntryKind};

/// What to do with entries whose path starts with `/`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AbsolutePaths {
    /// Refuse them.
    #[default]
    Refuse,
    /// Take them as relative to the folder that is unpacked to.
    Strip,
}

/// Checks the entries of one archive, in order, before each is unpacked.
#[derive(Debug, Default)]
pub struct Guard {
    absolute: AbsolutePaths,
    /// The links that the archive has made so far.
    links: BTreeSet<String>,
    /// The absolute path of the folder, where links may lead to what is below it.
    folder: Option<String>,
}

impl Guard {
    /// Starts with no entry.
    #[must_use]
    pub fn new(absolute: AbsolutePaths) -> Self {
        Self {
            absolute,
            links: BTreeSet::new(),
            folder: None,
        }
    }

    /// Says which folder is unpacked to, so that a link with an absolute target below it is no link
    /// that leads out.
    #[must_use]
    pub fn into_folder(mut self, path: &str) -> Self {
        self.folder = Some(path.trim_end_matches('/').to_owned());
        self
    }

    /// The path of an entry relative to the folder, without `.` and empty segments; empty
    /// for the folder itself.
    ///
    /// # Errors
    /// The entry cannot be unpacked, leads out of the folder, or lies below a link of the
    /// same archive.
    pub fn check(&mut self, entry: &Entry<'_>) -> Result<String, ArchiveError> {
        let refuse =
            |problem: &str| ArchiveError::new(ArchiveErrorKind::Unsafe, Some(&entry.path), problem);
        let path = self.inside(&entry.path).map_err(refuse)?;
        match &entry.kind {
            EntryKind::Unsupported(what) => {
                let problem = format!("{what} cannot be unpacked");
                let kind = ArchiveErrorKind::Unsupported;
                return Err(ArchiveError::new(kind, Some(&entry.path), problem));
            }
            EntryKind::Symlink(target) => {
                // Also where it is refused: a caller that goes on without it makes no folder of it. A
                // later entry of the same path does not take it away: unpacking may keep the link.
                self.links.insert(path.clone());
                if !self.is_below(target) {
                    check_target(&path, target).map_err(refuse)?;
                }
            }
            EntryKind::HardLink(target) => {
                let target = self
                    .inside(target)
                    .map_err(|_| refuse("it links to a path outside"))?;
                if self.is_linked(&target) {
                    return Err(refuse("it links to a link of the same archive"));
                }
            }
            EntryKind::File | EntryKind::Directory => {}
        }
        if path.is_empty() && entry.kind != EntryKind::Directory {
            return Err(refuse("it names the folder itself"));
        }
        if let Some((parent, _)) = path.rsplit_once('/')
            && self.is_linked(parent)
        {
            return Err(refuse("it lies below a link of the same archive"));
        }
        Ok(path)
    }

    /// The path of an entry as [`Guard::check`] gives it, whatever the entry is.
    ///
    /// # Errors
    /// It lies outside.
    pub fn path_of(&self, entry: &Entry<'_>) -> Result<String, ArchiveError> {
        self.link_target(entry, &entry.path)
    }

    /// The target of a hard link, relative to the folder as [`Guard::check`] gives it.
    ///
    /// # Errors
    /// It is outside.
    pub fn link_target(&self, entry: &Entry<'_>, target: &str) -> Result<String, ArchiveError> {
        self.inside(target).map_err(|problem| {
            ArchiveError::new(ArchiveErrorKind::Unsafe, Some(&entry.path), problem)
        })
    }

    /// The segments of a path joined again, if it stays inside.
    fn inside(&self, path: &str) -> Result<String, &'static str> {
        if path.contains('\0') {
            return Err("its path holds a NUL");
        }
        if path.starts_with('/') && self.absolute == AbsolutePaths::Refuse {
            return Err("its path is absolute");
        }
        let mut kept = Vec::new();
        for segment in path.split('/') {
            match segment {
                "" | "." => {}
                ".." => return Err("its path holds '..'"),
                segment => kept.push(segment),
            }
        }
        Ok(kept.join("/"))
    }

    /// Whether the target of a link is absolute and below the folder, as it stands.
    fn is_below(&self, target: &str) -> bool {
        let below = self
            .folder
            .as_deref()
            .and_then(|folder| target.strip_prefix(folder));
        below.is_some_and(|below| {
            below.starts_with('/')
                && !below.contains('\0')
                && below.split('/').all(|segment| segment != "..")
        })
    }

    /// Whether a path, or a folder above it, is a link of the archive.
    fn is_linked(&self, path: &str) -> bool {
        let ends = path.match_indices('/').map(|(at, _)| at);
        let mut folders = ends.chain([path.len()]).map(|end| &path[..end]);
        folders.any(|folder| self.links.contains(folder))
    }
}

/// Whether a link at a path, which is relative to a folder, leads out of it or may do so together with
/// other links there.
#[must_use]
pub fn leads_out(path: &str, target: &str) -> bool {
    check_target(path, target).is_err()
}

/// Checks that a link leads inside, whatever other links are there: it may go up, not
/// further than it is deep, and only before it goes down.
fn check_target(path: &str, target: &str) -> Result<(), &'static str> {
    if target.is_empty() || target.contains('\0') {
        return Err("its link has no target");
    }
    if target.starts_with('/') {
        return Err("its link is absolute");
    }
    let mut depth = path.matches('/').count();
    let mut has_gone_down = false;
    for segment in target.split('/') {
        match segment {
            "" | "." => {}
            ".." if has_gone_down => return Err("its link goes up after it went down"),
            ".." => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return Err("its link leads outside"),
            },
            _ => has_gone_down = true,
        }
    }
    Ok(())
}
