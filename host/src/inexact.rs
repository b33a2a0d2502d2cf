//! Integers that lose digits as numbers of JavaScript, and their paths.

use std::fmt;

use isolate_protocol::Text;

/// The largest whole number up to which neighbouring whole numbers are different numbers of
/// JavaScript: 2^53 - 1, its `Number.MAX_SAFE_INTEGER`.
pub(crate) const SAFE_INTEGER_MAX: f64 = 9_007_199_254_740_991.0;

/// Whether a number is an integer so large that it may have been rounded.
pub(crate) fn may_be_rounded(number: f64) -> bool {
    number.fract() == 0.0 && number.abs() > SAFE_INTEGER_MAX
}

/// A whole number that would lose digits between a program and the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InexactInteger {
    path: String,
    reason: String,
}

impl InexactInteger {
    pub(crate) fn new(path: &[Step<'_>], reason: impl Into<String>) -> Self {
        Self {
            path: path.iter().map(ToString::to_string).collect(),
            reason: reason.into(),
        }
    }

    pub(crate) fn at(path: String, reason: impl Into<String>) -> Self {
        Self {
            path,
            reason: reason.into(),
        }
    }

    /// Its path, as a program writes it: `.orders[0].id`; empty for the whole value.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The number, why it loses digits, and what to do.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for InexactInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.reason),
            path => write!(f, "{path}: {}", self.reason),
        }
    }
}

impl std::error::Error for InexactInteger {}

/// A step of a path into a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'a> {
    Member(&'a Text),
    Item(usize),
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member(name) => write!(f, ".{}", name.text),
            Self::Item(at) => write!(f, "[{at}]"),
        }
    }
}
