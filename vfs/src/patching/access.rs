//! What a caller of a patch decides and does itself.

use isolate_text::VPath;
use isolate_text::patch::{FilePatch, Patched, Verdict};
use isolate_text::text_edit::TextEditError;

use crate::error::Error;
use crate::node::Stat;
use crate::tree::Tree;

/// Something that is in the way of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// Nothing is where the patch changes something.
    Missing,
    /// Something is where the patch makes something.
    Exists,
    /// A directory is where the patch deletes a file.
    Directory,
}

/// What a caller does for a patch.
pub trait Access {
    /// Why a part of the patch cannot be applied.
    type Error: From<Error>;
    /// What the caller keeps of a part that was applied.
    type Done;

    /// The tree.
    fn tree(&self) -> &Tree;

    /// The path of a name in the patch.
    ///
    /// # Errors
    /// It is not a path.
    fn path(&self, file: &FilePatch, name: &str) -> Result<VPath, Self::Error>;

    /// Refuses to change, copy or remove a file. `stat` is that of what is changed.
    ///
    /// # Errors
    /// Why.
    fn check(&mut self, file: &FilePatch, path: &VPath, stat: &Stat) -> Result<(), Self::Error>;

    /// The bytes of a file.
    ///
    /// # Errors
    /// As every read.
    fn read(&mut self, path: &VPath) -> Result<Vec<u8>, Self::Error>;

    /// What is to be shown of a file that is deleted.
    ///
    /// # Errors
    /// As every read.
    fn read_deleted(&mut self, _path: &VPath, _stat: &Stat) -> Result<Vec<u8>, Self::Error> {
        Ok(Vec::new())
    }

    /// Replaces the bytes of a file.
    ///
    /// # Errors
    /// As every write.
    fn write(&mut self, path: &VPath, bytes: &[u8]) -> Result<(), Self::Error>;

    /// The result of the hunks of a file.
    ///
    /// # Errors
    /// The work was stopped.
    fn patched(
        &mut self,
        file: &FilePatch,
        path: &VPath,
        bytes: &[u8],
    ) -> Result<Patched, Self::Error>;

    /// The error for text that does not fit a file.
    fn refused(&self, path: &VPath, error: TextEditError) -> Self::Error;

    /// The error for an obstacle.
    fn obstacle(&self, path: &VPath, obstacle: Obstacle) -> Self::Error;

    /// Completes an error about a file.
    fn in_file(&self, _path: &VPath, error: Self::Error) -> Self::Error {
        error
    }

    /// Takes what has happened to a file.
    ///
    /// # Errors
    /// As every read.
    fn done(&mut self, file: &FilePatch, change: Change) -> Result<Self::Done, Self::Error>;
}

/// What has happened to a file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Change {
    /// Where it is now, or was.
    pub path: VPath,
    /// Where it was before, or what it is a copy of.
    pub from: Option<VPath>,
    /// Whether it is a file whose bytes the patch has read or made.
    pub is_text: bool,
    /// Its content before, where that was read; of a link its target.
    pub before: Vec<u8>,
    /// Its content now, where that was read.
    pub after: Vec<u8>,
    /// What became of its hunks.
    pub verdicts: Vec<Verdict>,
    /// Whether something is different now.
    pub is_changed: bool,
}
