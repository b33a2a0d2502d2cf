//! Allowed calls of `fetch`.

use std::io::Write;
use std::time::Duration;

use isolate_host::{Functions, RunOptions};
use isolate_net::{FetchPolicy, Resolve, Resolved, add_fetch};
use serde_json::json;

use crate::server::{Seen, Server, respond};
use crate::{fetched, fetching_run, notes, returned, run_by};

fn mirror(seen: &Seen, stream: &mut std::net::TcpStream) -> std::io::Result<()> {
    let path = seen.path().to_owned();
    if let Some(status) = path.strip_prefix("/to/") {
        let status = format!("{} Found", &status[..3]);
        return respond(
            stream,
            &status,
            &[("location", "/end#there")],
            b"body of the redirect",
        );
    }
    match path.split('?').next().unwrap_or_default() {
        "/204" => stream.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"),
        "/json" => respond(
            stream,
            "200 OK",
            &[
                ("content-type", "application/json"),
                ("set-cookie", "a=1"),
                ("set-cookie", "b=2"),
                ("X-Multi", "1"),
                ("x-multi", "2"),
            ],
            b"\xef\xbb\xbf{\"a\":[1,2]}",
        ),
        "/bytes" => respond(stream, "200 OK", &[], &[0, 255, 128, 10]),
        "/404" => respond(stream, "404 Not Found", &[], b"nothing here"),
        "/slow" => {
            std::thread::sleep(Duration::from_secs(20));
            Ok(())
        }
        _ => {
            let body = String::from_utf8_lossy(&seen.body).into_owned();
            let body = json!({ "line": seen.line(), "type": seen.header("content-type"), "length": seen.header("content-length"), "body": body, "x": seen.header("x-a"), "agent": seen.header("user-agent"), "accept": seen.header("accept") });
            respond(
                stream,
                "200 OK",
                &[("content-type", "application/json")],
                body.to_string().as_bytes(),
            )
        }
    }
}

fn world() -> (Server, FetchPolicy) {
    let server = Server::start([127, 0, 0, 1], mirror);
    let mut policy = FetchPolicy::new();
    policy
        .allow(&format!("http://127.0.0.1:{}", server.port))
        .unwrap();
    (server, policy)
}

fn program(port: u16, body: &str) -> String {
    format!("async () => {{ const at = 'http://127.0.0.1:{port}'; {body} }}")
}

#[test]
fn answers_are_read_in_every_form() {
    let (server, policy) = world();
    let code = program(server.port, "
        const r = await fetch(at + '/json?x=1#frag');
        const out = [r.ok, r.status, r.statusText, r.redirected, r.type, r.url === at + '/json?x=1', r.bodyUsed, r.headers.get('x-multi'), r.headers.getSetCookie()];
        const copy = r.clone();
        out.push(await r.json(), r.bodyUsed, (await copy.text()).length, copy.url === r.url);
        out.push(await r.text().catch((e) => e.message));
        try { copy.headers.set('a', 'b'); } catch (e) { out.push(e.name + ': ' + e.message); }
        out.push([...new Uint8Array(await (await fetch(at + '/bytes')).arrayBuffer())], [...await (await fetch(at + '/bytes')).bytes()]);
        const blob = await (await fetch(at + '/json')).blob();
        out.push(blob.type, blob.size);
        const none = await fetch(at + '/204');
        out.push(none.status, none.body, await none.text());
        const lost = await fetch(at + '/404');
        out.push(lost.ok, lost.status, lost.statusText, await lost.text());
        const pieces = [];
        for await (const piece of (await fetch(at + '/bytes')).body) pieces.push(...piece);
        const reader = (await fetch(at + '/bytes')).body.getReader();
        const first = await reader.read(), last = await reader.read();
        out.push(pieces, first.value.length, first.done, last.done, last.value === undefined);
        const head = await fetch(at + '/json', { method: 'HEAD' });
        out.push(head.status, head.body);
        return out;");
    assert_eq!(
        fetched(&policy, &code),
        json!([
            true, 200, "OK", false, "basic", true, false, "1, 2", ["a=1", "b=2"],
            { "a": [1, 2] }, true, 11, true,
            "Body is unusable: Body has already been read",
            "TypeError: immutable",
            [0, 255, 128, 10], [0, 255, 128, 10],
            "application/json", 14,
            204, null, "",
            false, 404, "Not Found", "nothing here",
            [0, 255, 128, 10], 4, false, true, true,
            200, null
        ])
    );
}

#[test]
fn requests_are_sent_in_every_form() {
    let (server, policy) = world();
    let code = program(server.port, "
        const sent = async (init, url = at + '/echo') => { const { line, type, length, body, x } = await (await fetch(url, init)).json(); return [line, type[0] ?? null, length[0] ?? null, body, x]; };
        const form = new FormData();
        form.append('a', 'b');
        const multi = await sent({ method: 'POST', body: form });
        return [
            await sent(),
            await sent({ method: 'post', body: 'text' }),
            await sent({ method: 'PUT', body: JSON.stringify({ a: 1 }), headers: { 'Content-Type': 'application/json', 'X-A': ' b ' } }),
            await sent({ method: 'PATCH', body: new URLSearchParams({ a: 'b c' }) }),
            await sent({ method: 'POST', body: new Uint8Array([65, 66]) }),
            await sent({ method: 'POST', body: new Uint8Array([65, 66, 67]).buffer }),
            await sent({ method: 'POST', body: new Blob(['x'], { type: 'a/b' }) }),
            await sent({ method: 'DELETE', headers: [['x-a', '1'], ['x-a', '2']] }),
            await sent({}, new Request(at + '/r', { method: 'POST', body: 'of a request', headers: new Headers({ 'x-a': 'r' }) })),
            await sent({}, new URL('/u?q=1', at)),
            [multi[1].startsWith('multipart/form-data; boundary='), multi[3].includes('name=\"a\"')],
        ];");
    assert_eq!(
        fetched(&policy, &code),
        json!([
            ["GET /echo", null, null, "", []],
            ["POST /echo", "text/plain;charset=UTF-8", "4", "text", []],
            ["PUT /echo", "application/json", "7", "{\"a\":1}", ["b"]],
            [
                "PATCH /echo",
                "application/x-www-form-urlencoded;charset=UTF-8",
                "5",
                "a=b+c",
                []
            ],
            ["POST /echo", null, "2", "AB", []],
            ["POST /echo", null, "3", "ABC", []],
            ["POST /echo", "a/b", "1", "x", []],
            ["DELETE /echo", null, null, "", ["1, 2"]],
            [
                "POST /r",
                "text/plain;charset=UTF-8",
                "12",
                "of a request",
                ["r"]
            ],
            ["GET /u?q=1", null, null, "", []],
            [true, true]
        ])
    );
    assert_eq!(server.seen()[1].header("user-agent"), ["isolate"]);
    assert_eq!(server.seen()[1].header("accept"), ["*/*"]);
    assert_eq!(
        server.seen()[1].header("host"),
        [format!("127.0.0.1:{}", server.port)]
    );
}

#[test]
fn redirects_change_methods_as_specified() {
    let (server, policy) = world();
    let code = program(server.port, "
        const out = [];
        for (const status of [301, 302, 303, 307, 308]) for (const method of ['GET', 'POST', 'PUT']) {
            const init = method === 'GET' ? {} : { method, body: 'kept', headers: { 'content-type': 'a/b' } };
            const r = await fetch(at + '/to/' + status, init), { line, type, body } = await r.json();
            out.push([status, method, line, type[0] ?? '', body, r.redirected, r.url === at + '/end']);
        }
        const manual = await fetch(at + '/to/302', { redirect: 'manual' });
        out.push([manual.status, manual.headers.get('location'), await manual.text(), manual.redirected]);
        out.push(await fetch(at + '/to/302', { redirect: 'error' }).catch((e) => [e.name, e.code]));
        return out;");
    let mut expected = Vec::new();
    for status in [301, 302, 303, 307, 308] {
        for method in ["GET", "POST", "PUT"] {
            let becomes_get = match status {
                301 | 302 => method == "POST",
                303 => true,
                _ => method == "GET",
            };
            let (line, media_type, body) = match becomes_get || method == "GET" {
                true => ("GET /end".to_owned(), "", ""),
                false => (format!("{method} /end"), "a/b", "kept"),
            };
            expected.push(json!([status, method, line, media_type, body, true, true]));
        }
    }
    expected.push(json!([302, "/end#there", "body of the redirect", false]));
    expected.push(json!(["TypeError", "EREDIRECT"]));
    assert_eq!(fetched(&policy, &code), json!(expected));
}

#[test]
fn signals_end_requests() {
    let (server, policy) = world();
    let code = program(server.port, "
        const out = [], told = (e) => [e.name, e.message, e instanceof DOMException];
        out.push(await fetch(at + '/slow', { signal: AbortSignal.timeout(50) }).catch(told));
        out.push(await fetch(at + '/slow', { signal: AbortSignal.any([AbortSignal.timeout(5000), AbortSignal.timeout(60)]) }).catch(told));
        out.push(await fetch(at + '/echo', { signal: AbortSignal.timeout(60000) }).then((r) => r.status));
        out.push(await fetch(at + '/echo', { signal: AbortSignal.abort() }).catch(told));
        out.push(await fetch(at + '/echo', { signal: AbortSignal.abort(new Error('mine')) }).catch((e) => e.message));
        const controller = new AbortController();
        const slow = fetch(at + '/slow', { signal: controller.signal }).catch(told);
        const quick = fetch(at + '/echo').then(() => controller.abort());
        out.push(await slow);
        await quick;
        const late = new AbortController(), done = await fetch(at + '/echo', { signal: late.signal });
        late.abort();
        out.push((await done.json()).line);
        return out;");
    let run = fetching_run(&policy, &code);
    let timed_out = json!([
        "TimeoutError",
        "The operation was aborted due to timeout",
        true
    ]);
    let aborted = json!(["AbortError", "This operation was aborted", true]);
    assert_eq!(
        returned(&run),
        json!([
            timed_out,
            timed_out,
            200,
            aborted,
            "mine",
            aborted,
            "GET /echo"
        ])
    );
    assert!(run.logs.is_empty(), "{:?}", run.logs);
}

#[test]
fn every_call_is_recorded() {
    let (server, policy) = world();
    let code = program(
        server.port,
        "
        await fetch(at + '/bytes?key=secret');
        await fetch(at + '/to/302');
        await fetch(at + '/404', { method: 'POST' });
        await fetch('http://elsewhere.example/').catch(() => {});",
    );
    let run = fetching_run(&policy, &code);
    let at = format!("http://127.0.0.1:{}", server.port);
    let notes: Vec<String> = notes(&run)
        .iter()
        .map(|note| note.rsplit_once(", ").unwrap().0.to_owned())
        .collect();
    let size = server.seen().len();
    assert_eq!(size, 4);
    assert_eq!(notes[0], format!("GET {at}/bytes?… 200, 4 bytes"));
    assert!(
        notes[1].starts_with(&format!("GET {at}/to/302 → {at}/end 200, ")),
        "{}",
        notes[1]
    );
    assert_eq!(notes[2], format!("POST {at}/404 404, 12 bytes"));
    assert_eq!(notes[3], "GET http://elsewhere.example/ EACCES");
    let names: Vec<&str> = run
        .calls
        .entries
        .iter()
        .map(|call| call.function.as_str())
        .collect();
    assert_eq!(names, ["fetch", "fetch", "fetch", "fetch"]);
}

#[test]
fn runs_that_keep_nothing_may_only_read() {
    let (server, policy) = world();
    let code = program(
        server.port,
        "
        const get = await fetch(at + '/echo').then((r) => r.status);
        const post = await fetch(at + '/echo', { method: 'POST', body: 'x' }).catch((e) => e.code);
        return [get, post];",
    );
    let mut functions = Functions::new();
    add_fetch(&mut functions, &policy);
    let read_only = RunOptions::new().functions(functions.clone()).read_only();
    assert_eq!(returned(&run_by(read_only, &code)), json!([200, "EROFS"]));
    let dry = RunOptions::new().functions(functions).dry_run();
    assert_eq!(returned(&run_by(dry, &code)), json!([200, "EROFS"]));
    assert_eq!(server.seen().len(), 2);
}

#[test]
fn failures_of_the_connection_have_codes() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    // It answers before it is asked, and not as a server of TLS does.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let plain = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let mut policy = FetchPolicy::new();
    for line in [
        format!("http://127.0.0.1:{closed}"),
        format!("https://127.0.0.1:{plain}"),
        "http://nowhere.test".to_owned(),
    ] {
        policy.allow(&line).unwrap();
    }
    policy.resolver(|_: &str| Vec::new());
    let code = format!(
        "async () => {{ const out = [], told = (e) => out.push([e.name, e.code, e.message]);
            await fetch('http://127.0.0.1:{closed}/a').catch(told);
            await fetch('https://127.0.0.1:{plain}/b').catch(told);
            await fetch('http://nowhere.test/c?d').catch(told);
            await fetch().catch(told);
            await fetch('/relative').catch(told);
            return out; }}"
    );
    let told = fetched(&policy, &code);
    assert_eq!(
        told[0],
        json!([
            "TypeError",
            "ECONNREFUSED",
            format!("GET http://127.0.0.1:{closed}/a failed: nothing listens there")
        ])
    );
    assert_eq!(told[1][1], "EPROTO", "{told}");
    assert_eq!(
        told[2],
        json!([
            "TypeError",
            "ENOTFOUND",
            "GET http://nowhere.test/c?… failed: the host nowhere.test was not found"
        ])
    );
    assert_eq!(told[3][1], "ERR_MISSING_ARGS");
    assert_eq!(told[4][2], "Failed to parse URL from /relative");
}

/// As when the machine has no resolver, or that has no answer.
struct Failing;

impl Resolve for Failing {
    fn resolve(&self, _: &str) -> Resolved {
        Box::pin(async { Err(std::io::Error::other("no resolver")) })
    }
}

#[test]
fn a_lookup_that_fails_finds_nothing() {
    let mut policy = FetchPolicy::new();
    policy.allow("https://somewhere.test").unwrap();
    policy.resolver(Failing);
    let code = "async () => fetch('https://somewhere.test/').catch((e) => [e.code, e.message])";
    let message = "GET https://somewhere.test/ failed: the host somewhere.test was not found";
    assert_eq!(fetched(&policy, code), json!(["ENOTFOUND", message]));
}
