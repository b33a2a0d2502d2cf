//! The state of a session: the calls of a toolbox and its clones.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use isolate_vfs::RunId;
use serde_json::{Map, Value as Json};

use crate::approval::{Approvals, PendingCall};
use crate::error::ToolError;
use crate::ledger::{Ledger, Seen};
use crate::reply::Reply;

/// Runs that are remembered as this toolbox's own: more than the history keeps.
const OPS_MAX: usize = 1_000;
/// Answers that are kept for repeated calls.
const REPLIES_MAX: usize = 256;
/// Their size, unless the last alone has more: a server has one session for each of many clients.
const REPLIES_BYTES_MAX: usize = 4 << 20;
/// Dry runs whose differences are remembered as shown.
const SHOWN_MAX: usize = 16;

/// The memory of a toolbox. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Session {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    ledger: Ledger,
    calls: u64,
    replies: VecDeque<Kept>,
    /// What calls of this toolbox have changed.
    ops: BTreeSet<RunId>,
    /// Digests of the last changes that dry runs have shown.
    shown: VecDeque<String>,
    approvals: Approvals,
}

/// A call with its answer, for repetitions.
struct Kept {
    call_id: String,
    /// The digest of the tool and its arguments, which may be large themselves.
    digest: String,
    reply: Reply,
    /// The size of the reply.
    bytes: usize,
}

impl Session {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The parts of a file that were seen.
    pub(crate) fn seen(&self, path: &str) -> Option<Seen> {
        self.lock().ledger.seen(path).cloned()
    }

    /// The files that were shown or written last.
    pub(crate) fn recently_seen(&self, count: usize) -> Vec<String> {
        self.lock().ledger.recent(count)
    }

    pub(crate) fn remember(&self, seen: Vec<(String, Option<Seen>)>) {
        let mut state = self.lock();
        for (path, seen) in seen {
            match seen {
                Some(seen) => state.ledger.put(&path, seen),
                None => state.ledger.forget(&path),
            }
        }
    }

    /// The runs of the history that calls of this toolbox have made.
    pub(crate) fn own_ops(&self) -> BTreeSet<RunId> {
        self.lock().ops.clone()
    }

    pub(crate) fn remember_op(&self, run_id: Option<RunId>) {
        let mut state = self.lock();
        state.ops.extend(run_id);
        if state.ops.len() > OPS_MAX {
            state.ops.pop_first();
        }
    }

    /// A name for a call that has none.
    pub(crate) fn next_id(&self) -> String {
        let mut state = self.lock();
        state.calls += 1;
        format!("call-{}", state.calls)
    }

    /// Whether a dry run has shown exactly this change; remembers it if this is a dry run.
    pub(crate) fn was_shown(&self, digest: String, is_dry_run: bool) -> bool {
        let mut state = self.lock();
        if !is_dry_run {
            return state.shown.contains(&digest);
        }
        if state.shown.len() >= SHOWN_MAX {
            state.shown.pop_front();
        }
        state.shown.push_back(digest);
        false
    }

    /// The answer of a repeated call; an error if the name was that of another call.
    pub(crate) fn earlier(&self, call_id: &str, digest: &str) -> Option<Result<Reply, ToolError>> {
        let state = self.lock();
        let kept = state.replies.iter().find(|kept| kept.call_id == call_id)?;
        if kept.digest == digest {
            return Some(Ok(kept.reply.clone()));
        }
        let error = ToolError::invalid(format!(
            "the callId {} was used for another call",
            crate::text::shown(call_id)
        ))
        .with_hint("use a new callId for every call, or none");
        Some(Err(error))
    }

    /// Keeps the answer of a call, and as many of those before it as there is room for.
    pub(crate) fn keep(&self, call_id: String, digest: String, reply: &Reply) {
        let bytes = reply.to_json().to_string().len();
        let mut state = self.lock();
        let mut sum: usize = state.replies.iter().map(|kept| kept.bytes).sum();
        while state.replies.len() >= REPLIES_MAX || sum + bytes > REPLIES_BYTES_MAX {
            let Some(oldest) = state.replies.pop_front() else {
                break;
            };
            sum -= oldest.bytes;
        }
        state.replies.push_back(Kept {
            call_id,
            digest,
            reply: reply.clone(),
            bytes,
        });
    }

    /// The calls that wait for an approval.
    pub(crate) fn waiting(&self) -> Vec<PendingCall> {
        self.lock().approvals.waiting()
    }

    /// Approves or refuses a call; answers whether it was waiting.
    pub(crate) fn decide(&self, id: &str, is_granted: bool) -> bool {
        self.lock().approvals.decide(id, is_granted)
    }

    /// Consumes the approval of a call, if there is one.
    pub(crate) fn take_approval(&self, digest: &str) -> bool {
        self.lock().approvals.take(digest)
    }

    /// Makes a refused call wait for an approval; returns the error for the caller.
    pub(crate) fn ask(
        &self,
        tool: &str,
        args: &Map<String, Json>,
        refusal: &ToolError,
        lasts: Duration,
    ) -> Option<ToolError> {
        self.lock().approvals.ask(tool, args, refusal, lasts)
    }
}
