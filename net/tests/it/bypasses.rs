//! Attempts to bypass an allow list, judged by the requests that the servers receive.

mod addresses;
mod requests;
mod urls;

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};

use isolate_net::FetchPolicy;
use serde_json::{Value as Json, json};

use crate::fetched;
use crate::server::{Seen, Server, respond};

/// The address that the policy allows, and one that it does not. Both are loopback, so that a
/// defence that is missing would be seen.
const ALLOWED: [u8; 4] = [127, 0, 0, 1];
const FORBIDDEN: [u8; 4] = [127, 0, 0, 2];

/// The addresses of the host names in these tests.
fn resolve(host: &str) -> Vec<IpAddr> {
    static LOOKUPS: AtomicUsize = AtomicUsize::new(0);
    let addresses: &[&str] = match host {
        "api.test" | "sub.api.test" | "local.test" => &["127.0.0.1"],
        "evil.test" | "api.test.evil.test" | "api.test." => &["127.0.0.2"],
        "mapped.test" => &["::ffff:127.0.0.2"],
        "compatible.test" => &["::127.0.0.2"],
        "nat64.test" => &["64:ff9b::7f00:2"],
        "6to4.test" => &["2002:7f00:2::"],
        "ula.test" => &["fd00::1"],
        "link.test" => &["fe80::1", "169.254.169.254"],
        "metadata.test" => &["169.254.169.254", "fd00:ec2::254", "100.100.100.200"],
        "private.test" => &["10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1"],
        "unspecified.test" => &["0.0.0.0", "::"],
        "broadcast.test" => &["255.255.255.255", "224.0.0.1"],
        "loopback6.test" => &["::1"],
        // The first answer is allowed, and every later one is not.
        "flip.test" if LOOKUPS.fetch_add(1, Ordering::SeqCst) == 0 => &["127.0.0.1"],
        "flip.test" => &["127.0.0.2"],
        _ => &[],
    };
    addresses
        .iter()
        .map(|address| address.parse().unwrap())
        .collect()
}

/// Two servers and a policy. The policy allows paths below `/repos` at `api.test`, and any host at
/// the port of the forbidden server, so that only its address is refused.
struct World {
    allowed: Server,
    forbidden: Server,
    policy: FetchPolicy,
}

impl World {
    fn new() -> Self {
        let forbidden = Server::start(FORBIDDEN, |_, stream| {
            respond(stream, "200 OK", &[], b"the secret of the inside")
        });
        let port = forbidden.port;
        let allowed = Server::start(ALLOWED, move |seen, stream| lead(seen, port, stream));
        let mut policy = FetchPolicy::new();
        let (own, other) = (allowed.port, forbidden.port);
        for line in [
            format!("GET,POST http://api.test:{own}/repos/**"),
            format!("GET http://*:{other}"),
            "GET https://*".to_owned(),
        ] {
            policy.allow(&line).unwrap();
        }
        policy.allow_private("127.0.0.1").unwrap().resolver(resolve);
        Self {
            allowed,
            forbidden,
            policy,
        }
    }

    /// Runs these calls of `fetch`, and returns their outcomes.
    fn tried(&self, calls: &[String]) -> Vec<Json> {
        let calls: Vec<String> = calls
            .iter()
            .map(|call| {
                let call = call
                    .replace("PORT", &self.allowed.port.to_string())
                    .replace("OTHER", &self.forbidden.port.to_string());
                format!(
                    "await (async () => {call})().then(async (r) => ['answered', r.status, await r.text()], (e) => [e.name, e.code ?? '', e.message])"
                )
            })
            .collect();
        let code = format!("async () => [{}]", calls.join(",\n"));
        let mut policy = self.policy.clone();
        policy.requests_max(1000);
        let answers = fetched(&policy, &code);
        answers.as_array().unwrap().clone()
    }

    /// Asserts that only allowed requests were received.
    fn nothing_forbidden_was_seen(&self) {
        let seen = self.forbidden.seen();
        assert!(seen.is_empty(), "{seen:?}");
        for seen in self.allowed.seen() {
            let line = seen.line();
            let is_allowed = (line.starts_with("GET ") || line.starts_with("POST "))
                && seen.path().starts_with("/repos");
            assert!(is_allowed, "{}", seen.head);
            let path = seen.path().split('?').next().unwrap_or_default();
            let path = path.to_ascii_lowercase();
            assert!(!path.contains("admin"), "{}", seen.head);
        }
    }

    /// Asserts that none of these calls is answered.
    fn all_are_refused(&self, calls: &[String]) {
        for (call, answer) in calls.iter().zip(self.tried(calls)) {
            assert_ne!(answer[0], "answered", "{call}: {answer}");
        }
        self.nothing_forbidden_was_seen();
    }
}

/// The response of the allowed server: a redirect if the path asks for one.
fn lead(seen: &Seen, forbidden: u16, stream: &mut std::net::TcpStream) -> std::io::Result<()> {
    let path = seen.path();
    let Some((_, target)) = path.split_once("to=") else {
        return respond(stream, "200 OK", &[], seen.head.as_bytes());
    };
    let bytes: Vec<u8> = url_decoded(target);
    let target = String::from_utf8_lossy(&bytes).replace("OTHER", &forbidden.to_string());
    let status = path
        .split("status=")
        .nth(1)
        .map_or("302", |rest| &rest[..3]);
    respond(
        stream,
        &format!("{status} Found"),
        &[("location", &target)],
        b"",
    )
}

fn url_decoded(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'%' {
            decoded.push(u8::from_str_radix(&text[at + 1..at + 3], 16).unwrap());
            at += 3;
        } else {
            decoded.push(bytes[at]);
            at += 1;
        }
    }
    decoded
}

fn of_urls(urls: &[&str]) -> Vec<String> {
    urls.iter()
        .map(|url| format!("fetch({})", json!(url)))
        .collect()
}

#[test]
fn allowed_requests_succeed() {
    let world = World::new();
    let calls = of_urls(&[
        "http://api.test:PORT/repos/a?b=c#d",
        "HTTP://API.TEST:PORT/repos",
        "http://api%2etest:PORT/repos/x",
        "http://api.test:PORT/admin/../repos/y",
        "http://api.test:PORT/repos/z?to=/repos/redirected",
        "http://api.test:PORT\\repos\\w",
    ]);
    for (call, answer) in calls.iter().zip(world.tried(&calls)) {
        assert_eq!(answer[0], "answered", "{call}: {answer}");
        assert_eq!(answer[1], 200, "{call}: {answer}");
    }
    world.nothing_forbidden_was_seen();
    assert_eq!(world.allowed.seen().len(), 7);
    assert_eq!(world.allowed.seen()[0].line(), "GET /repos/a?b=c");
}
