//! Copying.

use super::Posix;
use super::walk::{End, Last, find};
use crate::error::{Error, ErrorKind, Result};
use crate::guard::Verb;
use crate::node::{FileKind, Node};
use crate::txn::ReadTxn;

/// Which links a copy of a whole tree may have: their targets stay as they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CopyLinks {
    /// None.
    #[default]
    None,
    /// Those whose targets begin at the root.
    Absolute,
    /// All.
    All,
}

/// What a copy of a whole tree keeps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopyRules {
    pub(crate) links: CopyLinks,
    pub(crate) modes: bool,
}

impl CopyRules {
    /// A copy of a tree without links, whose directories have the default mode.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            links: CopyLinks::None,
            modes: false,
        }
    }

    /// Copies these links, too. Default: none.
    #[must_use]
    pub const fn links(mut self, links: CopyLinks) -> Self {
        self.links = links;
        self
    }

    /// Copies the modes of directories. Default: `false`.
    #[must_use]
    pub const fn modes(mut self) -> Self {
        self.modes = true;
        self
    }
}

impl Posix<'_> {
    /// Copies the bytes and the mode of a file to `to`, where a link is followed. Both may be one file.
    ///
    /// # Errors
    /// `NotFound`, `IsDirectory`, `NotDirectory`, `Loop`, `NameTooLong` or `NoSpace`; `Exists` if it
    /// is `exclusive` and something is there.
    pub fn copy_file(&self, from: &str, to: &str, exclusive: bool) -> Result<()> {
        self.tree.call(|txn| {
            let (source, node) = find(txn, from, End::Followed)?.existing()?;
            let found = find(txn, to, if exclusive { End::Entry } else { End::File })?;
            if found.names_directory() {
                return Err(Error::new(ErrorKind::IsDirectory));
            }
            let (target, old) = found.take();
            if exclusive && old.is_some() {
                return Err(Error::new(ErrorKind::Exists));
            }
            if node.is_dir() || old.as_ref().is_some_and(Node::is_dir) {
                return Err(Error::new(ErrorKind::IsDirectory));
            }
            if source.path == target.path {
                return Ok(());
            }
            txn.guard(Verb::Read, &source.path, node.size)?;
            txn.put_copy(&node, &target, old.as_ref())
                .map_err(|error| error.naming(&source.path))
        })
    }

    /// Copies a directory with everything below it to `to`, where nothing is, links as links. Returns
    /// whether it has: not if something is there, or the tree has what the rules do not keep.
    ///
    /// # Errors
    /// As [`Posix::copy_file`].
    pub fn copy_tree(&self, from: &str, to: &str, rules: CopyRules) -> Result<bool> {
        self.tree.call(|txn| {
            let (source, node) = find(txn, from, End::Itself)?.existing()?;
            txn.guard(Verb::List, &source.path, 0)?;
            let found = find(txn, to, End::Entry)?;
            let is_new = found.last == Last::Name && found.position.node.is_none();
            let target = found.position;
            if !is_new || !node.is_dir() || target.path.starts_with(&source.path) {
                return Ok(false);
            }
            let extent = txn.gather(&source, &node)?;
            if !are_kept(txn, rules)? {
                return Ok(false);
            }
            txn.copy_gathered(&source, extent, &target)?;
            Ok(true)
        })
    }
}

/// Whether the rules keep all that the gathered subtree has.
fn are_kept(txn: &ReadTxn<'_>, rules: CopyRules) -> Result<bool> {
    let has = |condition: &str, kind: FileKind| {
        let sql = format!("SELECT 1 FROM temp.sub WHERE kind = ?1 AND {condition} LIMIT 1");
        let found = txn.store.row(&sql, [kind.code()], |_| Ok(()))?;
        Ok::<_, Error>(found.is_some())
    };
    let are_kept = match rules.links {
        CopyLinks::None => !has("1", FileKind::Symlink)?,
        CopyLinks::Absolute => !has("target NOT LIKE '/%'", FileKind::Symlink)?,
        CopyLinks::All => true,
    };
    if !are_kept {
        return Ok(false);
    }
    let mode = FileKind::Directory.default_mode();
    let is_other = format!("mode <> {mode}");
    Ok(rules.modes || !has(&is_other, FileKind::Directory)?)
}
