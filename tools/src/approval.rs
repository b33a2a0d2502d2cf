//! Calls that wait for an approval.
//!
//! An approval is for one call: the same tool with the same arguments, once, until it expires.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use isolate_vfs::ops::hash::{Algorithm, hash};
use serde_json::{Map, Value as Json, json};

use crate::error::{Code, ToolError};

/// Calls that wait at most; beyond this, the oldest is dropped.
const PENDING_MAX: usize = 64;

/// A call that waits to be approved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Approval {
    /// The identifier of the approval.
    pub id: String,
    /// The tool that was called.
    pub tool: String,
    /// Its arguments.
    pub args: Json,
    /// Why an approval is needed: the operation, the rule and the path.
    pub reason: String,
    /// The SHA-256 of tool and arguments, which identifies the call.
    pub digest: String,
}

#[derive(Debug)]
struct Pending {
    approval: Approval,
    /// `None` if that is beyond the end of the clock.
    expires: Option<Instant>,
    is_granted: bool,
}

/// The waiting and the approved calls.
#[derive(Debug, Default)]
pub(crate) struct Approvals {
    pending: Vec<Pending>,
}

impl Approvals {
    /// The waiting calls.
    pub(crate) fn waiting(&mut self) -> Vec<Approval> {
        self.forget_expired();
        let waiting = self.pending.iter().filter(|pending| !pending.is_granted);
        waiting.map(|pending| pending.approval.clone()).collect()
    }

    /// Approves or drops a call. Returns whether it was waiting.
    pub(crate) fn decide(&mut self, id: &str, is_granted: bool) -> bool {
        self.forget_expired();
        let at = self
            .pending
            .iter()
            .position(|pending| pending.approval.id == id && !pending.is_granted);
        let Some(at) = at else { return false };
        if is_granted {
            self.pending[at].is_granted = true;
        } else {
            self.pending.remove(at);
        }
        true
    }

    /// Consumes the approval of a call, if there is one.
    pub(crate) fn take(&mut self, digest: &str) -> bool {
        self.forget_expired();
        let at = self
            .pending
            .iter()
            .position(|pending| pending.is_granted && pending.approval.digest == digest);
        at.map(|at| self.pending.remove(at)).is_some()
    }

    /// Adds a refused call to the waiting calls, unless it is waiting already.
    pub(crate) fn ask(
        &mut self,
        tool: &str,
        args: &Map<String, Json>,
        refusal: &ToolError,
        lasts: Duration,
    ) -> Option<ToolError> {
        self.forget_expired();
        let digest = digest(tool, args);
        let known = self
            .pending
            .iter()
            .position(|pending| pending.approval.digest == digest);
        let at = match known {
            Some(at) => at,
            None => {
                let mut bytes = [0; 16];
                getrandom::fill(&mut bytes).ok()?;
                let id = bytes.iter().fold(String::new(), |mut id, byte| {
                    let _ = write!(id, "{byte:02x}");
                    id
                });
                if self.pending.len() >= PENDING_MAX {
                    self.pending.remove(0);
                }
                self.pending.push(Pending {
                    approval: Approval {
                        id,
                        tool: tool.to_owned(),
                        args: Json::Object(args.clone()),
                        reason: refusal.message.clone(),
                        digest,
                    },
                    expires: Instant::now().checked_add(lasts),
                    is_granted: false,
                });
                self.pending.len() - 1
            }
        };
        let pending = &self.pending[at];
        let left = pending.expires.map_or(Duration::MAX, |expires| {
            expires.saturating_duration_since(Instant::now())
        });
        Some(
            ToolError::new(Code::ApprovalNeeded, refusal.message.clone()).with(
                "approval",
                json!({
                    "id": pending.approval.id,
                    "digest": pending.approval.digest,
                    "expiresInMs": u64::try_from(left.as_millis()).unwrap_or(u64::MAX),
                }),
            ),
        )
    }

    fn forget_expired(&mut self) {
        let now = Instant::now();
        self.pending
            .retain(|pending| pending.expires.is_none_or(|expires| expires > now));
    }
}

/// The digest of a call, whatever the order of its arguments.
pub(crate) fn digest(tool: &str, args: &Map<String, Json>) -> String {
    let mut text = format!("{}\n", Json::from(tool));
    canonical(&Json::Object(args.clone()), &mut text);
    hash(Algorithm::Sha256, text.as_bytes())
}

fn canonical(value: &Json, out: &mut String) {
    match value {
        Json::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort();
            out.push('{');
            for name in names {
                out.push_str(&Json::from(name.as_str()).to_string());
                out.push(':');
                canonical(&members[name], out);
                out.push(',');
            }
            out.push('}');
        }
        Json::Array(items) => {
            out.push('[');
            for item in items {
                canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        plain => out.push_str(&plain.to_string()),
    }
}
