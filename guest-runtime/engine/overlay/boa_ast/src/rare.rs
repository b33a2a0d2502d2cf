//! How many nodes of rare kinds have been made so far.
//!
//! Most early errors are about nodes that most code does not have. Looking for them goes through
//! the tree of a function, for each of the functions and blocks around it again; where no such node
//! has been made since the parser began with it, there is none to be found.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A kind of node that is counted where it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rare {
    /// `super(…)` and `super.name`.
    Super,
    /// `new.target`.
    NewTarget,
    /// `#name`.
    PrivateName,
    /// `{ name = value }`, which is only a pattern.
    CoverInitializedName,
}

static MADE: [AtomicU32; 4] = [const { AtomicU32::new(0) }; 4];

impl Rare {
    /// Counts one that is made.
    #[inline]
    pub fn count(self) {
        MADE[self as usize].fetch_add(1, Relaxed);
    }

    /// How many have been made: in all threads, since a tree may be parsed in any of them.
    #[inline]
    #[must_use]
    pub fn made(self) -> u32 {
        MADE[self as usize].load(Relaxed)
    }
}

/// How many of each kind there were when something began.
#[derive(Clone, Copy, Debug)]
pub struct Before([u32; 4]);

impl Before {
    /// As many as there are.
    #[inline]
    #[must_use]
    pub fn now() -> Self {
        Self([
            Rare::Super.made(),
            Rare::NewTarget.made(),
            Rare::PrivateName.made(),
            Rare::CoverInitializedName.made(),
        ])
    }

    /// Whether one of a kind was made since then. A tree of which none was made has none.
    #[inline]
    #[must_use]
    pub fn made(self, kind: Rare) -> bool {
        self.0[kind as usize] != kind.made()
    }
}

/// What a node cannot contain, known from where it was parsed; it is no part of what it is.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub(crate) struct Without {
    /// Neither `super` nor `new.target`.
    pub(crate) super_and_target: bool,
}

impl PartialEq for Without {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}
