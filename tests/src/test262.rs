//! Runs the ECMAScript test suite, test262, in the sandbox.
//!
//! A program of the sandbox is the body of a function, there are no modules and no `eval`: a test
//! is put into a [frame](program) that keeps its meaning as far as that goes, and what needs more
//! is [skipped](skips). What fails is [listed](Expected) with the reason.

pub mod program;
pub mod skips;

mod expected;
mod front_matter;
mod suite;
mod verdict;

pub use expected::{Expected, Reason, UNSORTED};
pub use front_matter::{FrontMatter, Negative, Phase};
pub use suite::Suite;
pub use verdict::failure;

/// The mode that a test runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// As it stands.
    Sloppy,
    /// With `"use strict"` in front.
    Strict,
}

impl Mode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Sloppy, Self::Strict];

    /// Its name in lists and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sloppy => "sloppy",
            Self::Strict => "strict",
        }
    }
}
