//! The first difference between a replay and its record.

use std::fmt;

use isolate_text::VPath;
use isolate_text::quoting::quote;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::report::OptionalEntry as _;
use crate::words::words;

/// Characters of a value, at most.
const SHOWN_MAX: usize = 200;
/// Characters before the place where two long values differ.
const BEFORE_MAX: usize = 40;

words! {
    /// What is compared, in this order.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Aspect {
        /// The record itself: it is damaged.
        Record = "record",
        /// What the program asked of functions.
        Calls = "calls",
        /// How it ended, in one word.
        Status = "status",
        /// The error that it ended with.
        Error = "error",
        /// What it returned.
        Result = "result",
        /// What it logged.
        Logs = "logs",
        /// Whether its changes were kept.
        Committed = "committed",
        /// What it changed: paths, and what is there afterwards.
        Changes = "changes",
        /// The fuel that it used.
        Fuel = "fuel",
    }
}

/// The first difference between a run and its record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// What is different.
    pub aspect: Aspect,
    /// The path that was changed in another way.
    pub path: Option<VPath>,
    /// What the record says, shortened; `None` for nothing.
    pub recorded: Option<String>,
    /// What the replay did, shortened; `None` for nothing.
    pub replayed: Option<String>,
}

impl Mismatch {
    pub(crate) fn new(aspect: Aspect, recorded: Option<String>, replayed: Option<String>) -> Self {
        let from = match (&recorded, &replayed) {
            (Some(recorded), Some(replayed)) => {
                let equal = recorded.chars().zip(replayed.chars());
                equal.take_while(|(one, other)| one == other).count()
            }
            _ => 0,
        };
        // What they have in common is shown if there is room for the rest as well.
        let from = match from {
            0..SHOWN_MAX => 0,
            from => from - BEFORE_MAX,
        };
        Self {
            aspect,
            path: None,
            recorded: recorded.map(|text| shortened(&text, from)),
            replayed: replayed.map(|text| shortened(&text, from)),
        }
    }
}

fn shortened(text: &str, from: usize) -> String {
    let mut shown = String::new();
    if from > 0 {
        shown.push('…');
    }
    let mut rest = text.chars().skip(from);
    shown.extend(rest.by_ref().take(SHOWN_MAX));
    if rest.next().is_some() {
        shown.push('…');
    }
    shown
}

/// `result: recorded 1, replayed 2`.
impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            aspect,
            path,
            recorded,
            replayed,
        } = self;
        f.write_str(aspect.as_str())?;
        if let Some(path) = path {
            write!(f, " of {}", quote(path.as_str()))?;
        }
        let [recorded, replayed] =
            [recorded, replayed].map(|text| text.as_deref().unwrap_or("nothing"));
        write!(f, ": recorded {recorded}, replayed {replayed}")
    }
}

impl Serialize for Mismatch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("what", self.aspect.as_str())?;
        object.optional_entry("path", self.path.as_ref().map(VPath::as_str))?;
        object.serialize_entry("recorded", &self.recorded)?;
        object.serialize_entry("replayed", &self.replayed)?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::{Aspect, Mismatch};

    #[test]
    fn long_values_are_shown_where_they_differ() {
        let long = |end: &str| Some(format!("{}{end}", "x".repeat(1000)));
        let mismatch = Mismatch::new(Aspect::Result, long("1"), long("2"));
        let shown = |end: &str| Some(format!("…{}{end}", "x".repeat(40)));
        assert_eq!(mismatch.recorded, shown("1"));
        assert_eq!(mismatch.replayed, shown("2"));
        let mismatch = Mismatch::new(Aspect::Result, Some("1".to_owned()), None);
        assert_eq!(mismatch.to_string(), "result: recorded 1, replayed nothing");
        let mismatch = Mismatch::new(Aspect::Result, long(""), None);
        assert_eq!(mismatch.recorded, Some(format!("{}…", "x".repeat(200))));
    }
}
