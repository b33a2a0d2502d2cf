//! The branch that a connection works on, as far as reading and writing depend on it.

use std::cell::Ref;

use super::{Tree, WriteTxn};
use crate::error::{Error, ErrorKind, Result};

/// The name of the branch that every workspace has.
pub const MAIN: &str = "main";

/// The branch that a connection works on.
#[derive(Debug, Clone)]
pub(crate) struct CurrentBranch {
    /// Its number; none for the main branch.
    pub(crate) number: Option<i64>,
    pub(crate) name: String,
    /// Which rows of `run` it sees, in SQL.
    pub(crate) runs: String,
}

impl Default for CurrentBranch {
    fn default() -> Self {
        Self {
            number: None,
            name: MAIN.to_owned(),
            runs: "branch IS NULL".to_owned(),
        }
    }
}

impl Tree {
    /// The name of the branch that this connection works on; `main` unless another was chosen.
    #[must_use]
    pub fn branch(&self) -> String {
        self.current.borrow().name.clone()
    }

    /// The branch that this connection works on.
    pub(crate) fn current_branch(&self) -> CurrentBranch {
        self.current.borrow().clone()
    }

    /// The number of the branch of this connection; none for the main branch.
    pub(crate) fn branch_number(&self) -> Option<i64> {
        self.current.borrow().number
    }

    /// The number under which the entry of the root is.
    pub(crate) fn root_holder(&self) -> i64 {
        self.branch_number().map_or(0, |number| -number)
    }

    /// Why there is no root: the branch was deleted, or the file is damaged.
    pub(crate) fn no_root(&self) -> Error {
        match self.branch_number() {
            None => Error::corrupt("no root directory"),
            Some(_) => Error::new(ErrorKind::NoBranch).with_detail(format!(
                "the branch {} was deleted",
                self.current.borrow().name
            )),
        }
    }

    /// Which rows of `run` this branch sees, in SQL.
    pub(crate) fn seen_runs(&self) -> Ref<'_, str> {
        Ref::map(self.current.borrow(), |current| current.runs.as_str())
    }

    /// Which rows of `change` this branch sees, in SQL.
    pub(crate) fn seen_changes(&self) -> String {
        let runs = self.seen_runs();
        format!(
            "EXISTS (SELECT 1 FROM run WHERE run.id = change.run AND ({}))",
            &*runs
        )
    }

    /// Works on another branch from now on, and returns the one before.
    pub(crate) fn enter(&self, branch: CurrentBranch) -> CurrentBranch {
        // Its totals are others.
        self.state.forget_totals();
        self.current.replace(branch)
    }
}

impl WriteTxn<'_> {
    /// Calls `f` with this connection on another branch, within the open transaction.
    pub(crate) fn within<T, E: From<Error>>(
        &self,
        branch: CurrentBranch,
        f: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        self.flush_state()?;
        let before = self.enter(branch);
        let done = f().and_then(|value| {
            self.flush_state()?;
            Ok(value)
        });
        self.enter(before);
        done
    }
}
