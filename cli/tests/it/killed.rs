//! A server that is killed under load: no run that was acknowledged is lost, and none is done twice.
//!
//! Each run appends its name to a file of its workspace. Clients run programs in four ways, while the server is
//! killed again and again at random times and started on the same folder.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::{Folder, is_slow};

/// How often the server is killed; with `RUN_SLOW_TESTS` [`KILLS_SLOW`] times.
const KILLS: u64 = 20;
const KILLS_SLOW: u64 = 100;

const WORKSPACES: [&str; 2] = ["ann", "ben"];

/// How a client runs a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It waits for the answer, and does not ask again.
    Once,
    /// It asks with a key until it has an answer.
    Keyed,
    /// It is answered 202, and looks for the end afterwards.
    Accepted,
    /// Both.
    KeyedAccepted,
}

/// What a client knows of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// It has been done.
    Done,
    /// Its process was killed in the middle.
    Interrupted,
    /// The connection ended before an answer came.
    Nothing,
}

/// A server, which is killed at the end.
struct Server(Child);

impl Server {
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn start(folder: &Folder) -> (Server, String) {
    let mut child = folder
        .command(["serve", "--http", "0", "--data", "data"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let stderr = child.stderr.take().unwrap();
    BufReader::new(stderr).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening at http://");
    let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
    (Server(child), address)
}

/// The status and the JSON of an answer; `None` if the server was killed before it had sent all of it.
fn ask(address: &str, method: &str, path: &str, head: &str, body: &str) -> Option<(u16, Json)> {
    let mut stream = TcpStream::connect(address).ok()?;
    let time = Some(Duration::from_secs(30));
    stream.set_read_timeout(time).ok()?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{head}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let status = answer.split(' ').nth(1)?.parse().ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    Some((status, serde_json::from_str(body).ok()?))
}

/// What all clients share.
struct Load {
    address: Mutex<String>,
    is_over: AtomicBool,
}

impl Load {
    fn ask(&self, method: &str, path: &str, head: &str, body: &str) -> Option<(u16, Json)> {
        let address = self.address.lock().unwrap().clone();
        ask(&address, method, path, head, body)
    }

    /// Runs a program that writes its name, until it is known what became of it.
    fn run(&self, workspace: &str, way: Way, name: &str) -> Known {
        let code = format!(
            "async () => {{ await state.appendFile('/done', '{name}\\n'); return '{name}'; }}"
        );
        let body = json!({ "code": code }).to_string();
        let mut head = "Content-Type: application/json\r\n".to_owned();
        let is_keyed = matches!(way, Way::Keyed | Way::KeyedAccepted);
        if is_keyed {
            head.push_str(&format!("Idempotency-Key: {name}\r\n"));
        }
        if matches!(way, Way::Accepted | Way::KeyedAccepted) {
            head.push_str("Prefer: respond-async\r\n");
        }
        let runs = format!("/v1/workspaces/{workspace}/runs");
        loop {
            match self.ask("POST", &runs, &head, &body) {
                Some((200, run)) if run["status"] == "ok" => {
                    assert_eq!(run["result"], name, "{run}");
                    return Known::Done;
                }
                Some((200, run)) if run["status"] == "interrupted" => return Known::Interrupted,
                Some((202, run)) => match self.follow(&runs, run["id"].as_str().unwrap()) {
                    // It had not begun, or nobody knows: the key says.
                    Known::Interrupted if is_keyed => {}
                    known => return known,
                },
                // It is being done, or the server is busy.
                Some((409 | 503, _)) if is_keyed => {}
                Some((429 | 503, _)) => {}
                None if !is_keyed => {
                    // It may be starting.
                    std::thread::sleep(Duration::from_millis(20));
                    return Known::Nothing;
                }
                None => {}
                Some(other) => panic!("{other:?}"),
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end of an accepted run, whose id no server may forget.
    fn follow(&self, runs: &str, id: &str) -> Known {
        loop {
            match self.ask("GET", &format!("{runs}/{id}"), "", "") {
                Some((200, run)) => match run["status"].as_str().unwrap() {
                    "ok" => return Known::Done,
                    "interrupted" => return Known::Interrupted,
                    "queued" | "running" => {}
                    other => panic!("{other}: {run}"),
                },
                None => {}
                Some((503, _)) => {}
                Some(other) => panic!("an accepted run is lost: {other:?}"),
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_server_that_is_killed_under_load_loses_no_run_and_does_none_twice() {
    let folder = Folder::new();
    let (mut server, address) = start(&folder);
    let load = Arc::new(Load {
        address: Mutex::new(address),
        is_over: AtomicBool::new(false),
    });
    let ways = [Way::Once, Way::Keyed, Way::Accepted, Way::KeyedAccepted];
    let mut clients = Vec::new();
    for (workspace, way) in WORKSPACES
        .iter()
        .flat_map(|name| ways.map(|way| (*name, way)))
    {
        let load = Arc::clone(&load);
        clients.push(std::thread::spawn(move || {
            let mut known = Vec::new();
            while !load.is_over.load(Ordering::SeqCst) {
                let name = format!("{way:?}-{}", known.len());
                let became = load.run(workspace, way, &name);
                known.push((name, became));
            }
            (workspace, way, known)
        }));
    }
    let kills = if is_slow() { KILLS_SLOW } else { KILLS };
    let mut random = u64::from(std::process::id()) | 1;
    for _ in 0..kills {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        std::thread::sleep(Duration::from_millis(20 + random % 300));
        server.kill();
        let (next, address) = start(&folder);
        server = next;
        *load.address.lock().unwrap() = address;
    }
    load.is_over.store(true, Ordering::SeqCst);
    let begun = Instant::now();
    while clients.iter().any(|client| !client.is_finished()) {
        assert!(begun.elapsed() < Duration::from_secs(60), "a client waits");
        std::thread::sleep(Duration::from_millis(20));
    }
    let known: Vec<_> = clients
        .into_iter()
        .map(|client| client.join().unwrap())
        .collect();
    server.kill();

    for workspace in WORKSPACES {
        let file = format!("data/{workspace}.sqlite");
        let check = folder.run(["check", "--db", &file]);
        assert_eq!(check.code, Some(0), "{check}");
        let done = folder.run(["cat", "/done", "--db", &file]).out;
        let mut times: BTreeMap<&str, u32> = BTreeMap::new();
        for name in done.lines() {
            *times.entry(name).or_default() += 1;
        }
        let twice: Vec<_> = times.iter().filter(|(_, times)| **times > 1).collect();
        assert!(twice.is_empty(), "done twice: {twice:?}");
        for (_, way, runs) in known.iter().filter(|(name, ..)| *name == workspace) {
            let done = runs.iter().filter(|(_, known)| *known == Known::Done);
            let mut count = 0;
            for (name, _) in done {
                assert_eq!(
                    times.get(&**name),
                    Some(&1),
                    "{name} of {workspace} is lost"
                );
                count += 1;
            }
            // The test has tested something.
            assert!(
                count > 20,
                "{way:?} in {workspace}: {count} of {}",
                runs.len()
            );
        }
    }
}
