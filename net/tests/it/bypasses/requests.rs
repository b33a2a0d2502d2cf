//! Redirects, methods, headers and what a refusal says.

use isolate_net::FetchPolicy;
use serde_json::json;

use super::World;
use crate::{fetching_run, notes};

#[test]
fn redirects_stay_within_the_policy() {
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
fn a_refusal_names_the_url_and_the_allow_list() {
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
