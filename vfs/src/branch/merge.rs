//! Merging a branch and the one that it was made from, in either direction.
//!
//! Both are compared with the last state that they had in common. What only one of them changed is
//! taken from it, file by file; what both changed is merged, by lines or, in JSON documents, by keys.

mod common;
mod decide;

use isolate_text::{VPath, budget};

use crate::error::{Error, ErrorKind, Result};
use crate::folders::is_internal;
use crate::history::{Effects, Sides};
use crate::node::{FileKind, Node};
use crate::run::RunOptions;
use crate::tree::MkdirOptions;
use crate::txn::{CurrentBranch, ReadTxn, Tree, WriteTxn};
use decide::Decision;

/// How [`Tree::merge_branch`] works.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct MergeOptions {
    pub(crate) markers: bool,
    pub(crate) actor: Option<String>,
}

impl MergeOptions {
    /// The defaults: a merge with conflicts changes nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            markers: false,
            actor: None,
        }
    }

    /// Does a merge with conflicts: texts get both versions between markers, as git writes them, and of
    /// anything else the version of the present branch stays, or the one that was not deleted. Default:
    /// `false`, which changes nothing then.
    #[must_use]
    pub const fn markers(mut self) -> Self {
        self.markers = true;
        self
    }

    /// Sets who merges. Default: none.
    #[must_use]
    pub fn actor(mut self, actor: impl Into<String>) -> Self {
        self.actor = Some(actor.into());
        self
    }
}

/// What a merge did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Merged {
    /// What changed on the present branch; nothing if there are conflicts that were not to be marked.
    pub effects: Effects,
    /// Where both branches changed the same in different ways, sorted by path.
    pub conflicts: Vec<Conflict>,
    /// Whether the merge was done.
    pub is_done: bool,
}

/// A path that both branches changed in different ways.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The path.
    pub path: VPath,
    /// What is in the way of merging it.
    pub kind: ConflictKind,
}

/// What is in the way of merging a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConflictKind {
    /// Both changed the same lines.
    Lines,
    /// Both changed a file that is no text, or too long to be compared.
    Binary,
    /// The present branch changed it, and the other deleted it.
    DeletedByOther,
    /// The present branch deleted it or a directory above it, and the other changed it.
    DeletedHere,
    /// Both made something else of it, such as a directory and a file, or links to different targets.
    Kind,
}

impl ConflictKind {
    /// A stable word, such as `deleted-here`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Binary => "binary",
            Self::DeletedByOther => "deleted-by-other",
            Self::DeletedHere => "deleted-here",
            Self::Kind => "kind",
        }
    }

    /// A phrase for people, such as `both changed the same lines`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Lines => "both changed the same lines",
            Self::Binary => "both changed a file that is not text",
            Self::DeletedByOther => "changed here and deleted there",
            Self::DeletedHere => "deleted here and changed there",
            Self::Kind => "both made something else of it",
        }
    }
}

impl Tree {
    /// Merges another branch into the present one, as one atomic run, or as a part of the open one. The
    /// other is the one that the present one was made from, or was made from it.
    ///
    /// Both are compared with the last state that they had in common: when the branch was made or last
    /// merged. A merge that is undone does not count, and neither does one after the point to which
    /// everything was restored, until that is undone in turn. Checkpoints and the folder `/.runs` are not
    /// merged, and neither are times. A file that one branch moved and the other changed is a conflict.
    ///
    /// # Errors
    /// `NoBranch`, with the names of all branches; `Invalid` for a branch that is neither parent nor
    /// child; `NotPermitted` with a guard that hides something that the other branch has changed.
    /// Conflicts are no error: see [`Merged`].
    pub fn merge_branch(&self, name: &str, options: &MergeOptions) -> Result<Merged> {
        if self.has_open_run() {
            return self.atomically(|txn| txn.merge_now(name, options));
        }
        self.check_no_run()?;
        let mut run = RunOptions::new(format!("merge {name}")).atomic();
        run.actor.clone_from(&options.actor);
        let run = self.begin(&run)?;
        let mut merged = run.atomically(|txn| txn.merge_now(name, options))?;
        run.with_held_txn(|txn| txn.mark_unchanged())?;
        merged.effects = run.commit()?;
        Ok(merged)
    }
}

impl ReadTxn<'_> {
    fn unrelated(&self, other: &CurrentBranch) -> Result<Error> {
        let all = self.branches()?;
        let parent = |name: &str| {
            let info = all.iter().find(|info| info.name == name);
            info.map_or_else(String::new, |info| info.parent.clone())
        };
        Ok(Error::new(ErrorKind::Invalid).with_detail(format!(
            "{} was made from {} and {} from {}: only a branch and the one that it was made from can be merged; \
             merge {0} into {1} first",
            other.name,
            parent(&other.name),
            self.branch(),
            parent(&self.branch()),
        )))
    }

    /// What a branch has changed since it was made or last merged, whichever way.
    pub(super) fn changes_of_branch(&self, branch: &CurrentBranch) -> Result<Sides> {
        let Some(number) = branch.number else {
            return Err(Error::new(ErrorKind::Invalid)
                .with_detail("the main branch was not made from another"));
        };
        let common = self.common_root(number)?;
        let tip = self
            .lookup(-number, "")?
            .ok_or_else(|| Error::corrupt("no root directory"))?;
        self.compare_trees(common, tip.id)
    }

    /// The text of a file of either branch; `None` if it is no text.
    fn text_of(&self, path: &VPath, node: Option<&Node>) -> Result<Option<String>> {
        let bytes = match node {
            Some(node) if node.kind == FileKind::File => self.bytes_of(path, Some(node))?,
            _ => Vec::new(),
        };
        if bytes.contains(&0) {
            return Ok(None);
        }
        budget::charge(bytes.len())?;
        Ok(String::from_utf8(bytes).ok())
    }
}

impl WriteTxn<'_> {
    fn merge_now(&self, name: &str, options: &MergeOptions) -> Result<Merged> {
        let other = self.find_branch(name)?;
        if self.branch_number() == other.number {
            return Err(Error::new(ErrorKind::Invalid)
                .with_detail(format!("{} cannot be merged into itself", other.name)));
        }
        let Some(common) = self.common_with(&other)? else {
            return Err(self.unrelated(&other)?);
        };
        let holder = other.number.map_or(0, |number| -number);
        let theirs = self
            .lookup(holder, "")?
            .ok_or_else(|| Error::corrupt("no root directory"))?;
        let ours = self.root()?;
        let mine = self.compare_trees(common.root, ours)?;
        let others = self.compare_trees(common.root, theirs.id)?;
        let (decisions, conflicts) = self.decide(name, &mine, &others)?;
        if !conflicts.is_empty() && !options.markers {
            return Ok(Merged {
                conflicts,
                ..Merged::default()
            });
        }
        let (_, effects) = self.with_effects(|| self.apply(&decisions))?;
        // What the other branch has now is in this one too.
        if others.keys().any(|path| !is_internal(path)) {
            self.advance_common(common.child, holder)?;
        }
        Ok(Merged {
            effects,
            conflicts,
            is_done: true,
        })
    }

    fn apply(&self, decisions: &[(VPath, Decision)]) -> Result<()> {
        // Below before above: a directory is empty when its turn comes.
        for (path, decision) in decisions.iter().rev() {
            self.check_deadline()?;
            let goes = match decision {
                Decision::Remove => true,
                Decision::Put(then) => {
                    let now = self.exact(path)?.and_then(|position| position.node);
                    now.is_some_and(|now| now.kind != then.kind)
                }
                Decision::Write(_) | Decision::Mode(_) => false,
            };
            if goes {
                match self.remove_exact(path) {
                    // This branch has put something into a directory that the other removed.
                    Err(error)
                        if error.kind() == ErrorKind::NotEmpty
                            && matches!(decision, Decision::Remove) => {}
                    done => done?,
                }
            }
        }
        for (path, decision) in decisions {
            self.check_deadline()?;
            match decision {
                Decision::Remove => {}
                Decision::Put(node) => {
                    if let Some(above) = path.parent() {
                        self.mkdir(&above, &MkdirOptions::new().recursive())?;
                    }
                    self.put_node(path, node)?;
                }
                Decision::Write(text) => self.write(path, text.as_bytes())?,
                Decision::Mode(mode) => self.set_mode(path, *mode)?,
            }
        }
        Ok(())
    }
}
