//! `serve` and `mcp-config`: the tools over the Model Context Protocol.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value as Json, json};

use crate::{Answer, Folder, from_output};

const SECRET: &str = "0123456789abcdef0123456789abcdef";

pub(crate) fn greeting() -> Json {
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" } } })
}

/// What a server over a pipe says to some lines.
pub(crate) fn answers(answer: &Answer) -> Vec<Json> {
    let lines = answer.out.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Each client gets its own form, and what it says starts a server.
#[test]
fn the_printed_client_configuration_starts_a_server() {
    let folder = Folder::new();
    for (client, key) in [
        ("claude-desktop", "mcpServers"),
        ("claude-code", "mcpServers"),
        ("cursor", "mcpServers"),
        ("vscode", "servers"),
        ("zed", "context_servers"),
    ] {
        let told = folder.run([
            "mcp-config",
            "--client",
            client,
            "--db",
            "w.sqlite",
            "--tools",
            "all",
        ]);
        assert_eq!(told.code, Some(0), "{told}");
        assert!(told.err.starts_with("# "), "where it goes: {told}");
        let config: Json = serde_json::from_str(&told.out).unwrap();
        let server = &config[key]["isolate"];
        let arguments: Vec<&str> = server["args"]
            .as_array()
            .unwrap()
            .iter()
            .map(|argument| argument.as_str().unwrap())
            .collect();
        assert_eq!(arguments[..2], ["serve", "--db"]);
        assert!(arguments[2].starts_with('/') && arguments[2].ends_with("/w.sqlite"));
        assert_eq!(arguments[3..], ["--tools", "all"]);
        // In another folder, as clients do.
        let elsewhere = Folder::new();
        let mut child = Command::new(server["command"].as_str().unwrap())
            .args(&arguments)
            .current_dir(elsewhere.path(""))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = format!("{}\n", greeting());
        child
            .stdin
            .take()
            .unwrap()
            .write_all(input.as_bytes())
            .unwrap();
        let served = from_output(child.wait_with_output().unwrap());
        assert_eq!(served.code, Some(0), "{served}");
        assert_eq!(
            answers(&served)[0]["result"]["serverInfo"]["name"],
            "isolate"
        );
    }
    assert!(folder.path("w.sqlite").exists());
    let codex = folder.run([
        "mcp-config",
        "--client",
        "codex",
        "--db",
        "w.sqlite",
        "--name",
        "files",
    ]);
    assert!(
        codex.out.starts_with("[mcp_servers.files]\ncommand = \"/"),
        "{codex}"
    );
    assert!(
        codex.out.contains("args = [\"serve\", \"--db\", \"/"),
        "{codex}"
    );
}

#[test]
fn a_client_without_a_database_is_asked_for_one() {
    let folder = Folder::new();
    let told = folder.run(["mcp-config", "--client", "zed"]);
    assert_eq!(told.code, Some(2));
    assert!(
        told.err.contains("--db FILE") && told.err.contains("ISOLATE_DB"),
        "{told}"
    );
    let told = folder.run([
        "mcp-config",
        "--client",
        "zed",
        "--db",
        "a",
        "--name",
        "a\"b",
    ]);
    assert_eq!(told.code, Some(2), "{told}");
    assert!(told.err.contains("letters, digits"), "{told}");
}

/// Lines that are no messages are answered, and the end of the input is a good end.
#[test]
fn a_server_over_a_pipe_survives_invalid_messages() {
    let folder = Folder::new();
    let deep = "[".repeat(10_000);
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "run", "arguments": { "code": "1 + 1" } } });
    let input = format!("nonsense\n{deep}\n{}\n{{}}\n{call}", greeting());
    let served = folder.run_with_stdin(input.as_bytes(), &["serve", "--db", "w.sqlite"]);
    assert_eq!(served.code, Some(0), "{served}");
    let answers = answers(&served);
    let errors = answers
        .iter()
        .filter(|answer| answer.get("error").is_some());
    assert_eq!(errors.count(), 3, "{served}");
    let called = answers.iter().find(|answer| answer["id"] == 1).unwrap();
    assert_eq!(
        called["result"]["structuredContent"]["status"], "ok",
        "{called}"
    );
}

#[test]
fn programs_of_tools_run_commands_where_the_command_lets_them() {
    let folder = Folder::new();
    let code = "async () => (await state.exec('seq 2 | tail -1; ls')).exitCode";
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "run", "arguments": { "code": code } } });
    let input = format!("{}\n{call}", greeting());
    let arguments = json!({ "code": code }).to_string();
    for (flags, expected) in [
        (&["--exec"][..], "\n0\n"),
        (&["--exec=seq", "--exec=tail"], "\n126\n"),
        (&[], "the tool exec runs commands"),
    ] {
        let served = [&["serve", "--db", "w.sqlite"], flags].concat();
        let served = folder.run_with_stdin(input.as_bytes(), &served);
        let answers = answers(&served);
        let called = answers.iter().find(|answer| answer["id"] == 1).unwrap();
        let text = called["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(expected), "{flags:?}: {called}");
        let called = [&["call", "run", &*arguments, "--db", "w.sqlite"], flags].concat();
        let told = folder.run(called);
        assert!(told.out.contains(expected), "{flags:?}: {told}");
    }
}

/// What is wrong is said before a database is made.
#[test]
fn a_refused_listen_address_is_explained() {
    let folder = Folder::new().with("short", "secret");
    let serve = ["serve", "--db", "w.sqlite"];
    for (flags, words) in [
        (
            &["--http", "0.0.0.0:0"][..],
            "--token-env NAME and --token-file FILE give a token",
        ),
        (&["--http", "nowhere"], "--http nowhere is not an address"),
        (
            &["--http", "0", "--token-env", "NO_SUCH_NAME"],
            "the environment variable NO_SUCH_NAME is not set",
        ),
        (
            &["--http", "0", "--token-file", "short"],
            "6 characters, at least 16",
        ),
        (&["--http", "0", "--token-file", "none"], "cannot read none"),
        (&["--token-env", "HOME"], "--http"),
    ] {
        let told = folder.run(serve.iter().chain(flags));
        assert_eq!(told.code, Some(2), "{flags:?}: {told}");
        assert!(told.err.contains(words), "{flags:?}: {told}");
        assert!(!told.err.contains("secret"), "{told}");
    }
    assert!(!folder.path("w.sqlite").exists());
}

pub(crate) struct Listening {
    pub(crate) child: Child,
    address: String,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Listening {
    pub(crate) fn start(folder: &Folder, flags: &[&str]) -> Self {
        let serve = ["serve", "--db", "w.sqlite", "--http", "0"];
        let mut child = folder
            .command(serve.iter().chain(flags))
            .env("TOKEN_OF_A_TEST", SECRET)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stderr = child.stderr.take().unwrap();
        BufReader::new(stderr).read_line(&mut line).unwrap();
        let address = line
            .trim()
            .strip_prefix("listening at http://")
            .and_then(|rest| rest.strip_suffix("/mcp"))
            .unwrap_or_else(|| panic!("{line}"))
            .to_owned();
        Self { child, address }
    }

    /// The status and the rest of what a greeting is answered.
    pub(crate) fn greet(&self, headers: &str) -> (String, String) {
        self.post(headers, greeting().to_string().as_bytes())
    }

    /// The same of any message.
    pub(crate) fn post(&self, headers: &str, body: &[u8]) -> (String, String) {
        let head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             Content-Length: {}\r\n{headers}\r\n",
            self.address,
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        // A body that is refused is not read to its end.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer).into_owned();
        let status = text.split(' ').nth(1).unwrap_or_default().to_owned();
        (status, text)
    }
}

#[test]
fn a_server_over_http_greets_who_has_the_token() {
    let folder = Folder::new().with("token", format!("{SECRET}\n"));
    for flags in [
        ["--token-env", "TOKEN_OF_A_TEST"],
        ["--token-file", "token"],
    ] {
        let server = Listening::start(&folder, &flags);
        assert_eq!(server.greet("").0, "401");
        let (status, text) = server.greet(&format!("Authorization: Bearer {SECRET}\r\n"));
        assert_eq!(status, "200", "{text}");
        assert!(text.contains("\"serverInfo\""), "{text}");
        let foreign = format!("Authorization: Bearer {SECRET}\r\nOrigin: https://evil.example\r\n");
        assert_eq!(server.greet(&foreign).0, "403");
    }
}

/// A signal ends a server in an orderly way.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_server() {
    let folder = Folder::new();
    for (name, exit) in [("INT", 130), ("TERM", 143)] {
        let mut server = Listening::start(&folder, &[]);
        assert_eq!(server.greet("").0, "200");
        let id = server.child.id().to_string();
        let sent = Command::new("kill")
            .args([&format!("-{name}"), &id])
            .status();
        assert!(sent.unwrap().success());
        assert_eq!(server.child.wait().unwrap().code(), Some(exit));
    }
}
