//! Stores that fail, hang, lie, or change in the middle of a call.

mod endless;
mod odd;
mod programs;
mod searching;
mod writes;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use isolate_host::text::VPath;
use isolate_tools::store::{
    Capabilities, FileStore, Listing, MemoryFiles, StoreEntry, StoreError, StoreErrorKind,
    StoreOptions, StorePage, StoreStat, Version,
};
use isolate_tools::{Boundary, CancelToken, Freshness, Policy, Reply, Rule, Settings, Toolbox};
use serde_json::{Value as Json, json};

use odd::{Odd, Pages};

/// Every capability but that of several changes at once.
fn in_turn() -> Capabilities {
    MemoryFiles::new("all")
        .capabilities()
        .atomic(false)
        .rename(false)
}

fn files_of(can: Capabilities, files: &[(&str, &str)]) -> MemoryFiles {
    let made = MemoryFiles::with_capabilities("odd", can);
    for (path, text) in files {
        made.put(path, text).unwrap();
    }
    made
}

fn settings() -> Settings {
    Settings::new()
        .freshness(Freshness::Off)
        .boundary(Boundary::None)
}

fn tools_of(store: Arc<dyn FileStore>) -> Toolbox {
    let options = StoreOptions::new().timeout(Duration::from_millis(200));
    Toolbox::over_store_with(store, &options, &settings()).unwrap()
}

fn call(tools: &Toolbox, name: &str, args: Json) -> Reply {
    tools.call(name, args, &CancelToken::new())
}

/// The code and the message of a call that fails.
fn failure(tools: &Toolbox, name: &str, args: Json) -> String {
    let reply = call(tools, name, args);
    let error = reply
        .error()
        .unwrap_or_else(|| panic!("{name} worked: {}", reply.data()));
    format!("{}: {}", error.code.as_str(), error.message)
}

fn text(files: &MemoryFiles, path: &str) -> Option<String> {
    files
        .get(path)
        .map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn a_store_that_fails_is_named_with_the_path() {
    let files = files_of(in_turn(), &[("/a", "one\n")]);
    let odd = Odd::new(&files).hook(|_, doing, _| {
        let broken = StoreError::new(StoreErrorKind::Failed, "the disk\nis broken");
        (doing == "read").then_some(broken)
    });
    let tools = tools_of(Arc::new(odd));
    assert_eq!(
        failure(&tools, "read", json!({ "path": "/a" })),
        "store_failed: the store \"odd\" could not read /a: $'the disk\\nis broken'"
    );
    let edit = json!({ "path": "/a", "edits": [{ "oldText": "one", "newText": "two" }] });
    assert!(
        failure(&tools, "edit", edit)
            .starts_with("store_failed: the store \"odd\" could not read /a")
    );
    // A search passes over it, and says so.
    let reply = call(&tools, "grep", json!({ "pattern": "one" }));
    assert!(reply.is_ok());
    let told = reply.to_text(Boundary::None);
    assert!(told.contains("could not read /a"), "{told}");
    assert_eq!(text(&files, "/a").unwrap(), "one\n");
}

#[test]
fn a_store_that_panics_is_an_error() {
    let files = files_of(in_turn(), &[("/a", "one\n")]);
    let odd = Odd::new(&files).hook(|_, doing, _| match doing {
        "stat" => panic!("as it is to"),
        _ => None,
    });
    assert_eq!(
        failure(&tools_of(Arc::new(odd)), "read", json!({ "path": "/a" })),
        "store_failed: the store \"odd\" has failed with a panic (look at /a)"
    );
}

#[test]
fn a_store_that_hangs_ends_with_its_time_and_with_the_call() {
    let files = files_of(in_turn(), &[("/a", "old\n")]);
    let odd = Arc::new(Odd::new(&files));
    let tools = tools_of(odd.clone());
    odd.hangs.store(true, Ordering::Relaxed);
    let started = Instant::now();
    assert_eq!(
        failure(&tools, "read", json!({ "path": "/a" })),
        "timeout: the store \"odd\" has not answered for 0.2 s (look at /a)"
    );
    assert!(started.elapsed() < Duration::from_secs(5));
    let patient = Toolbox::over_store(odd.clone(), &settings()).unwrap();
    let cancel = CancelToken::new();
    let before = odd.asked.load(Ordering::Relaxed);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| patient.call("ls", json!({}), &cancel));
        // The call has asked.
        while odd.asked.load(Ordering::Relaxed) == before && !waiting.is_finished() {
            std::thread::yield_now();
        }
        cancel.cancel();
        let reply = waiting.join().unwrap();
        assert_eq!(reply.error().unwrap().code.as_str(), "cancelled");
    });
    // The toolbox is not stuck.
    odd.hangs.store(false, Ordering::Relaxed);
    assert!(call(&tools, "read", json!({ "path": "/a" })).is_ok());
    assert!(call(&patient, "read", json!({ "path": "/a" })).is_ok());
}

#[test]
fn a_store_that_lies_about_sizes_is_found() {
    let files = files_of(in_turn(), &[("/a", "one\n")]);
    let mut short = Odd::new(&files);
    short.more_bytes = 3;
    assert_eq!(
        failure(&tools_of(Arc::new(short)), "read", json!({ "path": "/a" })),
        "store_failed: the store \"odd\" gave a wrong answer (read /a): it has said that there are 7 bytes, and gave 4"
    );
    let mut long = Odd::new(&files);
    long.more_read = vec![b'x'; 10];
    assert_eq!(
        failure(&tools_of(Arc::new(long)), "read", json!({ "path": "/a" })),
        "store_failed: the store \"odd\" gave a wrong answer (read /a): it has said that there are 4 bytes, and gave more"
    );
    let mut huge = Odd::new(&files);
    huge.more_bytes = 1 << 50;
    assert!(
        failure(&tools_of(Arc::new(huge)), "read", json!({ "path": "/a" }))
            .ends_with("(look at /a): a file of such a size")
    );
    let mut large = Odd::new(&files);
    large.more_bytes = 5 << 30;
    let large = tools_of(Arc::new(large));
    assert_eq!(
        failure(&large, "read", json!({ "path": "/a" })),
        "store_failed: the store \"odd\" gave a wrong answer (read /a): of 8192 bytes from 0 on, it gave 4"
    );
    let write = json!({ "path": "/a", "content": "new", "intent": "overwrite" });
    assert!(failure(&large, "write", write).starts_with("store_failed: "));
    assert_eq!(text(&files, "/a").unwrap(), "one\n");
}

#[test]
fn listings_that_cannot_be_right_are_refused() {
    let files = files_of(in_turn(), &[("/a", "one\n")]);
    fn entry(path: &str) -> StoreEntry {
        let stat = StoreStat::file(1).with_version(Version::new("v"));
        StoreEntry::new(VPath::from_normal(path), stat)
    }
    let cases: &[(Pages, &str)] = &[
        (
            |_| StorePage::new(vec![entry("/d/../../etc/passwd")], None),
            "store_failed: the store \"odd\" gave a wrong answer (list /): \"/d/../../etc/passwd\" is not one of its entries",
        ),
        (
            |_| StorePage::new(vec![entry("/a//b")], None),
            "store_failed: the store \"odd\" gave a wrong answer (list /): \"/a//b\" is not one of its entries",
        ),
        (
            |_| StorePage::new(vec![entry("/f"), entry("/f/below")], None),
            "store_failed: the store \"odd\" gave a wrong answer (list /f): it is a file or a link, and something is below it",
        ),
        (
            |_| StorePage::new(Vec::new(), Some("same".to_owned())),
            "store_failed: the store \"odd\" gave a wrong answer (list /): a page leads to itself",
        ),
        (
            |request| {
                let next = request
                    .after
                    .as_deref()
                    .unwrap_or("0")
                    .parse::<u64>()
                    .unwrap()
                    + 1;
                StorePage::new(Vec::new(), Some(next.to_string()))
            },
            "store_failed: the store \"odd\" gave a wrong answer (list /): pages without entries and without end",
        ),
        (
            |request| {
                let at: u64 = request.after.as_deref().unwrap_or("0").parse().unwrap();
                let entries = (0..100).map(|more| entry(&format!("/f{}", at + more)));
                StorePage::new(entries.collect(), Some((at + 100).to_string()))
            },
            "too_large: the store \"odd\" (list /): there are more than 1000 entries",
        ),
    ];
    for (pages, message) in cases {
        let odd = Odd::new(&files);
        *odd.pages.lock().unwrap() = Some(*pages);
        let options = StoreOptions::new().entries(1_000);
        let tools = Toolbox::over_store_with(Arc::new(odd), &options, &settings()).unwrap();
        assert_eq!(
            failure(&tools, "glob", json!({ "pattern": "**" })),
            *message
        );
    }
}

#[test]
fn a_file_that_changes_while_it_is_read_is_read_again() {
    let files = files_of(in_turn(), &[("/a", "one\n")]);
    let is_done = AtomicBool::new(false);
    let odd = Odd::new(&files).hook(move |files, doing, _| {
        if doing == "read" && !is_done.swap(true, Ordering::Relaxed) {
            files.put("/a", "another\n").unwrap();
        }
        None
    });
    let reply = call(&tools_of(Arc::new(odd)), "read", json!({ "path": "/a" }));
    assert_eq!(reply.data()["content"], "another\n");
    // One that always changes is not waited for.
    let odd = Odd::new(&files).hook(|files, doing, _| {
        if doing == "read" {
            files.put("/a", "more\n").unwrap();
        }
        None
    });
    assert_eq!(
        failure(&tools_of(Arc::new(odd)), "read", json!({ "path": "/a" })),
        "stale: the store \"odd\" could not read /a: it has changed since it was looked at"
    );
}

#[test]
fn what_a_store_cannot_do_is_said_by_its_capability() {
    let few = Capabilities::new().versions(true);
    let files = files_of(few, &[("/a", "old\n"), ("/d/b", "old\n")]);
    let tools = tools_of(Arc::new(files.clone()));
    for (name, args, message) in [
        (
            "ls",
            json!({ "path": "/d" }),
            "list files: it does not have the capability list",
        ),
        (
            "grep",
            json!({ "pattern": "x" }),
            "list files: it does not have the capability list",
        ),
        (
            "rm",
            json!({ "path": "/a" }),
            "remove /a: it does not have the capability remove",
        ),
        (
            "mv",
            json!({ "from": "/a", "to": "/z" }),
            "remove /a: it does not have the capability remove",
        ),
        (
            "mkdir",
            json!({ "path": "/e" }),
            "make the empty directory /e: it does not have the capability directories",
        ),
    ] {
        let found = failure(&tools, name, args);
        assert_eq!(
            found,
            format!("unsupported: the store \"odd\" cannot {message}"),
            "{name}"
        );
    }
    assert_eq!(files.paths().len(), 3);
    assert_eq!(
        failure(&tools, "restore", json!({}))
            .split(';')
            .next()
            .unwrap(),
        "invalid_argument: there is no tool \"restore\""
    );
    assert!(tools.specs().iter().all(|spec| spec.name != "history"));
    assert!(!tools.prompt().contains("checkpoint"), "{}", tools.prompt());
    // What needs nothing more works.
    for (name, args) in [
        ("read", json!({ "path": "/a" })),
        ("write", json!({ "path": "/new/file", "content": "x" })),
        (
            "edit",
            json!({ "path": "/a", "edits": [{ "oldText": "old", "newText": "new" }] }),
        ),
        ("stat", json!({ "path": "/a" })),
    ] {
        let reply = call(&tools, name, args);
        assert!(reply.is_ok(), "{name}: {:?}", reply.error());
    }
    assert_eq!(text(&files, "/a").unwrap(), "new\n");
}

#[test]
fn without_versions_bytes_are_compared_and_the_reply_says_so() {
    let can = Capabilities::new().list(Listing::Subtrees).remove(true);
    let files = files_of(can, &[("/a", "one\n")]);
    let is_to_change = Arc::new(AtomicBool::new(false));
    let changes = Arc::clone(&is_to_change);
    let reads = AtomicU64::new(0);
    let odd = Odd::new(&files).hook(move |files, doing, _| {
        // After the tool has read it, and before the bytes are compared. The size stays.
        if doing == "read"
            && changes.load(Ordering::Relaxed)
            && reads.fetch_add(1, Ordering::Relaxed) == 1
        {
            files.put("/a", "two\n").unwrap();
        }
        None
    });
    let tools = tools_of(Arc::new(odd));
    let edit = |old: &str, new: &str| json!({ "path": "/a", "edits": [{ "oldText": old, "newText": new }] });
    let reply = call(&tools, "edit", edit("one", "ONE"));
    assert!(reply.is_ok(), "{:?}", reply.error());
    let told = reply.to_text(Boundary::None);
    assert!(
        told.contains("has no versions: what was replaced was compared just before"),
        "{told}"
    );
    // The same size and perhaps the same time, and other bytes.
    files.put("/a", "TWO\n").unwrap();
    let read = call(&tools, "read", json!({ "path": "/a" }));
    assert_eq!(read.data()["content"], "TWO\n");
    files.put("/a", "one\n").unwrap();
    is_to_change.store(true, Ordering::Relaxed);
    let found = failure(&tools, "edit", edit("one", "ONE"));
    assert!(
        found.starts_with("stale: /a has changed in the store \"odd\""),
        "{found}"
    );
    assert_eq!(text(&files, "/a").unwrap(), "two\n");
}

#[test]
fn a_policy_holds_over_a_store() {
    let files = files_of(
        in_turn(),
        &[("/open/a", "one\n"), ("/secret/key", "hush\n")],
    );
    let policy = Policy::new().rule(Rule::deny(&["/secret"])).stealth();
    let settings = settings().policy(policy);
    let asked = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&asked);
    let odd = Odd::new(&files).hook(move |_, doing, path| {
        if doing == "read" {
            noted.lock().unwrap().push(path.to_string());
        }
        None
    });
    let tools = Toolbox::over_store(Arc::new(odd), &settings).unwrap();
    let missing = failure(&tools, "read", json!({ "path": "/secret/key" }));
    assert!(missing.starts_with("not_found: "), "{missing}");
    let found = call(&tools, "grep", json!({ "pattern": "h|o", "regex": true }));
    assert!(!found.to_text(Boundary::None).contains("hush"));
    let write = json!({ "path": "/secret/new", "content": "x" });
    assert!(call(&tools, "write", write).error().is_some());
    assert_eq!(files.get("/secret/new"), None);
    // Its bytes are not even asked for.
    assert_eq!(*asked.lock().unwrap(), ["/open/a"]);
}
