//! Asking the guard of a connection, below every operation.

use std::sync::Arc;

use super::Tree;
use crate::error::{Error, ErrorKind, Result};
use crate::guard::{Guard, Refusal, Verb};
use crate::node::{FileKind, Node};
use crate::path::VPath;
use crate::store::unsigned;

impl Tree {
    /// Sets or clears the rules for every later call of this connection.
    ///
    /// Paths that must not be listed are left out of listings. Every other refusal is
    /// `NotPermitted` or `ApprovalNeeded` and undoes the whole call.
    pub fn set_guard(&self, guard: Option<Arc<dyn Guard>>) {
        *self.guard.borrow_mut() = guard;
    }

    /// Refuses what the guard refuses.
    pub(crate) fn guard(&self, verb: Verb, path: &VPath, bytes: u64) -> Result<()> {
        let guard = self.guard.borrow();
        match guard
            .as_ref()
            .and_then(|guard| guard.refusal(verb, path, bytes))
        {
            None => Ok(()),
            Some(_) if guard.as_ref().is_some_and(|guard| guard.hides(path)) => {
                Err(Error::at(ErrorKind::NotFound, path))
            }
            Some(refusal) => {
                let (kind, text) = match refusal {
                    Refusal::Denied(text) => (ErrorKind::NotPermitted, text),
                    Refusal::ApprovalNeeded(text) => (ErrorKind::ApprovalNeeded, text),
                };
                Err(Error::at(kind, path).with_detail(text))
            }
        }
    }

    /// Whether a listing leaves an entry out.
    pub(crate) fn is_hidden(&self, path: &VPath) -> bool {
        let guard = self.guard.borrow();
        guard
            .as_ref()
            .is_some_and(|guard| guard.refusal(Verb::List, path, 0).is_some())
    }

    /// Whether a path is to look as if nothing were there.
    pub(crate) fn looks_missing(&self, path: &VPath) -> bool {
        let guard = self.guard.borrow();
        guard.as_ref().is_some_and(|guard| guard.hides(path))
    }

    pub(crate) fn is_guarded(&self) -> bool {
        self.guard.borrow().is_some()
    }

    /// Refuses a change of one path that the guard refuses.
    pub(crate) fn guard_change(&self, path: &VPath, after: Option<&Node>) -> Result<()> {
        match after {
            None => self.guard(Verb::Delete, path, 0),
            Some(node) if node.kind == FileKind::Directory => {
                self.guard(Verb::MakeDirectory, path, 0)
            }
            Some(node) => self.guard(Verb::Write, path, node.size),
        }
    }

    /// Asks the guard about every entry of the gathered subtree, at its new place below `to`.
    pub(crate) fn guard_gathered(&self, verb: Verb, from: &VPath, to: &VPath) -> Result<()> {
        if !self.is_guarded() {
            return Ok(());
        }
        let mut entries: Vec<(String, FileKind, u64)> = Vec::new();
        self.store
            .each("SELECT path, kind, size FROM temp.sub", [], |row| {
                let kind = FileKind::from_code(row.get(1)?)?;
                entries.push((row.get(0)?, kind, unsigned(row, 2)?));
                Ok(())
            })?;
        for (path, kind, bytes) in entries {
            let below = path.get(from.as_str().len()..).unwrap_or_default();
            let path = VPath::from_normal(format!("{}{below}", to.as_str()));
            let verb = match (verb, kind) {
                (Verb::Write, FileKind::Directory) => Verb::MakeDirectory,
                (Verb::Read, FileKind::Directory | FileKind::Symlink) => Verb::List,
                (verb, _) => verb,
            };
            self.guard(verb, &path, bytes).map_err(|error| {
                // The caller named a directory above it, which is there.
                if error.kind() == ErrorKind::NotFound {
                    Error::new(ErrorKind::NotPermitted).with_detail("a rule keeps something in it")
                } else {
                    error
                }
            })?;
        }
        Ok(())
    }

    /// Whether the guard lets a path be seen; an error unless one that is not looks missing.
    pub(crate) fn may_see(&self, path: &VPath) -> Result<bool> {
        match self.guard(Verb::List, path, 0) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }
}
