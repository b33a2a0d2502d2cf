//! Servers that answer too much, too slowly, or not in HTTP.

use std::io::Write;
use std::time::{Duration, Instant};

use isolate_net::FetchPolicy;
use serde_json::{Value as Json, json};

use crate::server::{Server, respond};
use crate::{fetched, fetching_run, notes};

fn policy_for(server: &Server) -> FetchPolicy {
    let mut policy = FetchPolicy::new();
    policy
        .allow(&format!("http://127.0.0.1:{}", server.port))
        .unwrap();
    policy
}

/// What came of a call of each of these paths.
fn answers(policy: &FetchPolicy, port: u16, calls: &[&str]) -> Json {
    let calls: Vec<String> = calls
        .iter()
        .map(|call| {
            let call = call.replace("AT", &format!("http://127.0.0.1:{port}"));
            format!("await (async () => {call})().then(async (r) => [r.status, (await r.bytes()).length], (e) => [e.name, e.code, e.message])")
        })
        .collect();
    fetched(policy, &format!("async () => [{}]", calls.join(", ")))
}

#[test]
fn an_answer_is_cut_at_its_bound() {
    let server = Server::start([127, 0, 0, 1], |seen, stream| {
        let count = seen.number();
        match seen.path() {
            // Neither tells how much it is, and neither ends.
            "/endless" => {
                stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
                loop {
                    stream.write_all(&[b'x'; 65536])?;
                }
            }
            "/chunks" => {
                stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")?;
                loop {
                    stream.write_all(b"a\r\n0123456789\r\n")?;
                }
            }
            "/headers" => {
                stream.write_all(b"HTTP/1.1 200 OK\r\n")?;
                loop {
                    stream.write_all(b"x-more: and more\r\n")?;
                }
            }
            "/header" => respond(stream, "200 OK", &[("x-large", &"x".repeat(20_000))], b""),
            // 1 GB, as it says itself.
            "/promise" => {
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\nx")
            }
            _ => respond(stream, "200 OK", &[], &vec![b'x'; count]),
        }
    });
    let mut policy = policy_for(&server);
    policy.response_bytes_max(10_000);
    // `connection: close`, `content-length: NNNN`, each with four more bytes.
    let of_headers = 10 + 5 + 4 + 14 + 4 + 4;
    let whole = format!("fetch('AT/{}')", 10_000 - of_headers);
    let more = format!("fetch('AT/{}')", 10_001 - of_headers);
    let calls = [
        whole.as_str(),
        &more,
        "fetch('AT/endless')",
        "fetch('AT/chunks')",
        "fetch('AT/header')",
        "fetch('AT/promise')",
        "fetch('AT/headers')",
    ];
    let answers = answers(&policy, server.port, &calls);
    assert_eq!(answers[0], json!([200, 10_000 - of_headers]));
    for (at, path) in [
        (1, &more[10..14]),
        (2, "endless"),
        (3, "chunks"),
        (4, "header"),
        (5, "promise"),
    ] {
        let path = if at == 1 {
            format!("{}", 10_001 - of_headers)
        } else {
            path.to_owned()
        };
        let message = format!(
            "the answer of GET http://127.0.0.1:{}/{path} has more than 10000 bytes: ask for less, such as one page or fewer fields",
            server.port
        );
        assert_eq!(
            answers[at],
            json!(["TypeError", "E2BIG", message]),
            "{}",
            calls[at]
        );
    }
    assert_eq!(answers[6][1], "EPROTO", "{}", answers[6]);
}

/// 1 KB that would be 1 MB is 1 KB here.
#[test]
fn nothing_is_unpacked() {
    let server = Server::start([127, 0, 0, 1], |_, stream| {
        respond(
            stream,
            "200 OK",
            &[("content-encoding", "gzip")],
            &[0x1f, 0x8b, 8, 0, 1, 2, 3],
        )
    });
    let answers = answers(&policy_for(&server), server.port, &["fetch('AT/bomb')"]);
    assert_eq!(answers[0], json!([200, 7]));
    assert!(server.seen()[0].header("accept-encoding").is_empty());
}

#[test]
fn a_request_is_bounded_too() {
    let server = Server::start([127, 0, 0, 1], |seen, stream| {
        respond(
            stream,
            "200 OK",
            &[],
            seen.body.len().to_string().as_bytes(),
        )
    });
    let mut policy = policy_for(&server);
    policy.request_bytes_max(2_000);
    let calls = [
        "fetch('AT/a', { method: 'POST', body: 'x'.repeat(1500) })",
        "fetch('AT/b', { method: 'POST', body: 'x'.repeat(2000) })",
        "fetch('AT/c?' + 'x'.repeat(2000))",
        "fetch('AT/d', { headers: { a: 'x'.repeat(2000) } })",
    ];
    let answers = answers(&policy, server.port, &calls);
    assert_eq!(answers[0], json!([200, 4]));
    for at in 1..4 {
        assert_eq!(answers[at][1], "E2BIG", "{}", answers[at]);
    }
    assert_eq!(server.seen().len(), 1);
}

#[test]
fn a_server_that_does_not_answer_ends_its_call_alone() {
    let server = Server::start([127, 0, 0, 1], |seen, stream| match seen.path() {
        "/slow" => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")?;
            loop {
                stream.write_all(b"x")?;
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        "/never" => {
            std::thread::sleep(Duration::from_secs(20));
            Ok(())
        }
        _ => respond(stream, "200 OK", &[], b"fine"),
    });
    let mut policy = policy_for(&server);
    policy.timeout(Duration::from_secs(1));
    let calls = ["fetch('AT/slow')", "fetch('AT/never')", "fetch('AT/fine')"];
    let answers = answers(&policy, server.port, &calls);
    for (at, path) in [(0, "slow"), (1, "never")] {
        let message = format!(
            "GET http://127.0.0.1:{}/{path} was not answered within 1000 ms",
            server.port
        );
        assert_eq!(answers[at], json!(["TypeError", "ETIMEDOUT", message]));
    }
    assert_eq!(answers[2], json!([200, 4]));
}

/// The outcome does not depend on the speed of the machine: the limit is an hour.
#[test]
fn a_slow_answer_within_the_time_limit_is_whole() {
    let server = Server::start([127, 0, 0, 1], |_, stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n")?;
        for byte in [b"o", b"k"] {
            std::thread::sleep(Duration::from_millis(50));
            stream.write_all(byte)?;
        }
        Ok(())
    });
    let mut policy = policy_for(&server);
    policy.timeout(Duration::from_secs(3600));
    let answers = answers(&policy, server.port, &["fetch('AT/')"]);
    assert_eq!(answers, json!([[200, 2]]));
}

#[test]
fn an_answer_that_is_not_http_is_an_error() {
    let server = Server::start([127, 0, 0, 1], |seen, stream| {
        let answer: &[u8] = match seen.path() {
            "/nothing" => b"",
            "/text" => b"hello\r\n\r\n",
            "/short" => b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc",
            "/lengths" => b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 5\r\n\r\nabcde",
            "/minus" => b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nabc",
            "/chunk" => b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
            "/status" => b"HTTP/1.1 2000 OK\r\n\r\n",
            "/name" => b"HTTP/1.1 200 OK\r\na b: c\r\ncontent-length: 0\r\n\r\n",
            "/version" => b"HTTP/9.9 200 OK\r\n\r\n",
            "/binary" => &[0, 1, 2, 0xff, 0xfe, 13, 10, 13, 10],
            _ => b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok and what is no part of it",
        };
        stream.write_all(answer)
    });
    let calls = [
        "fetch('AT/nothing')",
        "fetch('AT/text')",
        "fetch('AT/short')",
        "fetch('AT/lengths')",
        "fetch('AT/minus')",
        "fetch('AT/chunk')",
        "fetch('AT/status')",
        "fetch('AT/name')",
        "fetch('AT/version')",
        "fetch('AT/binary')",
        "fetch('AT/ok')",
    ];
    let answers = answers(&policy_for(&server), server.port, &calls);
    for (call, answer) in calls.iter().zip(answers.as_array().unwrap()) {
        if call.contains("/ok") {
            assert_eq!(*answer, json!([200, 2]));
            continue;
        }
        assert_eq!(answer[0], "TypeError", "{call}: {answer}");
        let message = answer[2].as_str().unwrap();
        let path = &call[9..call.len() - 2];
        assert!(
            message.starts_with("GET http://127.0.0.1:") && message.contains(path),
            "{message}"
        );
        assert!(
            !message.contains("hyper") && !message.contains("reqwest"),
            "{message}"
        );
    }
}

#[test]
fn redirects_and_requests_are_counted() {
    let server = Server::start([127, 0, 0, 1], |seen, stream| {
        let next = format!("/{}", seen.number() + 1);
        respond(stream, "302 Found", &[("location", &next)], b"")
    });
    let mut policy = policy_for(&server);
    policy.redirects_max(3);
    let answers = answers(&policy, server.port, &["fetch('AT/1')"]);
    let message = format!(
        "GET http://127.0.0.1:{}/4 redirects more than 3 times in a row",
        server.port
    );
    assert_eq!(answers[0], json!(["TypeError", "EREDIRECT", message]));
    assert_eq!(server.seen().len(), 4);

    let server = Server::start([127, 0, 0, 1], |seen, stream| match seen.number() {
        0 => respond(stream, "200 OK", &[], b""),
        more => respond(
            stream,
            "307 Temporary Redirect",
            &[("location", &format!("/{}", more - 1))],
            b"",
        ),
    });
    let mut policy = policy_for(&server);
    policy.requests_max(5);
    let code = format!(
        "async () => {{
            const get = (n) => fetch('http://127.0.0.1:{}/' + n).then((r) => [r.status, r.redirected], (e) => e.code);
            return [await get(0), await get(2), await get(1), await get(0)];
        }}",
        server.port
    );
    let expected = json!([[200, false], [200, true], "ELIMIT", "ELIMIT"]);
    assert_eq!(fetched(&policy, &code), expected);
    assert_eq!(server.seen().len(), 5);
    // Another run has its own.
    assert_eq!(fetched(&policy, &code), expected);
}

#[test]
fn calls_wait_for_their_turn() {
    let under_way = std::sync::Arc::new(std::sync::Mutex::new((0, 0)));
    let counted = std::sync::Arc::clone(&under_way);
    let server = Server::start([127, 0, 0, 1], move |_, stream| {
        {
            let mut counts = counted.lock().unwrap();
            counts.0 += 1;
            counts.1 = counts.1.max(counts.0);
        }
        std::thread::sleep(Duration::from_millis(40));
        counted.lock().unwrap().0 -= 1;
        respond(stream, "200 OK", &[], b"x")
    });
    let mut policy = policy_for(&server);
    policy.concurrent_max(3);
    let code = format!(
        "async () => (await Promise.all(Array.from({{ length: 12 }}, (_, i) => fetch('http://127.0.0.1:{}/' + i).then((r) => r.status)))).length",
        server.port
    );
    assert_eq!(fetched(&policy, &code), 12);
    assert_eq!(under_way.lock().unwrap().1, 3);
}

#[test]
fn requests_are_cancelled_when_their_run_ends() {
    let server = Server::start([127, 0, 0, 1], |_, _| {
        std::thread::sleep(Duration::from_secs(20));
        Ok(())
    });
    let began = Instant::now();
    let code = format!(
        "async () => {{ fetch('http://127.0.0.1:{}/x?key=1').catch(() => {{}}); process.exit(); }}",
        server.port
    );
    let run = fetching_run(&policy_for(&server), &code);
    assert!(
        matches!(run.outcome, isolate_host::Outcome::Returned(_)),
        "{:?}",
        run.outcome
    );
    // The bound is 10 s: it did not wait for it.
    assert!(began.elapsed() < Duration::from_secs(8));
    let note = format!(
        "GET http://127.0.0.1:{}/x?… was not answered before the end of the run",
        server.port
    );
    assert_eq!(notes(&run), [note]);
}
