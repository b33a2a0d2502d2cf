//! One file of a patch: what is taken from a tree for it, and what is put there.

use isolate_text::VPath;
use isolate_text::lines::shown;
use isolate_text::patch::{self, Act, FilePatch, Kind, Patched, Verdict};
use isolate_text::text_edit::{Fuzz, TextEditError};

use super::access::{Access, Change, Obstacle};
use crate::error::{Error, ErrorKind};
use crate::node::{FileKind, Stat};
use crate::tree::{RemoveOptions, Tree};

/// The bits that make a file executable; git knows no others.
const EXECUTABLE: u32 = 0o111;
/// The bits that make a file readable: who may read an executable file may execute it.
const READABLE: u32 = 0o444;

/// One file of a patch, with its paths.
pub(super) struct Part<'f> {
    pub(super) file: &'f FilePatch,
    pub(super) path: VPath,
    /// Another path that it comes to be at.
    to: Option<VPath>,
}

/// How an entry comes to its new path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// It is changed and moved where it is.
    Direct,
    /// It is taken out of the tree first.
    Lifted,
}

/// What is put in its place.
enum Content {
    /// The entry as it is.
    Kept,
    File(Vec<u8>),
    Link(String),
    Nothing,
}

/// A part between taking and putting.
pub(super) struct Taken {
    content: Content,
    /// Whether an entry that exists is changed, not a new one made.
    is_in_tree: bool,
    /// The permissions of the entry that it comes from.
    mode: u32,
    before: Vec<u8>,
    verdicts: Vec<Verdict>,
}

impl<'f> Part<'f> {
    pub(super) fn of<A: Access>(access: &A, file: &'f FilePatch) -> Result<Self, A::Error> {
        let path = access.path(file, &file.path)?;
        let to = file.to.as_deref().map(|to| access.path(file, to));
        let to = to.transpose()?.filter(|to| *to != path);
        Ok(Self { file, path, to })
    }

    /// The path that it leaves empty.
    pub(super) fn gone(&self) -> Option<&VPath> {
        let moves = self.file.act == Act::Update && self.to.is_some();
        (moves || self.file.act == Act::Delete).then_some(&self.path)
    }

    /// The path at which it makes something.
    pub(super) fn made(&self) -> Option<&VPath> {
        match self.file.act {
            Act::Add => Some(&self.path),
            Act::Update | Act::Copy => self.to.as_ref(),
            Act::Delete => None,
        }
    }

    /// Reads what it needs, and removes what goes away.
    pub(super) fn take<A: Access>(&self, access: &mut A, way: Way) -> Result<Taken, A::Error> {
        let taken = match self.file.act {
            Act::Add => self.added(access),
            Act::Delete => self.deleted(access),
            Act::Update | Act::Copy => self.changed(access, way),
        };
        taken.map_err(|error| access.in_file(&self.path, error))
    }

    fn added<A: Access>(&self, access: &A) -> Result<Taken, A::Error> {
        let text = self.file.added();
        let text = text.map_err(|error| access.refused(&self.path, error))?;
        Ok(Taken {
            content: match self.file.kind {
                Some(Kind::Link) => Content::Link(text),
                _ => Content::File(text.into_bytes()),
            },
            is_in_tree: false,
            mode: FileKind::File.default_mode(),
            before: Vec::new(),
            verdicts: Vec::new(),
        })
    }

    fn deleted<A: Access>(&self, access: &mut A) -> Result<Taken, A::Error> {
        let Some(stat) = access.tree().lstat(&self.path)? else {
            return Err(access.obstacle(&self.path, Obstacle::Missing));
        };
        if stat.kind == FileKind::Directory {
            return Err(access.obstacle(&self.path, Obstacle::Directory));
        }
        access.check(self.file, &self.path, &stat)?;
        let before = access.read_deleted(&self.path, &stat)?;
        access.tree().remove(&self.path, &RemoveOptions::new())?;
        Ok(Taken {
            content: Content::Nothing,
            is_in_tree: false,
            mode: stat.mode,
            before,
            verdicts: Vec::new(),
        })
    }

    fn changed<A: Access>(&self, access: &mut A, way: Way) -> Result<Taken, A::Error> {
        let Some(stat) = access.tree().lstat(&self.path)? else {
            return Err(access.obstacle(&self.path, Obstacle::Missing));
        };
        let mut taken = match self.link(access, &stat)? {
            Some(target) => self.changed_link(access, &stat, target)?,
            None => self.changed_file(access, way)?,
        };
        let is_moved = way == Way::Lifted && self.to.is_some();
        if self.file.act == Act::Copy || is_moved {
            taken.is_in_tree = false;
        }
        if self.file.act == Act::Update && is_moved {
            access.tree().remove(&self.path, &RemoveOptions::new())?;
        }
        Ok(taken)
    }

    /// The target of the link that the patch changes; nothing if it changes a file.
    fn link<A: Access>(&self, access: &A, stat: &Stat) -> Result<Option<String>, A::Error> {
        let is_link = stat.kind == FileKind::Symlink;
        let refused = |what: &str, hint: String| {
            let error = TextEditError::invalid(what).with_hint(hint);
            Err(access.refused(&self.path, error))
        };
        match (is_link, self.file.kind) {
            (false, Some(Kind::Link)) => refused(
                "the patch changes a link, and here is none",
                "leave it out of the patch, or make the link first that the patch changes"
                    .to_owned(),
            ),
            (false, _) => Ok(None),
            (true, Some(Kind::File)) => {
                let target = shown(&access.tree().read_link(&self.path)?);
                refused(
                    &format!("the patch changes a file, and here is a link to {target}"),
                    "name the file that the link leads to".to_owned(),
                )
            }
            (true, kind) => {
                let target = access.tree().read_link(&self.path)?;
                let hunks = &self.file.hunks;
                // Without a mode, only the lines tell a change of the link from one of its target.
                let fits = || {
                    let patched = patch::apply(target.as_bytes(), hunks, Fuzz::None, &|| false);
                    patched.is_ok_and(|patched| patched.bytes.is_ok())
                };
                let is_meant = kind.is_some() || hunks.is_empty() || self.file.is_git && fits();
                Ok(is_meant.then_some(target))
            }
        }
    }

    fn changed_link<A: Access>(
        &self,
        access: &mut A,
        stat: &Stat,
        target: String,
    ) -> Result<Taken, A::Error> {
        access.check(self.file, &self.path, stat)?;
        let refused = |error| access.refused(&self.path, error);
        let hunks = &self.file.hunks;
        let Patched {
            bytes, verdicts, ..
        } = patch::apply(target.as_bytes(), hunks, Fuzz::None, &|| false).map_err(refused)?;
        let bytes = bytes.map_err(refused)?;
        let after = String::from_utf8(bytes)
            .map_err(|_| refused(TextEditError::invalid("the target of a link must be UTF-8")))?;
        Ok(Taken {
            content: Content::Link(after),
            is_in_tree: true,
            mode: stat.mode,
            before: target.into_bytes(),
            verdicts,
        })
    }

    fn changed_file<A: Access>(&self, access: &mut A, way: Way) -> Result<Taken, A::Error> {
        // A link that the patch does not mean is followed.
        let Some(stat) = access.tree().stat(&self.path)? else {
            return Err(access.obstacle(&self.path, Obstacle::Missing));
        };
        if stat.kind == FileKind::Directory {
            return Err(Error::at(ErrorKind::IsDirectory, &self.path).into());
        }
        access.check(self.file, &self.path, &stat)?;
        let is_new = self.file.act == Act::Copy || way == Way::Lifted && self.to.is_some();
        let mut taken = Taken {
            content: Content::Kept,
            is_in_tree: true,
            mode: stat.mode,
            before: Vec::new(),
            verdicts: Vec::new(),
        };
        if self.file.hunks.is_empty() && !is_new {
            return Ok(taken);
        }
        taken.before = access.read(&self.path)?;
        let after = match self.file.hunks.is_empty() {
            true => taken.before.clone(),
            false => {
                let patched = access.patched(self.file, &self.path, &taken.before)?;
                taken.verdicts = patched.verdicts;
                let bytes = patched.bytes;
                bytes.map_err(|error| access.refused(&self.path, error))?
            }
        };
        taken.content = Content::File(after);
        Ok(taken)
    }

    /// Puts what was taken in its place.
    pub(super) fn put<A: Access>(&self, access: &mut A, taken: Taken) -> Result<A::Done, A::Error> {
        self.placed(access, taken)
            .and_then(|change| access.done(self.file, change))
            .map_err(|error| access.in_file(&self.path, error))
    }

    fn placed<A: Access>(&self, access: &mut A, taken: Taken) -> Result<Change, A::Error> {
        let place = self.to.as_ref().unwrap_or(&self.path);
        let mut is_changed = self.gone().is_some() || self.made().is_some();
        if self.made().is_some() {
            make_room(access, place)?;
        }
        let (is_text, after) = match taken.content {
            Content::Nothing => (false, Vec::new()),
            Content::Kept => {
                self.move_to(access, place)?;
                (false, Vec::new())
            }
            Content::File(bytes) => {
                let is_same = taken.is_in_tree && bytes == taken.before;
                if taken.is_in_tree && !is_same {
                    access.write(&self.path, &bytes)?;
                }
                if taken.is_in_tree {
                    self.move_to(access, place)?;
                } else {
                    access.write(place, &bytes)?;
                    set_mode(access.tree(), place, taken.mode)?;
                }
                is_changed |= !is_same;
                (true, bytes)
            }
            Content::Link(target) => {
                let is_same = taken.is_in_tree && target.as_bytes() == taken.before;
                if taken.is_in_tree {
                    self.move_to(access, place)?;
                }
                if taken.is_in_tree && !is_same {
                    access.tree().remove(place, &RemoveOptions::new())?;
                }
                if !is_same {
                    access.tree().symlink(&target, place)?;
                }
                is_changed |= !is_same;
                (false, target.into_bytes())
            }
        };
        if let Some(is_executable) = self.file.is_executable
            && let Some(stat) = access.tree().stat(place)?
        {
            let mode = match is_executable {
                true => stat.mode | (stat.mode & READABLE) >> 2,
                false => stat.mode & !EXECUTABLE,
            };
            is_changed |= mode != stat.mode;
            set_mode(access.tree(), place, mode)?;
        }
        Ok(Change {
            path: place.clone(),
            from: self.to.as_ref().map(|_| self.path.clone()),
            is_text,
            before: taken.before,
            after,
            verdicts: taken.verdicts,
            is_changed,
        })
    }

    /// Moves the entry, if it moves.
    fn move_to<A: Access>(&self, access: &A, place: &VPath) -> Result<(), A::Error> {
        match self.to {
            Some(_) => Ok(access.tree().rename(&self.path, place)?),
            None => Ok(()),
        }
    }
}

fn set_mode(tree: &Tree, path: &VPath, mode: u32) -> Result<(), Error> {
    match tree.stat(path)? {
        Some(stat) if stat.mode != mode => tree.set_mode(path, mode),
        _ => Ok(()),
    }
}

/// Makes sure that nothing is at a path. Directories that hold no file are no part of what a patch
/// describes: they make way.
fn make_room<A: Access>(access: &A, path: &VPath) -> Result<(), A::Error> {
    let Some(stat) = access.tree().lstat(path)? else {
        return Ok(());
    };
    let is_free = stat.kind == FileKind::Directory && !holds_files(access.tree(), path)?;
    if !is_free || path.is_root() {
        return Err(access.obstacle(path, Obstacle::Exists));
    }
    Ok(remove_directories(access.tree(), path)?)
}

fn holds_files(tree: &Tree, directory: &VPath) -> Result<bool, Error> {
    for entry in tree.read_dir(directory)? {
        let is_directory = entry.kind == FileKind::Directory;
        if !is_directory || holds_files(tree, &below(directory, &entry.name)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Removes a directory with the directories in it. What a guard hides in one of them keeps it.
fn remove_directories(tree: &Tree, directory: &VPath) -> Result<(), Error> {
    for entry in tree.read_dir(directory)? {
        remove_directories(tree, &below(directory, &entry.name)?)?;
    }
    tree.remove(directory, &RemoveOptions::new())
}

fn below(directory: &VPath, name: &str) -> Result<VPath, Error> {
    Ok(directory.join(name)?)
}
