//! From a path to a position, component by component.

use isolate_text::{NAME_BYTES_MAX, PATH_BYTES_MAX, VPath, check_path_bounds};

use crate::error::{Error, ErrorKind, Result};
use crate::guard::Verb;
use crate::node::{FileKind, Node};
use crate::tree::resolve::{Follow, HOPS_MAX, Position, Step};
use crate::txn::ReadTxn;

/// What a call wants of the end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// What is there. A link is followed.
    Followed,
    /// What is there. A link is followed only where a slash comes behind it.
    Itself,
    /// The entry of this name, which may be missing. A link is never followed.
    Entry,
    /// As `Entry`, and the directories above it may be missing, too.
    EntryWithParents,
    /// The file of this name, which may be missing. A link is followed, also to what is missing.
    File,
    /// As `File`, and the directories above it may be missing, too.
    FileWithParents,
}

/// What the last component of a path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Name,
    Dot,
    DotDot,
    Root,
}

/// Where a path leads.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) position: Position,
    pub(super) last: Last,
    /// Whether the path ends in a slash, and so means a directory.
    pub(super) has_slash: bool,
}

impl End {
    /// Whether directories above the end may be missing.
    fn makes_parents(self) -> bool {
        matches!(self, Self::EntryWithParents | Self::FileWithParents)
    }
}

impl Found {
    /// Whether a slash comes behind the name in which the path ends, where no file can be made.
    pub(super) fn names_directory(&self) -> bool {
        self.has_slash && self.last == Last::Name
    }

    /// Takes what is there.
    pub(super) fn take(mut self) -> (Position, Option<Node>) {
        let node = self.position.node.take();
        (self.position, node)
    }

    /// What is there; an error if nothing is.
    pub(super) fn existing(self) -> Result<(Position, Node)> {
        match self.take() {
            (position, Some(node)) => Ok((position, node)),
            _ => Err(Error::new(ErrorKind::NotFound)),
        }
    }
}

/// Finds where a path leads. What a guard hides is missing, also on the way.
pub(super) fn find(txn: &ReadTxn<'_>, path: &str, end: End) -> Result<Found> {
    if path.is_empty() {
        return Err(Error::new(ErrorKind::NotFound));
    }
    // A kernel counts the null character behind it, too.
    if path.len() >= PATH_BYTES_MAX {
        return Err(Error::new(ErrorKind::NameTooLong));
    }
    let found = match find_plain(txn, path, end)? {
        Some(found) => found,
        None => Walk::new(txn, path)?.ended(end)?,
    };
    checked(txn, found, end)
}

/// Finds a path whose text is in normal form, if there is no link on the way.
fn find_plain(txn: &ReadTxn<'_>, path: &str, end: End) -> Result<Option<Found>> {
    let Some(plain) = plain(path) else {
        return Ok(None);
    };
    let follow = match end {
        End::Itself | End::Entry | End::EntryWithParents => Follow::No,
        End::Followed | End::File | End::FileWithParents => Follow::Yes,
    };
    let position = match txn.attempt(&plain, follow) {
        Ok(Step::Found(position)) => position,
        Ok(Step::Link(_)) => return Ok(None),
        // The walk knows whether the file on the way may be seen.
        Err(error) if error.kind() == ErrorKind::NotDirectory => return Ok(None),
        Err(error) => return Err(error),
    };
    // What a guard says of the way to what is missing, the walk asks.
    if position.node.is_none() && txn.is_guarded() {
        return Ok(None);
    }
    let has_parent = position.path.is_root() || position.parent().is_some();
    if !has_parent && !end.makes_parents() {
        return Err(Error::new(ErrorKind::NotFound));
    }
    let last = match position.path.is_root() {
        true => Last::Root,
        false => Last::Name,
    };
    Ok(Some(Found {
        position,
        last,
        has_slash: false,
    }))
}

/// Applies what holds at the end of every path.
fn checked(txn: &ReadTxn<'_>, found: Found, end: End) -> Result<Found> {
    if txn.looks_missing(&found.position.path) {
        return Err(Error::new(ErrorKind::NotFound));
    }
    if !matches!(end, End::Followed | End::Itself) {
        return Ok(found);
    }
    match &found.position.node {
        None => Err(Error::new(ErrorKind::NotFound)),
        Some(node) if found.has_slash && !node.is_dir() => {
            txn.guard(Verb::List, &found.position.path, 0)?;
            Err(Error::new(ErrorKind::NotDirectory))
        }
        Some(_) => Ok(found),
    }
}

/// The path of a text that is one component after the other: no `.`, no `..`, no slash too many.
pub(super) fn plain(text: &str) -> Option<VPath> {
    let path = VPath::parse(text).ok()?;
    let is_normal = path.as_str() == text || !text.starts_with('/') && path.as_str()[1..] == *text;
    is_normal.then_some(path)
}

/// A walk under way.
struct Walk<'t> {
    txn: &'t ReadTxn<'t>,
    /// The names from the root to the directory that it has reached.
    names: Vec<String>,
    /// The numbers of these directories, with that of the root in front.
    dirs: Vec<i64>,
    /// The components to come, the next one last.
    rest: Vec<String>,
    has_slash: bool,
    links: usize,
}

impl<'t> Walk<'t> {
    fn new(txn: &'t ReadTxn<'t>, path: &str) -> Result<Self> {
        let mut walk = Self {
            txn,
            names: Vec::new(),
            dirs: vec![txn.root()?],
            rest: Vec::new(),
            has_slash: false,
            links: 0,
        };
        walk.go_on_with(path);
        Ok(walk)
    }

    /// Puts the components of a text in front of those to come.
    fn go_on_with(&mut self, text: &str) {
        if self.rest.is_empty() {
            self.has_slash |= text.ends_with('/');
        }
        let names = text.rsplit('/').filter(|name| !name.is_empty());
        self.rest.extend(names.map(str::to_owned));
    }

    fn ended(mut self, end: End) -> Result<Found> {
        let mut last = Last::Root;
        while let Some(name) = self.rest.pop() {
            last = match name.as_str() {
                "." => Last::Dot,
                ".." => {
                    self.step_up()?;
                    Last::DotDot
                }
                _ => {
                    if let Some(position) = self.step(name, end)? {
                        let has_slash = self.has_slash;
                        let last = Last::Name;
                        return Ok(Found {
                            position,
                            last,
                            has_slash,
                        });
                    }
                    // What the path ends with if this was a link to `/`.
                    Last::Root
                }
            };
        }
        let has_slash = self.has_slash;
        let position = self.here()?;
        Ok(Found {
            position,
            last,
            has_slash,
        })
    }

    /// Goes one component further. Returns the position if it is the last one.
    fn step(&mut self, name: String, end: End) -> Result<Option<Position>> {
        if name.len() > NAME_BYTES_MAX {
            return Err(Error::new(ErrorKind::NameTooLong));
        }
        self.txn.check_deadline()?;
        let is_last = self.rest.is_empty();
        // Where a file may be made, a kernel refuses a slash behind its name before it looks at what is
        // there.
        if is_last && self.has_slash && matches!(end, End::File | End::FileWithParents) {
            return Err(Error::new(ErrorKind::IsDirectory));
        }
        let parent = self.dirs.last().copied().unwrap_or_default();
        let node = self.txn.lookup(parent, &name)?;
        let Some(node) = node else {
            return self.missing(name, end).map(Some);
        };
        match node.kind {
            FileKind::Symlink if !is_last || self.follows(end) => {
                self.check_seen(&name)?;
                let target = node
                    .target
                    .ok_or_else(|| Error::corrupt("a link without a target"))?;
                self.follow(&target)?;
                Ok(None)
            }
            _ if is_last => self.position(name, Some(node)).map(Some),
            FileKind::Directory => {
                self.names.push(name);
                self.dirs.push(node.id);
                Ok(None)
            }
            FileKind::File | FileKind::Symlink => {
                self.check_seen(&name)?;
                Err(Error::new(ErrorKind::NotDirectory))
            }
        }
    }

    /// Whether a link in the last position is followed.
    fn follows(&self, end: End) -> bool {
        match end {
            End::Followed => true,
            // With a slash it is no name of a file, whatever the link leads to.
            End::File | End::FileWithParents => !self.has_slash,
            End::Itself => self.has_slash,
            End::Entry | End::EntryWithParents => false,
        }
    }

    fn follow(&mut self, target: &str) -> Result<()> {
        self.links += 1;
        if self.links > HOPS_MAX {
            return Err(Error::new(ErrorKind::Loop));
        }
        if target.starts_with('/') {
            self.names.clear();
            self.dirs.truncate(1);
        }
        self.go_on_with(target);
        Ok(())
    }

    fn step_up(&mut self) -> Result<()> {
        if let Some(name) = self.names.pop() {
            self.dirs.pop();
            self.check_seen(&name)?;
        }
        Ok(())
    }

    /// The position of a name that is missing where the walk is, if it may be.
    fn missing(&mut self, name: String, end: End) -> Result<Position> {
        let is_last = self.rest.is_empty();
        if !is_last || matches!(end, End::Followed | End::Itself) {
            self.check_seen(&name)?;
        }
        if is_last {
            return self.position(name, None);
        }
        let are_names = |rest: &[String]| rest.iter().all(|name| name != "." && name != "..");
        if !end.makes_parents() || !are_names(&self.rest) {
            return Err(Error::new(ErrorKind::NotFound));
        }
        self.rest.push(name);
        let dirs = self.dirs.clone();
        let below = self.rest.iter().rev().map(String::as_str);
        if below.clone().any(|name| name.len() > NAME_BYTES_MAX) {
            return Err(Error::new(ErrorKind::NameTooLong));
        }
        let names = self.names.iter().map(String::as_str).chain(below);
        position_of(VPath::from_names(names), dirs, None)
    }

    /// The position of a name in the directory that the walk has reached.
    fn position(&self, name: String, node: Option<Node>) -> Result<Position> {
        position_of(self.path_of(&name), self.dirs.clone(), node)
    }

    /// The position of the directory that the walk has reached.
    fn here(mut self) -> Result<Position> {
        self.dirs.pop();
        let name = self.names.last().map_or("", String::as_str);
        let holder = self.dirs.last().copied();
        let node = self
            .txn
            .lookup(holder.unwrap_or_else(|| self.txn.root_holder()), name)?
            .ok_or_else(|| self.txn.no_root())?;
        let path = VPath::from_names(self.names.iter().map(String::as_str));
        position_of(path, self.dirs, Some(node))
    }

    fn path_of(&self, name: &str) -> VPath {
        VPath::from_names(self.names.iter().map(String::as_str).chain([name]))
    }

    /// Fails if the guard does not let the entry of this name be seen: what the walk does at it would
    /// show whether it is there, and what it is.
    fn check_seen(&self, name: &str) -> Result<()> {
        match self.txn.is_guarded() {
            true => self.txn.guard(Verb::List, &self.path_of(name), 0),
            false => Ok(()),
        }
    }
}

fn position_of(path: VPath, dirs: Vec<i64>, node: Option<Node>) -> Result<Position> {
    check_path_bounds(path.as_str().len(), path.depth())?;
    Ok(Position { path, dirs, node })
}
