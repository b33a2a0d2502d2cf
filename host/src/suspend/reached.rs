//! Where a run that is repeated from its record has come to.

use std::sync::{Arc, Mutex};

use crate::lock::locked;
use crate::state::KeptState;

/// A run that was repeated up to where it waits.
#[derive(Debug)]
pub(crate) struct Reached {
    /// The numbers of the calls that it waits for.
    pub(crate) calls: Vec<u32>,
    pub(crate) state: KeptState,
    /// Its memory, as it is kept.
    pub(crate) memory: Vec<u8>,
    pub(crate) stack_pointer: i32,
    pub(crate) peak_memory_bytes: u64,
}

/// What a repetition starts from, and what becomes of it: a value of the context of its run.
#[derive(Clone, Debug)]
pub(crate) struct Reaching {
    /// The memory that every run of the sandbox starts from.
    pub(crate) start: Arc<[u8]>,
    reached: Arc<Mutex<Option<Reached>>>,
}

impl Reaching {
    pub(crate) fn new(start: Vec<u8>) -> Self {
        Self {
            start: start.into(),
            reached: Arc::default(),
        }
    }

    pub(crate) fn put(&self, reached: Reached) {
        *locked(&self.reached) = Some(reached);
    }

    pub(crate) fn take(&self) -> Option<Reached> {
        locked(&self.reached).take()
    }
}
