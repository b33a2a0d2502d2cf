//! The history of the files, for `git`: points of it that have names, and what differs between them.

use crate::files::Answer;

/// A point of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point<'a> {
    /// The state that the history begins with.
    Start,
    /// The state that has this name.
    Mark(&'a str),
    /// The present state.
    Now,
}

/// A file or a link at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Whether it is a link.
    pub is_link: bool,
    /// Its permission bits.
    pub mode: u32,
    /// Its bytes, or those of the target of a link.
    pub size: u64,
}

/// An absolute path at which two points have different files or links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path.
    pub path: Vec<u8>,
    /// What was there at the first point.
    pub before: Option<Side>,
    /// What was there at the second.
    pub after: Option<Side>,
}

/// Branches of the workspace, and what it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branches {
    /// Whether the files are those of a folder elsewhere, whose state was that with which the history begins.
    pub is_folder: bool,
    /// Whether nobody has been told so: `git` does then.
    pub tells_of_folder: bool,
    /// The branch that the command works on.
    pub own: String,
    /// The others, sorted.
    pub others: Vec<String>,
}

/// A history of files.
///
/// # Errors
///
/// [`Errno::NotSupported`](crate::Errno::NotSupported) where there is none, and [`Errno::Stale`](crate::Errno::Stale)
/// for a point to which it does not reach back.
pub trait History: Sync {
    /// The branches.
    fn branches(&self) -> Answer<Branches>;

    /// The names of points with notes, sorted, and the notes.
    fn notes(&self) -> Answer<Vec<(String, String)>>;

    /// Gives the present state a name and a note.
    fn mark(&self, name: &str, note: &str) -> Answer<()>;

    /// Takes a name away.
    fn unmark(&self, name: &str) -> Answer<()>;

    /// Where two points differ, sorted by path.
    fn differences(&self, from: Point<'_>, to: Point<'_>) -> Answer<Vec<Difference>>;

    /// What files held at a point, or links led to; none for what was neither.
    fn read_at(&self, point: Point<'_>, paths: &[Vec<u8>]) -> Answer<Vec<Option<Vec<u8>>>>;
}
