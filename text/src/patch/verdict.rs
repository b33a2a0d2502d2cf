//! What became of a hunk.

use crate::text_edit::{self, Place, TextEditError};

/// What became of a hunk.
///
/// The list is exhaustive on purpose: a report must name every hunk that was not applied.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It was found, by this kind of match, at this line of the old file.
    Applied {
        /// How it was found.
        found: text_edit::MatchKind,
        /// The line.
        line: usize,
    },
    /// The file has its result already.
    Already {
        /// The line at which it is.
        line: usize,
    },
    /// It does not fit.
    Refused(TextEditError),
}

/// What becomes of a hunk, and its position where it has one.
pub(super) type Placed = (Verdict, Option<Place>);
