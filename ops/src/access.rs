//! The tree that an operation works on, with the rules of its caller.

use isolate_text::VPath;
use isolate_vfs::{ContentReader, Stat, Tree};

use crate::error::{OpError, Problem};

/// What the caller of an operation counts, limits and refuses.
///
/// Every method may end the operation with [`OpError::refused`].
pub trait Rules {
    /// Called in loops that may be long.
    fn check(&self) -> Result<(), OpError> {
        Ok(())
    }

    /// Called before so many bytes of a file are read.
    fn before_read(&self, path: &VPath, bytes: u64) -> Result<(), OpError> {
        let _ = (path, bytes);
        Ok(())
    }

    /// Called before so many bytes are written to a file.
    fn before_write(&self, path: &VPath, bytes: u64) -> Result<(), OpError> {
        let _ = (path, bytes);
        Ok(())
    }

    /// Called before an entry changes or is removed that exists and that this operation has not made.
    ///
    /// # Errors
    /// As the caller says: for example that the entry is not what the caller has read.
    fn before_change(&self, path: &VPath, stat: &Stat) -> Result<(), OpError> {
        let _ = (path, stat);
        Ok(())
    }

    /// As [`Rules::before_change`], before an entry is removed.
    fn before_remove(&self, path: &VPath, stat: &Stat) -> Result<(), OpError> {
        self.before_change(path, stat)
    }

    /// Called with the content of a file before parts of its text are replaced.
    ///
    /// # Errors
    /// As the caller says: for example that it is in an encoding for which the caller has other
    /// advice.
    fn before_edit(&self, path: &VPath, content: &[u8]) -> Result<(), OpError> {
        let _ = (path, content);
        Ok(())
    }
}

/// The rules of a caller that has none.
#[derive(Debug, Clone, Copy)]
pub struct Free;

impl Rules for Free {}

/// The tree that an operation works on, with the rules of its caller.
#[derive(Clone, Copy)]
pub struct Access<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The rules.
    pub rules: &'a dyn Rules,
    is_joined: bool,
}

impl std::fmt::Debug for Access<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Access")
            .field("tree", self.tree)
            .finish_non_exhaustive()
    }
}

impl<'a> Access<'a> {
    /// Access to a tree under rules.
    #[must_use]
    pub fn new(tree: &'a Tree, rules: &'a dyn Rules) -> Self {
        Self {
            tree,
            rules,
            is_joined: false,
        }
    }

    /// The same for a caller whose transaction the operation is a part of, and that rolls all of it back
    /// where the operation fails: the operation then needs no savepoint of its own, for which SQLite may
    /// keep a copy of each page in memory that changes.
    #[must_use]
    pub fn joined(self) -> Self {
        Self {
            is_joined: true,
            ..self
        }
    }

    /// The bytes of a file. Memory for them is charged to the budget of the thread first.
    ///
    /// # Errors
    /// As [`Tree::read`], and what the rules refuse.
    pub fn read(&self, path: &VPath) -> Result<Vec<u8>, OpError> {
        self.tree.read_with(path, |reader| self.take(path, reader))
    }

    /// All bytes of a file that is being read.
    pub(crate) fn take(
        &self,
        path: &VPath,
        reader: &ContentReader<'_>,
    ) -> Result<Vec<u8>, OpError> {
        self.rules.before_read(path, reader.size())?;
        reader.charge(reader.size())?;
        // In a damaged workspace the size may be wrong.
        let capacity = reader.size().min(self.tree.quota().file_bytes());
        let mut bytes = Vec::with_capacity(usize::try_from(capacity).unwrap_or(0));
        reader.for_each_piece(|piece| bytes.extend_from_slice(piece))?;
        Ok(bytes)
    }

    /// Writes a file.
    ///
    /// # Errors
    /// As [`Tree::write`], and what the rules refuse.
    pub fn write(&self, path: &VPath, bytes: &[u8]) -> Result<(), OpError> {
        self.rules.before_write(path, bytes.len() as u64)?;
        Ok(self.tree.write(path, bytes)?)
    }

    /// Refuses a file that is too large for an operation.
    pub(crate) fn check_size(
        &self,
        path: &VPath,
        bytes: u64,
        bytes_max: u64,
    ) -> Result<(), OpError> {
        if bytes <= bytes_max {
            return Ok(());
        }
        Err(Problem::FileTooLarge {
            path: path.clone(),
            bytes,
            bytes_max,
        }
        .into())
    }

    /// Whether the operation has to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.tree.is_stopped() || self.rules.check().is_err()
    }

    /// Does work as a whole or not at all; a dry run is rolled back, and its report is returned.
    ///
    /// # Errors
    /// Those of the work.
    pub(crate) fn atomically<T>(
        &self,
        is_dry_run: bool,
        work: impl FnOnce() -> Result<T, OpError>,
    ) -> Result<T, OpError> {
        if self.is_joined && !is_dry_run {
            return work();
        }
        /// Why the transaction is rolled back.
        enum Ending<T> {
            Failed(OpError),
            DryRun(T),
        }
        impl<T, E: Into<OpError>> From<E> for Ending<T> {
            fn from(error: E) -> Self {
                Self::Failed(error.into())
            }
        }
        let done = self.tree.atomically(|_| match work()? {
            report if is_dry_run => Err(Ending::DryRun(report)),
            report => Ok(report),
        });
        match done {
            Ok(report) | Err(Ending::DryRun(report)) => Ok(report),
            Err(Ending::Failed(error)) => Err(error),
        }
    }
}
