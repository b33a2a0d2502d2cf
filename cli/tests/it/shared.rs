//! Workspaces in a store, which many hosts share: each with a folder of its own for copies.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::service::Service;
use crate::{Answer, Folder, is_slow};

/// Runs the command as one of several hosts.
fn at(folder: &Folder, host: &str, arguments: &[&str]) -> Answer {
    folder.run([arguments, &options(folder, host)].concat())
}

fn options<'a>(folder: &Folder, host: &'a str) -> [&'a str; 6] {
    let url = format!("file://{}", folder.path("store").display());
    let url: &'static str = Box::leak(url.into_boxed_str());
    ["--store", url, "--workspace", "work", "--cache", host]
}

#[test]
fn every_command_works_on_a_workspace_of_a_store() {
    let folder = Folder::new();
    let code = "async () => { await state.writeFile('/a.txt', 'one\\n'); return 7; }";
    let done = at(&folder, "one", &["--eval", code]);
    assert_eq!((done.code, done.out.as_str()), (Some(0), "7\n"), "{done}");
    let done = at(&folder, "two", &["sh", "cat a.txt; echo two >> a.txt"]);
    assert_eq!((done.code, done.out.as_str()), (Some(0), "one\n"), "{done}");
    let done = at(
        &folder,
        "one",
        &["edit", "/a.txt", "--old", "two", "--new", "2"],
    );
    assert_eq!(done.code, Some(0), "{done}");
    let done = at(&folder, "two", &["cat", "/a.txt"]);
    assert_eq!(done.out, "one\n2\n", "{done}");
    let done = at(&folder, "two", &["history", "--json"]);
    assert_eq!(
        done.json()["data"]["runs"].as_array().unwrap().len(),
        3,
        "{done}"
    );
    let done = at(&folder, "two", &["undo"]);
    assert_eq!(done.code, Some(0), "{done}");
    assert_eq!(at(&folder, "one", &["cat", "/a.txt"]).out, "one\ntwo\n");
    let done = at(&folder, "one", &["check"]);
    assert_eq!(done.code, Some(0), "{done}");
    let done = at(&folder, "one", &["checkpoint", "good"]);
    assert_eq!(done.code, Some(0), "{done}");
    assert_eq!(at(&folder, "two", &["rm", "/a.txt"]).code, Some(0));
    assert_eq!(at(&folder, "one", &["restore", "good"]).code, Some(0));
    assert_eq!(at(&folder, "two", &["cat", "/a.txt"]).out, "one\ntwo\n");
}

#[test]
fn files_and_stores_are_copied_both_ways() {
    let folder = Folder::new();
    let write = ["write", "/a", "x", "--db", "mine.sqlite"];
    assert_eq!(folder.run(write).code, Some(0));
    let done = at(&folder, "one", &["push", "mine.sqlite"]);
    assert_eq!(done.code, Some(0), "{done}");
    let head = done.out.trim().to_owned();
    assert!(head.starts_with("1:"), "{head}");
    assert_eq!(at(&folder, "two", &["head"]).out.trim(), head);
    assert_eq!(at(&folder, "two", &["cat", "/a"]).out, "x");
    assert_eq!(at(&folder, "two", &["log"]).out.lines().count(), 1);
    let again = at(&folder, "one", &["push", "mine.sqlite"]);
    assert_eq!(again.code, Some(2), "{again}");
    assert!(
        again.err.contains("has a workspace work already"),
        "{again}"
    );
    assert_eq!(at(&folder, "two", &["clone", "copy.sqlite"]).code, Some(0));
    assert_eq!(folder.run(["cat", "/a", "--db", "copy.sqlite"]).out, "x");
    // The log is the one that is expected.
    assert_eq!(
        at(&folder, "three", &["ls", "/", "--expect-head", &head]).code,
        Some(0)
    );
    let other = format!("1:{}", "0".repeat(64));
    let refused = at(&folder, "four", &["ls", "/", "--expect-head", &other]);
    assert_ne!(refused.code, Some(0));
    assert!(
        refused.err.contains("entry 1 of its log is another one"),
        "{refused}"
    );
}

const HEAD: &str = "1:0000000000000000000000000000000000000000000000000000000000000000";

/// A password is in no message, and in no line to be typed.
#[test]
fn what_is_secret_in_a_url_is_not_printed() {
    let folder = Folder::new();
    let url = "postgres://me:hunter2@localhost:1/db?password=hunter2";
    for arguments in [
        &["ls", "/", "--store", url, "--workspace", "w"][..],
        &["pending", "--store", url, "--workspace", "w"],
        &["workspaces", "--store", url],
        &["ls", "/", "--store", url],
        &["serve", "--http", "0", "--store", url],
    ] {
        let done = folder.run(arguments);
        assert!(
            done.code != Some(0) && !done.err.contains("hunter2"),
            "{done}"
        );
        assert!(!done.out.contains("hunter2"), "{done}");
    }
}

#[test]
fn what_is_wrong_with_a_store_is_said() {
    let folder = Folder::new();
    for (arguments, text) in [
        (
            &["--store", "ftp://host/x", "--workspace", "w"][..],
            "use `memory:`, `file:///dir`",
        ),
        (&["--store", "file:///x"], "needs the name of a workspace"),
        (
            &[
                "serve",
                "--http",
                "0",
                "--store",
                "file:///x",
                "--workspace",
                "w",
                "--data",
                "d",
            ],
            "--workspace does not go with a server of many workspaces",
        ),
        (
            &["serve", "--store", "file:///x"],
            "give --http ADDR:PORT, or --workspace NAME",
        ),
        (
            &[
                "serve",
                "--http",
                "0",
                "--store",
                "file:///x",
                "--workspace",
                "w",
                "--tokens",
                "t",
            ],
            "--tokens is for a server of many workspaces",
        ),
        (
            &["workspaces", "--store", "file:///x", "--workspace", "w"],
            "leave it out",
        ),
        (&["workspaces"], "give --store URL"),
        (
            &[
                "serve",
                "--http",
                "0",
                "--store",
                "file:///x",
                "--no-resume",
            ],
            "whose servers never do",
        ),
        (
            &[
                "serve",
                "--http",
                "0",
                "--store",
                "file:///x",
                "--workspaces-max",
                "5",
            ],
            "as many as its operator allows",
        ),
        (
            &["workspaces", "--store", "file:///x", "--expect-head", HEAD],
            "is an entry of one workspace",
        ),
        (
            &[
                "serve",
                "--http",
                "0",
                "--store",
                "file:///x",
                "--expect-head",
                HEAD,
            ],
            "is an entry of one workspace",
        ),
        (&["--workspace", "w"], "--store <URL>"),
        (
            &["--store", "file:///x", "--workspace", "w", "--db", "a"],
            "cannot be used with",
        ),
        (
            &[
                "--store",
                "file:///x",
                "--workspace",
                "w",
                "--expect-head",
                "7",
            ],
            "isolate-run head",
        ),
    ] {
        let is_command = !arguments[0].starts_with("--");
        let done = match is_command {
            true => folder.run(arguments),
            false => folder.eval("() => 1", arguments),
        };
        assert_eq!(done.code, Some(2), "{done}");
        assert!(done.err.contains(text), "{arguments:?}: {done}");
    }
    let done = at(&folder, "one", &["--eval", "() => 1"]);
    assert_eq!(done.code, Some(0), "{done}");
    for name in ["a/b", "a b", ""] {
        let url = format!("file://{}", folder.path("store").display());
        let done = folder.eval(
            "() => 1",
            &["--store", &url, "--workspace", name, "--cache", "c"],
        );
        assert_eq!(done.code, Some(2), "{name}: {done}");
        assert!(done.err.contains("name"), "{done}");
    }
    // A copy is no database of its own.
    assert_eq!(at(&folder, "one", &["write", "/a", "x"]).code, Some(0));
    let found = std::process::Command::new("find")
        .args([
            folder.path("one").as_os_str(),
            "-name".as_ref(),
            "*.sqlite".as_ref(),
        ])
        .output()
        .unwrap();
    let file = String::from_utf8(found.stdout).unwrap();
    let done = folder.run(["write", "/a", "y", "--db", file.trim()]);
    assert_ne!(done.code, Some(0));
    assert!(done.err.contains("through its store"), "{done}");
}

#[test]
fn a_key_of_the_environment_encrypts_what_is_stored() {
    let folder = Folder::new();
    let with = |key: &str, host: &str, arguments: &[&str]| {
        let mut command = folder.command(arguments.iter().chain(&options(&folder, host)));
        let done = command.env("ISOLATE_STORE_KEY", key).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (done.status.code(), text(done.stdout), text(done.stderr))
    };
    let key = "0a".repeat(32);
    let (code, _, told) = with(&key, "one", &["write", "/a", "a secret"]);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(with(&key, "two", &["cat", "/a"]).1, "a secret");
    let (code, _, told) = with(&"0b".repeat(32), "three", &["cat", "/a"]);
    assert!(
        code != Some(0) && told.contains("the key is another one"),
        "{told}"
    );
    let (code, _, told) = with("short", "three", &["cat", "/a"]);
    assert!(told.contains("ISOLATE_STORE_KEY is no key"), "{told}");
    assert_eq!(code, Some(2));
    let none = at(&folder, "four", &["cat", "/a"]);
    assert!(none.err.contains("no key was given"), "{none}");
}

/// Adds a line to a file, which says whether the run was done, and how often.
const ADD: &str = "async (line) => {
    const before = await state.exists('/log') ? await state.readFile('/log') : '';
    await state.writeFile('/log', before + line + '\\n');
}";

/// Hosts that are killed at any time: what was acknowledged is there once, and what was not, once at most.
#[test]
fn hosts_that_are_killed_lose_nothing() {
    let time = Duration::from_secs(if is_slow() { 120 } else { 4 });
    let folder = Folder::new();
    let acknowledged = Mutex::new(Vec::new());
    let until = Instant::now() + time;
    std::thread::scope(|scope| {
        for host in ["one", "two", "three"] {
            let (folder, acknowledged) = (&folder, &acknowledged);
            scope.spawn(move || {
                for number in 0.. {
                    if Instant::now() >= until {
                        break;
                    }
                    let line = format!("{host}-{number}");
                    let input = format!("\"{line}\"");
                    let mut child = folder
                        .command(["--eval", ADD, "--input", &input])
                        .args(options(folder, host))
                        .stdout(Stdio::null())
                        .stderr(Stdio::piped())
                        .spawn()
                        .unwrap();
                    // Some end by themselves, and some in the middle.
                    if number % 3 != 0 {
                        std::thread::sleep(Duration::from_millis((number * 7) % 60));
                        let _ = child.kill();
                    }
                    let done = child.wait_with_output().unwrap();
                    match done.status.code() {
                        Some(0) => acknowledged.lock().unwrap().push(line),
                        None => {}
                        code => {
                            let text = String::from_utf8_lossy(&done.stderr);
                            assert!(text.contains("other hosts were faster"), "{code:?}: {text}");
                        }
                    }
                }
            });
        }
    });
    let acknowledged = acknowledged.into_inner().unwrap();
    assert!(acknowledged.len() > 5, "{acknowledged:?}");
    let log = at(&folder, "four", &["cat", "/log"]).out;
    let mut counts = BTreeMap::new();
    for line in log.lines() {
        *counts.entry(line).or_insert(0) += 1;
    }
    for line in &acknowledged {
        assert_eq!(counts.get(line.as_str()), Some(&1), "{line}");
    }
    assert!(counts.values().all(|count| *count == 1), "{counts:?}");
    for host in ["one", "two", "three"] {
        assert_eq!(at(&folder, host, &["cat", "/log"]).out, log);
        assert_eq!(at(&folder, host, &["check"]).code, Some(0));
    }
}

/// A server of all workspaces of the store, with a folder of its own.
fn server(folder: &Folder, host: &str) -> Service {
    let url = format!("file://{}", folder.path("store").display());
    Service::started(
        &mut folder.command(["serve", "--http", "0", "--store", &url, "--cache", host]),
    )
}

#[test]
fn servers_share_the_workspaces_of_a_store() {
    let folder = Folder::new();
    let (mut one, two) = (server(&folder, "one"), server(&folder, "two"));
    let (status, run) = one.run("ann", "", "() => state.writeFile('/a', 'x')");
    assert_eq!((status, &run["status"]), (200, &json!("ok")), "{run}");
    let (status, run) = two.run("ann", "", "() => state.readFile('/a')");
    assert_eq!((status, &run["result"]), (200, &json!("x")), "{run}");
    // A key is one for all hosts.
    let keyed = |server: &Service| {
        let code = "async () => { await state.appendFile('/log', 'once\\n'); return 7; }";
        let (status, run) = server.run("ann", "Idempotency-Key: 1\r\n", code);
        assert_eq!((status, &run["result"]), (200, &json!(7)), "{run}");
    };
    keyed(&one);
    keyed(&two);
    let log = |server: &Service| {
        server.run("ann", "", "() => state.readFile('/log')").1["result"].clone()
    };
    assert_eq!(log(&one), json!("once\n"));
    let (status, made) = two.ask("PUT", "/v1/workspaces/ben", "", "");
    assert_eq!(status, 201, "{made}");
    let list = |server: &Service, query: &str| {
        let path = format!("/v1/workspaces{query}");
        let (status, body) = server.ask("GET", &path, "", "");
        assert_eq!(status, 200, "{body}");
        serde_json::from_str::<serde_json::Value>(&body).unwrap()
    };
    assert_eq!(list(&one, "")["workspaces"], json!(["ann", "ben"]));
    let page = list(&one, "?limit=1");
    assert_eq!(
        (&page["workspaces"], &page["next"]),
        (&json!(["ann"]), &json!("ann"))
    );
    assert_eq!(
        list(&one, "?limit=1&cursor=ann"),
        json!({ "workspaces": ["ben"] })
    );
    assert_eq!(one.ask("GET", "/v1/workspaces?cursor=%20", "", "").0, 400);
    assert_eq!(one.ask("GET", "/v1/workspaces/ben", "", "").0, 200);
    assert_eq!(one.ask("GET", "/v1/workspaces/carl", "", "").0, 404);
    // The command works on the same ones.
    assert_eq!(
        two.run("work", "", "() => state.writeFile('/w', '1')").0,
        200
    );
    assert_eq!(at(&folder, "mine", &["cat", "/w"]).out, "1");
    let url = format!("file://{}", folder.path("store").display());
    let names = ["workspaces", "--store", &url, "--cache", "mine"];
    assert_eq!(folder.run(names).out, "ann\nben\nwork\n");
    // What one removes, others do not have any more, and may make again.
    assert_eq!(two.ask("DELETE", "/v1/workspaces/ann", "", "").0, 204);
    let (status, told) = one.ask("GET", "/v1/workspaces/ann", "", "");
    assert_eq!(status, 404, "{told}");
    assert!(
        told.contains("ENOENT") && told.contains("was removed"),
        "{told}"
    );
    assert_eq!(one.ask("GET", "/v1/workspaces/ann", "", "").0, 404);
    assert_eq!(
        one.run("ann", "", "() => state.readdir('/')").1["result"],
        json!([])
    );
    let remove = [names.as_slice(), &["--remove", "ann"]].concat();
    assert_eq!(folder.run(&remove).code, Some(0));
    let again = folder.run(&remove);
    assert!(
        again.code != Some(0) && again.err.contains("there is no workspace ann"),
        "{again}"
    );
    assert_eq!(one.ask("GET", "/readyz", "", "").0, 200);
    let (_, metrics) = two.ask("GET", "/metrics", "", "");
    for line in [
        "isolate_store_requests_total{kind=\"create\"} ",
        "isolate_store_entries_total ",
    ] {
        assert!(metrics.contains(line), "{metrics}");
    }
    // A host that dies is replaced by any other one.
    assert_eq!(
        one.run("ben", "", "() => state.writeFile('/b', '1')").0,
        200
    );
    one.child.kill().unwrap();
    assert_eq!(
        two.run("ben", "", "() => state.readFile('/b')").1["result"],
        json!("1")
    );
}
