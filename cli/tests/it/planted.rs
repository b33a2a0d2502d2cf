//! Credentials that are given to the command are searched for in all that it lets out: what a program
//! reads and throws, what is printed, logged and recorded.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;

use crate::{Answer, Folder, answer, repository};

/// A header of `fetch`, a header of an MCP server over HTTP, and the environment of one over a pipe.
/// A quote, a slash and a space, which every encoding writes in another way.
const NET: &str = "net7\"cre/d en5tial";
const HTTP: &str = "http3\"cre/d en9tial";
const PIPE: &str = "pipe4cre/den2tial";

/// How a server could repeat a credential.
fn forms(secret: &str) -> Vec<String> {
    let json = secret.replace('"', "\\\"");
    let percent: String = secret
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    let slashes = json.replace('/', "\\/");
    vec![
        secret.to_owned(),
        json,
        slashes,
        percent,
        base64(secret.as_bytes()),
    ]
}

/// Base64, by its definition.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let number = (0..3).fold(0, |number, at| {
            number << 8 | usize::from(group.get(at).copied().unwrap_or(0))
        });
        for digit in 0..4 {
            text.push(match digit <= group.len() {
                true => char::from(DIGITS[number >> (18 - 6 * digit) & 63]),
                false => '=',
            });
        }
    }
    text
}

/// Repeats the credential of a request in the way that its path names.
fn repeat(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte)? == 1 {
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let secret = head
        .lines()
        .find_map(|line| {
            line.to_ascii_lowercase()
                .starts_with("x-key: ")
                .then(|| &line[7..])
        })
        .unwrap_or("none");
    let all = forms(secret).join(" | ");
    let percent = &forms(secret)[3];
    let path = head.split(' ').nth(1).unwrap_or_default();
    let (status, header) = match path {
        "/echo" => ("200 OK".to_owned(), format!("X-Echo: {secret}\r\n")),
        "/refuse" => (format!("401 {secret} is wrong"), String::new()),
        "/away" => (
            "302 Found".to_owned(),
            format!("Location: http://{percent}.invalid/{percent}?{percent}\r\n"),
        ),
        "/cut" => (
            "200 OK".to_owned(),
            "Content-Length: 1000000\r\n".to_owned(),
        ),
        // What asks for the tools of an MCP server.
        _ => (format!("500 {secret}"), format!("X-Echo: {secret}\r\n")),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{header}Connection: close\r\n\r\n{all}\n{head}"
    )
}

fn server() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            thread::spawn(move || repeat(&mut stream));
        }
    });
    port
}

/// Reads all that a response has, and lets it out in every way that a program has.
const PROGRAM: &str = r"async ({ origin, ends }) => {
    const seen = [];
    for (const path of ['/echo', '/refuse', '/away', '/cut', '/else']) {
        try {
            const response = await fetch(origin + path);
            seen.push(response.url, response.status, response.statusText, [...response.headers]);
            seen.push(await response.text());
        } catch (error) {
            seen.push(String(error), error.stack, { ...error }, String(error.cause));
        }
    }
    for (const tool of [pipe.leak, pipe.env, pipe.fail, pipe.die]) {
        try { seen.push(await tool({})) } catch (error) { seen.push(String(error), { ...error }) }
    }
    console.log(seen);
    console.error(JSON.stringify(seen));
    await state.writeJson('/seen.json', seen);
    if (ends === 'throws') throw Object.assign(new Error(JSON.stringify(seen)), { seen });
    return seen;
}";

fn run(folder: &Folder, port: u16, ends: &str, more: &[&str]) -> Answer {
    let origin = format!("http://127.0.0.1:{port}");
    let script = repository().join("mcp/tests/server.sh");
    let mut command = folder.command(["--eval", PROGRAM, "--db", "w.sqlite"]);
    command
        .args([
            "--input",
            &format!(r#"{{"origin":"{origin}","ends":"{ends}"}}"#),
        ])
        .args(["--allow-net", &format!("{origin}/**")])
        .args(["--net-header", &format!("{origin}=X-Key: ${{NET}}")])
        .args(["--mcp", &format!("pipe=/bin/sh '{}'", script.display())])
        .args(["--mcp-env", "pipe=SECRET"])
        .args(more)
        .env("NET", NET)
        .env("HTTP", HTTP)
        .env("SECRET", PIPE)
        .env("RUST_LOG", "trace");
    answer(&mut command)
}

fn assert_clean(what: &str, bytes: &[u8]) {
    for secret in [NET, HTTP, PIPE] {
        for form in forms(secret) {
            let found = bytes
                .windows(form.len())
                .position(|part| part == form.as_bytes());
            if let Some(at) = found {
                let around = &bytes[at.saturating_sub(80)..bytes.len().min(at + 80)];
                panic!("{what} has {form:?}: {:?}", String::from_utf8_lossy(around));
            }
        }
    }
}

#[test]
fn planted_credentials_are_in_nothing_that_is_let_out() {
    let folder = Folder::new();
    let port = server();
    let header = format!("web=X-Key: {}", "${HTTP}");
    let web = format!("web=http://127.0.0.1:{port}/mcp");
    let unreachable = ["--mcp", &web, "--mcp-header", &header];
    let calls: [(&str, &[&str], &str); 5] = [
        ("returns", &[], "[hidden]"),
        ("returns", &["--json"], "[hidden]"),
        ("throws", &[], "[hidden]"),
        ("throws", &["--json", "--atomic"], "[hidden]"),
        // An MCP server that cannot be used: its answers are in the error.
        ("returns", &unreachable, "web"),
    ];
    for (ends, more, told) in calls {
        let answer = run(&folder, port, ends, more);
        let text = answer.to_string();
        // Otherwise nothing was repeated, and the test shows nothing.
        assert!(text.contains(told), "{ends} {more:?}: {text}");
        assert_clean(&format!("{ends} {more:?}"), text.as_bytes());
    }
    for command in [
        &["log", "--json"][..],
        &["show", "1", "--json"],
        &["show", "1"],
    ] {
        let shown = folder.run(command.iter().chain(&["--db", "w.sqlite"]));
        assert_clean(&command.join(" "), shown.to_string().as_bytes());
    }
    for file in fs::read_dir(folder.0.path()).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            assert_clean(&path.display().to_string(), &fs::read(&path).unwrap());
        }
    }
}
