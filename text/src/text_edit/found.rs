//! Where an edit was found, and what of it changes.

use super::place::{MatchKind, Place};
use super::repeats::Repeats;

/// Where an edit is; at least one place.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// How it was found.
    pub(crate) kind: MatchKind,
    /// Where.
    pub(crate) places: Vec<Place>,
    /// The lines that stay as they are, where the new text repeats some.
    pub(super) repeats: Option<Repeats>,
}

impl Found {
    /// The parts of the places that change.
    pub(super) fn narrowed(self, text: Option<&str>) -> Vec<Place> {
        match (self.repeats, text) {
            (Some(repeats), Some(text)) => {
                let places = self.places.into_iter();
                places
                    .flat_map(|place| repeats.narrowed(text, place))
                    .collect()
            }
            _ => self.places,
        }
    }
}
