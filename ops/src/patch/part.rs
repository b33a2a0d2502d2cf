//! One file of a patch: what is taken from a tree for it, and what is put there.

use isolate_text::VPath;
use isolate_text::lines::shown;
use isolate_text::patch::{self, Act, FilePatch, Kind, Patched, Verdict};
use isolate_text::text_edit::{Fuzz, TextEditError};

use isolate_vfs::{Error, ErrorKind, FileKind, RemoveOptions, Stat, Tree};

use super::{Action, Change, PatchOptions, PatchedFile, Patching};
use crate::error::{OpError, Problem};

/// The bits that make a file executable; git knows no others.
const EXECUTABLE: u32 = 0o111;
/// The bits that make a file readable: who may read an executable file may execute it.
const READABLE: u32 = 0o444;

/// One file of a patch, with its paths.
pub(super) struct Part<'f> {
    pub(super) file: &'f FilePatch,
    pub(super) path: VPath,
    /// Its new path, if it has another one.
    to: Option<VPath>,
}

/// How an entry gets to its new path.
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

impl Taken {
    /// For a new entry.
    const fn new(content: Content, mode: u32) -> Self {
        Self {
            content,
            is_in_tree: false,
            mode,
            before: Vec::new(),
            verdicts: Vec::new(),
        }
    }
}

/// Why a part cannot be applied.
pub(super) struct Failure {
    pub(super) error: OpError,
    /// What became of its hunks, when they were tried.
    pub(super) verdicts: Vec<Verdict>,
}

impl<E: Into<OpError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self {
            error: error.into(),
            verdicts: Vec::new(),
        }
    }
}

impl<'f> Part<'f> {
    pub(super) fn of(file: &'f FilePatch, options: &PatchOptions<'_>) -> Result<Self, OpError> {
        let path = (options.path_of)(file, &file.path)?;
        let to = file.to.as_deref().map(|to| (options.path_of)(file, to));
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
    pub(super) fn take(&self, patching: &mut Patching<'_>, way: Way) -> Result<Taken, Failure> {
        match self.file.act {
            Act::Add => Ok(self.added()?),
            Act::Delete => Ok(self.deleted(patching)?),
            Act::Update | Act::Copy => self.changed(patching, way),
        }
    }

    /// The error for text that does not fit.
    fn refused(&self, error: TextEditError) -> OpError {
        OpError::text_edit(error, Some(&self.path))
    }

    /// Checks the rules before an existing entry is changed or removed. A copy changes nothing.
    fn check(&self, patching: &Patching<'_>, stat: &Stat) -> Result<(), OpError> {
        let is_made = self.file.patch > 0 && patching.made.contains(&self.path);
        let rules = patching.access.rules;
        match self.file.act {
            _ if is_made => Ok(()),
            Act::Add | Act::Copy => Ok(()),
            Act::Delete => rules.before_remove(&self.path, stat),
            Act::Update => rules.before_change(&self.path, stat),
        }
    }

    fn added(&self) -> Result<Taken, OpError> {
        let text = self.file.added().map_err(|error| self.refused(error))?;
        let content = match self.file.kind {
            Some(Kind::Link) => Content::Link(text),
            _ => Content::File(text.into_bytes()),
        };
        Ok(Taken::new(content, FileKind::File.default_mode()))
    }

    fn deleted(&self, patching: &Patching<'_>) -> Result<Taken, OpError> {
        let (access, options) = (patching.access, patching.options);
        let Some(stat) = access.tree.lstat(&self.path)? else {
            return Err(access.tree.not_found(&self.path).into());
        };
        if stat.kind == FileKind::Directory {
            return Err(Problem::DirectoryNotDeleted(self.path.clone()).into());
        }
        self.check(patching, &stat)?;
        let is_short = stat.kind == FileKind::File && stat.size <= options.file_bytes_max;
        let before = match options.reads_deleted && is_short {
            true => access.read(&self.path)?,
            false => Vec::new(),
        };
        access.tree.remove(&self.path, &RemoveOptions::new())?;
        Ok(Taken {
            before,
            ..Taken::new(Content::Nothing, stat.mode)
        })
    }

    fn changed(&self, patching: &mut Patching<'_>, way: Way) -> Result<Taken, Failure> {
        let tree = patching.access.tree;
        let Some(stat) = tree.lstat(&self.path)? else {
            return Err(tree.not_found(&self.path).into());
        };
        let mut taken = match self.link(tree, &stat)? {
            Some(target) => self.changed_link(patching, &stat, target)?,
            None => self.changed_file(patching, way)?,
        };
        let is_moved = way == Way::Lifted && self.to.is_some();
        if self.file.act == Act::Copy || is_moved {
            taken.is_in_tree = false;
        }
        if self.file.act == Act::Update && is_moved {
            tree.remove(&self.path, &RemoveOptions::new())?;
        }
        Ok(taken)
    }

    /// The target of the link that the patch changes; nothing if it changes a file.
    fn link(&self, tree: &Tree, stat: &Stat) -> Result<Option<String>, OpError> {
        let is_link = stat.kind == FileKind::Symlink;
        let refused = |what: &str, hint: String| {
            Err(self.refused(TextEditError::invalid(what).with_hint(hint)))
        };
        match (is_link, self.file.kind) {
            (false, Some(Kind::Link)) => refused(
                "the patch changes a link, and here is none",
                "leave it out of the patch, or make the link first that the patch changes"
                    .to_owned(),
            ),
            (false, _) => Ok(None),
            (true, Some(Kind::File)) => {
                let target = shown(&tree.read_link(&self.path)?);
                refused(
                    &format!("the patch changes a file, and here is a link to {target}"),
                    "name the file that the link leads to".to_owned(),
                )
            }
            (true, kind) => {
                let target = tree.read_link(&self.path)?;
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

    fn changed_link(
        &self,
        patching: &Patching<'_>,
        stat: &Stat,
        target: String,
    ) -> Result<Taken, OpError> {
        self.check(patching, stat)?;
        let refused = |error| self.refused(error);
        let hunks = &self.file.hunks;
        let Patched {
            bytes, verdicts, ..
        } = patch::apply(target.as_bytes(), hunks, Fuzz::None, &|| false).map_err(refused)?;
        let bytes = bytes.map_err(refused)?;
        let after = String::from_utf8(bytes)
            .map_err(|_| refused(TextEditError::invalid("the target of a link must be UTF-8")))?;
        Ok(Taken {
            is_in_tree: true,
            before: target.into_bytes(),
            verdicts,
            ..Taken::new(Content::Link(after), stat.mode)
        })
    }

    fn changed_file(&self, patching: &mut Patching<'_>, way: Way) -> Result<Taken, Failure> {
        let access = patching.access;
        // A link that the patch does not mean is followed.
        let Some(stat) = access.tree.stat(&self.path)? else {
            return Err(access.tree.not_found(&self.path).into());
        };
        if stat.kind == FileKind::Directory {
            return Err(Error::at(ErrorKind::IsDirectory, &self.path).into());
        }
        self.check(patching, &stat)?;
        let is_new = self.file.act == Act::Copy || way == Way::Lifted && self.to.is_some();
        let mut taken = Taken::new(Content::Kept, stat.mode);
        taken.is_in_tree = true;
        if self.file.hunks.is_empty() && !is_new {
            return Ok(taken);
        }
        access.check_size(&self.path, stat.size, patching.options.file_bytes_max)?;
        taken.before = access.read(&self.path)?;
        let after = match self.file.hunks.is_empty() {
            true => taken.before.clone(),
            false => {
                let patched = patching.patched(self.file, &self.path, &taken.before)?;
                match patched.bytes {
                    Ok(bytes) => {
                        taken.verdicts = patched.verdicts;
                        bytes
                    }
                    Err(error) => {
                        return Err(Failure {
                            verdicts: patched.verdicts,
                            ..self.refused(error).into()
                        });
                    }
                }
            }
        };
        taken.content = Content::File(after);
        Ok(taken)
    }

    /// Puts what was taken where it belongs.
    pub(super) fn put(
        &self,
        patching: &mut Patching<'_>,
        taken: Taken,
    ) -> Result<PatchedFile, OpError> {
        let access = patching.access;
        let place = self.to.as_ref().unwrap_or(&self.path);
        let mut is_changed = self.gone().is_some() || self.made().is_some();
        if self.made().is_some() {
            make_room(access.tree, place)?;
        }
        let (is_text, after) = match taken.content {
            Content::Nothing => (false, Vec::new()),
            Content::Kept => {
                self.move_to(access.tree, place)?;
                (false, Vec::new())
            }
            Content::File(bytes) => {
                let is_same = taken.is_in_tree && bytes == taken.before;
                if taken.is_in_tree && !is_same {
                    access.write(&self.path, &bytes)?;
                }
                if taken.is_in_tree {
                    self.move_to(access.tree, place)?;
                } else {
                    access.write(place, &bytes)?;
                    set_mode(access.tree, place, taken.mode)?;
                }
                is_changed |= !is_same;
                (true, bytes)
            }
            Content::Link(target) => {
                let is_same = taken.is_in_tree && target.as_bytes() == taken.before;
                if taken.is_in_tree {
                    self.move_to(access.tree, place)?;
                }
                if taken.is_in_tree && !is_same {
                    access.tree.remove(place, &RemoveOptions::new())?;
                }
                if !is_same {
                    access.tree.symlink(&target, place)?;
                }
                is_changed |= !is_same;
                (false, target.into_bytes())
            }
        };
        if let Some(is_executable) = self.file.is_executable
            && let Some(stat) = access.tree.stat(place)?
        {
            let mode = match is_executable {
                true => stat.mode | (stat.mode & READABLE) >> 2,
                false => stat.mode & !EXECUTABLE,
            };
            is_changed |= mode != stat.mode;
            set_mode(access.tree, place, mode)?;
        }
        let (lines_removed, lines_added) = self.file.counts();
        let file = PatchedFile {
            path: place.clone(),
            from: self.to.as_ref().map(|_| self.path.clone()),
            action: match self.file.act {
                Act::Add | Act::Copy => Action::Added,
                Act::Delete => Action::Deleted,
                Act::Update if self.to.is_some() => Action::Moved,
                Act::Update => Action::Updated,
            },
            lines_removed,
            lines_added,
            verdicts: taken.verdicts,
            is_changed,
        };
        patching.emit(&Change {
            file: &file,
            is_text,
            before: &taken.before,
            after: &after,
        })?;
        Ok(file)
    }

    /// Moves the entry, if it moves.
    fn move_to(&self, tree: &Tree, place: &VPath) -> Result<(), Error> {
        match self.to {
            Some(_) => tree.rename(&self.path, place),
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
fn make_room(tree: &Tree, path: &VPath) -> Result<(), OpError> {
    let Some(stat) = tree.lstat(path)? else {
        return Ok(());
    };
    let is_free = stat.kind == FileKind::Directory && !holds_files(tree, path)?;
    if !is_free || path.is_root() {
        return Err(Problem::Occupied(path.clone()).into());
    }
    Ok(remove_directories(tree, path)?)
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
