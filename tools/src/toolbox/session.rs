//! What clones of a toolbox share: what was shown, asked and answered so far.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{MutexGuard, PoisonError};

use isolate_vfs::RunId;
use serde_json::Value as Json;

use super::Toolbox;
use crate::approval::Approvals;
use crate::error::ToolError;
use crate::ledger::{Ledger, Seen};
use crate::reply::Reply;

/// Runs that are remembered as this toolbox's own: more than the history keeps.
const OPS_MAX: usize = 1_000;
/// Answers that are kept for calls that come again.
const REPLIES_MAX: usize = 256;
/// Dry runs whose differences are remembered as shown.
const SHOWN_MAX: usize = 16;

#[derive(Default)]
pub(super) struct Session {
    ledger: Ledger,
    calls: u64,
    replies: VecDeque<(String, String, Json, Reply)>,
    /// What calls of this toolbox have changed.
    ops: BTreeSet<RunId>,
    /// Digests of the changes that dry runs have shown, the last ones.
    shown: VecDeque<String>,
    pub(super) approvals: Approvals,
}

impl Toolbox {
    pub(crate) fn seen(&self, path: &str) -> Option<Seen> {
        self.session().ledger.seen(path).cloned()
    }

    /// The files that were shown or written last.
    pub(crate) fn recently_seen(&self, count: usize) -> Vec<String> {
        self.session().ledger.recent(count)
    }

    /// The runs of the history that calls of this toolbox have made.
    pub(crate) fn own_ops(&self) -> BTreeSet<RunId> {
        self.session().ops.clone()
    }

    pub(crate) fn next_id(&self) -> String {
        let mut session = self.session();
        session.calls += 1;
        format!("call-{}", session.calls)
    }

    pub(super) fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn remember(&self, seen: Vec<(String, Option<Seen>)>) {
        let mut session = self.session();
        for (path, seen) in seen {
            match seen {
                Some(seen) => session.ledger.put(&path, seen),
                None => session.ledger.forget(&path),
            }
        }
    }

    pub(super) fn remember_op(&self, op_id: Option<RunId>) {
        let mut session = self.session();
        session.ops.extend(op_id);
        if session.ops.len() > OPS_MAX {
            session.ops.pop_first();
        }
    }

    /// Whether a dry run has shown this very change; remembers it when this is one.
    pub(crate) fn was_shown(&self, digest: String, is_dry_run: bool) -> bool {
        let mut session = self.session();
        if !is_dry_run {
            return session.shown.contains(&digest);
        }
        if session.shown.len() >= SHOWN_MAX {
            session.shown.pop_front();
        }
        session.shown.push_back(digest);
        false
    }

    pub(super) fn earlier(&self, id: &str, name: &str, args: &Json) -> Option<Reply> {
        let session = self.session();
        let (_, known_name, known_args, reply) =
            session.replies.iter().find(|(known, ..)| known == id)?;
        if known_name == name && known_args == args {
            return Some(reply.clone());
        }
        let error = ToolError::invalid(format!(
            "the callId {} was used for another call",
            crate::text::shown(id)
        ))
        .with_hint("use a new callId for every call, or none");
        Some(self.refused(name, error, id.to_owned()))
    }

    pub(super) fn keep(&self, id: String, name: &str, args: Json, reply: &Reply) {
        let mut session = self.session();
        if session.replies.len() >= REPLIES_MAX {
            session.replies.pop_front();
        }
        session
            .replies
            .push_back((id, name.to_owned(), args, reply.clone()));
    }
}
