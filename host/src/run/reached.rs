//! A run that is repeated from its record up to where it waits.

use isolate_protocol::Value;

use super::{Progress, Session};
use crate::memory_difference;
use crate::outcome::Outcome;
use crate::suspend::{Reached, Reaching, packed};

impl Session {
    /// Whether the run is one that is repeated, and has come to where it is to wait.
    pub(super) fn has_reached_wait(&self) -> bool {
        let answers = &self.guest.store.data().state.answers;
        answers.script().is_some_and(|script| script.is_at_end())
    }

    /// Hands over what there is of the run, and ends it so that its changes stay in the copy.
    pub(super) async fn reached(mut self: Box<Self>) -> Progress {
        let (_, stack_pointer) = self.guest.globals();
        let host = self.guest.store.data();
        if let Some(reaching) = host.state.context().value::<Reaching>() {
            let mut calls: Vec<u32> = host.state.waiting.iter().map(|call| call.id).collect();
            calls.sort_unstable();
            let memory = self.guest.memory();
            let start = &reaching.start;
            let difference =
                packed(|out| memory_difference::difference(memory, start, stack_pointer, out));
            if let Ok(memory) = difference {
                reaching.put(Reached {
                    calls,
                    state: host.state.kept(),
                    memory,
                    stack_pointer,
                    peak_memory_bytes: host.memory.peak_bytes,
                });
            }
        }
        let outcome = Outcome::Returned(Value::Undefined);
        Progress::Finished(self.finish(Ok(outcome)).await)
    }
}
