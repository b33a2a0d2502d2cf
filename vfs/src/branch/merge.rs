//! Merging a branch and the one that it was made from, in either direction.
//!
//! Both are compared with the last state that they had in common. What only one of them changed is
//! taken from it, file by file; what both changed is merged, by lines or, in JSON documents, by keys.

mod decide;

use crate::budget;
use crate::error::{Error, ErrorKind, Result};
use crate::history::{Effects, Sides};
use crate::node::{FileKind, Node};
use crate::path::VPath;
use crate::run::{RunId, RunOptions};
use crate::tree::{CurrentBranch, MkdirOptions, Tree};
use decide::Decision;

/// How [`Tree::merge_branch`] works.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct MergeOptions {
    /// Whether a merge with conflicts is done all the same: texts get both versions between markers, as
    /// git writes them, and of anything else the version of the present branch stays, or the one that
    /// was not deleted. Default: `false`, which changes nothing then.
    pub markers: bool,
    /// Who merges, for the history. Default: none.
    pub actor: Option<String>,
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

    /// Does a merge with conflicts, and marks them.
    #[must_use]
    pub const fn markers(mut self) -> Self {
        self.markers = true;
        self
    }

    /// Sets who merges.
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

/// Most states of earlier merges that are kept.
const COMMON_STATES_MAX: usize = 8;

/// The branch with a state in common, and since when it has that.
struct Common {
    /// The one of both branches that was made from the other.
    child: i64,
    /// The run of the last merge; 0 if there was none.
    run: i64,
    /// The number of the root directory of the common state.
    root: i64,
}

impl Tree {
    /// Merges another branch into the present one, as one atomic run, or as a part of the open one. The
    /// other is the one that the present one was made from, or was made from it.
    ///
    /// Both are compared with the last state that they had in common: when the branch was made or last
    /// merged, unless that merge was undone or everything was restored to a point before it. Checkpoints and the folder `/.runs` are not merged, and
    /// neither are times. A file that one branch moved and the other changed is a conflict.
    ///
    /// # Errors
    /// `NoBranch`, with the names of all branches; `Invalid` for a branch that is neither parent nor
    /// child. Conflicts are no error: see [`Merged`].
    pub fn merge_branch(&self, name: &str, options: &MergeOptions) -> Result<Merged> {
        if self.has_open_run() {
            return self.write_scope(|| self.merge_now(name, options));
        }
        self.check_no_run()?;
        let mut run = RunOptions::new(format!("merge {name}")).atomic();
        run.actor.clone_from(&options.actor);
        let run = self.begin(&run)?;
        let mut merged = run.write_scope(|| run.merge_now(name, options))?;
        merged.effects = run.commit()?;
        Ok(merged)
    }

    fn merge_now(&self, name: &str, options: &MergeOptions) -> Result<Merged> {
        let other = self.find_branch(name)?;
        let common = self.common_with(&other)?;
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
        self.advance_common(&common, holder)?;
        Ok(Merged {
            effects,
            conflicts,
            is_done: true,
        })
    }

    /// The last state that this branch and another have in common.
    fn common_with(&self, other: &CurrentBranch) -> Result<Common> {
        let parent_of = |branch: Option<i64>| -> Result<Option<i64>> {
            let Some(branch) = branch else {
                return Ok(None);
            };
            self.store
                .row("SELECT parent FROM branch WHERE id = ?1", [branch], |row| {
                    row.get(0)
                })
        };
        let own = self.branch_number();
        let child = if own == other.number {
            return Err(Error::new(ErrorKind::Invalid)
                .with_detail(format!("{} cannot be merged into itself", other.name)));
        } else if parent_of(other.number)? == Some(own.unwrap_or(0)) {
            other.number
        } else if parent_of(own)? == Some(other.number.unwrap_or(0)) {
            own
        } else {
            None
        };
        let Some(child) = child else {
            return Err(self.unrelated(other)?);
        };
        let (run, root) = self.last_common_state(child)?;
        Ok(Common { child, run, root })
    }

    fn last_common_state(&self, child: i64) -> Result<(i64, i64)> {
        let states = self.common_states(child)?;
        let last = states.first().copied();
        last.ok_or_else(|| Error::corrupt("a branch without a common state"))
    }

    /// Forgets that branches had a state in common since runs of this branch that are taken back: they
    /// are merged again from the state before.
    pub(crate) fn forget_common_states(&self, is_taken_back: impl Fn(RunId) -> bool) -> Result<()> {
        if self.state()?.branches == 0 {
            return Ok(());
        }
        let mut gone = Vec::new();
        self.store.each(
            "SELECT n.parent, n.name, r.id FROM node n JOIN run r ON r.id = CAST(n.name AS INTEGER)
             WHERE n.parent < 0 AND n.name NOT IN ('', '0') AND r.branch IS ?1",
            [self.branch_number()],
            |row| {
                if is_taken_back(RunId(row.get(2)?)) {
                    gone.push((row.get(0)?, row.get::<String>(1)?));
                }
                Ok(())
            },
        )?;
        for (holder, name) in gone {
            self.release_root(holder, &name)?;
        }
        Ok(())
    }

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

    /// Makes the present state of the other branch the one that both have in common. The first and some
    /// before it stay, in case the merges since are undone.
    fn advance_common(&self, common: &Common, holder: i64) -> Result<()> {
        // Where nothing changed there is no run to undo: the state takes the place of the one before.
        let run = self.own_row().unwrap_or(common.run);
        let states = self.common_states(common.child)?;
        let before = states.iter().map(|(before, _)| *before);
        for (index, before) in before.enumerate() {
            if before == run || before != 0 && index >= COMMON_STATES_MAX {
                self.release_root(-common.child, &before.to_string())?;
            }
        }
        self.keep_common(common.child, run, (holder, ""))
    }

    fn apply(&self, decisions: &[(VPath, Decision)]) -> Result<()> {
        // Below before above: a directory is empty when its turn comes.
        for (path, decision) in decisions.iter().rev() {
            self.check_deadline()?;
            let goes = match decision {
                Decision::Remove => true,
                Decision::Put(then) => {
                    let now = self.exact(path)?.and_then(|place| place.node);
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

    /// What a branch has changed since it was made or last merged, whichever way.
    pub(super) fn changes_of_branch(&self, branch: &CurrentBranch) -> Result<Sides> {
        let Some(number) = branch.number else {
            return Err(Error::new(ErrorKind::Invalid)
                .with_detail("the main branch was not made from another"));
        };
        let (_, common) = self.last_common_state(number)?;
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
