//! The kinds of requests, and how each has to be answered.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value as Json, json};

use super::client::{Answer, Request, Server};

/// How many requests of each kind were made.
pub(super) type Counts = BTreeMap<&'static str, u64>;

const JSON: (&str, &str) = ("Content-Type", "application/json");

/// What a client does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Hello,
    Files,
    Fails,
    Limit,
    Accepted,
    Events,
    Suspends,
    Refuses,
    EndsWaiting,
    Repeats,
    Leaves,
    LeavesStream,
    BreaksOff,
    Wrong,
    History,
    Archive,
}

pub(super) const KINDS: [Kind; 16] = [
    Kind::Hello,
    Kind::Files,
    Kind::Fails,
    Kind::Limit,
    Kind::Accepted,
    Kind::Events,
    Kind::Suspends,
    Kind::Refuses,
    Kind::EndsWaiting,
    Kind::Repeats,
    Kind::Leaves,
    Kind::LeavesStream,
    Kind::BreaksOff,
    Kind::Wrong,
    Kind::History,
    Kind::Archive,
];

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Hello => "a small run",
            Self::Files => "files, with tags",
            Self::Fails => "a run that fails",
            Self::Limit => "a run that meets a limit",
            Self::Accepted => "a run without its client",
            Self::Events => "a run with events",
            Self::Suspends => "a run that waits, is approved and resumed",
            Self::Refuses => "a run that waits, is refused and resumed",
            Self::EndsWaiting => "a run that waits and is ended",
            Self::Repeats => "a repeated request",
            Self::Leaves => "a client that leaves its run",
            Self::LeavesStream => "a client that leaves a stream",
            Self::BreaksOff => "a client that breaks off",
            Self::Wrong => "requests that are wrong",
            Self::History => "the log, a run, its diff and undo",
            Self::Archive => "an export and an import",
        }
    }
}

/// A client of a workspace.
pub(super) struct Tenant<'a> {
    server: &'a Server,
    workspace: String,
    number: usize,
    random: u64,
}

impl<'a> Tenant<'a> {
    pub(super) fn new(server: &'a Server, number: usize, workspace: usize) -> Self {
        Self {
            server,
            workspace: format!("tenant-{workspace}"),
            number,
            random: number as u64 + 1,
        }
    }

    fn random(&mut self) -> u64 {
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.random >> 33
    }

    pub(super) fn next(&mut self) -> Kind {
        let at = usize::try_from(self.random()).unwrap_or_default() % KINDS.len();
        KINDS[at]
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/workspaces/{}/{rest}", self.workspace)
    }

    fn send(
        &self,
        method: &str,
        rest: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<Answer> {
        self.server.send(Request {
            method,
            path: &self.path(rest),
            headers,
            body,
        })
    }

    fn get(&self, rest: &str) -> Result<Answer> {
        self.send("GET", rest, &[], b"")?.expects(&[200])
    }

    fn post(&self, rest: &str, body: &Json, statuses: &[u16]) -> Result<Json> {
        let body = body.to_string();
        let answer = self.send("POST", rest, &[JSON], body.as_bytes())?;
        answer.expects(statuses)?.json()
    }

    /// Runs a program that ends with this status.
    fn run(&self, code: &str, status: &str) -> Result<Json> {
        let run = self.post("runs", &json!({ "code": code }), &[200])?;
        ensure!(run["status"] == status, "{status} was expected: {run}");
        Ok(run)
    }

    pub(super) fn does(&mut self, kind: Kind) -> Result<()> {
        let random = self.random() % 50;
        let name = format!("{}-{random}", self.number);
        match kind {
            Kind::Hello => self.run("() => 'hello'", "ok").map(drop),
            Kind::Files => self.files(&name),
            Kind::Fails => self
                .run("() => { throw new Error('no'); }", "error")
                .map(drop),
            Kind::Limit => {
                let body = json!({ "code": "for (;;);", "limits": { "fuel": 3_000_000 } });
                let run = self.post("runs", &body, &[200])?;
                ensure!(run["status"] == "limit", "{run}");
                Ok(())
            }
            Kind::Accepted => self.accepted(&name),
            Kind::Events => {
                let body = r#"{"code":"() => { for (let i = 0; i < 50; i++) console.log(i); }"}"#;
                let headers = [JSON, ("Accept", "text/event-stream")];
                let told = self.send("POST", "runs", &headers, body.as_bytes())?;
                let told = told.expects(&[200])?.text();
                ensure!(told.matches("event: log").count() == 50, "{told}");
                Ok(())
            }
            Kind::Suspends => self.waits(&name, Some(true)),
            Kind::Refuses => self.waits(&name, Some(false)),
            Kind::EndsWaiting => self.waits(&name, None),
            Kind::Repeats => self.repeats(),
            Kind::Leaves => {
                let code = "async () => { for (let i = 0; i < 30; i++) { console.log(i); await state.writeFile('/left', 'x'.repeat(i * 1000)); } }";
                let body = json!({ "code": code }).to_string();
                let request = Request {
                    method: "POST",
                    path: &self.path("runs"),
                    headers: &[JSON],
                    body: body.as_bytes(),
                };
                let after = Duration::from_millis(self.random() % 40);
                self.server.leave(request, after)
            }
            Kind::LeavesStream => {
                let request = Request {
                    method: "GET",
                    path: &self.path("changes"),
                    headers: &[],
                    body: b"",
                };
                self.make()?;
                let after = Duration::from_millis(self.random() % 300);
                self.server.leave(request, after)
            }
            Kind::BreaksOff => self.server.break_off(Request {
                method: "PUT",
                path: &self.path("files/half"),
                headers: &[],
                body: &vec![b'x'; 200_000],
            }),
            Kind::Wrong => self.wrong(),
            Kind::History => self.history(&name),
            Kind::Archive => self.archive(&name),
        }
    }

    fn make(&self) -> Result<()> {
        let path = format!("/v1/workspaces/{}", self.workspace);
        let made = self.server.send(Request {
            method: "PUT",
            path: &path,
            headers: &[],
            body: b"",
        });
        made?.expects(&[200, 201]).map(drop)
    }

    fn files(&mut self, name: &str) -> Result<()> {
        self.make()?;
        let place = format!("files/files/{name}");
        let bytes = vec![b'a'; usize::try_from(self.random() % 100_000)?];
        self.send("PUT", &place, &[], &bytes)?
            .expects(&[200, 201, 204])?;
        let read = self.get(&place)?;
        ensure!(
            read.text().len() == bytes.len(),
            "{name} has another length"
        );
        let tag = read.header("etag").context("a file without a tag")?;
        let same = self.send("GET", &place, &[("If-None-Match", tag)], b"")?;
        same.expects(&[304])?;
        let changed = self.send("PUT", &place, &[("If-Match", "\"0\"")], b"y")?;
        changed.expects(&[412])?;
        self.send("DELETE", &place, &[], b"")?
            .expects(&[200, 204])
            .map(drop)
    }

    fn accepted(&self, name: &str) -> Result<()> {
        let code =
            format!("async () => {{ await state.writeFile('/accepted-{name}', 'x'); return 1; }}");
        let body = json!({ "code": code }).to_string();
        let headers = [JSON, ("Prefer", "respond-async")];
        let accepted = self.send("POST", "runs", &headers, body.as_bytes())?;
        let id = accepted.expects(&[202])?.json()?;
        let id = id["id"].as_str().context("a run without an id")?;
        let told = self.get(&format!("runs/{id}/events"))?.text();
        ensure!(told.contains("event: done"), "{told}");
        let run = self.get(&format!("runs/{id}"))?.json()?;
        ensure!(run["status"] == "ok", "{run}");
        Ok(())
    }

    /// A run that waits; it is approved, refused, or ended.
    fn waits(&self, name: &str, is_approved: Option<bool>) -> Result<()> {
        let code = format!(
            "async () => {{
                const kept = Array.from({{ length: 5000 }}, (_, i) => `item ${{i}}`);
                await state.writeFile('/waits-{name}', 'x');
                try {{ await state.approve('go on?'); }} catch (error) {{ return error.code; }}
                return kept.length;
            }}"
        );
        let run = self.run(&code, "suspended")?;
        let id = run["id"].as_str().context("a run without an id")?;
        self.get("pending?limit=5")?;
        let Some(is_approved) = is_approved else {
            let ended = self.send("DELETE", &format!("runs/{id}"), &[], b"")?;
            return ended.expects(&[200]).map(drop);
        };
        let call = &run["waitingFor"][0];
        let answer =
            json!({ "call": call["call"], "digest": call["digest"], "approve": is_approved });
        self.post(&format!("runs/{id}/answers"), &answer, &[200])?;
        self.post(&format!("runs/{id}/answers"), &answer, &[409])?;
        let done = self.post(&format!("runs/{id}/resume"), &json!({}), &[200])?;
        let expected = if is_approved {
            json!(5000)
        } else {
            json!("EAPPROVAL")
        };
        ensure!(done["result"] == expected, "{done}");
        self.post(&format!("runs/{id}/resume"), &json!({}), &[409])
            .map(drop)
    }

    fn repeats(&mut self) -> Result<()> {
        let random = [self.random(), self.random()];
        let key = format!("{}-{}-{}", self.number, random[0], random[1]);
        let body = json!({ "code": "async () => { await state.appendFile('/repeated', 'x'); return 1; }" });
        let body = body.to_string();
        let headers = [JSON, ("Idempotency-Key", &*key)];
        let mut ids = Vec::new();
        for _ in 0..2 {
            let answer = self.send("POST", "runs", &headers, body.as_bytes())?;
            ids.push(answer.expects(&[200])?.json()?["run"].clone());
        }
        ensure!(
            ids[0] == ids[1],
            "a repeated request was done again: {ids:?}"
        );
        Ok(())
    }

    fn wrong(&self) -> Result<()> {
        self.make()?;
        for (body, status) in [
            ("{", 400),
            ("{\"code\":7}", 400),
            (
                &*format!(
                    "{{\"code\":\"1\",\"input\":{}1{}}}",
                    "[".repeat(200),
                    "]".repeat(200)
                ),
                413,
            ),
        ] {
            self.send("POST", "runs", &[JSON], body.as_bytes())?
                .expects(&[status])?;
        }
        self.send("GET", "files/nothing/here", &[], b"")?
            .expects(&[404])?;
        self.send("GET", "runs/999999999", &[], b"")?
            .expects(&[404])?;
        self.send("GET", "runs?nothing=1", &[], b"")?
            .expects(&[400])
            .map(drop)
    }

    fn history(&self, name: &str) -> Result<()> {
        let code = format!("async () => state.writeFile('/history-{name}', String(Math.random()))");
        let run = self.run(&code, "ok")?;
        let id = run["id"].as_str().context("a run without an id")?;
        self.get("runs?limit=20")?;
        self.get(&format!("runs/{id}"))?;
        self.get(&format!("runs/{id}/diff"))?;
        // Two clients share a workspace, but not the names of files.
        self.post(&format!("runs/{id}/undo"), &json!({}), &[200])
            .map(drop)
    }

    fn archive(&self, name: &str) -> Result<()> {
        let code = format!(
            "async () => {{ for (let i = 0; i < 20; i++) await state.writeFile(`/packed-{name}/${{i}}`, 'x'.repeat(5000)); }}"
        );
        self.run(&code, "ok")?;
        let packed = self.get(&format!("archive?path=/packed-{name}"))?;
        let to = format!("archive?to=/unpacked-{name}&overwrite=true");
        let body = packed.bytes().to_vec();
        self.send("POST", &to, &[], &body)?
            .expects(&[200])
            .map(drop)
    }
}
