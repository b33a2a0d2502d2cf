//! Calls that wait for an approval.
//!
//! An approval is for one call: the same tool with the same arguments, once, until it expires.

use std::io;
use std::time::{Duration, Instant};

use isolate_host::json_bytes;
use isolate_text::hash::{Algorithm, Hasher};
use serde_json::{Map, Value as Json, json};

use crate::boundary::random_hex;
use crate::error::{Code, ToolError};

/// Calls that wait at most; beyond this, the oldest is dropped.
const PENDING_MAX: usize = 64;
/// What their arguments take at most: a server has one session for each of many clients. They are kept
/// whole, since a person who approves a call has to see all of it.
const PENDING_BYTES_MAX: usize = 4 << 20;

/// A call that waits to be approved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PendingCall {
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
    approval: PendingCall,
    /// `None` if that is beyond the end of the clock.
    expires: Option<Instant>,
    is_granted: bool,
    /// What its arguments take.
    bytes: usize,
}

/// The waiting and the approved calls.
#[derive(Debug, Default)]
pub(crate) struct Approvals {
    pending: Vec<Pending>,
}

impl Approvals {
    /// The waiting calls.
    pub(crate) fn waiting(&mut self) -> Vec<PendingCall> {
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
            let granted = &mut self.pending[at];
            granted.is_granted = true;
            // The digest says which call it is.
            granted.approval.args = Json::Null;
            granted.bytes = 0;
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
                let members = args.iter();
                let bytes = members
                    .map(|(name, value)| name.len() + json_bytes(value))
                    .sum();
                if bytes > PENDING_BYTES_MAX {
                    return Some(too_large(refusal, bytes));
                }
                let id = random_hex::<16>()?;
                self.make_room(bytes);
                self.pending.push(Pending {
                    approval: PendingCall {
                        id,
                        tool: tool.to_owned(),
                        args: Json::Object(args.clone()),
                        reason: refusal.message.clone(),
                        digest,
                    },
                    expires: Instant::now().checked_add(lasts),
                    is_granted: false,
                    bytes,
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

    /// Drops the oldest calls until there is room for another one.
    fn make_room(&mut self, bytes: usize) {
        let mut sum: usize = self.pending.iter().map(|pending| pending.bytes).sum();
        let mut dropped = 0;
        for oldest in &self.pending {
            let is_room = self.pending.len() - dropped < PENDING_MAX;
            if is_room && sum + bytes <= PENDING_BYTES_MAX {
                break;
            }
            sum -= oldest.bytes;
            dropped += 1;
        }
        self.pending.drain(..dropped);
    }

    fn forget_expired(&mut self) {
        let now = Instant::now();
        self.pending
            .retain(|pending| pending.expires.is_none_or(|expires| expires > now));
    }
}

fn too_large(refusal: &ToolError, bytes: usize) -> ToolError {
    ToolError::new(
        Code::TooLarge,
        format!(
            "{}; its arguments take {bytes} bytes, and a call of at most {PENDING_BYTES_MAX} bytes can wait for an approval",
            refusal.message
        ),
    )
    .with_hint("make the change in several smaller calls")
}

/// The digest of a call, whatever the order of its arguments. No copy of them is made: they may be large.
pub(crate) fn digest(tool: &str, args: &Map<String, Json>) -> String {
    let mut sink = Sink(Hasher::new(Algorithm::Sha256));
    sink.json(&Json::from(tool));
    sink.0.update(b"\n");
    sink.members(args);
    sink.0.finish()
}

/// Hashes JSON text in a form that does not depend on the order of members.
struct Sink(Hasher);

impl Sink {
    fn json(&mut self, value: &Json) {
        match value {
            Json::Object(members) => self.members(members),
            Json::Array(items) => {
                self.0.update(b"[");
                for item in items {
                    self.json(item);
                    self.0.update(b",");
                }
                self.0.update(b"]");
            }
            // Nothing fails: it is written to memory.
            plain => drop(serde_json::to_writer(self, plain)),
        }
    }

    fn members(&mut self, members: &Map<String, Json>) {
        let mut all: Vec<(&String, &Json)> = members.iter().collect();
        all.sort_by_key(|(name, _)| *name);
        self.0.update(b"{");
        for (name, value) in all {
            self.json(&Json::from(name.as_str()));
            self.0.update(b":");
            self.json(value);
            self.0.update(b",");
        }
        self.0.update(b"}");
    }
}

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
