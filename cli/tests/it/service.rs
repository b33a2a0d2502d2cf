//! `serve --data` and `token`: many workspaces over HTTP.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::Folder;

/// A server of many workspaces.
pub(crate) struct Service {
    pub(crate) child: Child,
    address: String,
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Service {
    fn start(folder: &Folder, flags: &[&str]) -> Self {
        let serve = ["serve", "--http", "0", "--data", "data"];
        Self::started(&mut folder.command(serve.iter().chain(flags)))
    }

    pub(crate) fn started(command: &mut Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let stderr = child.stderr.take().unwrap();
        BufReader::new(stderr).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening at http://");
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Self { child, address }
    }

    /// The status and the body of an answer.
    pub(crate) fn ask(&self, method: &str, path: &str, head: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{head}Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        (status, body.to_owned())
    }

    pub(crate) fn run(&self, workspace: &str, head: &str, code: &str) -> (u16, Json) {
        let body = json!({ "code": code }).to_string();
        let head = format!("Content-Type: application/json\r\n{head}");
        let path = format!("/v1/workspaces/{workspace}/runs");
        let (status, body) = self.ask("POST", &path, &head, &body);
        (status, serde_json::from_str(&body).unwrap())
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([name, &self.child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
    }
}

#[test]
fn a_folder_is_served_to_those_with_tokens() {
    let folder = Folder::new();
    let told = folder.run([
        "token",
        "ann",
        "--file",
        "tokens.json",
        "--workspace",
        "ann",
        "--allow",
        "read,run,create",
    ]);
    assert_eq!(told.code, Some(0), "{told}");
    let ann = told.out.trim().to_owned();
    assert!(
        ann.starts_with("isolate_") && !told.err.contains(&ann),
        "{told}"
    );
    let again = folder.run(["token", "ann", "--file", "tokens.json", "--workspace", "b"]);
    assert_eq!(again.code, Some(2));
    assert!(
        again.err.contains("there are two tokens \"ann\""),
        "{again}"
    );
    let service = Service::start(
        &folder,
        &["--tokens", "tokens.json", "--workspaces-max", "1"],
    );
    let head = format!("Authorization: Bearer {ann}\r\n");
    assert_eq!(service.run("ann", "", "1").0, 401);
    let (status, run) = service.run("ann", &head, "() => state.writeFile('/a', 'x')");
    assert_eq!((status, &run["status"]), (200, &json!("ok")), "{run}");
    assert_eq!(service.run("ben", &head, "1").0, 403);
    // The command works on the same file meanwhile.
    let read = folder.run(["cat", "/a", "--db", "data/ann.sqlite"]);
    assert_eq!(read.out, "x", "{read}");
    let log = folder.run(["log", "--db", "data/ann.sqlite"]);
    assert!(
        log.out.contains("\tok\t") && log.out.contains("ann"),
        "{log}"
    );
    // Another server is told where the first one is.
    let second = folder.run(["serve", "--http", "0", "--data", "data"]);
    assert_eq!(second.code, Some(2));
    let place = format!("at http://{}", service.address);
    assert!(second.err.contains(&place), "{second}");
}

/// At a signal a run may end, and one that was accepted is not lost.
#[test]
fn a_signal_ends_a_service_when_its_runs_have_ended() {
    let folder = Folder::new();
    let mut service = Service::start(&folder, &[]);
    let code = "async () => { await state.writeFile('/begun', ''); \
        while (!(await state.exists('/go'))) {} return 'whole'; }";
    let (status, run) = service.run("a", "Prefer: respond-async\r\n", code);
    assert_eq!(status, 202, "{run}");
    let path = format!("/v1/workspaces/a/runs/{}", run["id"].as_str().unwrap());
    // It is called running from when it is accepted, and a sandbox that shuts down begins none.
    while folder.run(["cat", "/begun", "--db", "data/a.sqlite"]).code != Some(0) {}
    service.signal("-TERM");
    let told = folder.run(["write", "/go", "x", "--db", "data/a.sqlite"]);
    assert_eq!(told.code, Some(0), "{told}");
    assert_eq!(service.child.wait().unwrap().code(), Some(143));
    let service = Service::start(&folder, &[]);
    let (status, body) = service.ask("GET", &path, "", "");
    assert_eq!(status, 200, "{body}");
    let run: Json = serde_json::from_str(&body).unwrap();
    assert_eq!(
        (&run["status"], &run["result"]),
        (&json!("ok"), &json!("whole")),
        "{run}"
    );
}

/// A kill loses no run that was acknowledged.
#[test]
fn a_killed_service_loses_no_acknowledged_run() {
    let folder = Folder::new();
    let mut service = Service::start(&folder, &[]);
    let (_, done) = service.run("a", "", "() => state.writeFile('/done', 'x')");
    assert_eq!(done["status"], "ok");
    let code = "async () => { await state.writeFile('/begun', ''); for (;;) {} }";
    let (_, run) = service.run("a", "Prefer: respond-async\r\n", code);
    let path = format!("/v1/workspaces/a/runs/{}", run["id"].as_str().unwrap());
    while service.ask("GET", "/v1/workspaces/a/files/begun", "", "").0 != 200 {}
    service.signal("-KILL");
    service.child.wait().unwrap();
    let service = Service::start(&folder, &[]);
    let (status, body) = service.ask("GET", &path, "", "");
    assert_eq!(status, 200, "{body}");
    assert!(body.contains("\"status\":\"interrupted\""), "{body}");
    assert_eq!(
        service.ask("GET", "/v1/workspaces/a/files/done", "", "").1,
        "x"
    );
}

/// What is wrong is said before anything is made, and what belongs to one workspace is not taken.
#[test]
fn what_does_not_go_together_is_explained() {
    let folder = Folder::new().with("tokens.json", "{ \"tokens\": 1 }");
    for (flags, words) in [
        (&["--data", "data"][..], "--http"),
        (
            &["--http", "0.0.0.0:0", "--data", "data"],
            "--tokens FILE gives tokens",
        ),
        (
            &["--http", "0", "--data", "data", "--db", "w.sqlite"],
            "cannot be used with",
        ),
        (
            &["--http", "0", "--data", "data", "--branch", "b"],
            "--branch does not go with a server of many workspaces",
        ),
        (
            &["--http", "0", "--data", "data", "--read-only"],
            "make tokens with --allow read",
        ),
        (
            &["--http", "0", "--data", "data", "--tokens", "none.json"],
            "`isolate-run token NAME --file none.json` makes one",
        ),
        (
            &["--http", "0", "--data", "data", "--tokens", "tokens.json"],
            "invalid type: integer `1`",
        ),
        (&["--http", "0", "--tokens", "tokens.json"], "--data"),
    ] {
        let told = folder.run(["serve"].iter().chain(flags));
        assert_eq!(told.code, Some(2), "{flags:?}: {told}");
        assert!(told.err.contains(words), "{flags:?}: {told}");
    }
    let token = ["token", "x", "--file", "t.json", "--workspace"];
    for (flags, words) in [
        (&["../a"][..], "no pattern for workspaces"),
        (&["a", "--expires", "soon"], "expires is \"soon\""),
        (
            &["a", "--allow", "all"],
            "read, run, approve, answer, create, admin",
        ),
    ] {
        let told = folder.run(token.iter().chain(flags));
        assert_eq!(told.code, Some(2), "{flags:?}: {told}");
        assert!(told.err.contains(words), "{flags:?}: {told}");
    }
    assert!(!folder.path("t.json").exists() && !folder.path("w.sqlite").exists());
}

/// What a command does with a file that is served, or that nobody has asked for yet.
#[test]
fn a_server_goes_on_with_runs_that_commands_have_answered() {
    let folder = Folder::new();
    let asks = "async () => { await state.approve('Pay?'); await state.writeFile('/paid', 'yes'); return 'paid'; }";
    let service = Service::start(&folder, &[]);
    let (_, run) = service.run("ann", "", asks);
    assert_eq!(run["status"], "suspended", "{run}");
    let waits = folder.eval(asks, &["--db", "data/ben.sqlite"]);
    assert_eq!(waits.code, Some(75), "{waits}");
    let until = |service: &Service, name: &str| {
        let begun = Instant::now();
        loop {
            let path = format!("/v1/workspaces/{name}/runs/1");
            let (_, run) = service.ask("GET", &path, "", "");
            let run: Json = serde_json::from_str(&run).unwrap();
            if run["status"] != "suspended" && run["status"] != "running" {
                return (run, begun.elapsed());
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "{run}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    for name in ["ann", "ben"] {
        let file = format!("data/{name}.sqlite");
        let told = folder.run(["approve", "1", "--no-resume", "--db", &file]);
        assert_eq!(told.code, Some(0), "{told}");
        let (run, took) = until(&service, name);
        assert_eq!(
            (&run["status"], &run["result"]),
            (&json!("ok"), &json!("paid"))
        );
        // A second, and the rest is for loaded machines.
        assert!(took < Duration::from_secs(5), "{took:?}");
        assert_eq!(folder.run(["cat", "/paid", "--db", &file]).out, "yes");
    }
    // One that was answered while no server was there.
    let waits = folder.eval(asks, &["--db", "data/cid.sqlite"]);
    assert_eq!(waits.code, Some(75), "{waits}");
    service.signal("-TERM");
    drop(service);
    let told = folder.run([
        "deny",
        "1",
        "--reason",
        "no",
        "--no-resume",
        "--db",
        "data/cid.sqlite",
    ]);
    assert_eq!(told.code, Some(0), "{told}");
    let off = Service::start(&folder, &["--no-resume"]);
    std::thread::sleep(Duration::from_millis(1_200));
    let (_, run) = off.ask("GET", "/v1/workspaces/cid/runs/1", "", "");
    assert!(run.contains("\"suspended\""), "{run}");
    off.signal("-TERM");
    drop(off);
    let service = Service::start(&folder, &[]);
    let (run, _) = until(&service, "cid");
    assert_eq!(run["error"]["code"], "EAPPROVAL", "{run}");
}
