//! `grep`: matches, skipped files, and answers without matches.

use std::time::Instant;

use isolate_host::text::VPath;
use serde_json::{Value as Json, json};

use crate::{call, data, failure, tools};

fn rows(found: &Json) -> Vec<String> {
    let matches = found["matches"].as_array().unwrap();
    matches
        .iter()
        .map(|row| {
            format!(
                "{}:{}:{} {}",
                row["path"].as_str().unwrap(),
                row["line"],
                row["column"],
                row["text"].as_str().unwrap()
            )
        })
        .collect()
}

#[test]
fn text_is_found_line_by_line() {
    let tools = tools(&[
        ("/b", "x\n fn one\nfn one two fn\n"),
        ("/a", "fn\r\n"),
        ("/c.md", "FN\n"),
    ]);
    assert_eq!(
        rows(&data(&tools, "grep", json!({ "pattern": "fn" }))),
        ["/a:1:1 fn", "/b:2:2  fn one", "/b:3:1 fn one two fn"]
    );
    let found = data(
        &tools,
        "grep",
        json!({ "pattern": "f.\\b", "regex": true, "ignoreCase": true, "include": ["*.md", "/a"] }),
    );
    assert_eq!(rows(&found), ["/a:1:1 fn", "/c.md:1:1 FN"]);
    let found = data(
        &tools,
        "grep",
        json!({ "pattern": "fn", "path": "/b", "context": 1, "limit": 1 }),
    );
    assert_eq!(found["matches"][0]["before"], json!(["x"]));
    assert_eq!(found["matches"][0]["after"], json!(["fn one two fn"]));
    // The file in which the limit ended the search has matched as well.
    assert_eq!(found["filesMatched"], 1);
    let files = data(
        &tools,
        "grep",
        json!({ "pattern": "fn", "outputMode": "files" }),
    );
    assert_eq!(files["files"], json!(["/a", "/b"]));
    let counts = data(
        &tools,
        "grep",
        json!({ "pattern": "fn", "outputMode": "count" }),
    );
    assert_eq!(counts["counts"][1], json!({ "path": "/b", "count": 2 }));
}

#[test]
fn skipped_files_are_listed_by_reason() {
    let tools = tools(&[
        ("/a", "needle\n"),
        ("/node_modules/x", "needle\n"),
        ("/late", &("x\n".repeat(9_000) + "\0needle")),
    ]);
    let tree = tools.workspace().tree().unwrap();
    tree.write(
        &VPath::parse("/latin").unwrap(),
        "needle caf\u{e9}"
            .chars()
            .map(|c| c as u8)
            .collect::<Vec<u8>>()
            .as_slice(),
    )
    .unwrap();
    tree.write(&VPath::parse("/big").unwrap(), &vec![b'x'; (10 << 20) + 1])
        .unwrap();
    tree.write(&VPath::parse("/at").unwrap(), &vec![b'x'; 10 << 20])
        .unwrap();
    drop(tree);
    let found = data(&tools, "grep", json!({ "pattern": "needle" }));
    assert_eq!(rows(&found), ["/a:1:1 needle"]);
    assert_eq!(
        found["skipped"],
        json!({
            "binary": { "count": 1, "paths": ["/late"] },
            "tooLarge": { "count": 1, "paths": ["/big"] },
            "notUtf8": { "count": 1, "paths": ["/latin"] },
        })
    );
    assert_eq!(found["filesScanned"], 2);
    assert!(
        found["excluded"]
            .as_array()
            .unwrap()
            .contains(&"node_modules".into())
    );
}

#[test]
fn a_long_line_is_shown_around_its_match() {
    let line = format!("{}needle{}", "é".repeat(500_000), "y".repeat(500_000));
    let tools = tools(&[("/a", &line)]);
    let found = data(&tools, "grep", json!({ "pattern": "needle" }));
    let row = &found["matches"][0];
    let text = row["text"].as_str().unwrap();
    assert!(text.len() <= 1_024 && text.contains("needle"));
    assert_eq!(row["lineTruncated"], true);
}

#[test]
fn finding_nothing_is_explained() {
    let tools = tools(&[("/a", "Alpha(1)\n"), ("/dist/b", "gamma\n")]);
    let notice = |args: Json| {
        let reply = call(&tools, "grep", args);
        assert_eq!(reply.data()["count"], 0);
        reply.notices().first().cloned().unwrap_or_default()
    };
    assert_eq!(
        notice(json!({ "pattern": "Al.*a" })),
        "no file contains this text; as a regular expression (regex: true) it matches 1 lines"
    );
    assert_eq!(
        notice(json!({ "pattern": "alpha" })),
        "nothing matches in this case; with ignoreCase: true 1 lines match"
    );
    assert_eq!(
        notice(json!({ "pattern": "gamma" })),
        "1 lines match in files that were not searched (exclude: [] searches all files)"
    );
    assert_eq!(notice(json!({ "pattern": "delta" })), "");
}

#[test]
fn every_pattern_takes_bounded_time() {
    let tools = tools(&[("/a", &"a".repeat(5_000))]);
    let started = Instant::now();
    data(
        &tools,
        "grep",
        json!({ "pattern": "(a+)+$x", "regex": true }),
    );
    assert!(started.elapsed().as_secs() < 10);
    let error = failure(&tools, "grep", json!({ "pattern": "(", "regex": true }));
    assert_eq!(
        error,
        "invalid_pattern: Invalid search pattern: /(/: unterminated group at character 1; correct the expression, or leave out regex to search for plain text"
    );
    assert!(failure(&tools, "grep", json!({ "pattern": "" })).starts_with("invalid_pattern: "));
    assert!(failure(&tools, "grep", json!({ "pattern": "a\nb" })).starts_with("invalid_pattern: "));
}
