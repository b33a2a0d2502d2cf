//! Stores that fail, hang, lie, or change in the middle of a call.

mod endless;
mod searching;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use isolate_host::Sandbox;
use isolate_host::text::VPath;
use isolate_tools::store::{
    Capabilities, ChunkSink, Expected, FileStore, ListRequest, Listing, MemoryFiles, SearchPage,
    SearchRequest, StoreBytes, StoreChange, StoreEntry, StoreError, StoreErrorKind, StoreFuture,
    StoreKind, StoreOptions, StorePage, StoreStat, Version,
};
use isolate_tools::{Boundary, CancelToken, Freshness, Policy, Reply, Rule, Settings, Toolbox};
use serde_json::{Value as Json, json};

/// What is done before a question is answered; an error is the answer.
type Hook = Box<dyn Fn(&MemoryFiles, &str, &VPath) -> Option<StoreError> + Send + Sync>;

/// Pages as a hostile store gives them.
type Pages = fn(&ListRequest) -> StorePage;

/// A store in memory whose answers a test can change.
struct Odd {
    files: MemoryFiles,
    can: Capabilities,
    hook: Hook,
    hangs: AtomicBool,
    /// What `stat` and `list` add to the size of each file.
    more_bytes: u64,
    /// What `read` adds.
    more_read: Vec<u8>,
    pages: Mutex<Option<Pages>>,
    asked: AtomicU64,
}

impl Odd {
    fn new(files: &MemoryFiles) -> Self {
        Self {
            files: files.clone(),
            can: files.capabilities(),
            hook: Box::new(|_, _, _| None),
            hangs: AtomicBool::new(false),
            more_bytes: 0,
            more_read: Vec::new(),
            pages: Mutex::new(None),
            asked: AtomicU64::new(0),
        }
    }

    fn hook(
        mut self,
        hook: impl Fn(&MemoryFiles, &str, &VPath) -> Option<StoreError> + Send + Sync + 'static,
    ) -> Self {
        self.hook = Box::new(hook);
        self
    }

    async fn asked(&self, doing: &str, path: &VPath) -> Result<(), StoreError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if self.hangs.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        match (self.hook)(&self.files, doing, path) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn larger(&self, mut stat: StoreStat) -> StoreStat {
        if let StoreKind::File(bytes) = &mut stat.kind {
            *bytes += self.more_bytes;
        }
        stat
    }
}

impl FileStore for Odd {
    fn name(&self) -> &str {
        "odd"
    }

    fn capabilities(&self) -> Capabilities {
        self.can
    }

    fn stat<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, Option<StoreStat>> {
        Box::pin(async move {
            self.asked("stat", path).await?;
            let stat = self.files.stat(path).await?;
            Ok(stat.map(|stat| self.larger(stat)))
        })
    }

    fn read<'a>(&'a self, path: &'a VPath, range: Range<u64>) -> StoreFuture<'a, StoreBytes> {
        Box::pin(async move {
            self.asked("read", path).await?;
            let mut read = self.files.read(path, range).await?;
            read.bytes.extend_from_slice(&self.more_read);
            Ok(read)
        })
    }

    fn write<'a>(
        &'a self,
        path: &'a VPath,
        bytes: &'a [u8],
        expected: &'a Expected,
        mode: Option<u32>,
    ) -> StoreFuture<'a, Option<Version>> {
        Box::pin(async move {
            self.asked("write", path).await?;
            self.files.write(path, bytes, expected, mode).await
        })
    }

    fn list<'a>(&'a self, request: &'a ListRequest) -> StoreFuture<'a, StorePage> {
        Box::pin(async move {
            self.asked("list", &request.directory).await?;
            let pages = *self.pages.lock().unwrap();
            if let Some(pages) = pages {
                return Ok(pages(request));
            }
            let mut page = self.files.list(request).await?;
            for entry in &mut page.entries {
                entry.stat = self.larger(entry.stat.clone());
            }
            Ok(page)
        })
    }

    fn search<'a>(&'a self, request: &'a SearchRequest) -> StoreFuture<'a, SearchPage> {
        Box::pin(async move {
            self.asked("search", &request.directory).await?;
            self.files.search(request).await
        })
    }

    fn remove<'a>(&'a self, path: &'a VPath, expected: &'a Expected) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.asked("remove", path).await?;
            self.files.remove(path, expected).await
        })
    }

    fn make_directory<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.asked("make_directory", path).await?;
            self.files.make_directory(path).await
        })
    }

    fn change_all<'a>(
        &'a self,
        changes: &'a [StoreChange],
    ) -> StoreFuture<'a, Vec<Option<Version>>> {
        Box::pin(async move {
            self.asked("change_all", changes[0].path()).await?;
            self.files.change_all(changes).await
        })
    }
}

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

/// A patch of three files, of which the last sorts last.
fn three() -> Json {
    let one = |name: &str| format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-old\n+new\n");
    json!({ "patch": format!("{}{}{}", one("a"), one("b"), one("c")) })
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
fn what_others_have_changed_meanwhile_is_not_overwritten() {
    for can in [in_turn(), MemoryFiles::new("all").capabilities()] {
        let files = files_of(can, &[("/a", "old\n"), ("/b", "old\n"), ("/c", "old\n")]);
        let odd = Odd::new(&files).hook(|files, doing, path| {
            if matches!(doing, "write" | "change_all") && path.as_str() == "/a" {
                files.put("/b", "by somebody else\n").unwrap();
            }
            None
        });
        let tools = tools_of(Arc::new(odd));
        let found = failure(&tools, "patch", three());
        assert!(
            found.starts_with("stale: /b has changed in the store \"odd\" since this call read it"),
            "{found}"
        );
        assert_eq!(text(&files, "/a").unwrap(), "old\n");
        assert_eq!(text(&files, "/b").unwrap(), "by somebody else\n");
        assert_eq!(text(&files, "/c").unwrap(), "old\n");
        // The toolbox knows it, and goes on.
        let read = call(&tools, "read", json!({ "path": "/b" }));
        assert_eq!(read.data()["content"], "by somebody else\n");
        let read = call(&tools, "read", json!({ "path": "/a" }));
        assert_eq!(read.data()["content"], "old\n");
    }
}

#[test]
fn the_first_writes_are_put_back_if_the_third_fails() {
    let files = files_of(
        in_turn(),
        &[("/a", "old\n"), ("/b", "old\n"), ("/c", "old\n")],
    );
    let odd = Odd::new(&files).hook(|_, doing, path| {
        let full = StoreError::new(StoreErrorKind::Full, "no room");
        (doing == "write" && path.as_str() == "/c").then_some(full)
    });
    let tools = tools_of(Arc::new(odd));
    assert_eq!(
        failure(&tools, "patch", three()),
        "quota: the store \"odd\" could not write /c: no room; put back: /b, /a"
    );
    for path in ["/a", "/b", "/c"] {
        assert_eq!(text(&files, path).unwrap(), "old\n");
        let read = call(&tools, "read", json!({ "path": path }));
        assert_eq!(read.data()["content"], "old\n");
    }
}

#[test]
fn what_cannot_be_put_back_is_said() {
    let files = files_of(
        in_turn(),
        &[("/a", "old\n"), ("/b", "old\n"), ("/c", "old\n")],
    );
    let odd = Odd::new(&files).hook(|files, doing, path| {
        if doing != "write" || path.as_str() != "/c" {
            return None;
        }
        files.put("/b", "by somebody else\n").unwrap();
        Some(StoreError::new(StoreErrorKind::Failed, "broken"))
    });
    let tools = tools_of(Arc::new(odd));
    let reply = call(&tools, "patch", three());
    let error = reply.error().unwrap();
    assert_eq!(
        error.message,
        "the store \"odd\" could not write /c: broken; put back: /a; changed and NOT put back: /b \
         (the store \"odd\" could not put back /b: it has changed)"
    );
    assert_eq!(error.details["notPutBack"], json!(["/b"]));
    assert_eq!(error.hint, "read these files again before you go on");
    assert_eq!(text(&files, "/b").unwrap(), "by somebody else\n");
}

#[test]
fn a_write_that_hangs_is_said_to_be_unknown() {
    let files = files_of(
        in_turn(),
        &[("/a", "old\n"), ("/b", "old\n"), ("/c", "old\n")],
    );
    struct HangsAtC(Odd);
    impl FileStore for HangsAtC {
        fn name(&self) -> &str {
            "slow"
        }
        fn capabilities(&self) -> Capabilities {
            self.0.capabilities()
        }
        fn stat<'a>(&'a self, path: &'a VPath) -> StoreFuture<'a, Option<StoreStat>> {
            self.0.stat(path)
        }
        fn read<'a>(&'a self, path: &'a VPath, range: Range<u64>) -> StoreFuture<'a, StoreBytes> {
            self.0.read(path, range)
        }
        fn write<'a>(
            &'a self,
            path: &'a VPath,
            bytes: &'a [u8],
            expected: &'a Expected,
            mode: Option<u32>,
        ) -> StoreFuture<'a, Option<Version>> {
            match path.as_str() {
                // It writes, and nobody learns of it.
                "/c" => Box::pin(async move {
                    self.0.write(path, bytes, expected, mode).await?;
                    std::future::pending().await
                }),
                _ => self.0.write(path, bytes, expected, mode),
            }
        }
    }
    let mut odd = Odd::new(&files);
    odd.can = in_turn()
        .list(Listing::None)
        .remove(false)
        .directories(false);
    let tools = tools_of(Arc::new(HangsAtC(odd)));
    assert_eq!(
        failure(&tools, "patch", three()),
        "timeout: the store \"slow\" has not answered for 0.2 s (write /c); it is not known whether /c was \
         changed; put back: /b, /a"
    );
    assert_eq!(text(&files, "/a").unwrap(), "old\n");
    assert_eq!(text(&files, "/c").unwrap(), "new\n");
    let read = call(&tools, "read", json!({ "path": "/c" }));
    assert_eq!(read.data()["content"], "new\n");
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

#[test]
fn a_program_works_on_a_copy_that_is_written_back() {
    let files = files_of(
        in_turn(),
        &[("/a", "one\n"), ("/d/b", "two\n"), ("/gone", "x\n")],
    );
    let tools = tools_of(Arc::new(files.clone())).with_sandbox(Sandbox::new().unwrap());
    let code = "async () => {
        await state.replaceInFile('/a', 'one', 'eins');
        await state.writeFile('/new/c', await state.readFile('/d/b'));
        await state.mkdir('/empty', { recursive: true });
        await state.rm('/gone');
        return (await state.readdir('/')).join();
    }";
    let planned = call(&tools, "run", json!({ "code": code, "dryRun": true }));
    assert!(planned.is_ok(), "{:?}", planned.error());
    assert_eq!(text(&files, "/a").unwrap(), "one\n");
    let reply = call(&tools, "run", json!({ "code": code }));
    assert!(reply.is_ok(), "{:?}", reply.error());
    assert_eq!(reply.data()["result"], "a,d,empty,new");
    assert_eq!(text(&files, "/a").unwrap(), "eins\n");
    assert_eq!(text(&files, "/new/c").unwrap(), "two\n");
    assert_eq!(files.get("/gone"), None);
    let paths: Vec<String> = files.paths().iter().map(ToString::to_string).collect();
    assert_eq!(paths, ["/a", "/d", "/d/b", "/empty", "/new", "/new/c"]);
    // What the store has from elsewhere is there in the next run.
    files.put("/a", "from elsewhere\n").unwrap();
    let reply = call(
        &tools,
        "run",
        json!({ "code": "() => state.readFile('/a')" }),
    );
    assert_eq!(reply.data()["result"], "from elsewhere\n");
    let reply = call(
        &tools,
        "exec",
        json!({ "command": "() => state.writeFile('/e', 'x')", "backend": "js" }),
    );
    assert!(reply.is_ok(), "{:?}", reply.error());
    assert_eq!(text(&files, "/e").unwrap(), "x");
    let command = "printf two > /e; mkdir /of && mv a /of/a; false";
    let reply = call(&tools, "exec", json!({ "command": command }));
    assert!(reply.is_ok(), "{:?}", reply.error());
    assert_eq!(text(&files, "/e").unwrap(), "two");
    assert_eq!(text(&files, "/of/a").unwrap(), "from elsewhere\n");
    assert_eq!(text(&files, "/a"), None);
    // What a limit ends, and a dry run, leave the store as it was.
    let args = json!({ "command": "rm /e; while :; do :; done", "timeoutMs": 200 });
    assert_eq!(call(&tools, "exec", args).data()["exitCode"], 124);
    let session = json!({ "command": "x=1", "session": "s" });
    let refused = call(&tools, "exec", session);
    assert_eq!(refused.error().unwrap().code.as_str(), "invalid_argument");
    let git = call(
        &tools,
        "exec",
        json!({ "command": "git status; git commit -m x" }),
    );
    let words = "fatal: these files have no history: compare copies with diff -u, and change files with patch\n";
    assert_eq!(git.data()["exitCode"], 128);
    assert_eq!(git.data()["stderr"], words.repeat(2));
    let args = json!({ "command": "rm /e", "dryRun": true });
    assert_eq!(call(&tools, "exec", args).data()["changed"], 1);
    assert_eq!(text(&files, "/e").unwrap(), "two");
}

#[test]
fn a_program_does_not_overwrite_what_others_have_changed() {
    let files = files_of(in_turn(), &[("/a", "old\n"), ("/b", "old\n")]);
    let odd = Odd::new(&files).hook(|files, doing, path| {
        if doing == "write" && path.as_str() == "/a" {
            files.put("/b", "by somebody else\n").unwrap();
        }
        None
    });
    let tools = tools_of(Arc::new(odd)).with_sandbox(Sandbox::new().unwrap());
    let code = "async () => {
        for (const path of ['/a', '/b']) await state.writeFile(path, 'by the program\\n');
        await state.writeFile('/new', '');
    }";
    let found = failure(&tools, "run", json!({ "code": code }));
    assert!(
        found.starts_with("stale: /b has changed in the store \"odd\""),
        "{found}"
    );
    assert_eq!(text(&files, "/a").unwrap(), "old\n");
    assert_eq!(text(&files, "/b").unwrap(), "by somebody else\n");
    assert_eq!(files.get("/new"), None);
    // The copy is as the store again.
    let code = "async () => [await state.readFile('/a'), await state.readFile('/b'), await state.exists('/new')]";
    let reply = call(&tools, "run", json!({ "code": code }));
    assert_eq!(
        reply.data()["result"],
        json!(["old\n", "by somebody else\n", false])
    );
}

#[test]
fn what_a_program_has_changed_is_gone_with_its_call() {
    let files = files_of(in_turn(), &[("/a", "old\n")]);
    let tools = tools_of(Arc::new(files.clone())).with_sandbox(Sandbox::new().unwrap());
    let code = "() => state.writeFile('/a', 'by a program that nobody waits for')";
    let begun = tools.begin("run", json!({ "code": code }), &CancelToken::new());
    drop(futures_executor::block_on(begun.ended()));
    assert_eq!(text(&files, "/a").unwrap(), "old\n");
    let read = call(&tools, "read", json!({ "path": "/a" }));
    assert_eq!(read.data()["content"], "old\n");
    assert!(call(&tools, "run", json!({ "code": "() => 1" })).is_ok());
    assert_eq!(text(&files, "/a").unwrap(), "old\n");
}
