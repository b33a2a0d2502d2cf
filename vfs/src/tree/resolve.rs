//! From a path to a position in the tree.

mod chain;

use isolate_text::VPath;
use rusqlite::types::ValueRef;

use super::ContentReader;
use super::content::check_sum;
use super::ending::check_kind_named;
use crate::error::{Error, ErrorKind, Result};
use crate::node::{FileKind, Node};
use crate::store::{Row, sum, unsigned};
use crate::txn::{ROOT, ReadTxn, Tree};

/// Most links on the way to one position, as in Linux.
pub(super) const HOPS_MAX: usize = 40;

pub(super) const NODE_COLUMNS: &str = "kind, id, mode, size, mtime_us, content, target";
const NODE_COLUMNS_COUNT: usize = 7;

/// Whether a link at the end of a path is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Follow {
    Yes,
    No,
}

/// Where a path leads.
#[derive(Debug)]
pub(crate) struct Position {
    /// The path without links, except for one at its end that was not followed.
    pub(crate) path: VPath,
    /// The numbers of its directories that exist, from the root down.
    pub(crate) dirs: Vec<i64>,
    /// What is there.
    pub(crate) node: Option<Node>,
}

impl Position {
    /// The number of the directory that holds it, when that exists.
    pub(crate) fn parent(&self) -> Option<i64> {
        if self.dirs.len() == self.path.depth() {
            self.dirs.last().copied()
        } else {
            None
        }
    }

    pub(crate) fn name(&self) -> &str {
        self.path.name().unwrap_or("")
    }

    /// The same position, without what is there.
    pub(crate) fn without_node(&self) -> Self {
        Self {
            path: self.path.clone(),
            dirs: self.dirs.clone(),
            node: None,
        }
    }
}

pub(crate) fn read_node(row: &Row<'_>, first: usize) -> Result<Node> {
    Ok(Node {
        kind: FileKind::from_code(row.get(first)?)?,
        id: row.get(first + 1)?,
        mode: u32::try_from(row.get::<i64>(first + 2)?)
            .map_err(|_| Error::corrupt("a mode out of range"))?,
        size: unsigned(row, first + 3)?,
        mtime_us: row.get(first + 4)?,
        content: row.get(first + 5)?,
        target: row.get(first + 6)?,
    })
}

/// What one attempt found.
pub(super) enum Step {
    Found(Position),
    /// A link to follow: the path to continue with.
    Link(VPath),
}

impl Tree {
    /// The node of a path when one statement is enough to read it: no link is involved.
    pub(crate) fn peek(&self, path: &VPath, follow: Follow) -> Result<Option<Option<Node>>> {
        if path.is_root() {
            return Ok(None);
        }
        let depth = path.depth();
        let Some(sql) = self.chains().nodes.get(depth - 1) else {
            return Ok(None);
        };
        let mut statement = self.store.statement(sql)?;
        let query = statement.query(self.chain_values(path));
        let mut rows = query.map_err(|error| self.store.noted(error))?;
        let Some(row) = self.store.next(&mut rows)? else {
            return Err(self.no_root());
        };
        for level in 1..depth {
            match row.get::<Option<i64>>((depth - 1 - level) * 2)? {
                Some(code) if code == FileKind::Directory.code() => {}
                Some(code) if code == FileKind::Symlink.code() => return Ok(None),
                _ => return Ok(Some(None)),
            }
        }
        let last = (depth - 1) * 2;
        match row.get::<Option<i64>>(last)? {
            None => Ok(Some(None)),
            Some(code) if code == FileKind::Symlink.code() && follow == Follow::Yes => Ok(None),
            Some(code) if code == FileKind::File.code() && path.names_directory() => Ok(Some(None)),
            Some(_) => Ok(Some(Some(read_node(&row, last)?))),
        }
    }

    /// Calls `f` with a file and its bytes if one statement can read both: there is no link on the way,
    /// and the file is small. Otherwise `f` is not called.
    pub(super) fn read_at_once<T, E: From<Error>, F>(
        &self,
        path: &VPath,
        f: &mut Option<F>,
    ) -> Result<Option<T>, E>
    where
        F: FnOnce(&ContentReader<'_>) -> Result<T, E>,
    {
        if path.names_directory() {
            return Ok(None);
        }
        let depth = path.depth();
        let Some(sql) = depth
            .checked_sub(1)
            .and_then(|level| self.chains().with_bytes.get(level))
        else {
            return Ok(None);
        };
        let found = self.store.row(sql, self.chain_values(path), |row| {
            for level in 0..depth - 1 {
                let kind: Option<i64> = row.get(level * 2)?;
                if kind != Some(FileKind::Directory.code()) {
                    return Ok(None);
                }
            }
            let last = (depth - 1) * 2;
            if row.get::<Option<i64>>(last)? != Some(FileKind::File.code()) {
                return Ok(None);
            }
            let size = unsigned(row, last + 3)?;
            // The number of the root of a branch comes before the bytes.
            let bytes = last + NODE_COLUMNS_COUNT + usize::from(self.branch_number().is_some());
            let data = match row.get::<Option<i64>>(last + 5)? {
                None => &[],
                Some(id) => match row.get_ref(bytes)? {
                    ValueRef::Blob(data) if data.len() as u64 == size => {
                        check_sum(row, bytes + 1, sum::of_inline(id, data))
                            .map_err(|error| error.naming(path))?;
                        data
                    }
                    _ => return Ok(None),
                },
            };
            if data.len() as u64 != size {
                return Ok(None);
            }
            let f = f.take().expect("a caller that asks for bytes takes them");
            Ok(Some(f(&ContentReader::of_bytes(self, data))))
        })?;
        found.flatten().transpose()
    }
}

impl ReadTxn<'_> {
    /// Finds the position of a path. Links in its middle are followed; the position shows what is
    /// missing.
    ///
    /// Callers hold a transaction, except where one attempt is enough.
    ///
    /// # Errors
    /// `NotDirectory` when the way leads through a file, or to one where the path ends in a slash;
    /// `Loop` after 40 links; `NotFound` for what the guard hides.
    pub(crate) fn resolve(&self, path: &VPath, follow: Follow) -> Result<Position> {
        let position = self.resolve_any(path, follow)?;
        check_kind_named(path, position.node.as_ref())?;
        Ok(position)
    }

    /// As [`ReadTxn::resolve`], also for a file whose path ends in a slash.
    fn resolve_any(&self, path: &VPath, follow: Follow) -> Result<Position> {
        self.resolve_steps(path, follow)
            .and_then(|position| match self.looks_missing(&position.path) {
                true => Err(Error::at(ErrorKind::NotFound, path)),
                false => Ok(position),
            })
            .map_err(|error| match error.kind() {
                ErrorKind::NotDirectory if self.looks_missing(path) => {
                    Error::at(ErrorKind::NotFound, path)
                }
                ErrorKind::NotDirectory | ErrorKind::Loop | ErrorKind::NameTooLong => {
                    error.with_path(path)
                }
                _ => error,
            })
    }

    fn resolve_steps(&self, path: &VPath, follow: Follow) -> Result<Position> {
        let mut current = path.clone();
        for _ in 0..=HOPS_MAX {
            match self.attempt(&current, follow)? {
                Step::Found(position) => return Ok(position),
                Step::Link(next) => current = next,
            }
        }
        Err(Error::new(ErrorKind::Loop))
    }

    /// As [`ReadTxn::resolve`], with missing for a way that leads through a file.
    pub(crate) fn locate(&self, path: &VPath, follow: Follow) -> Result<Option<Position>> {
        match self.resolve_any(path, follow) {
            Ok(position) => {
                check_kind_named(path, position.node.as_ref())?;
                Ok(position.node.is_some().then_some(position))
            }
            Err(error) if matches!(error.kind(), ErrorKind::NotDirectory | ErrorKind::NotFound) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// As [`ReadTxn::locate`], with an error for what is missing.
    pub(crate) fn existing(&self, path: &VPath, follow: Follow) -> Result<(Position, Node)> {
        match self.locate(path, follow)? {
            Some(Position {
                path,
                dirs,
                node: Some(node),
            }) => Ok((
                Position {
                    path,
                    dirs,
                    node: None,
                },
                node,
            )),
            _ => Err(Error::at(ErrorKind::NotFound, path)),
        }
    }

    /// One attempt, which ends at the first link that is to be followed.
    pub(super) fn attempt(&self, path: &VPath, follow: Follow) -> Result<Step> {
        let depth = path.depth();
        if depth == 0 {
            let node = self
                .lookup(self.root_holder(), "")?
                .ok_or_else(|| self.no_root())?;
            return Ok(Step::Found(Position {
                path: path.clone(),
                dirs: Vec::new(),
                node: Some(node),
            }));
        }
        if let Some(sql) = self.chains().nodes.get(depth - 1) {
            let mut statement = self.store.statement(sql)?;
            let query = statement.query(self.chain_values(path));
            let mut rows = query.map_err(|error| self.store.noted(error))?;
            let Some(row) = self.store.next(&mut rows)? else {
                return Err(self.no_root());
            };
            let root = match self.branch_number() {
                None => ROOT,
                Some(_) => row.get((depth - 1) * 2 + NODE_COLUMNS_COUNT)?,
            };
            let node = |level: usize| -> Result<Option<Node>> {
                let first = (depth - level) * 2;
                if level == depth {
                    let last = (depth - 1) * 2;
                    return match row.get::<Option<i64>>(last)? {
                        None => Ok(None),
                        Some(_) => read_node(&row, last).map(Some),
                    };
                }
                // The columns of the levels above the last, nearest first.
                let first = first - 2;
                match row.get::<Option<i64>>(first)? {
                    None => Ok(None),
                    Some(code) => Ok(Some(Node {
                        kind: FileKind::from_code(code)?,
                        id: row.get(first + 1)?,
                        mode: 0,
                        size: 0,
                        mtime_us: 0,
                        content: None,
                        target: None,
                    })),
                }
            };
            return self.descend(path, root, follow, |_, level, _| node(level));
        }
        let root = self.root()?;
        self.descend(path, root, follow, |parent, _, name| {
            self.lookup(parent, name)
        })
    }

    /// Walks down a path with a function that looks up each level.
    fn descend(
        &self,
        path: &VPath,
        root: i64,
        follow: Follow,
        find: impl Fn(i64, usize, &str) -> Result<Option<Node>>,
    ) -> Result<Step> {
        let depth = path.depth();
        let mut dirs = Vec::with_capacity(depth);
        dirs.push(root);
        let mut parent = root;
        for (index, name) in path.components().enumerate() {
            let is_last = index + 1 == depth;
            let node = find(parent, index + 1, name)?;
            let Some(node) = node else {
                return Ok(Step::Found(Position {
                    path: path.clone(),
                    dirs,
                    node: None,
                }));
            };
            match node.kind {
                FileKind::Symlink if !is_last || follow == Follow::Yes => {
                    let target = match node.target {
                        Some(target) => target,
                        // Only the last level of a chain carries the target.
                        None => self
                            .lookup(parent, name)?
                            .and_then(|node| node.target)
                            .ok_or_else(|| Error::corrupt("a link without a target"))?,
                    };
                    return follow_link(path, index, &target).map(Step::Link);
                }
                _ if is_last => {
                    return Ok(Step::Found(Position {
                        path: path.clone(),
                        dirs,
                        node: Some(node),
                    }));
                }
                FileKind::Directory => {
                    parent = node.id;
                    dirs.push(node.id);
                }
                FileKind::File | FileKind::Symlink => {
                    return Err(Error::new(ErrorKind::NotDirectory));
                }
            }
        }
        Err(Error::corrupt("a path without an end"))
    }

    /// The number of the root directory.
    pub(crate) fn root(&self) -> Result<i64> {
        if self.branch_number().is_none() {
            return Ok(ROOT);
        }
        let root = self.lookup(self.root_holder(), "")?;
        root.map(|root| root.id).ok_or_else(|| self.no_root())
    }

    /// The entry of a directory with one name.
    pub(crate) fn lookup(&self, parent: i64, name: &str) -> Result<Option<Node>> {
        self.store.row(
            "SELECT kind, id, mode, size, mtime_us, content, target FROM node
             WHERE parent = ?1 AND name = ?2 AND +parent = ?1 AND +name = ?2",
            (parent, name),
            |row| read_node(row, 0),
        )
    }

    /// The position of a path whose directories are no links; none when one of them is.
    pub(crate) fn exact(&self, path: &VPath) -> Result<Option<Position>> {
        match self.resolve(&path.without_slash(), Follow::No) {
            Ok(position) => Ok((position.path == *path).then_some(position)),
            Err(error) if matches!(error.kind(), ErrorKind::NotDirectory | ErrorKind::Loop) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

/// The path to continue with after the link at component `index`.
fn follow_link(path: &VPath, index: usize, target: &str) -> Result<VPath> {
    let mut text = String::new();
    if !target.starts_with('/') {
        for name in path.components().take(index) {
            text.push('/');
            text.push_str(name);
        }
        text.push('/');
    }
    text.push_str(target);
    // `..` of the target is settled by its text, before what follows it.
    let mut text = VPath::parse(&text)?.as_str().to_owned();
    for name in path.components().skip(index + 1) {
        text.push('/');
        text.push_str(name);
    }
    Ok(VPath::parse(&text)?)
}
