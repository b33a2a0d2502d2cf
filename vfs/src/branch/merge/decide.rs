//! What a merge makes of each path.

use isolate_text::diff::DiffErrorKind;
use isolate_text::merge::{Labels, merge, merge_json};
use isolate_text::stop::Stopped;
use isolate_text::{VPath, budget};

use super::{Conflict, ConflictKind};
use crate::error::{Error, ErrorKind, Result};
use crate::folders::is_internal;
use crate::history::Sides;
use crate::node::{FileKind, Node};
use crate::txn::ReadTxn;

/// What is to be done at a path of the branch that is merged into.
#[derive(Debug, Clone)]
pub(super) enum Decision {
    /// It goes.
    Remove,
    /// It becomes what the other branch has.
    Put(Node),
    /// The file gets this text.
    Write(String),
    /// It gets these permissions.
    Mode(u32),
}

/// Decisions and conflicts, each sorted by path.
type Plan = (Vec<(VPath, Decision)>, Vec<Conflict>);

impl ReadTxn<'_> {
    /// Decides about each path that the other branch has changed.
    pub(super) fn decide(&self, other: &str, mine: &Sides, others: &Sides) -> Result<Plan> {
        let (mut decisions, mut conflicts) = (Vec::new(), Vec::new());
        let own = self.branch();
        let labels = Labels {
            ours: &own,
            theirs: other,
        };
        for (path, (base, theirs)) in others {
            self.check_deadline()?;
            if is_internal(path) {
                continue;
            }
            if self.is_hidden(path) {
                let ours = mine.get(path).map_or(base, |(_, ours)| ours);
                self.check_hidden(other, ours.as_ref(), theirs.as_ref())?;
                continue;
            }
            let (mut plan, conflict) = match mine.get(path) {
                // What was deleted here may have something else above it now.
                Some((_, None)) if theirs.is_some() && has_something_else_above(path, mine) => {
                    (Vec::new(), Some(ConflictKind::Kind))
                }
                Some((_, ours)) => {
                    self.decide_both(path, base.as_ref(), ours.as_ref(), theirs.as_ref(), labels)?
                }
                None => self.decide_theirs(path, theirs.as_ref(), mine),
            };
            budget::charge(plan.len() * size_of::<Decision>())?;
            decisions.extend(plan.drain(..).map(|decision| (path.clone(), decision)));
            conflicts.extend(conflict.map(|kind| Conflict {
                path: path.clone(),
                kind,
            }));
        }
        Ok((decisions, conflicts))
    }

    /// Refuses a merge that would pass over a change that a rule hides: what the other branch has now
    /// becomes what both have in common, so no later merge would find the change.
    fn check_hidden(&self, other: &str, ours: Option<&Node>, theirs: Option<&Node>) -> Result<()> {
        if self.is_alike(ours, theirs, &mut u64::MAX.clone())? {
            return Ok(());
        }
        Err(Error::new(ErrorKind::NotPermitted).with_detail(format!(
            "{other} has changed something that a rule hides, and a merge takes all changes: \
             merge it on a connection without that rule"
        )))
    }

    /// Only the other branch has changed the path itself.
    fn decide_theirs(
        &self,
        path: &VPath,
        theirs: Option<&Node>,
        mine: &Sides,
    ) -> (Vec<Decision>, Option<ConflictKind>) {
        let Some(theirs) = theirs else {
            return (vec![Decision::Remove], None);
        };
        // A directory above it may be gone or be something else here.
        let mut above = path.parent();
        while let Some(directory) = above {
            if let Some((_, ours)) = mine.get(&directory)
                && ours.as_ref().is_none_or(|ours| !ours.is_dir())
            {
                let kind = match ours {
                    None => ConflictKind::DeletedHere,
                    Some(_) => ConflictKind::Kind,
                };
                // With markers, what was not deleted stays, unless something else has its path.
                let put = match ours {
                    None => vec![Decision::Put(theirs.clone())],
                    Some(_) => Vec::new(),
                };
                return (put, Some(kind));
            }
            above = directory.parent();
        }
        // This branch may have put something below a directory of which the other makes a file.
        let is_occupied = !theirs.is_dir()
            && mine
                .range(path.clone()..)
                .skip_while(|(below, _)| *below == path)
                .take_while(|(below, _)| below.starts_with(path))
                .any(|(_, (_, ours))| ours.is_some());
        match is_occupied {
            true => (Vec::new(), Some(ConflictKind::Kind)),
            false => (vec![Decision::Put(theirs.clone())], None),
        }
    }

    /// Both branches have changed the path.
    fn decide_both(
        &self,
        path: &VPath,
        base: Option<&Node>,
        ours: Option<&Node>,
        theirs: Option<&Node>,
        labels: Labels<'_>,
    ) -> Result<(Vec<Decision>, Option<ConflictKind>)> {
        if self.is_alike(ours, theirs, &mut u64::MAX.clone())? {
            return Ok((Vec::new(), None));
        }
        let (ours, theirs) = match (ours, theirs) {
            (Some(ours), Some(theirs)) => (ours, theirs),
            // Of a directory only the permissions were changed.
            (Some(ours), None) if ours.is_dir() && base.is_some_and(Node::is_dir) => {
                return Ok((vec![Decision::Remove], None));
            }
            (None, Some(theirs)) if theirs.is_dir() && base.is_some_and(Node::is_dir) => {
                return Ok((Vec::new(), None));
            }
            (Some(_), None) => return Ok((Vec::new(), Some(ConflictKind::DeletedByOther))),
            (None, theirs) => {
                let put = theirs.cloned().map(Decision::Put).into_iter().collect();
                return Ok((put, Some(ConflictKind::DeletedHere)));
            }
        };
        match (ours.kind, theirs.kind) {
            (FileKind::File, FileKind::File) => {}
            (FileKind::Directory, FileKind::Directory) => {
                return Ok((mode_of(base, ours, theirs), None));
            }
            _ => return Ok((Vec::new(), Some(ConflictKind::Kind))),
        }
        let base = base.filter(|base| base.kind == FileKind::File);
        let is_still = |node: &Node| base.is_some_and(|base| base.content == node.content);
        let mut plan = Vec::new();
        let mut conflict = None;
        let is_same_content =
            self.contents_equal(ours.content, theirs.content, &mut u64::MAX.clone())?;
        if is_still(ours) && !is_same_content {
            plan.push(Decision::Put(theirs.clone()));
            // Permissions that only this branch has changed stay.
            let mode = merged_mode(base, ours, theirs);
            if mode != theirs.mode {
                plan.push(Decision::Mode(mode));
            }
            return Ok((plan, None));
        }
        if !is_still(theirs) && !is_same_content {
            match self.merge_texts(path, base, ours, theirs, labels)? {
                Ok((text, is_clean)) => {
                    plan.push(Decision::Write(text));
                    conflict = (!is_clean).then_some(ConflictKind::Lines);
                }
                Err(kind) => conflict = Some(kind),
            }
        }
        plan.extend(mode_of(base, ours, theirs));
        Ok((plan, conflict))
    }

    /// The merged text of a file, and whether it has no conflict; the conflict if it is no text.
    fn merge_texts(
        &self,
        path: &VPath,
        base: Option<&Node>,
        ours: &Node,
        theirs: &Node,
        labels: Labels<'_>,
    ) -> Result<Result<(String, bool), ConflictKind>> {
        let _texts = budget::scratch();
        let texts = (
            self.text_of(path, base)?,
            self.text_of(path, Some(ours))?,
            self.text_of(path, Some(theirs))?,
        );
        let (Some(old), Some(ours), Some(theirs)) = texts else {
            return Ok(Err(ConflictKind::Binary));
        };
        if path.name().is_some_and(|name| name.ends_with(".json")) {
            let old = if base.is_some() { &old } else { "{}" };
            let merged = merge_json(old, &ours, &theirs).map_err(|_stopped| Stopped)?;
            if let Some(text) = merged {
                return Ok(Ok((text, true)));
            }
        }
        match merge(&old, &ours, &theirs, labels) {
            Ok(merged) => Ok(Ok((merged.text, merged.conflicts == 0))),
            Err(error) if error.kind() == DiffErrorKind::TooLarge => Ok(Err(ConflictKind::Binary)),
            Err(_) => Err(Stopped.into()),
        }
    }
}

/// Whether this branch has made something else of a directory above a path.
fn has_something_else_above(path: &VPath, mine: &Sides) -> bool {
    let above = std::iter::successors(path.parent(), VPath::parent);
    let mut here = above.filter_map(|directory| mine.get(&directory)?.1.as_ref());
    here.any(|node| !node.is_dir())
}

/// The permissions after a merge: those of the side that changed them, and of the present branch if
/// both did.
fn merged_mode(base: Option<&Node>, ours: &Node, theirs: &Node) -> u32 {
    match base {
        Some(base) if base.mode == ours.mode => theirs.mode,
        _ => ours.mode,
    }
}

fn mode_of(base: Option<&Node>, ours: &Node, theirs: &Node) -> Vec<Decision> {
    let mode = merged_mode(base, ours, theirs);
    match mode == ours.mode {
        true => Vec::new(),
        false => vec![Decision::Mode(mode)],
    }
}
