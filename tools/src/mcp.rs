//! The tools over the Model Context Protocol: JSON-RPC, one message a line.
//!
//! It knows `initialize`, `ping`, `tools/list`, `tools/call` and `notifications/cancelled`.
//! Calls run beside each other, and those that write queue in the workspace.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use isolate_prompt::{SchemaFormat, render};
use serde_json::{Value as Json, json};

use crate::cancel::Cancel;
use crate::toolbox::Toolbox;

/// Versions of the protocol that are spoken, newest first.
const VERSIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];
/// Bytes of one message: an argument has 2 MiB at most, and JSON escapes may make six of one.
const MESSAGE_BYTES_MAX: u64 = 32 << 20;
/// Calls that run at the same time; further messages wait to be read.
const CALLS_MAX: usize = 16;

mod code {
    pub(super) const PARSE: i64 = -32_700;
    pub(super) const REQUEST: i64 = -32_600;
    pub(super) const METHOD: i64 = -32_601;
    pub(super) const PARAMS: i64 = -32_602;
}

/// What the threads of one connection share.
struct Connection<'w> {
    out: Mutex<&'w mut (dyn Write + Send)>,
    /// The calls that run, by the text of their identifiers.
    calls: Mutex<HashMap<String, Cancel>>,
}

impl Connection<'_> {
    fn send(&self, message: &Json) {
        let mut line = message.to_string();
        line.push('\n');
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        // A client that has gone away reads no answers; its input ends as well.
        let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
    }

    fn calls(&self) -> MutexGuard<'_, HashMap<String, Cancel>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Toolbox {
    /// Answers messages until the input ends; calls that run then are finished first.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn serve_mcp(
        &self,
        mut input: impl BufRead,
        output: &mut (dyn Write + Send),
    ) -> io::Result<()> {
        let connection = Connection {
            out: Mutex::new(output),
            calls: Mutex::default(),
        };
        let gate = Arc::new(Gate::default());
        thread::scope(|scope| {
            while let Some(line) = next_line(&mut input)? {
                let message = match line {
                    Line::Text(text) if text.trim().is_empty() => continue,
                    Line::Text(text) => serde_json::from_str::<Json>(&text),
                    Line::TooLong => {
                        connection.send(&failed(
                            &Json::Null,
                            code::REQUEST,
                            "the message is too long",
                        ));
                        continue;
                    }
                };
                let Ok(message) = message else {
                    connection.send(&failed(&Json::Null, code::PARSE, "the message is no JSON"));
                    continue;
                };
                if message["method"] == "tools/call" && message.get("id").is_some() {
                    let cancel = Cancel::new();
                    let id = message["id"].clone();
                    connection.calls().insert(id.to_string(), cancel.clone());
                    gate.enter();
                    let gate = Arc::clone(&gate);
                    let connection = &connection;
                    scope.spawn(move || {
                        let answer = self.mcp_call(&id, &message["params"], &cancel);
                        connection.calls().remove(&id.to_string());
                        // A cancelled request gets no answer.
                        if !cancel.is_cancelled() {
                            connection.send(&answer);
                        }
                        gate.leave();
                    });
                } else if let Some(answer) = self.mcp_answer(&message, &connection) {
                    connection.send(&answer);
                }
            }
            Ok(())
        })
    }

    fn mcp_answer(&self, message: &Json, connection: &Connection<'_>) -> Option<Json> {
        let method = message.get("method").and_then(Json::as_str);
        let Some(id) = message.get("id").filter(|id| !id.is_null()) else {
            if method == Some("notifications/cancelled") {
                let id = message["params"]["requestId"].to_string();
                if let Some(cancel) = connection.calls().get(&id) {
                    cancel.cancel();
                }
            } else if method.is_none() {
                return Some(failed(&Json::Null, code::REQUEST, "this is no request"));
            }
            return None;
        };
        let result = match method {
            Some("initialize") => initialized(&message["params"], &self.prompt()),
            Some("ping") => json!({}),
            Some("tools/list") => json!({ "tools": render(&self.listed(), SchemaFormat::Mcp) }),
            Some(other) => {
                let text = format!("there is no method {}", crate::text::shown(other));
                return Some(failed(id, code::METHOD, &text));
            }
            // An answer to a request that was never made.
            None if message.get("result").is_some() || message.get("error").is_some() => {
                return None;
            }
            None => return Some(failed(id, code::REQUEST, "a request needs a method")),
        };
        Some(json!({ "jsonrpc": "2.0", "id": id, "result": result }))
    }

    fn mcp_call(&self, id: &Json, params: &Json, cancel: &Cancel) -> Json {
        let Some(name) = params.get("name").and_then(Json::as_str) else {
            return failed(id, code::PARAMS, "tools/call needs the name of a tool");
        };
        // A call without its arguments would be another call.
        const OTHER_NAMES: [&str; 5] = ["args", "argument", "input", "params", "parameters"];
        let is_misnamed = |name: &str| {
            name != "name"
                && (OTHER_NAMES.contains(&name)
                    || crate::arguments::nearest(&["arguments"], name).is_some())
        };
        let misnamed = params
            .as_object()
            .and_then(|params| params.keys().find(|name| is_misnamed(name)));
        if let (None, Some(name)) = (params.get("arguments"), misnamed) {
            let text = format!("tools/call has no member {name:?}; `arguments` is meant");
            return failed(id, code::PARAMS, &text);
        }
        let args = params.get("arguments").cloned().unwrap_or(Json::Null);
        let reply = self.call(name, args, cancel);
        let mut result = json!({
            "content": [{ "type": "text", "text": reply.to_text(self.settings().boundary) }],
            "isError": !reply.is_ok(),
        });
        if reply.is_ok() && self.settings().boundary == crate::Boundary::None {
            result["structuredContent"] = reply.data();
        }
        json!({ "jsonrpc": "2.0", "id": id, "result": result })
    }
}

fn initialized(params: &Json, prompt: &str) -> Json {
    let asked = params.get("protocolVersion").and_then(Json::as_str);
    let version = VERSIONS
        .into_iter()
        .find(|version| Some(*version) == asked)
        .unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": { "listChanged": false } },
        "serverInfo": { "name": "isolate", "version": env!("CARGO_PKG_VERSION") },
        "instructions": prompt,
    })
}

fn failed(id: &Json, code: i64, message: &str) -> Json {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

enum Line {
    Text(String),
    TooLong,
}

/// The next message; `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let read = io::Read::take(&mut *input, MESSAGE_BYTES_MAX).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if read as u64 == MESSAGE_BYTES_MAX && !bytes.ends_with(b"\n") {
        // The rest of it belongs to no message.
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Text(
        String::from_utf8_lossy(&bytes).into_owned(),
    )))
}

/// Lets so many calls in at a time.
#[derive(Default)]
struct Gate {
    inside: Mutex<usize>,
    left: std::sync::Condvar,
}

impl Gate {
    fn enter(&self) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        while *inside >= CALLS_MAX {
            inside = self
                .left
                .wait(inside)
                .unwrap_or_else(PoisonError::into_inner);
        }
        *inside += 1;
    }

    fn leave(&self) {
        *self.inside.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.left.notify_one();
    }
}
