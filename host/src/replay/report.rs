//! Replays as text and as JSON.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Obstacle, ObstacleKind, Replay};
use crate::report::OptionalEntry as _;

impl Obstacle {
    pub(super) fn new(kind: ObstacleKind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
            mismatch: None,
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => f.write_str("same"),
            Self::Different(mismatch) => write!(f, "different: {mismatch}"),
            Self::NotComparable(obstacle) => write!(f, "not comparable: {obstacle}"),
        }
    }
}

impl Serialize for Replay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (reason, mismatch) = match self {
            Self::Same => (None, None),
            Self::Different(mismatch) => (None, Some(mismatch)),
            Self::NotComparable(Obstacle {
                kind,
                text,
                mismatch,
            }) => {
                let reason = serde_json::json!({ "code": kind.as_str(), "text": text });
                (Some(reason), mismatch.as_ref())
            }
        };
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("replay", self.as_str())?;
        object.optional_entry("reason", reason)?;
        object.optional_entry("difference", mismatch)?;
        object.end()
    }
}
