//! `read`: windows, their ends, and files that are not text.

use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_host::vfs::testing::TreeTesting as _;
use isolate_tools::{Caps, Settings, Toolbox};
use serde_json::{Value as Json, json};

use crate::{call, data, failure, tools, tools_with, twin};

/// Reads a file window by window; answers the windows put together and how many there were.
fn paged(tools: &isolate_tools::Toolbox, limit: usize) -> (String, usize) {
    let mut all = String::new();
    let mut args = json!({ "path": "/a", "limit": limit });
    let mut windows = 0;
    loop {
        let window = data(tools, "read", args);
        all.push_str(window["content"].as_str().unwrap());
        windows += 1;
        let Some(next) = window.get("next") else {
            return (all, windows);
        };
        args = json!({
            "path": "/a", "limit": limit, "offset": next["offset"],
            "byteOffset": next["byteOffset"], "etag": next["etag"],
        });
    }
}

#[test]
fn windows_add_up_to_the_file() {
    let text: String = (1..=10_000)
        .map(|line| format!("line {line} é\n"))
        .collect();
    let tools = tools(&[("/a", &text)]);
    for limit in [1_999, 2_000, 3_333, 7] {
        if limit == 7 {
            // Only the beginning: a window of a few lines costs a few lines.
            let window = data(&tools, "read", json!({ "path": "/a", "limit": 7 }));
            assert_eq!(window["endLine"], 7);
            assert_eq!(window["totalLines"], 10_000);
            assert_eq!(window["omittedLines"], 9_993);
            continue;
        }
        let (all, windows) = paged(&tools, limit);
        assert_eq!(all, text);
        assert_eq!(windows, 10_000_usize.div_ceil(limit.min(2_000)));
    }
}

#[test]
fn any_line_can_be_the_first() {
    let text: String = (1..=300).map(|line| format!("{line}\n")).collect();
    let tools = tools(&[("/a", &text)]);
    let window = data(
        &tools,
        "read",
        json!({ "path": "/a", "offset": 250, "limit": 2 }),
    );
    assert_eq!(window["content"], "250\n251\n");
    assert_eq!(
        (&window["startLine"], &window["endLine"]),
        (&json!(250), &json!(251))
    );
    let window = data(&tools, "read", json!({ "path": "/a", "tail": 2 }));
    assert_eq!(window["content"], "299\n300\n");
    assert_eq!(window["startLine"], 299);
    let window = data(
        &tools,
        "read",
        json!({ "path": "/a", "offset": 2, "limit": 1, "lineNumbers": true }),
    );
    assert_eq!(window["content"], "2\t2\n");
    assert_eq!(
        failure(&tools, "read", json!({ "path": "/a", "offset": 301 })),
        "invalid_argument: line 301 is past the end: /a has 300 lines; use an offset up to totalLines, or tail for the end"
    );
    assert_eq!(
        failure(&tools, "read", json!({ "path": "/a", "offset": -2 })),
        "invalid_argument: offset -2 is not a line number; use tail: 2 for the last lines"
    );
}

#[test]
fn a_line_longer_than_a_window_pages_on_between_characters() {
    let caps = Caps::new().read_bytes(1_000);
    let text = "é€😀x".repeat(500);
    let settings = Settings::new().caps(caps);
    let tools = tools_with(&[("/a", &text)], settings);
    let first = data(&tools, "read", json!({ "path": "/a" }));
    assert_eq!(first["partialLine"], true);
    assert_eq!(first["limitHit"], "bytes");
    let (all, windows) = paged(&tools, 10);
    assert_eq!(all, text);
    assert!(windows >= 5, "{windows}");
}

#[test]
fn a_long_line_is_cut_and_can_be_read_whole() {
    let line = "x".repeat(5_000);
    let tools = tools(&[("/a", &format!("short\n{line}\nend\n"))]);
    let window = data(&tools, "read", json!({ "path": "/a" }));
    let shown = window["content"].as_str().unwrap();
    assert_eq!(
        shown,
        format!(
            "short\n{} [cut: 2000 of 5000 characters shown]\nend\n",
            "x".repeat(2_000)
        )
    );
    let long = &window["longLines"][0];
    assert_eq!(
        (&long["line"], &long["totalBytes"]),
        (&json!(2), &json!(5_000))
    );
    let rest = data(
        &tools,
        "read",
        json!({ "path": "/a", "offset": long["offset"], "byteOffset": long["byteOffset"], "limit": 1 }),
    );
    assert_eq!(rest["content"], format!("{}\n", "x".repeat(3_000)));
}

#[test]
fn bounds_hold_exactly() {
    let at = "a\n".repeat(2_000);
    let past = "a\n".repeat(2_001);
    let tools = tools(&[("/at", &at), ("/past", &past)]);
    let window = data(&tools, "read", json!({ "path": "/at" }));
    assert_eq!(
        (&window["truncated"], window.get("next")),
        (&json!(false), None)
    );
    let window = data(&tools, "read", json!({ "path": "/past" }));
    assert_eq!(
        (&window["truncated"], &window["omittedLines"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(window["next"]["offset"], 2_001);

    let caps = Caps::new().read_bytes(100);
    let settings = Settings::new().caps(caps);
    let line = format!("{}\n", "b".repeat(49));
    let files = [("/at", line.repeat(2)), ("/past", line.repeat(2) + "c\n")];
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (*path, text.as_str()))
        .collect();
    let tools = tools_with(&files, settings);
    assert_eq!(
        data(&tools, "read", json!({ "path": "/at" }))["truncated"],
        false
    );
    let window = data(&tools, "read", json!({ "path": "/past" }));
    assert_eq!(
        (&window["endLine"], &window["limitHit"]),
        (&json!(2), &json!("bytes"))
    );
}

#[test]
fn empty_and_unusual_files_are_described() {
    let tools = tools(&[
        ("/empty", ""),
        ("/cr", "a\rb\r"),
        ("/crlf", "a\r\nb\r\n"),
        ("/bom", "\u{feff}a\n"),
    ]);
    let kind = |path: &str| -> Json {
        let window = data(&tools, "read", json!({ "path": path }));
        json!([
            window["content"],
            window["totalLines"],
            window["eol"],
            window["encoding"]
        ])
    };
    assert_eq!(kind("/empty"), json!(["", 0, "none", "utf8"]));
    assert_eq!(kind("/cr"), json!(["a\rb\r", 1, "cr", "utf8"]));
    assert_eq!(kind("/crlf"), json!(["a\nb\n", 2, "crlf", "utf8"]));
    assert_eq!(kind("/bom"), json!(["\u{feff}a\n", 1, "lf", "utf8-bom"]));

    let tree = tools.workspace().tree().unwrap();
    tree.write(&VPath::parse("/p.png").unwrap(), b"\x89PNG\r\n\x1a\n\0\0")
        .unwrap();
    let mut late = "text\n".repeat(4_000).into_bytes();
    late.extend_from_slice(b"\0end");
    tree.write(&VPath::parse("/late").unwrap(), &late).unwrap();
    tree.write(&VPath::parse("/log").unwrap(), b"ab\x08c\x1b[0m\n")
        .unwrap();
    tree.write(&VPath::parse("/latin").unwrap(), b"caf\xe9 au lait\n")
        .unwrap();
    drop(tree);
    let png = data(&tools, "read", json!({ "path": "/p.png" }));
    assert_eq!(
        (&png["kind"], &png["mime"], &png["totalBytes"]),
        (&json!("binary"), &json!("image/png"), &json!(10))
    );
    let window = data(&tools, "read", json!({ "path": "/late", "offset": 3_999 }));
    assert_eq!(window["kind"], "binary");
    let log = data(&tools, "read", json!({ "path": "/log" }));
    assert_eq!(
        (&log["kind"], &log["content"]),
        (&json!("text"), &json!("ab\u{8}c\u{1b}[0m\n"))
    );
    let latin = call(&tools, "read", json!({ "path": "/latin" }));
    assert_eq!(latin.data()["content"], "caf\u{fffd} au lait\n");
    assert_eq!(latin.notices().len(), 1);
}

#[test]
fn a_file_that_changed_between_windows_is_refused() {
    let text = "line\n".repeat(3_000);
    let tools = tools(&[("/a", &text)]);
    let first = data(&tools, "read", json!({ "path": "/a" }));
    data(
        &tools,
        "append",
        json!({ "path": "/a", "content": "more\n" }),
    );
    let error = failure(
        &tools,
        "read",
        json!({ "path": "/a", "offset": 2_001, "byteOffset": first["next"]["byteOffset"], "etag": first["etag"] }),
    );
    assert!(
        error.starts_with("stale: /a has changed since version "),
        "{error}"
    );
}

#[test]
fn missing_paths_are_answered_with_candidates() {
    let tools = tools(&[
        ("/src/main.rs", ""),
        ("/src/Config.toml", ""),
        ("/lib/helper.rs", ""),
    ]);
    let candidates = |path: &str| {
        let reply = call(&tools, "read", json!({ "path": path }));
        let error = reply.error().unwrap().clone();
        (error.details["candidates"].clone(), error.hint)
    };
    assert_eq!(
        candidates("/src/man.rs"),
        (
            json!(["/src/main.rs"]),
            "did you mean \"/src/main.rs\"? otherwise use ls or glob".to_owned()
        )
    );
    assert_eq!(
        candidates("/src/config.toml").0,
        json!(["/src/Config.toml"])
    );
    assert_eq!(candidates("/src/helper.rs").0, json!(["/lib/helper.rs"]));
    assert_eq!(candidates("/nothing/like/it").0, json!([]));
    assert_eq!(
        failure(&tools, "read", json!({ "path": "/src" })),
        "is_directory: /src is a directory; use the path of a file; ls lists a directory"
    );
}

fn put(tools: &Toolbox, path: &str, bytes: &[u8]) {
    let tree = tools.workspace().tree().unwrap();
    tree.write(&VPath::parse(path).unwrap(), bytes).unwrap();
}

/// A text in UTF-16, with the mark in front.
fn utf16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(bytes_of).collect()
}

#[test]
fn utf_16_is_read_decoded_and_not_edited() {
    let tools = tools_with(&[], Settings::default());
    let text: String = (1..=50).map(|line| format!("Zeile {line} é😀\n")).collect();
    for (name, order) in [
        ("utf16le", u16::to_le_bytes as fn(u16) -> _),
        ("utf16be", u16::to_be_bytes),
    ] {
        let bytes = utf16(&text, order);
        put(&tools, "/a", &bytes);
        let window = data(&tools, "read", json!({ "path": "/a" }));
        assert_eq!(window["content"], text);
        assert_eq!(
            (
                &window["encoding"],
                &window["totalLines"],
                &window["totalBytes"]
            ),
            (&json!(name), &json!(50), &json!(bytes.len()))
        );
        let (all, windows) = paged(&tools, 7);
        assert_eq!((all, windows), (text.clone(), 8));
        let edits = json!([{ "oldText": "Zeile 1 ", "newText": "x" }]);
        assert_eq!(
            failure(&tools, "edit", json!({ "path": "/a", "edits": edits })),
            format!(
                "not_utf8: /a is in UTF-16 ({name}); read shows its text: write the whole file with \
                 intent: \"overwrite\", which makes it UTF-8, or change its bytes with a program"
            )
        );
    }
    // Half a character is told, and UTF-32 is no text.
    put(&tools, "/a", b"\xff\xfea\0\x3d\xd8");
    let reply = call(&tools, "read", json!({ "path": "/a" }));
    assert_eq!(reply.data()["content"], "a\u{fffd}");
    put(&tools, "/a", b"\xff\xfe\0\0a\0\0\0");
    assert_eq!(
        data(&tools, "read", json!({ "path": "/a" }))["kind"],
        "binary"
    );
}

/// The first window of a version counts its lines; later ones remember them.
#[test]
fn lines_are_counted_once_and_not_beyond_the_bound() {
    let line = "0123456789abcde\n";
    let text = line.repeat(512 << 10);
    let settings = |count_bytes: u64| Settings::new().caps(Caps::new().count_bytes(count_bytes));
    let at = tools_with(&[("/a", &text)], settings(text.len() as u64));
    twin::without();
    let read = || -> u64 { at.workspace().tree().unwrap().bytes_read() };
    let window = |offset: u64| json!({ "path": "/a", "offset": offset, "byteOffset": (offset - 1) * 16, "limit": 100 });
    let before = read();
    assert_eq!(
        data(&at, "read", json!({ "path": "/a", "limit": 100 }))["totalLines"],
        512 << 10
    );
    assert!(read() - before >= text.len() as u64);
    let before = read();
    let found = data(&at, "read", window(400_000));
    assert_eq!(
        (&found["totalLines"], &found["omittedLines"]),
        (&json!(512 << 10), &json!((512 << 10) - 400_099))
    );
    assert!(read() - before < 200 << 10, "{}", read() - before);
    // A new version is counted anew.
    data(&at, "append", json!({ "path": "/a", "content": "more" }));
    assert!(data(&at, "read", window(9)).get("totalLines").is_none());
    let past = tools_with(&[("/a", &text)], settings(text.len() as u64 - 1));
    let found = data(&past, "read", json!({ "path": "/a", "limit": 1 }));
    assert!(found.get("totalLines").is_none() && found["truncated"] == true);
    assert_eq!(
        data(&past, "read", json!({ "path": "/a", "tail": 1 }))["totalLines"],
        512 << 10
    );
    assert_eq!(
        data(&past, "read", json!({ "path": "/a", "limit": 1 }))["totalLines"],
        512 << 10
    );
}

/// A window in a file of a gigabyte costs the window, wherever it is.
#[test]
fn a_window_of_a_large_file_costs_the_window() {
    let is_slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    let mib: u64 = if is_slow { 1_024 } else { 80 };
    let options = Workspace::builder()
        .quota_bytes(4 << 30)
        .file_bytes(2 << 30);
    let folder = tempfile::tempdir().unwrap();
    let workspace = options.open(folder.path().join("w.sqlite")).unwrap();
    let piece = "0123456789abcde\n".repeat(1 << 20);
    let path = VPath::parse("/a").unwrap();
    let tree = workspace.tree().unwrap();
    for _ in 0..mib / 16 {
        tree.append(&path, piece.as_bytes()).unwrap();
    }
    drop(tree);
    let tools = Toolbox::new(&workspace, &Settings::default()).unwrap();
    let lines = mib << 16;
    for (line, with_byte) in [
        (1, true),
        (lines / 2, true),
        (lines - 10, true),
        (10_000, false),
    ] {
        let before = workspace.tree().unwrap().bytes_read();
        let mut args = json!({ "path": "/a", "offset": line, "limit": 5 });
        if with_byte {
            args["byteOffset"] = ((line - 1) * 16).into();
        }
        let window = data(&tools, "read", args);
        assert_eq!(window["content"], "0123456789abcde\n".repeat(5));
        assert_eq!(window["startLine"], line);
        assert!(window.get("totalLines").is_none());
        let cost = workspace.tree().unwrap().bytes_read() - before;
        let passed = if with_byte { 0 } else { line * 16 };
        assert!(cost <= passed + (256 << 10), "{line}: {cost} bytes");
    }
}

#[test]
fn an_old_version_is_answered_with_the_changes_since() {
    let tools = tools_with(&[("/a", "one\ntwo\n")], Settings::default());
    // Another session has seen this version; the history knows it.
    let etag = data(&tools, "stat", json!({ "path": "/a" }))["etag"].clone();
    put(&tools, "/a", b"one\n2\n");
    put(&tools, "/a", b"one\n3\n");
    let reply = call(&tools, "read", json!({ "path": "/a", "etag": etag }));
    let error = reply.error().unwrap();
    assert_eq!(error.code.as_str(), "stale");
    assert_eq!(
        error.details["diff"],
        "--- /a\n+++ /a\n@@ -1,2 +1,2 @@\n one\n-two\n+3\n"
    );
    assert_eq!(error.details["changedBy"].as_array().unwrap().len(), 2);
    let long = "x".repeat(30 << 10);
    put(&tools, "/a", long.as_bytes());
    let reply = call(&tools, "read", json!({ "path": "/a", "etag": etag }));
    let diff = reply.error().unwrap().details["diff"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        diff.len() < 9 << 10 && diff.contains("bytes left out here"),
        "{}",
        diff.len()
    );
    let forged = call(&tools, "read", json!({ "path": "/a", "etag": "1-1" }));
    assert!(!forged.error().unwrap().details.contains_key("diff"));
}

#[test]
fn several_files_share_one_bound() {
    let long = "0123456789\n".repeat(100);
    let tools = tools(&[("/a", "one\n"), ("/b", &long), ("/c", &long)]);
    let read = |bytes: usize| {
        let args = json!({ "paths": ["/a", "/b", "/c", "/d"], "maxBytes": bytes });
        call(&tools, "read_many", args)
    };
    let all = read(10_000).data();
    assert_eq!(
        (&all["count"], &all["failed"], &all["truncated"]),
        (&json!(4), &json!(1), &json!(false))
    );
    assert_eq!(all["contents"], json!(["one\n", long, long, null]));
    assert_eq!(all["files"][3]["error"]["code"], "not_found");
    let reply = read(1_000);
    let cut = reply.data();
    assert_eq!(cut["truncated"], true);
    let shown: usize = (0..3)
        .map(|at| cut["contents"][at].as_str().unwrap().len())
        .sum();
    assert!((600..=1_000).contains(&shown), "{shown}");
    assert_eq!(cut["files"][0]["truncated"], false);
    assert_eq!(cut["files"][1]["next"]["offset"], 31);
    let body = reply.body().unwrap();
    assert!(
        body.starts_with("==> \"/a\" <==\none\n==> \"/b\" <==\n0123456789\n"),
        "{body}"
    );
    let paths: Vec<&str> = vec!["/a"; 21];
    assert_eq!(
        failure(&tools, "read_many", json!({ "paths": paths })),
        "invalid_argument: there are 21 paths; 1 to 20 are allowed; read the rest in another call"
    );
    assert_eq!(
        data(&tools, "read_many", json!({ "paths": &paths[..20] }))["failed"],
        0
    );
}
