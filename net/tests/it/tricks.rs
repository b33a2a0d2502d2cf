//! Ways around an allow list. What counts is what the servers have really seen.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};

use isolate_net::FetchPolicy;
use serde_json::{Value as Json, json};

use crate::server::{Seen, Server, respond};
use crate::{fetched, fetching_run, notes};

/// The address that the policy allows, and one that it does not. Both are loopback, so that a
/// defence that is missing would be seen.
const ALLOWED: [u8; 4] = [127, 0, 0, 1];
const FORBIDDEN: [u8; 4] = [127, 0, 0, 2];

/// Where the names of the tests lead.
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

/// Two servers and the policy between them: `api.test` with paths below `/repos` is allowed, and
/// any host at the port of the forbidden one, so that only its address is against it.
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

    /// Runs a call of `fetch` for each of these, and gives what came of them.
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

    /// Whether nothing was reached that is not allowed.
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

    /// Tries calls none of which may be answered.
    fn all_are_refused(&self, calls: &[String]) {
        for (call, answer) in calls.iter().zip(self.tried(calls)) {
            assert_ne!(answer[0], "answered", "{call}: {answer}");
        }
        self.nothing_forbidden_was_seen();
    }
}

/// What the allowed server answers: it leads wherever the path says.
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
fn what_is_allowed_is_reached() {
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

#[test]
fn spellings_of_addresses_reach_nothing() {
    let world = World::new();
    let mut urls = Vec::new();
    for host in [
        "127.0.0.2",
        "2130706434",
        "0x7f000002",
        "0x7F.0.0.2",
        "0177.0.0.2",
        "017700000002",
        "127.2",
        "127.0.2",
        "0x7f.2",
        "127.0.0.2.",
        "%31%32%37.0.0.2",
        "127%2e0%2e0%2e2",
        "１２７.0.0.2",
        "①②⑦.⓪.⓪.②",
        "127。0。0。2",
        "127.0.0.0002",
        "[::ffff:127.0.0.2]",
        "[::FFFF:7f00:2]",
        "[0:0:0:0:0:ffff:7f00:0002]",
        "[::127.0.0.2]",
        "[::7f00:2]",
        "[64:ff9b::7f00:2]",
        "[64:ff9b::127.0.0.2]",
        "[64:ff9b:1::7f00:2]",
        "[2002:7f00:2::]",
        "[::ffff:0:127.0.0.2]",
        "[::1]",
        "[0000::0001]",
        "[::]",
        "[fe80::1%25lo]",
        "[fe80::1%lo]",
        "[fd00:ec2::254]",
        "[2001:0:7f00:2::]",
        "0",
        "0.0.0.0",
        "0x0",
        "127.1:OTHER@127.0.0.2",
        "169.254.169.254",
        "0xa9fea9fe",
        "2852039166",
        "[::ffff:a9fe:a9fe]",
        "192.168.0.1",
        "10.1",
        "172.16.0.1",
        "100.64.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "168.63.129.16",
        "192.0.0.192",
        "203.0.113.1",
    ] {
        urls.push(format!("http://{host}:OTHER/"));
    }
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    world.all_are_refused(&of_urls(&urls));
}

#[test]
fn names_that_lead_inside_reach_nothing() {
    let world = World::new();
    let mut urls = Vec::new();
    for host in [
        "evil.test",
        "EVIL.test",
        "mapped.test",
        "compatible.test",
        "nat64.test",
        "6to4.test",
        "ula.test",
        "link.test",
        "metadata.test",
        "private.test",
        "unspecified.test",
        "broadcast.test",
        "loopback6.test",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "foo.localhost",
        "unknown.test",
        "api.test.evil.test",
    ] {
        urls.push(format!("http://{host}:OTHER/"));
    }
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let calls = of_urls(&urls);
    world.all_are_refused(&calls);
    // What a program learns of a name inside is that it may not be reached, and no address.
    for answer in world.tried(&calls) {
        let message = answer[2].as_str().unwrap().to_owned();
        assert!(
            !message.contains("127.0.0.2") && !message.contains("10.0.0.1"),
            "{message}"
        );
    }
}

#[test]
fn a_name_whose_address_changes_reaches_what_was_checked() {
    let world = World::new();
    let mut policy = world.policy.clone();
    policy
        .allow(&format!("http://flip.test:{}/repos/**", world.allowed.port))
        .unwrap();
    let code = format!(
        "async () => {{
            const first = await fetch('http://flip.test:{port}/repos/1').then((r) => r.status, (e) => e.code);
            const all = [first];
            for (let i = 0; i < 5; i++) all.push(await fetch('http://flip.test:{other}/').then((r) => r.status, (e) => e.code));
            return all;
        }}",
        port = world.allowed.port,
        other = world.forbidden.port
    );
    let answers = fetched(&policy, &code);
    assert_eq!(
        answers,
        json!([200, "EACCES", "EACCES", "EACCES", "EACCES", "EACCES"])
    );
    world.nothing_forbidden_was_seen();
}

#[test]
fn paths_stay_below_their_prefix() {
    let world = World::new();
    let paths = [
        "/",
        "/admin",
        "/reposx",
        "/repo",
        "//repos/../admin",
        "/repos/../admin",
        "/repos/%2e%2e/admin",
        "/repos/%2E%2E/admin",
        "/repos/.%2e/admin",
        "/repos/..%2fadmin",
        "/repos/..%5cadmin",
        "/repos/%2e%2e%2fadmin",
        "/repos/%252e%252e/admin",
        "/repos/%252e%252e%252fadmin",
        "/repos/%25252e%25252e%25252fadmin",
        "/repos\\..\\admin",
        "/repos/..\\admin",
        "/repos/..;/admin",
        "/repos/..;x=y/admin",
        "/repos/..%3b/admin",
        "/repos/a/..%2f..%2fadmin",
        "/repos/..%00/admin",
        "/repos/%00",
        "/repos/..%20/admin",
        "/repos/..%0d%0aadmin",
        "/repos/%c0%ae%c0%ae/admin",
        "/repos/%ef%bc%8e%ef%bc%8e/admin",
        "/repos/．．/admin",
        "/repos/..%ef%bc%8fadmin",
        "/repos/..%3fadmin",
        "/repos/..%23/admin",
        "/%72epos%2f..%2fadmin",
        "/REPOS/x",
        "/repos%2f..%2fadmin",
        "/repos%252f..%252fadmin",
        "/repos/../repos/../admin",
        "/./admin",
        "/repos/\t../admin",
        "/re\npos/../admin",
    ];
    let urls: Vec<String> = paths
        .iter()
        .map(|path| format!("http://api.test:PORT{path}"))
        .collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    world.all_are_refused(&of_urls(&urls));
}

#[test]
fn hosts_that_look_like_the_allowed_one_are_others() {
    let world = World::new();
    world.all_are_refused(&of_urls(&[
        "http://api.test:PORT@evil.test:OTHER/repos/x",
        "http://api.test:PORT@127.0.0.2:OTHER/repos/x",
        "http://evil.test:OTHER#@api.test:PORT/repos/x",
        "http://evil.test:OTHER?@api.test:PORT/repos/x",
        "http://evil.test:OTHER\\@api.test:PORT/repos/x",
        "http://user:pass@api.test:PORT/repos/x",
        "http://@api.test:OTHER@evil.test:OTHER/",
        "http://api.test.evil.test:PORT/repos/x",
        "http://sub.api.test:PORT/repos/x",
        "http://xapi.test:PORT/repos/x",
        "http://api.test.:PORT/repos/x",
        "http://\u{430}pi.test:PORT/repos/x",
        "http://api\u{2024}test.evil.test:PORT/repos/x",
        "http://api.test%00.evil.test:PORT/repos/x",
        "http://api.test%20:PORT/repos/x",
        "http://api.test/repos/x",
        "http://api.test:1/repos/x",
        "http://api.test:0/repos/x",
        "http://api.test:99999/repos/x",
        "https://api.test:PORT/repos/x",
        "ws://api.test:PORT/repos/x",
        "//api.test:PORT/repos/x",
        "/repos/x",
        "api.test/repos/x",
        "http:///repos/x",
        "",
    ]));
}

#[test]
fn other_schemes_read_nothing() {
    let world = World::new();
    world.all_are_refused(&of_urls(&[
        "file:///etc/passwd",
        "FILE:/etc/passwd",
        "data:text/plain,hello",
        "blob:http://api.test:PORT/repos/x",
        "ftp://api.test:PORT/repos/x",
        "gopher://api.test:PORT/_GET%20/repos",
        "javascript:1",
        "about:blank",
        "view-source:http://api.test:PORT/repos",
        "unix:/var/run/docker.sock",
        "http+unix://%2Fvar%2Frun%2Fdocker.sock/info",
        "jar:http://api.test:PORT/repos!/x",
    ]));
}

#[test]
fn redirects_lead_to_nothing_else() {
    let world = World::new();
    let mut calls = Vec::new();
    for target in [
        "http://evil.test:OTHER/",
        "http://127.0.0.2:OTHER/",
        "http://2130706434:OTHER/",
        "//evil.test:OTHER/",
        "//127.2:OTHER/",
        "\\\\127.0.0.2:OTHER\\",
        "http:\\\\127.0.0.2:OTHER/",
        "/admin",
        "../admin",
        "/repos/..%2fadmin",
        "?to=/admin",
        "http://api.test:OTHER/",
        "https://127.0.0.2:OTHER/",
        "file:///etc/passwd",
        "data:text/plain,x",
        "javascript:1",
        "http://user:secret@127.0.0.2:OTHER/",
        "http://[::ffff:127.0.0.2]:OTHER/",
        "http://[",
        "",
        "/repos?to=http%3a//evil.test:OTHER/",
        "/repos?to=/repos?to=http%253a//127.0.0.2:OTHER/",
        "\t//evil.test:OTHER/",
        "http://evil.test\t:OTHER/",
        "ht\ttp://evil.test:OTHER/",
    ] {
        for status in ["301", "302", "303", "307", "308"] {
            let target: String = target.bytes().map(|byte| format!("%{byte:02x}")).collect();
            let target = target.replace("%4f%54%48%45%52", "OTHER");
            calls.push(format!(
                "fetch('http://api.test:PORT/repos?status={status}&to={target}')"
            ));
        }
    }
    world.all_are_refused(&calls);
}

#[test]
fn methods_and_headers_that_mean_something_to_servers_are_refused() {
    let world = World::new();
    let url = "'http://api.test:PORT/repos/x'";
    let mut calls: Vec<String> = [
        "TRACE",
        "TRACK",
        "CONNECT",
        "trace",
        "DELETE",
        "PUT",
        "PATCH",
        "OPTIONS",
        "HEAD",
        "PROPFIND",
        "",
        "GET /admin HTTP/1.1\\r\\nHost: x\\r\\n\\r\\nGET",
        "GET\\r\\n",
        "G ET",
        "GÉT",
        "POST\\0",
    ]
    .iter()
    .map(|method| format!("fetch({url}, {{ method: '{method}' }})"))
    .collect();
    for (name, value) in [
        ("Host", "evil.test"),
        ("Content-Length", "0"),
        ("Content-Length", "5"),
        ("Transfer-Encoding", "chunked"),
        ("transfer-encoding", "identity"),
        ("TE", "trailers"),
        ("Trailer", "x"),
        ("Connection", "keep-alive, X-Secret"),
        ("Keep-Alive", "timeout=5"),
        ("Upgrade", "h2c"),
        ("HTTP2-Settings", "AAMAAABkAAQAAP__"),
        ("Expect", "100-continue"),
        ("Via", "1.1 x"),
        ("Cookie2", "$Version=1"),
        ("Set-Cookie", "a=b"),
        ("Proxy-Authorization", "Basic eDp5"),
        ("Proxy-Connection", "keep-alive"),
        ("Sec-Fetch-Site", "same-origin"),
        ("Accept-Encoding", "gzip"),
        ("X-HTTP-Method-Override", "DELETE"),
        ("X-HTTP-Method", "PUT"),
        ("X-Method-Override", "GET, DELETE"),
        ("X-A", "b\\r\\nHost: evil.test"),
        ("X-A", "b\\nX-B: c"),
        ("X-A", "b\\0"),
        ("X-A\\r\\nX-B", "c"),
        ("X A", "b"),
        ("X-A:", "b"),
        ("", "b"),
        ("X-A", "\\u0100"),
    ] {
        calls.push(format!(
            "fetch({url}, {{ method: 'POST', body: 'a', headers: {{ '{name}': '{value}' }} }})"
        ));
    }
    world.all_are_refused(&calls);
    assert!(world.allowed.seen().is_empty());
}

#[test]
fn one_call_is_one_request() {
    let world = World::new();
    let calls = [
        "fetch('http://api.test:PORT/repos/a b\\r\\nX: y', { method: 'POST', body: 'GET /admin HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' })",
        "fetch('http://api.test:PORT/repos/%20HTTP/1.1%20x')",
        "fetch('http://api.test:PORT/repos/x', { method: 'post', body: '0\\r\\n\\r\\nGET /admin HTTP/1.1\\r\\n\\r\\n' })",
    ]
    .map(str::to_owned);
    for answer in world.tried(&calls) {
        assert_eq!(answer[0], "answered", "{answer}");
    }
    let seen = world.allowed.seen();
    assert_eq!(seen.len(), 3);
    assert_eq!(seen[0].line(), "POST /repos/a%20bX:%20y");
    assert_eq!(seen[0].header("content-length"), ["32"]);
    assert_eq!(seen[1].line(), "GET /repos/%20HTTP/1.1%20x");
    world.nothing_forbidden_was_seen();
}

#[test]
fn a_refusal_names_the_url_and_what_is_allowed() {
    let mut policy = FetchPolicy::new();
    policy.allow("https://api.example.com/repos/**").unwrap();
    policy.allow("GET https://x.y").unwrap();
    let code = "async () => {
        const all = [];
        for (const [url, method] of [['https://evil.example/a?token=1', 'GET'], ['https://x.y/b', 'POST'], ['https://api.example.com/users', 'GET']])
            await fetch(url, { method }).catch((error) => all.push([error.constructor === TypeError, error.code, error.message]));
        return all;
    }";
    let run = fetching_run(&policy, code);
    let allowed = "in this run. Allowed: https://api.example.com/repos/**, GET https://x.y";
    assert_eq!(
        crate::returned(&run),
        json!([
            [
                true,
                "EACCES",
                format!(
                    "GET https://evil.example/a?… cannot be fetched: its origin is not allowed {allowed}"
                )
            ],
            [
                true,
                "EACCES",
                format!(
                    "POST https://x.y/b cannot be fetched: its method is not allowed {allowed}"
                )
            ],
            [
                true,
                "EACCES",
                format!(
                    "GET https://api.example.com/users cannot be fetched: its path is not allowed {allowed}"
                )
            ],
        ])
    );
    let starts: Vec<String> = notes(&run)
        .iter()
        .map(|note| note.split(", ").next().unwrap().to_owned())
        .collect();
    assert_eq!(
        starts,
        [
            "GET https://evil.example/a?… EACCES",
            "POST https://x.y/b EACCES",
            "GET https://api.example.com/users EACCES"
        ]
    );
}
