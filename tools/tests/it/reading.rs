//! `read`: windows, their ends, and files that are no text.

use isolate_host::vfs::VPath;
use isolate_tools::{Caps, Settings};
use serde_json::{Value as Json, json};

use crate::{call, data, failure, tools, tools_with};

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
        "invalid_argument: offset 301 is behind the end: /a has 300 lines; \
         use an offset up to totalLines, or tail for the end"
    );
    assert_eq!(
        failure(&tools, "read", json!({ "path": "/a", "offset": -2 })),
        "invalid_argument: offset -2 is no line; use tail: 2 for the last lines"
    );
}

#[test]
fn a_line_longer_than_a_window_pages_on_between_characters() {
    let caps = Caps {
        read_bytes_max: 1_000,
        ..Caps::default()
    };
    let text = "é€😀x".repeat(500);
    let settings = Settings {
        caps,
        ..Settings::default()
    };
    let tools = tools_with(&[("/a", &text)], settings);
    let first = data(&tools, "read", json!({ "path": "/a" }));
    assert_eq!(first["partialLine"], true);
    assert_eq!(first["limitHit"], "bytes");
    let (all, windows) = paged(&tools, 10);
    assert_eq!(all, text);
    assert!(windows >= 5, "{windows}");
}

#[test]
fn a_long_line_is_cut_and_can_be_had_whole() {
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

    let caps = Caps {
        read_bytes_max: 100,
        ..Caps::default()
    };
    let settings = Settings {
        caps,
        ..Settings::default()
    };
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
fn empty_and_unusual_files_are_told_as_they_are() {
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
fn what_is_missing_comes_with_what_may_be_meant() {
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
            "\"/src/main.rs\" may be meant; otherwise look with ls or glob".to_owned()
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
        "is_directory: /src is a directory; use ls to look into a directory, or the path of a file in it"
    );
}
