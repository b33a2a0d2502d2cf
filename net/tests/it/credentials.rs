//! Credentials that programs never see.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use isolate_host::{Functions, Outcome};
use isolate_net::{FetchPolicy, add_fetch};
use serde_json::json;

use crate::server::{Server, respond};
use crate::{fetched, fetching_run, notes, returned};

const SECRET: &str = "s3cr3t/t0ken+value";

/// Gives back all that it received, in several forms, or leads to a place.
fn echo(port_of_other: u16) -> Server {
    Server::start([127, 0, 0, 1], move |seen, stream| match seen.path() {
        "/away" => {
            let target = format!("http://127.0.0.1:{port_of_other}/stolen");
            respond(
                stream,
                "307 Temporary Redirect",
                &[("location", &target)],
                b"",
            )
        }
        "/leak" => {
            let given = seen.header("authorization").join("");
            let target = format!("http://127.0.0.1:{port_of_other}/stolen?{given}");
            respond(stream, "302 Found", &[("location", &target)], b"")
        }
        "/short" => respond(stream, "302 Found", &[("location", "/here")], b""),
        "/refused" => {
            let given = seen.header("authorization").join("");
            let token = given.strip_prefix("Bearer ").unwrap_or_default();
            let target = format!(
                "http://elsewhere.invalid/{token}/{}",
                STANDARD.encode(token)
            );
            respond(stream, "302 Found", &[("location", &target)], b"")
        }
        _ => {
            let given = seen.header("authorization").join("|");
            let encoded = given
                .replace('/', "%2F")
                .replace('+', "%2B")
                .replace(' ', "%20");
            let body = json!({ "head": seen.head, "encoded": encoded, "half": given.strip_prefix("Bearer ") });
            respond(
                stream,
                "401 Unauthorized",
                &[("x-echo", &given)],
                body.to_string().as_bytes(),
            )
        }
    })
}

fn policy_for(server: &Server, other: &Server) -> FetchPolicy {
    let mut policy = FetchPolicy::new();
    policy
        .allow(&format!("http://127.0.0.1:{}", server.port))
        .unwrap();
    policy
        .allow(&format!("http://127.0.0.1:{}", other.port))
        .unwrap();
    let line = format!(
        "http://127.0.0.1:{}=Authorization: Bearer ${{TOKEN}}",
        server.port
    );
    policy
        .inject_line(&line, |name| (name == "TOKEN").then(|| SECRET.to_owned()))
        .unwrap();
    policy
}

#[test]
fn a_credential_is_sent_to_its_origin_only() {
    let other = Server::start([127, 0, 0, 1], |seen, stream| {
        respond(stream, "200 OK", &[], seen.head.as_bytes())
    });
    let server = echo(other.port);
    let policy = policy_for(&server, &other);
    let code = format!(
        "async () => {{
            const at = 'http://127.0.0.1:{}', all = [];
            for (const [path, init] of [['/here', {{}}], ['/here', {{ headers: {{ authorization: 'Bearer mine' }} }}], ['/away', {{}}], ['/away', {{ headers: {{ Authorization: 'Bearer mine', cookie: 'a=b' }} }}], ['/leak', {{}}], ['/short', {{}}]]) {{
                const response = await fetch(at + path, init);
                all.push([response.url, response.status, [...response.headers].join(), await response.text()]);
            }}
            await fetch(at + '/here', {{ headers: {{ 'x-copy': 'x', host: 'x' }} }}).catch((e) => all.push(e.message + e.stack + JSON.stringify(e)));
            console.log(all);
            return all;
        }}",
        server.port
    );
    let run = fetching_run(&policy, &code);
    let answers = returned(&run);
    // The server got it each time, and only it: what the program gave was replaced.
    let seen = server.seen();
    assert_eq!(seen.len(), 7);
    for seen in &seen {
        assert_eq!(
            seen.header("authorization"),
            [format!("Bearer {SECRET}")],
            "{}",
            seen.head
        );
    }
    // The other got nothing, not even what the program gave for the first.
    assert_eq!(other.seen().len(), 3);
    for seen in &other.seen() {
        assert!(seen.header("authorization").is_empty(), "{}", seen.head);
        assert!(seen.header("cookie").is_empty(), "{}", seen.head);
    }
    // Nor did the program, in any form, nor anybody who reads of the run.
    let told = format!("{answers} {:?} {:?} {policy:?}", run.logs, notes(&run));
    for form in [SECRET, "s3cr3t", "t0ken"] {
        assert!(!told.contains(form), "{told}");
    }
    assert!(told.contains("[hidden]"));
}

/// What a refusal says of the place that a server leads to has no credential, in any form.
#[test]
fn a_refused_redirect_tells_no_credential() {
    let other = Server::start([127, 0, 0, 1], |_, stream| {
        respond(stream, "200 OK", &[], b"")
    });
    let server = echo(other.port);
    let policy = policy_for(&server, &other);
    let code = format!(
        "async () => {{
            const told = await fetch('http://127.0.0.1:{}/refused').catch((e) => e.message + e.stack);
            console.log(told);
            return told;
        }}",
        server.port
    );
    let run = fetching_run(&policy, &code);
    let told = format!("{} {:?} {:?}", returned(&run), run.logs, notes(&run));
    assert!(
        told.contains("elsewhere.invalid/[hidden]/[hidden]"),
        "{told}"
    );
    assert!(!told.contains("s3cr3t"), "{told}");
}

/// A header that selects a method is checked where a redirect leads to as well.
#[test]
fn a_method_in_a_header_is_allowed_at_every_hop_or_nowhere() {
    let other = Server::start([127, 0, 0, 1], |_, stream| {
        respond(stream, "200 OK", &[], b"")
    });
    let server = echo(other.port);
    let mut policy = FetchPolicy::new();
    for line in [
        format!("GET,DELETE http://127.0.0.1:{}", server.port),
        format!("GET http://127.0.0.1:{}", other.port),
    ] {
        policy.allow(&line).unwrap();
    }
    for name in [
        "X-HTTP-Method-Override",
        "X-HTTP-Method",
        "X-Method-Override",
    ] {
        let code = format!(
            "async () => fetch('http://127.0.0.1:{}/away', {{ headers: {{ '{name}': 'DELETE' }} }}).then(() => 'answered', (e) => e.code + e.message)",
            server.port
        );
        let told = fetched(&policy, &code).to_string();
        assert!(told.contains("EACCES"), "{told}");
        assert!(
            told.contains("a method that is not allowed there"),
            "{told}"
        );
    }
    assert!(other.seen().is_empty());
    assert_eq!(server.seen().len(), 3);
}

/// The target of a redirect may hold it: that server is trusted with it, the next one is not
/// asked to hide it. What is known of it must not be told to the program.
#[test]
fn other_origins_get_none_of_the_injected_headers() {
    let other = Server::start([127, 0, 0, 1], |seen, stream| {
        respond(stream, "200 OK", &[], seen.head.as_bytes())
    });
    let server = echo(other.port);
    let policy = policy_for(&server, &other);
    let code = format!(
        "async () => (await fetch('http://127.0.0.1:{}/x')).text()",
        other.port
    );
    let head = fetched(&policy, &code);
    assert!(
        !head
            .as_str()
            .unwrap()
            .to_lowercase()
            .contains("authorization"),
        "{head}"
    );
    assert!(server.seen().is_empty());
}

#[test]
fn lines_of_credentials_are_read_or_named() {
    let variable = |name: &str| (name == "TOKEN").then(|| SECRET.to_owned());
    let fault = |line: &str| {
        let mut policy = FetchPolicy::new();
        policy
            .inject_line(line, variable)
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    for (line, told) in [
        (
            "https://a.b=Authorization: Bearer ${OTHER}",
            "the header \"Authorization\" of \"https://a.b\" needs the variable OTHER, which has no value",
        ),
        (
            "https://a.b=Authorization: Bearer ${TOKEN",
            "the header \"Authorization\" of \"https://a.b\" has a `${` without its `}`",
        ),
        (
            "https://*=Authorization: Bearer ${TOKEN}",
            "\"https://*\" is not an origin for the header \"Authorization\": name one, such as https://api.example.com",
        ),
        (
            "GET https://a.b=X-Key: ${TOKEN}",
            "\"GET https://a.b\" is not an origin for the header \"X-Key\": name one, such as https://api.example.com",
        ),
        (
            "https://a.b=Host: ${TOKEN}",
            "the header \"Host\" cannot be added: it is not a valid name, or the connection sets it",
        ),
        ("https://a.b=X-Key:", "the header \"X-Key\" has no value"),
        (
            "https://a.b=X-Key: a\u{1}b",
            "the value of the header \"X-Key\" cannot be sent: it contains a line break or another control character",
        ),
        (
            "Authorization",
            "the header that begins with \"Authorization\" is not valid: write it as https://api.example.com=Authorization: Bearer ${API_TOKEN}",
        ),
    ] {
        let fault = fault(line);
        assert_eq!(fault, told);
        assert!(!fault.contains(SECRET));
    }
    let mut policy = FetchPolicy::new();
    policy
        .inject_line("https://a.b/v1/**=X-Key: ${TOKEN}", variable)
        .unwrap();
    assert!(!format!("{policy:?}").contains(SECRET));
}

#[test]
fn lines_of_an_allow_list_are_read_or_named() {
    for line in [
        "https://api.github.com",
        "https://api.github.com/",
        "https://api.github.com/repos/**",
        "GET https://x.y",
        "GET,HEAD https://x.y/a/*/b",
        "get https://x.y",
        "http://localhost:8080",
        "http://127.0.0.1:3000/v1/",
        "http://[::1]:80",
        "https://*.example.com",
        "https://*",
        "  https://a.b  ",
        "PROPFIND https://dav.example.com",
        "https://b\u{fc}cher.example/\u{e9}/**",
    ] {
        FetchPolicy::new()
            .allow(line)
            .unwrap_or_else(|fault| panic!("{fault}"));
    }
    for (line, reason) in [
        ("", "the origin has no scheme"),
        ("api.github.com", "the origin has no scheme"),
        ("ftp://a.b", "the scheme must be https or http"),
        ("file:///etc", "the scheme must be https or http"),
        (
            "https://",
            "a host may begin with `*.` or be `*`, and contains no other `*`",
        ),
        (
            "https://a.*.b",
            "a host may begin with `*.` or be `*`, and contains no other `*`",
        ),
        (
            "https://user:pass@a.b",
            "an origin has no user name: give credentials as an injected header",
        ),
        ("https://a.b:0", "\"0\" is not a port"),
        ("https://a.b:99999", "\"99999\" is not a port"),
        (
            "https://a.b/x?y=z",
            "a path has no query, no fragment and no backslash",
        ),
        (
            "https://a.b/x/../y",
            "the path contains `.`, `..`, or an encoded `/`, `*` or `%`",
        ),
        (
            "https://a.b/x%2fy",
            "the path contains `.`, `..`, or an encoded `/`, `*` or `%`",
        ),
        (
            "https://a.b/x**",
            "`**` stands for whole segments, but \"x**\" contains more",
        ),
        ("TRACE https://a.b", "the method TRACE is never allowed"),
        ("G(T https://a.b", "\"G(T\" is not a method"),
        ("https://*.127.0.0.1", "an address has no subdomains"),
    ] {
        let fault = FetchPolicy::new()
            .allow(line)
            .map(|_| ())
            .unwrap_err()
            .to_string();
        assert_eq!(
            fault,
            format!(
                "{line:?} is not a valid rule: {reason}; write it as https://api.example.com, https://api.example.com/v1/** or GET,HEAD https://api.example.com/items/*"
            )
        );
    }
    let fault = FetchPolicy::new()
        .allow_private("10.0.0.0/99")
        .map(|_| ())
        .unwrap_err();
    assert_eq!(
        fault.to_string(),
        "\"10.0.0.0/99\" is not an address or a network: write it as 10.0.0.5, 10.0.0.0/8 or fd00::/8"
    );
}

/// Programs see neither the functions below `fetch` nor any that the run does not have.
#[test]
fn the_functions_behind_fetch_are_not_globals() {
    let mut policy = FetchPolicy::new();
    policy.allow("https://a.b").unwrap();
    let mut functions = Functions::new();
    add_fetch(&mut functions, &policy);
    assert_eq!(functions.infos().count(), 0);
    let run = crate::run_with(
        functions,
        "async () => [typeof $net, typeof fetch, '$net' in globalThis, typeof tools['$net.fetch']]",
    );
    assert_eq!(
        returned(&run),
        json!(["undefined", "function", false, "undefined"])
    );
    let run = crate::run_with(Functions::new(), "async () => typeof fetch");
    assert_eq!(returned(&run), "undefined");
    let run = crate::run_with(Functions::new(), "async () => fetch('https://a.b')");
    let Outcome::Threw(thrown) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(thrown.name, "ReferenceError");
}
