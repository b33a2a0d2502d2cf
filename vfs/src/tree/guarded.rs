//! Asking the guard of a connection, below every operation.

use std::sync::Arc;

use isolate_text::{VPath, budget};

use crate::error::{Error, ErrorKind, Result};
use crate::guard::{Guard, Refusal, Verb};
use crate::node::{FileKind, Node};
use crate::store::unsigned;
use crate::txn::{ReadTxn, Tree};

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

    /// Calls `f`, whose errors then name no path that listings leave out and that is not `named`:
    /// the tree or its history led there, not the caller.
    pub(crate) fn concealing<T>(
        &self,
        named: &[VPath],
        f: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let named: Vec<&VPath> = named.iter().collect();
        f().map_err(|error| self.concealed(error, &named))
    }

    /// An error without the paths that listings leave out, unless the caller has named them.
    pub(crate) fn concealed(&self, error: Error, named: &[&VPath]) -> Error {
        if !self.is_guarded() {
            return error;
        }
        let is_unseen = |path: &VPath| !named.contains(&path) && self.is_hidden(path);
        if error.path().is_some_and(is_unseen) {
            return match error.kind() {
                kind @ (ErrorKind::NotFound
                | ErrorKind::NotPermitted
                | ErrorKind::ApprovalNeeded) => {
                    let kind = match kind {
                        ErrorKind::NotFound => ErrorKind::NotPermitted,
                        kind => kind,
                    };
                    Error::new(kind).with_detail("a rule hides something that this concerns")
                }
                // Its general words name nothing.
                kind => Error::new(kind),
            };
        }
        error.without_paths(is_unseen)
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

impl ReadTxn<'_> {
    /// Asks the guard about every entry of the gathered subtree, at its path below `to`. What is
    /// denied comes before what needs an approval: nobody is asked for something that stays denied.
    pub(crate) fn guard_gathered(&self, verbs: &[Verb], from: &VPath, to: &VPath) -> Result<()> {
        if !self.is_guarded() {
            return Ok(());
        }
        let mut entries: Vec<(String, FileKind, u64)> = Vec::new();
        self.store
            .each("SELECT path, kind, size FROM temp.sub", [], |row| {
                let path: String = row.get(0)?;
                budget::charge(path.len() + size_of::<(String, FileKind, u64)>())?;
                let kind = FileKind::from_code(row.get(1)?)?;
                entries.push((path, kind, unsigned(row, 2)?));
                Ok(())
            })?;
        let mut unapproved = None;
        for (path, kind, bytes) in entries {
            let below = path.get(from.as_str().len()..).unwrap_or_default();
            let path = VPath::from_normal(format!("{}{below}", to.as_str()));
            for verb in verbs {
                let verb = match (verb, kind) {
                    (Verb::Write, FileKind::Directory) => Verb::MakeDirectory,
                    (Verb::Read, FileKind::Directory | FileKind::Symlink) => Verb::List,
                    (verb, _) => *verb,
                };
                let Err(error) = self.guard(verb, &path, bytes) else {
                    continue;
                };
                let error = self.concealed(error, &[to]);
                if error.kind() != ErrorKind::ApprovalNeeded {
                    return Err(error);
                }
                unapproved.get_or_insert(error);
            }
        }
        unapproved.map_or(Ok(()), Err)
    }
}
