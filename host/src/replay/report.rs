//! Replays as text and as JSON.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Obstacle, ObstacleKind, Replay, ReplayCounts};

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
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("replay", self.as_str())?;
        let mismatch = match self {
            Self::Same => None,
            Self::Different(mismatch) => Some(mismatch),
            Self::NotComparable(obstacle) => {
                let reason = serde_json::json!({
                    "code": obstacle.kind.as_str(),
                    "text": obstacle.text,
                });
                object.serialize_entry("reason", &reason)?;
                obstacle.mismatch.as_ref()
            }
        };
        if let Some(mismatch) = mismatch {
            object.serialize_entry("difference", mismatch)?;
        }
        object.end()
    }
}

impl Serialize for ReplayCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(3))?;
        object.serialize_entry("same", &self.same)?;
        object.serialize_entry("different", &self.different)?;
        object.serialize_entry("notComparable", &self.not_comparable)?;
        object.end()
    }
}
